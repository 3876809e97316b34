//! What happens in the sequence, in its order; what happens on a board is told to
//! [`crate::answers::Answers`].

use super::answer::{Fault, Mover, Purchase};
use crate::board::insight::{Insight, Tried};
use crate::board::rout::End;
use crate::book::tables::{EnemyOrder, FogRow, Resupply, Withdrawal};
use crate::force::{ForceId, Side};
use crate::theatre::holding::Outcome;
use crate::theatre::{Place, Theatre};
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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
        roll: u8,
        row: Resupply,
    },
    /// Forces came into an area, out of another or onto the map: by an event, after a battle, as
    /// reinforcements.
    Came {
        who: Vec<ForceId>,
        to: Space,
    },
    /// Napoleon came into an area with others, or without an order of his own.
    NapoleonCame(Option<Space>),
    /// Forces were hit on the map and lived.
    Reduced(Vec<ForceId>),
    /// Forces left the map: by an event or an envelopment.
    Lost(Vec<ForceId>),
    /// Enemies were refitted (§15.6).
    Refitted(Vec<ForceId>),
    /// A commander has the counter of an earlier campaign, and the enemy an upgrade for it (§18).
    Kept {
        who: ForceId,
        roll: u8,
        row: Resupply,
        at: Option<Space>,
    },
    Over(Outcome),
}

/// What became of counters between two moments of a map, by area and in the order of the counters.
pub(super) fn changes(before: &Theatre, after: &Theatre) -> Vec<Happened> {
    let mut came: BTreeMap<Space, Vec<ForceId>> = BTreeMap::new();
    let (mut reduced, mut lost, mut refitted) = (vec![], vec![], vec![]);
    for (old, new) in before.forces.iter().zip(&after.forces) {
        match (before.place(old.id), after.place(old.id)) {
            (old_place, Place::Area(to)) if old_place != Place::Area(to) => {
                came.entry(to).or_default().push(old.id);
            }
            (Place::Area(_), Place::Area(_)) if new.reduced && !old.reduced => reduced.push(old.id),
            (Place::Area(_), Place::Area(_)) if old.reduced && !new.reduced => {
                refitted.push(old.id)
            }
            (Place::Area(_), Place::Pool | Place::Cup | Place::Aside | Place::Unseen) => {
                lost.push(old.id)
            }
            (
                Place::Area(_)
                | Place::Pool
                | Place::Cup
                | Place::Aside
                | Place::Unseen
                | Place::Late(_),
                _,
            ) => {}
        }
    }
    let mut changes: Vec<Happened> =
        came.into_iter().map(|(to, who)| Happened::Came { who, to }).collect();
    let lists = [
        (reduced, Happened::Reduced as fn(_) -> _),
        (lost, Happened::Lost),
        (refitted, Happened::Refitted),
    ];
    changes
        .extend(lists.into_iter().filter(|(who, _)| !who.is_empty()).map(|(who, told)| told(who)));
    if before.napoleon != after.napoleon {
        changes.push(Happened::NapoleonCame(after.napoleon));
    }
    changes
}
