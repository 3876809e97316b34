//! Reading cases: Markdown with fenced blocks, and the YAML in them.

use super::faults::line_at;
use super::grammar::{BLOCKS, WAYS};
use super::{Case, Expected, Fact, Places};
use serde_yaml::Value;
use sheet::Diagnostics;
use sheet::shape::{Kind, Node, shape};
use std::collections::BTreeMap;

/// Why a case cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {why}")]
pub struct CaseFault {
    pub file: String,
    /// Of what is wrong.
    pub line: u32,
    /// The heading of the case, and the line on which it stands; nothing above the first.
    pub heading: String,
    pub starts: u32,
    pub why: String,
}

/// Reads all cases of a file; each is read or not for itself.
pub fn read(file: &str, text: &str) -> Vec<Result<Case, CaseFault>> {
    let drafts = Draft::split(text).into_iter();
    let with_parts = drafts.filter(|draft| !draft.blocks.is_empty() || draft.fault.is_some());
    let settle = |draft: Draft| {
        let (heading, starts) = (draft.heading.clone(), draft.line);
        draft.settle(file).map_err(|(line, why)| CaseFault {
            file: file.to_owned(),
            line,
            heading,
            starts,
            why,
        })
    };
    with_parts.map(settle).collect()
}

/// A line number and what is wrong there.
type Fault = (u32, String);

/// A heading and what stands under it, not yet understood.
#[derive(Default)]
struct Draft {
    heading: String,
    line: u32,
    prose: String,
    /// Name to the line of the fence and the text.
    blocks: BTreeMap<&'static str, (u32, String)>,
    /// The first thing that is wrong with its blocks.
    fault: Option<Fault>,
}

impl Draft {
    fn split(text: &str) -> Vec<Draft> {
        let lines: Vec<&str> = text.lines().collect();
        let number = |at: usize| u32::try_from(at + 1).unwrap_or(u32::MAX);
        let mut drafts = vec![Draft::default()];
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            let draft = drafts.last_mut().expect("there is one at least");
            if let Some(heading) = line.strip_prefix("## ") {
                let heading = heading.trim().to_owned();
                drafts.push(Draft { heading, line: number(at), ..Draft::default() });
            } else if let Some(name) = line.strip_prefix("```") {
                let stop = |line: &&str| line.starts_with("```");
                let end = lines[at + 1..].iter().position(stop).map_or(lines.len(), |n| at + 1 + n);
                if lines.get(end).is_some_and(|line| line.trim_end() == "```") {
                    let block = lines[at + 1..end].iter().flat_map(|line| [*line, "\n"]).collect();
                    draft.keep(number(at), name.trim(), block);
                    at = end;
                } else {
                    draft.wrong(number(at), "this block is not closed");
                    // The next case begins where its heading stands, inside what looks like a block.
                    let next = lines[at + 1..end].iter().position(|line| line.starts_with("## "));
                    at = next.map_or(end, |n| at + 1 + n);
                    continue;
                }
            } else {
                draft.prose.push_str(line);
                draft.prose.push('\n');
            }
            at += 1;
        }
        drafts
    }

    fn wrong(&mut self, line: u32, why: impl Into<String>) {
        self.fault.get_or_insert((line, why.into()));
    }

    /// Puts a block where it belongs; one of another name is part of the prose.
    fn keep(&mut self, line: u32, name: &str, text: String) {
        let Some((known, _)) = BLOCKS.into_iter().find(|(known, _)| *known == name) else {
            let meant = BLOCKS.iter().find(|(known, _)| known.ends_with(&format!(" {name}")));
            if let Some((meant, _)) = meant {
                self.wrong(line, format!("a block `{name}` is written `{meant}`"));
            }
            return;
        };
        if self.line == 0 {
            self.wrong(line, "a block stands under a `##` heading");
        } else if self.blocks.insert(known, (line, text)).is_some() {
            self.wrong(line, format!("this is the second block `{known}` of the case"));
        }
    }

    fn settle(mut self, file: &str) -> Result<Case, Fault> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let Some((line, text)) = self.blocks.remove("yaml setup") else {
            return Err((self.line, "this case has no block `yaml setup`".to_owned()));
        };
        let setup = yaml(line, &text)?;
        let rules = rules(&setup).map_err(|why| (line, why))?;
        let mut places = Places { setup: (line, text), ..Places::default() };
        let mut orders = BTreeMap::new();
        if let Some((line, text)) = self.blocks.remove("yaml orders") {
            for (power, (line, sheet)) in sheets(line, &text)? {
                places.orders.insert(power.clone(), line);
                orders.insert(power, sheet);
            }
        }
        let mut expected = |name| match self.blocks.remove(name) {
            Some((line, text)) => expectations(line, &text).map(Some),
            None => Ok(None),
        };
        let (expect, events) = (expected("yaml expect")?, expected("yaml events")?);
        let (expect, events) = match (expect, events) {
            (Some((lines, expect)), None) => {
                places.expected = lines;
                (Some(expect), None)
            }
            (None, Some((lines, events))) => {
                places.expected = lines;
                (None, Some(events))
            }
            (None, None) | (Some(_), Some(_)) => {
                let why = "a case has either a block `yaml expect` or a block `yaml events`";
                return Err((self.line, why.to_owned()));
            }
        };
        let of_receipt =
            |line: &Expected| matches!(line, Expected::Receipt(..) | Expected::NotReceipt(..));
        let receipts = expect.iter().flatten().any(of_receipt);
        let ledger = self.blocks.remove("text ledger");
        let (fence, ledger) = ledger.unwrap_or_default();
        places.ledger = fence;
        let (file, prose) = (file.to_owned(), self.prose.trim().to_owned());
        let (heading, line) = (self.heading, self.line);
        Ok(Case {
            file,
            heading,
            line,
            prose,
            rules,
            setup,
            orders,
            ledger,
            expect,
            events,
            receipts,
            places,
        })
    }
}

/// Reads the YAML of a block that begins after this line.
fn yaml(line: u32, text: &str) -> Result<Value, Fault> {
    serde_yaml::from_str(text).map_err(|error| {
        let within = error.location().map_or(0, |at| u32::try_from(at.line()).unwrap_or(0));
        (line + within, format!("this is not YAML: {error}"))
    })
}

fn rules(setup: &Value) -> Result<String, String> {
    let word = |key| setup.get(key).and_then(Value::as_str);
    if let Some(rules) = word("rules") {
        return Ok(rules.to_owned());
    }
    let scenario = word("scenario").ok_or("a setup says `rules:` or `scenario:`")?;
    let (rules, _) = scenario.split_once('/').ok_or_else(|| {
        format!("`{scenario}` needs its rule system before it, such as `x/{scenario}`")
    })?;
    Ok(rules.to_owned())
}

/// The sheet of each power, with the line on which it begins.
fn sheets(line: u32, text: &str) -> Result<BTreeMap<String, (u32, String)>, Fault> {
    let Value::Mapping(map) = yaml(line, text)? else {
        return Err((line, "orders are a map from powers to sheets".to_owned()));
    };
    let lines = lines(line, text);
    let sheet = |(at, (power, sheet)): (usize, (Value, Value))| {
        let line = lines.get(at).copied().unwrap_or(line);
        let power = scalar(&power).ok_or((line, "a power is a name".to_owned()))?;
        let text = serde_yaml::to_string(&sheet).map_err(|error| (line, error.to_string()))?;
        Ok((power, (line, text)))
    };
    map.into_iter().enumerate().map(sheet).collect()
}

/// What is expected, and the line of each.
fn expectations(line: u32, text: &str) -> Result<(Vec<u32>, Vec<Expected>), Fault> {
    let lines = lines(line, text);
    let place = |at: usize| lines.get(at).copied().unwrap_or(line);
    let wrong = |at: usize| move |why| (place(at), why);
    let read: Result<Vec<Expected>, Fault> = match yaml(line, text)? {
        Value::Sequence(items) => {
            let items = items.iter().enumerate();
            items.map(|(at, item)| expectation(item).map_err(wrong(at))).collect()
        }
        Value::Mapping(outputs) => {
            let output = |(name, value): (&Value, &Value)| {
                let name = scalar(name).ok_or("an output has a name")?;
                Ok::<_, String>(Expected::Output(name, words(value)?))
            };
            let outputs = outputs.iter().enumerate();
            outputs.map(|(at, pair)| output(pair).map_err(wrong(at))).collect()
        }
        _ => {
            let why = "what is expected is a list, or for a probe a map of outputs";
            return Err((line, why.to_owned()));
        }
    };
    let read = read?;
    Ok(((0..read.len()).map(place).collect(), read))
}

/// The line of each item of a list, or of each key of a map, in a block that begins after this line.
fn lines(line: u32, text: &str) -> Vec<u32> {
    let root = shape(text, &mut Diagnostics::default());
    let places: Vec<usize> = match root.as_ref().map(|root: &Node| &root.kind) {
        Some(Kind::Seq(items)) => items.iter().map(|item| item.at.start).collect(),
        Some(Kind::Map(pairs)) => pairs.iter().map(|(key, _)| key.at.start).collect(),
        Some(Kind::Scalar(_)) | None => vec![],
    };
    places.into_iter().map(|at| line + line_at(text, at)).collect()
}

fn expectation(item: &Value) -> Result<Expected, String> {
    let Value::Mapping(map) = item else { return fact(item).map(Expected::Happens) };
    let mut pairs = map.iter();
    let (Some((key, value)), None) = (pairs.next(), pairs.next()) else {
        return Err("each line names one fact".to_owned());
    };
    match WAYS.iter().find(|(way, ..)| key.as_str() == Some(way)) {
        Some((.., read)) => read(value),
        None => fact(item).map(Expected::Happens),
    }
}

/// Reads what must not be: a fact, or `known: {france: moved}`.
pub(super) fn denied(value: &Value) -> Result<Expected, String> {
    let alone = value.as_mapping().is_some_and(|map| map.len() == 1);
    if let Some(receipt) = value.get("receipt").filter(|_| alone) {
        return of_receipt(receipt).map(|(power, words)| Expected::NotReceipt(power, words));
    }
    match (value.get("known"), value.get("state")) {
        (Some(known), _) if alone => {
            fact_known_to(known).map(|(power, fact)| Expected::NotKnown(power, fact))
        }
        (_, Some(state)) if alone => fact(state).map(Expected::Never),
        _ => fact(value).map(Expected::Never),
    }
}

/// Reads `france: {moved: {who: Melas}}`.
pub(super) fn fact_known_to(value: &Value) -> Result<(String, Fact), String> {
    let wrong = "what is known is written `known: {POWER: {FACT: {FIELD: VALUE}}}`";
    let Value::Mapping(map) = value else { return Err(wrong.to_owned()) };
    let mut pairs = map.iter();
    let (Some((power, told)), None) = (pairs.next(), pairs.next()) else {
        return Err(wrong.to_owned());
    };
    Ok((scalar(power).ok_or(wrong)?, fact(told)?))
}

/// Reads `{times: 2, of: {lost: {at: Turin}}}`.
pub(super) fn counted(value: &Value) -> Result<Expected, String> {
    let wrong = "a count is written `count: {times: NUMBER, of: {EVENT: {FIELD: VALUE}}}`";
    let keys = value.as_mapping().map(|map| map.len());
    let times = value.get("times").and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
    match (keys, times, value.get("of")) {
        (Some(2), Some(times), Some(of)) => Ok(Expected::Times(times, fact(of)?)),
        _ => Err(wrong.to_owned()),
    }
}

/// Reads `{france: if they are there}`.
pub(super) fn of_receipt(value: &Value) -> Result<(String, String), String> {
    let wrong = "what a receipt says is written `receipt: {POWER: WORDS}`";
    let Value::Mapping(map) = value else { return Err(wrong.to_owned()) };
    let mut pairs = map.iter();
    let (Some((power, said)), None) = (pairs.next(), pairs.next()) else {
        return Err(wrong.to_owned());
    };
    Ok((scalar(power).ok_or(wrong)?, scalar(said).ok_or(wrong)?))
}

/// Reads `moved` or `moved: {who: Bonaparte}`.
pub(super) fn fact(value: &Value) -> Result<Fact, String> {
    if let Some(name) = scalar(value) {
        return Ok(Fact::new(name));
    }
    let Value::Mapping(map) = value else { return Err("a fact is a name with fields".to_owned()) };
    let mut pairs = map.iter();
    let (Some((name, fields)), None) = (pairs.next(), pairs.next()) else {
        return Err("a fact has one name".to_owned());
    };
    let mut fact = Fact::new(scalar(name).ok_or("the name of a fact is a word")?);
    match fields {
        Value::Null => {}
        Value::Mapping(fields) => {
            for (field, value) in fields {
                let field = scalar(field).ok_or("the name of a field is a word")?;
                fact.fields.insert(field, words(value)?);
            }
        }
        _ => return Err(format!("`{}` has its fields in braces", fact.name)),
    }
    Ok(fact)
}

/// A scalar as text; flags are `yes` and `no`.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(if *flag { "yes" } else { "no" }.to_owned()),
        _ => None,
    }
}

/// A value as text, lists with commas.
pub(super) fn words(value: &Value) -> Result<String, String> {
    match value {
        Value::Null => Ok(String::new()),
        Value::Sequence(items) => {
            let items: Result<Vec<String>, String> = items.iter().map(words).collect();
            Ok(items?.join(", "))
        }
        Value::Mapping(map) => {
            let pair =
                |(key, value): (&Value, &Value)| Ok(format!("{} {}", words(key)?, words(value)?));
            Ok(map.iter().map(pair).collect::<Result<Vec<_>, String>>()?.join(", "))
        }
        Value::Tagged(_) => Err("tags (!) are not allowed in a case".to_owned()),
        Value::String(_) | Value::Number(_) | Value::Bool(_) => {
            Ok(scalar(value).expect("these are scalars"))
        }
    }
}
