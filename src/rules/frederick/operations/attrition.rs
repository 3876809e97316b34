//! The check of a force that operates without its thaler (FRW §12.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.3, §25.18.

use super::dice::{Die, Throw};
use super::force::Acting;
use super::loss;
use crate::book::Book;
use crate::record::event::{Cause, Event, ForceEvent, Modifier};
use crate::record::state::State;
use crate::record::unit::Unit;
use crate::turn::Turn;
use kit::rule::Rule;
use std::collections::BTreeSet;

const CHECK: Rule = Rule("FRW §12.3");

/// The modifiers of a force.
pub fn modifiers(book: &Book, state: &State, units: &[&Unit], mountains: bool) -> Vec<Modifier> {
    let table = &book.tables.attrition;
    let mut all = vec![];
    let best = units.iter().filter_map(|unit| book.leader(unit)).max_by_key(|leader| leader.value);
    if let Some(leader) = best {
        let by = -i8::try_from(leader.value).unwrap_or(i8::MAX);
        all.push(Modifier::Leader { leader: leader.name.clone(), by });
    }
    let good = units.iter().filter(|unit| book.is_good(unit)).count();
    if 2 * good >= units.len() {
        all.push(Modifier::HalfGood { by: table.half_good });
    }
    if mountains {
        all.push(Modifier::Mountain { by: table.mountain });
    }
    if units.len() >= table.many_from {
        all.push(Modifier::Many { by: table.many });
    }
    let powers: BTreeSet<&str> = units.iter().map(|unit| unit.power.as_str()).collect();
    if powers.iter().any(|power| state.year.levied.contains(*power)) {
        all.push(Modifier::Levy { by: table.levy });
    }
    if powers.len() > 1 {
        all.push(Modifier::SeveralPowers { by: table.several_powers });
    }
    all
}

/// How many of so many units a share is, rounded up.
pub fn losses(share: u32, units: usize) -> usize {
    let share = usize::try_from(share).unwrap_or(usize::MAX);
    (units * share).div_ceil(100)
}

/// Checks a force, and takes what it loses.
pub fn check(turn: &mut Turn<'_>, acting: &mut Acting) {
    let units = acting.units.clone();
    acting.units = check_units(turn, &acting.seat.clone(), units, acting.mountains);
}

/// The same for any units in one square; gives those that are left.
pub fn check_units(
    turn: &mut Turn<'_>,
    seat: &str,
    units: Vec<String>,
    mountains: bool,
) -> Vec<String> {
    let here = turn.units_of(&units);
    let Some(at) = here.first().map(|unit| unit.at) else { return units };
    let modifiers = modifiers(turn.book, &turn.state, &here, mountains);
    // Who is aboard is lost with the fleet alone (§25.18).
    let at_risk = loss::not_carried(turn, units.clone());
    let count = at_risk.len();
    let throw = Throw { rule: CHECK, who: seat, at, dice: 1, die: Die::Attrition, owner: seat };
    let die = throw.roll(turn)[0];
    let sum = i64::from(die) + modifiers.iter().map(|one| i64::from(one.by())).sum::<i64>();
    let share = *turn.book.tables.attrition.shares.read(sum);
    let losses = losses(share, count);
    turn.record(Event::from(ForceEvent::AttritionChecked {
        seat: seat.to_owned(),
        at,
        die,
        modifiers,
        share,
        losses,
    }));
    let gone = loss::lose(turn, seat, &at_risk, losses, Cause::Attrition);
    units.into_iter().filter(|unit| !gone.contains(unit)).collect()
}
