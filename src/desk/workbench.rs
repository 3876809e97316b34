//! The half of the desk that needs no campaign: schemas, and which rule system is meant.
//!
//! The pages of a book are in `book.rs`; checking without a campaign is in `check.rs`.

use super::{DeskError, referee};
use crate::rules;
use serde_json::Value as Json;

/// Names the rule systems there are, each with its title and its scenarios.
pub fn systems() -> Vec<(String, String, Vec<String>)> {
    let shelf = rules::shelf();
    let one = |referee: &&dyn rules::Referee| {
        (referee.name().to_owned(), referee.title().to_owned(), referee.scenarios(&shelf))
    };
    rules::REFEREES.iter().map(one).collect()
}

/// Gives the JSON Schema of a rule system's sheets.
pub fn schema(rules: Option<&str>) -> Result<Json, DeskError> {
    Ok(referee(&system(rules)?)?.schema())
}

/// The rule system that is meant: the one named, else the only one.
pub(super) fn system(named: Option<&str>) -> Result<String, DeskError> {
    if let Some(name) = named {
        return Ok(referee(name)?.name().to_owned());
    }
    match rules::REFEREES {
        [only] => Ok(only.name().to_owned()),
        all => {
            let known: Vec<_> = all.iter().map(|referee| referee.name()).collect();
            let known = known.join(", ");
            Err(DeskError::refused(format!("say which rules with --rules; there are {known}")))
        }
    }
}
