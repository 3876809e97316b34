//! The turn counter, moves, forced marches and late arrivals (§7.6, §9, §14.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §7.6.

use super::{Place, Theatre};
use crate::book::Book;
use crate::book::scenario::When;
use crate::record::force::{Force, ForceId, Side};
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a move or a purchase is not allowed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refused {
    NotOnTheMap,
    NotMobile,
    NotNext,
    WithEnemies,
    HasMoved,
    NoSupply { needs: u32 },
    NotReduced,
    JustBought,
    NotForSale,
    NoFrenchThere,
    NoBack,
    NoScouts,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NotOnTheMap => f.write_str("this is no French force on the map"),
            Refused::NotMobile => f.write_str("garrisons and fortifications never move"),
            Refused::NotNext => f.write_str("this area is not next to the one it leaves"),
            Refused::WithEnemies => {
                f.write_str("a force that shares an area with enemies cannot leave it")
            }
            Refused::HasMoved => f.write_str("a force moves once in a step"),
            Refused::NoSupply { needs: 1 } => f.write_str("a supply point is needed"),
            Refused::NoSupply { needs } => write!(f, "{needs} supply points are needed"),
            Refused::NotReduced => f.write_str("this force is not reduced"),
            Refused::JustBought => {
                f.write_str("a force that was bought reduced is refitted in a later step")
            }
            Refused::NotForSale => f.write_str("this force cannot be bought"),
            Refused::NoFrenchThere => f.write_str("no French force stands in this area"),
            Refused::NoBack => f.write_str("this force has no reduced side"),
            Refused::NoScouts => f.write_str("there are no more scouts"),
        }
    }
}

impl Theatre {
    /// Moves the turn counter on, and brings the late forces of the new box (§9.1, §7.6).
    pub fn advance_turn(&mut self, book: &Book) -> Vec<ForceId> {
        self.turn += 1;
        self.late_arrivals(book)
    }

    /// Begins a step in which battles are fought: everybody may move once, and fight (§9.2, §14.1,
    /// §15.4).
    pub fn begin_step(&mut self) {
        self.begin_purchases();
        self.encamped.clear();
    }

    /// Begins a step without battles: where both encamped there is still none (§14.3).
    pub fn begin_purchases(&mut self) {
        self.moved.clear();
        self.napoleon_moved = false;
        self.bought_reduced.clear();
    }

    /// Brings the late forces whose time has come or whose area was entered (§7.6).
    pub fn late_arrivals(&mut self, book: &Book) -> Vec<ForceId> {
        let mut arrived = vec![];
        for (line, late) in book.campaign.late.iter().enumerate() {
            let due = match &late.when {
                When::Turn(turn) => self.turn >= *turn,
                When::Entered(areas) => areas.iter().any(|at| self.stands(Side::French, *at)),
            };
            let waiting = self.forces.iter().map(|force| force.id);
            let waiting: Vec<ForceId> =
                waiting.filter(|id| due && self.place(*id) == Place::Late(line)).collect();
            for id in waiting {
                self.put(id, Place::Area(late.at));
                arrived.push(id);
            }
        }
        arrived
    }

    /// Lists the areas in which there is a battle now (§9.3).
    pub fn battles(&self, book: &Book) -> Vec<Space> {
        let shared = |at: &Space| self.stands(Side::French, *at) && self.stands(Side::Enemy, *at);
        book.map.all().filter(shared).filter(|at| !self.encamped.contains(at)).collect()
    }

    /// The area that a French force may leave: it is mobile, and no enemies are there (§9.2).
    pub fn may_leave(&self, id: ForceId) -> Result<Space, Refused> {
        let force = self.force(id).filter(|force| force.side() == Side::French);
        let force = *force.ok_or(Refused::NotOnTheMap)?;
        let Place::Area(from) = self.place(id) else { return Err(Refused::NotOnTheMap) };
        if !force.kind.is_mobile() {
            return Err(Refused::NotMobile);
        }
        if self.stands(Side::Enemy, from) {
            return Err(Refused::WithEnemies);
        }
        Ok(from)
    }

    /// The French forces that may leave an area.
    pub fn free(&self, at: Space) -> Vec<Force> {
        let here = self.forces_at(Side::French, at).into_iter();
        here.filter(|force| self.may_leave(force.id).is_ok()).collect()
    }

    /// Moves a French force to a neighbouring area (§9.2).
    pub fn move_force(&mut self, book: &Book, id: ForceId, to: Space) -> Result<(), Refused> {
        let from = self.may_leave(id)?;
        if book.map.distance(from, to) != Some(1) {
            return Err(Refused::NotNext);
        }
        if !self.moved.insert(id) {
            return Err(Refused::HasMoved);
        }
        self.put(id, Place::Area(to));
        self.late_arrivals(book);
        Ok(())
    }

    /// Moves Napoleon to a neighbouring area, out of one with enemies too (§9.2, §14.1).
    pub fn move_napoleon(&mut self, book: &Book, to: Space) -> Result<(), Refused> {
        let from = self.napoleon.ok_or(Refused::NotOnTheMap)?;
        if book.map.distance(from, to) != Some(1) {
            return Err(Refused::NotNext);
        }
        if self.napoleon_moved {
            return Err(Refused::HasMoved);
        }
        self.napoleon_moved = true;
        self.napoleon = Some(to);
        Ok(())
    }

    /// The same as a move, for a supply point (§14.1).
    pub fn forced_march(&mut self, book: &Book, id: ForceId, to: Space) -> Result<(), Refused> {
        let needs = book.figures.forced_march;
        let left = self.french_supply.checked_sub(needs).ok_or(Refused::NoSupply { needs })?;
        self.move_force(book, id, to)?;
        self.french_supply = left;
        Ok(())
    }
}
