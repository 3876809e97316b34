//! Formal sieges, an option: besiegers and besieged share the square of a fortress (FRW §34).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.4, §13.6, §17.9, §18.2, §25.8, §26.3, §29.2, §34.1, §34.2, §34.3,
//! §34.4, §34.6.

use super::battle::{self, Terms};
use super::force::Acting;
use crate::book::Book;
use crate::book::options::Extra;
use crate::book::troops::Kind;
use crate::orders::plan::{Entry, Task};
use crate::position::Position;
use crate::record::event::{Event, ForceEvent, WarEvent, Why};
use crate::record::state::{Open, Siege};
use crate::record::unit::Unit;
use crate::turn::{About, Turn};
use kit::ground::Space;

/// Whether the sides that share a square stand still in this operation: a siege is declared or goes on.
pub fn stands(turn: &mut Turn<'_>, entry: &Entry, acting: &Acting, defender: &str) -> bool {
    let wants = declares(turn, entry, acting);
    match turn.state.sieges.get(&acting.at).cloned() {
        Some(siege) if siege.by == acting.seat => wants || !acting.assaults,
        // A relief fights; those inside only if they sally.
        Some(_) => acting.came_from.is_none() && !acting.assaults,
        None if wants => {
            let (seat, of) = (acting.seat.clone(), defender.to_owned());
            turn.record(Event::from(WarEvent::SiegeBegan { at: acting.at, seat, of }));
            true
        }
        None => false,
    }
}

/// Whether an entry besieges the square where its force is; what is in the way of it is told.
fn declares(turn: &mut Turn<'_>, entry: &Entry, acting: &Acting) -> bool {
    let Some(step) = entry.steps.iter().find(|step| matches!(step.task, Task::Besiege)) else {
        return false;
    };
    let (seat, at) = (acting.seat.clone(), acting.at);
    let about = About { units: acting.units.clone(), goal: Some(at), ..About::default() };
    let why = if !turn.holds(&seat, step.condition.as_ref(), &about) {
        Why::Condition
    } else {
        let train = has_train(&turn.state, &seat, at);
        match bar(turn.book, &turn.state.open, &seat, at, train) {
            Some(NoSiege::OptionOff | NoSiege::NoFortress | NoSiege::Inside) => Why::NotThere,
            Some(NoSiege::NoTrain) => Why::NoTrain,
            None => {
                turn.settled.insert(step.number);
                return true;
            }
        }
    };
    turn.part_not_done(&seat, (entry.number, step.number), step.key, why);
    false
}

/// Why a force does not besiege the square where it is (§34.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoSiege {
    OptionOff,
    NoFortress,
    /// It is besieged there itself.
    Inside,
    NoTrain,
}

/// What keeps a seat from besieging a square; `train` says whether it has a siege train there.
pub fn bar(book: &Book, open: &Open, seat: &str, at: Space, train: bool) -> Option<NoSiege> {
    if !book.options.has(Extra::FormalSieges) {
        Some(NoSiege::OptionOff)
    } else if !book.atlas.is_fortress(at) {
        Some(NoSiege::NoFortress)
    } else if open.is_besieged(seat, at) {
        Some(NoSiege::Inside)
    } else {
        (!train).then_some(NoSiege::NoTrain)
    }
}

/// Whether a unit is a siege train.
pub fn is_train(unit: &&Unit) -> bool {
    unit.kind == Kind::SiegeTrain
}

/// Whether a seat has a siege train in a square.
pub fn has_train(position: &impl Position, seat: &str, at: Space) -> bool {
    position.units_at(seat, at).iter().any(is_train)
}

/// How a force fights in the square where it is: a relief alone, those in a siege in the open.
pub fn terms(turn: &Turn<'_>, acting: &Acting) -> Terms {
    let relieves = turn.state.is_besieged(&acting.seat, acting.at) && acting.came_from.is_some();
    let attackers = if relieves { acting.units.clone() } else { vec![] };
    Terms { at: acting.at, terrain: true, outside: false, attackers }
}

/// The units of a side that are in honours of war: of a relief those alone who came (§34.4).
pub fn involved(turn: &Turn<'_>, acting: &Acting, seat: &str) -> Vec<String> {
    let terms = terms(turn, acting);
    if seat == acting.seat && !terms.attackers.is_empty() {
        return terms.attackers;
    }
    turn.state.own_at(seat, acting.at).into_iter().map(|unit| unit.id.clone()).collect()
}

/// Ends the sieges that are over; besiegers who are left among the besieged attack them.
pub fn settle(turn: &mut Turn<'_>, terrain: bool) {
    let all: Vec<(Space, Siege)> =
        turn.state.sieges.iter().map(|(at, siege)| (*at, siege.clone())).collect();
    for (at, siege) in all {
        let now = sides(turn, at, &siege);
        if let Some(now) = now.clone().filter(|now| has_train(&turn.state, &now.by, at)) {
            if now != siege {
                turn.record(Event::from(WarEvent::SiegeBegan { at, seat: now.by, of: now.of }));
            }
            continue;
        }
        turn.record(Event::from(WarEvent::SiegeEnded { at, seat: siege.by, of: siege.of }));
        if turn.state.fieldworks.contains(&at) {
            turn.record(Event::from(ForceEvent::FieldworksLost { at }));
        }
        if let Some(now) = now {
            let terms = Terms { at, terrain, outside: false, attackers: vec![] };
            battle::fight(turn, &now.by, &now.of, terms, None);
        }
    }
}

/// Who besieges whom now: a power that changed sides may have brought its units to another seat.
fn sides(turn: &Turn<'_>, at: Space, siege: &Siege) -> Option<Siege> {
    let mut seats = turn.state.seats_at(at);
    let inside = seats.take(&siege.of);
    let outside = seats.take(&siege.by);
    let mut others = seats.into_iter();
    let by = outside.or_else(|| others.next())?;
    let of = inside.or_else(|| others.next())?;
    Some(Siege { by, of })
}
