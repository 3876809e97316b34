//! Money as it stands: purses, whose the provinces are, and what raids cost the next income (§14, §16).
//!
//! The state has all purses, what a power knows its own alone; both change by the same events, so that the one can
//! never say what the other does not.

#![deny(clippy::wildcard_enum_match_arm)]

use super::event::{MoneyEvent, PublicEvent};
use crate::book::Chance;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a power has to spend.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purse {
    /// Resource points of this turn; what is left of them becomes money (§16.5, §16.6).
    pub points: u32,
    /// Manpower of this turn (§16.1).
    pub manpower: u32,
    /// Dollars in the bank (§16.7).
    pub bank: u32,
}

/// All of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Money {
    /// Whether the scenario is played with money.
    pub played: bool,
    pub purses: BTreeMap<String, Purse>,
    /// Provinces that belong to another than the book says (§14.3, §14.4).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub titles: BTreeMap<String, String>,
    /// The cities in them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub owners: BTreeMap<Space, String>,
    /// Resource points that raids take from the next income of a nation (§19.9).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub raids: BTreeMap<String, u32>,
    /// Whether trade flourishes: whoever has trade rolls a die more for the turn to come (§8).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rich: bool,
}

impl Money {
    /// At the start: the banks of a scenario that plays money, else nothing.
    pub fn new<'p>(
        banks: Option<&BTreeMap<String, u32>>,
        powers: impl Iterator<Item = &'p String>,
    ) -> Self {
        let Some(banks) = banks else { return Self::default() };
        let bank = |power: &String| banks.get(power).copied().unwrap_or(0);
        let purse =
            |power: &String| (power.clone(), Purse { bank: bank(power), ..Purse::default() });
        Self { played: true, purses: powers.map(purse).collect(), ..Self::default() }
    }

    /// Whether there is nothing to keep, since money is not played.
    pub fn is_not_played(&self) -> bool {
        !self.played
    }

    /// What everybody knows of it, and the purses of those that pass.
    pub fn seen_by(&self, passes: impl Fn(&str) -> bool) -> Self {
        let purses = self.purses.iter().filter(|(power, _)| passes(power));
        Self {
            purses: purses.map(|(power, purse)| (power.clone(), *purse)).collect(),
            ..self.clone()
        }
    }

    /// Writes what happened to a purse; of purses that are not here nothing is written.
    pub fn apply(&mut self, event: &MoneyEvent) {
        match event {
            MoneyEvent::Collected { power, points, manpower, .. } => {
                self.raids.remove(power);
                self.edit(power, |purse| {
                    purse.points += points;
                    purse.manpower = *manpower;
                });
            }
            MoneyEvent::Privateered { power, of, points, .. } => {
                self.edit(of, |purse| purse.points = purse.points.saturating_sub(*points));
                self.edit(power, |purse| purse.points += points);
            }
            MoneyEvent::PaidMarches { power, points, .. }
            | MoneyEvent::PaidSupply { power, points, .. } => {
                self.edit(power, |purse| purse.points = purse.points.saturating_sub(*points));
            }
            MoneyEvent::Bought { power, points, worth, money, manpower, .. } => {
                self.edit(power, |purse| {
                    purse.points = purse.points.saturating_sub(*points);
                    let has = purse.bank.saturating_add(*worth);
                    purse.bank = has.saturating_sub(*money);
                    purse.manpower = purse.manpower.saturating_sub(*manpower);
                });
            }
            MoneyEvent::Banked { power, points, money } => self.edit(power, |purse| {
                purse.points = purse.points.saturating_sub(*points);
                purse.bank = purse.bank.saturating_add(*money);
            }),
            MoneyEvent::TributePaid { power, to, points, worth, money } => {
                self.edit(power, |purse| {
                    purse.points = purse.points.saturating_sub(*points);
                    purse.bank = purse.bank.saturating_add(*worth).saturating_sub(*money);
                });
                self.edit(to, |purse| purse.bank = purse.bank.saturating_add(*money));
            }
            MoneyEvent::Given { power, to: by, money }
            | MoneyEvent::Seized { power, by, money } => {
                self.edit(power, |purse| purse.bank = purse.bank.saturating_sub(*money));
                self.edit(by, |purse| purse.bank = purse.bank.saturating_add(*money));
            }
        }
    }

    /// Writes what everybody reads of it.
    pub fn publish(&mut self, event: &PublicEvent) {
        if !self.played {
            return;
        }
        match event {
            PublicEvent::Raided { nation, cost, .. } => {
                *self.raids.entry(nation.clone()).or_default() += cost;
            }
            PublicEvent::TitlePassed { province, power, cities, .. } => {
                self.titles.insert(province.clone(), power.clone());
                self.owners.extend(cities.iter().map(|at| (*at, power.clone())));
            }
            PublicEvent::Chanced { word, .. } => self.rich = *word == Chance::Trade,
            PublicEvent::SeasonEnded { .. } => self.rich = false,
            PublicEvent::SeasonBegan { .. }
            | PublicEvent::BattleEnded { .. }
            | PublicEvent::GeneralLost { .. }
            | PublicEvent::Captured { .. }
            | PublicEvent::Reverted { .. }
            | PublicEvent::TreasuryTaken { .. }
            | PublicEvent::Reformed { .. }
            | PublicEvent::Submitted { .. }
            | PublicEvent::Scored { .. } => {}
        }
    }

    fn edit(&mut self, power: &str, change: impl FnOnce(&mut Purse)) {
        if let Some(purse) = self.purses.get_mut(power) {
            change(purse);
        }
    }
}
