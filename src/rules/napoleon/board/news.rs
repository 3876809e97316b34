//! What happens on the board, as it is told to the value that answers the questions.

use super::{Formation, Region};
use crate::book::plans::PlanId;
use crate::force::{ForceId, Punch, Side};
use serde::{Deserialize, Serialize};

/// One thing that happened; past tense, complete, no prose.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum News {
    /// A side was routed: its walls fall, the others retreat from now on (§13.11).
    Routed(Side),
    /// An enemy force got a plan, or a plan that counts for all was drawn (§13.5, §13.7).
    Drew { who: ForceId, plan: PlanId },
    /// A force acted on a plan, or failed to; without a roll it needed none (§12.2).
    Activated { who: ForceId, plan: PlanId, roll: Option<u8>, needed: u8, works: bool },
    /// A counter was discarded in melee (§12.5).
    Discarded { who: ForceId, plan: PlanId },
    /// A force went to another region (§12.3).
    Moved { who: ForceId, to: Region },
    /// A force went behind its reserve (§13.11).
    Left { who: ForceId },
    /// A force changed its formation (§11.8).
    Formed { who: ForceId, formation: Formation },
    /// A force was checked for shock; without a roll it failed for certain (§12.4).
    Shocked { who: ForceId, roll: Option<u8>, needed: i8, stands: bool },
    /// A force attacked; without a roll it could not hit (§12.6).
    Attacked { who: ForceId, roll: Option<u8>, needed: Punch, hits: u8 },
    /// A force was hit (§12.9, §5.5).
    Hit { who: ForceId, destroyed: bool },
    /// A hit was cancelled (§13.7).
    Spared { who: ForceId },
    /// A force was destroyed without a hit: no room, no way, or a rout (§12.4, §13.11).
    Destroyed { who: ForceId },
}
