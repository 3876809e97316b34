//! The prime directive: subordinates are human (§2). An option, off unless it is chosen.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §2.

use crate::book::Book;
use crate::orders::Entry;
use crate::record::event::OrderEvent;
use crate::record::state::{Formation, General};
use crate::season::turn::Turn;
use kit::rule::Rule;
use std::collections::BTreeMap;

const DIRECTIVE: Rule = Rule("K05 §2");
/// How far a general makes himself understood.
const REACH: u16 = 3;

/// Asks the die for an entry, if the campaign plays so and the force is out of reach.
///
/// Every die has its event: one that waited for the next event would be shown to whom that is told.
pub fn ask(turn: &mut Turn, entry: &Entry, stopped: &mut bool, pace: &mut u32) {
    let forces = (&*turn.state.formations, &*turn.state.generals);
    let Some(power) = out_of_reach(turn.book, forces, entry) else { return };
    let die = turn.ledger.dice(DIRECTIVE.by(&entry.who), 1, 6).faces[0];
    let (number, who) = (entry.number, entry.who.clone());
    match die {
        1 => *stopped = true,
        2 => *pace /= 2,
        _ => return turn.record(OrderEvent::Understood { power, entry: number, who, die }),
    }
    turn.record(OrderEvent::Misread { power, entry: number, who, die });
}

/// The power of an entry's force, if it is out of reach of its seniors, so that a die is asked.
pub fn out_of_reach(
    book: &Book,
    (formations, generals): (&BTreeMap<String, Formation>, &BTreeMap<String, General>),
    entry: &Entry,
) -> Option<String> {
    if !book.directive {
        return None;
    }
    let (leader, formation) = (generals.get(&entry.who), formations.get(&entry.who));
    let (power, at) = match (leader, formation) {
        (Some(general), _) => (&general.power, general.at),
        (None, Some(formation)) => (&formation.power, formation.at),
        (None, None) => return None,
    };
    let rank = leader.map(|general| general.seniority(&book.troops));
    let seniors = generals.values().filter(|one| {
        let is_senior = |rank: &_| one.seniority(&book.troops) < *rank;
        one.power == *power && rank.as_ref().is_none_or(is_senior)
    });
    let all: Vec<_> = seniors.collect();
    let reached = all.iter().any(|one| book.atlas.distance(one.at, at) <= REACH);
    let chief = all.is_empty() && leader.is_some();
    (!reached && !chief).then(|| power.clone())
}
