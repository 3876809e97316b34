//! The season as the archive keeps it: what happened, and figures to follow.

use super::{View, battle, view};
use crate::book::Book;
use crate::position::Position;
use crate::record::event::{Battle, Event, WarEvent};
use crate::sight::Known;
use kit::annals::{Annals, Count, Fight, Kind, Line, Part, Side, Subject};
use play::view::{Head, NOTHING};

/// Remembers the last season.
pub fn annals(book: &Book, known: &Known) -> Annals {
    let View { head, story, remarks, .. } = view(book, known);
    let Head { headline, orders, rulings, .. } = head;
    let mut fights = known.events.iter().filter_map(|event| match event {
        Event::War(WarEvent::Fought(fought)) => Some(fight(book, fought)),
        Event::War(_)
        | Event::Sea(_)
        | Event::Order(_)
        | Event::Year(_)
        | Event::Court(_)
        | Event::Marker(_)
        | Event::Force(_) => None,
    });
    let mut parts: Vec<Part> = story
        .into_iter()
        .map(|chapter| Part {
            heading: chapter.heading,
            lines: chapter
                .lines
                .into_iter()
                .map(|line| Line {
                    fight: if line.sums.is_empty() { None } else { fights.next() },
                    text: line.text,
                })
                .collect(),
        })
        .collect();
    let plain = |text: String| Line { text, fight: None };
    parts.push(Part {
        heading: "Orders that were not carried out as written".to_owned(),
        lines: remarks.into_iter().map(plain).collect(),
    });
    parts.retain(|part| !part.lines.is_empty());
    let orders = if orders == NOTHING { String::new() } else { orders };
    Annals { headline, orders, parts, rulings, counts: counts(book, known), fallen: vec![] }
}

fn fight(book: &Book, fought: &Battle) -> Fight {
    let sums = battle::sums(book, fought);
    let side = |(host, sum): (&crate::record::event::Host, &String)| Side {
        name: book.seat_title(&host.seat),
        strength: if host.lines.is_empty() { String::new() } else { host.sum.to_string() },
        sum: sum.clone(),
        result: String::new(),
    };
    let name = book.atlas.name(fought.at);
    Fight {
        title: format!("{} of {name}", if fought.siege { "Siege" } else { "Battle" }),
        rule: "FRW §18.3".to_owned(),
        sides: [&fought.attacker, &fought.defender].into_iter().zip(&sums).map(side).collect(),
        sums: vec![format!("{}%, column {}, die {}", fought.per_cent, fought.column, fought.die)],
        verdict: fought.verdict.words().to_owned(),
    }
}

/// Figures to follow, of every seat: what everybody sees.
fn counts(book: &Book, known: &Known) -> Vec<Count> {
    let mut counts = vec![];
    for seat in &known.open.seats {
        let own = *seat == known.power;
        let markers = match own {
            true => known.markers.own.len(),
            false => known.markers.others.get(seat).copied().unwrap_or(0),
        };
        let figures = [
            ("thaler", i64::from(known.open.purse(book, seat) / 2)),
            ("markers", i64::try_from(markers).unwrap_or(i64::MAX)),
            ("tax of cities", i64::from(known.tax_held(book, seat) / 2)),
        ];
        let whose = book.seat_title(seat);
        let count = |(what, number): (&str, i64)| Count {
            what: what.to_owned(),
            whose: whose.clone(),
            number,
        };
        counts.extend(figures.into_iter().map(count));
        if own {
            let number = i64::try_from(known.own.len()).unwrap_or(i64::MAX);
            counts.push(count(("units", number)));
        }
    }
    counts
}

/// The powers, the leaders and the places.
pub fn roster(book: &Book) -> Vec<Subject> {
    let seats = book.seats();
    let powers = seats.iter().map(|seat| Subject::power(seat, &book.seat_title(seat)));
    let leaders = book.troops.leaders.iter();
    let leaders = leaders.map(|leader| Subject::new(Kind::Leader, &leader.name));
    let places = book.atlas.all().filter_map(|at| book.atlas.square(at).place.as_ref());
    let places = places.map(|place| Subject::new(Kind::Place, &place.name));
    powers.chain(leaders).chain(places).collect()
}
