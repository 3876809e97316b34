//! `rally`: attempts to bring a demoralized force back into order (NIA §8.3.3.2).
//!
//! This edition fights no battles, so nobody is demoralized; the order is read and checked.

use super::StepKind;
use super::attack::tell;
use crate::rules::nations::event::Reason;
use crate::sheet::form::{Field, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "rally",
        rule: "NIA §8.3.3.2",
        value: Value::Map(&[Field {
            key: "attempts",
            value: Value::UpTo(3),
            doc: "How many attempts at most, three points each.",
        }]),
        doc: "Tries to rally the force at the start of its activation.",
    },
    tell: |plan, filled| tell(plan, filled, "rally"),
    play: |_, _| Err(Reason::NotPlayed { rule: "NIA §8.3.3.2".to_owned() }),
};
