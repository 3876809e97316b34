//! The fog of war before a battle (§11.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1.

use super::moves::Refused;
use super::{Place, Theatre};
use crate::answers::{Answers, Choice, Pick, Topic, Who, area, chosen, drawn, force};
use crate::book::Book;
use crate::book::tables::{FogEvent, FogRow};
use crate::record::force::{Force, ForceId, Kind, Side};
use kit::ground::Space;
use kit::rule::Rule;
use serde::{Deserialize, Serialize};

const FOG: Rule = Rule("FCN §11.1");

/// What the player wants of an event of the fog.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct FogChoice {
    /// Which recruit is placed, and where.
    pub recruit: Option<(ForceId, Space)>,
    pub napoleon_comes: bool,
    pub joins: Option<ForceId>,
}

/// What an event of the fog leaves for the battle.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FogEffect {
    /// One insight may be chosen without a price.
    pub free_insight: bool,
    pub enemy_plans: u8,
}

impl Theatre {
    /// The enemy pays for a better roll if it can, then the die is rolled: gives it with what is
    /// added.
    pub fn roll_fog(&mut self, book: &Book, at: Space, answers: &mut dyn Answers) -> u8 {
        let modifier = book.tables.fog.modifiers.with(self.enemy_supply);
        self.enemy_supply = self.enemy_supply.saturating_sub(modifier.pay);
        answers.die(FOG, Who::Area(at)).saturating_add(modifier.roll)
    }

    /// Rolls again for a scout, without a modifier; nothing without a scout.
    pub fn reroll_fog(&mut self, at: Space, answers: &mut dyn Answers) -> Option<u8> {
        self.use_scout().then(|| answers.die(FOG, Who::Area(at)))
    }

    /// Carries out the event of a row.
    pub fn fog_event(
        &mut self,
        book: &Book,
        at: Space,
        row: FogRow,
        choice: FogChoice,
        answers: &mut dyn Answers,
    ) -> Result<FogEffect, Refused> {
        let amount = u32::from(row.amount);
        let mut effect = FogEffect::default();
        match row.event {
            FogEvent::Insight => effect.free_insight = self.napoleon != Some(at),
            FogEvent::FrenchSupply => self.french_supply += amount,
            FogEvent::Scout => {
                self.scouts = self.scouts.saturating_add(amount).min(book.figures.most_scouts);
            }
            FogEvent::Recruit => self.fog_recruit(amount, choice)?,
            FogEvent::Napoleon => {
                if choice.napoleon_comes && self.napoleon.is_some() {
                    self.napoleon = Some(at);
                }
            }
            FogEvent::Join => self.fog_join(book, at, choice)?,
            FogEvent::EnemyPays => {
                let paid = amount.min(self.enemy_supply);
                self.enemy_supply -= paid;
                self.french_supply += paid;
            }
            FogEvent::FrenchPay => {
                let paid = amount.min(self.french_supply);
                self.french_supply -= paid;
                self.enemy_supply += paid;
            }
            FogEvent::HitInCity => self.fog_hit(book, answers),
            FogEvent::Reinforcement => self.reinforce(book, at, row.amount, FOG, answers),
            FogEvent::Garrison => self.fortify(book, at, Kind::Garrison, row.amount),
            FogEvent::EnemyPlan => effect.enemy_plans = row.amount,
        }
        Ok(effect)
    }

    /// Row 4: for supply points a recruit comes into an area with French forces.
    fn fog_recruit(&mut self, needs: u32, choice: FogChoice) -> Result<(), Refused> {
        let Some((id, at)) = choice.recruit else { return Ok(()) };
        let is_recruit = self.force(id).is_some_and(|force| force.recruit);
        if !is_recruit || self.place(id) != Place::Pool {
            return Err(Refused::NotForSale);
        }
        if !self.stands(Side::French, at) {
            return Err(Refused::NoFrenchThere);
        }
        let left = self.french_supply.checked_sub(needs).ok_or(Refused::NoSupply { needs })?;
        self.french_supply = left;
        self.put(id, Place::Area(at));
        Ok(())
    }

    /// Row 6: a mobile French force comes from anywhere on the map.
    fn fog_join(&mut self, book: &Book, at: Space, choice: FogChoice) -> Result<(), Refused> {
        let Some(id) = choice.joins else { return Ok(()) };
        self.may_join(id)?;
        self.put(id, Place::Area(at));
        self.late_arrivals(book);
        Ok(())
    }

    /// Whether a force may come to a battle by row 6: it is French, mobile, and on the map.
    pub fn may_join(&self, id: ForceId) -> Result<Space, Refused> {
        let force = self.force(id).filter(|force| force.side() == Side::French);
        if !force.ok_or(Refused::NotOnTheMap)?.kind.is_mobile() {
            return Err(Refused::NotMobile);
        }
        match self.place(id) {
            Place::Area(from) => Ok(from),
            Place::Late(_) | Place::Pool | Place::Cup | Place::Aside | Place::Unseen => {
                Err(Refused::NotOnTheMap)
            }
        }
    }

    /// Those who may come to a battle by row 6 from elsewhere.
    pub fn joiners(&self, at: Space) -> Vec<Force> {
        let elsewhere = |force: &&Force| self.may_join(force.id).is_ok_and(|from| from != at);
        self.forces.iter().filter(elsewhere).copied().collect()
    }

    /// Row 9: a hit in one random city with French forces, on whom the player chooses.
    fn fog_hit(&mut self, book: &Book, answers: &mut dyn Answers) {
        let cities = book.map.all().filter(|at| book.map.is_city(*at));
        let french = cities.filter(|at| self.stands(Side::French, *at)).map(Pick::Area);
        let who = Who::Side(Side::French);
        let options: Vec<Pick> = french.collect();
        let Some(at) = drawn(answers, FOG, who, &options).and_then(area) else { return };
        let forces = self.forces_at(Side::French, at);
        let options: Vec<Pick> = forces.iter().map(|force| Pick::Force(force.id)).collect();
        let dies = |force: &Force| force.reduced || force.back.is_none();
        let cheapest = |at: &usize| (dies(&forces[*at]), forces[*at].combat(), *at);
        let default = (0..forces.len()).min_by_key(cheapest);
        let who = Who::Area(at);
        let choice = Choice { rule: FOG, topic: Topic::CityHit, who, options: &options, default };
        if let Some(id) = chosen(answers, &choice).and_then(force) {
            let hit = self.forces.get_mut(id.index());
            if hit.is_some_and(|force| !force.take_hit()) {
                self.destroy(id);
            }
        }
    }

    /// Draws enemy reinforcements into an area; for each that is missing the enemy gets supply
    /// (§11.1, §15.5).
    pub(super) fn reinforce(
        &mut self,
        book: &Book,
        at: Space,
        amount: u8,
        rule: Rule,
        answers: &mut dyn Answers,
    ) {
        for _ in 0..amount {
            let cup = self.forces.iter().map(|force| force.id);
            let cup = cup.filter(|id| self.place(*id) == Place::Cup).map(Pick::Force);
            let options: Vec<Pick> = cup.collect();
            match drawn(answers, rule, Who::Area(at), &options).and_then(force) {
                Some(id) => self.put(id, Place::Area(at)),
                None => self.enemy_supply += book.figures.missing,
            }
        }
    }

    /// Puts enemy walls into an area; for each that is missing the enemy gets supply (§11.1,
    /// §15.5).
    pub(super) fn fortify(&mut self, book: &Book, at: Space, kind: Kind, amount: u8) {
        for _ in 0..amount {
            match self.spare_wall(Side::Enemy, kind) {
                Some(id) => self.put(id, Place::Area(at)),
                None => self.enemy_supply += book.figures.missing,
            }
        }
    }
}
