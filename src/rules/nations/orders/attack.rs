//! `attack` and `pursue`: the march into a hex that the enemy holds (NIA §5.2.4, §8).
//!
//! This edition fights no battles: the order is read and checked, and ends the activation.

use super::StepKind;
use crate::rules::nations::event::Reason;
use crate::rules::nations::words::{LEADER, SUBORDINATE, TARGET, UNIT};
use crate::sheet::form::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "attack",
        rule: "NIA §5.2.4",
        value: Value::Short(&[
            Field {
                key: "at",
                value: Value::Name(&TARGET),
                doc: "A place, or an enemy leader wherever he then stands.",
            },
            Field {
                key: "lead",
                value: Value::Name(&UNIT),
                doc: "The unit that leads (NIA §8.2.3).",
            },
            Field {
                key: "subordinate",
                value: Value::Name(&SUBORDINATE),
                doc: "The subordinate who helps and is then checked; `none` for nobody.",
            },
            Field {
                key: "after",
                value: Value::Word(&["hold", "go on"]),
                doc: "What is done after a victory (NIA §8.3.4).",
            },
            Field {
                key: "overrun",
                value: Value::Flag,
                doc: "Overruns if five to one (NIA §5.2.8).",
            },
        ]),
        doc: "Enters a hex that the enemy holds; he stands, slips away, or goes inside his walls.",
    },
    tell: |plan, filled| tell(plan, filled, "attack"),
    play: |_, _| Err(Reason::NotPlayed { rule: "NIA §8".to_owned() }),
};

pub const PURSUE: StepKind = StepKind {
    kind: Kind {
        key: "pursue",
        rule: "NIA §5.2.7",
        value: Value::Short(&[Field {
            key: "whom",
            value: Value::Name(&LEADER),
            doc: "The enemy leader who slipped away.",
        }]),
        doc: "Follows a force that has avoided battle.",
    },
    tell: |plan, filled| tell(plan, filled, "pursue"),
    play: |_, _| Err(Reason::NotPlayed { rule: "NIA §5.2.7".to_owned() }),
};

/// Tells a step that is read but not played; what comes after it is not certain.
pub fn tell(plan: &mut super::super::plan::Plan, filled: &Filled, word: &str) -> String {
    plan.unsure = true;
    let what: Vec<String> = filled
        .keys()
        .filter(|(key, _)| !matches!(*key, "if" | "else"))
        .map(|(key, given)| format!("{key} {}", super::describe(plan.book, plan.text, given)))
        .collect();
    format!(
        "{word}: {} [understood, but not played by this edition: ends the entry]",
        what.join(", ")
    )
}
