//! When special rules of a campaign end that bind armies and powers, and what an army does of itself that must take towns
//! (NIA §21.2.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.2.2.

use crate::Nations;
use crate::land::orders_of_war::{at_home, goal, is_taken, of_armies};
use crate::orders::Entry;
use crate::position::Position;
use crate::record::event::SequenceEvent;
use crate::record::state::{Force, Marker};
use crate::season::entries;
use crate::turn::Turn;
use kit::rule::Rule;
use play::table::read;

const WAVERS: Rule = Rule("NIA §21.2.2");

/// Frees the armies whose last town has been taken.
pub fn free(turn: &mut Turn) {
    let (book, common) = (turn.book, turn.state.common());
    let taken = |power: &str, at| is_taken(book, common, power, at);
    let done = of_armies(book, &turn.state.begun)
        .filter(|(_, orders)| orders.goals.last().is_some_and(|(at, _)| taken(&orders.power, *at)));
    let done: Vec<String> = done.map(|(id, _)| id.clone()).collect();
    for rule in done {
        turn.record(SequenceEvent::RuleBegun { rule });
    }
}

/// Throws for powers that are at war and stay at home; the season that frees them needs no die.
pub fn waver(turn: &mut Turn) {
    let rules: Vec<_> = at_home(turn.book, turn.state.common()).collect();
    for (rule, bound) in rules {
        let is_free = turn.state.season >= bound.until || {
            let die = turn.ledger.dice(WAVERS.by(&bound.power), 1, 6);
            die.faces.iter().any(|face| *face >= bound.frees)
        };
        if is_free {
            turn.record(SequenceEvent::RuleBegun { rule: rule.clone() });
        }
    }
}

/// Lets armies of a power begin their march that must take a town and have no entry: each at the first marker that allows it.
pub fn march(turn: &mut Turn, power: &str, marker: Marker) -> bool {
    let sheet = turn.sheets.get(power);
    let named = |force: &Force| {
        let entries = sheet.iter().flat_map(|sheet| &sheet.entries);
        let who: Vec<&String> = entries.map(|entry| &entry.who).collect();
        force.leaders.first().is_none_or(|leader| who.contains(&leader))
    };
    let waits = |force: &&Force| force.power == power && force.activations == 0 && !named(force);
    let armies: Vec<Force> = turn.state.forces.values().filter(waits).cloned().collect();
    let mut moved = false;
    for force in armies {
        let Some(entry) = entry(turn, &force) else { continue };
        if let Ok(Some(id)) = entries::wake(turn, power, &entry, marker) {
            entries::run(turn, power, &entry, id, marker);
            moved = true;
        }
    }
    moved
}

/// What an army does of itself: it goes to its town and besieges it.
fn entry(turn: &Turn, force: &Force) -> Option<Entry> {
    let (town, _) = goal(turn.book, turn.state.common(), force)?;
    let (at, leader) = (turn.book.atlas.number(*town), force.commander()?);
    let go = if force.at == *town {
        String::new()
    } else {
        format!("{{attack: {{at: {at}, else: go on}}}}, ")
    };
    let text = format!(
        "activations: [{{leader: '{leader}', steps: [{go}{{siege: {{attempts: up to 3}}}}]}}]"
    );
    let (sheet, _) = read::<Nations>(turn.book, turn.known(&force.power), &text);
    let mut entry = sheet.entries.into_iter().next()?;
    entry.number = turn.next_entry();
    Some(entry)
}
