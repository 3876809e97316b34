//! Enemy resupply and refit (§15.5, §15.6).

use super::{Place, Theatre};
use crate::answers::{Answers, Choice, Pick, Topic, Who, chosen, force};
use crate::book::Book;
use crate::book::tables::{Gain, Resupply};
use crate::record::force::{Force, Kind, Side};
use kit::ground::Space;
use kit::rule::Rule;

const RESUPPLY: Rule = Rule("FCN §15.5");
const REFIT: Rule = Rule("FCN §15.6");

/// What the enemy gained in a city, and the die for it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Gained {
    pub at: Space,
    pub roll: u8,
    pub row: Resupply,
}

impl Theatre {
    /// Rolls once for each city that the enemy holds, in the map's order, and gives what comes up
    /// (§15.5).
    pub fn resupply_enemy(&mut self, book: &Book, answers: &mut dyn Answers) -> Vec<Gained> {
        let cities = book.map.all().filter(|at| book.map.is_city(*at));
        let held = cities.filter(|at| self.holder(*at) == Some(Side::Enemy));
        let mut gains = vec![];
        for at in held.collect::<Vec<_>>() {
            let roll = answers.die(RESUPPLY, Who::Area(at));
            let row = *book.tables.map.resupply.read(roll);
            self.gain(book, at, row, answers);
            gains.push(Gained { at, roll, row });
        }
        gains
    }

    /// Gives the enemy one row of its chart.
    pub fn gain(&mut self, book: &Book, at: Space, row: Resupply, answers: &mut dyn Answers) {
        match row.gain {
            Gain::Fortification => self.fortify(book, at, Kind::Fortification, row.amount),
            Gain::Garrison => self.fortify(book, at, Kind::Garrison, row.amount),
            Gain::Reinforcement => self.reinforce(book, at, row.amount, RESUPPLY, answers),
            Gain::Supply => self.enemy_supply += u32::from(row.amount),
        }
    }

    /// The enemy refits its reduced forces as far as its supply goes, the highest skill first
    /// (§15.6).
    pub fn refit_enemy(&mut self, book: &Book, answers: &mut dyn Answers) {
        while let Some(left) = self.enemy_supply.checked_sub(book.figures.refit) {
            let on_map = |force: &&Force| matches!(self.place(force.id), Place::Area(_));
            let reduced = || {
                let enemy = self.forces.iter().filter(|force| force.side() == Side::Enemy);
                enemy.filter(|force| force.reduced).filter(on_map)
            };
            let Some(highest) = reduced().map(|force| force.skill).max() else { return };
            let options: Vec<Pick> = reduced()
                .filter(|force| force.skill == highest)
                .map(|force| Pick::Force(force.id))
                .collect();
            let who = Who::Side(Side::Enemy);
            let topic = Topic::Refit;
            let choice = Choice { rule: REFIT, topic, who, options: &options, default: None };
            let Some(id) = chosen(answers, &choice).and_then(force) else { return };
            if let Some(force) = self.forces.get_mut(id.index()) {
                force.reduced = false;
            }
            self.enemy_supply = left;
        }
    }
}
