//! The end of a year, and the balance of power of the next (FRW §3.2, phases 9 to 11 and 1).
//!
//! Food ([`provisioning`]), the check of victory ([`victory`]), then the rolls of the next year
//! ([`balance`]) with their events ([`events`]) and the votes of the Empire ([`empire`]).

pub mod balance;
pub mod empire;
pub mod events;
pub mod provisioning;
mod quarrels;
pub mod victory;

use crate::court::mercenaries;
use crate::operations::siege;
use crate::record::event::{Event, YearEvent};
use crate::turn::Turn;
use balance::When;

/// Ends the year; the last one ends the game (§31.2), the others bring the next year's events.
pub fn end(turn: &mut Turn<'_>) {
    let year = turn.state.season.year;
    provisioning::feed(turn); // §22
    mercenaries::attend(turn); // §9.8
    siege::settle(turn, false); // §34.3
    victory::check(turn); // §30
    turn.record(Event::from(YearEvent::YearEnded { year }));
    if !turn.state.is_over() {
        balance::roll(turn, year + 1, When::Year); // §6
    }
}
