//! Fieldworks (FRW §26.2, §26.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §26.2.

use super::{Placed, affords, kept};
use crate::book::Book;
use crate::court::lines::lines;
use crate::operations::money::{payer, spend};
use crate::position::Position;
use crate::record::event::{CourtEvent, Event, Why};
use crate::record::state::Open;
use crate::turn::Turn;
use kit::ground::Space;

/// Builds what the sheet wants.
pub fn build(turn: &mut Turn<'_>, seat: &str, placed: &mut Placed) {
    for line in lines(turn, seat, "fieldworks") {
        let at = line.map.name("at").and_then(|name| turn.book.atlas.find(name));
        if !line.holds(turn) {
            line.refuse(turn, Why::Condition);
            continue;
        }
        let Some(at) = at.filter(|at| may(turn.book, &turn.state, seat, *at)) else {
            let held = at.is_some_and(|at| turn.state.occupier(at).as_deref() == Some(seat));
            line.refuse(turn, if held { Why::NotThere } else { Why::NotHeld });
            continue;
        };
        let here: Vec<String> =
            turn.state.own_at(seat, at).into_iter().map(|unit| unit.id.clone()).collect();
        let from = payer(turn, seat, &here, line.map.name("from"));
        let halves = 2 * turn.book.tables.expenditure.fieldworks.thaler;
        if affords(turn.book, &turn.state.open, seat, &from, halves, kept(turn, seat)) {
            spend(turn, seat, from, halves, "fieldworks");
            raise(turn, seat, at, placed);
        } else {
            line.refuse(turn, Why::NoMoney);
        }
    }
}

/// Whether a seat may build there: its own units on land, no fieldworks yet, no fortress but one
/// that it besieges (§34.2).
pub fn may(book: &Book, position: &impl Position, seat: &str, at: Space) -> bool {
    is_held(position, seat, at) && no_site(book, position.open(), seat, at).is_none()
}

/// Whether units of a seat hold a square or besiege it.
pub fn is_held(position: &impl Position, seat: &str, at: Space) -> bool {
    position.occupier(at).as_deref() == Some(seat) || position.open().besieges(seat, at)
}

/// Why no fieldworks can stand in a square, in words.
pub fn no_site(book: &Book, open: &Open, seat: &str, at: Space) -> Option<&'static str> {
    if open.fieldworks.contains(&at) {
        Some("has fieldworks")
    } else if book.atlas.is_fortress(at) && !open.besieges(seat, at) {
        Some("is a fortress")
    } else {
        (!book.atlas.is_land(at)).then_some("is not on land")
    }
}

/// Builds fieldworks that are paid for.
pub fn raise(turn: &mut Turn<'_>, seat: &str, at: Space, placed: &mut Placed) {
    placed.works.insert(at);
    turn.record(Event::from(CourtEvent::FieldworksBuilt { seat: seat.to_owned(), at }));
}
