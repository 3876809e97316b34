//! Keys without which a map says nothing: `march: {extended: yes}` goes nowhere.
//!
//! The description of a key marks it ([`Value::Needed`], [`Value::Either`]); what the check asks
//! for and what the schema requires both come from there.

use super::diagnostic::Diagnostic;
use super::keys::{Content, Field, Filled, Given, Reader, Value};
use super::shape::{CUT_OFF, Kind as Shape, Node};
use super::{loose, written};
use serde_json::{Value as Json, json};
use std::ops::Range;

impl Value {
    /// The value itself, needed or not.
    pub fn bare(&self) -> &Value {
        if let Value::Needed(value) | Value::Either(value) = self { value } else { self }
    }
}

/// Whether a map may be empty.
pub(super) fn none(value: &Value) -> bool {
    let (Value::Map(fields) | Value::Short(fields)) = value.bare() else { return true };
    !fields.iter().any(|field| matches!(field.value, Value::Needed(_) | Value::Either(_)))
}

/// Puts into the schema of a map which of its keys are required.
pub(super) fn demand(schema: &mut Json, fields: &[&[Field]]) {
    let all = || fields.iter().copied().flatten();
    let needed = all().filter(|field| matches!(field.value, Value::Needed(_)));
    let needed: Vec<&str> = needed.map(|field| field.key).collect();
    let either = all().filter(|field| matches!(field.value, Value::Either(_)));
    let either: Vec<Json> = either.map(|field| json!({"required": [field.key]})).collect();
    if !needed.is_empty() {
        schema["required"] = json!(needed);
    }
    if !either.is_empty() {
        schema["anyOf"] = either.into();
    }
}

impl Reader<'_> {
    /// Reads a map, or what may stand for it in short; one that is not whole is empty.
    pub(super) fn braces(
        &mut self,
        node: &Node,
        value: &Value,
        extra: &'static [Field],
    ) -> Option<Filled> {
        let (Value::Map(fields) | Value::Short(fields)) = value else { return None };
        let is_short = matches!(value, Value::Short(_));
        let tidied = is_short
            .then(|| loose::sentence(node, fields).or_else(|| loose::worded(node, fields)))
            .flatten();
        let node = self.tidied(node, tidied.as_ref());
        let filled = match (&node.kind, is_short) {
            (Shape::Map(_), _) => self.map(node, &[fields, extra]),
            (Shape::Scalar(_) | Shape::Seq(_), true) => {
                let first = fields.first()?;
                let given = self.value(node, &first.value, &[])?;
                let items = [(first.key, given)].into();
                Filled { at: node.at.clone(), items, ..Filled::default() }
            }
            (Shape::Scalar(_) | Shape::Seq(_), false) => match self.shorthand(node, fields) {
                Some(filled) => filled,
                None => self.map(node, &[fields, extra]),
            },
        };
        Some(self.whole(filled, fields))
    }

    /// Whether an order was cut off within a part of the sheet.
    pub(super) fn is_cut(&self, at: &Range<usize>) -> bool {
        self.faults.has_within(CUT_OFF, at)
    }

    /// Empties a map of a list that was cut off, but for one whose steps were: they end there.
    pub(super) fn uncut(&self, filled: Filled) -> Filled {
        let in_steps = |(_, given): (&str, &Given)| {
            matches!(given.what, Content::Steps(_)) && self.is_cut(&given.at)
        };
        if !self.is_cut(&filled.at) || filled.keys().any(in_steps) {
            return filled;
        }
        Filled { at: filled.at, lacking: true, ..Filled::default() }
    }

    /// Tells of the keys that a map needs and does not have, and empties it then.
    fn whole(&mut self, filled: Filled, fields: &'static [Field]) -> Filled {
        let missing: Vec<&Field> = self.missing(&filled, fields);
        let Some(first) = missing.first() else { return filled };
        let empty = Filled { at: filled.at.clone(), lacking: true, ..Filled::default() };
        let head = filled.at.start..filled.at.start + 1;
        // A key that was misspelt is told already, and is most likely the one; so is what stands
        // where a map was expected.
        if self.faults.has_within("unknown-key", &filled.at)
            || self.faults.has_within("expected", &head)
        {
            return empty;
        }
        let keys: Vec<String> = missing.iter().map(|field| format!("`{}:`", field.key)).collect();
        let (last, others) = keys.split_last().expect("there is a first");
        let joint = if matches!(first.value, Value::Either(_)) { "or" } else { "and" };
        let verb = if joint == "and" && !others.is_empty() { "are" } else { "is" };
        let text = match others {
            [] => format!("{last} {verb} missing here"),
            others => format!("{} {joint} {last} {verb} missing here", others.join(", ")),
        };
        let help = format!("add `{}`", written::pattern(first.key, first.takes()));
        self.faults.push(Diagnostic::fault("key-missing", head, text).help(help));
        empty
    }

    /// The keys that a map needs and does not have; an empty list says as little as none.
    fn missing(&self, filled: &Filled, fields: &'static [Field]) -> Vec<&'static Field> {
        let says = |field: &&Field| match filled.get(field.key) {
            None => filled.is_written(field.key),
            Some(given) => match &given.what {
                Content::List(items) => !items.is_empty() || self.faults.fault_within(&given.at),
                Content::Named(lines) => !lines.is_empty() || self.faults.fault_within(&given.at),
                Content::Name(_)
                | Content::Number(_)
                | Content::Flag(_)
                | Content::Text(_)
                | Content::Condition(_)
                | Content::Map(_)
                | Content::Steps(_) => true,
            },
        };
        let needed = fields.iter().filter(|field| matches!(field.value, Value::Needed(_)));
        let lost: Vec<&Field> = needed.filter(|field| !says(field)).collect();
        let either = || fields.iter().filter(|field| matches!(field.value, Value::Either(_)));
        if !lost.is_empty() || either().any(|field| says(&field)) {
            return lost;
        }
        either().collect()
    }
}
