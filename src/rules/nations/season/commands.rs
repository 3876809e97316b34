//! Leaders who take command of an army in a season that the scenario names (NIA §21.3.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.D, §21.3.5.

use crate::book::special::Command;
use crate::book::units::Unit;
use crate::decisions::Topic;
use crate::land::combat::leaders;
use crate::land::stacking;
use crate::record::event::{BattleEvent, ForceEvent, Leaving};
use crate::record::state::{Force, ForceId};
use crate::season::arrivals;
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Question;
use kit::rule::Rule;
use std::cmp::Reverse;

const COMMAND: Rule = Rule("NIA §21.3.5");

/// Lets those take command who are due: before others are called away, who follows one of them;
/// after the arrivals, who comes as one.
pub fn take(turn: &mut Turn, arriving: bool) {
    let book = turn.book;
    for rule in book.scenario.special.iter().filter_map(|special| special.command.as_ref()) {
        if rule.near.is_some() != arriving {
            continue;
        }
        let season = turn.state.season;
        let waits = || {
            let force = turn.state.with_leader(&rule.leader);
            force.is_some_and(|force| force.army.is_none())
        };
        let due = rule.when == season;
        let again = rule.near.is_some() && rule.when < season && waits();
        if (due || again) && is_at_hand(turn, rule) {
            match army(turn, rule) {
                Some(id) => command(turn, rule, id, due),
                None if due => wait(turn, rule),
                None => {}
            }
        }
    }
}

/// Whether somebody whom a rule put at the head of a force this season is its commander, so that
/// nobody else follows who is called away from it.
pub fn is_followed(turn: &Turn, force: &Force) -> bool {
    let rules = turn.book.scenario.special.iter().filter_map(|special| special.command.as_ref());
    let mut due = rules.filter(|rule| rule.when == turn.state.season);
    due.any(|rule| force.commander() == Some(rule.leader.as_str()))
}

/// Whether the leader is on land or in the pool.
fn is_at_hand(turn: &Turn, rule: &Command) -> bool {
    let pooled = turn.state.pools.get(&rule.power).is_some_and(|pool| pool.contains(&rule.leader));
    pooled || turn.state.with_leader(&rule.leader).is_some()
}

/// The army that the leader is to command.
fn army(turn: &mut Turn, rule: &Command) -> Option<ForceId> {
    let (book, state) = (turn.book, &turn.state);
    let near = rule.near.as_ref().and_then(|name| book.atlas.named(name));
    let own = state.forces.values().filter(|force| force.power == rule.power);
    let armies = own.filter(|force| match (&force.army, &rule.army) {
        (Some(army), Some(name)) => army == name,
        (army, None) => army.is_some(),
        (None, Some(_)) => false,
    });
    let mut armies: Vec<(ForceId, String, Space)> = armies
        .filter(|force| force.commander().is_some())
        .map(|force| (force.id, force.army.clone().unwrap_or_default(), force.at))
        .collect();
    let far = |at: Space| near.map_or(0, |from| book.atlas.distance(from, at));
    armies.sort_by_key(|(id, _, at)| (far(*at), *id));
    let default = armies.first()?.1.clone();
    let question = Question {
        ask: COMMAND.by(&rule.leader).at("command"),
        decider: rule.power.clone(),
        decision: Topic::ArmyMarker.decision(),
        options: armies.iter().map(|(_, army, _)| army.clone()).collect(),
        default,
        needs_human: false,
    };
    let choice = turn.ledger.decide(question, None).choice;
    armies.into_iter().find(|(_, army, _)| *army == choice).map(|(id, ..)| id)
}

/// Puts the leader at the head of an army.
fn command(turn: &mut Turn, rule: &Command, id: ForceId, due: bool) {
    let leader = &rule.leader;
    let from = turn.state.with_leader(leader).cloned();
    if from.as_ref().is_some_and(|force| force.id == id) {
        let first = turn.state.force(id).commander().unwrap_or_default().to_owned();
        if first != *leader {
            let leader = leader.clone();
            turn.record(ForceEvent::CommandTaken { force: id, leader, from: first });
        }
    } else {
        if let Some(force) = from {
            leave(turn, rule, &force);
        }
        let after = turn.state.force(id).commander().unwrap_or_default().to_owned();
        let (leader, commands) = (leader.clone(), true);
        turn.record(BattleEvent::Succeeded { force: id, leader, after, commands, counts: false });
        make_room(turn, id);
    }
    for _ in 0..if due { rule.steps } else { 0 } {
        reinforce(turn, rule, id);
    }
    leaders::keep_limits(turn);
}

/// Takes the leader out of a force; if they led troops, one of the pool follows them.
fn leave(turn: &mut Turn, rule: &Command, force: &Force) {
    let commanded = force.commander() == Some(rule.leader.as_str());
    if !force.units.is_empty() {
        leaders::replace(turn, force.id, &rule.leader, commanded);
    }
    let (power, leader, at) = (force.power.clone(), rule.leader.clone(), force.at);
    turn.record(ForceEvent::LeaderLeft { power, leader, at, why: Some(Leaving::Called) });
    if commanded {
        leaders::pass_command(turn, force.id);
    }
}

/// Sends the lowest subordinate to the pool if there are too many.
fn make_room(turn: &mut Turn, id: ForceId) {
    let force = turn.state.force(id);
    let book = turn.book;
    if force.leaders.len() <= stacking::places(book, force) + 1 {
        return;
    }
    let others = force.leaders.iter().skip(1);
    let lowest = others.min_by_key(|name| {
        let leader = book.people.known(name);
        (stacking::stars(book, name), leader.combat, leader.initiative, Reverse(&leader.name))
    });
    let Some(leader) = lowest.cloned() else { return };
    let (power, at) = (force.power.clone(), force.at);
    turn.record(ForceEvent::LeaderLeft { power, leader, at, why: Some(Leaving::NoRoom) });
}

/// Brings the army a step of line infantry.
fn reinforce(turn: &mut Turn, rule: &Command, id: ForceId) {
    let book = turn.book;
    let mut force = turn.state.draft(id);
    let wants = |unit: &&mut Unit| {
        let kind = book.units.kind(&unit.kind);
        unit.nation == rule.power && kind.class == "infantry" && unit.steps < kind.steps
    };
    if let Some(unit) = force.units.iter_mut().find(wants) {
        unit.steps += 1;
        force.settle();
        if stacking::fits(book, &force) {
            let why = format!("a step came with {}", rule.leader);
            turn.record(ForceEvent::Changed { force, why });
            return;
        }
    }
    let at = arrivals::room(turn, &rule.power, turn.state.force(id).at);
    let mut force = Force::new(turn.new_id(&rule.power), &rule.power, at);
    let nation = rule.power.clone();
    let kind = "Dinf".to_owned();
    force.units.push(Unit { kind, modifier: 0, nation, steps: 1, rising: None });
    turn.record(ForceEvent::Placed { force, arrival: true });
}

/// Without an army the leader stands in the town of their side nearest to the one that is named.
fn wait(turn: &mut Turn, rule: &Command) {
    let (book, state) = (turn.book, &turn.state);
    let Some(near) = rule.near.as_ref().and_then(|name| book.atlas.named(name)) else { return };
    if state.with_leader(&rule.leader).is_some() {
        return; // They are on the map already, and wait where they stand.
    }
    let open = |at: &Space| {
        let holder = state.holder(book, *at);
        holder.is_some_and(|holder| state.friends(holder, &rule.power))
            && book.scenario.in_play(*at)
            && !state.enemy_at(&rule.power, *at)
    };
    let towns = book.atlas.towns().map(|(at, _)| at).filter(open);
    let nearest = towns.min_by_key(|at| (book.atlas.distance(near, *at), *at));
    let Some(at) = nearest else { return };
    let mut force = Force::new(turn.new_id(&rule.power), &rule.power, at);
    force.leaders.push(rule.leader.clone());
    turn.record(ForceEvent::Placed { force, arrival: true });
}
