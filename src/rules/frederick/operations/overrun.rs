//! Overrun, an option: a force on the march runs over others that have a tenth of its strength (FRW §33).
//!
//! It is no combat: nobody gains or loses markers, and nobody is promoted (§33.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §16.7, §33, §33.1, §33.2, §33.3, §33.4.

use super::force::Acting;
use super::path::POINT;
use super::prisoners;
use crate::book::Book;
use crate::book::options::Extra;
use crate::book::troops::Kind;
use crate::decisions::Topic;
use crate::record::event::{Cause, Event, WarEvent};
use crate::record::unit::{Sort, Unit};
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;

const OVERRUN: Rule = Rule("FRW §33.1");
/// How many times as strong a force must be.
pub const TIMES: u32 = 10;

/// The combat factor of a sort of unit with the value of a leader.
fn points(book: &Book, sort: &Sort) -> u32 {
    let name = sort.leader.as_deref().unwrap_or_default();
    let value = book.troops.leader(name).filter(|_| sort.kind == Kind::Leader);
    let value = value.map_or(0, |leader| u32::from(leader.value));
    book.troops.strength(&sort.power, sort.kind, sort.grade, name) + value
}

/// What some units count for an overrun (§33.1).
pub fn weight(book: &Book, units: &[&Unit]) -> u32 {
    let ashore = units.iter().filter(|unit| unit.aboard.is_none());
    ashore.map(|unit| points(book, &Sort::of(unit))).sum()
}

/// The same of units that were seen.
pub fn weight_of<'a>(book: &Book, sorts: impl IntoIterator<Item = &'a Sort>) -> u32 {
    sorts.into_iter().map(|sort| points(book, sort)).sum()
}

/// Whether one strength overruns another in a square: never in a fortress or behind fieldworks (§33.4).
pub fn succeeds(book: &Book, at: Space, fieldworks: bool, (ours, theirs): (u32, u32)) -> bool {
    let walls = book.atlas.is_fortress(at) || fieldworks;
    book.options.has(Extra::Overrun) && !walls && ours > 0 && ours >= TIMES * theirs
}

/// Overruns others whose square a force has just entered, with the point that it still has for it; says
/// whether the march goes on.
pub fn run_over(turn: &mut Turn<'_>, acting: &mut Acting, point: bool) -> bool {
    let at = acting.at;
    let others: Vec<Unit> = turn.state.others_at(&acting.seat, at).into_iter().cloned().collect();
    let theirs = weight(turn.book, &others.iter().collect::<Vec<_>>());
    let ours = weight(turn.book, &turn.units_of(&acting.units));
    let Some(loser) = super::opponent(turn, acting) else { return false };
    let works = turn.state.fieldworks.contains(&at);
    if !point || !succeeds(turn.book, at, works, (ours, theirs)) {
        return false;
    }
    let said = acting.overrun.map(|yes| (if yes { "yes" } else { "no" }.to_owned(), Source::Entry));
    let ask = OVERRUN.by(acting.seat.as_str()).at(turn.place(at));
    let seat = acting.seat.clone();
    if turn.decide(ask, &seat, Topic::Overrun, &["yes", "no"], ("yes", said)) != "yes" {
        return false;
    }
    let force = turn.force(&seat, &acting.units);
    let units = others.len();
    turn.record(Event::from(WarEvent::Overran {
        force,
        at,
        loser: loser.clone(),
        units,
        ours: Some(ours),
        theirs,
    }));
    let ids: Vec<String> = others.into_iter().map(|unit| unit.id).collect();
    prisoners::wipe_out(turn, (&loser, &seat), &ids, Cause::Overrun);
    acting.left = acting.left.saturating_sub(POINT);
    true
}
