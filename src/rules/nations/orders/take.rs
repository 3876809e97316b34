//! `take`: picks up depots, trains and engineers that stand in the hex (NIA §5.2.1, §6.2.2).

use super::{Play, StepKind};
use crate::orders::causes::Cause;
use crate::orders::rehearsal::Plan;
use crate::record::event::{ForceEvent, Joining, Reason};
use crate::record::state::Force;
use crate::turn::activation::Activation;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "take",
        rule: "NIA §6.2.2",
        value: Value::Short(&[Field {
            key: "what",
            value: Value::Needed(&Value::Word(&["depot", "train", "engineer"])),
            doc: "What is picked up; a depot becomes a train again.",
        }]),
        doc: "Takes support units of the same hex along, for nothing.",
    },
    tell,
    play: Play::Land(play),
};

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let what = filled.name("what").unwrap_or_default();
    let Some(here) = plan.here().filter(|_| !plan.unsure) else { return format!("take: {what}") };
    let Some(force) = plan.force.clone() else { return format!("take: {what}") };
    let is_left = |other: &&Force| {
        !plan.joined.contains(&other.id) && plan.earlier.taken(other.id) != Some(true)
    };
    let stands = plan.known.own().filter(|other| other.at == here && other.id != force.id);
    let stands = stands.filter(is_left);
    let there = stands.chain(plan.earlier.support(here)).chain(plan.parted());
    let gone = found(&force, what, there).map(Option::<&Force>::cloned);
    if let Ok(Some(gone)) = &gone
        && plan.earlier.taken(gone.id).is_some()
    {
        plan.only_if(Cause::Friends);
    }
    match gone {
        Ok(gone) => {
            // What was put down on paper has the number of the force that did it.
            let is_gone = |own: &&Force| {
                gone.as_ref().is_some_and(|gone| own.id == gone.id)
                    && own.is_support_alone_or_depot()
            };
            plan.joined.extend(plan.known.own().find(is_gone).map(|own| own.id));
            plan.force = Some(with(force, gone.as_ref()));
        }
        Err(reason) => plan.refuse_by("has-none", Err(reason)),
    }
    format!("take: {what}")
}

/// A force with what it picks up; if it picks up nothing, it turns its own depot into a train.
fn with(force: Force, gone: Option<&Force>) -> Force {
    match gone {
        Some(gone) => Force {
            trains: force.trains + gone.trains + gone.depots,
            engineers: force.engineers + gone.engineers,
            ..force
        },
        None => Force { depots: force.depots - 1, trains: force.trains + 1, ..force },
    }
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let what = filled.name("what").unwrap_or_default();
    let force = acting.force().clone();
    let there = acting.turn.state.at(force.at).filter(|other| other.id != force.id);
    let gone = found(&force, what, there)?.cloned();
    let force = with(force, gone.as_ref());
    let Some(gone) = gone else {
        acting.turn.record(ForceEvent::Changed { force, why: "a depot became a train".to_owned() });
        return Ok(());
    };
    let spent = acting.spent;
    acting.turn.record(ForceEvent::Joined {
        force,
        gone: gone.id,
        how: Joining::PickedUp,
        cost: 0,
        spent,
    });
    Ok(())
}

/// The support units that a force picks up; none, if it makes a train of its own depot (NIA §6.2.2).
fn found<'f>(
    force: &Force,
    what: &str,
    mut there: impl Iterator<Item = &'f Force>,
) -> Result<Option<&'f Force>, Reason> {
    if force.leaders.is_empty() {
        return Err(Reason::HasNone { what: "leader".to_owned() });
    }
    if what == "depot" && force.depots > 0 {
        return Ok(None);
    }
    let count = |other: &Force| match what {
        "depot" => other.depots,
        "train" => other.trains,
        _ => other.engineers,
    };
    let has = |other: &&Force| {
        other.power == force.power && other.is_support_alone_or_depot() && count(other) > 0
    };
    there.find(has).map(Some).ok_or_else(|| Reason::HasNone { what: what.to_owned() })
}
