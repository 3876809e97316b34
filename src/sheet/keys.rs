//! Descriptions of the keys that a sheet may have, and reading a tree by them.
//!
//! A rule system describes each order as a [`Kind`]: its key, its fields, what each takes, and a
//! sentence for people. From the one description come the reading, the diagnostics, and the JSON
//! Schema. Reading never stops at a fault: what is valid is kept, the rest is reported.

use super::condition::{self, Condition, Grammar};
use super::diagnostic::{Diagnostic, Diagnostics};
use super::shape::{Kind as Shape, Node};
use super::vocabulary::{Found, Noun, Vocabulary};
use super::{loose, needs, written};
use kit::names;
use std::collections::BTreeMap;
use std::ops::Range;

/// The most items that any list in a sheet may have.
pub(super) const MOST_ITEMS: usize = 200;
/// The longest text, for letters and notes.
pub(super) const LONGEST_TEXT: usize = 20_000;

/// One key that may stand in a map.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    pub key: &'static str,
    pub value: Value,
    /// What it is for, in a sentence: the schema's description.
    pub doc: &'static str,
}

impl Field {
    /// What is written under it, needed or not.
    pub fn takes(&self) -> &Value {
        self.value.bare()
    }
}

/// One sort of order, reaction or step: a map with this one key.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    pub key: &'static str,
    pub value: Value,
    pub doc: &'static str,
    /// The paragraph it comes from.
    pub rule: &'static str,
}

/// A list of steps, each a map with one key out of many.
#[derive(Debug, Clone, Copy)]
pub struct Steps {
    pub kinds: &'static [&'static Kind],
    /// Keys that any step may have besides its own.
    pub extra: &'static [Field],
    /// What one of them is called: "a step".
    pub what: &'static str,
}

/// What may be written as a value.
#[derive(Debug, Clone, Copy)]
pub enum Value {
    /// A name of the game.
    Name(&'static Noun),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number within bounds.
    Number(i64, i64),
    /// A whole number, or `up to` one.
    UpTo(i64),
    /// `true` or `false`, `yes` or `no`.
    Flag,
    /// Any text.
    Text,
    /// A condition.
    Condition,
    /// A list; one alone needs no brackets.
    List(&'static Value),
    /// A map with these keys.
    Map(&'static [Field]),
    /// A map with these keys, or in short only the value of the first.
    Short(&'static [Field]),
    /// A map from names of the game to values.
    Named(&'static Noun, &'static Value),
    /// A list of steps.
    Steps(&'static Steps),
    /// A value without which the map around it says nothing, and is refused.
    Needed(&'static Value),
    /// The same of several keys: one of those that are marked so is needed.
    Either(&'static Value),
}

/// A map as it was filled in.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filled {
    pub at: Range<usize>,
    pub(super) items: BTreeMap<&'static str, Given>,
    /// The keys that were written, and whose value is not sound.
    pub(super) unsound: Vec<&'static str>,
    /// Whether a key is missing without which it says nothing. Nothing is kept of it then but its
    /// place among its like.
    pub(super) lacking: bool,
}

/// A value as it was written, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    pub at: Range<usize>,
    pub what: Content,
}

/// What was written, by sort.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A name as the game writes it, or one of the words.
    Name(String),
    Number(i64),
    Flag(bool),
    Text(String),
    Condition(Condition),
    List(Vec<Given>),
    Map(Filled),
    Named(Vec<(String, Given)>),
    Steps(Vec<Step>),
}

/// One step as it was written; without `given` it could not be read.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub at: Range<usize>,
    pub key: &'static str,
    pub given: Option<Given>,
}

impl Given {
    /// The name or word, if it is one.
    pub fn name(&self) -> Option<&str> {
        match &self.what {
            Content::Name(name) | Content::Text(name) => Some(name),
            _ => None,
        }
    }

    /// The map, if it is one.
    pub fn map(&self) -> Option<&Filled> {
        match &self.what {
            Content::Map(filled) => Some(filled),
            _ => None,
        }
    }
}

impl Filled {
    /// What stands under a key.
    pub fn get(&self, key: &str) -> Option<&Given> {
        self.items.get(key)
    }

    /// Whether a key was written, with a sound value or not.
    pub fn is_written(&self, key: &str) -> bool {
        self.items.contains_key(key) || self.unsound.contains(&key)
    }

    /// Whether it has all the keys without which it says nothing.
    pub fn is_whole(&self) -> bool {
        !self.lacking
    }

    /// Whether nothing sound was written.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The name or word under a key.
    pub fn name(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Given::name)
    }

    /// The number under a key.
    pub fn number(&self, key: &str) -> Option<i64> {
        match self.get(key)?.what {
            Content::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Whether a flag is set; one that is not written is not set.
    pub fn flag(&self, key: &str) -> bool {
        matches!(self.get(key), Some(Given { what: Content::Flag(true), .. }))
    }

    /// The condition under a key.
    pub fn condition(&self, key: &str) -> Option<&Condition> {
        match &self.get(key)?.what {
            Content::Condition(condition) => Some(condition),
            _ => None,
        }
    }

    /// The items of a list under a key; none if it is not there.
    pub fn list(&self, key: &str) -> &[Given] {
        match self.get(key).map(|given| &given.what) {
            Some(Content::List(items)) => items,
            _ => &[],
        }
    }

    /// The steps under a key; none if it is not there.
    pub fn steps(&self, key: &str) -> &[Step] {
        match self.get(key).map(|given| &given.what) {
            Some(Content::Steps(steps)) => steps,
            _ => &[],
        }
    }

    /// The lines of a map from names to values under a key; none if it is not there.
    pub fn named(&self, key: &str) -> &[(String, Given)] {
        match self.get(key).map(|given| &given.what) {
            Some(Content::Named(lines)) => lines,
            _ => &[],
        }
    }

    /// The names of a list under a key.
    pub fn names(&self, key: &str) -> Vec<&str> {
        self.list(key).iter().filter_map(Given::name).collect()
    }

    /// Keeps only what passes.
    pub fn keep(&mut self, passes: impl Fn(&Given) -> bool) {
        self.items.retain(|_, given| passes(given));
    }

    /// Keeps only these keys.
    pub fn keep_keys(&mut self, keeps: impl Fn(&str) -> bool) {
        self.items.retain(|key, _| keeps(key));
        self.unsound.retain(|key| keeps(key));
    }

    /// The keys that are filled in, in alphabetical order.
    pub fn keys(&self) -> impl Iterator<Item = (&'static str, &Given)> {
        self.items.iter().map(|(key, given)| (*key, given))
    }
}

/// Reads trees by descriptions.
pub struct Reader<'a> {
    pub words: &'a dyn Vocabulary,
    pub grammar: &'a Grammar,
    pub faults: &'a mut Diagnostics,
}

impl Reader<'_> {
    /// Reads a map: unknown keys are told, missing ones are simply not there.
    pub fn map(&mut self, node: &Node, fields: &[&[Field]]) -> Filled {
        let mut filled = Filled { at: node.at.clone(), ..Filled::default() };
        let Shape::Map(pairs) = &node.kind else {
            self.expected(node, &written::keys_such_as(fields));
            return filled;
        };
        for (key, value) in pairs {
            let all = || fields.iter().copied().flatten();
            let meant = self.key_of_force(key, value, all);
            let known = || all().map(|f| f.key);
            let found =
                meant.or_else(|| self.key_or_where(key, known, written::under(fields, key)));
            let Some(name) = found else { continue };
            let field = all().find(|f| f.key == name).expect("the key was found among them");
            if value.is_nothing() {
                // A list with all its lines commented out is an empty list, as the form has it.
                if !matches!(field.takes(), Value::List(_) | Value::Steps(_)) {
                    let text = format!("`{name}:` has no value");
                    let fault = Diagnostic::fault("value-missing", key.at.clone(), text);
                    self.faults.push(fault.help(written::says(name, &field.value)));
                    filled.unsound.push(field.key);
                }
                continue;
            }
            if filled.items.contains_key(name) {
                // The shape has told of a key that stands twice, but not of one with a capital.
                if pairs.iter().filter(|(other, _)| other.text() == key.text()).count() == 1 {
                    let text = format!("`{name}` appears here twice");
                    let fault = Diagnostic::fault("key-twice", key.at.clone(), text);
                    self.faults.push(fault.help("only the first one counts; remove the other"));
                }
                continue;
            }
            let told = self.faults.len();
            let given = self.value(value, &field.value, &[]);
            self.teach(told, name, &field.value, field.doc);
            match given {
                Some(given) => {
                    filled.items.insert(field.key, given);
                }
                None => filled.unsound.push(field.key),
            }
        }
        filled
    }

    /// Finds a key among those known; words with spaces, and nothing in their place.
    pub fn key<I>(&mut self, key: &Node, known: impl Fn() -> I) -> Option<&'static str>
    where
        I: Iterator<Item = &'static str>,
    {
        self.key_or_where(key, known, None)
    }

    /// The same; `under` is the key of a list or map in which it is allowed, if it is not here.
    fn key_or_where<I>(
        &mut self,
        key: &Node,
        known: impl Fn() -> I,
        under: Option<&'static str>,
    ) -> Option<&'static str>
    where
        I: Iterator<Item = &'static str>,
    {
        let Some(written) = key.text() else {
            self.expected(key, "a key, that is, a word before a colon");
            return None;
        };
        if let Some(name) = known().find(|name| *name == written) {
            return Some(name);
        }
        if let Some(name) = known().find(|name| *name == written.to_lowercase()) {
            let code = "key-with-capital";
            if !self.faults.iter().any(|remark| remark.code == code) {
                let text = format!("read as `{name}:`; keys have no capitals, here and below");
                self.faults.push(Diagnostic::remark(code, key.at.clone(), text));
            }
            return Some(name);
        }
        let spaced = written.replace(['_', '-'], " ").trim().to_lowercase();
        let fault = |text: String| Diagnostic::fault("unknown-key", key.at.clone(), text);
        if let Some(name) = known().find(|name| name.replace('-', " ") == spaced) {
            self.faults.push(fault(format!("this key is written `{name}:`")).suggest(Some(name)));
            return None;
        }
        let near = names::nearest(&spaced, known());
        let told = fault(format!("`{written}:` is not a valid key here"));
        self.faults.push(match (under, near) {
            (Some(under), _) => told.help(format!("it is written under `{under}:`")),
            (None, Some(near)) => told.suggest(Some(near)),
            (None, None) => {
                told.help(written::allowed(known().filter(|key| !self.words.is_later(key))))
            }
        });
        None
    }

    /// Reads a map with exactly one key out of these kinds.
    pub fn one_of(
        &mut self,
        node: &Node,
        kinds: &[&'static Kind],
        extra: &'static [Field],
        what: &str,
    ) -> Option<(&'static Kind, Given)> {
        let tidied = loose::step(node, kinds, extra);
        let node = self.tidied(node, tidied.as_ref());
        let Shape::Map(pairs) = &node.kind else {
            let example = kinds.first().map_or("", |kind| kind.key);
            self.expected(node, &format!("{what}, such as `{example}: …`"));
            return None;
        };
        let [(key, value)] = pairs.as_slice() else {
            let second = pairs.get(1).map_or(node.at.clone(), |(key, _)| key.at.clone());
            let text = format!("{what} has one key; this is a second one");
            let help = "put a `-` before it if it is the next, or move it into the braces";
            self.faults.push(Diagnostic::fault("one-key", second, text).help(help));
            return None;
        };
        let name = self.key(key, || kinds.iter().map(|kind| kind.key))?;
        let kind = kinds.iter().find(|kind| kind.key == name).expect("it was found among them");
        let is_map = matches!(kind.value, Value::Map(_));
        if value.is_nothing() || (is_map && self.is_just_yes(value, kind)) {
            let empty = Filled { at: key.at.clone(), ..Filled::default() };
            if is_map && needs::none(&kind.value) {
                return Some((kind, Given { at: key.at.clone(), what: Content::Map(empty) }));
            }
            let text = format!("`{name}:` has no value");
            let fault = Diagnostic::fault("value-missing", key.at.clone(), text);
            self.faults.push(fault.help(written::says(name, &kind.value)));
            return None;
        }
        let told = self.faults.len();
        let given = self.value(value, &kind.value, extra);
        self.teach(told, name, &kind.value, kind.doc);
        let given = given?;
        // A step is always a map; one that takes a bare value has it under its own key.
        let what = match given.what {
            what @ Content::Map(_) => what,
            what => {
                let bare = Given { at: given.at.clone(), what };
                Content::Map(Filled {
                    at: given.at.clone(),
                    items: [(kind.key, bare)].into(),
                    ..Filled::default()
                })
            }
        };
        Some((kind, Given { at: given.at, what }))
    }

    /// Reads one value; `extra` are fields that any outermost map may have besides its own.
    pub fn value(&mut self, node: &Node, value: &Value, extra: &'static [Field]) -> Option<Given> {
        let value = value.bare();
        let what = match value {
            Value::Map(_) | Value::Short(_) => {
                Content::Map(self.braces(node, value, extra).filter(Filled::is_whole)?)
            }
            Value::List(item) => Content::List(self.list(node, item)),
            Value::Named(noun, item) => Content::Named(self.named(node, noun, item)?),
            Value::Steps(steps) => Content::Steps(self.steps(node, steps)?),
            _ => {
                let Some(text) = node.text() else {
                    self.expected(node, written::in_words(value));
                    return None;
                };
                self.scalar(node, text, value)?
            }
        };
        Some(Given { at: node.at.clone(), what })
    }

    fn list(&mut self, node: &Node, item: &Value) -> Vec<Given> {
        let Shape::Seq(nodes) = &node.kind else {
            let names = self.names_in_a_row(node, item);
            return names.unwrap_or_else(|| self.item(node, item).into_iter().collect());
        };
        if nodes.len() > MOST_ITEMS {
            let text = format!("a list may have {MOST_ITEMS} items");
            self.faults.push(Diagnostic::fault("too-many", node.at.clone(), text));
        }
        nodes.iter().take(MOST_ITEMS).filter_map(|node| self.item(node, item)).collect()
    }

    /// One item of a list; a map that is not whole keeps its place there, since people count.
    fn item(&mut self, node: &Node, item: &Value) -> Option<Given> {
        if !matches!(item, Value::Map(_) | Value::Short(_)) {
            return self.value(node, item, &[]);
        }
        let filled = self.braces(node, item, &[])?;
        let filled = self.uncut(filled);
        Some(Given { at: node.at.clone(), what: Content::Map(filled) })
    }

    fn steps(&mut self, node: &Node, steps: &Steps) -> Option<Vec<Step>> {
        let tidied = loose::steps(node);
        let node = self.tidied(node, tidied.as_ref());
        let Shape::Seq(nodes) = &node.kind else { return None };
        if nodes.len() > MOST_ITEMS {
            let text = format!("a list may have {MOST_ITEMS} items");
            self.faults.push(Diagnostic::fault("too-many", node.at.clone(), text));
        }
        let read = |node: &Node| {
            let read = self.one_of(node, steps.kinds, steps.extra, steps.what);
            let read = read.filter(|_| !self.is_cut(&node.at));
            let (key, given) = read.map_or(("", None), |(kind, given)| (kind.key, Some(given)));
            Step { at: node.at.clone(), key, given }
        };
        Some(nodes.iter().take(MOST_ITEMS).map(read).collect())
    }

    fn named(
        &mut self,
        node: &Node,
        noun: &'static Noun,
        item: &Value,
    ) -> Option<Vec<(String, Given)>> {
        let Shape::Map(pairs) = &node.kind else {
            self.expected(node, &format!("a line for each {}: `NAME: …`", noun.name));
            return None;
        };
        let mut named = vec![];
        for (key, value) in pairs.iter().take(MOST_ITEMS) {
            let Some(written) = key.text() else { continue };
            let name = self.find(noun, written, &key.at);
            let given = self.value(value, item, &[]);
            named.extend(name.zip(given));
        }
        Some(named)
    }

    fn scalar(&mut self, node: &Node, text: &str, value: &Value) -> Option<Content> {
        match value {
            Value::Name(noun) => self.find(noun, text, &node.at).map(Content::Name),
            Value::Word(known) => self.word(node, text, known),
            Value::Number(from, to) => self.number(node, text, *from, *to).map(Content::Number),
            Value::UpTo(to) => {
                let figure = text.trim().strip_prefix("up to ").unwrap_or(text);
                self.number(node, figure, 0, *to).map(Content::Number)
            }
            Value::Flag => self.flag(node, text).map(Content::Flag),
            Value::Text if text.len() > LONGEST_TEXT => {
                let told = format!("a text may have {LONGEST_TEXT} letters");
                self.faults.push(Diagnostic::fault("text-too-long", node.at.clone(), told));
                None
            }
            Value::Text => Some(Content::Text(text.to_owned())),
            Value::Condition => {
                condition::parse(text, node.at.start, self.grammar, self.words, self.faults)
                    .map(Content::Condition)
            }
            Value::List(_)
            | Value::Map(_)
            | Value::Short(_)
            | Value::Named(..)
            | Value::Steps(_)
            | Value::Needed(_)
            | Value::Either(_) => {
                unreachable!("only scalars come here")
            }
        }
    }

    fn word(&mut self, node: &Node, text: &str, known: &'static [&'static str]) -> Option<Content> {
        let find = |text: &str| {
            let plain = names::plain(text);
            known.iter().find(|word| names::plain(word) == plain)
        };
        if let Some(word) = find(text) {
            return Some(Content::Name((*word).to_owned()));
        }
        let bare = ["a ", "the "].iter().find_map(|article| text.strip_prefix(article));
        if let Some(word) = bare.and_then(find) {
            self.read_as(&node.at, word);
            return Some(Content::Name((*word).to_owned()));
        }
        let fault = Diagnostic::fault(
            "unknown-word",
            node.at.clone(),
            format!("`{text}` is not allowed here"),
        );
        self.faults.push(match names::nearest(text, known.iter().copied()) {
            Some(near) => fault.suggest(Some(near)),
            None => fault.help(format!("one of: {}", known.join(", "))),
        });
        None
    }

    fn flag(&mut self, node: &Node, text: &str) -> Option<bool> {
        let (yes, word) = match text.to_lowercase().as_str() {
            "true" | "yes" => return Some(true),
            "false" | "no" => return Some(false),
            "always" | "on" => (true, "yes"),
            "never" | "off" => (false, "no"),
            _ => {
                self.expected(node, "`yes` or `no`");
                return None;
            }
        };
        self.read_as(&node.at, word);
        Some(yes)
    }

    fn number(&mut self, node: &Node, text: &str, from: i64, to: i64) -> Option<i64> {
        // Reports and receipts put the sign before an amount.
        match text.trim().trim_start_matches('£').parse::<i64>() {
            Ok(number) if (from..=to).contains(&number) => Some(number),
            _ => {
                self.expected(node, &format!("a whole number from {from} to {to}"));
                None
            }
        }
    }

    /// Finds a name of the game; nothing else than its vocabulary knows them.
    pub fn find(&mut self, noun: &Noun, written: &str, at: &Range<usize>) -> Option<String> {
        let code = "unknown-name";
        match self.words.find(noun, written) {
            Found::One(name) => return Some(name),
            Found::Nobody { .. }
                if let Some(name) = self.without_small_words(noun, written, at) =>
            {
                return Some(name);
            }
            Found::Nobody { nearest } => {
                let text = format!("no {} is called `{written}`", noun.name);
                let fault = Diagnostic::fault(code, at.clone(), text);
                self.faults.push(match nearest {
                    Some(near) => fault.suggest(Some(&near)),
                    None => fault.help(format!("write {}", noun.doc)),
                });
            }
            Found::Several(names) => {
                let text = format!("`{written}` may be {}", names.join(" or "));
                self.faults
                    .push(Diagnostic::fault("name-not-clear", at.clone(), text).help("say which"));
            }
            Found::Unfit(why) => self.faults.push(Diagnostic::fault("name-unfit", at.clone(), why)),
        }
        None
    }

    pub(super) fn expected(&mut self, node: &Node, what: &str) {
        let text = format!("expected {what}, found {}", node.in_words());
        self.faults.push(Diagnostic::fault("expected", node.at.clone(), text));
    }
}
