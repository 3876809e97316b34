//! Ways over land (NIA §5.2.4).
//!
//! Marches are planned here, receipts walk the same ways, and the form lists how far they reach.

use crate::book::Book;
use crate::land::borders::Borders;
use crate::land::movement::{self, Barriers, Leg, Mover};
use crate::position::Position;
use crate::record::event::Halt;
use kit::ground::Space;
use kit::path;
use std::collections::BTreeMap;

/// What a step over water weighs more where dry ways are preferred: half a point more than the two by which a bridge may be
/// the longer way. Weights are twice the points.
const WET: u32 = 5;

/// What is asked of the map for the ways of one force; it is laid out once, since a search asks of very
/// many hexes.
pub struct Routes<'a> {
    book: &'a Book,
    position: &'a dyn Position,
    mover: &'a Mover,
    bridges: Vec<(Space, Space)>,
    barriers: Barriers<'a>,
    borders: Borders,
}

impl<'a> Routes<'a> {
    /// The ways of a force in a position.
    pub fn new(book: &'a Book, position: &'a dyn Position, mover: &'a Mover) -> Self {
        let friends = |power: &str| position.common().relations.friends(power, &mover.power);
        let ours = position.standing().filter_map(|one| one.whole);
        let ours = ours.filter(|force| friends(&force.power));
        let bridges = ours.filter_map(|force| Some((force.at, force.bridge?)));
        let barriers = Barriers::of(book, position, &mover.power);
        let borders = Borders::of(book, position.common(), &mover.power);
        Self { book, position, mover, bridges: bridges.collect(), barriers, borders }
    }

    fn is_open(&self, a: Space, b: Space) -> bool {
        self.bridges.contains(&(a, b)) || self.bridges.contains(&(b, a))
    }

    fn points(&self, a: Space, b: Space) -> Option<u32> {
        let open = |a, b| self.is_open(a, b);
        movement::cost(self.book, self.position.common().season, self.mover, a, b, open)
    }

    /// What a step weighs in a search: twice its points, and more over water.
    fn weight(&self, a: Space, b: Space, water: u32) -> Option<u32> {
        let edge = self.book.atlas.edge(a, b);
        let bridged = edge.bridge || self.is_open(a, b) || self.mover.spans(a, b);
        let wet = (edge.river && !bridged) || edge.strait;
        Some(self.points(a, b)? * 2 + if wet { water } else { 0 })
    }

    fn bar(&self, a: Space, b: Space) -> Option<Halt> {
        if !self.borders.are_open(self.book, b) {
            return movement::border(self.book, self.position, self.mover, b);
        }
        self.barriers.bar(self.mover, a, b)
    }

    fn is_barred(&self, a: Space, b: Space) -> bool {
        self.bar(a, b).is_some()
    }

    /// The holder of a closed hex; a way to it leads as far as his border.
    fn closed_land(&self, at: Space) -> Option<&'a str> {
        let shut = !self.borders.are_open(self.book, at);
        shut.then(|| self.position.common().holder(self.book, at)).flatten()
    }

    /// Plans the way to a place; `None` if there is none.
    ///
    /// A neighbour is entered directly, since naming it names the path. Else the cheapest way is
    /// taken, bridges before rivers unless the points that are left reach by a river alone; hexes known to be held by the
    /// enemy are gone around.
    pub fn plan(&self, from: Space, goal: Space, left: u32) -> Option<Vec<Leg>> {
        if self.book.atlas.around(from).contains(&goal) {
            return Some(vec![Leg { to: goal, cost: self.points(from, goal)? }]);
        }
        self.round(from, goal, left)
    }

    /// The way to a place, for a neighbour by others.
    pub fn round(&self, from: Space, goal: Space, left: u32) -> Option<Vec<Leg>> {
        let dry = self.way(from, goal, WET)?;
        if points(&dry) <= left {
            return Some(dry);
        }
        let short = self.way(from, goal, 0).filter(|short| points(short) <= left);
        Some(short.unwrap_or(dry))
    }

    /// The way to a place that weighs least.
    fn way(&self, from: Space, goal: Space, water: u32) -> Option<Vec<Leg>> {
        let land = self.closed_land(goal);
        let barred = |a, b| match self.bar(a, b) {
            Some(Halt::Border { of, .. }) => land != Some(of.as_str()),
            bar => bar.is_some(),
        };
        let way = path::cheapest(&*self.book.atlas, from, &[goal], |a, b| {
            let closed = if b == goal { a == from } else { barred(a, b) };
            if closed { None } else { self.weight(a, b, water) }
        })?;
        self.legs(from, way.spaces)
    }

    /// What bars the cheapest of all ways to a place first.
    pub fn shut(&self, from: Space, goal: Space) -> Option<Halt> {
        let way = path::cheapest(&*self.book.atlas, from, &[goal], |a, b| self.weight(a, b, WET))?;
        let steps = std::iter::once(from).chain(way.spaces.iter().copied()).zip(&way.spaces);
        steps.into_iter().find_map(|(a, b)| self.bar(a, *b))
    }

    fn legs(&self, from: Space, spaces: Vec<Space>) -> Option<Vec<Leg>> {
        let mut last = from;
        let leg = |to| {
            let leg = Leg { to, cost: self.points(last, to)? };
            last = to;
            Some(leg)
        };
        spaces.into_iter().map(leg).collect()
    }

    /// The hexes to which a march comes, with the points that its way costs; those are left out that
    /// something is known to bar.
    pub fn reach(&self, from: Space) -> BTreeMap<Space, u32> {
        let (atlas, most) = (&*self.book.atlas, self.mover.factor);
        let sides = &self.book.figures.sides;
        let wet = 1 + sides.river.min(sides.river_with_engineers).min(sides.strait);
        // Dry ways are told before others, as they are taken.
        let mut reached = BTreeMap::new();
        for (water, budget) in [(0, 2 * most), (WET, 2 * most + WET * (most / wet))] {
            let ways = path::ways(atlas, from, budget, |a, b| {
                if self.is_barred(a, b) { None } else { self.weight(a, b, water) }
            });
            let ways = ways.into_iter();
            let costs =
                ways.filter_map(|(at, way)| Some((at, points(&self.legs(from, way.spaces)?))));
            reached.extend(costs.filter(|(_, cost)| *cost <= most));
        }
        reached.remove(&from);
        for next in atlas.around(from) {
            match self.points(from, next) {
                Some(cost) => reached.insert(next, cost),
                None => reached.remove(&next),
            };
        }
        reached.retain(|at, _| self.borders.are_open(self.book, *at));
        // A goal is entered over any of its sides, so all of them must be free.
        let free = |at: Space| !atlas.around(at).into_iter().any(|near| self.is_barred(near, at));
        reached.retain(|at, cost| *cost <= most && free(*at));
        reached
    }
}

/// The points that a way costs.
fn points(legs: &[Leg]) -> u32 {
    legs.iter().map(|leg| leg.cost).sum()
}
