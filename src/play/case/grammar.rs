//! How a case is written: its blocks, and the ways to expect. Read by and listed from here.

use super::{Expected, Fact};
use kit::names::{nearest, plain};
use kit::script;
use serde_yaml::Value;

/// The blocks a case may have, by what stands behind the three backticks.
pub(super) const BLOCKS: [(&str, &str); 5] = [
    ("yaml setup", "the position: the keys of the setup; every case has one"),
    ("yaml orders", "a map from powers to their order sheets"),
    (
        "text ledger",
        "the chits, dice and decisions, a line each, in the order in which they are asked for",
    ),
    ("yaml expect", "what must happen, in its order; other things may happen in between"),
    ("yaml events", "the same, and nothing else may happen; a case has one of the two"),
];

/// How a line of an `expect` block is read, once its key is known.
type Read = fn(&Value) -> Result<Expected, String>;

/// The keys of lines that do not name an event: how each is written, what it means, how it is read.
pub(super) const WAYS: [(&str, &str, &str, Read); 7] = [
    (
        "no",
        "- no: EVENT",
        "it does not happen, and no such state holds at the end; also `- no: {known: ...}` and `- no: \
         {receipt: ...}`",
        |value| super::reading::denied(value),
    ),
    (
        "no other",
        "- no other: {EVENT OR STATE: {FIELD: VALUE}}",
        "of such events or states there are those that the other lines expect, and no others",
        |value| super::reading::fact(value).map(Expected::NoOther),
    ),
    ("state", "- state: {STATE: {FIELD: VALUE}}", "it holds at the end", |value| {
        super::reading::fact(value).map(Expected::Holds)
    }),
    (
        "known",
        "- known: {POWER: {FACT: {FIELD: VALUE}}}",
        "the power was told of such an event, or knows such a thing at the end; fields that it was not told are missing",
        |value| {
            super::reading::fact_known_to(value).map(|(power, fact)| Expected::Known(power, fact))
        },
    ),
    (
        "count",
        "- count: {times: NUMBER, of: {EVENT: {FIELD: VALUE}}}",
        "it happens as often as that, and no more",
        |value| super::reading::counted(value),
    ),
    (
        "receipt",
        "- receipt: {POWER: WORDS}",
        "the receipt of that power's sheet has these words in a line or a remark",
        |value| {
            super::reading::of_receipt(value).map(|(power, words)| Expected::Receipt(power, words))
        },
    ),
    (
        "fault",
        "- fault: WORDS",
        "a fault of the setup, a sheet or the ledger has these words in it",
        |value| super::reading::words(value).map(Expected::Fault),
    ),
];

/// A name with its fields, as text with commas.
type Named = (&'static str, String);

/// The names that a rule system has for what happens, holds and is known.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    pub events: Vec<Named>,
    pub states: Vec<Named>,
    /// What a power can know besides what it was told of events.
    pub known: Vec<Named>,
    /// Other words for events.
    pub others: &'static [(&'static str, &'static str)],
    /// All fields.
    pub fields: Vec<String>,
}

/// How a case is written, line by line, each with its meaning.
pub fn grammar() -> Vec<(String, String)> {
    let line =
        |sort: &str, name: &str, meaning: &str| (format!("{sort} `{name}`"), meaning.to_owned());
    let blocks = BLOCKS.iter().map(|(name, meaning)| line("block", name, meaning));
    let event = "- EVENT: {FIELD: VALUE}";
    let happens = "it happens, after what is expected before it; a value may be written in any spelling, and \
                   modifiers in any order";
    let outputs = "of a probe: what it must tell, as a map instead of a list";
    let expect = [(event, happens), ("OUTPUT: VALUE", outputs)];
    let expect =
        expect.into_iter().chain(WAYS.iter().map(|(_, form, meaning, _)| (*form, *meaning)));
    let expect = expect.map(|(form, meaning)| line("expect", form, meaning));
    let ledger = script::GRAMMAR.iter().map(|(form, meaning)| line("ledger", form, meaning));
    blocks.chain(expect).chain(ledger).collect()
}

impl Names {
    /// Why no such thing can be expected, if it cannot.
    pub(super) fn misnamed(&self, expected: &Expected) -> Option<String> {
        match expected {
            Expected::Happens(fact) | Expected::Times(_, fact) => {
                self.wrong("event", fact, &[&self.events], &[])
            }
            Expected::Never(fact) | Expected::NoOther(fact) => {
                self.wrong("event or state", fact, &[&self.events, &self.states], &[])
            }
            Expected::Holds(fact) => self.wrong("state", fact, &[&self.states], &[]),
            Expected::Known(_, fact) | Expected::NotKnown(_, fact) => {
                let lists = [&self.events[..], &self.known];
                self.wrong("event or known fact", fact, &lists, &self.fields)
            }
            Expected::Receipt(..)
            | Expected::NotReceipt(..)
            | Expected::Fault(_)
            | Expected::Output(..) => None,
        }
    }

    fn wrong(
        &self,
        sort: &str,
        fact: &Fact,
        lists: &[&[Named]],
        more: &[String],
    ) -> Option<String> {
        let wanted = plain(&fact.name);
        let name = self.others.iter().find(|(_, other)| plain(other) == wanted);
        let name = name.map_or(wanted, |(name, _)| plain(name));
        let all = || lists.iter().copied().flatten();
        let found: Vec<&Named> = all().filter(|(known, _)| plain(known) == name).collect();
        if found.is_empty() {
            let others = self.others.iter().map(|(_, other)| *other);
            let meant = nearest(&fact.name, all().map(|(known, _)| *known).chain(others));
            let meant = meant.map(|meant| format!("; is it `{meant}`?")).unwrap_or_default();
            return Some(format!("there is no {sort} `{}`{meant}", fact.name));
        }
        let fields = found.iter().flat_map(|(_, fields)| fields.split(", "));
        let fields: Vec<&str> = fields.chain(more.iter().map(String::as_str)).collect();
        let field = fact.fields.keys().find(|field| !fields.contains(&field.as_str()))?;
        Some(match nearest(field, fields.iter().copied()) {
            Some(meant) => format!("`{}` has no field `{field}`; is it `{meant}`?", fact.name),
            None => {
                format!("`{}` has no field `{field}`; there are: {}", fact.name, fields.join(", "))
            }
        })
    }
}
