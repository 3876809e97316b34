//! Who goes aboard, and who is lost with the ships (§13.6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.6.

use crate::book::Book;
use crate::book::ships::Navies;
use crate::book::troops::Arm;
use crate::march::losses;
use crate::march::roll::Roll;
use crate::orders::fleets::FleetEntry;
use crate::record::event::{Reason, SeaEvent};
use crate::record::sea::{Berth, Fleet, Group, Navy};
use crate::record::state::{Formation, General};
use crate::season::turn::Turn;
use std::collections::{BTreeMap, BTreeSet};

/// Who goes aboard one fleet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Load {
    pub fleet: String,
    pub formations: Vec<String>,
    pub generals: Vec<String>,
}

/// How much room a formation takes, in halves of a transport: a battalion or battery one, a regiment two (§13.6).
pub fn room_of(book: &Book, one: &Formation) -> u32 {
    let of = |arm| one.of_arm(&book.troops, arm);
    let foot = of(Arm::Infantry) + of(Arm::FieldArtillery) + of(Arm::HorseArtillery);
    foot + 2 * of(Arm::Cavalry)
}

/// The room that is left in a fleet.
pub fn room_left(book: &Book, navies: &Navies, fleet: &Fleet) -> u32 {
    let taken: u32 = fleet.cargo.formations.iter().map(|one| room_of(book, one)).sum();
    navies.room(&fleet.ships).saturating_sub(taken)
}

/// Whom an entry takes aboard: generals with the troops that they lead, in one fleet with some of them, and formations; all
/// of them, or nobody.
pub fn loads(
    book: &Book,
    navy: &Navy,
    (formations, generals): (&BTreeMap<String, Formation>, &BTreeMap<String, General>),
    (group, entry): (&Group, &FleetEntry),
    roll: &Roll,
) -> Result<Vec<Load>, Reason> {
    let Some(navies) = &book.navies else { return Err(Reason::NoForce) };
    let (mut troops, mut chiefs) = (BTreeSet::new(), BTreeSet::new());
    for name in &entry.carry {
        if let Some(chief) = generals.get(name).filter(|one| one.power == group.power) {
            chiefs.insert(&chief.name);
            let led = formations.values().filter(|one| chief.leads(one));
            troops.extend(led.map(|one| &one.name));
        } else {
            let own = formations.get(name).filter(|one| one.power == group.power);
            troops.insert(&own.ok_or(Reason::NoForce)?.name);
        }
    }
    let is_there = |at| group.at == Berth::Port(at);
    let places = chiefs.iter().map(|name| (*name, generals[*name].at));
    let mut places = places.chain(troops.iter().map(|name| (*name, formations[*name].at)));
    if let Some((who, _)) = places.find(|(_, at)| !is_there(*at)) {
        return Err(Reason::NotInHarbour { who: who.clone() });
    }
    let names: Vec<String> = chiefs.iter().chain(&troops).map(|name| (*name).clone()).collect();
    if roll.twice(&names).is_some() {
        return Err(Reason::Twice);
    }
    let fleets = navy.of_group(group);
    let mut room: Vec<(&Fleet, u32)> = fleets
        .map(|one| (one, room_left(book, navies, one)))
        .filter(|(_, room)| *room > 0)
        .collect();
    let has: u32 = room.iter().map(|(_, room)| room).sum();
    let needed: u32 = troops.iter().map(|name| room_of(book, &formations[*name])).sum();
    let full = || Reason::NoRoom { needed: needed.div_ceil(2), room: has / 2 };
    let mut loads: BTreeMap<&String, Load> = BTreeMap::new();
    let load =
        |fleet: &Fleet| Load { fleet: fleet.name.clone(), formations: vec![], generals: vec![] };
    // The largest first, each where the least room is left over, so that no fleet is wasted on a few.
    let mut largest: Vec<(u32, &String)> =
        troops.iter().map(|name| (room_of(book, &formations[*name]), *name)).collect();
    largest.sort_by_key(|(takes, _)| std::cmp::Reverse(*takes));
    for (takes, name) in largest {
        let fits = room.iter_mut().filter(|(_, left)| *left >= takes);
        let place = fits.min_by_key(|(_, left)| *left).ok_or_else(full)?;
        place.1 -= takes;
        let one = loads.entry(&place.0.name).or_insert_with(|| load(place.0));
        one.formations.push(name.clone());
    }
    loads.values_mut().for_each(|one| one.formations.sort());
    for chief in chiefs {
        let led = |name: &String| generals[chief].leads(&formations[name]);
        let with = loads.values().find(|one| one.formations.iter().any(led));
        let with = with.and_then(|one| room.iter().find(|(fleet, _)| fleet.name == one.fleet));
        let (fleet, _) = with.or_else(|| room.first()).ok_or_else(full)?;
        let one = loads.entry(&fleet.name).or_insert_with(|| load(fleet));
        one.generals.push(chief.clone());
    }
    Ok(loads.into_values().collect())
}

/// Those go aboard whose entries were taken up, before anybody moves.
pub fn play(turn: &mut Turn) {
    for (power, at, loads) in std::mem::take(&mut turn.sea.boarding) {
        let Berth::Port(at) = at else { continue };
        for Load { fleet, formations, generals } in loads {
            let power = power.clone();
            turn.record(SeaEvent::Embarked { power, who: fleet, at, formations, generals });
        }
    }
}

/// Those aboard ships that are gone are lost with them: by the share of the transports of their fleet that was lost, all of
/// them with the last.
pub fn lost_with(turn: &mut Turn, before: &[Fleet]) {
    let Some(navies) = &turn.book.navies else { return };
    for fleet in before.iter().filter(|one| !one.cargo.is_empty()) {
        let had = navies.room(&fleet.ships);
        let now = turn.state.navy.fleets.get(&fleet.name);
        let left = now.map_or(0, |one| navies.room(&one.ships));
        if had == 0 || left == had {
            continue;
        }
        let percent = (had - left) * 100 / had;
        let cargo = now.map_or(&fleet.cargo, |one| &one.cargo);
        let force: Vec<&Formation> = cargo.formations.iter().collect();
        let lost = losses::of_hits(turn.book, &force, percent);
        let generals = cargo.generals.iter().filter(|_| left == 0);
        let generals = generals.map(|one| one.name.clone()).collect();
        let (power, who) = (fleet.power.clone(), fleet.name.clone());
        turn.record(SeaEvent::LostAboard { power, who, percent, lost, generals });
    }
}
