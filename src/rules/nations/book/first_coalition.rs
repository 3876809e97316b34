//! Special rules of the first coalition as data: who joins it and on what, how long its powers stay, the
//! reform of the French army, and the partitions of Poland (NIA §21.2.1).

use super::atlas::Atlas;
use super::people::People;
use super::terms::{self, Side};
use super::units::Unit;
use kit::calendar::Season;
use kit::page::Declared;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The combat modifiers of a power's units: none before its army is reformed, and small ones for a time.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Reform {
    /// whose units
    #[declared("power")]
    pub power: String,
    /// what a modifier above nothing counts at the most once the card is played
    #[declared(0..=3)]
    pub most: i8,
    /// units of this modifier and more count in full
    #[serde(rename = "in full")]
    #[declared(1..=3)]
    pub full: i8,
    /// from this season on, whether the card is played or not
    pub from: Season,
}

impl Reform {
    /// Checks the name.
    pub fn check(&self, people: &People) -> Result<(), String> {
        match people.is_major(&self.power) {
            true => Ok(()),
            false => Err(format!("no power `{}`", self.power)),
        }
    }

    /// What the modifier of a unit counts; troops in revolt are not of the power's army.
    pub fn counted(&self, unit: &Unit, modifier: i32, is_done: bool, season: Season) -> i32 {
        let is_full = season >= self.from && modifier >= i32::from(self.full);
        match is_done {
            _ if unit.nation != self.power || unit.rising.is_some() || is_full => modifier,
            true => modifier.min(i32::from(self.most)),
            false => 0,
        }
    }
}

/// A power that is neutral and joins a side at once, on what is named here, or by an attempt of that side.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Joins {
    /// who joins; the other side neither tries for it nor brings it in by a declaration of war on it
    #[declared("power")]
    pub power: String,
    /// the side that it joins
    pub side: Side,
    /// when this power attacks, besieges or takes one of `at`
    #[serde(rename = "attacked by")]
    #[declared("power")]
    pub attacker: Option<String>,
    /// the towns
    #[serde(default)]
    #[declared("place", items = 0..=6)]
    pub at: Vec<String>,
    /// when this power is at war on that side
    #[declared("power")]
    pub with: Option<String>,
    /// in the season after this event card is played
    #[serde(rename = "season after")]
    #[declared("card")]
    pub after: Option<String>,
}

impl Joins {
    /// Checks every name.
    pub fn check(&self, atlas: &Atlas, people: &People) -> Result<(), String> {
        let powers = [&self.attacker, &self.with].into_iter().flatten().chain([&self.power]);
        if let Some(name) = powers.into_iter().find(|name| !people.is_major(name)) {
            return Err(format!("no power `{name}`"));
        }
        if self.attacker.is_some() == self.at.is_empty() {
            return Err("`attacked by` and `at` belong together".to_owned());
        }
        terms::places(atlas, &self.at)
    }
}

/// Powers that are checked each spring: whether they go on with a war, or are neutral until the end of the game.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct AllianceCheck {
    /// who is checked, in this order, while they are at war with `against`
    #[declared("power", items = 1..=6)]
    pub powers: Vec<String>,
    /// the enemy, whose land and whose conquests count
    #[declared("power")]
    pub against: String,
    /// the first spring in which they are
    pub from: Season,
    /// what a die must show with its modifiers
    #[serde(rename = "leaves at")]
    #[declared(1..=9)]
    pub leaves: u8,
}

impl AllianceCheck {
    /// Checks every name.
    pub fn check(&self, people: &People) -> Result<(), String> {
        let mut powers = self.powers.iter().chain([&self.against]);
        match powers.find(|name| !people.is_major(name)) {
            Some(name) => Err(format!("no power `{name}`")),
            None => Ok(()),
        }
    }
}

/// Land of a country that others get when a winter is over (NIA §19.6).
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Partition {
    /// the winter
    #[serde(rename = "in")]
    pub season: Season,
    /// whose land
    #[declared("country")]
    pub of: String,
    /// each province with its new owner, who need not play
    #[declared(keys = "province", "court")]
    pub gives: BTreeMap<String, String>,
}

impl Partition {
    /// Checks every name.
    pub fn check(&self, atlas: &Atlas, people: &People) -> Result<(), String> {
        let known = |name: &&String| atlas.provinces.iter().any(|one| one.name == **name);
        if let Some(name) = self.gives.keys().find(|name| !known(name)) {
            return Err(format!("no province `{name}`"));
        }
        match self.gives.values().find(|name| !people.is_major(name)) {
            Some(name) => Err(format!("no power `{name}`")),
            None => Ok(()),
        }
    }
}
