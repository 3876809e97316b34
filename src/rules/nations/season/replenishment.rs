//! Replenishment: steps that come for reduced infantry, and to whom they go (NIA §21.D).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.D.

use crate::book::Book;
use crate::book::scenario::{At, Entry};
use crate::book::units::Unit;
use crate::land::stacking;
use crate::land::supply::{self, Land, Moment};
use crate::position::Position;
use crate::record::event::ForceEvent;
use crate::record::state::{Force, ForceId};
use crate::season::arrivals::ARRIVAL;
use crate::season::places::legal;
use crate::season::setup::{ask, placing};
use crate::turn::Turn;
use std::collections::BTreeMap;

/// How many steps an army gets of one line, at most.
const TO_AN_ARMY: u16 = 2;

/// How many steps a line brings.
pub fn steps(entry: &Entry) -> u16 {
    let count = |written: &String| {
        written.split(' ').next().and_then(|n| n.parse::<u16>().ok()).unwrap_or(1)
    };
    entry.steps.iter().map(count).sum()
}

/// Gives replenishment steps to reduced infantry; those that nobody can take are lost (NIA §21.D).
pub fn replenish(turn: &mut Turn, entry: &Entry) {
    let said: Vec<String> = placing(turn, entry)
        .map(|filled| filled.names("leaders").into_iter().map(str::to_owned).collect())
        .unwrap_or_default();
    let mut given: BTreeMap<ForceId, u16> = BTreeMap::new();
    let steps = steps(entry);
    for index in 0..steps {
        let (book, state) = (turn.book, &turn.state);
        let fed = |force: &Force| supply::supplied(book, state, force, &Moment::default());
        let needy: Vec<Force> =
            needy(book, state.forces.values(), fed, (entry, &given)).into_iter().cloned().collect();
        let names: Vec<String> = needy.iter().map(|force| turn.name(force)).collect();
        let Some(default) = names.first().cloned() else {
            turn.record(ForceEvent::NotTaken { power: entry.power.clone(), steps: steps - index });
            return;
        };
        let said = said.get(usize::from(index)).filter(|name| names.contains(name)).cloned();
        let what = format!("step {}", index + 1);
        let choice = ask(turn, entry, ARRIVAL, &what, names.clone(), default, said);
        let chosen = names.iter().position(|name| *name == choice).unwrap_or(0);
        let mut force = needy[chosen].clone();
        refill(turn.book, &entry.power, &mut force);
        force.settle();
        *given.entry(force.id).or_default() += 1;
        let why = "a replenishment step arrived".to_owned();
        turn.record(ForceEvent::Changed { force, why });
    }
}

/// To whom the steps of a line go as things stand, one name a step; those that are left are lost. `said`: what
/// the sheet says under `leaders`.
pub fn foretold(book: &Book, position: &dyn Position, entry: &Entry, said: &[&str]) -> Vec<String> {
    let land = Land::of(book, position, &entry.power);
    let fed = |force: &Force| supply::feeds(&land, force, &Moment::default());
    let own = position.standing().filter(|one| one.power == entry.power && !one.coming);
    let mut own: Vec<Force> = own.filter_map(|one| one.whole.cloned()).collect();
    let mut given: BTreeMap<ForceId, u16> = BTreeMap::new();
    let mut told = vec![];
    for index in 0..usize::from(steps(entry)) {
        let needy = needy(book, own.iter(), fed, (entry, &given));
        let name = |force: &Force| force.name(&book.atlas, &book.units);
        let said = said.get(index);
        let chosen = needy.iter().find(|force| said.is_some_and(|said| name(force) == *said));
        let Some(chosen) = chosen.or(needy.first()) else { break };
        told.push(name(chosen));
        let id = chosen.id;
        *given.entry(id).or_default() += 1;
        if let Some(force) = own.iter_mut().find(|force| force.id == id) {
            refill(book, &entry.power, force);
        }
    }
    told
}

/// Fills the first reduced infantry of a force by one step.
fn refill(book: &Book, power: &str, force: &mut Force) {
    let mut units = force.units.iter_mut();
    if let Some(unit) = units.find(|unit| is_reduced_infantry(book, power, unit)) {
        unit.steps += 1;
    }
}

/// A step fills a corps of its own power, as one that is bought does (§12.3).
fn is_reduced_infantry(book: &Book, power: &str, unit: &Unit) -> bool {
    let kind = book.units.kind(&unit.kind);
    kind.class == "infantry" && unit.steps < kind.steps && unit.nation == power
}

/// Who may be given a step, armies first: those in supply, two steps to an army at most (NIA §21.D).
fn needy<'f>(
    book: &Book,
    forces: impl Iterator<Item = &'f Force>,
    fed: impl Fn(&Force) -> bool,
    (entry, given): (&Entry, &BTreeMap<ForceId, u16>),
) -> Vec<&'f Force> {
    let power = entry.power.as_str();
    let at_site = |force: &Force| match &entry.at {
        At::Hexes { hexes, .. } => hexes.iter().any(|hex| book.atlas.code(hex) == Some(force.at)),
        At::Site { .. } => legal(book, entry).0.contains(&force.at),
        _ => true,
    };
    // A step more must not be one too many (§4.1.1).
    let room = |force: &Force| {
        let is_reduced = |unit: &Unit| is_reduced_infantry(book, power, unit);
        let mut more = force.clone();
        refill(book, power, &mut more);
        force.units.iter().any(is_reduced) && stacking::fits(book, &more)
    };
    let wants = |force: &&Force| {
        let had = given.get(&force.id).copied().unwrap_or_default();
        force.power == power
            && !force.inside
            && (force.army.is_some() || at_site(force))
            && (force.army.is_none() || had < TO_AN_ARMY)
            && room(force)
            && fed(force)
    };
    let mut needy: Vec<&Force> = forces.filter(wants).collect();
    needy.sort_by_key(|force| (force.army.is_none(), force.id));
    needy
}

/// What a power is told of a line that brings steps: to whom they go as things stand, and how many are lost.
pub fn words(book: &Book, position: &dyn Position, entry: &Entry, said: &[&str]) -> String {
    let to = foretold(book, position, entry, said);
    let mut shares: Vec<(&str, usize)> = vec![];
    for name in &to {
        match shares.iter_mut().find(|(other, _)| other == name) {
            Some((_, steps)) => *steps += 1,
            None => shares.push((name, 1)),
        }
    }
    let told = |count: usize| format!("{count} {}", if count == 1 { "step" } else { "steps" });
    let mut parts: Vec<String> =
        shares.into_iter().map(|(name, steps)| format!("{} to {name}", told(steps))).collect();
    let lost = usize::from(steps(entry)) - to.len();
    if lost > 0 {
        parts.push(format!("{} lost, since nobody can take more", told(lost)));
    }
    format!("{}; as things stand {}", told(usize::from(steps(entry))), parts.join(", "))
}
