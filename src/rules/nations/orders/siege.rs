//! `siege` and `screen`: attempts on a fortress (NIA §9.1, §9.2, §5.2.10).

use super::attack::tell;
use super::{Play, StepKind};
use crate::land::siege;
use crate::orders::words::{SUBORDINATE, UNIT};
use crate::record::event::Reason;
use sheet::keys::{Field, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "siege",
        rule: "NIA §9.1",
        value: Value::Map(&[
            Field {
                key: "attempts",
                value: Value::UpTo(9),
                doc: "How many attempts at most; before each the step's `if` is asked again.",
            },
            Field {
                key: "keep mp",
                value: Value::Number(0, 9),
                doc: "Points that must be left afterwards.",
            },
            Field {
                key: "lead",
                value: Value::Name(&UNIT),
                doc: "The unit that leads an assault.",
            },
            Field {
                key: "subordinate",
                value: Value::Name(&SUBORDINATE),
                doc: "The subordinate who helps in an assault.",
            },
        ]),
        doc: "Besieges the fortress of the hex; an attempt costs points equal to its level.",
    },
    tell: |plan, filled| {
        if plan.force.is_some() && plan.left() == 0 {
            let text = "no point is left for an attempt after the steps before".to_owned();
            plan.remark("no-points-left", text);
        }
        tell(plan, filled, "siege", None)
    },
    play: Play::Land(siege::lay),
};

pub const SCREEN: StepKind = StepKind {
    kind: Kind {
        key: "screen",
        rule: "NIA §5.2.10",
        value: Value::Map(&[Field {
            key: "siege",
            value: Value::Condition,
            doc: "When the screen makes its one attempt.",
        }]),
        doc: "What the screen does that was left before a fortress.",
    },
    tell: |plan, filled| tell(plan, filled, "screen", None),
    play: Play::Land(|acting, filled| {
        let makes = filled.condition("siege").is_none_or(|condition| acting.says(condition));
        if acting.screens.is_empty() {
            return Err(Reason::HasNone { what: "screen".to_owned() });
        }
        if !makes {
            acting.screens.clear();
        }
        Ok(())
    }),
};
