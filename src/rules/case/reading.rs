//! Reading cases: Markdown with fenced blocks, and the YAML in them.

use super::{Case, Expected, Fact};
use serde_yaml::Value;
use std::collections::BTreeMap;

/// Why a file of cases cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}: {why}")]
pub struct CaseFault {
    pub file: String,
    pub line: u32,
    pub why: String,
}

/// The blocks a case may have, by what stands behind the three backticks.
const BLOCKS: [&str; 5] =
    ["yaml setup", "yaml orders", "text ledger", "yaml expect", "yaml events"];

/// Reads all cases of a file.
pub fn read(file: &str, text: &str) -> Result<Vec<Case>, CaseFault> {
    let fault = |(line, why)| CaseFault { file: file.to_owned(), line, why };
    let drafts = Draft::split(text).map_err(fault)?;
    let with_setup = drafts.into_iter().filter(|draft| !draft.blocks.is_empty());
    with_setup.map(|draft| draft.settle(file).map_err(fault)).collect()
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
}

impl Draft {
    fn split(text: &str) -> Result<Vec<Draft>, Fault> {
        let mut drafts: Vec<Draft> = vec![];
        let mut lines = (1u32..).zip(text.lines());
        while let Some((number, line)) = lines.next() {
            if let Some(heading) = line.strip_prefix("## ") {
                let heading = heading.trim().to_owned();
                drafts.push(Draft { heading, line: number, ..Draft::default() });
                continue;
            }
            let Some(name) = line.strip_prefix("```") else {
                if let Some(draft) = drafts.last_mut() {
                    draft.prose.push_str(line);
                    draft.prose.push('\n');
                }
                continue;
            };
            let mut block = String::new();
            loop {
                let Some((_, line)) =
                    lines.next().filter(|(_, l)| l.trim_end() == "```" || !l.starts_with("```"))
                else {
                    return Err((number, "this block is not closed".to_owned()));
                };
                if line.trim_end() == "```" {
                    break;
                }
                block.push_str(line);
                block.push('\n');
            }
            keep(&mut drafts, number, name.trim(), block)?;
        }
        Ok(drafts)
    }

    fn settle(mut self, file: &str) -> Result<Case, Fault> {
        let Some((line, setup)) = self.blocks.remove("yaml setup") else {
            return Err((self.line, "this case has no block `yaml setup`".to_owned()));
        };
        let setup = yaml(line, &setup)?;
        let rules = rules(&setup).map_err(|why| (line, why))?;
        let orders = match self.blocks.remove("yaml orders") {
            Some((line, text)) => sheets(line, &text)?,
            None => BTreeMap::new(),
        };
        let mut expected = |name| match self.blocks.remove(name) {
            Some((line, text)) => expectations(line, &text).map(Some),
            None => Ok(None),
        };
        let (expect, events) = (expected("yaml expect")?, expected("yaml events")?);
        if expect.is_some() == events.is_some() {
            let why = "a case has either a block `yaml expect` or a block `yaml events`";
            return Err((self.line, why.to_owned()));
        }
        Ok(Case {
            file: file.to_owned(),
            heading: self.heading,
            line: self.line,
            prose: self.prose.trim().to_owned(),
            rules,
            setup,
            orders,
            ledger: self.blocks.remove("text ledger").map(|(_, text)| text).unwrap_or_default(),
            expect,
            events,
        })
    }
}

/// Puts a block where it belongs; one of another name is part of the prose.
fn keep(drafts: &mut [Draft], line: u32, name: &str, text: String) -> Result<(), Fault> {
    let known = BLOCKS.into_iter().find(|known| *known == name);
    let Some(known) = known else {
        let meant = BLOCKS.iter().find(|known| known.ends_with(&format!(" {name}")));
        return match meant {
            Some(meant) => Err((line, format!("a block `{name}` is written `{meant}`"))),
            None => Ok(()),
        };
    };
    let Some(draft) = drafts.last_mut() else {
        return Err((line, "a block stands under a `##` heading".to_owned()));
    };
    if draft.blocks.insert(known, (line, text)).is_some() {
        return Err((line, format!("this is the second block `{known}` of the case")));
    }
    Ok(())
}

/// Reads the YAML of a block that begins after this line.
fn yaml(line: u32, text: &str) -> Result<Value, Fault> {
    serde_yaml::from_str(text).map_err(|error| {
        let within = error.location().map_or(0, |at| u32::try_from(at.line()).unwrap_or(0));
        (line + within, format!("this is no YAML: {error}"))
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

fn sheets(line: u32, text: &str) -> Result<BTreeMap<String, String>, Fault> {
    let Value::Mapping(map) = yaml(line, text)? else {
        return Err((line, "orders are a map from powers to sheets".to_owned()));
    };
    let sheet = |(power, sheet): (Value, Value)| {
        let power = scalar(&power).ok_or((line, "a power is a name".to_owned()))?;
        let text = serde_yaml::to_string(&sheet).map_err(|error| (line, error.to_string()))?;
        Ok((power, text))
    };
    map.into_iter().map(sheet).collect()
}

fn expectations(line: u32, text: &str) -> Result<Vec<Expected>, Fault> {
    let wrong = |why| (line, why);
    match yaml(line, text)? {
        Value::Sequence(items) => {
            items.iter().map(expectation).collect::<Result<_, _>>().map_err(wrong)
        }
        Value::Mapping(outputs) => {
            let output = |(name, value): (&Value, &Value)| {
                let name = scalar(name).ok_or("an output has a name")?;
                Ok(Expected::Output(name, words(value)?))
            };
            outputs.iter().map(output).collect::<Result<_, String>>().map_err(wrong)
        }
        _ => Err(wrong("what is expected is a list, or for a probe a map of outputs".to_owned())),
    }
}

fn expectation(item: &Value) -> Result<Expected, String> {
    let Value::Mapping(map) = item else { return fact(item).map(Expected::Happens) };
    let mut pairs = map.iter();
    let (Some((key, value)), None) = (pairs.next(), pairs.next()) else {
        return Err("each line names one fact".to_owned());
    };
    match key.as_str() {
        Some("no") => fact(value).map(Expected::Never),
        Some("state") => fact(value).map(Expected::Holds),
        Some("fault") => words(value).map(Expected::Fault),
        _ => fact(item).map(Expected::Happens),
    }
}

/// Reads `moved` or `moved: {who: Bonaparte}`.
fn fact(value: &Value) -> Result<Fact, String> {
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
fn words(value: &Value) -> Result<String, String> {
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
        Value::Tagged(_) => Err("tags (!) have no place in a case".to_owned()),
        Value::String(_) | Value::Number(_) | Value::Bool(_) => {
            Ok(scalar(value).expect("these are scalars"))
        }
    }
}
