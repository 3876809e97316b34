//! The turn as the archive keeps it: what happened with its sums, and figures to follow.
//!
//! The same function for a power and for the umpire, who knows all of it.

use super::{View, battle, view};
use crate::book::Book;
use crate::position::Position;
use crate::record::event::{Event, Fate, PublicEvent};
use crate::season::territory;
use crate::sight::known::Known;
use kit::annals::{Annals, Count, Fight, Kind, Line, Part, Side, Subject};
use play::view::{Head, NOTHING};
use std::collections::{BTreeMap, BTreeSet};

/// Remembers the last turn.
pub fn annals(book: &Book, known: &Known) -> Annals {
    let View { head, story, battles, published, remarks, .. } = view(book, known);
    let Head { headline, orders, rulings, .. } = head;
    let plain = |text: String| Line { text, fight: None };
    let said = |heading: &str, lines: Vec<String>| Part {
        heading: heading.to_owned(),
        lines: lines.into_iter().map(plain).collect(),
    };
    let fought = |battle: battle::BattleStory| {
        let text = format!("{}: {}", battle.title, battle.verdict);
        Line { text, fight: Some(fight(battle)) }
    };
    let mut parts = vec![
        said("In the field", story),
        Part { heading: "Battles".to_owned(), lines: battles.into_iter().map(fought).collect() },
        said("Published to everybody", published),
        said("Orders that were not carried out as written", remarks),
    ];
    parts.retain(|part| !part.lines.is_empty());
    let orders = if orders == NOTHING { String::new() } else { orders };
    Annals {
        headline,
        orders,
        parts,
        rulings,
        counts: counts(book, known),
        fallen: fallen(book, known),
    }
}

fn fight(battle: battle::BattleStory) -> Fight {
    let side = |side: battle::Side| Side {
        name: side.name,
        strength: side.strength,
        sum: side.modifiers,
        result: format!("lost: {}", side.lost),
    };
    Fight {
        title: battle.title,
        rule: format!("K05 {}", battle.rule),
        sides: vec![side(battle.attacker), side(battle.defender)],
        sums: vec![battle.sum],
        verdict: battle.verdict,
    }
}

/// Generals who fell; captives come home.
fn fallen(book: &Book, known: &Known) -> Vec<String> {
    let fell = |event: &Event| {
        let Event::Public(PublicEvent::GeneralLost { general, power, at, fate: Fate::Killed }) =
            event
        else {
            return None;
        };
        let (power, at) = (book.title(power), book.atlas.name(*at));
        Some(format!("{general} ({power}) at {at}"))
    };
    known.seen_events.iter().filter_map(fell).collect()
}

/// Figures to follow: combat value in the field, units lost, victory cities. Of other sides only
/// what is published is counted.
fn counts(book: &Book, known: &Known) -> Vec<Count> {
    let mut all: BTreeMap<(&str, String), i64> = BTreeMap::new();
    let title = |power: &str| book.title(power).to_owned();
    for one in known.formations.values() {
        let what = "combat value in the field";
        *all.entry((what, title(&one.power))).or_default() += i64::from(one.combat(&book.troops));
    }
    for (power, units) in &known.lost {
        let hits: u32 = units.values().sum();
        *all.entry(("hits lost since the start", title(power))).or_default() += i64::from(hits);
    }
    let held = territory::victory_cities(book, |at| known.holder(book, at).map(str::to_owned));
    for (power, cities) in held {
        *all.entry(("victory cities", title(&power))).or_default() += cities;
    }
    let count = |((what, whose), number): ((&str, String), i64)| Count {
        what: what.to_owned(),
        whose,
        number,
    };
    all.into_iter().map(count).collect()
}

/// Powers, generals of the order of battle and cities.
pub fn roster(book: &Book) -> Vec<Subject> {
    let sides = book.scenario.powers();
    let powers = sides.iter().map(|(power, _)| Subject::power(power, book.title(power)));
    let generals: BTreeSet<&String> =
        book.scenario.forces.iter().filter_map(|force| force.general.as_ref()).collect();
    let generals = generals.into_iter().map(|name| Subject::new(Kind::Leader, name));
    let bodies = book.scenario.forces.iter().flat_map(|force| &force.bodies);
    let bodies = bodies.map(|body| Subject::new(Kind::Force, &body.name));
    let towns = book.atlas.towns().map(|(_, name)| Subject::new(Kind::Place, name));
    powers.chain(generals).chain(bodies).chain(towns).collect()
}
