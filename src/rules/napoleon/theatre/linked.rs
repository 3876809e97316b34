//! Campaigns in a row: commanders with the counter of an earlier one (§18).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §18.

use super::{Place, Theatre};
use crate::answers::{Answers, Pick, Who, area, drawn};
use crate::book::Book;
use crate::book::tables::{Gain, Resupply};
use crate::record::force::{ForceId, Kind, Side};
use kit::ground::Space;
use kit::rule::Rule;

const LINKED: Rule = Rule("FCN §18");

/// What the enemy got for a commander.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Upgrade {
    pub roll: u8,
    pub row: Resupply,
    pub at: Option<Space>,
}

impl Theatre {
    /// Whether a commander may still have the counter of an earlier campaign.
    pub fn may_keep(&self, book: &Book, id: ForceId) -> bool {
        book.veteran(id).is_some() && !self.veterans.contains(&id) && self.turn <= 1
    }

    /// A commander gets the counter of an earlier campaign, and the enemy an upgrade for it.
    pub fn keep(&mut self, book: &Book, id: ForceId, answers: &mut dyn Answers) -> Option<Upgrade> {
        if !self.may_keep(book, id) {
            return None;
        }
        self.veterans.insert(id);
        self.refresh(book);
        let roll = answers.die(LINKED, Who::Force(id));
        let row = *book.tables.linked.upgrades.read(roll);
        let held = book.map.all().filter(|at| self.holder(*at) == Some(Side::Enemy));
        let held: Vec<Pick> = held.map(Pick::Area).collect();
        let at = match row.gain {
            Gain::Supply => None,
            Gain::Fortification | Gain::Garrison | Gain::Reinforcement => {
                drawn(answers, LINKED, Who::Force(id), &held).and_then(area)
            }
        };
        let there = at.is_some_and(|at| self.upgrade(book, (at, id), row, answers));
        if !there {
            self.enemy_supply += match row.gain {
                Gain::Supply => u32::from(row.amount),
                Gain::Fortification | Gain::Garrison | Gain::Reinforcement => {
                    book.tables.linked.instead
                }
            };
        }
        Some(Upgrade { roll, row, at: at.filter(|_| there) })
    }

    /// Puts one counter of an upgrade into an area; false, if the enemy has none.
    fn upgrade(
        &mut self,
        book: &Book,
        (at, id): (Space, ForceId),
        row: Resupply,
        answers: &mut dyn Answers,
    ) -> bool {
        let wall = match row.gain {
            Gain::Fortification => Some(Kind::Fortification),
            Gain::Garrison => Some(Kind::Garrison),
            Gain::Reinforcement | Gain::Supply => None,
        };
        let new = match wall {
            Some(kind) => self.spare_wall(Side::Enemy, kind),
            None => {
                let all = book.counters.iter().map(|counter| counter.force.id);
                let cup = all.filter(|id| self.place(*id) == Place::Cup).map(Pick::Force);
                let cup: Vec<Pick> = cup.collect();
                drawn(answers, LINKED, Who::Force(id), &cup).and_then(crate::answers::force)
            }
        };
        if let Some(new) = new {
            self.put(new, Place::Area(at));
        }
        new.is_some()
    }

    /// Gives every commander who has it the counter of an earlier campaign.
    pub fn refresh(&mut self, book: &Book) {
        for id in &self.veterans {
            if let (Some(force), Some((old, _))) =
                (self.forces.get_mut(id.index()), book.veteran(*id))
            {
                *force = crate::record::force::Force { reduced: force.reduced, ..old };
            }
        }
    }
}
