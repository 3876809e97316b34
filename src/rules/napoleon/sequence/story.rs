//! What happens in the sequence, in its order; what happens on a board is told to
//! [`crate::answers::Answers`].

use super::answer::{Fault, Mover, Purchase};
use crate::board::insight::{Insight, Tried};
use crate::board::rout::End;
use crate::book::tables::{EnemyOrder, FogRow, Resupply, Withdrawal};
use crate::record::force::{ForceId, Side};
use crate::theatre::holding::Outcome;
use crate::theatre::{Place, Theatre};
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One thing that happened; past tense, complete, no prose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Happened {
    /// The turn counter went into a box (FCN §9.1).
    Turn(#[told("number")] usize),
    /// Late forces came (FCN §7.6).
    Arrived(#[told("who")] Vec<ForceId>),
    /// A force or Napoleon moved (FCN §9.2, §14.1).
    #[told("went")]
    Moved { who: Mover, to: Space },
    /// Something that was said could not be done.
    Refused(#[told("why")] Fault),
    /// The fog of war was rolled, with a scout after the first time (FCN §11.1).
    Fog { at: Space, roll: u8, scout: bool },
    /// The event of a row was carried out (FCN §11.1).
    #[told("fog event")]
    Event {
        at: Space,
        #[told("turns")]
        row: FogRow,
    },
    /// What a side had of the supply that the fog of war takes from it, which the other got (FCN §11.1).
    #[told("fog pays")]
    Paid { by: Side, supply: u32 },
    /// A side was destroyed without a battle (FCN §11.2).
    Enveloped { at: Space, side: Side },
    /// More plans for each turn of a battle were bought (FCN §11.4).
    PlansBought { at: Space, plans: u8 },
    /// Both sides stood on the board (FCN §11.6, §11.7).
    Deployed { at: Space, turns: u8 },
    /// A turn of battle began (FCN §13).
    BattleTurn { at: Space, turn: u32 },
    /// An insight was tried (FCN §13.1).
    Tried {
        insight: Insight,
        #[told("roll, needed, works")]
        tried: Tried,
    },
    /// Supply went to the French by a Raid (FCN §11.5).
    Raided(#[told("supply")] u32),
    /// A battle was over (FCN §13.13), with what was rolled if its time was over (FCN §13.14).
    BattleOver { at: Space, end: End, withdrawal: Option<Withdrawal> },
    /// The income of the French (FCN §14.3).
    Earned(#[told("supply")] u32),
    /// Something was bought (FCN §14.4 to §14.6).
    Bought(#[told("refit, what, reduced, at, keep")] Purchase),
    /// What the enemy paid for its orders, and what is added to the die of each (FCN §15.1).
    #[told("orders paid")]
    OrdersPaid { supply: u32, added: u8 },
    /// A group got an order (FCN §15.3); not with a scout the first time.
    #[told("enemy order")]
    Ordered {
        at: Space,
        #[told("who")]
        forces: Vec<ForceId>,
        #[told("goal, areas")]
        order: EnemyOrder,
        scout: bool,
    },
    /// A group obeyed (FCN §15.3).
    #[told("enemy march")]
    Marched {
        from: Space,
        #[told("who")]
        forces: Vec<ForceId>,
        to: Space,
    },
    /// What the enemy got in a city (FCN §15.5).
    Gained {
        at: Space,
        roll: u8,
        #[told("gain, amount")]
        row: Resupply,
    },
    /// Forces came into an area, out of another or onto the map: by an event, after a battle, as
    /// reinforcements.
    Came { who: Vec<ForceId>, to: Space },
    /// Napoleon came into an area with others, or without an order of his own.
    #[told("Napoleon came")]
    NapoleonCame(#[told("to")] Option<Space>),
    /// Forces were hit on the map and lived.
    Reduced(#[told("who")] Vec<ForceId>),
    /// Forces left the map: by an event or an envelopment.
    Lost(#[told("who")] Vec<ForceId>),
    /// Enemies were refitted (FCN §15.6).
    Refitted(#[told("who")] Vec<ForceId>),
    /// A commander has the counter of an earlier campaign, and the enemy an upgrade for it (FCN §18).
    Kept {
        who: ForceId,
        roll: u8,
        #[told("gain")]
        row: Resupply,
        at: Option<Space>,
    },
    /// An objective has another holder than before, or none (FCN §2.2).
    #[told("objective")]
    Held {
        at: Space,
        before: Option<Side>,
        #[told("now")]
        by: Option<Side>,
    },
    /// The campaign ended (FCN §3).
    Over(#[told("won, points, word, why")] Outcome),
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
