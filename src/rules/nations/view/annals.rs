//! The season as the archive keeps it: the story with its sums, and figures to follow.
//!
//! The same function for a power and for the umpire, who knows all of it.

use super::{View, battle, story, view};
use crate::book::Book;
use crate::book::terms::What;
use crate::record::event::{BattleEvent, Event, SeaBattleEvent};
use crate::sight::known::Known;
use crate::sight::news::SeenEvent;
use kit::annals::{Annals, Count, Fight, Kind, Line, Part, Side, Subject};
use play::view::Head;
use std::collections::BTreeMap;

/// Remembers the last season.
pub fn annals(book: &Book, known: &Known) -> Annals {
    let View { head, markers, opening, closing, .. } = view(book, known);
    let Head { headline, orders, rulings, .. } = head;
    let plain = |text: String| Line { text, fight: None };
    let mut parts = vec![part("Before the first marker", opening.into_iter().map(line).collect())];
    for marker in markers {
        let chosen = if marker.chosen { ", chosen" } else { "" };
        let heading = format!("Marker {}: {}{chosen}", marker.number, marker.marker);
        let before = marker.before.into_iter().map(plain);
        parts.push(part(&heading, before.chain(marker.lines.into_iter().map(line)).collect()));
    }
    parts.push(part("At the end", closing.into_iter().map(plain).collect()));
    parts.retain(|part| !part.lines.is_empty());
    Annals {
        headline,
        orders,
        parts,
        rulings,
        counts: counts(book, known),
        fallen: fallen(book, &known.seen_events),
    }
}

fn part(heading: &str, lines: Vec<Line>) -> Part {
    Part { heading: heading.to_owned(), lines }
}

/// The sums of a battle stand beside its line, so the line says who fought and who won.
fn line(line: story::Line) -> Line {
    let Some(battle) = line.battle else { return Line { text: line.text, fight: None } };
    let fight = fight(battle);
    let names: Vec<&str> = fight.sides.iter().map(|side| side.name.as_str()).collect();
    let text = format!("{}: {}. {}", fight.title, names.join(" against "), fight.verdict);
    Line { text, fight: Some(fight) }
}

fn fight(battle: battle::Battle) -> Fight {
    let side = |side: battle::Side| Side {
        name: side.name,
        strength: match side.quality.as_str() {
            "" => side.strength,
            quality => format!("{}, {quality}", side.strength),
        },
        // Its sum ends with the result, if it rolled.
        result: if side.dice.is_empty() { side.result } else { String::new() },
        sum: if side.dice.is_empty() { String::new() } else { side.sum },
    };
    Fight {
        title: battle.title,
        rule: battle.rule,
        sides: battle.sides.into_iter().map(side).collect(),
        sums: vec![],
        verdict: battle.verdict,
    }
}

/// Figures to follow: steps in the field, steps lost, and the towns that the count of the scenario
/// names. Of other sides only what was seen is counted.
fn counts(book: &Book, known: &Known) -> Vec<Count> {
    let mut all: BTreeMap<(&str, String), i64> = BTreeMap::new();
    let title = |power: &str| book.people.title(power).to_owned();
    for force in known.ours.values() {
        *all.entry(("steps in the field", title(&force.power))).or_default() +=
            i64::from(force.steps());
    }
    for seen_event in &known.seen_events {
        if let Some((power, steps)) = lost(seen_event) {
            *all.entry(("steps lost, as far as known", title(power))).or_default() += steps;
        }
    }
    let terms = book.scenario.victory.iter().flat_map(|terms| &terms.points);
    for score in terms.filter(|score| score.what == What::Control) {
        for place in &score.places {
            let at = book.atlas.named(place);
            if let Some(power) = at.and_then(|at| known.holder(book, at)) {
                let what = "points for towns that are held";
                *all.entry((what, title(power))).or_default() += i64::from(score.each);
            }
        }
    }
    for (side, holds) in super::victory::met(book, known) {
        let whose = format!("the {}", side.word());
        *all.entry(("conditions of victory that hold", whose)).or_default() += holds;
    }
    let count = |((what, whose), number): ((&str, String), i64)| Count {
        what: what.to_owned(),
        whose,
        number,
    };
    all.into_iter().map(count).collect()
}

/// Who lost how many steps by one thing that happened.
fn lost(seen_event: &SeenEvent) -> Option<(&str, i64)> {
    let (who, units) = seen_event.lost()?;
    Some((&who.power, units.iter().map(|unit| i64::from(unit.steps)).sum()))
}

/// Leaders and admirals who were killed.
fn fallen(book: &Book, seen: &[SeenEvent]) -> Vec<String> {
    let fell = |seen_event: &SeenEvent| {
        let (who, power, at) = seen_event.fell()?;
        let place = at.map_or("at sea".to_owned(), |at| format!("at {}", super::place(book, at)));
        Some(format!("{who} ({}) {place}", book.people.title(power)))
    };
    seen.iter().filter_map(fell).collect()
}

/// Powers, leaders, admirals and towns.
pub fn roster(book: &Book) -> Vec<Subject> {
    let powers = book.scenario.powers(&book.people);
    let powers = powers.iter().map(|power| Subject::power(power, book.people.title(power)));
    let leaders = book.people.leaders().map(|leader| Subject::new(Kind::Leader, &leader.name));
    // Counters of fleets without an admiral are nobody.
    let admirals = book.people.admirals.iter().filter(|admiral| admiral.kind == "admiral");
    let admirals = admirals.map(|admiral| Subject::new(Kind::Leader, &admiral.name));
    let towns = book.atlas.towns().map(|(_, town)| Subject::new(Kind::Place, &town.name));
    powers.chain(leaders).chain(admirals).chain(towns).collect()
}

/// Whether an event is a round of battle, on land or at sea.
pub fn is_battle(event: &Event) -> bool {
    matches!(
        event,
        Event::Battle(BattleEvent::Fought { .. })
            | Event::SeaBattle(SeaBattleEvent::SeaFought { .. })
    )
}
