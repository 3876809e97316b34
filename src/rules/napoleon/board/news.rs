//! What happens on the board, as it is told to the value that answers the questions.

use super::{Board, Exit, Formation, Region};
use crate::book::plans::PlanId;
use crate::orders::causes::Cause;
use crate::record::force::{ForceId, Punch, Side};
use kit::declared::Words;
use serde::{Deserialize, Serialize};

/// One thing that happened; past tense, complete, no prose.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum News {
    /// A side was routed: its walls fall, the others retreat from now on (FCN §13.11).
    Routed(#[told("side")] Side),
    /// An enemy force got a plan, or a plan that counts for all was drawn (FCN §13.5, §13.7).
    Drew { who: ForceId, plan: PlanId },
    /// A force acted on a plan, or failed to; without a roll it needed none (FCN §12.2).
    Activated { who: ForceId, plan: PlanId, roll: Option<u8>, needed: u8, works: bool },
    /// Nothing came of a plan on which a force acted, for want of what its orders need (FCN §12.2).
    #[told("nothing done")]
    Idle { who: ForceId, why: Cause },
    /// A counter was discarded in melee (FCN §12.5).
    Discarded { who: ForceId, plan: PlanId },
    /// A force went to another region (FCN §12.3).
    Moved { who: ForceId, to: Region },
    /// A force went behind its reserve (FCN §13.11).
    Left { who: ForceId },
    /// A force changed its formation (FCN §11.8).
    Formed {
        who: ForceId,
        #[told("in")]
        formation: Formation,
    },
    /// A force was checked for shock; without a roll it failed for certain (FCN §12.4).
    Shocked { who: ForceId, roll: Option<u8>, needed: i8, stands: bool },
    /// A force attacked; without a roll it could not hit (FCN §12.6).
    Attacked { who: ForceId, roll: Option<u8>, needed: Punch, hits: u8 },
    /// A force was hit (FCN §12.9, §5.5).
    Hit { who: ForceId, destroyed: bool },
    /// A hit was cancelled (FCN §13.7).
    Spared { who: ForceId },
    /// A force was destroyed without a hit: no room, no way, or a rout (FCN §12.4, §13.11).
    Destroyed { who: ForceId },
}

impl Board {
    /// Changes a board that somebody saw as they hear what happens on it; no rule is asked.
    pub fn follow(&mut self, what: News) {
        match what {
            News::Routed(side) => self.routed = Some(side),
            News::Moved { who, to } => {
                if let Some(piece) = self.piece_mut(who) {
                    piece.at = to;
                }
            }
            News::Formed { who, formation } => {
                if let Some(piece) = self.piece_mut(who) {
                    piece.formation = formation;
                }
            }
            News::Hit { who, destroyed: false } => {
                if let Some(piece) = self.piece_mut(who) {
                    piece.force.reduced = true;
                }
            }
            News::Hit { who, destroyed: true } | News::Destroyed { who } => {
                self.remove(who, Exit::Destroyed);
            }
            News::Left { who } => self.remove(who, Exit::Left),
            News::Drew { .. }
            | News::Activated { .. }
            | News::Idle { .. }
            | News::Discarded { .. }
            | News::Shocked { .. }
            | News::Attacked { .. }
            | News::Spared { .. } => {}
        }
    }

    /// Takes a rider off the board who was heard to have swept (FCN §11.5).
    pub fn swept(&mut self, id: ForceId) {
        self.remove(id, Exit::Swept);
    }
}
