//! Who learns what of battles, sieges and supply.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §1.3, §5.1.3, §8.3.1.

use super::{Look, anything};
use crate::record::event::{
    BattleEvent, Cause, ContactEvent, Fate, LossEvent, Party, SiegeEvent, Throw, Winner,
};
use crate::record::state::{Force, ForceId};
use crate::sight::known::{Deed, Seen, Who};
use crate::sight::news::{BattleNews, ContactNews, LandNews, LossNews, SiegeNews};
use kit::ground::Space;

/// The forces and places that an event changed.
type Touched = (Vec<ForceId>, Vec<Space>);

/// What one power learns of supply, attrition and losses.
pub fn losses(look: &Look, event: &LossEvent) -> Option<Seen> {
    let (touched, strength) = match event {
        LossEvent::SupplyAssessed { force, .. } => {
            let ours = look.state.forces.get(force).filter(|force| look.ours(&force.power));
            ((ours.map(|force| force.id).into_iter().collect(), vec![]), None)
        }
        LossEvent::AttritionChecked { .. } => (Touched::default(), None),
        LossEvent::Lost { force, cause, .. } => {
            let strength = if is_hidden(*cause) { None } else { shown(look, force) };
            ((of(look, &force.power, force.id), vec![force.at]), strength)
        }
        LossEvent::Destroyed { force, power, at, .. } => {
            ((of(look, power, *force), vec![*at]), None)
        }
    };
    let mut seen = seen(look, touched, loss_news(look, event));
    seen.strengths.extend(strength);
    anything(seen)
}

/// What one power learns of those who meet.
pub fn contact(look: &Look, event: &ContactEvent) -> Option<Seen> {
    let touched = match event {
        ContactEvent::Avoided { force, at, to, succeeded: true, .. } => {
            (vec![*force], vec![*at, *to])
        }
        ContactEvent::CameUp { force, from, to } | ContactEvent::Retreated { force, from, to } => {
            (vec![*force], vec![*from, *to])
        }
        ContactEvent::WentInside { force, at } => (vec![*force], vec![*at]),
        ContactEvent::Avoided { .. }
        | ContactEvent::Intercepted { .. }
        | ContactEvent::Overrun { .. }
        | ContactEvent::MarchedToGuns { .. } => Touched::default(),
    };
    anything(seen(look, touched, contact_news(look, event)))
}

/// What one power learns of a battle and its end.
pub fn battle(look: &Look, event: &BattleEvent) -> Option<Seen> {
    let touched = match event {
        BattleEvent::LeaderChecked { force, power, at, .. } => (of(look, power, *force), vec![*at]),
        BattleEvent::Succeeded { force, .. }
        | BattleEvent::MoraleChecked { force, .. }
        | BattleEvent::Disordered { force, .. }
        | BattleEvent::Rallied { force, succeeded: true, .. } => (vec![*force], vec![]),
        BattleEvent::Rallied { .. }
        | BattleEvent::Fought { .. }
        | BattleEvent::TacticsDrawn { .. }
        | BattleEvent::TacticPlayed { .. }
        | BattleEvent::BattleEnded { .. }
        | BattleEvent::Pursued { .. }
        | BattleEvent::WentOn { .. } => Touched::default(),
    };
    let mut seen = seen(look, touched, battle_news(look, event));
    if let BattleEvent::LeaderChecked { leader, power, fate, .. } = event
        && look.ours(power)
    {
        seen.left = (*fate != Fate::Unharmed).then(|| leader.clone());
    }
    if let BattleEvent::Fought { assault: true, attacker, defender, .. } = event {
        let named = [&attacker.name, &defender.name].into_iter();
        let led = named.filter_map(|name| look.state.with_leader(name));
        seen.strengths.extend(led.filter_map(|force| shown(look, force)));
    }
    if let BattleEvent::BattleEnded { at, attacker, defender, winner, lost, .. } = event {
        seen.strengths = opened(look, [attacker, defender]);
        seen.deeds = fought(look, *at, [attacker, defender], *winner, *lost);
    }
    anything(seen)
}

/// What one power learns of a siege and of what war does to a fortress.
pub fn siege(look: &Look, event: &SiegeEvent) -> Option<Seen> {
    let touched = match event {
        SiegeEvent::HonoursOfWar { force, power, at, .. } => (of(look, power, *force), vec![*at]),
        SiegeEvent::SiegeMarked { at, .. }
        | SiegeEvent::Captured { at, .. }
        | SiegeEvent::Rearmed { at, .. } => (vec![], vec![*at]),
        SiegeEvent::SiegeAttempted { .. }
        | SiegeEvent::GarrisonChecked { .. }
        | SiegeEvent::WallsBroken { .. } => Touched::default(),
    };
    let mut seen = seen(look, touched, siege_news(look, event));
    match event {
        SiegeEvent::WallsBroken { at, .. } => {
            seen.fort = Some((*at, look.state.forts.get(at).copied()));
        }
        SiegeEvent::Captured { at, power, .. } => {
            seen.fort = Some((*at, look.state.forts.get(at).copied()));
            seen.held = Some((*at, power.clone()));
            seen.deeds = taken(look, *at, power);
        }
        SiegeEvent::Rearmed { at, .. } => seen.fort = Some((*at, None)),
        SiegeEvent::SiegeMarked { .. }
        | SiegeEvent::SiegeAttempted { .. }
        | SiegeEvent::GarrisonChecked { .. }
        | SiegeEvent::HonoursOfWar { .. } => {}
    }
    anything(seen)
}

/// What the map shows after an event, and what is told of it.
fn seen(look: &Look, touched: Touched, news: Option<impl Into<LandNews>>) -> Seen {
    Seen { event: news.map(|news| news.into().into()), ..spaces(look, touched) }
}

/// A force that only its own side can name.
fn of(look: &Look, power: &str, id: ForceId) -> Vec<ForceId> {
    if look.ours(power) { vec![id] } else { vec![] }
}

/// How strong an enemy is seen to be who has fought, by his commander.
fn shown(look: &Look, force: &Force) -> Option<(String, u32)> {
    let name = force.commander().filter(|_| !look.ours(&force.power))?;
    Some((name.to_owned(), force.steps() * 2 + u32::from(force.depots)))
}

/// The strengths that a battle leaves in the open.
fn opened(look: &Look, both: [&Party; 2]) -> Vec<(String, u32)> {
    let led = |party: &Party| look.state.with_leader(&party.name).and_then(|one| shown(look, one));
    both.into_iter().filter_map(led).collect()
}

/// What the commanders of ours did in a battle.
fn fought(
    look: &Look,
    at: Space,
    [attacker, defender]: [&Party; 2],
    winner: Winner,
    (a, d): (u32, u32),
) -> Vec<(String, Deed)> {
    let deed = |won: bool, losses| Deed { won, lost: !won, taken: false, losses: Some(losses) };
    let won = winner == Winner::Attacker;
    let both = [(attacker, deed(won, (a, d))), (defender, deed(!won, (d, a)))];
    let ours = both.into_iter().filter(|(party, _)| look.ours(&party.power));
    let beside = || {
        let there = look.state.at(at).filter(|force| look.ours(&force.power));
        there.filter(|force| force.fights() && !force.inside).filter_map(Force::commander)
    };
    ours.flat_map(|(party, deed)| {
        let all = std::iter::once(party.name.as_str()).chain(beside());
        all.map(|name| (name.to_owned(), deed.clone())).collect::<Vec<_>>()
    })
    .collect()
}

/// The commanders of ours who stand in a place that our side has taken.
fn taken(look: &Look, at: Space, power: &str) -> Vec<(String, Deed)> {
    let here = look.state.at(at).filter(|force| force.power == power && look.ours(power));
    let deed = Deed { taken: true, ..Deed::default() };
    here.filter_map(Force::commander).map(|name| (name.to_owned(), deed.clone())).collect()
}

/// What the map shows afterwards: our own forces in full, the stacks of the others.
fn spaces(look: &Look, (ids, places): Touched) -> Seen {
    let mut seen = Seen::default();
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

/// A roll as the eye may see it: its modifiers only if it is our own.
fn open(throw: &Throw, ours: bool) -> Throw {
    if ours {
        return throw.clone();
    }
    Throw { dice: throw.dice.clone(), ..Throw::default() }
}

/// What is told of supply, attrition and losses of troops.
fn loss_news(look: &Look, event: &LossEvent) -> Option<LossNews> {
    let who = |id: &ForceId| named(look, *id);
    Some(match event {
        LossEvent::SupplyAssessed { force, supplied } => {
            let (who, at) = who(force).filter(|(who, _)| who.ours)?;
            LossNews::Supply { who, at, supplied: *supplied }
        }
        LossEvent::AttritionChecked { force, occasions, column, throw, result, star, steps } => {
            let (who, at) = who(force).filter(|(who, _)| who.ours)?;
            let (occasions, column) = (occasions.clone(), column.clone());
            let (throw, result) = (throw.clone(), result.clone());
            LossNews::Attrition {
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
        LossEvent::Lost { force, units, trains, depots, engineers, army, cause, .. } => {
            // Named as before the loss: a force without troops may still have engineers.
            let troops = force.units.iter().chain(units).cloned().collect();
            let who = look.who(&Force { units: troops, ..force.clone() });
            if !who.ours && is_hidden(*cause) {
                return None;
            }
            LossNews::Lost {
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
        LossEvent::Destroyed { power, at, leader, army, units, cause, .. } => {
            let who = gone(look, power, leader);
            let (units, army) = (units.clone(), army.clone());
            LossNews::Destroyed { who, at: *at, army, units, cause: *cause }
        }
    })
}

/// What is told of those who meet.
fn contact_news(look: &Look, event: &ContactEvent) -> Option<ContactNews> {
    let who = |id: &ForceId| named(look, *id);
    Some(match event {
        ContactEvent::Intercepted { force, mover, at, throw, succeeded } => {
            let (who, whom) = (who(force)?.0, who(mover)?.0);
            let throw = open(throw, who.ours);
            ContactNews::Intercepted { who, whom, at: *at, throw, succeeded: *succeeded }
        }
        ContactEvent::Avoided { force, at, to, throw, succeeded, .. } => {
            let who = who(force)?.0;
            let throw = open(throw, who.ours);
            ContactNews::Avoided { who, at: *at, to: *to, throw, succeeded: *succeeded }
        }
        ContactEvent::WentInside { force, at } => {
            ContactNews::WentInside { who: who(force)?.0, at: *at }
        }
        ContactEvent::Overrun { force, at, .. } => {
            ContactNews::Overrun { who: who(force)?.0, at: *at }
        }
        ContactEvent::MarchedToGuns { force, to, throw, succeeded } => {
            let who = who(force)?.0;
            let throw = open(throw, who.ours);
            ContactNews::Guns { who, to: *to, throw, succeeded: *succeeded }
        }
        ContactEvent::CameUp { force, from, to } => {
            ContactNews::CameUp { who: who(force)?.0, from: *from, to: *to }
        }
        ContactEvent::Retreated { force, from, to } => {
            ContactNews::Retreated { who: who(force)?.0, from: *from, to: *to }
        }
    })
}

/// What is told of battles, and of leaders and order after them.
fn battle_news(look: &Look, event: &BattleEvent) -> Option<BattleNews> {
    let who = |id: &ForceId| named(look, *id);
    Some(match event {
        BattleEvent::Fought { at, round, size, odds, assault, attacker, defender, winner } => {
            BattleNews::Fought {
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
        BattleEvent::BattleEnded { at, attacker, defender, size, winner, .. } => {
            BattleNews::BattleEnded {
                at: *at,
                attacker: attacker.clone(),
                defender: defender.clone(),
                size: size.clone(),
                winner: *winner,
            }
        }
        BattleEvent::TacticsDrawn { .. } => hand_drawn(look, event)?,
        BattleEvent::TacticPlayed { at, power, name, played } => {
            let (at, power, name, played) = (*at, power.clone(), name.clone(), played.clone());
            BattleNews::TacticPlayed { at, power, name, played }
        }
        BattleEvent::LeaderChecked { leader, power, at, die, fate, back, .. } => {
            BattleNews::LeaderChecked {
                leader: leader.clone(),
                power: power.clone(),
                at: *at,
                die: *die,
                fate: *fate,
                back: *back,
            }
        }
        BattleEvent::Succeeded { force, leader, after, commands, .. } => {
            let (who, _) = who(force)?;
            // A subordinate is hidden in his stack; who commands it is not.
            if !who.ours && !commands {
                return None;
            }
            BattleNews::Succeeded { who, leader: leader.clone(), after: after.clone() }
        }
        BattleEvent::MoraleChecked { force, die, target, modifiers, demoralized } => {
            let (who, at) = who(force)?;
            let (modifiers, demoralized) = (modifiers.clone(), *demoralized);
            BattleNews::Morale { who, at, die: *die, target: *target, modifiers, demoralized }
        }
        BattleEvent::Disordered { force, demoralized } => {
            let (who, at) = who(force)?;
            BattleNews::Disordered { who, at, demoralized: *demoralized }
        }
        BattleEvent::Pursued { force, at, steps, .. } => {
            BattleNews::Pursued { who: who(force)?.0, at: *at, steps: *steps }
        }
        BattleEvent::Rallied { force, die, target, succeeded, .. } => {
            let (who, at) = who(force).filter(|(who, _)| who.ours || *succeeded)?;
            BattleNews::Rallied { who, at, die: *die, target: *target, succeeded: *succeeded }
        }
        BattleEvent::WentOn { force, .. } => {
            let (who, at) = who(force).filter(|(who, _)| who.ours)?;
            BattleNews::WentOn { who, at }
        }
    })
}

/// The hand of a side, which its own player alone sees (NIA §8.1.3).
fn hand_drawn(look: &Look, event: &BattleEvent) -> Option<BattleNews> {
    let BattleEvent::TacticsDrawn { at, power, name, tactics } = event else { return None };
    let own = power == look.eye || look.eye == super::all::UMPIRE;
    let (power, name, tactics) = (power.clone(), name.clone(), tactics.clone());
    own.then_some(BattleNews::TacticsDrawn { at: *at, power, name, tactics })
}

/// What is told of fortresses.
fn siege_news(look: &Look, event: &SiegeEvent) -> Option<SiegeNews> {
    let who = |id: &ForceId| named(look, *id);
    Some(match event {
        SiegeEvent::SiegeMarked { force, at, level } => {
            SiegeNews::SiegeMarked { who: who(force)?.0, at: *at, level: *level }
        }
        SiegeEvent::SiegeAttempted { force, at, fortress, throw, result, star, .. } => {
            let who = who(force)?.0;
            let (throw, result) = (open(throw, who.ours), result.clone());
            SiegeNews::SiegeAttempted {
                who,
                at: *at,
                fortress: *fortress,
                throw,
                result,
                star: *star,
            }
        }
        SiegeEvent::GarrisonChecked { at, power, die, target, surrenders, .. } => {
            let (power, surrenders) = (power.clone(), *surrenders);
            SiegeNews::GarrisonChecked { at: *at, power, die: *die, target: *target, surrenders }
        }
        SiegeEvent::WallsBroken { at, points } => {
            SiegeNews::WallsBroken { at: *at, points: *points }
        }
        SiegeEvent::Captured { at, power, empty, from } => {
            let stays = from.as_ref() == Some(power);
            SiegeNews::Captured { at: *at, power: power.clone(), empty: *empty, stays }
        }
        SiegeEvent::HonoursOfWar { power, at, leader, units, back, .. } => {
            let (who, units) = (gone(look, power, leader), units.clone());
            SiegeNews::HonoursOfWar { who, at: *at, units, back: *back }
        }
        SiegeEvent::Rearmed { force, at, with } => {
            let with = look.ours(&force.power).then(|| with.clone());
            SiegeNews::Rearmed { at: *at, power: force.power.clone(), with }
        }
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
