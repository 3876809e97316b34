//! The sea: its areas, the trade boxes, and the harbours that open on them (§13.3, §19.6).

use super::Atlas;
use crate::Kriegsspiel;
use crate::record::sea::Berth;
use kit::area::AreaGround;
use kit::ground::{Ground, Space};
use kit::names::{nearest, plain};
use kit::shelf::Shelf;
use play::books::map_page;
use play::europe::sea_areas;
use play::pages::csv;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The trade box of a nation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TradeBox {
    name: String,
    nation: String,
    from: Vec<String>,
    #[serde(rename = "source")]
    _source: String,
}

/// All waters.
#[derive(Debug)]
pub struct Waters {
    ground: AreaGround,
    /// Each area by its names, written plainly.
    by_name: BTreeMap<String, Space>,
    /// The nation of each trade box.
    boxes: BTreeMap<Space, String>,
    /// The areas on which each harbour opens.
    harbours: BTreeMap<Space, Vec<String>>,
    /// The area of each hex of open water, by its place in the list.
    hexes: BTreeMap<Space, u16>,
    /// Harbours in which ships are bought, and prizes brought in.
    yards: BTreeSet<Space>,
}

impl Waters {
    /// Joins the sea areas of the map with the trade boxes, and reads the harbours.
    pub(super) fn read(
        shelf: &Shelf,
        atlas: &Atlas,
        trade: Vec<TradeBox>,
        home_ports: &[String],
    ) -> Result<Self, String> {
        let areas = sea_areas::<Kriegsspiel>(shelf).map_err(|error| error.to_string())?;
        let names = areas.iter().map(|one| one.name.clone());
        let names: Vec<String> = names.chain(trade.iter().map(|one| one.name.clone())).collect();
        let mut links: BTreeSet<(String, String)> = BTreeSet::new();
        for (one, other) in
            areas.iter().flat_map(|one| one.adjacent.iter().map(|to| (&one.name, to)))
        {
            links.insert((one.min(other).clone(), one.max(other).clone()));
        }
        let entries = trade
            .iter()
            .flat_map(|one| one.from.iter().map(|area| (area.clone(), one.name.clone())));
        let links: Vec<(String, String)> = links.into_iter().chain(entries).collect();
        let ground = AreaGround::new(names, &links)?;
        let mut by_name = BTreeMap::new();
        for area in &areas {
            let at = ground.find(&area.name).ok_or("an area has its own name")?;
            for written in area.also.iter().chain([&area.name]) {
                by_name.insert(plain(written), at);
            }
        }
        let mut boxes = BTreeMap::new();
        for one in trade {
            let at = ground.find(&one.name).ok_or("a box has its own name")?;
            by_name.insert(plain(&one.name), at);
            boxes.insert(at, one.nation);
        }
        let mut waters = Self {
            ground,
            by_name,
            boxes,
            harbours: BTreeMap::new(),
            hexes: BTreeMap::new(),
            yards: BTreeSet::new(),
        };
        waters.read_harbours(shelf, atlas)?;
        waters.read_hexes(shelf, atlas)?;
        for name in home_ports {
            let at = atlas.find(name).filter(|at| waters.harbours.contains_key(at));
            waters.yards.insert(at.ok_or_else(|| format!("unknown harbour `{name}`"))?);
        }
        Ok(waters)
    }

    fn read_harbours(&mut self, shelf: &Shelf, atlas: &Atlas) -> Result<(), String> {
        let name = map_page::<Kriegsspiel>(shelf, "places.csv");
        let columns =
            ["hex", "name", "also", "rank", "star", "fortress", "harbour", "seas", "source"];
        for [hex, town, _, _, _, _, harbour, seas, _] in
            csv(shelf, &name, columns).map_err(|error| error.to_string())?
        {
            if harbour.is_empty() {
                continue;
            }
            let at = atlas.code(hex).ok_or_else(|| format!("{town}: no hex {hex}"))?;
            let opens: Option<Vec<String>> =
                seas.split('|').map(|sea| self.find(sea).map(str::to_owned)).collect();
            let opens = opens.ok_or_else(|| format!("{town}: no sea area `{seas}`"))?;
            self.harbours.insert(at, opens);
            self.yards.extend((harbour == "shipyard").then_some(at));
        }
        Ok(())
    }

    fn read_hexes(&mut self, shelf: &Shelf, atlas: &Atlas) -> Result<(), String> {
        let name = map_page::<Kriegsspiel>(shelf, "hexes.csv");
        let columns = ["hex", "ground", "terrain", "province", "seas", "lat", "lon", "source"];
        for [hex, _, terrain, _, seas, ..] in
            csv(shelf, &name, columns).map_err(|error| error.to_string())?
        {
            let first = seas.split('|').next().filter(|_| terrain == "sea");
            let area = first.and_then(|sea| self.space(sea));
            self.hexes.extend(atlas.code(hex).zip(area.map(|at| at.0)));
        }
        Ok(())
    }

    /// The place in the list of the area to which a hex of open water belongs.
    pub fn at(&self, hex: Space) -> Option<u16> {
        self.hexes.get(&hex).copied()
    }

    /// The name of an area or a trade box, however it is written.
    pub fn find(&self, written: &str) -> Option<&str> {
        self.by_name.get(&plain(written)).map(|at| self.ground.name(*at))
    }

    /// The area that was probably meant.
    pub fn nearest(&self, written: &str) -> Option<&str> {
        nearest(written, self.ground.names().iter().map(String::as_str))
    }

    /// All areas and trade boxes.
    pub fn areas(&self) -> &[String] {
        self.ground.names()
    }

    fn space(&self, area: &str) -> Option<Space> {
        self.by_name.get(&plain(area)).copied()
    }

    /// The nation whose trade box an area is.
    pub fn trade_of(&self, area: &str) -> Option<&str> {
        self.boxes.get(&self.space(area)?).map(String::as_str)
    }

    /// The areas beside one, trade boxes among them.
    pub fn adjacent(&self, area: &str) -> Vec<&str> {
        let mut out = vec![];
        if let Some(at) = self.space(area) {
            self.ground.neighbours(at, &mut out);
        }
        out.into_iter().map(|at| self.ground.name(at)).collect()
    }

    /// The sea areas that a harbour opens on; empty where the hex has no harbour.
    pub fn opens(&self, port: Space) -> &[String] {
        self.harbours.get(&port).map_or(&[], Vec::as_slice)
    }

    /// All harbours.
    pub fn harbours(&self) -> impl Iterator<Item = (Space, &[String])> {
        self.harbours.iter().map(|(at, opens)| (*at, opens.as_slice()))
    }

    /// Whether ships are bought in a harbour, and prizes brought in.
    pub fn is_yard(&self, port: Space) -> bool {
        self.yards.contains(&port)
    }

    /// The areas of a berth: its own, or those on which the harbour opens.
    pub fn of<'w>(&'w self, berth: &'w Berth) -> Vec<&'w str> {
        match berth {
            Berth::Sea(area) => vec![area.as_str()],
            Berth::Port(port) => self.opens(*port).iter().map(String::as_str).collect(),
        }
    }

    /// The shortest way to each area that ships reach from a berth, the nearest first: the areas that they enter. Of several
    /// as short the first by name; none leads through a trade box.
    fn ways<'w>(&'w self, from: &'w Berth) -> Vec<Vec<&'w str>> {
        let mut reached: BTreeSet<&str> = from.area().into_iter().collect();
        let first = match from {
            Berth::Sea(area) => self.adjacent(area),
            Berth::Port(_) => self.of(from),
        };
        let mut queue: VecDeque<Vec<&str>> = first.into_iter().map(|next| vec![next]).collect();
        let mut ways = vec![];
        while let Some(way) = queue.pop_front() {
            let Some(last) = way.last().filter(|last| reached.insert(last)) else { continue };
            if self.trade_of(last).is_none() {
                let beside = self.adjacent(last).into_iter();
                queue.extend(beside.map(|next| [way.as_slice(), &[next]].concat()));
            }
            ways.push(way);
        }
        ways
    }

    /// The areas that ships enter one after the other on the shortest way from one berth to another.
    pub fn way(&self, from: &Berth, to: &Berth) -> Option<Vec<String>> {
        let goals = self.of(to);
        if from == to || from.area().is_some_and(|area| goals.contains(&area)) {
            return Some(vec![]);
        }
        let mut ways = self.ways(from).into_iter();
        let way = ways.find(|way| way.last().is_some_and(|last| goals.contains(last)))?;
        Some(way.into_iter().map(str::to_owned).collect())
    }

    /// The areas that ships reach from a berth by entering so many: each with how many.
    pub fn reach(&self, from: &Berth, most: u32) -> BTreeMap<String, u32> {
        let own = from.area().map(|area| (area.to_owned(), 0));
        let ways = self.ways(from).into_iter().filter_map(|way| {
            let count = u32::try_from(way.len()).ok().filter(|count| *count <= most)?;
            Some(((*way.last()?).to_owned(), count))
        });
        own.into_iter().chain(ways).collect()
    }
}
