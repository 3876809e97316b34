//! Campaign markers (§9).

use crate::record::unit::Sort;
use kit::deck::Change;
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What has to do with markers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum MarkerEvent {
    /// A marker was drawn, lost or returned, or the pool was mixed (§9.2).
    #[told("marker moved")]
    Deck(#[told("seat, counter, to, from, pool")] Change),
    /// A marker was played (§9.8).
    Played {
        seat: String,
        /// The kind of the marker.
        marker: String,
        at: Option<Space>,
        /// What it is played for.
        on: String,
    },
    /// Why markers of a hand go back now; those that do follow.
    GoBack { seat: String, count: usize, why: Return },
    /// Something was looked at with a Spy (§9.13); what, the spy alone is told.
    Spied {
        seat: String,
        at: Option<Space>,
        hand: Option<String>,
        counters: Vec<String>,
        /// Power to the units of it that were seen in the square; seasons before `frederick-8` have none.
        #[told("shown")]
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        stacks: BTreeMap<String, Vec<Sort>>,
    },
}

/// Why markers go back to the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Return {
    /// The hand has no room for those that come (§9.7).
    HandFull,
    /// They were played in a battle that their seat did not win (§9.8).
    NotWon,
    /// They were played for or against honours of war (§17.1).
    Honours,
    /// They were cancelled (§9.13, Enlightenment).
    Cancelled,
}

kit::plain_words!(Return);
