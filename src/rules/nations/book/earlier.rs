//! What happened before a scenario begins and still binds: peaces of beaten powers (NIA §13.3, §21.2.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.2.2, §21.2.3.

use crate::book::People;
use kit::calendar::Season;
use kit::page::Declared;
use serde::Deserialize;

/// A peace that a power had to make before the scenario begins.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct EarlierPeace {
    /// the beaten power
    #[declared("power")]
    pub of: String,
    /// who beat it
    #[declared("power", items = 1..=6)]
    pub with: Vec<String>,
    /// the season in which it was made
    pub made: Season,
    /// the first season in which it is over; before the scenario begins only with `then allied to`
    pub until: Season,
    /// the one of them whose ally the beaten power is when it is over
    #[serde(rename = "then allied to")]
    #[declared("power")]
    pub alliance: Option<String>,
    /// the one of them who has bound it by the Continental System
    #[serde(rename = "continental system of")]
    #[declared("power")]
    pub system: Option<String>,
}

impl EarlierPeace {
    /// Checks its names and times.
    pub fn check(&self, people: &People, first: Season) -> Result<(), String> {
        let named = self.with.iter().chain([&self.of]);
        let mut named = named.chain(&self.alliance).chain(&self.system);
        if let Some(name) = named.find(|name| !people.is_major(name)) {
            return Err(format!("peaces: no power `{name}`"));
        }
        let mut victors = self.alliance.iter().chain(&self.system);
        if let Some(name) = victors.find(|name| !self.with.contains(name)) {
            return Err(format!("peaces: {name} has no peace with {}", self.of));
        }
        if self.with.is_empty() || self.with.contains(&self.of) {
            return Err(format!("peaces: {} makes peace with others", self.of));
        }
        let counts = first < self.until || self.alliance.is_some();
        match self.made < first && self.made < self.until && counts {
            true => Ok(()),
            false => Err(format!(
                "peaces: that of {} was made before, and still lasts or has made an alliance",
                self.of
            )),
        }
    }
}
