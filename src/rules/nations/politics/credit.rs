//! The credit of alliances (NIA §15.1): how far a power is bound to its allies, and that it makes peace when
//! nothing is left of it. A scenario whose page names no credit plays without it.
//!
//! Not here: conditions of that peace (§13.3.2.3), which has none; a refused offer of peace, which raises the credit, is in
//! [`offers`](crate::politics::peace::offers).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8.3.3, §11.2.4, §15.1.

use crate::book::Book;
use crate::book::PLAYERS;
use crate::book::countries::CountryStatus;
use crate::book::units::Unit;
use crate::book::war::BattleSize;
use crate::land::combat::Battle;
use crate::politics::allegiance;
use crate::record::event::{
    BattleEvent, CreditCause, Event, LossEvent, MoneyEvent, PassageEvent, SiegeEvent, Winner,
};
use crate::record::state::{Bloc, ForceId, Money};
use crate::turn::Turn;
use kit::ground::Space;
use kit::relations::Relations;
use std::collections::BTreeSet;

/// What a point costs in spring (NIA §15.1).
pub const PRICE: i32 = 4;
/// What an alliance begins with, without its minor countries (NIA §15.1).
const BASE: i32 = 7;
/// The powers whose credit another may raise.
pub fn courted(relations: &Relations<Bloc>, money: &Money, power: &str) -> BTreeSet<String> {
    let left = money.credit.iter().filter(|(_, left)| **left > 0).map(|(ally, _)| ally);
    let open = |ally: &&String| *ally != power && relations.friends(ally, power);
    left.filter(open).cloned().collect()
}

/// Whether somebody has paid for a power's credit this spring.
pub fn is_paid(turn: &Turn, ally: &str) -> bool {
    turn.events.iter().any(|event| {
        matches!(event, Event::Money(MoneyEvent::CreditChanged { power, reason: CreditCause::Paid, .. }) if power == ally)
    })
}

/// Whether a power has had credit and has spent it.
pub fn is_spent(money: &Money, power: &str) -> bool {
    money.credit.get(power).is_some_and(|left| *left <= 0)
}

/// Changes the credit of a power; nothing, if it has none or has spent it.
pub fn change(turn: &mut Turn, power: &str, by: i32, reason: CreditCause) {
    let left = turn.state.money.credit.get(power).copied().unwrap_or(0);
    if left > 0 {
        let (power, now) = (power.to_owned(), (left + by).max(0));
        turn.record(MoneyEvent::CreditChanged { power, change: now - left, now, reason });
    }
}

/// Gives a power that has joined a side its credit, if alliances have one.
pub fn joined(turn: &mut Turn, power: &str) {
    let credit = &turn.state.money.credit;
    let on_a_side = turn.state.bloc(power) != Bloc::Neutral;
    if credit.is_empty() || !on_a_side || PLAYERS.contains(&power) {
        return;
    }
    let left = credit.get(power).copied().unwrap_or(0);
    let minors = turn.state.titles.countries(turn.book);
    let followers = minors.values().filter(|status| follows(status) == Some(power)).count();
    let now = BASE + i32::try_from(followers).unwrap_or(0);
    let (power, change, reason) = (power.to_owned(), now - left, CreditCause::Joined);
    turn.record(MoneyEvent::CreditChanged { power, change, now, reason });
}

/// The power that a minor country follows as an ally or satellite.
fn follows(status: &CountryStatus) -> Option<&str> {
    match status {
        CountryStatus::Allied(power) | CountryStatus::Satellite(power) => Some(power),
        CountryStatus::Neutral | CountryStatus::Conquered(_) => None,
    }
}

/// What a battle that is over does to the credits: `since` is the event with which it began.
pub fn battle(turn: &mut Turn, battle: &Battle, winner: Winner, since: usize) {
    if turn.state.money.credit.is_empty() {
        return;
    }
    let events = turn.events.get(since..).unwrap_or_default();
    let powers = |ids: &[ForceId]| -> BTreeSet<String> {
        ids.iter().flat_map(|id| whose_troops(turn, *id, events)).collect()
    };
    let (attackers, defenders) = (powers(&battle.attackers), powers(&battle.defenders));
    let won = match winner {
        Winner::Attacker => &attackers,
        Winner::Defender | Winner::Nobody => &defenders,
    };
    let lost_order = |event: &Event| {
        matches!(event, Event::Battle(BattleEvent::MoraleChecked { demoralized: true, .. }))
    };
    let disorder = events.iter().any(lost_order);
    let armies: Vec<&str> = events.iter().filter_map(lost_army).map(|(power, _)| power).collect();
    let major = battle.size == BattleSize::Major;
    let mut changes = vec![];
    for power in turn.state.money.credit.keys() {
        let fought = attackers.contains(power) || defenders.contains(power);
        let of_winners = won.iter().any(|other| turn.state.friends(power, other));
        let enemy = |other: &&&str| turn.state.at_war(power, other);
        if major && turn.state.bloc(power) != Bloc::Neutral {
            let change = match (fought, of_winners) {
                (true, true) if disorder => Some((2, CreditCause::EnemyDisordered)),
                (true, false) if disorder => Some((-2, CreditCause::Disordered)),
                (true, _) => None,
                (false, true) => Some((1, CreditCause::WonByOthers)),
                (false, false) => Some((-1, CreditCause::LostByOthers)),
            };
            changes.extend(change.map(|(by, why)| (power.clone(), by, why)));
        }
        for _ in armies.iter().filter(enemy).filter(|_| fought) {
            changes.push((power.clone(), 1, CreditCause::EnemyArmyLost));
        }
    }
    for (power, by, why) in changes {
        change(turn, &power, by, why);
    }
}

/// The powers whose troops a force had, as it stands now and by what it lost in some events; the troops of
/// minor countries are their leader's.
fn whose_troops(turn: &Turn, id: ForceId, events: &[Event]) -> BTreeSet<String> {
    let now = turn.state.forces.get(&id).into_iter().flat_map(|force| &force.units);
    let lost = events.iter().flat_map(|event| match event {
        Event::Loss(LossEvent::Lost { force, units, .. }) if force.id == id => units.as_slice(),
        Event::Loss(LossEvent::Destroyed { force, units, .. }) if *force == id => units,
        _ => &[],
    });
    let leads = id.power(turn.book);
    let of = |unit: &Unit| match turn.book.people.is_major(&unit.nation) {
        true => unit.nation.clone(),
        false => leads.to_owned(),
    };
    let troops: BTreeSet<String> = now.chain(lost).map(of).collect();
    if troops.is_empty() { BTreeSet::from([leads.to_owned()]) } else { troops }
}

/// The power whose army marker is lost by an event, and the others whose troops were with it.
fn lost_army(event: &Event) -> Option<(&str, BTreeSet<&str>)> {
    let (power, units): (_, Vec<&Unit>) = match event {
        Event::Loss(LossEvent::Lost { army: Some(_), force, units, .. }) => {
            (&force.power, force.units.iter().chain(units).collect())
        }
        Event::Loss(LossEvent::Destroyed { army: Some(_), power, units, .. })
        | Event::Passage(PassageEvent::CargoLost { army: Some(_), power, units, .. }) => {
            (power, units.iter().collect())
        }
        _ => return None,
    };
    Some((power, units.into_iter().map(|unit| unit.nation.as_str()).collect()))
}

/// Counts the towns and armies of the season, and lets those go who have no credit left.
pub fn reckon(turn: &mut Turn) {
    if turn.state.money.credit.is_empty() {
        return;
    }
    let mut changes = vec![];
    for event in &turn.events {
        for power in turn.state.money.credit.keys() {
            let change = match event {
                Event::Siege(SiegeEvent::Captured { at, power: by, .. }) => {
                    captured(turn, power, *at, by)
                }
                event => lost_army(event)
                    .filter(|(whose, with)| whose == power || with.contains(power.as_str()))
                    .map(|_| (-1, CreditCause::ArmyLost)),
            };
            changes.extend(change.map(|(by, why)| (power.clone(), by, why)));
        }
    }
    for (power, by, why) in changes {
        change(turn, &power, by, why);
    }
    leave(turn);
}

/// What it does to a power's credit that somebody took a town.
fn captured(turn: &Turn, power: &str, at: Space, by: &str) -> Option<(i32, CreditCause)> {
    let (book, state) = (turn.book, &turn.state);
    let enemy = state.at_war(by, power);
    if let Some((seat, capital)) = seat_of_power(book, at) {
        return match seat == power {
            true if enemy => Some((-3, CreditCause::CapitalLost)),
            false if enemy && state.friends(seat, power) => {
                Some((-1, CreditCause::AllyLost { capital }))
            }
            false if by == power && state.at_war(seat, power) => {
                Some((3, CreditCause::CapitalTaken { capital }))
            }
            _ => None,
        };
    }
    let countries = state.titles.countries(book);
    let seat = |name: &str| state.titles.seat(book, name) == Some(at);
    let (country, status) = countries.into_iter().find(|(name, _)| seat(name))?;
    let (country, leader) = (country.to_owned(), follows(status)?);
    match leader == power {
        true => enemy.then_some((-1, CreditCause::MinorLost { country })),
        false => (by == power && state.at_war(leader, power))
            .then_some((1, CreditCause::MinorTaken { country })),
    }
}

/// The power whose capital a town is.
fn seat_of_power(book: &Book, at: Space) -> Option<(&str, String)> {
    let mut powers = book.people.powers.iter();
    powers.find_map(|power| {
        let capital = power.capital.as_deref()?;
        (book.atlas.named(capital) == Some(at)).then(|| (power.name.as_str(), capital.to_owned()))
    })
}

/// A power without credit makes peace and is neutral.
fn leave(turn: &mut Turn) {
    let credit = turn.state.money.credit.iter();
    let spent: Vec<String> =
        credit.filter(|(_, left)| **left <= 0).map(|one| one.0.clone()).collect();
    for power in spent {
        if turn.state.bloc(&power) != Bloc::Neutral {
            allegiance::turn_power(turn, &power, Bloc::Neutral);
        }
    }
    allegiance::follow(turn);
}
