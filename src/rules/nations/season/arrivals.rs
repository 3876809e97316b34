//! Who comes later: timed arrivals, replenishment, and troops that are too many for a hex
//! (NIA §21.C, §21.D).
//!
//! Not here: conditions of arrivals and who comes back (`returns.rs`); who is called away
//! (`withdrawals.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.C, §21.D, §21.3.3.

use crate::book::Book;
use crate::book::scenario::{At, Entry};
use crate::book::units::Unit;
use crate::land::stacking;
use crate::land::supply::Land;
use crate::position::Position;
use crate::record::event::ForceEvent;
use crate::record::state::Force;
use crate::season::places::{choose_place, is_hostile, legal};
use crate::season::setup::{self, place, placing};
use crate::turn::Turn;
use kit::calendar::Season;
use kit::ground::Space;
use kit::rule::Rule;
use std::collections::BTreeMap;

pub const ARRIVAL: Rule = Rule("NIA §21.D");

/// How far off the place of an arrival is sought that its own hex cannot take.
const FARTHEST: u16 = 3;

/// Brings in the season's timed arrivals, and those that were promised (NIA §21.D, §21.1.3).
pub fn bring(turn: &mut Turn) {
    let season = turn.state.season;
    let scenario = &turn.book.scenario;
    let conditional = scenario.conditional.iter().map(|conditional| &conditional.entry);
    for entry in scenario.arrivals.iter().chain(conditional) {
        // A promise is newer than the printed date.
        let when = turn.state.promised.get(&entry.key).copied().or(entry.when);
        if when == Some(season) {
            place(turn, entry, ARRIVAL, true);
        }
    }
}

/// The units that the scenario will bring from a season on: their counters are kept for them (NIA §12.3).
pub fn coming<'b>(
    book: &'b Book,
    promised: &'b BTreeMap<String, Season>,
    from: Season,
) -> impl Iterator<Item = &'b Unit> {
    let conditional = book.scenario.conditional.iter().map(|conditional| &conditional.entry);
    let all = book.scenario.arrivals.iter().chain(conditional);
    let comes = move |entry: &&Entry| {
        promised.get(&entry.key).copied().or(entry.when).is_some_and(|when| when >= from)
    };
    all.filter(comes).flat_map(|entry| &entry.counted)
}

/// Where an arrival comes in: its place, or the nearest source of supply if the enemy has it; none
/// means next season (NIA §21.D).
pub fn site(turn: &mut Turn, entry: &Entry, rule: Rule) -> Option<Space> {
    let chosen = choose_place(turn, entry, rule);
    site_for(turn.book, &turn.state, entry, chosen)
}

/// The same where the place has been chosen.
pub fn site_for(
    book: &Book,
    position: &dyn Position,
    entry: &Entry,
    chosen: Option<Space>,
) -> Option<Space> {
    let common = position.common();
    let lost = |at: &Space| {
        let holder = common.holder(book, *at).filter(|_| book.atlas.town(*at).is_some());
        let foreign = holder.is_some_and(|power| !common.relations.friends(power, &entry.power));
        foreign
            || !common.may_enter(book, &entry.power, *at)
            || is_hostile(position, &entry.power, *at)
    };
    if chosen.is_some_and(|at| !lost(&at)) {
        return chosen;
    }
    let (_, printed) = legal(book, entry);
    let land = Land::of(book, position, &entry.power);
    let sources = land.sources().filter(|at| !lost(at));
    sources.min_by_key(|at| (printed.map_or(0, |from| book.atlas.distance(from, *at)), *at))
}

/// Puts a force on the map; what its hex cannot hold stands next door (NIA §21.C).
///
/// The line it comes from may give a choice of towns; then the rest may go to another of them.
pub fn stand(turn: &mut Turn, force: Force, arrival: bool, line: Option<(&Entry, Rule)>) {
    let at = force.at;
    let (force, rest) = split(turn.book, force);
    turn.record(ForceEvent::Placed { force, arrival });
    let second = if rest.is_empty() { None } else { second_place(turn, line) };
    for mut part in rest {
        part.id = turn.new_id(&part.power);
        part.at = room(turn, &part.power, second.unwrap_or(at));
        if let Some(own) = own_hex(turn, &part, at, line) {
            part.at = own;
        }
        turn.record(ForceEvent::Placed { force: part, arrival });
    }
}

/// Another hex of a line for those who would stand on foreign land next door, if one is free.
fn own_hex(turn: &Turn, part: &Force, at: Space, line: Option<(&Entry, Rule)>) -> Option<Space> {
    let (book, state) = (turn.book, &turn.state);
    let (entry, _) = line.filter(|(entry, _)| matches!(entry.at, At::Hexes { .. }))?;
    let ours =
        |at: Space| state.holder(book, at).is_some_and(|holder| state.friends(holder, &part.power));
    if ours(part.at) {
        return None;
    }
    let free = |at: &Space| ours(*at) && state.at(*at).next().is_none();
    let (open, _) = legal(book, entry);
    open.into_iter().filter(free).min_by_key(|other| (book.atlas.distance(at, *other), *other))
}

/// The town to which the rest of a line goes, where its owner has several to choose from.
fn second_place(turn: &mut Turn, line: Option<(&Entry, Rule)>) -> Option<Space> {
    let several = |entry: &Entry| matches!(entry.at, At::Hexes { .. }) && entry.commander.is_some();
    let (entry, rule) = line.filter(|(entry, _)| several(entry))?;
    let book = turn.book;
    let (open, first) = setup::legal(book, entry);
    let open: Vec<Space> =
        open.into_iter().filter(|at| !turn.state.enemy_at(&entry.power, *at)).collect();
    let said = setup::placing(turn, entry).and_then(|said| {
        let names = said.names("at");
        book.atlas.code(names.get(1).or(names.first())?)
    });
    let said = said.filter(|at| open.contains(at)).map(|at| book.atlas.number(at));
    let default = first.filter(|at| open.contains(at)).or(open.first().copied())?;
    let options = open.iter().map(|at| book.atlas.number(*at)).collect();
    let default = book.atlas.number(default);
    let what = "place of the rest";
    book.atlas.code(&setup::ask(turn, entry, rule, what, options, default, said))
}

/// What one hex can hold of a force, and the rest in as few forces as can be (NIA §4.1.1, §21.C).
///
/// The unit goes whose going is the smallest loss; a leader for whom there is no place takes one too.
pub(crate) fn split(book: &Book, mut force: Force) -> (Force, Vec<Force>) {
    force.settle();
    if force.siege.is_some() {
        return (force, vec![]); // Who besieges or is besieged has no next door.
    }
    let most = stacking::places(book, &force) + 1;
    let leaders = force.leaders.split_off(most.min(force.leaders.len()));
    let mut units = vec![];
    while !force.units.is_empty() && !stacking::fits(book, &force) {
        let mends = |index: &usize| {
            let mut less = force.clone();
            less.units.remove(*index);
            stacking::fits(book, &less)
        };
        let count = force.units.len();
        let smallest = (0..count).rev().filter(mends).min_by_key(|i| force.units[*i].steps);
        units.push(force.units.remove(smallest.unwrap_or(count - 1)));
    }
    while units.len() < leaders.len() && force.units.len() > 1 {
        units.extend(force.units.pop());
    }
    let blank = || Force {
        activations: force.activations,
        reserve: force.reserve.clone(),
        ..Force::new(force.id, &force.power, force.at)
    };
    let led = leaders.into_iter().map(|leader| Force { leaders: vec![leader], ..blank() });
    let mut parts: Vec<Force> = led.collect();
    for unit in units {
        let takes = |part: &&mut Force| {
            let with = part.units.iter().chain([&unit]).cloned().collect();
            !part.leaders.is_empty()
                && stacking::fits(book, &Force { units: with, ..(*part).clone() })
        };
        match parts.iter_mut().filter(takes).min_by_key(|part| part.units.len()) {
            Some(part) => part.units.push(unit),
            None => parts.push(Force { units: vec![unit], ..blank() }),
        }
    }
    parts.iter_mut().for_each(Force::settle);
    (force, parts)
}

/// The place itself, or the nearest where no force of the power stands: a hex holds one force (NIA
/// §4.1.1, §21.C). As a rule that is next door.
pub fn room(turn: &Turn, power: &str, at: Space) -> Space {
    room_in(turn.book, &turn.state, power, at)
}

/// The same in any position.
pub fn room_in(book: &Book, position: &dyn Position, power: &str, at: Space) -> Space {
    let common = position.common();
    let walls = |space: &Space| {
        let holder = common.holder(book, *space);
        common.fortress(book, *space) > 0
            && holder.is_some_and(|holder| !common.relations.friends(holder, power))
    };
    let own = |space: Space| {
        let mut there = position.standing().filter(|one| one.at == space && one.power == power);
        there.any(|one| one.has_units())
    };
    let taken = |space: &Space| {
        is_hostile(position, power, *space)
            || !common.may_enter(book, power, *space)
            || walls(space)
            || own(*space)
    };
    let open =
        |space: &Space| book.atlas.hex(*space).terrain.is_land() && book.scenario.in_play(*space);
    let mut near = vec![at];
    for reach in 1..=FARTHEST {
        let by_land = |from: Space, to: Space| {
            let edge = book.atlas.edge(from, to);
            !edge.strait && !edge.sea
        };
        let ring = near.iter().flat_map(|from| {
            let around = book.atlas.around(*from).into_iter();
            around.filter(move |to| by_land(*from, *to))
        });
        let ring: Vec<Space> = ring.collect();
        near.extend(ring.into_iter().filter(|space| book.atlas.distance(at, *space) == reach));
    }
    near.into_iter().filter(open).find(|space| !taken(space)).unwrap_or(at)
}

/// The first leader whom a sheet names for a line.
pub fn named_leader(turn: &Turn, entry: &Entry) -> Option<String> {
    let names = placing(turn, entry)?.names("leaders");
    names.first().map(|name| (*name).to_owned())
}
