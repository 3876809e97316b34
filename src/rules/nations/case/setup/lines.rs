//! The lines of a setup: a force, a squadron.

use super::{MOST_FORCES, leader, place};
use crate::book::{Atlas, Book};
use crate::record::state::{Anchorage, Force, ForceId, Squadron};
use serde::Deserialize;

/// The most trains, depots or engineers of a force, units of it, and levels of its markers.
const MOST_SUPPORT: u8 = 20;
const MOST_UNITS: usize = 60;
const MOST_LEVEL: u8 = 9;
/// The largest modifier of a unit.
const MOST_MODIFIER: i8 = 5;

/// One force of a setup.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Line {
    pub power: String,
    pub nation: Option<String>,
    pub at: String,
    pub number: Option<u32>,
    pub leader: Option<String>,
    pub leaders: Vec<String>,
    pub army: Option<String>,
    pub units: Vec<String>,
    pub trains: u8,
    pub engineers: u8,
    pub depots: u8,
    pub bridge: Option<String>,
    pub activations: u8,
    pub inside: bool,
    pub siege: Option<u8>,
    pub reserve: Option<String>,
    pub rising: Option<String>,
    pub boxed: bool,
    pub demoralized: bool,
    #[serde(rename = "out of supply")]
    pub unsupplied: bool,
}

/// One squadron of a setup.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ships {
    pub power: String,
    #[serde(default)]
    at: Option<String>,
    #[serde(default)]
    blockading: Option<String>,
    /// The sea from which blockaders have come.
    #[serde(default)]
    from: Option<String>,
    fleets: Vec<String>,
}

impl Line {
    pub fn within_bounds(&self) -> Result<(), String> {
        let bounds = [
            ("trains", self.trains, MOST_SUPPORT),
            ("engineers", self.engineers, MOST_SUPPORT),
            ("depots", self.depots, MOST_SUPPORT),
            ("activations", self.activations, MOST_LEVEL),
            ("siege", self.siege.unwrap_or(0), MOST_LEVEL),
        ];
        if let Some((name, _, most)) = bounds.into_iter().find(|(_, count, most)| count > most) {
            return Err(format!("`{name}`: {most} are the most"));
        }
        match self.number {
            Some(0) => Err("`number`: the first is 1".to_owned()),
            Some(number) if number > MOST_FORCES => {
                Err(format!("`number`: {MOST_FORCES} is the highest"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The force that the line describes.
    pub fn force(&self, book: &Book, id: ForceId) -> Result<Force, String> {
        let nation = self.nation.as_deref().unwrap_or(&self.power);
        let at = place(&book.atlas, &self.at)?;
        let mut force = Force::new(id, &self.power, at);
        for name in self.leader.iter().chain(&self.leaders) {
            force.leaders.push(leader(book, name)?);
        }
        for written in &self.units {
            force.units.extend(book.units.read(written, nation, &book.people)?);
        }
        force.units.iter_mut().for_each(|unit| unit.rising.clone_from(&self.rising));
        force.bridge = self.bridge.as_ref().map(|toward| place(&book.atlas, toward)).transpose()?;
        force.boxed = self.boxed;
        force.army.clone_from(&self.army);
        force.trains = self.trains;
        force.engineers = self.engineers;
        force.depots = self.depots;
        force.activations = self.activations;
        force.inside = self.inside;
        force.siege = self.siege;
        force.reserve.clone_from(&self.reserve);
        force.demoralized = self.demoralized;
        force.unsupplied = self.unsupplied;
        force.settle();
        if force.is_empty() {
            return Err(format!("the force at {} has nothing in it", self.at));
        }
        Ok(force)
    }
}

/// Refuses a force of a setup that no game can have.
pub fn check(book: &Book, force: &Force) -> Result<(), String> {
    // A small island has its town in a hex of water.
    if !book.atlas.hex(force.at).terrain.is_land() && book.atlas.town(force.at).is_none() {
        let at = book.atlas.number(force.at);
        return Err(format!("a force stands on land, and {at} is water"));
    }
    if force.units.len() > MOST_UNITS {
        return Err(format!("{MOST_UNITS} units are the most"));
    }
    let bounds = -MOST_MODIFIER..=MOST_MODIFIER;
    if force.units.iter().any(|unit| !bounds.contains(&unit.modifier)) {
        return Err(format!("a modifier is from -{MOST_MODIFIER} to +{MOST_MODIFIER}"));
    }
    Ok(())
}

impl Ships {
    pub fn squadron(&self, atlas: &Atlas) -> Result<Squadron, String> {
        if self.fleets.is_empty() {
            return Err("a squadron has a fleet at least".to_owned());
        }
        let at = match (&self.at, &self.blockading) {
            (None, Some(harbour)) => Anchorage::Blockading(place(atlas, harbour)?),
            (Some(at), None) if at == "corsairs" => Anchorage::Corsairs,
            (Some(at), None) => match atlas.sea(at) {
                Some(sea) => Anchorage::Sea(sea.name.clone()),
                None => Anchorage::Harbour(place(atlas, at)?),
            },
            _ => return Err("a squadron is either `at:` or `blockading:`".to_owned()),
        };
        let mut squadron = Squadron::new(&self.power, &at, &self.fleets);
        if let Some(written) = &self.from {
            let sea = atlas.sea(written).ok_or_else(|| format!("there is no sea `{written}`"))?;
            let off = self.fleets.iter().map(|fleet| (fleet.clone(), sea.name.clone()));
            squadron.off = off.collect();
        }
        Ok(squadron)
    }
}
