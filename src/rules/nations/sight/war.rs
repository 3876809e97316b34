//! Who learns what of battles, sieges and supply.
//!
//! # Our reading
//!
//! - §1.3: a stack is open while combat is resolved. So both sides see who fought with what, the
//!   losses of battle, retreat, pursuit and assault, and the leaders who were hit. Attrition, supply
//!   and what an attempt was modified by stay with their own side.
//! - Markers lie on the map for all to see: disorder, sieges, broken and empty fortresses.

use super::Look;
use crate::record::event::{Cause, Event, Fate, Throw, Winner};
use crate::record::state::{Force, ForceId};
use crate::sight::known::{Deed, Seen, SeenEvent, Who};
use crate::sight::news::LandNews;
use kit::ground::Space;

/// What one power learns of an event of the war on land.
pub fn witness(look: &Look, event: &Event) -> Option<Seen> {
    let mut seen = spaces(look, event);
    let tellers = [upkeep, contact, sieges, losses, battles];
    let news = tellers.into_iter().find_map(|tell| tell(look, event));
    seen.event = news.map(|news| SeenEvent::War(Box::new(news)));
    seen.strengths = strengths(look, event);
    match event {
        Event::LeaderChecked { leader, power, fate, .. } if look.ours(power) => {
            seen.left = (*fate != Fate::Unharmed).then(|| leader.clone());
        }
        Event::WallsBroken { at, .. } => seen.fort = Some((*at, look.state.forts.get(at).copied())),
        Event::Captured { at, power, .. } => {
            seen.fort = Some((*at, look.state.forts.get(at).copied()));
            seen.held = Some((*at, power.clone()));
            seen.deeds = taken(look, event);
        }
        Event::Rearmed { at, .. } => seen.fort = Some((*at, None)),
        Event::CardPlayed { power, card, .. } => {
            seen.played = (power == look.eye).then(|| card.clone());
        }
        Event::BattleEnded { attacker, defender, winner, lost, .. } => {
            let (a, d) = *lost;
            let deed =
                |won: bool, losses| Deed { won, lost: !won, taken: false, losses: Some(losses) };
            let won = *winner == Winner::Attacker;
            let both = [(attacker, deed(won, (a, d))), (defender, deed(!won, (d, a)))];
            let ours = both.into_iter().filter(|(party, _)| look.ours(&party.power));
            seen.deeds = ours.map(|(party, deed)| (party.name.clone(), deed)).collect();
        }
        _ => {}
    }
    (seen != Seen::default()).then_some(seen)
}

/// How strong enemies are seen to be: those who have fought, and what battle and pursuit leave them.
fn strengths(look: &Look, event: &Event) -> Vec<(String, u32)> {
    let shown = |force: &Force| {
        let name = force.commander().filter(|_| !look.ours(&force.power))?;
        Some((name.to_owned(), force.steps() * 2 + u32::from(force.depots)))
    };
    match event {
        Event::Lost { force, cause, .. } if !is_hidden(*cause) => {
            shown(force).into_iter().collect()
        }
        Event::BattleEnded { attacker, defender, .. } => {
            let led = |name: &String| look.state.with_leader(name).and_then(shown);
            [&attacker.name, &defender.name].into_iter().filter_map(led).collect()
        }
        _ => vec![],
    }
}

/// The commanders of ours who stand in a place that our side has taken.
fn taken(look: &Look, event: &Event) -> Vec<(String, Deed)> {
    let Event::Captured { at, power, .. } = event else { return vec![] };
    let here = look.state.at(*at).filter(|force| force.power == *power && look.ours(power));
    let deed = Deed { taken: true, ..Deed::default() };
    here.filter_map(Force::commander).map(|name| (name.to_owned(), deed.clone())).collect()
}

/// What the map shows afterwards: our own forces in full, the stacks of the others.
fn spaces(look: &Look, event: &Event) -> Seen {
    let mut seen = Seen::default();
    let (ids, places) = touched(look, event);
    for id in ids {
        match look.state.forces.get(&id) {
            Some(force) if look.ours(&force.power) => seen.ours.push(force.clone()),
            Some(force) => seen.spaces.push(look.stacks(force.at)),
            None => seen.gone.push(id),
        }
    }
    for at in places {
        seen.spaces.push(look.stacks(at));
        let here = look.state.at(at).filter(|force| look.ours(&force.power));
        seen.ours.extend(here.cloned());
    }
    seen
}

/// The forces and places that an event changed.
fn touched(look: &Look, event: &Event) -> (Vec<ForceId>, Vec<Space>) {
    let of = |power: &str, id: ForceId| if look.ours(power) { vec![id] } else { vec![] };
    match event {
        Event::SupplyAssessed { force, .. } => {
            let ours = look.state.forces.get(force).filter(|force| look.ours(&force.power));
            (ours.map(|force| force.id).into_iter().collect(), vec![])
        }
        Event::Lost { force, .. } => (of(&force.power, force.id), vec![force.at]),
        Event::Destroyed { force, power, at, .. }
        | Event::HonoursOfWar { force, power, at, .. } => (of(power, *force), vec![*at]),
        Event::Avoided { force, at, to, succeeded: true, .. } => (vec![*force], vec![*at, *to]),
        Event::CameUp { force, from, to } | Event::Retreated { force, from, to } => {
            (vec![*force], vec![*from, *to])
        }
        Event::WentInside { force, at } => (vec![*force], vec![*at]),
        Event::LeaderChecked { force, power, at, .. } => (of(power, *force), vec![*at]),
        Event::Succeeded { force, .. }
        | Event::MoraleChecked { force, .. }
        | Event::Disordered { force, .. }
        | Event::Rallied { force, succeeded: true, .. } => (vec![*force], vec![]),
        Event::SiegeMarked { at, .. } | Event::Captured { at, .. } | Event::Rearmed { at, .. } => {
            (vec![], vec![*at])
        }
        _ => (vec![], vec![]),
    }
}

/// A roll as the eye may see it: its modifiers only if it is our own.
fn open(throw: &Throw, ours: bool) -> Throw {
    if ours {
        return throw.clone();
    }
    Throw { dice: throw.dice.clone(), ..Throw::default() }
}

/// What is told of supply, attrition, order and cards.
fn upkeep(look: &Look, event: &Event) -> Option<LandNews> {
    let who = |id: &ForceId| named(look, *id);
    Some(match event {
        Event::SupplyAssessed { force, supplied } => {
            let (who, at) = who(force).filter(|(who, _)| who.ours)?;
            LandNews::Supply { who, at, supplied: *supplied }
        }
        Event::AttritionChecked { force, occasions, column, throw, result, star, steps } => {
            let (who, at) = who(force).filter(|(who, _)| who.ours)?;
            let (occasions, column) = (occasions.clone(), column.clone());
            let (throw, result) = (throw.clone(), result.clone());
            LandNews::Attrition {
                who,
                at,
                occasions,
                column,
                throw,
                result,
                star: *star,
                steps: *steps,
            }
        }
        Event::Rallied { force, die, target, succeeded, .. } => {
            let (who, at) = who(force)?;
            let told = who.ours || *succeeded;
            let news =
                LandNews::Rallied { who, at, die: *die, target: *target, succeeded: *succeeded };
            return told.then_some(news);
        }
        Event::Disordered { force, demoralized } => {
            let (who, at) = who(force)?;
            LandNews::Disordered { who, at, demoralized: *demoralized }
        }
        Event::WentOn { force, .. } => {
            let (who, at) = who(force).filter(|(who, _)| who.ours)?;
            LandNews::WentOn { who, at }
        }
        Event::CardPlayed { power, card, who, ruling } => {
            let (power, card) = (power.clone(), card.clone());
            LandNews::CardPlayed { power, card, who: who.clone(), ruling: ruling.clone() }
        }
        Event::Promised { key, power, season } if look.ours(power) => {
            LandNews::Promised { key: key.clone(), season: *season }
        }
        Event::Scored { points, total, needed, winner } => {
            let points = points.clone();
            LandNews::Scored { points, total: *total, needed: *needed, winner: *winner }
        }
        _ => return None,
    })
}

/// What is told of those who meet.
fn contact(look: &Look, event: &Event) -> Option<LandNews> {
    let who = |id: &ForceId| named(look, *id);
    Some(match event {
        Event::Intercepted { force, mover, at, throw, succeeded } => {
            let (who, whom) = (who(force)?.0, who(mover)?.0);
            let throw = open(throw, who.ours);
            LandNews::Intercepted { who, whom, at: *at, throw, succeeded: *succeeded }
        }
        Event::Avoided { force, at, to, throw, succeeded, .. } => {
            let who = who(force)?.0;
            let throw = open(throw, who.ours);
            LandNews::Avoided { who, at: *at, to: *to, throw, succeeded: *succeeded }
        }
        Event::WentInside { force, at } => LandNews::WentInside { who: who(force)?.0, at: *at },
        Event::Overrun { force, at, .. } => LandNews::Overrun { who: who(force)?.0, at: *at },
        Event::MarchedToGuns { force, to, throw, succeeded } => {
            let who = who(force)?.0;
            let throw = open(throw, who.ours);
            LandNews::Guns { who, to: *to, throw, succeeded: *succeeded }
        }
        Event::CameUp { force, from, to } => {
            LandNews::CameUp { who: who(force)?.0, from: *from, to: *to }
        }
        Event::Retreated { force, from, to } => {
            LandNews::Retreated { who: who(force)?.0, from: *from, to: *to }
        }
        _ => return None,
    })
}

/// What is told of fortresses.
fn sieges(look: &Look, event: &Event) -> Option<LandNews> {
    let who = |id: &ForceId| named(look, *id);
    Some(match event {
        Event::SiegeMarked { force, at, level } => {
            LandNews::SiegeMarked { who: who(force)?.0, at: *at, level: *level }
        }
        Event::SiegeAttempted { force, at, fortress, throw, result, star, .. } => {
            let who = who(force)?.0;
            let (throw, result) = (open(throw, who.ours), result.clone());
            LandNews::SiegeAttempted {
                who,
                at: *at,
                fortress: *fortress,
                throw,
                result,
                star: *star,
            }
        }
        Event::GarrisonChecked { at, power, die, target, surrenders, .. } => {
            let (power, surrenders) = (power.clone(), *surrenders);
            LandNews::GarrisonChecked { at: *at, power, die: *die, target: *target, surrenders }
        }
        Event::WallsBroken { at, points } => LandNews::WallsBroken { at: *at, points: *points },
        Event::Captured { at, power, empty, .. } => {
            LandNews::Captured { at: *at, power: power.clone(), empty: *empty }
        }
        Event::HonoursOfWar { power, at, leader, units, back, .. } => {
            let (who, units) = (gone(look, power, leader), units.clone());
            LandNews::HonoursOfWar { who, at: *at, units, back: *back }
        }
        Event::Rearmed { force, at, with } => {
            let with = look.ours(&force.power).then(|| with.clone());
            LandNews::Rearmed { at: *at, power: force.power.clone(), with }
        }
        _ => return None,
    })
}

/// What is told of losses, of troops and of leaders.
fn losses(look: &Look, event: &Event) -> Option<LandNews> {
    let who = |id: &ForceId| named(look, *id);
    Some(match event {
        Event::Lost { force, units, trains, depots, engineers, army, cause, .. } => {
            let who = look.who(force);
            if !who.ours && is_hidden(*cause) {
                return None;
            }
            LandNews::Lost {
                who,
                at: force.at,
                units: units.clone(),
                trains: *trains,
                depots: *depots,
                engineers: *engineers,
                army: army.clone(),
                cause: *cause,
            }
        }
        Event::Destroyed { power, at, leader, army, units, cause, .. } => {
            let who = gone(look, power, leader);
            let (units, army) = (units.clone(), army.clone());
            LandNews::Destroyed { who, at: *at, army, units, cause: *cause }
        }
        Event::LeaderChecked { leader, power, at, die, fate, back, .. } => {
            LandNews::LeaderChecked {
                leader: leader.clone(),
                power: power.clone(),
                at: *at,
                die: *die,
                fate: *fate,
                back: *back,
            }
        }
        Event::Succeeded { force, leader, after, commands } => {
            let (who, _) = who(force)?;
            // A subordinate is hidden in his stack; who commands it is not.
            if !who.ours && !commands {
                return None;
            }
            LandNews::Succeeded { who, leader: leader.clone(), after: after.clone() }
        }
        Event::Pursued { force, at, steps, .. } => {
            LandNews::Pursued { who: who(force)?.0, at: *at, steps: *steps }
        }
        _ => return None,
    })
}

/// What is told of battles.
fn battles(look: &Look, event: &Event) -> Option<LandNews> {
    let who = |id: &ForceId| named(look, *id);
    Some(match event {
        Event::Fought { at, round, size, odds, assault, attacker, defender, winner } => {
            LandNews::Fought {
                at: *at,
                round: *round,
                size: size.clone(),
                odds: odds.clone(),
                assault: *assault,
                attacker: attacker.clone(),
                defender: defender.clone(),
                winner: *winner,
            }
        }
        Event::BattleEnded { at, attacker, defender, size, winner, .. } => LandNews::BattleEnded {
            at: *at,
            attacker: attacker.clone(),
            defender: defender.clone(),
            size: size.clone(),
            winner: *winner,
        },
        Event::MoraleChecked { force, die, target, modifiers, demoralized } => {
            let (who, at) = who(force)?;
            let modifiers = modifiers.clone();
            LandNews::Morale {
                who,
                at,
                die: *die,
                target: *target,
                modifiers,
                demoralized: *demoralized,
            }
        }
        _ => return None,
    })
}

/// A force by the name that the eye may use, and where it stands.
fn named(look: &Look, id: ForceId) -> Option<(Who, Space)> {
    look.state.forces.get(&id).map(|force| (look.who(force), force.at))
}

/// A force that is no more, by the leader it had.
fn gone(look: &Look, power: &str, leader: &Option<String>) -> Who {
    Who {
        power: power.to_owned(),
        name: leader.clone().unwrap_or_else(|| "a force".to_owned()),
        ours: look.ours(power),
    }
}

/// Losses that nobody but their own side sees.
fn is_hidden(cause: Cause) -> bool {
    matches!(cause, Cause::Attrition | Cause::Spent | Cause::Repulse | Cause::Stacking)
}
