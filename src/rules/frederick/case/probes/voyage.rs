//! The probe of voyages: where fleets sail, and what they carry.

use super::march::square;
use super::{Outputs, Units};
use crate::book::Book;
use crate::case::facts::place;
use crate::operations::sea::cargo::berths;
use crate::operations::sea::lanes::{Lanes, is_fleet, power_of};
use crate::record::unit::Unit;
use kit::ground::Space;
use play::case::PlayError;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voyage {
    units: Units,
    #[serde(default)]
    aboard: Units,
    from: String,
    to: String,
    #[serde(default)]
    control: BTreeMap<String, String>,
    #[serde(default)]
    others: Vec<String>,
}

/// The way of fleets, where one operation ends, and how many units they could carry (§25.5, §25.9).
pub fn voyage(book: &Book, input: &Voyage) -> Result<Outputs, PlayError> {
    let (from, to) = (square(book, "from", &input.from)?, square(book, "to", &input.to)?);
    let mut state = input.units.placed(book, from)?;
    let cargo = input.aboard.carried(book, from)?;
    for (minor, seat) in &input.control {
        state.relations.join(minor, seat.clone());
    }
    let others: Result<BTreeSet<Space>, PlayError> =
        input.others.iter().map(|name| square(book, "others", name)).collect();
    let others = others?;
    let fleets: Vec<&Unit> = state.units.values().filter(|unit| is_fleet(unit)).collect();
    let all: Vec<&Unit> = state.units.values().chain(cargo.units.values()).collect();
    let lanes = Lanes {
        book,
        power: power_of(&all),
        may_end: &|at| state.may_enter(book, at),
        fleets: &|at| others.contains(&at),
    };
    let name = |at: Space| place(book, at).split('|').next().unwrap_or("").to_owned();
    let word = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let reaches = lanes.reach(from).iter().any(|(at, _)| *at == to);
    let room = berths(&fleets, &[]).len().saturating_sub(cargo.units.values().count());
    let mut outputs = Outputs::from([
        ("reaches".to_owned(), word(reaches)),
        ("room".to_owned(), room.to_string()),
    ]);
    let Some(way) = lanes.way(from, to) else {
        outputs.insert("way".to_owned(), "none".to_owned());
        return Ok(outputs);
    };
    let done = lanes.in_one(from, &way);
    let names: Vec<String> = way.iter().map(|at| name(*at)).collect();
    outputs.insert("way".to_owned(), names.join(", "));
    outputs.insert(
        "ends".to_owned(),
        way.get(done.saturating_sub(1)).map_or_else(|| name(from), |at| name(*at)),
    );
    Ok(outputs)
}
