//! Campaign markers (§9).

use kit::deck::Change;
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};

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
    /// Something was looked at with a Spy (§9.13); what, the spy alone is told.
    Spied { seat: String, at: Option<Space>, hand: Option<String>, counters: Vec<String> },
}
