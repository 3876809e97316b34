//! Minor powers that change hands or become neutral again (FRW §28.3 to §28.8): a seat that gains one has
//! its units (§28.3), also from another seat (§28.4), any number of times (§28.7).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §25.5, §28.6, §28.8.

use crate::book::troops::Kind;
use crate::decisions::Topic;
use crate::operations::loss;
use crate::operations::sea::cargo::put_ashore;
use crate::position::Position;
use crate::record::event::{Cause, CourtEvent, Event, ForceEvent};
use crate::record::unit::Unit;
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

const LEAVING: Rule = Rule("FRW §28.8");
const EVICTION: Rule = Rule("FRW §28.6");

/// A minor power comes to a seat, from nobody or from another seat.
pub fn join(turn: &mut Turn<'_>, minor: &str, seat: &str) {
    let before = turn.state.controller(minor).map(str::to_owned);
    if before.as_deref() == Some(seat) {
        return;
    }
    let mut moved = BTreeMap::new();
    if let Some(before) = &before {
        ashore(turn, minor, before);
        for at in mixed(turn, minor, before) {
            let here: Vec<Unit> =
                turn.state.units.at(at).filter(|unit| unit.power == minor).cloned().collect();
            for afloat in [false, true] {
                let part: Vec<&Unit> =
                    here.iter().filter(|unit| is_afloat(unit) == afloat).collect();
                if part.is_empty() {
                    continue;
                }
                match leave(turn, minor, seat, at, afloat) {
                    Some(to) => moved.extend(part.iter().map(|unit| (unit.id.clone(), to))),
                    None => {
                        for unit in part {
                            remove(turn, before, unit);
                        }
                    }
                }
            }
        }
    }
    let (minor, seat) = (minor.to_owned(), Some(seat.to_owned()));
    turn.record(Event::from(CourtEvent::ControlChanged { minor, before, seat, moved }));
}

/// The squares where units of a minor power stand with others of a seat.
fn mixed(turn: &Turn<'_>, minor: &str, seat: &str) -> Vec<Space> {
    let squares = turn.state.units.spaces().filter(|at| {
        let own = turn.state.own_at(seat, *at);
        own.iter().any(|unit| unit.power == minor) && own.iter().any(|unit| unit.power != minor)
    });
    squares.collect()
}

/// Takes units off the fleets of a minor power, and its units off others: ashore, or lost at sea.
fn ashore(turn: &mut Turn<'_>, minor: &str, seat: &str) {
    let strangers: Vec<Unit> = {
        let units = turn.state.units.values();
        let apart = |unit: &&Unit| {
            let fleet = unit.aboard.as_ref().and_then(|fleet| turn.state.units.get(fleet));
            fleet.is_some_and(|fleet| (fleet.power == minor) != (unit.power == minor))
        };
        units.filter(apart).cloned().collect()
    };
    for unit in strangers {
        if turn.book.atlas.is_sea(unit.at) {
            remove(turn, seat, &unit);
        } else {
            put_ashore(turn, seat, unit.at, vec![unit.id]);
        }
    }
}

/// Whether a unit is a fleet, or goes with one.
fn is_afloat(unit: &Unit) -> bool {
    unit.kind == Kind::Fleet || unit.aboard.is_some()
}

/// A unit that has nowhere to go is lost; a leader may save himself.
fn remove(turn: &mut Turn<'_>, seat: &str, unit: &Unit) {
    loss::take(turn, seat, &unit.id, Cause::Evicted);
}

/// Where units of a minor power go that leave a mixed stack.
fn leave(turn: &mut Turn<'_>, minor: &str, seat: &str, from: Space, afloat: bool) -> Option<Space> {
    let near = nearest(turn, minor, seat, from, afloat);
    choose(turn, LEAVING, seat, from, &near)
}

/// The nearest squares where none but units of the minor power and its new seat stand.
fn nearest(turn: &Turn<'_>, minor: &str, seat: &str, from: Space, afloat: bool) -> Vec<Space> {
    let (atlas, state) = (&turn.the_book().atlas, &turn.state);
    let free = |at: Space| {
        let ours = |unit: &Unit| unit.power == minor || state.seat_of(unit) == Some(seat);
        state.units.at(at).all(ours) && (afloat || atlas.is_land(at))
    };
    let opens = |one: Space, other: Space| {
        let side = atlas.side(one, other);
        let by = side.is_some_and(|side| if afloat { side.by_sea() } else { side.by_land() });
        by && !atlas.is_beyond(other) && state.may_enter(turn.the_book(), other)
    };
    let (mut seen, mut queue) = (BTreeSet::from([from]), VecDeque::from([(from, 0)]));
    let (mut found, mut reach) = (vec![], None);
    while let Some((at, far)) = queue.pop_front() {
        if reach.is_some_and(|reach| far > reach) {
            break;
        }
        if far > 0 && free(at) {
            reach = Some(far);
            found.push(at);
            continue;
        }
        for next in atlas.around(at) {
            if opens(at, next) && seen.insert(next) {
                queue.push_back((next, far + 1));
            }
        }
    }
    found
}

/// One of some squares, as their seat says; the first by default.
fn choose(
    turn: &mut Turn<'_>,
    rule: Rule,
    seat: &str,
    from: Space,
    squares: &[Space],
) -> Option<Space> {
    let first = *squares.first()?;
    if squares.len() == 1 {
        return Some(first);
    }
    let atlas = &turn.the_book().atlas;
    let names: Vec<&str> = squares.iter().map(|at| atlas.name(*at)).collect();
    let said = turn.reaction(seat, &[], "evict to").and_then(|said| {
        let mut wanted = said.names("evict to").into_iter().filter(|name| names.contains(name));
        wanted.next().map(|name| (name.to_owned(), Source::Reaction))
    });
    let ask = rule.by(seat).at(turn.place(from));
    let choice = turn.decide(ask, seat, Topic::EvictTo, &names, (names[0], said));
    let found = names.iter().position(|name| *name == choice).unwrap_or(0);
    squares.get(found).copied()
}

/// A minor power becomes neutral again: strangers leave its land, and its own units go home.
pub fn neutral(turn: &mut Turn<'_>, minor: &str) {
    let Some(before) = turn.state.controller(minor).map(str::to_owned) else { return };
    ashore(turn, minor, &before);
    evict(turn, minor);
    let moved = homeward(turn, minor, &before);
    let minor = minor.to_owned();
    let (before, seat) = (Some(before), None);
    turn.record(Event::from(CourtEvent::ControlChanged { minor, before, seat, moved }));
}

/// Whether a square belongs to a power, as land or as its area off the map.
fn is_land_of(turn: &Turn<'_>, power: &str, at: Space) -> bool {
    let atlas = &turn.book.atlas;
    let area = atlas.area(at).is_some_and(|area| area.power == power);
    area || atlas.square(at).owner.as_deref() == Some(power)
}

/// Strangers leave the land, square by square; a leader who saves himself into it leaves again.
fn evict(turn: &mut Turn<'_>, minor: &str) {
    loop {
        let stranger = turn
            .state
            .units
            .values()
            .find(|unit| unit.power != minor && is_land_of(turn, minor, unit.at))
            .cloned();
        let Some(stranger) = stranger else { return };
        // Who is aboard leaves with the fleet.
        let carrier = stranger.aboard.as_ref().and_then(|on| turn.state.units.get(on)).cloned();
        let stranger = carrier.unwrap_or(stranger);
        let Some(seat) = turn.state.seat_of(&stranger).map(str::to_owned) else { return };
        let (at, afloat) = (stranger.at, is_afloat(&stranger));
        let all: Vec<Unit> = {
            let own = turn.state.own_at(&seat, at).into_iter();
            let alike = |unit: &&Unit| unit.power == stranger.power && is_afloat(unit) == afloat;
            own.filter(alike).cloned().collect()
        };
        let to = match afloat {
            true => open_sea(turn, at),
            false => {
                let near = refuges(turn, minor, &seat, &stranger.power, at);
                choose(turn, EVICTION, &seat, at, &near)
            }
        };
        match to {
            Some(to) => {
                let ids: Vec<String> = all.into_iter().map(|unit| unit.id).collect();
                let force = turn.force(&seat, &ids);
                turn.record(Event::from(ForceEvent::Moved { force, from: at, to }));
            }
            None => {
                for unit in &all {
                    remove(turn, &seat, unit);
                }
            }
        }
    }
}

/// A free sea square next to one.
fn open_sea(turn: &Turn<'_>, from: Space) -> Option<Space> {
    let atlas = &turn.the_book().atlas;
    let free = |to: &Space| {
        let by_sea = atlas.side(from, *to).is_some_and(|side| side.by_sea());
        by_sea && !atlas.is_land(*to) && turn.state.units.at(*to).next().is_none()
    };
    atlas.around(from).into_iter().find(free)
}

/// The nearest fortresses of a seat outside the land of a minor power, and the own area off the map.
fn refuges(turn: &Turn<'_>, minor: &str, seat: &str, power: &str, from: Space) -> Vec<Space> {
    let (atlas, state) = (&turn.the_book().atlas, &turn.state);
    let held = state.units.spaces().filter(|at| {
        let fortress = atlas.is_fortress(*at) && state.occupier(*at).as_deref() == Some(seat);
        fortress && !is_land_of(turn, minor, *at)
    });
    let areas = atlas.off_map().filter(|(_, area)| area.power == power).map(|(at, _)| at);
    let mut all: Vec<(u16, Space)> =
        held.chain(areas).map(|at| (atlas.distance(from, at).unwrap_or(u16::MAX), at)).collect();
    all.sort_unstable();
    let least = all.first().map_or(0, |(far, _)| *far);
    all.into_iter().filter(|(far, _)| *far == least).map(|(_, at)| at).collect()
}

/// Where each unit of a minor power goes that becomes neutral.
fn homeward(turn: &mut Turn<'_>, minor: &str, seat: &str) -> BTreeMap<String, Space> {
    let book = turn.the_book();
    let own = |at: &Space| is_land_of(turn, minor, *at);
    let all: Vec<Space> = book.atlas.all().filter(own).collect();
    let strong = |at: &&Space| book.atlas.is_fortress(**at) || book.atlas.is_beyond(**at);
    let mut homes: Vec<Space> = all.iter().filter(strong).copied().collect();
    let areas = book.atlas.off_map().filter(|(_, area)| area.power == minor);
    homes.extend(areas.map(|(at, _)| at));
    homes.sort_unstable();
    homes.dedup();
    if homes.is_empty() {
        homes = all.into_iter().filter(|at| book.atlas.city(*at).is_some()).collect();
    }
    let units: Vec<Unit> =
        turn.state.units.values().filter(|unit| unit.power == minor).cloned().collect();
    let mut room: BTreeMap<Space, i64> = homes
        .iter()
        .map(|at| {
            let forage = match book.atlas.is_beyond(*at) {
                true => u32::try_from(units.len()).unwrap_or(u32::MAX),
                false => book.forage(*at, turn.state.pillaged.contains(at), false),
            };
            (*at, i64::from(forage))
        })
        .collect();
    let mut moved = BTreeMap::new();
    for unit in &units {
        let fits = |at: &Space| {
            let square = book.atlas.square(*at);
            let port = square.place.as_ref().is_some_and(|place| place.port);
            unit.kind != Kind::Fleet || port || book.atlas.is_beyond(*at)
        };
        let mut open: Vec<Space> = homes.iter().copied().filter(fits).collect();
        open.sort_by_key(|at| (std::cmp::Reverse(room.get(at).copied().unwrap_or(0)), *at));
        let Some(to) = choose(turn, EVICTION, seat, unit.at, &open) else {
            remove(turn, seat, unit);
            continue;
        };
        *room.entry(to).or_default() -= 1;
        moved.insert(unit.id.clone(), to);
    }
    moved
}
