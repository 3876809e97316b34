//! `merge`: the mover gives himself to a force that stands in the hex (NIA §5.2.4).

use super::absorb::{self, LEADER_FIELD};
use super::{Play, StepKind};
use crate::book::spelling::spoken;
use crate::land::joining;
use crate::land::stacking;
use crate::orders::rehearsal::Plan;
use crate::orders::words::FORCE;
use crate::record::event::{Joining, Reason};
use crate::record::state::Force;
use crate::turn::activation::Activation;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "merge",
        rule: "NIA §5.2.4",
        value: Value::Short(&[
            Field {
                key: "into",
                value: Value::Needed(&Value::Name(&FORCE)),
                doc: "The force that takes the mover in.",
            },
            LEADER_FIELD,
        ]),
        doc: "Joins a force of the same hex on the mover's points: one.",
    },
    tell,
    play: Play::Land(play),
};

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let cost = plan.book.figures.actions.absorb;
    let name = filled.name("into").unwrap_or_default();
    let told = spoken(plan.book, name);
    let mut pooled = String::new();
    if let Some(into) = plan.meant(name).cloned() {
        absorb::must_meet(plan, &into, &told);
        plan.host = Some(into.id);
        if let Some(force) = &plan.force {
            let host = Force { at: force.at, ..plan.earlier.now(&into) };
            let how = Joining::Merged;
            let joined = stacking::join(plan.book, &host, force, how, filled.name("leader"));
            if let Err(reason) = &joined {
                let text = super::super::view::reasons::sentence(plan.book, reason);
                plan.refuse("cannot-join", text);
            }
            pooled = joined
                .as_ref()
                .map_or(String::new(), |it| absorb::to_the_pool(it, filled.name("leader")));
            plan.becomes = joined.ok().map(|joined| joined.force);
        }
    }
    plan.spend(cost);
    format!("merge: into {told}, {cost} = {}{pooled}", super::march::points(plan.spent))
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let into = joining::here(acting, filled.name("into").unwrap_or_default())?;
    if into.power != acting.power {
        return Err(Reason::NotThere { name: "a force of your own".to_owned() });
    }
    let cost = acting.turn.book.figures.actions.absorb;
    let left = acting.left();
    if cost > left {
        return Err(Reason::OutOfPoints { needed: cost, left });
    }
    // Only the steps that were activated are checked, so before they are the other's (§7.4).
    acting.check_attrition();
    if acting.force().units.is_empty() {
        return Ok(());
    }
    let mover = acting.force().clone();
    let joined =
        stacking::join(acting.turn.book, &into, &mover, Joining::Merged, filled.name("leader"))?;
    acting.spend(cost)?;
    acting.unchecked = false;
    joining::give_in(acting, joined, &into, cost);
    Ok(())
}
