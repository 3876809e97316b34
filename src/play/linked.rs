//! Campaigns in a row: what a campaign that is over leaves to the next one.
//!
//! The log stands among the options of the new campaign, so that it is part of its record. With it
//! stands the digest of the last season of the campaign before, which its players have in their mails:
//! nobody can make up a log without their noticing.

use crate::{BookError, Options};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The option under which a log stands. It is written by the program alone.
pub const LOG: &str = "log";

/// A log with where it is from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    /// The name of the campaign before.
    pub after: String,
    /// The digest of its last season.
    pub digest: String,
    /// What it leaves, in the words of its rule system.
    pub log: Json,
}

impl Carried {
    /// As it stands among the options.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("its keys are strings")
    }
}

/// Reads the log of a campaign, if it follows another one.
pub fn read<T: DeserializeOwned>(options: &Options) -> Result<Option<T>, BookError> {
    let Some(text) = options.get(LOG) else { return Ok(None) };
    let wrong =
        |why: serde_json::Error| BookError::Option(format!("`{LOG}` cannot be read: {why}"));
    let carried: Carried = serde_json::from_str(text).map_err(wrong)?;
    serde_json::from_value(carried.log).map(Some).map_err(wrong)
}
