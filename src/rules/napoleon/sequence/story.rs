//! What happens in the sequence, in its order; what happens on a board is told to
//! [`crate::answers::Answers`].

use super::answer::{Fault, Mover, Purchase};
use crate::board::insight::{Insight, Tried};
use crate::board::rout::End;
use crate::book::tables::{EnemyOrder, FogRow, Resupply, Withdrawal};
use crate::force::{ForceId, Side};
use crate::theatre::holding::Outcome;
use kit::ground::Space;
use serde::{Deserialize, Serialize};

/// One thing that happened; past tense, complete, no prose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happened {
    /// The turn counter went into a box (§9.1).
    Turn(usize),
    /// Late forces came (§7.6).
    Arrived(Vec<ForceId>),
    Moved {
        who: Mover,
        to: Space,
    },
    /// Something that was said could not be done.
    Refused(Fault),
    /// The fog of war was rolled, with a scout after the first time (§11.1).
    Fog {
        at: Space,
        roll: u8,
        scout: bool,
    },
    /// The event of a row was carried out (§11.1).
    Event {
        at: Space,
        row: FogRow,
    },
    /// A side was destroyed without a battle (§11.2).
    Enveloped {
        at: Space,
        side: Side,
    },
    /// More plans for each turn of a battle were bought (§11.4).
    PlansBought {
        at: Space,
        plans: u8,
    },
    /// Both sides stood on the board (§11.6, §11.7).
    Deployed {
        at: Space,
        turns: u8,
    },
    /// A turn of battle began (§13).
    BattleTurn {
        at: Space,
        turn: u32,
    },
    /// An insight was tried (§13.1).
    Tried {
        insight: Insight,
        tried: Tried,
    },
    /// Supply went to the French by a Raid (§11.5).
    Raided(u32),
    /// A battle was over (§13.13), with what was rolled if its time was over (§13.14).
    BattleOver {
        at: Space,
        end: End,
        withdrawal: Option<Withdrawal>,
    },
    /// §14.3.
    Earned(u32),
    Bought(Purchase),
    /// A group got an order (§15.3); not with a scout the first time.
    Ordered {
        at: Space,
        forces: Vec<ForceId>,
        order: EnemyOrder,
        scout: bool,
    },
    /// A group obeyed (§15.3).
    Marched {
        from: Space,
        forces: Vec<ForceId>,
        to: Space,
    },
    /// What the enemy got in a city (§15.5).
    Gained {
        at: Space,
        row: Resupply,
    },
    Over(Outcome),
}
