//! Units in a sheet: `all`, `infantry`, `2 veteran infantry`, `best cavalry`, `all light troops`, or a
//! leader by name.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.2.

use crate::book::Book;
use crate::book::troops::{Grade, Kind};
use crate::record::unit::Unit;
use std::cmp::Reverse;
use std::fmt;

/// How many are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Many {
    Number(u16),
    All,
    /// The strongest one.
    Best,
}

/// Who is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    Anybody,
    Leader(String),
    Leaders,
    Troops { kind: Option<Kind>, grade: Option<Grade> },
}

/// Some units, as a sheet says them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitWord {
    pub many: Many,
    pub what: What,
}

/// The words for grades; a garrison of 2 is `full`.
const GRADES: [(&str, Grade); 5] = [
    ("recruit", Grade::Recruit),
    ("veteran", Grade::Veteran),
    ("guard", Grade::Guard),
    ("reduced", Grade::Reduced),
    ("full", Grade::Full),
];

impl UnitWord {
    /// A leader.
    pub fn leader(name: &str) -> UnitWord {
        UnitWord { many: Many::Number(1), what: What::Leader(name.to_owned()) }
    }

    /// Reads words of the sheet; leaders are the caller's.
    pub fn read(written: &str) -> Option<UnitWord> {
        let lower = written.trim().to_lowercase();
        let (many, rest) = match lower.split_once(' ') {
            Some(("all", rest)) => (Many::All, rest),
            Some(("best", rest)) => (Many::Best, rest),
            Some((figure, rest)) if figure.parse::<u16>().is_ok() => {
                (Many::Number(figure.parse().ok()?), rest)
            }
            _ => (Many::Number(1), lower.as_str()),
        };
        let plain = rest.trim();
        // A plural without a number means all of them.
        let is_bare = plain == lower;
        let plural = if is_bare { Many::All } else { many };
        if plain == "all" || plain == "any" || plain == "units" {
            let many = if plain == "units" { plural } else { Many::All };
            return Some(UnitWord { many, what: What::Anybody });
        }
        if plain == "leader" || plain == "leaders" {
            let many = if plain == "leaders" { plural } else { many };
            return Some(UnitWord { many, what: What::Leaders });
        }
        let grade = GRADES.iter().find(|(word, _)| plain.split(' ').next() == Some(word));
        let kind = match grade {
            Some((word, _)) => plain.strip_prefix(word)?.trim(),
            None => plain,
        };
        let singular = |kind: &str| kind.strip_suffix('s').map(str::to_owned);
        let one = Kind::read(kind).filter(|kind| *kind != Kind::LightTroops);
        let (many, kind) = match kind {
            "" => (many, None),
            "light infantry" | "light" => (many, Some(Kind::LightTroops)),
            _ if one.is_some() => (many, one),
            word if word == Kind::LightTroops.word() => (plural, Some(Kind::LightTroops)),
            word => (plural, Some(Kind::read(&singular(word)?)?)),
        };
        if kind.is_none() && grade.is_none() {
            return None;
        }
        let grade = grade.map(|(_, grade)| *grade);
        Some(UnitWord { many, what: What::Troops { kind, grade } })
    }

    /// Whether it names fleets.
    pub fn is_fleet(&self) -> bool {
        matches!(self.what, What::Troops { kind: Some(Kind::Fleet), .. })
    }

    /// Whether its word is a plural, so that one needs its number.
    fn is_plural(&self) -> bool {
        match self.what {
            What::Troops { kind, .. } => kind == Some(Kind::LightTroops),
            What::Anybody => true,
            What::Leader(_) | What::Leaders => false,
        }
    }

    fn fits(&self, unit: &Unit) -> bool {
        match &self.what {
            What::Anybody => true,
            What::Leader(name) => unit.id == *name,
            What::Leaders => unit.kind == Kind::Leader,
            What::Troops { kind, grade } => {
                kind.is_none_or(|kind| unit.kind == kind)
                    && grade.is_none_or(|grade| unit.grade == grade)
                    && unit.kind != Kind::Leader
            }
        }
    }

    /// Those of some units that are meant and not taken yet, in the order in which they are taken: of
    /// several alike the weakest first, but for `best`.
    pub fn among(&self, book: &Book, units: &[&Unit], taken: &[String]) -> Vec<String> {
        let free = units.iter().filter(|unit| self.fits(unit) && !taken.contains(&unit.id));
        let mut free: Vec<&&Unit> = free.collect();
        free.sort_by_key(|unit| (book.strength(unit), unit.id.clone()));
        let most = match self.many {
            Many::Number(number) => usize::from(number),
            Many::All => usize::MAX,
            Many::Best => {
                free.sort_by_key(|unit| (Reverse(book.strength(unit)), unit.id.clone()));
                1
            }
        };
        free.into_iter().take(most).map(|unit| unit.id.clone()).collect()
    }
}

/// Those of some units that a list means.
pub fn chosen(book: &Book, words: &[UnitWord], units: &[&Unit]) -> Vec<String> {
    let mut taken = vec![];
    for word in words {
        let new = word.among(book, units, &taken);
        taken.extend(new);
    }
    taken
}

impl fmt::Display for UnitWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.many {
            Many::Number(1) if !self.is_plural() => {}
            Many::Number(number) => write!(f, "{number} ")?,
            Many::All if self.what == What::Anybody => {}
            Many::All => f.write_str("all ")?,
            Many::Best => f.write_str("best ")?,
        }
        match &self.what {
            What::Anybody if self.many == Many::All => f.write_str("all"),
            What::Anybody => f.write_str("units"),
            What::Leader(name) => f.write_str(name),
            What::Leaders => f.write_str("leader"),
            What::Troops { kind, grade } => {
                let words = [grade.map(Grade::word), kind.map(Kind::word)];
                let words: Vec<&str> = words.into_iter().flatten().collect();
                f.write_str(&words.join(" "))
            }
        }
    }
}

/// Units in words, alike ones together: `2 veteran infantry, Frederick II`; those aboard fleets after them:
/// `fleet; aboard: infantry`.
pub fn listed<'a>(units: impl IntoIterator<Item = &'a Unit>) -> String {
    let (ashore, aboard): (Vec<&Unit>, Vec<&Unit>) =
        units.into_iter().partition(|unit| unit.aboard.is_none());
    let parts = [(ashore, ""), (aboard, "aboard: ")];
    let parts = parts.into_iter().filter(|(units, _)| !units.is_empty());
    let parts = parts.map(|(units, lead)| format!("{lead}{}", alike(units)));
    parts.collect::<Vec<_>>().join("; ")
}

/// Units in words, alike ones together, wherever they are; a single one of light troops with its number.
pub fn alike<'a>(units: impl IntoIterator<Item = &'a Unit>) -> String {
    let units: Vec<&Unit> = units.into_iter().collect();
    let is_one = |unit: &Unit| units.iter().filter(|one| one.words() == unit.words()).count() == 1;
    let words = |unit: &&Unit| match unit.kind {
        Kind::LightTroops if is_one(unit) => format!("1 {}", unit.words()),
        _ => unit.words(),
    };
    kit::names::alike(units.iter().map(words))
}
