//! The book: counters, plans, charts, the map and one campaign, read once.
//!
//! Every page is a file under `campaigns/napoleon`. A page is whole or it does not load.

pub mod figures;
pub mod guide;
pub mod log;
pub mod map;
pub mod options;
pub mod plans;
pub mod scenario;
pub mod tables;

use crate::Napoleon;
use crate::answers::recorded::PLAYER;
use crate::record::force::{Force, ForceId, Side};
use crate::season::staff;
use figures::Figures;
use kit::names::plain;
use kit::shelf::Shelf;
use log::Log;
use map::Map;
use options::Choices;
use plans::Plans;
use play::Ruleset;
use play::other_names::OtherNames;
use scenario::{Campaign, PrintedCampaign, Start};
use serde::de::DeserializeOwned;
use std::fmt;
use tables::Tables;

/// Why a page of the book does not load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub page: String,
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.page, self.why)
    }
}

impl std::error::Error for Fault {}

/// Reads a page into its type.
pub fn page<T: DeserializeOwned>(shelf: &Shelf, name: &str) -> Result<T, Fault> {
    let wrong = |why: String| Fault { page: name.to_owned(), why };
    let text = shelf.page(name).ok_or_else(|| wrong("there is no such page".into()))?;
    serde_yaml::from_str(text).map_err(|error| wrong(error.to_string()))
}

/// A counter of the campaign: its name, its values, and where it begins.
#[derive(Clone, Debug)]
pub struct Counter {
    pub name: String,
    pub force: Force,
    pub start: Start,
    /// Where its values come from: text, example, public or reconstructed.
    pub source: String,
}

/// The book, open at one campaign.
#[derive(Clone, Debug)]
pub struct Book {
    /// The scenario: `italy-1796`.
    pub name: String,
    pub options: Choices,
    pub plans: Plans,
    pub figures: Figures,
    pub tables: Tables,
    pub map: Map,
    pub other_names: OtherNames,
    pub campaign: Campaign,
    /// All counters; a [`ForceId`] is a place in this list.
    pub counters: Vec<Counter>,
    /// What the campaigns before this one leave to it.
    pub log: Option<Log>,
}

/// What areas and the power are called in other tongues.
fn other_names(shelf: &Shelf, map: &Map, counters: &[Counter]) -> Result<OtherNames, Fault> {
    let is_one = |name: &str| counters.iter().any(|one| plain(&one.name) == plain(name));
    let is_name = |name: &str| name == PLAYER || map.find(name).is_some() || is_one(name);
    let page = || Napoleon::OTHER_NAMES.concat();
    let wrong = |error: play::BookError| Fault { page: page(), why: error.to_string() };
    OtherNames::read(shelf, Napoleon::OTHER_NAMES, is_name).map_err(wrong)
}

impl Book {
    /// Reads the book and one campaign from the shelf.
    pub fn read(shelf: &Shelf, name: &str) -> Result<Self, Fault> {
        Self::with(shelf, name, page(shelf, &scenario::page_of(name))?)
    }

    /// Reads the book with a campaign whose page has been read.
    fn with(shelf: &Shelf, name: &str, campaign: PrintedCampaign) -> Result<Self, Fault> {
        let map = Map::read(shelf, &campaign.map)?;
        let wrong = |why| Fault { page: scenario::page_of(name), why };
        let forces = scenario::forces(shelf, &campaign)?;
        let (campaign, counters) = scenario::settle(campaign, forces, &map).map_err(wrong)?;
        Ok(Self {
            name: name.to_owned(),
            options: Choices::default(),
            plans: Plans::read(shelf)?,
            figures: Figures::read(shelf)?,
            tables: Tables::read(shelf, &campaign.map)?,
            other_names: other_names(shelf, &map, &counters)?,
            map,
            campaign,
            counters,
            log: None,
        })
    }

    /// Who plays.
    pub fn powers(&self) -> Vec<String> {
        match (self.options.staff, self.options.tables) {
            (true, _) => staff::officers(self),
            (false, 0 | 1) => vec![PLAYER.to_owned()],
            (false, many) => (1..=many).map(|number| format!("table-{number}")).collect(),
        }
    }

    /// Finds a counter by its name.
    pub fn force(&self, name: &str) -> Option<&Force> {
        self.counters.iter().find(|counter| counter.name == name).map(|counter| &counter.force)
    }

    /// The most that the forces of one group of the enemy come to (§15.2).
    pub fn strongest_group(&self) -> u32 {
        let enemies = self.counters.iter().map(|counter| &counter.force);
        let enemies = enemies.filter(|force| force.side() == Side::Enemy);
        let mut all: Vec<u32> = enemies.map(Force::combat).collect();
        all.sort_unstable();
        all.iter().rev().take(self.campaign.group).sum()
    }

    /// The name of a counter.
    pub fn name(&self, id: ForceId) -> &str {
        self.counters.get(id.index()).map_or("", |counter| &counter.name)
    }
}
