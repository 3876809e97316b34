//! Army markers that a power sets up between springs by a word in its sheet: for money (NIA §12.4), or for
//! nothing, where a special rule of a scenario gives one (§21.3.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.4, §21.3.2.

use crate::book::restraints::NewArmy;
use crate::land::stacking;
use crate::land::supply::Land;
use crate::land::supply::{self, Moment};
use crate::money::cabinet;
use crate::orders::favours::Army;
use crate::record::event::{ForceEvent, OrderEvent, Purse, Reason, Shortfall, SpendingEvent};
use crate::record::state::Force;
use crate::season::returns;
use crate::turn::Turn;
use std::cmp::Reverse;

/// The list of an order that stands in no list.
pub const NEW_ARMY: &str = "new army";

fn not_done(turn: &mut Turn, power: &str, order: &str, who: &str, reason: Reason) {
    let (power, order, who) = (power.to_owned(), order.to_owned(), who.to_owned());
    turn.record(OrderEvent::NotDone { power, entry: 0, step: 0, order, who, reason });
}

/// Sets up the army marker that a power asks for in its sheet, if it can: the one that a rule gives it, or
/// else one for money.
pub fn set_up(turn: &mut Turn, power: &str) {
    if turn.book.gives_army(power) {
        given(turn, power);
    } else {
        bought(turn, power, false);
    }
}

/// Tells who asked for an army marker for money that it never came to it this season.
pub fn tell_missing(turn: &mut Turn) {
    let book = turn.book;
    let powers: Vec<String> = turn.sheets.keys().cloned().collect();
    for power in powers.iter().filter(|power| !book.gives_army(power)) {
        bought(turn, power, true);
    }
}

/// Sets up an army marker for money (NIA §12.4); what may still come about is told at the end alone.
fn bought(turn: &mut Turn, power: &str, ended: bool) {
    let sheet = turn.sheets.get(power);
    let Some(army) = sheet.and_then(|sheet| sheet.favours.army.clone()) else { return };
    let event = match priced(turn, power, &army) {
        Err(Shortfall::NoArmy { .. }) if !ended => return,
        // At the end of a season nobody acts any more.
        Ok(_) if ended => {
            let why = "no land marker of yours came after all was ready".to_owned();
            not_bought(power, &army, Shortfall::NotAllowed { why })
        }
        Ok(event) => event,
        Err(reason) => not_bought(power, &army, reason),
    };
    turn.record(event);
    if let Some(sheet) = turn.sheets.get_mut(power) {
        sheet.favours.army = None;
    }
}

fn priced(turn: &Turn, power: &str, army: &Army) -> Result<SpendingEvent, Shortfall> {
    let land = Land::of(turn.book, &turn.state, power);
    let works = cabinet::works(turn.book, &turn.state, &land, power);
    let no_purse = || Shortfall::NotAllowed { why: "this scenario has no money".to_owned() };
    let (force, bill) = works.ok_or_else(no_purse)?.army(&army.leader, army.with.as_deref())?;
    Ok(SpendingEvent::ArmySetUp { purse: purse(power), line: 0, force, bill })
}

fn not_bought(power: &str, army: &Army, reason: Shortfall) -> SpendingEvent {
    SpendingEvent::NotCarriedOut {
        purse: purse(power),
        line: 0,
        list: NEW_ARMY.to_owned(),
        order: format!("new army: {}", army.leader),
        reason,
    }
}

fn purse(power: &str) -> Purse {
    Purse { power: power.to_owned(), owner: power.to_owned() }
}

/// Sets up the army marker that a rule gives a power, if its sheet asks for it and it can.
fn given(turn: &mut Turn, power: &str) {
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

/// The force that has the marker of a rule already.
pub fn bearer<'f>(
    mut forces: impl Iterator<Item = &'f Force>,
    rule: &NewArmy,
) -> Option<&'f Force> {
    forces.find(|force| force.power == rule.power && force.army.as_ref() == Some(&rule.army))
}

/// The force with its army marker; nothing, if the leader is not where he can have it yet.
fn raised(turn: &Turn, rule: &NewArmy, army: &Army) -> Result<Force, Option<Reason>> {
    let (book, state) = (turn.book, &turn.state);
    if let Some(other) = bearer(state.forces.values(), rule) {
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
        Some(name) if !waits(name) => return Err(Some(Reason::NotInPool { name: name.clone() })),
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
