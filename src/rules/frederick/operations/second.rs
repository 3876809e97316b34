//! Thurn & Taxis: a second force moves in the same movement segment (FRW §9.13, Thurn & Taxis).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.13, §18.2, §34.6.

use super::force::Acting;
use super::march;
use crate::markers;
use crate::orders::plan::{Entry, Task};
use crate::record::event::Why;
use crate::turn::{About, Turn};
use kit::ground::Space;

/// The marker.
pub const THURN: &str = "Thurn & Taxis";
/// The key of the entry.
const STEP: &str = "second force";

/// Whether a second force does a step at all, of its own will.
pub fn does(task: &Task) -> bool {
    !matches!(task, Task::Honours(_) | Task::Pillage { .. })
}

/// A second force whose marker was played: its entry.
pub struct Second(Entry);

/// Plays the marker for the second force of an entry.
pub fn announce(turn: &mut Turn<'_>, entry: &Entry, first: &Acting) -> Option<Second> {
    let wanted = entry.second.as_deref()?;
    let seat = first.seat.clone();
    let ready = ready(turn, wanted, first);
    let counter = turn.state.holding(&seat, THURN).ok_or(Why::NoMarker);
    let (counter, at) = match counter.and_then(|counter| Ok((counter, ready?))) {
        Ok(found) => found,
        Err(why) => {
            left_out(turn, &seat, wanted, why);
            return None;
        }
    };
    if !markers::action(turn, &seat, &counter, Some(at), "a second force moves") {
        left_out(turn, &seat, wanted, Why::Cancelled);
        return None;
    }
    Some(Second(wanted.clone()))
}

/// Tells that a second force does not move.
fn left_out(turn: &mut Turn<'_>, seat: &str, wanted: &Entry, why: Why) {
    turn.part_not_done(seat, (wanted.number, wanted.part), STEP, why);
    turn.not_reached(seat, wanted.number, wanted.parts());
}

/// Where the second force stands, if it is there and its condition holds.
fn ready(turn: &Turn<'_>, wanted: &Entry, first: &Acting) -> Result<Space, Why> {
    let second = Acting::find(turn, &first.seat, wanted)?;
    let second = without(second, &first.all).ok_or(Why::NoForce)?;
    let goal = second.first_goal(turn, wanted);
    let about = About { units: second.units.clone(), goal, ..About::default() };
    let holds = turn.holds(&first.seat, wanted.condition.as_ref(), &about);
    if holds { Ok(second.at) } else { Err(Why::Condition) }
}

/// Moves the second force, once the first has finished.
pub fn moves(turn: &mut Turn<'_>, second: Second, first: &Acting) -> Option<(Entry, Acting)> {
    let Second(entry) = second;
    let found = Acting::find(turn, &first.seat, &entry).ok();
    let Some(mut acting) = found.and_then(|acting| without(acting, &first.all)) else {
        left_out(turn, &first.seat, &entry, Why::NoForce);
        return None;
    };
    turn.settled.insert(entry.part);
    march::steps(turn, &entry, &mut acting);
    Some((entry, acting))
}

/// A force without those who moved with another; none, if nobody is left.
fn without(mut acting: Acting, barred: &[String]) -> Option<Acting> {
    acting.units.retain(|unit| !barred.contains(unit));
    acting.barred = barred.to_vec();
    (!acting.units.is_empty()).then_some(acting)
}
