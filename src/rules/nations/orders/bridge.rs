//! `bridge`: engineers lay a pontoon bridge over one hexside (NIA §5.2.10).

use super::{Play, StepKind};
use crate::book::spelling::spoken;
use crate::orders::rehearsal::Plan;
use crate::orders::words::PLACE;
use crate::record::event::{ForceEvent, Parting, Reason};
use crate::record::state::Force;
use crate::turn::activation::Activation;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "bridge",
        rule: "NIA §5.2.10",
        value: Value::Short(&[Field {
            key: "toward",
            value: Value::Needed(&Value::Name(&PLACE)),
            doc: "The hex on the other bank, next to the engineers.",
        }]),
        doc: "Engineers that have not moved bridge one hexside and stay behind with it.",
    },
    tell,
    play: Play::Land(play),
};

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    if plan.spent > 0 {
        plan.refuse("has-moved", "engineers that have moved cannot lay a bridge".to_owned());
    }
    let toward = filled.name("toward").unwrap_or_default();
    let atlas = &plan.book.atlas;
    let bank = atlas.code(toward).or_else(|| atlas.named(toward));
    plan.bridge = plan.here().zip(bank);
    let laid = plan.force.as_mut().filter(|force| force.engineers > 0).map(|force| {
        force.engineers -= 1;
        let mut engineers = Force::new(force.id, &force.power, force.at);
        (engineers.engineers, engineers.bridge) = (1, bank);
        engineers
    });
    if let Some(engineers) = laid {
        plan.part(engineers);
    }
    format!("bridge: toward {}", spoken(plan.book, toward))
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let book = acting.turn.book;
    let toward =
        filled.name("toward").and_then(|to| book.atlas.code(to).or_else(|| book.atlas.named(to)));
    let mut force = acting.force().clone();
    let near = toward.filter(|to| book.atlas.around(force.at).contains(to));
    let near = near.ok_or_else(|| Reason::NotHere {
        name: filled.name("toward").unwrap_or_default().to_owned(),
    })?;
    if acting.moved {
        return Err(Reason::HasMoved);
    }
    if force.leaders.is_empty() {
        return Err(Reason::HasNone { what: "leader".to_owned() });
    }
    if force.engineers == 0 {
        return Err(Reason::HasNone { what: "engineer".to_owned() });
    }
    force.engineers -= 1;
    let mut engineers = Force::new(acting.turn.new_id(&force.power), &force.power, force.at);
    engineers.engineers = 1;
    engineers.bridge = Some(near);
    let laid = engineers.clone();
    acting.turn.record(ForceEvent::Parted { force, new: engineers, how: Parting::Dropped });
    acting.turn.record(ForceEvent::Bridged { force: laid, toward: near });
    Ok(())
}
