//! What the entries before have done on paper: where they have left forces and ships, and who goes
//! along with whom.

use super::{Plan, Sailing, meant, place, spoken};
use crate::book::Book;
use crate::orders::Entry;
use crate::record::state::{Anchorage, Force, ForceId};
use crate::sight::known::Known;
use kit::ground::Space;
use std::collections::BTreeMap;

/// A force as an entry leaves it.
struct After {
    force: Force,
    unsure: bool,
}

/// What the entries so far have done.
#[derive(Default)]
pub struct Earlier {
    /// By who was named.
    forces: BTreeMap<String, After>,
    /// Where each fleet is, if that can be told.
    fleets: BTreeMap<String, Option<(Anchorage, Vec<String>)>>,
    /// Forces on board: by which entry, and where it lands them.
    cargo: BTreeMap<ForceId, (u16, Option<Space>)>,
    /// Forces that go with another.
    along: BTreeMap<ForceId, String>,
}

/// Where a force begins an entry.
pub struct Start {
    pub force: Option<Force>,
    pub unsure: bool,
    /// Whether it has done an entry before.
    pub again: bool,
    /// What the receipt says of it.
    pub told: Option<String>,
}

impl Earlier {
    /// Where somebody begins an entry, after the entries before it.
    pub fn start(&self, book: &Book, known: &Known, who: &str) -> Start {
        let own = || known.own().chain(known.aboard.values().map(|passage| &passage.force));
        let found = meant(&book.atlas, &book.units, who, own());
        if let Some(after) = self.forces.get(who) {
            let (force, unsure) = (Some(after.force.clone()), after.unsure);
            return Start { force, unsure, again: true, told: None };
        }
        let carried = found.and_then(|force| Some((force, self.cargo.get(&force.id)?)));
        let Some((force, (entry, landed))) = carried else {
            let ashore = found.filter(|force| !known.aboard.contains_key(&force.id));
            return Start { force: ashore.cloned(), unsure: false, again: false, told: None };
        };
        let Some(at) = *landed else {
            let told = format!("entry {entry} takes it on board, and lands it nowhere");
            let force = Some(force.clone());
            return Start { force, unsure: true, again: false, told: Some(told) };
        };
        let (here, who) = (place(book, at), spoken(book, who));
        let told = format!(
            "reckoned from {here}, where entry {entry} lands it; the marker may come sooner than \
             the ships: `if: {who} at {}` waits for them",
            book.atlas.name(at)
        );
        let force = Some(Force { at, ..force.clone() });
        Start { force, unsure: false, again: false, told: Some(told) }
    }

    /// Where a force stands after the entries so far.
    pub fn place(&self, force: &Force) -> Space {
        let moved = self.forces.values().find(|after| after.force.id == force.id);
        let landed = || self.cargo.get(&force.id).and_then(|(_, landed)| *landed);
        moved.map(|after| after.force.at).or_else(landed).unwrap_or(force.at)
    }

    /// Brings ships to where an entry before has left them; no, if nobody can tell where that is.
    pub fn sails_from(&self, sailing: &mut Sailing) -> bool {
        let Some(fleet) = sailing.ships.first().map(|ship| &ship.fleet) else { return true };
        match self.fleets.get(fleet) {
            None => true,
            Some(None) => false,
            Some(Some((at, shore))) => {
                (sailing.at, sailing.shore) = (at.clone(), shore.clone());
                true
            }
        }
    }

    /// Notes what an entry has done.
    pub fn note(&mut self, entry: &Entry, plan: Plan) {
        let unsure = plan.unsure || plan.conditional;
        for id in plan.joined {
            self.along.insert(id, entry.who.clone());
        }
        for (id, landed) in plan.cargo {
            self.cargo.insert(id, (entry.number, landed));
            self.along.insert(id, entry.who.clone());
        }
        for ship in plan.ships.iter().flat_map(|sailing| &sailing.ships) {
            let at = plan.ships.as_ref().map(|sailing| (sailing.at.clone(), sailing.shore.clone()));
            self.fleets.insert(ship.fleet.clone(), at.filter(|_| !unsure));
        }
        if let Some(force) = plan.force {
            self.forces.insert(entry.who.clone(), After { force, unsure });
        }
    }

    /// With whom a force goes that has no entry of its own.
    pub fn goes_with(&self, force: ForceId) -> Option<String> {
        self.along.get(&force).map(|who| format!("goes with {who}"))
    }
}
