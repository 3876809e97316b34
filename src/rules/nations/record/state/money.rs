//! The chests of powers and minor countries, and what they may still raise this spring (NIA §12).
//!
//! The state has all of them, and what a power knows has those that it spends from: the same type,
//! written by the same events.

use crate::book::Book;
use crate::book::money::Recruits;
use crate::record::event::MoneyEvent;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Money, and what else the budget counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Money {
    /// Power or minor country to its pounds.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub chests: BTreeMap<String, i32>,
    /// Power or minor country to what it may still raise this spring.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub recruits: BTreeMap<String, Recruits>,
    /// The years in which France called her conscripts (NIA §12.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conscripts: Vec<u16>,
}

impl Money {
    /// The chests at the start of the scenario.
    pub fn at_start(book: &Book) -> Self {
        let terms = book.scenario.money.as_ref();
        let chests = terms.map(|terms| terms.chests.clone()).unwrap_or_default();
        Self { chests, ..Self::default() }
    }

    /// Of these the chest of one power.
    pub fn of(mut self, power: &str) -> Self {
        self.chests.retain(|who, _| who == power);
        self.recruits.retain(|who, _| who == power);
        self
    }

    /// Whether there is no money in the game.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The pounds of a power or a minor country.
    pub fn chest(&self, who: &str) -> i32 {
        self.chests.get(who).copied().unwrap_or(0)
    }

    /// What a power or a minor country may still raise.
    pub fn recruits(&self, who: &str) -> Recruits {
        self.recruits.get(who).copied().unwrap_or_default()
    }

    /// Writes an event.
    pub fn apply(&mut self, event: &MoneyEvent) {
        match event {
            MoneyEvent::Forfeited { who, pounds, .. } => self.pay(who, -pounds),
            MoneyEvent::Collected { who, pounds, recruits, .. } => {
                self.pay(who, *pounds);
                self.recruits.insert(who.clone(), *recruits);
            }
            MoneyEvent::Raided { .. } => {}
            MoneyEvent::Conscripted { who, year, pounds, recruits, .. } => {
                self.pay(who, *pounds);
                self.recruits.insert(who.clone(), *recruits);
                self.conscripts.push(*year);
            }
        }
    }

    fn pay(&mut self, who: &str, pounds: i32) {
        *self.chests.entry(who.to_owned()).or_default() += pounds;
    }
}
