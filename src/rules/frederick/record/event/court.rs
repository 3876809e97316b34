//! The court: bids and money (§7, §8).

use kit::declared::Words;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What has to do with the court and with treasuries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum CourtEvent {
    /// The bids for the initiative were opened, in thaler (§7.1).
    InitiativeTaken { seat: String, bids: BTreeMap<String, u32>, paid: u32 },
    /// Taxes came in (§8.3).
    Taxed {
        seat: String,
        /// The major whose treasury it is.
        to: String,
        halves: u32,
        /// How many cities paid.
        cities: u32,
    },
    /// Money was spent.
    Spent {
        seat: String,
        /// The major whose treasury it was.
        from: String,
        halves: u32,
        /// What for.
        on: String,
    },
    /// Money came in otherwise.
    Gained { seat: String, to: String, halves: u32, on: String },
}
