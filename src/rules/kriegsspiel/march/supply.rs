//! Lines of supply, and what hunger costs (§15).
//!
//! # Our reading
//!
//! - §15.1: a supply centre is a victory city that its own nation or an ally of it holds; all cities of
//!   the list are such for the side they were made for. Distance is counted in hexes as the crow flies.
//!   There is no money yet, so supply is always paid for.
//! - §15.2: a depot feeds whoever is within its reach, and is as good as a supply centre for who shares
//!   its hex, also in winter.
//! - §12.4 and §15.4 are one rule: who is fed does not forage. Who is out of supply lives off the hex;
//!   the corps and brigades of one side there count together, and if they are more than it feeds, all of
//!   them lose by its ground. Marauders always find something and do not count.

use crate::book::Book;
use crate::march::losses;
use crate::position::Position;
use crate::record::event::ForceEvent;
use crate::record::state::{Formation, Kind};
use crate::season::turn::Turn;
use crate::sight::known::Known;
use kit::calendar::{Quarter, Season};
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// What feeds a side: its supply centres and its depots; `ours` says who is of it.
pub fn sources(
    book: &Book,
    position: &impl Position,
    ours: impl Fn(&str) -> bool,
) -> BTreeSet<Space> {
    let centres = book.lands.cities().iter().filter(|(at, city)| {
        city.victory
            && book.in_play(**at)
            && ours(&city.nation)
            && position.holder(book, **at).is_some_and(&ours)
    });
    let own = position.common().depots.iter().filter(|(_, power)| ours(power));
    centres.map(|(at, _)| *at).chain(own.map(|(at, _)| *at)).collect()
}

/// Whether troops in a hex are fed, by sources or since all are in this scenario.
pub fn is_fed(book: &Book, sources: &BTreeSet<Space>, at: Space, season: Season) -> bool {
    book.all_fed || feeds(book, sources, at, season)
}

/// Whether a hex is in supply (§15.1, §15.3).
pub fn feeds(book: &Book, sources: &BTreeSet<Space>, at: Space, season: Season) -> bool {
    let reach = reach(book, season);
    sources.iter().any(|source| book.atlas.distance(*source, at) <= reach)
}

/// Checks supply, and takes what hunger costs (§15.1, §15.4).
pub fn play(turn: &mut Turn) {
    check(turn);
    starve(turn);
}

fn check(turn: &mut Turn) {
    let (book, state) = (turn.book, &turn.state);
    let mut armies: BTreeMap<&String, Vec<&Formation>> = BTreeMap::new();
    for one in state.formations.values().filter(|one| turn.known.contains_key(&one.power)) {
        armies.entry(&one.power).or_default().push(one);
    }
    let assess = |(power, army): (&String, Vec<&Formation>)| {
        let sources = sources(book, state, |other| state.friends(other, power));
        let is_fed = |one: &&Formation| is_fed(book, &sources, one.at, state.season);
        let (fed, unfed): (Vec<&Formation>, Vec<&Formation>) = army.into_iter().partition(is_fed);
        let names = |list: Vec<&Formation>| list.iter().map(|one| one.name.clone()).collect();
        ForceEvent::Supplied { power: power.clone(), fed: names(fed), unfed: names(unfed) }
    };
    // Who is fed now changes nothing of who is fed elsewhere.
    let events: Vec<ForceEvent> = armies.into_iter().map(assess).collect();
    for event in events {
        turn.record(event);
    }
}

/// What a power knows of what keeps a hex from its sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Want {
    /// The nearest source, and how many hexes away it is.
    pub source: Option<(Space, u16)>,
    /// How far it may be.
    pub reach: u16,
    /// A city that would feed the hex, if its holder were of our side.
    pub lost: Option<(Space, String)>,
}

/// Why a hex is out of supply, as far as a power of the side knows; nothing, if it is fed (§15.1).
pub fn want(book: &Book, known: &Known, at: Space, season: Season) -> Option<Want> {
    let sources = sources(book, known, |power| known.is_ours(power));
    if feeds(book, &sources, at, season) {
        return None;
    }
    let reach = reach(book, season);
    let far = |place: Space| book.atlas.distance(place, at);
    let nearest = sources.iter().map(|source| (*source, far(*source)));
    let source = nearest.min_by_key(|(source, far)| (*far, *source));
    let mut cities = book.lands.cities().iter().filter(|(place, city)| {
        city.victory
            && book.in_play(**place)
            && known.is_ours(&city.nation)
            && far(**place) <= reach
    });
    let lost = cities.find_map(|(place, _)| Some((*place, known.holder(book, *place)?.to_owned())));
    Some(Want { source, reach, lost })
}

/// How far a source feeds (§15.1, §15.3).
fn reach(book: &Book, season: Season) -> u16 {
    if season.quarter == Quarter::Winter { 0 } else { book.figures.supply_reach }
}

/// Whoever lives off a hex, by hex and side.
fn starve(turn: &mut Turn) {
    let mut hungry: BTreeMap<(Space, String), Vec<String>> = BTreeMap::new();
    for one in turn.state.formations.values().filter(|one| !one.fed) {
        let side = turn.state.side(&one.power).to_owned();
        hungry.entry((one.at, side)).or_default().push(one.name.clone());
    }
    for ((at, _), names) in hungry {
        let (book, state) = (turn.book, &turn.state);
        let force: Vec<&Formation> =
            names.iter().filter_map(|name| state.formations.get(name)).collect();
        let foragers = force.iter().filter(|one| one.kind != Kind::Marauders).count();
        let foragers = u32::try_from(foragers).unwrap_or(u32::MAX);
        let forage = book.forage(at, state.harvest);
        if foragers <= forage {
            continue;
        }
        let winter = state.season.quarter == Quarter::Winter;
        let times = if winter { book.figures.winter } else { 1 };
        let percent = book.terrain(at).map_or(0, |ground| ground.attrition) * times;
        let powers: BTreeSet<String> = force.iter().map(|one| one.power.clone()).collect();
        let mut events = vec![];
        for power in powers {
            let own: Vec<&Formation> = force
                .iter()
                .copied()
                .filter(|one| one.power == power && one.kind != Kind::Marauders)
                .collect();
            let lost = losses::share(book, &own, percent);
            events.push(ForceEvent::Starved { power, at, foragers, forage, percent, lost });
        }
        for event in events {
            turn.record(event);
        }
    }
}
