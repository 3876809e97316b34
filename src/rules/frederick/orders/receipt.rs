//! The receipt of a sheet: what of it will be played, in words.

use super::plan::{Entry, Sheet};
use super::rehearsal::{Walk, walks};
use super::units::listed;
use super::{GRAMMAR, read_shaped};
use crate::book::Book;
use crate::court;
use crate::sight::Known;
use play::table::Orders;
use play::{Checked, Route, Ruleset, SETS_STANDING, UnderstoodEntry};
use sheet::Diagnostics;
use sheet::frame::letter_told;
use sheet::shape::Shaped;
use std::ops::Range;

/// Holds a sheet against what its author knows.
pub fn check(book: &Book, known: &Known, shaped: &Shaped<'_>) -> Checked {
    let (sheet, faults) = read_shaped(book, known, shaped);
    let walks = walks(book, known, &sheet, &mut Diagnostics::default());
    let mut understood = vec![];
    let mut entry = |heading: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            understood.push(UnderstoodEntry { heading: heading.to_owned(), lines });
        }
    };
    if known.open.season.is_court() {
        entry("The court", court::receipt::lines(book, &known.power, shaped.text, &sheet.court));
    }
    for (one, walk) in sheet.operations.iter().zip(&walks) {
        entry(&format!("{}. {}", one.number, one.who), operation(known, shaped.text, one, walk));
    }
    if sheet.operations.is_empty() && !known.open.season.is_court() {
        entry("Operations", vec!["none: you pass".to_owned()]);
    }
    let reactions: Vec<String> = sheet
        .reactions
        .iter()
        .flat_map(|reaction| {
            let who = reaction.name("who").unwrap_or("any");
            let keys = reaction.keys().filter(|(key, _)| *key != "who");
            keys.map(move |(key, given)| {
                let said = court::receipt::words(shaped.text, given);
                format!("{who}: {key}: {said}")
            })
        })
        .collect();
    entry("Reactions", reactions);
    if sheet.has_standing {
        entry("From now on", vec![SETS_STANDING.to_owned()]);
    }
    let at_once = crate::Frederick::letters_at_once(book, known.open.season);
    let letter = |(to, text): &(String, String)| letter_told(&book.seat_title(to), text, at_once);
    entry("Letters", sheet.letters().iter().map(letter).collect());
    entry("For the umpire", sheet.note.then(|| "a note".to_owned()).into_iter().collect());
    let counts = sheet.says_anything() || !faults.has_faults();
    let ways = ways(&sheet, &walks);
    Checked { faults, understood, counts, ways }
}

fn ways(sheet: &Sheet, walks: &[Walk]) -> Vec<Route> {
    let route = |(entry, walk): (&Entry, &Walk)| {
        let path = walk.path.clone();
        (path.len() > 1).then(|| Route { who: entry.who.clone(), path })
    };
    sheet.operations.iter().zip(walks).filter_map(route).collect()
}

fn words(text: &str, at: Option<&Range<usize>>) -> String {
    at.and_then(|at| text.get(at.clone())).unwrap_or_default().to_owned()
}

/// A condition in the words of the sheet.
fn when(
    text: &str,
    condition: Option<&sheet::condition::Condition>,
    at: Option<&Range<usize>>,
) -> Option<String> {
    condition.map(|condition| condition.when(&words(text, at)))
}

fn operation(known: &Known, text: &str, entry: &Entry, walk: &Walk) -> Vec<String> {
    let units: Vec<_> = walk.units.iter().filter_map(|id| known.own.get(id)).collect();
    let mut lines = vec![];
    if !units.is_empty() {
        lines.push(listed(units));
    }
    lines.extend(when(text, entry.condition.as_ref(), entry.asked.as_ref()));
    if entry.steps.is_empty() && entry.written == 0 {
        lines.push("stands still: an operation without a step".to_owned());
    }
    lines.extend(walk.lines.iter().cloned());
    let cut = entry.written - entry.steps.len();
    if cut > 0 {
        lines
            .push(format!("{cut} of {} steps do not count, from the faulty one on", entry.written));
    }
    if let Some(pay) = &entry.pay {
        let by = if pay.thaler { "thaler" } else { "a check for attrition" };
        let needs_strength =
            pay.condition.as_ref().is_some_and(|condition| condition.needs_strength(&GRAMMAR));
        let unless = if pay.condition.is_some() { ", if its condition holds" } else { "" };
        let never = if needs_strength { "; only once the strength of others is known" } else { "" };
        lines.push(format!("paid by {by}{unless}{never}"));
    }
    if entry.times > 1 {
        lines.push(format!("up to {} times", entry.times));
    }
    lines
}
