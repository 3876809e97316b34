//! Probes: one mechanism alone, inputs in and outputs out, by the code that the game uses.
//!
//! Inputs are read leniently: `Out of supply` is `out of supply`, one unit needs no list, and what
//! is left out has a plain default. An input that no probe of that name has is a mistake.
//!
//! Not here: what the inputs and outputs mean; `umpire case --list` tells it from
//! [`vocabulary`](mod@vocabulary).

mod after;
mod battle;
mod contact;
mod losses;
mod march;
mod sea;
mod side;

use super::super::book::Book;
use super::super::book::atlas::Terrain;
use super::super::book::bare::Terms;
use super::vocabulary;
use crate::land::reckon;
use crate::record::event::Modifier;
use kit::calendar::Season;
use kit::names;
use kit::shelf::Shelf;
use play::case::flags;
use serde::de::DeserializeOwned;
use serde_yaml::{Mapping, Value};
use std::collections::BTreeMap;

/// What a probe tells, by name.
type Outputs = BTreeMap<String, String>;

/// One mechanism with its inputs.
trait Probe: DeserializeOwned {
    /// Tries it.
    fn run(self, shelf: &Shelf) -> Result<Outputs, String>;
}

/// The probes of whole positions.
pub const SUPPLY: &str = "supply";
pub const INCOME: &str = "income";
pub const TRADE: &str = "trade";
pub const DRAWS: &str = "card draws";
pub const INFLUENCE: &str = "influence";
pub const PEACE: &str = "peace";
pub const PEACE_LENGTH: &str = "peace length";
pub const PRODUCTION: &str = "production";
pub const REFILL: &str = "refill";

type Run = fn(&Shelf, Mapping) -> Result<Outputs, String>;

/// Every probe.
pub const PROBES: &[(&str, Run)] = &[
    ("activation", run_one::<march::Activation>),
    ("attrition", run_one::<losses::Attrition>),
    ("avoidance", run_one::<contact::Avoidance>),
    ("battle", run_one::<battle::Battle>),
    ("battle size", run_one::<battle::BattleSize>),
    ("corsair hunt", run_one::<sea::CorsairHunt>),
    ("demoralisation", run_one::<after::Demoralisation>),
    ("force morale", run_one::<after::ForceMorale>),
    ("interception", run_one::<contact::Interception>),
    ("leader casualty", run_one::<after::Casualty>),
    ("movement cost", run_one::<march::Cost>),
    ("naval battle", run_one::<sea::NavalBattle>),
    ("odds", run_one::<battle::Odds>),
    ("overrun", run_one::<contact::Overrun>),
    ("pursuit", run_one::<after::Pursuit>),
    ("rally", run_one::<after::Rally>),
    ("siege attempt", run_one::<losses::SiegeAttempt>),
    ("sound of the guns", run_one::<contact::Guns>),
    ("superiority", run_one::<battle::Superiority>),
];

/// Runs the probe of a setup.
pub fn run(shelf: &Shelf, setup: &Value) -> Result<Outputs, String> {
    // Some ask a whole position, not a handful of figures.
    let name = setup.get("probe").and_then(Value::as_str).map(names::plain).unwrap_or_default();
    match name.as_str() {
        SUPPLY => return super::supply::run(shelf, setup),
        INCOME => return super::treasury::run(shelf, setup, false),
        TRADE => return super::treasury::run(shelf, setup, true),
        DRAWS => return super::draws::run(shelf, setup),
        INFLUENCE => return super::influence::run(shelf, setup),
        PEACE => return super::peace::run(shelf, setup),
        PEACE_LENGTH => return super::peace::length(shelf, setup),
        PRODUCTION => return super::production::run(shelf, setup, false),
        REFILL => return super::production::run(shelf, setup, true),
        _ => {}
    }
    let Value::Mapping(mut inputs) = flags(setup) else {
        return Err("a probe is a map of inputs".to_owned());
    };
    inputs.remove("rules");
    let name = inputs.remove("probe");
    let name = name.as_ref().and_then(Value::as_str).unwrap_or_default();
    let found = PROBES.iter().find(|(known, _)| names::plain(known) == names::plain(name));
    let Some((name, run)) = found else {
        let known: Vec<&str> = PROBES.iter().map(|(name, _)| *name).collect();
        return Err(unknown("probe", name, &known));
    };
    let inputs = checked(&inputs, &format!("the probe `{name}`"), &vocabulary::inputs(name))?;
    run(shelf, inputs).map_err(|why| format!("{name}: {why}"))
}

fn run_one<P: Probe>(shelf: &Shelf, inputs: Mapping) -> Result<Outputs, String> {
    read::<P>(inputs)?.run(shelf)
}

/// Reads inputs; a fault names the one without which there would be none.
fn read<T: DeserializeOwned>(inputs: Mapping) -> Result<T, String> {
    let parse = |inputs: &Mapping| serde_yaml::from_value::<T>(Value::Mapping(inputs.clone()));
    let fault = match parse(&inputs) {
        Ok(read) => return Ok(read),
        Err(error) => error.to_string(),
    };
    let is_at_fault = |key: &&Value| {
        let mut others = inputs.clone();
        others.remove(*key);
        parse(&others).is_ok()
    };
    let fault = ["u8", "u16", "u32", "i32", "i64"].iter().fold(fault, |fault, sort| {
        fault.replace(&format!("expected {sort}"), "expected a whole number")
    });
    Err(match inputs.keys().find(is_at_fault).and_then(Value::as_str) {
        Some(key) => format!("`{}`: {fault}", key.replace('_', " ")),
        None => fault,
    })
}

/// The inputs under the names that the program uses, if all of them are known.
fn checked(inputs: &Mapping, whose: &str, known: &[&str]) -> Result<Mapping, String> {
    let mut named = Mapping::new();
    for (key, value) in inputs {
        let written = key.as_str().ok_or_else(|| format!("{whose}: a key is a word"))?;
        let plain = names::plain(written);
        if !known.iter().any(|name| names::plain(name) == plain) {
            return Err(format!("{whose}: {}", unknown("input", written, known)));
        }
        if named.insert(plain.replace(' ', "_").into(), value.clone()).is_some() {
            return Err(format!("{whose}: `{written}` is said twice"));
        }
    }
    Ok(named)
}

/// What is said to a name that is not there.
fn unknown(what: &str, written: &str, known: &[&str]) -> String {
    match names::nearest(written, known.iter().copied()) {
        Some(meant) => format!("there is no {what} `{written}`; is it `{meant}`?"),
        None => format!("there is no {what} `{written}`; there are: {}", known.join(", ")),
    }
}

/// The book that a probe asks; the year counts where a rule has dates.
fn bare(shelf: &Shelf, season: Season, terms: Terms) -> Result<Book, String> {
    Book::bare(shelf, season, terms).map_err(|error| error.to_string())
}

/// The season in which a probe is tried that says none.
fn any_season() -> Season {
    "spring 1805".parse().expect("this is a season")
}

/// Reads a terrain; none is clear.
fn terrain(written: Option<&str>) -> Result<Terrain, String> {
    let Some(written) = written else { return Ok(Terrain::Clear) };
    let plain = names::plain(written);
    let box_word = Terrain::Box.word();
    if plain == "box" || plain == names::plain(box_word) {
        return Ok(Terrain::Box);
    }
    Terrain::read(&plain).filter(|terrain| terrain.is_land()).ok_or_else(|| {
        let known = ["clear", "rough", "woods", "swamp", "mountain", "desert", box_word];
        unknown("terrain", written, &known)
    })
}

/// `light cavalry +1, over a river -3`, or `none`.
fn listed(modifiers: &[Modifier]) -> String {
    let each = modifiers.iter().map(|modifier| format!("{} {:+}", modifier.what, modifier.by));
    let all: Vec<String> = each.collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

/// Puts the modifiers and their sum among the outputs.
fn tell_modifiers(outputs: &mut Outputs, modifiers: &[Modifier]) {
    tell(outputs, "modifier", reckon::sum(modifiers));
    tell(outputs, "modifiers", listed(modifiers));
}

fn tell(outputs: &mut Outputs, name: &str, value: impl ToString) {
    outputs.insert(name.to_owned(), value.to_string());
}

fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}
