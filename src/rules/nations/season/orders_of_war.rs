//! When special rules of a campaign end that bind armies and powers, and what an army does of itself that must take towns
//! (NIA §21.2.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.2.2.

use crate::Nations;
use crate::land::orders_of_war::{at_home, fallen, goal, is_done, is_taken, of_armies};
use crate::orders::Entry;
use crate::position::Position;
use crate::record::event::SequenceEvent;
use crate::record::state::{Bloc, Force, Marker};
use crate::season::entries;
use crate::turn::Turn;
use kit::rule::Rule;
use play::table::read;

const WAVERS: Rule = Rule("NIA §21.2.2");

/// Notes the towns that have fallen, in their order, and frees the armies whose last town has.
pub fn free(turn: &mut Turn) {
    let (book, common) = (turn.book, turn.state.common());
    let mut done: Vec<String> = vec![];
    for (id, orders) in of_armies(book, common.begun) {
        let taken = |at| is_taken(book, common, &orders.power, at);
        let Some(((last, _), before)) = orders.goals.split_last() else { continue };
        if taken(*last) {
            done.push(id.clone());
            continue;
        }
        let passed = before.iter().map(|(at, _)| *at);
        let passed = passed.take_while(|at| is_done(book, common, (id, orders), *at));
        let names = passed.map(|at| fallen(book, id, at));
        done.extend(names.filter(|rule| !common.begun.contains(rule)));
    }
    for rule in done {
        turn.record(SequenceEvent::RuleBegun { rule });
    }
}

/// Throws for powers that are at war and stay at home; the season that frees them needs no die, nor a war.
pub fn waver(turn: &mut Turn) {
    let rules: Vec<_> = at_home(turn.book, &turn.state.begun).collect();
    for (rule, bound) in rules {
        let is_at_war = turn.state.bloc(&bound.power) != Bloc::Neutral;
        let is_free = turn.state.season >= bound.until
            || is_at_war && {
                let die = turn.ledger.dice(WAVERS.by(&bound.power), 1, 6);
                die.faces.iter().any(|face| *face >= bound.frees)
            };
        if is_free {
            turn.record(SequenceEvent::RuleBegun { rule: rule.clone() });
        }
    }
}

/// Lets armies of a power begin their march that must take a town: each at the first marker that allows it, if no entry is
/// played there.
pub fn march(turn: &mut Turn, power: &str, marker: Marker) -> bool {
    let waits = |force: &&Force| force.power == power && force.activations == 0;
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
