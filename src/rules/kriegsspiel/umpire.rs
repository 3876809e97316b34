//! The umpire's words: orders that only a person can interpret (§3).
//!
//! Words of a sheet are a decision that needs a human; the turn cannot be published before he has ruled.
//! His ruling is free text. If it is a sheet, that is, if it has the key `orders:`, its entries are played
//! as if they had stood in the sheet, and take the place of an entry for the same force. It is read like
//! any sheet, against what that power knows, and what is faulty in it is not played.

use super::event::Event;
use super::orders::{self, Entry};
use super::setup;
use super::turn::Turn;
use super::words::Words;
use crate::kit::ledger::{Question, Source};
use crate::kit::rule::Rule;

const WORDS: Rule = Rule("K05 §3");
/// The decision on an order in words.
pub const TOPIC: &str = "words";
/// What a ruling says when nothing is to be done.
const NOTHING: &str = "nothing is done";

/// Asks the umpire for every order in words, and takes what he makes of it into the sheets.
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

fn ask(turn: &mut Turn, power: &str, entry: Option<u16>, who: &str, text: String) {
    let question = Question {
        ask: WORDS.by(who),
        decider: power.to_owned(),
        topic: TOPIC.to_owned(),
        options: vec![],
        default: NOTHING.to_owned(),
        needs_human: true,
    };
    let answer = turn.ledger.decide(question, None);
    let ruled = answer.source != Source::Default;
    let said = ruled.then(|| answer.choice.clone());
    let entries = if ruled { interpreted(turn, power, &answer.choice) } else { vec![] };
    turn.record(Event::Worded { power: power.to_owned(), entry, text, answer: said });
    turn.take_orders(power, entries);
}

/// The entries of a ruling that is a sheet.
fn interpreted(turn: &Turn, power: &str, choice: &str) -> Vec<Entry> {
    let sheet = choice.trim_start();
    if !sheet.starts_with("orders:") && !sheet.starts_with('{') {
        return vec![];
    }
    let known = &setup::expected(turn.book, turn.known(power));
    let words = Words { book: turn.book, known };
    orders::read(sheet, &words).0.entries
}
