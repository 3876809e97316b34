//! Probes of marches, attrition and forage.

use super::{Outputs, Units};
use crate::book::Book;
use crate::case::facts::place;
use crate::operations::attrition;
use crate::operations::path::{Field, Marcher, POINT};
use crate::record::unit::Unit;
use kit::ground::Space;
use play::case::PlayError;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attrition {
    units: Units,
    die: u8,
    #[serde(default)]
    mountains: bool,
    #[serde(default)]
    levied: Vec<String>,
}

pub(super) fn square(book: &Book, key: &'static str, name: &str) -> Result<Space, PlayError> {
    let at = book.atlas.find(name);
    at.ok_or_else(|| PlayError::key(key, format!("no place is called `{name}`")))
}

/// What a check comes to (§12.3).
pub fn attrition(book: &Book, input: &Attrition) -> Result<Outputs, PlayError> {
    let mut state = input.units.placed(book, Space(0))?;
    state.year.levied.extend(input.levied.iter().cloned());
    let units: Vec<&Unit> = state.units.values().collect();
    let modifiers = attrition::modifiers(book, &state, &units, input.mountains);
    let sum = i64::from(input.die) + modifiers.iter().map(|one| i64::from(one.by())).sum::<i64>();
    let share = *book.tables.attrition.shares.read(sum);
    let words: Vec<String> = modifiers.iter().map(|one| one.words()).collect();
    Ok(Outputs::from([
        ("modifiers".to_owned(), words.join(", ")),
        ("sum".to_owned(), sum.to_string()),
        ("share".to_owned(), share.to_string()),
        ("losses".to_owned(), attrition::losses(share, units.len()).to_string()),
    ]))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    units: Units,
    from: String,
    to: String,
    #[serde(default)]
    control: BTreeMap<String, String>,
    #[serde(default)]
    others: Vec<String>,
}

fn points(halves: u32) -> String {
    format!("{}{}", halves / POINT, if halves % POINT == 1 { ".5" } else { "" })
}

/// The way of a force and what it costs (§16).
pub fn way(book: &Book, input: &March) -> Result<Outputs, PlayError> {
    let (from, to) = (square(book, "from", &input.from)?, square(book, "to", &input.to)?);
    let mut state = input.units.placed(book, from)?;
    for (minor, seat) in &input.control {
        state.relations.join(minor, seat.clone());
    }
    let others: Result<BTreeSet<Space>, PlayError> =
        input.others.iter().map(|name| square(book, "others", name)).collect();
    let others = others?;
    let units: Vec<&Unit> = state.units.values().collect();
    let marcher = Marcher::of(book, &units);
    let field = Field {
        book,
        may_enter: &|at| state.may_enter(book, at),
        others: &|at| others.contains(&at),
    };
    let mut outputs = Outputs::from([("points".to_owned(), points(marcher.points))]);
    let reached = field.reach(&marcher, from);
    let reaches = reached.iter().any(|(at, _)| *at == to);
    outputs.insert("reaches".to_owned(), if reaches { "yes" } else { "no" }.to_owned());
    let Some(way) = field.way(&marcher, from, to) else {
        outputs.insert("way".to_owned(), "none".to_owned());
        return Ok(outputs);
    };
    let mut cost = 0;
    let mut at = from;
    for next in &way {
        cost += field.cost(&marcher, at, *next).unwrap_or(0);
        at = *next;
    }
    let names = way.iter().map(|at| place(book, *at).split('|').next().unwrap_or("").to_owned());
    outputs.insert("way".to_owned(), names.collect::<Vec<_>>().join(", "));
    outputs.insert("cost".to_owned(), points(cost));
    Ok(outputs)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forage {
    at: String,
    #[serde(default)]
    pillaged: bool,
    #[serde(default)]
    fieldworks: bool,
}

/// How many units a square feeds (§22.2).
pub fn forage(book: &Book, input: &Forage) -> Result<Outputs, PlayError> {
    let at = square(book, "at", &input.at)?;
    let feeds = book.forage(at, input.pillaged, input.fieldworks);
    Ok(Outputs::from([("feeds".to_owned(), feeds.to_string())]))
}
