//! How a value is written, as a pattern for people: `attack: {at: PLACE, lead: UNIT, if: CONDITION}`.
//!
//! The diagnostics, the guide and the form show the same pattern, made from the description that
//! the sheet is read by. A sort of name stands in capitals.

use super::keys::{Field, Value};
use super::shape::Node;

/// The pattern of a key with its value.
pub fn pattern(key: &str, value: &Value) -> String {
    format!("{key}: {}", of(value))
}

/// How a key is written, as a help.
pub fn says(key: &str, value: &Value) -> String {
    format!("it is written `{}`", pattern(key, value))
}

/// Which keys are allowed, as a help.
pub fn allowed(keys: impl Iterator<Item = &'static str>) -> String {
    let mut all: Vec<_> = keys.collect();
    all.sort_unstable();
    format!("allowed here: {}", all.join(", "))
}

/// The key of a list or map among these whose own keys have one, as it was written.
pub fn under(fields: &[&[Field]], key: &Node) -> Option<&'static str> {
    let written = key.text()?.to_lowercase();
    let inside = |value: &Value| match value {
        Value::Map(inner) | Value::Short(inner) => inner.iter().any(|one| one.key == written),
        Value::List(Value::Map(inner) | Value::Short(inner)) => {
            inner.iter().any(|one| one.key == written)
        }
        _ => false,
    };
    let mut all = fields.iter().copied().flatten();
    all.find(|field| inside(field.takes())).map(|field| field.key)
}

/// What is expected of a value, in words.
pub(super) fn in_words(value: &Value) -> &'static str {
    match value.bare() {
        Value::Name(noun) => noun.doc,
        Value::Word(_) => "a word",
        Value::Number(..) | Value::UpTo(_) => "a number",
        Value::Flag => "`yes` or `no`",
        Value::Condition => "a condition",
        Value::List(_) | Value::Steps(_) => "a list",
        Value::Map(_) | Value::Short(_) | Value::Named(..) => "keys with values",
        Value::Text | Value::Needed(_) | Value::Either(_) => "a text",
    }
}

/// The pattern of a value.
pub fn of(value: &Value) -> String {
    match value {
        Value::Needed(value) | Value::Either(value) => of(value),
        Value::Name(noun) => noun.name.to_uppercase(),
        Value::Word(words) => words.join("/"),
        Value::Number(from, to) => format!("{from} to {to}"),
        Value::UpTo(to) => format!("up to {to}"),
        Value::Flag => "yes/no".to_owned(),
        Value::Text => "TEXT".to_owned(),
        Value::Condition => "CONDITION".to_owned(),
        Value::List(item) => match item {
            Value::Map(fields) => format!("a list of {}", map(fields)),
            item => format!("[{}, ...]", of(item)),
        },
        Value::Map(fields) => map(fields),
        Value::Short(fields) => match fields {
            [first, ..] => format!("{} or {}", of(first.takes()), map(fields)),
            [] => "{}".to_owned(),
        },
        Value::Named(noun, item) => format!("{{{}: {}, ...}}", noun.name.to_uppercase(), of(item)),
        Value::Steps(steps) => {
            let keys: Vec<&str> = steps.kinds.iter().map(|kind| kind.key).collect();
            format!("a list of {}", keys.join(", "))
        }
    }
}

fn map(fields: &[Field]) -> String {
    let pairs: Vec<String> = fields.iter().map(|f| pattern(f.key, &f.value)).collect();
    format!("{{{}}}", pairs.join(", "))
}
