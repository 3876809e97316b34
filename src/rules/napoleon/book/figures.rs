//! Figures of the text and of the help sheet (§11 to §14).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.

use super::plans::Bonus;
use super::{Fault, page};
use kit::shelf::Shelf;
use kit::table::Rows;
use serde::Deserialize;
use std::collections::BTreeMap;

/// How many mobile forces of a side a region holds (§11.6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub approach: usize,
    pub front: usize,
}

/// The figures of Sweep (§11.5).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepFigures {
    pub attacks: u8,
    pub most: usize,
    /// What is added to the command rating.
    pub rating: u8,
}

/// The page of figures.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    #[serde(rename = "source")]
    _source: BTreeMap<String, String>,
    pub regions: Limits,
    #[serde(rename = "approach at the start")]
    pub approach_at_start: usize,
    #[serde(rename = "front at the start")]
    pub front_at_start: usize,
    pub melee: Bonus,
    pub outweighed: u32,
    pub morale: u8,
    #[serde(rename = "plans bought")]
    pub plans_bought: BTreeMap<String, u32>,
    pub sweep: SweepFigures,
    /// How many forces the plan of that name changes.
    pub formation: usize,
    pub refit: u32,
    pub scout: u32,
    #[serde(rename = "most scouts")]
    pub most_scouts: u32,
    #[serde(rename = "forced march")]
    pub forced_march: u32,
    /// What the enemy gets for each counter that is missing.
    pub missing: u32,
    pub raid: Rows<u32>,
}

impl Figures {
    /// Reads the page.
    pub fn read(shelf: &Shelf) -> Result<Self, Fault> {
        page(shelf, "napoleon/book/figures.yaml")
    }

    /// What so many more plans a turn cost; nothing for none, and no price for too many (§11.4).
    pub fn price_of_plans(&self, plans: u8) -> Option<u32> {
        match plans {
            0 => Some(0),
            many => self.plans_bought.get(&many.to_string()).copied(),
        }
    }
}
