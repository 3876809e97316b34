//! What happened: ways that were taken, battles, sieges, towns taken, lines of supply.

use super::canvas::Turn::{Scale, Shift, Zoom};
use super::canvas::{Canvas, Cap, Look, Shape, again, circle_at, group, path, rounded};
use super::frame::Frame;
use super::ground::unit;
use super::ink::{Paint, paint};
use super::layout::{Lattice, Point};
use super::stand::{Berths, Group, deed_place};
use kit::chart::{Chart, Course, Feat, Gait, Livery, Stance};
use kit::ground::Space;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What deeds are drawn from.
pub struct Deeds<'a> {
    pub chart: &'a Chart,
    pub lattice: &'a Lattice<'a>,
    pub frame: &'a Frame,
    pub berths: &'a Berths,
    pub groups: &'a [Group<'a>],
}

/// A course on paper: its line, and the head of its arrow.
struct Way {
    line: String,
    head: String,
}

impl Deeds<'_> {
    fn middle(&self, at: Space) -> Point {
        self.frame.paper.at(self.lattice.centre(at))
    }

    /// The lines of supply of our own forces.
    pub fn supply(&self, canvas: &mut Canvas) {
        let mut steps: Vec<(Space, Space)> = vec![];
        for line in &self.chart.supply {
            steps.extend(line.links.windows(2).map(|pair| (pair[0], pair[1])));
        }
        steps.sort();
        steps.dedup();
        let mut lines = String::new();
        for (from, to) in steps {
            if self.frame.has(from) || self.frame.has(to) {
                let ((x, y), (ex, ey)) = (self.middle(from), self.middle(to));
                let _ = write!(lines, "M{x} {y}L{ex} {ey}");
            }
        }
        for (colour, width, dashes) in [("#fffaf0", 44, "none"), ("#3d2b12", 20, "4 52")] {
            let line = path(&lines).fill("none").stroke(colour, width);
            canvas.add(line.dashes(dashes).stroke_opacity(850));
        }
    }

    /// The ways of this season: our side's drawn through, others dashed; under them, lighter, those of
    /// the season before.
    pub fn courses(&self, canvas: &mut Canvas) {
        for (nth, course) in self.chart.earlier.iter().enumerate() {
            let Some(Way { line, head }) = self.way(nth, course) else { continue };
            let livery = self.chart.party(course.party).livery;
            let line = path(line).dashes(self.dashes(course));
            canvas.add(group(earlier(livery, line, path(head))).fill("none"));
        }
        for (nth, course) in self.chart.courses.iter().enumerate() {
            self.course(nth, course, canvas);
        }
    }

    /// Where a course runs on paper, if it shows.
    fn way(&self, nth: usize, course: &Course) -> Option<Way> {
        let spaces: Vec<Space> =
            course.path.iter().filter_map(|spot| self.berths.space(spot)).collect();
        if spaces.len() < 2 || !spaces.iter().any(|at| self.frame.has(*at)) {
            return None;
        }
        // Ways over the same ground run side by side.
        let aside = (i32::try_from(nth % 5).unwrap_or_default() - 2) * self.frame.paper.cell / 22;
        let mut points: Vec<Point> = spaces.iter().map(|at| self.middle(*at)).collect();
        points.dedup();
        if points.len() < 2 {
            return None;
        }
        for point in &mut points {
            *point = (point.0 + aside, point.1 + aside);
        }
        let (last, before) = (points[points.len() - 1], points[points.len() - 2]);
        let step = (last.0 - before.0, last.1 - before.1);
        let (dx, dy) = unit(step);
        // Middles of small areas lie closer together than their counters are wide.
        let length = step.0.abs().max(step.1.abs());
        let reach = (self.frame.paper.cell * 40 / 100).min(length * 46 / 100);
        let tip = (last.0 - dx * reach / 1000, last.1 - dy * reach / 1000);
        let end = points.len() - 1;
        points[end] = (tip.0 - dx * 70 / 1000, tip.1 - dy * 70 / 1000);
        Some(Way { line: bend(&points), head: arrow(tip, (dx, dy)) })
    }

    /// The lines and gaps of a course.
    fn dashes(&self, course: &Course) -> &'static str {
        let stance = self.chart.party(course.party).stance;
        let ours = matches!(stance, Stance::Own | Stance::Ally);
        match (ours, course.gait) {
            (true, Gait::March | Gait::Voyage) => "none",
            (true, Gait::Retreat) => "20 60",
            (false, Gait::Retreat) => "10 60",
            (false, Gait::March | Gait::Voyage) => "90 60",
        }
    }

    fn course(&self, nth: usize, course: &Course, canvas: &mut Canvas) {
        let Some(Way { line, head }) = self.way(nth, course) else { return };
        let (party, dashes) = (self.chart.party(course.party), self.dashes(course));
        let fill = paint(party.livery).fill;
        // What is as light as the paper is seen by its edge.
        let edge = if party.livery == Livery::Argent { 22 } else { 8 };
        let parts = vec![
            path(&line).stroke("#fffaf0", 46 + 2 * edge),
            path(&head).fill("#fffaf0").stroke("#fffaf0", 26 + edge),
            path(&line).stroke("#14110c", 26 + 2 * edge).dashes(dashes),
            path(line).stroke(fill, 26).dashes(dashes),
            path(head).fill(fill).stroke("#14110c", 4 + edge),
        ];
        canvas.add(group(parts).fill("none"));
    }

    /// Where ships watch a harbour: a line from it to their box.
    pub fn moorings(&self, canvas: &mut Canvas) {
        for (port, space) in self.berths.watched() {
            let ((x, y), (ex, ey)) = (self.middle(port), self.middle(space));
            let half = self.frame.paper.cell * 36 / 100;
            let parts = vec![
                path(format!("M{x} {y}L{ex} {ey}")),
                rounded((ex - half, ey - half), (2 * half, 2 * half), 60).fill("#dfe9ea"),
            ];
            canvas.add(group(parts).fill("none").stroke("#2f5a70", 16).dashes("36 30"));
        }
    }

    /// Rings round what is besieged; they lie under the counters.
    pub fn sieges(&self, canvas: &mut Canvas) {
        for mark in self.chart.marks.iter().filter(|mark| mark.feat == Feat::Siege) {
            let Some(at) = self.berths.space(&mark.spot).filter(|at| self.frame.has(*at)) else {
                continue;
            };
            let middle = self.middle(at);
            let fill =
                mark.winner.map_or("#8d7a58", |party| paint(self.chart.party(party).livery).fill);
            let radius = self.frame.paper.cell * 41 / 100;
            let dashed = circle_at(middle, radius).stroke("#14110c", 56).dashes("70 50");
            let parts = vec![
                dashed.look(Look::Cap(Cap::Butt)).style([Look::Cap(Cap::Butt)]),
                circle_at(middle, radius).stroke(fill, 26),
            ];
            canvas.add(group(parts).fill("none"));
        }
    }

    /// Crossed swords where it came to battle, with the victor's flag, and flags on what was taken.
    pub fn battles(&self, canvas: &mut Canvas) {
        let mut at_space: BTreeMap<Space, Vec<(Feat, Option<u16>)>> = BTreeMap::new();
        for mark in self.chart.marks.iter().filter(|mark| mark.feat != Feat::Siege) {
            let Some(at) = self.berths.space(&mark.spot) else { continue };
            if self.frame.has(at) && self.frame.shows(self.middle(at)) {
                let feat = if mark.feat == Feat::SeaBattle { Feat::Battle } else { mark.feat };
                let marks = at_space.entry(at).or_default();
                if !marks.contains(&(feat, mark.winner)) {
                    marks.push((feat, mark.winner));
                }
            }
        }
        for (at, mut marks) in at_space {
            marks.truncate(4);
            let group = self.groups.iter().find(|group| group.at == at);
            let cell = self.frame.paper.cell;
            let ((x, y), scale) = deed_place(cell, self.middle(at), group);
            let count = i32::try_from(marks.len()).unwrap_or(1);
            for ((feat, winner), nth) in marks.into_iter().zip(0..) {
                let aside = (2 * nth - count + 1) * cell * 12 / 100 * scale / 1000;
                canvas.add(self.deed(feat, winner, (x + aside, y), scale));
            }
        }
    }

    fn deed(&self, feat: Feat, winner: Option<u16>, (x, y): Point, scale: i32) -> Shape {
        let mut parts = vec![];
        if feat == Feat::Battle {
            parts.push(again("swords"));
        }
        if let Some(party) = winner {
            let flag = group(flag(&paint(self.chart.party(party).livery)));
            let beside = [Shift(52, -30), Zoom(720)];
            parts.push(flag.transform(if feat == Feat::Battle { &beside[..] } else { &[] }));
        }
        group(parts).transform([Shift(x, y), Scale(scale)])
    }
}

/// A way of the season before: thinner and lighter than those of this one.
pub fn earlier(livery: Livery, line: Shape, head: Shape) -> Vec<Shape> {
    let fill = paint(livery).fill;
    // What is as light as the paper is seen by its edge.
    let (edge, width, strength) = match livery {
        Livery::Argent => ("#14110c", 28, 1000),
        _ => ("#fffaf0", 34, 550),
    };
    vec![
        line.clone().stroke(edge, width).stroke_opacity(450),
        head.fill(fill).fill_opacity(strength).stroke(edge, 8).stroke_opacity(450),
        line.stroke(fill, 18).stroke_opacity(strength),
    ]
}

/// A flag on a staff.
pub fn flag(paint: &Paint) -> Vec<Shape> {
    let cloth = || path("M0 -104H104L80 -70L104 -36H0Z");
    vec![
        path("M0 56V-110").stroke("#14110c", 16),
        cloth().fill(paint.fill),
        cloth().tiled(paint.name).stroke("#14110c", 12),
    ]
}

/// A line through points, its corners rounded.
fn bend(points: &[Point]) -> String {
    let mut path = format!("M{} {}", points[0].0, points[0].1);
    for pair in points[1..].windows(2) {
        let middle = ((pair[0].0 + pair[1].0) / 2, (pair[0].1 + pair[1].1) / 2);
        let _ = write!(path, "Q{} {} {} {}", pair[0].0, pair[0].1, middle.0, middle.1);
    }
    let last = points[points.len() - 1];
    let _ = write!(path, "L{} {}", last.0, last.1);
    path
}

/// The head of an arrow.
fn arrow((x, y): Point, (dx, dy): Point) -> String {
    let back = (x - dx * 150 / 1000, y - dy * 150 / 1000);
    let wing = (-dy * 76 / 1000, dx * 76 / 1000);
    format!(
        "M{x} {y}L{} {}L{} {}Z",
        back.0 + wing.0,
        back.1 + wing.1,
        back.0 - wing.0,
        back.1 - wing.1
    )
}
