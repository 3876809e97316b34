//! What happened: ways that were taken, battles, sieges, towns taken, lines of supply.

use super::frame::Frame;
use super::ground::{thousandth, unit};
use super::ink::{Ink, Paint, draw, paint};
use super::layout::{Lattice, Point};
use super::stand::{Berths, Group, deed_place};
use kit::chart::{Chart, Course, Feat, Gait, Stance};
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

impl Deeds<'_> {
    fn middle(&self, at: Space) -> Point {
        self.frame.paper.at(self.lattice.centre(at))
    }

    /// The lines of supply of our own forces.
    pub fn supply(&self, ink: &mut Ink) {
        let mut steps: Vec<(Space, Space)> = vec![];
        for line in &self.chart.supply {
            steps.extend(line.links.windows(2).map(|pair| (pair[0], pair[1])));
        }
        steps.sort();
        steps.dedup();
        let mut path = String::new();
        for (from, to) in steps {
            if self.frame.has(from) || self.frame.has(to) {
                let ((x, y), (ex, ey)) = (self.middle(from), self.middle(to));
                let _ = write!(path, "M{x} {y}L{ex} {ey}");
            }
        }
        for (stroke, wide, dashes) in [("#fffaf0", 44, ""), ("#3d2b12", 20, "4 52")] {
            draw!(
                ink,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{wide}\" \
                 stroke-dasharray=\"{}\" stroke-opacity=\".85\"/>",
                if dashes.is_empty() { "none" } else { dashes }
            );
        }
    }

    /// The ways of this season: our side's drawn through, others dashed.
    pub fn courses(&self, ink: &mut Ink) {
        for (nth, course) in self.chart.courses.iter().enumerate() {
            self.course(nth, course, ink);
        }
    }

    fn course(&self, nth: usize, course: &Course, ink: &mut Ink) {
        let spaces: Vec<Space> =
            course.path.iter().filter_map(|spot| self.berths.space(spot)).collect();
        if spaces.len() < 2 || !spaces.iter().any(|at| self.frame.has(*at)) {
            return;
        }
        // Ways over the same ground run side by side.
        let aside = (i32::try_from(nth % 5).unwrap_or_default() - 2) * self.frame.paper.cell / 22;
        let mut points: Vec<Point> = spaces.iter().map(|at| self.middle(*at)).collect();
        points.dedup();
        if points.len() < 2 {
            return;
        }
        for point in &mut points {
            *point = (point.0 + aside, point.1 + aside);
        }
        let (last, before) = (points[points.len() - 1], points[points.len() - 2]);
        let (dx, dy) = unit((last.0 - before.0, last.1 - before.1));
        let reach = self.frame.paper.cell * 40 / 100;
        let tip = (last.0 - dx * reach / 1000, last.1 - dy * reach / 1000);
        let end = points.len() - 1;
        points[end] = (tip.0 - dx * 70 / 1000, tip.1 - dy * 70 / 1000);
        let party = self.chart.party(course.party);
        let ours = matches!(party.stance, Stance::Own | Stance::Ally);
        let dashes = match (ours, course.gait) {
            (true, Gait::March | Gait::Voyage) => "none",
            (true, Gait::Retreat) => "20 60",
            (false, Gait::Retreat) => "10 60",
            (false, Gait::March | Gait::Voyage) => "90 60",
        };
        let path = bend(&points);
        let fill = paint(party.livery).fill;
        let head = arrow(tip, (dx, dy));
        draw!(
            ink,
            "<g fill=\"none\"><path d=\"{path}\" stroke=\"#fffaf0\" stroke-width=\"62\"/>\
             <path d=\"{head}\" fill=\"#fffaf0\" stroke=\"#fffaf0\" stroke-width=\"34\"/>\
             <path d=\"{path}\" stroke=\"#14110c\" stroke-width=\"42\" stroke-dasharray=\"{dashes}\"/>\
             <path d=\"{path}\" stroke=\"{fill}\" stroke-width=\"26\" stroke-dasharray=\"{dashes}\"/>\
             <path d=\"{head}\" fill=\"{fill}\" stroke=\"#14110c\" stroke-width=\"12\"/></g>"
        );
    }

    /// Where ships watch a harbour: a line from it to their box.
    pub fn moorings(&self, ink: &mut Ink) {
        for (port, space) in self.berths.watched() {
            let ((x, y), (ex, ey)) = (self.middle(port), self.middle(space));
            let half = self.frame.paper.cell * 36 / 100;
            draw!(
                ink,
                "<g fill=\"none\" stroke=\"#2f5a70\" stroke-width=\"16\" \
                 stroke-dasharray=\"36 30\"><path d=\"M{x} {y}L{ex} {ey}\"/><rect x=\"{}\" \
                 y=\"{}\" width=\"{}\" height=\"{}\" rx=\"60\" fill=\"#dfe9ea\"/></g>",
                ex - half,
                ey - half,
                2 * half,
                2 * half
            );
        }
    }

    /// Rings round what is besieged; they lie under the counters.
    pub fn sieges(&self, ink: &mut Ink) {
        for mark in self.chart.marks.iter().filter(|mark| mark.feat == Feat::Siege) {
            let Some(at) = self.berths.space(&mark.spot).filter(|at| self.frame.has(*at)) else {
                continue;
            };
            let (x, y) = self.middle(at);
            let fill =
                mark.winner.map_or("#8d7a58", |party| paint(self.chart.party(party).livery).fill);
            let radius = self.frame.paper.cell * 41 / 100;
            draw!(
                ink,
                "<g fill=\"none\"><circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" stroke=\"#14110c\" \
                 stroke-width=\"56\" stroke-dasharray=\"70 50\" stroke-linecap=\"butt\" \
                 style=\"stroke-linecap:butt\"/>\
                 <circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" stroke=\"{fill}\" \
                 stroke-width=\"26\"/></g>"
            );
        }
    }

    /// Crossed swords where it came to battle, with the victor's flag, and flags on what was taken.
    pub fn battles(&self, ink: &mut Ink) {
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
                self.deed(feat, winner, (x + aside, y), scale, ink);
            }
        }
    }

    fn deed(&self, feat: Feat, winner: Option<u16>, (x, y): Point, scale: i32, ink: &mut Ink) {
        draw!(ink, "<g transform=\"translate({x} {y}) scale({})\">", thousandth(scale));
        if feat == Feat::Battle {
            draw!(ink, "<use href=\"#swords\"/>");
        }
        if let Some(party) = winner {
            let paint = paint(self.chart.party(party).livery);
            let at = if feat == Feat::Battle { "translate(52 -30) scale(.72)" } else { "" };
            draw!(ink, "<g transform=\"{at}\">");
            flag(&paint, ink);
            draw!(ink, "</g>");
        }
        draw!(ink, "</g>");
    }
}

/// A flag on a staff.
pub fn flag(paint: &Paint, ink: &mut Ink) {
    const CLOTH: &str = "M0 -104H104L80 -70L104 -36H0Z";
    draw!(
        ink,
        "<path d=\"M0 56V-110\" stroke=\"#14110c\" stroke-width=\"16\"/>\
         <path d=\"{CLOTH}\" fill=\"{}\"/><path d=\"{CLOTH}\" fill=\"url(#{})\" \
         stroke=\"#14110c\" stroke-width=\"12\"/>",
        paint.fill,
        paint.name
    );
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
