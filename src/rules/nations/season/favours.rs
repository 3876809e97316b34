//! What special rules of a scenario let a power do by a word in its sheet: steps that go over a sea
//! without ships, and an army marker for nothing (NIA §21.3.2).
//!
//! # Our reading
//!
//! - §21.3.2, the lift: on a naval marker of its side, before the ships sail, a force of at most two
//!   steps, all of the nations named, goes from one harbour of the sea to another, both of its side and
//!   not blockaded, with its leaders. It is no activation. A greater force leaves units behind first
//!   (`drop`, `detach`). The two steps are those of the side, whoever of it asks first.
//! - §21.3.2, §12.4: the army marker is set up when the power's turn on a land marker comes, before
//!   anybody of it acts: at least two steps with a corps, in supply, in one hex, under a leader who can
//!   command an army, and another leader from the pool with him, if one waits. The senior commands.

use crate::book::restraints::{Lift, NewArmy};
use crate::land::joining;
use crate::land::movement::Mover;
use crate::land::stacking;
use crate::land::supply::{self, Moment};
use crate::orders::favours::{Army, Crossing};
use crate::orders::words::meant;
use crate::record::event::{ForceEvent, OrderEvent, Reason, SequenceEvent};
use crate::record::state::{Force, Marker};
use crate::season::returns;
use crate::season::turn::Turn;
use kit::ground::Space;
use std::cmp::Reverse;

/// Brings troops over the sea that a power's sheet sends.
pub fn lift(turn: &mut Turn, power: &str, marker: Marker) {
    let Marker::Naval(bloc, _) = marker else { return };
    let book = turn.book;
    let rules = book.scenario.special.iter();
    let rules = rules.filter_map(|rule| Some((&rule.id, rule.lift.as_ref()?)));
    for (id, rule) in rules.filter(|(_, rule)| rule.side == bloc) {
        let Some(sheet) = turn.sheets.get_mut(power) else { return };
        for crossing in std::mem::take(&mut sheet.favours.lifts) {
            let Crossing { who, to } = &crossing;
            match able(turn, power, (id, rule), who, to) {
                Ok((force, to, steps)) => {
                    let (from, rule, id) = (force.at, id.clone(), force.id);
                    turn.record(SequenceEvent::Lifted { force: id, from, to, rule, steps });
                    joining::crowds(turn);
                }
                Err(reason) => not_done(turn, power, "lift", who, reason),
            }
        }
    }
}

fn not_done(turn: &mut Turn, power: &str, order: &str, who: &str, reason: Reason) {
    let (power, order, who) = (power.to_owned(), order.to_owned(), who.to_owned());
    turn.record(OrderEvent::NotDone { power, entry: 0, step: 0, order, who, reason });
}

/// The force that goes, where it goes and how many steps that is; or why it does not.
fn able(
    turn: &Turn,
    power: &str,
    (id, rule): (&String, &Lift),
    who: &str,
    to: &str,
) -> Result<(Force, Space, u8), Reason> {
    let (book, state) = (turn.book, &turn.state);
    let own = state.forces.values().filter(|force| force.power == power);
    let force = meant(&book.atlas, &book.units, who, own);
    let force = force.ok_or_else(|| Reason::NotThere { name: who.to_owned() })?;
    let goal = book.atlas.code(to).or_else(|| book.atlas.named(to));
    let goal = goal.ok_or_else(|| Reason::NotThere { name: to.to_owned() })?;
    let of_them = force.units.iter().all(|unit| rule.nations.contains(&unit.nation));
    if force.units.is_empty() || !of_them || force.army.is_some() {
        return Err(Reason::HasNone { what: "units that may go over the sea".to_owned() });
    }
    let used = u32::from(state.lifted.get(id).copied().unwrap_or_default());
    let room = u32::from(rule.steps).saturating_sub(used);
    if force.steps() > room {
        return Err(Reason::Overladen { has: force.steps(), room });
    }
    if force.inside {
        return Err(Reason::Besieged);
    }
    let harbour = |at: Space| {
        let town = book.atlas.town(at);
        town.is_some_and(|town| town.harbour && town.seas.contains(&rule.sea))
            && state.holder(book, at).is_some_and(|holder| state.friends(holder, power))
            && !state.enemy_at(power, at)
            && !state.blockaded(power, at)
            && book.scenario.in_play(at)
    };
    if let Some(at) = [force.at, goal].into_iter().find(|at| !harbour(*at)) {
        return Err(Reason::NoLandingPlace { at });
    }
    if !Mover::new(book, force).under(book, force, &state.begun).keeps_to(book, force.at, goal) {
        return Err(Reason::NoSeaWay { to: book.atlas.name(goal) });
    }
    let mut there = state.at(goal);
    if there.any(|other| other.power == force.power && !other.units.is_empty()) {
        return Err(Reason::NoRoom { name: book.atlas.name(goal) });
    }
    let steps = u8::try_from(force.steps()).unwrap_or(u8::MAX);
    Ok((force.clone(), goal, steps))
}

/// Sets up the army marker that a rule gives a power, if its sheet asks for it and it can.
pub fn found(turn: &mut Turn, power: &str) {
    let book = turn.book;
    let rules = book.scenario.special.iter().filter_map(|rule| rule.new_army.as_ref());
    for rule in rules.filter(|rule| rule.power == power) {
        let sheet = turn.sheets.get(power);
        let Some(army) = sheet.and_then(|sheet| sheet.favours.army.clone()) else { continue };
        match raised(turn, rule, &army) {
            Ok(force) => {
                let why = format!("the {} was set up", rule.army);
                turn.record(ForceEvent::Changed { force, why });
            }
            // What is not so yet may be so at a later marker.
            Err(Some(reason)) => not_done(turn, power, "new army", &army.leader, reason),
            Err(None) => continue,
        }
        if let Some(sheet) = turn.sheets.get_mut(power) {
            sheet.favours.army = None;
        }
    }
}

/// The force with its army marker; nothing, if the leader is not where he can have it yet.
fn raised(turn: &Turn, rule: &NewArmy, army: &Army) -> Result<Force, Option<Reason>> {
    let (book, state) = (turn.book, &turn.state);
    let has = |force: &&Force| force.power == rule.power && force.army.as_ref() == Some(&rule.army);
    if let Some(other) = state.forces.values().find(has) {
        let name = turn.name(other);
        return Err(Some(Reason::NoRoom { name }));
    }
    let force = state.with_leader(&army.leader).ok_or(None)?;
    let commands = force.commander() == Some(army.leader.as_str());
    if force.power != rule.power || !commands || force.army.is_some() || force.inside {
        return Err(None);
    }
    let mut force = force.clone();
    force.army = Some(rule.army.clone());
    let mut waiting = returns::successors(book, state, &rule.power);
    let waits = |name: &String| waiting.contains(name);
    let with = match &army.with {
        Some(name) if !waits(name) => return Err(Some(Reason::NotThere { name: name.clone() })),
        Some(name) => Some(name.clone()),
        None => {
            waiting.sort_by_key(|name| (Reverse(stacking::stars(book, name)), name.clone()));
            let most = stacking::stars(book, &army.leader);
            waiting.into_iter().find(|name| stacking::stars(book, name) <= most)
        }
    };
    force.leaders.extend(with);
    force.leaders.sort_by_key(|name| Reverse(stacking::stars(book, name)));
    let capacity = force.commander().and_then(|name| book.people.known(name).capacity);
    let fits = stacking::fits(book, &force) && stacking::keeps_army(book, &force);
    let fed = supply::supplied(book, state, &force, &Moment::default());
    if capacity.is_none() || !fits || force.steps() < 2 || !fed {
        return Err(None);
    }
    Ok(force)
}
