//! Whether an operation can begin: one of whose steps none can be begun is not taken up, and costs neither
//! the turn nor thaler (FRW §12.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.2.

use super::force::{Acting, goal_of};
use super::march::{next_step, no_way};
use super::sea::{self, cargo};
use super::{honours, pillage, second, siege};
use crate::markers::SPY;
use crate::orders::plan::{Entry, Step, Task};
use crate::position::Position;
use crate::record::event::Why;
use crate::turn::{About, Turn};
use kit::ground::Space;

/// Whether any step of an entry can begin; else why the first cannot.
pub fn can(turn: &Turn<'_>, entry: &Entry, acting: &Acting) -> Result<(), Why> {
    let known = turn.known(&acting.seat);
    let holds = |kind: &str| known.holds(&acting.seat, kind);
    any_step(entry, holds, |other| step(turn, other, acting))
}

/// Whether any step of an entry can begin, by what `can` says of each; else what it says of the first.
/// A spy and a second force begin it too; leaving units behind does not.
pub fn any_step<W>(
    entry: &Entry,
    holds: impl Fn(&str) -> bool,
    can: impl Fn(&Step) -> Result<(), W>,
) -> Result<(), W> {
    let spies = entry.spy.is_some() && holds(SPY);
    let both = entry.second.is_some() && holds(second::THURN);
    if spies || both {
        return Ok(());
    }
    let mut steps = entry.steps.iter().filter(|step| !matches!(step.task, Task::Drop(_)));
    let Some(first) = steps.next() else { return Ok(()) };
    let why = can(first);
    match why.is_ok() || steps.any(|other| can(other).is_ok()) {
        true => Ok(()),
        false => why,
    }
}

/// The square that a step is about, for its condition.
pub fn goal(turn: &Turn<'_>, step: &Step, acting: &Acting) -> Option<Space> {
    match &step.task {
        Task::March(to) => to.last().copied(),
        Task::Attack(target) => goal_of(turn.known(&acting.seat), target),
        Task::Sail(to) => to.last().and_then(|goal| sea::haven(turn, acting, goal)),
        Task::Drop(_)
        | Task::Embark(_)
        | Task::Land(_)
        | Task::Honours(_)
        | Task::Besiege
        | Task::Pillage { .. } => Some(acting.at),
    }
}

/// Whether the condition of a step holds as things stand.
pub fn holds(turn: &Turn<'_>, step: &Step, acting: &Acting) -> bool {
    let goal = goal(turn, step, acting);
    let about =
        About { units: acting.units.clone(), goal, left: Some(acting.left), ..About::default() };
    turn.holds(&acting.seat, step.condition.as_ref(), &about)
}

fn step(turn: &Turn<'_>, step: &Step, acting: &Acting) -> Result<(), Why> {
    if !holds(turn, step, acting) {
        return Err(Why::Condition);
    }
    let (known, seat, at) = (turn.known(&acting.seat), &acting.seat, acting.at);
    let enemies = known.standing(at).iter().any(|one| one.seat.is_some_and(|one| one != seat));
    let enemies = if enemies { Ok(()) } else { Err(Why::NoEnemy) };
    match &step.task {
        Task::March(_) if acting.fleet => Err(Why::FleetsAlone),
        Task::March(to) => goes(turn, acting, to.iter().copied(), false),
        Task::Sail(to) => {
            let goals = to.iter().map(|goal| sea::haven(turn, acting, goal).ok_or(Why::NoWay));
            goes(turn, acting, goals.collect::<Result<Vec<_>, _>>()?.into_iter(), false)
        }
        Task::Attack(target) => match goal_of(known, target).ok_or(Why::NobodyThere)? {
            goal if goal == at => enemies,
            goal => goes(turn, acting, std::iter::once(goal), true),
        },
        Task::Embark(words) => found(cargo::boarders(turn, acting, words)),
        Task::Land(words) => found(cargo::landing(turn, acting, words)),
        Task::Honours(most) => {
            let (here, hand) = (known.units_at(seat, at), &known.markers.own);
            enemies.and_then(|()| honours::committed(turn.book, &here, hand, *most).map(drop))
        }
        Task::Besiege => {
            let bar =
                siege::bar(turn.book, known.open(), seat, at, siege::has_train(known, seat, at));
            enemies.and(if bar.is_some() { Err(Why::NotThere) } else { Ok(()) })
        }
        Task::Pillage { .. } => pillage::may(turn.book, known, seat, at),
        Task::Drop(_) => Ok(()),
    }
}

fn found(units: Vec<String>) -> Result<(), Why> {
    if units.is_empty() { Err(Why::NoForce) } else { Ok(()) }
}

/// Whether a force sets out for the first of some goals where it does not stand.
fn goes(
    turn: &Turn<'_>,
    acting: &Acting,
    mut goals: impl Iterator<Item = Space>,
    fight: bool,
) -> Result<(), Why> {
    let goal = goals.find(|goal| *goal != acting.at).ok_or(Why::ThereAlready)?;
    let (known, seat) = (turn.known(&acting.seat), &acting.seat);
    if known.open.is_besieged(seat, acting.at) {
        return Err(Why::Besieged);
    }
    let next = match acting.fleet {
        true => sea::next_step(turn, acting, goal),
        false => match next_step(turn, acting, goal) {
            Some((_, cost)) if cost > acting.left => return Err(Why::Short),
            next => next.map(|(next, _)| next),
        },
    };
    let Some(next) = next else {
        return Err(match acting.fleet {
            true => sea::no_way(turn, acting, goal),
            false => no_way(turn, acting, goal),
        });
    };
    let stops = match acting.fleet {
        true => sea::stopped_by(known, seat, next, goal),
        false => known.has_others(seat, next),
    };
    let meant = known.open.besieges(seat, next) || (fight && next == goal);
    let fights = || turn.sheet(seat).fights(turn.book, &turn.units_of(&acting.units));
    if stops && !meant && !fights() { Err(Why::Barred) } else { Ok(()) }
}
