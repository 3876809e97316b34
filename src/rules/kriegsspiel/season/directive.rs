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
use kit::ground::Space;
use kit::rule::Rule;
use std::collections::BTreeMap;

/// Formations and generals by their names.
type Forces<'f> = (&'f BTreeMap<String, Formation>, &'f BTreeMap<String, General>);

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
pub fn out_of_reach(book: &Book, forces: Forces<'_>, entry: &Entry) -> Option<String> {
    let Led { power, at, by, seniors } = led(book, forces, entry)?;
    let reached = seniors.iter().any(|one| is_near(book, at, one.at));
    let is_chief = seniors.is_empty() && by.is_some();
    (!reached && !is_chief).then(|| power.to_owned())
}

/// Whether a die may be rolled for an entry when generals of unknown rank appear: each of them may be senior to the
/// force's leader.
pub fn may_be_out_of_reach(
    book: &Book,
    forces: Forces<'_>,
    entry: &Entry,
    appear: &[Space],
) -> bool {
    let Some(Led { at, by, seniors, .. }) = led(book, forces, entry) else { return false };
    let known = out_of_reach(book, forces, entry).is_some();
    match by {
        Some(_) if seniors.is_empty() => appear.iter().any(|place| !is_near(book, at, *place)),
        Some(_) => known,
        None => known && !appear.iter().any(|place| is_near(book, at, *place)),
    }
}

/// A force, its leader, and the generals who are senior to that leader.
struct Led<'f> {
    power: &'f str,
    at: Space,
    /// The general, if one leads it.
    by: Option<&'f General>,
    seniors: Vec<&'f General>,
}

/// The force of an entry, where the directive counts.
fn led<'f>(book: &Book, (formations, generals): Forces<'f>, entry: &Entry) -> Option<Led<'f>> {
    if !book.directive {
        return None;
    }
    let by = generals.get(&entry.who);
    let formation = formations.get(&entry.who).map(|one| (&one.power, one.at));
    let (power, at) = by.map(|one| (&one.power, one.at)).or(formation)?;
    let rank = by.map(|one| one.seniority(&book.troops));
    let seniors = generals.values().filter(|one| {
        let is_senior = |rank: &_| one.seniority(&book.troops) < *rank;
        one.power == *power && rank.as_ref().is_none_or(is_senior)
    });
    Some(Led { power, at, by, seniors: seniors.collect() })
}

/// Whether a general makes himself understood from one place at another.
fn is_near(book: &Book, at: Space, general: Space) -> bool {
    book.atlas.distance(general, at) <= REACH
}
