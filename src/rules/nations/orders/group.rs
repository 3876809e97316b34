//! `group`: armies that stand together march together (NIA §5.2.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.2.1.

use super::{Play, StepKind, absorb, spoken};
use crate::land::joining;
use crate::orders::rehearsal::Plan;
use crate::orders::words::FORCE;
use crate::record::event::{ForceEvent, Reason};
use crate::record::state::Force;
use crate::turn::activation::{Activation, is_spent};
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "group",
        rule: "NIA §5.2.3",
        value: Value::Short(&[Field {
            key: "with",
            value: Value::Needed(&Value::Name(&FORCE)),
            doc: "The army of the same hex that marches along until `drop: {army: …}`.",
        }]),
        doc: "Takes another army along: free at the start, two points on the way.",
    },
    tell,
    play: Play::Land(play),
};

/// How many armies march along with one (NIA §4.1.1).
const MOST_ALONG: usize = 2;

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    if plan.spent > 0 {
        plan.spend(plan.book.figures.actions.aggregate_armies);
    }
    if let Some(other) = plan.meant(filled.name("with").unwrap_or_default()).cloned() {
        absorb::must_meet(
            plan,
            &other,
            &spoken(plan.book, filled.name("with").unwrap_or_default()),
        );
        let (id, with) = (other.id, plan.earlier.now(&other));
        if let Some(force) = plan.force.clone() {
            plan.refuse_by("cannot-group", may_group(&force, &with, plan.group.len()));
        }
        plan.joined.push(id);
        plan.group.push(with);
    }
    format!("group: with {}", filled.name("with").unwrap_or_default())
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let name = filled.name("with").unwrap_or_default();
    let other = joining::here(acting, name)?;
    may_group(acting.force(), &other, acting.group.len())?;
    let cost = if acting.moved { acting.turn.book.figures.actions.aggregate_armies } else { 0 };
    acting.spend(cost)?;
    acting.group.push(other.id);
    acting.turn.active.insert(other.id);
    let (marker, activations) = (acting.marker, other.activations + 1);
    acting.turn.record(ForceEvent::Activated { force: other.id, marker, activations });
    let (force, with, spent) = (acting.force, other.id, acting.spent);
    acting.turn.record(ForceEvent::Grouped { force, with, cost, spent });
    Ok(())
}

/// Whether an army may take another along, when so many march with it already (NIA §5.2.3).
fn may_group(force: &Force, other: &Force, along: usize) -> Result<(), Reason> {
    if force.army.is_none() || other.army.is_none() {
        return Err(Reason::HasNone { what: "army marker".to_owned() });
    }
    if along >= MOST_ALONG {
        let name = other.army.clone().unwrap_or_default();
        return Err(Reason::NoRoom { name });
    }
    if other.power != force.power || is_spent(other) {
        return Err(Reason::ThirdMarch);
    }
    Ok(())
}
