//! What fleets carry: going aboard and ashore (FRW §25.5 to §25.8, §25.10 to §25.12).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.6, §25.5, §25.6, §25.7, §25.8, §25.10, §25.12.

use super::lanes::is_fleet;
use crate::book::Book;
use crate::book::troops::Kind;
use crate::operations::force::{Acting, can_march};
use crate::operations::march::halt;
use crate::orders::plan::{Entry, Task};
use crate::orders::units::{UnitWord, chosen};
use crate::position::Position;
use crate::record::event::{Event, Halt, SeaEvent, Why};
use crate::record::state::Open;
use crate::record::unit::{Force, Height, Sort, Unit};
use crate::sight::top;
use crate::turn::Turn;
use kit::ground::Space;
use std::collections::BTreeMap;

/// How many units a fleet carries.
pub const ROOM: usize = 2;

/// Whether a unit can be carried at all: one that can move, and no fleet (§25.5).
pub fn can_board(book: &Book, unit: &Unit) -> bool {
    can_march(book, unit)
}

/// For so many units the fleets that carry them, one by one, as far as there is room (§25.5).
pub fn berths<'a>(fleets: &[&'a Unit], cargo: &[&Unit]) -> Vec<&'a str> {
    let free = fleets.iter().flat_map(|fleet| {
        let taken = cargo.iter().filter(|unit| unit.aboard.as_deref() == Some(&fleet.id)).count();
        std::iter::repeat_n(fleet.id.as_str(), ROOM.saturating_sub(taken))
    });
    free.collect()
}

/// Those of some units that are fleets or aboard.
pub fn afloat(turn: &Turn<'_>, units: &[String]) -> Vec<String> {
    let units = turn.units_of(units).into_iter();
    units
        .filter(|unit| is_fleet(unit) || unit.aboard.is_some())
        .map(|unit| unit.id.clone())
        .collect()
}

/// The units aboard some fleets.
pub fn aboard<'t>(turn: &'t Turn<'_>, fleets: &[String]) -> Vec<&'t Unit> {
    let carried = |unit: &&Unit| unit.aboard.as_ref().is_some_and(|on| fleets.contains(on));
    turn.state.units.values().filter(carried).collect()
}

/// Whether a port is a seat's to use: not pillaged, and nobody else stands there (§25.8).
pub fn has_port(book: &Book, position: &impl Position, seat: &str, at: Space) -> bool {
    let waste = position.open().pillaged.contains(&at);
    book.atlas.is_port(at) && !waste && !position.has_others(seat, at)
}

/// Whether units may go ashore in a square: not at sea, nor in the land of neutrals (§25.10).
pub fn may_land(book: &Book, open: &Open, at: Space) -> bool {
    !book.atlas.is_sea(at) && open.may_enter(book, at)
}

/// Where there is no port of the seat, the move of the fleets is over (§25.7, §25.10).
fn ends_without_port(turn: &mut Turn<'_>, acting: &mut Acting, port: bool) {
    if !port && acting.left > 0 {
        acting.left = 0;
        halt(turn, acting, Halt::Coast);
    }
}

/// Those of the square who are meant to go aboard and can (§25.5).
pub fn boarders(turn: &Turn<'_>, acting: &Acting, words: &[UnitWord]) -> Vec<String> {
    let book = turn.the_book();
    let free = |unit: &&Unit| can_board(book, unit) && !acting.barred.contains(&unit.id);
    let here = turn.state.own_at(&acting.seat, acting.at).into_iter().filter(free);
    chosen(book, words, &here.collect::<Vec<_>>())
}

/// Whether a leader is to go aboard in an entry, and so is with its force (§20.4).
pub fn takes_a_leader(turn: &Turn<'_>, acting: &Acting, entry: &Entry) -> bool {
    let words = entry.steps.iter().filter_map(|step| match &step.task {
        Task::Embark(words) => Some(words),
        Task::March(_)
        | Task::Attack(_)
        | Task::Drop(_)
        | Task::Sail(_)
        | Task::Land(_)
        | Task::Honours(_)
        | Task::Besiege
        | Task::Pillage { .. } => None,
    });
    let all = words.flat_map(|words| boarders(turn, acting, words)).collect::<Vec<_>>();
    turn.units_of(&all).iter().any(|unit| unit.kind == Kind::Leader)
}

/// Takes units aboard (§25.5).
pub fn embark(turn: &mut Turn<'_>, acting: &mut Acting, words: &[UnitWord]) -> Result<(), Why> {
    if acting.came_from.is_some() {
        return Err(Why::NotTogether);
    }
    let (seat, at) = (acting.seat.clone(), acting.at);
    let ids = boarders(turn, acting, words);
    let berths: Vec<String> = {
        let fleets = turn.units_of(&acting.units).into_iter().filter(|unit| is_fleet(unit));
        let fleets: Vec<&Unit> = fleets.collect();
        let berths = berths(&fleets, &aboard(turn, &acting.units));
        berths.into_iter().map(str::to_owned).collect()
    };
    if ids.is_empty() {
        return Err(Why::NoForce);
    }
    let wanted = ids.len();
    let ids: Vec<String> = ids.into_iter().take(berths.len()).collect();
    if ids.is_empty() {
        return Err(Why::NoRoom);
    }
    let port = has_port(turn.book, &turn.state, &seat, at);
    let force = turn.force(&seat, &ids);
    let sorts = sorts(turn, &ids);
    let carriers: BTreeMap<String, String> = ids.iter().cloned().zip(berths).collect();
    let all = ids.len() == wanted;
    acting.all.extend(ids.iter().cloned());
    acting.units.extend(ids);
    turn.record(Event::from(SeaEvent::Boarded { force, at, sorts, carriers }));
    ends_without_port(turn, acting, port);
    if all { Ok(()) } else { Err(Why::NoRoom) }
}

/// Those aboard who are meant to go ashore.
pub fn landing(turn: &Turn<'_>, acting: &Acting, words: &[UnitWord]) -> Vec<String> {
    chosen(turn.book, words, &aboard(turn, &acting.units))
}

/// Puts units ashore (§25.10).
pub fn land(turn: &mut Turn<'_>, acting: &mut Acting, words: &[UnitWord]) -> Result<(), Why> {
    let ids = landing(turn, acting, words);
    if ids.is_empty() {
        return Err(Why::NoForce);
    }
    let at = acting.at;
    if !may_land(turn.book, &turn.state.open, at) {
        return Err(Why::NotAshore);
    }
    let port = has_port(turn.book, &turn.state, &acting.seat, at);
    put_ashore(turn, &acting.seat.clone(), at, ids);
    ends_without_port(turn, acting, port);
    Ok(())
}

/// Units leave their fleets where they are.
pub fn put_ashore(turn: &mut Turn<'_>, seat: &str, at: Space, ids: Vec<String>) {
    let sorts = sorts(turn, &ids);
    let force = ashore(turn, seat, &ids);
    turn.record(Event::from(SeaEvent::Landed { force, at, sorts }));
}

/// Units as they are seen once they are ashore.
fn ashore(turn: &Turn<'_>, seat: &str, ids: &[String]) -> Force {
    let units = turn.units_of(ids).into_iter().cloned();
    let units: Vec<Unit> = units.map(|unit| Unit { aboard: None, ..unit }).collect();
    let leader = top(turn.book, units.iter());
    let (seat, height) = (seat.to_owned(), Height::of(units.len()));
    Force { seat, leader, height, units: ids.to_vec(), fleet: false }
}

fn sorts(turn: &Turn<'_>, ids: &[String]) -> Vec<Sort> {
    let mut sorts: Vec<Sort> = turn.units_of(ids).into_iter().map(Sort::of).collect();
    sorts.sort();
    sorts
}
