//! The money of a setup: chests, recruits, and what the page of a scenario would say of it.

use super::Setup;
use crate::book::Book;
use crate::book::countries::CountryStatus;
use crate::book::units::Unit;
use crate::record::state::{Expedition, State};
use crate::sight::known::Known;
use play::case::PlayError;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Who is abroad.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Abroad {
    power: String,
    since: u16,
    #[serde(default)]
    over: bool,
    #[serde(default)]
    units: Vec<String>,
    #[serde(default)]
    fleets: Vec<String>,
}

impl Abroad {
    fn read(&self, book: &Book) -> Result<Expedition, String> {
        let Abroad { power, since, over, units, fleets } = self.clone();
        let read = |written: &String| book.units.read(written, &power, &book.people);
        let units: Result<Vec<Vec<Unit>>, String> = units.iter().map(read).collect();
        let units = units?.into_iter().flatten().collect();
        Ok(Expedition { power, since, over, units, fleets })
    }
}

impl Setup {
    /// Whether a key of money stands there.
    pub(super) fn has_money(&self) -> bool {
        let none = self.chests.is_empty() && self.recruits.is_empty() && self.conscripts.is_empty();
        !none || self.money.is_some()
    }

    /// Money, if a key of it stands there; each power knows what is its own.
    pub(super) fn purses(
        &self,
        book: &mut Book,
        state: &mut State,
        known: &mut BTreeMap<String, Known>,
    ) -> Result<(), PlayError> {
        if !self.has_money() {
            return Ok(());
        }
        let stranger =
            |who: &String| !book.people.is_major(who) && book.countries.get(who).is_none();
        let mut named = self.chests.keys().map(|who| ("chests", who));
        let mut raising = self.recruits.keys().map(|who| ("recruits", who));
        let is_stranger = |(_, who): &(&str, &String)| stranger(who);
        if let Some((key, who)) = named.find(is_stranger).or_else(|| raising.find(is_stranger)) {
            return Err(PlayError::key(key, format!("unknown power or country `{who}`")));
        }
        if self.chests.values().any(|pounds| !(0..=999).contains(pounds)) {
            return Err(PlayError::key("chests", "pounds are from 0 to 999"));
        }
        let terms = self.money.clone().or(book.scenario.money.take()).unwrap_or_default();
        state.money.chests.extend(terms.chests.clone());
        state.money.chests.extend(self.chests.clone());
        state.money.credit.extend(terms.credit.clone());
        state.money.recruits.extend(self.recruits.clone());
        state.money.conscripts.extend(&self.conscripts);
        state.money.cards.extend(self.budget_cards.clone());
        for (war, there) in &self.abroad {
            let expedition = there.read(book).map_err(|why| PlayError::key("abroad", why))?;
            state.money.abroad.insert(war.clone(), expedition);
        }
        book.scenario.money = Some(terms);
        for (power, eye) in known.iter_mut() {
            let keeps = |who: &String| {
                let status = state.titles.status(book, who);
                who == power || status.and_then(CountryStatus::power) == Some(power)
            };
            eye.money = state.money.clone();
            eye.money.chests.retain(|who, _| keeps(who));
            eye.money.recruits.retain(|who, _| keeps(who));
            eye.money.abroad.retain(|_, there| there.power == *power);
        }
        Ok(())
    }
}
