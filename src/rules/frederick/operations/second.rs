//! Thurn & Taxis: a second force moves in the same movement segment (FRW §9.13, Thurn & Taxis).
//!
//! # Our reading
//!
//! - The marker is played before the first force moves, if the second is there and its condition holds.
//!   The second moves when the first has finished.
//! - It is for the movement segment alone: the second force pays nothing, is not checked for attrition,
//!   and neither offers honours of war nor pillages. Where it came among others it fights, since fighting
//!   is mandatory (§18.2), after the first.
//! - No unit moves with both, and who moved with the first cannot go aboard with the second.

use super::force::Acting;
use super::{fits, march};
use crate::markers;
use crate::orders::plan::Entry;
use crate::record::event::Why;
use crate::turn::Turn;

/// The marker.
pub const THURN: &str = "Thurn & Taxis";

/// A second force whose marker was played: its entry, and the units that moved with the first.
pub struct Second {
    entry: Entry,
    seat: String,
    barred: Vec<String>,
}

/// Plays the marker for the second force of an entry.
pub fn announce(turn: &mut Turn<'_>, entry: &Entry, acting: &Acting) -> Option<Second> {
    let wanted = entry.second.as_deref()?;
    let seat = acting.seat.clone();
    let barred = acting.units.clone();
    let there = fits(turn, &seat, wanted).and_then(|second| without(second, &barred));
    let counter = turn.state.holding(&seat, THURN);
    let why = match (&there, &counter) {
        (_, None) => Some(Why::NoMarker),
        (None, _) => Some(Why::NoForce),
        _ => None,
    };
    if let Some(why) = why {
        turn.not_done(&seat, entry.number, "second force", why);
        return None;
    }
    let (counter, at) = (counter?, there?.at);
    let played = markers::action(turn, &seat, &counter, Some(at), "a second force moves");
    played.then(|| Second { entry: wanted.clone(), seat, barred })
}

/// Moves the second force, once the first has finished.
pub fn moves(turn: &mut Turn<'_>, second: Second) -> Option<(Entry, Acting)> {
    let Second { entry, seat, barred } = second;
    let found = Acting::find(turn, &seat, &entry).ok();
    let Some(mut acting) = found.and_then(|acting| without(acting, &barred)) else {
        turn.not_done(&seat, entry.number, "second force", Why::NoForce);
        return None;
    };
    march::steps(turn, &entry, &mut acting);
    Some((entry, acting))
}

/// A force without those who moved with another; none, if nobody is left.
fn without(mut acting: Acting, barred: &[String]) -> Option<Acting> {
    acting.units.retain(|unit| !barred.contains(unit));
    acting.barred = barred.to_vec();
    (!acting.units.is_empty()).then_some(acting)
}
