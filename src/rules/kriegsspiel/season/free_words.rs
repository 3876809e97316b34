//! The umpire's words: orders that only a person can interpret (§3).
//!
//! Words of a sheet are a decision that needs a human; the turn cannot be published before they
//! have ruled. The ruling is free text. With the keys of a sheet (`orders:`, `organise:`) it is
//! orders: they are read like any sheet, against what that power knows, and are played as if they
//! had stood in it. Anything else is told to the power and marked as told, and nothing of it is
//! played.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3, §8.

use crate::Kriegsspiel;
use crate::book::Book;
use crate::decisions::Topic;
use crate::orders::{self, Sheet};
use crate::record::event::{OrderEvent, Taken};
use crate::season::turn::Turn;
use crate::sight::known::Known;
use kit::ledger::{Question, Source};
use kit::rule::Rule;
use play::table::read as read_sheet;
use serde_yaml::{Mapping, Value};
use sheet::Weight;

const WORDS: Rule = Rule("K05 §3");
/// What a ruling says when nothing is to be done.
const NOTHING: &str = "nothing is done";
/// The keys of an answer that is orders.
const KEYS: [&str; 3] = ["orders", "organise", "step"];
/// The steps of §8 before which such orders can be played.
const STEPS: std::ops::RangeInclusive<u32> = 3..=7;

/// Orders of the umpire that wait for their step.
#[derive(Debug, Clone)]
pub struct Waiting {
    pub power: String,
    pub step: u32,
    pub sheet: Sheet,
}

/// Asks the umpire for every order in words; the answer waits for its step.
pub fn play(turn: &mut Turn) {
    let powers: Vec<String> = turn.sheets.keys().cloned().collect();
    for power in powers {
        let Some(sheet) = turn.sheets.get(&power) else { continue };
        let mut words: Vec<(Option<u16>, String, String)> = sheet
            .entries
            .iter()
            .filter_map(|entry| Some((Some(entry.number), entry.who.clone(), entry.words.clone()?)))
            .collect();
        words.extend(sheet.words.clone().map(|text| (None, power.clone(), text)));
        for (entry, who, text) in words {
            ask(turn, &power, entry, &who, text);
        }
    }
}

/// Gives out the orders that are played before a step of §8.
pub fn due(turn: &mut Turn, step: u32) {
    let waiting = std::mem::take(&mut turn.waiting);
    let (now, later) = waiting.into_iter().partition(|one| one.step <= step);
    turn.waiting = later;
    let now: Vec<Waiting> = now;
    for Waiting { power, sheet, .. } in now {
        turn.take_orders(&power, sheet.entries);
        // Their numbers follow those of the power's own sheet.
        let changes = &mut turn.sheets.entry(power).or_default().changes;
        let last = changes.iter().map(|(number, ..)| *number).max().unwrap_or(0);
        changes.extend(sheet.changes.into_iter().map(|(nth, change, at)| (last + nth, change, at)));
    }
}

fn ask(turn: &mut Turn, power: &str, entry: Option<u16>, who: &str, text: String) {
    let question = Question {
        ask: WORDS.by(who),
        decider: power.to_owned(),
        decision: Topic::Words.decision(),
        options: vec![],
        default: NOTHING.to_owned(),
        needs_human: true,
    };
    let (book, known) = (turn.book, turn.known(power).clone());
    let fits = |answer: &str| read(book, &known, answer).map(|_| ());
    let answer = turn.ledger.decide_if(question, None, fits);
    let said = (answer.source != Source::Default).then_some(answer.choice);
    let orders = said.as_ref().and_then(|said| read(book, &known, said).ok().flatten());
    let taken = match (&said, &orders) {
        (None, _) => None,
        (Some(_), Some((step, _))) => Some(Taken::Orders { step: *step }),
        (Some(_), None) => Some(Taken::Told),
    };
    turn.record(OrderEvent::Worded { power: power.to_owned(), entry, text, answer: said, taken });
    if let Some((step, sheet)) = orders {
        turn.waiting.push(Waiting { power: power.to_owned(), step, sheet });
    }
}

/// What an answer orders, and before which step; nothing, if it is only told; or why it is refused.
fn read(book: &Book, known: &Known, answer: &str) -> Result<Option<(u32, Sheet)>, String> {
    let begins = |key: &str| answer.trim_start().starts_with(&format!("{key}:"));
    let meant = answer.trim_start().starts_with('{') || KEYS.iter().any(|key| begins(key));
    let mut map = match serde_yaml::from_str(answer) {
        Ok(Value::Mapping(map)) if meant || KEYS.iter().any(|key| map.contains_key(*key)) => map,
        Ok(_) => return Ok(None),
        Err(fault) if meant => return Err(fault.to_string()),
        Err(_) => return Ok(None),
    };
    let key = |key: &Value| key.as_str().unwrap_or("?").to_owned();
    if let Some(other) = map.keys().map(key).find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!("`{other}:` is not part of an answer; there are: {}", KEYS.join(", ")));
    }
    let (step, text) = match map.remove("step") {
        None => (*STEPS.start(), answer.to_owned()),
        Some(written) => (number(&written)?, text(&map)?),
    };
    let sheet = sheet(book, known, &text)?;
    in_time(&sheet, step)?;
    Ok(Some((step, sheet)))
}

fn number(written: &Value) -> Result<u32, String> {
    let step = written.as_u64().and_then(|step| u32::try_from(step).ok());
    step.filter(|step| STEPS.contains(step))
        .ok_or_else(|| format!("`step:` is a step of §8, {} to {}", STEPS.start(), STEPS.end()))
}

fn text(map: &Mapping) -> Result<String, String> {
    serde_yaml::to_string(map).map_err(|fault| fault.to_string())
}

/// The sheet that the umpire writes for a power, without a fault in it.
pub fn sheet(book: &Book, known: &Known, text: &str) -> Result<Sheet, String> {
    let (sheet, faults) = read_sheet::<Kriegsspiel>(book, known, text);
    match faults.iter().find(|fault| fault.weight == Weight::Fault) {
        Some(fault) => Err(fault.text.clone()),
        None if sheet.entries.is_empty() && sheet.changes.is_empty() => {
            Err("there are no orders in it".to_owned())
        }
        None => Ok(sheet),
    }
}

/// Whether orders can still be played when their step comes.
fn in_time(sheet: &Sheet, step: u32) -> Result<(), String> {
    let has = |has: fn(&orders::Entry) -> bool| sheet.entries.iter().any(has);
    let parts = [
        (!sheet.changes.is_empty(), 3, "the order of battle is changed"),
        (has(|entry| !entry.steps.is_empty()), 4, "marches are made"),
        (has(|entry| entry.intent.stance.is_some()), 6, "a stance is asked"),
        (has(|entry| entry.intent.break_off.is_some()), 6, "battles are fought"),
        (has(|entry| entry.intent.retreat.is_some()), 7, "retreats are made"),
    ];
    match parts.into_iter().find(|(has, last, _)| *has && step > *last) {
        Some((_, last, what)) => Err(format!("{what} in step {last}, and this is for step {step}")),
        None if has(|entry| entry.words.is_some()) => Err("words are not orders".to_owned()),
        None => Ok(()),
    }
}
