//! Troops that a beaten power lends its victor while their peace lasts (NIA §13.3.2.3).
//!
//! They are lent once each, as soon as the beaten power has them, and come home when the peace is over.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.2.3.

use crate::politics::allegiance;
use crate::record::event::{CourtEvent, Term};
use crate::record::state::peaces::Treaty;
use crate::record::state::{Force, ForceId};
use crate::turn::Turn;
use std::cmp::Reverse;

/// What a supply unit is called among the troops on loan.
pub const TRAIN: &str = "train";

/// What those hear of troops on loan whom it does not concern.
pub const TROOPS: &str = "troops";

/// Lends what is still missing of the troops of all peaces.
pub fn lend(turn: &mut Turn) {
    let lasting = turn.state.titles.peaces.lasting();
    let due = lasting.filter_map(|treaty| {
        let to = treaty.has(Term::Troops)?.to_owned();
        Some((treaty.beaten.clone(), to, missing(turn, treaty)))
    });
    for (power, to, missing) in due.collect::<Vec<_>>() {
        for what in missing {
            let Some((id, part, left)) = chosen(turn, &power, &what) else { continue };
            let (beaten, victor) = (power.clone(), to.clone());
            turn.record(CourtEvent::TroopsLent { power: beaten, to: victor, what });
            allegiance::leave(turn, (id, part, left), (&power, &power), Some(&to));
        }
    }
}

/// What has not been lent yet by a peace.
pub fn missing(turn: &Turn, treaty: &Treaty) -> Vec<String> {
    let lent = &turn.book.peace.troops;
    let trains = std::iter::repeat_n(TRAIN.to_owned(), usize::from(lent.trains));
    let mut missing: Vec<String> = lent.units.iter().cloned().chain(trains).collect();
    for what in &treaty.lent {
        if let Some(at) = missing.iter().position(|one| one == what) {
            missing.remove(at);
        }
    }
    missing
}

/// The unit of a kind that is lent, with what is left of its force: of those in good order and with most steps the one
/// with the lowest modifier, and never from behind walls that are besieged; a supply unit comes from where most of them
/// are.
fn chosen(turn: &Turn, power: &str, what: &str) -> Option<(ForceId, Force, Option<Force>)> {
    let free = |force: &&Force| force.power == power && !turn.state.besieged(force.at);
    let forces = turn.state.forces.values().filter(free);
    if what == TRAIN {
        let most = forces.filter(|force| force.trains > 0);
        let force = most.max_by_key(|force| (force.trains, Reverse(force.id)))?;
        let part = Force { trains: 1, ..bare(force) };
        let left = Force { trains: force.trains - 1, ..force.clone() };
        return Some((force.id, part, kept(left)));
    }
    let units = forces.flat_map(|force| force.units.iter().map(move |unit| (force, unit)));
    let fits = units.filter(|(_, unit)| unit.kind == what && unit.nation == power);
    let best = fits.max_by_key(|(force, unit)| {
        (!force.demoralized, unit.steps, Reverse(unit.modifier), Reverse(force.id))
    });
    let (force, unit) = best?;
    let part = Force { units: vec![unit.clone()], ..bare(force) };
    let mut left = force.clone();
    if let Some(at) = left.units.iter().position(|one| one == unit) {
        left.units.remove(at);
    }
    Some((force.id, part, kept(left)))
}

/// A force without anybody in it.
fn bare(force: &Force) -> Force {
    Force {
        army: None,
        units: vec![],
        leaders: vec![],
        trains: 0,
        depots: 0,
        engineers: 0,
        bridge: None,
        siege: None,
        inside: false,
        ..force.clone()
    }
}

/// What is left of a force, if anything is.
fn kept(mut left: Force) -> Option<Force> {
    if left.units.is_empty() {
        left.army = None;
    }
    let support = left.trains + left.depots + left.engineers;
    let is_gone = left.units.is_empty() && left.leaders.is_empty() && support == 0;
    if !is_gone {
        left.settle();
    }
    (!is_gone).then_some(left)
}

/// Brings the troops of a peace home that is over.
pub fn home(turn: &mut Turn, treaty: &Treaty) {
    let to = treaty.has(Term::Troops).filter(|to| treaty.with.contains(*to));
    let Some(to) = to.map(str::to_owned) else { return };
    let beaten = treaty.beaten.as_str();
    let is_train = |what: &&String| what.as_str() == TRAIN;
    for _ in treaty.lent.iter().filter(is_train) {
        let holds = |force: &&Force| force.power == to && force.trains > 0;
        let apart = |force: &Force| !force.units.iter().any(|unit| unit.nation == beaten);
        let found = turn.state.forces.values().filter(holds);
        let Some(force) = found.min_by_key(|force| (apart(force), force.id)) else { break };
        let (id, part) = (force.id, Force { trains: 1, ..bare(force) });
        let left = kept(Force { trains: force.trains - 1, ..force.clone() });
        allegiance::leave(turn, (id, part, left), (&to, beaten), Some(beaten));
    }
    let theirs = turn.state.forces.values().filter(|force| force.power == to);
    for id in theirs.map(|force| force.id).collect::<Vec<_>>() {
        allegiance::part(turn, id, (&to, beaten, beaten), Some(beaten));
    }
}
