//! `reactivate`: arms a captured fortress again (NIA §9.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.3.

use super::attack::tell;
use super::{Play, StepKind};
use crate::land::stacking;
use crate::orders::causes::Cause;
use crate::orders::words::{GARRISON, Pick, meant};
use crate::record::event::{Reason, SiegeEvent};
use crate::record::state::Force;
use crate::turn::activation::Activation;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "reactivate",
        rule: "NIA §9.3",
        value: Value::Short(&[Field {
            key: "with",
            value: Value::Needed(&Value::Name(&GARRISON)),
            doc: "What is spent: `train`, `depot`, or `step of +2 InfC`.",
        }]),
        doc: "Spends a supply unit or a step so that a captured fortress is one again.",
    },
    tell: |plan, filled| {
        plan.only_if(Cause::Enemy);
        let is_step = !matches!(filled.name("with"), Some("train" | "depot" | "nothing") | None);
        let steps = plan.force.as_ref().map(Force::steps).filter(|steps| is_step && *steps > 0);
        let left = steps.map(|steps| match steps - 1 {
            0 => "as things stand it is the last step, and no troops are left".to_owned(),
            1 => "as things stand one step is left".to_owned(),
            left => format!("as things stand {left} steps are left"),
        });
        tell(plan, filled, "reactivate", left)
    },
    play: Play::Land(play),
};

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let with = filled.name("with").unwrap_or_default().to_owned();
    let (book, mut force) = (acting.turn.book, acting.force().clone());
    let state = &acting.turn.state;
    let at = force.at;
    let empty = state.forts.get(&at).is_some_and(|fort| fort.empty);
    let ours = state.holder(book, at).is_some_and(|power| state.friends(power, &force.power));
    if !empty || !ours || state.enemy_at(&force.power, at) {
        return Err(Reason::NotEmptied);
    }
    let none = || Reason::HasNone { what: with.clone() };
    match with.as_str() {
        "nothing" => return Ok(()),
        "train" => force.trains = force.trains.checked_sub(1).ok_or_else(none)?,
        "depot" => force.depots = force.depots.checked_sub(1).ok_or_else(none)?,
        other => {
            let what = other.strip_prefix("step of ").unwrap_or(other);
            let pick = Pick::read(what, &book.units, &book.people).ok();
            let found = pick.and_then(|pick| pick.find(&force.units, &book.units));
            // A force is named by whom or what it is; any step of it will do.
            let own = || {
                acting.who == what
                    || acting.turn.name(&force) == what
                    || meant(&book.atlas, &book.units, what, [&force].into_iter()).is_some()
            };
            let found = found.or_else(|| force.units.len().checked_sub(1).filter(|_| own()));
            let place = found.ok_or_else(none)?;
            force.units[place].steps -= 1;
            force.settle();
            if force.army.is_some() && !stacking::keeps_army(book, &force) {
                return Err(none());
            }
        }
    }
    acting.turn.record(SiegeEvent::Rearmed { force, at, with });
    Ok(())
}
