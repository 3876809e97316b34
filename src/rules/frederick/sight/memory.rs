//! What a seat remembers of stacks that it met (FRW §14.2): a copy, which changes by what the seat is told
//! and by how the stacks look, and by nothing else. A stack is of one seat, so only what that seat's units do
//! changes its copy: who goes back from a fortress still knows who is inside.

#![deny(clippy::wildcard_enum_match_arm)]

use super::known::Stack;
use crate::record::event::{CourtEvent, Event, ForceEvent, SeaEvent, WarEvent};
use crate::record::unit::Sort;
use kit::ground::Space;
use std::collections::BTreeMap;

type Stacks = BTreeMap<Space, Vec<Stack>>;

/// Updates the copies by an event as the seat was told it. When a unit of its seat leaves or joins a stack, its copy
/// is dropped; a unit that was lost is taken off it. Returns the square of a loss, since the stacks there may
/// look different now although the seat knows why.
pub fn recall(stacks: &mut Stacks, event: &Event) -> Option<Space> {
    match event {
        Event::Force(event) => of_force(stacks, event),
        Event::Sea(event) => match event {
            SeaEvent::Sailed { force, from, to, .. } => forget(stacks, &force.seat, [*from, *to]),
            SeaEvent::Boarded { .. } | SeaEvent::Landed { .. } | SeaEvent::Sought { .. } => {}
        },
        Event::War(event) => match event {
            WarEvent::Retreated { force, from, to, .. } => {
                forget(stacks, &force.seat, [*from, *to]);
            }
            WarEvent::HonoursTried { .. }
            | WarEvent::Fought(_)
            | WarEvent::Rewarded { .. }
            | WarEvent::Overran { .. }
            | WarEvent::SiegeBegan { .. }
            | WarEvent::SiegeEnded { .. }
            | WarEvent::LeaderDie { .. } => {}
        },
        Event::Court(CourtEvent::ControlChanged { moved, .. }) => {
            moved.values().for_each(|at| forget_all(stacks, *at));
        }
        Event::Court(_) | Event::Order(_) | Event::Year(_) | Event::Marker(_) => {}
    }
    let Event::Force(ForceEvent::Lost { at, .. } | ForceEvent::Captured { at, .. }) = event else {
        return None;
    };
    Some(*at)
}

fn of_force(stacks: &mut Stacks, event: &ForceEvent) {
    match event {
        ForceEvent::Moved { force, from, to } => forget(stacks, &force.seat, [*from, *to]),
        ForceEvent::Lost { seat, at, sort, .. } | ForceEvent::Captured { seat, at, sort, .. } => {
            remove(stacks, *at, seat, sort);
        }
        ForceEvent::WentOver { seat, by, at, .. } => {
            [seat, by].into_iter().for_each(|seat| forget(stacks, seat, [*at]));
        }
        ForceEvent::Released { seat, at, .. } | ForceEvent::LeaderCame { seat, at, .. } => {
            forget(stacks, seat, [*at]);
        }
        ForceEvent::LeaderSaved { seat, leader, to, .. } => {
            let is_it = |sort: &Sort| sort.leader.as_ref() == Some(leader);
            let had = |stack: &Stack| stack.units.iter().flatten().any(is_it);
            let from = stacks.iter().find(|(_, here)| here.iter().any(had)).map(|(at, _)| *at);
            forget(stacks, seat, from.into_iter().chain([*to]));
        }
        // Only the owner is told what was raised or promoted, and copies are of other seats' stacks.
        ForceEvent::Raised { .. } | ForceEvent::Promoted { .. } => {}
        ForceEvent::OperationBegan { .. }
        | ForceEvent::Passed { .. }
        | ForceEvent::Dropped { .. }
        | ForceEvent::Halted { .. }
        | ForceEvent::Met { .. }
        | ForceEvent::AttritionChecked { .. }
        | ForceEvent::LeaderNotSaved { .. }
        | ForceEvent::PillageTried { .. }
        | ForceEvent::Pillaged { .. }
        | ForceEvent::FieldworksLost { .. } => {}
    }
}

/// Drops the copies of the stacks of a seat in some squares.
fn forget(stacks: &mut Stacks, seat: &str, spaces: impl IntoIterator<Item = Space>) {
    for at in spaces {
        let here = stacks.get_mut(&at).into_iter().flatten();
        for stack in here.filter(|stack| stack.seat.as_deref() == Some(seat)) {
            (stack.units, stack.met) = (None, None);
        }
    }
}

/// Drops the copies of all stacks in a square.
fn forget_all(stacks: &mut Stacks, at: Space) {
    for stack in stacks.get_mut(&at).into_iter().flatten() {
        (stack.units, stack.met) = (None, None);
    }
}

/// Takes one unit off the copy of a stack; a copy without a unit of that sort was incomplete and is dropped.
fn remove(stacks: &mut Stacks, at: Space, seat: &str, sort: &Sort) {
    let here = stacks.get_mut(&at).into_iter().flatten();
    for stack in here.filter(|stack| stack.seat.as_deref() == Some(seat)) {
        let Some(units) = &mut stack.units else { continue };
        match units.iter().position(|one| one == sort) {
            Some(gone) => drop(units.remove(gone)),
            None => (stack.units, stack.met) = (None, None),
        }
    }
}

/// Keeps the copy of a stack that looks as before, or otherwise for a loss that was told; `old` are those
/// that were known in its square.
pub fn keep(stack: &mut Stack, old: &[Stack], is_told: bool) {
    let before = old.iter().find(|one| one.seat == stack.seat && stack.units.is_none());
    let Some(before) = before else { return };
    let looks = |one: &Stack| (one.powers.clone(), one.leader.clone(), one.height, one.fleet);
    if is_told || looks(before) == looks(stack) {
        (stack.units, stack.met) = (before.units.clone(), before.met);
    }
}
