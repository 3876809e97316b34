//! Troops and leaders who are called away for service elsewhere (NIA §21.D).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.D.

use crate::book::Book;
use crate::book::units::{Size, Unit};
use crate::book::withdrawal::Withdrawal;
use crate::land::combat::leaders;
use crate::land::siege;
use crate::land::supply::{self, Land, Moment};
use crate::position::Position;
use crate::record::event::ForceEvent;
use crate::record::state::{Force, ForceId};
use crate::season::commands;
use crate::turn::Turn;
use kit::calendar::Season;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Calls away who is due when a season begins, or when it ends.
pub fn take(turn: &mut Turn, at_the_end: bool) {
    for line in due(turn.book, turn.state.season, at_the_end) {
        troops(turn, line);
        line.leaders.iter().for_each(|leader| call_away(turn, leader));
    }
}

/// The lines that are due when a season begins, or when it ends.
pub fn due(book: &Book, season: Season, at_the_end: bool) -> Vec<&Withdrawal> {
    let due = |line: &&Withdrawal| line.when == season && line.at_the_end == at_the_end;
    book.scenario.withdrawals.iter().filter(due).collect()
}

/// Whether a leader of a power is called away when a season begins.
pub fn is_called_away(book: &Book, season: Season, (power, leader): (&str, &str)) -> bool {
    let mut lines = due(book, season, false).into_iter().filter(|line| line.power == power);
    lines.any(|line| line.leaders.iter().any(|one| one == leader))
}

/// A leader leaves the game.
fn call_away(turn: &mut Turn, leader: &str) {
    if let Some(force) = turn.state.with_leader(leader).cloned() {
        if !force.units.is_empty() && !commands::is_followed(turn, &force) {
            // The one who follows comes first, so that the force is never without a head.
            leaders::replace(turn, force.id, leader, force.commander() == Some(leader));
        }
        let commanded = force.commander() == Some(leader);
        let mut rest = turn.state.force(force.id).clone();
        rest.leaders.retain(|name| name != leader);
        record(turn, rest, vec![], vec![leader.to_owned()]);
        if commanded {
            leaders::pass_command(turn, force.id);
        } else {
            leaders::disband_surplus(turn, force.id);
        }
    }
}

/// The troops of a line leave, a force at a time.
fn troops(turn: &mut Turn, line: &Withdrawal) {
    for Called { left, units } in called_away(turn.book, &turn.state, line) {
        let id = left.id;
        record(turn, left, units, vec![]);
        leaders::disband_surplus(turn, id);
    }
}

/// A force from which troops are called away: what is left of it, and what leaves it.
pub struct Called {
    pub left: Force,
    pub units: Vec<Unit>,
}

/// The forces from which troops of a line leave (NIA §21.D).
pub fn called_away(book: &Book, position: &dyn Position, line: &Withdrawal) -> Vec<Called> {
    if !line.calls_troops() {
        return vec![];
    }
    let own = position.standing().filter(|one| one.power == line.power && !one.coming);
    let mut forces: Vec<Force> = own.filter_map(|one| one.whole.cloned()).collect();
    forces.sort_by_key(|force| force.id);
    let land = Land::of(book, position, &line.power);
    let fed = |force: &Force| supply::feeds(&land, force, &Moment::default());
    let fed = forces.iter().filter(|force| fed(force)).map(|force| force.id).collect();
    let mut theatre = Theatre { forces, fed, gone: BTreeMap::new() };
    for unit in &line.counted {
        theatre.give(|there| rank(book, unit, there), false);
    }
    for (steps, class) in [(line.infantry, "infantry"), (line.cavalry, "light cavalry")] {
        for _ in 0..steps {
            theatre.give(|there| of_line(book, (&line.power, class), there), true);
        }
    }
    if line.allies {
        let minor = |one: &Unit| (!book.people.is_major(&one.nation)).then_some((0, 0));
        while theatre.give(minor, false) {}
    }
    let Theatre { forces, gone, .. } = theatre;
    let left = |id: &ForceId| forces.iter().find(|force| force.id == *id).cloned();
    gone.into_iter().filter_map(|(id, units)| Some(Called { left: left(&id)?, units })).collect()
}

/// How well a unit of the line can spare a step: a whole one before a reduced one.
fn of_line(book: &Book, (nation, class): (&str, &str), there: &Unit) -> Option<(u8, u8)> {
    let kind = book.units.kind(&there.kind);
    let fits = there.nation == nation && kind.class == class;
    fits.then(|| (0, u8::from(kind.size == Size::Corps && there.steps < kind.steps)))
}

/// How well a unit stands for the one that is called: the less, the better; none if it does not.
fn rank(book: &Book, called: &Unit, there: &Unit) -> Option<(u8, u8)> {
    let (kind, other) = (book.units.kind(&called.kind), book.units.kind(&there.kind));
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
struct Theatre {
    forces: Vec<Force>,
    /// Those of them that are in supply.
    fed: BTreeSet<ForceId>,
    gone: BTreeMap<ForceId, Vec<Unit>>,
}

impl Theatre {
    /// Takes the unit of the lowest rank, or one step of it; says whether there was one.
    fn give(&mut self, rank: impl Fn(&Unit) -> Option<(u8, u8)>, one_step: bool) -> bool {
        let offers = self.forces.iter().enumerate().flat_map(|(nth, force)| {
            let ranked = force.units.iter().enumerate();
            let ranked = ranked.filter_map(|(at, unit)| Some((rank(unit)?, at)));
            let best = ranked.min()?;
            let is_fed = self.fed.contains(&force.id);
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

/// What stays of a force: without a unit an army has no marker.
pub fn rest(mut rest: Force) -> Force {
    if rest.units.is_empty() {
        rest.army = None;
    }
    rest.settle();
    rest
}

fn record(turn: &mut Turn, left: Force, units: Vec<Unit>, leaders: Vec<String>) {
    let rest = rest(left);
    let (force, at, power) = (rest.id, rest.at, rest.power.clone());
    let rest = Some(rest).filter(|rest| !rest.is_empty());
    turn.record(ForceEvent::Withdrawn { force, rest, power, at, units, leaders });
    siege::raise(turn, at);
}
