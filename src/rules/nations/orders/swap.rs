//! `swap`: like units of one hex exchange steps before they march (NIA §5.2.3).

use super::{Play, StepKind};
use crate::book::units::Unit;
use crate::land::joining;
use crate::land::stacking;
use crate::orders::words::{FORCE, Pick, UNIT};
use crate::record::event::{ForceEvent, Reason};
use crate::turn::activation::Activation;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "swap",
        rule: "NIA §5.2.3",
        value: Value::Map(&[
            Field {
                key: "with",
                value: Value::Name(&FORCE),
                doc: "The other force; without it, within the force.",
            },
            Field {
                key: "from",
                value: Value::Needed(&Value::Name(&UNIT)),
                doc: "The unit that gives one step.",
            },
            Field {
                key: "to",
                value: Value::Needed(&Value::Name(&UNIT)),
                doc: "The unit of the same kind that takes it.",
            },
        ]),
        doc: "Moves one step between units of exactly the same kind and country, at the start, for nothing.",
    },
    tell: |_, filled| {
        let name = |key| filled.name(key).unwrap_or_default();
        format!("swap: one step from {} to {} {}", name("from"), name("to"), name("with"))
    },
    play: Play::Land(play),
};

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    if acting.moved {
        return Err(Reason::HasMoved);
    }
    let book = acting.turn.book;
    let pick = |key: &str| {
        let written = filled.name(key).unwrap_or_default();
        Pick::read(written, &book.units, &book.people)
            .map_err(|_| Reason::HasNone { what: written.to_owned() })
    };
    let (giver, taker) = (pick("from")?, pick("to")?);
    let mut force = acting.force().clone();
    let other = filled.name("with").map(|name| joining::here(acting, name)).transpose()?;
    let mut other_after = other.clone();
    let none = |pick: &Pick| Reason::HasNone { what: pick.to_string() };
    let from = giver.find(&force.units, &book.units).ok_or_else(|| none(&giver))?;
    let gives = force.units[from].clone();
    let takers = other_after.as_mut().map_or(&mut force.units, |other| &mut other.units);
    let has_room = |(at, unit): &(usize, &Unit)| {
        let full = book.units.kind(&unit.kind).steps;
        unit.steps < full && taker.fits(unit, &book.units) && (other.is_some() || *at != from)
    };
    let to =
        takers.iter().enumerate().find(has_room).map(|(at, _)| at).ok_or_else(|| none(&taker))?;
    let takes = &takers[to];
    let alike = takes.kind == gives.kind && takes.nation == gives.nation;
    if !alike || !stacking::may_absorb(book, takes, &gives) {
        return Err(Reason::Unlike { name: gives.kind.clone() });
    }
    takers[to].steps += 1;
    force.units[from].steps -= 1;
    force.settle();
    if !stacking::keeps_army(book, &force) {
        return Err(Reason::HasNone {
            what: "corps to spare: the army would have none".to_owned(),
        });
    }
    let why = "steps were exchanged".to_owned();
    if let Some(mut other) = other_after {
        other.settle();
        acting.turn.record(ForceEvent::Changed { force: other, why: why.clone() });
    }
    acting.turn.record(ForceEvent::Changed { force, why });
    Ok(())
}
