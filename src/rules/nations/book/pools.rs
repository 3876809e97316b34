//! The counters there are: how many units of each sort a nation has, and how many army markers,
//! fleets and support units a power (NIA §12.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.3.

use super::people::People;
use super::units::{Unit, Units};
use super::yaml;
use kit::shelf::Shelf;
use play::BookError;
use serde::Deserialize;
use std::collections::BTreeMap;

const PAGE: &str = "nations/book/tables/pools.yaml";

/// All counters, by nation and power.
#[derive(Debug, Default, Deserialize)]
pub struct Pools {
    rows: Vec<(String, String, i8, u32)>,
    /// What only an event card brings: nobody raises it.
    #[serde(default)]
    risings: Vec<(String, String, i8, u32)>,
    armies: BTreeMap<String, Vec<String>>,
    fleets: BTreeMap<String, u32>,
    trains: BTreeMap<String, u32>,
    engineers: BTreeMap<String, u32>,
}

impl Pools {
    /// Reads the page; what it names must be in the book.
    pub fn read(shelf: &Shelf, people: &People, units: &Units) -> Result<Self, BookError> {
        let pools: Pools = yaml(shelf, PAGE)?;
        let wrong = |why| BookError::Page { page: PAGE.into(), why };
        for (nation, kind, _, _) in pools.rows.iter().chain(&pools.risings) {
            if people.nation(nation).is_none() {
                return Err(wrong(format!("`{nation}` is not a nation")));
            }
            if units.kinds().all(|other| other.kind != *kind) {
                return Err(wrong(format!("`{kind}` is not a kind of unit")));
            }
        }
        let support = [&pools.trains, &pools.engineers];
        let named = support.into_iter().flat_map(BTreeMap::keys).chain(pools.armies.keys());
        for power in named {
            if people.powers.iter().all(|other| other.name != *power) {
                return Err(wrong(format!("`{power}` is not a power")));
            }
        }
        Ok(pools)
    }

    /// How many units of this sort there are; steps do not matter.
    pub fn units(&self, unit: &Unit) -> u32 {
        let is = |row: &&(String, String, i8, u32)| {
            (&row.0, &row.1, row.2) == (&unit.nation, &unit.kind, unit.modifier)
        };
        let by_cards = self.risings.iter().filter(is).map(|row| row.3).sum::<u32>();
        self.rows.iter().find(is).map_or(0, |row| row.3) + by_cards
    }

    /// Whether a unit of this sort is neither on the map nor otherwise taken.
    pub fn has_left<'u>(&self, unit: &Unit, taken: impl Iterator<Item = &'u Unit>) -> bool {
        let sort = |unit: &Unit| (unit.nation.clone(), unit.kind.clone(), unit.modifier);
        let like = sort(unit);
        let taken = taken.filter(|other| sort(other) == like).count();
        u32::try_from(taken).unwrap_or(u32::MAX) < self.units(unit)
    }

    /// Every sort of unit of a nation, whole.
    pub fn sorts<'a>(&'a self, nation: &'a str, units: &'a Units) -> impl Iterator<Item = Unit> {
        let own = self.rows.iter().filter(move |row| row.0 == nation);
        own.map(|(nation, kind, modifier, _)| Unit {
            kind: kind.clone(),
            modifier: *modifier,
            nation: nation.clone(),
            steps: units.kind(kind).steps,
            rising: None,
        })
    }

    /// The army markers of a power.
    pub fn armies(&self, power: &str) -> &[String] {
        self.armies.get(power).map_or(&[], Vec::as_slice)
    }

    pub fn fleets(&self, nation: &str) -> u32 {
        self.fleets.get(nation).copied().unwrap_or(0)
    }

    pub fn trains(&self, power: &str) -> u32 {
        self.trains.get(power).copied().unwrap_or(0)
    }

    pub fn engineers(&self, power: &str) -> u32 {
        self.engineers.get(power).copied().unwrap_or(0)
    }
}
