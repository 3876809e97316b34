//! The minor countries: whose provinces they are, where they are ruled from, what troops they have
//! (NIA §11.2.1, §11.2.2), and how each stands to the powers.

use super::people::People;
use super::units::{Unit, Units};
use super::{Atlas, yaml};
use kit::shelf::Shelf;
use play::BookError;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

const PAGE: &str = "nations/book/countries.yaml";

/// One minor country.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Country {
    pub name: String,
    /// The provinces that are its own when nobody else has them.
    pub provinces: Vec<String>,
    pub capital: String,
    #[serde(default)]
    pub nation: Option<String>,
    /// Other nations whose troops it raises and keeps (NIA §19.4).
    #[serde(rename = "raises too", default)]
    raises: Vec<String>,
    /// Counters of its nation that it does not have (NIA §19.10.2).
    #[serde(default)]
    pub lacks: Vec<String>,
    /// The troops that are set up when somebody comes to control it (NIA §21.B).
    #[serde(default)]
    forces: Vec<String>,
    #[serde(default)]
    pub fleets: Vec<String>,
    /// The part that goes on alone when the rest is conquered (NIA §19.10.1, §19.10.2).
    #[serde(default)]
    remainder: Option<Remainder>,
    /// The powers under which it has its troops; without the key, all (NIA §19.10.3).
    #[serde(rename = "forces under", default)]
    forces_under: Vec<String>,
    #[serde(rename = "source")]
    _source: String,
    #[serde(skip)]
    pub units: Vec<Unit>,
}

/// A country that is left when another is conquered.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remainder {
    pub country: String,
    /// Whose ally it is then.
    #[serde(rename = "allied to")]
    pub ally: String,
    /// The one power whose conquest leaves it; without the key, any.
    #[serde(default)]
    under: Option<String>,
}

impl Country {
    /// What goes on alone when a power conquers the country.
    pub fn remainder(&self, conqueror: &str) -> Option<&Remainder> {
        let left = self.remainder.as_ref();
        left.filter(|left| left.under.as_deref().is_none_or(|power| power == conqueror))
    }

    /// The troops that it has under a power (NIA §19.10.3).
    pub fn units_under(&self, power: &str) -> &[Unit] {
        if self.has_troops_under(power) { &self.units } else { &[] }
    }

    /// Whether it has troops of its own under a power (NIA §19.10.3).
    pub fn has_troops_under(&self, power: &str) -> bool {
        self.forces_under.is_empty() || self.forces_under.iter().any(|one| one == power)
    }

    /// The nations whose troops it raises, its own first (NIA §19.4).
    pub fn nations(&self) -> impl Iterator<Item = &String> {
        self.nation.iter().chain(&self.raises)
    }

    /// Whether it is a new state, made of parts of others (NIA §19).
    pub fn is_new_state(&self) -> bool {
        self.provinces.is_empty()
    }
}

#[derive(Deserialize)]
struct Page {
    countries: Vec<Country>,
}

/// All of them.
#[derive(Debug)]
pub struct Countries(Vec<Country>);

impl Countries {
    /// Reads the page; each name in it must be one.
    pub fn read(
        shelf: &Shelf,
        atlas: &Atlas,
        people: &People,
        units: &Units,
    ) -> Result<Self, BookError> {
        let Page { mut countries } = yaml(shelf, PAGE)?;
        let names: BTreeSet<String> = countries.iter().map(|one| one.name.clone()).collect();
        for country in &mut countries {
            let wrong = |why: String| BookError::Page {
                page: PAGE.to_owned(),
                why: format!("{}: {why}", country.name),
            };
            if atlas.named(&country.capital).is_none() {
                return Err(wrong(format!("no place `{}`", country.capital)));
            }
            let known = |name: &&String| atlas.provinces.iter().any(|one| one.name == **name);
            if let Some(name) = country.provinces.iter().find(|name| !known(name)) {
                return Err(wrong(format!("no province `{name}`")));
            }
            let left = country.remainder.as_ref();
            if let Some(left) = left.filter(|left| !names.contains(&left.country)) {
                return Err(wrong(format!("no country `{}`", left.country)));
            }
            let powers = left.into_iter().flat_map(|left| left.under.iter().chain([&left.ally]));
            let mut powers = powers.chain(&country.forces_under);
            if let Some(name) = powers.find(|name| !people.is_major(name)) {
                return Err(wrong(format!("no power `{name}`")));
            }
            let nation = country.nation.clone().unwrap_or_default();
            if let Some(name) = country.nations().find(|name| people.nation(name).is_none()) {
                return Err(wrong(format!("no nation `{name}`")));
            }
            let mut read = vec![];
            for written in &country.forces {
                read.extend(units.read(written, &nation, people).map_err(wrong)?);
            }
            country.units = read;
        }
        Ok(Self(countries))
    }

    /// A country by its name.
    pub fn get(&self, name: &str) -> Option<&Country> {
        self.0.iter().find(|country| country.name == name)
    }

    /// All of them, in the order of the page.
    pub fn iter(&self) -> impl Iterator<Item = &Country> {
        self.0.iter()
    }
}

/// How a country stands (NIA §11.2.1, §13.1).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum CountryStatus {
    /// At war with nobody; nobody enters it (NIA §17.4.5).
    Neutral,
    /// In a power's wars, with its troops.
    Allied(String),
    /// Bound to a power for good.
    Satellite(String),
    /// Taken by a power, and not yet a part of it.
    Conquered(String),
}

impl CountryStatus {
    /// The power that it follows, if it follows one.
    pub fn power(&self) -> Option<&str> {
        match self {
            CountryStatus::Neutral => None,
            CountryStatus::Allied(power)
            | CountryStatus::Satellite(power)
            | CountryStatus::Conquered(power) => Some(power),
        }
    }

    /// The power with which it serves as an ally or a satellite.
    pub fn ally(&self) -> Option<&str> {
        match self {
            CountryStatus::Neutral | CountryStatus::Conquered(_) => None,
            CountryStatus::Allied(power) | CountryStatus::Satellite(power) => Some(power),
        }
    }

    /// In words, with the power by its title.
    pub fn in_words(&self, people: &People) -> String {
        match self {
            CountryStatus::Neutral => "neutral".to_owned(),
            CountryStatus::Allied(power) => format!("allied to {}", people.title(power)),
            CountryStatus::Satellite(power) => format!("a satellite of {}", people.title(power)),
            CountryStatus::Conquered(power) => format!("conquered by {}", people.title(power)),
        }
    }
}

impl fmt::Display for CountryStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountryStatus::Neutral => f.write_str("neutral"),
            CountryStatus::Allied(power) => write!(f, "allied to {power}"),
            CountryStatus::Satellite(power) => write!(f, "satellite of {power}"),
            CountryStatus::Conquered(power) => write!(f, "conquered by {power}"),
        }
    }
}

impl FromStr for CountryStatus {
    type Err = String;

    fn from_str(written: &str) -> Result<Self, String> {
        let words: Vec<&str> = written.split_whitespace().collect();
        match words.as_slice() {
            ["neutral"] => Ok(CountryStatus::Neutral),
            ["allied", "to", power] => Ok(CountryStatus::Allied((*power).to_owned())),
            ["satellite", "of", power] => Ok(CountryStatus::Satellite((*power).to_owned())),
            ["conquered", "by", power] => Ok(CountryStatus::Conquered((*power).to_owned())),
            _ => Err(format!(
                "`{written}` is not a status: write `neutral`, `allied to POWER`, `satellite of POWER` \
                 or `conquered by POWER`"
            )),
        }
    }
}

impl Serialize for CountryStatus {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CountryStatus {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}
