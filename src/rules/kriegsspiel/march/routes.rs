//! Ways over the map as one power knows it: round enemies and the zones of their fortresses (§12).
//!
//! Marches are planned here, receipts walk the same ways, and the form lists how far they reach.
//!
//! Not here: what a march meets on its way (`movement.rs`).

use crate::book::Book;
use crate::march::borders;
use crate::march::movement::{barring, ends_march, has_zone};
use crate::position::Position;
use crate::record::event::Reason;
use crate::sight::known::Known;
use kit::ground::Space;
use kit::path;
use kit::relations::Relation;
use std::collections::{BTreeMap, BTreeSet};

/// What a power knows that keeps its marches from a hex.
pub struct Routes<'a> {
    book: &'a Book,
    known: &'a Known,
    /// Whether the land of anybody is shut to the power.
    borders: bool,
    /// Where enemies stand.
    held: BTreeSet<Space>,
    /// Enemy fortresses.
    walls: BTreeSet<Space>,
    /// Those of them that nobody of our side shuts in, so that they have a zone.
    open: Vec<Space>,
}

/// Finds the cheapest route, judged by what the power knows.
///
/// The route avoids enemies and the zones of their fortresses where it can. They are allowed at the
/// goal, and where no other route exists. A detour that costs more than twice the direct route is
/// refused.
pub fn way(book: &Book, known: &Known, from: Space, goal: Space) -> Result<path::Path, Reason> {
    Routes::new(book, known).way(from, goal)
}

/// Why a march does not set out: enemies shut its direct way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// What the direct way would cost, if nobody stood in it; nothing, if there is none.
    pub direct: Option<u32>,
    /// The hexes of the direct way round which a march goes.
    pub shut: Vec<Space>,
    /// The way round the enemy, if there is one: it costs more than twice the direct one.
    pub round: Option<path::Path>,
    /// The neutral whose land it would have to cross, or may only leave (§6).
    pub border: Option<String>,
}

/// What keeps a march out of a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shut {
    /// Enemies stand there.
    Held,
    /// It is an enemy fortress.
    Walls,
    /// It lies beside this one.
    Beside(Space),
}

/// What stops a march before a step: where, and by which fortress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// It came beside the fortress this turn, and goes no further.
    Zone { at: Space, fortress: Space },
    /// The step leads from one hex of the zone to another.
    Barred { at: Space, to: Space, fortress: Space },
}

impl Stop {
    pub fn fortress(&self) -> Space {
        match self {
            Stop::Zone { fortress, .. } | Stop::Barred { fortress, .. } => *fortress,
        }
    }
}

impl<'a> Routes<'a> {
    /// What a power knows now.
    pub fn new(book: &'a Book, known: &'a Known) -> Self {
        let held = known.markers.iter();
        let held = held.filter(|marker| marker.last.is_none() && known.is_foe(&marker.power));
        let cities = book.lands.cities().keys().copied();
        let walls: BTreeSet<Space> =
            cities.filter(|at| known.enemy_walls(book, *at, &known.power).is_some()).collect();
        let open = walls.iter().filter(|at| has_zone(book, known, &known.power, **at));
        let open = open.copied().collect();
        let mut others = known.relations.parties();
        let borders = others.any(|other| known.relation(&known.power, other) == Relation::Neutral);
        Self { book, known, borders, held: held.map(|marker| marker.at).collect(), walls, open }
    }

    /// The same if all enemies were gone and their fortresses stood.
    pub fn without_troops(&self) -> Routes<'a> {
        let (walls, open) = (self.walls.clone(), self.open.clone());
        let (book, known, borders) = (self.book, self.known, self.borders);
        Routes { book, known, borders, held: BTreeSet::new(), walls, open }
    }

    /// The same if these fortresses were shut in.
    pub fn shutting_in(mut self, fortresses: &[Space]) -> Routes<'a> {
        self.open.retain(|fortress| !fortresses.contains(fortress));
        self
    }

    /// The fortresses beside a hex that would have a zone, if nobody shut them in.
    pub fn shut_in(&self, at: Space) -> impl Iterator<Item = Space> {
        let beside = move |fortress: &&Space| self.book.atlas.distance(**fortress, at) == 1;
        let walls = self.walls.iter().filter(beside).copied();
        walls.filter(|fortress| !self.open.contains(fortress))
    }

    /// The enemy fortresses in whose zone a hex lies (§12.3).
    pub fn zones(&self, at: Space) -> Vec<Space> {
        let beside = |fortress: &&Space| self.book.atlas.distance(**fortress, at) == 1;
        self.open.iter().filter(beside).copied().collect()
    }

    /// Whether a march goes round a hex that is not its goal.
    fn is_shunned(&self, at: Space, zones: bool) -> bool {
        self.held.contains(&at) || self.walls.contains(&at) || (zones && !self.zones(at).is_empty())
    }

    /// Whether a step leads from one hex of a zone to another, which nobody may do (§12.3).
    pub fn is_barred(&self, from: Space, to: Space) -> bool {
        self.barring(from, to).is_some()
    }

    /// The fortress that bars such a step.
    fn barring(&self, from: Space, to: Space) -> Option<Space> {
        barring(&self.zones(from), &self.zones(to), self.walls.contains(&to))
    }

    /// What stops a march before a step that came into the zone of these fortresses this turn (§12.3).
    pub fn stop(&self, zone: &[Space], from: Space, to: Space) -> Option<Stop> {
        if ends_march(zone, to) {
            return Some(Stop::Zone { at: from, fortress: *zone.first()? });
        }
        self.barring(from, to).map(|fortress| Stop::Barred { at: from, to, fortress })
    }

    /// What keeps a march out of a hex that is not its goal.
    pub fn shut(&self, at: Space) -> Option<Shut> {
        if self.walls.contains(&at) {
            return Some(Shut::Walls);
        }
        if self.held.contains(&at) {
            return Some(Shut::Held);
        }
        self.zones(at).first().map(|fortress| Shut::Beside(*fortress))
    }

    /// The cheapest way to a goal.
    pub fn way(&self, from: Space, goal: Space) -> Result<path::Path, Reason> {
        self.plan(from, goal).map_err(|refused| match (refused.border, refused.round) {
            (Some(of), _) => Reason::Shut { of },
            (None, Some(_)) => Reason::Detour { to: goal },
            (None, None) => Reason::NoWay { to: goal },
        })
    }

    /// The neutral in whose land a hex lies that is shut to the power.
    fn host(&self, at: Space) -> Option<&'a str> {
        self.borders.then(|| borders::shut(self.book, self.known, &self.known.power, at)).flatten()
    }

    /// Whether a hex lies in land that is shut to the power.
    pub fn is_shut(&self, at: Space) -> bool {
        self.host(at).is_some()
    }

    /// The neutral whose border or land a step does not cross.
    fn refuses(&self, from: Space, to: Space) -> Option<&'a str> {
        let border = || borders::border(self.book, self.known, &self.known.power, (from, to));
        self.borders.then(border).flatten()
    }

    /// What a step costs in movement points, if no border forbids it, but for that of the host of the goal.
    fn cost(&self, goal: Option<&str>, from: Space, to: Space) -> Option<u32> {
        let cost = self.book.cost(from, to)?;
        let host = self.refuses(from, to);
        host.is_none_or(|host| goal == Some(host)).then_some(cost)
    }

    /// The host at whose border a march to a goal may end: not that in whose land it begins.
    fn goal_host(&self, from: Space, goal: Space) -> Option<&'a str> {
        self.host(goal).filter(|host| self.host(from) != Some(host))
    }

    /// The neutral that keeps a march from its goal: no way leads through its land, or deeper into it.
    fn border(&self, from: Space, goal: Space) -> Option<&'a str> {
        let to = self.goal_host(from, goal);
        let land = path::cheapest(&self.book.atlas, from, &[goal], |a, b| self.book.cost(a, b));
        let way: Vec<Space> = [from].into_iter().chain(land?.spaces).collect();
        let mut hosts = way.windows(2).filter_map(|step| self.refuses(step[0], step[1]));
        hosts.find(|host| to != Some(host))
    }

    /// The cheapest way to a goal, or what is in its way.
    ///
    /// A way into land that is shut is planned all the same: the march ends at its border.
    pub fn plan(&self, from: Space, goal: Space) -> Result<path::Path, Refused> {
        let atlas = &self.book.atlas;
        let to = self.goal_host(from, goal);
        let to_walls = self.walls.contains(&goal);
        let round = |zones: bool| {
            path::cheapest(atlas, from, &[goal], |a, b| {
                let shunned = b != goal && self.is_shunned(b, zones && !to_walls);
                if shunned { None } else { self.cost(to, a, b) }
            })
        };
        let round = round(true).or_else(|| round(false));
        let direct = path::cheapest(atlas, from, &[goal], |a, b| self.cost(to, a, b));
        match (round, direct) {
            (_, None) if self.borders => {
                let border = self.border(from, goal).map(str::to_owned);
                Err(Refused { direct: None, shut: vec![], round: None, border })
            }
            (Some(found), Some(direct)) if found.cost <= 2 * direct.cost => Ok(found),
            (round, direct) => {
                let mut shut = direct.as_ref().map(|way| way.spaces.clone()).unwrap_or_default();
                shut.retain(|at| *at != goal && self.is_shunned(*at, !to_walls));
                Err(Refused { direct: direct.map(|way| way.cost), shut, round, border: None })
            }
        }
    }

    /// Whether a fortress ends a march before it has entered all of these hexes (§12.3).
    pub fn is_stopped(&self, from: Space, way: &[Space]) -> bool {
        let mut last = from;
        let mut zone: Vec<Space> = vec![];
        way.iter().any(|next| {
            let stops = self.stop(&zone, last, *next).is_some();
            (last, zone) = (*next, self.zones(*next));
            stops
        })
    }

    /// The hexes to which a march comes within a budget, each with its cost; those where it would
    /// meet an enemy or his walls are left out.
    pub fn reach(&self, from: Space, budget: u32) -> BTreeMap<Space, u32> {
        let atlas = &self.book.atlas;
        let inner = path::reach(atlas, from, budget, |a, b| {
            if self.is_shunned(b, true) { None } else { self.cost(None, a, b) }
        });
        let direct = path::reach(atlas, from, budget, |a, b| self.cost(None, a, b));
        let mut reached = inner.clone();
        for (at, spent) in &inner {
            for next in atlas.around(*at) {
                // A hex of a zone is a goal, and no way leads on from it.
                let meets = self.held.contains(&next) || self.walls.contains(&next);
                let cost = self.cost(None, *at, next).filter(|_| !meets);
                let Some(cost) = cost.map(|cost| spent + cost) else { continue };
                if cost <= budget && reached.get(&next).is_none_or(|known| cost < *known) {
                    reached.insert(next, cost);
                }
            }
        }
        reached.remove(&from);
        reached.retain(|at, _| self.host(*at).is_none());
        // The way that is taken is the cheapest, also where it leads from one hex of a zone to another.
        let along = |at: Space| self.book.cost(from, at).filter(|_| self.is_barred(from, at));
        reached.retain(|at, cost| along(*at).is_none_or(|direct| *cost < direct));
        reached.retain(|at, cost| direct.get(at).is_some_and(|direct| *cost <= 2 * direct));
        reached
    }
}
