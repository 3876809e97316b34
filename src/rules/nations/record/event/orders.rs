//! Events of orders, rulings and letters.

use crate::record::event::{Over, Reason};
use kit::declared::Words;
use play::reactions::{Hearing, Times};
use serde::{Deserialize, Serialize};

/// What became of a power's orders, and what is told to one power alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum OrderEvent {
    /// Whose orders are played for a power: its sheet, its standing orders, or none.
    Ordered {
        power: String,
        by: String,
        /// Who each entry of the sheet is for, in their order.
        #[serde(default)]
        entries: Vec<String>,
    },

    /// An entry of a sheet was taken up.
    TakenUp { power: String, entry: u16, who: String },

    /// The umpire's word on a choice of a power's.
    Ruled {
        power: String,
        topic: String,
        choice: String,
        key: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },

    /// The umpire's word on a fact; what it changes are the events after it.
    Decreed { words: String, reason: String, told: Vec<String> },

    /// A letter was carried.
    Letter { from: String, to: String, text: String },

    /// An entry of a sheet waits for another marker.
    Waited { power: String, entry: u16, who: String, reason: Reason },

    /// A step of an entry was not done.
    NotDone { power: String, entry: u16, step: u16, order: String, who: String, reason: Reason },

    /// An entry was over before these steps of it, in their order.
    NotReached { power: String, entry: u16, who: String, steps: Vec<u16>, why: Over },

    /// How often a reaction was asked, by what came of it: it applied, did not apply, or was unknown.
    Reacted {
        power: String,
        reaction: u16,
        /// For whom it speaks; empty in older records.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        whose: String,
        what: String,
        #[serde(flatten)]
        times: Times,
        heard: Vec<Hearing>,
    },
}
