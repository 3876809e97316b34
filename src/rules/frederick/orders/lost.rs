//! Who is lost first, in a sheet: units as in [`super::units`], and fleets by what they carry: `empty fleet`,
//! `loaded fleet`, `fleet with George II`.

use super::units::{Many, UnitWord, alike};
use crate::book::Book;
use crate::book::troops::Kind;
use crate::record::unit::Unit;
use kit::names::plain;
use sheet::keys::Given;
use std::fmt;

/// The word before the cargo of a fleet.
pub const WITH: &str = "fleet with ";

/// Who is to be lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LostWord {
    Units(UnitWord),
    Empty,
    Loaded,
    /// A fleet that carries such a unit.
    With(UnitWord),
}

impl LostWord {
    /// Reads a word of a sheet; leaders are told by their names.
    pub fn read(written: &str, is_leader: impl Fn(&str) -> bool) -> Option<LostWord> {
        let unit = |name: &str| match is_leader(name) {
            true => Some(UnitWord::leader(name)),
            false => UnitWord::read(name),
        };
        match plain(written).as_str() {
            "empty fleet" | "empty fleets" => return Some(LostWord::Empty),
            "loaded fleet" | "loaded fleets" => return Some(LostWord::Loaded),
            _ => {}
        }
        match written.trim().strip_prefix(WITH) {
            Some(cargo) => unit(cargo.trim()).map(LostWord::With),
            None => unit(written).map(LostWord::Units),
        }
    }

    /// The first of some units that is meant: the weakest of several, without cargo if that is so of one.
    fn first(&self, book: &Book, here: &[Aboard<'_>]) -> Option<String> {
        let fits = |one: &&Aboard<'_>| {
            let fleet = one.unit.kind == Kind::Fleet;
            match self {
                LostWord::Units(word) => !UnitWord { many: Many::All, ..word.clone() }
                    .among(book, &[one.unit], &[])
                    .is_empty(),
                LostWord::Empty => fleet && one.cargo.is_empty(),
                LostWord::Loaded => fleet && !one.cargo.is_empty(),
                LostWord::With(word) => fleet && !word.among(book, &one.cargo, &[]).is_empty(),
            }
        };
        let found = here.iter().filter(fits);
        let key = |one: &&Aboard<'_>| {
            let strength = book.strength(one.unit);
            let best = matches!(self, LostWord::Units(word) if word.many == Many::Best);
            let by = if best { u32::MAX - strength } else { strength };
            (by, !one.cargo.is_empty(), one.unit.id.clone())
        };
        found.min_by_key(key).map(|one| one.unit.id.clone())
    }
}

impl fmt::Display for LostWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LostWord::Units(word) => word.fmt(f),
            LostWord::Empty => f.write_str("empty fleet"),
            LostWord::Loaded => f.write_str("loaded fleet"),
            LostWord::With(word) => write!(f, "{WITH}{word}"),
        }
    }
}

/// The words of a list in a reaction.
pub fn lost_words(given: &[Given], is_leader: impl Fn(&str) -> bool) -> Vec<LostWord> {
    let names = given.iter().filter_map(Given::name);
    names.filter_map(|name| LostWord::read(name, &is_leader)).collect()
}

/// A unit, and those it carries.
#[derive(Debug, Clone)]
pub struct Aboard<'a> {
    pub unit: &'a Unit,
    pub cargo: Vec<&'a Unit>,
}

impl Aboard<'_> {
    /// It in words, a fleet by what it carries.
    pub fn words(&self) -> String {
        match (self.unit.kind, self.cargo.is_empty()) {
            (Kind::Fleet, true) => LostWord::Empty.to_string(),
            (Kind::Fleet, false) => format!("{WITH}{}", alike(self.cargo.iter().copied())),
            _ => self.unit.words(),
        }
    }
}

/// The one of some units that a list names first.
pub fn first_of(book: &Book, words: &[LostWord], here: &[Aboard<'_>]) -> Option<String> {
    words.iter().find_map(|word| word.first(book, here))
}
