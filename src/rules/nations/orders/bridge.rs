//! `bridge`: engineers lay a pontoon bridge over one hexside (NIA §5.2.10).

use super::{Play, StepKind};
use crate::book::Book;
use crate::book::spelling::spoken;
use crate::orders::rehearsal::Plan;
use crate::orders::words::PLACE;
use crate::record::event::{ForceEvent, Parting, Reason};
use crate::record::state::{Force, ForceId};
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
    if let Some(force) = plan.force.clone().filter(|_| !plan.unsure) {
        match laid(plan.book, &force, toward, force.id) {
            Ok((force, engineers)) => {
                plan.bridge = engineers.bridge.map(|bank| (force.at, bank));
                plan.force = Some(force);
                plan.part(engineers);
            }
            Err(reason) => plan.refuse_by("no-bridge", Err(reason)),
        }
    }
    format!("bridge: toward {}", spoken(plan.book, toward))
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    if acting.moved {
        return Err(Reason::HasMoved);
    }
    let (book, toward) = (acting.turn.book, filled.name("toward").unwrap_or_default());
    let whole = acting.force().clone();
    laid(book, &whole, toward, whole.id)?;
    let (force, new) = laid(book, &whole, toward, acting.turn.new_id(&whole.power))?;
    let (laid, bank) = (new.clone(), new.bridge);
    acting.turn.record(ForceEvent::Parted { force, new, how: Parting::Dropped });
    if let Some(toward) = bank {
        acting.turn.record(ForceEvent::Bridged { force: laid, toward });
    }
    Ok(())
}

/// A force without the engineers that lay a bridge, and those with it (NIA §5.2.10).
fn laid(book: &Book, force: &Force, toward: &str, id: ForceId) -> Result<(Force, Force), Reason> {
    let atlas = &book.atlas;
    let bank = atlas.place(toward);
    let near = bank.filter(|bank| atlas.around(force.at).contains(bank));
    let near = near.ok_or_else(|| Reason::NotHere { name: toward.to_owned() })?;
    let none = |what: &str| Reason::HasNone { what: what.to_owned() };
    if force.leaders.is_empty() {
        return Err(none("leader"));
    }
    if force.engineers == 0 {
        return Err(none("engineer"));
    }
    let mut engineers = Force::new(id, &force.power, force.at);
    (engineers.engineers, engineers.bridge) = (1, Some(near));
    Ok((Force { engineers: force.engineers - 1, ..force.clone() }, engineers))
}
