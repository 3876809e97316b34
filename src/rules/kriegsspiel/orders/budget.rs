//! `budget:`: what a purse is spent on before the marches, in order of priority (§15.1, §16.5, §18).
//!
#![doc = "```yaml"]
#![doc = include_str!("../../../../orders/kriegsspiel/budget.yaml")]
#![doc = "```"]
//!
//! Not here: what the lines come to (`money/spending.rs`), and what is told of that beforehand
//! (`rehearsal/purse.rs`).

use crate::book::Book;
use crate::book::scenario::MOST_MONEY;
use crate::money::budget::{Line, Whom};
use crate::money::purchase::Purchase;
use crate::orders::organise;
use crate::orders::words::{FED, FLEET, FORMATION, NEEDED, PLACE, SHIP, UNIT};
use crate::record::state::Kind as Body;
use sheet::keys::{Field, Filled, Kind, Value};
use sheet::shape::{Kind as NodeKind, Node};
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

/// The most units of a sort that one line buys.
const MOST_UNITS: i64 = 99;

/// What a line can buy, and what must stand beside it.
struct Sort {
    key: &'static str,
    /// The field that says how many of what, if one does.
    units: Option<&'static str>,
    /// Whether a place may be named where it appears.
    at: bool,
}

const SORTS: [Sort; 7] = [
    Sort { key: "brigade", units: Some("units"), at: true },
    Sort { key: "levy", units: Some("units"), at: true },
    Sort { key: "into", units: Some("units"), at: false },
    Sort { key: "depots", units: None, at: false },
    Sort { key: "general", units: None, at: true },
    Sort { key: "fleet", units: Some("ships"), at: true },
    Sort { key: "ships into", units: Some("ships"), at: false },
];

pub const BUY: Kind = Kind {
    key: "buy",
    value: Value::Map(&[
        Field {
            key: "brigade",
            value: Value::Either(&Value::Text),
            doc: "What a new brigade is called. The same sheet can order it.",
        },
        Field {
            key: "levy",
            value: Value::Either(&Value::Text),
            doc: "The same for the Ottomans, whose troops form no brigades.",
        },
        Field {
            key: "into",
            value: Value::Either(&Value::Name(&FORMATION)),
            doc: "A corps or brigade of your own in a home city that gets more troops.",
        },
        Field {
            key: "depots",
            value: Value::Either(&Value::Number(1, 20)),
            doc: "How many depots, to be deployed in this turn or a later one.",
        },
        Field {
            key: "general",
            value: Value::Either(&Value::Flag),
            doc: "`yes`: a general, with ratings by a die, for who began with fewer than nine, up to nine.",
        },
        Field {
            key: "fleet",
            value: Value::Either(&Value::Text),
            doc: "What a new fleet, squadron or transport fleet is called. It sails from the next turn on.",
        },
        Field {
            key: "ships into",
            value: Value::Either(&Value::Name(&FLEET)),
            doc: "A fleet of your own in a home port that gets more ships.",
        },
        Field {
            key: "ships",
            value: Value::Named(&SHIP, &Value::Number(1, MOST_UNITS)),
            doc: "How many of which ships, for a fleet.",
        },
        Field {
            key: "units",
            value: Value::Named(&UNIT, &Value::Number(1, MOST_UNITS)),
            doc: "How many of which troops, for a brigade, a levy or a formation.",
        },
        Field {
            key: "at",
            value: Value::Name(&PLACE),
            doc: "The home city where it appears: a victory city that you own and hold, without an enemy in it. \
                  For ships the home port: a shipyard of yours. Without it, your capital, or the first on the list.",
        },
    ]),
    doc: "Buys one thing for money, and troops for manpower as well; points are turned into money for it. It appears \
          before the marches. What money or manpower does not reach, or the rules do not allow, is left out, and the \
          lines behind it stand.",
    rule: "K05 §18",
};

/// Every kind of line.
pub const KINDS: [&Kind; 4] = [&SUPPLY, &ACTION_POINTS, &BUY, &KEEP];

/// The most lines of a budget.
const MOST_LINES: usize = 40;

/// The names of the formations that a sheet buys, before anything else of it is read.
pub fn bought(root: &Node) -> Vec<String> {
    let name = |step: &Node| {
        let buy = step.get("buy")?;
        let name = buy.get("brigade").or_else(|| buy.get("levy"))?.text()?.trim();
        (!name.is_empty()).then(|| name.to_owned())
    };
    let Some(NodeKind::Seq(steps)) = root.get("budget").map(|node| &node.kind) else {
        return vec![];
    };
    steps.iter().filter_map(name).take(MOST_LINES).collect()
}

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
        "buy" => Some(Line::NoPurchase),
        // What is not to be kept is kept from nothing.
        _ => None,
    }
}

/// Reads the list. In the place of a faulty line stands what is done without it, unless another line of its kind is
/// sound; in that of a faulty purchase nothing is bought. The rest stands.
pub fn read(book: &Book, filled: &Filled, faults: &mut Diagnostics) -> Vec<Item> {
    let mut items: Vec<Item> = vec![];
    for (number, step) in (1..).zip(filled.steps("budget")) {
        let map = step.given.as_ref().and_then(sheet::keys::Given::map);
        let map = map.filter(|_| !faults.fault_within(&step.at));
        let at = step.at.start..step.at.start + 1;
        if items.len() >= MOST_LINES {
            let text = format!("a budget has {MOST_LINES} lines at the most; this one is left out");
            faults.push(Diagnostic::fault("too-many-lines", at, text));
            continue;
        }
        let line = match map.map(|map| line(book, step.key, map)) {
            Some(Err((code, text))) => {
                faults.push(Diagnostic::fault(code, at.clone(), text));
                None
            }
            Some(Ok(line)) => Some(line),
            None => None,
        };
        let stands_in = line.is_none();
        let item = line.or_else(|| instead(step.key));
        items.extend(item.map(|line| Item { number, at, line, stands_in }));
    }
    let kinds: Vec<_> = items.iter().map(|item| (kind_of(item), item.stands_in)).collect();
    let sound = |item: &Item| kinds.contains(&(kind_of(item), false));
    let first = |item: &Item| {
        let place = items.iter().position(|one| kind_of(one) == kind_of(item));
        place.is_some_and(|place| items[place].number == item.number)
    };
    let stays = |item: &&Item| {
        let is_purchase = item.line == Line::NoPurchase;
        !item.stands_in || is_purchase || (!sound(item) && first(item))
    };
    items.iter().filter(stays).cloned().collect()
}

/// What tells lines of one kind from those of another.
fn kind_of(item: &Item) -> std::mem::Discriminant<Line> {
    std::mem::discriminant(&item.line)
}

/// What a line says; if it contradicts itself, the code and words of that.
fn line(book: &Book, key: &str, map: &Filled) -> Result<Line, (&'static str, String)> {
    let none = || ("no-such-line", format!("`{key}:` says nothing here"));
    match key {
        "supply" => whom(map).map(Line::Supply).ok_or_else(|| {
            ("nobody-and-others", "`nobody` and others do not go together".to_owned())
        }),
        "action points" => {
            let points = map.name("points").ok_or_else(none)?;
            Ok(Line::ActionPoints(points.parse().ok()))
        }
        "keep" => {
            let money = map.number("money").and_then(|money| u32::try_from(money).ok());
            money.map(Line::Keep).ok_or_else(none)
        }
        "buy" => purchase(book, map).map(Line::Buy),
        _ => Err(none()),
    }
}

/// What a line buys: one thing, with what must stand beside it.
fn purchase(book: &Book, map: &Filled) -> Result<Purchase, (&'static str, String)> {
    let says = |key: &str| map.get(key).is_some() && (key != "general" || map.flag(key));
    let mut named = SORTS.iter().filter(|sort| says(sort.key));
    let keys = || SORTS.map(|sort| format!("`{}:`", sort.key)).join(", ");
    let (Some(sort), None) = (named.next(), named.next()) else {
        return Err(("one-purchase", format!("a line buys one thing: {}", keys())));
    };
    for field in ["units", "ships"] {
        if (sort.units == Some(field)) != organise::counted(map, field).is_some() {
            let needs = if sort.units == Some(field) { "needs" } else { "has no" };
            return Err(("units-of-what", format!("`{}:` {needs} `{field}:`", sort.key)));
        }
    }
    let troops = sort.units.and_then(|field| organise::counted(map, field));
    if map.is_written("at") && !sort.at {
        return Err(("appears-where", format!("`{}:` has no `at:`", sort.key)));
    }
    let troops = troops.unwrap_or_default();
    let name = || map.name(sort.key).unwrap_or_default().trim().to_owned();
    let at = map.name("at").and_then(|name| book.atlas.find(name));
    let count = || map.number(sort.key).and_then(|count| u8::try_from(count).ok()).unwrap_or(1);
    Ok(match sort.key {
        "into" => Purchase::Into { formation: name(), troops },
        "depots" => Purchase::Depots(count()),
        "general" => Purchase::General { at },
        "fleet" => Purchase::Fleet { name: name(), at, ships: troops },
        "ships into" => Purchase::Ships { fleet: name(), ships: troops },
        "levy" => Purchase::New { kind: Body::Levy, name: name(), at, troops },
        _ => Purchase::New { kind: Body::Brigade, name: name(), at, troops },
    })
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
