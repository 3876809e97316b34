//! The JSON Schema (draft 2020-12) of a sheet, from the descriptions it is read by.
//!
//! Editors complete and explain by it; our own reading does not use it, since a schema cannot
//! know names, places and conditions.

use super::form::{Field, Kind, Value};
use serde_json::{Map, Value as Json, json};

/// The schema of a map with these fields.
pub fn map(fields: &[&[Field]]) -> Json {
    let mut properties = Map::new();
    for field in fields.iter().copied().flatten() {
        properties.insert(field.key.to_owned(), described(value(&field.value, &[]), field.doc));
    }
    json!({"type": "object", "additionalProperties": false, "properties": properties})
}

/// The schema of a map with exactly one of these keys.
pub fn one_of(kinds: &[&'static Kind], extra: &'static [Field]) -> Json {
    let mut properties = Map::new();
    for kind in kinds {
        let doc = format!("{} ({})", kind.doc, kind.rule);
        properties.insert(kind.key.to_owned(), described(value(&kind.value, extra), &doc));
    }
    json!({
        "type": "object", "additionalProperties": false,
        "minProperties": 1, "maxProperties": 1, "properties": properties
    })
}

/// The schema of one value.
pub fn value(of: &Value, extra: &'static [Field]) -> Json {
    match of {
        Value::Name(noun) => json!({"type": ["string", "integer"], "description": noun.doc}),
        Value::Word(words) => json!({"enum": words}),
        Value::Number(from, to) => json!({"type": "integer", "minimum": from, "maximum": to}),
        Value::UpTo(to) => json!({"anyOf": [
            {"type": "integer", "minimum": 0, "maximum": to},
            {"type": "string", "pattern": "^up to [0-9]+$"}
        ]}),
        Value::Flag => json!({"anyOf": [{"type": "boolean"}, {"enum": ["yes", "no"]}]}),
        Value::Text => json!({"type": "string"}),
        Value::Condition => json!({
            "type": "string",
            "description": "a condition, such as `odds >= 2:1` or `Genoa is ours and mp >= 2`"
        }),
        Value::List(item) => {
            let item = value(item, &[]);
            json!({"anyOf": [{"type": "array", "items": item, "maxItems": 200}, item]})
        }
        Value::Map(fields) => map(&[fields, extra]),
        Value::Short(fields) => {
            json!({"anyOf": [map(&[fields, extra]), value(&fields[0].value, &[])]})
        }
        Value::Steps(steps) => {
            json!({"type": "array", "maxItems": 200, "items": one_of(steps.kinds, steps.extra)})
        }
        Value::Named(_, item) => {
            json!({"type": "object", "additionalProperties": value(item, &[])})
        }
    }
}

/// Adds a description to a schema.
pub fn described(mut schema: Json, doc: &str) -> Json {
    let Json::Object(map) = &mut schema else { return schema };
    let text = match map.get("description").and_then(Json::as_str) {
        Some(more) => format!("{doc} Write {more}."),
        None => doc.to_owned(),
    };
    map.insert("description".into(), text.into());
    schema
}
