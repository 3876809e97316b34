//! The player cards, the minor powers and the campaign markers (FRW §9, §28, §31.5, §36 to §40).

use super::Origin;
use super::troops::{Kind, Written, written};
use kit::shelf::Shelf;
use play::BookError;
use play::pages::yaml;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Place to the units that stand there.
pub type SetUp = BTreeMap<String, Vec<String>>;

/// The card of a major power (§36 to §39).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// How many markers are drawn at the start (§31.3).
    pub markers: u32,
    pub thaler: u32,
    /// As which battle markers its Special marker counts.
    pub special: Vec<String>,
    /// Which units stand where, within the forage of each square (§31.6).
    pub setup: SetUp,
    /// Leaders who are drawn at random (§23.2).
    pub pool: Vec<String>,
    /// How many counters there are of a kind (§11.14); `guard` says how many guards.
    pub mix: BTreeMap<String, u32>,
    pub source: Origin,
}

/// A minor power (§28, §40).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minor {
    pub setup: SetUp,
    pub mix: BTreeMap<String, u32>,
    pub source: Origin,
}

/// States without a control of their own (§4.5).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trivial {
    /// How many garrisons there are.
    pub garrison: u32,
    pub source: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MinorsPage {
    powers: BTreeMap<String, Minor>,
    states: BTreeMap<String, Trivial>,
}

/// The sorts of markers (§9.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    Action,
    Battle,
    Mercenary,
}

/// A kind of marker, and how many counters it has.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    pub name: String,
    pub kind: Sort,
    pub count: u32,
    pub source: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkersPage {
    markers: Vec<Marker>,
}

/// What stands between the kind of a counter and its number.
const NUMBER: &str = " (";

/// The kind of a counter: `Charge` of `Charge (2)`.
pub fn kind_of(counter: &str) -> &str {
    counter.split(NUMBER).next().unwrap_or(counter)
}

/// Everybody's cards.
#[derive(Debug, Clone)]
pub struct Cards {
    pub majors: BTreeMap<String, Card>,
    pub minors: BTreeMap<String, Minor>,
    pub states: BTreeMap<String, Trivial>,
    pub markers: Vec<Marker>,
}

impl Cards {
    /// Reads them from the shelf.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let MinorsPage { powers, states } = yaml(shelf, "frederick/book/minors.yaml")?;
        let MarkersPage { markers } = yaml(shelf, "frederick/book/markers.yaml")?;
        let majors = yaml(shelf, "frederick/book/cards.yaml")?;
        Ok(Self { majors, minors: powers, states, markers })
    }

    /// Every counter of the pool, with a name of its own.
    pub fn counters(&self) -> Vec<String> {
        let numbered = |marker: &Marker| {
            let name = marker.name.clone();
            (1..=marker.count).map(move |number| format!("{name}{NUMBER}{number})"))
        };
        self.markers.iter().flat_map(numbered).collect()
    }

    /// A kind of marker by its name.
    pub fn marker(&self, name: &str) -> Option<&Marker> {
        self.markers.iter().find(|marker| marker.name == name)
    }

    /// Whether markers of a name are action markers, for which an Enlightenment is exchanged (§9.13).
    pub fn is_action(&self, name: &str) -> bool {
        self.marker(name).is_some_and(|marker| marker.kind == Sort::Action)
    }

    /// The set-up of a power, if it has one.
    pub fn setup(&self, power: &str) -> Option<&SetUp> {
        let major = self.majors.get(power).map(|card| &card.setup);
        major.or_else(|| self.minors.get(power).map(|minor| &minor.setup))
    }

    /// How many counters of a kind a power has (§11.14).
    pub fn mix(&self, power: &str, kind: Kind) -> u32 {
        if let Some(state) = self.states.get(power) {
            return if kind == Kind::Garrison { state.garrison } else { 0 };
        }
        let major = self.majors.get(power).map(|card| &card.mix);
        let mix = major.or_else(|| self.minors.get(power).map(|minor| &minor.mix));
        mix.and_then(|mix| mix.get(kind.word()).copied()).unwrap_or(0)
    }

    /// What of the cards goes beyond the counter mix, in a sentence.
    pub fn beyond_mix(&self) -> Option<String> {
        let powers = self.majors.keys().chain(self.minors.keys());
        for power in powers {
            let mut count: BTreeMap<Kind, u32> = BTreeMap::new();
            for unit in self.setup(power).into_iter().flat_map(BTreeMap::values).flatten() {
                if let Written::Troops(kind, _) = written(unit) {
                    *count.entry(kind).or_default() += 1;
                }
            }
            let more = count.iter().find(|(kind, count)| **count > self.mix(power, **kind));
            if let Some((kind, count)) = more {
                return Some(format!("{power} sets up {count} {}, more than it has", kind.word()));
            }
        }
        None
    }
}
