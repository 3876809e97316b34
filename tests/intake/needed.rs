//! A key that an order needs and does not have is a fault at its line, and the order is not played.
//!
//! Which keys are needed, the JSON Schema says. Each is taken away in turn, wherever it stands in
//! the sheets of `orders/`; and each that the schema has must stand in one of them.

use super::example_sheets::{Example, SYSTEMS, Tables, examples};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::fmt::Write;
use umpire::rules;
use umpire::sheet::shape::{self, Kind, Node};
use umpire::sheet::{Diagnostics, Weight};

/// A map that needs keys: where its schema is, which keys they are, and where it stands in the tree.
#[derive(Debug, Clone)]
struct Need {
    schema: String,
    keys: Vec<String>,
    path: Vec<usize>,
}

/// The keys that a map needs: each of those required, and each set of which one is.
fn needs(schema: &Json) -> Vec<Vec<String>> {
    let keys = |of: &Json| -> Vec<String> {
        let listed = of["required"].as_array().into_iter().flatten();
        listed.map(|key| key.as_str().unwrap().to_owned()).collect()
    };
    let either: Vec<String> =
        schema["anyOf"].as_array().into_iter().flatten().flat_map(keys).collect();
    let mut all: Vec<Vec<String>> = keys(schema).into_iter().map(|key| vec![key]).collect();
    all.extend((!either.is_empty()).then_some(either));
    all
}

/// Goes through a tree by its schema, `at` being a JSON pointer.
fn walk(document: &Json, at: &str, node: &Node, path: &mut Vec<usize>, found: &mut Vec<Need>) {
    let Some(schema) = document.pointer(at) else { return };
    if let Some(name) = schema["$ref"].as_str() {
        return walk(document, name.trim_start_matches('#'), node, path, found);
    }
    if schema["properties"].is_null() {
        for branch in 0..schema["anyOf"].as_array().map_or(0, Vec::len) {
            walk(document, &format!("{at}/anyOf/{branch}"), node, path, found);
        }
    }
    let mut inside = |number: usize, at: &str, node: &Node| {
        path.push(number);
        walk(document, at, node, path, found);
        path.pop();
    };
    match &node.kind {
        Kind::Seq(items) => {
            for (number, item) in items.iter().enumerate() {
                inside(number, &format!("{at}/items"), item);
            }
        }
        Kind::Map(pairs) => {
            for (number, (key, value)) in pairs.iter().enumerate() {
                let key = key.text().unwrap();
                inside(number, &format!("{at}/properties/{key}"), value);
            }
        }
        Kind::Scalar(_) => {}
    }
    // What is written in short stands for a map with its first key.
    if schema["properties"].is_object() {
        let need = |keys| Need { schema: at.to_owned(), keys, path: path.clone() };
        found.extend(needs(schema).into_iter().map(need));
    }
}

/// Writes a tree as YAML in braces, every map on a line of its own; one map without some keys. Gives
/// the number of the line on which that map begins.
struct Writer<'a> {
    text: String,
    need: &'a Need,
    line: Option<usize>,
}

impl Writer<'_> {
    fn node(&mut self, node: &Node, path: &mut Vec<usize>) {
        let is_it = *path == self.need.path;
        match &node.kind {
            Kind::Map(pairs) => self.map(pairs, is_it, path),
            _ if is_it => self.map(&[], true, path),
            Kind::Seq(items) => {
                self.text.push('[');
                for (number, item) in items.iter().enumerate() {
                    path.push(number);
                    self.node(item, path);
                    path.pop();
                    self.text.push_str(", ");
                }
                self.text.push(']');
            }
            Kind::Scalar(_) if node.is_nothing() => {}
            Kind::Scalar(text) => write!(self.text, "{}", json!(text)).unwrap(),
        }
    }

    fn map(&mut self, pairs: &[(Node, Node)], is_it: bool, path: &mut Vec<usize>) {
        self.text.push_str("\n  {");
        if is_it {
            self.line = Some(self.text.matches('\n').count() + 1);
        }
        for (number, (key, value)) in pairs.iter().enumerate() {
            let key = key.text().unwrap();
            if is_it && self.need.keys.iter().any(|needed| needed == key) {
                continue;
            }
            write!(self.text, "{}: ", json!(key)).unwrap();
            path.push(number);
            self.node(value, path);
            path.pop();
            self.text.push_str(", ");
        }
        self.text.push('}');
    }
}

/// The sheet without the keys, and the line where they are missing.
fn without(root: &Node, need: &Need) -> (String, usize) {
    let mut writer = Writer { text: String::new(), need, line: None };
    writer.node(root, &mut vec![]);
    (writer.text, writer.line.expect("the map is in the tree"))
}

/// Every need of a schema.
fn all_needs(document: &Json, at: &str, found: &mut BTreeSet<(String, Vec<String>)>) {
    let schema = document.pointer(at).unwrap();
    if schema["properties"].is_object() {
        found.extend(needs(schema).into_iter().map(|keys| (at.to_owned(), keys)));
    }
    match schema {
        Json::Object(map) => {
            for key in map.keys().filter(|key| *key != "examples") {
                all_needs(document, &format!("{at}/{key}"), found);
            }
        }
        Json::Array(items) => {
            (0..items.len()).for_each(|item| all_needs(document, &format!("{at}/{item}"), found));
        }
        _ => {}
    }
}

fn faults_of(tables: &Tables, example: &Example, text: &str) -> Vec<(usize, &'static str)> {
    tables.with(example, |game, known| {
        let checked = game.check(known, text).unwrap();
        let faults = checked.faults.iter().filter(|fault| fault.weight == Weight::Fault);
        faults.map(|fault| (fault.line_column(text).0, fault.code)).collect()
    })
}

/// What no example shows; whether it could be played does not matter.
const BESIDES: [(&str, &str); 3] = [
    (
        "nations",
        "campaign: marengo
season: spring 1800
power: france
new army: {leader: Moreau}
letters: [{to: austria, text: Sire}]
budget:
  - army: {leader: Moreau}
  - buy: {card: '12', from: spain, pounds: 3}
  - sell: {card: '12', to: spain, pounds: 3}
  - repay: {to: spain, pounds: 3}
  - credit: {of: spain}
  - rearm: {at: Turin}
muster:
  - leader: {name: Moreau, at: Paris}
  - dismiss: {leader: Moreau, for: Lecourbe}
  - merge: {who: all}
  - send: {to: USA}
politics:
  - unite: {province: Venezia, into: Italy}
  - satellite: {of: Bavaria}
  - cede: {province: Finland}
  - annex: {of: Saxony}
  - reinstate: {of: Saxony}
  - take: {province: Finland}
  - join: {against: austria}
",
    ),
    (
        "frederick",
        "season: court 1741
power: prussia
challenge: [{deal: peace, of: france}]
letters: [{to: france, text: Sire}]
subsidies: [{to: france, thaler: 2}]
standing: {fieldworks: [{at: Berlin}]}
",
    ),
    (
        "napoleon",
        "season: march 1796
power: france
letters: [{to: france, text: Sire}]
doctrine: [{fog: {recruit: {what: recruit infantry, at: Nice}}}]
",
    ),
];

fn besides() -> impl Iterator<Item = Example> {
    BESIDES.into_iter().map(|(system, text)| Example {
        system,
        name: format!("{system} besides"),
        text: text.to_owned(),
    })
}

#[test]
fn a_key_that_is_missing_is_a_fault_at_its_line() {
    const MISSING: [&str; 2] = ["key-missing", "value-missing"];
    let (tables, mut tried) = (Tables::default(), BTreeSet::new());
    let (mut silent, mut cases) = (vec![], 0);
    for example in examples().into_iter().chain(besides()) {
        let document = rules::referee(example.system).unwrap().schema();
        let root = shape::shape(&example.text, &mut Diagnostics::default()).unwrap();
        let whole = faults_of(&tables, &example, &example.text);
        let lacks = whole.iter().find(|(_, code)| MISSING.contains(code));
        assert_eq!(lacks, None, "{}: the example lacks a key", example.name);
        let mut found = vec![];
        walk(&document, "", &root, &mut vec![], &mut found);
        for need in found {
            cases += 1;
            let (text, line) = without(&root, &need);
            let told = faults_of(&tables, &example, &text);
            let is_told = |(at, code): &(usize, &str)| *at == line && MISSING.contains(code);
            if !told.iter().any(is_told) {
                silent.push(format!("{} {}: {:?} {told:?}", example.name, need.schema, need.keys));
            }
            tried.insert((example.system, need.schema, need.keys));
        }
    }
    assert_eq!(silent, Vec::<String>::new(), "{cases} cases");
    assert!(cases > 300, "{cases} cases were tried");
    let mut untried = vec![];
    for system in SYSTEMS {
        let (document, mut all) = (rules::referee(system).unwrap().schema(), BTreeSet::new());
        all_needs(&document, "", &mut all);
        assert!(all.len() > 8, "{system} needs {} keys", all.len());
        let is_tried = |(at, keys): &(String, Vec<String>)| {
            tried.contains(&(system, at.clone(), keys.clone()))
        };
        let left = all.into_iter().filter(|need| !is_tried(need));
        untried.extend(left.map(|need| format!("{system}: {need:?}")));
    }
    assert_eq!(untried, Vec::<String>::new(), "no example has them");
}
