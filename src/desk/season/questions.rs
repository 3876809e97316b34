//! Open questions: decisions that nobody made and the default answered meanwhile.

use kit::decision::Decision;
use kit::ledger::{Entry, Ledger, Source, What};
use report::wrapped;
use rules::Game;
use serde::Serialize;
use std::collections::BTreeMap;

/// The most options that are shown.
const MOST: usize = 12;

/// One open question, as the umpire reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpenQuestion {
    /// Its number in the season's ledger, by which a ruling can answer it as well.
    pub number: usize,
    /// The ledger's key, by which a ruling answers it.
    pub key: String,
    /// Whose choice it is.
    pub decider: String,
    /// The key of the sheet that answers it.
    pub topic: String,
    /// What is decided, in words, where the rule system's list leaves no doubt.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub decides: String,
    pub options: Vec<String>,
    /// What people call an option, where it does not say it itself: the town at a hex.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    /// The answer that was taken meanwhile.
    pub taken: String,
    pub needs_human: bool,
}

impl OpenQuestion {
    /// Reads it off an entry of a ledger and the number of that, if it is one.
    fn of((number, entry): (usize, &Entry), listed: &[Decision]) -> Option<OpenQuestion> {
        let What::Decision { decider, topic, options, choice, needs_human } = &entry.what else {
            return None;
        };
        (entry.source == Source::Default).then(|| OpenQuestion {
            number,
            key: entry.key.clone(),
            decider: decider.clone(),
            topic: topic.clone(),
            decides: decides((&entry.key, topic), (options, choice), listed).to_owned(),
            options: options.clone(),
            names: BTreeMap::new(),
            taken: choice.clone(),
            needs_human: *needs_human,
        })
    }

    /// Reads the open questions off a kept ledger.
    pub(crate) fn all(ledger: &[String], listed: &[Decision]) -> Vec<OpenQuestion> {
        let entry = |json: &String| serde_json::from_str::<Entry>(json).ok();
        let entries = (1..).zip(ledger).filter_map(|(number, json)| Some((number, entry(json)?)));
        entries.filter_map(|(number, entry)| OpenQuestion::of((number, &entry), listed)).collect()
    }

    /// Reads the open questions off a ledger.
    pub(crate) fn asked(ledger: &Ledger, listed: &[Decision]) -> Vec<OpenQuestion> {
        let entries = (1..).zip(ledger.entries());
        entries.filter_map(|entry| OpenQuestion::of(entry, listed)).collect()
    }

    /// The same with what people call the options.
    pub(crate) fn named(questions: Vec<OpenQuestion>, game: &dyn Game) -> Vec<OpenQuestion> {
        let named = |mut question: OpenQuestion| {
            let about = question.key.split('/').skip(2).take(2);
            let all = question.options.iter().map(String::as_str).chain(about);
            let names = all.filter_map(|one| Some((one.to_owned(), game.option_named(one)?)));
            question.names = names.collect();
            question
        };
        questions.into_iter().map(named).collect()
    }

    /// An option as people call it.
    pub fn told<'q>(&'q self, option: &'q str) -> &'q str {
        self.names.get(option).map_or(option, String::as_str)
    }

    /// The command that rules on it, with the answer that was taken meanwhile.
    pub fn command(&self) -> String {
        let answer = self.taken.replace('\'', r"'\''");
        format!("umpire ruling add {} '{answer}' --reason 'WHY'", self.number)
    }

    /// What it is about: the topic, and whom or what its key names.
    pub fn about(&self) -> String {
        let parts: Vec<&str> = self.key.split('/').collect();
        let named = parts.get(2..4).unwrap_or_default();
        let named = named.iter().filter(|part| **part != "-" && **part != self.decider);
        let named: Vec<&str> = named.map(|part| self.told(part)).collect();
        format!(
            "{} ({}){}{}",
            self.topic,
            self.decider,
            if named.is_empty() { "" } else { ", " },
            named.join(", ")
        )
    }

    /// Lays it out over a few lines, with the key by which a ruling answers it.
    pub fn in_words(&self) -> String {
        format!("{}. {}\n    key: {}", self.number, self.laid_out(), self.key)
    }

    /// Lays it out over a few lines, with the words by which a sheet answers it.
    pub fn for_a_sheet(&self) -> String {
        format!("{}\n    in the sheet: {}", self.laid_out(), self.answer())
    }

    /// The same in the width of a mail, for the player whose choice it is.
    pub fn for_a_player(&self) -> String {
        let mut lines = vec![format!("  {}", wrapped(&self.about(), 70, 4))];
        lines.extend(self.meaning("    "));
        if !self.options.is_empty() {
            let options = wrapped(&format!("one of: {}", self.some_options()), 68, 6);
            lines.push(format!("    {options}"));
        }
        let taken = format!("if you say nothing: {}", self.told(&self.taken));
        let taken = wrapped(&taken, 68, 6);
        lines.push(format!("    {taken}"));
        lines.push(format!("    in the sheet: {}", self.answer()));
        lines.join("\n")
    }

    fn some_options(&self) -> String {
        let shown = self.options.iter().take(MOST).map(|option| self.told(option));
        let mut options = shown.collect::<Vec<_>>().join(", ");
        if self.options.len() > MOST {
            options.push_str(&format!(" and {} more", self.options.len() - MOST));
        }
        options
    }

    fn laid_out(&self) -> String {
        let mut text = wrapped(&self.about(), 74, 4);
        if let Some(meaning) = self.meaning("\n    ") {
            text.push_str(&meaning);
        }
        if !self.options.is_empty() {
            text.push_str("\n    ");
            text.push_str(&wrapped(&format!("one of: {}", self.some_options()), 74, 6));
        }
        text.push_str(&format!("\n    taken meanwhile: {}", self.told(&self.taken)));
        text
    }

    /// What is decided, on a line of its own.
    fn meaning(&self, indent: &str) -> Option<String> {
        let line = format!("decides: {}", self.decides);
        (!self.decides.is_empty()).then(|| format!("{indent}{}", wrapped(&line, 72, 6)))
    }

    /// How a sheet answers it: `set-up: {Army of the Rhine: PLACE}`.
    fn answer(&self) -> String {
        let mut parts = self.key.split('/').skip(2);
        let (who, what) = (parts.next().unwrap_or("-"), parts.next().unwrap_or("-"));
        let topic = &self.topic;
        if who == "-" || who == self.decider {
            return format!("{topic}: CHOICE");
        }
        // Where there are several of a kind, each has its number: `leader 1`.
        match what.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == ' ') {
            "leader" => format!("{topic}: {{{who}: {{leaders: [A, B]}}}}"),
            "fleet" => format!("{topic}: {{{who}: [SEA, SEA]}}"),
            _ => format!("{topic}: {{{who}: PLACE}}"),
        }
    }
}

/// What is decided by a question of the ledger: of several decisions with one topic and paragraph,
/// the one whose default was taken.
fn decides(
    (key, topic): (&str, &str),
    (options, taken): (&[String], &str),
    listed: &[Decision],
) -> &'static str {
    let rule = key.split('/').nth(1).and_then(|rule| rule.split_once('§'));
    let number = rule.map_or("", |(_, number)| number);
    let is_it =
        |one: &&Decision| one.topic == Some(topic) && one.rules().any(|rule| rule == number);
    let found: Vec<&Decision> = listed.iter().filter(is_it).collect();
    match found.as_slice() {
        [one] => one.decision,
        several => {
            let yes_or_no = |one: &Decision| one.options == "yes, no";
            let fits = |one: &&&Decision| match options.is_empty() {
                true => !yes_or_no(one),
                false => one.default == taken,
            };
            several.iter().find(fits).map_or("", |one| one.decision)
        }
    }
}
