//! How a case is laid out: a line for each key of a setup, and one for each item of its lists.

use serde_yaml::{Mapping, Value};

/// A map with a line for each key; lists of maps and maps of maps have a line for each item.
pub fn block(map: &Mapping) -> String {
    let mut text = String::new();
    for (key, value) in map {
        let key = flow(key, true);
        match value {
            Value::Sequence(items) if items.iter().any(Value::is_mapping) => {
                text += &format!("{key}:\n");
                text.extend(items.iter().map(|item| format!("  - {}\n", flow(item, true))));
            }
            other => text += &format!("{key}: {}\n", flow(other, true)),
        }
    }
    text
}

/// A value on one line; a map that is a whole line needs no braces.
pub fn flow(value: &Value, braced: bool) -> String {
    match value {
        Value::Null => "~".to_owned(),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => scalar(text),
        Value::Sequence(items) => {
            let items: Vec<String> = items.iter().map(|item| flow(item, true)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Mapping(map) => {
            let pair = |(key, value): (&Value, &Value)| {
                format!("{}: {}", flow(key, true), flow(value, true))
            };
            let pairs: Vec<String> = map.iter().map(pair).collect();
            if braced { format!("{{{}}}", pairs.join(", ")) } else { pairs.join(", ") }
        }
        Value::Tagged(tagged) => flow(&tagged.value, braced),
    }
}

/// A text, in quotes where it would be read as something else.
fn scalar(text: &str) -> String {
    let special = |c: char| ",[]{}:#&*!|>'\"%@`?\\".contains(c) || c.is_control();
    let begins = text.chars().next().is_some_and(|c| c.is_alphanumeric() || "+(".contains(c));
    let is_itself = serde_yaml::from_str::<Value>(text).is_ok_and(|value| value == *text);
    if begins && is_itself && !text.contains(special) && text.trim() == text {
        return text.to_owned();
    }
    if text.contains(char::is_control) {
        return serde_json::to_string(text).unwrap_or_default();
    }
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "Ulm",
            "+1 InfC",
            "2 x (+1) InfC",
            "0425",
            "12",
            "1e5",
            "yes",
            "~",
            "",
            "a: b",
            "it's",
            "- x",
            "a #b",
            "two\nlines",
            "é, ü",
            "{x}",
            " a",
            "W3432",
        ] {
            let line = mapping_of(text);
            let read: Value = serde_yaml::from_str(&flow(&line, true)).unwrap();
            assert_eq!(read, line, "{text}");
            let read: Value = serde_yaml::from_str(&block(line.as_mapping().unwrap())).unwrap();
            assert_eq!(read, line, "{text}");
        }
    }

    fn mapping_of(text: &str) -> Value {
        let items = vec![Value::from(text), Value::from(3)];
        let map: Mapping = [("key a".into(), Value::Sequence(items))].into_iter().collect();
        Value::Mapping(map)
    }
}
