//! The troops and the generals: what each is worth (§10, §19.7).

use kit::names::{nearest, plain};
use kit::shelf::Shelf;
use play::BookError;
use play::pages::yaml;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a unit fights as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Arm {
    #[serde(rename = "infantry")]
    Infantry,
    #[serde(rename = "cavalry")]
    Cavalry,
    #[serde(rename = "field artillery")]
    FieldArtillery,
    #[serde(rename = "horse artillery")]
    HorseArtillery,
}

impl Arm {
    /// What one of them is called: one, and several.
    pub fn unit(self) -> (&'static str, &'static str) {
        match self {
            Arm::Infantry => ("battalion", "battalions"),
            Arm::Cavalry => ("regiment", "regiments"),
            Arm::FieldArtillery | Arm::HorseArtillery => ("battery", "batteries"),
        }
    }
}

/// One kind of battalion, regiment or battery.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitKind {
    pub name: String,
    pub arm: Arm,
    pub combat: u32,
    pub morale: u32,
    pub pace: u32,
    /// Losses that one takes before it is gone.
    #[serde(default = "one")]
    pub hits: u32,
    /// The nations that have it; all of them, if none is named.
    #[serde(rename = "nations", default)]
    pub of: Vec<String>,
    #[serde(default)]
    pub never: Vec<String>,
    /// The most of them that a nation may have.
    #[serde(default)]
    pub most: Option<u32>,
    #[serde(default)]
    pub scout: bool,
    #[serde(default)]
    pub marauder: bool,
    #[serde(default)]
    pub fanatic: bool,
    #[serde(default)]
    pub cost: Option<u32>,
    pub manpower: u32,
    #[serde(rename = "source")]
    _source: String,
}

fn one() -> u32 {
    1
}

impl UnitKind {
    /// Whether a nation may have such units.
    pub fn serves(&self, nation: &str) -> bool {
        let among = |list: &[String]| list.iter().any(|one| one == nation);
        (self.of.is_empty() || among(&self.of)) && !among(&self.never)
    }
}

/// What a general has besides his ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Extra {
    /// His army's morale is one better.
    Morale,
    /// He moves the dice by one in his favour.
    Battle,
}

impl Extra {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Extra::Morale => "morale",
            Extra::Battle => "battle",
        }
    }
}

/// The ratings of a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratings {
    pub battle: u32,
    pub command: u32,
    pub combat: u32,
    pub points: u32,
    #[serde(default)]
    pub extra: Option<Extra>,
}

/// One face of the die for replacements (§19.7).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    pub die: u8,
    pub rank: String,
    pub battle: u32,
    pub command: u32,
    pub combat: u32,
    #[serde(default)]
    pub extra: Option<Extra>,
}

/// A general of the lists.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    pub name: String,
    pub nation: String,
    pub rank: String,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Units {
    #[serde(default)]
    levy: Option<Levy>,
    units: Vec<UnitKind>,
}

/// What the troops of a feudal power form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Levy {
    #[serde(rename = "most units")]
    most: u32,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct People {
    ranks: BTreeMap<String, Ratings>,
    replacements: Vec<Replacement>,
    successors: BTreeMap<String, Vec<String>>,
    generals: Vec<Person>,
}

/// All kinds of troops, and all generals.
#[derive(Debug)]
pub struct Troops {
    /// The most units of a levy; none where the page knows no levies.
    pub levy: u32,
    pub kinds: Vec<UnitKind>,
    pub ranks: BTreeMap<String, Ratings>,
    pub replacements: Vec<Replacement>,
    pub successors: BTreeMap<String, Vec<String>>,
    pub people: Vec<Person>,
    /// The places of kinds and of generals in their lists, by their names folded.
    by_name: [BTreeMap<String, usize>; 2],
}

/// Where each name stands in its list; of two that are the same, the first.
fn places<'a>(names: impl Iterator<Item = &'a String>) -> BTreeMap<String, usize> {
    let mut places = BTreeMap::new();
    for (at, name) in names.enumerate() {
        places.entry(plain(name)).or_insert(at);
    }
    places
}

impl Troops {
    /// Reads both pages.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let page = "kriegsspiel/book/generals.yaml";
        let Units { levy, units } = yaml(shelf, "kriegsspiel/book/units.yaml")?;
        let People { ranks, replacements, successors, generals } = yaml(shelf, page)?;
        let wrong = |why: String| Err(BookError::Page { page: page.to_owned(), why });
        let dice: Vec<u8> = replacements.iter().map(|line| line.die).collect();
        if dice != [1, 2, 3, 4, 5, 6] {
            return wrong("the replacements have one line for each face of a die".into());
        }
        let drawn = replacements.iter().map(|line| &line.rank);
        if let Some(rank) =
            generals.iter().map(|p| &p.rank).chain(drawn).find(|rank| !ranks.contains_key(*rank))
        {
            return wrong(format!("unknown rank `{rank}`"));
        }
        let kinds = places(units.iter().map(|kind| &kind.name));
        let people = places(generals.iter().map(|person| &person.name));
        let by_name = [kinds, people];
        Ok(Self {
            levy: levy.map_or(0, |levy| levy.most),
            kinds: units,
            ranks,
            replacements,
            successors,
            people: generals,
            by_name,
        })
    }

    /// A kind that is known to exist, since what stands in the field was read by this page.
    pub fn kind(&self, name: &str) -> &UnitKind {
        self.find(name).expect("troops are made of kinds that the book has")
    }

    /// What generals and admirals of a rank have.
    pub fn rank(&self, rank: &str) -> Result<&Ratings, String> {
        self.ranks.get(rank).ok_or_else(|| format!("unknown rank `{rank}`"))
    }

    /// A kind by its name.
    pub fn find(&self, name: &str) -> Option<&UnitKind> {
        let all = &self.by_name[0];
        // What was read before is asked for as it is written here.
        let place = all.get(name).or_else(|| all.get(&plain(name)))?;
        self.kinds.get(*place)
    }

    /// The kind that was probably meant.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        nearest(name, self.kinds.iter().map(|kind| kind.name.as_str()))
    }

    /// A general of the lists.
    pub fn person(&self, name: &str) -> Option<&Person> {
        self.people.get(*self.by_name[1].get(&plain(name))?)
    }
}
