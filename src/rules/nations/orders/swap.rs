//! `swap`: like units of one hex exchange steps before they march (NIA §5.2.3).

use super::{Play, StepKind, absorb};
use crate::book::Book;
use crate::book::spelling::spoken;
use crate::book::units::Unit;
use crate::land::joining;
use crate::land::stacking;
use crate::orders::causes::Cause;
use crate::orders::rehearsal::Plan;
use crate::orders::words::{FORCE, Pick, UNIT};
use crate::record::event::{ForceEvent, Reason};
use crate::record::state::Force;
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
    tell,
    play: Play::Land(play),
};

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let name = |key: &str| filled.name(key).unwrap_or_default().to_owned();
    let with = filled.name("with");
    let other = with.and_then(|with| plan.meant(with)).cloned();
    let told = with.map_or(String::new(), |with| format!(" of {}", spoken(plan.book, with)));
    if let Some(other) = &other {
        absorb::must_meet(plan, other, told.trim_start_matches(" of "));
    }
    if plan.spent > 0 {
        plan.refuse_by("has-moved", Err(Reason::HasMoved));
    }
    if let Some(force) = plan.force.clone().filter(|_| !plan.unsure) {
        let other = other.map(|other| plan.earlier.now(&other));
        match exchanged(plan.book, &force, other.as_ref(), filled) {
            Ok((force, _)) => plan.force = Some(force),
            // An entry with an `if:` may be waiting for these units.
            Err(Reason::HasNone { .. }) if plan.asked.is_some() => {
                plan.depends_on(&[Cause::Friends, Cause::Losses]);
            }
            Err(reason) => plan.refuse_by("cannot-swap", Err(reason)),
        }
    }
    format!("swap: one step from {} to {}{told}", name("from"), name("to"))
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    if acting.moved {
        return Err(Reason::HasMoved);
    }
    let force = acting.force().clone();
    let other = filled.name("with").map(|name| joining::here(acting, name)).transpose()?;
    let (force, other) = exchanged(acting.turn.book, &force, other.as_ref(), filled)?;
    let why = "steps were exchanged".to_owned();
    if let Some(force) = other {
        acting.turn.record(ForceEvent::Changed { force, why: why.clone() });
    }
    acting.turn.record(ForceEvent::Changed { force, why });
    Ok(())
}

/// Both forces after a step went from one unit to another (NIA §5.2.3).
fn exchanged(
    book: &Book,
    force: &Force,
    other: Option<&Force>,
    filled: &Filled,
) -> Result<(Force, Option<Force>), Reason> {
    let pick = |key: &str| {
        let written = filled.name(key).unwrap_or_default();
        Pick::read(written, &book.units, &book.people)
            .map_err(|_| Reason::HasNone { what: written.to_owned() })
    };
    let (giver, taker) = (pick("from")?, pick("to")?);
    let mut force = force.clone();
    let mut other_after = other.cloned();
    let none = |pick: &Pick| Reason::HasNone { what: pick.told(&book.people) };
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
    if takes.kind == gives.kind && takes.nation != gives.nation {
        let name = format!("{} {}", book.people.adjective(&takes.nation), book.units.write(takes));
        return Err(Reason::OtherCountry { name });
    }
    if takes.kind != gives.kind || !stacking::may_absorb(book, takes, &gives) {
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
    if let Some(other) = &mut other_after {
        other.settle();
    }
    Ok((force, other_after))
}
