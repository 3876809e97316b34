//! The half of the desk that needs no campaign: schemas, and which rule system is meant.
//!
//! The pages of a book are in `book.rs`; checking without a campaign is in `check.rs`.

use crate::campaign::files;
use crate::{DeskError, referee};
use serde_json::Value as Json;
use store::Store;

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

/// The rule system of the campaign in the current folder or above it, if there is one.
fn at_hand() -> Option<String> {
    let folder = files::find(None).ok()?;
    let store = Store::read_only(&folder.join(files::CAMPAIGN)).ok()?;
    Some(store.campaign().ok()?.rules)
}

/// The rule system that is meant: the one named, else that of the campaign one stands in, else the
/// only one.
pub(crate) fn system(named: Option<&str>) -> Result<String, DeskError> {
    if let Some(name) = named {
        return Ok(referee(name)?.name().to_owned());
    }
    if let Some(own) = at_hand() {
        return Ok(own);
    }
    match rules::REFEREES.as_slice() {
        [only] => Ok(only.name().to_owned()),
        all => {
            let known: Vec<_> = all.iter().map(|referee| referee.name()).collect();
            let known = known.join(", ");
            Err(DeskError::refused("name the rules with --rules")
                .hint(format!("there are {known}")))
        }
    }
}
