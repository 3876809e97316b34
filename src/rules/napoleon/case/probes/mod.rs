//! Probes: rules tried alone, on a board or a map as the case lays it, or on a chart.
//!
//! What is done stands under `do:`, one after the other; dice and draws are answered from the ledger of
//! the case, a line each: the paragraph, who is asked for, and the answer (`§12.6 Serurier: 7`).

mod battle;
mod charts;
mod listed;
mod map;

use crate::book::Book;
use crate::record::force::ForceId;
use kit::shelf::Shelf;
use play::case::{Case, Outcome};
use serde_yaml::{Mapping, Value};

/// Why a case cannot be played.
pub type Trouble = String;

/// Plays a case by its probe.
pub fn play(shelf: &Shelf, case: &Case) -> Result<Outcome, Trouble> {
    match word(&case.setup, "probe") {
        Some("battle") => battle::play(shelf, case),
        Some("map") => map::play(shelf, case),
        Some(_) | None => charts::play(shelf, case),
    }
}

fn word<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str)
}

fn number(value: &Value, key: &str) -> Option<u64> {
    value.get(key).and_then(Value::as_u64)
}

fn needed<T>(found: Option<T>, what: &str) -> Result<T, Trouble> {
    found.ok_or_else(|| format!("`{what}` is missing or wrong"))
}

/// The book of the campaign that a case names.
fn book(shelf: &Shelf, case: &Case) -> Result<Book, Trouble> {
    let campaign = word(&case.setup, "campaign").unwrap_or("italy-1796");
    Book::read(shelf, campaign).map_err(|fault| fault.to_string())
}

fn force(book: &Book, name: &str) -> Result<ForceId, Trouble> {
    book.force(name).map(|force| force.id).ok_or_else(|| format!("no force is called `{name}`"))
}

/// The force under a key.
fn who(book: &Book, value: &Value, key: &str) -> Result<ForceId, Trouble> {
    force(book, needed(word(value, key), key)?)
}

/// The names of a list.
fn names(value: &Value) -> Result<Vec<&str>, Trouble> {
    let items = needed(value.as_sequence(), "a list of names")?;
    items.iter().map(|item| needed(item.as_str(), "a name")).collect()
}

/// What is done, one after the other: each a word, or one key with its value.
fn deeds(case: &Case) -> Result<Vec<(String, Value)>, Trouble> {
    let Some(list) = case.setup.get("do") else { return Ok(vec![]) };
    let list = needed(list.as_sequence(), "do")?;
    let deed = |item: &Value| match item {
        Value::String(word) => Ok((word.clone(), Value::Mapping(Mapping::new()))),
        Value::Mapping(map) if map.len() == 1 => {
            let (key, value) = map.iter().next().expect("it has one");
            Ok((needed(key.as_str(), "what is done")?.to_owned(), value.clone()))
        }
        other => Err(format!("this cannot be done: {other:?}")),
    };
    list.iter().map(deed).collect()
}

/// Refuses keys that nothing reads.
fn only(value: &Value, known: &[&str]) -> Result<(), Trouble> {
    let keys = value.as_mapping().into_iter().flatten().map(|(key, _)| key.as_str());
    match keys.map(Option::unwrap_or_default).find(|key| !known.contains(key)) {
        Some(stray) => Err(format!("`{stray}` is not read here; there are: {}", known.join(", "))),
        None => Ok(()),
    }
}
