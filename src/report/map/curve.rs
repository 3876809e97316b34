//! Lines along the sides of spaces, joined and smoothed, so that a coast reads as a coast.
//!
//! A corner is moved a little by a fixed rule, the same for every line that passes it; a line then
//! is a curve that runs near its corners. The same chart gives the same curves.

use super::layout::{Lattice, Paper, Point};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A line on the lattice: its corners, and whether it ends where it began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    pub points: Vec<Point>,
    pub closed: bool,
}

/// Joins the sides round a set of spaces, each with the set on its right hand, into closed lines.
pub fn loops(sides: &[(Point, Point)]) -> Vec<Chain> {
    let mut sides = sides.to_vec();
    sides.sort_unstable();
    let mut used = vec![false; sides.len()];
    let mut chains = vec![];
    for first in 0..sides.len() {
        let (mut points, mut at) = (vec![], first);
        while !used[at] {
            used[at] = true;
            points.push(sides[at].0);
            let end = sides[at].1;
            let from = sides.partition_point(|side| side.0 < end);
            let open = (from..sides.len()).take_while(|nth| sides[*nth].0 == end);
            at = open.into_iter().find(|nth| !used[*nth]).unwrap_or(at);
        }
        if points.len() > 2 {
            chains.push(Chain { points, closed: true });
        }
    }
    chains
}

/// Joins sides into lines that end where three meet or none goes on.
pub fn lines(sides: &[(Point, Point)]) -> Vec<Chain> {
    let mut next: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for (p, q) in sides {
        for (p, q) in [(p, q), (q, p)] {
            let ends = next.entry(*p).or_default();
            if !ends.contains(q) {
                ends.push(*q);
            }
        }
    }
    let mut used: std::collections::BTreeSet<(Point, Point)> = std::collections::BTreeSet::new();
    let mut chains = vec![];
    let ends = next.iter().filter(|(_, ends)| ends.len() != 2).map(|(p, _)| *p);
    let starts: Vec<Point> = ends.chain(next.keys().copied()).collect();
    for start in starts {
        for second in &next[&start] {
            if !used.insert((start, *second)) {
                continue;
            }
            used.insert((*second, start));
            let mut points = vec![start, *second];
            let (mut before, mut at) = (start, *second);
            while at != start && next[&at].len() == 2 {
                let Some(on) = next[&at].iter().copied().find(|on| *on != before) else { break };
                if !used.insert((at, on)) {
                    break;
                }
                used.insert((on, at));
                points.push(on);
                (before, at) = (at, on);
            }
            let closed = at == start && points.len() > 3;
            if closed {
                points.pop();
            }
            chains.push(Chain { points, closed });
        }
    }
    chains
}

/// Turns lines of the lattice into curves on paper.
pub struct Pen<'p> {
    paper: &'p Paper,
    /// The corners that are not on the map's edge.
    inner: Option<(Point, Point)>,
    /// Where a coast passes near a corner, for whatever ends there.
    shore: BTreeMap<Point, Point>,
}

impl<'p> Pen<'p> {
    /// A pen for this paper and the spaces on it.
    pub fn new(paper: &'p Paper, lattice: &Lattice) -> Self {
        Self { paper, inner: lattice.inner(), shore: BTreeMap::new() }
    }

    /// A corner on paper, moved a little by a fixed rule; one on the map's edge is moved far out, so
    /// that the land there seems to go on and not to end in a coast.
    pub fn corner(&self, at: Point) -> Point {
        let (x, y) = self.paper.at(at);
        let (dx, dy) = shift(at);
        let cell = self.paper.cell;
        let out = |at: i32, low: i32, high: i32| match at {
            at if at < low => -3 * cell,
            at if at > high => 3 * cell,
            _ => 0,
        };
        let (across, down) = self
            .inner
            .map_or((0, 0), |(low, high)| (out(at.0, low.0, high.0), out(at.1, low.1, high.1)));
        (x + dx * cell / 2000 + across, y + dy * cell / 2000 + down)
    }

    /// Remembers a coast, so that rivers and borders end at it.
    pub fn settle(&mut self, chain: &Chain) {
        let soft = self.soften(chain);
        let count = soft.len();
        for (nth, corner) in chain.points.iter().enumerate() {
            let (before, after) = (soft[(nth + count - 1) % count], soft[(nth + 1) % count]);
            let near = |a: i32, b: i32, c: i32| (a + 6 * b + c) / 8;
            let at = soft[nth];
            self.shore
                .insert(*corner, (near(before.0, at.0, after.0), near(before.1, at.1, after.1)));
        }
    }

    /// The corners of a line on paper, each drawn towards its neighbours.
    fn soften(&self, chain: &Chain) -> Vec<Point> {
        let mut points: Vec<Point> = chain.points.iter().map(|at| self.corner(*at)).collect();
        let count = points.len();
        if !chain.closed {
            for (end, corner) in [(0, chain.points.first()), (count - 1, chain.points.last())] {
                if let Some(shore) = corner.and_then(|corner| self.shore.get(corner)) {
                    points[end] = *shore;
                }
            }
        }
        let sharp = points.clone();
        let inner = if chain.closed { 0..count } else { 1..count.saturating_sub(1) };
        for nth in inner {
            let (before, after) = (sharp[(nth + count - 1) % count], sharp[(nth + 1) % count]);
            let draw = |a: i32, b: i32, c: i32| (a + 2 * b + c) / 4;
            points[nth] =
                (draw(before.0, sharp[nth].0, after.0), draw(before.1, sharp[nth].1, after.1));
        }
        points
    }

    /// Writes coasts as one path: with small bays and heads between the corners.
    pub fn coast<'c>(&self, chains: impl IntoIterator<Item = &'c Chain>) -> String {
        let mut path = String::new();
        for chain in chains {
            let soft = self.soften(chain);
            let reach = self.paper.cell * 11 / 100;
            let mut points = Vec::with_capacity(2 * soft.len());
            for (nth, at) in soft.iter().enumerate() {
                let after = soft[(nth + 1) % soft.len()];
                let bits = scatter(chain.points[nth], 3);
                let part = |bits: u32| {
                    (i32::try_from(bits & 0xff).unwrap_or_default() - 127) * reach / 127
                };
                points.push(*at);
                points.push((
                    (at.0 + after.0) / 2 + part(bits),
                    (at.1 + after.1) / 2 + part(bits >> 8),
                ));
            }
            bent(&points, true, &mut path);
        }
        path
    }

    /// Writes lines as one path: curves from middle to middle with the corners as handles.
    pub fn path<'c>(&self, chains: impl IntoIterator<Item = &'c Chain>) -> String {
        let mut path = String::new();
        for chain in chains {
            bent(&self.soften(chain), chain.closed, &mut path);
        }
        path
    }
}

/// Writes a curve from middle to middle of points, with the points as handles.
fn bent(soft: &[Point], closed: bool, path: &mut String) {
    let count = soft.len();
    let middle = |a: Point, b: Point| ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
    let mut at = if closed { middle(soft[count - 1], soft[0]) } else { soft[0] };
    let _ = write!(path, "M{} {}", at.0, at.1);
    let mut bend = |handle: Point, to: Point| {
        let (hx, hy) = (handle.0 - at.0, handle.1 - at.1);
        let _ = write!(path, "q{hx} {hy} {} {}", to.0 - at.0, to.1 - at.1);
        at = to;
    };
    if closed {
        for nth in 0..count {
            bend(soft[nth], middle(soft[nth], soft[(nth + 1) % count]));
        }
        path.push('Z');
    } else if count == 2 {
        let _ = write!(path, "L{} {}", soft[1].0, soft[1].1);
    } else {
        for nth in 1..count - 1 {
            let last = nth == count - 2;
            bend(soft[nth], if last { soft[nth + 1] } else { middle(soft[nth], soft[nth + 1]) });
        }
    }
}

/// How far a corner is moved, in thousandths of half a space: the same for the same corner.
fn shift(at: Point) -> Point {
    let bits = scatter(at, 1);
    let part = |bits: u32| i32::try_from(bits % 321).unwrap_or_default() - 160;
    (part(bits & 0xffff), part(bits >> 16))
}

/// Bits that look like chance and are always the same for a point.
pub fn scatter((x, y): Point, salt: u32) -> u32 {
    let mut bits = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77);
    bits = bits.wrapping_add(salt.wrapping_mul(0xC2B2_AE3D));
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297A_2D39);
    bits ^ (bits >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::layout::Lattice;
    use kit::chart::{Chart, Grid, Land};

    #[test]
    fn sides_are_joined() {
        let square = [((0, 0), (1, 0)), ((1, 1), (0, 1)), ((1, 0), (1, 1)), ((0, 1), (0, 0))];
        let chains = loops(&square);
        assert_eq!(chains, [Chain { points: vec![(0, 0), (1, 0), (1, 1), (0, 1)], closed: true }]);
        let chains = lines(&square);
        assert_eq!(chains.len(), 1, "a line that comes back is one line");
        assert!(chains[0].closed);
        // Three rivers meet in one corner: each is a line of its own that ends there.
        let star = [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((0, 0), (0, 1)), ((0, -1), (0, 0))];
        let chains = lines(&star);
        assert_eq!(chains.len(), 3);
        for chain in &chains {
            let ends = [chain.points[0], chain.points[chain.points.len() - 1]];
            assert!(ends.contains(&(0, 0)) && !chain.closed, "{chain:?}");
        }
        assert_eq!(lines(&[]), []);
    }

    #[test]
    fn a_river_ends_at_the_coast() {
        let chart = Chart::new("", "", String::new());
        let land = Land { grid: Grid::Hexes { columns: 9, rows: 9 }, ..chart.land };
        let lattice = Lattice::new(&land);
        let paper = lattice.paper(800, (0, 0));
        let mut pen = Pen::new(&paper, &lattice);
        let coast =
            Chain { points: vec![(4, 4), (6, 4), (7, 5), (6, 6), (4, 6), (3, 5)], closed: true };
        let river = Chain { points: vec![(7, 5), (9, 5), (10, 6)], closed: false };
        let alone = pen.path([&river]);
        pen.settle(&coast);
        let joined = pen.path([&river]);
        assert_ne!(alone, joined, "its mouth is where the smooth coast runs");
        assert_eq!(joined, pen.path([&river]));
        assert!(pen.coast([&coast]).ends_with('Z'));
    }
}
