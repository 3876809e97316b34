//! A case written from a game: one moment of a season, with the position, sheets and dice of it.
//!
//! A rule system makes plots: positions from which the moment may come about again, the smallest
//! first. Each is played here with the answers of the season, found by their keys; what was asked
//! for becomes the ledger. The first case that holds when it is played is the one that is written.
//!
//! What is written for one power comes from what it knew and was told: its [`Moment`] has nothing
//! else in it.

use super::yaml::{block, flow};
use super::{Case, Fact, play, read, rehearsed};
use crate::{Options, RefereeOf, Ruleset};
use kit::ledger::{Entry, Ledger, Source, What};
use kit::shelf::Shelf;
use serde_yaml::{Mapping, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What a case is written from, as documents.
#[derive(Debug)]
pub struct Moment<'a> {
    pub scenario: &'a str,
    pub options: &'a Options,
    /// What stands in the heading: the season and which event it is.
    pub title: String,
    pub view: View<'a>,
}

/// Who writes: the umpire, from all that there is, or a power, from what it knows.
#[derive(Debug)]
pub enum View<'a> {
    All(All<'a>),
    Power(Own<'a>),
}

/// A season, as the umpire has it.
#[derive(Debug)]
pub struct All<'a> {
    pub state: &'a str,
    /// The events up to the one that is meant.
    pub events: &'a [String],
    pub sheets: &'a BTreeMap<String, String>,
    pub answers: &'a [Entry],
    /// For each event, how many answers had been given.
    pub cited: &'a [u32],
    /// The event in a sentence.
    pub sentence: &'a str,
}

/// A season, as one power knows it.
#[derive(Debug)]
pub struct Own<'a> {
    /// What it knew at the season's start, and knows after it.
    pub before: &'a str,
    pub after: &'a str,
    pub sheet: Option<&'a str>,
    /// Which piece of its news is meant, from 0.
    pub news: usize,
    /// What stands before the news in the case.
    pub told: String,
}

/// A position from which a moment may come about again.
#[derive(Debug, Clone, Default)]
pub struct Plot {
    pub setup: Mapping,
    pub sheets: BTreeMap<String, Mapping>,
    /// The answers to be found by their keys.
    pub answers: Vec<Entry>,
    /// The keys of chits among them after which play ends.
    pub chits: BTreeSet<String>,
    /// The rule and name by which chits are drawn, if it has a line of its own in a ledger.
    pub pool: Option<&'static str>,
    /// What must come about.
    pub expect: Vec<Value>,
    /// What is to be said of it besides.
    pub note: &'static str,
    /// Answers that are told and not asked for.
    pub shown: Vec<Entry>,
}

/// Writes a case; or says why none of the plots holds.
pub fn written<R: Ruleset>(
    shelf: &Shelf,
    title: &str,
    prose: &str,
    plots: Vec<Plot>,
) -> Result<String, String> {
    let mut why = "there is nothing that it could be written from".to_owned();
    for plot in plots {
        match settled::<R>(shelf, title, prose, plot) {
            Ok(text) => return Ok(text),
            Err(other) => why = other,
        }
    }
    Err(why)
}

/// The case of one plot, if it holds.
fn settled<R: Ruleset>(
    shelf: &Shelf,
    title: &str,
    prose: &str,
    mut plot: Plot,
) -> Result<String, String> {
    let unsettled = only(&text(title, prose, &plot, &[]))?;
    let keyed = |season: &str| Ok(Ledger::keyed(season, &plot.answers, plot.chits.clone()));
    let (outcome, entries) =
        rehearsed::<R>(shelf, &unsettled, &keyed).map_err(|error| error.why)?;
    // What is wrong with a sheet belongs to the season; what is wrong with an answer does not.
    let (sheets, others): (Vec<String>, Vec<String>) =
        outcome.faults.into_iter().partition(|fault| fault.starts_with("the orders of "));
    if let Some(other) = others.into_iter().next() {
        return Err(other);
    }
    for fault in sheets {
        plot.expect.push(mapping([("fault", fault.into())]).into());
    }
    let ledger: Vec<String> = entries
        .iter()
        .filter_map(|entry| line(entry, plot.pool).transpose())
        .collect::<Result<_, _>>()?;
    let text = text(title, prose, &plot, &ledger);
    let verdict = play(&[&RefereeOf::<R>::NEW], shelf, &only(&text)?);
    match verdict.unmet.first() {
        None => Ok(text),
        Some(difference) => Err(difference.text.clone()),
    }
}

/// The one case of a text.
fn only(text: &str) -> Result<Case, String> {
    let mut cases = read("the case", text).into_iter();
    match (cases.next(), cases.next()) {
        (Some(case), None) => case.map_err(|fault| fault.to_string()),
        _ => Err("it would not be one case".to_owned()),
    }
}

/// A case as it is written down.
fn text(title: &str, prose: &str, plot: &Plot, ledger: &[String]) -> String {
    let note = if plot.note.is_empty() { String::new() } else { format!("\n\n{}", plot.note) };
    let mut text = format!("## {title}\n\n{prose}{note}\n\n```yaml setup\n");
    text += &block(&plot.setup);
    text += "```\n";
    if !plot.sheets.is_empty() {
        text += "```yaml orders\n";
        for (power, sheet) in &plot.sheets {
            let sheet = serde_yaml::to_string(sheet).unwrap_or_default();
            text += &format!("{power}:\n");
            text.extend(sheet.lines().map(|line| format!("  {line}\n")));
        }
        text += "```\n";
    }
    text += "```text ledger\n";
    let shown = plot.shown.iter().filter_map(|entry| line(entry, plot.pool).ok().flatten());
    text.extend(shown.map(|line| format!("# {line}\n")));
    text.extend(ledger.iter().map(|line| format!("{line}\n")));
    text += "```\n```yaml expect\n";
    text.extend(plot.expect.iter().map(|line| format!("- {}\n", flow(line, false))));
    text + "```\n"
}

/// An answer as a line of a ledger; none, if nothing is written of it.
fn line(entry: &Entry, pool: Option<&str>) -> Result<Option<String>, String> {
    let mut parts = entry.key.split('/').skip(1);
    let (rule, who) = (parts.next().unwrap_or_default(), parts.next().unwrap_or("-"));
    let who = if who == "-" { String::new() } else { format!(" {who}") };
    let told = match &entry.what {
        What::Dice { count, sides, .. } => {
            format!("{rule}{who}: {count}d{sides} = {}", entry.what.answer())
        }
        What::Draw { .. } if pool == Some(&format!("{rule}{who}")) => {
            format!("chit: {}", entry.what.answer())
        }
        What::Draw { .. } => format!("{rule}{who}: draw = {}", entry.what.answer()),
        What::Shuffle { .. } => format!("{rule}{who}: shuffle = {}", entry.what.answer()),
        What::Decision { choice, .. } if entry.source == Source::Ruling => {
            format!("decision: {} = {choice}", entry.key)
        }
        What::Card { .. } | What::Decision { .. } | What::Fact { .. } => return Ok(None),
    };
    match told.contains('\n') {
        true => Err(format!("the ruling on {} has several lines, and a ledger has one", entry.key)),
        false => Ok(Some(told)),
    }
}

/// The rulings on facts among some answers, as a setup says them.
pub fn rulings(answers: &[Entry]) -> Option<Value> {
    let ruling = |entry: &Entry| match &entry.what {
        What::Fact { at, text, reason, .. } => {
            let fact: Value = serde_yaml::from_str(text).ok()?;
            let reason = Value::from(reason.clone());
            Some(mapping([("at", at.clone().into()), ("fact", fact), ("reason", reason)]).into())
        }
        What::Dice { .. }
        | What::Draw { .. }
        | What::Shuffle { .. }
        | What::Card { .. }
        | What::Decision { .. } => None,
    };
    let rulings: Vec<Value> = answers.iter().filter_map(ruling).collect();
    (!rulings.is_empty()).then_some(Value::Sequence(rulings))
}

/// Answers of a part of a season, numbered as if it began with them.
pub fn numbered_anew(answers: &[Entry], from: usize) -> Vec<Entry> {
    let (before, part) = answers.split_at(from.min(answers.len()));
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for (row, _) in before.iter().filter_map(|entry| entry.key.rsplit_once('/')) {
        *counts.entry(row).or_default() += 1;
    }
    let anew = |entry: &Entry| {
        let mut entry = entry.clone();
        if let Some((row, number)) = entry.key.rsplit_once('/')
            && let Ok(number) = number.parse::<u32>()
        {
            let number = number.saturating_sub(counts.get(row).copied().unwrap_or(0));
            entry.key = format!("{row}/{number}");
        }
        entry
    };
    part.iter().map(anew).collect()
}

/// A sheet as a case has it: what is played of it, without what is for the umpire alone.
pub fn sheet(text: &str, standing_mark: &str) -> Result<Mapping, String> {
    let wrong = |why: String| format!("a sheet cannot be written again: {why}");
    let read: Value = serde_yaml::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let Value::Mapping(mut map) = read else { return Err(wrong("it is not a map".to_owned())) };
    if text.starts_with(standing_mark) {
        let standing = map.remove("standing").and_then(|standing| standing.as_mapping().cloned());
        return Ok(standing.unwrap_or_default());
    }
    for private in ["token", "note to umpire", "campaign", "season", "power", "set-up", "standing"]
    {
        map.remove(private);
    }
    Ok(map)
}

/// A fact as a line that expects it. Where a sheet has an entry is not the same in a part of it.
pub fn expected(fact: &Fact) -> Value {
    let first = |text: &str| text.split('|').next().unwrap_or_default().to_owned();
    let fields =
        fact.fields.iter().filter(|(field, _)| !["entry", "key", "by"].contains(&field.as_str()));
    let plain = |text: String| match text.parse::<i64>() {
        Ok(number) if number.to_string() == text => Value::from(number),
        _ => Value::from(text),
    };
    let fields: Mapping =
        fields.map(|(field, value)| (field.clone().into(), plain(first(value)))).collect();
    match fields.is_empty() {
        true => first(&fact.name).into(),
        false => mapping([(first(&fact.name).as_str(), fields.into())]).into(),
    }
}

/// What a power's case says where its news needs more than it knew.
pub const KNEW: &str = "It cannot be reproduced from what was known alone, so the case is the \
                        position as it was known; the dice that were shown stand in the ledger as \
                        remarks.";

/// A fact with some of its fields.
pub fn only_fields(mut fact: Fact, fields: &[&str]) -> Fact {
    fact.fields.retain(|field, _| fields.contains(&field.as_str()));
    fact
}

/// A map with these keys, in their order.
pub fn mapping<const N: usize>(pairs: [(&str, Value); N]) -> Mapping {
    pairs.into_iter().map(|(key, value)| (key.into(), value)).collect()
}

/// Puts a value under a key, if there is anything in it.
pub fn put(map: &mut Mapping, key: &str, value: impl Into<Value>) {
    let value = value.into();
    let is_nothing = match &value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_i64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Sequence(items) => items.is_empty(),
        Value::Mapping(map) => map.is_empty(),
        Value::Tagged(_) => false,
    };
    if !is_nothing {
        map.insert(key.into(), value);
    }
}
