//! What a map shows one pair of eyes, in the words of no particular game: ground, names, forces, and what happened.
//!
//! A rule system fills a [`Chart`] from what a power knows and from the book; the crate `report`
//! draws it and describes it in words. What the power may know was decided before: a chart cannot
//! reveal what is not in it. All of it is data; a space is a hex, a square or an area of the
//! [`Grid`].
//!
//! Not here: how anything looks on paper.

use crate::ground::Space;
use crate::sight::Sight;
use serde::{Deserialize, Serialize};

/// A map for one power after one season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chart {
    /// What the game is about: "Marengo".
    pub title: String,
    /// Whose eyes these are: "France".
    pub viewer: String,
    /// Which season is shown: "spring 1800".
    pub season: String,
    pub land: Land,
    pub parties: Vec<Party>,
    pub counters: Vec<Counter>,
    pub courses: Vec<Course>,
    /// The ways of the season before, as far as the viewer saw them then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<Course>,
    pub marks: Vec<Mark>,
    pub supply: Vec<Supply>,
    /// Spaces that are not in sight, in rising order.
    pub unseen: Vec<Space>,
    /// What matters to the viewer, and how much; the theatre is cut to show it.
    pub focus: Vec<(Space, u32)>,
    /// What the game calls the signs of the map.
    pub legend: Vec<(Sign, String)>,
}

/// The ground: the same for every viewer of one book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Land {
    pub grid: Grid,
    /// One cell for each space of the grid.
    pub cells: Vec<Cell>,
    pub edges: Vec<Edge>,
    pub places: Vec<Place>,
    pub waters: Vec<String>,
    pub regions: Vec<Region>,
    /// How far it is across a space, in kilometres; 0 where nobody says.
    pub span: u16,
}

/// The shape of the spaces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grid {
    /// Hexes with a flat top, numbered as in [`crate::hex`].
    Hexes { columns: u16, rows: u16 },
    /// Squares, numbered as in [`crate::square`].
    Squares { columns: u16, rows: u16 },
    /// Areas by their outlines, clockwise; neighbours share their corners exactly.
    Areas { outlines: Vec<Vec<(i32, i32)>> },
}

/// What a space is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    pub soil: Soil,
    /// The region it belongs to.
    pub region: Option<u16>,
    /// The water it is a part of.
    pub water: Option<u16>,
    /// Whether nobody may enter it.
    pub shut: bool,
    /// The number that is printed in it.
    pub number: String,
}

/// The ground of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Soil {
    Open,
    Rough,
    Woods,
    Marsh,
    Mountain,
    Desert,
    Sea,
    Lake,
}

impl Soil {
    /// Whether it is water.
    pub fn is_water(self) -> bool {
        matches!(self, Soil::Sea | Soil::Lake)
    }
}

/// What lies between two neighbours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    pub a: Space,
    pub b: Space,
    pub river: bool,
    pub bridge: bool,
    /// Mountains stand between them.
    pub ridge: bool,
    /// A road leads over.
    pub pass: bool,
    /// Water parts two spaces of land.
    pub channel: bool,
    /// Water that may be crossed.
    pub strait: bool,
    /// A river runs through both spaces, and from one to the other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stream: bool,
}

/// A town.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub at: Space,
    pub name: String,
    /// Whether it is the seat of its region.
    pub seat: bool,
    /// The level of its walls.
    pub walls: u8,
    pub port: bool,
    /// Who holds it, if anybody who plays does.
    pub holder: Option<u16>,
}

/// A province and the realm it is a part of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    pub name: String,
    pub realm: String,
    pub holder: Option<u16>,
}

/// A power as the map shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    pub name: String,
    pub stance: Stance,
    pub livery: Livery,
}

/// How a power stands to the viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    Own,
    Ally,
    Enemy,
    Neutral,
}

/// The colour of a power, by its name in heraldry: each has a hatching of its own as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Livery {
    Azure,
    Gules,
    Or,
    Vert,
    Sable,
    Tenne,
    Purpure,
    Argent,
}

impl Livery {
    /// All of them; a map with more powers begins anew.
    pub const ALL: [Livery; 8] = [
        Livery::Azure,
        Livery::Gules,
        Livery::Or,
        Livery::Vert,
        Livery::Sable,
        Livery::Tenne,
        Livery::Purpure,
        Livery::Argent,
    ];
}

/// Where something is shown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    Cell(Space),
    /// Ships in the harbour of a space.
    Harbour(Space),
    /// Ships on the water before a space.
    Before(Space),
    /// Somewhere on a water, by its place in the list.
    Water(u16),
    /// Off the map, in a box of that name.
    Aside(String),
}

/// A force, a stack or a squadron.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    pub party: u16,
    pub spot: Spot,
    /// Who commands it, or what it is called; empty if that is not known.
    pub name: String,
    pub arm: Arm,
    pub size: Size,
    /// How strong it is, as far as the viewer knows.
    pub strength: Option<u32>,
    /// Between which figures its strength lies, if the viewer knows that alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[u32; 2]>,
    pub sight: Sight,
    /// When it was seen, if that is not now.
    pub since: Option<String>,
    pub plight: Plight,
    /// What is in it, in the game's words; empty if that is not known.
    pub inside: String,
}

/// What a force is, above all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    Foot,
    Horse,
    /// Foot and horse together.
    Mixed,
    Guns,
    Engineers,
    Train,
    Depot,
    Leader,
    Ships,
    Unknown,
}

/// How large a body it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    Army,
    Corps,
    Detachment,
    Other,
}

/// What a force suffers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plight {
    /// Shut up behind walls.
    pub besieged: bool,
    pub besieging: bool,
    pub disordered: bool,
    pub unfed: bool,
}

/// The way somebody took this season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    pub party: u16,
    pub name: String,
    pub gait: Gait,
    /// From the first spot to the last.
    pub path: Vec<Spot>,
}

/// How somebody went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gait {
    March,
    Retreat,
    Voyage,
}

/// Something that happened at a spot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    pub spot: Spot,
    pub feat: Feat,
    /// Who won, took or besieged; nobody, if it was left open.
    pub winner: Option<u16>,
    /// The same in a sentence.
    pub told: String,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feat {
    Battle,
    SeaBattle,
    Siege,
    Taken,
}

/// What feeds a force: the places from it to its source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Supply {
    pub links: Vec<Space>,
}

/// What the legend can explain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    Own,
    Ally,
    Enemy,
    Remembered,
    Army,
    Corps,
    Detachment,
    Foot,
    Horse,
    Mixed,
    Guns,
    Engineers,
    Train,
    Depot,
    Leader,
    Ships,
    Disordered,
    Unfed,
    Besieged,
    Besieging,
    Blockaded,
    March,
    SeenMarch,
    Retreat,
    Voyage,
    Earlier,
    Battle,
    Siege,
    Taken,
    /// The flag of who holds a place on another's land.
    HeldAbroad,
    Supply,
    /// The edge of land that the viewer's power holds.
    OwnLand,
    /// The edge of land that another power holds, in its colour.
    OthersLand,
    Seat,
    Town,
    Walls,
    Port,
    River,
    Bridge,
    Pass,
    Ridge,
    Strait,
    Realm,
    Region,
    Rough,
    Woods,
    Marsh,
    Mountain,
    Desert,
    Fog,
    Shut,
}

impl Land {
    /// Who holds the region in which a space lies, if anybody who plays does.
    pub fn holder(&self, at: Space) -> Option<u16> {
        let region = self.cells.get(at.index())?.region?;
        self.regions.get(usize::from(region))?.holder
    }
}

impl Chart {
    /// A map without ground, to be filled.
    pub fn new(title: &str, viewer: &str, season: String) -> Self {
        Self {
            title: title.to_owned(),
            viewer: viewer.to_owned(),
            season,
            land: Land {
                grid: Grid::Squares { columns: 0, rows: 0 },
                cells: vec![],
                edges: vec![],
                places: vec![],
                waters: vec![],
                regions: vec![],
                span: 0,
            },
            parties: vec![],
            counters: vec![],
            courses: vec![],
            earlier: vec![],
            marks: vec![],
            supply: vec![],
            unseen: vec![],
            focus: vec![],
            legend: vec![],
        }
    }

    /// Takes over the ways that the same viewer saw a season before, except those of powers that have
    /// left the war.
    pub fn remember(&mut self, before: &Chart) {
        let party = |index: u16| {
            let name = &before.party(index).name;
            let nth = self.parties.iter().position(|party| party.name == *name)?;
            u16::try_from(nth).ok()
        };
        let again =
            |course: &Course| Some(Course { party: party(course.party)?, ..course.clone() });
        self.earlier = before.courses.iter().filter_map(again).collect();
    }

    /// The party of a counter, a course or a mark.
    pub fn party(&self, index: u16) -> &Party {
        &self.parties[usize::from(index)]
    }

    /// What a space is called: its town, else its number.
    pub fn name(&self, space: Space) -> &str {
        match self.land.places.iter().find(|place| place.at == space) {
            Some(place) => &place.name,
            None => self.land.cells.get(space.index()).map_or("", |cell| &cell.number),
        }
    }

    /// Whether a space is out of sight.
    pub fn is_unseen(&self, space: Space) -> bool {
        self.unseen.binary_search(&space).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(names: &[&str], ways: &[u16]) -> Chart {
        let party = |name: &&str| Party {
            name: (*name).to_owned(),
            stance: Stance::Enemy,
            livery: Livery::Or,
        };
        let way = |party: &u16| Course {
            party: *party,
            name: String::new(),
            gait: Gait::March,
            path: vec![],
        };
        Chart {
            parties: names.iter().map(party).collect(),
            courses: ways.iter().map(way).collect(),
            ..Chart::new("", "", String::new())
        }
    }

    #[test]
    fn ways_of_the_season_before_keep_their_party() {
        let mut now = chart(&["Austria", "France"], &[0]);
        now.remember(&chart(&["Bavaria", "France", "Austria"], &[1, 0, 2]));
        let parties: Vec<u16> = now.earlier.iter().map(|way| way.party).collect();
        assert_eq!(parties, [1, 0], "of Bavaria nothing is known any more");
        assert_eq!(now.courses.len(), 1);
    }
}
