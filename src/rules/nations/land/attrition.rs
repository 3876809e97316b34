//! Attrition: when it is checked, and what it costs (NIA §7).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §6.1.1, §7, §7.2, §7.3, §7.4.

use crate::cards;
use crate::decisions::Topic;
use crate::land::combat::losses::{self, Bill};
use crate::land::combat::round::throw;
use crate::land::reckon::attrition::{self as figures, March};
use crate::land::supply;
use crate::money::treasury::conscripts;
use crate::orders::choices as will;
use crate::orders::choices::Will;
use crate::orders::senses::Scene;
use crate::record::event::{Cause, LossEvent, Occasion, Throw};
use crate::record::state::{Force, ForceId};
use crate::season::returns;
use crate::turn::Turn;
use kit::rule::Rule;

const CHECK: Rule = Rule("NIA §7.4");

/// How a stretch was marched: points spent since the activation began, and bad ground.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stretch {
    pub spent: u32,
    pub rough: bool,
    /// Steps in the force that were not activated with it.
    pub others: u32,
    /// Whether troops out of supply have joined it on this stretch.
    pub unsupplied: bool,
}

/// Checks a force for attrition (NIA §7.2 to §7.4); without a stretch it is the final phase.
pub fn check(turn: &mut Turn, id: ForceId, occasions: &[Occasion], stretch: Option<Stretch>) {
    let Some(force) = turn.state.forces.get(&id).cloned() else { return };
    let points = points(turn, &force, stretch);
    if points == 0 || occasions.is_empty() {
        return;
    }
    let mut march = March {
        spent: stretch.map(|stretch| stretch.spent),
        rough_ground: stretch.is_some_and(|stretch| stretch.rough),
        demoralized: force.demoralized,
        unsupplied: force.unsupplied || stretch.is_some_and(|stretch| stretch.unsupplied),
        season: conscripts::season_of_bonuses(turn.book, &turn.state.money, turn.state.season),
        supply_spent: false,
        national: true,
        scorched: cards::scorched(turn, &force.power, force.at),
        fever: turn.lasting_cards.fever.unwrap_or(0),
    };
    let book = turn.book;
    let nations = figures::national_nations(book, &force.units, march.season);
    let will = expecting(turn, &force, points, &march);
    // Where no roll could hurt even without help, nobody is asked for help.
    let bare = figures::modifiers(book, &force.units, &March { national: false, ..march });
    let bare = book.war.attrition_is_fixed(points, bare.iter().map(|one| one.by).sum());
    let safe = bare.is_some_and(|toll| toll.steps == 0 && !toll.star);
    if !nations.is_empty() && !safe {
        let said = will.wants(turn, &force, Topic::NationalBonus.path());
        march.national = will::yes(turn, CHECK, &force, Topic::NationalBonus, true, said);
    }
    march.supply_spent = !safe && spend_supply(turn, id, &will);
    let modifiers = figures::modifiers(book, &force.units, &march);
    let modifier = modifiers.iter().map(|modifier| modifier.by).sum();
    let fixed = book.war.attrition_is_fixed(points, modifier);
    let (throw, toll) = match fixed {
        Some(toll) => (Throw { modifiers, ..Throw::default() }, toll),
        None => {
            let ask = CHECK.by(turn.name(&force)).at(book.atlas.name(force.at));
            let throw = throw(turn.ledger.dice(ask, 2, 6).faces, modifiers);
            let toll = book.war.attrition(points, throw.total);
            (throw, toll)
        }
    };
    let star = toll.star.then(|| {
        let ask = CHECK.by(turn.name(&force)).at(book.atlas.name(force.at));
        turn.ledger.dice(ask, 1, 6).faces[0]
    });
    let city = book.atlas.town(force.at).is_some();
    let steps = figures::steps(book, toll, star, city).unwrap_or(toll.steps);
    let steps = steps.min(u8::try_from(points).unwrap_or(u8::MAX));
    turn.record(LossEvent::AttritionChecked {
        force: id,
        occasions: occasions.to_vec(),
        column: book.war.attrition_column(points).to_owned(),
        throw,
        result: toll.to_string(),
        star,
        steps,
    });
    let bill = Bill {
        nations: if march.national { nations } else { vec![] },
        topic: Topic::AttritionLosses,
        ..Bill::of(u32::from(steps), Cause::Attrition, CHECK)
    };
    losses::suffer(turn, &[id], &will, &bill);
}

/// The combat points that are at risk (NIA §7.1, §7.4, §9.1).
fn points(turn: &Turn, force: &Force, stretch: Option<Stretch>) -> u32 {
    let steps = figures::points(&force.units);
    if force.inside {
        if supply::fed_by_sea(turn.book, &turn.state, force) {
            return 0;
        }
        // The food of the fortress goes to the garrison as a whole, who came first eats first.
        let before = turn.state.at(force.at).filter(|other| other.inside && other.id < force.id);
        let fed = u32::from(turn.state.fortress(turn.book, force.at));
        let fed = fed.saturating_sub(before.map(Force::steps).sum());
        return steps.saturating_sub(fed);
    }
    match stretch {
        Some(stretch) if steps > stretch.others => steps - stretch.others,
        Some(_) | None => steps,
    }
}

/// What the owner expects of the check: the loss of a middling roll.
fn expecting(turn: &Turn, force: &Force, points: u32, march: &March) -> Will {
    let modifiers = figures::modifiers(turn.book, &force.units, march);
    let middling = 7 + modifiers.iter().map(|modifier| modifier.by).sum::<i32>();
    let expected = Some(u32::from(turn.book.war.attrition(points, middling).steps));
    let left = march.spent.unwrap_or(0);
    Will::seeing(Scene { expected, left, ..Scene::default() })
}

/// Whether a supply unit is spent on the check; by default none (NIA §7.4).
fn spend_supply(turn: &mut Turn, id: ForceId, will: &Will) -> bool {
    let force = turn.state.force(id).clone();
    if force.trains + force.depots == 0 {
        return false;
    }
    let said = will.wants(turn, &force, Topic::SpendSupply.path());
    if !will::yes(turn, CHECK, &force, Topic::SpendSupply, false, said) {
        return false;
    }
    let (trains, depots) = if force.trains > 0 { (1, 0) } else { (0, 1) };
    let after =
        Force { trains: force.trains - trains, depots: force.depots - depots, ..force.clone() };
    turn.record(LossEvent::Lost {
        force: after,
        units: vec![],
        trains,
        depots,
        engineers: 0,
        corps: 0,
        army: None,
        cause: Cause::Spent,
    });
    true
}

/// Whether a force has units that have not been active this season, outside walls.
fn is_idle(force: &Force) -> bool {
    force.activations == 0 && !force.inside && !force.units.is_empty()
}

/// Whether a force that never acts is checked when the marches are over, since it is out of supply (NIA §7.2).
pub fn starves(force: &Force) -> bool {
    is_idle(force) && force.unsupplied && !force.demoralized
}

/// The final attrition phase: the demoralized, then those cut off who never moved, then the
/// besieged; in winter the markers of disorder come off at its end (NIA §2, §7.2, §8.3.3.1).
pub fn last(turn: &mut Turn) {
    let ids: Vec<ForceId> = turn.state.forces.keys().copied().collect();
    let idle: Vec<ForceId> =
        ids.iter().copied().filter(|id| is_idle(turn.state.force(*id))).collect();
    for id in &ids {
        if turn.state.forces.get(id).is_some_and(|force| force.demoralized) {
            check(turn, *id, &[Occasion::Demoralized], None);
        }
    }
    for id in idle {
        if turn.state.forces.get(&id).is_some_and(starves) {
            check(turn, id, &[Occasion::OutOfSupply], None);
        }
    }
    for id in &ids {
        let shut_up = |force: &Force| force.inside && !force.demoralized;
        if turn.state.forces.get(id).is_some_and(shut_up) {
            check(turn, *id, &[Occasion::Besieged], None);
        }
    }
    returns::winter(turn);
}
