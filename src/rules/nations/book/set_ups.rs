//! The set-up that several scenarios share: `set-up: NAME` on a page adds the keys of `book/set-ups/NAME.yaml` to it.
//!
//! A key stands on one of the two pages. So both are one text to the reader, the scenario's page first, whose faults
//! keep their lines.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.2.1.

use kit::shelf::Shelf;
use play::BookError;
use play::pages::page;
use serde::Deserialize;
use std::borrow::Cow;

/// The one key of a page that is asked for first.
#[derive(Deserialize)]
struct Named {
    #[serde(rename = "set-up")]
    set_up: Option<String>,
}

/// The page of a scenario with the set-up that it names. A page that cannot be read is left as it is: its own reader
/// says what is wrong.
pub fn with_set_up<'p>(shelf: &Shelf, text: &'p str) -> Result<Cow<'p, str>, BookError> {
    let named: Option<Named> = serde_yaml::from_str(text).ok();
    let Some(name) = named.and_then(|page| page.set_up) else { return Ok(Cow::Borrowed(text)) };
    // The name becomes part of a path, so it may not contain `/` or `..`.
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || !name.chars().all(is_name) {
        let why = format!("set-up: `{name}` is not a name");
        return Err(BookError::Page { page: "scenario.yaml".to_owned(), why });
    }
    let shared = page(shelf, &format!("nations/book/set-ups/{name}.yaml"))?;
    Ok(Cow::Owned(format!("{}\n{shared}", text.trim_end())))
}
