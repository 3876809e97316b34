//! The map: areas, cities, and who is next to whom (§2, §9.2).

use super::{Fault, page};
use kit::area::AreaGround;
use kit::ground::{Ground, Space};
use kit::path;
use kit::shelf::Shelf;
use serde::Deserialize;

/// The maps that there are.
pub const MAPS: &[&str] = &["italy"];

/// An area as it is written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    pub name: String,
    #[serde(default)]
    pub city: bool,
    pub source: String,
    /// Its corners, for drawing.
    pub outline: Vec<(i32, i32)>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Link {
    between: (String, String),
    #[serde(rename = "source")]
    _source: String,
}

/// A water, which nobody enters.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sea {
    pub name: String,
    pub outline: Vec<(i32, i32)>,
}

/// A border over which no link leads.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ridge {
    pub between: (String, String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Printed {
    size: (i32, i32),
    areas: Vec<Area>,
    links: Vec<Link>,
    seas: Vec<Sea>,
    ridges: Vec<Ridge>,
}

/// A map with its areas and links.
#[derive(Clone, Debug)]
pub struct Map {
    pub size: (i32, i32),
    pub areas: Vec<Area>,
    pub seas: Vec<Sea>,
    pub ridges: Vec<Ridge>,
    ground: AreaGround,
    /// From each area to each other one, in moves.
    distances: Vec<Vec<Option<u32>>>,
}

impl Map {
    /// Reads a map; a link leads between two areas of it.
    pub fn read(shelf: &Shelf, name: &str) -> Result<Self, Fault> {
        let at = format!("napoleon/book/{name}.yaml");
        let Printed { size, areas, links, seas, ridges } = page(shelf, &at)?;
        let names = areas.iter().map(|area| area.name.clone()).collect();
        let links: Vec<_> = links.into_iter().map(|link| link.between).collect();
        let ground = AreaGround::new(names, &links).map_err(|why| Fault { page: at, why })?;
        let distances = (0..ground.size()).map(|from| distances(&ground, Space(from))).collect();
        Ok(Self { size, areas, seas, ridges, ground, distances })
    }

    /// Finds an area by its name, accents and capitals aside.
    pub fn find(&self, name: &str) -> Option<Space> {
        self.ground.find(name)
    }

    /// The name of an area.
    pub fn name(&self, at: Space) -> &str {
        self.ground.name(at)
    }

    /// Lists all areas in the map's order.
    pub fn all(&self) -> impl Iterator<Item = Space> + use<> {
        (0..self.ground.size()).map(Space)
    }

    /// Whether there is a city in an area.
    pub fn is_city(&self, at: Space) -> bool {
        self.areas.get(at.index()).is_some_and(|area| area.city)
    }

    /// Lists the areas next to one.
    pub fn neighbours(&self, at: Space) -> Vec<Space> {
        let mut next = vec![];
        self.ground.neighbours(at, &mut next);
        next
    }

    /// How many moves it is from one area to another; nothing if no way leads there.
    pub fn distance(&self, from: Space, to: Space) -> Option<u32> {
        self.distances.get(from.index())?.get(to.index()).copied()?
    }
}

/// Counts the moves from one area to each.
fn distances(ground: &AreaGround, from: Space) -> Vec<Option<u32>> {
    let reached = path::reach(ground, from, u32::MAX, |_, _| Some(1));
    (0..ground.size()).map(|space| reached.get(&Space(space)).copied()).collect()
}
