//! `take`: picks up depots, trains and engineers that stand in the hex (NIA §5.2.1, §6.2.2).

use super::{Play, StepKind};
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
    let has = |force: &Force| match what {
        "depot" => force.depots > 0,
        "train" => force.trains > 0 && force.units.is_empty(),
        _ => force.engineers > 0 && force.units.is_empty(),
    };
    let Some(here) = plan.here().filter(|_| !plan.unsure) else { return format!("take: {what}") };
    let stands = plan.known.own().filter(|force| force.at == here).any(has);
    if stands || plan.earlier.support(here).any(has) || plan.parted().any(has) {
        plan.force.iter_mut().for_each(|force| pick_up(force, what));
    } else {
        plan.refuse("has-none", format!("no {what} is known to stand there"));
    }
    format!("take: {what}")
}

/// Takes one of a kind along on paper; a depot becomes a train.
fn pick_up(force: &mut Force, what: &str) {
    match what {
        "engineer" => force.engineers += 1,
        "depot" => {
            force.depots = force.depots.saturating_sub(1);
            force.trains += 1;
        }
        _ => force.trains += 1,
    }
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let what = filled.name("what").unwrap_or_default();
    let none = || Reason::HasNone { what: what.to_owned() };
    let mut force = acting.force().clone();
    if force.leaders.is_empty() {
        return Err(Reason::HasNone { what: "leader".to_owned() });
    }
    if what == "depot" && force.depots > 0 {
        force.depots -= 1;
        force.trains += 1;
        acting.turn.record(ForceEvent::Changed { force, why: "a depot became a train".to_owned() });
        return Ok(());
    }
    let has = |other: &&Force| {
        let count = match what {
            "depot" => other.depots,
            "train" => other.trains,
            _ => other.engineers,
        };
        other.id != force.id
            && other.power == force.power
            && other.is_support_alone_or_depot()
            && count > 0
    };
    let gone = acting.turn.state.at(force.at).find(has).cloned().ok_or_else(none)?;
    force.trains += gone.trains + gone.depots;
    force.engineers += gone.engineers;
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
