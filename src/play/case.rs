//! Cases: a situation, orders, a ledger and what must happen, in Markdown for people.
//!
//! Each `##` heading of a file is one case; fenced blocks hold its parts (`yaml setup`, `yaml
//! orders`, `text ledger`, and `yaml expect` or `yaml events`), and what stands around them is
//! prose. A heading without a setup is prose alone. A fault in one case leaves the others as they
//! are.
//!
//! A rule system sets the case up, plays it and gives back an [`Outcome`]: facts with fields, all
//! of them text. Comparing that with what was expected is the same for every game, and is here, as
//! is how plain values are read and told.
//!
//! Not here: what a setup may say and which facts there are (`rules/<system>/case.rs`).

mod faults;
mod grammar;
pub mod keys;
mod matching;
mod playing;
mod reading;
pub mod rulings;
#[cfg(test)]
mod tests;
mod vocabulary;
pub mod written;
mod yaml;

use super::other_names::OtherNames;
use super::{Became, Referee, UnderstoodEntry};
use kit::declared::spaced;
use kit::shelf::Shelf;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use serde_yaml::Value;
use std::collections::BTreeMap;
use std::fmt;

pub use faults::{Places, PlayError};
pub use grammar::grammar;
pub use playing::{Laid, played, rehearsed};
pub use reading::{CaseFault, read};
pub use vocabulary::{Entry, Meaning, Told, Vocabulary};

/// One case as it was written.
#[derive(Debug, Clone)]
pub struct Case {
    pub file: String,
    pub heading: String,
    pub line: u32,
    pub prose: String,
    /// The rule system that plays it.
    pub rules: String,
    pub setup: serde_yaml::Value,
    /// Sheets by power.
    pub orders: BTreeMap<String, String>,
    pub ledger: String,
    /// What must happen, in order; other things may happen in between.
    pub expect: Option<Vec<Expected>>,
    /// All that must happen, and nothing else.
    pub events: Option<Vec<Expected>>,
    /// Whether the receipts of its sheets are written.
    pub receipts: bool,
    /// Where its parts stand in the file.
    pub places: Places,
}

/// One line of what is expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// `- moved: {who: Bonaparte}`: it happens, after the line before.
    Happens(Fact),
    /// `- no: battle`: it happens nowhere, and does not hold at the end.
    Never(Fact),
    /// `- no other: {moved: {who: Ney}}`: nothing of the sort happens or holds but what the other lines
    /// expect.
    NoOther(Fact),
    /// `- state: {force: {name: Bonaparte}}`: it holds at the end.
    Holds(Fact),
    /// `- known: {france: {moved: {who: Melas}}}`: the power was told it, or knows it at the end.
    Known(String, Fact),
    /// `- no: {known: {france: moved}}`: it was not told, and does not know it at the end.
    NotKnown(String, Fact),
    /// `- count: {times: 2, of: {lost: {at: Turin}}}`: it happens as often as that, and no more.
    Times(usize, Fact),
    /// `- receipt: {france: if they are there}`: a line or a remark of the receipt has these words.
    Receipt(String, String),
    /// `- no: {receipt: {france: point}}`: none has them.
    NotReceipt(String, String),
    /// `- fault: unknown-leader`: a fault of a sheet or of the ledger has these words in it.
    Fault(String),
    /// An output of a probe.
    Output(String, String),
}

/// Something that happened or holds: a name in words with spaces, and fields as text.
///
/// A value may give several spellings of one thing, with `|` between: `Turin|W3432`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fact {
    pub name: String,
    pub fields: BTreeMap<String, String>,
}

/// What a power is told of its sheet, before it is played and after.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Receipt {
    pub entries: Vec<UnderstoodEntry>,
    pub remarks: Vec<String>,
    pub became: Vec<Became>,
}

/// What a case came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    pub events: Vec<Fact>,
    /// What holds at the end.
    pub state: Vec<Fact>,
    /// The outputs, if the case is a probe.
    pub probe: Option<BTreeMap<String, String>>,
    /// What each power was told while it was played, and knows at the end.
    pub told: BTreeMap<String, Vec<Fact>>,
    /// The receipt of each sheet, where the case has them written.
    pub receipts: BTreeMap<String, Receipt>,
    /// What was wrong with the sheets and the ledger, a sentence each.
    pub faults: Vec<String>,
    /// Why it could not be played, and the line of the file that is to blame.
    pub refused: Option<(u32, String)>,
}

/// A case, and what of it did not come true.
#[derive(Debug, Clone)]
pub struct Verdict {
    pub case: String,
    pub unmet: Vec<Difference>,
    pub outcome: Outcome,
}

/// One thing that was expected and is not so.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    /// The place of the line that is not met, as `file:line`; none, if no line says it.
    pub place: Option<String>,
    pub text: String,
}

/// Plays a case and holds what happened against what was expected.
pub fn play(referees: &[&dyn Referee], shelf: &Shelf, case: &Case) -> Verdict {
    let known = || referees.iter().map(|referee| referee.name()).collect::<Vec<_>>().join(", ");
    let referee = referees.iter().find(|referee| referee.name() == case.rules);
    let case = &case.in_own_names(&referee.map(|one| one.other_names(shelf)).unwrap_or_default());
    let outcome = match referee {
        Some(referee) => {
            case.check_names(&referee.vocabulary().names()).and_then(|()| referee.case(shelf, case))
        }
        None => Err(PlayError::key(
            "rules",
            format!("no rules `{}`; there are: {}", case.rules, known()),
        )),
    };
    let outcome = outcome.unwrap_or_else(|error| case.refuse(&error));
    Verdict { case: case.heading.clone(), unmet: case.unmet(&outcome), outcome }
}

impl Case {
    /// The case with the book's own names for those that it has in other tongues.
    fn in_own_names(&self, names: &OtherNames) -> Case {
        let own = |written: &String| -> String {
            let spellings = written.split('|').map(|one| names.own(one));
            spellings.collect::<Vec<_>>().join("|")
        };
        let fact = |fact: &Fact| {
            let fields = fact.fields.iter().map(|(key, value)| (key.clone(), own(value)));
            Fact { name: fact.name.clone(), fields: fields.collect() }
        };
        let expected = |line: &Expected| match line {
            Expected::Happens(told) => Expected::Happens(fact(told)),
            Expected::Never(told) => Expected::Never(fact(told)),
            Expected::NoOther(told) => Expected::NoOther(fact(told)),
            Expected::Holds(told) => Expected::Holds(fact(told)),
            Expected::Known(power, told) => Expected::Known(own(power), fact(told)),
            Expected::NotKnown(power, told) => Expected::NotKnown(own(power), fact(told)),
            Expected::Times(times, told) => Expected::Times(*times, fact(told)),
            Expected::Receipt(power, words) => Expected::Receipt(own(power), words.clone()),
            Expected::NotReceipt(power, words) => Expected::NotReceipt(own(power), words.clone()),
            Expected::Fault(_) | Expected::Output(..) => line.clone(),
        };
        let all = |lines: &Vec<Expected>| lines.iter().map(expected).collect();
        Case {
            setup: names.in_value(self.setup.clone()),
            orders: self.orders.iter().map(|(power, sheet)| (own(power), sheet.clone())).collect(),
            expect: self.expect.as_ref().map(all),
            events: self.events.as_ref().map(all),
            ..self.clone()
        }
    }
}

/// A setup with `yes` and `no` as flags; nothing in a setup bears these names.
pub fn flags(value: &Value) -> Value {
    match value {
        Value::String(word) if word == "yes" => Value::Bool(true),
        Value::String(word) if word == "no" => Value::Bool(false),
        Value::Sequence(items) => Value::Sequence(items.iter().map(flags).collect()),
        Value::Mapping(map) => {
            Value::Mapping(map.iter().map(|(key, value)| (key.clone(), flags(value))).collect())
        }
        other => other.clone(),
    }
}

/// The one pair of a map: what an event is called, and its fields.
pub fn only(value: &Json) -> Option<(&String, &Json)> {
    value.as_object().and_then(|map| map.iter().next())
}

/// Reads what was written from the same type.
pub fn read_again<T: DeserializeOwned>(value: &Json) -> T {
    T::deserialize(value).expect("it was written from the same type")
}

/// What an event is called in cases, with the other word for it.
pub fn called(name: &str, others: &[Meaning]) -> String {
    let name = spaced(name);
    match others.iter().find(|(known, _)| *known == name) {
        Some((_, other)) => format!("{name}|{other}"),
        None => name,
    }
}

/// A plain value of a document as the text of a field.
pub fn text(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        other => other.to_string(),
    }
}

impl Verdict {
    /// Whether everything came true.
    pub fn is_met(&self) -> bool {
        self.unmet.is_empty()
    }
}

impl Receipt {
    /// Its lines and remarks as they are read.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let headings = self.entries.iter().map(|entry| entry.heading.as_str());
        let lines = self.entries.iter().flat_map(UnderstoodEntry::words);
        headings.chain(lines).chain(self.remarks.iter().map(String::as_str))
    }
}

impl Fact {
    /// A fact of this name, without fields yet.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), fields: BTreeMap::new() }
    }

    /// Adds a field.
    pub fn with(mut self, field: &str, value: impl ToString) -> Self {
        self.fields.insert(field.to_owned(), value.to_string());
        self
    }

    /// Adds a field that may be missing.
    pub fn with_some(self, field: &str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.with(field, value),
            None => self,
        }
    }

    /// Adds a list, as text with commas.
    pub fn with_list<T: ToString>(self, field: &str, items: impl IntoIterator<Item = T>) -> Self {
        let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
        self.with(field, items.join(", "))
    }

    /// Adds a flag as `yes` or `no`.
    pub fn with_flag(self, field: &str, flag: bool) -> Self {
        self.with(field, if flag { "yes" } else { "no" })
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.split('|').next().unwrap_or_default())?;
        let shown = |(field, value): (&String, &String)| {
            format!("{field}: {}", value.split('|').next().unwrap_or_default())
        };
        if self.fields.is_empty() {
            return Ok(());
        }
        write!(f, ": {{{}}}", self.fields.iter().map(shown).collect::<Vec<_>>().join(", "))
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Happens(fact) => fact.fmt(f),
            Expected::Never(fact) => write!(f, "no: {fact}"),
            Expected::NoOther(fact) => write!(f, "no other: {fact}"),
            Expected::Holds(fact) => write!(f, "state: {fact}"),
            Expected::Known(power, fact) => write!(f, "known: {{{power}: {fact}}}"),
            Expected::NotKnown(power, fact) => write!(f, "no: {{known: {{{power}: {fact}}}}}"),
            Expected::Times(times, fact) => write!(f, "count: {{times: {times}, of: {fact}}}"),
            Expected::Receipt(power, words) => write!(f, "receipt: {{{power}: {words}}}"),
            Expected::NotReceipt(power, words) => {
                write!(f, "no: {{receipt: {{{power}: {words}}}}}")
            }
            Expected::Fault(text) => write!(f, "fault: {text}"),
            Expected::Output(name, value) => write!(f, "{name}: {value}"),
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.heading)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_met() {
            return write!(f, "{}: as expected", self.case);
        }
        writeln!(f, "{}", self.case)?;
        for Difference { place, text } in &self.unmet {
            let place = place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default();
            writeln!(f, "  {place}{}", text.replace('\n', "\n  "))?;
        }
        let lists = [("what happened", &self.outcome.events), ("what holds", &self.outcome.state)];
        for (title, facts) in lists.into_iter().filter(|(_, facts)| !facts.is_empty()) {
            writeln!(f, "  {title}:")?;
            for fact in facts {
                writeln!(f, "    - {fact}")?;
            }
        }
        for (name, value) in self.outcome.probe.iter().flatten() {
            writeln!(f, "  {name}: {value}")?;
        }
        Ok(())
    }
}
