//! Beside the map: title, legend, scale, the map as a whole with the cut, and what is off the map.

use super::canvas::Turn::{Scale, Shift};
use super::canvas::{Canvas, Shape, clip, definitions, group, path, rect, rect_at, text};
use super::curve::{Pen, loops};
use super::frame::Frame;
use super::ground::around;
use super::ink::{self, paint, short};
use super::layout::{Lattice, Point, ring};
use super::legend;
use super::stand::Berths;
use kit::chart::{Chart, Grid, Sign, Spot, Stance};
use kit::ground::Space;
use std::collections::BTreeMap;

/// The width of the map in a mail; a larger one has a larger margin.
const USUAL: i32 = 9760;
/// The height of the title.
const TITLE: i32 = 520;
/// The height of a line of the legend.
const LINE: i32 = 240;
/// How large the map as a whole may be.
const OVERVIEW: Point = (2700, 2300);
/// The least width of a column of the legend.
const COLUMN: i32 = 2250;
/// How much of it the sample of a sign takes.
const SAMPLE: i32 = 360;
const GAP: i32 = 200;

/// What stands beside the map.
pub struct Margin<'a> {
    chart: &'a Chart,
    lattice: &'a Lattice<'a>,
    frame: &'a Frame,
    overview: Frame,
    entries: Vec<(Sign, &'a str)>,
    columns: i32,
    /// How much larger the margin is than in a mail, in thousandths.
    zoom: i32,
    /// The width of the margin before it is made larger.
    width: i32,
    /// What stands off the map, box by box.
    aside: Vec<String>,
}

impl<'a> Margin<'a> {
    /// Gathers what there is to show.
    pub fn new(chart: &'a Chart, lattice: &'a Lattice<'a>, frame: &'a Frame) -> Self {
        let zoom = (frame.width * 100 / USUAL * 10).max(1000);
        let width = frame.width * 1000 / zoom;
        let room = width - OVERVIEW.0 - GAP;
        let entries = legend::entries(chart, lattice, frame);
        let longest =
            entries.iter().map(|(_, words)| ink::width(&told(words), ink::NOTE, false)).max();
        // A column holds the longest words, so that none runs under the next sign.
        let column = COLUMN.max(SAMPLE + longest.unwrap_or_default() + GAP);
        Self {
            chart,
            lattice,
            frame,
            overview: Frame::overview(lattice, OVERVIEW),
            entries,
            columns: (room / column).max(1),
            zoom,
            width,
            aside: aside(chart),
        }
    }

    fn rows(&self) -> i32 {
        let count = i32::try_from(self.entries.len()).unwrap_or_default();
        (count + self.columns - 1) / self.columns
    }

    fn lines_aside(&self) -> i32 {
        i32::try_from(self.aside.len().min(4)).unwrap_or_default()
    }

    fn rise(&self) -> i32 {
        (self.overview.height + 420).max(self.rows() * LINE + 60)
    }

    /// How much paper the title takes above the map.
    pub fn head(&self) -> i32 {
        TITLE * self.zoom / 1000
    }

    /// How much paper it takes below the map.
    pub fn height(&self) -> i32 {
        (GAP + self.rise() + self.lines_aside() * LINE) * self.zoom / 1000
    }

    /// Draws it, where the window's corner is.
    pub fn draw(&self, (left, top): Point, canvas: &mut Canvas) {
        let title = short(&self.chart.viewer, 24).to_uppercase();
        let sub = format!("{}, {}", self.chart.title, self.chart.season);
        let head = vec![
            text("head", Some(10), -160, title),
            text("sub", Some(self.width - 10), -160, short(&sub, 56)),
        ];
        canvas.add(group(head).transform([Shift(left, top), Scale(self.zoom)]));
        let low = top + self.frame.height;
        canvas.add(group(self.below(GAP)).transform([Shift(left, low), Scale(self.zoom)]));
    }

    fn below(&self, top: i32) -> Vec<Shape> {
        let mut canvas = Canvas::default();
        canvas.add(group(self.whole()).transform([Shift(0, top)]));
        let low = top + self.overview.height + 150;
        canvas.add(group(self.scale()).transform([Shift(0, low)]));
        for ((sign, words), nth) in self.entries.iter().zip(0..) {
            let (column, row) = (nth / self.rows(), nth % self.rows());
            let width = (self.width - OVERVIEW.0 - GAP) / self.columns;
            let left = OVERVIEW.0 + GAP + column * width + 150;
            let middle = top + row * LINE + LINE / 2;
            let sample = group(legend::sample(self.chart, *sign));
            canvas.add(sample.transform([Shift(left, middle)]));
            canvas.words("note", (left + SAMPLE - 150, middle + 44), &told(words));
        }
        let bottom = top + self.rise();
        for (words, nth) in self.aside.iter().take(4).zip(1..) {
            canvas.words("note", (0, bottom + nth * LINE - 60), &short(words, 120));
        }
        canvas.shapes
    }

    /// The map as a whole, with the cut framed and everybody as a dot.
    fn whole(&self) -> Vec<Shape> {
        let size = (self.overview.width, self.overview.height);
        let mut shapes = self.ground();
        shapes.extend(self.dots());
        let (from, to) = self.cut();
        let cut = rect_at(from, (to.0 - from.0, to.1 - from.1));
        shapes.push(cut.fill("none").stroke("#8c1c13", 22));
        vec![
            definitions(vec![clip("all", rect(size))]),
            rect(size).fill(around(&self.chart.land.grid)),
            group(shapes).clipped("all"),
            rect(size).fill("none").stroke("#2b2318", 16),
        ]
    }

    /// The land of the map as a whole, and who holds it.
    fn ground(&self) -> Vec<Shape> {
        let frame = &self.overview;
        let mut sides = vec![];
        let mut held: BTreeMap<u16, Vec<(Point, Point)>> = BTreeMap::new();
        let cells = &self.chart.land.cells;
        let dry = |at: Space| !cells[at.index()].soil.is_water();
        let holder = |at: Space| self.chart.land.holder(at);
        for at in frame.cells.iter().copied().filter(|at| dry(*at)) {
            let own = holder(at);
            let corners = self.lattice.corners(at);
            for (side, ends) in ring(&corners).enumerate() {
                let beyond = self.lattice.beyond(at, side, ends).filter(|beyond| dry(*beyond));
                if beyond.is_none() {
                    sides.push(ends);
                }
                if let Some(party) = own
                    && beyond.is_none_or(|beyond| holder(beyond) != own)
                {
                    held.entry(party).or_default().push(ends);
                }
            }
        }
        let pen = Pen::new(&frame.paper, self.lattice);
        let coast = pen.path(&loops(&sides));
        let mut shapes = vec![path(coast).fill("#f5eedb").stroke("#4c463a", 9)];
        for (party, sides) in held {
            let fill = paint(self.chart.party(party).livery).fill;
            shapes.push(path(pen.path(&loops(&sides))).fill(fill).fill_opacity(350));
        }
        shapes
    }

    /// The corners of the cut on the map as a whole.
    fn cut(&self) -> (Point, Point) {
        let (from, to) = (self.frame.paper, self.overview.paper);
        let at = |corner: Point| {
            let (ox, oy) = from.at((0, 0));
            let (tx, ty) = to.at((0, 0));
            let scaled = |part: i32| part * to.cell / from.cell.max(1);
            (scaled(corner.0 - ox) + tx, scaled(corner.1 - oy) + ty)
        };
        (at((0, 0)), at((self.frame.width, self.frame.height)))
    }

    fn dots(&self) -> Vec<Shape> {
        let mut dots: BTreeMap<Space, (Stance, u16)> = BTreeMap::new();
        let berths = Berths::new(self.chart, self.lattice, &self.overview);
        for counter in &self.chart.counters {
            if let Some(at) = berths.space(&counter.spot) {
                let dot = (self.chart.party(counter.party).stance, counter.party);
                let known = dots.entry(at).or_insert(dot);
                *known = (*known).min(dot);
            }
        }
        let dot = |(at, (stance, party)): (Space, (Stance, u16))| {
            let (x, y) = self.overview.paper.at(self.lattice.centre(at));
            let outline = match stance {
                Stance::Own => "M-26 -26H26V26H-26Z",
                Stance::Ally => "M-26 0A26 26 0 1 1 26 0A26 26 0 1 1 -26 0Z",
                Stance::Enemy | Stance::Neutral => "M0 -32L32 0L0 32L-32 0Z",
            };
            let fill = paint(self.chart.party(party).livery).fill;
            path(outline).transform([Shift(x, y)]).fill(fill).stroke("#14110c", 9)
        };
        dots.into_iter().map(dot).collect()
    }

    /// A bar of kilometres, and what a space is.
    fn scale(&self) -> Vec<Shape> {
        let span = i32::from(self.chart.land.span);
        if span == 0 {
            return vec![];
        }
        let pitch = self.lattice.pitch(self.frame.paper.cell) * 1000 / self.zoom;
        let length = |km: i32| km * pitch / span;
        let step = [2500, 1000, 500, 250, 200, 100, 50, 25, 10, 5, 1]
            .into_iter()
            .find(|step| length(2 * step) <= OVERVIEW.0 - 500)
            .unwrap_or(1);
        let (half, full) = (length(step), length(2 * step));
        let space = match self.chart.land.grid {
            Grid::Hexes { .. } => "a hex",
            Grid::Squares { .. } => "a square",
            Grid::Areas { .. } => "an area",
        };
        let light = path(format!("M{half} 0H{full}V50H{half}Z"));
        vec![
            path(format!("M0 0H{half}V50H0Z")).fill("#2b2318"),
            light.fill("#fffaf0").stroke("#2b2318", 9),
            text("note", Some(full + 60), 60, format!("{} km", 2 * step)),
            text("note", Some(0), 210, format!("{space} is {span} km across")),
        ]
    }
}

/// The words of the legend, as they are shown.
fn told(words: &str) -> String {
    short(words, 40)
}

/// What stands in boxes off the map, a line a box.
fn aside(chart: &Chart) -> Vec<String> {
    let mut boxes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for counter in &chart.counters {
        if let Spot::Aside(name) = &counter.spot {
            boxes.entry(name).or_default().push(super::in_words::who(chart, counter));
        }
    }
    let line =
        |(name, who): (&str, Vec<String>)| format!("Off the map, {name}: {}", who.join("; "));
    boxes.into_iter().map(line).collect()
}
