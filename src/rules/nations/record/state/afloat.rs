//! Ships, where they lie, and who is on board (NIA §4.1.2, §5.3, §10.7).

use crate::book::units::Unit;
use crate::book::{Atlas, Book};
use crate::position::Position;
use crate::record::state::{Force, ForceId, State};
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most fleets of a side in one sea area, harbour or blockade box (NIA §4.1.2).
pub const MOST_FLEETS: usize = 3;

/// Where a squadron is (NIA §5.3, §10.7).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchorage {
    Harbour(Space),
    Sea(String),
    Blockading(Space),
    /// In the corsairs' box, to hunt them.
    Corsairs,
}

impl Anchorage {
    /// The place in words: a town, a sea, `before Brest`.
    pub fn name(&self, atlas: &Atlas) -> String {
        match self {
            Anchorage::Harbour(space) => atlas.name(*space),
            Anchorage::Sea(sea) => sea.clone(),
            Anchorage::Blockading(space) => format!("before {}", atlas.name(*space)),
            Anchorage::Corsairs => "the corsairs' box".to_owned(),
        }
    }

    /// The sea areas that ships can reach or watch from there.
    pub fn seas<'a>(&'a self, atlas: &'a Atlas) -> &'a [String] {
        match self {
            Anchorage::Sea(sea) => std::slice::from_ref(sea),
            Anchorage::Harbour(at) | Anchorage::Blockading(at) => {
                atlas.town(*at).map_or(&[], |town| town.seas.as_slice())
            }
            Anchorage::Corsairs => &[],
        }
    }
}

/// Fleets of one power in one place (NIA §4.1.2).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Squadron {
    pub power: String,
    pub at: Anchorage,
    pub fleets: Vec<String>,
    /// The sea from which a fleet came before the harbour, for one that opens on two (NIA §5.3.2).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub off: BTreeMap<String, String>,
}

impl Squadron {
    /// Fleets in a place.
    pub fn new(power: &str, at: &Anchorage, fleets: &[String]) -> Self {
        let (power, at) = (power.to_owned(), at.clone());
        Self { power, at, fleets: fleets.to_vec(), off: BTreeMap::new() }
    }

    /// The seas into which some of its fleets can put out together: all on which their place opens, or
    /// the one from which they have come before it (NIA §5.3.2).
    pub fn shore(&self, atlas: &Atlas, fleets: &[String]) -> Vec<String> {
        let mut seas = self.at.seas(atlas).to_vec();
        let known = fleets.iter().filter_map(|fleet| self.off.get(fleet));
        let known: Vec<&String> = known.filter(|sea| self.at.seas(atlas).contains(sea)).collect();
        seas.retain(|sea| known.iter().all(|off| *off == sea));
        seas
    }
}

/// One fleet: whose it is, and the name on its counter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ship {
    pub power: String,
    pub fleet: String,
}

impl Ship {
    /// One of a power's fleets.
    pub fn new(power: &str, fleet: &str) -> Self {
        Self { power: power.to_owned(), fleet: fleet.to_owned() }
    }

    /// The name that tells it from all others: `Nelson`, `British fleet 1`.
    pub fn name(&self, book: &Book) -> String {
        let own = book.people.admirals.iter().filter(|admiral| admiral.name == self.fleet);
        if own.count() == 1 {
            return self.fleet.clone();
        }
        let nation = book.people.adjective(&self.power);
        format!("{nation} {}", self.fleet)
    }
}

/// What one fleet carries of a force (NIA §5.3.3).
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Hold {
    pub ship: Option<Ship>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<Unit>,
    #[serde(default)]
    pub trains: u8,
    #[serde(default)]
    pub engineers: u8,
    /// Whether the marker of the army is here.
    #[serde(default)]
    pub army: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<String>,
}

/// A force on board: as it was on land, and what of it lies in which fleet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbarkedForce {
    pub force: Force,
    pub holds: Vec<Hold>,
}

impl State {
    /// The squadron of a power in a place.
    pub fn squadron(&self, power: &str, at: &Anchorage) -> Option<&Squadron> {
        self.squadrons.iter().find(|squadron| squadron.power == power && squadron.at == *at)
    }

    /// Where a fleet lies.
    pub fn anchorage(&self, ship: &Ship) -> Option<&Anchorage> {
        let mut own = self.squadrons.iter().filter(|squadron| squadron.power == ship.power);
        own.find(|squadron| squadron.fleets.contains(&ship.fleet)).map(|squadron| &squadron.at)
    }

    /// The seas into which ships of a place can put out together (NIA §5.3.2).
    pub fn shore(&self, atlas: &Atlas, ships: &[Ship]) -> Vec<String> {
        let squadron = |ship: &Ship| self.squadron(&ship.power, self.anchorage(ship)?);
        let shores = ships.iter().filter_map(|ship| {
            Some(squadron(ship)?.shore(atlas, std::slice::from_ref(&ship.fleet)))
        });
        let shores: Vec<Vec<String>> = shores.collect();
        let first = shores.first().cloned().unwrap_or_default();
        first.into_iter().filter(|sea| shores.iter().all(|seas| seas.contains(sea))).collect()
    }

    /// The fleets in a place whose power fits, by power and name.
    pub fn ships(&self, at: &Anchorage, fits: impl Fn(&str) -> bool) -> Vec<Ship> {
        let here = self.squadrons.iter().filter(|squadron| squadron.at == *at);
        let fitting = here.filter(|squadron| fits(&squadron.power));
        fitting
            .flat_map(|squadron| {
                squadron.fleets.iter().map(|fleet| Ship::new(&squadron.power, fleet))
            })
            .collect()
    }

    /// The fleets of a power's side in a place.
    pub fn friends_at(&self, power: &str, at: &Anchorage) -> Vec<Ship> {
        self.ships(at, |other| self.friends(power, other))
    }

    /// The fleets in a place that fight a power.
    pub fn foes_at(&self, power: &str, at: &Anchorage) -> Vec<Ship> {
        self.ships(at, |other| self.at_war(power, other))
    }

    /// How many more fleets of a power's side a place holds (NIA §4.1.2).
    pub fn berths(&self, power: &str, at: &Anchorage) -> usize {
        self.common().berths(power, at)
    }

    /// Whether an enemy blockades a harbour of this power's side (NIA §5.3.2).
    pub fn blockaded(&self, power: &str, at: Space) -> bool {
        !self.foes_at(power, &Anchorage::Blockading(at)).is_empty()
    }

    /// The holds of a fleet, with the forces they are of.
    pub fn cargo<'a>(&'a self, ship: &'a Ship) -> impl Iterator<Item = (ForceId, &'a Hold)> {
        self.aboard.iter().flat_map(move |(id, passage)| {
            let holds = passage.holds.iter().filter(|hold| hold.ship.as_ref() == Some(ship));
            holds.map(|hold| (*id, hold))
        })
    }

    /// Says what of that which must always be so of ships is not.
    pub(super) fn ships_are_sound(&self) -> Result<(), String> {
        let must = |holds: bool, why: &dyn Fn() -> String| if holds { Ok(()) } else { Err(why()) };
        let mut seen = BTreeSet::new();
        for squadron in &self.squadrons {
            must(!squadron.fleets.is_empty(), &|| "a squadron without fleets is gone".into())?;
            for fleet in &squadron.fleets {
                let ship = Ship::new(&squadron.power, fleet);
                must(seen.insert(ship), &|| format!("{fleet} lies in one place only"))?;
            }
            let here = self.friends_at(&squadron.power, &squadron.at).len();
            let boxed = squadron.at == Anchorage::Corsairs;
            must(here <= MOST_FLEETS || boxed, &|| {
                "three fleets of a side are the most in a place (NIA §4.1.2)".into()
            })?;
        }
        for (id, passage) in &self.aboard {
            must(!self.forces.contains_key(id), &|| "nobody is on land and on board".into())?;
            must(*id == passage.force.id, &|| {
                "a passage lies under the number of its force".into()
            })?;
            must(passage.loaded() == passage.force.loads(), &|| {
                "what is on board lies in the fleets that carry it".into()
            })?;
            for hold in &passage.holds {
                let ship = hold.ship.as_ref().ok_or("every hold is some fleet's")?;
                must(seen.contains(ship), &|| {
                    format!("{} carries troops and is there", ship.fleet)
                })?;
            }
        }
        Ok(())
    }
}

/// What can be laden: units by kind, support, the marker and leaders.
type Loads = (BTreeMap<Unit, usize>, u8, u8, bool, BTreeSet<String>);

impl Force {
    fn loads(&self) -> Loads {
        let leaders = self.leaders.iter().cloned().collect();
        (counted(&self.units), self.trains, self.engineers, self.army.is_some(), leaders)
    }
}

impl EmbarkedForce {
    fn loaded(&self) -> Loads {
        let units: Vec<Unit> = self.holds.iter().flat_map(|hold| hold.units.clone()).collect();
        (
            counted(&units),
            self.holds.iter().map(|hold| hold.trains).sum(),
            self.holds.iter().map(|hold| hold.engineers).sum(),
            self.holds.iter().any(|hold| hold.army),
            self.holds.iter().flat_map(|hold| hold.leaders.clone()).collect(),
        )
    }
}

fn counted(units: &[Unit]) -> BTreeMap<Unit, usize> {
    let mut counts = BTreeMap::new();
    for unit in units {
        *counts.entry(unit.clone()).or_default() += 1;
    }
    counts
}
