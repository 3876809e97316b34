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
}

/// Reads the list; faulty lines are left out, and the rest stands.
pub fn read(filled: &Filled, faults: &mut Diagnostics) -> Vec<Item> {
    let mut items: Vec<Item> = vec![];
    for (number, step) in (1..).zip(filled.steps("budget")) {
        let Some(map) = step.given.as_ref().and_then(sheet::keys::Given::map) else { continue };
        if faults.fault_within(&step.at) {
            continue;
        }
        let line = match step.key {
            "supply" => whom(map).map(Line::Supply),
            "action points" => {
                map.name("points").map(|points| Line::ActionPoints(points.parse().ok()))
            }
            "keep" => {
                map.number("money").and_then(|money| u32::try_from(money).ok()).map(Line::Keep)
            }
            // A line of another kind is told as a fault, and never played as one of these.
            _ => None,
        };
        match line {
            Some(line) => items.push(Item { number, at: step.at.clone(), line }),
            None => {
                let text = "`nobody` and others do not go together".to_owned();
                faults.push(Diagnostic::fault("nobody-and-others", step.at.clone(), text));
            }
        }
    }
    items
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
