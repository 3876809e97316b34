//! National revolts: where those go who have risen, that they are always fed, what they cost, how they grow, and when they
//! end (NIA §14.3).
//!
//! Not here: the cards by which they rise (`cards/risings.rs`); that they keep to their land (`land/movement.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §14.3.

use crate::book::Book;
use crate::book::cards::Effect;
use crate::book::units::Unit;
use crate::cards;
use crate::land::stacking;
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::position::{Common, Position, Standing};
use crate::record::event::{Bill, CourtEvent, Purse, SpendingEvent};
use crate::record::state::Force;
use crate::season::withdrawals;
use crate::turn::Turn;
use kit::ground::Space;
use std::collections::BTreeSet;

/// What a revolt costs the owner of the province, in pounds.
pub const COST: i32 = 2;

/// The province in which units of a force rose, if some are in revolt.
pub fn of(force: &Force) -> Option<&str> {
    force.units.iter().find_map(|unit| unit.rising.as_deref())
}

/// Whether a force has troops, and all of them are in revolt.
pub fn is_all(force: &Force) -> bool {
    !force.units.is_empty() && force.units.iter().all(|unit| unit.rising.is_some())
}

/// The land that they do not leave: that of their nation.
pub fn land<'b>(book: &'b Book, force: &Force) -> Option<&'b str> {
    let unit = force.units.iter().find(|unit| unit.rising.is_some())?;
    let nation = book.people.nation(&unit.nation)?;
    Some(nation.country.as_deref().unwrap_or_else(|| book.people.title(&nation.name)))
}

/// What forms and reports say of a force with troops in revolt.
pub fn note(book: &Book, force: &Force) -> Option<String> {
    let land = land(book, force)?;
    Some(format!("in revolt, does not leave {land} (NIA §14.3)"))
}

/// The provinces in which those in revolt cost a power money, and how sure that is: its own, and those of the countries
/// that follow it.
pub fn costs<'a>(scene: &Scene<'a>, power: &str) -> Vec<(&'a str, Told)> {
    let all = scene.book.atlas.provinces.iter();
    let its = all.filter(|one| scene.owner(one).is_some_and(|owner| scene.side(owner) == power));
    let told = its.map(|one| (one.name.as_str(), is_in_revolt(scene, &one.name, power)));
    told.filter(|(_, told)| *told != Told::No).collect()
}

/// Whether troops in revolt who are no friends of a power stand in a province.
fn is_in_revolt(scene: &Scene, province: &str, power: &str) -> Told {
    let (book, position) = (scene.book, scene.situation.position);
    let is_there = |at: Space| book.atlas.province(at).is_some_and(|one| one.name == province);
    let rise = |one: &Standing| {
        one.rising && is_there(one.at) && !scene.common.relations.friends(one.power, power)
    };
    let told = |one: Standing| if one.is_there() { Told::Yes } else { Told::Doubt };
    let seen = position.standing().filter(rise).map(told).fold(Told::No, Told::or);
    if seen != Told::No || !may_be(book, position, province) {
        return seen;
    }
    let Some(eyes) = &scene.situation.eyes else { return seen };
    let mut hexes = (0..book.atlas.hex_count()).map(Space).filter(|at| is_there(*at));
    if hexes.all(|at| eyes.see(at)) { Told::No } else { Told::Doubt }
}

/// Whether somebody has risen in a province, by a card that all have seen or before the game.
fn may_be(book: &Book, position: &dyn Position, province: &str) -> bool {
    let out = cards::out(book, position);
    let is_of = |of: &Option<String>| of.as_deref() == Some(province);
    let mut played = book.cards.with(Effect::Rising).filter(|card| out.contains(&card.card));
    played.any(|card| is_of(&card.province))
        || book.scenario.forces.iter().any(|entry| is_of(&entry.rising))
}

/// Gives a step for nothing to each revolt whose side has the capital of its province, when money comes in.
pub fn fill(turn: &mut Turn) {
    let powers: BTreeSet<&String> = turn.state.forces.values().map(|force| &force.power).collect();
    let state = &turn.state;
    let filled = powers.into_iter().flat_map(|power| {
        let own = state.forces.values().filter(move |force| force.power == *power);
        filled(turn.book, state.common(), own)
    });
    for (unit, force) in filled.collect::<Vec<_>>() {
        let purse = Purse { owner: force.power.clone(), power: force.power.clone() };
        let bill = Bill::default();
        turn.record(SpendingEvent::Refilled { purse, line: 0, unit, force, bill });
    }
}

/// The units of a power that get a step for nothing when money comes in, one of each revolt, each as it was, with its
/// force as it then is.
pub fn filled<'f>(
    book: &Book,
    common: Common,
    own: impl Iterator<Item = &'f Force>,
) -> Vec<(Unit, Force)> {
    let (mut done, mut steps) = (BTreeSet::new(), vec![]);
    for force in own {
        let mut force = force.clone();
        for nth in 0..force.units.len() {
            let unit = force.units[nth].clone();
            let Some(province) = &unit.rising else { continue };
            let whole = book.units.kind(&unit.kind).steps;
            let grows = unit.steps < whole && has_capital(book, common, &force.power, province);
            if !grows || done.contains(province) {
                continue;
            }
            force.units[nth].steps += 1;
            if stacking::fits(book, &force) {
                done.insert(province.clone());
                steps.push((unit, force.clone()));
            } else {
                force.units[nth].steps -= 1;
            }
        }
    }
    steps
}

/// Whether a power's side has the capital of a province.
fn has_capital(book: &Book, common: Common, power: &str, province: &str) -> bool {
    let page = book.atlas.provinces.iter().find(|one| one.name == province);
    let seat = page.and_then(|page| book.atlas.named(page.capital.as_deref()?));
    let holder = seat.and_then(|at| common.holder(book, at));
    holder.is_some_and(|holder| common.relations.friends(holder, power))
}

/// Ends the revolt of a force that may not stay where it is: its troops go home, and who is left of it is given back.
pub fn end(turn: &mut Turn, force: Force) -> Option<Force> {
    let Some(country) = land(turn.book, &force).map(str::to_owned) else { return Some(force) };
    let (units, stay): (Vec<Unit>, Vec<Unit>) =
        force.units.iter().cloned().partition(|unit| unit.rising.is_some());
    let (gone, at, power) = (force.id, force.at, force.power.clone());
    let rest = withdrawals::rest(Force { units: stay, ..force });
    let rest = Some(rest).filter(|rest| !rest.is_empty());
    turn.record(CourtEvent::WentHome { gone, rest: rest.clone(), at, power, country, units });
    rest
}
