//! Placing both sides at the start of a battle (§11.6 to §11.8).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.6.

use super::{Board, Formation, Region};
use crate::answers::{Answers, Pick, Who, drawn, force};
use crate::record::force::{Force, ForceId, Kind, Side};
use kit::rule::Rule;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

const PLACE_ENEMY: Rule = Rule("FCN §11.7");

/// Where a French force is to start, and how.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placing {
    pub who: ForceId,
    pub at: Region,
    pub formation: Formation,
}

/// Why the French cannot be placed like this.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Misplaced {
    /// Static forces have their regions, and a force that is not here has none.
    NotFree(ForceId),
    Twice(ForceId),
    /// Only the approach and the reserve, and with Front the front, are open.
    Closed(Region),
    TooMany(Region, usize),
}

impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misplaced::NotFree(_) => f.write_str("this force is not yours to place"),
            Misplaced::Twice(_) => f.write_str("this force is placed twice"),
            Misplaced::Closed(_) => f.write_str("no French force starts there"),
            Misplaced::TooMany(_, most) => write!(f, "at most {most} mobile forces start there"),
        }
    }
}

/// Where Terrain puts the enemy, whether any of these would start elsewhere without it (§11.5, §11.7);
/// `most` is how many of its infantry and cavalry start in the approach.
pub fn starts_elsewhere(enemies: &[Force], terrain: Region, most: usize) -> bool {
    let ahead = |force: &Force| force.kind == Kind::Garrison || force.kind.manoeuvres();
    match terrain {
        Region::EnemyApproach => {
            let many = enemies.iter().filter(|force| force.kind.manoeuvres()).count();
            many > most || !enemies.iter().all(ahead)
        }
        _ => enemies.iter().any(ahead),
    }
}

impl Board {
    /// Places the French: garrisons in the approach, fortifications in the reserve, mobile forces
    /// as the player says (§11.6).
    pub fn place_french(
        &mut self,
        forces: &[Force],
        placings: &[Placing],
        front: bool,
    ) -> Result<(), Misplaced> {
        self.check_placing(forces, placings, front)?;
        for force in forces {
            let said = placings.iter().find(|placing| placing.who == force.id);
            let (at, formation) = match (force.kind, said) {
                (Kind::Garrison, _) => (Region::FrenchApproach, Formation::Line),
                (Kind::Fortification, _) => (Region::FrenchReserve, Formation::Line),
                (Kind::Infantry | Kind::Cavalry | Kind::Cannon, Some(placing)) => {
                    (placing.at, placing.formation)
                }
                (Kind::Infantry | Kind::Cavalry | Kind::Cannon, None) => {
                    (Region::FrenchReserve, Formation::Column)
                }
            };
            self.put(*force, at, formation);
        }
        Ok(())
    }

    fn check_placing(
        &self,
        forces: &[Force],
        placings: &[Placing],
        front: bool,
    ) -> Result<(), Misplaced> {
        let mut placed = BTreeSet::new();
        for Placing { who, at, .. } in placings {
            if !forces.iter().any(|force| force.id == *who && force.kind.is_mobile()) {
                return Err(Misplaced::NotFree(*who));
            }
            if !placed.insert(*who) {
                return Err(Misplaced::Twice(*who));
            }
            let most = match at {
                Region::FrenchReserve => None,
                Region::FrenchApproach => Some(self.figures.approach_at_start),
                Region::FrenchFront if front => Some(self.figures.front_at_start),
                Region::FrenchFront
                | Region::EnemyFront
                | Region::EnemyApproach
                | Region::EnemyReserve => return Err(Misplaced::Closed(*at)),
            };
            let many = placings.iter().filter(|placing| placing.at == *at).count();
            if let Some(most) = most.filter(|most| many > *most) {
                return Err(Misplaced::TooMany(*at, most));
            }
        }
        Ok(())
    }

    /// Places the enemy: garrisons and four of its infantry and cavalry by lot in the approach, the
    /// rest in reserve, in column (§11.7). Terrain puts all of them into one region (§11.5).
    pub fn place_enemy(
        &mut self,
        forces: &[Force],
        terrain: Option<Region>,
        answers: &mut dyn Answers,
    ) {
        let mut waiting: Vec<Pick> = forces
            .iter()
            .filter(|force| force.kind.manoeuvres())
            .map(|force| Pick::Force(force.id))
            .collect();
        let mut first = BTreeSet::new();
        let most = self.figures.approach_at_start;
        if waiting.len() <= most || terrain.is_some() {
            first.extend(waiting.drain(..).filter_map(force));
        }
        while first.len() < most && !waiting.is_empty() {
            let who = Who::Side(Side::Enemy);
            let Some(pick) = drawn(answers, PLACE_ENEMY, who, &waiting) else { break };
            waiting.retain(|other| *other != pick);
            first.extend(force(pick));
        }
        for force in forces {
            let ahead = force.kind == Kind::Garrison || first.contains(&force.id);
            let usual = if ahead { Region::EnemyApproach } else { Region::EnemyReserve };
            self.put(*force, terrain.unwrap_or(usual), Formation::Column);
        }
    }
}
