//! A march upon somebody, wherever he was last seen, or upon a place (§12.1, §19.1).
//!
#![doc = "```yaml"]
#![doc = include_str!("../../../../orders/kriegsspiel/attack.yaml")]
#![doc = "```"]

use super::Task;
use super::march::{ELSE_FIELD, MOST_FORCED};
use crate::orders::words::TARGET;
use sheet::keys::{Field, Filled, Kind, Value};

const KEYS: &[Field] = &[
    Field {
        key: "at",
        value: Value::Needed(&Value::Name(&TARGET)),
        doc: "The place, or the enemy general: the force goes to where they were last seen when the \
              step begins.",
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
    key: "attack",
    value: Value::Short(KEYS),
    doc: "Marches to where an enemy is; its stance says what it does there. If nobody is there, the \
          next step follows; without one it stays there.",
    rule: "K05 §19.1",
};

/// What is to be done.
pub fn task(filled: &Filled) -> Option<Task> {
    Some(Task::Attack { at: filled.name("at")?.to_owned(), force: super::forced(filled) })
}
