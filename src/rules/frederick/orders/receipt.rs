//! The receipt of a sheet: what of it will be played, in words.

use super::causes::Cause;
use super::plan::{Entry, Sheet};
use super::rehearsal::{Told, Walk, asked, walks};
use super::units::listed;
use super::{GRAMMAR, read_shaped};
use crate::book::Book;
use crate::court;
use crate::operations::money;
use crate::operations::spy::{self, Sight};
use crate::sight::Known;
use play::table::Orders;
use play::{Checked, ReceiptLine, Route, Ruleset, UnderstoodEntry};
use sheet::Diagnostics;
use sheet::frame::letter_told;
use sheet::keys::Filled;
use sheet::shape::Shaped;
use std::ops::Range;

/// Holds a sheet against what its author knows.
pub fn check(book: &Book, known: &Known, shaped: &Shaped<'_>) -> Checked {
    let (sheet, faults) = read_shaped(book, known, shaped);
    let walks = walks((book, known), shaped.text, &sheet, &mut Diagnostics::default());
    let mut understood = vec![];
    let mut entry = |heading: &str, lines: Vec<ReceiptLine>| {
        if !lines.is_empty() {
            understood.push(UnderstoodEntry { heading: heading.to_owned(), lines });
        }
    };
    let plain = |lines: Vec<String>| lines.into_iter().map(ReceiptLine::from).collect();
    if known.open.season.is_court() {
        let halves = known.open.purse(book, &known.power);
        let lines = court::receipt::lines(book, known, halves, shaped.text, &sheet.court);
        entry("The court", lines);
    }
    for (one, walk) in sheet.operations.iter().zip(&walks) {
        let lines = operation((book, known), shaped.text, (&sheet, one), walk);
        entry(&format!("{}. {}", one.number, one.who), lines);
    }
    if sheet.operations.is_empty() && !known.open.season.is_court() {
        entry("Operations", plain(vec!["none: you pass".to_owned()]));
    }
    entry("When you pass", plain(passing((book, known), &sheet, &walks).into_iter().collect()));
    let idle = |key: &str| match known.open.season.is_court() && !court::keys::is_asked(key) {
        true => "; not asked at a court",
        false => "",
    };
    let reactions: Vec<String> = sheet
        .reactions
        .iter()
        .flat_map(|reaction| {
            let who = reaction.name("who").unwrap_or("any");
            let keys = reaction.keys().filter(|(key, _)| *key != "who");
            keys.map(move |(key, given)| {
                let said = court::receipt::words(shaped.text, given);
                format!("{who}: {key}: {said}{}", idle(key))
            })
        })
        .collect();
    entry("Reactions", plain(reactions));
    let at_once = crate::Frederick::letters_at_once(book, known.open.season);
    let letter = |(to, text): &(String, String)| letter_told(&book.seat_title(to), text, at_once);
    entry("Letters", plain(sheet.letters().iter().map(letter).collect()));
    let note = sheet.note.then(|| "a note".to_owned());
    entry("For the umpire", plain(note.into_iter().collect()));
    let counts = sheet.says_anything() || !faults.has_faults();
    let ways = ways(&sheet, &walks);
    Checked { faults, understood, counts, ways }
}

/// Which entries wait for their `if`, and what becomes of them when all pass (§12.1).
fn passing(of: (&Book, &Known), sheet: &Sheet, walks: &[Walk]) -> Option<String> {
    let waits = |(entry, walk): &(&Entry, &Walk)| {
        let units = walk.units.iter().filter_map(|id| of.1.own.get(id)).collect();
        !asked::is_open(of, entry, units, walk.path.last().copied())
    };
    let all = sheet.operations.iter().zip(walks);
    let waiting: Vec<String> = all.filter(waits).map(|(one, _)| one.number.to_string()).collect();
    let who = match waiting.as_slice() {
        [] => return None,
        all if all.len() == sheet.operations.len() => {
            "as things stand no entry can be played, since each waits for its `if`, so you pass"
                .to_owned()
        }
        [one] => {
            format!("entry {one} waits for its `if`: you pass once nothing else is left to play")
        }
        all => format!(
            "entries {} wait for their `if`s: you pass once nothing else is left to play",
            all.join(", ")
        ),
    };
    Some(format!(
        "{who}; when all seats pass one after another, the season is over, and what still waits is not played"
    ))
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

fn operation(
    (book, known): (&Book, &Known),
    text: &str,
    (sheet, entry): (&Sheet, &Entry),
    walk: &Walk,
) -> Vec<ReceiptLine> {
    let units: Vec<_> = walk.units.iter().filter_map(|id| known.own.get(id)).collect();
    let mut lines: Vec<ReceiptLine> = vec![];
    let head = [(!units.is_empty()).then(|| listed(units.iter().copied())), walk.order.clone()];
    let head: Vec<String> = head.into_iter().flatten().collect();
    if !head.is_empty() {
        lines.push(head.join("; ").into());
    }
    let condition = when(text, entry.condition.as_ref(), entry.asked.as_ref());
    lines.extend(condition.map(ReceiptLine::from));
    let now = asked::line((book, known), entry, units, walk.path.last().copied());
    lines.extend(now.map(ReceiptLine::from));
    if entry.steps.is_empty() && entry.written == 0 {
        lines.push("stands still: an operation without a step".to_owned().into());
    }
    lines.extend(spy((book, known), text, entry));
    lines.extend(walk.lines.iter().cloned());
    lines.extend(besides(text, entry).into_iter().map(ReceiptLine::from));
    let cut = entry.written - entry.steps.len();
    if cut > 0 {
        let told = format!("{cut} of {} steps do not count, from the faulty one on", entry.written);
        lines.push(told.into());
    }
    lines.extend(pay((book, known), sheet, entry));
    lines.extend(walk.after.iter().cloned());
    if entry.times > 1 {
        lines.push(format!("up to {} times", entry.times).into());
    }
    for line in &mut lines {
        line.entry = Some(entry.number);
    }
    lines
}

/// How an operation is paid, if its entry says so.
pub(super) fn pay(
    (book, known): (&Book, &Known),
    sheet: &Sheet,
    entry: &Entry,
) -> Option<ReceiptLine> {
    let pay = entry.pay.as_ref()?;
    let by = if pay.thaler { "thaler" } else { "a check for attrition" };
    let needs_strength =
        pay.condition.as_ref().is_some_and(|condition| condition.needs_strength(&GRAMMAR));
    let unless = if pay.condition.is_some() { ", if its condition holds" } else { "" };
    let never = if needs_strength { "; only once the strength of others is known" } else { "" };
    let mut told = Told::sure(format!("paid by {by}{unless}{never}"));
    if pay.condition.is_some() {
        told = told.depends_on(Cause::Condition);
    }
    let most = money::most_spent(book, known, sheet);
    let has = |major: &String| known.open.has(major, most);
    if pay.thaler && !book.majors(&known.power).iter().all(has) {
        told = told.depends_on(Cause::Money);
    }
    Some(told.line(entry.pay_part))
}

/// What a Spy looks at first.
fn spy((book, known): (&Book, &Known), text: &str, entry: &Entry) -> Option<ReceiptLine> {
    let spy = entry.spy.as_ref()?;
    let at = match spy::wanted(book, &known.power, spy) {
        Ok(Sight::Square(at)) => book.atlas.name(at).to_owned(),
        Ok(Sight::Hand(hand)) => format!("the hand of {hand}"),
        Err(why) => {
            let words = "a Spy that looks at nothing: name a square or a hand";
            return Some(Told::refused(words, Cause::of(why)).line(entry.spy_part));
        }
    };
    let mut told = Told::sure(format!("a Spy looks first at {at}{}", case(text, spy)));
    if spy.get("if").is_some() {
        told = told.depends_on(Cause::Condition);
    }
    if let Some(why) = spy::no_spy(known, &known.power) {
        told.words.push_str(", if held then");
        told = told.depends_on(Cause::of(why));
    }
    Some(told.line(entry.spy_part))
}

/// The condition of a line, as it was written.
fn case(text: &str, map: &Filled) -> String {
    let condition = map.get("if").map(|given| (map.condition("if"), &given.at));
    let when = condition.and_then(|(condition, at)| when(text, condition, Some(at)));
    when.map(|when| format!(", {when}")).unwrap_or_default()
}

/// What an entry says of its battles: the markers, line by line, and who commands.
pub(super) fn besides(text: &str, entry: &Entry) -> Vec<String> {
    let mut lines: Vec<String> = entry.battle.iter().map(|line| battle(text, line)).collect();
    lines.extend(entry.commander.as_ref().map(|name| format!("in battle {name} commands")));
    lines
}

fn battle(text: &str, line: &Filled) -> String {
    let mut parts: Vec<String> = vec![];
    parts.extend(line.get("markers").map(|given| court::receipt::words(text, given)));
    parts.extend(line.number("decoys").map(|count| match count {
        1 => "1 decoy".to_owned(),
        count => format!("{count} decoys"),
    }));
    format!("battle markers: {}{}", parts.join(", "), case(text, line))
}
