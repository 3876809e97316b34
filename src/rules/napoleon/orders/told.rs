//! What a sheet says at a stop or beforehand, with its conditions; all of it can be kept.
//!
//! Conditions are kept in the words of the sheet. They are asked when their stop comes, with all
//! that is known then ([`super::answer`]).

use super::keys::{OF_DEPLOY, OF_TURN};
use super::whom::Whom;
use crate::board::insight::Insight;
use crate::board::turn::{Moment, Says};
use crate::board::{Formation, Region};
use crate::book::plans::PlanId;
use crate::record::force::ForceId;
use crate::sequence::answer::{Ask, Mover, ScoutRule};
use kit::ground::Space;
use serde::{Deserialize, Serialize};

/// A line that may have a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct When<T> {
    /// The words of the condition.
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    pub what: T,
}

/// Some who move to an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Going {
    pub who: Vec<Mover>,
    pub to: Space,
}

/// What is said of the moves (§9).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovesTold {
    pub moves: Vec<When<Going>>,
    pub battles: Vec<Space>,
    pub scouts: Option<Vec<ScoutRule>>,
    /// Who keeps the counter of an earlier campaign (§18).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<ForceId>,
}

/// What is said of the fog of war (§11.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FogTold {
    pub insight: Option<Insight>,
    pub recruit: Option<(Whom, Space)>,
    pub napoleon_comes: bool,
    /// The first of them that may come.
    pub join: Vec<ForceId>,
}

/// Where some stand at the start, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    pub who: Whom,
    pub at: Region,
    pub formation: Option<Formation>,
}

/// What is said before a battle (§11).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeployTold {
    pub fog: FogTold,
    pub plans: Option<When<u8>>,
    pub insights: Vec<Insight>,
    pub terrain: Option<Region>,
    pub place: Option<Vec<Placed>>,
}

/// A try of an insight (§13.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TryTold {
    pub insight: Insight,
    pub riders: Vec<Whom>,
    pub scouts: u32,
}

/// A plan and who gets it, or a change of formations (§13.2, §13.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanTold {
    On { plan: PlanId, who: Whom },
    Formation { change: Vec<(ForceId, Formation)>, before: Moment },
}

/// What some do without a plan (§13.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActTold {
    pub who: Whom,
    pub says: Says,
}

/// What is said of a turn of battle (§13).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnTold {
    pub tries: Option<Vec<When<TryTold>>>,
    pub shorter: bool,
    pub plans: Option<Vec<When<PlanTold>>>,
    pub acts: Vec<When<ActTold>>,
}

/// Something that is bought or kept (§14.4 to §14.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BuyTold {
    Refit(Whom),
    Buy { what: Whom, reduced: bool, at: Option<Space> },
    Scouts(u32),
    Keep(u32),
}

/// What is said of the end of the French half (§14).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AfterTold {
    pub march: Vec<When<Going>>,
    pub battles: Vec<Space>,
    pub resupply: Option<Vec<When<BuyTold>>>,
    pub scouts: Option<Vec<ScoutRule>>,
}

/// What is said at a stop, by its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Told {
    Moves(MovesTold),
    Deploy(DeployTold),
    Turn(TurnTold),
    After(AfterTold),
}

/// A question of a battle: each key under which a line of the doctrine can answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    Fog,
    MorePlans,
    Insights,
    Terrain,
    Place,
    Tries,
    Duration,
    Plans,
    Acts,
}

impl Question {
    pub const ALL: [Question; 9] = [
        Question::Fog,
        Question::MorePlans,
        Question::Insights,
        Question::Terrain,
        Question::Place,
        Question::Tries,
        Question::Duration,
        Question::Plans,
        Question::Acts,
    ];

    /// Each of them with its key, those of a battle that begins first.
    pub fn keys() -> impl Iterator<Item = (Self, &'static str)> {
        Self::ALL.into_iter().zip(OF_DEPLOY.into_iter().chain(OF_TURN))
    }
}

/// For which battles a line of the doctrine is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Where {
    Any,
    Area(Space),
    WithNapoleon,
    /// Those that the enemy's moves bring about (§15.4).
    EnemyTurn,
}

/// What is done in battles whose stops are passed by: a line for some of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    pub battle: Where,
    /// The number of the turn of battle.
    pub turn: Option<u32>,
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    pub deploy: Option<DeployTold>,
    pub fight: Option<TurnTold>,
    /// What it answers with the default, as `napoleon: stay` does: no later line is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nothing: Vec<Question>,
}

impl Line {
    /// Whether it says anything of a question.
    pub fn says(&self, question: Question) -> bool {
        let deploy = |says: fn(&DeployTold) -> bool| self.deploy.as_ref().is_some_and(says);
        let fight = |says: fn(&TurnTold) -> bool| self.fight.as_ref().is_some_and(says);
        let something = match question {
            Question::Fog => deploy(|told| told.fog != FogTold::default()),
            Question::MorePlans => deploy(|told| told.plans.is_some()),
            Question::Insights => deploy(|told| !told.insights.is_empty()),
            Question::Terrain => deploy(|told| told.terrain.is_some()),
            Question::Place => deploy(|told| told.place.is_some()),
            Question::Tries => fight(|told| told.tries.is_some()),
            Question::Duration => fight(|told| told.shorter),
            Question::Plans => fight(|told| told.plans.is_some()),
            Question::Acts => fight(|told| !told.acts.is_empty()),
        };
        something || self.nothing.contains(&question)
    }
}

/// What lasts from sheet to sheet, until another one says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lasting {
    /// Each question is answered by the first line that fits and says anything of it.
    pub doctrine: Vec<Line>,
    /// The stops at which the player wants to be asked; nothing is all that the campaign has.
    pub ask: Option<Vec<When<Ask>>>,
    /// Who is chosen among equals (§17).
    pub ties: Vec<String>,
}
