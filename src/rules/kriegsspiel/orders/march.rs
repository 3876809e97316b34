//! A march to one place after the other, by the cheapest way that the force knows (§12).
//!
#![doc = "```yaml"]
#![doc = include_str!("../../../../orders/kriegsspiel/march.yaml")]
#![doc = "```"]

use super::Task;
use crate::book::Book;
use crate::orders::words::PLACE;
use sheet::keys::{Field, Filled, Kind, Value};

/// The most further hexes that a forced march may have.
pub const MOST_FORCED: i64 = 16;

/// Where a force goes if the condition of its step does not hold.
pub const ELSE_FIELD: Field = Field {
    key: "else",
    value: Value::Name(&PLACE),
    doc: "Where it marches instead if the step's `if` does not hold.",
};

const KEYS: &[Field] = &[
    Field {
        key: "to",
        value: Value::Needed(&Value::List(&Value::Name(&PLACE))),
        doc: "Places on the way, the goal last.",
    },
    Field {
        key: "force",
        value: Value::Number(0, MOST_FORCED),
        doc: "How many hexes this step may enter beyond its pace, whatever each costs, but never \
              beyond twice the pace in all; each costs losses.",
    },
    ELSE_FIELD,
];

pub const KIND: Kind = Kind {
    key: "march",
    value: Value::Short(KEYS),
    doc: "Marches to a place, or from one to the next, by the cheapest way round known enemies; a way \
          round of more than twice the direct one is not taken, and the entry ends there.",
    rule: "K05 §12",
};

/// What is to be done.
pub fn task(book: &Book, filled: &Filled) -> Option<Task> {
    let to: Vec<_> =
        filled.names("to").into_iter().filter_map(|name| book.atlas.find(name)).collect();
    (!to.is_empty()).then(|| Task::March { to, force: super::forced(filled) })
}
