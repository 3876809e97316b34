//! The map: hexes of both sheets, what lies on their sides, towns, provinces, seas and boxes.
//!
//! The west sheet's 42 columns and the east sheet's 38 make one ground; column E01 is the 43rd.
//! Off-map boxes (NIA §5.2.11) are spaces beyond the last hex, so paths need not know of them.

use super::{csv, yaml};
use crate::Nations;
use kit::ground::{Ground, Space};
use kit::hex::{HexGround, Side};
use kit::names;
use kit::page::Declared;
use kit::shelf::Shelf;
use play::BookError;
use play::books::map_page;
use play::europe::{self, SeaArea};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// What the ground of a hex is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    Clear,
    Rough,
    Woods,
    Swamp,
    Mountain,
    Desert,
    Sea,
    Lake,
    Box,
}

impl Terrain {
    /// Whether an army can stand here at all.
    pub fn is_land(self) -> bool {
        !matches!(self, Terrain::Sea | Terrain::Lake)
    }

    /// The word for it, as conditions and reports use it.
    pub fn word(self) -> &'static str {
        match self {
            Terrain::Clear => "clear",
            Terrain::Rough => "rough",
            Terrain::Woods => "woods",
            Terrain::Swamp => "swamp",
            Terrain::Mountain => "mountain",
            Terrain::Desert => "desert",
            Terrain::Sea => "sea",
            Terrain::Lake => "lake",
            Terrain::Box => "off-map box",
        }
    }

    /// The terrain of that word.
    pub fn read(word: &str) -> Option<Self> {
        use Terrain::{Clear, Desert, Lake, Mountain, Rough, Sea, Swamp, Woods};
        [Clear, Rough, Woods, Swamp, Mountain, Desert, Sea, Lake]
            .into_iter()
            .find(|t| t.word() == word)
    }
}

/// What lies on the side between two hexes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Edge {
    pub river: bool,
    pub bridge: bool,
    pub mountain: bool,
    pub pass: bool,
    pub sea: bool,
    pub strait: bool,
}

/// One hex.
#[derive(Debug, Clone)]
pub struct Hex {
    pub terrain: Terrain,
    pub province: Option<u16>,
    pub seas: Vec<String>,
    pub degrees: (f32, f32),
}

/// One town.
#[derive(Debug, Clone)]
pub struct Town {
    pub name: String,
    pub also: Vec<String>,
    pub capital: bool,
    pub fortress: u8,
    pub harbour: bool,
    pub shipyard: bool,
    pub seas: Vec<String>,
    pub source: String,
}

/// One province and who owned it in 1792.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Province {
    pub name: String,
    pub owner: String,
    #[serde(default)]
    pub capital: Option<String>,
    pub source: String,
}

/// An off-map box and the hexes that lead to it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct OffMap {
    /// what it is called
    pub name: String,
    /// the hexes from which it is entered
    #[declared("hex", items = 1..=60)]
    pub through: Vec<String>,
    /// where that is from
    pub source: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
struct Strait {
    hexes: [String; 2],
    sea: String,
}

#[derive(Deserialize)]
struct Straits {
    straits: Vec<Strait>,
}

#[derive(Deserialize)]
struct Provinces {
    provinces: Vec<Province>,
}

#[derive(Deserialize)]
struct Boxes {
    boxes: Vec<OffMap>,
}

/// The whole map.
#[derive(Debug, Clone)]
pub struct Atlas {
    ground: HexGround,
    /// The hex beyond each side, in the order of [`Side::ALL`]: searches ask for it all the time.
    beyond: Vec<[Option<Space>; 6]>,
    hexes: Vec<Hex>,
    edges: Vec<[Edge; 6]>,
    towns: BTreeMap<Space, Town>,
    by_name: BTreeMap<String, Space>,
    pub provinces: Vec<Province>,
    pub seas: Vec<SeaArea>,
    /// The place in `seas` of each area, by its names written plainly.
    sea_by_name: BTreeMap<String, usize>,
    straits: BTreeMap<(Space, Space), String>,
    /// The hexsides of each river, from both banks.
    rivers: BTreeMap<String, BTreeSet<(Space, Space)>>,
    boxes: Vec<(OffMap, Vec<Space>)>,
}

impl Ground for Atlas {
    fn size(&self) -> u16 {
        self.ground.size() + u16::try_from(self.boxes.len()).expect("a map has few boxes")
    }

    fn neighbours(&self, from: Space, out: &mut Vec<Space>) {
        if let Some(index) = self.box_index(from) {
            out.clear();
            out.extend(&self.boxes[index].1);
            return;
        }
        out.clear();
        out.extend(self.beyond[from.index()].iter().flatten());
        for (index, (_, through)) in self.boxes.iter().enumerate() {
            if through.contains(&from) {
                out.push(self.box_space(index));
            }
        }
    }
}

impl Atlas {
    /// Reads the map from the shelf.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let ground = HexGround::new(europe::COLUMNS, europe::ROWS);
        let Provinces { provinces } = yaml(shelf, &map_page::<Nations>(shelf, "provinces.yaml"))?;
        let areas = europe::sea_areas::<Nations>(shelf)?;
        let Straits { straits } = yaml(shelf, "nations/book/seas.yaml")?;
        let size = usize::from(ground.size());
        let beyond = (0..ground.size())
            .map(|at| Side::ALL.map(|side| ground.step(Space(at), side)))
            .collect();
        let mut sea_by_name = BTreeMap::new();
        for (sea, nth) in areas.iter().zip(0..) {
            for written in sea.also.iter().chain([&sea.name]) {
                sea_by_name.entry(names::plain(written)).or_insert(nth);
            }
        }
        let mut atlas = Self {
            ground,
            beyond,
            hexes: Vec::with_capacity(size),
            edges: vec![[Edge::default(); 6]; size],
            towns: BTreeMap::new(),
            rivers: BTreeMap::new(),
            by_name: BTreeMap::new(),
            provinces,
            sea_by_name,
            seas: areas,
            straits: BTreeMap::new(),
            boxes: vec![],
        };
        atlas.read_hexes(shelf)?;
        atlas.read_sides(shelf)?;
        atlas.read_places(shelf)?;
        for strait in straits {
            let [a, b] = strait.hexes.map(|hex| atlas.code(&hex));
            let (Some(a), Some(b)) = (a, b) else { continue };
            atlas.straits.insert((a.min(b), a.max(b)), strait.sea);
        }
        let page = map_page::<Nations>(shelf, "boxes.yaml");
        let Boxes { boxes } = yaml(shelf, &page)?;
        for off_map in boxes {
            atlas.add_box(off_map).map_err(|why| wrong(&page, why))?;
        }
        Ok(atlas)
    }

    fn read_hexes(&mut self, shelf: &Shelf) -> Result<(), BookError> {
        let columns = ["hex", "ground", "terrain", "province", "seas", "lat", "lon", "source"];
        let by_name: BTreeMap<String, u16> =
            (0..).zip(&self.provinces).map(|(index, p)| (p.name.clone(), index)).collect();
        let page = &map_page::<Nations>(shelf, "hexes.csv");
        for (index, row) in csv(shelf, page, columns)?.into_iter().enumerate() {
            let [hex, _, terrain, province, seas, lat, lon, _] = row;
            if self.code(hex).map(|space| usize::from(space.0)) != Some(index) {
                return Err(wrong(
                    page,
                    format!("{hex} is not the next hex; there is one line for each"),
                ));
            }
            let unknown =
                |what: &str, word: &str| wrong(page, format!("{hex}: no {what} `{word}`"));
            let province = match province {
                "" => None,
                name => Some(*by_name.get(name).ok_or_else(|| unknown("province", name))?),
            };
            self.hexes.push(Hex {
                terrain: Terrain::read(terrain).ok_or_else(|| unknown("terrain", terrain))?,
                province,
                seas: split(seas),
                degrees: (lat.parse().unwrap_or_default(), lon.parse().unwrap_or_default()),
            });
        }
        if self.hexes.len() != usize::from(self.ground.size()) {
            return Err(wrong(
                page,
                format!("{} hexes, not {}", self.hexes.len(), self.ground.size()),
            ));
        }
        Ok(())
    }

    fn read_sides(&mut self, shelf: &Shelf) -> Result<(), BookError> {
        let columns = ["hex", "side", "river", "bridge", "mountain", "pass", "water", "source"];
        let page = &map_page::<Nations>(shelf, "sides.csv");
        for [hex, side, river, bridge, mountain, pass, water, _] in csv(shelf, page, columns)? {
            let from = self.code(hex).ok_or_else(|| wrong(page, format!("no hex {hex}")))?;
            let side: Side =
                side.parse().map_err(|_| wrong(page, format!("{hex}: no side `{side}`")))?;
            let Some(to) = self.ground.step(from, side) else {
                return Err(wrong(page, format!("{hex} {side} leads off the map")));
            };
            for name in river.split('+').filter(|name| !name.is_empty()) {
                let sides = self.rivers.entry(name.to_owned()).or_default();
                sides.extend([(from, to), (to, from)]);
            }
            let edge = Edge {
                river: !river.is_empty(),
                bridge: !bridge.is_empty(),
                mountain: !mountain.is_empty(),
                pass: !pass.is_empty(),
                sea: water == "sea",
                strait: water == "strait",
            };
            self.edges[usize::from(from.0)][side as usize] = edge;
            self.edges[usize::from(to.0)][side.opposite() as usize] = edge;
        }
        Ok(())
    }

    fn read_places(&mut self, shelf: &Shelf) -> Result<(), BookError> {
        let page = &map_page::<Nations>(shelf, "places.csv");
        let columns =
            ["hex", "name", "also", "rank", "star", "fortress", "harbour", "seas", "source"];
        for [hex, name, also, rank, _, fortress, harbour, seas, source] in
            csv(shelf, page, columns)?
        {
            let space =
                self.code(hex).ok_or_else(|| wrong(page, format!("{name}: no hex {hex}")))?;
            let town = Town {
                name: name.to_owned(),
                also: split(also),
                capital: rank == "capital",
                fortress: fortress
                    .parse()
                    .map_err(|_| wrong(page, format!("{name}: fortress `{fortress}`")))?,
                harbour: !harbour.is_empty(),
                shipyard: harbour == "shipyard",
                seas: split(seas),
                source: source.to_owned(),
            };
            for written in town.also.iter().chain([&town.name]) {
                self.by_name.insert(names::plain(written), space);
            }
            if let Some(other) = self.towns.insert(space, town) {
                return Err(wrong(page, format!("{name} and {} share {hex}", other.name)));
            }
        }
        Ok(())
    }

    /// Adds an off-map box; cases use it too, since no printed box is known.
    pub fn add_box(&mut self, off_map: OffMap) -> Result<(), String> {
        let through: Option<Vec<Space>> =
            off_map.through.iter().map(|hex| self.code(hex)).collect();
        let through = through.ok_or_else(|| format!("{} has an unknown hex", off_map.name))?;
        let space = self.box_space(self.boxes.len());
        self.by_name.insert(names::plain(&off_map.name), space);
        self.hexes.push(Hex {
            terrain: Terrain::Box,
            province: None,
            seas: vec![],
            degrees: (0.0, 0.0),
        });
        self.edges.push([Edge::default(); 6]);
        self.boxes.push((off_map, through));
        Ok(())
    }

    /// How many hexes there are, without boxes.
    pub fn hex_count(&self) -> u16 {
        self.ground.size()
    }

    fn box_space(&self, index: usize) -> Space {
        Space(self.ground.size() + u16::try_from(index).expect("a map has few boxes"))
    }

    fn box_index(&self, space: Space) -> Option<usize> {
        space.0.checked_sub(self.ground.size()).map(usize::from)
    }

    /// Whether a space is an off-map box.
    pub fn is_box(&self, space: Space) -> bool {
        self.box_index(space).is_some()
    }

    /// What a space is.
    pub fn hex(&self, space: Space) -> &Hex {
        &self.hexes[usize::from(space.0)]
    }

    /// What lies between two neighbours; nothing, where one of them is a box.
    pub fn edge(&self, from: Space, to: Space) -> Edge {
        match self.side(from, to) {
            Some(side) => self.edges[usize::from(from.0)][side as usize],
            None => Edge::default(),
        }
    }

    /// The hexsides of a river, from both banks.
    pub fn river(&self, name: &str) -> Option<&BTreeSet<(Space, Space)>> {
        self.rivers.get(name)
    }

    /// The side by which a neighbour is reached.
    pub fn side(&self, from: Space, to: Space) -> Option<Side> {
        let beyond = self.beyond.get(from.index())?;
        Side::ALL.into_iter().find(|side| beyond[*side as usize] == Some(to))
    }

    /// The neighbour on a side.
    pub fn step(&self, from: Space, side: Side) -> Option<Space> {
        self.beyond.get(from.index())?[side as usize]
    }

    /// All neighbours, in the fixed order of the ground.
    pub fn around(&self, space: Space) -> Vec<Space> {
        let mut out = Vec::with_capacity(6);
        self.neighbours(space, &mut out);
        out
    }

    /// How many hexes apart two spaces are; a box is as far as its nearest entry hex and one more.
    pub fn distance(&self, a: Space, b: Space) -> u16 {
        let ends = |space| match self.box_index(space) {
            Some(index) => (self.boxes[index].1.clone(), 1),
            None => (vec![space], 0),
        };
        if a == b {
            return 0;
        }
        if !self.is_box(a) && !self.is_box(b) {
            return self.ground.distance(a, b);
        }
        let ((from, more), (to, further)) = (ends(a), ends(b));
        let pairs = from.iter().flat_map(|a| to.iter().map(|b| self.ground.distance(*a, *b)));
        pairs.min().unwrap_or(u16::MAX / 2) + more + further
    }

    /// The spaces within so many hexes of one, itself among them; a box is by itself.
    pub fn within(&self, center: Space, radius: u16) -> Vec<Space> {
        if self.is_box(center) {
            return vec![center];
        }
        self.ground.within(center, radius)
    }

    /// The town in a hex.
    pub fn town(&self, space: Space) -> Option<&Town> {
        self.towns.get(&space)
    }

    /// All towns.
    pub fn towns(&self) -> impl Iterator<Item = (Space, &Town)> {
        self.towns.iter().map(|(space, town)| (*space, town))
    }

    /// The province of a space.
    pub fn province(&self, space: Space) -> Option<&Province> {
        self.hex(space).province.map(|index| &self.provinces[usize::from(index)])
    }

    /// The sea area that a strait belongs to.
    pub fn strait(&self, a: Space, b: Space) -> Option<&str> {
        self.straits.get(&(a.min(b), a.max(b))).map(String::as_str)
    }

    /// The printed number with its sheet: `W3432`; for a box its name.
    pub fn number(&self, space: Space) -> String {
        if let Some(index) = self.box_index(space) {
            return self.boxes[index].0.name.clone();
        }
        europe::number(&self.ground, space).expect("every hex of this map is printed")
    }

    /// The town's name, or the number where there is no town.
    pub fn name(&self, space: Space) -> String {
        self.town(space).map_or_else(|| self.number(space), |town| town.name.clone())
    }

    /// A hex as people find it on the map: its town and its number, or how far it is from a town.
    pub fn told(&self, space: Space) -> Option<String> {
        let name = self.town(space).map(|town| town.name.as_str());
        let near = self.towns().map(|(at, town)| (self.distance(space, at), town.name.as_str()));
        play::places::told(&self.number(space), name, near, "hexes")
    }

    /// The sheet column (from 1 over both sheets) and row.
    pub fn column_row(&self, space: Space) -> Option<(u16, u16)> {
        (!self.is_box(space)).then(|| self.ground.column_row(space))
    }

    /// The hex of a number with its sheet letter.
    pub fn code(&self, written: &str) -> Option<Space> {
        europe::hex(&self.ground, written)
    }

    /// A place by the name of its town or box, with or without accents and capitals.
    pub fn named(&self, written: &str) -> Option<Space> {
        self.by_name.get(&names::plain(written)).copied()
    }

    /// A place as a sheet or a page writes it: by its number, else by its name.
    pub fn place(&self, written: &str) -> Option<Space> {
        self.code(written).or_else(|| self.named(written))
    }

    /// The town name nearest to what was written.
    pub fn nearest_name(&self, written: &str) -> Option<&str> {
        names::nearest(written, self.towns.values().map(|town| town.name.as_str()))
    }

    /// The sea areas on which a harbour opens, or which a coast touches.
    pub fn hex_seas(&self, space: Space) -> Vec<String> {
        match self.town(space) {
            Some(town) if town.harbour => town.seas.clone(),
            _ if space.0 < self.hex_count() => self.hex(space).seas.clone(),
            _ => vec![],
        }
    }

    /// The provinces that touch some by land, and are none of them.
    pub fn beside(&self, is_inside: impl Fn(&str) -> bool) -> BTreeSet<&str> {
        let province = |at: Space| self.province(at).map(|province| province.name.as_str());
        let mut found = BTreeSet::new();
        for at in (0..self.hex_count()).map(Space) {
            if !province(at).is_some_and(&is_inside) {
                continue;
            }
            let by_land = |to: &Space| {
                let edge = self.edge(at, *to);
                !edge.sea && !edge.strait
            };
            let near = self.around(at).into_iter().filter(by_land).filter_map(province);
            found.extend(near.filter(|name| !is_inside(name)));
        }
        found
    }

    /// A sea area by its name or another spelling.
    pub fn sea(&self, written: &str) -> Option<&SeaArea> {
        // Routes ask by the name that the map has, thousands of times.
        let exact = self.seas.iter().find(|sea| sea.name == written);
        exact.or_else(|| self.sea_by_name.get(&names::plain(written)).map(|nth| &self.seas[*nth]))
    }
}

fn split(list: &str) -> Vec<String> {
    list.split('|').filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

fn wrong(page: &str, why: String) -> BookError {
    BookError::Page { page: page.to_owned(), why }
}
