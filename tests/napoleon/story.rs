//! The story of a season, found back from where all stand at its end.

use super::root;
use crate::general::General;
use crate::seam::ByMail;
use expect_test::expect_file;
use kit::chart::{Spot, Stance};
use napoleon::book::Book;
use napoleon::record::event::Event;
use napoleon::record::force::Side;
use napoleon::record::state::{State, board};
use napoleon::sequence::Happened;
use napoleon::sequence::answer::Ask;
use napoleon::sight::Known;
use napoleon::theatre::Place;
use napoleon::view::lineup::{Lineup, lineups};

/// Panics unless a lineup is what the board was; counts the strengths that are certain.
fn is_the_board(book: &Book, lineup: &Lineup, state: &State, story: &str) -> usize {
    let campaign = state.campaign(book);
    let board = board(&campaign).unwrap();
    let mut sure = 0;
    for side in [Side::French, Side::Enemy] {
        let Some(strength) = lineup.strength(side) else { continue };
        sure += 1;
        let found: Vec<_> = lineup.of(side).iter().map(|force| book.name(force.id)).collect();
        let stood: Vec<_> = board.of(side).map(|piece| book.name(piece.force.id)).collect();
        assert_eq!(found, stood, "{story}");
        assert_eq!(strength, board.strength(side), "{story}");
    }
    if lineup.strength(Side::French).is_some() {
        assert_eq!(lineup.napoleon, board.napoleon, "{story}");
    }
    sure
}

/// Who stands elsewhere than before a season has a way on the map from there to here; labels are the names
/// that a sheet has.
#[test]
fn own_moves_are_on_the_map() {
    let mut moved = 0;
    for seed in 0..6 {
        let mut by_mail = ByMail::begun("italy-1796", &[("stops", "turns")], seed);
        while !by_mail.over {
            let before = by_mail.known().to_owned();
            let sheet = by_mail.sheet(General { tries: 0 });
            by_mail.play(&sheet);
            let chart = by_mail.game.chart_after(by_mail.known(), &before).unwrap();
            for counter in chart.counters.iter().filter(|counter| counter.name != "Napoleon") {
                assert!(by_mail.book.force(&counter.name).is_some(), "{}", counter.name);
            }
            let place = |known: &str, id| {
                let known: Known = serde_json::from_str(known).unwrap();
                match known.state.campaign(&by_mail.book).theatre.place(id) {
                    Place::Area(at) => Some(Spot::Cell(at)),
                    _ => None,
                }
            };
            let own = by_mail.book.counters.iter().map(|counter| &counter.force);
            for force in own.filter(|force| force.side() == Side::French) {
                let (from, to) = (place(&before, force.id), place(by_mail.known(), force.id));
                if from.is_none() || to.is_none() || from == to {
                    continue;
                }
                moved += 1;
                let name = by_mail.book.name(force.id);
                let mut ways = chart.courses.iter().filter(|way| {
                    chart.party(way.party).stance == Stance::Own
                        && way
                            .name
                            .split(", ")
                            .flat_map(|one| one.split(" and "))
                            .any(|one| one == name)
                });
                assert!(ways.clone().any(|way| way.path.first() == from.as_ref()), "{name}");
                assert!(ways.any(|way| way.path.last() == to.as_ref()), "{name}");
            }
        }
    }
    assert!(moved > 30, "{moved} moves");
}

/// Whole months and single turns are played; who is found to have stood in each turn of a battle, and how
/// strong, is what the board was then.
#[test]
fn who_fought_is_found_back() {
    let wars = [("italy-1796", "turns"), ("italy-1800", "turns"), ("italy-1796", "battle turns")];
    for (scenario, stops) in wars {
        let (mut found, mut sure) = (0, 0);
        for seed in 0..10 {
            let mut by_mail = ByMail::begun(scenario, &[("stops", stops)], seed);
            while !by_mail.over {
                let before = by_mail.state();
                let sheet = by_mail.sheet(General { tries: 0 });
                let (played, _) = by_mail.play(&sheet);
                let known: Known = serde_json::from_str(by_mail.known()).unwrap();
                let campaign = known.state.campaign(&by_mail.book);
                let all = lineups(&by_mail.book, &campaign, &known.events);
                let (mut number, mut stood) = (0, Some(Box::new(before)));
                for event in &played.events {
                    let event: Event = serde_json::from_str(event).unwrap();
                    // How the campaign stood is in the record, and not in what is known.
                    if let Event::Stood { after } = event {
                        stood = Some(after);
                        continue;
                    }
                    let is_turn =
                        matches!(event, Event::Map { what: Happened::BattleTurn { .. }, .. });
                    if is_turn
                        && let Some(state) = stood.take()
                        && state.ask == Some(Ask::BattleTurn)
                    {
                        found += 1;
                        let story = format!("{scenario} {stops} {seed}: {}", state.title);
                        sure += is_the_board(&by_mail.book, &all[&number], &state, &story);
                    }
                    number += 1;
                }
            }
        }
        println!("{scenario} {stops}: {found} turns of battle, {sure} strengths");
        assert!(found > 30 && sure > found, "{found} turns of battle, {sure} strengths");
    }
}

/// A month of one sheet as it is mailed, with a battle that was decided in one of its turns.
#[test]
fn a_month_is_a_story() {
    let templates = report::Templates::new(&Default::default()).unwrap();
    let month = |seed| {
        let mut by_mail = ByMail::begun("italy-1796", &[("stops", "turns")], seed);
        let sheet = by_mail.sheet(General { tries: 0 });
        by_mail.play(&sheet);
        let view = by_mail.game.view(by_mail.known()).unwrap();
        let around = report::Around::default().with(view);
        let html = templates.print_html("napoleon/report.html", &around).unwrap();
        let (story, dice) = html.split_once("<details>").unwrap();
        assert!(dice.contains("needs") && !story.contains("needs"), "dice stand at the end");
        templates.print("napoleon/report.txt", &around).unwrap()
    };
    let page = (0..=u8::MAX).map(month).find(|page| page.contains("is the heaviest")).unwrap();
    expect_file![root::root().join("tests/napoleon/reports/a-month.txt")].assert_eq(&page);
}
