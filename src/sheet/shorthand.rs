//! What people write in short where a map of keys is expected, if it can mean one thing only.
//!
//! `never` for `{if: never}`, `stop` for `{stop: {if: always}}`, `up to 2` for
//! `{attempts: up to 2}`. The manual teaches the long form alone, and a remark says how the short
//! one was read.

use super::condition::{self, Condition};
use super::diagnostic::{Diagnostic, Diagnostics, Weight};
use super::keys::{Content, Field, Filled, Given, Kind, Reader, Value};
use super::loose::Tidied;
use super::shape::{Kind as Shape, Node};
use super::vocabulary::{Found, Noun};
use super::written;
use kit::names::plain;
use std::ops::Range;

/// The codes of faults that the shape of a value helps against.
const OF_SHAPE: [&str; 4] = ["expected", "unknown-key", "value-missing", "one-key"];

/// Words for somebody who acts. Each game has some of them as keys.
const WHO_ACTS: [&str; 8] =
    ["army", "brigade", "corps", "force", "formation", "general", "leader", "unit"];

/// Small words before a name, and the one behind it, that change nothing.
const BEFORE: [&str; 10] = [
    "to ",
    "at ",
    "into ",
    "in ",
    "toward ",
    "the ",
    "general ",
    "marshal ",
    "prince ",
    "archduke ",
];
const FIRST: &str = " first";
/// The longest shape, in bytes, that is shown beside a suggestion.
const MOST_SHAPE: usize = 300;

impl Reader<'_> {
    /// `force: 7th Brigade` for `formation: 7th Brigade`: one word for somebody who acts in place of
    /// another, if the name fits one key alone.
    pub(super) fn key_of_force<'f, I>(
        &mut self,
        key: &Node,
        value: &Node,
        fields: impl Fn() -> I,
    ) -> Option<&'static str>
    where
        I: Iterator<Item = &'f Field>,
    {
        let (written, name) = (key.text()?.to_lowercase(), value.text()?);
        let is_word = WHO_ACTS.contains(&written.as_str());
        if !is_word || fields().any(|field| field.key == written) {
            return None;
        }
        let fits = |field: &Field| match field.takes() {
            Value::Name(noun) => matches!(self.words.find(noun, name), Found::One(_)),
            _ => false,
        };
        let named = fields().filter(|field| WHO_ACTS.contains(&field.key) && fits(field));
        let [meant] = named.map(|field| field.key).collect::<Vec<_>>()[..] else { return None };
        self.read_as(&key.at, &format!("{meant}:"));
        Some(meant)
    }

    /// Reads a value that stands where a map is expected; nothing, if it is a map or means nothing.
    pub(super) fn shorthand(&mut self, node: &Node, fields: &[Field]) -> Option<Filled> {
        if matches!(node.kind, Shape::Map(_)) {
            return None;
        }
        let named = node.text().and_then(|text| self.named_key(node, text, fields));
        named.or_else(|| self.bare_condition(node, fields)).or_else(|| self.first_key(node, fields))
    }

    /// `met: stop` for `met: {stop: {if: always}}`.
    fn named_key(&mut self, node: &Node, text: &str, fields: &[Field]) -> Option<Filled> {
        let written = plain(text);
        let whens = || fields.iter().filter(|field| is_when(field.takes()));
        let begins = |field: &&Field| !written.is_empty() && plain(field.key).starts_with(&written);
        let meant = whens().find(|field| plain(field.key) == written);
        // A beginning will do if it is that of one key alone.
        let field = meant
            .or_else(|| whens().find(begins).filter(|_| whens().filter(begins).count() == 1))?;
        self.read_as(&node.at, &format!("{{{}: {{if: always}}}}", field.key));
        let always = given(node, Content::Condition(Condition::Always));
        let inner = given(node, Content::Map(filled(node, "if", always)));
        Some(filled(node, field.key, inner))
    }

    /// `second round: never` for `second round: {if: never}`.
    fn bare_condition(&mut self, node: &Node, fields: &[Field]) -> Option<Filled> {
        let text = node.text()?;
        fields.iter().find(|field| field.key == "if")?;
        let mut trial = Diagnostics::default();
        let start = node.at.start;
        let read = condition::parse(text, start, self.grammar, self.words, &mut trial);
        let Some(condition) = read else {
            // Where nothing but a condition can stand, its own faults say more.
            if let [_] = fields
                && text.contains(char::is_whitespace)
            {
                trial.iter().for_each(|fault| self.faults.push(fault.clone()));
                return Some(Filled { at: node.at.clone(), ..Filled::default() });
            }
            return None;
        };
        let word = match condition {
            Condition::Always => "always",
            Condition::Never => "never",
            Condition::Not(_) | Condition::All(_) | Condition::Any(_) | Condition::Term(..) => {
                text.trim()
            }
        };
        let told = format!("read as `{{if: {word}}}`");
        self.faults.push(Diagnostic::remark("condition-alone", node.at.clone(), told));
        // What `yes` was read as is told by now.
        if !matches!(condition, Condition::Always | Condition::Never) {
            trial.iter().for_each(|remark| self.faults.push(remark.clone()));
        }
        Some(filled(node, "if", given(node, Content::Condition(condition))))
    }

    /// The value of the first key alone: `siege: up to 2` for `siege: {attempts: up to 2}`.
    fn first_key(&mut self, node: &Node, fields: &[Field]) -> Option<Filled> {
        let text = node.text()?;
        let first = fields.first().filter(|first| takes_one(first.takes()))?;
        let mut trial = Diagnostics::default();
        let mut reader = Reader { words: self.words, grammar: self.grammar, faults: &mut trial };
        let read = reader.value(node, &first.value, &[])?;
        if trial.has_faults() {
            return None;
        }
        trial.iter().for_each(|remark| self.faults.push(remark.clone()));
        self.read_as(&node.at, &format!("{{{}: {}}}", first.key, text.trim()));
        Some(filled(node, first.key, read))
    }

    /// `march: Geneva, Turin` or `march: Geneva then Turin` for a list of both.
    pub(super) fn names_in_a_row(&mut self, node: &Node, item: &Value) -> Option<Vec<Given>> {
        let Value::Name(noun) = item else { return None };
        let text = node.text()?;
        if matches!(self.words.find(noun, text), Found::One(_)) {
            return None;
        }
        let parts = text.split(',').flat_map(|part| part.split(" then ")).map(str::trim);
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        if parts.len() < 2 {
            return None;
        }
        let find = |part: &&str| match self.words.find(noun, part) {
            Found::One(name) => Some(given(node, Content::Name(name))),
            Found::Nobody { .. } | Found::Several(_) | Found::Unfit(_) => None,
        };
        let found: Option<Vec<Given>> = parts.iter().map(find).collect();
        let found = found?;
        self.read_as(&node.at, &format!("[{}]", parts.join(", ")));
        Some(found)
    }

    /// A name without the small words around it: `to Genoa`, `infantry first`.
    pub(super) fn without_small_words(
        &mut self,
        noun: &Noun,
        written: &str,
        at: &Range<usize>,
    ) -> Option<String> {
        let lower = written.to_lowercase();
        let before = BEFORE.iter().find(|word| lower.starts_with(**word)).map_or(0, |w| w.len());
        let behind = if lower.ends_with(FIRST) { FIRST.len() } else { 0 };
        let bare = written.get(before..written.len().checked_sub(behind)?)?.trim();
        if before + behind == 0 || bare.is_empty() {
            return None;
        }
        let Found::One(name) = self.words.find(noun, bare) else { return None };
        self.read_as(at, bare);
        Some(name)
    }

    /// A node as the manual has it, if another shape stood there.
    pub(super) fn tidied<'n>(&mut self, node: &'n Node, tidied: Option<&'n Tidied>) -> &'n Node {
        let Some((node, remarks)) = tidied else { return node };
        remarks.iter().for_each(|remark| self.faults.push(remark.clone()));
        node
    }

    /// Whether `rally: yes` stands for `rally: {}`.
    pub(super) fn is_just_yes(&mut self, value: &Node, kind: &Kind) -> bool {
        let text = value.text().map(str::to_lowercase).unwrap_or_default();
        let Value::Map(fields) = kind.value else { return false };
        let is = ["yes", "true", "always"].contains(&text.as_str())
            && !fields.first().is_some_and(|first| takes_condition(first.takes()));
        if is {
            self.read_as(&value.at, &format!("{}: {{}}", kind.key));
        }
        is
    }

    /// Shows the shape of a value to faults of shape that were told of it and say nothing more.
    pub(super) fn teach(&mut self, told: usize, key: &str, value: &Value, doc: &str) {
        self.faults.amend(told, |fault| {
            if fault.weight == Weight::Fault && OF_SHAPE.contains(&fault.code) {
                let shape = written::says(key, value);
                match &mut fault.help {
                    None if matches!(value, Value::Map(_) | Value::Short(_))
                        && !written::is_long(value) =>
                    {
                        fault.help = Some(format!("{shape}\n{doc}"));
                    }
                    None => fault.help = Some(shape),
                    // The innermost shape says it; those around it would only repeat it.
                    Some(help)
                        if fault.code == "unknown-key"
                            && matches!(value, Value::Map(_) | Value::Short(_))
                            && shape.len() < MOST_SHAPE
                            && !written::is_long(value)
                            && !help.contains("written") =>
                    {
                        help.push_str(&format!("\n{shape}"));
                    }
                    Some(_) => {}
                }
            }
        });
    }

    /// Says how something was read that is not written so in the manual.
    pub(super) fn read_as(&mut self, at: &Range<usize>, meant: &str) {
        let text = format!("read as `{meant}`");
        self.faults.push(Diagnostic::remark("read-as", at.clone(), text));
    }
}

/// Whether a key takes `{if: CONDITION}`.
fn is_when(value: &Value) -> bool {
    let Value::Map([field]) = value else { return false };
    field.key == "if" && matches!(field.takes(), Value::Condition)
}

fn takes_condition(value: &Value) -> bool {
    matches!(value, Value::Condition) || is_when(value)
}

/// Whether a figure or a condition alone can stand for the first key. A name alone cannot: where
/// it could, the description takes it ([`Value::Short`]).
fn takes_one(value: &Value) -> bool {
    matches!(value, Value::Number(..) | Value::UpTo(_) | Value::Condition)
}

fn given(node: &Node, what: Content) -> Given {
    Given { at: node.at.clone(), what }
}

fn filled(node: &Node, key: &'static str, value: Given) -> Filled {
    Filled { at: node.at.clone(), items: [(key, value)].into(), ..Filled::default() }
}
