//! The ground: sea and land, terrain, rivers, borders, the grid.

use super::canvas::{
    Canvas, Colour, Shape, Turn, again, again_at, clip, definitions, group, path, rect,
};
use super::curve::{Chain, Pen, lines, loops, scatter};
use super::frame::{Frame, Size};
use super::ink::paint;
use super::layout::{Lattice, Point, ring};
use kit::chart::{Chart, Grid, Soil};
use kit::ground::Space;
use std::fmt::Write;

/// What the ground is drawn from.
pub struct Ground<'a> {
    pub chart: &'a Chart,
    pub lattice: &'a Lattice<'a>,
    pub frame: &'a Frame,
}

/// How broad the band of colour is inside the border of a power's land, and how strong.
pub const HOLDER_BAND: i32 = 75;
pub const HOLDER_OPACITY: i32 = 380;

/// The tints of the soils, quiet enough to write on.
pub const TINTS: [(Soil, Colour); 5] = [
    (Soil::Rough, "#ebdfc0"),
    (Soil::Woods, "#d5ddb2"),
    (Soil::Marsh, "#cfdcd0"),
    (Soil::Mountain, "#d8be90"),
    (Soil::Desert, "#f1e2b6"),
];

/// What lies round the spaces of a map: the sea, but round areas land on which nothing is played, since
/// their seas are areas too.
pub fn around(grid: &Grid) -> Colour {
    match grid {
        Grid::Areas { .. } => "#e2dccb",
        Grid::Hexes { .. } | Grid::Squares { .. } => "#dfe9ea",
    }
}

impl Ground<'_> {
    /// Draws it; the pen learns where the coast runs.
    pub fn draw(&self, pen: &mut Pen, size: Size, canvas: &mut Canvas) {
        let areas = matches!(self.chart.land.grid, Grid::Areas { .. });
        let all = (self.frame.width, self.frame.height);
        canvas.add(rect(all).fill(around(&self.chart.land.grid)));
        let land = self.outline(|at| self.is_land(at));
        land.iter().for_each(|coast| pen.settle(coast));
        canvas.add(definitions(vec![
            path(pen.coast(&land)).named("coast"),
            clip("land", again("coast")),
        ]));
        let waves = [460, 330, 210, 110].into_iter().flat_map(|reach| {
            [("#a9c2c9", reach), ("#dfe9ea", reach - 18)]
                .map(|(colour, width)| again("coast").stroke(colour, width))
        });
        if !areas {
            canvas.add(group(waves.collect()).fill("none"));
        }
        canvas.add(again("coast").fill("#f5eedb"));
        if areas {
            let water = self.outline(|at| !self.is_land(at));
            canvas.add(path(pen.path(&water)).fill("#dfe9ea"));
        }
        let mut land = Canvas::default();
        self.soils(pen, &mut land);
        self.holders(pen, &mut land);
        canvas.add(group(land.shapes).clipped("land"));
        canvas.add(again("coast").fill("none").stroke("#4c463a", 15));
        self.grid(size, canvas);
        self.waters(pen, canvas);
        self.borders(pen, canvas);
        self.sides(pen, canvas);
    }

    fn is_land(&self, at: Space) -> bool {
        !self.chart.land.cells[at.index()].soil.is_water()
    }

    /// The lines round all spaces of a kind.
    pub fn outline(&self, is: impl Fn(Space) -> bool) -> Vec<Chain> {
        let mut sides = vec![];
        for at in self.frame.cells.iter().copied().filter(|at| is(*at)) {
            let corners = self.lattice.corners(at);
            for (side, ends) in ring(&corners).enumerate() {
                let beyond = self.lattice.beyond(at, side, ends);
                if !beyond.is_some_and(|beyond| self.frame.has(beyond) && is(beyond)) {
                    sides.push(ends);
                }
            }
        }
        loops(&sides)
    }

    /// The lines between neighbours of a kind.
    fn between(&self, parts: impl Fn(Space, Space) -> bool) -> Vec<Chain> {
        let mut sides = vec![];
        for at in self.frame.cells.iter().copied() {
            let corners = self.lattice.corners(at);
            for (side, ends) in ring(&corners).enumerate() {
                if let Some(beyond) = self.lattice.beyond(at, side, ends)
                    && at < beyond
                    && parts(at, beyond)
                {
                    sides.push(ends);
                }
            }
        }
        lines(&sides)
    }

    /// The lines along the sides that carry something.
    fn along(&self, is: impl Fn(&kit::chart::Edge) -> bool) -> Vec<Chain> {
        let edges = self
            .chart
            .land
            .edges
            .iter()
            .filter(|edge| is(edge) && (self.frame.has(edge.a) || self.frame.has(edge.b)));
        let sides: Vec<(Point, Point)> =
            edges.filter_map(|edge| self.lattice.shared(edge.a, edge.b)).collect();
        lines(&sides)
    }

    /// The rivers that run through spaces, from middle to middle.
    fn through(&self) -> Vec<Chain> {
        let edges = self.chart.land.edges.iter().filter(|edge| edge.stream);
        let edges = edges.filter(|edge| self.frame.has(edge.a) || self.frame.has(edge.b));
        let middle = |at: Space| self.lattice.centre(at);
        let runs: Vec<(Point, Point)> =
            edges.map(|edge| (middle(edge.a), middle(edge.b))).collect();
        lines(&runs)
    }

    fn soils(&self, pen: &Pen, canvas: &mut Canvas) {
        let cells = &self.chart.land.cells;
        for (soil, tint) in TINTS {
            let around = self.outline(|at| cells[at.index()].soil == soil);
            canvas.add(path(pen.path(&around)).fill(tint));
        }
        for at in &self.frame.cells {
            let kind = match cells[at.index()].soil {
                Soil::Rough => "r",
                Soil::Woods => "w",
                Soil::Marsh => "s",
                Soil::Mountain => "m",
                Soil::Desert => "d",
                Soil::Open | Soil::Sea | Soil::Lake => continue,
            };
            let centre = self.lattice.centre(*at);
            let turn = scatter(centre, 7) % 3;
            canvas.add(again_at(format!("{kind}{turn}"), self.frame.paper.at(centre)));
        }
    }

    /// A band of colour inside the borders of what each power holds, as old maps have it.
    fn holders(&self, pen: &Pen, canvas: &mut Canvas) {
        let land = &self.chart.land;
        for (party, nth) in self.chart.parties.iter().zip(0..) {
            let around = self.outline(|at| land.holder(at) == Some(nth));
            if around.is_empty() {
                continue;
            }
            let (lines, held) = (pen.path(&around), format!("held{nth}"));
            canvas.add(clip(&held, path(&lines)));
            canvas.add(
                path(lines)
                    .clipped(held)
                    .fill("none")
                    .stroke(paint(party.livery).fill, 2 * HOLDER_BAND)
                    .stroke_opacity(HOLDER_OPACITY),
            );
        }
        let shut = self.outline(|at| land.cells[at.index()].shut);
        canvas.add(path(pen.path(&shut)).fill("#e9e6de").fill_opacity(720));
    }

    fn grid(&self, size: Size, canvas: &mut Canvas) {
        // The sides of areas are drawn as borders.
        if matches!(self.chart.land.grid, Grid::Areas { .. }) {
            return;
        }
        let mut lines = String::new();
        for at in self.frame.cells.iter().copied() {
            let corners = self.lattice.corners(at);
            let mut pen_at = None;
            for (side, (from, to)) in ring(&corners).enumerate() {
                if self.lattice.beyond(at, side, (from, to)).is_some_and(|beyond| beyond < at) {
                    continue;
                }
                let ((x, y), (ex, ey)) = (self.frame.paper.at(from), self.frame.paper.at(to));
                if pen_at != Some(from) {
                    let _ = write!(lines, "M{x} {y}");
                }
                let _ = write!(lines, "l{} {}", ex - x, ey - y);
                pen_at = Some(to);
            }
        }
        let lines = path(lines).fill("none").stroke("#5d5340", 7).stroke_opacity(260);
        canvas.add(lines);
        if size == Size::Full {
            let top = self.frame.paper.cell * 36 / 100;
            for at in &self.frame.cells {
                let cell = &self.chart.land.cells[at.index()];
                if !cell.soil.is_water() {
                    let (x, y) = self.frame.paper.at(self.lattice.centre(*at));
                    canvas.words("hex", (x, y - top), &cell.number);
                }
            }
        }
    }

    fn waters(&self, pen: &Pen, canvas: &mut Canvas) {
        let channels = pen.path(&self.along(|edge| edge.channel || edge.strait));
        let mut rivers = self.along(|edge| edge.river);
        rivers.extend(self.through());
        let rivers = pen.path(&rivers);
        let lines = vec![
            path(&channels).stroke("#4c463a", 110),
            path(channels).stroke("#dfe9ea", 80),
            path(&rivers).stroke("#f5eedb", 46).stroke_opacity(700),
            path(rivers).stroke("#4f88a6", 24),
        ];
        canvas.add(group(lines).fill("none"));
    }

    fn borders(&self, pen: &Pen, canvas: &mut Canvas) {
        let land = &self.chart.land;
        let region = |at: Space| land.cells[at.index()].region;
        let realm = |at: Space| region(at).map(|index| &land.regions[usize::from(index)].realm);
        let both = |a: Space, b: Space| self.is_land(a) && self.is_land(b);
        let inner =
            self.between(|a, b| both(a, b) && region(a) != region(b) && realm(a) == realm(b));
        let outer = self.between(|a, b| both(a, b) && realm(a) != realm(b));
        let lines = vec![
            path(pen.path(&inner)).stroke("#6e5f48", 12).dashes("8 34"),
            path(pen.path(&outer)).stroke("#5a2f2a", 22).dashes("110 42 6 42"),
        ];
        canvas.add(group(lines).fill("none"));
    }

    /// Bridges, passes, ridges and straits.
    fn sides(&self, pen: &Pen, canvas: &mut Canvas) {
        let ridges = pen.path(&self.along(|edge| edge.ridge));
        if !ridges.is_empty() {
            canvas.add(group(ridge(&ridges)).fill("none"));
        }
        for edge in &self.chart.land.edges {
            if !(self.frame.has(edge.a) && self.frame.has(edge.b)) {
                continue;
            }
            let Some((p, q)) = self.lattice.shared(edge.a, edge.b) else { continue };
            let ((px, py), (qx, qy)) = (pen.corner(p), pen.corner(q));
            let (x, y) = ((px + qx) / 2, (py + qy) / 2);
            let along = unit((qx - px, qy - py));
            if edge.pass || edge.bridge {
                let id = if edge.pass { "pass" } else { "bridge" };
                canvas.add(again(id).transform([Turn::Along(along, (x, y))]));
            }
            if edge.strait {
                let (from, to) = (self.lattice.centre(edge.a), self.lattice.centre(edge.b));
                let ((ax, ay), (bx, by)) = (self.frame.paper.at(from), self.frame.paper.at(to));
                let reach = |a: i32, b: i32| ((2 * a + b) / 3, (a + 2 * b) / 3);
                let ((x1, x2), (y1, y2)) = (reach(ax, bx), reach(ay, by));
                let line = path(format!("M{x1} {y1}L{x2} {y2}"));
                canvas.add(line.stroke("#7d2f24", 24).dashes("40 36"));
            }
        }
    }
}

/// A chain of mountains along a line: a bar with knobs, unlike the peaks within spaces.
pub fn ridge(line: &str) -> Vec<Shape> {
    let bar = |colour, width| path(line).stroke(colour, width).fill("none");
    vec![
        bar("#fffaf0", 50).stroke_opacity(700),
        bar("#5f4120", 22),
        bar("#5f4120", 62).dashes("1 78"),
    ]
}

/// A direction with a length of a thousand.
pub fn unit((x, y): Point) -> Point {
    let (x, y) = (i64::from(x), i64::from(y));
    let length = (x * x + y * y).isqrt().max(1);
    let part = |part: i64| i32::try_from(part * 1000 / length).unwrap_or_default();
    (part(x), part(y))
}
