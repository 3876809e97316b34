//! Ships that act together: who commands them, how far they sail, where they may go (NIA §4.2.7,
//! §5.2.12, §5.3.4).

use super::super::book::people::Admiral;
use super::super::book::{Atlas, Book};
use crate::position::{Afloat, Common, Position};
use crate::record::state::{Anchorage, Bloc, Ship, State};
use crate::turn::Turn;
use kit::ground::Space;
use kit::relations::Relations;
use std::cmp::Reverse;

/// A fleet's counter.
pub fn counter<'b>(book: &'b Book, ship: &Ship) -> &'b Admiral {
    book.sea.counter(&book.people, &ship.power, &ship.fleet)
}

/// Whether a fleet only looks like one (NIA §10.6).
pub fn is_decoy(book: &Book, ship: &Ship) -> bool {
    counter(book, ship).kind == "decoy"
}

/// The ships in the order of command: French and British admirals first, then by manoeuvre; among
/// equals the better in combat (NIA §4.2.7).
pub fn ranked(book: &Book, ships: &[Ship]) -> Vec<Ship> {
    let mut ranked = ships.to_vec();
    ranked.sort_by_key(|ship| {
        let counter = counter(book, ship);
        let senior = ["france", "britain"].contains(&counter.nation.as_str());
        (
            is_decoy(book, ship),
            !(senior && counter.kind == "admiral"),
            Reverse(counter.manoeuvre),
            Reverse(counter.combat),
            ship.clone(),
        )
    });
    ranked
}

/// Who commands the ships.
pub fn commander(book: &Book, ships: &[Ship]) -> Ship {
    ranked(book, ships).into_iter().next().expect("a squadron has a fleet")
}

/// How many points the slowest of them has (NIA §5.3).
pub fn factor(book: &Book, ships: &[Ship]) -> u32 {
    let factors = ships.iter().map(|ship| u32::from(counter(book, ship).movement));
    factors.min().unwrap_or(0)
}

/// How many ships there are, as a condition counts them.
pub fn count(ships: &[Ship]) -> u32 {
    u32::try_from(ships.len()).unwrap_or(u32::MAX)
}

/// The ships by power, each with its fleets.
pub fn by_power(ships: &[Ship]) -> Vec<(String, Vec<String>)> {
    let mut all: Vec<(String, Vec<String>)> = vec![];
    for ship in ships {
        match all.iter_mut().find(|(power, _)| *power == ship.power) {
            Some((_, fleets)) => fleets.push(ship.fleet.clone()),
            None => all.push((ship.power.clone(), vec![ship.fleet.clone()])),
        }
    }
    all
}

/// The sea area that one of them may not enter, if any (NIA §5.2.12).
pub fn out_of_bounds(book: &Book, position: &dyn Position, ships: &[Ship], sea: &str) -> bool {
    let shut = |ship: &&Ship| {
        let nation = nation(book, ship);
        book.sea.bound(nation).is_some_and(|bound| !bound.only.iter().any(|only| only == sea))
    };
    let going: Vec<&Ship> = ships.iter().filter(shut).collect();
    let Some(first) = going.first() else { return false };
    let nation_of = nation(book, first).to_owned();
    let free = book.sea.bound(&nation_of).map_or(0, |bound| bound.free);
    let away = position.common().squadrons.iter().flat_map(|squadron| {
        squadron.fleets.iter().map(|fleet| (Ship::new(&squadron.power, fleet), &squadron.at))
    });
    let elsewhere = away.filter(|(ship, at)| {
        let bound = book.sea.bound(&nation_of);
        let outside = at
            .seas(&book.atlas)
            .iter()
            .all(|sea| bound.is_some_and(|bound| !bound.only.iter().any(|only| only == sea)));
        nation(book, ship) == nation_of && outside && !ships.contains(ship)
    });
    going.len() + elsewhere.count() > free
}

/// Whose bounds hold for a fleet: those of its counter's nation, or of its power.
fn nation<'a>(book: &'a Book, ship: &'a Ship) -> &'a str {
    let counter = counter(book, ship);
    if counter.nation == "any" { &ship.power } else { &counter.nation }
}

/// Whether any of them is bound to some seas (NIA §10.7).
pub fn is_bound(book: &Book, ships: &[Ship]) -> bool {
    ships.iter().any(|ship| book.sea.bound(nation(book, ship)).is_some())
}

/// The power whose passage it is by birth (NIA §5.3.4).
const TURKEY: &str = "turkey";

/// Who has a say whether a power passes from one sea to the next; nobody where it is open (NIA
/// §5.3.4).
pub fn gate<'a>(
    book: &'a Book,
    common: Common<'a>,
    link: (&str, &str),
    power: &str,
) -> Option<Gate<'a>> {
    passage(book, common.relations, |at| common.holder(book, at), link, power)
}

/// The same by the sides of the powers and the holder of the place, as supply knows them.
///
/// A neutral Turk lets everybody pass, unless he chooses not to. An allied one lets his allies pass
/// and nobody else; another holder bars his enemies, unless he grants them the way.
pub fn passage<'a, 'h>(
    book: &'a Book,
    relations: &'a Relations<Bloc>,
    holder: impl Fn(Space) -> Option<&'h str>,
    (from, to): (&str, &str),
    power: &str,
) -> Option<Gate<'a>> {
    let gate = &book.sea.bosphorus;
    let [a, b] = &gate.between;
    if !((a == from && b == to) || (a == to && b == from)) {
        return None;
    }
    let at = book.atlas.code(&gate.holder)?;
    let (holder, theirs) = relations.member(holder(at).unwrap_or(TURKEY))?;
    let ours = relations.group(power).copied().unwrap_or(Bloc::Neutral);
    let allied = *theirs == ours && ours != Bloc::Neutral;
    if holder == power || allied {
        return None;
    }
    let passing = match (holder == TURKEY, *theirs, ours) {
        (true, Bloc::Neutral, _) => Passing::Free,
        (true, Bloc::Empire | Bloc::Coalition, _) => Passing::Shut,
        (false, Bloc::Neutral, _) | (false, _, Bloc::Neutral) => return None,
        (false, Bloc::Empire | Bloc::Coalition, _) => Passing::Granted,
    };
    Some(Gate { holder, at, passing })
}

/// A passage with somebody beside it who has a say.
pub struct Gate<'a> {
    pub holder: &'a str,
    pub at: Space,
    pub passing: Passing,
}

/// What he has to say (NIA §5.3.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// All may pass, unless he shuts it and goes to war.
    Free,
    /// Nobody may but by his grant.
    Granted,
    /// Nobody may.
    Shut,
}

impl Gate<'_> {
    /// Whether those who come pass if he says nothing.
    pub fn is_open(&self) -> bool {
        self.passing == Passing::Free
    }
}

/// Whether a place is a harbour of a power's side (NIA §5.3).
pub fn friendly_harbour(book: &Book, common: Common, power: &str, at: Space) -> bool {
    let harbour = book.atlas.town(at).is_some_and(|town| town.harbour);
    let friends = |holder: &str| common.relations.friends(holder, power);
    harbour && common.holder(book, at).is_some_and(friends)
}

/// Whether a place is a harbour of those who fight a power (NIA §5.3.2).
pub fn enemy_harbour(book: &Book, common: Common, power: &str, at: Space) -> bool {
    let harbour = book.atlas.town(at).is_some_and(|town| town.harbour);
    let at_war = |holder: &str| common.relations.at_war(holder, power);
    harbour && common.holder(book, at).is_some_and(at_war)
}

/// Friendly harbours on a sea with room for some ships; those that the enemy blockades come last.
pub fn havens(turn: &Turn, power: &str, sea: &str, ships: usize) -> Vec<Space> {
    let (book, state) = (turn.book, &turn.state);
    let open = |at: &Space| {
        friendly_harbour(book, state.common(), power, *at)
            && state.berths(power, &Anchorage::Harbour(*at)) >= ships
    };
    let mut havens: Vec<Space> = on_sea(&book.atlas, sea).filter(open).collect();
    havens.sort_by_key(|at| state.blockaded(power, *at));
    havens
}

/// The towns with a harbour on a sea, in the order of the map.
pub fn on_sea<'a>(atlas: &'a Atlas, sea: &'a str) -> impl Iterator<Item = Space> + 'a {
    let towns = atlas.towns().filter(|(_, town)| town.harbour);
    towns.filter(move |(_, town)| town.seas.iter().any(|name| name == sea)).map(|(at, _)| at)
}

/// Whether enemies of a power are alone at sea there (NIA §6.2.2, §10.3).
pub fn is_theirs(position: &dyn Position, power: &str, sea: &str) -> bool {
    let relations = position.common().relations;
    let ships = position.afloat().filter(Afloat::is_there).filter_map(|ships| {
        let foe = relations.at_war(power, ships.power);
        (foe || relations.friends(power, ships.power)).then_some((foe, ships.at))
    });
    is_shut(ships, sea)
}

/// Whether a sea is an enemy's alone: foes lie in it and no friends. Who is neither is not counted
/// (NIA §6.2.2, §10.3).
pub fn is_shut<'s>(ships: impl Iterator<Item = (bool, &'s Anchorage)>, sea: &str) -> bool {
    let (mut foes, mut friends) = (false, false);
    for (foe, at) in ships {
        if matches!(at, Anchorage::Sea(name) if name == sea) {
            (foes, friends) = (foes || foe, friends || !foe);
        }
    }
    foes && !friends
}

/// The seas to which beaten ships of a place can turn (NIA §5.3.2).
pub fn escape(state: &State, atlas: &Atlas, ships: &[Ship], at: &Anchorage) -> Vec<String> {
    let shore = state.shore(atlas, ships);
    if shore.is_empty() { at.seas(atlas).to_vec() } else { shore }
}
