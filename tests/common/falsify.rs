//! Changes to what a power knows, as it is stored.

use serde_json::{Map, Value};

/// Changes every object below a key of a `Known`.
pub fn each(known: &mut Value, key: &str, change: impl Fn(&mut Map<String, Value>)) {
    match &mut known[key] {
        Value::Array(all) => all.iter_mut().filter_map(Value::as_object_mut).for_each(change),
        Value::Object(all) => all.values_mut().filter_map(Value::as_object_mut).for_each(change),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
