//! What becomes of money: income, what is paid, bought and banked (K05 §14, §15, §16, §18).

use crate::record::state::Units;
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Of what an income consists (K05 §14.2, §16.1, §16.2, §16.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Words)]
#[serde(rename_all = "lowercase")]
pub enum Revenue {
    Own,
    Occupied,
    Trade,
    Gold,
}

/// A line of an income: the points of one province, of all trade, or of the gold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IncomeLine {
    pub what: Revenue,
    /// The province.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub of: String,
    pub points: u32,
}

/// What was bought (K05 §13.2, §15.2, §18, §19.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Words)]
#[serde(rename_all = "lowercase")]
pub enum Ware {
    Brigade,
    Levy,
    /// Troops for a formation that was there.
    Troops,
    Depots,
    General,
    Fleet,
    /// Ships for a fleet that was there.
    Ships,
}

/// What becomes of money (K05 §16); each is for the powers alone whose purse it changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum MoneyEvent {
    /// A power collected the income of the turn to come (K05 §16.1).
    Collected {
        power: String,
        lines: Vec<IncomeLine>,
        /// Resource points that raids took of it (K05 §19.9).
        #[serde(default)]
        raided: u32,
        points: u32,
        manpower: u32,
        /// The dice of trade, and those of the gold (K05 §16.2, §16.3).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        trade: Vec<u8>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        gold: Vec<u8>,
    },
    /// A fleet or squadron took points of an enemy's trade and gold for the turn to come (K05 §16.4).
    Privateered { power: String, who: String, of: String, die: u8, points: u32 },
    /// Points paid for the action points that a power spent (K05 §16.5).
    PaidMarches { power: String, points: u32, action_points: u32 },
    /// Points paid for the supply of corps and brigades in the field; who was not paid for is out of supply
    /// (K05 §15.1).
    PaidSupply { power: String, points: u32, paid: Vec<String>, unpaid: Vec<String> },
    /// Something was bought (K05 §18): by which line of the budget, and what paid for it.
    Bought {
        power: String,
        line: u16,
        ware: Ware,
        /// The formation, general or fleet; of depots their number stands in `count`.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Space>,
        /// Battalions, regiments and batteries, or ships, by kind.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        troops: Units,
        count: u32,
        /// Resource points that were turned into so many dollars for it (K05 §16.5).
        points: u32,
        worth: u32,
        money: u32,
        manpower: u32,
        /// The die for a general's ratings (K05 §19.7).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u8>,
    },
    /// A power gave another money by a deal (K05 §16.8).
    Given { power: String, to: String, money: u32 },
    /// A power that submitted paid for its peace: points that were turned into so many dollars, and the rest out of the
    /// bank (K05 §20.1).
    TributePaid { power: String, to: String, points: u32, worth: u32, money: u32 },
    /// Points that were left became money (K05 §16.5).
    Banked { power: String, points: u32, money: u32 },
    /// The bank of a power went to the captor of its capital (K05 §16.7).
    Seized { power: String, by: String, money: u32 },
}

impl Words for IncomeLine {
    fn words(field: &str) -> Vec<String> {
        vec![field.to_owned()]
    }
}
