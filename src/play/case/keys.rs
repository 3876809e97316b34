//! The keys of a setup: each rule system declares its own once, to be read by and to be listed.

pub use super::faults::Step;

use super::{PlayError, flags};
use kit::names::nearest;
use serde::de::DeserializeOwned;
use serde_yaml::{Mapping, Value};

/// A key of a setup: what it stands in (`forces`, and nothing for the setup itself), its name, and
/// what it says. What stands under names of the writer's is in `fortresses: PLACE`.
pub type Key = (&'static str, &'static str, &'static str);

/// What stands in the place of names of the writer's.
const NAMED: &str = "PLACE";

/// Reads a setup, or tells which of its lines is at fault.
///
/// A key that is not declared is not read, so that the list of keys is whole.
pub fn read<T: DeserializeOwned>(setup: &Value, keys: &[Key]) -> Result<T, PlayError> {
    known(setup, "", keys)?;
    let value = flags(setup);
    let parse = |value: &Value| serde_yaml::from_value::<T>(value.clone());
    parse(&value).map_err(|error| {
        let is_sound = |value: &Value| parse(value).is_ok();
        let steps = blame(&value, &is_sound).unwrap_or_default();
        let last = steps.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(format!("`{key}`: ")),
            Step::Item(_) => None,
        });
        let why = last.unwrap_or_default() + &plainly(&error.to_string());
        steps.into_iter().rev().fold(PlayError::from(why), PlayError::below)
    })
}

/// The keys as lines of a list.
pub fn listed(keys: &[Key]) -> Vec<(String, String)> {
    let line = |(of, name, meaning): &Key| {
        let place = if of.is_empty() { String::new() } else { format!(" in `{of}`") };
        (format!("setup key `{name}`{place}"), (*meaning).to_owned())
    };
    keys.iter().map(line).collect()
}

/// Holds the keys of a map, and of the maps in it, against those that there are.
fn known(value: &Value, of: &str, keys: &[Key]) -> Result<(), PlayError> {
    let here: Vec<&str> =
        keys.iter().filter(|(place, ..)| *place == of).map(|(_, name, _)| *name).collect();
    let named = format!("{of}: {NAMED}");
    if here.is_empty() && !keys.iter().any(|(place, ..)| *place == named) {
        return Ok(());
    }
    match value {
        Value::Mapping(map) => map.iter().try_for_each(|(key, value)| {
            let name = key.as_str().ok_or("a key is a word")?;
            let step = || Step::Key(name.to_owned());
            if here.is_empty() {
                return known(value, &named, keys).map_err(|error| error.below(step()));
            }
            if !here.contains(&name) {
                return Err(PlayError::from(unknown(name, of, &here)).below(step()));
            }
            let inner = if of.is_empty() { name.to_owned() } else { format!("{of}: {name}") };
            known(value, &inner, keys).map_err(|error| error.below(step()))
        }),
        Value::Sequence(items) => items.iter().enumerate().try_for_each(|(at, item)| {
            known(item, of, keys).map_err(|error| error.below(Step::Item(at)))
        }),
        _ => Ok(()),
    }
}

fn unknown(name: &str, of: &str, here: &[&str]) -> String {
    let place = if of.is_empty() { "a setup".to_owned() } else { format!("`{of}`") };
    match nearest(name, here.iter().copied()) {
        Some(meant) => format!("{place} has no key `{name}`; is it `{meant}`?"),
        None => format!("{place} has no key `{name}`; there are: {}", here.join(", ")),
    }
}

/// Finds the innermost key or item without which there would be no fault.
fn blame(value: &Value, is_sound: &dyn Fn(&Value) -> bool) -> Option<Vec<Step>> {
    let (step, inner) = match value {
        Value::Mapping(map) => {
            let without = |key: &Value| {
                let kept = map.iter().filter(|(other, _)| *other != key);
                Value::Mapping(kept.map(|(k, v)| (k.clone(), v.clone())).collect::<Mapping>())
            };
            let (key, inner) = map.iter().find(|(key, _)| is_sound(&without(key)))?;
            (Step::Key(key.as_str()?.to_owned()), inner)
        }
        Value::Sequence(items) => {
            let without = |at: usize| {
                let kept = items.iter().enumerate().filter(|(other, _)| *other != at);
                Value::Sequence(kept.map(|(_, item)| item.clone()).collect())
            };
            let at = (0..items.len()).find(|at| is_sound(&without(*at)))?;
            (Step::Item(at), &items[at])
        }
        _ => return None,
    };
    let with_inner = |new: &Value| match (value, &step) {
        (Value::Mapping(map), Step::Key(key)) => {
            let mut map = map.clone();
            map.insert(key.as_str().into(), new.clone());
            is_sound(&Value::Mapping(map))
        }
        (Value::Sequence(items), Step::Item(at)) => {
            let mut items = items.clone();
            items[*at] = new.clone();
            is_sound(&Value::Sequence(items))
        }
        _ => false,
    };
    let deeper = blame(inner, &with_inner).unwrap_or_default();
    Some([vec![step], deeper].concat())
}

/// A fault of a value in plain words.
fn plainly(fault: &str) -> String {
    ["u8", "u16", "u32", "i8", "i32", "i64"].iter().fold(fault.to_owned(), |fault, sort| {
        fault.replace(&format!("expected {sort}"), "expected a whole number")
    })
}

/// Says which keys a reader has that are not declared, and which are declared that it does not have.
pub fn strays<T: DeserializeOwned>(of: &str, keys: &[Key]) -> Vec<String> {
    // A reader that meets a key it does not have names all that it has.
    let stray: Mapping = [("\u{1}".into(), Value::Null)].into_iter().collect();
    let Err(error) = serde_yaml::from_value::<T>(Value::Mapping(stray)) else {
        return vec!["it reads every key".to_owned()];
    };
    let said = error.to_string();
    let named = said.split_once("expected").map(|(_, names)| names).unwrap_or_default();
    let has: Vec<&str> = named.split('`').skip(1).step_by(2).collect();
    let listed: Vec<&str> =
        keys.iter().filter(|(place, ..)| *place == of).map(|(_, name, _)| *name).collect();
    assert!(!has.is_empty() && !listed.is_empty(), "{said}");
    let unlisted = has.iter().filter(|name| !listed.contains(*name));
    let unread = listed.iter().filter(|name| !has.contains(*name));
    unlisted.chain(unread).map(|name| (*name).to_owned()).collect()
}
