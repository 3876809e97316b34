//! How far one side sees when what nobody of it is near lies in the fog (`fog: contact`).
//!
//! The same eyes look at the state, when somebody moves, and at what a power knows, when a map or a
//! page is made from it: what is in sight depends on a side's own forces, places and ships alone,
//! and those it knows in full.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §1.3, §5.2.6, §10.7.

use crate::book::{Atlas, Book};
use crate::position::Position;
use crate::record::state::Anchorage;
use kit::ground::Space;
use std::collections::BTreeSet;

/// How many hexes a force sees around its own.
pub const FORCE_SEES: u16 = 2;
/// How many hexes a town sees around its own.
pub const TOWN_SEES: u16 = 1;

/// One side's forces, places and ships, all that have eyes.
pub struct Eyes<'a> {
    atlas: &'a Atlas,
    forces: Vec<Space>,
    ships: Vec<&'a Anchorage>,
    holds: Box<dyn Fn(Space) -> bool + 'a>,
}

impl<'a> Eyes<'a> {
    /// The eyes of a power and its friends.
    pub fn of(book: &'a Book, position: &'a dyn Position, eye: &'a str) -> Self {
        let common = position.common();
        let ours = move |power: &str| common.relations.friends(eye, power);
        let forces = position.standing().filter(|one| ours(one.power) && !one.coming);
        let ships = position.afloat().filter(|ships| ours(ships.power));
        Self {
            atlas: &book.atlas,
            forces: forces.map(|one| one.at).collect(),
            ships: ships.map(|ships| ships.at).collect(),
            holds: Box::new(move |space| common.holder(book, space).is_some_and(ours)),
        }
    }

    /// Whether a space is in sight.
    pub fn see(&self, space: Space) -> bool {
        let held = |at: Space| self.atlas.town(at).is_some() && (self.holds)(at);
        self.forces.iter().any(|at| self.atlas.distance(*at, space) <= FORCE_SEES)
            || held(space)
            || self.atlas.around(space).into_iter().any(held)
    }

    /// All the hexes that are in sight: the same as asking for each, but in one pass.
    pub fn field(&self) -> BTreeSet<Space> {
        let mut seen: BTreeSet<Space> = self.forces.iter().copied().collect();
        let mut edge: Vec<Space> = seen.iter().copied().collect();
        for _ in 0..FORCE_SEES {
            let around = edge.iter().flat_map(|at| self.atlas.around(*at));
            let next: BTreeSet<Space> = around.filter(|at| !self.atlas.is_box(*at)).collect();
            edge = next.into_iter().filter(|at| seen.insert(*at)).collect();
        }
        for (at, _) in self.atlas.towns().filter(|(at, _)| (self.holds)(*at)) {
            seen.insert(at);
            seen.extend(self.atlas.around(at));
        }
        seen.retain(|at| !self.atlas.is_box(*at));
        seen
    }

    /// Whether the ships of a place are in sight.
    pub fn see_ships(&self, at: &Anchorage) -> bool {
        match at {
            Anchorage::Corsairs => true,
            Anchorage::Sea(sea) => self.watch(sea),
            Anchorage::Harbour(port) | Anchorage::Blockading(port) => {
                let seas = at.seas(self.atlas);
                let sails = |ship: &Anchorage| match ship {
                    Anchorage::Sea(sea) => seas.contains(sea),
                    Anchorage::Harbour(other) | Anchorage::Blockading(other) => other == port,
                    Anchorage::Corsairs => false,
                };
                self.ships.iter().any(|ship| sails(ship)) || self.see(*port)
            }
        }
    }

    fn watch(&self, sea: &String) -> bool {
        self.ships.iter().any(|ship| ship.seas(self.atlas).contains(sea))
    }
}
