//! Where a line of a set-up or an arrival may stand, and where its owner puts it (NIA §21.C).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §14.4.2, §21.3.5.

use crate::book::Book;
use crate::book::scenario::{At, Entry};
use crate::position::Position;
use crate::record::state::Anchorage;
use crate::season::setup::{ask, placing};
use crate::turn::Turn;
use kit::ground::Space;
use kit::rule::Rule;

/// Asks where a line stands, among the places that are open to it.
pub fn choose_place(turn: &mut Turn, entry: &Entry, rule: Rule) -> Option<Space> {
    let book = turn.book;
    let other = entry.apart.as_ref().and_then(|key| turn.placed.get(key).copied());
    let (open, default) = open(book, &turn.state, entry, other)?;
    if !entry.at.is_open() {
        return Some(default);
    }
    let said = placing(turn, entry).and_then(|filled| book.atlas.code(filled.names("at").first()?));
    let said = said.filter(|space| open.contains(space)).map(|space| book.atlas.number(space));
    let options = open.iter().map(|space| book.atlas.number(*space)).collect();
    let choice = ask(turn, entry, rule, "place", options, book.atlas.number(default), said);
    book.atlas.code(&choice)
}

/// The places that are open to a line now, but for one that another line has taken, and where it stands
/// if nobody says otherwise.
pub fn open(
    book: &Book,
    position: &dyn Position,
    entry: &Entry,
    other: Option<Space>,
) -> Option<(Vec<Space>, Space)> {
    let (open, printed) = legal(book, entry);
    if !entry.at.is_open() {
        return printed.map(|at| (vec![at], at));
    }
    let free = |at: &Space| {
        !is_hostile(position, &entry.power, *at)
            && position.common().may_enter(book, &entry.power, *at)
            && Some(*at) != other
    };
    let open: Vec<Space> =
        open.into_iter().filter(|at| free(at) && suits(book, position, entry, *at)).collect();
    let nearest = || match &entry.at {
        At::OwnTown { .. } | At::Clear { .. } => {
            let far = |at: &Space| printed.map_or(0, |from| book.atlas.distance(from, *at));
            open.iter().min_by_key(|at| (far(at), **at)).copied()
        }
        _ => open.first().copied(),
    };
    let default = printed.filter(|space| open.contains(space)).or_else(nearest)?;
    Some((open, default))
}

/// Whether troops of a power that is not a friend stand in a hex.
pub fn is_hostile(position: &dyn Position, power: &str, at: Space) -> bool {
    let relations = position.common().relations;
    let mut there = position.standing().filter(|one| one.at == at && one.is_there());
    there.any(|one| one.hinders && !relations.friends(power, one.power))
}

/// Where a line of the set-up may stand, and where it stands by default.
pub fn legal(book: &Book, entry: &Entry) -> (Vec<Space>, Option<Space>) {
    let atlas = &book.atlas;
    let all = || (0..atlas.hex_count()).map(Space);
    let land = |space: &Space| atlas.hex(*space).terrain.is_land() && book.scenario.in_play(*space);
    let of = |names: &[String], space: &Space| {
        atlas.province(*space).is_some_and(|province| names.contains(&province.name))
    };
    match &entry.at {
        At::Hex { hex } | At::Blockading { blockading: hex } => {
            let space = atlas.code(hex);
            (space.into_iter().collect(), space)
        }
        At::Near { near, from, to, sides, default } => {
            let center = atlas.code(near).expect("checked when the scenario is read");
            let side = |space: Space| atlas.side(center, space);
            let fits = |space: &Space| {
                (*from..=*to).contains(&atlas.distance(center, *space))
                    && (sides.is_empty() || side(*space).is_some_and(|side| sides.contains(&side)))
            };
            (all().filter(land).filter(fits).collect(), atlas.code(default))
        }
        At::Province { province, default } => {
            let names = [province.clone()];
            (all().filter(land).filter(|space| of(&names, space)).collect(), atlas.code(default))
        }
        At::Provinces { provinces, default } => {
            (all().filter(land).filter(|space| of(provinces, space)).collect(), atlas.code(default))
        }
        At::Hexes { hexes, default } => (
            hexes.iter().filter_map(|hex| atlas.code(hex)).filter(land).collect(),
            atlas.code(default),
        ),
        At::Territory { default, .. } => {
            let own = |space: &Space| {
                let province = atlas.province(*space).map(|province| province.name.as_str());
                province.and_then(|name| book.scenario.owner(name)) == Some(&entry.power)
            };
            (all().filter(land).filter(own).collect(), atlas.code(default))
        }
        At::Site { default, .. } => {
            let own = |space: &Space| {
                let province = atlas.province(*space).map(|province| province.name.as_str());
                province.and_then(|name| book.scenario.owner(name)) == Some(&entry.power)
            };
            let seat = book.people.powers.iter().find(|power| power.name == entry.power);
            let seat = seat.and_then(|power| atlas.named(power.capital.as_deref()?));
            let towns = atlas.towns().filter(|(at, town)| town.fortress > 0 || seat == Some(*at));
            let towns = towns.map(|(at, _)| at);
            (towns.filter(land).filter(own).collect(), atlas.code(default))
        }
        At::OwnTown { provinces, default } => {
            let towns = atlas.towns().map(|(at, _)| at);
            (towns.filter(land).filter(|at| of(provinces, at)).collect(), atlas.code(default))
        }
        At::Clear { provinces, default, .. } => {
            let clear = |space: &Space| of(provinces, space) && !near_printed(book, entry, *space);
            (all().filter(land).filter(clear).collect(), atlas.code(default))
        }
        At::Sea { .. } | At::AnySea { .. } => (vec![], None),
    }
}

/// Whether an enemy's line of the set-up that leaves him no choice stands in a hex or next to it.
fn near_printed(book: &Book, entry: &Entry, space: Space) -> bool {
    let scenario = &book.scenario;
    let lines = scenario.forces.iter().filter(|line| !line.counted.is_empty());
    let foes = lines.filter(|line| scenario.side(&line.power) != scenario.side(&entry.power));
    let mut hexes = foes.filter_map(|line| match &line.at {
        At::Hex { hex } => book.atlas.code(hex),
        _ => None,
    });
    hexes.any(|at| book.atlas.distance(at, space) <= 1)
}

/// Whether a hex is open to a line as things stand: a town of its own side, or ground that is clear
/// of enemies (NIA §14.4.2, §21.3.5).
fn suits(book: &Book, position: &dyn Position, entry: &Entry, at: Space) -> bool {
    let common = position.common();
    let friends = |holder: &str| common.relations.friends(holder, &entry.power);
    match &entry.at {
        At::Hexes { .. } if entry.fleets.is_some() => {
            common.berths(&entry.power, &Anchorage::Harbour(at)) > 0
        }
        At::Hexes { .. } if entry.when.is_some() && book.atlas.town(at).is_some() => {
            common.holder(book, at).is_none_or(friends)
        }
        At::OwnTown { .. } => common.holder(book, at).is_some_and(friends),
        At::Clear { empty, .. } => is_clear(book, position, (&entry.power, at), *empty),
        _ => true,
    }
}

/// Whether a hex is next to no enemy unit, neither in nor next to an armed fortress of an enemy, and
/// if that is asked without anybody in it (NIA §14.4.2).
fn is_clear(book: &Book, position: &dyn Position, (power, at): (&str, Space), empty: bool) -> bool {
    let common = position.common();
    let at_war = |other: &str| common.relations.at_war(other, power);
    let there =
        |space: Space| position.standing().filter(move |one| one.at == space && one.is_there());
    let foe = |space: &Space| {
        let holder = common.holder(book, *space).filter(|_| common.fortress(book, *space) > 0);
        holder.is_some_and(at_war) || there(*space).any(|one| at_war(one.power) && one.fights)
    };
    let around = book.atlas.around(at);
    (!empty || there(at).next().is_none())
        && !is_hostile(position, power, at)
        && !around.iter().chain([&at]).any(foe)
}
