//! Where the spaces of a grid lie: corners and centres on a lattice of whole numbers, then on paper.
//!
//! On the lattice two neighbours share their corners exactly, so that what runs along their sides
//! can be joined into lines. Paper is measured in tenths of a pixel.

use kit::chart::{Grid, Land};
use kit::ground::Space;
use kit::hex::{HexGround, Side};
use kit::square::SquareGround;
use std::collections::BTreeMap;

/// A point, on the lattice or on paper.
pub type Point = (i32, i32);

/// The spaces of a chart on the lattice.
pub struct Lattice<'a> {
    land: &'a Land,
    shape: Shape<'a>,
}

enum Shape<'a> {
    Hexes(HexGround),
    Squares(SquareGround),
    Areas { outlines: &'a [Vec<Point>], beyond: BTreeMap<(Point, Point), Space>, width: i32 },
}

/// From the centre of a hex to its corners, clockwise from the north-west: the side from one to the
/// next is that of the same place in [`Side::ALL`].
const HEX: [Point; 6] = [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)];
const SQUARE: [Point; 4] = [(-1, -1), (1, -1), (1, 1), (-1, 1)];
const STEPS: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

impl<'a> Lattice<'a> {
    /// Lays out the grid of a chart.
    pub fn new(land: &'a Land) -> Self {
        let shape = match &land.grid {
            Grid::Hexes { columns, rows } => Shape::Hexes(HexGround::new(*columns, *rows)),
            Grid::Squares { columns, rows } => {
                Shape::Squares(SquareGround::new(*columns, *rows, false))
            }
            Grid::Areas { outlines } => {
                let mut beyond = BTreeMap::new();
                for (outline, nth) in outlines.iter().zip(0..) {
                    for (p, q) in ring(outline) {
                        beyond.insert((q, p), Space(nth));
                    }
                }
                Shape::Areas { outlines, beyond, width: mean_width(outlines) }
            }
        };
        Self { land, shape }
    }

    /// All spaces that have a cell.
    pub fn spaces(&self) -> impl Iterator<Item = Space> + use<> {
        (0..u16::try_from(self.land.cells.len()).unwrap_or(u16::MAX)).map(Space)
    }

    /// How wide a space is on the lattice.
    pub fn width(&self) -> i32 {
        match &self.shape {
            Shape::Hexes(_) => 4,
            Shape::Squares(_) => 2,
            Shape::Areas { width, .. } => *width,
        }
    }

    /// The middle of a space.
    pub fn centre(&self, at: Space) -> Point {
        match &self.shape {
            Shape::Hexes(ground) => {
                let (column, row) = ground.column_row(at);
                (3 * i32::from(column), 2 * i32::from(row) + i32::from(column % 2 == 0))
            }
            Shape::Squares(ground) => {
                let (column, row) = ground.column_row(at);
                (2 * i32::from(column), 2 * i32::from(row))
            }
            Shape::Areas { outlines, .. } => middle(&outlines[at.index()]),
        }
    }

    /// The corners of a space, clockwise.
    pub fn corners(&self, at: Space) -> Vec<Point> {
        let (x, y) = self.centre(at);
        let around = |corners: &[Point]| corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        match &self.shape {
            Shape::Hexes(_) => around(&HEX),
            Shape::Squares(_) => around(&SQUARE),
            Shape::Areas { outlines, .. } => outlines[at.index()].clone(),
        }
    }

    /// The space beyond the side that runs from one corner to the next.
    pub fn beyond(&self, at: Space, side: usize, ends: (Point, Point)) -> Option<Space> {
        match &self.shape {
            Shape::Hexes(ground) => ground.step(at, Side::ALL[side]),
            Shape::Squares(ground) => {
                let (column, row) = ground.column_row(at);
                let (across, down) = STEPS[side];
                ground.at(column.checked_add_signed(across)?, row.checked_add_signed(down)?)
            }
            Shape::Areas { beyond, .. } => beyond.get(&ends).copied(),
        }
    }

    /// The neighbours of a space, clockwise from the first side.
    pub fn around(&self, at: Space) -> Vec<Space> {
        let corners = self.corners(at);
        ring(&corners).enumerate().filter_map(|(side, ends)| self.beyond(at, side, ends)).collect()
    }

    /// The ends of the side that two spaces share.
    pub fn shared(&self, a: Space, b: Space) -> Option<(Point, Point)> {
        let corners = self.corners(a);
        let mut sides = ring(&corners).enumerate();
        sides.find(|(side, ends)| self.beyond(a, *side, *ends) == Some(b)).map(|(_, ends)| ends)
    }

    /// The rectangle of the corners that have spaces all around; those beyond lie on the map's edge.
    pub fn inner(&self) -> Option<(Point, Point)> {
        let whole = |size: u16| i32::from(size);
        match &self.land.grid {
            Grid::Hexes { columns, rows } => {
                Some(((3, 3), (3 * whole(*columns), 2 * whole(*rows))))
            }
            Grid::Squares { columns, rows } => {
                Some(((2, 2), (2 * whole(*columns), 2 * whole(*rows))))
            }
            Grid::Areas { .. } => None,
        }
    }

    /// How large something with these half sides may be to fit into any space, in thousandths, if
    /// the sides are thousandths of a space's width.
    pub fn fit(&self, (across, down): Point) -> i32 {
        let (across, down) = (across.max(1), down.max(1));
        match &self.shape {
            // The slanting side of a hex comes nearer by 577 for every 1000 that one goes down.
            Shape::Hexes(_) => (500_000 / (across + down * 577 / 1000)).min(433_000 / down),
            Shape::Squares(_) | Shape::Areas { .. } => 460_000 / across.max(down),
        }
    }

    /// How far it is on paper from a space to the next, where a space is so wide.
    pub fn pitch(&self, cell: i32) -> i32 {
        match &self.shape {
            Shape::Hexes(_) => cell * 866 / 1000,
            Shape::Squares(_) | Shape::Areas { .. } => cell,
        }
    }

    /// Paper on which a space is so wide, with a point of the lattice as its corner.
    pub fn paper(&self, cell: i32, corner: Point) -> Paper {
        let (across, down) = match &self.shape {
            Shape::Hexes(_) => (250, 433),
            Shape::Squares(_) => (500, 500),
            Shape::Areas { width, .. } => (1000 / width.max(&1), 1000 / width.max(&1)),
        };
        Paper { cell, across: across.max(1), down: down.max(1), corner }
    }
}

/// From the lattice to paper.
#[derive(Debug, Clone, Copy)]
pub struct Paper {
    /// The width of a space on paper.
    pub cell: i32,
    /// A step of the lattice, in thousandths of that width.
    across: i32,
    down: i32,
    /// The point of the lattice that is the corner of the paper.
    corner: Point,
}

impl Paper {
    /// A point of the lattice on paper.
    pub fn at(&self, (x, y): Point) -> Point {
        let scaled = |steps: i32, step: i32| {
            let exact = i64::from(steps) * i64::from(step) * i64::from(self.cell);
            i32::try_from(exact / 1000).unwrap_or(i32::MAX / 4)
        };
        (scaled(x - self.corner.0, self.across), scaled(y - self.corner.1, self.down))
    }

    /// How many steps of the lattice fit into so much paper.
    pub fn steps(&self, (width, height): Point) -> Point {
        (width * 1000 / (self.cell * self.across), height * 1000 / (self.cell * self.down))
    }
}

/// The sides of an outline: each corner with the next.
pub fn ring(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

fn middle(outline: &[Point]) -> Point {
    let count = i32::try_from(outline.len()).unwrap_or(1).max(1);
    let sum = outline.iter().fold((0, 0), |(x, y), (px, py)| (x + px, y + py));
    (sum.0 / count, sum.1 / count)
}

fn mean_width(outlines: &[Vec<Point>]) -> i32 {
    let width = |outline: &Vec<Point>| {
        let across = || outline.iter().map(|(x, _)| *x);
        across().max().unwrap_or(1) - across().min().unwrap_or(0)
    };
    let count = i32::try_from(outlines.len()).unwrap_or(1).max(1);
    (outlines.iter().map(width).sum::<i32>() / count).max(1)
}
