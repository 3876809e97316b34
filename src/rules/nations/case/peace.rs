//! The probes `peace` and `peace length`: whether a power is beaten in a position, and how long a peace lasts (NIA
//! §13.3.1, §13.3.2.2).

use super::supply::position;
use crate::book::PeaceTable;
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::politics::peace::plight;
use kit::shelf::Shelf;
use play::case::{Laid, flags};
use serde::Deserialize;
use serde_yaml::Value;
use std::collections::BTreeMap;

/// What a probe tells, by name.
type Outputs = BTreeMap<String, String>;

/// Who is asked about; the rest of the setup is the position.
#[derive(Deserialize)]
struct Question {
    of: String,
    /// The power that reckons; without it the truth is told.
    #[serde(rename = "as", default)]
    eye: Option<String>,
}

/// Tells how close a power is to being beaten.
pub fn run(shelf: &Shelf, setup: &Value) -> Result<Outputs, String> {
    let Question { of, eye } =
        serde_yaml::from_value(flags(setup)).map_err(|error| error.to_string())?;
    let Laid { book, state, known, .. } = position(shelf, setup, &["probe", "of", "as"])?;
    let scene = match &eye {
        None => Scene::of(&book, &state),
        Some(eye) => {
            let known = known.get(eye).ok_or_else(|| format!("unknown power `{eye}`"))?;
            Scene::of(&book, known)
        }
    };
    let plight = plight(&scene, &of).ok_or_else(|| format!("no towns of `{of}` count"))?;
    let word = |told: Told| match told {
        Told::Yes => "yes",
        Told::No => "no",
        Told::Doubt => "not known",
    };
    let victors = match plight.victors.is_empty() {
        true => "nobody".to_owned(),
        false => plight.victors.join(", "),
    };
    Ok([
        ("beaten", word(plight.beaten).to_owned()),
        ("spared", word(plight.spared).to_owned()),
        ("needs", plight.needs(&book)),
        ("towns", plight.in_words(&book)),
        ("victors", victors),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into())
}

/// The dice of a length; the rest of the setup is the position, of which the season counts.
#[derive(Deserialize)]
struct Length {
    dice: Vec<u8>,
}

/// Tells how long a peace lasts that is made in the season.
pub fn length(shelf: &Shelf, setup: &Value) -> Result<Outputs, String> {
    let Length { dice } =
        serde_yaml::from_value(flags(setup)).map_err(|error| error.to_string())?;
    let Laid { book, state, .. } = position(shelf, setup, &["probe", "dice"])?;
    if let Some(die) = dice.iter().find(|die| !(1..=6).contains(*die)) {
        return Err(format!("{die} is not a face of a die, which has 1 to 6"));
    }
    let turns = book.peace.turns(&dice);
    if turns == 0 {
        return Err("no peace is made here: the setup has no `track:`".to_owned());
    }
    let until = PeaceTable::end(state.season, turns);
    Ok([("turns", turns.to_string()), ("until", until.to_string())]
        .map(|(name, value)| (name.to_owned(), value))
        .into())
}
