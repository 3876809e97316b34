//! The chests of powers and minor countries, and what they may still raise this spring (NIA §12).
//!
//! The state has all of them, and what a power knows has those that it spends from: the same type,
//! written by the same events.

use crate::book::Book;
use crate::book::money::Recruits;
use crate::book::units::Unit;
use crate::record::event::{CreditCause, MoneyEvent, SpendingEvent};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Troops in a war outside the map (NIA §14.1).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expedition {
    pub power: String,
    /// The year in which the war began.
    pub since: u16,
    /// Whether it has ended: who is left comes back in spring.
    #[serde(default)]
    pub over: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Unit>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fleets: Vec<String>,
}

/// Money, and what else the budget counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Money {
    /// Power or minor country to its pounds.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub chests: BTreeMap<String, i32>,
    /// Power or minor country to what it may still raise this spring.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub recruits: BTreeMap<String, Recruits>,
    /// Who owes what to whom (NIA §12.2.5).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub debts: BTreeMap<String, BTreeMap<String, i32>>,
    /// The years in which France called her conscripts (NIA §12.1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conscripts: Vec<u16>,
    /// What is left of the credit of each alliance that has one, open to all (NIA §15.1).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub credit: BTreeMap<String, i32>,
    /// How often a refused peace has raised it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub refusals: BTreeMap<String, u8>,
    /// Wars outside the map, and who fights in each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub abroad: BTreeMap<String, Expedition>,
    /// Event cards that count in the next budget of a power, open to all (NIA §11.1).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cards: BTreeMap<String, Vec<String>>,
    /// What a power owes for troops that it has not sent to one (NIA §14.1).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub owed: BTreeMap<String, i32>,
}

impl Money {
    /// The chests at the start of the scenario.
    pub fn at_start(book: &Book) -> Self {
        let terms = book.scenario.money.as_ref();
        let chests = terms.map(|terms| terms.chests.clone()).unwrap_or_default();
        let credit = terms.map(|terms| terms.credit.clone()).unwrap_or_default();
        let conscripts = terms.map(|terms| terms.conscripts.clone()).unwrap_or_default();
        Self { chests, credit, conscripts, ..Self::default() }
    }

    /// Of these the chest of one power.
    pub fn of(mut self, power: &str) -> Self {
        self.chests.retain(|who, _| who == power);
        self.recruits.retain(|who, _| who == power);
        self.abroad.retain(|_, expedition| expedition.power == power);
        self.owed.retain(|who, _| who == power);
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
            // All of it is lost, also to a keeper who did not know how much there was.
            MoneyEvent::Forfeited { who, .. } => {
                self.chests.insert(who.clone(), 0);
            }
            MoneyEvent::Collected { who, pounds, recruits, .. } => {
                self.pay(who, *pounds);
                self.recruits.insert(who.clone(), *recruits);
                self.owed.remove(who);
                self.cards.remove(who);
            }
            MoneyEvent::CardNoted { who, card } => {
                self.cards.entry(who.clone()).or_default().push(card.clone());
            }
            MoneyEvent::WarBegan { war, power, since, units, fleets } => {
                let (power, units, fleets) = (power.clone(), units.clone(), fleets.clone());
                let expedition = Expedition { power, since: *since, over: false, units, fleets };
                self.abroad.insert(war.clone(), expedition);
            }
            MoneyEvent::Decided { who, pounds, .. } => self.pay(who, *pounds),
            MoneyEvent::FavourBought { who, pounds, .. } => self.pay(who, -pounds),
            MoneyEvent::WarTried { .. } | MoneyEvent::FreeFleetTried { .. } => {}
            MoneyEvent::WarEnded { war, units, fleets, .. } => {
                if let Some(there) = self.abroad.get_mut(war) {
                    (there.units, there.fleets) = (units.clone(), fleets.clone());
                    there.over = true;
                }
            }
            MoneyEvent::CameHome { war, .. } => {
                self.abroad.remove(war);
            }
            MoneyEvent::Raided { .. } => {}
            MoneyEvent::Conscripted { who, year, pounds, recruits, .. } => {
                self.pay(who, *pounds);
                self.recruits.insert(who.clone(), *recruits);
                self.conscripts.push(*year);
            }
            MoneyEvent::CreditChanged { power, now, reason, .. } => {
                if *reason == CreditCause::PeaceRefused {
                    *self.refusals.entry(power.clone()).or_default() += 1;
                }
                self.credit.insert(power.clone(), *now);
            }
        }
    }

    /// Writes what was spent.
    pub fn spend(&mut self, event: &SpendingEvent) {
        if let Some((purse, bill)) = event.bill() {
            self.pay(&purse.owner, -bill.pounds);
            if bill.recruits > 0 {
                let left = self.recruits(&purse.owner).less(bill.recruits, bill.cavalry);
                self.recruits.insert(purse.owner.clone(), left);
            }
        }
        if let SpendingEvent::SentAbroad { war, units, fleets, .. } = event
            && let Some(there) = self.abroad.get_mut(war)
        {
            there.units.extend(units.iter().cloned());
            there.fleets.extend(fleets.iter().cloned());
        }
        if let SpendingEvent::PaidForAbroad { purse, owed, .. } = event
            && *owed > 0
        {
            *self.owed.entry(purse.owner.clone()).or_default() += owed;
        }
        if let SpendingEvent::CardBought { from, pounds, .. } = event {
            self.pay(from, *pounds);
        }
        if let SpendingEvent::Paid { purse, to, pounds, loan, back, .. } = event {
            self.pay(to, *pounds);
            if *loan {
                self.owe(to, &purse.owner, *pounds);
            }
            if *back {
                self.owe(&purse.owner, to, -pounds);
            }
        }
    }

    /// What one owes to another.
    pub fn debt(&self, who: &str, to: &str) -> i32 {
        self.debts.get(who).and_then(|debts| debts.get(to)).copied().unwrap_or(0)
    }

    fn owe(&mut self, who: &str, to: &str, pounds: i32) {
        let debts = self.debts.entry(who.to_owned()).or_default();
        let debt = debts.entry(to.to_owned()).or_default();
        *debt += pounds;
        debts.retain(|_, debt| *debt != 0);
        self.debts.retain(|_, debts| !debts.is_empty());
    }

    fn pay(&mut self, who: &str, pounds: i32) {
        *self.chests.entry(who.to_owned()).or_default() += pounds;
    }
}
