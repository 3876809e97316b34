//! The probe `card draws`: how many event cards a power draws in a position (NIA §11.1).

use super::supply::position;
use crate::cards::draws::{self, Draw};
use kit::shelf::Shelf;
use play::case::Laid;
use serde::Deserialize;
use serde_yaml::Value;
use std::collections::BTreeMap;

/// What the probe asks; the rest of the setup is the position.
#[derive(Deserialize)]
struct Question {
    /// A power.
    of: String,
}

/// Runs the probe of a setup.
pub fn run(shelf: &Shelf, setup: &Value) -> Result<BTreeMap<String, String>, String> {
    let Question { of } =
        serde_yaml::from_value(setup.clone()).map_err(|error| error.to_string())?;
    let Laid { book, state, .. } = position(shelf, setup, &["probe", "of"])?;
    if !book.people.is_major(&of) {
        return Err(format!("unknown power `{of}`"));
    }
    let draws = draws::of(&book, &state, &of, state.season.year);
    let lines: Vec<String> = draws.iter().map(Draw::to_string).collect();
    let lines = if lines.is_empty() { "none".to_owned() } else { lines.join(", ") };
    Ok([("cards".to_owned(), draws::sum(&draws).to_string()), ("lines".to_owned(), lines)].into())
}
