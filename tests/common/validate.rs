//! Holds a document against a JSON Schema, as far as our schemas go.
//!
//! A keyword that is not known here fails the test instead of being passed over. `tests/pages/schema.sh`
//! holds the same sheets against the same schemas with a validator that others wrote.

use super::root::root;
use play::Referee;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// Every sheet below a folder of the manual, by its path.
pub fn sheets(folder: &str) -> BTreeMap<String, String> {
    let path = root().join(folder);
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{folder}/{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            found.extend(sheets(&name));
        } else if name.ends_with(".yaml") {
            found.insert(name, std::fs::read_to_string(path).unwrap());
        }
    }
    found
}

/// Holds every sheet of the manual against the schema of its game.
pub fn every_sheet_follows(referee: &dyn Referee) {
    let schema = referee.schema();
    let sheets = sheets(&format!("orders/{}", referee.name()));
    assert!(sheets.len() > 6, "the manual is found");
    let mut wrong = vec![];
    for (name, text) in &sheets {
        let document: Json = serde_yaml::from_str(text).unwrap();
        wrong.extend(faults(&schema, &document).iter().map(|fault| format!("{name}{fault}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every fault with the path to it; none, if the document follows the schema.
pub fn faults(schema: &Json, document: &Json) -> Vec<String> {
    let mut found = vec![];
    Validator { root: schema, found: &mut found }.hold(schema, document, "");
    found
}

struct Validator<'a> {
    root: &'a Json,
    found: &'a mut Vec<String>,
}

impl Validator<'_> {
    fn hold(&mut self, schema: &Json, document: &Json, path: &str) {
        let Json::Object(schema) = schema else { panic!("{path}: a schema is a map") };
        for (keyword, value) in schema {
            if let Some(fault) = self.keyword(schema, (keyword, value), document, path) {
                self.found.push(format!("{path}: {fault}"));
            }
        }
    }

    /// Holds a document against one keyword; what it holds of the parts it tells itself.
    fn keyword(
        &mut self,
        schema: &Map<String, Json>,
        (keyword, value): (&str, &Json),
        document: &Json,
        path: &str,
    ) -> Option<String> {
        let count = || value.as_u64().expect("a count is a number") as usize;
        let of_list = document.as_array().map(Vec::len);
        let of_map = document.as_object().map(Map::len);
        let of_text = document.as_str().map(|text| text.chars().count());
        let too = |wrong: Option<bool>| wrong?.then(|| format!("{keyword} is {value}"));
        match keyword {
            "$schema" | "$defs" | "title" | "description" | "examples" | "terms" => None,
            "type" => (!is_of_type(document, value)).then(|| format!("is not of type {value}")),
            "enum" => {
                let allowed = value.as_array().expect("a list of values");
                (!allowed.contains(document)).then(|| format!("{document} is none of {value}"))
            }
            "maxItems" => too(of_list.map(|length| length > count())),
            "maxLength" => too(of_text.map(|length| length > count())),
            "minProperties" => too(of_map.map(|length| length < count())),
            "maxProperties" => too(of_map.map(|length| length > count())),
            "minimum" => too(document.as_f64().map(|number| number < value.as_f64().unwrap())),
            "maximum" => too(document.as_f64().map(|number| number > value.as_f64().unwrap())),
            "pattern" => too(document.as_str().map(|text| !matches(value.as_str().unwrap(), text))),
            "$ref" => {
                let pointer = value.as_str().and_then(|path| path.strip_prefix('#')).unwrap();
                let root = self.root;
                self.hold(root.pointer(pointer).expect("it is defined"), document, path);
                None
            }
            "anyOf" => {
                let one = |schema: &Json| {
                    let mut found = vec![];
                    Validator { root: self.root, found: &mut found }.hold(schema, document, path);
                    found.is_empty()
                };
                let stands = value.as_array().expect("a list of schemas").iter().any(one);
                (!stands).then(|| format!("{document} follows none of the alternatives"))
            }
            "required" => {
                let keys = value.as_array().expect("a list of keys").iter();
                let mut keys = keys.filter_map(Json::as_str);
                let lacks = keys.find(|key| document.is_object() && document.get(key).is_none());
                lacks.map(|key| format!("{key} is missing"))
            }
            "items" => {
                for (at, item) in document.as_array().into_iter().flatten().enumerate() {
                    self.hold(value, item, &format!("{path}/{at}"));
                }
                None
            }
            "properties" => {
                for (key, item) in document.as_object().into_iter().flatten() {
                    if let Some(schema) = value.get(key) {
                        self.hold(schema, item, &format!("{path}/{key}"));
                    }
                }
                None
            }
            "additionalProperties" => {
                let named =
                    |key: &String| schema.get("properties").is_some_and(|p| p.get(key).is_some());
                for (key, item) in document.as_object().into_iter().flatten() {
                    match value {
                        _ if named(key) => {}
                        Json::Bool(false) => self.found.push(format!("{path}: no key `{key}`")),
                        schema => self.hold(schema, item, &format!("{path}/{key}")),
                    }
                }
                None
            }
            unknown => panic!("{path}: the keyword {unknown} is not known to this test"),
        }
    }
}

fn is_of_type(document: &Json, wanted: &Json) -> bool {
    match wanted {
        Json::Array(any) => any.iter().any(|one| is_of_type(document, one)),
        Json::String(name) => match name.as_str() {
            "null" => document.is_null(),
            "boolean" => document.is_boolean(),
            "integer" => document.is_i64() || document.is_u64(),
            "number" => document.is_number(),
            "string" => document.is_string(),
            "array" => document.is_array(),
            "object" => document.is_object(),
            unknown => panic!("there is no type {unknown}"),
        },
        other => panic!("{other} is not a type"),
    }
}

/// Our patterns are all of one form: `^words (this|that)$`.
fn matches(pattern: &str, text: &str) -> bool {
    let inner = pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix(")$"));
    let (words, options) = inner.and_then(|rest| rest.split_once('(')).expect("a known form");
    assert!(words.chars().all(|sign| sign.is_alphanumeric() || sign == ' '), "{pattern}");
    text.strip_prefix(words).is_some_and(|rest| options.split('|').any(|option| option == rest))
}
