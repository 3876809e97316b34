//! What the player says: one type for each stage in which there is something to decide.
//!
//! An answer is given at its stop, or in advance as a part of [`Orders`]. What an answer leaves out
//! has a default ([`super::defaults`]). What cannot be done falls away and is told as a [`Fault`].

use crate::board::french::{Assignment, Refusal};
use crate::board::insight::Insight;
use crate::board::place::{Misplaced, Placing};
use crate::board::turn::{Moment, Says};
use crate::board::{Formation, Region};
use crate::record::force::ForceId;
use crate::theatre::moves::Refused;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A kind of stop, in the order of the sequence.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    Moves,
    Deploy,
    BattleTurn,
    After,
}

/// The finest grade of stops: at which of them the player is asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stops {
    /// At all of them.
    BattleTurns,
    /// At moves, at each deployment, and after the battles.
    Battles,
    /// At moves alone.
    Turns,
}

impl Stops {
    /// Whether the player is asked there.
    pub fn includes(self, ask: Ask) -> bool {
        match (self, ask) {
            (Stops::BattleTurns, _) | (Stops::Battles | Stops::Turns, Ask::Moves) => true,
            (Stops::Battles, Ask::Deploy | Ask::After) => true,
            (Stops::Battles, Ask::BattleTurn) => false,
            (Stops::Turns, Ask::Deploy | Ask::BattleTurn | Ask::After) => false,
        }
    }
}

/// Who moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mover {
    Force(ForceId),
    Napoleon,
}

/// A move or a forced march of one area (§9.2, §14.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    pub who: Mover,
    pub to: Space,
}

/// What is rolled again for a scout (§11.1, §15.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reroll {
    /// The fog of war, if the number that counts is one of these.
    Fog { from: u8, to: u8 },
    /// The order of a group that is so strong, if it goes so many areas or more.
    Order { strength: u32, areas: u8 },
}

/// When scouts are used, and how many at most.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoutRule {
    pub reroll: Reroll,
    pub most: u32,
}

/// Moves and the order of the battles that follow; scouts, if said, for all later rolls (§9).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    pub moves: Vec<Move>,
    pub battles: Vec<Space>,
    pub scouts: Option<Vec<ScoutRule>>,
    /// The commanders who keep the counter of an earlier campaign (§18).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<ForceId>,
}

/// What is chosen before a battle (§11.1, §11.4 to §11.7). What is said of an event of the fog
/// that does not come up is of no account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deploy {
    /// The insight that the fog gives without a price.
    pub free_insight: Option<Insight>,
    /// Which recruit the fog brings, and where.
    pub recruit: Option<(ForceId, Space)>,
    pub napoleon_comes: bool,
    pub joins: Option<ForceId>,
    /// How many plans are bought.
    pub plans: u8,
    pub insights: Vec<Insight>,
    /// Where Terrain puts the enemy.
    pub terrain: Option<Region>,
    /// Where the forces start; nothing is the default, and who is left out goes to the reserve.
    pub place: Option<Vec<Placing>>,
}

/// A try of Engineers or Sweep (§13.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    pub insight: Insight,
    /// How many scouts may be used for it.
    pub scouts: u32,
    /// Who sweeps.
    pub riders: Option<Vec<ForceId>>,
}

/// A change of formations by the plan of that name (§13.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub moment: Moment,
    pub to: Vec<(ForceId, Formation)>,
}

/// What a force does without a counter, if it can (§13.4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    pub who: ForceId,
    pub says: Says,
}

/// What is chosen in a turn of battle (§13.1 to §13.4, §13.10).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Which insights are tried; nothing is the default.
    pub tries: Option<Vec<Try>>,
    /// Whether Duration makes the battle shorter.
    pub shorter: bool,
    /// The plans; nothing is the default.
    pub plans: Option<Vec<Assignment>>,
    pub changes: Vec<Change>,
    /// In this order the French act. Of several lines for one force the first that it can do
    /// counts; without one, or if it can do none, the default does.
    pub acts: Vec<Act>,
}

/// What is spent on resupply, in this order (§14.4 to §14.6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purchase {
    Refit(ForceId),
    Buy {
        what: ForceId,
        reduced: bool,
        /// Where it is placed; nothing is with Napoleon.
        at: Option<Space>,
    },
    Scout,
    /// From here on nothing is bought that leaves less than this.
    Keep(u32),
}

/// What is chosen after the battles of the moves (§14); the order of battles is that of the march's
/// battles and of the enemy's half.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct After {
    pub march: Vec<Move>,
    pub battles: Vec<Space>,
    /// Purchases; nothing is the default.
    pub resupply: Option<Vec<Purchase>>,
    pub scouts: Option<Vec<ScoutRule>>,
}

/// An answer for one stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    Moves(Moves),
    Deploy(Deploy),
    Turn(Turn),
    After(After),
}

impl Answer {
    /// The stage for which it is.
    pub fn ask(&self) -> Ask {
        match self {
            Answer::Moves(_) => Ask::Moves,
            Answer::Deploy(_) => Ask::Deploy,
            Answer::Turn(_) => Ask::BattleTurn,
            Answer::After(_) => Ask::After,
        }
    }
}

/// For which battles and turns of battle an answer is; what is left out fits all.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fits {
    pub area: Option<Space>,
    /// The number of the battle in this campaign turn.
    pub battle: Option<u32>,
    /// The number of the turn in this battle.
    pub turn: Option<u32>,
}

/// What is answered in advance, for this campaign turn: the first line that fits counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Orders(pub Vec<(Fits, Answer)>);

impl Orders {
    /// Finds the answer for a stage.
    pub fn answer(&self, ask: Ask, now: Fits) -> Option<&Answer> {
        let fits = |wanted: &Fits| {
            (wanted.area.is_none() || wanted.area == now.area)
                && (wanted.battle.is_none() || wanted.battle == now.battle)
                && (wanted.turn.is_none() || wanted.turn == now.turn)
        };
        let found = self.0.iter().find(|(wanted, answer)| answer.ask() == ask && fits(wanted));
        found.map(|(_, answer)| answer)
    }
}

/// What the player says at a stop: the answer for it, and answers in advance. Those stand before
/// older ones, until the campaign turn is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    pub here: Option<Answer>,
    pub ahead: Orders,
}

/// What could not be done, and fell away.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    Move(Mover, Refused),
    /// No counter of an earlier campaign, or too late for it (§18).
    Keep(ForceId),
    Fog(Refused),
    Plans(u8),
    Insight(Insight),
    Place(Misplaced),
    /// A plan, or a change of formations.
    Plan(Refusal),
    Act(ForceId, Refusal),
    Purchase(Purchase, Refused),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Move(_, why) | Fault::Fog(why) | Fault::Purchase(_, why) => why.fmt(f),
            Fault::Keep(_) => f.write_str("it has no counter of an earlier campaign to keep now"),
            Fault::Plans(1) => f.write_str("one more plan a turn cannot be paid"),
            Fault::Plans(many) => write!(f, "{many} more plans a turn cannot be paid"),
            Fault::Insight(insight) => write!(f, "{} cannot be used now", insight.name()),
            Fault::Place(why) => why.fmt(f),
            Fault::Plan(why) | Fault::Act(_, why) => why.fmt(f),
        }
    }
}
