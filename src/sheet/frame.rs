//! The frame of every sheet: whose it is, for which season, and the keys all games share.

use super::diagnostic::{Diagnostic, Diagnostics};
use super::keys::{Field, Filled, Given, Value};
use super::shape::{self, Kind, Node};
use super::vocabulary::Noun;
use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;

/// A power of the campaign.
pub const POWER: Noun = Noun { name: "power", doc: "the name of a power, such as `france`" };

const LETTER: &[Field] = &[
    Field {
        key: "to",
        value: Value::Needed(&Value::List(&Value::Name(&POWER))),
        doc: "Who gets the letter.",
    },
    Field { key: "text", value: Value::Needed(&Value::Text), doc: "What it says." },
];

/// The keys that a sheet of any rule system may have.
pub const FRAME: &[Field] = &[
    Field { key: "campaign", value: Value::Text, doc: "The name of the campaign." },
    Field {
        key: "season",
        value: Value::Text,
        doc: "The season the orders are for: `spring 1800`.",
    },
    Field { key: "power", value: Value::Text, doc: "The power whose orders these are." },
    Field { key: "token", value: Value::Text, doc: "The word that proves it is you." },
    Field {
        key: "strict",
        value: Value::Flag,
        doc: "With `yes`, one fault rejects the whole sheet; else the rest of it counts.",
    },
    Field {
        key: "letters",
        value: Value::List(&Value::Map(LETTER)),
        doc: "Letters to other powers; the receipt says when they arrive.",
    },
    Field {
        key: "note to umpire",
        value: Value::Text,
        doc: "Words for the umpire to read; they order nothing and hold nothing up.",
    },
];

/// A frame as it is filled in, for the schema; the rest of it stands in every example sheet.
pub const EXAMPLE: &str = "\
strict: yes
letters:
  - to: austria
    text: Sire, let us make peace.
note to umpire: I would rather lose Turin than the army.
";

/// What stands at the head of a sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    pub campaign: Option<String>,
    pub season: Option<String>,
    pub power: Option<String>,
    pub token: Option<String>,
    pub strict: bool,
}

/// Reads the head of a sheet without asking what the orders mean.
pub fn header(sheet: &str) -> Header {
    header_of(shape::shape(sheet, &mut Diagnostics::default()).as_ref())
}

/// Reads the head of a tree, if there is one.
pub fn header_of(root: Option<&Node>) -> Header {
    let Some(root) = root else { return Header::default() };
    let word = |key| {
        let value = root.get(key).or_else(|| root.get_in_capitals(key));
        value.and_then(Node::text).map(|text| text.trim().to_owned())
    };
    Header {
        campaign: word("campaign"),
        season: word("season"),
        power: word("power"),
        token: word("token"),
        strict: matches!(word("strict").as_deref(), Some("yes" | "true")),
    }
}

/// A sheet for another season is a mistake that its author should hear of at once.
pub fn season<S>(given: Option<&Given>, now: S, faults: &mut Diagnostics)
where
    S: FromStr + Display + PartialEq,
{
    let Some((given, written)) = given.and_then(|given| Some((given, given.name()?))) else {
        return;
    };
    let text = match written.parse::<S>() {
        Ok(season) if season == now => return,
        Ok(season) => format!("this is for {season}; orders are open for {now}"),
        Err(_) => format!("`{written}` is not a season"),
    };
    let help = format!("write `season: {now}`");
    faults.push(Diagnostic::fault("other-season", given.at.clone(), text).help(help));
}

/// A name as it stands in a sheet: in quotation marks, if YAML would read it as something else.
pub fn quoted(name: &str) -> String {
    let is_word = |sign: char| sign.is_alphanumeric() || " '-.()/".contains(sign);
    let begins = name.chars().next().is_some_and(char::is_alphanumeric);
    match begins && name.chars().all(is_word) {
        true => name.to_owned(),
        false => format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

/// When a letter goes that does not wait for the report.
const AT_ONCE: &str = "goes on once, as soon as a sheet with it is in";

/// A letter as the receipt tells of it: to whom, how long, and when it arrives.
pub fn letter_told(to: &str, text: &str, at_once: bool) -> String {
    let when = if at_once { AT_ONCE } else { "goes with the report" };
    format!("letter to {to}, {} characters: {when}", text.chars().count())
}

/// The letter of such a line, if it is gone once a sheet with it was taken in.
pub fn letter_gone(told: &str) -> Option<&str> {
    told.strip_suffix(AT_ONCE)?.strip_suffix(": ")
}

/// The same line for a letter that has no reader; nothing, if it is no such line or goes to somebody else.
pub fn letter_unread(told: &str, unplayed: impl Fn(&str) -> bool) -> Option<String> {
    let letter = letter_gone(told)?;
    let (to, _) = letter.strip_prefix("letter to ")?.rsplit_once(", ")?;
    unplayed(to).then(|| format!("{letter}: nobody plays {to}, so nobody reads it"))
}

/// Whether a sheet sets standing orders, or lifts them: only if nothing is wrong in them.
pub fn sets_standing(standing: Option<&Range<usize>>, faults: &Diagnostics) -> bool {
    standing.is_some_and(|at| !faults.fault_within(at))
}

/// The letters of a sheet, each with the power it goes to. One to oneself is a fault, and so is one
/// that says nothing.
pub fn letters(sheet: &Filled, power: &str, faults: &mut Diagnostics) -> Vec<(String, String)> {
    let mut letters = vec![];
    for letter in sheet.list("letters").iter().filter_map(Given::map) {
        let text = letter.name("text").unwrap_or_default();
        for to in letter.list("to") {
            if to.name() == Some(power) {
                let text = "a letter to yourself needs no post";
                faults.push(Diagnostic::fault("letter-to-self", to.at.clone(), text));
            }
        }
        if text.trim().is_empty() {
            if !faults.fault_within(&letter.at) {
                let what = "a letter without a text goes to nobody";
                faults.push(Diagnostic::fault("letter-empty", letter.at.clone(), what));
            }
            continue;
        }
        let to = letter.names("to").into_iter().filter(|to| *to != power);
        letters.extend(to.map(|to| (to.to_owned(), text.to_owned())));
    }
    letters
}

/// The widest comment of an order form; no mail program breaks it.
pub const COMMENT_WIDTH: usize = 64;

/// The lines at the head of a sheet that say whose it is and for which season.
pub fn head(campaign: &str, season: impl std::fmt::Display, power: &str) -> String {
    format!("campaign: {campaign}\nseason: {season}\npower: {power}\n")
}

/// Writes a comment of an order form, in lines that no mail program breaks.
pub fn comment(text: &str, line: &mut impl FnMut(&str)) {
    wrapped(text, ("#  ", "#    "), line);
}

/// Writes a comment between steps of an order form, which stays one when their `#` is taken away.
pub fn comment_between(text: &str, line: &mut impl FnMut(&str)) {
    wrapped(text, ("#   #", "#   #  "), line);
}

fn wrapped(text: &str, (first, next): (&str, &str), line: &mut impl FnMut(&str)) {
    let mut written = first.to_owned();
    for word in text.split(' ') {
        if written.chars().count() + 1 + word.chars().count() > COMMENT_WIDTH {
            line(&written);
            next.clone_into(&mut written);
        }
        written.push(' ');
        written.push_str(word);
    }
    line(&written);
}

/// Reports what is missing at the head; returns the tree if it is a map.
pub fn must_be_map(root: &Node, faults: &mut Diagnostics) -> bool {
    let is_map = matches!(root.kind, Kind::Map(_));
    if !is_map {
        let text = format!("an order sheet is a map of keys; this is {}", root.in_words());
        faults.push(
            Diagnostic::fault("no-sheet", root.at.start..root.at.start, text)
                .help("begin with the lines `season:` and `power:`"),
        );
    }
    is_map
}
