//! Names on the map: commanders, towns, seas, countries, provinces; the most important first.

use super::canvas::Turn::{Shift, Zoom};
use super::canvas::{Canvas, again_at, circle_at, group, path};
use super::frame::{Frame, Size};
use super::ink::{paint, short, width};
use super::labels::{Block, Room, beside};
use super::layout::{Lattice, Point};
use super::stand::{Berths, Group, Placed, deed_place};
use kit::chart::{Chart, Counter, Feat, Grid, Place};
use kit::ground::Space;
use kit::sight::Sight;
use std::collections::{BTreeMap, BTreeSet};

/// What names are drawn from.
pub struct Names<'a> {
    pub chart: &'a Chart,
    pub lattice: &'a Lattice<'a>,
    pub frame: &'a Frame,
    pub berths: &'a Berths,
    pub groups: &'a [Group<'a>],
}

/// The longest name that is drawn, in letters.
const LONGEST: usize = 28;
/// The most commanders that are named beside one space.
const MOST_NAMED: usize = 4;

/// How far from a town its name may stand, if there is no room beside the town.
const FAR: [i32; 3] = [360, 720, 1080];

/// The height of a space's number.
const NUMBER: i32 = 84;

/// A town as it is drawn: where its sign stands.
struct Town<'a> {
    place: &'a Place,
    at: Point,
}

impl Names<'_> {
    /// Takes room for what must not be written over, then draws towns and names.
    pub fn draw(&self, size: Size, canvas: &mut Canvas) {
        let mut room = Room::new((self.frame.width, self.frame.height));
        for group in self.groups {
            room.take(group.block);
        }
        for mark in self.chart.marks.iter().filter(|mark| mark.feat != Feat::Siege) {
            if let Some(at) = self.berths.space(&mark.spot).filter(|at| self.frame.has(*at)) {
                let group = self.groups.iter().find(|group| group.at == at);
                let place = deed_place(self.frame.paper.cell, self.middle(at), group).0;
                room.take(Block::around(place, (240, 170)));
            }
        }
        let towns = self.towns();
        for town in &towns {
            room.take(Block::around(town.at, (110, 110)));
        }
        // The most important finds its room first, and is written last.
        let [mut land, mut places, mut people] = <[Canvas; 3]>::default();
        self.commanders(&mut room, &mut people);
        let seats = |town: &&Town| town.place.seat;
        towns.iter().filter(seats).for_each(|town| self.town(town, &mut room, &mut places));
        let walled = |town: &&Town| !town.place.seat && town.place.walls > 0;
        towns.iter().filter(walled).for_each(|town| self.town(town, &mut room, &mut places));
        if size == Size::Mail {
            self.numbers(true, &mut room, &mut places);
        }
        self.waters(&mut room, &mut land);
        self.realms(&mut room, &mut land);
        let light = |town: &&Town| !town.place.seat && town.place.walls == 0;
        towns.iter().filter(light).for_each(|town| self.town(town, &mut room, &mut places));
        match size {
            Size::Full => self.regions(&mut room, &mut land),
            Size::Mail => self.numbers(false, &mut room, &mut land),
        }
        canvas.lay(land);
        towns.iter().for_each(|town| self.sign(town, canvas));
        canvas.lay(places);
        canvas.lay(people);
    }

    fn middle(&self, at: Space) -> Point {
        self.frame.paper.at(self.lattice.centre(at))
    }

    /// The towns that show; where counters stand, the sign is below them.
    fn towns(&self) -> Vec<Town<'_>> {
        let groups: BTreeMap<Space, &Group> =
            self.groups.iter().map(|group| (group.at, group)).collect();
        let shown =
            self.chart.land.places.iter().filter(|place| {
                self.frame.has(place.at) && self.frame.shows(self.middle(place.at))
            });
        shown
            .map(|place| {
                let (x, y) = self.middle(place.at);
                let low = self.frame.paper.cell * 38 / 100;
                let down = groups
                    .get(&place.at)
                    .map_or(0, |group| (group.block.at.1 + group.block.size.1 - y + 60).min(low));
                Town { place, at: (x, y + down) }
            })
            .collect()
    }

    /// The numbers of the spaces of land, as sheets and reports have them.
    ///
    /// With `occupied`, draws the numbers of spaces with counters. These are always drawn, next to
    /// the counters where the space itself is full. Otherwise draws the numbers of all other spaces, as far as they fit; spaces without a town
    /// come first.
    fn numbers(&self, occupied: bool, room: &mut Room, canvas: &mut Canvas) {
        let land = &self.chart.land;
        // Areas are called by their names alone.
        if matches!(land.grid, Grid::Areas { .. }) {
            return;
        }
        let blocks: BTreeMap<Space, Block> =
            self.groups.iter().map(|group| (group.at, group.block)).collect();
        let named: BTreeSet<Space> = land.places.iter().map(|place| place.at).collect();
        let shown = |at: &&Space| {
            let cell = &land.cells[at.index()];
            let is_one = !cell.soil.is_water() && !cell.shut;
            is_one && blocks.contains_key(at) == occupied && self.frame.shows(self.middle(**at))
        };
        let mut cells: Vec<Space> = self.frame.cells.iter().filter(shown).copied().collect();
        cells.sort_by_key(|at| named.contains(at));
        let off = self.frame.paper.cell * 31 / 100;
        for at in cells {
            let number = &land.cells[at.index()].number;
            let (x, y) = self.middle(at);
            let label = (width(number, NUMBER, false) + 20, NUMBER * 105 / 100);
            let inside = [(x, y - off), (x, y + off), (x, y)];
            let around = blocks.get(&at).into_iter().flat_map(|block| near(block, label));
            if let Some((x, y)) = room.find(label, inside.into_iter().chain(around)) {
                canvas.words("number", (x, y + NUMBER * 36 / 100), number);
            }
        }
    }

    fn sign(&self, town: &Town, canvas: &mut Canvas) {
        let (x, y) = town.at;
        let place = town.place;
        let id = match (place.walls, place.seat) {
            (0, true) => "seat".to_owned(),
            (0, false) => "town".to_owned(),
            (walls, _) => format!("walls{}", walls.min(3)),
        };
        canvas.add(again_at(id, (x, y)));
        if place.walls > 0 && place.seat {
            canvas.add(circle_at((x, y), 15).fill("#2b2318"));
        }
        if place.port {
            canvas.add(again_at("port", (x - 86, y + 40)));
        }
        let by_right = self.chart.land.holder(place.at);
        if let Some(holder) = place.holder.filter(|holder| Some(*holder) != by_right) {
            let flag = super::deeds::flag(&paint(self.chart.party(holder).livery));
            canvas.add(group(flag).transform([Shift(x + 40, y - 40), Zoom(800)]));
        }
    }

    fn town(&self, town: &Town, room: &mut Room, canvas: &mut Canvas) {
        let (class, size, bold) =
            if town.place.seat { ("seat", 142, true) } else { ("town", 128, false) };
        let name = short(&town.place.name, LONGEST);
        let label = (width(&name, size, bold) + 30, size * 115 / 100);
        let near = beside(town.at, (100, 100), label);
        let far = FAR.into_iter().flat_map(|side| beside(town.at, (side, side), label));
        let Some((x, y)) = room.find(label, near.into_iter().chain(far)) else { return };
        if !near.contains(&(x, y)) {
            let Block { at, size } = Block::around((x, y), label);
            let (tx, ty) = town.at;
            let (nx, ny) = (tx.clamp(at.0, at.0 + size.0), ty.clamp(at.1, at.1 + size.1));
            canvas.add(path(format!("M{tx} {ty}L{nx} {ny}")).stroke("#14110c", 8));
        }
        canvas.words(class, (x, y + size * 36 / 100), &name);
    }

    /// The names of those who command, beside their counters.
    fn commanders(&self, room: &mut Room, canvas: &mut Canvas) {
        for group in self.groups {
            let mut lines: Vec<(&'static str, String)> = vec![];
            let named = group.placed.iter().filter_map(Placed::counter);
            let told = |counter: &&Counter| !counter.name.is_empty() || counter.since.is_some();
            for counter in named.filter(told) {
                if lines.len() < MOST_NAMED {
                    let name = Some(&counter.name).filter(|name| !name.is_empty());
                    lines.extend(name.map(|name| ("who", short(name, LONGEST))));
                    let since =
                        counter.since.as_ref().filter(|_| counter.sight <= Sight::Remembered);
                    lines.extend(since.map(|since| ("when", since.clone())));
                }
            }
            if lines.is_empty() {
                continue;
            }
            const LINE: i32 = 142;
            let widest = lines.iter().map(|(_, words)| width(words, 124, true)).max();
            let count = i32::try_from(lines.len()).unwrap_or(1);
            let label = (widest.unwrap_or(0) + 20, LINE * count);
            let middle = {
                let (at, size) = (group.block.at, group.block.size);
                (at.0 + size.0 / 2, at.1 + size.1 / 2)
            };
            let near = beside(middle, group.block.size, label);
            let far = beside(middle, (group.block.size.0 + 260, group.block.size.1 + 260), label);
            let Some((x, y)) = room.find(label, near.into_iter().chain(far)) else { continue };
            if far.contains(&(x, y)) && !near.contains(&(x, y)) {
                let Block { at, size } = group.block;
                let (nx, ny) = (x.clamp(at.0, at.0 + size.0), y.clamp(at.1, at.1 + size.1));
                canvas.add(path(format!("M{nx} {ny}L{x} {y}")).stroke("#14110c", 12));
            }
            let top = y - label.1 / 2;
            for ((class, words), nth) in lines.iter().zip(0..) {
                canvas.words(class, (x, top + nth * LINE + LINE * 78 / 100), words);
            }
        }
    }

    fn waters(&self, room: &mut Room, canvas: &mut Canvas) {
        for (water, space) in self.berths.waters() {
            let Some(name) = self.chart.land.waters.get(usize::from(water)) else { continue };
            let lines = broken(&name.to_uppercase());
            let around = self.at_sea(water, space);
            self.write("sea", &lines, (170, 60), around, room, canvas);
        }
    }

    /// The middles of the spaces of a water that have water to both hands, those nearest to a space
    /// first, and room above and below its counters.
    fn at_sea(&self, water: u16, space: Space) -> Vec<Point> {
        let cells = &self.chart.land.cells;
        let wet = |at: &Space| cells[at.index()].soil.is_water();
        let near = |at: &Space| {
            let ((x, y), (ox, oy)) = (self.lattice.centre(*at), self.lattice.centre(space));
            (i64::from(x - ox).pow(2) + i64::from(y - oy).pow(2), *at)
        };
        let mut spaces: Vec<Space> = self
            .frame
            .cells
            .iter()
            .copied()
            .filter(|at| cells[at.index()].water == Some(water))
            .filter(|at| self.lattice.around(*at).iter().filter(|at| !wet(at)).count() <= 1)
            .collect();
        spaces.sort_by_key(near);
        spaces.truncate(24);
        let part = self.frame.paper.cell * 55 / 100;
        let around = |at: Space| {
            let (x, y) = self.middle(at);
            [(x, y + part), (x, y - part), (x, y)]
        };
        spaces.into_iter().flat_map(around).collect()
    }

    /// Writes lines of letter-spaced words where there is room.
    fn write(
        &self,
        class: &'static str,
        lines: &[String],
        (size, spacing): (i32, i32),
        middles: impl IntoIterator<Item = Point>,
        room: &mut Room,
        canvas: &mut Canvas,
    ) {
        let long = |words: &String| {
            let letters = i32::try_from(words.chars().count()).unwrap_or_default();
            width(words, size, false) + letters * spacing
        };
        let step = size * 125 / 100;
        let count = i32::try_from(lines.len()).unwrap_or(1);
        let label = (lines.iter().map(long).max().unwrap_or(0), step * count);
        if let Some((x, y)) = room.find(label, middles) {
            for (words, nth) in lines.iter().zip(0..) {
                let down = y - label.1 / 2 + nth * step + step * 76 / 100;
                canvas.words(class, (x + spacing / 2, down), words);
            }
        }
    }

    fn realms(&self, room: &mut Room, canvas: &mut Canvas) {
        let land = &self.chart.land;
        let mut realms: BTreeMap<&str, Vec<Space>> = BTreeMap::new();
        for at in &self.frame.cells {
            if let Some(region) = land.cells[at.index()].region {
                realms.entry(&land.regions[usize::from(region)].realm).or_default().push(*at);
            }
        }
        let mut realms: Vec<(&str, Vec<Space>)> = realms.into_iter().collect();
        realms.sort_by_key(|(name, spaces)| (std::cmp::Reverse(spaces.len()), *name));
        for (name, spaces) in realms.into_iter().filter(|(_, spaces)| spaces.len() >= 5) {
            let lines = broken(&name.to_uppercase());
            let (size, spacing) = if spaces.len() >= 40 { (200, 90) } else { (150, 40) };
            let class = if spaces.len() >= 40 { "realm" } else { "realm small" };
            self.write(class, &lines, (size, spacing), self.inside(&spaces), room, canvas);
        }
    }

    fn regions(&self, room: &mut Room, canvas: &mut Canvas) {
        let land = &self.chart.land;
        let mut regions: BTreeMap<u16, Vec<Space>> = BTreeMap::new();
        for at in &self.frame.cells {
            if let Some(region) = land.cells[at.index()].region {
                regions.entry(region).or_default().push(*at);
            }
        }
        for (region, spaces) in regions.into_iter().filter(|(_, spaces)| spaces.len() >= 3) {
            let region = &land.regions[usize::from(region)];
            if region.name != region.realm {
                let lines = [region.name.clone()];
                self.write("region", &lines, (112, 0), self.inside(&spaces), room, canvas);
            }
        }
    }

    /// The middles of some spaces and the sides between them, the innermost first.
    fn inside(&self, spaces: &[Space]) -> Vec<Point> {
        let points: Vec<Point> =
            spaces.iter().map(|at| self.middle(*at)).filter(|at| self.frame.shows(*at)).collect();
        let count = i64::try_from(points.len()).unwrap_or(1).max(1);
        let x = points.iter().map(|(x, _)| i64::from(*x)).sum::<i64>() / count;
        let y = points.iter().map(|(_, y)| i64::from(*y)).sum::<i64>() / count;
        let mut points = points;
        points.sort_by_key(|(px, py)| {
            ((i64::from(*px) - x).pow(2) + (i64::from(*py) - y).pow(2), *px, *py)
        });
        points.truncate(24);
        let half = self.frame.paper.cell * 30 / 100;
        points.into_iter().flat_map(|(x, y)| [(x, y), (x, y + half), (x, y - half)]).collect()
    }
}

/// Places for a label round a block, the nearest first.
fn near(block: &Block, label: Point) -> impl Iterator<Item = Point> + use<> {
    let Block { at, size } = *block;
    let middle = (at.0 + size.0 / 2, at.1 + size.1 / 2);
    let far = move |more: i32| beside(middle, (size.0 + more, size.1 + more), label);
    [0, 120, 240, 360, 480].into_iter().flat_map(far)
}

/// Long names in two lines.
fn broken(name: &str) -> Vec<String> {
    let name = short(name, 2 * LONGEST);
    match name.split_once(' ') {
        Some((first, rest)) if name.chars().count() > 12 => vec![first.to_owned(), rest.to_owned()],
        _ => vec![name],
    }
}
