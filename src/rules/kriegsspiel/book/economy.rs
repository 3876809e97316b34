//! What provinces yield and what their points pay for (§14, §16): the page `economy.yaml`, joined to the map.
//!
//! The figures of the nations' provinces stand in `map.yaml`; this page says which lands of the map belong to
//! which of them. What somebody collects of them is in `money/income.rs`.

use super::{Atlas, Lands};
use crate::record::event::Terms;
use kit::calendar::Quarter;
use kit::ground::Space;
use kit::shelf::Shelf;
use play::BookError;
use play::pages::yaml;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = "kriegsspiel/book/economy.yaml";

/// What one resource point is worth (§15.1, §16.5).
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    #[serde(rename = "action points")]
    pub action_points: u32,
    /// In dollars.
    pub money: u32,
    /// Corps and brigades in the field.
    pub supply: u32,
}

/// What is bought in dollars besides troops, whose prices stand with them (§15.2, §19.7).
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    pub depot: u32,
    pub general: u32,
    /// A power can buy generals until it has this many. A power that began with at least this many cannot buy any.
    pub generals: u32,
}

/// What a power that submits must keep and pay (§20.1).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// How many turns of peace go with which terms.
    turns: BTreeMap<Terms, u32>,
    /// Dollars a turn.
    reparations: BTreeMap<String, u32>,
}

impl Submission {
    /// How many turns of peace go with these terms.
    pub fn turns(&self, terms: Terms) -> u32 {
        self.turns[&terms]
    }

    /// What a nation pays each turn.
    pub fn reparations(&self, nation: &str) -> u32 {
        self.reparations.get(nation).copied().unwrap_or(0)
    }

    /// Whether it has a line for all terms, and nations of the book alone.
    fn check(&self, lands: &Lands) -> Result<(), String> {
        if let Some(terms) = Terms::ALL.iter().find(|terms| !self.turns.contains_key(terms)) {
            return Err(format!("`{}` has no turns of peace", terms.word()));
        }
        match self.reparations.keys().find(|nation| lands.nation(nation).is_none()) {
            Some(nation) => Err(format!("unknown nation `{nation}`")),
            None => Ok(()),
        }
    }
}

/// The gold from the New World (§16.3).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gold {
    pub nation: String,
    pub dice: u32,
    pub season: Quarter,
}

/// A province of a state that is not one of the nations in `map.yaml`, as the page has it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Other {
    name: String,
    of: String,
    resources: u32,
    manpower: u32,
    trade: u32,
    #[serde(rename = "source")]
    _source: String,
    lands: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    rates: Rates,
    prices: Prices,
    occupied: u32,
    #[serde(rename = "trade die")]
    trade_die: u32,
    gold: Gold,
    submission: Submission,
    lands: BTreeMap<String, Vec<String>>,
    split: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    others: Vec<Other>,
}

/// A province that yields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taxed {
    pub name: String,
    /// Whose it is when nothing has been ceded or conquered.
    pub nation: String,
    pub resources: u32,
    pub manpower: u32,
    /// How many dice of trade.
    pub trade: u32,
    /// Its cities on the map.
    pub cities: Vec<Space>,
}

/// The page, joined to the map.
#[derive(Debug)]
pub struct Economy {
    pub rates: Rates,
    pub prices: Prices,
    /// An occupied province yields one part of so many.
    pub occupied: u32,
    /// What a die of trade counts before the first turn, in halves.
    pub trade_die: u32,
    pub gold: Gold,
    pub submission: Submission,
    provinces: Vec<Taxed>,
    /// Where each province stands in that list.
    places: BTreeMap<String, usize>,
    /// The province of each land of the map, by its index there; none for lands that are split.
    whole: Vec<Option<usize>>,
    /// The province of each hex of a split land.
    parts: BTreeMap<Space, usize>,
}

impl Economy {
    /// Reads the page and joins it to the map: each land belongs to one province, or each of its hexes.
    pub fn read(shelf: &Shelf, atlas: &Atlas, lands: &Lands) -> Result<Self, BookError> {
        let page: Page = yaml(shelf, PAGE)?;
        Self::join(page, atlas, lands).map_err(|why| BookError::Page { page: PAGE.to_owned(), why })
    }

    fn join(page: Page, atlas: &Atlas, lands: &Lands) -> Result<Self, String> {
        let Rates { action_points, money, supply } = page.rates;
        if [action_points, money, supply, page.occupied].contains(&0) {
            return Err("a point is worth something, and so is a part of it".to_owned());
        }
        lands.nation(&page.gold.nation).ok_or("the gold goes to a nation of the book")?;
        page.submission.check(lands)?;
        let mut all = Self {
            rates: page.rates,
            prices: page.prices,
            occupied: page.occupied,
            trade_die: page.trade_die,
            gold: page.gold,
            submission: page.submission,
            provinces: vec![],
            places: BTreeMap::new(),
            whole: vec![None; atlas.regions.len()],
            parts: BTreeMap::new(),
        };
        for nation in lands.realms() {
            for province in &nation.provinces {
                all.add(Taxed {
                    name: province.name.clone(),
                    nation: nation.name.clone(),
                    resources: province.resources,
                    manpower: province.manpower,
                    trade: province.trade,
                    cities: province.towns(atlas).collect(),
                })?;
            }
        }
        let mut joined: Vec<(String, Vec<String>)> = page.lands.into_iter().collect();
        for other in page.others {
            let Other { name, of, resources, manpower, trade, lands, .. } = other;
            joined.push((name.clone(), lands));
            let cities = vec![];
            all.add(Taxed { name, nation: of, resources, manpower, trade, cities })?;
        }
        for (name, lands) in &joined {
            for land in lands {
                all.give(atlas, name, land)?;
            }
        }
        for (land, parts) in &page.split {
            all.split(atlas, land, parts)?;
        }
        all.is_whole(atlas)?;
        Ok(all)
    }

    fn add(&mut self, province: Taxed) -> Result<(), String> {
        let name = province.name.clone();
        self.provinces.push(province);
        match self.places.insert(name.clone(), self.provinces.len() - 1) {
            Some(_) => Err(format!("there are two provinces `{name}`")),
            None => Ok(()),
        }
    }

    fn place_of(&self, name: &str) -> Result<usize, String> {
        self.places.get(name).copied().ok_or_else(|| format!("unknown province `{name}`"))
    }

    fn give(&mut self, atlas: &Atlas, name: &str, land: &str) -> Result<(), String> {
        let place = self.place_of(name)?;
        match self.whole[region(atlas, land)?].replace(place) {
            Some(_) => Err(format!("`{land}` stands twice")),
            None => Ok(()),
        }
    }

    fn split(
        &mut self,
        atlas: &Atlas,
        land: &str,
        parts: &BTreeMap<String, Vec<String>>,
    ) -> Result<(), String> {
        let index = region(atlas, land)?;
        for (name, hexes) in parts {
            let place = self.place_of(name)?;
            for hex in hexes {
                let at = atlas.code(hex).ok_or_else(|| format!("unknown hex `{hex}`"))?;
                if atlas.hex(at).region.map(usize::from) != Some(index) {
                    return Err(format!("{hex} does not lie in {land}"));
                }
                if self.parts.insert(at, place).is_some() {
                    return Err(format!("{hex} stands twice"));
                }
            }
        }
        Ok(())
    }

    /// Holds the join against the map: each hex that lies in a land has one province, each city lies in its own.
    fn is_whole(&self, atlas: &Atlas) -> Result<(), String> {
        let mut lands = BTreeSet::new();
        for at in atlas.spaces().filter(|at| atlas.is_land(*at)) {
            let Some(land) = atlas.hex(at).region.map(usize::from) else { continue };
            let (whole, part) = (self.whole[land], self.parts.get(&at));
            if whole.is_some() == part.is_some() {
                let land = &atlas.regions[land];
                return Err(format!("{} in {land} has not one province", atlas.number(at)));
            }
            lands.extend(whole.or(part.copied()));
        }
        for (place, province) in self.provinces.iter().enumerate() {
            if !lands.contains(&place) {
                return Err(format!("{} has no land", province.name));
            }
            let abroad = province.cities.iter().find(|at| self.at(atlas, **at) != Some(province));
            if let Some(at) = abroad {
                return Err(format!("{} does not lie in {}", atlas.name(*at), province.name));
            }
        }
        Ok(())
    }

    /// Every province, nation by nation.
    pub fn provinces(&self) -> &[Taxed] {
        &self.provinces
    }

    /// A province by its name.
    pub fn province(&self, name: &str) -> Option<&Taxed> {
        self.places.get(name).map(|place| &self.provinces[*place])
    }

    /// The province in which a hex lies.
    pub fn at(&self, atlas: &Atlas, at: Space) -> Option<&Taxed> {
        let whole = || self.whole[usize::from(atlas.hex(at).region?)];
        self.parts.get(&at).copied().or_else(whole).map(|place| &self.provinces[place])
    }
}

/// A land of the map, by its index there.
fn region(atlas: &Atlas, land: &str) -> Result<usize, String> {
    let found = atlas.regions.iter().position(|region| region == land);
    found.ok_or_else(|| format!("unknown land `{land}` on the map"))
}
