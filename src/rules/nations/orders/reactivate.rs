//! `reactivate`: arms a captured fortress again (NIA §9.3).
//!
//! This edition plays no sieges: the order is read and checked, and ends the activation.

use super::StepKind;
use super::attack::tell;
use crate::rules::nations::event::Reason;
use crate::rules::nations::words::GARRISON;
use crate::sheet::form::{Field, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "reactivate",
        rule: "NIA §9.3",
        value: Value::Short(&[Field {
            key: "with",
            value: Value::Name(&GARRISON),
            doc: "What is spent: `train`, `depot`, or `step of +2 InfC`.",
        }]),
        doc: "Spends a supply unit or a step so that a captured fortress is one again.",
    },
    tell: |plan, filled| tell(plan, filled, "reactivate"),
    play: |_, _| Err(Reason::NotPlayed { rule: "NIA §9.3".to_owned() }),
};
