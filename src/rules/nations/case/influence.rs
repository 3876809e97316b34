//! The probe `influence`: who may try for whom in a position, and what two dice must show (NIA §11.2).

use super::supply::position;
use crate::book::countries::CountryStatus;
use crate::politics::influence::{self, Attempt, Court, Shifts};
use crate::position::Position;
use kit::shelf::Shelf;
use play::case::{Laid, flags};
use serde::Deserialize;
use serde_yaml::Value;
use std::collections::BTreeMap;

/// What the probe asks; the rest of the setup is the position.
#[derive(Deserialize)]
struct Question {
    /// The power in whose name the attempt is made.
    by: String,
    /// The country or the power.
    on: String,
    /// What bribes add.
    #[serde(default)]
    bonus: i32,
    #[serde(default)]
    embassy: bool,
    /// Where attempts of this season have brought countries.
    #[serde(default)]
    shifted: BTreeMap<String, CountryStatus>,
    /// The power that reckons; without it the truth is told.
    #[serde(rename = "as", default)]
    eye: Option<String>,
}

/// Runs the probe of a setup.
pub fn run(shelf: &Shelf, setup: &Value) -> Result<BTreeMap<String, String>, String> {
    let Question { by, on, bonus, embassy, shifted, eye } =
        serde_yaml::from_value(flags(setup)).map_err(|error| error.to_string())?;
    let keys = ["probe", "by", "on", "bonus", "embassy", "shifted", "as"];
    let Laid { book, state, known, .. } = position(shelf, setup, &keys)?;
    if !book.people.is_major(&by) {
        return Err(format!("unknown power `{by}`"));
    }
    if !book.people.is_major(&on) && book.countries.get(&on).is_none() {
        return Err(format!("unknown power or country `{on}`"));
    }
    let mut shifts = Shifts::default();
    for (country, status) in shifted {
        shifts.shift(&country, status);
    }
    let at: &dyn Position = match &eye {
        None => &state,
        Some(eye) => known.get(eye).ok_or_else(|| format!("unknown power `{eye}`"))?,
    };
    let court = Court { book: &book, at, shifts: &shifts };
    let mut outputs = BTreeMap::new();
    let mut tell = |name: &str, value: String| outputs.insert(name.to_owned(), value);
    if let Err(barred) = court.may_try(&by, &on) {
        tell("open", "no".to_owned());
        tell("why", barred.to_string());
        return Ok(outputs);
    }
    let (modifiers, known) = court.modifiers(&Attempt { by: &by, on: &on, bonus });
    let listed: Vec<String> =
        modifiers.iter().map(|modifier| format!("{} {:+}", modifier.what, modifier.by)).collect();
    tell("open", "yes".to_owned());
    tell("modifiers", if listed.is_empty() { "none".to_owned() } else { listed.join(", ") });
    tell("needed", court.needed(&modifiers).to_string());
    tell("known", if known { "yes" } else { "no" }.to_owned());
    let bribes = bonus * influence::price_of_bonus(&book, &on);
    tell("pounds", (influence::price(&book, &on, embassy) + bribes).to_string());
    tell("then", court.shifted(&by, &on).to_string());
    Ok(outputs)
}
