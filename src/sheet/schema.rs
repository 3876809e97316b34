//! The JSON Schema (draft 2020-12) of a sheet, from the descriptions it is read by.
//!
//! Editors complete and explain by it; our own reading does not use it, since a schema cannot
//! know names, places and conditions. It holds people to the spelling that is taught, where the
//! reading is kinder: to capitals in a word, or to a number in quotes.
//!
//! Maps that stand in lists, and steps, are defined once and referred to, so that a sheet's
//! standing orders do not double the document.

use super::condition::Grammar;
use super::keys::{Field, Kind, LONGEST_TEXT, MOST_ITEMS, Steps, Value};
use super::{needs, written};
use serde_json::{Map, Value as Json, json};

/// The most examples that stand beside a key.
const MOST_EXAMPLES: usize = 2;
/// The longest example, as JSON: it is to be taken in at a glance.
const LONGEST_EXAMPLE: usize = 200;

/// The name of the definition that has the words of conditions.
const CONDITION: &str = "condition";

/// The schema of a sheet with these keys, whose conditions have these words.
pub fn document(title: &str, fields: &[&[Field]], grammar: &Grammar) -> Json {
    let mut shared = Shared::default();
    // What a page offers; a schema may have keys of its own.
    let terms = grammar.terms();
    let words = json!({"type": "string", "description": grammar.in_short(), "terms": terms});
    shared.defined.insert(CONDITION.to_owned(), words);
    let mut json = shared.map(fields);
    json["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    json["title"] = title.into();
    json["$defs"] = Json::Object(shared.defined);
    json
}

/// Puts examples beside the keys of a schema: what stands under them in a sheet.
///
/// What stands under a key that is not wanted is passed over.
pub fn exemplify(document: &mut Json, sheet: &Json, wanted: &dyn Fn(&str) -> bool) {
    walk(document, "", sheet, wanted);
}

/// The definitions that a document has so far.
#[derive(Default)]
struct Shared {
    defined: Map<String, Json>,
}

impl Shared {
    fn map(&mut self, fields: &[&[Field]]) -> Json {
        let mut properties = Map::new();
        for field in fields.iter().copied().flatten() {
            let schema = self.value(field.key, &field.value, &[]);
            properties.insert(field.key.to_owned(), described(schema, field.doc));
        }
        let mut map =
            json!({"type": "object", "additionalProperties": false, "properties": properties});
        needs::demand(&mut map, fields);
        map
    }

    /// A map with exactly one of these keys; a step whose keys are all optional may be bare.
    fn one_of(&mut self, steps: &Steps) -> Json {
        let mut properties = Map::new();
        for Kind { key, value, doc, rule } in steps.kinds {
            let mut schema = self.value(key, value, steps.extra);
            if matches!(value, Value::Map(_)) && needs::none(value) {
                schema["type"] = json!(["object", "null"]);
            }
            let shape = written::pattern(key, value);
            let doc = format!("{doc} ({rule}) It is written `{shape}`.");
            properties.insert((*key).to_owned(), described(schema, &doc));
        }
        json!({
            "type": "object", "additionalProperties": false,
            "minProperties": 1, "maxProperties": 1, "properties": properties
        })
    }

    /// The schema of the value of a key.
    fn value(&mut self, key: &str, of: &Value, extra: &'static [Field]) -> Json {
        match of {
            Value::Needed(value) | Value::Either(value) => self.value(key, value, extra),
            Value::Name(noun) => json!({"type": ["string", "integer"], "description": noun.doc}),
            Value::Word(words) => json!({"enum": words}),
            Value::Number(from, to) => json!({"type": "integer", "minimum": from, "maximum": to}),
            Value::UpTo(to) => {
                let figures: Vec<String> = (0..=*to).map(|figure| figure.to_string()).collect();
                json!({"anyOf": [
                    {"type": "integer", "minimum": 0, "maximum": to},
                    {"type": "string", "pattern": format!("^up to ({})$", figures.join("|"))}
                ]})
            }
            Value::Flag => json!({"anyOf": [{"type": "boolean"}, {"enum": ["yes", "no"]}]}),
            Value::Text => json!({"type": ["string", "integer"], "maxLength": LONGEST_TEXT}),
            Value::Condition => json!({
                "$ref": format!("#/$defs/{CONDITION}"),
                "description": "a condition, such as `odds >= 2:1` or `enemy adjacent and mp >= 2`"
            }),
            Value::List(item) => {
                let item = match item {
                    Value::Map(fields) => {
                        let item = self.map(&[fields]);
                        self.define(key, item)
                    }
                    item => self.value(key, item, &[]),
                };
                let list = json!({"type": "array", "items": item, "maxItems": MOST_ITEMS});
                json!({"anyOf": [list, item, {"type": "null"}]})
            }
            Value::Map(fields) => self.map(&[fields, extra]),
            Value::Short(fields) => {
                let short = self.value(key, &fields[0].value, &[]);
                json!({"anyOf": [self.map(&[fields, extra]), short]})
            }
            Value::Steps(steps) => {
                let step = self.one_of(steps);
                let step = self.define(key, step);
                json!({"type": ["array", "null"], "items": step, "maxItems": MOST_ITEMS})
            }
            Value::Named(_, item) => {
                let item = self.value(key, item, &[]);
                json!({"type": "object", "additionalProperties": item})
            }
        }
    }

    /// Defines what stands in the list of a key, and refers to it.
    fn define(&mut self, key: &str, schema: Json) -> Json {
        let name = key.replace(' ', "-");
        let reference = json!({"$ref": format!("#/$defs/{name}")});
        let before = self.defined.insert(name, schema.clone());
        assert!(before.is_none_or(|before| before == schema), "`{key}:` holds two sorts of maps");
        reference
    }
}

/// Adds a description to a schema.
fn described(mut schema: Json, doc: &str) -> Json {
    let text = match schema["description"].as_str() {
        Some(more) => format!("{doc} Write {more}."),
        None => doc.to_owned(),
    };
    schema["description"] = text.into();
    schema
}

/// Goes through a sheet and the part of a schema that it follows, `at` being a JSON pointer.
fn walk(document: &mut Json, at: &str, sheet: &Json, wanted: &dyn Fn(&str) -> bool) {
    let Some(schema) = document.pointer(at) else { return };
    if let Some(definition) = schema["$ref"].as_str().and_then(|name| name.strip_prefix('#')) {
        let definition = definition.to_owned();
        return walk(document, &definition, sheet, wanted);
    }
    for branch in 0..schema["anyOf"].as_array().map_or(0, Vec::len) {
        walk(document, &format!("{at}/anyOf/{branch}"), sheet, wanted);
    }
    match sheet {
        Json::Array(items) => {
            let of_items = format!("{at}/items");
            items.iter().for_each(|item| walk(document, &of_items, item, wanted));
        }
        Json::Object(map) => {
            for (key, value) in map.iter().filter(|(key, _)| wanted(key)) {
                let of_key = format!("{at}/properties/{key}");
                if let Some(Json::Object(schema)) = document.pointer_mut(&of_key) {
                    add_example(schema, value);
                }
                walk(document, &of_key, value, wanted);
                walk(document, &format!("{at}/additionalProperties"), value, wanted);
            }
        }
        _ => {}
    }
}

/// Adds an example that is short, new, and not one too many.
fn add_example(schema: &mut Map<String, Json>, example: &Json) {
    if example.to_string().len() > LONGEST_EXAMPLE {
        return;
    }
    let examples = schema.entry("examples").or_insert_with(|| json!([]));
    let examples = examples.as_array_mut().expect("nothing else writes them");
    if examples.len() < MOST_EXAMPLES && !examples.contains(example) {
        examples.push(example.clone());
    }
}
