//! How powers are beaten, and what a peace brings them (NIA §13.3): the page `peace.yaml`.

use super::{Atlas, Countries, Money, People, Units, yaml};
use kit::calendar::Season;
use kit::ground::Space;
use kit::shelf::Shelf;
use play::BookError;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const PAGE: &str = "nations/book/tables/peace.yaml";

/// The most turns, springs or conditions that the page may ask for.
const MOST: u8 = 40;

/// The towns of a power whose loss forces it to make peace, by name.
#[derive(Debug, Clone, Default, Deserialize)]
struct Named {
    capital: String,
    #[serde(default)]
    with: Vec<Vec<String>>,
    #[serde(rename = "while its own", default)]
    own: Vec<String>,
}

/// The same by place (NIA §13.3.1).
#[derive(Debug, Clone, Default)]
pub struct Towns {
    pub capital: Space,
    /// All of one of these lists go with it; without a list the capital is enough.
    pub with: Vec<Vec<Space>>,
    /// These count in each list while their province is the power's own land.
    pub own: Vec<Space>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
struct FightsOn {
    turns: u8,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
struct Conditions {
    plain: u8,
    #[serde(rename = "after fighting on")]
    after: u8,
    #[serde(rename = "at once")]
    at_once: u8,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
struct Length {
    dice: u8,
    longer: u8,
    least: u8,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
struct Springs {
    springs: u8,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
struct Lands {
    most: u8,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
struct Indemnity {
    #[serde(rename = "one in")]
    one_in: i32,
}

/// What each condition counts (NIA §13.3.2.3).
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub struct Counts {
    pub land: u8,
    pub indemnity: u8,
    pub troops: u8,
    #[serde(rename = "continental system")]
    pub system: u8,
    #[serde(rename = "longer peace")]
    pub longer: u8,
    pub alliance: u8,
}

impl Counts {
    fn all(&self) -> [u8; 6] {
        [self.land, self.indemnity, self.troops, self.system, self.longer, self.alliance]
    }
}

/// The troops that the condition `troops` lends (NIA §13.3.2.3).
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Lent {
    /// One unit of each of these kinds.
    pub units: Vec<String>,
    pub trains: u8,
}

#[derive(Deserialize)]
struct Page {
    towns: BTreeMap<String, Named>,
    #[serde(rename = "fights on")]
    fights_on: FightsOn,
    conditions: Conditions,
    length: Length,
    #[serde(rename = "right of the people")]
    right: Springs,
    lands: Lands,
    indemnity: Indemnity,
    counts: Counts,
    troops: Lent,
}

/// The page.
#[derive(Debug, Clone, Default)]
pub struct PeaceTable {
    towns: BTreeMap<String, Towns>,
    fights_on: FightsOn,
    conditions: Conditions,
    length: Length,
    right: Springs,
    lands: Lands,
    indemnity: Indemnity,
    pub counts: Counts,
    pub troops: Lent,
    /// The provinces with a key city, money or not (NIA §12.2.1).
    keys: BTreeSet<String>,
}

/// Reads the page once for all scenarios.
pub fn table(
    shelf: &Shelf,
    (atlas, people, units, countries): (&Atlas, &People, &Units, &Countries),
) -> Result<Arc<PeaceTable>, BookError> {
    let money = shelf.once(|shelf| Money::read(shelf, atlas, people, units, countries))?;
    shelf.once(|shelf| PeaceTable::read(shelf, atlas, people, &money))
}

impl PeaceTable {
    /// Reads the page; each name in it must be one.
    pub fn read(
        shelf: &Shelf,
        atlas: &Atlas,
        people: &People,
        money: &Money,
    ) -> Result<Self, BookError> {
        let page: Page = yaml(shelf, PAGE)?;
        let wrong = |why: String| BookError::Page { page: PAGE.to_owned(), why };
        let mut towns = BTreeMap::new();
        for (power, named) in page.towns {
            if !people.is_major(&power) {
                return Err(wrong(format!("towns: no power `{power}`")));
            }
            let place = |name: &String| {
                let found = atlas.named(name);
                found.ok_or_else(|| wrong(format!("{power}: no place `{name}`")))
            };
            let list = |names: &Vec<String>| names.iter().map(place).collect::<Result<_, _>>();
            let with = named.with.iter().map(list).collect::<Result<_, _>>()?;
            let (capital, own) = (place(&named.capital)?, list(&named.own)?);
            towns.insert(power, Towns { capital, with, own });
        }
        let Conditions { plain, after, at_once } = page.conditions;
        let Length { dice, longer, least } = page.length;
        let figures = [page.fights_on.turns, plain, after, at_once, dice, longer, least];
        let others = [page.right.springs, page.lands.most];
        let mut all = figures.into_iter().chain(others).chain(page.counts.all());
        if all.any(|figure| !(1..=MOST).contains(&figure)) || page.indemnity.one_in < 1 {
            return Err(wrong(format!("a figure is from 1 to {MOST}")));
        }
        Ok(Self {
            towns,
            fights_on: page.fights_on,
            conditions: page.conditions,
            length: page.length,
            right: page.right,
            lands: page.lands,
            indemnity: page.indemnity,
            counts: page.counts,
            troops: page.troops,
            keys: atlas
                .provinces
                .iter()
                .map(|province| &province.name)
                .filter(|name| money.key_city(name).is_some())
                .cloned()
                .collect(),
        })
    }

    /// The towns of a power whose loss forces it to make peace.
    pub fn towns(&self, power: &str) -> Option<&Towns> {
        self.towns.get(power)
    }

    /// The last season in which a power that is beaten in a season fights on (NIA §13.3.1.2).
    pub fn last_of_fighting_on(&self, now: Season) -> Season {
        (0..self.fights_on.turns).fold(now, |season, _| season.next())
    }

    /// How many conditions a peace has (NIA §13.3.2.3).
    pub fn conditions(&self, fought_on: bool) -> u8 {
        if fought_on { self.conditions.after } else { self.conditions.plain }
    }

    /// How many of them a side chooses before the other does.
    pub fn at_once(&self) -> u8 {
        self.conditions.at_once
    }

    /// How many dice say how long a peace lasts (NIA §13.3.2.2, §13.3.2.3).
    pub fn dice(&self, longer: bool) -> u8 {
        self.length.dice + if longer { self.length.longer } else { 0 }
    }

    /// How many turns a peace lasts that these dice give (NIA §13.3.2.2).
    pub fn turns(&self, dice: &[u8]) -> u8 {
        let sum = dice.iter().fold(0_u8, |sum, die| sum.saturating_add(*die));
        sum.max(self.length.least)
    }

    /// The first season after a peace of so many turns that is made in a season.
    pub fn end(now: Season, turns: u8) -> Season {
        (0..turns).fold(now.next(), |season, _| season.next())
    }

    /// Before how many springs a war on the beaten shocks Europe (NIA §13.3.2.2).
    pub fn springs(&self) -> u8 {
        self.right.springs
    }

    /// How many conditions may be land (NIA §13.3.2.3).
    pub fn most_lands(&self) -> u8 {
        self.lands.most
    }

    /// Whether a province has a key city.
    pub fn is_key(&self, province: &str) -> bool {
        self.keys.contains(province)
    }

    /// The part of a budget that is an indemnity (NIA §13.3.2.3).
    pub fn indemnity(&self, budget: i32) -> i32 {
        budget.checked_div(self.indemnity.one_in).unwrap_or(0).max(0)
    }
}
