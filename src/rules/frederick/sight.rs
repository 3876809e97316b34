//! Who sees what: the only way from the state to what a seat knows (FRW §14).
//!
//! Squares, leaders, heights, treasuries, numbers of markers, bids, dice and what is played lie open.
//! What a stack is made of, hands, market, pool and sheets do not. Forces that meet see each other
//! whole; each keeps a copy of what it saw, with its season, until it sees somebody join or leave
//! ([`known::Stack::units`]).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §14.1, §14.2, §25.5.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod chance;
mod court;
pub mod known;
mod look;
mod masked;
mod memory;

use crate::Frederick;
use crate::record::event::{Event, ForceEvent, MarkerEvent, OrderEvent};
use kit::ground::Space;
pub use known::{Known, Seen, Stack};
pub use look::{look, top};
use play::table::Happened;

/// The umpire's eye, which sees everything.
pub const UMPIRE: &str = "umpire";

/// What an event changes of what can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changes {
    Nothing,
    /// What lies open and the markers, but no unit and no control.
    Table,
    /// Units, or who sees them.
    Units,
}

/// The square that an event shows whole to somebody: forces that meet, and a Spy (§14.2, §9.13).
fn shown(event: &Event, eye: &str) -> Option<Space> {
    match event {
        Event::Force(ForceEvent::Met { at, seats, .. }) => {
            seats.iter().any(|seat| seat == eye).then_some(*at)
        }
        Event::Marker(MarkerEvent::Spied { seat, at, .. }) => at.filter(|_| seat == eye),
        Event::Force(_)
        | Event::Marker(_)
        | Event::Order(_)
        | Event::Year(_)
        | Event::Court(_)
        | Event::War(_)
        | Event::Sea(_) => None,
    }
}

/// What one pair of eyes learns of an event; without what it knows so far, only what it is told.
pub fn witness(
    happened: &Happened<'_, Frederick>,
    eye: &str,
    known: Option<&Known>,
) -> Option<Seen> {
    let (book, state) = (happened.book, happened.state);
    let told = masked::masked(happened.event, eye, known);
    let changes = match happened.event {
        Event::Order(event) => match event {
            OrderEvent::Ordered { .. }
            | OrderEvent::Letter { .. }
            | OrderEvent::Ruled { .. }
            | OrderEvent::Decreed { .. }
            | OrderEvent::TakenUp { .. }
            | OrderEvent::NotDone { .. }
            | OrderEvent::NotReached { .. }
            | OrderEvent::Reacted { .. } => Changes::Nothing,
        },
        Event::Court(event) => court::changes(event),
        Event::Marker(event) => match event {
            MarkerEvent::Deck(_) => Changes::Table,
            MarkerEvent::Played { .. } | MarkerEvent::GoBack { .. } => Changes::Nothing,
            MarkerEvent::Spied { .. } => Changes::Units,
        },
        Event::Year(_) | Event::Force(_) | Event::War(_) | Event::Sea(_) => Changes::Units,
    };
    let look = known.and_then(|known| match changes {
        Changes::Nothing => None,
        Changes::Table => Some(Box::new(look::unmoved(state, known))),
        Changes::Units => {
            Some(Box::new(look::with_shown(book, state, eye, shown(happened.event, eye))))
        }
    });
    let dice = masked::shows_dice(happened.event, eye);
    (told.is_some() || look.is_some()).then_some(Seen { event: told, look, dice })
}
