//! The war at sea (§13, §19.6).
//!
//! In the order of a turn: `boarding.rs` takes troops aboard; `sailing.rs` moves fleets from area to area in the clock of the marches; `meeting.rs` says what
//! comes of enemies who meet; `battle.rs` fights, captures ships and lets the beaten go; `storm.rs` is the random event at
//! sea; `losses.rs` says which ships a share of losses takes; `harbour.rs` says who may lie and land where, and takes captured
//! ships into service.
//!
//! Not here: what fleets are (`record/sea.rs`), what is seen of them (`sight/sea.rs`), and how they are ordered
//! (`orders/fleets.rs`).

pub mod battle;
pub mod boarding;
pub mod harbour;
pub mod losses;
pub mod meeting;
pub mod sailing;
pub mod storm;

use crate::orders::fleets::AtSea;
use crate::record::sea::Berth;
use std::collections::{BTreeMap, BTreeSet};

/// Two groups that fight in an area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Engagement {
    pub area: String,
    /// The one that seeks battle; of two that do, the one that came or moves first.
    pub attacker: (String, String),
    pub defender: (String, String),
}

/// What lasts for one turn at sea. Groups stand by their power and their name.
#[derive(Debug, Default)]
pub struct SeaTurn {
    /// What groups do when they meet an enemy, and the entry that says it.
    pub conducts: BTreeMap<(String, String), AtSea>,
    /// Who was asked for that.
    pub asked: BTreeSet<(String, String)>,
    /// Pairs that have met, by area.
    pub met: BTreeSet<(String, [(String, String); 2])>,
    /// Who goes aboard, where, before anybody moves.
    pub boarding: Vec<(String, Berth, Vec<boarding::Load>)>,
    pub engaged: Vec<Engagement>,
    /// Who sails no further: they fight, or fled.
    pub stopped: BTreeSet<(String, String)>,
    /// Who must leave an area after a battle.
    pub beaten: Vec<(String, String, Berth)>,
}
