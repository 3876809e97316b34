//! The cut: which part of the map is drawn, and how large.
//!
//! At mail size the cut shows what matters to the viewer, as large as it fits; where all of it does
//! not fit, the part that matters most. At full size it is all of the map that is played on.

use super::layout::{Lattice, Paper, Point};
use kit::chart::{Chart, Grid, Spot};
use kit::ground::Space;

/// How large a map is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// A thousand pixels wide: the theatre, for a mail.
    Mail,
    /// The whole of what is played on, with a number in each space: for a wall.
    Full,
}

/// A window on the map.
#[derive(Debug, Clone)]
pub struct Frame {
    pub paper: Paper,
    pub width: i32,
    pub height: i32,
    /// The spaces that show, and those next to them, in rising order.
    pub cells: Vec<Space>,
}

/// How wide a space may be in a mail, and how high the window: least and most.
const CELL: (i32, i32) = (600, 880);
const HEIGHT: (i32, i32) = (6000, 9200);
/// How wide an area may be, and how high the window of a map of areas is at least.
const LARGEST_CELL: i32 = 2400;
const LEAST_HEIGHT: i32 = 3000;
/// How wide a space is at full size.
const FULL_CELL: i32 = 800;
/// How many points of the focus are tried as corners of the cut.
const CORNERS: usize = 24;

/// A rectangle on the lattice: its least and its greatest corner.
type Bounds = (Point, Point);

impl Frame {
    /// The window for a size of paper: so wide, and as high as it must be.
    pub fn new(chart: &Chart, lattice: &Lattice, size: Size, width: i32) -> Self {
        match size {
            Size::Mail => Self::theatre(chart, lattice, width),
            Size::Full => Self::whole(chart, lattice),
        }
    }

    /// All of the map, so that it fits into a box.
    pub fn overview(lattice: &Lattice, most: Point) -> Self {
        let all = bounds(lattice.spaces().map(|at| lattice.centre(at)), lattice.width() / 2);
        let cell = (1..=CELL.1).rev().find(|cell| {
            let (width, height) = extent(lattice, *cell, all);
            width <= most.0 && height <= most.1
        });
        let cell = cell.unwrap_or(1);
        let (width, height) = extent(lattice, cell, all);
        Self { paper: lattice.paper(cell, all.0), width, height, cells: lattice.spaces().collect() }
    }

    fn whole(chart: &Chart, lattice: &Lattice) -> Self {
        let played = lattice.spaces().filter(|at| {
            let cell = &chart.land.cells[at.index()];
            !cell.shut && !cell.soil.is_water()
        });
        let counters = chart.counters.iter().filter_map(|counter| match counter.spot {
            Spot::Cell(at) | Spot::Harbour(at) | Spot::Before(at) => Some(at),
            Spot::Water(_) | Spot::Aside(_) => None,
        });
        let centres = played.chain(counters).map(|at| lattice.centre(at));
        let shown = bounds(centres, lattice.width() * 3 / 2);
        let (width, height) = extent(lattice, FULL_CELL, shown);
        Self::cut(lattice, FULL_CELL, shown.0, (width, height))
    }

    /// A map of areas: all of it, as large as it fits; nothing for one that fills the window.
    fn small(lattice: &Lattice, width: i32) -> Option<Self> {
        let all = bounds(lattice.spaces().map(|at| lattice.centre(at)), lattice.width());
        let fits = |cell: i32| {
            let (across, down) = extent(lattice, cell, all);
            across <= width && down <= HEIGHT.1
        };
        let cell = (CELL.1..=LARGEST_CELL).rev().step_by(4).find(|cell| fits(*cell))?;
        let (across, down) = extent(lattice, cell, all);
        let height = down.max(LEAST_HEIGHT);
        let paper = lattice.paper(cell, (0, 0));
        let steps = paper.steps((width - across, height - down));
        let corner = (all.0.0 - steps.0 / 2, all.0.1 - steps.1 / 2);
        Some(Self::cut(lattice, cell, corner, (width, height)))
    }

    fn theatre(chart: &Chart, lattice: &Lattice, width: i32) -> Self {
        if matches!(chart.land.grid, Grid::Areas { .. })
            && let Some(small) = Self::small(lattice, width)
        {
            return small;
        }
        let margin = lattice.width() * 5 / 4;
        let focus: Vec<(Point, u32)> =
            chart.focus.iter().map(|(at, weight)| (lattice.centre(*at), *weight)).collect();
        let mut shown = bounds(focus.iter().map(|(at, _)| *at), margin);
        if focus.is_empty() {
            shown = bounds(lattice.spaces().map(|at| lattice.centre(at)), 0);
        }
        let most = lattice.paper(CELL.0, (0, 0)).steps((width, HEIGHT.1));
        let fits = |(low, high): Bounds| high.0 - low.0 <= most.0 && high.1 - low.1 <= most.1;
        if !fits(shown) {
            let low = best_corner(&focus, most, margin).unwrap_or(shown.0);
            let within = |at: &Point| {
                (low.0..low.0 + most.0).contains(&at.0) && (low.1..low.1 + most.1).contains(&at.1)
            };
            let inside = focus.iter().map(|(at, _)| *at).filter(within);
            shown = bounds(inside, margin);
            if !fits(shown) {
                shown = (low, (low.0 + most.0, low.1 + most.1));
            }
        }
        let cell = (CELL.0..=CELL.1).rev().step_by(4).find(|cell| {
            let (across, down) = extent(lattice, *cell, shown);
            across <= width && down <= HEIGHT.1
        });
        let cell = cell.unwrap_or(CELL.0);
        let down = extent(lattice, cell, shown).1;
        let height = down.clamp(HEIGHT.0, HEIGHT.1);
        let steps = lattice.paper(cell, (0, 0)).steps((width, height));
        let (low, high) = shown;
        let corner = ((low.0 + high.0 - steps.0) / 2, (low.1 + high.1 - steps.1) / 2);
        let whole = bounds(lattice.spaces().map(|at| lattice.centre(at)), lattice.width() / 4);
        Self::cut(lattice, cell, within(corner, steps, whole), (width, height))
    }

    fn cut(lattice: &Lattice, cell: i32, corner: Point, (width, height): Point) -> Self {
        let paper = lattice.paper(cell, corner);
        let near = |at: &Space| {
            let (x, y) = paper.at(lattice.centre(*at));
            (-cell * 5 / 4..=width + cell * 5 / 4).contains(&x)
                && (-cell * 5 / 4..=height + cell * 5 / 4).contains(&y)
        };
        let cells = lattice.spaces().filter(near).collect();
        Self { paper, width, height, cells }
    }

    /// Whether a point of the paper is well inside the window.
    pub fn shows(&self, (x, y): Point) -> bool {
        let edge = self.paper.cell / 4;
        (edge..self.width - edge).contains(&x) && (edge..self.height - edge).contains(&y)
    }

    /// Whether a space is drawn at all.
    pub fn has(&self, at: Space) -> bool {
        self.cells.binary_search(&at).is_ok()
    }
}

/// Moves a corner so that the window does not look beyond the edge of the map.
fn within(corner: Point, steps: Point, (low, high): Bounds) -> Point {
    let clamp = |at: i32, steps: i32, low: i32, high: i32| {
        if high - low <= steps { (low + high - steps) / 2 } else { at.clamp(low, high - steps) }
    };
    (clamp(corner.0, steps.0, low.0, high.0), clamp(corner.1, steps.1, low.1, high.1))
}

/// The rectangle round points, with a margin.
fn bounds(points: impl Iterator<Item = Point>, margin: i32) -> Bounds {
    let mut bounds: Option<Bounds> = None;
    for (x, y) in points {
        let (low, high) = bounds.unwrap_or(((x, y), (x, y)));
        bounds = Some(((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y))));
    }
    let (low, high) = bounds.unwrap_or_default();
    ((low.0 - margin, low.1 - margin), (high.0 + margin, high.1 + margin))
}

/// How large a rectangle of the lattice is on paper.
fn extent(lattice: &Lattice, cell: i32, (low, high): Bounds) -> Point {
    lattice.paper(cell, low).at(high)
}

/// The corner of the window of this size in which most of what matters lies.
fn best_corner(focus: &[(Point, u32)], size: Point, margin: i32) -> Option<Point> {
    let mut heavy: Vec<&(Point, u32)> = focus.iter().collect();
    heavy.sort_by_key(|(at, weight)| (std::cmp::Reverse(*weight), *at));
    heavy.truncate(CORNERS);
    let weight = |(left, top): Point| -> u64 {
        let inside = focus.iter().filter(|((x, y), _)| {
            (left + margin..=left + size.0 - margin).contains(x)
                && (top + margin..=top + size.1 - margin).contains(y)
        });
        inside.map(|(_, weight)| u64::from(*weight)).sum()
    };
    let corners = heavy.iter().flat_map(|(a, _)| {
        heavy.iter().flat_map(|(b, _)| {
            let lefts = [a.0 - margin, a.0 + margin - size.0];
            let tops = [b.1 - margin, b.1 + margin - size.1];
            lefts.into_iter().flat_map(move |left| tops.map(|top| (left, top)))
        })
    });
    corners.max_by_key(|corner| (weight(*corner), std::cmp::Reverse(*corner)))
}
