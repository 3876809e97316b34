//! The conditions of a scenario: whether one holds, and how it is told (NIA §16, §21.3).
//!
//! Who holds a town is public, so the same function answers at the end of a season and in reports.
//!
//! # Our reading
//!
//! - §21.3: who holds a town that the map prints as a fortress holds a fortress, whether its walls are
//!   armed or not.
//! - §13.3.1, §21.3.2: a side occupies a town that it holds if a fed unit of it stands there or its
//!   fortress is armed. A country is conquered as §13.1 says, at the end of any season that is looked
//!   at; a country that has surrendered is.

use crate::book::Book;
use crate::book::countries::CountryStatus;
use crate::book::terms::Term;
use crate::land::supply::{self, Moment};
use crate::record::state::{Bloc, Force, State};
use kit::ground::Space;

/// How a condition stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stand {
    pub holds: bool,
    /// The places that its side holds, of those that it names.
    pub held: Vec<Space>,
}

/// What conditions are asked of: a position, or what everybody sees of it.
pub struct Ground<'a> {
    /// Whose a town is.
    pub holder: &'a dyn Fn(Space) -> Option<Bloc>,
    /// Whether a town that is a side's has a fed unit of it or is an armed fortress.
    pub kept: &'a dyn Fn(Space, Bloc) -> bool,
    /// Which side has conquered a country, if one has.
    pub conqueror: &'a dyn Fn(&str) -> Option<Bloc>,
}

/// Looks at a position.
pub fn of_state<R>(book: &Book, state: &State, ask: impl FnOnce(&Ground<'_>) -> R) -> R {
    let holder = |at| state.holder(book, at).map(|power| state.bloc(power));
    let kept = |at, side| {
        let fed = |force: &Force| {
            state.bloc(&force.power) == side
                && !force.units.is_empty()
                && supply::supplied(book, state, force, &Moment::default())
        };
        state.fortress(book, at) > 0 || state.at(at).any(fed)
    };
    let conqueror = |country: &str| match state.titles.status(book, country) {
        Some(CountryStatus::Conquered(power)) => Some(state.bloc(power)),
        _ => None,
    };
    ask(&Ground { holder: &holder, kept: &kept, conqueror: &conqueror })
}

/// Whether a condition holds, by who holds which town.
pub fn stand(book: &Book, term: &Term, ground: &Ground<'_>) -> Stand {
    let holder = ground.holder;
    let bloc = term.side.bloc();
    let side = Some(bloc);
    let held = |names: &[String]| -> Vec<Space> {
        let places = names.iter().filter_map(|name| book.atlas.named(name));
        places.filter(|at| holder(*at) == side).collect()
    };
    let (all, any) = (held(&term.all), held(&term.any));
    let within = |at: &Space| {
        book.atlas.province(*at).is_some_and(|province| term.none_in.contains(&province.name))
    };
    let walled = book.atlas.towns().filter(|(_, town)| town.fortress > 0).map(|(at, _)| at);
    let forts: Vec<Space> = walled.filter(within).filter(|at| holder(*at) == side).collect();
    let occupied = |names: &[String]| -> Vec<Space> {
        held(names).into_iter().filter(|at| (ground.kept)(*at, bloc)).collect()
    };
    let (each, one) = (occupied(&term.occupies), occupied(&term.occupies_any));
    let not_all = occupied(&term.not_all);
    let fallen = |country: &&String| is_conquered(book, country, bloc, ground);
    let holds = all.len() == term.all.len()
        && (term.any.is_empty() || !any.is_empty())
        && forts.is_empty()
        && each.len() == term.occupies.len()
        && (term.occupies_any.is_empty() || !one.is_empty())
        && (term.not_all.is_empty() || not_all.len() < term.not_all.len())
        && term.conquered.iter().all(|country| fallen(&country));
    Stand { holds, held: [all, any, forts, each, one, not_all].concat() }
}

/// Whether a side has conquered a country: its capital is occupied and all its fortresses are taken
/// (NIA §13.1).
fn is_conquered(book: &Book, name: &str, side: Bloc, ground: &Ground<'_>) -> bool {
    if (ground.conqueror)(name) == Some(side) {
        return true;
    }
    let Some(country) = book.countries.get(name) else { return false };
    let ours = |at: Space| (ground.holder)(at) == Some(side);
    let own = |at: &Space| {
        book.atlas.province(*at).is_some_and(|one| country.provinces.contains(&one.name))
    };
    let seat = book.atlas.named(&country.capital);
    let mut walled = book.atlas.towns().filter(|(_, town)| town.fortress > 0);
    seat.is_some_and(|seat| ours(seat) && (ground.kept)(seat, side))
        && walled.all(|(at, _)| !own(&at) || ours(at))
}

/// The condition as it is told: "the coalition holds Paris, Antwerp or Lyon".
pub fn sentence(term: &Term) -> String {
    let mut parts = vec![];
    if !term.all.is_empty() {
        parts.push(format!("holds {}", list(&term.all, "and")));
    }
    if !term.any.is_empty() {
        parts.push(format!("holds {}", list(&term.any, "or")));
    }
    if !term.occupies.is_empty() {
        parts.push(format!("occupies {}", list(&term.occupies, "and")));
    }
    if !term.occupies_any.is_empty() {
        parts.push(format!("occupies {}", list(&term.occupies_any, "or")));
    }
    if !term.not_all.is_empty() {
        parts.push(format!("does not occupy all of {}", list(&term.not_all, "and")));
    }
    if !term.conquered.is_empty() {
        parts.push(format!("has conquered {}", list(&term.conquered, "and")));
    }
    if !term.none_in.is_empty() {
        let land = term.called.clone().unwrap_or_else(|| list(&term.none_in, "or"));
        parts.push(format!("holds no fortress in {land}"));
    }
    format!("the {} {}", term.side.bloc().word(), parts.join(" and "))
}

fn list(names: &[String], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}
