//! Whatever line gets into a sheet on its way, no order of it is lost without a word.
//!
//! One line is put at one place of a sheet of `orders/`, which is mailed as text, as HTML or under
//! `> `. Either all its lines are read, or its writer is told. A part of all places is tried; all of
//! them in a long run.

use super::example_sheets::{examples, sheets};
use super::house::{House, mail};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use umpire::mail::find::{self, Contents};
use umpire::mail::mend::Sieve;
use umpire::mail::message::Message;
use umpire::rules;
use umpire::sheet::shape::{self, Kind};
use umpire::sheet::{Diagnostics, frame};

/// The keys of one rule system.
struct Keys(BTreeSet<String>);

impl Keys {
    fn of(system: &str) -> Keys {
        let schema = rules::referee(system).unwrap().schema();
        Keys(schema["properties"].as_object().unwrap().keys().cloned().collect())
    }
}

impl Sieve for Keys {
    fn shape(&self, text: &str) -> Option<String> {
        let mut faults = Diagnostics::default();
        let root = shape::shape(text, &mut faults)?;
        (matches!(root.kind, Kind::Map(_)) && !faults.has_faults()).then(|| text.to_owned())
    }

    fn keys(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.0.iter().map(String::as_str))
    }

    fn knows(&self, key: &str) -> bool {
        self.has(key)
    }

    fn has(&self, key: &str) -> bool {
        self.0.contains(key)
    }
}

const FORMS: [&str; 3] = ["text", "html", "quoted"];

fn posted(sheet: &str, form: &str) -> String {
    let typed = |kind: &str, body: &str| {
        let head = mail("m", "");
        format!(
            "{}\nMIME-Version: 1.0\nContent-Type: {kind}; charset=utf-8\n\
             Content-Transfer-Encoding: 8bit\n\n{body}",
            head.trim_end()
        )
    };
    match form {
        "text" => typed("text/plain", sheet),
        "html" => {
            let line = |line: &str| {
                let inner = line.trim_start_matches(' ');
                let indent = "&nbsp;".repeat(line.len() - inner.len());
                let inner = inner.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                let inner = inner.replace("  ", "&nbsp; ");
                match line.trim().is_empty() {
                    true => "<div><br></div>\n".to_owned(),
                    false => format!("<div>{indent}{inner}</div>\n"),
                }
            };
            let body: String = sheet.lines().map(line).collect();
            typed("text/html", &format!("<html><body>\n{body}</body></html>\n"))
        }
        _ => {
            let body: String = sheet.lines().map(|line| format!("> {line}\n")).collect();
            typed("text/plain", &body)
        }
    }
}

fn read(sheet: &str, form: &str, keys: &Keys) -> Contents {
    find::find(&Message::read(posted(sheet, form).as_bytes()), keys)
}

/// Whether the writer hears that something was not read as it stands, compared with the sheet
/// alone.
fn is_told(contents: &Contents, alone: &Contents, keys: &Keys) -> bool {
    let ([found], [before]) = (&contents.sheets[..], &alone.sheets[..]) else { return true };
    let text = found.sheet.text();
    let header = frame::header(text);
    let mut faults = Diagnostics::default();
    let Some(root) = shape::shape(text, &mut faults) else { return true };
    let Kind::Map(pairs) = &root.kind else { return true };
    let is_strange = pairs.iter().any(|(key, _)| !key.text().is_some_and(|key| keys.has(key)));
    is_strange
        || faults.has_faults()
        || header.season.is_none()
        || !found.unread.is_empty()
        || found.liberties != before.liberties
}

/// The first line of a sheet that was not read.
fn lost(sheet: &str, contents: &Contents) -> Option<String> {
    let words =
        |line: &str| -> String { line.chars().filter(|sign| !sign.is_whitespace()).collect() };
    let text = contents.sheets.first().map_or("", |found| found.sheet.text());
    let read: BTreeSet<String> = text.lines().map(words).collect();
    // A head orders nothing: a sheet with another season or power is refused in words.
    let is_head =
        |line: &str| ["campaign:", "season:", "power:"].iter().any(|key| line.starts_with(key));
    let is_order = |line: &&str| !line.trim_start().starts_with('#') && !is_head(line);
    let orders = sheet.lines().filter(is_order);
    orders.map(words).find(|line| !line.is_empty() && !read.contains(line))
}

fn check(change: impl Fn(&[&str], usize, usize) -> Option<String>, changes: usize) {
    let all = crate::effort::is_long();
    let (mut number, mut tried) = (0_usize, 0);
    for system in ["nations", "kriegsspiel"] {
        let keys = Keys::of(system);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("orders").join(system);
        for path in sheets(&folder) {
            let sheet = fs::read_to_string(&path).unwrap();
            let lines: Vec<&str> = sheet.lines().collect();
            let alone = FORMS.map(|form| read(&sheet, form, &keys));
            for (form, alone) in FORMS.iter().zip(&alone) {
                assert_eq!(lost(&sheet, alone), None, "{} as {form}", path.display());
                for at in 0..=lines.len() {
                    for kind in 0..changes {
                        number += 1;
                        if !all && number % 29 != 0 {
                            continue;
                        }
                        let Some(changed) = change(&lines, at, kind) else { continue };
                        tried += 1;
                        let contents = read(&changed, form, &keys);
                        if let Some(line) = lost(&sheet, &contents) {
                            assert!(
                                is_told(&contents, alone, &keys),
                                "{} as {form}: `{line}` is lost without a word\n{changed}",
                                path.display()
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 200, "{tried} cases were tried");
}

#[test]
fn a_line_between_the_lines_loses_no_order_in_silence() {
    const LINES: [&str; 14] = [
        "And here how we react:",
        "\nAnd here how we react:\n",
        "---",
        "...",
        "A paragraph that is not set in.",
        "\nA paragraph that is not set in.\n",
        "Regards,",
        "power: france",
        "\nseason: spring 1800\n",
        "\n",
        "\u{200b}",
        "-- ",
        "- see below",
        "Note: this one matters",
    ];
    let change = |lines: &[&str], at: usize, kind: usize| {
        let (before, after) = lines.split_at(at);
        let parts = [before, &[LINES[kind]], after].concat();
        Some(parts.join("\n") + "\n")
    };
    check(change, LINES.len());
}

#[test]
fn a_sign_that_cannot_be_seen_loses_no_order() {
    const SIGNS: [&str; 7] =
        ["\u{200b}", "\u{feff}", "\u{ad}", "\u{2060}", "\u{200e}", "\0", "\u{7}"];
    let change = |lines: &[&str], at: usize, kind: usize| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        lines.get_mut(at)?.insert_str(0, SIGNS[kind]);
        Some(lines.join("\n") + "\n")
    };
    check(change, SIGNS.len());
}

/// A line of a sheet that is neither a comment nor of its head, and is not empty.
fn is_order(line: &str) -> bool {
    let orders_nothing = line.trim().is_empty() || line.trim_start().starts_with('#');
    !orders_nothing && !["campaign:", "season:", "power:"].iter().any(|key| line.starts_with(key))
}

/// What is said of a sheet in which lines were taken for a quotation: whether a line is named, and
/// whether the order around it is cut off.
fn told_of_quoted(contents: &Contents, line: &str) -> (bool, bool) {
    let [found] = &contents.sheets[..] else { return (true, true) };
    let mut faults = Diagnostics::default();
    let is_read = shape::shape(found.sheet.text(), &mut faults).is_some();
    let is_named = found.quoted.iter().any(|(_, quoted)| {
        let quoted: String = quoted.trim_start_matches('>').trim().chars().take(60).collect();
        line.trim().starts_with(&quoted)
    });
    let is_cut = faults.iter().any(|fault| fault.code == "cut-off");
    (is_named || !is_read, is_cut || !is_read)
}

#[test]
fn a_line_under_a_quotation_mark_is_named_and_cuts_its_order() {
    let mut tried = 0;
    for example in examples() {
        let keys = Keys::of(example.system);
        let lines: Vec<&str> = example.text.lines().collect();
        for at in (0..lines.len()).filter(|at| is_order(lines[*at])) {
            let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            changed[at].insert_str(0, "> ");
            let contents = read(&(changed.join("\n") + "\n"), "text", &keys);
            let (is_named, is_cut) = told_of_quoted(&contents, lines[at]);
            assert!(is_named, "{}: {:?} is lost", example.name, lines[at]);
            let next = lines.get(at + 1).copied().unwrap_or_default();
            let is_set_in = |line: &str| line.starts_with(' ') && is_order(line);
            let is_inside = is_set_in(lines[at]) || is_set_in(next);
            assert!(is_cut || !is_inside, "{}: {:?} cuts nothing", example.name, lines[at]);
            tried += 1;
        }
    }
    assert!(tried > 250, "{tried} lines were tried");
}

#[test]
fn what_follows_an_attribution_within_a_sheet_is_named_and_cuts_its_order() {
    const HEADS: [&str; 3] = [
        "On Sat, 21 Nov 2026 at 11:00, The umpire <u@games.example> wrote:",
        "\nLe 21/11/2026 à 11:00, L'arbitre <u@games.example> a écrit :\n",
        "-----Original Message-----",
    ];
    let mut tried = 0;
    for example in examples() {
        let keys = Keys::of(example.system);
        let lines: Vec<&str> = example.text.lines().collect();
        for (at, head) in (4..lines.len()).zip(HEADS.iter().cycle()) {
            let is_inside = lines[at].starts_with("  ") && is_order(lines[at]);
            let (before, after) = lines.split_at(at);
            if !is_inside || !before.iter().any(|line| line.starts_with("power:")) {
                continue;
            }
            let changed = [before, &[head], after].concat().join("\n") + "\n";
            let contents = read(&changed, "text", &keys);
            let (is_named, is_cut) = told_of_quoted(&contents, lines[at]);
            assert!(is_named, "{}: {:?} is lost\n{changed}", example.name, lines[at]);
            // A new entry cuts none.
            let indent = |line: &str| line.len() - line.trim_start().len();
            let is_outer = |line: &&&str| indent(line) < indent(lines[at]) && is_order(line);
            let outer = before.iter().rev().find(is_outer).map_or("", |line| line.trim());
            let is_entry = lines[at].trim_start().starts_with("- ") && outer != "steps:";
            assert!(is_cut || is_entry, "{}: {:?}\n{changed}", example.name, lines[at]);
            tried += 1;
        }
    }
    assert!(tried > 150, "{tried} places were tried");
}

#[test]
fn an_order_that_was_cut_is_not_half_played() {
    let head = "campaign: italy\nseason: spring 1796\npower: france\n";
    let entry = "activations:\n  - leader: Bonaparte\n    steps:\n      - march: [Savona]\n";
    let check = |rest: &str, played: &[&str], not_played: &[&str]| {
        let house = House::started();
        let intake = house.answered(mail("m", &format!("{head}{entry}{rest}"))).text;
        let (_, plan) = intake.split_once("WHAT WILL BE PLAYED").unwrap_or_default();
        let plan = plan.split("\nREMARKS AND FAULTS").next().unwrap_or_default();
        for words in played {
            assert!(plan.contains(words), "{words} is played\n{intake}");
        }
        for words in not_played {
            assert!(!plan.contains(words), "{words} is not played\n{intake}");
        }
        house.told().iter().for_each(|mail| assert!(!mail.starts_with("letter"), "{mail}"));
    };
    let other = "  - leader: Masséna\n    steps:\n      - march: [Nice]\n";
    check(
        &format!(">      - march: [Genoa]\n{other}"),
        &["Nice W3435 2"],
        &["march: Genoa", "march: Savona"],
    );
    check(
        &format!("      - march: [Genoa]\n-- \n{other}"),
        &["march: Savona", "march: Genoa"],
        &["march: Nice"],
    );
    check(
        &format!("{other}-- \n      - march: [Genoa]\n"),
        &["march: Savona"],
        &["march: Genoa", "march: Nice"],
    );
    let letter = "letters:\n  - to: austria\n    text: |\n      Sire,\n> give it up\n      Ada\n";
    check(letter, &["march: Savona"], &["letter to"]);
}

/// A text as a mail program sends it that breaks every line before a column.
fn hard_wrapped(text: &str, columns: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let mut width = 0;
        for (number, word) in line.split(' ').enumerate() {
            if width > 0 && width + 1 + word.chars().count() > columns {
                wrapped.push('\n');
                width = 0;
            } else if number > 0 {
                wrapped.push(' ');
                width += 1;
            }
            wrapped.push_str(word);
            width += word.chars().count();
        }
        wrapped.push('\n');
    }
    wrapped
}

#[test]
fn a_form_that_was_broken_at_66_columns_is_read() {
    let house = House::started();
    let form = house.desk().form("france").unwrap();
    let order = "activations:\n  - leader: Bonaparte\n    steps:\n      - march: [Genoa]\n";
    let wrapped = hard_wrapped(&form.replace("activations:\n", order), 66);
    let verdict = house.hand_in(mail("wrapped", &wrapped));
    assert_eq!(verdict, "accepted", "{wrapped}");
    let store = house.store();
    let season = store.current_season().unwrap();
    let sheet = store.newest_sheet(season.id, "france").unwrap().unwrap();
    assert!(sheet.text.contains("\n      - march: [Genoa]\n"), "{}", sheet.text);
    let mut comments = form.lines().filter(|line| line.starts_with('#'));
    assert_eq!(comments.find(|line| line.chars().count() > 64), None);
}
