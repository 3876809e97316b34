//! Ways over the water: through sides that fleets may cross, into ports off the map, and off the edge of
//! the map into another sea (FRW §25.2, §25.9, §27.3). Since an area off the map is entered by its own
//! power alone, nobody fights there (§27.6); its port is like others (§27.7).

use crate::book::Book;
use crate::book::atlas::Atlas;
use crate::book::troops::Kind;
use crate::orders::plan::Haven;
use crate::record::unit::Unit;
use kit::ground::{Ground, Space};
use kit::path;

/// What a transit counts in the search, so that a way without one is taken if there is one.
const TRANSIT: u32 = 1000;

/// The water as a fleet meets it.
pub struct Lanes<'a> {
    pub book: &'a Book,
    /// The power of fleets and cargo, if it is one: areas off the map are for their own power (§27.2).
    pub power: Option<String>,
    /// Whether a move may end in a square: not in the land of neutrals (§25.4).
    pub may_end: &'a dyn Fn(Space) -> bool,
    /// Whether fleets of other seats lie there.
    pub fleets: &'a dyn Fn(Space) -> bool,
}

/// The power of all of some units, if it is one.
pub fn power_of(units: &[&Unit]) -> Option<String> {
    let first = units.first().map(|unit| unit.power.clone());
    first.filter(|power| units.iter().all(|unit| unit.power == *power))
}

/// The squares as fleets go from one to the other, transits among them.
struct Water<'a>(&'a Atlas);

impl Ground for Water<'_> {
    fn size(&self) -> u16 {
        self.0.size()
    }

    fn neighbours(&self, from: Space, out: &mut Vec<Space>) {
        self.0.neighbours(from, out);
        out.extend(self.0.transits(from));
    }
}

impl Lanes<'_> {
    /// Whether a fleet may go from one square to the next without leaving the map for another sea.
    pub fn opens(&self, from: Space, to: Space) -> bool {
        let atlas = &self.book.atlas;
        if let Some(area) = atlas.area(to).or(atlas.area(from)) {
            let own = self.power.as_deref() == Some(area.power.as_str());
            return own && atlas.is_water(from) && atlas.is_water(to);
        }
        atlas.is_water(to) && atlas.side(from, to).is_some_and(|side| side.by_sea())
    }

    /// What a step counts; nothing, if fleets cannot make it.
    fn cost(&self, from: Space, to: Space, goals: &[Space]) -> Option<u32> {
        let passes = !(self.fleets)(to) && !self.book.atlas.is_beyond(to);
        if !goals.contains(&to) && !passes {
            return None;
        }
        if self.opens(from, to) {
            return Some(1);
        }
        self.book.atlas.transits(from).contains(&to).then_some(TRANSIT)
    }

    /// The shortest way to a goal round fleets of others; the squares entered. Behind a transit it is for
    /// another operation.
    pub fn way(&self, from: Space, goal: Space) -> Option<Vec<Space>> {
        self.way_to(from, &[goal])
    }

    fn way_to(&self, from: Space, goals: &[Space]) -> Option<Vec<Space>> {
        let cost = |from: Space, to: Space| self.cost(from, to, goals);
        path::cheapest(&Water(&self.book.atlas), from, goals, cost).map(|path| path.spaces)
    }

    /// The square that a goal means: of a sea the nearest of its squares without fleets of others.
    pub fn haven(&self, from: Space, goal: &Haven) -> Option<Space> {
        let name = match goal {
            Haven::Square(at) => return Some(*at),
            Haven::Sea(name) => name,
        };
        let atlas = &self.book.atlas;
        let fits = |at: &Space| {
            atlas.is_sea(*at) && atlas.square(*at).seas.contains(name) && !(self.fleets)(*at)
        };
        let goals: Vec<Space> = atlas.all().filter(fits).collect();
        if goals.contains(&from) {
            return Some(from);
        }
        self.way_to(from, &goals)?.last().copied()
    }

    /// How far of a way one operation comes: a transit and an area off the map end it.
    pub fn in_one(&self, from: Space, way: &[Space]) -> usize {
        let mut at = from;
        for (number, next) in way.iter().enumerate() {
            if !self.opens(at, *next) || self.book.atlas.is_beyond(*next) {
                return number + 1;
            }
            at = *next;
        }
        way.len()
    }

    /// Every square in which one operation may end, with the number of squares to it. Fleets of others end
    /// the way, and so do areas off the map and transits.
    pub fn reach(&self, from: Space) -> Vec<(Space, u32)> {
        let atlas = &self.book.atlas;
        let ends = |at: Space| at != from && ((self.fleets)(at) || atlas.is_beyond(at));
        let cost = |at: Space, to: Space| (!ends(at) && self.opens(at, to)).then_some(1);
        let mut reached = path::reach(&Water(atlas), from, u32::from(atlas.size()), cost);
        let edges: Vec<(Space, u32)> = reached.iter().map(|(at, far)| (*at, *far)).collect();
        for (at, far) in edges.into_iter().filter(|(at, _)| !ends(*at)) {
            for to in atlas.transits(at) {
                reached.entry(to).or_insert(far + 1);
            }
        }
        let fits = |(at, _): &(Space, u32)| *at != from && (self.may_end)(*at);
        reached.into_iter().filter(fits).collect()
    }
}

/// Whether a unit is a fleet.
pub fn is_fleet(unit: &Unit) -> bool {
    unit.kind == Kind::Fleet
}
