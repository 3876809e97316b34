//! Who learns what of ships.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §1.3, §5.3.1.

use super::{Look, anything};
use crate::record::event::{Cause, FleetEvent, PassageEvent, SeaBattleEvent};
use crate::record::state::{Anchorage, Bloc, Ship};
use crate::sight::known::{Sail, Seen, Waters, Who};
use crate::sight::news::{FleetNews, PassageNews, SeaBattleNews, SeaNews};
use std::collections::{BTreeMap, BTreeSet};

/// What one power learns of ships under way.
pub fn fleets(look: &Look, event: &FleetEvent) -> Option<Seen> {
    let places = match event {
        FleetEvent::SquadronPlaced { squadron } => vec![&squadron.at],
        FleetEvent::Sailed { from, to, .. } | FleetEvent::SeaRetreated { from, to, .. } => {
            vec![from, to]
        }
        FleetEvent::SeaAvoided { at, to, succeeded: true, .. } => vec![at, to],
        FleetEvent::ShipsSet { from, to, .. } => from.iter().chain(to).collect(),
        FleetEvent::SeaAvoided { .. }
        | FleetEvent::SquadronActivated { .. }
        | FleetEvent::FleetsJoined { .. }
        | FleetEvent::SeaIntercepted { .. }
        | FleetEvent::CorsairPlaced { .. }
        | FleetEvent::CorsairHunted { .. }
        | FleetEvent::BosphorusShut { .. } => vec![],
    };
    let mut seen = seen(look, places, fleet_news(look, event));
    if let FleetEvent::CorsairPlaced { .. } | FleetEvent::CorsairHunted { .. } = event {
        seen.corsairs = Some(look.state.corsairs.clone());
    }
    if let FleetEvent::BosphorusShut { by, joins: Some(bloc), .. } = event {
        seen.joins = Some((by.clone(), *bloc));
        if look.ours(by) {
            share(look, &mut seen);
        }
    }
    anything(seen)
}

/// What one power learns of a battle at sea.
pub fn battle(look: &Look, event: &SeaBattleEvent) -> Option<Seen> {
    let places = match event {
        SeaBattleEvent::FleetSunk { at, .. } => vec![at],
        SeaBattleEvent::SeaFought { .. }
        | SeaBattleEvent::AdmiralChecked { .. }
        | SeaBattleEvent::SeaBattleEnded { .. } => vec![],
    };
    anything(seen(look, places, Some(battle_news(event))))
}

/// What one power learns of troops on board.
pub fn passage(look: &Look, event: &PassageEvent) -> Option<Seen> {
    let mut seen = seen(look, vec![], passage_news(look, event));
    match event {
        PassageEvent::Embarked { passage, at } => {
            if look.ours(&passage.force.power) {
                seen.aboard.push(passage.clone());
            } else {
                seen.spaces.push(look.stacks(*at));
            }
        }
        PassageEvent::Landed { force, .. } => {
            if look.ours(&force.power) {
                seen.ashore.push(force.id);
                seen.ours.extend(look.state.forces.get(&force.id).cloned());
            } else {
                seen.spaces.push(look.stacks(force.at));
            }
        }
        PassageEvent::LandingRepulsed { force, power, at, .. } => {
            if look.ours(power) {
                seen.gone.push(*force);
            } else {
                seen.spaces.push(look.stacks(*at));
            }
        }
        PassageEvent::CargoLost { force, power, leaders, rest, .. } => {
            if look.ours(power) {
                seen.ashore.push(*force);
                seen.aboard.extend(rest.clone());
                seen.pooled = if power == look.eye { leaders.clone() } else { vec![] };
            }
        }
    }
    anything(seen)
}

/// The ships of the places that an event changed, and what is told of it.
fn seen(look: &Look, places: Vec<&Anchorage>, news: Option<impl Into<SeaNews>>) -> Seen {
    let waters = places.into_iter().map(|at| waters(look, at)).collect();
    Seen { event: news.map(|news| news.into().into()), waters, ..Seen::default() }
}

/// New allies open their stacks, their ships and their holds to each other (NIA §1.3, §5.3.4).
pub fn share(look: &Look, seen: &mut Seen) {
    let ours = look.state.forces.values().filter(|force| look.ours(&force.power));
    seen.ours.extend(ours.cloned());
    let places = look.state.squadrons.iter().filter(|squadron| look.ours(&squadron.power));
    let places: BTreeSet<&Anchorage> = places.map(|squadron| &squadron.at).collect();
    seen.waters.extend(places.into_iter().map(|at| waters(look, at)));
    let aboard = look.state.aboard.values();
    seen.aboard.extend(aboard.filter(|passage| look.ours(&passage.force.power)).cloned());
}

/// The ships of a place as this eye sees them now.
pub fn waters(look: &Look, at: &Anchorage) -> Waters {
    let (mut own, mut sails) = (vec![], vec![]);
    for squadron in look.state.squadrons.iter().filter(|squadron| squadron.at == *at) {
        if look.ours(&squadron.power) {
            own.push(squadron.clone());
        } else {
            let fleets = u8::try_from(squadron.fleets.len()).unwrap_or(u8::MAX);
            sails.push(Sail::new(&squadron.power, at, fleets));
        }
    }
    Waters { at: at.clone(), own, sails: Some(sails) }
}

/// Ships by the name that the eye may use: their own, or a number of fleets.
fn who(look: &Look, power: &str, fleets: &[String]) -> Who {
    let ours = look.ours(power);
    let name = match (ours, fleets) {
        (true, [first]) => first.clone(),
        (true, [first, others @ ..]) => format!("{first} with {}", others.join(" and ")),
        (true, []) => "nobody".to_owned(),
        (false, [_]) => "a fleet".to_owned(),
        (false, many) => format!("a squadron of {} fleets", many.len()),
    };
    Who { power: power.to_owned(), name, ours }
}

/// The same for ships of several powers; the first gives its flag.
fn group(look: &Look, ships: &[Ship]) -> Who {
    let power = ships.first().map_or("", |ship| ship.power.as_str());
    let fleets: Vec<String> = ships.iter().map(|ship| ship.fleet.clone()).collect();
    who(look, power, &fleets)
}

/// What is told of ships under way.
fn fleet_news(look: &Look, event: &FleetEvent) -> Option<FleetNews> {
    Some(match event {
        FleetEvent::Sailed { power, fleets, from, to, spent, .. } => {
            let who = who(look, power, fleets);
            let spent = who.ours.then_some(*spent);
            FleetNews::Sailed { who, from: from.clone(), to: to.clone(), spent }
        }
        FleetEvent::FleetsJoined { power, fleets, joined, at, .. } if look.ours(power) => {
            let who = who(look, power, fleets);
            FleetNews::Joined { who, joined: joined.clone(), at: at.clone() }
        }
        FleetEvent::SeaIntercepted { ships, movers, at, throw, automatic, succeeded } => {
            FleetNews::Intercepted {
                who: group(look, ships),
                whom: group(look, movers),
                at: at.clone(),
                throw: throw.clone(),
                automatic: *automatic,
                succeeded: *succeeded,
            }
        }
        FleetEvent::SeaAvoided { ships, at, to, throw, succeeded } => FleetNews::Avoided {
            who: group(look, ships),
            at: at.clone(),
            to: to.clone(),
            throw: throw.clone(),
            succeeded: *succeeded,
        },
        FleetEvent::SeaRetreated { power, fleets, from, to, .. } => FleetNews::Retreated {
            who: who(look, power, fleets),
            from: from.clone(),
            to: to.clone(),
        },
        FleetEvent::CorsairHunted { power, fleet, corsair, search, found, shot, sunk } => {
            FleetNews::Hunted {
                who: who(look, power, std::slice::from_ref(fleet)),
                corsair: corsair.clone(),
                search: search.clone(),
                found: *found,
                shot: shot.clone(),
                sunk: *sunk,
            }
        }
        FleetEvent::BosphorusShut { by, against, joins } => FleetNews::BosphorusShut {
            by: by.clone(),
            against: against.clone(),
            joins: joins.map(Bloc::word).map(str::to_owned),
        },
        FleetEvent::FleetsJoined { .. }
        | FleetEvent::SquadronPlaced { .. }
        | FleetEvent::CorsairPlaced { .. }
        | FleetEvent::ShipsSet { .. }
        | FleetEvent::SquadronActivated { .. } => return None,
    })
}

/// What is told of battles at sea: all of it to all.
fn battle_news(event: &SeaBattleEvent) -> SeaBattleNews {
    match event {
        SeaBattleEvent::SeaFought { at, round, attacker, defender, winner } => {
            SeaBattleNews::Fought {
                at: at.clone(),
                round: *round,
                attacker: attacker.clone(),
                defender: defender.clone(),
                winner: *winner,
            }
        }
        SeaBattleEvent::FleetSunk { power, fleet, at, decoy, cause } => SeaBattleNews::Sunk {
            power: power.clone(),
            name: fleet.clone(),
            at: at.clone(),
            decoy: *decoy,
            cause: *cause,
        },
        SeaBattleEvent::AdmiralChecked { power, admiral, dice, killed } => {
            SeaBattleNews::AdmiralChecked {
                power: power.clone(),
                admiral: admiral.clone(),
                dice: *dice,
                killed: *killed,
            }
        }
        SeaBattleEvent::SeaBattleEnded { at, attacker, defender, winner, lost } => {
            SeaBattleNews::Ended {
                at: at.clone(),
                attacker: attacker.clone(),
                defender: defender.clone(),
                winner: *winner,
                lost: *lost,
            }
        }
    }
}

/// What is told of troops that go on board, come ashore or are lost.
fn passage_news(look: &Look, event: &PassageEvent) -> Option<PassageNews> {
    Some(match event {
        PassageEvent::Embarked { passage, at } if look.ours(&passage.force.power) => {
            let mut ships: BTreeMap<&str, ()> = BTreeMap::new();
            for ship in passage.holds.iter().filter_map(|hold| hold.ship.as_ref()) {
                ships.insert(&ship.fleet, ());
            }
            let ships = ships.into_keys().map(str::to_owned).collect();
            PassageNews::Embarked { who: look.who(&passage.force), at: *at, ships }
        }
        PassageEvent::Embarked { .. } => return None,
        PassageEvent::CargoLost {
            power, leaders, units, trains, engineers, army, cause, ..
        } => {
            // Who never came ashore was seen by nobody else.
            if !look.ours(power) && *cause != Cause::Sunk {
                return None;
            }
            let name = leaders.first().cloned().unwrap_or_else(|| "troops on board".to_owned());
            PassageNews::CargoLost {
                who: Who { power: power.clone(), name, ours: look.ours(power) },
                units: units.clone(),
                trains: *trains,
                engineers: *engineers,
                army: army.clone(),
                cause: *cause,
            }
        }
        PassageEvent::Landed { force, against, .. } => {
            PassageNews::Landed { who: look.who(force), at: force.at, against: *against }
        }
        PassageEvent::LandingRepulsed { power, at, leader, units, back, .. } => {
            let name = leader.clone().unwrap_or_else(|| "a force".to_owned());
            PassageNews::Repulsed {
                who: Who { power: power.clone(), name, ours: look.ours(power) },
                at: *at,
                units: units.clone(),
                back: *back,
            }
        }
    })
}
