//! The movement segment: a force goes from square to square (FRW §13.2, §16).
//!
//! A stop lasts for the operation alone (§16.10).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.2, §14.2, §16.5, §16.15, §27.4.

use super::force::Acting;
use super::path::{Field, POINT, without_others};
use super::sea;
use super::{begin, countermarch, overrun};
use crate::decisions::Topic;
use crate::orders::plan::{Entry, Step, Task};
use crate::orders::units::chosen;
use crate::orders::words::FIGHT;
use crate::position::Position;
use crate::record::event::{Event, ForceEvent, Halt, Why};
use crate::record::unit::Sort;
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use std::collections::BTreeMap;

const MET: Rule = Rule("FRW §13.2");

/// Does the steps of an entry that are played in the movement segment.
pub fn steps(turn: &mut Turn<'_>, entry: &Entry, acting: &mut Acting) {
    for step in entry.steps.iter().filter(|step| moves(step)) {
        if acting.units.is_empty() {
            return;
        }
        match one(turn, step, acting) {
            Ok(()) => drop(turn.settled.insert(step.number)),
            Err(why) => {
                turn.part_not_done(&acting.seat, (entry.number, step.number), step.key, why);
            }
        }
    }
}

/// A force that is where it was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrived {
    /// It could go on.
    Free,
    /// It cannot go on, and why.
    Stopped(Why),
}

impl Arrived {
    /// Whether it is where a step with several goals ends; or why not.
    pub fn at(self, is_last: bool) -> Result<(), Why> {
        match self {
            Arrived::Stopped(why) if !is_last => Err(why),
            Arrived::Stopped(_) | Arrived::Free => Ok(()),
        }
    }
}

/// Whether a step is done in the movement segment.
fn moves(step: &Step) -> bool {
    match step.task {
        Task::March(_)
        | Task::Attack(_)
        | Task::Drop(_)
        | Task::Sail(_)
        | Task::Embark(_)
        | Task::Land(_) => true,
        Task::Honours(_) | Task::Besiege | Task::Pillage { .. } => false,
    }
}

fn one(turn: &mut Turn<'_>, step: &Step, acting: &mut Acting) -> Result<(), Why> {
    let goal = begin::goal(turn, step, acting);
    if !begin::holds(turn, step, acting) {
        return Err(Why::Condition);
    }
    match &step.task {
        Task::March(to) if !acting.fleet => {
            for (number, goal) in (1..).zip(to) {
                go(turn, acting, *goal, false)?.at(number == to.len())?;
            }
            Ok(())
        }
        Task::Attack(_) => {
            let goal = goal.ok_or(Why::NobodyThere)?;
            match acting.fleet {
                true => sea::sail(turn, acting, goal, true)?,
                false => go(turn, acting, goal, true)?,
            };
            acting.assaults |= acting.at == goal;
            Ok(())
        }
        Task::Drop(words) => {
            let left = match acting.fleet {
                true => sea::left_behind(turn, acting, words),
                false => chosen(turn.book, words, &turn.units_of(&acting.units)),
            };
            drop_off(turn, acting, left)
        }
        Task::March(_) | Task::Sail(_) | Task::Embark(_) | Task::Land(_) => {
            sea::step(turn, acting, &step.task)
        }
        // Other segments do these.
        Task::Honours(_) | Task::Besiege | Task::Pillage { .. } => Ok(()),
    }
}

/// Leaves units behind; those who go on keep the pace of the start (§16.5).
fn drop_off(turn: &mut Turn<'_>, acting: &mut Acting, left: Vec<String>) -> Result<(), Why> {
    if left.is_empty() {
        return Err(Why::NoForce);
    }
    acting.units.retain(|unit| !left.contains(unit));
    acting.emptied = acting.units.is_empty();
    acting.marcher = acting.marcher.reduced_to(turn.book, &turn.units_of(&acting.units));
    let force = turn.force(&acting.seat, &left);
    turn.record(Event::from(ForceEvent::Dropped { force, at: acting.at }));
    Ok(())
}

/// Goes toward a square; says whether it could go on from there, or why it is not there.
fn go(turn: &mut Turn<'_>, acting: &mut Acting, goal: Space, fight: bool) -> Result<Arrived, Why> {
    if acting.at != goal && turn.state.is_besieged(&acting.seat, acting.at) {
        return Err(Why::Besieged);
    }
    let start = (acting.at, acting.left);
    while acting.at != goal {
        let Some((next, cost)) = next_step(turn, acting, goal) else {
            let why = no_way(turn, acting, goal);
            halt(turn, acting, if why == Why::Border { Halt::Border } else { Halt::NoWay });
            return Err(why);
        };
        if cost > acting.left {
            halt(turn, acting, spent(turn, acting));
            return Err(too_far(turn, acting, start, goal));
        }
        let others = !turn.state.others_at(&acting.seat, next).is_empty();
        // Who besieges may bring up more.
        let joins = turn.state.besieges(&acting.seat, next);
        let meant = joins || (fight && next == goal);
        if others && !meant && !fights(turn, acting, next) {
            halt(turn, acting, Halt::BeforeOthers);
            return Err(Why::Barred);
        }
        let point = acting.left >= cost + POINT;
        enter(turn, acting, next, cost);
        if others {
            show(turn, acting.at);
        }
        if countermarch::ambush(turn, acting) {
            return stopped(acting, goal, Why::Ambushed);
        }
        // Who meets others stops, unless they are overrun (§33).
        if others && !overrun::run_over(turn, acting, point) {
            acting.left = 0;
            return stopped(acting, goal, Why::Barred);
        }
        if acting.left == 0 && acting.at != goal {
            halt(turn, acting, spent(turn, acting));
            return Err(too_far(turn, acting, start, goal));
        }
    }
    Ok(Arrived::Free)
}

/// Why a force has no way to a goal.
pub(super) fn no_way(turn: &Turn<'_>, acting: &Acting, goal: Space) -> Why {
    let open = turn.state.may_enter(turn.book, goal);
    let shut = without_others(turn.book, &turn.state.open, |field| {
        field.way(&acting.marcher, acting.at, goal).is_some()
    });
    match (open, shut) {
        (false, _) => Why::Border,
        (true, true) => Why::Barred,
        (true, false) => Why::NoWay,
    }
}

/// Where a force was stopped: at its goal, or before it.
pub(super) fn stopped(acting: &Acting, goal: Space, why: Why) -> Result<Arrived, Why> {
    if acting.at == goal { Ok(Arrived::Stopped(why)) } else { Err(why) }
}

/// Why a force that set out with so many points did not come to its goal: the way was too long, or others
/// made it so.
fn too_far(turn: &Turn<'_>, acting: &Acting, (from, points): (Space, u32), goal: Space) -> Why {
    let is_enough = |field: &Field<'_>| field.is_enough(&acting.marcher, from, goal, points);
    let enough = without_others(turn.book, &turn.state.open, is_enough);
    if enough { Why::Barred } else { Why::Short }
}

/// Why a force cannot go on that has too few points left.
fn spent(turn: &Turn<'_>, acting: &Acting) -> Halt {
    let mountain = turn.book.atlas.square(acting.at).mountain && acting.left == 0;
    if mountain && acting.came_from.is_some() { Halt::Mountain } else { Halt::OutOfPoints }
}

/// The next square of the way that a force knows, and what it costs.
pub(super) fn next_step(turn: &Turn<'_>, acting: &Acting, goal: Space) -> Option<(Space, u32)> {
    let (book, known) = (turn.the_book(), turn.known(&acting.seat));
    let field = Field {
        book,
        may_enter: &|at| turn.state.may_go(book, &acting.seat, at),
        others: &|at| !known.others_at(at).is_empty(),
    };
    let next = *field.way(&acting.marcher, acting.at, goal)?.first()?;
    Some((next, field.cost(&acting.marcher, acting.at, next)?))
}

/// Whether a force that finds others in its way fights them.
pub(super) fn fights(turn: &mut Turn<'_>, acting: &Acting, at: Space) -> bool {
    let said = turn.reaction(&acting.seat, &acting.units, "met");
    let said = said.and_then(|said| said.name("met").map(str::to_owned));
    let said = said.map(|word| (word, Source::Reaction));
    let ask = MET.by(acting.seat.as_str()).at(turn.place(at));
    turn.decide(ask, &acting.seat, Topic::Met, &["stop", FIGHT], ("stop", said)) == FIGHT
}

fn enter(turn: &mut Turn<'_>, acting: &mut Acting, next: Space, cost: u32) {
    let force = turn.force(&acting.seat, &acting.units);
    let from = acting.at;
    turn.record(Event::from(ForceEvent::Moved { force, from, to: next }));
    let atlas = &turn.book.atlas;
    acting.left = acting.marcher.left_in(atlas, next, acting.left - cost);
    acting.came_from = Some(from);
    acting.at = next;
    acting.mountains |= atlas.square(next).mountain;
}

/// All who stand in a square show all their units to each other (§14.2).
pub fn show(turn: &mut Turn<'_>, at: Space) {
    let seats = turn.state.seats_at(at);
    let stacks: BTreeMap<String, Vec<Sort>> = seats
        .iter()
        .map(|seat| {
            let mut sorts: Vec<Sort> =
                turn.state.own_at(seat, at).into_iter().map(Sort::of).collect();
            sorts.sort();
            (seat.clone(), sorts)
        })
        .collect();
    let seats = seats.into_iter().collect();
    turn.record(Event::from(ForceEvent::Met { at, seats, stacks }));
}

/// Tells that a force has stopped.
pub(super) fn halt(turn: &mut Turn<'_>, acting: &Acting, why: Halt) {
    let (seat, at) = (acting.seat.clone(), acting.at);
    turn.record(Event::from(ForceEvent::Halted { seat, at, why }));
}
