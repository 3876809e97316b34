//! The map: the hexes of Europe as these rules see them, what lies on their sides, and the towns.
//!
//! The files are those of the map of Europe that lies on the shelf for every game; a campaign may lay
//! its own over them. Two printed sheets make one ground, so a number bears the letter of its sheet.
//!
//! Not here: whose a hex is, nor what its ground costs (`lands.rs`, `figures.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.3.

use crate::Kriegsspiel;
use kit::chart::Soil;
use kit::ground::{Ground, Space};
use kit::hex::{HexGround, Side};
use kit::names;
use kit::shelf::Shelf;
use play::BookError;
use play::books::map_page;
use play::europe;
use play::pages::csv;
use std::collections::BTreeMap;

/// What lies on the side between two hexes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Edge {
    pub river: bool,
    /// Open water, which nobody crosses.
    pub sea: bool,
    pub strait: bool,
}

/// One hex.
#[derive(Debug, Clone)]
pub struct Hex {
    pub soil: Soil,
    /// What the map calls its ground: `clear`, `woods`.
    pub word: String,
    /// The province of the map; none at sea.
    pub region: Option<u16>,
}

/// The whole map.
#[derive(Debug)]
pub struct Atlas {
    ground: HexGround,
    hexes: Vec<Hex>,
    edges: Vec<[Edge; 6]>,
    /// Provinces of the map, in alphabetical order.
    pub regions: Vec<String>,
    towns: BTreeMap<Space, String>,
    by_name: BTreeMap<String, Space>,
}

impl Ground for Atlas {
    fn size(&self) -> u16 {
        self.ground.size()
    }

    fn neighbours(&self, from: Space, out: &mut Vec<Space>) {
        self.ground.neighbours(from, out);
    }
}

fn wrong(page: &str, why: String) -> BookError {
    BookError::Page { page: page.to_owned(), why }
}

impl Atlas {
    /// Reads the map from the shelf.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let ground = HexGround::new(europe::COLUMNS, europe::ROWS);
        let size = usize::from(ground.size());
        let mut atlas = Self {
            ground,
            hexes: Vec::with_capacity(size),
            edges: vec![[Edge::default(); 6]; size],
            regions: vec![],
            towns: BTreeMap::new(),
            by_name: BTreeMap::new(),
        };
        atlas.read_hexes(shelf)?;
        atlas.read_sides(shelf)?;
        atlas.read_places(shelf)?;
        Ok(atlas)
    }

    /// Clear ground of any size, without rivers and provinces: for measuring how play grows with the
    /// map. Each hex is a town that is called by its index.
    pub fn clear(columns: u16, rows: u16) -> Self {
        let ground = HexGround::new(columns, rows);
        let size = ground.size();
        let hex = Hex { soil: Soil::Open, word: "clear".to_owned(), region: None };
        let names = || (0..size).map(|index| (Space(index), format!("h{index}")));
        Self {
            ground,
            hexes: vec![hex; usize::from(size)],
            edges: vec![[Edge::default(); 6]; usize::from(size)],
            regions: vec![],
            towns: names().collect(),
            by_name: names().map(|(at, name)| (name, at)).collect(),
        }
    }

    fn read_hexes(&mut self, shelf: &Shelf) -> Result<(), BookError> {
        let name = map_page::<Kriegsspiel>(shelf, "hexes.csv");
        let columns = ["hex", "ground", "terrain", "province", "seas", "lat", "lon", "source"];
        let rows = csv(shelf, &name, columns)?;
        let mut regions: Vec<String> =
            rows.iter().map(|row| row[3].to_owned()).filter(|name| !name.is_empty()).collect();
        regions.sort();
        regions.dedup();
        let by_name: BTreeMap<&str, u16> = regions.iter().map(String::as_str).zip(0..).collect();
        for (index, [hex, _, terrain, province, ..]) in rows.into_iter().enumerate() {
            if self.code(hex).map(Space::index) != Some(index) {
                let why = format!("{hex} is not the next hex; there is one line for each");
                return Err(wrong(&name, why));
            }
            let soil = soil(terrain)
                .ok_or_else(|| wrong(&name, format!("{hex}: no terrain `{terrain}`")))?;
            let region = by_name.get(province).copied();
            self.hexes.push(Hex { soil, word: terrain.to_owned(), region });
        }
        if self.hexes.len() != usize::from(self.ground.size()) {
            return Err(wrong(&name, format!("{} hexes are too few", self.hexes.len())));
        }
        self.regions = regions;
        Ok(())
    }

    fn read_sides(&mut self, shelf: &Shelf) -> Result<(), BookError> {
        let name = map_page::<Kriegsspiel>(shelf, "sides.csv");
        let columns = ["hex", "side", "river", "bridge", "mountain", "pass", "water", "source"];
        for [hex, side, river, _, _, _, water, _] in csv(shelf, &name, columns)? {
            let from = self.code(hex).ok_or_else(|| wrong(&name, format!("no hex {hex}")))?;
            let side: Side =
                side.parse().map_err(|_| wrong(&name, format!("{hex}: no side `{side}`")))?;
            let Some(to) = self.ground.step(from, side) else {
                return Err(wrong(&name, format!("{hex} {side} leads off the map")));
            };
            let edge =
                Edge { river: !river.is_empty(), sea: water == "sea", strait: water == "strait" };
            self.edges[from.index()][side as usize] = edge;
            self.edges[to.index()][side.opposite() as usize] = edge;
        }
        Ok(())
    }

    fn read_places(&mut self, shelf: &Shelf) -> Result<(), BookError> {
        let name = map_page::<Kriegsspiel>(shelf, "places.csv");
        let columns =
            ["hex", "name", "also", "rank", "star", "fortress", "harbour", "seas", "source"];
        for [hex, town, also, ..] in csv(shelf, &name, columns)? {
            let at = self.code(hex).ok_or_else(|| wrong(&name, format!("{town}: no hex {hex}")))?;
            for written in also.split('|').filter(|also| !also.is_empty()).chain([town]) {
                self.by_name.insert(names::plain(written), at);
            }
            self.towns.insert(at, town.to_owned());
        }
        Ok(())
    }

    /// Calls a place by another name as well: the name that the rules use for it.
    pub fn call(&mut self, at: Space, name: &str) {
        self.by_name.insert(names::plain(name), at);
        self.towns.insert(at, name.to_owned());
    }

    /// Every space, water among them.
    pub fn spaces(&self) -> impl Iterator<Item = Space> {
        (0..self.size()).map(Space)
    }

    /// What a space is.
    pub fn hex(&self, space: Space) -> &Hex {
        &self.hexes[space.index()]
    }

    /// Whether troops can stand there.
    pub fn is_land(&self, space: Space) -> bool {
        !self.hex(space).soil.is_water()
    }

    /// What lies between two neighbours.
    pub fn edge(&self, from: Space, to: Space) -> Edge {
        match self.ground.side(from, to) {
            Some(side) => self.edges[from.index()][side as usize],
            None => Edge::default(),
        }
    }

    /// Whether troops can step from one hex to its neighbour at all.
    pub fn passes(&self, from: Space, to: Space) -> bool {
        self.is_land(to) && !self.edge(from, to).sea
    }

    /// The neighbour on a side.
    pub fn step(&self, from: Space, side: Side) -> Option<Space> {
        self.ground.step(from, side)
    }

    /// All neighbours, in the fixed order of the ground.
    pub fn around(&self, space: Space) -> Vec<Space> {
        let mut out = Vec::with_capacity(6);
        self.neighbours(space, &mut out);
        out
    }

    /// How many hexes apart two spaces are.
    pub fn distance(&self, a: Space, b: Space) -> u16 {
        self.ground.distance(a, b)
    }

    /// The spaces within so many hexes of one, itself among them.
    pub fn within(&self, center: Space, radius: u16) -> Vec<Space> {
        self.ground.within(center, radius)
    }

    /// The towns of the map.
    pub fn towns(&self) -> impl Iterator<Item = (Space, &str)> {
        self.towns.iter().map(|(at, name)| (*at, name.as_str()))
    }

    /// Column over both sheets, and row.
    pub fn column_row(&self, space: Space) -> (u16, u16) {
        self.ground.column_row(space)
    }

    /// The printed number with its sheet: `W3432`.
    pub fn number(&self, space: Space) -> String {
        // Beyond the printed sheets a hex has its name alone.
        europe::number(&self.ground, space).unwrap_or_else(|| format!("h{}", space.0))
    }

    /// The town's name, or the number where there is no town.
    pub fn name(&self, space: Space) -> String {
        self.towns.get(&space).cloned().unwrap_or_else(|| self.number(space))
    }

    /// A place's name with its number: `Ulm W3626`, or the number alone.
    pub fn place(&self, space: Space) -> String {
        let number = self.number(space);
        self.towns.get(&space).map_or_else(|| number.clone(), |town| format!("{town} {number}"))
    }

    /// A hex as people find it on the map: its town and its number, or how far it is from a town.
    pub fn told(&self, space: Space) -> Option<String> {
        let name = self.towns.get(&space).map(String::as_str);
        let near = self.towns.iter().map(|(at, town)| (self.distance(space, *at), town.as_str()));
        play::places::told(&self.number(space), name, near, "hexes")
    }

    /// The hex of a number with its sheet letter.
    pub fn code(&self, written: &str) -> Option<Space> {
        europe::hex(&self.ground, written)
    }

    /// A place by the name of its town, with or without accents and capitals.
    pub fn named(&self, written: &str) -> Option<Space> {
        self.by_name.get(&names::plain(written)).copied()
    }

    /// A place by its number or its name.
    pub fn find(&self, written: &str) -> Option<Space> {
        self.code(written).or_else(|| self.named(written))
    }
}

fn soil(word: &str) -> Option<Soil> {
    Some(match word {
        "clear" => Soil::Open,
        "rough" => Soil::Rough,
        "woods" => Soil::Woods,
        "swamp" => Soil::Marsh,
        "mountain" => Soil::Mountain,
        "desert" => Soil::Desert,
        "sea" => Soil::Sea,
        "lake" => Soil::Lake,
        _ => return None,
    })
}
