//! The new states: who makes them, of which land, and what each is (NIA §19).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12, §19.6, §19.9.

use super::money::Recruits;
use super::{Countries, People};
use serde::Deserialize;

/// A state that a power may make of land that it controls (NIA §19.1).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewState {
    pub state: String,
    /// Who makes it.
    pub by: String,
    /// What it may be made of.
    pub provinces: Vec<String>,
    /// With which of these it begins; any without the key.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Whether it is made of all its provinces at once.
    #[serde(default)]
    pub together: bool,
    /// Whether its provinces must be the founder's own land; else that of a country that follows them will do.
    #[serde(default)]
    pub annexed: bool,
    /// The country that is split off when it is made: its founder's ally.
    #[serde(rename = "splits off", default)]
    pub splits: Option<String>,
    /// How it falls; a country that only grows falls as it did before.
    #[serde(default)]
    pub falls: Option<Falls>,
    /// Whether it cannot leave its founder, so that no peace is made for it.
    #[serde(default)]
    pub bound: bool,
    /// The units of its nation that it has only with a province.
    #[serde(rename = "units with", default)]
    pub units: Vec<WithLand>,
    /// What each of its lands that is in no country of the chart adds to its recruits (NIA §12).
    #[serde(rename = "recruits of a land", default)]
    pub recruits: Recruits,
    pub rule: String,
    #[serde(rename = "source")]
    _source: String,
}

/// A unit that a state has only while a province is its own (NIA §19.2).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithLand {
    pub province: String,
    pub unit: String,
}

/// How a new state falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Falls {
    /// Each of its lands for itself; it ends with the last.
    #[serde(rename = "each land for itself")]
    Each,
    /// It ends when its capital is conquered, and its countries are neutral.
    #[serde(rename = "with its capital")]
    Capital,
    /// Like a country of one province; its land is its conqueror's.
    #[serde(rename = "as a whole")]
    Whole,
}

impl NewState {
    /// Checks every name.
    pub(super) fn check(&self, people: &People, countries: &Countries) -> Result<(), String> {
        let state = &self.state;
        let Some(country) = countries.get(state) else {
            return Err(format!("no country `{state}`"));
        };
        let own = |name: &String| country.provinces.contains(name);
        if let Some(name) = self.provinces.iter().find(|name| own(name)) {
            return Err(format!("{name} is land of {state} from the start"));
        }
        if country.is_new_state() != self.falls.is_some() {
            return Err(format!("{state}: `falls` says how a new state falls, and only that"));
        }
        if !people.is_major(&self.by) {
            return Err(format!("no power `{}`", self.by));
        }
        let named = self.needs.iter().chain(self.units.iter().map(|one| &one.province));
        if let Some(name) = named.into_iter().find(|name| !self.provinces.contains(name)) {
            return Err(format!("{state} is not made of `{name}`"));
        }
        match self.splits.iter().find(|name| countries.get(name).is_none()) {
            Some(name) => Err(format!("no country `{name}`")),
            None => Ok(()),
        }
    }
}
