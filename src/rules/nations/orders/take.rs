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

/// Where support units are on paper that a force picks up.
#[derive(Clone, Copy)]
enum Place {
    /// They stand there since before the season.
    Stands,
    /// An entry before has put them down.
    PutDown,
    /// The force itself has left them, by this number among all that it left.
    Parted(usize),
}

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let what = filled.name("what").unwrap_or_default();
    let Some(here) = plan.here().filter(|_| !plan.unsure) else { return format!("take: {what}") };
    let Some(force) = plan.force.clone() else { return format!("take: {what}") };
    let is_left = |other: &&Force| {
        other.at == here
            && other.id != force.id
            && !plan.joined.contains(&other.id)
            && plan.earlier.taken(other.id) != Some(true)
    };
    let stands = plan
        .known
        .own()
        .filter(is_left)
        .map(|other| (other, plan.earlier.taken(other.id).is_some(), Place::Stands));
    // The like may have been put down twice.
    let mut emptied = plan.emptied.clone();
    let put_down = plan.earlier.support(here).filter(|(left, _)| {
        let at = emptied.iter().position(|one| one == *left);
        at.map(|at| emptied.swap_remove(at)).is_none()
    });
    let put_down = put_down.map(|(left, doubted)| (left, doubted, Place::PutDown));
    let parted = plan.parted().enumerate().map(|(at, left)| (left, false, Place::Parted(at)));
    let there: Vec<_> = stands.chain(put_down).chain(parted).collect();
    let gone = found(&force, what, there.iter().map(|(left, ..)| *left));
    let gone = gone.map(|gone| {
        let gone =
            there.iter().find(|(left, ..)| gone.is_some_and(|gone| std::ptr::eq(*left, gone)));
        gone.map(|(left, doubted, place)| ((*left).clone(), *doubted, *place))
    });
    match gone {
        Ok(gone) => {
            let left = gone.as_ref().map(|(left, ..)| left);
            plan.force = Some(with(force.clone(), left));
            if let Some((left, doubted, place)) = gone {
                if doubted {
                    plan.only_if(Cause::Friends);
                }
                match place {
                    Place::Stands => plan.joined.push(left.id),
                    Place::PutDown => plan.emptied.push(left),
                    Place::Parted(at) => drop(plan.parted.remove(at)),
                }
            }
        }
        Err(_) if has_already(&force, what) => {
            let text = format!("there is no {what} to pick up here: the force has one already");
            plan.refuse("has-none", text);
        }
        Err(reason) => plan.refuse_by("has-none", Err(reason)),
    }
    format!("take: {what}")
}

/// Whether a force has what it is to pick up.
fn has_already(force: &Force, what: &str) -> bool {
    match what {
        "depot" => force.depots > 0,
        "train" => force.trains > 0,
        _ => force.engineers > 0,
    }
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
        of: None,
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
