//! The key `money` of a scenario's page: what is in the chests at the start, incomes that the page
//! sets, and who is bound by the Continental System.
//!
//! A scenario without the key knows no money at all.

use kit::page::Declared;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The players of a game of two, for whose sides the others have a credit (NIA §15.1, §16).
pub const PLAYERS: [&str; 2] = ["france", "britain"];

/// What the page says of money.
#[derive(Debug, Clone, Default, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct MoneyTerms {
    /// the pounds that each power has at the start
    #[serde(default)]
    #[declared(keys = "power", 0..=999)]
    pub chests: BTreeMap<String, i32>,
    /// powers whose whole income the scenario sets: year to pounds; a year that is not named has
    /// that of the last one before it. Of everybody else it is reckoned (NIA §12.2)
    #[serde(default)]
    #[declared(keys = "power", keys = "year", 0..=999)]
    pub income: BTreeMap<String, BTreeMap<u16, i32>>,
    /// powers that get no money but that: no gifts and loans, and no pounds with their conscripts (NIA
    /// §21.3.5)
    #[serde(rename = "no other money", default)]
    #[declared("power")]
    pub no_other: Vec<String>,
    /// the year whose money is saved: what is left of it is not lost in the next spring (NIA §21.3.5)
    #[declared(1700..=1999)]
    pub saved: Option<u16>,
    /// powers that have called their landwehr (NIA §14.5.3)
    #[serde(default)]
    #[declared("power")]
    pub landwehr: Vec<String>,
    /// the years in which France has called her conscripts before (NIA §12.1)
    #[serde(rename = "conscripts called", default)]
    #[declared(1700..=1999, items = 0..=2)]
    pub conscripts: Vec<u16>,
    /// powers and minor countries that are bound by it, beside the minor countries that follow
    /// France (NIA §12.2.3)
    #[serde(rename = "continental system", default)]
    #[declared("court")]
    pub system: Vec<String>,
    /// wars outside the map: the power of each sends troops in the spring of its first year, or has
    /// sent them before the scenario begins (NIA §14.1)
    #[serde(rename = "foreign wars", default)]
    #[declared(items = 1..=9)]
    pub wars: Vec<BegunWar>,
    /// the credit that each of these powers has with its allies at the start: it makes peace when
    /// nothing is left of it (NIA §15.1)
    #[serde(rename = "alliance credit", default)]
    #[declared(keys = "power", 1..=30)]
    pub credit: BTreeMap<String, i32>,
}

/// A war outside the map and the year in which it begins.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct BegunWar {
    /// a war of the book's table
    #[declared("foreign war")]
    pub war: String,
    /// the year in which it begins
    #[declared(1700..=1999)]
    pub since: u16,
}

impl MoneyTerms {
    /// Whether a power gets no money but its income (NIA §21.3.5).
    pub fn gets_no_other(&self, power: &str) -> bool {
        self.no_other.iter().any(|name| name == power)
    }

    /// The income that the page sets a power for a year: that of the last year it names until then.
    pub fn preset(&self, power: &str, year: u16) -> Option<i32> {
        let years = self.income.get(power)?;
        years.range(..=year).next_back().map(|(_, pounds)| *pounds)
    }
}
