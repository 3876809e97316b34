//! The probe `supply`: who is fed in a position, and by what line (NIA §6.2).

use super::setup::{lay, place};
use crate::Nations;
use crate::land::supply::{self, Land, Moment};
use kit::shelf::Shelf;
use play::case::{Case, Laid, Places};
use serde::Deserialize;
use serde_yaml::Value;
use std::collections::BTreeMap;

/// What the probe asks; the rest of the setup is the position.
#[derive(Deserialize)]
struct Question {
    /// A leader of the force that is asked about.
    of: String,
    /// Where the force stands, if not where the position has it.
    #[serde(default)]
    at: Option<String>,
    /// Places whose fortress is empty.
    #[serde(default)]
    empty: Vec<String>,
    /// Leaders whose forces are in disorder.
    #[serde(default)]
    demoralized: Vec<String>,
    /// Where a battle is fought.
    #[serde(default)]
    battle: Option<String>,
    /// Hexes of contact that block.
    #[serde(default)]
    contact: Vec<String>,
}

/// Runs the probe of a setup.
pub fn run(shelf: &Shelf, setup: &Value) -> Result<BTreeMap<String, String>, String> {
    let asked: Question =
        serde_yaml::from_value(setup.clone()).map_err(|error| error.to_string())?;
    let keys = ["probe", "of", "at", "empty", "demoralized", "battle", "contact"];
    let table = position(shelf, setup, &keys)?;
    let (book, mut state) = (table.book, table.state);
    let here = |written: &String| place(&book.atlas, written);
    let leader = |written: &String| {
        let leader = book.people.find(written).ok_or(format!("no leader `{written}`"))?;
        Ok::<String, String>(leader.name.clone())
    };
    for written in &asked.empty {
        state.forts.entry(here(written)?).or_default().empty = true;
    }
    for written in &asked.demoralized {
        let name = leader(written)?;
        let mut forces = state.forces.values_mut();
        let force = forces.find(|force| force.leaders.contains(&name));
        force.ok_or(format!("{name} is not there"))?.demoralized = true;
    }
    let name = leader(&asked.of)?;
    let force = state.with_leader(&name).ok_or(format!("{name} is not there"))?;
    let mut force = force.clone();
    if let Some(written) = &asked.at {
        force.at = here(written)?;
        state.forces.insert(force.id, force.clone());
    }
    let moment = Moment {
        battle: asked.battle.as_ref().map(here).transpose()?,
        contact: asked.contact.iter().map(here).collect::<Result<_, _>>()?,
    };
    let land = Land::of(&book, &state, &force.power);
    let line = supply::line_of(&land, &force, &moment);
    let told =
        line.map(|line| line.iter().map(|at| book.atlas.name(*at)).collect::<Vec<_>>().join(", "));
    let supplied = supply::supplied(&book, &state, &force, &moment);
    Ok(BTreeMap::from([
        ("supplied".to_owned(), if supplied { "yes" } else { "no" }.to_owned()),
        ("line".to_owned(), told.unwrap_or_else(|| "none".to_owned())),
    ]))
}

/// The position of a setup, without the keys that ask about it.
pub fn position(shelf: &Shelf, setup: &Value, asking: &[&str]) -> Result<Laid<Nations>, String> {
    let mut position = setup.as_mapping().cloned().unwrap_or_default();
    for key in asking {
        position.remove(*key);
    }
    let case = Case {
        file: String::new(),
        heading: "a position".to_owned(),
        line: 0,
        prose: String::new(),
        rules: "nations".to_owned(),
        setup: Value::Mapping(position),
        orders: BTreeMap::new(),
        ledger: String::new(),
        expect: None,
        events: None,
        receipts: false,
        places: Places::default(),
    };
    lay(shelf, &case).map_err(|error| error.why)
}
