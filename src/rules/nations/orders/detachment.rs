//! `detachment`: makes a detachment of one step of a corps (NIA §5.2.4, §1.1.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.2.4, §12.3.

use super::{Play, StepKind};
use crate::book::Book;
use crate::book::units::{Size, Unit};
use crate::land::stacking;
use crate::orders::causes::Cause;
use crate::orders::rehearsal::Plan;
use crate::orders::words::{Pick, UNIT};
use crate::record::event::{ForceEvent, Parting, Reason};
use crate::record::state::Force;
use crate::season::arrivals;
use crate::turn::activation::Activation;
use crate::view::reasons;
use sheet::keys::{Field, Filled, Kind, Value};
use std::collections::BTreeMap;

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "detachment",
        rule: "NIA §5.2.4",
        value: Value::Short(&[Field {
            key: "of",
            value: Value::Needed(&Value::Name(&UNIT)),
            doc: "The infantry corps that gives one step.",
        }]),
        doc: "Leaves one step of a corps in the hex as a detachment, for nothing.",
    },
    tell,
    play: Play::Land(play),
};

/// Takes a step off the corps that is named: the force that stays, and the step, if `has_counter` says that
/// there is one for it.
fn part(
    book: &Book,
    force: &Force,
    written: &str,
    has_counter: impl Fn(&Unit) -> bool,
) -> Result<(Force, Unit), Reason> {
    let none = || Reason::HasNone { what: written.to_owned() };
    let pick = Pick::read(written, &book.units, &book.people).map_err(|_| none())?;
    let mut stays = force.clone();
    if stays.leaders.is_empty() {
        return Err(Reason::HasNone { what: "leader".to_owned() });
    }
    let at = pick.find(&stays.units, &book.units).ok_or_else(none)?;
    let kind = book.units.kind(&stays.units[at].kind);
    if kind.size != Size::Corps || kind.class != "infantry" {
        return Err(Reason::Unlike { name: kind.name.clone() });
    }
    stays.units[at].steps -= 1;
    let step = Unit {
        kind: "Dinf".to_owned(),
        modifier: 0,
        nation: stays.units[at].nation.clone(),
        steps: 1,
        rising: stays.units[at].rising.clone(),
    };
    if book.has_money() && !has_counter(&step) {
        return Err(Reason::HasNone { what: "counter of a detachment left".to_owned() });
    }
    stays.settle();
    if !stacking::keeps_army(book, &stays) {
        return Err(Reason::HasNone {
            what: "corps to spare: the army would have none".to_owned(),
        });
    }
    Ok((stays, step))
}

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let written = filled.name("of").unwrap_or_default();
    let (book, known) = (plan.book, plan.known);
    let has_counter = |unit: &Unit| {
        let aboard = known.aboard.values().flat_map(|passage| &passage.force.units);
        let there = known.ours.values().flat_map(|force| &force.units).chain(aboard);
        let there = there.chain(known.money.abroad.values().flat_map(|abroad| &abroad.units));
        let none = BTreeMap::new();
        let coming = arrivals::coming(book, &none, known.season.next());
        book.pools.has_left(unit, there.chain(coming))
    };
    match plan.force.as_ref().map(|force| part(book, force, written, has_counter)) {
        Some(Ok((stays, step))) => {
            // Counters are limited here: losses return them, and earlier entries may take the last one.
            if book.has_money() {
                plan.depends_on(&[Cause::Losses, Cause::Friends]);
            }
            let left = Force { units: vec![step], ..Force::new(stays.id, &stays.power, stays.at) };
            plan.tell_crowd(&left);
            plan.part(left);
            plan.force = Some(stays);
        }
        Some(Err(reason)) if !plan.unsure => {
            let text = match &reason {
                Reason::Unlike { name } => {
                    format!("only an infantry corps gives a step, no {name}")
                }
                other => reasons::sentence(plan.book, other),
            };
            match reason {
                Reason::Unlike { .. } => plan.refuse("cannot-part", text),
                // Counters come back by losses.
                _ => plan.remark("cannot-part", text, Cause::Losses),
            }
        }
        Some(Err(_)) | None => {}
    }
    format!("detachment: one step of {written}")
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let written = filled.name("of").unwrap_or_default();
    let (book, state) = (acting.turn.book, &acting.turn.state);
    let has_counter = |unit: &Unit| {
        let coming = arrivals::coming(book, &state.promised, state.season.next());
        book.pools.has_left(unit, state.units().chain(coming))
    };
    let (stays, step) = part(book, acting.force(), written, has_counter)?;
    let mut left = Force::new(acting.turn.new_id(&stays.power), &stays.power, stays.at);
    left.units.push(step);
    (left.demoralized, left.unsupplied) = (stays.demoralized, stays.unsupplied);
    acting.turn.active.insert(left.id);
    acting.parted.push(left.id);
    acting.turn.record(ForceEvent::Parted {
        force: stays,
        new: left,
        how: Parting::MadeDetachment,
    });
    Ok(())
}
