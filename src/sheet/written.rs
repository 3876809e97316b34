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

/// The longest pattern that a help shows whole, in bytes: some four lines.
const LONGEST: usize = 300;

/// How a key is written, as a help. What would fill a page is told by an example.
pub fn says(key: &str, value: &Value) -> String {
    match is_long(value) {
        true => format!("for example `{key}: {}`", example(value)),
        false => format!("it is written `{}`", pattern(key, value)),
    }
}

/// Whether the pattern of a value is too long to be shown whole.
pub fn is_long(value: &Value) -> bool {
    of(value).len() > LONGEST
}

/// Which keys a map has; of a long one the first, since the example that follows shows more.
pub fn keys_such_as(fields: &[&[Field]]) -> String {
    let mut known = fields.iter().copied().flatten().map(|field| field.key).collect::<Vec<_>>();
    if fields.iter().any(|fields| map(fields).len() > LONGEST) {
        known.truncate(2);
    }
    format!("keys such as `{}:`", known.join(":`, `"))
}

/// A value as an example shows it: the first key of each map, and its steps.
fn example(value: &Value) -> String {
    match value {
        Value::List(item) => format!("[{}]", example(item)),
        Value::Map(fields) => {
            let has_steps = |field: &&Field| {
                matches!(field.value, Value::Steps(_)) && matches!(fields[0].value, Value::Name(_))
            };
            let shown = fields.first().into_iter().chain(fields.iter().skip(1).find(has_steps));
            let shown = shown.map(|field| format!("{}: {}", field.key, example(&field.value)));
            format!("{{{}}}", shown.collect::<Vec<_>>().join(", "))
        }
        Value::Short(fields) => fields.first().map_or_else(String::new, |one| example(&one.value)),
        Value::Named(noun, item) => format!("{{{}: {}}}", noun.name.to_uppercase(), example(item)),
        Value::Steps(steps) => match steps.kinds.first() {
            Some(kind) => format!("[{{{}: {}}}]", kind.key, example(&kind.value)),
            None => "[]".to_owned(),
        },
        value => of(value),
    }
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
