//! The nations, their lands, provinces and cities (§9, §14).

use super::Atlas;
use kit::ground::Space;
use kit::shelf::Shelf;
use play::BookError;
use play::pages::yaml;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = "kriegsspiel/book/map.yaml";

/// What corps a nation can have (§10.2).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corps {
    pub number: u32,
    #[serde(rename = "most units")]
    pub most_units: u32,
    #[serde(rename = "from the start")]
    pub from_start: bool,
}

/// One city as the page has it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct CityLine {
    name: String,
    #[serde(default)]
    at: Option<String>,
    #[serde(rename = "off map", default)]
    off_map: bool,
    #[serde(default)]
    victory: bool,
    #[serde(default)]
    capital: bool,
    #[serde(default)]
    walls: u32,
}

/// One province.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Province {
    pub name: String,
    pub resources: u32,
    pub manpower: u32,
    pub trade: u32,
    #[serde(rename = "source")]
    _source: String,
    cities: Vec<CityLine>,
}

impl Province {
    /// Where those of its cities are that the map has.
    pub fn towns(&self, atlas: &Atlas) -> impl Iterator<Item = Space> {
        let on_map = self.cities.iter().filter(|line| !line.off_map);
        on_map.filter_map(|line| atlas.find(line.at.as_deref().unwrap_or(&line.name)))
    }
}

/// One nation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nation {
    pub name: String,
    pub title: String,
    #[serde(default)]
    pub minor: bool,
    /// Whether its troops are a levy, whose order of battle never changes (§10.1).
    #[serde(default)]
    pub feudal: bool,
    #[serde(rename = "army rating")]
    pub army: u32,
    #[serde(rename = "skirmisher rating")]
    pub skirmishers: u32,
    pub corps: Corps,
    /// Losses for each further hex of a forced march, in per cent.
    #[serde(rename = "force march")]
    pub force_march: u32,
    pub lands: Vec<String>,
    pub provinces: Vec<Province>,
}

/// A city that can be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct City {
    pub name: String,
    pub nation: String,
    pub victory: bool,
    pub capital: bool,
    /// The siege value; 0 without walls.
    pub walls: u32,
    /// What its province yields a turn, and how many cities share that; nothing for places that
    /// only a scenario has.
    pub share: Option<(u32, u32)>,
}

impl City {
    /// What a raid on it costs its nation (§19.9): its share of the province, rounded down, for a
    /// victory city up.
    pub fn raid(&self) -> u32 {
        let Some((resources, cities)) = self.share else { return 0 };
        if self.victory { resources.div_ceil(cities) } else { resources / cities }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    #[serde(rename = "nations")]
    realms: Vec<Nation>,
}

/// Who owns what when nothing has been taken.
#[derive(Debug)]
pub struct Lands {
    realms: Vec<Nation>,
    /// Where each nation stands in that list.
    places: BTreeMap<String, usize>,
    cities: BTreeMap<Space, City>,
    /// Where the cities of each nation are.
    towns: BTreeMap<String, BTreeSet<Space>>,
    /// The nation of each province of the map, by its index there.
    owners: Vec<Option<usize>>,
}

impl Lands {
    /// These nations, without lands and cities: for measuring how play grows with the powers.
    pub fn without_cities(realms: Vec<Nation>) -> Self {
        let (cities, towns) = (BTreeMap::new(), BTreeMap::new());
        let mut lands =
            Self { realms: vec![], places: BTreeMap::new(), cities, towns, owners: vec![] };
        realms.into_iter().for_each(|nation| lands.add_nation(nation));
        lands
    }

    /// Reads the page and finds its places on the map.
    pub fn read(shelf: &Shelf, atlas: &mut Atlas) -> Result<Self, BookError> {
        let Page { realms } = yaml(shelf, PAGE)?;
        let wrong = |why: String| BookError::Page { page: PAGE.to_owned(), why };
        let mut owners = vec![None; atlas.regions.len()];
        let mut lands = Self::without_cities(vec![]);
        for (index, nation) in realms.iter().enumerate() {
            for land in &nation.lands {
                let region = atlas.regions.iter().position(|region| region == land);
                let region =
                    region.ok_or_else(|| wrong(format!("the map has no province `{land}`")))?;
                if owners[region].replace(index).is_some() {
                    return Err(wrong(format!("`{land}` stands twice")));
                }
            }
            for province in &nation.provinces {
                let count = u32::try_from(province.cities.len()).unwrap_or(u32::MAX);
                for line in province.cities.iter().filter(|line| !line.off_map) {
                    let at = line.at.as_deref().unwrap_or(&line.name);
                    let at = atlas
                        .find(at)
                        .ok_or_else(|| wrong(format!("the map has no town `{at}`")))?;
                    atlas.call(at, &line.name);
                    let city = City {
                        name: line.name.clone(),
                        nation: nation.name.clone(),
                        victory: line.victory,
                        capital: line.capital,
                        walls: line.walls,
                        share: Some((province.resources, count)),
                    };
                    if let Some(other) = lands.add(at, city) {
                        return Err(wrong(format!("{} and {} share a hex", other.name, line.name)));
                    }
                }
            }
        }
        realms.into_iter().for_each(|nation| lands.add_nation(nation));
        Ok(Self { owners, ..lands })
    }

    /// Every city, by where it is.
    pub fn cities(&self) -> &BTreeMap<Space, City> {
        &self.cities
    }

    /// Where the cities of a nation are.
    pub fn of_nation(&self, nation: &str) -> impl Iterator<Item = Space> {
        self.towns.get(nation).into_iter().flatten().copied()
    }

    /// Where the capitals of a nation are.
    pub fn capitals(&self, nation: &str) -> impl Iterator<Item = Space> {
        self.of_nation(nation).filter(|at| self.cities().get(at).is_some_and(|city| city.capital))
    }

    /// Every nation, in the order of the page.
    pub fn realms(&self) -> &[Nation] {
        &self.realms
    }

    /// Adds a nation behind all others.
    pub fn add_nation(&mut self, nation: Nation) {
        self.places.insert(nation.name.clone(), self.realms.len());
        self.realms.push(nation);
    }

    /// Adds a city, in the place of another.
    pub fn add(&mut self, at: Space, city: City) -> Option<City> {
        if let Some(before) = self.cities.get(&at)
            && let Some(towns) = self.towns.get_mut(&before.nation)
        {
            towns.remove(&at);
        }
        self.towns.entry(city.nation.clone()).or_default().insert(at);
        self.cities.insert(at, city)
    }

    /// A nation by its name.
    pub fn nation(&self, name: &str) -> Option<&Nation> {
        self.places.get(name).map(|place| &self.realms[*place])
    }

    /// The nation in whose lands a hex lies; a city belongs to its own nation.
    pub fn owner(&self, atlas: &Atlas, at: Space) -> Option<&str> {
        if let Some(city) = self.cities.get(&at) {
            return Some(&city.nation);
        }
        let region = atlas.hex(at).region?;
        self.region_owner(region)
    }

    /// The nation of a province of the map.
    pub fn region_owner(&self, region: u16) -> Option<&str> {
        self.owners[usize::from(region)].map(|index| self.realms[index].name.as_str())
    }
}
