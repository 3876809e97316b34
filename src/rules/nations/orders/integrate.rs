//! `integrate`: takes in units whole, as units of their own (NIA §5.1.6, §5.2.1).

use super::absorb::{self, LEADER_FIELD};
use super::{Play, StepKind};
use crate::orders::words::FORCE;
use crate::record::event::Joining;
use sheet::keys::{Field, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "integrate",
        rule: "NIA §5.1.6",
        value: Value::Short(&[
            Field {
                key: "force",
                value: Value::Needed(&Value::Name(&FORCE)),
                doc: "The force that joins; its units stay units of their own.",
            },
            LEADER_FIELD,
        ]),
        doc: "Takes a force of the same hex in whole, for one point: no unit of yours is filled up, \
              its units stay as they are, and if it has marched more often than you, that counts \
              for all. To fill up units, `absorb`.",
    },
    tell: |plan, filled| absorb::tell(plan, filled, "integrate"),
    play: Play::Land(|acting, filled| absorb::take_in(acting, filled, Joining::Integrated)),
};
