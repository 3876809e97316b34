//! The ground: sea and land, terrain, rivers, borders, the grid.

use super::curve::{Chain, Pen, lines, loops, scatter};
use super::frame::{Frame, Size};
use super::ink::{Ink, draw, paint};
use super::layout::{Lattice, Point, ring};
use kit::chart::{Chart, Soil};
use kit::ground::Space;

/// What the ground is drawn from.
pub struct Ground<'a> {
    pub chart: &'a Chart,
    pub lattice: &'a Lattice<'a>,
    pub frame: &'a Frame,
}

/// The tints of the soils, quiet enough to write on.
pub const TINTS: [(Soil, &str); 5] = [
    (Soil::Rough, "#ebdfc0"),
    (Soil::Woods, "#d5ddb2"),
    (Soil::Marsh, "#cfdcd0"),
    (Soil::Mountain, "#e2cfa9"),
    (Soil::Desert, "#f1e2b6"),
];

impl Ground<'_> {
    /// Draws it; the pen learns where the coast runs.
    pub fn draw(&self, pen: &mut Pen, size: Size, ink: &mut Ink) {
        let (width, height) = (self.frame.width, self.frame.height);
        draw!(ink, "<rect width=\"{width}\" height=\"{height}\" fill=\"#dfe9ea\"/>");
        let land = self.outline(|at| self.is_land(at));
        land.iter().for_each(|coast| pen.settle(coast));
        let coast = pen.coast(&land);
        draw!(
            ink,
            "<defs><path id=\"coast\" d=\"{coast}\"/>\
             <clipPath id=\"land\"><use href=\"#coast\"/></clipPath></defs>"
        );
        draw!(ink, "<g fill=\"none\">");
        for reach in [460, 330, 210, 110] {
            for (stroke, wide) in [("#a9c2c9", reach), ("#dfe9ea", reach - 18)] {
                draw!(ink, "<use href=\"#coast\" stroke=\"{stroke}\" stroke-width=\"{wide}\"/>");
            }
        }
        draw!(ink, "</g><use href=\"#coast\" fill=\"#f5eedb\"/>");
        draw!(ink, "<g clip-path=\"url(#land)\">");
        self.soils(pen, ink);
        self.holders(pen, ink);
        draw!(ink, "</g>");
        draw!(ink, "<use href=\"#coast\" fill=\"none\" stroke=\"#4c463a\" stroke-width=\"15\"/>");
        self.grid(size, ink);
        self.waters(pen, ink);
        self.borders(pen, ink);
        self.sides(pen, ink);
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

    fn soils(&self, pen: &Pen, ink: &mut Ink) {
        let cells = &self.chart.land.cells;
        for (soil, tint) in TINTS {
            let around = self.outline(|at| cells[at.index()].soil == soil);
            draw!(ink, "<path d=\"{}\" fill=\"{tint}\"/>", pen.path(&around));
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
            let (x, y) = self.frame.paper.at(centre);
            let turn = scatter(centre, 7) % 3;
            draw!(ink, "<use href=\"#{kind}{turn}\" x=\"{x}\" y=\"{y}\"/>");
        }
    }

    /// A band of colour inside the borders of what each power holds, as old maps have it.
    fn holders(&self, pen: &Pen, ink: &mut Ink) {
        let land = &self.chart.land;
        let holder = |at: Space| {
            let region = land.cells[at.index()].region?;
            land.regions[usize::from(region)].holder
        };
        for (party, nth) in self.chart.parties.iter().zip(0..) {
            let around = self.outline(|at| holder(at) == Some(nth));
            if around.is_empty() {
                continue;
            }
            let (path, fill) = (pen.path(&around), paint(party.livery).fill);
            draw!(ink, "<clipPath id=\"held{nth}\"><path d=\"{path}\"/></clipPath>");
            draw!(
                ink,
                "<path d=\"{path}\" clip-path=\"url(#held{nth})\" fill=\"none\" stroke=\"{fill}\" \
                 stroke-width=\"150\" stroke-opacity=\".38\"/>"
            );
        }
        let shut = self.outline(|at| land.cells[at.index()].shut);
        draw!(ink, "<path d=\"{}\" fill=\"#e9e6de\" fill-opacity=\".72\"/>", pen.path(&shut));
    }

    fn grid(&self, size: Size, ink: &mut Ink) {
        let mut path = Ink::default();
        for at in self.frame.cells.iter().copied() {
            let corners = self.lattice.corners(at);
            let mut pen_at = None;
            for (side, (from, to)) in ring(&corners).enumerate() {
                if self.lattice.beyond(at, side, (from, to)).is_some_and(|beyond| beyond < at) {
                    continue;
                }
                let ((x, y), (ex, ey)) = (self.frame.paper.at(from), self.frame.paper.at(to));
                if pen_at != Some(from) {
                    draw!(path, "M{x} {y}");
                }
                draw!(path, "l{} {}", ex - x, ey - y);
                pen_at = Some(to);
            }
        }
        draw!(
            ink,
            "<path d=\"{}\" fill=\"none\" stroke=\"#5d5340\" stroke-width=\"7\" \
             stroke-opacity=\".26\"/>",
            path.done()
        );
        if size == Size::Full {
            let top = self.frame.paper.cell * 36 / 100;
            for at in &self.frame.cells {
                let cell = &self.chart.land.cells[at.index()];
                if !cell.soil.is_water() {
                    let (x, y) = self.frame.paper.at(self.lattice.centre(*at));
                    ink.words("hex", (x, y - top), &cell.number);
                }
            }
        }
    }

    fn waters(&self, pen: &Pen, ink: &mut Ink) {
        let channels = pen.path(&self.along(|edge| edge.channel || edge.strait));
        draw!(
            ink,
            "<g fill=\"none\"><path d=\"{channels}\" stroke=\"#4c463a\" stroke-width=\"110\"/>\
             <path d=\"{channels}\" stroke=\"#dfe9ea\" stroke-width=\"80\"/>"
        );
        let rivers = pen.path(&self.along(|edge| edge.river));
        draw!(
            ink,
            "<path d=\"{rivers}\" stroke=\"#f5eedb\" stroke-width=\"46\" stroke-opacity=\".7\"/>\
             <path d=\"{rivers}\" stroke=\"#4f88a6\" stroke-width=\"24\"/></g>"
        );
    }

    fn borders(&self, pen: &Pen, ink: &mut Ink) {
        let land = &self.chart.land;
        let region = |at: Space| land.cells[at.index()].region;
        let realm = |at: Space| region(at).map(|index| &land.regions[usize::from(index)].realm);
        let both = |a: Space, b: Space| self.is_land(a) && self.is_land(b);
        let inner =
            self.between(|a, b| both(a, b) && region(a) != region(b) && realm(a) == realm(b));
        let outer = self.between(|a, b| both(a, b) && realm(a) != realm(b));
        draw!(
            ink,
            "<g fill=\"none\"><path d=\"{}\" stroke=\"#6e5f48\" stroke-width=\"12\" \
             stroke-dasharray=\"8 34\"/><path d=\"{}\" stroke=\"#5a2f2a\" stroke-width=\"22\" \
             stroke-dasharray=\"110 42 6 42\"/></g>",
            pen.path(&inner),
            pen.path(&outer)
        );
    }

    /// Bridges, passes, ridges and straits.
    fn sides(&self, pen: &Pen, ink: &mut Ink) {
        for edge in &self.chart.land.edges {
            if !(self.frame.has(edge.a) && self.frame.has(edge.b)) {
                continue;
            }
            let Some((p, q)) = self.lattice.shared(edge.a, edge.b) else { continue };
            let ((px, py), (qx, qy)) = (pen.corner(p), pen.corner(q));
            let (x, y) = ((px + qx) / 2, (py + qy) / 2);
            let along = unit((qx - px, qy - py));
            if edge.ridge {
                for (part, of) in [(1, 5), (1, 2), (4, 5)] {
                    let at = (px + (qx - px) * part / of, py + (qy - py) * part / of);
                    draw!(ink, "<use href=\"#peak\" x=\"{}\" y=\"{}\"/>", at.0, at.1);
                }
            }
            if edge.pass || edge.bridge {
                let (id, sign) = if edge.pass { ("pass", 1) } else { ("bridge", 1) };
                let (a, b) = (along.0 * sign, along.1 * sign);
                draw!(
                    ink,
                    "<use href=\"#{id}\" transform=\"matrix({} {} {} {} {x} {y})\"/>",
                    thousandth(a),
                    thousandth(b),
                    thousandth(-b),
                    thousandth(a)
                );
            }
            if edge.strait {
                let (from, to) = (self.lattice.centre(edge.a), self.lattice.centre(edge.b));
                let ((ax, ay), (bx, by)) = (self.frame.paper.at(from), self.frame.paper.at(to));
                let reach = |a: i32, b: i32| ((2 * a + b) / 3, (a + 2 * b) / 3);
                let ((x1, x2), (y1, y2)) = (reach(ax, bx), reach(ay, by));
                draw!(
                    ink,
                    "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"#7d2f24\" stroke-width=\"24\" \
                     stroke-dasharray=\"40 36\"/>"
                );
            }
        }
    }
}

/// A direction with a length of a thousand.
pub fn unit((x, y): Point) -> Point {
    let (x, y) = (i64::from(x), i64::from(y));
    let length = (x * x + y * y).isqrt().max(1);
    let part = |part: i64| i32::try_from(part * 1000 / length).unwrap_or_default();
    (part(x), part(y))
}

/// A number of thousandths as SVG writes it.
pub fn thousandth(number: i32) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}.{:03}", number.abs() / 1000, number.abs() % 1000)
}
