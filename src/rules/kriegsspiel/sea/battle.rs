//! Battles at sea (§19.6): who fights on which side, the ratio, the advantage, the losses; then captured ships, and where
//! the beaten go.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §19.6.

use super::{Engagement, boarding, losses, meeting};
use crate::battle::{Camp, shift};
use crate::book::ships::{Navies, ShipKind};
use crate::book::troops::Extra;
use crate::record::event::{Flight, Modifier, SeaDay, SeaEvent, SeaHost};
use crate::record::sea::{
    Admiral, Berth, Fleet, FleetKind, Group, ShipLosses, Ships, add, count, take,
};
use crate::season::turn::Turn;
use kit::rule::Rule;
use std::collections::{BTreeMap, BTreeSet};

const BATTLE: Rule = Rule("K05 §19.6");

/// What a modifier is called (§19.6).
pub const NAMES: [&str; 4] = ["morale", "commander", "naval rating", "scouting"];

/// Fights all battles at sea, in the order in which the fleets met.
pub fn play(turn: &mut Turn) {
    let mut fought: Vec<(String, [Camp; 2])> = vec![];
    for Engagement { area, attacker, defender } in turn.sea.engaged.clone() {
        let state = &turn.state;
        let left = engaged(turn, &area);
        let is_there = |key: &(String, String)| {
            left.iter().any(|one| (&one.power, &one.who) == (&key.0, &key.1))
        };
        let have_met = |(there, [ours, theirs]): &(String, [Camp; 2])| {
            let (one, other) = (&attacker.0, &defender.0);
            *there == area
                && (ours.has(one) && theirs.has(other) || ours.has(other) && theirs.has(one))
        };
        if !is_there(&attacker) || !is_there(&defender) || fought.iter().any(have_met) {
            continue;
        }
        let others = left.iter().map(|group| group.power.clone());
        let others: BTreeSet<String> =
            others.filter(|power| ![&attacker.0, &defender.0].contains(&power)).collect();
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        let camps = Camp::opposed(state, [&attacker.0, &defender.0], &others);
        fight(turn, &area, &camps);
        fought.push((area, camps));
    }
}

/// The groups that fight in an area, as far as they are there still.
fn engaged(turn: &Turn, area: &str) -> Vec<Group> {
    let here = Berth::Sea(area.to_owned());
    let engaged = turn.sea.engaged.iter().filter(|one| one.area == area);
    let keys: BTreeSet<_> = engaged.flat_map(|one| [&one.attacker, &one.defender]).collect();
    let beaten = |key: &(String, String)| {
        turn.sea.beaten.iter().any(|(power, who, _)| (power, who) == (&key.0, &key.1))
    };
    let groups = keys.into_iter().filter(|key| !beaten(key));
    let groups = groups.filter_map(|key| turn.state.navy.group(&key.0, &key.1));
    groups.filter(|one| one.at == here && !one.fleets.is_empty()).collect()
}

/// The groups of a camp that fight in an area.
fn of_camp(turn: &Turn, area: &str, camp: &Camp) -> Vec<Group> {
    engaged(turn, area).into_iter().filter(|one| camp.has(&one.power)).collect()
}

/// One side, counted.
struct Side<'t> {
    groups: Vec<Group>,
    fleets: Vec<&'t Fleet>,
    /// The commander first.
    admirals: Vec<&'t Admiral>,
}

fn side<'t>(turn: &'t Turn, area: &str, camp: &Camp) -> Side<'t> {
    let navy = &turn.state.navy;
    let groups = of_camp(turn, area, camp);
    let fleets = groups.iter().flat_map(|one| &one.fleets);
    let fleets = fleets.filter_map(|name| navy.fleets.get(name)).collect();
    let admirals = groups.iter().filter_map(|one| navy.admirals.get(one.admiral.as_ref()?));
    let mut admirals: Vec<&Admiral> = admirals.collect();
    admirals.sort_by_key(|one| one.seniority());
    Side { groups, fleets, admirals }
}

/// The fleet combat value: of all ships, and what subordinate admirals add (§19.6).
pub fn combat_value(navies: &Navies, fleets: &[&Fleet], admirals: &[&Admiral]) -> u32 {
    let ships = fleets.iter().flat_map(|one| &one.ships);
    let ships: u32 = ships.map(|(kind, count)| navies.kind(kind).combat * count).sum();
    ships + admirals.iter().skip(1).map(|one| one.combat).sum::<u32>()
}

/// The mean morale of all ships, rounded up (§19.6).
pub fn morale(navies: &Navies, fleets: &[&Fleet]) -> u32 {
    let all: u32 = fleets.iter().map(|one| count(&one.ships)).sum();
    let of = |one: &&Fleet| -> u32 {
        let ships = one.ships.iter();
        ships.map(|(kind, count)| navies.kind(kind).morale(&one.power) * count).sum()
    };
    let sum: u32 = fleets.iter().map(of).sum();
    if all == 0 { 0 } else { sum.div_ceil(all) }
}

fn host(navies: &Navies, side: &Side) -> SeaHost {
    let Side { fleets, admirals, .. } = side;
    let commander = admirals.first();
    let first = fleets.first().map(|one| one.power.clone()).unwrap_or_default();
    let extra = commander.is_some_and(|one| one.extra == Some(Extra::Morale));
    let mut ships = Ships::new();
    fleets.iter().for_each(|one| add(&mut ships, &one.ships));
    let powers: BTreeSet<String> = fleets.iter().map(|one| one.power.clone()).collect();
    SeaHost {
        power: commander.map_or(first, |one| one.power.clone()),
        powers: powers.into_iter().collect(),
        commander: commander.map(|one| one.name.clone()),
        fleets: fleets.iter().map(|one| one.name.clone()).collect(),
        ships,
        combat: combat_value(navies, fleets, admirals),
        battle: commander.map_or(0, |one| one.battle),
        morale: morale(navies, fleets) + u32::from(extra),
        modifiers: vec![],
        lost: ShipLosses::new(),
    }
}

/// The modifiers of a side against another (§19.6).
pub fn modifiers(navies: &Navies, ours: &SeaHost, theirs: &SeaHost) -> Vec<Modifier> {
    let scouts = |host: &SeaHost| -> u32 {
        let ships = host.ships.iter().filter(|(kind, _)| navies.kind(kind).scout);
        ships.map(|(_, count)| count).sum()
    };
    let rating = |host: &SeaHost| navies.rating(&host.power);
    let [morale, commander, naval, scouting] = NAMES;
    let lines = [
        (ours.morale > theirs.morale, morale),
        (ours.battle > theirs.battle, commander),
        (rating(ours) > rating(theirs), naval),
        (scouts(ours) > scouts(theirs), scouting),
    ];
    let applies = lines.into_iter().filter(|(applies, _)| *applies);
    applies.map(|(_, what)| Modifier { by: 1, what: what.to_owned() }).collect()
}

/// What admirals add to the roll, as generals do on land (§19.4).
fn adjusted(both: [&Side; 2]) -> Vec<Modifier> {
    let of = |(side, by): (&Side, i32)| {
        let chief = side.admirals.first().filter(|one| one.extra == Some(Extra::Battle))?;
        Some(Modifier { by, what: chief.name.clone() })
    };
    both.into_iter().zip([-1, 1]).filter_map(of).collect()
}

/// Both sides with their modifiers, and what their admirals add to the roll.
fn hosts(
    turn: &Turn,
    navies: &Navies,
    area: &str,
    camps: &[Camp; 2],
) -> ([SeaHost; 2], Vec<Modifier>) {
    let sides = camps.each_ref().map(|camp| side(turn, area, camp));
    let [mut attacker, mut defender] = sides.each_ref().map(|side| host(navies, side));
    attacker.modifiers = modifiers(navies, &attacker, &defender);
    defender.modifiers = modifiers(navies, &defender, &attacker);
    ([attacker, defender], adjusted([&sides[0], &sides[1]]))
}

/// One roll for a battle (§19.6).
fn fight(turn: &mut Turn, area: &str, camps: &[Camp; 2]) {
    let Some(navies) = &turn.book.navies else { return };
    let table = &navies.table;
    let ([mut attacker, mut defender], adjusted) = hosts(turn, navies, area, camps);
    // Transports against transports: neither side is stronger.
    let worth = [attacker.combat, defender.combat];
    let [ours, theirs] = if worth == [0, 0] { [1, 1] } else { worth };
    let ratio = table.column(ours, theirs);
    let column = table.shifted(ratio, shift(&attacker.modifiers, &defender.modifiers));
    let roll = turn.ledger.dice(BATTLE.by(attacker.name()).at(area), 2, 6);
    let total = i32::from(roll.sum()) + adjusted.iter().map(|one| one.by).sum::<i32>();
    let result = table.read(column, total);
    let sides = camps.each_ref().map(|camp| side(turn, area, camp));
    attacker.lost = losses::share(navies, &sides[0].fleets, result.attacker);
    defender.lost = losses::share(navies, &sides[1].fleets, result.defender);
    let owners = sides.iter().flat_map(|side| &side.fleets);
    let owners = owners.map(|one| (one.name.clone(), one.power.clone())).collect();
    let before: Vec<Fleet> =
        sides.iter().flat_map(|side| &side.fleets).map(|one| (*one).clone()).collect();
    let groups = sides.map(|side| side.groups);
    turn.record(SeaEvent::FoughtAtSea(Box::new(SeaDay {
        area: area.to_owned(),
        attacker: attacker.clone(),
        defender: defender.clone(),
        ratio: table.called(ratio).to_string(),
        column: table.called(column).to_string(),
        dice: roll.faces,
        adjusted,
        total,
        result,
    })));
    boarding::lost_with(turn, &before);
    let navy = &turn.state.navy;
    let is_gone = |groups: &[Group]| {
        groups.iter().flat_map(|one| &one.fleets).all(|name| !navy.fleets.contains_key(name))
    };
    let goes = [
        result.attacker_retreats || is_gone(&groups[0]),
        result.defender_retreats || is_gone(&groups[1]),
    ];
    end(turn, area, ([attacker, defender], &owners), (groups, goes));
}

/// What a battle comes to: who has won it, what is captured, and who must leave.
fn end(
    turn: &mut Turn,
    area: &str,
    ([attacker, defender], owners): ([SeaHost; 2], &BTreeMap<String, String>),
    (groups, goes): ([Vec<Group>; 2], [bool; 2]),
) {
    let won = match goes {
        [false, true] => Some([&attacker, &defender]),
        [true, false] => Some([&defender, &attacker]),
        [true, true] | [false, false] => None,
    };
    turn.record(SeaEvent::SeaBattleEnded {
        area: area.to_owned(),
        attacker: attacker.powers.clone(),
        defender: defender.powers.clone(),
        winner: won.map(|[winner, _]| winner.powers.clone()).unwrap_or_default(),
    });
    admirals_lost(turn, area, groups.iter().flatten());
    if let Some([winner, beaten]) = won {
        capture(turn, area, winner, (beaten, owners));
    }
    let here = Berth::Sea(area.to_owned());
    let leave = groups.into_iter().zip(goes).filter(|(_, goes)| *goes);
    for group in leave.flat_map(|(groups, _)| groups) {
        turn.sea.beaten.push((group.power, group.who, here.clone()));
    }
}

/// Admirals whose last ship is gone are lost with it.
pub fn admirals_lost<'g>(turn: &mut Turn, area: &str, groups: impl Iterator<Item = &'g Group>) {
    for group in groups {
        let Some(name) = &group.admiral else { continue };
        let navy = &turn.state.navy;
        let sunk = navy.admirals.get(name).is_some_and(|one| navy.led(one).next().is_none());
        if sunk {
            let (admiral, power, area) = (name.clone(), group.power.clone(), area.to_owned());
            turn.record(SeaEvent::AdmiralLost { admiral, power, area });
        }
    }
}

/// How many of some ships are captured: half of them, men of war first (§19.6).
pub fn half(navies: &Navies, lost: &Ships) -> Ships {
    first(navies, lost, count(lost) / 2, |kind| (!kind.line, kind.scout))
}

/// So many of some ships, in an order of the kinds.
fn first<K: Ord>(
    navies: &Navies,
    ships: &Ships,
    mut left: u32,
    order: impl Fn(&ShipKind) -> K,
) -> Ships {
    let mut kinds: Vec<(&String, u32)> = ships.iter().map(|(kind, count)| (kind, *count)).collect();
    kinds.sort_by_key(|(kind, _)| (order(navies.kind(kind)), *kind));
    let mut taken = Ships::new();
    for (kind, has) in kinds {
        let part = has.min(left);
        left -= part;
        if part > 0 {
            taken.insert(kind.clone(), part);
        }
    }
    taken
}

/// Half of the ships that the beaten lost are captured, and sail home with one escort each: frigates first, and never the
/// last ship of a fleet. What has no escort is burnt (§19.6).
fn capture(
    turn: &mut Turn,
    area: &str,
    winner: &SeaHost,
    (beaten, owners): (&SeaHost, &BTreeMap<String, String>),
) {
    let Some(navies) = &turn.book.navies else { return };
    let captured = half(navies, &losses::sum(&beaten.lost));
    if captured.is_empty() {
        return;
    }
    let navy = &turn.state.navy;
    let mut fleets: Vec<&Fleet> =
        winner.fleets.iter().filter_map(|name| navy.fleets.get(name)).collect();
    fleets.retain(|one| one.power == winner.power && one.kind != FleetKind::Prizes);
    let (mut escorts, mut wanted) = (ShipLosses::new(), count(&captured));
    for fleet in &fleets {
        let fit: Ships = fleet
            .ships
            .iter()
            .filter(|(kind, _)| navies.kind(kind).combat > 0)
            .map(|(kind, count)| (kind.clone(), *count))
            .collect();
        let most = count(&fleet.ships).saturating_sub(1).min(count(&fit)).min(wanted);
        let sent = first(navies, &fit, most, |kind| (!kind.scout, kind.line));
        wanted -= count(&sent);
        if !sent.is_empty() {
            escorts.insert(fleet.name.clone(), sent);
        }
    }
    let ships = losses::sum(&escorts);
    let saved = first(navies, &captured, count(&ships), |kind| (!kind.line, kind.scout));
    if saved.is_empty() {
        return;
    }
    let mut burnt = captured;
    take(&mut burnt, &saved);
    let of = former(&beaten.lost, owners, &saved);
    let name = navy.free_name(&format!("Prizes of {area}"), &[]);
    let sails = (FleetKind::Prizes, ships);
    let convoy = Fleet::new(name, &winner.power, sails, Berth::Sea(area.to_owned()));
    let convoy = Fleet { prizes: saved, ..convoy };
    turn.record(SeaEvent::PrizesTaken {
        power: winner.power.clone(),
        of,
        area: area.to_owned(),
        burnt,
        escorts,
        convoy,
    });
}

/// Whose captured ships were: of each kind those of the first power by name that lost some.
fn former(
    lost: &ShipLosses,
    owners: &BTreeMap<String, String>,
    captured: &Ships,
) -> BTreeMap<String, Ships> {
    let mut by_power: BTreeMap<&String, Ships> = BTreeMap::new();
    for (fleet, ships) in lost {
        if let Some(power) = owners.get(fleet) {
            add(by_power.entry(power).or_default(), ships);
        }
    }
    let (mut left, mut of) = (captured.clone(), BTreeMap::new());
    for (power, ships) in by_power {
        for (kind, count) in ships {
            let part = left.get(&kind).copied().unwrap_or(0).min(count);
            if part > 0 {
                left.insert(kind.clone(), left[&kind] - part);
                let own: &mut Ships = of.entry(power.clone()).or_default();
                own.insert(kind, part);
            }
        }
    }
    of
}

/// The beaten leave the areas where they fought (§19.6).
pub fn retreat(turn: &mut Turn) {
    for (power, who, here) in std::mem::take(&mut turn.sea.beaten) {
        let group = turn.state.navy.group(&power, &who);
        if group.is_some_and(|one| one.at == here && !one.fleets.is_empty()) {
            meeting::fall_back(turn, &(power, who), Flight::Beaten);
        }
    }
}
