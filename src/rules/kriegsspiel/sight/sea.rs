//! What is seen of ships (§3, §13).
//!
//! Ships see the area in which they are, frigates also those beside it; a harbour that a power holds sees the areas on
//! which it opens. Who lies in a harbour is seen by frigates in an area on which it opens, and by nobody else.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.

use super::{UMPIRE, shares};
use crate::book::ships::Navies;
use crate::book::{Book, Estimates};
use crate::position::Position;
use crate::record::estimate::Informant;
use crate::record::event::{SeaDay, SeaDayMadeOut, SeaEvent, SeaHost, SeaHostMadeOut};
use crate::record::sea::{Berth, Fleet, Navy, Sail, ShipLosses, Size, count};
use crate::record::state::State;
use crate::sight::intel_levels::{Allies, Intel};
use kit::calendar::Season;
use std::collections::{BTreeMap, BTreeSet};

/// Whether a fleet has ships that scout.
fn scouts(navies: &Navies, fleet: &Fleet) -> bool {
    fleet.ships.keys().any(|kind| navies.kind(kind).scout)
}

/// What somebody's eyes see of the sea, all of it.
pub fn look(book: &Book, state: &State, eye: &str) -> Navy {
    let Some(navies) = book.navies.as_ref().filter(|_| state.navy.played) else {
        return Navy::default();
    };
    let ours = |power: &str| shares(book, state, eye, power);
    let own: BTreeMap<String, Fleet> = state
        .navy
        .fleets
        .iter()
        .filter(|(_, one)| ours(&one.power))
        .map(|(name, one)| (name.clone(), one.clone()))
        .collect();
    let mut field = BTreeSet::new();
    let mut scouted = BTreeSet::new();
    for fleet in own.values() {
        let Some(area) = fleet.at.area() else { continue };
        field.insert(area.to_owned());
        if scouts(navies, fleet) {
            scouted.insert(area.to_owned());
            field.extend(navies.waters.adjacent(area).into_iter().map(str::to_owned));
        }
    }
    for (port, opens) in navies.waters.harbours() {
        if state.master(book, port).is_some_and(ours) {
            field.extend(opens.iter().cloned());
        }
    }
    let seen = |one: &Fleet| match &one.at {
        Berth::Sea(area) => field.contains(area),
        Berth::Port(port) => navies.waters.opens(*port).iter().any(|area| scouted.contains(area)),
    };
    let whole = book.intel == Intel::Open;
    let ally = |power: &str| book.allies == Allies::Markers && state.friends(eye, power);
    let mut ships: BTreeMap<(&str, &Berth), u32> = BTreeMap::new();
    for one in state.navy.fleets.values().filter(|one| !ours(&one.power)) {
        if whole || ally(&one.power) || seen(one) {
            let sum = ships.entry((&one.power, &one.at)).or_default();
            *sum += count(&one.ships) + count(&one.prizes);
        }
    }
    let sail = |((power, at), ships): ((&str, &Berth), u32)| Sail {
        power: power.to_owned(),
        at: at.clone(),
        size: Size::of(ships),
        last: None,
    };
    let sails = ships.into_iter().map(sail).collect();
    let admirals = state.navy.admirals.iter().filter(|(_, one)| ours(&one.power));
    let lost = state.navy.lost.iter().filter(|(power, _)| ours(power));
    Navy {
        played: true,
        fleets: own,
        admirals: admirals.map(|(name, one)| (name.clone(), one.clone())).collect(),
        lost: lost.map(|(power, ships)| (power.clone(), ships.clone())).collect(),
        sails,
        field,
    }
}

/// What is known of the sea after a look: sails that are out of sight now are remembered for a turn, or until their area
/// is in sight without them.
pub fn learned(before: &Navy, mut now: Navy, season: Season) -> Navy {
    let in_sight = |sail: &Sail| match &sail.at {
        Berth::Sea(area) => now.field.contains(area),
        // A harbour is seen from the sea: who lay there is forgotten when somebody of that power is seen.
        Berth::Port(_) => false,
    };
    let is_seen =
        |old: &Sail| now.sails.iter().any(|one| (&one.power, &one.at) == (&old.power, &old.at));
    let is_new = |old: &Sail| old.last.is_none_or(|last| last.next() >= season);
    let past = before.sails.iter().filter(|old| is_new(old) && !in_sight(old) && !is_seen(old));
    let past = past.map(|old| Sail { last: old.last.or(Some(season)), ..old.clone() });
    let past: Vec<Sail> = past.collect();
    now.sails.extend(past);
    now
}

/// The powers that see an area, or have ships in it.
pub fn watchers(book: &Book, state: &State, berths: &BTreeSet<Berth>) -> BTreeSet<String> {
    let Some(navies) = &book.navies else { return BTreeSet::new() };
    let mut areas: BTreeSet<&str> = berths.iter().flat_map(|at| navies.waters.of(at)).collect();
    let opens = |all: &[String]| all.iter().any(|area| areas.contains(area.as_str()));
    let ports = navies.waters.harbours().filter(|(_, all)| opens(all)).map(|(port, _)| port);
    let holders = ports.filter_map(|port| state.master(book, port)).map(str::to_owned);
    let mut eyes: BTreeSet<String> = holders.collect();
    let beside: Vec<&str> = areas.iter().flat_map(|area| navies.waters.adjacent(area)).collect();
    areas.extend(beside);
    let fleets = state.navy.fleets.values().filter(|one| match &one.at {
        Berth::Sea(area) => areas.contains(area.as_str()),
        Berth::Port(_) => false,
    });
    eyes.extend(fleets.map(|one| one.power.clone()));
    eyes
}

/// The powers to which an event at sea is told as their own affair; none, if it is published.
pub(super) fn parties(event: &SeaEvent) -> Option<Vec<&String>> {
    Some(match event {
        SeaEvent::Commissioned { fleet, .. } | SeaEvent::Enlarged { fleet } => vec![&fleet.power],
        SeaEvent::Appointed { admiral, .. } => vec![&admiral.power],
        SeaEvent::Sailed { power, .. }
        | SeaEvent::AtSea { power, .. }
        | SeaEvent::FellBack { power, .. }
        | SeaEvent::PrizesJoined { power, .. }
        | SeaEvent::Embarked { power, .. }
        | SeaEvent::Landed { power, .. }
        | SeaEvent::LostAboard { power, .. }
        | SeaEvent::Stormed { power, .. } => vec![power],
        SeaEvent::Met { first, second, .. } => vec![&first.power, &second.power],
        SeaEvent::FoughtAtSea(day) => {
            day.attacker.powers.iter().chain(&day.defender.powers).collect()
        }
        SeaEvent::MadeOutAtSea(day) => {
            day.attacking.powers.iter().chain(&day.defending.powers).collect()
        }
        SeaEvent::PrizesTaken { power, of, .. } => of.keys().chain([power]).collect(),
        SeaEvent::SeaBattleEnded { .. } | SeaEvent::AdmiralLost { .. } => return None,
    })
}

/// Whether an event at sea may be told: to its parties; what a power orders, to it alone.
pub(super) fn is_told(book: &Book, event: &SeaEvent, state: &State, eye: &str) -> bool {
    let ours = |power: &String| shares(book, state, eye, power);
    match event {
        SeaEvent::AtSea { power, .. } => power == eye || eye == UMPIRE,
        SeaEvent::Commissioned { arrival, fleet } => *arrival && ours(&fleet.power),
        SeaEvent::Enlarged { fleet } => ours(&fleet.power),
        SeaEvent::Appointed { arrival, admiral } => *arrival && ours(&admiral.power),
        SeaEvent::Sailed { .. }
        | SeaEvent::Met { .. }
        | SeaEvent::FoughtAtSea(_)
        | SeaEvent::MadeOutAtSea(_)
        | SeaEvent::SeaBattleEnded { .. }
        | SeaEvent::FellBack { .. }
        | SeaEvent::PrizesTaken { .. }
        | SeaEvent::PrizesJoined { .. }
        | SeaEvent::Embarked { .. }
        | SeaEvent::Landed { .. }
        | SeaEvent::LostAboard { .. }
        | SeaEvent::AdmiralLost { .. }
        | SeaEvent::Stormed { .. } => {
            parties(event).is_none_or(|powers| powers.into_iter().any(ours))
        }
    }
}

/// Captured ships as their former power makes it out where others are estimated (§3): with which escort of which fleets they
/// sail is not told.
pub(super) fn prizes_made_out(event: &SeaEvent) -> SeaEvent {
    let mut told = event.clone();
    if let SeaEvent::PrizesTaken { escorts, convoy, .. } = &mut told {
        escorts.clear();
        convoy.ships.clear();
    }
    told
}

/// A battle at sea as an eye makes it out where others are estimated (§3): its own side exactly, the other by bounds and
/// in words.
pub(super) fn made_out(
    estimates: &Estimates,
    day: &SeaDay,
    ours: &dyn Fn(&str) -> bool,
) -> SeaDayMadeOut {
    let host = |host: &SeaHost, (percent, goes): (u32, bool)| {
        let whole = host.powers.iter().all(|power| ours(power));
        let about = estimates.span(Informant::Battle, count(&host.ships));
        SeaHostMadeOut {
            power: host.power.clone(),
            powers: host.powers.clone(),
            commander: host.commander.clone(),
            whole: whole.then(|| Box::new(host.clone())),
            ships: (!whole).then_some(about),
            toll: (!whole).then(|| estimates.toll(percent)),
            lost: if whole { host.lost.clone() } else { ShipLosses::new() },
            goes,
        }
    };
    let result = day.result;
    let sum = day.dice.iter().map(|die| u32::from(*die)).sum();
    SeaDayMadeOut {
        area: day.area.clone(),
        attacking: host(&day.attacker, (result.attacker, result.attacker_retreats)),
        defending: host(&day.defender, (result.defender, result.defender_retreats)),
        fell: estimates.fell(sum),
    }
}
