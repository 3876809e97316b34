//! Who commands what, and what is in it: before the marches, within one hex (§10).
//!
#![doc = "```yaml"]
#![doc = include_str!("../../../../orders/kriegsspiel/organise.yaml")]
#![doc = "```"]

use crate::book::Book;
use crate::orders::words::{CHIEF, FORMATION, UNIT};
use crate::record::state::Kind as Body;
use sheet::keys::{Content, Field, Filled, Kind, Value};
use sheet::shape::{Kind as NodeKind, Node};
use std::collections::BTreeMap;

/// The most units of a sort that one line moves.
const MOST: i64 = 99;

const ASSIGN: &[Field] = &[
    Field {
        key: "formation",
        value: Value::Needed(&Value::Name(&FORMATION)),
        doc: "The corps or brigade.",
    },
    Field {
        key: "to",
        value: Value::Needed(&Value::Name(&CHIEF)),
        doc: "The general, or `nobody`.",
    },
];
const TRANSFER: &[Field] = &[
    Field {
        key: "units",
        value: Value::Needed(&Value::Named(&UNIT, &Value::Number(1, MOST))),
        doc: "How many of which troops.",
    },
    Field { key: "from", value: Value::Needed(&Value::Name(&FORMATION)), doc: "Who gives them." },
    Field { key: "to", value: Value::Needed(&Value::Name(&FORMATION)), doc: "Who takes them." },
];
const MERGE: &[Field] = &[
    Field {
        key: "formation",
        value: Value::Needed(&Value::Name(&FORMATION)),
        doc: "The one that ends.",
    },
    Field {
        key: "into",
        value: Value::Needed(&Value::Name(&FORMATION)),
        doc: "The one that takes its troops.",
    },
];
const RAISE: &[Field] = &[
    Field { key: "name", value: Value::Needed(&Value::Text), doc: "What the new one is called." },
    Field {
        key: "kind",
        value: Value::Needed(&Value::Word(&["corps", "brigade", "marauders"])),
        doc: "What it is.",
    },
    Field {
        key: "from",
        value: Value::Needed(&Value::Name(&FORMATION)),
        doc: "Who gives the troops.",
    },
    Field {
        key: "units",
        value: Value::Needed(&Value::Named(&UNIT, &Value::Number(1, MOST))),
        doc: "How many of which troops.",
    },
];

/// The limits that a change can break, in its own words; a test holds them against those that are played.
const LIMITED_TRANSFER: &str = "Moves units from one formation to another in its hex. A brigade of \
                                infantry has up to 6 battalions and 1 field battery; one of cavalry \
                                has up to 4 regiments and 1 horse battery; for a corps see the page \
                                on how a turn goes, which came with your welcome.";

pub const KINDS: [&Kind; 4] = [
    &Kind {
        key: "assign",
        value: Value::Map(ASSIGN),
        doc: "Puts a formation under a general in its hex, up to the general's command rating. With \
              `nobody` it stands by itself.",
        rule: "K05 §10.1",
    },
    &Kind {
        key: "transfer",
        value: Value::Map(TRANSFER),
        doc: LIMITED_TRANSFER,
        rule: "K05 §10.3",
    },
    &Kind {
        key: "merge",
        value: Value::Map(MERGE),
        doc: "Makes one formation of two in a hex, within the limits of `transfer`.",
        rule: "K05 §10.3",
    },
    &Kind {
        key: "raise",
        value: Value::Map(RAISE),
        doc: "Makes a new formation out of an old one in its hex, within the limits of `transfer`. \
              The same sheet can order it; without orders it stays, and attacks an enemy who \
              comes.",
        rule: "K05 §10.2",
    },
];

/// The most new formations that one sheet names.
const MOST_RAISED: usize = 100;

/// The names of the formations that a sheet raises, before anything else of it is read.
pub fn raised(root: &Node) -> Vec<String> {
    let name = |step: &Node| {
        let name = step.get("raise")?.get("name")?.text()?.trim();
        (!name.is_empty()).then(|| name.to_owned())
    };
    let Some(NodeKind::Seq(steps)) = root.get("organise").map(|node| &node.kind) else {
        return vec![];
    };
    steps.iter().filter_map(name).take(MOST_RAISED).collect()
}

/// One change of the order of battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    Assign { formation: String, to: Option<String> },
    Transfer { units: BTreeMap<String, u32>, from: String, to: String },
    Merge { formation: String, into: String },
    Raise { name: String, kind: Body, from: String, units: BTreeMap<String, u32> },
}

impl Change {
    /// What was written, if all of it is there.
    pub fn read(key: &str, filled: &Filled) -> Option<Self> {
        let name = |key: &str| filled.name(key).map(str::to_owned);
        Some(match key {
            "assign" => Change::Assign {
                formation: name("formation")?,
                to: name("to").filter(|to| to != "nobody"),
            },
            "transfer" => {
                Change::Transfer { units: units(filled)?, from: name("from")?, to: name("to")? }
            }
            "merge" => Change::Merge { formation: name("formation")?, into: name("into")? },
            "raise" => Change::Raise {
                name: name("name")?.trim().to_owned(),
                kind: match filled.name("kind")? {
                    "corps" => Body::Corps,
                    "marauders" => Body::Marauders,
                    _ => Body::Brigade,
                },
                from: name("from")?,
                units: units(filled)?,
            },
            _ => return None,
        })
    }

    /// What the receipt says of it.
    pub fn tell(&self, book: &Book) -> String {
        let list = |units: &BTreeMap<String, u32>| {
            units
                .iter()
                .map(|(kind, count)| format!("{count} {kind}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        match self {
            Change::Assign { formation, to: Some(to) } => {
                format!("{} under {to}", book.given(formation))
            }
            Change::Assign { formation, to: None } => {
                format!("{} by itself", book.given(formation))
            }
            Change::Transfer { units, from, to } => {
                format!("{} from {} to {}", list(units), book.given(from), book.given(to))
            }
            Change::Merge { formation, into } => {
                format!("{} into {}", book.given(formation), book.given(into))
            }
            Change::Raise { name, kind, from, units } => {
                let (kind, from) = (kind.word(), book.given(from));
                format!("{name}, a new {kind}, of {} from {from}", list(units))
            }
        }
    }

    /// Whom it is about.
    pub fn who(&self) -> &str {
        match self {
            Change::Assign { formation, .. } | Change::Merge { formation, .. } => formation,
            Change::Transfer { from, .. } | Change::Raise { from, .. } => from,
        }
    }
}

pub fn units(filled: &Filled) -> Option<BTreeMap<String, u32>> {
    counted(filled, "units")
}

/// How many of which things a field names.
pub fn counted(filled: &Filled, field: &str) -> Option<BTreeMap<String, u32>> {
    let lines = filled.named(field).iter();
    let units: Option<BTreeMap<String, u32>> = lines
        .map(|(kind, given)| match given.what {
            Content::Number(count) => Some((kind.clone(), u32::try_from(count).ok()?)),
            _ => None,
        })
        .collect();
    units.filter(|units| !units.is_empty())
}
