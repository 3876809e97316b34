//! Who owns each province, and whom each minor country follows (NIA §11.2.1, §17.4.5).
//!
//! The scenario's page gives the start; here is what has changed since. All of it is public, so the
//! state and what a power knows have the same type.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §6.2, §13.1, §17.4.5.

use crate::book::Book;
use crate::book::atlas::Province;
use crate::book::countries::CountryStatus;
use crate::record::event::{CourtEvent, of_peace, of_troops};
use crate::record::state::peaces::Peaces;
use kit::calendar::Season;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Titles and statuses, as far as they are not those of the scenario's page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Titles {
    /// Province to its owner: a power or a country.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    provinces: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    countries: BTreeMap<String, CountryStatus>,
    /// Country to the powers with which it has a truce, and the first season in which war is possible again (NIA
    /// §13.2).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    truces: BTreeMap<String, BTreeMap<String, Season>>,
    /// Powers and countries that were bound by the Continental System during the game, or freed of it (NIA §12.2.3).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    bound: BTreeMap<String, bool>,
    /// How many winters ended with the Continental System in effect.
    #[serde(default, skip_serializing_if = "is_zero")]
    system_winters: u8,
    /// What powers have agreed to when they were beaten (NIA §13.3).
    #[serde(default, skip_serializing_if = "Peaces::is_empty")]
    pub peaces: Peaces,
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

impl Titles {
    /// As the scenario's page has them, with the peaces that were made before.
    pub fn at_start(book: &Book) -> Self {
        Self { peaces: Peaces::at_start(book), ..Self::default() }
    }

    /// Whether all is as the scenario's page has it.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The owner of a province: a power or a country; nobody, if it is not played on.
    pub fn owner<'a>(&'a self, book: &'a Book, province: &str) -> Option<&'a str> {
        let changed = self.provinces.get(province).map(String::as_str);
        changed.or_else(|| book.scenario.owner(province))
    }

    /// Whether a province is land of a country.
    pub fn has(&self, book: &Book, country: &str, province: &Province) -> bool {
        match self.owner(book, &province.name) {
            None if !book.scenario.has_owners() => province.owner == country,
            owner => owner == Some(country),
        }
    }

    /// The capital of a country: the one of the book, or that of the first province that it has if the book's lies in land
    /// that it has lost (NIA §13.2).
    pub fn seat(&self, book: &Book, country: &str) -> Option<Space> {
        let owner = |province: &Province| self.has(book, country, province);
        let seat = book.country_seat(country)?;
        if book.atlas.province(seat).is_none_or(owner) {
            return Some(seat);
        }
        let mut others = book.atlas.provinces.iter().filter(|province| owner(province));
        let moved = others.find_map(|one| book.atlas.named(one.capital.as_deref()?));
        moved.or(Some(seat))
    }

    /// How a country stands; nothing, if it has no part in the game.
    pub fn status<'a>(&'a self, book: &'a Book, country: &str) -> Option<&'a CountryStatus> {
        self.countries.get(country).or_else(|| book.scenario.countries.get(country))
    }

    /// Whose side a province is on: the power that owns it or that its country follows, else the
    /// neutral country itself.
    pub fn master<'a>(&'a self, book: &'a Book, province: &str) -> Option<&'a str> {
        let owner = self.owner(book, province)?;
        Some(self.status(book, owner).and_then(CountryStatus::power).unwrap_or(owner))
    }

    /// Every country that has a part in the game, with its status.
    pub fn countries<'a>(&'a self, book: &'a Book) -> BTreeMap<&'a str, &'a CountryStatus> {
        let start = book.scenario.countries.iter();
        start.chain(&self.countries).map(|(name, status)| (name.as_str(), status)).collect()
    }

    /// Every province in play with its owner.
    pub fn owners<'a>(&'a self, book: &'a Book) -> BTreeMap<&'a str, &'a str> {
        let start = book.scenario.owners();
        start.chain(&self.provinces).map(|(name, owner)| (name.as_str(), owner.as_str())).collect()
    }

    /// The season from which a country and a power may be at war again, if they have a truce in this one (NIA §13.2).
    pub fn truce(&self, country: &str, power: &str, now: Season) -> Option<Season> {
        let until = self.truces.get(country)?.get(power)?;
        (now < *until).then_some(*until)
    }

    /// The truces of a season: country, power, and the season from which they may be at war again.
    pub fn truces(&self, now: Season) -> impl Iterator<Item = (&str, &str, Season)> {
        let all = self.truces.iter().flat_map(|(country, powers)| {
            powers.iter().map(move |(power, until)| (country.as_str(), power.as_str(), *until))
        });
        all.filter(move |(_, _, until)| now < *until)
    }

    /// Whether a power or a country is bound by the Continental System, if that was settled during the game.
    pub fn bound(&self, court: &str) -> Option<bool> {
        self.bound.get(court).copied()
    }

    /// How many winters ended with the Continental System in effect.
    pub fn system_winters(&self) -> u8 {
        self.system_winters
    }

    /// Writes an event.
    pub fn apply(&mut self, event: &CourtEvent) {
        self.peaces.apply(event);
        match event {
            CourtEvent::ProvinceTitled { province, owner, .. } => {
                self.hand_over(province, owner);
            }
            CourtEvent::CountryTurned { country, status, .. } => {
                self.turn(country, status.clone());
            }
            CourtEvent::Surrendered { country, power, until, .. }
            | CourtEvent::TruceSet { country, power, until } => {
                let powers = self.truces.entry(country.clone()).or_default();
                powers.insert(power.clone(), *until);
            }
            CourtEvent::SystemTurned { court, bound } => {
                self.bound.insert(court.clone(), *bound);
            }
            CourtEvent::SystemCounted { winters } => self.system_winters = *winters,
            CourtEvent::PowerTurned { .. }
            | CourtEvent::Enthroned { .. }
            | CourtEvent::AllianceChecked { .. }
            | CourtEvent::Wavered { .. }
            | CourtEvent::LevyTurned { .. }
            | of_troops!()
            | CourtEvent::Courted { .. }
            | CourtEvent::WarDeclared { .. }
            | CourtEvent::Contested { .. }
            | CourtEvent::Annexed { .. }
            | of_peace!()
            | CourtEvent::Restored { .. } => {}
        }
    }

    /// A province has another owner.
    pub fn hand_over(&mut self, province: &str, owner: &str) {
        self.provinces.insert(province.to_owned(), owner.to_owned());
    }

    /// A country has another status.
    pub fn turn(&mut self, country: &str, status: CountryStatus) {
        self.countries.insert(country.to_owned(), status);
    }
}
