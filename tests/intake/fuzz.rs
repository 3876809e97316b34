//! Small slips of a sheet's writer: a few signs put in or left out, a line moved, split or joined.
//! Whatever comes of it, no order is lost without a word that names it.
//!
//! The sheets are those of `orders/`, mailed as text. Of each line of the mail that is neither empty
//! nor a comment one of these must hold: the sheet as it is read has a value on it; it is named as
//! not read; a diagnostic stands on it, or on the value into which it ran. And if nothing at all is
//! said, all orders but those that were changed are read as they were. An entry that has lost a step
//! and kept another is never played so: a fault stands in it.
//!
//! A few are tried; `UMPIRE_CASES` says how many, `UMPIRE_SEED` from where on.

use super::example_sheets::{Example, Tables, examples};
use super::house::mail;
use std::collections::{BTreeMap, BTreeSet};
use umpire::desk::intake::keys::Keys;
use umpire::mail::find::{self, Contents, Found};
use umpire::mail::message::Message;
use umpire::rules;
use umpire::sheet::shape::{self, Kind, Node};
use umpire::sheet::{Diagnostics, Weight};

/// Numbers from a seed (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(end.max(1)).unwrap()).unwrap()
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// What is put in between two signs. A `#` is not among them: what its writer makes a comment is one.
const SIGNS: [&str; 34] = [
    " ", "  ", "\n", "\n\n", ">", "> ", ":", ": ", "-", "- ", "\"", "'", "[", "]", "{", "}", "*",
    "**", "|", "&", "!", "%", "@", "\t", "=", ".", ",", "1. ", "a", "Xy", "\u{a0}", "\u{200b}",
    "…", "?",
];
/// What is put in as a line.
const LINES: [&str; 14] = [
    "",
    "---",
    "...",
    "-- ",
    "> well",
    "Regards,",
    "and then:",
    "On Sat, 21 Nov 2026, Ada wrote:",
    "-----Original Message-----",
    "________________________",
    "```",
    "Note: see below",
    "* * *",
    "{",
];

/// One slip; says how it was made.
fn slip(sheet: &str, random: &mut Random) -> (String, String) {
    let mut text: Vec<char> = sheet.chars().collect();
    let mut lines: Vec<String> = sheet.lines().map(str::to_owned).collect();
    let (at, line) = (random.below(text.len()), random.below(lines.len()));
    let whole = |lines: Vec<String>| lines.join("\n") + "\n";
    match random.below(10) {
        0..=2 => {
            let many = 1 + random.below(3);
            let gone: String = text.splice(at..(at + many).min(text.len()), []).collect();
            (text.into_iter().collect(), format!("without {gone:?} at {at}"))
        }
        3..=5 => {
            let sign = random.one(&SIGNS);
            text.splice(at..at, sign.chars());
            (text.into_iter().collect(), format!("with {sign:?} at {at}"))
        }
        6 => {
            let inner = lines[line].trim_start().to_owned();
            let indent = lines[line].len() - inner.len();
            let other = [0, indent.saturating_sub(2), indent + 1, indent + 2][random.below(4)];
            lines[line] = " ".repeat(other) + &inner;
            (whole(lines), format!("line {} set in by {other}", line + 1))
        }
        7 => {
            let added = random.one(&LINES);
            lines.insert(line, added.to_owned());
            (whole(lines), format!("with {added:?} before line {}", line + 1))
        }
        8 => {
            let sign = random.one(&SIGNS);
            let indent = lines[line].len() - lines[line].trim_start().len();
            lines[line].insert_str(indent, sign);
            (whole(lines), format!("with {sign:?} before the words of line {}", line + 1))
        }
        _ => {
            // A slip in the last line has nothing below it that would betray it.
            let last = lines.len() - 1;
            let end = lines[last].chars().count();
            let mut signs: Vec<char> = lines[last].chars().collect();
            let at = random.below(end.min(24));
            let sign = random.one(&SIGNS);
            signs.splice(at..(at + random.below(2)).min(end), sign.chars());
            lines[last] = signs.into_iter().collect();
            (whole(lines), format!("with {sign:?} at {at} of the last line"))
        }
    }
}

/// A scalar of a tree, and the lines that it stands on.
#[derive(Debug)]
struct Value {
    first: usize,
    last: usize,
}

fn values(node: &Node, line_of: &dyn Fn(usize) -> usize, found: &mut Vec<Value>) {
    let first = line_of(node.at.start);
    match &node.kind {
        Kind::Scalar(_) => {
            found.push(Value { first, last: line_of(node.at.end.max(node.at.start + 1) - 1) });
        }
        Kind::Seq(items) => {
            found.push(Value { first, last: first });
            items.iter().for_each(|item| values(item, line_of, found));
        }
        Kind::Map(pairs) => {
            found.push(Value { first, last: first });
            for (key, value) in pairs {
                values(key, line_of, found);
                values(value, line_of, found);
            }
        }
    }
}

/// The orders of a tree: each item of a list that is a map, and each key of the sheet, without what
/// lies in its own lists of maps.
fn orders(node: &Node, top: bool, found: &mut Vec<String>) {
    match &node.kind {
        Kind::Map(pairs) => {
            for (key, value) in pairs {
                let key = key.text().unwrap_or_default();
                if top && !is_list(value) && key != "campaign" {
                    found.push(format!("{key}: {}", outline(value)));
                }
                orders(value, false, found);
            }
        }
        Kind::Seq(items) => {
            for item in items {
                if matches!(item.kind, Kind::Map(_)) {
                    found.push(outline(item));
                }
                orders(item, false, found);
            }
        }
        Kind::Scalar(_) => {}
    }
}

fn is_list(node: &Node) -> bool {
    matches!(&node.kind, Kind::Seq(items) if items.iter().any(|item| matches!(item.kind, Kind::Map(_))))
}

fn outline(node: &Node) -> String {
    match &node.kind {
        Kind::Scalar(text) => {
            format!("{:?}", text.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        Kind::Seq(_) if is_list(node) => "[...]".to_owned(),
        Kind::Seq(items) => {
            format!("[{}]", items.iter().map(outline).collect::<Vec<_>>().join(","))
        }
        Kind::Map(pairs) => {
            let pair =
                |(key, value): &(Node, Node)| format!("{}: {}", outline(key), outline(value));
            format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(","))
        }
    }
}

fn orders_of(text: &str) -> Vec<String> {
    let mut found = vec![];
    if let Some(root) = shape::shape(text, &mut Diagnostics::default()) {
        orders(&root, true, &mut found);
    }
    found
}

/// An entry with steps: where it stands, what it says besides, and its steps.
#[derive(Debug)]
struct Steps {
    lines: std::ops::RangeInclusive<usize>,
    says: String,
    steps: Vec<String>,
}

/// The entries of a tree that have steps.
fn with_steps(node: &Node, line_of: &dyn Fn(usize) -> usize, found: &mut Vec<Steps>) {
    match &node.kind {
        Kind::Map(pairs) => {
            if let Some(Node { kind: Kind::Seq(steps), .. }) = node.get("steps") {
                let others = pairs.iter().filter(|(key, _)| key.text() != Some("steps"));
                let says = others.map(|(key, value)| outline(key) + &outline(value));
                let lines = line_of(node.at.start)..=line_of(node.at.end.max(1) - 1);
                let (says, steps) = (says.collect(), steps.iter().map(outline).collect());
                found.push(Steps { lines, says, steps });
            }
            pairs.iter().for_each(|(_, value)| with_steps(value, line_of, found));
        }
        Kind::Seq(items) => items.iter().for_each(|item| with_steps(item, line_of, found)),
        Kind::Scalar(_) => {}
    }
}

/// An entry of which only a part would be played, with no fault in it that says so.
fn half_played(
    written: &str,
    root: &Node,
    told: &Told,
    line_of: &dyn Fn(usize) -> usize,
) -> Option<String> {
    let (mut whole, mut read) = (vec![], vec![]);
    if let Some(root) = shape::shape(written, &mut Diagnostics::default()) {
        with_steps(&root, &|at| at, &mut whole);
    }
    with_steps(root, line_of, &mut read);
    let half = |one: &&Steps| {
        let same = || whole.iter().filter(|entry| entry.says == one.says);
        let is_part = |entry: &Steps| {
            let mut left = entry.steps.iter();
            one.steps.len() < entry.steps.len()
                && one.steps.iter().all(|step| left.any(|other| other == step))
        };
        !one.steps.is_empty()
            && same().any(is_part)
            && same().all(|entry| entry.steps != one.steps)
            && !told.faulty.iter().any(|line| one.lines.contains(line))
    };
    read.iter().find(half).map(|one| format!("half of an entry would be played: {one:?}"))
}

/// What is said of a sheet and where, in lines of the mail.
struct Told {
    said: BTreeSet<usize>,
    /// Where a fault stands.
    faulty: BTreeSet<usize>,
    rejected: bool,
    remarks: bool,
}

fn told(
    tables: &Tables,
    example: &Example,
    found: &Found,
    line_of: &dyn Fn(usize) -> usize,
) -> Told {
    let text = found.sheet.text();
    let checked = tables.with(example, |game, known| game.check(known, text).unwrap());
    let mut said: BTreeSet<usize> = checked
        .faults
        .iter()
        .map(|fault| line_of(found.sheet.back(fault.at.clone()).start))
        .collect();
    let faults = checked.faults.iter().filter(|fault| fault.weight == Weight::Fault);
    let faulty = faults.map(|fault| line_of(found.sheet.back(fault.at.clone()).start)).collect();
    let named = found.unread.iter().chain(&found.quoted).chain(&found.in_texts);
    said.extend(named.map(|(number, _)| *number));
    let header = umpire::sheet::frame::header(text);
    let own = umpire::sheet::frame::header(&example.text);
    let is_whole = header.season == own.season && header.power == own.power;
    let remarks = !checked.faults.is_empty()
        || !found.liberties.is_empty()
        || !found.unread.is_empty()
        || !found.quoted.is_empty()
        || !found.in_texts.is_empty();
    Told {
        said,
        faulty,
        rejected: !is_whole || (checked.faults.has_faults() && !checked.counts),
        remarks,
    }
}

/// The orders that were written and are not read, and how many are read that were not written.
fn compared<'o>(whole: &'o [String], read: &[String]) -> (Vec<&'o String>, usize) {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    read.iter().for_each(|order| *left.entry(order).or_default() += 1);
    let mut gone = vec![];
    for order in whole {
        match left.get_mut(order.as_str()) {
            Some(many) if *many > 0 => *many -= 1,
            _ => gone.push(order),
        }
    }
    (gone, left.values().sum())
}

/// The first line of a mail that is lost without a word, if there is one.
fn lost(
    tables: &Tables,
    example: &Example,
    whole: &[String],
    contents: &Contents,
) -> Option<String> {
    // None or two of them are refused, or go to a person.
    let [found] = &contents.sheets[..] else { return None };
    let origin = found.sheet.origin();
    let line_of = |at: usize| {
        origin.as_bytes()[..at.min(origin.len())].iter().filter(|sign| **sign == b'\n').count() + 1
    };
    let root = shape::shape(found.sheet.text(), &mut Diagnostics::default())?;
    let told = told(tables, example, found, &line_of);
    if told.rejected {
        return None;
    }
    let half =
        half_played(&example.text, &root, &told, &|at| line_of(found.sheet.back(at..at + 1).start));
    if half.is_some() {
        return half;
    }
    let (gone, changed) = compared(whole, &orders_of(found.sheet.text()));
    if gone.is_empty() {
        return None;
    }
    let place = |at: usize| line_of(found.sheet.back(at..at + 1).start);
    let mut all = vec![];
    values(&root, &place, &mut all);
    let begun: BTreeSet<usize> = all.iter().map(|value| value.first).collect();
    for (number, line) in (1..).zip(origin.lines()) {
        let words = line
            .trim_matches(|sign: char| sign.is_whitespace() || ">-*_=.`\u{200b}".contains(sign));
        let orders = words.contains(':') || words.contains('[') || words.starts_with('{');
        if !orders || orders_nothing(example, line) || begun.contains(&number) {
            continue;
        }
        let is_inside = |value: &&Value| value.first < number && number <= value.last;
        let around = all.iter().find(is_inside);
        let is_told = told.said.contains(&number)
            || around.is_some_and(|value| told.said.contains(&value.first));
        if !is_told {
            return Some(format!("line {number} `{line}`"));
        }
    }
    if told.remarks {
        return None;
    }
    // Nothing was said: then what is read is what was written, but for one order that was changed
    // and those around it.
    (gone.len() > changed).then(|| format!("{gone:?}"))
}

/// Whether a line was a comment or a part of a text, was put in, or names the campaign, which
/// nobody needs.
fn orders_nothing(example: &Example, line: &str) -> bool {
    let trimmed: Vec<char> = line.trim().chars().collect();
    let part = trimmed.len().min(12);
    let head: String = trimmed[..part].iter().collect();
    let tail: String = trimmed[trimmed.len() - part..].iter().collect();
    let (mut in_text, mut outer) = (false, 0);
    for written in example.text.lines() {
        let indent = written.len() - written.trim_start().len();
        in_text &= indent > outer || written.trim().is_empty();
        let said_nothing = in_text || written.starts_with('#') || written.starts_with("campaign:");
        let value = written.strip_prefix("campaign: ").unwrap_or("#");
        let is_it = written.contains(&head) || written.contains(&tail) || line.ends_with(value);
        if said_nothing && is_it {
            return true;
        }
        if !in_text && written.trim_end().ends_with('|') {
            (in_text, outer) = (true, indent);
        }
    }
    line.trim_start().starts_with(['#']) || line.starts_with("campaign:") || LINES.contains(&line)
}

#[test]
fn small_slips_lose_no_order_in_silence() {
    let seed = std::env::var("UMPIRE_SEED").ok().and_then(|value| value.parse().ok());
    let (seed, cases) = (seed.unwrap_or(1), crate::effort::count().unwrap_or(240));
    let (tables, examples) = (Tables::default(), examples());
    let mut keys: BTreeMap<&str, Keys> = BTreeMap::new();
    let mut random = Random(seed);
    let (mut silent, mut read) = (vec![], 0);
    for _ in 0..cases {
        let example = &examples[random.below(examples.len())];
        let keys = keys
            .entry(example.system)
            .or_insert_with(|| Keys::of(rules::referee(example.system).unwrap()));
        let (text, how) = slip(&example.text, &mut random);
        let head = mail("m", "");
        let typed = format!(
            "{}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{text}",
            head.trim_end()
        );
        let contents = find::find(&Message::read(typed.as_bytes()), keys);
        read += usize::from(contents.sheets.len() == 1);
        if let Some(what) = lost(&tables, example, &orders_of(&example.text), &contents) {
            silent.push(format!("{} {how}: {what}", example.name));
        }
    }
    assert!(read * 2 > usize::try_from(cases).unwrap(), "{read} of {cases} had one sheet");
    assert!(silent.is_empty(), "{} of {cases}, seed {seed}:\n{}", silent.len(), silent.join("\n"));
}
