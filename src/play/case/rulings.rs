//! The umpire's rulings on facts in the setup of a case.

use super::PlayError;
use kit::ledger::Fact;
use serde::Deserialize;
use serde_yaml::Value;

/// A ruling of a setup: its place in the sequence, the fact, and why.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    at: String,
    fact: Value,
    #[serde(default)]
    reason: String,
}

/// The facts of the key `rulings`.
pub fn facts(rulings: &[Ruling]) -> Result<Vec<Fact>, PlayError> {
    let fact = |ruling: &Ruling| -> Result<Fact, String> {
        let text = serde_yaml::to_string(&ruling.fact).map_err(|error| error.to_string())?;
        Ok(Fact { at: ruling.at.parse()?, text, reason: ruling.reason.clone() })
    };
    let all = rulings.iter().enumerate();
    all.map(|(at, one)| fact(one).map_err(|why| PlayError::item("rulings", at, why))).collect()
}
