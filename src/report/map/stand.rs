//! Where everything stands: spots become spaces, and the counters of a space share it.
//!
//! The more stand in a space, the smaller they are; none lies on another, nor on a neighbour's.

use super::frame::Frame;
use super::labels::Block;
use super::layout::{Lattice, Point};
use kit::chart::{Chart, Counter, Feat, Size, Spot};
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// A counter's size, in thousandths of the width of a space, with the air around it.
const COUNTER: Point = (620, 480);
/// How far the flag of an army stands out above its counter.
const FLAG: i32 = 180;
/// The most counters that are drawn in one space; the rest is counted.
const MOST: usize = 12;

/// What takes a place in a space.
#[derive(Debug, Clone, Copy)]
pub enum Thing<'a> {
    Counter(&'a Counter),
    /// So many for which there is no room.
    Rest(usize),
    /// What happened here.
    Deeds,
}

/// Something in its place on paper.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'a> {
    pub thing: Thing<'a>,
    pub middle: Point,
    /// Its size, in thousandths of the full one.
    pub scale: i32,
}

impl<'a> Placed<'a> {
    /// The counter, if it is one.
    pub fn counter(&self) -> Option<&'a Counter> {
        match self.thing {
            Thing::Counter(counter) => Some(counter),
            Thing::Rest(_) | Thing::Deeds => None,
        }
    }
}

/// The counters of one space.
#[derive(Debug)]
pub struct Group<'a> {
    pub at: Space,
    pub placed: Vec<Placed<'a>>,
    /// What they cover together.
    pub block: Block,
}

/// Where waters and the boxes before harbours are shown.
pub struct Berths {
    waters: BTreeMap<u16, Space>,
    before: BTreeMap<Space, Space>,
}

impl Berths {
    /// Finds a space for each water that shows, and one for each harbour that is watched.
    pub fn new(chart: &Chart, lattice: &Lattice, frame: &Frame) -> Self {
        let mut waters: BTreeMap<u16, Vec<Space>> = BTreeMap::new();
        for at in frame.cells.iter().copied() {
            if let Some(water) = chart.land.cells[at.index()].water
                && frame.shows(frame.paper.at(lattice.centre(at)))
            {
                waters.entry(water).or_default().push(at);
            }
        }
        let waters: BTreeMap<u16, Space> = waters
            .into_iter()
            .filter_map(|(water, spaces)| Some((water, heart(chart, lattice, &spaces)?)))
            .collect();
        let taken: BTreeSet<Space> = waters.values().copied().collect();
        let courses = chart.courses.iter().flat_map(|course| &course.path);
        let marks = chart.marks.iter().map(|mark| &mark.spot);
        let spots = chart.counters.iter().map(|counter| &counter.spot).chain(courses).chain(marks);
        let mut before = BTreeMap::new();
        for spot in spots {
            let Spot::Before(port) = spot else { continue };
            if !frame.has(*port) || before.contains_key(port) {
                continue;
            }
            let around = lattice.around(*port);
            let water = |at: &&Space| chart.land.cells[at.index()].soil.is_water();
            let used: BTreeSet<Space> = before.values().copied().collect();
            let free = |at: &&Space| !taken.contains(at) && !used.contains(at);
            let space = around.iter().filter(water).find(free).or(around.iter().find(water));
            before.insert(*port, space.copied().unwrap_or(*port));
        }
        Self { waters, before }
    }

    /// The space in which a spot shows; nothing, if it is off the map or does not show.
    pub fn space(&self, spot: &Spot) -> Option<Space> {
        match spot {
            Spot::Cell(at) | Spot::Harbour(at) => Some(*at),
            Spot::Before(port) => self.before.get(port).copied(),
            Spot::Water(water) => self.waters.get(water).copied(),
            Spot::Aside(_) => None,
        }
    }

    /// The harbours that are watched, with the space in which the watchers lie.
    pub fn watched(&self) -> impl Iterator<Item = (Space, Space)> + '_ {
        self.before.iter().map(|(port, space)| (*port, *space))
    }

    /// Where each water is shown.
    pub fn waters(&self) -> impl Iterator<Item = (u16, Space)> + '_ {
        self.waters.iter().map(|(water, space)| (*water, *space))
    }
}

/// The space nearest to the middle of a water that has water all around, if one has.
fn heart(chart: &Chart, lattice: &Lattice, spaces: &[Space]) -> Option<Space> {
    let count = i64::try_from(spaces.len()).unwrap_or(1).max(1);
    let centres = || spaces.iter().map(|at| lattice.centre(*at));
    let x = centres().map(|(x, _)| i64::from(x)).sum::<i64>() / count;
    let y = centres().map(|(_, y)| i64::from(y)).sum::<i64>() / count;
    let far = |at: &Space| {
        let (dx, dy) = lattice.centre(*at);
        (i64::from(dx) - x).pow(2) + 3 * (i64::from(dy) - y).pow(2)
    };
    let open = |at: &Space| {
        let around = lattice.around(*at);
        around.iter().filter(|at| !chart.land.cells[at.index()].soil.is_water()).count()
    };
    spaces.iter().copied().min_by_key(|at| (open(at).min(2), far(at), *at))
}

/// All counters that show, by the space in which they stand.
pub fn groups<'a>(
    chart: &'a Chart,
    lattice: &Lattice,
    frame: &Frame,
    berths: &Berths,
) -> Vec<Group<'a>> {
    let mut by_space: BTreeMap<Space, Vec<&Counter>> = BTreeMap::new();
    for counter in &chart.counters {
        let Some(at) = berths.space(&counter.spot) else { continue };
        if frame.has(at) && frame.shows(frame.paper.at(lattice.centre(at))) {
            by_space.entry(at).or_default().push(counter);
        }
    }
    let deeds = chart.marks.iter().filter(|mark| mark.feat != Feat::Siege);
    let marked: BTreeSet<Space> = deeds.filter_map(|mark| berths.space(&mark.spot)).collect();
    let group = |(at, mut counters): (Space, Vec<&'a Counter>)| {
        counters.sort_by_key(|counter| rank(chart, counter));
        let middle = frame.paper.at(lattice.centre(at));
        let things = things(&counters, marked.contains(&at));
        let placed = share(lattice, frame.paper.cell, middle, &things);
        let block = cover(frame.paper.cell, &placed);
        Group { at, placed, block }
    };
    by_space.into_iter().map(group).collect()
}

/// Who comes first in a space: our own, the larger, the stronger.
fn rank(chart: &Chart, counter: &Counter) -> (impl Ord + use<>, String) {
    let size = match counter.size {
        Size::Army => 0,
        Size::Corps => 1,
        Size::Detachment => 2,
        Size::Other => 3,
    };
    let strength = std::cmp::Reverse(counter.strength.unwrap_or(0));
    let stance = chart.party(counter.party).stance;
    ((stance, counter.party, size, strength, counter.arm), counter.name.clone())
}

/// What needs a place: the deeds only where a single counter does not leave them the upper edge.
fn things<'a>(counters: &[&'a Counter], marked: bool) -> Vec<Thing<'a>> {
    let deeds = marked && counters.len() > 1;
    let room = MOST - usize::from(deeds);
    let shown = if counters.len() > room { room - 1 } else { counters.len() };
    let rest = counters.len() - shown;
    let mut things: Vec<Thing> = deeds.then_some(Thing::Deeds).into_iter().collect();
    things.extend(counters[..shown].iter().map(|counter| Thing::Counter(counter)));
    things.extend((rest > 0).then_some(Thing::Rest(rest)));
    things
}

fn is_army(thing: &Thing) -> bool {
    matches!(thing, Thing::Counter(Counter { size: Size::Army, .. }))
}

/// Shares a space out among things: in rows, as large as they fit.
fn share<'a>(lattice: &Lattice, cell: i32, (x, y): Point, things: &[Thing<'a>]) -> Vec<Placed<'a>> {
    let number = i32::try_from(things.len()).unwrap_or(1);
    let rows_of = |columns: i32| (number + columns - 1) / columns;
    // Where several stand together, an army's flag has room of its own.
    let flagged = number > 1 && things.iter().any(is_army);
    let flag = if flagged { FLAG } else { 0 };
    let scale = |columns: i32| {
        let half = (COUNTER.0 * columns / 2, (COUNTER.1 + flag) * rows_of(columns) / 2);
        lattice.fit(half).min(1000)
    };
    let columns = (1..=4).max_by_key(|columns| (scale(*columns), -columns)).unwrap_or(1);
    let (scale, rows) = (scale(columns), rows_of(columns));
    let size = |part: i32| part * scale / 1000 * cell / 1000;
    let step = (size(COUNTER.0), size(COUNTER.1 + flag));
    let y = y + size(flag) / 2;
    let place = |(thing, nth): (&Thing<'a>, i32)| {
        let (column, row) = (nth % columns, nth / columns);
        let in_row = if row == rows - 1 { number - row * columns } else { columns };
        let middle =
            (x + (2 * column - in_row + 1) * step.0 / 2, y + (2 * row - rows + 1) * step.1 / 2);
        Placed { thing: *thing, middle, scale }
    };
    things.iter().zip(0..).map(place).collect()
}

/// Where the deeds of a space are drawn, and how large in thousandths: in a place of their own in a
/// crowd, else at the upper edge, beside the flag of an army.
pub fn deed_place(cell: i32, (x, y): Point, group: Option<&Group>) -> (Point, i32) {
    let placed = group.map_or(&[][..], |group| &group.placed);
    if let Some(place) = placed.iter().find(|placed| matches!(placed.thing, Thing::Deeds)) {
        return (place.middle, place.scale * cell / 720);
    }
    let beside = if placed.iter().any(|placed| is_army(&placed.thing)) { 15 } else { 0 };
    ((x + cell * beside / 100, y - cell * 39 / 100), 1000)
}

/// What a counter covers on paper; an army's flag stands out above it.
fn extent(cell: i32, placed: &Placed) -> Block {
    let size = |part: i32| part * placed.scale / 1000 * cell / 1000;
    let above = if is_army(&placed.thing) { size(FLAG) } else { 0 };
    let block = Block::around(placed.middle, (size(COUNTER.0), size(COUNTER.1)));
    Block { at: (block.at.0, block.at.1 - above), size: (block.size.0, block.size.1 + above) }
}

fn cover(cell: i32, placed: &[Placed]) -> Block {
    let blocks = || placed.iter().map(|one| extent(cell, one));
    let left = blocks().map(|block| block.at.0).min().unwrap_or_default();
    let top = blocks().map(|block| block.at.1).min().unwrap_or_default();
    let right = blocks().map(|block| block.at.0 + block.size.0).max().unwrap_or_default();
    let low = blocks().map(|block| block.at.1 + block.size.1).max().unwrap_or_default();
    Block { at: (left, top), size: (right - left, low - top) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::curve::scatter;
    use crate::map::frame;
    use kit::chart::{Arm, Cell, Grid, Land, Livery, Mark, Party, Place, Plight, Soil, Stance};
    use kit::sight::Sight;

    fn crowded(grid: Grid, seed: u32) -> Chart {
        let mut chart = Chart::new("Crowd", "Nobody", "spring 1800".to_owned());
        let cell = |nth: u16| Cell {
            soil: Soil::Open,
            region: None,
            water: None,
            shut: false,
            number: nth.to_string(),
        };
        chart.land = Land { grid, cells: (0..42).map(cell).collect(), ..chart.land };
        let stances = [Stance::Own, Stance::Ally, Stance::Enemy];
        let party = |stance| Party { name: String::new(), stance, livery: Livery::Or };
        chart.parties = stances.map(party).to_vec();
        for at in 0..42u16 {
            chart.focus.push((Space(at), 1));
            if at % 3 == 0 {
                let (spot, told) = (Spot::Cell(Space(at)), "a battle".to_owned());
                chart.marks.push(Mark { spot, feat: Feat::Battle, winner: Some(0), told });
            }
            for nth in 0..scatter((i32::from(at), 0), seed) % 15 {
                chart.counters.push(Counter {
                    party: u16::try_from(nth % 3).unwrap(),
                    spot: Spot::Cell(Space(at)),
                    name: format!("{at}-{nth}"),
                    arm: Arm::Foot,
                    size: if nth % 4 == 1 { Size::Army } else { Size::Corps },
                    strength: Some(nth),
                    bounds: None,
                    sight: Sight::Full,
                    since: None,
                    plight: Plight::default(),
                    inside: String::new(),
                });
            }
        }
        chart
    }

    /// If counters fill a space, its number and the name of its town are drawn beside them.
    #[test]
    fn counters_hide_neither_the_number_of_a_space_nor_its_town() {
        let mut chart = crowded(Grid::Hexes { columns: 7, rows: 6 }, 3);
        // Counters in every third space leave room beside them.
        chart.counters.retain(|counter| match counter.spot {
            Spot::Cell(at) => at.0.is_multiple_of(3),
            _ => false,
        });
        chart.counters.iter_mut().for_each(|counter| counter.name.clear());
        let town = |nth: u16| Place {
            at: Space(nth),
            name: format!("Town {nth}"),
            seat: nth.is_multiple_of(2),
            walls: u8::try_from(nth % 4).unwrap(),
            port: false,
            holder: None,
        };
        chart.land.places = (0..42).step_by(3).map(town).collect();
        let lattice = Lattice::new(&chart.land);
        let frame = Frame::new(&chart, &lattice, frame::Size::Mail, 9_760);
        let berths = Berths::new(&chart, &lattice, &frame);
        let svg = crate::map::svg(&chart, frame::Size::Mail);
        let crowds = groups(&chart, &lattice, &frame, &berths);
        assert!(crowds.len() > 8 && crowds.iter().any(|crowd| crowd.placed.len() > 5));
        for crowd in crowds {
            let number = &chart.land.cells[crowd.at.index()].number;
            for words in [number, chart.name(crowd.at)] {
                assert!(svg.contains(&format!(">{words}</text>")), "{words} has no room");
            }
        }
    }

    #[test]
    fn nobody_lies_on_anybody() {
        let hexes = Grid::Hexes { columns: 7, rows: 6 };
        let squares = Grid::Squares { columns: 7, rows: 6 };
        for (grid, seed) in [(hexes, 1), (squares, 2)] {
            let chart = crowded(grid, seed);
            let lattice = Lattice::new(&chart.land);
            let frame = Frame::new(&chart, &lattice, frame::Size::Mail, 9_760);
            let berths = Berths::new(&chart, &lattice, &frame);
            let groups = groups(&chart, &lattice, &frame, &berths);
            let cell = frame.paper.cell;
            let placed: Vec<&Placed> = groups.iter().flat_map(|group| &group.placed).collect();
            let shown = placed.iter().filter(|placed| placed.counter().is_some()).count();
            let rest = |placed: &&Placed| match placed.thing {
                Thing::Rest(rest) => rest,
                Thing::Counter(_) | Thing::Deeds => 0,
            };
            let counted: usize = placed.iter().map(rest).sum();
            let deeds = placed.iter().filter(|placed| matches!(placed.thing, Thing::Deeds));
            assert!(deeds.count() > 5, "what happened has a place in a crowd");
            assert_eq!(shown + counted, chart.counters.len(), "nobody is left out");
            assert!(counted > 10 && shown > 200);
            // A dot's breadth is lost where tenths of a pixel are rounded.
            let blocks: Vec<Block> = placed
                .iter()
                .map(|placed| extent(cell, placed))
                .map(|block| Block { size: (block.size.0 - 10, block.size.1 - 10), ..block })
                .collect();
            for (nth, block) in blocks.iter().enumerate() {
                let other = blocks[..nth].iter().find(|other| other.meets(block));
                assert_eq!(other, None, "{block:?} of {:?}", placed[nth]);
            }
        }
    }
}
