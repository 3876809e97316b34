//! The conditions of a scenario: whether one holds, and how it is told (NIA §16, §21.3).
//!
//! Who holds a town is public, so the same function answers at the end of a season and in reports.
//!
//! # Our reading
//!
//! - §21.3: who holds a town that the map prints as a fortress holds a fortress, whether its walls are
//!   armed or not.

use crate::book::Book;
use crate::book::terms::Term;
use crate::record::state::Bloc;
use kit::ground::Space;

/// How a condition stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stand {
    pub holds: bool,
    /// The places that its side holds, of those that it names.
    pub held: Vec<Space>,
}

/// Whether a condition holds, by who holds which town.
pub fn stand(book: &Book, term: &Term, holder: &dyn Fn(Space) -> Option<Bloc>) -> Stand {
    let side = Some(term.side.bloc());
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
    let holds =
        all.len() == term.all.len() && (term.any.is_empty() || !any.is_empty()) && forts.is_empty();
    Stand { holds, held: [all, any, forts].concat() }
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
