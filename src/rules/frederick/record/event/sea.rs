//! Fleets: voyages, and who goes aboard and ashore (§25).

use crate::record::unit::{Force, Sort};
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What has to do with fleets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum SeaEvent {
    /// Units went aboard a fleet (§25.5); told to their owner alone.
    Boarded {
        #[told("seat, leader, height")]
        force: Force,
        at: Space,
        /// What they are.
        sorts: Vec<Sort>,
        /// Unit to the fleet that carries it.
        #[told("aboard")]
        carriers: BTreeMap<String, String>,
    },
    /// A fleet went into a square (§25.9).
    Sailed {
        #[told("seat, height, fleet")]
        force: Force,
        from: Space,
        to: Space,
        /// Whether it left the map and came back in another sea.
        transit: bool,
    },
    /// Units went ashore from a fleet (§25.10).
    Landed {
        #[told("seat, leader, height")]
        force: Force,
        at: Space,
        /// What they are; told to their owner alone.
        sorts: Vec<Sort>,
    },
    /// A fleet looked for others on the high seas (§25.17).
    Sought { seat: String, at: Space, die: u8, found: bool },
}
