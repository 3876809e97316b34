//! Events of forces and leaders on the map.

use crate::book::units::Unit;
use crate::record::event::{Halt, Joining, Leaving, Parting};
use crate::record::state::{Force, ForceId, Marker};
use kit::declared::Words;
use kit::ground::Space;
use kit::ledger::Source;
use serde::{Deserialize, Serialize};

/// Who stands where on land, and under whom (NIA §4, §5, §21).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum ForceEvent {
    /// A force came onto the map, at the set-up or as a timed arrival (NIA §21).
    Placed { force: Force, arrival: bool },

    /// A leader stands ready in their power's pool (NIA §1.1.4).
    LeaderPooled { power: String, leader: String },

    /// A power's troops hold a place that is not their province's (NIA §21).
    Held {
        #[told("at")]
        place: Space,
        power: String,
    },

    /// The umpire put a force on the map, or changed one; as it is afterwards, and where it was if
    /// they moved it.
    Set { force: Force, from: Option<Space> },

    /// The umpire took a force off the map.
    Removed { force: ForceId, power: String, at: Space },

    /// A force became active (NIA §5.1.3); the count is how often it was active this season.
    Activated { force: ForceId, marker: Marker, activations: u8 },

    /// A force entered a hex (NIA §5.2.1). One event a hex: a watcher sees only the watched ones.
    Moved { force: ForceId, from: Space, to: Space, cost: u32, spent: u32, into_box: bool },

    /// A force went over the sea from a harbour to another, by a rule of the scenario (NIA §21.3.4).
    Transported { force: ForceId, from: Space, to: Space },

    /// A march ended before its goal.
    Stopped { force: ForceId, halt: Halt, source: Source },

    /// Two forces became one (NIA §5.1.5, §5.1.6).
    Joined {
        force: Force,
        gone: ForceId,
        /// The commander of the force that is gone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
        how: Joining,
        cost: u32,
        spent: u32,
    },

    /// Forces exchanged steps or were changed without moving (NIA §5.2.3, §5.1.6).
    Changed { force: Force, why: String },

    /// One force became two (NIA §5.2.4).
    Parted { force: Force, new: Force, how: Parting },

    /// A leader went back to their pool (NIA §4.2.4, §5.2.3).
    LeaderLeft {
        power: String,
        leader: String,
        at: Space,
        /// Seasons of earlier editions do not say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<Leaving>,
    },

    /// Another leader took command of a force (NIA §4.2.4).
    CommandTaken { force: ForceId, leader: String, from: String },

    /// Steps beyond the stacking limit were lost (NIA §4.1.1).
    Overstacked {
        force: Force,
        lost: Vec<Unit>,
        /// Corps of which nothing is left.
        #[serde(default)]
        corps: u8,
    },

    /// Armies that stand together march as a group (NIA §5.2.3).
    Grouped { force: ForceId, with: ForceId, cost: u32, spent: u32 },

    /// Engineers laid a bridge over one hexside (NIA §5.2.10).
    Bridged { force: Force, toward: Space },

    /// A rule of the scenario set a force free.
    Released { force: ForceId, rule: String },

    /// A rule of the scenario took a leader off the map, into their pool (NIA §21.3.1).
    Recalled { power: String, leader: String, at: Space, rule: String },

    /// A rule gave a power a supply train (NIA §21.1.3).
    TrainGained { force: Force, rule: String },

    /// Replenishment steps arrived that nobody could take (NIA §21.D).
    NotTaken { power: String, steps: u16 },

    /// Troops or leaders were called away from the theatre of war (NIA §21.D); what is left of them.
    Withdrawn {
        force: ForceId,
        #[told("")]
        rest: Option<Force>,
        power: String,
        at: Space,
        units: Vec<Unit>,
        leaders: Vec<String>,
    },
}
