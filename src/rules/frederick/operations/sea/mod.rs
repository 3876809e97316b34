//! Fleets: voyages, who goes aboard and ashore, and the search on the high seas (FRW §25.1, §25.3).
//!
//! A fleet operates like any other force (§25.3), and may carry units from square to square (§25.1,
//! §25.5) as long as its owner likes (§25.11).
//!
//! The parts: ways over the water (`lanes`), what is carried (`cargo`), and whether fleets find each
//! other (`search`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3, §16.14, §20.7, §22.1, §25.2, §25.4, §25.9, §25.19, §27.2,
//! §27.4, §33, §34.2.

pub mod cargo;
pub mod lanes;
pub mod search;

use super::countermarch;
use super::force::Acting;
use super::march::{Arrived, fights, halt, show, stopped};
use crate::orders::plan::{Haven, Task};
use crate::orders::units::{UnitWord, chosen};
use crate::position::Position;
use crate::record::event::{Event, Halt, SeaEvent, Why};
use crate::record::unit::Unit;
use crate::turn::Turn;
use kit::ground::Space;
use lanes::Lanes;

/// Does a step of fleets in the movement segment.
pub fn step(turn: &mut Turn<'_>, acting: &mut Acting, task: &Task) -> Result<(), Why> {
    if !acting.fleet {
        return Err(Why::FleetsAlone);
    }
    match task {
        Task::Sail(to) => {
            for (number, goal) in (1..).zip(to) {
                let goal = haven(turn, acting, goal).ok_or(Why::NoWay)?;
                sail(turn, acting, goal, false)?.at(number == to.len())?;
            }
            Ok(())
        }
        Task::Embark(words) => cargo::embark(turn, acting, words),
        Task::Land(words) => cargo::land(turn, acting, words),
        // Fleets go by sea, and the rest is done elsewhere.
        Task::March(_) => Err(Why::FleetsAlone),
        Task::Attack(_)
        | Task::Drop(_)
        | Task::Honours(_)
        | Task::Besiege
        | Task::Pillage { .. } => Ok(()),
    }
}

/// The square that a name of a sea or a place means for a fleet.
pub fn haven(turn: &Turn<'_>, acting: &Acting, goal: &Haven) -> Option<Space> {
    with_lanes(turn, acting, |lanes| lanes.haven(acting.at, goal))
}

/// The first square of the way to a goal, as a fleet knows it.
pub fn next_step(turn: &Turn<'_>, acting: &Acting, goal: Space) -> Option<Space> {
    let open = turn.state.may_go(turn.book, &acting.seat, goal);
    let way = with_lanes(turn, acting, |lanes| lanes.way(acting.at, goal)).filter(|_| open);
    way.and_then(|way| way.first().copied())
}

/// Why a fleet has no way to a goal.
pub fn no_way(turn: &Turn<'_>, acting: &Acting, goal: Space) -> Why {
    let open = turn.state.may_go(turn.book, &acting.seat, goal);
    let shut = with_lanes(turn, acting, |lanes| {
        let free = Lanes { shut: &|_| false, power: lanes.power.clone(), ..*lanes };
        free.way(acting.at, goal).is_some()
    });
    match (open, shut) {
        (false, _) => Why::Border,
        (true, true) => Why::Barred,
        (true, false) => Why::NoWay,
    }
}

/// The water as a fleet knows it.
fn with_lanes<T>(turn: &Turn<'_>, acting: &Acting, ask: impl FnOnce(&Lanes<'_>) -> T) -> T {
    let (book, known) = (turn.the_book(), turn.known(&acting.seat));
    // Who went ashore does not sail on.
    let sailing = cargo::afloat(turn, &acting.units);
    let units: Vec<&Unit> = turn.units_of(&sailing);
    let lanes = Lanes {
        book,
        power: lanes::power_of(&units),
        may_end: &|at| turn.state.may_go(book, &acting.seat, at),
        shut: &|at| lanes::is_shut(book, known, at),
    };
    ask(&lanes)
}

/// Sails toward a square; says whether it could sail on from there, or why it is not there (§25.9).
pub fn sail(
    turn: &mut Turn<'_>,
    acting: &mut Acting,
    goal: Space,
    fight: bool,
) -> Result<Arrived, Why> {
    let mut trail = vec![acting.at];
    let done = voyage(turn, acting, &mut trail, (goal, fight));
    put_back(turn, acting, trail);
    done
}

fn voyage(
    turn: &mut Turn<'_>,
    acting: &mut Acting,
    trail: &mut Vec<Space>,
    (goal, fight): (Space, bool),
) -> Result<Arrived, Why> {
    let book = turn.the_book();
    if acting.at != goal && turn.state.is_besieged(&acting.seat, acting.at) {
        return Err(Why::Besieged);
    }
    while acting.at != goal {
        if acting.left == 0 {
            return Err(Why::MoveOver);
        }
        let Some(next) = next_step(turn, acting, goal) else {
            let why = no_way(turn, acting, goal);
            halt(turn, acting, if why == Why::Border { Halt::Border } else { Halt::NoWay });
            return Err(why);
        };
        let stops = stopped_by(&turn.state, &acting.seat, next, goal);
        // Who besieges may bring up more (§34.2).
        let joins = turn.state.besieges(&acting.seat, next);
        let meant = joins || (fight && next == goal);
        if stops && !meant && !fights(turn, acting, next) {
            halt(turn, acting, Halt::BeforeOthers);
            return Err(Why::Barred);
        }
        let transit = enter(turn, acting, next);
        trail.push(next);
        if stops && !book.atlas.is_sea(next) {
            show(turn, next);
        }
        if countermarch::ambush(turn, acting) {
            return stopped(acting, goal, Why::Ambushed);
        }
        if stops {
            acting.left = 0;
            return stopped(acting, goal, Why::Barred);
        }
        if transit || book.atlas.is_beyond(next) {
            acting.left = 0;
            halt(turn, acting, if transit { Halt::Transit } else { Halt::Box });
            return if acting.at == goal { Ok(Arrived::Free) } else { Err(Why::MoveOver) };
        }
    }
    Ok(Arrived::Free)
}

/// Whether a fleet must stop in a square and fight there: before fleets of other seats, and before
/// anybody at its goal (§13.3).
pub fn stopped_by(position: &impl Position, seat: &str, next: Space, goal: Space) -> bool {
    let standing = position.standing(next).into_iter();
    let mut enemies = standing.filter(|one| one.seat.is_some_and(|other| other != seat));
    enemies.any(|one| next == goal || one.fleet)
}

/// Goes into the next square of a voyage; says whether it was off the map between. Who went ashore is
/// left behind.
fn enter(turn: &mut Turn<'_>, acting: &mut Acting, next: Space) -> bool {
    let from = acting.at;
    acting.units = cargo::afloat(turn, &acting.units);
    let force = turn.force(&acting.seat, &acting.units);
    let transit = turn.book.atlas.transits(from).contains(&next);
    turn.record(Event::from(SeaEvent::Sailed { force, from, to: next, transit }));
    acting.came_from = Some(from);
    acting.at = next;
    transit
}

/// A fleet that was stopped on a neutral coast or in a siege of others goes back to the last square where it
/// may lie (§25.4, §34.2).
fn put_back(turn: &mut Turn<'_>, acting: &mut Acting, mut trail: Vec<Space>) {
    let lies =
        |turn: &Turn<'_>, acting: &Acting| turn.state.may_go(turn.book, &acting.seat, acting.at);
    while !acting.units.is_empty() && !lies(turn, acting) {
        trail.pop();
        let Some(back) = trail.last().copied() else { return };
        enter(turn, acting, back);
    }
}

/// The fleets that stay behind, with all that they carry, and those of a landed force who do.
pub fn left_behind(turn: &Turn<'_>, acting: &Acting, words: &[UnitWord]) -> Vec<String> {
    let here = turn.units_of(&acting.units);
    let here: Vec<&Unit> = here.into_iter().filter(|unit| unit.aboard.is_none()).collect();
    let mut left = chosen(turn.book, words, &here);
    let cargo: Vec<String> =
        cargo::aboard(turn, &left).into_iter().map(|unit| unit.id.clone()).collect();
    left.extend(cargo);
    left
}
