//! The map: squares with terrain, owner, place and rivers, and the areas beyond its edge (FRW §2.1, §16,
//! §27).
//!
//! A square is a number and a letter, `8M`. The areas off the map are spaces behind the last square, so
//! that a unit in one stands somewhere like everybody else.

use super::Origin;
use kit::ground::{Ground, Space};
use kit::names::{nearest, plain};
use kit::shelf::Shelf;
use kit::square::SquareGround;
use play::BookError;
use play::pages::{csv, yaml};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

const COLUMNS: u16 = 19;
const ROWS: u16 = 18;

/// What a square is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    Land,
    /// Land with a shore, where fleets come too.
    Coast,
    Sea,
    /// Nobody enters it.
    Shut,
    /// An area off the map.
    Beyond,
}

/// What may cross a side of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Armies,
    Both,
    Fleets,
    Shut,
    Edge,
}

impl Side {
    fn read(letter: char) -> Option<Side> {
        Some(match letter {
            'l' => Side::Armies,
            'b' => Side::Both,
            's' => Side::Fleets,
            'x' => Side::Shut,
            '-' => Side::Edge,
            _ => return None,
        })
    }

    /// Whether land units may cross it.
    pub fn by_land(self) -> bool {
        matches!(self, Side::Armies | Side::Both)
    }

    /// Whether fleets may cross it.
    pub fn by_sea(self) -> bool {
        matches!(self, Side::Fleets | Side::Both)
    }
}

/// What sort of place a square has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    City,
    Town,
    /// A name without a rule.
    Name,
}

/// A place in a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub name: String,
    pub kind: PlaceKind,
    /// Its tax value; nothing but cities has one.
    pub tax: u32,
    pub fortress: bool,
    pub port: bool,
    /// Whether it has a vote in the Empire (§29).
    pub elector: bool,
    pub capital: bool,
}

/// One square, or an area off the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Square {
    /// `8M`; the name of an area off the map.
    pub code: String,
    pub surface: Surface,
    pub mountain: bool,
    /// The power whose land it is.
    pub owner: Option<String>,
    pub place: Option<Place>,
    pub rivers: Vec<String>,
    /// The sides across which its rivers go on: north, east, south, west.
    pub river_sides: [bool; 4],
    pub sides: [Side; 4],
    /// The sea of a sea square, or those that a coast touches.
    pub seas: Vec<String>,
    /// The area off the map that lies beside it.
    pub beyond: Option<Space>,
}

/// An area off the map (§27).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OffMap {
    pub name: String,
    pub power: String,
    pub tax: u32,
    #[serde(default)]
    pub port: bool,
    #[serde(default)]
    pub seas: Vec<String>,
    pub source: Origin,
}

/// Two seas between which fleets go off the map and back (§25.9).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transit {
    pub between: [String; 2],
    pub source: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Boxes {
    boxes: Vec<OffMap>,
    transits: Vec<Transit>,
}

/// The map.
#[derive(Debug, Clone)]
pub struct Atlas {
    ground: SquareGround,
    squares: Vec<Square>,
    by_name: BTreeMap<String, Space>,
    pub boxes: Vec<OffMap>,
    transits: Vec<Transit>,
}

impl Ground for Atlas {
    fn size(&self) -> u16 {
        u16::try_from(self.squares.len()).unwrap_or(u16::MAX)
    }

    fn neighbours(&self, from: Space, out: &mut Vec<Space>) {
        if self.square(from).surface == Surface::Beyond {
            out.clear();
            let beside = |at: &Space| self.square(*at).beyond == Some(from);
            out.extend(self.all().filter(beside));
            return;
        }
        self.ground.neighbours(from, out);
        out.extend(self.square(from).beyond);
    }
}

const HEAD: [&str; 24] = [
    "square",
    "column",
    "row",
    "lat",
    "lon",
    "kind",
    "terrain",
    "owner",
    "note",
    "place",
    "place_kind",
    "tax",
    "fortress",
    "port",
    "elector",
    "capital",
    "rivers",
    "river_sides",
    "sides",
    "border_sides",
    "sea",
    "seas",
    "box",
    "source",
];

const MAP: &str = "frederick/book/map.csv";
const BOXES: &str = "frederick/book/boxes.yaml";

fn wrong(why: String) -> BookError {
    BookError::Page { page: MAP.to_owned(), why }
}

fn split(cell: &str) -> Vec<String> {
    cell.split('|').filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

impl Atlas {
    /// Reads the map from the shelf.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let ground = SquareGround::new(COLUMNS, ROWS, false);
        let Boxes { boxes, transits } = yaml(shelf, BOXES)?;
        let first = ground.size();
        let mut found: BTreeMap<Space, Square> = BTreeMap::new();
        for row in csv(shelf, MAP, HEAD)? {
            let at =
                code(&ground, row[0]).ok_or_else(|| wrong(format!("no square `{}`", row[0])))?;
            let square =
                square(&row, &boxes, first).map_err(|why| wrong(format!("{}: {why}", row[0])))?;
            if found.insert(at, square).is_some() {
                return Err(wrong(format!("{} stands there twice", row[0])));
            }
        }
        if found.len() != usize::from(ground.size()) {
            return Err(wrong(format!("{} squares, not {}", found.len(), ground.size())));
        }
        let mut squares: Vec<Square> = found.into_values().collect();
        squares.extend(boxes.iter().map(beyond));
        let mut by_name = BTreeMap::new();
        for (number, square) in (0..).zip(&squares) {
            let at = Space(number);
            by_name.insert(plain(&square.code), at);
            let name = square.place.as_ref().map(|place| plain(&place.name));
            if let Some(name) = name
                && by_name.insert(name, at).is_some_and(|other| other != at)
            {
                return Err(wrong(format!("{} has a name that another square has", square.code)));
            }
        }
        let atlas = Self { ground, squares, by_name, boxes, transits };
        let seas = atlas.seas();
        let strange = atlas.transits.iter().flat_map(|transit| &transit.between);
        if let Some(sea) = strange.into_iter().find(|sea| !seas.contains(sea.as_str())) {
            let why = format!("no sea `{sea}`");
            return Err(BookError::Page { page: BOXES.to_owned(), why });
        }
        Ok(atlas)
    }

    pub fn square(&self, at: Space) -> &Square {
        &self.squares[at.index()]
    }

    /// Every square of the map, without the areas beyond it.
    pub fn all(&self) -> impl Iterator<Item = Space> + use<> {
        (0..self.ground.size()).map(Space)
    }

    /// The areas off the map.
    pub fn off_map(&self) -> impl Iterator<Item = (Space, &OffMap)> {
        (self.ground.size()..).map(Space).zip(&self.boxes)
    }

    /// An area off the map by its space.
    pub fn area(&self, at: Space) -> Option<&OffMap> {
        self.off_map().find(|(space, _)| *space == at).map(|(_, area)| area)
    }

    /// Finds a square by its number or the name of its place.
    pub fn find(&self, written: &str) -> Option<Space> {
        self.by_name.get(&plain(written)).copied()
    }

    /// The name that was probably meant.
    pub fn nearest(&self, written: &str) -> Option<&str> {
        let names = self.squares.iter().filter_map(|square| match &square.place {
            Some(place) => Some(place.name.as_str()),
            None => (square.surface == Surface::Beyond).then_some(square.code.as_str()),
        });
        nearest(written, names)
    }

    /// What people call a square: its place, else its number.
    pub fn name(&self, at: Space) -> &str {
        let square = self.square(at);
        square.place.as_ref().map_or(&square.code, |place| &place.name)
    }

    /// A square as people find it on the map: its place and its number, or how far it is from a
    /// place.
    pub fn told(&self, at: Space) -> Option<String> {
        let square = self.square(at);
        let places = self.all().filter_map(|other| {
            let place = self.square(other).place.as_ref()?;
            Some((self.distance(at, other)?, place.name.as_str()))
        });
        let name = square.place.as_ref().map(|place| place.name.as_str());
        play::places::told(&square.code, name, places, "squares")
    }

    /// The place of a square, if it is a city.
    pub fn city(&self, at: Space) -> Option<&Place> {
        self.square(at).place.as_ref().filter(|place| place.kind == PlaceKind::City)
    }

    /// Whether there is a fortress.
    pub fn is_fortress(&self, at: Space) -> bool {
        self.city(at).is_some_and(|city| city.fortress)
    }

    /// Whether land units may stand there.
    pub fn is_land(&self, at: Space) -> bool {
        matches!(self.square(at).surface, Surface::Land | Surface::Coast)
    }

    /// Whether it is an area off the map.
    pub fn is_beyond(&self, at: Space) -> bool {
        self.square(at).surface == Surface::Beyond
    }

    /// The side between two squares of the map: 0 is the north of the first, then clockwise.
    pub fn direction(&self, from: Space, to: Space) -> Option<usize> {
        if self.is_beyond(from) || self.is_beyond(to) {
            return None;
        }
        let ((column, row), (other, below)) =
            (self.ground.column_row(from), self.ground.column_row(to));
        match (i32::from(other) - i32::from(column), i32::from(below) - i32::from(row)) {
            (0, -1) => Some(0),
            (1, 0) => Some(1),
            (0, 1) => Some(2),
            (-1, 0) => Some(3),
            _ => None,
        }
    }

    /// The side that has to be crossed.
    pub fn side(&self, from: Space, to: Space) -> Option<Side> {
        self.direction(from, to).map(|side| self.square(from).sides[side])
    }

    /// Whether a river goes on from one square into the other.
    pub fn along_river(&self, from: Space, to: Space) -> bool {
        self.direction(from, to).is_some_and(|side| self.square(from).river_sides[side])
    }

    /// Whether two squares touch at a corner only.
    pub fn touch_at_corner(&self, from: Space, to: Space) -> bool {
        if self.is_beyond(from) || self.is_beyond(to) {
            return false;
        }
        let ((column, row), (other, below)) =
            (self.ground.column_row(from), self.ground.column_row(to));
        column.abs_diff(other) == 1 && row.abs_diff(below) == 1
    }

    /// The squares around one, without those off the map.
    pub fn around(&self, at: Space) -> Vec<Space> {
        let mut out = vec![];
        if self.is_beyond(at) {
            return out;
        }
        self.ground.neighbours(at, &mut out);
        out
    }

    /// The same with those that touch at a corner.
    pub fn around_and_corners(&self, at: Space) -> Vec<Space> {
        let mut out = vec![];
        if !self.is_beyond(at) {
            SquareGround { diagonals: true, ..self.ground }.neighbours(at, &mut out);
        }
        out
    }

    /// How many squares apart two are, counted through sides.
    pub fn distance(&self, one: Space, other: Space) -> Option<u16> {
        let is_on_map = !self.is_beyond(one) && !self.is_beyond(other);
        is_on_map.then(|| self.ground.distance(one, other))
    }

    /// Whether fleets may be there: on the sea, on a coast, or in an area off the map with a port (§25.2).
    pub fn is_water(&self, at: Space) -> bool {
        let area = self.area(at).is_some_and(|area| area.port);
        area || matches!(self.square(at).surface, Surface::Sea | Surface::Coast)
    }

    /// Whether it is all sea.
    pub fn is_sea(&self, at: Space) -> bool {
        self.square(at).surface == Surface::Sea
    }

    /// Whether there is a port, also off the map (§27.7).
    pub fn is_port(&self, at: Space) -> bool {
        let place = self.square(at).place.as_ref();
        place.is_some_and(|place| place.port) || self.area(at).is_some_and(|area| area.port)
    }

    /// The sea squares at the edge of the map into which a fleet comes that leaves it here (§25.9).
    pub fn transits(&self, from: Space) -> Vec<Space> {
        if !self.is_edge_of_sea(from) {
            return vec![];
        }
        let has = |at: Space, sea: &String| self.square(at).seas.contains(sea);
        let others = self.transits.iter().filter_map(|transit| match &transit.between {
            [one, other] if has(from, one) => Some(other),
            [other, one] if has(from, one) => Some(other),
            _ => None,
        });
        let others: Vec<&String> = others.collect();
        let fits = |at: &Space| self.is_edge_of_sea(*at) && others.iter().any(|sea| has(*at, sea));
        self.all().filter(fits).collect()
    }

    fn is_edge_of_sea(&self, at: Space) -> bool {
        self.is_sea(at) && self.square(at).sides.contains(&Side::Edge)
    }

    /// Columns and rows.
    pub fn size_of_map(&self) -> (u16, u16) {
        (self.ground.columns, self.ground.rows)
    }

    /// The seas, in the order of the alphabet.
    pub fn seas(&self) -> BTreeSet<&str> {
        let sea = self.squares.iter().filter(|square| square.surface == Surface::Sea);
        sea.flat_map(|square| &square.seas).map(String::as_str).collect()
    }
}

/// Finds a square by its number.
fn code(ground: &SquareGround, written: &str) -> Option<Space> {
    let letter = written.chars().next_back()?;
    let row: u16 = written.strip_suffix(letter)?.parse().ok()?;
    let column = u16::try_from(u32::from(letter).checked_sub(u32::from('A'))?).ok()? + 1;
    ground.at(column, row)
}

fn beyond(area: &OffMap) -> Square {
    Square {
        code: area.name.clone(),
        surface: Surface::Beyond,
        mountain: false,
        owner: Some(area.power.clone()),
        place: None,
        rivers: vec![],
        river_sides: [false; 4],
        sides: [Side::Edge; 4],
        seas: area.seas.clone(),
        beyond: None,
    }
}

fn square(row: &[&str; 24], boxes: &[OffMap], first: u16) -> Result<Square, String> {
    let [code, _, _, _, _, kind, terrain, owner, _, place, place_kind, tax, rest @ ..] = row;
    let [fortress, port, elector, capital, rivers, river_sides, sides, _, sea, seas, area, _] =
        rest;
    let surface = match *kind {
        "land" => Surface::Land,
        "coast" => Surface::Coast,
        "sea" => Surface::Sea,
        "shut" => Surface::Shut,
        other => return Err(format!("no kind of square `{other}`")),
    };
    let letters: Vec<Option<Side>> = sides.chars().map(Side::read).collect();
    let [Some(north), Some(east), Some(south), Some(west)] = letters[..] else {
        return Err(format!("`{sides}` are not four sides"));
    };
    let yes = |cell: &str| cell == "yes";
    let kind = match *place_kind {
        "city" => PlaceKind::City,
        "town" => PlaceKind::Town,
        _ => PlaceKind::Name,
    };
    let tax = match *tax {
        "" => 0,
        figure => figure.parse().map_err(|_| format!("`{figure}` is not a tax value"))?,
    };
    let place = (!place.is_empty()).then(|| Place {
        name: (*place).to_owned(),
        kind,
        tax,
        fortress: yes(fortress),
        port: yes(port),
        elector: yes(elector),
        capital: yes(capital),
    });
    let beyond = match *area {
        "" => None,
        name => {
            let number = boxes.iter().position(|one| one.power == name);
            let number = number.and_then(|number| u16::try_from(number).ok());
            Some(Space(first + number.ok_or_else(|| format!("no area off the map `{name}`"))?))
        }
    };
    Ok(Square {
        code: (*code).to_owned(),
        surface,
        mountain: *terrain == "mountain",
        owner: (!owner.is_empty()).then(|| (*owner).to_owned()),
        place,
        rivers: split(rivers),
        river_sides: ['N', 'E', 'S', 'W'].map(|letter| river_sides.contains(letter)),
        sides: [north, east, south, west],
        seas: if sea.is_empty() { split(seas) } else { vec![(*sea).to_owned()] },
        beyond,
    })
}
