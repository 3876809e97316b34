//! The enemy's half of a battle turn (§13.5 to §13.9).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.5.

use super::news::News;
use super::perform::March;
use super::{Board, Piece};
use crate::answers::{Answers, Choice, Pick, Topic, Who, chosen, drawn, force};
use crate::book::plans::{Drawn, EnemyDefault, PlanId, Plans};
use crate::record::force::{ForceId, Kind, Side};
use kit::rule::Rule;

const DRAW: Rule = Rule("FCN §13.5");
const ORDER: Rule = Rule("FCN §13.9");

impl Board {
    /// Draws the enemy's plans: each time first the force, of the highest skill that has none, then
    /// the counter (§13.5).
    pub fn draw_enemy_plans(&mut self, plans: &Plans, answers: &mut dyn Answers) {
        if self.routed == Some(Side::Enemy) {
            return;
        }
        for _ in 0..self.enemy_plans {
            let Some(holder) = self.next_holder(answers) else { return };
            while let Some(plan) = self.draw_plan(holder, plans, answers) {
                if self.is_for_one(plan, plans) {
                    if let Some(piece) = self.piece_mut(holder) {
                        piece.plan = Some(plan);
                    }
                    break;
                }
            }
        }
    }

    /// The force that gets the next plan; the player chooses among equals (§13.5, §17).
    fn next_holder(&self, answers: &mut dyn Answers) -> Option<ForceId> {
        let without = |piece: &&Piece| piece.kind().manoeuvres() && piece.plan.is_none();
        let highest = self.of(Side::Enemy).filter(without).map(|piece| piece.force.skill).max()?;
        let equals = self.of(Side::Enemy).filter(without);
        let options: Vec<Pick> = equals
            .filter(|piece| piece.force.skill == highest)
            .map(|piece| Pick::Force(piece.force.id))
            .collect();
        let who = Who::Side(Side::Enemy);
        let topic = Topic::PlanHolder;
        let choice = Choice { rule: DRAW, topic, who, options: &options, default: None };
        chosen(answers, &choice).and_then(force)
    }

    /// Draws one counter out of the cup.
    fn draw_plan(
        &mut self,
        holder: ForceId,
        plans: &Plans,
        answers: &mut dyn Answers,
    ) -> Option<PlanId> {
        let options: Vec<Pick> = self.cup.iter().copied().map(Pick::Plan).collect();
        let pick = drawn(answers, DRAW, Who::Force(holder), &options)?;
        let at = options.iter().position(|option| *option == pick)?;
        let plan = self.cup.remove(at);
        answers.told(News::Drew { who: holder, plan });
        if let Some(Drawn::Special(special)) = plans.drawn(plan) {
            self.specials.push(plan);
            self.aid.activation = self.aid.activation.saturating_add(special.activation);
            self.aid.attack = self.aid.attack.plus(special.attack.0);
            self.aid.spared_hits = self.aid.spared_hits.saturating_add(special.spared_hits);
        }
        Some(plan)
    }

    /// Whether a counter is for one force, and not for all (§13.7).
    fn is_for_one(&self, plan: PlanId, plans: &Plans) -> bool {
        match plans.drawn(plan) {
            Some(Drawn::Plan(_)) => true,
            Some(Drawn::Special(_)) | None => false,
        }
    }

    /// The enemy force that acts next: the foremost region first, in it those with a counter, and
    /// among equals by choice; nothing when all have acted (§13.9).
    pub fn next_enemy(&self, answers: &mut dyn Answers) -> Option<ForceId> {
        let waiting = || self.of(Side::Enemy).filter(|piece| !piece.acted);
        let foremost = waiting().map(|piece| (piece.at, piece.plan.is_some())).max()?;
        let options: Vec<Pick> = waiting()
            .filter(|piece| (piece.at, piece.plan.is_some()) == foremost)
            .map(|piece| Pick::Force(piece.force.id))
            .collect();
        let who = Who::Side(Side::Enemy);
        let topic = Topic::NextToAct;
        let choice = Choice { rule: ORDER, topic, who, options: &options, default: None };
        chosen(answers, &choice).and_then(force)
    }

    /// The default plan of an enemy force; nothing, if it does not act (§12.1, §13.8).
    pub fn enemy_default(&self, id: ForceId) -> Option<EnemyDefault> {
        let piece = self.piece(id)?;
        if self.routed == Some(Side::Enemy) {
            return piece.kind().is_mobile().then_some(EnemyDefault::Retreat);
        }
        match piece.kind() {
            Kind::Infantry | Kind::Cavalry => {
                let near = self.range(id)? < 2;
                Some(if near { EnemyDefault::Combat } else { EnemyDefault::Advance })
            }
            Kind::Cannon | Kind::Garrison | Kind::Fortification => {
                self.can_attack(id).then_some(EnemyDefault::Combat)
            }
        }
    }

    /// An enemy force acts: on its counter, unless it is in melee or routed, else on its default
    /// plan (§12.5, §13.9).
    pub fn enemy_acts(&mut self, id: ForceId, plans: &Plans, answers: &mut dyn Answers) {
        let stays = !self.in_melee(id) && self.routed != Some(Side::Enemy);
        let Some(piece) = self.piece_mut(id) else { return };
        piece.acted = true;
        let counter = piece.plan.take();
        self.cup.extend(counter);
        self.cup.sort_unstable();
        if let Some(plan) = counter {
            if stays {
                let _ = self.act_on(id, plan, March::default(), plans, answers);
                return;
            }
            answers.told(News::Discarded { who: id, plan });
        }
        if let Some(default) = self.enemy_default(id) {
            let plan = plans.enemy_default(default);
            let _ = self.act_on(id, plan, March::default(), plans, answers);
        }
    }

    /// All enemy forces act, one after the other (§13.9).
    pub fn enemies_act(&mut self, plans: &Plans, answers: &mut dyn Answers) {
        while self.end().is_none()
            && let Some(id) = self.next_enemy(answers)
        {
            self.enemy_acts(id, plans, answers);
        }
    }
}
