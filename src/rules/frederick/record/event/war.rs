//! Battles, sieges, honours of war and retreats (§17 to §19).

use crate::book::tables::Verdict;
use crate::record::unit::{Force, Sort};
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};

/// What has to do with fighting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum WarEvent {
    /// A force tried to get another out of a square without a battle (§17).
    HonoursTried {
        at: Space,
        attacker: String,
        defender: String,
        /// The markers that each committed, by their points.
        attack: Vec<u8>,
        defence: Vec<u8>,
        attack_dice: Vec<u8>,
        defence_dice: Vec<u8>,
        succeeds: bool,
    },
    /// A battle was fought (§18.3).
    #[told("battle")]
    Fought(
        #[told(
            "at, attacker, defender, attack, defence, attack markers, defence markers, per cent, column, die, verdict, winner, siege"
        )]
        Battle,
    ),
    /// A beaten force went back (§18.8).
    Retreated {
        #[told("seat, leader, height, fleet")]
        force: Force,
        from: Space,
        to: Space,
        /// How many squares it had to go, if a die said so.
        squares: u8,
    },
    /// What a victory brought (§18.4).
    Rewarded { winner: String, loser: String, strength: u32, draws: u32, loses: u32 },
    /// A force on the march ran over others (§33.1).
    Overran {
        #[told("seat, leader, height")]
        force: Force,
        at: Space,
        loser: String,
        /// How many units were run over.
        units: usize,
        /// What the force counted; told to the two sides alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ours: Option<u32>,
        /// What the others counted.
        theirs: u32,
    },
    /// A formal siege began (§34.1).
    SiegeBegan { at: Space, seat: String, of: String },
    /// A formal siege was over (§34.3).
    SiegeEnded { at: Space, seat: String, of: String },
    /// A die for a leader after a great victory (§18.4).
    LeaderDie { seat: String, die: u8, needed: u8 },
}

/// Units of one sort in a battle, with what they count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    pub sort: Sort,
    pub count: u32,
    /// The strength of one.
    pub strength: u32,
    /// How many times it counts, and by what.
    pub times: u32,
    pub by: Vec<String>,
}

impl Line {
    /// What all of them count.
    pub fn sum(&self) -> u32 {
        self.count * self.strength * self.times
    }
}

/// One side of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    pub seat: String,
    pub commander: Option<String>,
    /// The battle markers that were shown.
    pub markers: Vec<String>,
    /// How many markers were decoys (§18.3).
    pub decoys: Vec<String>,
    /// What it had; told to the two who fought alone.
    pub lines: Vec<Line>,
    pub sum: u32,
    /// How many units it had.
    pub units: usize,
}

/// A battle with all its sums.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub at: Space,
    pub attacker: Host,
    pub defender: Host,
    /// Whether it is against a fortress (§19).
    pub siege: bool,
    pub per_cent: u32,
    pub column: String,
    pub die: u8,
    pub verdict: Verdict,
    /// Who won, if anybody did.
    pub winner: Option<String>,
}

kit::plain_words!(Battle, Host, Line, Verdict);
