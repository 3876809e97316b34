//! Troops and leaders who are called away for service elsewhere (NIA §21.D).
//!
//! # Our reading
//!
//! - §21.D: a unit of the same nation, kind and modifier goes; else one of the same nation and class of
//!   corps, the nearest in modifier. A whole one goes before a reduced one, and troops in supply go
//!   before others. Where the choice is still open, the largest force gives. If there is nothing similar,
//!   nothing goes.
//! - §21.D: steps of infantry and cavalry are those of the line; a force in supply gives them, the largest
//!   first, from a whole corps if it has one.
//! - §21.D: a leader drawn from the pool takes the place of one who is called away, if troops stand
//!   with them. A leader in the pool who is called away follows nobody any more. Who is at sea stays.
//! - §21.D: who is called away when a season begins leaves before its arrivals come.

use crate::book::units::{Size, Unit};
use crate::book::withdrawal::Withdrawal;
use crate::land::combat::leaders;
use crate::land::siege;
use crate::land::supply::{self, Moment};
use crate::record::event::ForceEvent;
use crate::record::state::{Force, ForceId};
use crate::season::commands;
use crate::turn::Turn;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Calls away who is due when a season begins, or when it ends.
pub fn take(turn: &mut Turn, at_the_end: bool) {
    let (book, season) = (turn.book, turn.state.season);
    let due = |line: &&Withdrawal| line.when == season && line.at_the_end == at_the_end;
    for line in book.scenario.withdrawals.iter().filter(due) {
        troops(turn, line);
        line.leaders.iter().for_each(|leader| call_away(turn, leader));
    }
}

/// A leader leaves the game.
fn call_away(turn: &mut Turn, leader: &str) {
    if let Some(force) = turn.state.with_leader(leader).cloned() {
        if !force.units.is_empty() && !commands::is_followed(turn, &force) {
            // The one who follows comes first, so that the force is never without a head.
            leaders::replace(turn, force.id, leader, force.commander() == Some(leader));
        }
        let mut rest = turn.state.force(force.id).clone();
        rest.leaders.retain(|name| name != leader);
        record(turn, rest, vec![], vec![leader.to_owned()]);
        leaders::disband_surplus(turn, force.id);
    }
}

/// The troops of a line leave, a force at a time.
fn troops(turn: &mut Turn, line: &Withdrawal) {
    let own = turn.state.forces.values().filter(|force| force.power == line.power);
    let mut theatre = Theatre { forces: own.cloned().collect(), ..Theatre::default() };
    for unit in &line.counted {
        theatre.give(turn, |unit_there| rank(turn, unit, unit_there), false);
    }
    for (steps, class) in [(line.infantry, "infantry"), (line.cavalry, "light cavalry")] {
        for _ in 0..steps {
            theatre.give(turn, |there| of_line(turn, (&line.power, class), there), true);
        }
    }
    if line.allies {
        let minor = |one: &Unit| (!turn.book.people.is_major(&one.nation)).then_some((0, 0));
        while theatre.give(turn, minor, false) {}
    }
    for (id, units) in std::mem::take(&mut theatre.gone) {
        let Some(rest) = theatre.forces.iter().find(|force| force.id == id).cloned() else {
            continue;
        };
        record(turn, rest, units, vec![]);
        leaders::disband_surplus(turn, id);
    }
}

/// How well a unit of the line can spare a step: a whole one before a reduced one.
fn of_line(turn: &Turn, (nation, class): (&str, &str), there: &Unit) -> Option<(u8, u8)> {
    let kind = turn.book.units.kind(&there.kind);
    let fits = there.nation == nation && kind.class == class;
    fits.then(|| (0, u8::from(kind.size == Size::Corps && there.steps < kind.steps)))
}

/// How well a unit stands for the one that is called: the less, the better; none if it does not.
fn rank(turn: &Turn, called: &Unit, there: &Unit) -> Option<(u8, u8)> {
    let (kind, other) = (turn.book.units.kind(&called.kind), turn.book.units.kind(&there.kind));
    let similar = kind.class == other.class && kind.size == other.size;
    if called.nation != there.nation || !similar {
        return None;
    }
    let away = called.modifier.abs_diff(there.modifier);
    let strange = u8::from(called.kind != there.kind) * 20;
    let reduced = u8::from(kind.size == Size::Corps && there.steps < other.steps);
    Some((away + strange, reduced))
}

/// The troops of a power while it is looked for who goes.
#[derive(Default)]
struct Theatre {
    forces: Vec<Force>,
    gone: BTreeMap<ForceId, Vec<Unit>>,
}

impl Theatre {
    /// Takes the unit of the lowest rank, or one step of it; says whether there was one.
    fn give(
        &mut self,
        turn: &Turn,
        rank: impl Fn(&Unit) -> Option<(u8, u8)>,
        one_step: bool,
    ) -> bool {
        let fed =
            |force: &Force| supply::supplied(turn.book, &turn.state, force, &Moment::default());
        let offers = self.forces.iter().enumerate().flat_map(|(nth, force)| {
            let ranked = force.units.iter().enumerate();
            let ranked = ranked.filter_map(|(at, unit)| Some((rank(unit)?, at)));
            let best = ranked.min()?;
            let is_fed = fed(force);
            let steps: u32 = force.units.iter().map(|unit| u32::from(unit.steps)).sum();
            (is_fed || !one_step).then_some((best.0, !is_fed, Reverse(steps), nth, best.1))
        });
        let Some((.., nth, at)) = offers.min() else { return false };
        let force = &mut self.forces[nth];
        let mut unit = force.units[at].clone();
        if one_step && unit.steps > 1 {
            force.units[at].steps -= 1;
            unit.steps = 1;
        } else {
            force.units.remove(at);
        }
        self.gone.entry(force.id).or_default().push(unit);
        true
    }
}

fn record(turn: &mut Turn, mut rest: Force, units: Vec<Unit>, leaders: Vec<String>) {
    if rest.units.is_empty() {
        rest.army = None;
    }
    rest.settle();
    let (force, at, power) = (rest.id, rest.at, rest.power.clone());
    let rest = Some(rest).filter(|rest| !rest.is_empty());
    turn.record(ForceEvent::Withdrawn { force, rest, power, at, units, leaders });
    siege::raise(turn, at);
}
