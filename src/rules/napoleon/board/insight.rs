//! Insights: what Napoleon alone can do (§11.5, §13.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.5.

use super::fire::Targets;
use super::news::News;
use super::{Board, Exit, Piece, Region};
use crate::answers::{Answers, Who};
use crate::book::figures::Figures;
use crate::record::force::{Force, ForceId, Kind, Side};
use kit::rule::Rule;
use serde::{Deserialize, Serialize};

const INSIGHT: Rule = Rule("FCN §13.1");
const EFFECT: Rule = Rule("FCN §11.5");

/// The seven insights (§11.5).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Insight {
    Duration,
    Engineers,
    Front,
    Morale,
    Raid,
    Sweep,
    Terrain,
}

impl Insight {
    /// All of them; there is one counter of each.
    pub const ALL: [Insight; 7] = [
        Insight::Duration,
        Insight::Engineers,
        Insight::Front,
        Insight::Morale,
        Insight::Raid,
        Insight::Sweep,
        Insight::Terrain,
    ];

    /// Its name as printed.
    pub fn name(self) -> &'static str {
        match self {
            Insight::Duration => "Duration",
            Insight::Engineers => "Engineers",
            Insight::Front => "Front",
            Insight::Morale => "Morale",
            Insight::Raid => "Raid",
            Insight::Sweep => "Sweep",
            Insight::Terrain => "Terrain",
        }
    }
}

/// What a battle has for insights to act on (§11.5).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// A garrison or fortification of the enemy, and a mobile force of it.
    pub walls: bool,
    pub enemies: bool,
    /// French cavalry.
    pub cavalry: bool,
    /// Whether the French put somebody into their front.
    pub front: bool,
    /// Whether an enemy would start elsewhere.
    pub elsewhere: bool,
    /// Whether the enemy has supply points.
    pub supply: bool,
}

impl Openings {
    /// What the forces in a battle give insights to act on.
    pub fn of<'a>(
        french: impl IntoIterator<Item = &'a Force>,
        enemies: impl IntoIterator<Item = &'a Force>,
    ) -> Self {
        let cavalry = french.into_iter().any(|force| force.kind == Kind::Cavalry);
        let mut openings = Self { cavalry, ..Self::default() };
        for force in enemies {
            openings.walls |= !force.kind.is_mobile();
            openings.enemies |= force.kind.is_mobile();
        }
        openings
    }
}

impl Insight {
    /// Whether an insight can have an effect (§11.5); one that cannot is neither chosen nor tried.
    pub fn does_anything(self, openings: &Openings) -> bool {
        match self {
            Insight::Duration => true,
            Insight::Engineers => openings.walls,
            Insight::Front => openings.front,
            // Only mobile forces enter a region and shock those who stand there.
            Insight::Morale => openings.enemies,
            Insight::Raid => openings.supply,
            Insight::Sweep => openings.cavalry,
            Insight::Terrain => openings.elsewhere,
        }
    }

    /// What must be there for it, in words; nothing, if it always does something.
    pub fn needs(self) -> Option<&'static str> {
        Some(match self {
            Insight::Duration => return None,
            Insight::Engineers => "a garrison or fortification of the enemy",
            Insight::Front => "a force of yours that `place:` puts in the front",
            Insight::Morale => "a mobile force of the enemy",
            Insight::Raid => "supply points of the enemy",
            Insight::Sweep => "cavalry of yours",
            Insight::Terrain => "an enemy that would start in another region without it",
        })
    }
}

/// How a try of an insight went (§13.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    pub roll: Option<u8>,
    pub needed: u8,
    pub works: bool,
}

/// The plans a turn that an insight costs (§11.5).
pub const INSIGHT_PLANS: u8 = 1;

impl Board {
    /// Takes the insight that the fog gives without a price (§11.1).
    pub fn take_free_insight(&mut self, insight: Insight) {
        self.insights.push(insight);
    }

    /// Chooses insights, each for one plan a turn; with Napoleon alone, and not more than there are
    /// plans (§11.5).
    pub fn choose_insights(&mut self, insights: &[Insight]) -> bool {
        let distinct = insights.iter().collect::<std::collections::BTreeSet<_>>().len();
        if !self.napoleon && !insights.is_empty() {
            return false;
        }
        let many = u8::try_from(insights.len()).ok();
        let cost = many.and_then(|many| many.checked_mul(INSIGHT_PLANS));
        let left = cost.and_then(|cost| self.french_plans.checked_sub(cost));
        match left {
            Some(left) if distinct == insights.len() => {
                self.french_plans = left;
                self.insights.extend_from_slice(insights);
                true
            }
            Some(_) | None => false,
        }
    }

    /// What an insight needs on the die; nothing, if it works by itself (§11.5).
    pub fn insight_target(&self, insight: Insight) -> Option<u8> {
        match insight {
            Insight::Engineers => Some(self.rating),
            Insight::Sweep => Some(self.rating.saturating_add(self.figures.sweep_rating)),
            Insight::Duration
            | Insight::Front
            | Insight::Morale
            | Insight::Raid
            | Insight::Terrain => None,
        }
    }

    /// Tries an insight that was chosen and has not yet worked, once a turn; with a scout it may be
    /// tried again (§13.1).
    pub fn try_insight(
        &mut self,
        insight: Insight,
        with_scout: bool,
        answers: &mut dyn Answers,
    ) -> Tried {
        let needed = self.insight_target(insight);
        let again = self.tried.contains(&insight);
        let there = self.insights.contains(&insight) && (!again || with_scout);
        self.tried.push(insight);
        let die = needed.filter(|_| there);
        let roll = die.map(|_| answers.die(INSIGHT, Who::Side(Side::French)));
        let needed = needed.unwrap_or(0);
        let works = there && roll.is_none_or(|roll| roll <= needed);
        Tried { roll, needed, works }
    }

    /// Takes an insight that works from those that are left.
    fn spend(&mut self, insight: Insight) -> bool {
        let at = self.insights.iter().position(|other| *other == insight);
        self.spent.extend(at.map(|at| self.insights.remove(at)));
        at.is_some()
    }

    /// What the board has now for insights that are tried (§13.1).
    pub fn openings(&self) -> Openings {
        let [french, enemies] = [Side::French, Side::Enemy].map(|side| self.of(side));
        Openings::of(french.map(|piece| &piece.force), enemies.map(|piece| &piece.force))
    }

    /// Duration: one turn more or less.
    pub fn duration(&mut self, longer: bool) {
        if self.spend(Insight::Duration) {
            let shorter = self.turns_left.saturating_sub(1).max(1);
            self.turns_left = if longer { self.turns_left.saturating_add(1) } else { shorter };
        }
    }

    /// Morale: the French stand shock checks better for the whole battle.
    pub fn raise_morale(&mut self) {
        if self.spend(Insight::Morale) {
            self.morale = self.figures.morale;
        }
    }

    /// Raid: rolls how many supply points go from the enemy to the French.
    pub fn raid(&mut self, figures: &Figures, answers: &mut dyn Answers) -> u32 {
        if !self.spend(Insight::Raid) {
            return 0;
        }
        *figures.raid.read(answers.die(EFFECT, Who::Side(Side::French)))
    }

    /// Engineers: one hit on each enemy garrison and fortification.
    pub fn engineers(&mut self, answers: &mut dyn Answers) {
        if self.spend(Insight::Engineers) {
            let walls = self.of(Side::Enemy).filter(|piece| !piece.kind().is_mobile());
            let walls: Vec<ForceId> = walls.map(|piece| piece.force.id).collect();
            walls.into_iter().for_each(|id| self.hit(id, answers));
        }
    }

    /// Front and Terrain are spent when they are used for placing (§11.6, §11.7).
    pub fn use_in_placing(&mut self, insight: Insight) -> bool {
        matches!(insight, Insight::Front | Insight::Terrain) && self.spend(insight)
    }

    /// Who may sweep: cavalry of the French reserve.
    pub fn sweepers(&self) -> Vec<ForceId> {
        let reserve = self.at(Side::French, Region::FrenchReserve);
        let cavalry = reserve.filter(|piece| piece.kind() == Kind::Cavalry);
        cavalry.map(|piece| piece.force.id).collect()
    }

    /// Sweep: each rider attacks three times from afar, the hits fall from the enemy's rear
    /// forward, and the riders leave for the map. False, if these cannot.
    pub fn sweep(&mut self, riders: &[ForceId], answers: &mut dyn Answers) -> bool {
        let may = self.sweepers();
        let mut chosen = riders.to_vec();
        chosen.sort_unstable();
        chosen.dedup();
        let many = (1..=self.figures.sweep_most).contains(&riders.len());
        let sound =
            many && chosen.len() == riders.len() && riders.iter().all(|id| may.contains(id));
        if !sound || !self.spend(Insight::Sweep) {
            return false;
        }
        let mut hits: u8 = 0;
        for id in riders {
            for _ in 0..self.figures.sweep_attacks {
                hits = hits.saturating_add(self.sweeping_attack(*id, answers));
            }
        }
        let targets = Targets { regions: Region::ALL.to_vec(), only: None };
        self.let_fall(Side::Enemy, hits, &targets, answers);
        riders.iter().for_each(|id| self.remove(*id, Exit::Swept));
        true
    }

    /// One attack of a rider without any modifier.
    fn sweeping_attack(&self, id: ForceId, answers: &mut dyn Answers) -> u8 {
        let Some(Piece { force, .. }) = self.piece(id) else { return 0 };
        let needed = force.face().punch;
        let roll = answers.die(EFFECT, Who::Force(id));
        let hits = needed.hits(roll);
        answers.told(News::Attacked { who: id, roll: Some(roll), needed, hits });
        hits
    }
}
