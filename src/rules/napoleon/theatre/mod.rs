//! The map of a campaign: who stands where, and both purses (§2, §7, §9 to §11, §14, §15).
//!
//! A [`Theatre`] is a value that can be copied to look ahead. Each counter has exactly one place in
//! it. During a battle the forces on the board keep their place in the area of the battle.

pub mod battle;
pub mod enemy;
pub mod fog;
pub mod holding;
pub mod linked;
pub mod moves;
pub mod orders;
pub mod supply;

use crate::book::Book;
use crate::book::scenario::{Campaign, Start};
use crate::record::force::{Force, ForceId, Kind, Side, strength};
use kit::ground::Space;
use std::collections::BTreeSet;

/// Where a counter is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Area(Space),
    /// It has not yet come, by this line of the late arrivals (§7.6).
    Late(usize),
    /// French counters that can be bought: recruits, statics and the destroyed (§14.5).
    Pool,
    /// The enemy's reinforcements: recruits and the destroyed (§7.7, §12.10).
    Cup,
    /// Enemy statics that are not in use (§7.7).
    Aside,
    /// Nobody tells where it is: only in what an officer of the staff knows.
    Unseen,
}

/// A campaign as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theatre {
    /// By their ids, with the side of the counter that is up.
    pub forces: Vec<Force>,
    pub places: Vec<Place>,
    /// Where Napoleon is; nothing if his counter was destroyed (§13.14).
    pub napoleon: Option<Space>,
    pub french_supply: u32,
    pub enemy_supply: u32,
    pub scouts: u32,
    /// The box of the track; 0 is the start (§7.1).
    pub turn: usize,
    /// Whether too few objectives are a defeat by now (§3.2).
    pub objectives_count: bool,
    /// Who has moved in this step, and whether Napoleon has (§9.2, §14.1).
    pub moved: BTreeSet<ForceId>,
    pub napoleon_moved: bool,
    /// Who was bought reduced in this step (§14.5).
    pub bought_reduced: BTreeSet<ForceId>,
    /// Where there is no further battle in this step (§13.14).
    pub encamped: BTreeSet<Space>,
    /// The commanders with the counter of an earlier campaign (§18).
    pub veterans: BTreeSet<ForceId>,
}

impl Theatre {
    /// Sets a campaign up: forces and Napoleon where they begin, both purses, the walls of the
    /// cities, everybody else aside (§7.2, §7.4, §7.5, §7.7).
    pub fn set_up(book: &Book) -> Self {
        let place = |start: &Start| match start {
            Start::Area(at) => Place::Area(*at),
            Start::Late(line) => Place::Late(*line),
            Start::Pool => Place::Pool,
            Start::Cup => Place::Cup,
            Start::Aside => Place::Aside,
        };
        let Campaign { napoleon, supply, .. } = &book.campaign;
        let mut theatre = Self {
            forces: book.counters.iter().map(|counter| counter.force).collect(),
            places: book.counters.iter().map(|counter| place(&counter.start)).collect(),
            napoleon: Some(*napoleon),
            french_supply: supply.french,
            enemy_supply: supply.enemy,
            scouts: 0,
            turn: 0,
            objectives_count: false,
            moved: BTreeSet::new(),
            napoleon_moved: false,
            bought_reduced: BTreeSet::new(),
            encamped: BTreeSet::new(),
            veterans: BTreeSet::new(),
        };
        for at in book.map.all() {
            theatre.wall_in(book, at);
        }
        theatre
    }

    /// Puts a garrison and a fortification into a city: French ones where the French stand alone,
    /// else the enemy's (§7.4).
    fn wall_in(&mut self, book: &Book, at: Space) {
        let side = self.holder(at).unwrap_or(Side::Enemy);
        for kind in [Kind::Garrison, Kind::Fortification] {
            for _ in 0..book.campaign.walls(&book.map, at) {
                if let Some(id) = self.spare_wall(side, kind) {
                    self.put(id, Place::Area(at));
                }
            }
        }
    }

    /// A garrison or fortification of a side that is not in use.
    pub fn spare_wall(&self, side: Side, kind: Kind) -> Option<ForceId> {
        let from = match side {
            Side::French => Place::Pool,
            Side::Enemy => Place::Aside,
        };
        let fits = |force: &&Force| force.side() == side && force.kind == kind;
        self.forces.iter().filter(fits).map(|force| force.id).find(|id| self.place(*id) == from)
    }

    /// Finds a force.
    pub fn force(&self, id: ForceId) -> Option<&Force> {
        self.forces.get(id.index())
    }

    /// Says where a counter is; one that does not exist lies aside.
    pub fn place(&self, id: ForceId) -> Place {
        self.places.get(id.index()).copied().unwrap_or(Place::Aside)
    }

    pub(crate) fn put(&mut self, id: ForceId, at: Place) {
        if let Some(place) = self.places.get_mut(id.index()) {
            *place = at;
        }
    }

    /// Lists the forces of a side in an area.
    pub fn forces_at(&self, side: Side, at: Space) -> Vec<Force> {
        let here = |force: &&Force| force.side() == side && self.place(force.id) == Place::Area(at);
        self.forces.iter().filter(here).copied().collect()
    }

    /// The combat values of a side in an area.
    pub fn strength(&self, side: Side, at: Space) -> u32 {
        strength(&self.forces_at(side, at))
    }

    /// Takes a destroyed force out of play: the French ones can be bought again, the enemy's mobile
    /// ones go into the cup, its static ones aside (§12.10).
    pub(crate) fn destroy(&mut self, id: ForceId) {
        let Some(force) = self.forces.get_mut(id.index()) else { return };
        force.reduced = false;
        let to = match (force.side(), force.kind.is_mobile()) {
            (Side::French, _) => Place::Pool,
            (Side::Enemy, true) => Place::Cup,
            (Side::Enemy, false) => Place::Aside,
        };
        self.put(id, to);
    }

    /// Uses up a scout for a re-roll without modifiers, if there is one (§11.1, §13.1, §15.3).
    pub fn use_scout(&mut self) -> bool {
        let left = self.scouts.checked_sub(1);
        self.scouts = left.unwrap_or(0);
        left.is_some()
    }
}
