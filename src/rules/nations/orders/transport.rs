//! `transport`: a force goes over the sea from one harbour of its side to another, where a rule of the
//! scenario allows it (NIA §21.3.4).
//!
//! It is played on a naval marker, by an entry of troops that has no other step. Not here: troops on
//! board of a squadron (`at_sea.rs`).

use super::{Play, StepKind};
use crate::orders::rehearsal::Plan;
use crate::orders::words::PLACE;
use crate::record::event::Reason;
use crate::season::transport::Lift;
use crate::turn::activation::Activation;
use sheet::Diagnostic;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "transport",
        rule: "NIA §21.3.4",
        value: Value::Short(&[Field {
            key: "to",
            value: Value::Needed(&Value::Name(&PLACE)),
            doc: "The harbour of one's own side to which the force goes.",
        }]),
        doc: "On a naval marker, takes a force from a harbour of its side to another, where a rule of the scenario allows it; the only step of its entry.",
    },
    tell,
    play: Play::Land(play),
};

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let to = filled.name("to").unwrap_or_default();
    let goal = plan.book.atlas.code(to).or_else(|| plan.book.atlas.named(to));
    let lift = Lift::of(plan.book, plan.known.bloc(&plan.known.power));
    let why = match (lift, &plan.force, goal) {
        (None, ..) => Some("no rule of this scenario lets your side transport troops".to_owned()),
        (Some(lift), Some(force), _) if force.steps() > lift.steps => {
            Some(format!("{} steps are the most that go at one marker", lift.steps))
        }
        (Some(lift), Some(force), _) if !lift.takes(force) => {
            Some("the rule of this scenario is not for all of its units".to_owned())
        }
        (Some(lift), _, Some(at)) if !lift.serves(plan.book, at) => {
            Some("the rule does not let them go to this place".to_owned())
        }
        _ => None,
    };
    if let Some(why) = why {
        plan.faults
            .push(Diagnostic::remark("no-transport", filled.at.clone(), why).rule("NIA §21.3.4"));
    }
    plan.unsure = true;
    let name = goal.map_or_else(|| to.to_owned(), |at| plan.book.atlas.name(at));
    format!("transport: to {name}, on a naval marker of your side")
}

/// On a land marker, or behind another step, nobody goes on board.
fn play(_: &mut Activation, _: &Filled) -> Result<(), Reason> {
    Err(Reason::TransportAlone)
}
