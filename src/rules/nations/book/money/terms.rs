//! The key `money` of a scenario's page: what is in the chests at the start, incomes that the page
//! sets, and who is bound by the Continental System.
//!
//! A scenario without the key knows no money at all.

use serde::Deserialize;
use std::collections::BTreeMap;

/// The players of a game of two, for whose sides the others have a credit (NIA §15.1, §16).
pub const PLAYERS: [&str; 2] = ["france", "britain"];

/// What the page says of money.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoneyTerms {
    /// Power to the pounds it has at the start.
    #[serde(default)]
    pub chests: BTreeMap<String, i32>,
    /// Power to its whole income by year.
    #[serde(default)]
    pub income: BTreeMap<String, BTreeMap<u16, i32>>,
    /// Powers that have called their landwehr (NIA §14.5.3).
    #[serde(default)]
    pub landwehr: Vec<String>,
    /// Powers and minor countries that are bound by the Continental System, beside the minor
    /// countries that follow France (NIA §12.2.3).
    #[serde(rename = "continental system", default)]
    pub system: Vec<String>,
    /// Powers whose alliance has a credit, and how much of it there is at the start (NIA §15.1).
    #[serde(rename = "alliance credit", default)]
    pub credit: BTreeMap<String, i32>,
    /// Wars outside the map (NIA §14.1).
    #[serde(rename = "foreign wars", default)]
    pub wars: Vec<BegunWar>,
}

/// A war outside the map and the year in which it begins.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BegunWar {
    pub war: String,
    pub since: u16,
}

impl MoneyTerms {
    /// The income that the page sets a power for a year: that of the last year it names until then.
    pub fn preset(&self, power: &str, year: u16) -> Option<i32> {
        let years = self.income.get(power)?;
        years.range(..=year).next_back().map(|(_, pounds)| *pounds)
    }
}
