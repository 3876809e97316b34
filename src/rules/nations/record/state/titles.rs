//! Who owns each province, and whom each minor country follows (NIA §11.2.1, §17.4.5).
//!
//! The scenario's page gives the start; here is what has changed since. All of it is public, so the
//! state and what a power knows have the same type.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §6.2, §13.1, §17.4.5.

use crate::book::Book;
use crate::book::countries::CountryStatus;
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
}

impl Titles {
    /// Whether all is as the scenario's page has it.
    pub fn is_empty(&self) -> bool {
        self.provinces.is_empty() && self.countries.is_empty()
    }

    /// The owner of a province: a power or a country; nobody, if it is not played on.
    pub fn owner<'a>(&'a self, book: &'a Book, province: &str) -> Option<&'a str> {
        let changed = self.provinces.get(province).map(String::as_str);
        changed.or_else(|| book.scenario.owner(province))
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

    /// A province has another owner.
    pub fn hand_over(&mut self, province: &str, owner: &str) {
        self.provinces.insert(province.to_owned(), owner.to_owned());
    }

    /// A country has another status.
    pub fn turn(&mut self, country: &str, status: CountryStatus) {
        self.countries.insert(country.to_owned(), status);
    }
}
