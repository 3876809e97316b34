//! Leaders, admirals, nations and powers (NIA §1.1.4, §1.2).

use super::yaml;
use kit::names;
use kit::shelf::Shelf;
use play::BookError;
use serde::Deserialize;
use std::collections::BTreeMap;

/// One leader's counter.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    pub name: String,
    #[serde(default)]
    pub also: Vec<String>,
    pub nation: String,
    pub stars: u8,
    pub initiative: u8,
    pub combat: i8,
    #[serde(default)]
    pub capacity: Option<u8>,
    #[serde(default)]
    pub cavalry: bool,
    #[serde(default)]
    pub sovereign: bool,
    #[serde(default)]
    pub from: Option<u16>,
    #[serde(default)]
    pub to: Option<u16>,
    #[serde(default)]
    pub sources: BTreeMap<String, String>,
}

/// One admiral's or fleet's counter.
#[derive(Debug, Clone, Deserialize)]
pub struct Admiral {
    pub name: String,
    pub nation: String,
    pub manoeuvre: i8,
    pub combat: i8,
    pub movement: u8,
    #[serde(default)]
    pub kind: String,
}

/// A nation whose troops or leaders take part.
#[derive(Debug, Clone, Deserialize)]
pub struct Nation {
    pub name: String,
    pub adjective: String,
    #[serde(default)]
    pub power: Option<String>,
    #[serde(default)]
    pub country: Option<String>,
}

/// A major power.
#[derive(Debug, Clone, Deserialize)]
pub struct Power {
    pub name: String,
    pub title: String,
    #[serde(default)]
    pub capital: Option<String>,
}

#[derive(Deserialize)]
struct LeadersPage {
    leaders: Vec<Leader>,
}

#[derive(Deserialize)]
struct AdmiralsPage {
    admirals: Vec<Admiral>,
}

#[derive(Deserialize)]
struct NationsPage {
    nations: Vec<Nation>,
    powers: Vec<Power>,
}

/// Everybody who has a name.
#[derive(Debug)]
pub struct People {
    leaders: BTreeMap<String, Leader>,
    plain: BTreeMap<String, String>,
    /// Those who share a name but for what stands in brackets, by that name.
    namesakes: BTreeMap<String, Vec<String>>,
    pub admirals: Vec<Admiral>,
    pub nations: Vec<Nation>,
    pub powers: Vec<Power>,
}

impl People {
    /// Reads the leaders, admirals and nations.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        const PAGE: &str = "nations/book/leaders.yaml";
        let LeadersPage { leaders: list } = yaml(shelf, PAGE)?;
        let AdmiralsPage { admirals } = yaml(shelf, "nations/book/admirals.yaml")?;
        let NationsPage { nations, powers } = yaml(shelf, "nations/book/nations.yaml")?;
        let mut leaders = BTreeMap::new();
        let mut plain = BTreeMap::new();
        let mut namesakes: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for leader in list {
            for name in leader.also.iter().chain([&leader.name]) {
                plain.insert(names::plain(name), leader.name.clone());
            }
            let shared = names::plain(stem(&leader.name));
            namesakes.entry(shared).or_default().push(leader.name.clone());
            if let Some(twin) = leaders.insert(leader.name.clone(), leader) {
                let why = format!("{} stands there twice", twin.name);
                return Err(BookError::Page { page: PAGE.into(), why });
            }
        }
        namesakes.values_mut().for_each(|names| names.sort());
        Ok(Self { leaders, plain, namesakes, admirals, nations, powers })
    }

    /// A leader by his name as the book writes it.
    pub fn leader(&self, name: &str) -> Option<&Leader> {
        self.leaders.get(name)
    }

    /// A leader who is known to be in the book, since the state names him.
    pub fn known(&self, name: &str) -> &Leader {
        self.leaders.get(name).expect("the state names only leaders of the book")
    }

    /// A leader by a name as people write it.
    pub fn find(&self, written: &str) -> Option<&Leader> {
        let plain = names::plain(written);
        let known = self.plain.get(&plain).or_else(|| self.first_part(&plain));
        known.and_then(|name| self.leaders.get(name))
    }

    /// The one leader whose name begins with a word: `Gouvion` for Gouvion-St-Cyr.
    fn first_part(&self, plain: &str) -> Option<&String> {
        let names = self.plain.range(plain.to_owned()..).filter(|_| !plain.is_empty());
        let rests = names.map_while(|(key, name)| Some((key.strip_prefix(plain)?, name)));
        let mut found =
            rests.filter(|(rest, _)| rest.starts_with([' ', '-'])).map(|(_, name)| name);
        let name = found.next()?;
        found.all(|other| other == name).then_some(name)
    }

    /// All leaders of a name as people write it, whatever stands in brackets behind it.
    pub fn namesakes(&self, written: &str) -> Vec<&Leader> {
        let names = self.namesakes.get(&names::plain(written));
        names.into_iter().flatten().filter_map(|name| self.leaders.get(name)).collect()
    }

    /// All leaders by name.
    pub fn leaders(&self) -> impl Iterator<Item = &Leader> {
        self.leaders.values()
    }

    /// A nation by its name or adjective.
    pub fn nation(&self, written: &str) -> Option<&Nation> {
        // Supply asks by the name that the page has, thousands of times.
        let exact = self.nations.iter().find(|nation| nation.name == written);
        exact.or_else(|| {
            let plain = names::plain(written);
            self.nations.iter().find(|nation| {
                names::plain(&nation.name) == plain || names::plain(&nation.adjective) == plain
            })
        })
    }

    /// The adjective for a nation: "Dutch".
    pub fn adjective<'a>(&'a self, nation: &'a str) -> &'a str {
        self.nation(nation).map_or(nation, |found| &found.adjective)
    }

    /// Where a power comes in the order of diplomacy.
    pub fn order(&self, power: &str) -> usize {
        self.powers.iter().position(|p| p.name == power).unwrap_or(self.powers.len())
    }

    /// Whether a nation is a major power's own.
    pub fn is_major(&self, nation: &str) -> bool {
        self.powers.iter().any(|power| power.name == nation)
    }

    /// A power's title: "France".
    pub fn title<'a>(&'a self, power: &'a str) -> &'a str {
        self.powers.iter().find(|p| p.name == power).map_or(power, |p| &p.title)
    }

    /// The titles of some powers: "France, Spain and Prussia".
    pub fn titles<'a>(&self, powers: impl IntoIterator<Item = &'a String>) -> String {
        let titles = powers.into_iter().map(|power| self.title(power));
        names::listed(&titles.collect::<Vec<_>>())
    }
}

/// The name before a bracket: "Ferdinand" of "Ferdinand (Neapolitan)".
fn stem(name: &str) -> &str {
    name.split(" (").next().unwrap_or(name)
}
