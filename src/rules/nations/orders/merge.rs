//! `merge`: the mover gives himself to a force that stands in the hex (NIA §5.2.4).

use super::StepKind;
use super::absorb::{self, LEADER_FIELD};
use crate::rules::nations::activation::Activation;
use crate::rules::nations::event::{Event, Joining, Reason};
use crate::rules::nations::plan::{Plan, spoken};
use crate::rules::nations::stacking::{self, Joined};
use crate::rules::nations::state::Force;
use crate::rules::nations::words::FORCE;
use crate::sheet::form::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "merge",
        rule: "NIA §5.2.4",
        value: Value::Short(&[
            Field {
                key: "into",
                value: Value::Name(&FORCE),
                doc: "The force that takes the mover in.",
            },
            LEADER_FIELD,
        ]),
        doc: "Joins a force of the same hex on the mover's points: one.",
    },
    tell,
    play,
};

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let cost = plan.book.figures.actions.absorb;
    let into = plan.meant(filled.name("into").unwrap_or_default()).map(|force| force.id);
    plan.joined.extend(into);
    plan.spend(cost);
    format!(
        "merge: into {}, {cost} = {}",
        spoken(plan.book, filled.name("into").unwrap_or_default()),
        super::march::points(plan.spent)
    )
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let into = absorb::here(acting, filled.name("into").unwrap_or_default())?;
    let mover = acting.force().clone();
    let cost = acting.turn.book.figures.actions.absorb;
    let joined =
        stacking::join(acting.turn.book, &into, &mover, Joining::Merged, filled.name("leader"))?;
    acting.spend(cost)?;
    record(acting, joined, &into, cost);
    Ok(())
}

/// Records that the mover gave himself to another force; from now on that force is the one acting.
pub fn record(acting: &mut Activation, joined: Joined, into: &Force, cost: u32) {
    let mover = acting.force().clone();
    let Joined { mut force, pooled } = joined;
    // The receiving force is raised only if it is active on this marker (§5.1.6).
    if acting.turn.active.contains(&into.id) {
        force.activations = force.activations.max(mover.activations);
    }
    for leader in &pooled {
        let (power, leader, at) = (mover.power.clone(), leader.clone(), force.at);
        acting.turn.record(Event::LeaderLeft { power, leader, at });
    }
    let (spent, id) = (acting.spent, force.id);
    let commands = force.commander().map(str::to_owned);
    acting.turn.record(Event::Joined { force, gone: mover.id, how: Joining::Merged, cost, spent });
    acting.force = id;
    if let (Some(leader), Some(from)) = (commands, into.commander().map(str::to_owned))
        && leader != from
    {
        acting.turn.record(Event::CommandTaken { force: id, leader, from });
    }
}
