//! What happens at sea, written into the state.

use crate::record::apply::{honours, lose_marker};
use crate::record::event::{FleetEvent, PassageEvent, SeaBattleEvent};
use crate::record::state::{Anchorage, EmbarkedForce, Force, Squadron, State};
use std::collections::BTreeMap;

/// Where ships are.
pub fn fleets(event: &FleetEvent, state: &mut State) {
    match event {
        FleetEvent::SquadronPlaced { squadron } => {
            let Squadron { power, at, fleets, off } = squadron;
            sail(state, power, fleets, at);
            keep_off(state, power, at, off.clone());
        }
        FleetEvent::Sailed { power, fleets, from, to, .. }
        | FleetEvent::SeaRetreated { power, fleets, from, to, .. } => {
            let off = off_shore(state, power, fleets, (from, to));
            sail(state, power, fleets, to);
            keep_off(state, power, to, off);
        }
        FleetEvent::ShipsSet { power, fleets, to, .. } => match to {
            Some(to) => sail(state, power, fleets, to),
            None => cast_off(state, power, fleets),
        },
        FleetEvent::SeaAvoided { ships, to, succeeded: true, .. } => {
            for ship in ships {
                sail(state, &ship.power, std::slice::from_ref(&ship.fleet), to);
            }
        }
        FleetEvent::CorsairPlaced { corsair } => {
            state.corsairs.insert(corsair.clone());
        }
        FleetEvent::CorsairHunted { corsair, sunk: true, .. } => {
            state.corsairs.remove(corsair);
        }
        FleetEvent::BosphorusShut { by, joins: Some(bloc), .. } => {
            state.relations.join(by, *bloc);
        }
        FleetEvent::SquadronActivated { .. }
        | FleetEvent::FleetsJoined { .. }
        | FleetEvent::SeaIntercepted { .. }
        | FleetEvent::SeaAvoided { .. }
        | FleetEvent::CorsairHunted { .. }
        | FleetEvent::BosphorusShut { .. } => {}
    }
}

/// What a battle at sea leaves.
pub fn battle(event: &SeaBattleEvent, state: &mut State) {
    match event {
        SeaBattleEvent::FleetSunk { power, fleet, .. } => {
            cast_off(state, power, std::slice::from_ref(fleet));
            state.sunk.entry(power.clone()).or_default().insert(fleet.clone());
        }
        SeaBattleEvent::AdmiralChecked { power, admiral, killed: true, .. } => {
            if let Some(sunk) = state.sunk.get_mut(power) {
                sunk.remove(admiral);
            }
            state.drowned.entry(power.clone()).or_default().insert(admiral.clone());
        }
        SeaBattleEvent::AdmiralChecked { .. }
        | SeaBattleEvent::SeaFought { .. }
        | SeaBattleEvent::SeaBattleEnded { .. } => {}
    }
}

/// Who is on board.
pub fn passage(event: &PassageEvent, state: &mut State) {
    match event {
        PassageEvent::CargoLost { force, power, leaders, corps, army, rest, .. } => {
            *state.corps_lost.entry(power.clone()).or_default() += u32::from(*corps);
            if army.is_some()
                && let Some(passage) = state.aboard.get(force).cloned()
            {
                lose_marker(state, &passage.force);
            }
            match rest {
                Some(passage) => state.aboard.insert(*force, passage.clone()),
                None => state.aboard.remove(force),
            };
            state.pools.entry(power.clone()).or_default().extend(leaders.iter().cloned());
        }
        PassageEvent::Embarked { passage, .. } => embark(state, passage),
        PassageEvent::Landed { force, .. } => {
            state.aboard.remove(&force.id);
            crate::record::apply::put(state, force);
        }
        PassageEvent::LandingRepulsed { force, power, back, .. } => {
            honours(state, *force, power, *back);
        }
    }
}

fn embark(state: &mut State, passage: &EmbarkedForce) {
    state.forces.remove(&passage.force.id);
    let force = Force { inside: false, siege: None, bridge: None, ..passage.force.clone() };
    let holds = passage.holds.clone();
    state.aboard.insert(force.id, EmbarkedForce { force, holds });
}

fn sail(state: &mut State, power: &str, fleets: &[String], to: &Anchorage) {
    cast_off(state, power, fleets);
    berth(state, power, fleets, to);
}

/// The sea from which fleets come before a harbour. Who goes into it from its box to fight, and who
/// is thrown back into the box, has come from where he came before (NIA §5.3.2, §10.4).
fn off_shore(
    state: &State,
    power: &str,
    fleets: &[String],
    way: (&Anchorage, &Anchorage),
) -> BTreeMap<String, String> {
    let before = || {
        let off = state.squadron(power, way.0).map(|squadron| squadron.off.clone());
        off.unwrap_or_default().into_iter().filter(|(fleet, _)| fleets.contains(fleet)).collect()
    };
    match way {
        (Anchorage::Sea(sea), Anchorage::Blockading(_)) => {
            fleets.iter().map(|fleet| (fleet.clone(), sea.clone())).collect()
        }
        (Anchorage::Blockading(a), Anchorage::Harbour(b))
        | (Anchorage::Harbour(a), Anchorage::Blockading(b))
            if a == b =>
        {
            before()
        }
        (_, Anchorage::Sea(_) | Anchorage::Corsairs)
        | (Anchorage::Sea(_), Anchorage::Harbour(_))
        | (Anchorage::Corsairs, Anchorage::Harbour(_) | Anchorage::Blockading(_))
        | (
            Anchorage::Harbour(_) | Anchorage::Blockading(_),
            Anchorage::Harbour(_) | Anchorage::Blockading(_),
        ) => BTreeMap::new(),
    }
}

/// Notes from where fleets have come before the harbour where they are now.
fn keep_off(state: &mut State, power: &str, at: &Anchorage, off: BTreeMap<String, String>) {
    let here = |squadron: &&mut Squadron| squadron.power == power && squadron.at == *at;
    if let Some(squadron) = state.squadrons.iter_mut().find(here) {
        squadron.off.extend(off);
    }
}

/// Takes fleets out of wherever they lie.
pub fn cast_off(state: &mut State, power: &str, fleets: &[String]) {
    for squadron in state.squadrons.iter_mut().filter(|squadron| squadron.power == power) {
        squadron.fleets.retain(|fleet| !fleets.contains(fleet));
        squadron.off.retain(|fleet, _| !fleets.contains(fleet));
    }
    state.squadrons.retain(|squadron| !squadron.fleets.is_empty());
}

/// Lays fleets beside those of their power that are there already.
fn berth(state: &mut State, power: &str, fleets: &[String], at: &Anchorage) {
    let own = |squadron: &&mut Squadron| squadron.power == power && squadron.at == *at;
    match state.squadrons.iter_mut().find(own) {
        Some(squadron) => squadron.fleets.extend(fleets.iter().cloned()),
        None => state.squadrons.push(Squadron::new(power, at, fleets)),
    }
    for squadron in &mut state.squadrons {
        squadron.fleets.sort();
    }
    state.squadrons.sort();
}
