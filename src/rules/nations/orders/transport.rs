//! `transport`: a force goes over the sea from one harbour of its side to another, where a rule of the
//! scenario allows it (NIA §21.3.4).
//!
//! It is played on a naval marker, by an entry of troops that has no other step. Not here: troops on
//! board of a squadron (`at_sea.rs`).

use super::{Play, StepKind};
use crate::orders::at_sea::{PART_LEADER, PART_UNITS};
use crate::orders::causes::Cause;
use crate::orders::rehearsal::Plan;
use crate::orders::words::PLACE;
use crate::record::event::Reason;
use crate::season::transport::{divided, may_go};
use crate::turn::activation::Activation;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "transport",
        rule: "NIA §21.3.4",
        value: Value::Short(&[
            Field {
                key: "to",
                value: Value::Needed(&Value::Name(&PLACE)),
                doc: "The harbour of one's own side to which the force goes.",
            },
            PART_UNITS,
            PART_LEADER,
        ]),
        doc: "On a naval marker, takes a force or units of it from a harbour of its side to another, where a rule of the scenario allows it; the only step of its entry.",
    },
    tell,
    play: Play::Land(play),
};

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let to = filled.name("to").unwrap_or_default();
    let goal = plan.book.atlas.place(to);
    if let (Some(force), Some(goal)) = (plan.force.clone(), goal) {
        plan.only_if(Cause::Marker);
        plan.known.own().filter(|other| other.at == goal).for_each(|other| plan.meets(other));
        let may_go = divided(plan.book, force.id, &force, filled)
            .and_then(|(_, goes)| may_go(plan.book, plan.known, &goes, goal, 0));
        plan.refuse_by("no-transport", may_go);
    }
    plan.unsure = true;
    let name = goal.map_or_else(|| to.to_owned(), |at| plan.book.atlas.name(at));
    let part: Vec<&str> = filled.name("leader").into_iter().chain(filled.names("units")).collect();
    let part = if part.is_empty() { String::new() } else { format!("{} ", part.join(", ")) };
    format!("transport: {part}to {name}, on a naval marker of your side")
}

/// On a land marker, or behind another step, nobody goes on board.
fn play(_: &mut Activation, _: &Filled) -> Result<(), Reason> {
    Err(Reason::TransportAlone)
}
