//! The probes `income` and `trade`: what somebody has in a spring, in a position (NIA §12.2).

use super::supply::position;
use crate::money::treasury::{Scene, income};
use crate::record::event::{Line, Revenue};
use kit::shelf::Shelf;
use play::case::Laid;
use serde::Deserialize;
use serde_yaml::Value;
use std::collections::BTreeMap;

/// What the probes ask; the rest of the setup is the position.
#[derive(Deserialize)]
struct Question {
    /// A power or a minor country.
    of: String,
    /// The power that reckons; without it the truth is told.
    #[serde(rename = "as", default)]
    eye: Option<String>,
}

/// Runs a probe of a setup.
pub fn run(shelf: &Shelf, setup: &Value, only_trade: bool) -> Result<Outputs, String> {
    let Question { of, eye } =
        serde_yaml::from_value(setup.clone()).map_err(|error| error.to_string())?;
    let Laid { book, state, known, .. } = position(shelf, setup, &["probe", "of", "as"])?;
    if !book.people.is_major(&of) && book.countries.get(&of).is_none() {
        return Err(format!("unknown power or country `{of}`"));
    }
    let scene = match &eye {
        None => Scene::of(&book, &state),
        Some(eye) => {
            let known = known.get(eye).ok_or_else(|| format!("unknown power `{eye}`"))?;
            Scene::of(&book, known)
        }
    };
    let income = income(&scene, &of, state.season.year);
    let mut outputs = Outputs::new();
    let mut tell = |name: &str, value: String| outputs.insert(name.to_owned(), value);
    if only_trade {
        let of_trade = |line: &&Line| line.what == Revenue::Trade;
        let harbours = income.lines.iter().filter(of_trade);
        tell("pounds", income.trade().to_string());
        tell("harbours", listed(harbours.map(|line| format!("{} {}", line.of, line.pounds))));
        let doubts = income.doubts.iter().filter(of_trade);
        tell("in doubt", listed(doubts.map(|line| line.of.clone())));
        return Ok(outputs);
    }
    tell("pounds", income.pounds.to_string());
    tell("recruits", income.recruits.to_string());
    tell("lines", listed(income.lines.iter().map(Line::to_string)));
    tell("in doubt", listed(income.doubts.iter().map(Line::to_string)));
    Ok(outputs)
}

/// What a probe tells, by name.
type Outputs = BTreeMap<String, String>;

fn listed(items: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = items.collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}
