//! Harbours: who may lie in them, who must leave them, and captured ships that come home (§13, §19.6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3, §19.6.

use crate::book::Book;
use crate::book::ships::Navies;
use crate::march::{borders, movement};
use crate::position::Position;
use crate::record::event::{Flight, Halt, SeaEvent};
use crate::record::sea::{Berth, Fleet, FleetKind, Navy, Ships, add, take};
use crate::season::turn::Turn;
use kit::ground::Space;
use std::collections::BTreeSet;

/// Whether ships of a power may lie in a harbour that is in play: of its own, of an ally, or of a neutral that lets its troops
/// in.
pub fn may_lie(book: &Book, position: &impl Position, power: &str, port: Space) -> bool {
    let enemy = position.master(book, port).is_some_and(|holder| position.at_war(holder, power));
    book.in_play(port) && !enemy && borders::shut(book, position, power, port).is_none()
}

/// Whether a harbour is a home port of a power: a yard in land that it owns and holds (§19.6).
pub fn is_home(book: &Book, position: &impl Position, power: &str, port: Space) -> bool {
    let Some(navies) = &book.navies else { return false };
    let owner = position.owner(book, port).or_else(|| position.land_of(book, port));
    navies.waters.is_yard(port)
        && book.in_play(port)
        && owner == Some(power)
        && position.master(book, port) == Some(power)
        && !position.enemy_at(port, power)
}

/// The home ports of a power.
pub fn homes(book: &Book, position: &impl Position, power: &str) -> Vec<Space> {
    let Some(navies) = &book.navies else { return vec![] };
    let all = navies.waters.harbours().map(|(port, _)| port);
    all.filter(|port| is_home(book, position, power, *port)).collect()
}

/// Whether an enemy fleet is known to be in an area.
pub fn enemy_in(position: &impl Position, power: &str, area: &str) -> bool {
    let navy = position.common().navy;
    let here = |at: &Berth| at.area() == Some(area);
    let fleets = navy.fleets.values().map(|one| (&one.power, &one.at));
    let sails = navy.sails.iter().filter(|one| one.last.is_none()).map(|one| (&one.power, &one.at));
    fleets.chain(sails).any(|(other, at)| here(at) && position.at_war(other, power))
}

/// Whether a harbour is friendly: of the power itself or of an ally, with no enemy in it (§19.6).
pub fn is_friendly(book: &Book, position: &impl Position, power: &str, port: Space) -> bool {
    let master = position.master(book, port);
    book.in_play(port)
        && master.is_some_and(|master| position.friends(master, power))
        && !position.enemy_at(port, power)
}

/// Where ships go that flee or were beaten: the nearest friendly harbour, or, with `areas`, sea area without enemy fleets
/// (§19.6); of several the harbours first, by name.
pub fn refuge(
    book: &Book,
    position: &impl Position,
    power: &str,
    (from, areas): (&str, bool),
) -> Option<Berth> {
    let waters = &book.navies.as_ref()?.waters;
    let mut reached: BTreeSet<&str> = BTreeSet::from([from]);
    let mut ring: Vec<&str> = vec![from];
    while !ring.is_empty() {
        let opens = |all: &[String]| all.iter().any(|area| ring.contains(&area.as_str()));
        let ports = waters.harbours().filter(|(_, all)| opens(all)).map(|(port, _)| port);
        let ports = ports.filter(|port| is_friendly(book, position, power, *port));
        if let Some(port) = ports.min_by_key(|port| book.atlas.name(*port)) {
            return Some(Berth::Port(port));
        }
        let is_free = |area: &&&str| areas && **area != from && !enemy_in(position, power, area);
        if let Some(area) = ring.iter().filter(is_free).min() {
            return Some(Berth::Sea((*area).to_owned()));
        }
        let beside = ring.iter().flat_map(|area| waters.adjacent(area));
        let beside: BTreeSet<&str> = beside
            .filter(|area| !reached.contains(area) && waters.trade_of(area).is_none())
            .collect();
        reached.extend(&beside);
        ring = beside.into_iter().collect();
    }
    None
}

/// The home port nearest to a berth.
pub fn nearest_home(
    book: &Book,
    position: &impl Position,
    power: &str,
    from: &Berth,
) -> Option<Space> {
    let waters = &book.navies.as_ref()?.waters;
    let ways = homes(book, position, power).into_iter();
    let ways = ways.filter_map(|port| Some((waters.way(from, &Berth::Port(port))?.len(), port)));
    ways.min_by_key(|(areas, port)| (*areas, book.atlas.name(*port))).map(|(_, port)| port)
}

/// Ships in a harbour that an enemy has taken put to sea.
pub fn leave(turn: &mut Turn) {
    let Some(navies) = &turn.book.navies else { return };
    let state = &turn.state;
    let lost = |fleet: &&Fleet| match fleet.at {
        Berth::Sea(_) => false,
        Berth::Port(port) => {
            let holder = state.master(turn.book, port);
            let taken = holder.is_some_and(|holder| state.at_war(holder, &fleet.power));
            let held = state.enemy_at(port, &fleet.power) && !state.friend_at(port, &fleet.power);
            taken || held
        }
    };
    let groups: BTreeSet<(String, String)> = state
        .navy
        .fleets
        .values()
        .filter(lost)
        .map(|one| (one.power.clone(), state.navy.group_of(one).to_owned()))
        .collect();
    for (power, who) in groups {
        let Some(group) = turn.state.navy.group(&power, &who) else { continue };
        let Some(area) = navies.waters.of(&group.at).first().map(|area| (*area).to_owned()) else {
            continue;
        };
        turn.record(SeaEvent::FellBack {
            power,
            who,
            fleets: group.fleets,
            admirals: group.admiral.into_iter().collect(),
            from: group.at,
            to: Berth::Sea(area),
            why: Flight::HarbourLost,
        });
    }
}

/// Captured ships that lie in a home port at the start of a turn are taken into service, each sort in a body of its own
/// (§19.6).
pub fn take_in(turn: &mut Turn) {
    let Some(navies) = &turn.book.navies else { return };
    let state = &turn.state;
    let home = |one: &&Fleet| match one.at {
        Berth::Port(port) => is_home(turn.book, state, &one.power, port),
        Berth::Sea(_) => false,
    };
    let convoys = state.navy.fleets.values().filter(|one| one.kind == FleetKind::Prizes);
    let convoys: Vec<Fleet> = convoys.filter(home).cloned().collect();
    for convoy in convoys {
        let fleets = bodies(navies, &turn.state.navy, &convoy);
        let power = convoy.power.clone();
        turn.record(SeaEvent::PrizesJoined { power, convoy: convoy.name, fleets });
    }
}

/// What becomes of a convoy: its men of war and frigates are one body, its transports another, and what no body holds is
/// divided.
fn bodies(navies: &Navies, navy: &Navy, convoy: &Fleet) -> Vec<Fleet> {
    let mut ships = convoy.ships.clone();
    add(&mut ships, &convoy.prizes);
    let fights = |kind: &String| {
        navies.body_of(&Ships::from([(kind.clone(), 1)])) != Some(FleetKind::Transports)
    };
    let (line, rest): (Ships, Ships) = ships.into_iter().partition(|(kind, _)| fights(kind));
    let mut all: Vec<Fleet> = vec![];
    for (kind, ships) in [line, rest].into_iter().flat_map(|ships| divided(navies, ships)) {
        let sort = if kind == FleetKind::Transports { "Transports" } else { "Squadron" };
        let name = navy.free_name(&convoy.name.replace("Prizes", sort), &all);
        all.push(Fleet::new(name, &convoy.power, (kind, ships), convoy.at.clone()));
    }
    all
}

/// Ships in as few bodies as hold them, by halves.
fn divided(navies: &Navies, ships: Ships) -> Vec<(FleetKind, Ships)> {
    if let Some(kind) = navies.body_of(&ships) {
        return vec![(kind, ships)];
    }
    let mut half: Ships = ships.iter().map(|(kind, count)| (kind.clone(), count / 2)).collect();
    half.retain(|_, count| *count > 0);
    if half.is_empty() {
        return vec![];
    }
    let mut rest = ships;
    take(&mut rest, &half);
    [half, rest].into_iter().flat_map(|part| divided(navies, part)).collect()
}

/// Troops aboard go ashore where their ships end the turn in a harbour (§13.6).
pub fn disembark(turn: &mut Turn) {
    let state = &turn.state;
    let may = |one: &Fleet, port| {
        let alone = one.cargo.formations.is_empty();
        may_land(turn.book, state, (&one.power, alone), port).is_ok()
    };
    let ashore = |one: &&Fleet| match one.at {
        Berth::Port(port) => !one.cargo.is_empty() && may(one, port),
        Berth::Sea(_) => false,
    };
    let fleets: Vec<Fleet> = state.navy.fleets.values().filter(ashore).cloned().collect();
    for fleet in fleets {
        if let Berth::Port(port) = fleet.at {
            land(turn, &fleet, port);
        }
    }
}

/// Whether those aboard ships may land in a harbour: not out of play, not in land that is shut to them, and generals by
/// themselves not where the enemy stands alone (§6, §12.1, §13.6).
pub fn may_land(
    book: &Book,
    position: &impl Position,
    (power, generals_alone): (&str, bool),
    port: Space,
) -> Result<(), Halt> {
    if !book.in_play(port) {
        return Err(Halt::Harbour { at: port });
    }
    if let Some(of) = borders::shut(book, position, power, port) {
        return Err(Halt::Border { to: port, of: of.to_owned() });
    }
    match generals_alone && movement::is_shut_to_generals(position, power, port) {
        true => Err(Halt::Unescorted { to: port }),
        false => Ok(()),
    }
}

/// Puts those aboard a fleet ashore.
pub fn land(turn: &mut Turn, fleet: &Fleet, port: Space) {
    let power = fleet.power.clone();
    let formations: Vec<String> =
        fleet.cargo.formations.iter().map(|one| one.name.clone()).collect();
    let generals = fleet.cargo.generals.iter().map(|one| one.name.clone()).collect();
    let troops = !formations.is_empty();
    let (who, at) = (fleet.name.clone(), port);
    turn.record(SeaEvent::Landed { power: power.clone(), who, at, formations, generals });
    if troops && turn.state.enemy_at(port, &power) {
        turn.contact.insert((port, power));
    }
}
