//! Plans in action: activation, and their orders from top to bottom (§12.1, §12.2, §13.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.5.

use super::fire::Targets;
use super::news::News;
use super::{Board, Formation, Piece, Region};
use crate::answers::recorded::SIDES;
use crate::answers::{Answers, Who};
use crate::book::plans::{NoRoll, Order, Plan, PlanId, Plans, Step, Way};
use crate::orders::causes::Cause;
use crate::record::force::{ForceId, Kind, Side};
use crate::sequence::item::End as Came;
use kit::rule::Rule;
use serde::{Deserialize, Serialize};

const ACTIVATION: Rule = Rule("FCN §12.2");

/// Which way a March goes, as the player says (§13.4).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum March {
    /// One region forward.
    #[default]
    Forward,
    /// Two regions forward, for cavalry alone.
    Twice,
    Back,
    /// Cavalry goes forward, and back again.
    ForwardAndBack,
}

impl Board {
    /// Whether a force fails to act on a plan if the die says so (§12.2).
    pub fn may_fail(&self, who: ForceId, plan: &Plan) -> bool {
        self.piece(who).is_some_and(|piece| {
            !Self::needs_no_roll(piece, plan) && self.activation_target(piece) < SIDES
        })
    }

    /// Whether a force needs no die for a plan (§12.2).
    fn needs_no_roll(piece: &Piece, plan: &Plan) -> bool {
        match plan.no_roll {
            NoRoll::Always => true,
            NoRoll::Never => false,
            NoRoll::InLine => piece.formation == Formation::Line,
            NoRoll::InColumn => piece.formation == Formation::Column,
            NoRoll::Cavalry => piece.kind() == Kind::Cavalry,
            NoRoll::Infantry => piece.kind() == Kind::Infantry,
        }
    }

    /// What a force needs to act on a plan: its activation, and what special plans add (§12.2,
    /// §13.7).
    pub fn activation_target(&self, piece: &Piece) -> u8 {
        let aid = if piece.side() == Side::Enemy { self.aid.activation } else { 0 };
        piece.force.face().activation.saturating_add(aid)
    }

    /// Rolls for activation where a plan asks for it, and says whether the force acts (§12.2).
    fn activates(&self, piece: &Piece, id: PlanId, plan: &Plan, answers: &mut dyn Answers) -> Came {
        let who = piece.force.id;
        let needed = self.activation_target(piece);
        let near = |range: u8| plan.range.is_none_or(|wanted| wanted.contains(range));
        let (roll, works) = if !self.range(who).is_some_and(near) {
            (None, false)
        } else if Self::needs_no_roll(piece, plan) {
            (None, true)
        } else {
            let roll = answers.die(ACTIVATION, Who::Force(who));
            (Some(roll), roll <= needed)
        };
        answers.told(News::Activated { who, plan: id, roll, needed, works });
        match (roll, works) {
            (_, true) => Ok(()),
            (Some(_), false) => Err(Cause::Dice),
            (None, false) => Err(Cause::Range),
        }
    }

    /// A force acts on a plan: activation, then each order that it can carry out (§12.2). Says what came
    /// of it: of an order that it cannot carry out nothing comes.
    pub fn act_on(
        &mut self,
        who: ForceId,
        id: PlanId,
        march: March,
        plans: &Plans,
        answers: &mut dyn Answers,
    ) -> Came {
        let Some(piece) = self.piece(who).copied() else { return Err(Cause::Nobody) };
        let Some(plan) = plans.plan(id) else { return Err(Cause::Rules) };
        self.activates(&piece, id, plan, answers)?;
        let (mut did, mut why) = (false, self.why_idle(who, plan));
        match plan.way {
            Way::Orders => {
                for order in &plan.orders {
                    match self.carry_out(who, order, march, answers) {
                        Ok(()) => did = true,
                        // A full region is the first reason, and stays it.
                        Err(Cause::Range) if why != Cause::Full => why = Cause::Range,
                        Err(_) => {}
                    }
                }
            }
            Way::Square => did = self.square(who, plan, answers),
            Way::Prepare | Way::Formation => did = true,
        }
        if !did {
            answers.told(News::Idle { who, why });
        }
        if did { Ok(()) } else { Err(why) }
    }

    /// Why nothing can come of a plan where its force stands, by what the plan does (§12.2, §12.3).
    pub fn why_idle(&self, who: ForceId, plan: &Plan) -> Cause {
        let Some(piece) = self.piece(who) else { return Cause::Nobody };
        let side = piece.side();
        if plan.range.is_some_and(|wanted| !self.range(who).is_some_and(|at| wanted.contains(at))) {
            return Cause::Range;
        }
        if plan.way == Way::Square {
            return Cause::NoCavalry;
        }
        if self.in_melee(who) {
            return Cause::Engaged;
        }
        let has = |is: fn(Step) -> bool| {
            let meant = |order: &&Order| order.only.is_none_or(|kind| piece.kind() == kind);
            plan.orders.iter().filter(meant).any(|order| is(order.step))
        };
        let moves = has(|step| {
            matches!(step, Step::Advance(_) | Step::MayAdvance | Step::AdvanceOrRetreat)
        });
        let full = piece.at.forward(side).is_some_and(|to| !self.has_room(side, to));
        match (moves, has(|step| matches!(step, Step::Attack(_)))) {
            (true, _) if full => Cause::Full,
            (true, true) => Cause::Target,
            (true, false) => Cause::NoRoom,
            (false, _) if piece.at == Region::reserve(side) => Cause::Reserve,
            (false, _) => Cause::NoTarget,
        }
    }

    /// Carries out one order, if it is for this force and it can (§12.2).
    fn carry_out(
        &mut self,
        who: ForceId,
        order: &Order,
        march: March,
        answers: &mut dyn Answers,
    ) -> Came {
        let Some(piece) = self.piece(who).copied() else { return Err(Cause::Nobody) };
        let near = |wanted: crate::book::plans::Range| {
            self.range(who).is_some_and(|range| wanted.contains(range))
        };
        let meant = order.only.is_none_or(|kind| piece.kind() == kind);
        if !meant {
            return Err(Cause::Rules);
        }
        if !order.at.is_none_or(near) {
            return Err(Cause::Range);
        }
        let attacks = matches!(order.step, Step::Attack(_)) && self.can_attack(who);
        match order.step {
            Step::Advance(shock) => self.advance(who, shock, answers),
            Step::MayAdvance => match march {
                March::Twice | March::ForwardAndBack => self.advance(who, 0, answers),
                March::Forward | March::Back => {}
            },
            Step::AdvanceOrRetreat => match march {
                March::Forward | March::Twice => self.advance(who, 0, answers),
                March::Back => self.retreat(who, answers),
                March::ForwardAndBack => {
                    if piece.kind() == Kind::Cavalry {
                        self.retreat(who, answers);
                    } else {
                        self.advance(who, 0, answers);
                    }
                }
            },
            Step::Retreat => self.retreat(who, answers),
            Step::Line => self.form(who, Formation::Line, answers),
            Step::Column => self.form(who, Formation::Column, answers),
            Step::Turn => {
                let other = match piece.formation {
                    Formation::Line => Formation::Column,
                    Formation::Column => Formation::Line,
                };
                self.form(who, other, answers);
            }
            Step::Attack(bonus) => self.attack(who, bonus, answers),
        }
        let stays = self
            .piece(who)
            .is_some_and(|now| (now.at, now.formation) == (piece.at, piece.formation));
        if attacks || !stays { Ok(()) } else { Err(Cause::Target) }
    }

    /// A square attacks cavalry alone (§13.3); says whether it found some.
    fn square(&mut self, who: ForceId, plan: &Plan, answers: &mut dyn Answers) -> bool {
        let Some(piece) = self.piece(who).copied() else { return false };
        let Some(targets) = self.targets_of_square(&piece) else { return false };
        for order in &plan.orders {
            if let Step::Attack(bonus) = order.step {
                self.attack_on(&piece, bonus, &targets, answers);
            }
        }
        !targets.regions.is_empty()
    }

    /// Where a square finds cavalry; none in its own reserve.
    fn targets_of_square(&self, piece: &Piece) -> Option<Targets> {
        let (side, at) = (piece.side(), piece.at);
        if at == Region::reserve(side) {
            return None;
        }
        let cavalry = |region: &Region| {
            self.at(side.opponent(), *region).any(|other| other.kind() == Kind::Cavalry)
        };
        let next = [Some(at), at.forward(side), at.back(side)];
        let mut regions: Vec<Region> = next.into_iter().flatten().filter(cavalry).collect();
        if regions.first() != Some(&at) {
            regions.truncate(1);
        }
        Some(Targets { regions, only: Some(Kind::Cavalry) })
    }

    /// Whether a plan could do anything if its force acted on it now (§12.2): its distance fits, and
    /// one of its orders moves the force forward or has somebody to attack.
    pub fn comes_to_anything(&self, who: ForceId, plan: &Plan) -> bool {
        let (Some(piece), Some(range)) = (self.piece(who), self.range(who)) else { return false };
        let far = !plan.range.is_none_or(|wanted| wanted.contains(range));
        if far || self.in_melee(who) && !plan.in_melee {
            return false;
        }
        let does = |order: &Order| {
            let meant = order.only.is_none_or(|kind| piece.kind() == kind)
                && order.at.is_none_or(|wanted| wanted.contains(range));
            meant
                && match order.step {
                    Step::Advance(_) | Step::MayAdvance => self.way_forward(who).is_some(),
                    Step::Attack(_) => self.can_attack(who),
                    Step::AdvanceOrRetreat | Step::Retreat => true,
                    // What changes the formation alone is a default of every force.
                    Step::Line | Step::Column | Step::Turn => false,
                }
        };
        match plan.way {
            Way::Orders => plan.orders.iter().any(does),
            Way::Square => {
                self.targets_of_square(piece).is_some_and(|targets| !targets.regions.is_empty())
            }
            Way::Prepare | Way::Formation => true,
        }
    }
}
