//! `budget:`: what resource points are set aside for before the marches, in order of priority (§15.1, §16.5).
//!
#![doc = "```yaml"]
#![doc = include_str!("../../../../orders/kriegsspiel/budget.yaml")]
#![doc = "```"]
//!
//! Not here: what the lines come to (`money/spending.rs`), and what is told of that beforehand
//! (`rehearsal/purse.rs`).

use crate::book::scenario::MOST_MONEY;
use crate::money::budget::{Line, Whom};
use crate::orders::words::{FED, NEEDED};
use sheet::keys::{Field, Filled, Kind, Value};
use sheet::{Diagnostic, Diagnostics};
use std::ops::Range;

/// The most action points that a line asks for.
pub const MOST_POINTS: u32 = 999;

pub const SUPPLY: Kind = Kind {
    key: "supply",
    value: Value::Short(&[Field {
        key: "whom",
        value: Value::Needed(&Value::List(&Value::Name(&FED))),
        doc: "`all`, `nobody`, or generals with their troops and formations, the first first.",
    }]),
    doc: "Sets a resource point aside for the supply of each corps and brigade that is in the field or marches. \
          Whoever stands in a supply centre of your own needs none.",
    rule: "K05 §15.1",
};

pub const ACTION_POINTS: Kind = Kind {
    key: "action points",
    value: Value::Short(&[Field {
        key: "points",
        value: Value::Needed(&Value::Name(&NEEDED)),
        doc: "The most action points to be had, or `as needed`.",
    }]),
    doc: "Sets resource points aside for action points, never more than your orders need.",
    rule: "K05 §16.5",
};

pub const KEEP: Kind = Kind {
    key: "keep",
    value: Value::Short(&[Field {
        key: "money",
        value: Value::Needed(&Value::Number(1, MOST_MONEY as i64)),
        doc: "Dollars.",
    }]),
    doc: "Lines behind it leave so many dollars alone: what is in the bank, and what points become that are left.",
    rule: "K05 §16.6",
};

/// Every kind of line.
pub const KINDS: [&Kind; 3] = [&SUPPLY, &ACTION_POINTS, &KEEP];

/// A line of a budget, with its number and its place in the sheet.
#[derive(Debug, Clone)]
pub struct Item {
    pub number: u16,
    pub at: Range<usize>,
    pub line: Line,
    /// Whether the line has a fault, so that what a budget does without it stands in its place.
    pub stands_in: bool,
}

/// What is done in the place of a faulty line, so that its kind keeps its rank among the others.
fn instead(key: &str) -> Option<Line> {
    match key {
        "supply" => Some(Line::Supply(Whom::all())),
        "action points" => Some(Line::ActionPoints(None)),
        // What is not to be kept is kept from nothing.
        _ => None,
    }
}

/// Reads the list. In the place of a faulty line stands what is done without it, unless another line of its kind is
/// sound; the rest stands.
pub fn read(filled: &Filled, faults: &mut Diagnostics) -> Vec<Item> {
    let mut items: Vec<Item> = vec![];
    for (number, step) in (1..).zip(filled.steps("budget")) {
        let map = step.given.as_ref().and_then(sheet::keys::Given::map);
        let map = map.filter(|_| !faults.fault_within(&step.at));
        let line = map.and_then(|map| line(step.key, map));
        if map.is_some() && line.is_none() {
            let text = "`nobody` and others do not go together".to_owned();
            faults.push(Diagnostic::fault("nobody-and-others", step.at.clone(), text));
        }
        let stands_in = line.is_none();
        let at = step.at.clone();
        let item = line.or_else(|| instead(step.key));
        items.extend(item.map(|line| Item { number, at, line, stands_in }));
    }
    let kinds: Vec<_> = items.iter().map(|item| (kind_of(item), item.stands_in)).collect();
    let sound = |item: &Item| kinds.contains(&(kind_of(item), false));
    let first = |item: &Item| {
        let place = items.iter().position(|one| kind_of(one) == kind_of(item));
        place.is_some_and(|place| items[place].number == item.number)
    };
    let stays = |item: &&Item| !item.stands_in || (!sound(item) && first(item));
    items.iter().filter(stays).cloned().collect()
}

/// What tells lines of one kind from those of another.
fn kind_of(item: &Item) -> std::mem::Discriminant<Line> {
    std::mem::discriminant(&item.line)
}

/// What a line says; nothing, if it contradicts itself.
fn line(key: &str, map: &Filled) -> Option<Line> {
    match key {
        "supply" => whom(map).map(Line::Supply),
        "action points" => map.name("points").map(|points| Line::ActionPoints(points.parse().ok())),
        "keep" => map.number("money").and_then(|money| u32::try_from(money).ok()).map(Line::Keep),
        // A line of another kind is told as a fault, and never played as one of these.
        _ => None,
    }
}

/// Whom a line feeds; none, if it contradicts itself.
fn whom(map: &Filled) -> Option<Whom> {
    let names = map.names("whom");
    let is = |word: &str| names.contains(&word);
    match (is("nobody"), is("all")) {
        (true, _) => (names.len() == 1).then_some(Whom::default()),
        (false, others) => {
            let first = names.iter().filter(|name| **name != "all").map(|name| (*name).to_owned());
            Some(Whom { first: first.collect(), others })
        }
    }
}
