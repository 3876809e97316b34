//! Who learns what of ships.
//!
//! # Our reading
//!
//! - §1.3: ships at sea, in harbours and in blockade boxes lie open as so many fleets of a power;
//!   which they are, and whether one is a decoy, a battle alone shows.
//! - §5.3.1: the manoeuvre factor of an admiral who uses it is told with the dice.
//! - Who went on board of what is his own side's affair; that the stack is gone is on the map.

use super::Look;
use crate::record::event::{Cause, Event};
use crate::record::state::{Anchorage, Bloc, Ship};
use crate::sight::known::{Sail, Seen, SeenEvent, Waters, Who};
use crate::sight::news::SeaNews;
use std::collections::{BTreeMap, BTreeSet};

/// What one power learns of an event of the war at sea; nothing if it is none, or not for him.
pub fn witness(look: &Look, event: &Event) -> Option<Seen> {
    let mut seen = Seen {
        waters: places(event).into_iter().map(|at| waters(look, at)).collect(),
        ..Seen::default()
    };
    let news =
        sailing(look, event).or_else(|| fighting(look, event)).or_else(|| troops(look, event));
    seen.event = news.map(|news| SeenEvent::Sea(Box::new(news)));
    match event {
        Event::Embarked { passage, at } => {
            if look.ours(&passage.force.power) {
                seen.aboard.push(passage.clone());
            } else {
                seen.spaces.push(look.stacks(*at));
            }
        }
        Event::Landed { force, .. } => {
            if look.ours(&force.power) {
                seen.ashore.push(force.id);
                seen.ours.extend(look.state.forces.get(&force.id).cloned());
            } else {
                seen.spaces.push(look.stacks(force.at));
            }
        }
        Event::LandingRepulsed { force, power, at, .. } => {
            if look.ours(power) {
                seen.gone.push(*force);
            } else {
                seen.spaces.push(look.stacks(*at));
            }
        }
        Event::CargoLost { force, power, leaders, rest, .. } if look.ours(power) => {
            seen.ashore.push(*force);
            seen.aboard.extend(rest.clone());
            seen.pooled = if power == look.eye { leaders.clone() } else { vec![] };
        }
        Event::CorsairHunted { .. } => seen.corsairs = Some(look.state.corsairs.clone()),
        Event::BosphorusShut { by, joins, .. } => {
            seen.joins = joins.map(|bloc| (by.clone(), bloc));
            if joins.is_some() && look.ours(by) {
                share(look, &mut seen);
            }
        }
        _ => {}
    }
    (seen != Seen::default()).then_some(seen)
}

/// New allies open their stacks, their ships and their holds to each other (NIA §1.3, §5.3.4).
fn share(look: &Look, seen: &mut Seen) {
    let ours = look.state.forces.values().filter(|force| look.ours(&force.power));
    seen.ours.extend(ours.cloned());
    let places = look.state.squadrons.iter().filter(|squadron| look.ours(&squadron.power));
    let places: BTreeSet<&Anchorage> = places.map(|squadron| &squadron.at).collect();
    seen.waters.extend(places.into_iter().map(|at| waters(look, at)));
    let aboard = look.state.aboard.values();
    seen.aboard.extend(aboard.filter(|passage| look.ours(&passage.force.power)).cloned());
}

/// The places whose ships an event changed.
fn places(event: &Event) -> Vec<&Anchorage> {
    match event {
        Event::SquadronPlaced { squadron } => vec![&squadron.at],
        Event::Sailed { from, to, .. } | Event::SeaRetreated { from, to, .. } => vec![from, to],
        Event::SeaAvoided { at, to, succeeded: true, .. } => vec![at, to],
        Event::FleetSunk { at, .. } => vec![at],
        Event::ShipsSet { from, to, .. } => from.iter().chain(to).collect(),
        _ => vec![],
    }
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
fn sailing(look: &Look, event: &Event) -> Option<SeaNews> {
    Some(match event {
        Event::Sailed { power, fleets, from, to, spent, .. } => {
            let who = who(look, power, fleets);
            let spent = who.ours.then_some(*spent);
            SeaNews::Sailed { who, from: from.clone(), to: to.clone(), spent }
        }
        Event::FleetsJoined { power, fleets, joined, at, .. } if look.ours(power) => {
            let who = who(look, power, fleets);
            SeaNews::Joined { who, joined: joined.clone(), at: at.clone() }
        }
        Event::SeaIntercepted { ships, movers, at, throw, automatic, succeeded } => {
            SeaNews::Intercepted {
                who: group(look, ships),
                whom: group(look, movers),
                at: at.clone(),
                throw: throw.clone(),
                automatic: *automatic,
                succeeded: *succeeded,
            }
        }
        Event::SeaAvoided { ships, at, to, throw, succeeded } => SeaNews::Avoided {
            who: group(look, ships),
            at: at.clone(),
            to: to.clone(),
            throw: throw.clone(),
            succeeded: *succeeded,
        },
        Event::SeaRetreated { power, fleets, from, to, .. } => {
            SeaNews::Retreated { who: who(look, power, fleets), from: from.clone(), to: to.clone() }
        }
        Event::CorsairHunted { power, fleet, corsair, search, found, shot, sunk } => {
            SeaNews::Hunted {
                who: who(look, power, std::slice::from_ref(fleet)),
                corsair: corsair.clone(),
                search: search.clone(),
                found: *found,
                shot: shot.clone(),
                sunk: *sunk,
            }
        }
        Event::BosphorusShut { by, against, joins } => SeaNews::BosphorusShut {
            by: by.clone(),
            against: against.clone(),
            joins: joins.map(Bloc::word).map(str::to_owned),
        },
        _ => return None,
    })
}

/// What is told of battles at sea: all of it to all.
fn fighting(look: &Look, event: &Event) -> Option<SeaNews> {
    Some(match event {
        Event::SeaFought { at, round, attacker, defender, winner } => SeaNews::Fought {
            at: at.clone(),
            round: *round,
            attacker: attacker.clone(),
            defender: defender.clone(),
            winner: *winner,
        },
        Event::FleetSunk { power, fleet, at, decoy, cause } => SeaNews::Sunk {
            power: power.clone(),
            name: fleet.clone(),
            at: at.clone(),
            decoy: *decoy,
            cause: *cause,
        },
        Event::AdmiralChecked { power, admiral, dice, killed } => SeaNews::AdmiralChecked {
            power: power.clone(),
            admiral: admiral.clone(),
            dice: *dice,
            killed: *killed,
        },
        Event::SeaBattleEnded { at, attacker, defender, winner, lost } => SeaNews::Ended {
            at: at.clone(),
            attacker: attacker.clone(),
            defender: defender.clone(),
            winner: *winner,
            lost: *lost,
        },
        Event::CargoLost { power, leaders, units, trains, engineers, army, cause, .. } => {
            // Who never came ashore was seen by nobody else.
            if !look.ours(power) && *cause != Cause::Sunk {
                return None;
            }
            let name = leaders.first().cloned().unwrap_or_else(|| "troops on board".to_owned());
            SeaNews::CargoLost {
                who: Who { power: power.clone(), name, ours: look.ours(power) },
                units: units.clone(),
                trains: *trains,
                engineers: *engineers,
                army: army.clone(),
                cause: *cause,
            }
        }
        _ => return None,
    })
}

/// What is told of troops that go on board or come ashore.
fn troops(look: &Look, event: &Event) -> Option<SeaNews> {
    Some(match event {
        Event::Embarked { passage, at } if look.ours(&passage.force.power) => {
            let mut ships: BTreeMap<&str, ()> = BTreeMap::new();
            for ship in passage.holds.iter().filter_map(|hold| hold.ship.as_ref()) {
                ships.insert(&ship.fleet, ());
            }
            let ships = ships.into_keys().map(str::to_owned).collect();
            SeaNews::Embarked { who: look.who(&passage.force), at: *at, ships }
        }
        Event::Landed { force, against, .. } => {
            SeaNews::Landed { who: look.who(force), at: force.at, against: *against }
        }
        Event::LandingRepulsed { power, at, leader, units, back, .. } => {
            let name = leader.clone().unwrap_or_else(|| "a force".to_owned());
            SeaNews::Repulsed {
                who: Who { power: power.clone(), name, ours: look.ours(power) },
                at: *at,
                units: units.clone(),
                back: *back,
            }
        }
        _ => return None,
    })
}
