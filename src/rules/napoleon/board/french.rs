//! The French half of a battle turn (§13.2 to §13.4, §13.10).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.2.

use super::news::News;
use super::perform::March;
use super::{Board, Formation, Piece};
use crate::answers::Answers;
use crate::book::plans::{FrenchDefault, Plan, PlanId, Plans, Way};
use crate::record::force::{ForceId, Kind, Side};
use crate::sequence::item::End as Came;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A French counter, and the force that gets it; Formation goes to none (§13.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assignment {
    pub plan: PlanId,
    pub who: Option<ForceId>,
}

/// Whether a kind of force can have this default plan at all (§13.4).
pub fn is_for(kind: Kind, default: FrenchDefault, march: March) -> bool {
    match (default, march) {
        (FrenchDefault::Fire, _) => true,
        (FrenchDefault::March, March::Twice | March::ForwardAndBack) => kind == Kind::Cavalry,
        (FrenchDefault::March, March::Forward) | (FrenchDefault::Pivot, _) => kind.manoeuvres(),
        (FrenchDefault::March, March::Back) | (FrenchDefault::Retreat, _) => kind.is_mobile(),
    }
}

/// Why the French cannot do this.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    TooManyPlans { most: u8 },
    NoMoreCounters(PlanId),
    NotAFrenchForce,
    WrongKind(PlanId),
    SecondPlan(ForceId),
    NeedsAForce(PlanId),
    NeedsNoForce(PlanId),
    Routed,
    HasActed(ForceId),
    NotForThis(ForceId),
    NoFormationLeft,
    TooManyForces { most: usize },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::TooManyPlans { most } => write!(f, "only {most} plans can be placed"),
            Refusal::NoMoreCounters(_) => f.write_str("there is no counter of this plan left"),
            Refusal::NotAFrenchForce => f.write_str("this is no French force on the board"),
            Refusal::WrongKind(_) => f.write_str("this kind of force cannot have this plan"),
            Refusal::SecondPlan(_) => f.write_str("this force has a plan already"),
            Refusal::NeedsAForce(_) => f.write_str("this plan needs a force"),
            Refusal::NeedsNoForce(_) => f.write_str("this plan is for no single force"),
            Refusal::Routed => f.write_str("routed forces retreat"),
            Refusal::HasActed(_) => f.write_str("this force has acted in this turn"),
            Refusal::NotForThis(_) => f.write_str("this force cannot do that now"),
            Refusal::NoFormationLeft => f.write_str("no Formation is left in this turn"),
            Refusal::TooManyForces { most } => write!(f, "at most {most} forces change"),
        }
    }
}

impl Board {
    /// Places the French plans of a turn, all or none of them (§13.2).
    pub fn assign_french(
        &mut self,
        assignments: &[Assignment],
        plans: &Plans,
    ) -> Result<(), Refusal> {
        let mut after = self.clone();
        if self.routed == Some(Side::French) && !assignments.is_empty() {
            return Err(Refusal::Routed);
        }
        if assignments.len() > usize::from(self.french_plans) {
            return Err(Refusal::TooManyPlans { most: self.french_plans });
        }
        for assignment in assignments {
            let alike = assignments.iter().filter(|other| other.plan == assignment.plan).count();
            let known = plans.french_counters().find(|id| *id == assignment.plan);
            let plan = known.and_then(|id| plans.plan(id));
            let plan = plan.ok_or(Refusal::NoMoreCounters(assignment.plan))?;
            if alike > usize::from(plan.counters) {
                return Err(Refusal::NoMoreCounters(assignment.plan));
            }
            after.assign(*assignment, plan)?;
        }
        *self = after;
        Ok(())
    }

    /// Places one French plan (§12.1, §13.2).
    fn assign(&mut self, assignment: Assignment, plan: &Plan) -> Result<(), Refusal> {
        let Assignment { plan: id, who } = assignment;
        let piece = match (plan.way, who) {
            (Way::Formation, None) => {
                self.formation_changes += 1;
                return Ok(());
            }
            (Way::Formation, Some(_)) => return Err(Refusal::NeedsNoForce(id)),
            (Way::Orders | Way::Prepare | Way::Square, None) => {
                return Err(Refusal::NeedsAForce(id));
            }
            (Way::Orders | Way::Prepare | Way::Square, Some(who)) => {
                self.piece_mut(who).filter(|piece| piece.side() == Side::French)
            }
        };
        let piece = piece.ok_or(Refusal::NotAFrenchForce)?;
        if !plan.who.contains(&piece.kind()) {
            return Err(Refusal::WrongKind(id));
        }
        let taken = match plan.way {
            Way::Prepare => std::mem::replace(&mut piece.prepared, true),
            Way::Orders | Way::Square | Way::Formation => piece.plan.replace(id).is_some(),
        };
        if taken { Err(Refusal::SecondPlan(piece.force.id)) } else { Ok(()) }
    }

    /// Lists the French who act before the enemy: with a Square, then with a Prepare, each from the
    /// front to the rear (§13.3).
    pub fn french_first(&self, plans: &Plans) -> Vec<ForceId> {
        let square = |piece: &Piece| {
            let plan = piece.plan.and_then(|id| plans.plan(id));
            plan.is_some_and(|plan| plan.way == Way::Square)
        };
        let first =
            self.of(Side::French).filter(|piece| !piece.acted && (piece.prepared || square(piece)));
        let mut first: Vec<&Piece> = first.collect();
        first.sort_by_key(|piece| (piece.prepared, piece.at));
        first.into_iter().map(|piece| piece.force.id).collect()
    }

    /// Changes formations by the plan of that name: once for each counter, at any moment of both
    /// halves, in melee too (§13.3).
    pub fn change_formations(
        &mut self,
        changes: &[(ForceId, Formation)],
        answers: &mut dyn Answers,
    ) -> Result<(), Refusal> {
        if self.formation_changes == 0 {
            return Err(Refusal::NoFormationLeft);
        }
        let most = self.figures.formation;
        if changes.len() > most {
            return Err(Refusal::TooManyForces { most });
        }
        for (id, _) in changes {
            let piece = self.piece(*id).filter(|piece| piece.side() == Side::French);
            match piece {
                None => return Err(Refusal::NotAFrenchForce),
                Some(piece) if !piece.kind().manoeuvres() => return Err(Refusal::NotForThis(*id)),
                Some(_) => {}
            }
        }
        self.formation_changes -= 1;
        for (id, formation) in changes {
            self.form(*id, *formation, answers);
        }
        Ok(())
    }

    /// The counter on which a French force must act: not in melee, unless the plan is one of those
    /// that are allowed there (§12.2, §12.5).
    pub fn counter_to_play(&self, id: ForceId, plans: &Plans) -> Option<PlanId> {
        let counter = self.piece(id)?.plan?;
        let allowed = plans.plan(counter).is_some_and(|plan| plan.in_melee);
        (allowed || !self.in_melee(id)).then_some(counter)
    }

    /// Lists what a French force may do without a counter; nothing is always allowed (§12.1,
    /// §13.4).
    pub fn french_defaults(&self, id: ForceId) -> Vec<(FrenchDefault, March)> {
        let Some(piece) = self.piece(id).filter(|piece| piece.side() == Side::French) else {
            return vec![];
        };
        let forward = !self.in_melee(id);
        let all: &[(FrenchDefault, March, bool)] = match self.routed == Some(Side::French) {
            true => &[(FrenchDefault::Retreat, March::Back, true)],
            false => &[
                (FrenchDefault::Fire, March::default(), self.can_attack(id)),
                (FrenchDefault::March, March::Back, true),
                (FrenchDefault::Pivot, March::default(), true),
                (FrenchDefault::March, March::Forward, forward),
                (FrenchDefault::March, March::Twice, forward),
                (FrenchDefault::March, March::ForwardAndBack, forward),
            ],
        };
        let kind = piece.kind();
        let may = all.iter().filter(|(does, way, now)| *now && is_for(kind, *does, *way));
        may.map(|(does, way, _)| (*does, *way)).collect()
    }

    /// A French force acts: on its counter if it must, else on the default plan that the player
    /// says, or not at all (§13.10); says what came of it.
    pub fn french_acts(
        &mut self,
        id: ForceId,
        says: Option<(FrenchDefault, March)>,
        plans: &Plans,
        answers: &mut dyn Answers,
    ) -> Result<Came, Refusal> {
        let piece = self.piece(id).filter(|piece| piece.side() == Side::French).copied();
        let piece = piece.ok_or(Refusal::NotAFrenchForce)?;
        if piece.acted {
            return Err(Refusal::HasActed(id));
        }
        let may = self.french_defaults(id);
        let must = self.counter_to_play(id, plans).filter(|_| self.routed != Some(Side::French));
        let forced = !piece.kind().is_mobile() || self.routed == Some(Side::French);
        let default = if forced { may.first().copied() } else { says };
        if must.is_none() && default.is_some_and(|default| !may.contains(&default)) {
            return Err(Refusal::NotForThis(id));
        }
        if let Some(piece) = self.piece_mut(id) {
            piece.acted = true;
            piece.plan = None;
        }
        if let Some(plan) = must {
            return Ok(self.act_on(id, plan, March::default(), plans, answers));
        }
        if let Some(plan) = piece.plan {
            answers.told(News::Discarded { who: id, plan });
        }
        Ok(match default {
            Some((default, march)) => {
                self.act_on(id, plans.french_default(default), march, plans, answers)
            }
            None => Ok(()),
        })
    }
}
