//! Ways over the map: what a step costs, and the cheapest way to a goal (FRW §16.1).
//!
//! Towns cost what open ground costs (§16.11). Sides that are all sea are closed (§16.12), and the
//! edge of the map leads only into an area of one's own (§16.13).
//!
//! Points are counted in halves, since a step along a river costs half of one (§16.6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §16.2, §16.6, §16.7, §16.10, §16.15, §32.1.

use crate::book::Book;
use crate::book::atlas::Atlas;
use crate::book::options::Extra;
use crate::book::troops::Kind;
use crate::record::state::Open;
use crate::record::unit::Unit;
use kit::ground::{Ground, Space};
use kit::path;

/// What a whole movement point is in halves.
pub const POINT: u32 = 2;
/// What a mountain on the way counts in the search, so that a way round is taken if there is one.
const DETOUR: u32 = 12;
/// How much longer than twice the way through others a way round them may be, in halves of a point.
const MORE_ROUND: u32 = 2 * POINT;
/// More squares than any operation enters.
const MOST_SQUARES: usize = 64;

/// A land force on the move.
#[derive(Debug, Clone)]
pub struct Marcher {
    /// The points of its slowest unit, in halves (§16.5).
    pub points: u32,
    /// Whether all of it are light troops.
    pub light: bool,
    /// Whether mountains do not end its march (§32.1).
    pub climbs: bool,
    /// Whether it begins in an area off the map, into which it does not come back (§27.4).
    pub came_out: bool,
    /// Its power, if it is of one alone: areas off the map are for their own power (§27.2).
    pub power: Option<String>,
}

impl Marcher {
    /// The pace of some units.
    pub fn of(book: &Book, units: &[&Unit]) -> Marcher {
        let points = units.iter().map(|unit| book.moves(unit)).min().unwrap_or(0);
        let first = units.first().map(|unit| unit.power.clone());
        let one = first.filter(|power| units.iter().all(|unit| unit.power == *power));
        let light = !units.is_empty() && units.iter().all(|unit| unit.kind == Kind::LightTroops);
        let climbs = light && book.options.has(Extra::SpecialUnits);
        let came_out = units.iter().any(|unit| book.atlas.is_beyond(unit.at));
        Marcher { points: points * POINT, light, climbs, came_out, power: one }
    }

    /// The pace of a force after it has dropped units: still that of its start (§16.5).
    pub fn reduced_to(&self, book: &Book, units: &[&Unit]) -> Marcher {
        let Marcher { points, came_out, .. } = *self;
        Marcher { points, came_out, ..Marcher::of(book, units) }
    }

    /// Whether a square ends its march as a mountain (§16.7).
    pub fn halts(&self, atlas: &Atlas, at: Space) -> bool {
        atlas.square(at).mountain && !self.climbs
    }

    /// The points that are left after a square is paid for: none in mountains or in an area off the map
    /// (§27.4).
    pub fn left_in(&self, atlas: &Atlas, at: Space, points: u32) -> u32 {
        if self.halts(atlas, at) || atlas.is_beyond(at) { 0 } else { points }
    }
}

/// The map as a marcher meets it.
pub struct Field<'a> {
    pub book: &'a Book,
    /// Whether units may stand there at all: not in the land of neutrals.
    pub may_enter: &'a dyn Fn(Space) -> bool,
    /// Whether units of others stand there.
    pub others: &'a dyn Fn(Space) -> bool,
}

/// The squares with the corners that light troops cut.
struct Paths<'a> {
    atlas: &'a Atlas,
    light: bool,
}

impl Ground for Paths<'_> {
    fn size(&self) -> u16 {
        self.atlas.size()
    }

    fn neighbours(&self, from: Space, out: &mut Vec<Space>) {
        self.atlas.neighbours(from, out);
        if self.light && !self.atlas.is_beyond(from) {
            let more = self.atlas.around_and_corners(from);
            out.extend(more.into_iter().filter(|at| self.atlas.touch_at_corner(from, *at)));
        }
    }
}

/// Asks the map as it would be if nobody else stood or besieged anywhere.
pub fn without_others<T>(book: &Book, open: &Open, ask: impl FnOnce(&Field<'_>) -> T) -> T {
    ask(&Field { book, may_enter: &|at| open.may_enter(book, at), others: &|_| false })
}

impl Field<'_> {
    /// What a step costs in halves; nothing, if land units cannot make it.
    pub fn cost(&self, marcher: &Marcher, from: Space, to: Space) -> Option<u32> {
        let atlas = &self.book.atlas;
        if atlas.is_beyond(to) || atlas.is_beyond(from) {
            let area = atlas.area(if atlas.is_beyond(to) { to } else { from })?;
            // Those with a port are reached by sea alone (§27.3).
            let own = marcher.power.as_deref() == Some(area.power.as_str());
            let on_land = atlas.is_beyond(to) || (atlas.is_land(to) && (self.may_enter)(to));
            let back = atlas.is_beyond(to) && marcher.came_out;
            return (own && !area.port && on_land && !back).then_some(POINT);
        }
        if !atlas.is_land(to) || !(self.may_enter)(to) {
            return None;
        }
        if atlas.touch_at_corner(from, to) {
            return marcher.light.then_some(POINT);
        }
        let side = atlas.side(from, to).filter(|side| side.by_land());
        side.map(|_| if atlas.along_river(from, to) { POINT / 2 } else { POINT })
    }

    /// The cheapest way to a goal, round others and if possible round mountains; the squares entered.
    /// Where that is much longer than the way through others, it is this, and ends before them.
    ///
    /// Others at the goal itself are the caller's affair.
    pub fn way(&self, marcher: &Marcher, from: Space, goal: Space) -> Option<Vec<Space>> {
        let ground = Paths { atlas: &self.book.atlas, light: marcher.light };
        let cost = |from: Space, to: Space| {
            let cost = self.cost(marcher, from, to)?;
            let beyond = to != goal && self.book.atlas.is_beyond(to);
            let mountain = to != goal && marcher.halts(&self.book.atlas, to);
            (!beyond).then_some(if mountain { cost + DETOUR } else { cost })
        };
        let round =
            |from: Space, to: Space| cost(from, to).filter(|_| to == goal || !(self.others)(to));
        let round = path::cheapest(&ground, from, &[goal], round)?;
        let through = path::cheapest(&ground, from, &[goal], cost)?;
        let length = |way: &[Space]| {
            let steps = std::iter::once(&from).chain(way).zip(way);
            steps.map(|(at, to)| self.cost(marcher, *at, *to).unwrap_or(POINT)).sum::<u32>()
        };
        let most = 2 * length(&through.spaces) + MORE_ROUND;
        Some(if length(&round.spaces) > most { through.spaces } else { round.spaces })
    }

    /// The squares that a force enters on its way to a goal as long as its points last, asked anew in each
    /// of them, as it is when it marches; others end it.
    pub fn squares(&self, marcher: &Marcher, from: Space, goal: Space) -> Option<Vec<Space>> {
        let mut squares = vec![];
        let mut at = from;
        while at != goal && squares.len() < MOST_SQUARES {
            at = *self.way(marcher, at, goal)?.first()?;
            squares.push(at);
            if (self.others)(at) {
                break;
            }
        }
        Some(squares)
    }

    /// Whether so many points are enough for the cheapest way to a goal.
    pub fn is_enough(&self, marcher: &Marcher, from: Space, goal: Space, points: u32) -> bool {
        let Some(way) = self.way(marcher, from, goal) else { return false };
        let (mut at, mut left) = (from, points);
        for next in way {
            let cost = self.cost(marcher, at, next).unwrap_or(POINT);
            if cost > left {
                return false;
            }
            left = marcher.left_in(&self.book.atlas, next, left - cost);
            at = next;
        }
        true
    }

    /// Every square that the points of one operation reach, with its cost in halves. Others and
    /// mountains end the way.
    pub fn reach(&self, marcher: &Marcher, from: Space) -> Vec<(Space, u32)> {
        let ground = Paths { atlas: &self.book.atlas, light: marcher.light };
        let ends = |at: Space| {
            at != from
                && ((self.others)(at)
                    || marcher.halts(&self.book.atlas, at)
                    || self.book.atlas.is_beyond(at))
        };
        let cost = |at: Space, to: Space| if ends(at) { None } else { self.cost(marcher, at, to) };
        let reached = path::reach(&ground, from, marcher.points, cost);
        reached.into_iter().filter(|(at, _)| *at != from).collect()
    }
}
