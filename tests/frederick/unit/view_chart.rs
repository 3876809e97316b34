//! Tests of `view/chart.rs`: what the map says of colours and of fortresses that fell.

use crate::seam::ByMail;
use frederick::book::tables::Verdict;
use frederick::record::event::{Battle, Event, Host, WarEvent};
use frederick::view::chart::chart;
use kit::chart::{Feat, Sign};

#[test]
fn the_legend_tells_the_colour_of_each_seat() {
    let by_mail = ByMail::begun("austrian-succession", &[], 1);
    let legend = chart(&by_mail.book, &by_mail.known("prussia")).legend;
    let of = |sign: Sign| legend.iter().find(|(one, _)| *one == sign).unwrap().1.clone();
    assert_eq!(of(Sign::Own), "your units, blue");
    assert_eq!(of(Sign::Enemy), "Austria green, France white, Britain red");
}

/// A fortress that was stormed is no siege any more; one that held out is marked as before.
#[test]
fn a_fortress_that_fell_has_no_siege_round_it() {
    let by_mail = ByMail::begun("austrian-succession", &[], 1);
    let host = |seat: &str| Host {
        seat: seat.to_owned(),
        commander: None,
        markers: vec![],
        decoys: vec![],
        lines: vec![],
        sum: 0,
        units: 3,
    };
    let feat = |winner: Option<&str>| {
        let mut known = by_mail.known("prussia");
        let storm = Battle {
            at: by_mail.book.atlas.find("Glogau").unwrap(),
            attacker: host("prussia"),
            defender: host("austria"),
            siege: true,
            per_cent: 600,
            column: "600".to_owned(),
            die: 5,
            verdict: Verdict::DV,
            winner: winner.map(str::to_owned),
        };
        known.events = vec![Event::from(WarEvent::Fought(storm))];
        chart(&by_mail.book, &known).marks.iter().map(|mark| mark.feat).collect::<Vec<_>>()
    };
    assert_eq!(feat(Some("prussia")), [Feat::Taken]);
    assert_eq!(feat(None), [Feat::Siege]);
}
