//! Forces that become one in a hex: taken in, given in, relieved, or lost for want of room (NIA
//! §4.1.1, §4.2.4, §5.1.5, §5.1.6).
//!
//! What the joined force would be is worked out in `stacking.rs`; here it is decided and recorded.

use crate::book::units::Unit;
use crate::decisions::Topic;
use crate::land::combat::{guns, leaders, losses};
use crate::land::stacking::{self, Crowded, Joined};
use crate::orders::words::meant;
use crate::record::event::{ForceEvent, Joining, Leaving, Reason};
use crate::record::state::{Force, ForceId};
use crate::turn::Turn;
use crate::turn::activation::Activation;
use kit::ground::Space;
use kit::ledger::Question;
use kit::rule::Rule;
use std::collections::BTreeSet;

/// What is missing where somebody with troops is to take command.
pub const LEADER_ALONE: &str = "leader alone";
const STACKING: Rule = Rule("NIA §4.1.1");

/// The friend of that name in the same hex.
pub fn here(acting: &Activation, name: &str) -> Result<Force, Reason> {
    let (state, force) = (&acting.turn.state, acting.force());
    let friends = state
        .forces
        .values()
        .filter(|other| state.friends(&other.power, &force.power) && other.id != force.id);
    let book = acting.turn.book;
    let other = meant(&book.atlas, &book.units, name, friends)
        .ok_or_else(|| Reason::NotThere { name: name.to_owned() })?;
    if other.at != force.at || other.inside != force.inside {
        return Err(Reason::NotHere { name: name.to_owned() });
    }
    Ok(other.clone())
}

/// Records that a force took in another: levels, leaders without a place, command.
pub fn take_in(acting: &mut Activation, joined: Joined, other: &Force, how: Joining, cost: u32) {
    let Joined { mut force, pooled } = joined;
    // Units that come whole raise the level; absorbed steps do not (§5.1.5, §5.1.6).
    let whole = how == Joining::Integrated
        || (how == Joining::Absorbed && kept_corps(acting.force(), &force));
    if whole && acting.turn.active.contains(&force.id) {
        force.activations = force.activations.max(other.activations);
    }
    acting.taken_in += other.steps();
    let (spent, at, gone) = (acting.spent, force.at, other.id);
    for leader in &pooled {
        // He leaves before the force that he led is gone.
        let (power, leader) = (other.power.clone(), leader.clone());
        let why = Some(Leaving::NoRoom);
        acting.turn.record(ForceEvent::LeaderLeft { power, leader, at, why });
    }
    let of = other.commander().map(str::to_owned);
    acting.turn.record(ForceEvent::Joined { force, gone, of, how, cost, spent });
}

/// Whether the join brought a unit that was not there before.
fn kept_corps(before: &Force, after: &Force) -> bool {
    after.units.len() > before.units.len()
}

/// Settles a hex where a march has ended beside friends (NIA §4.1.1): the one who came takes them
/// in if a point is left, or gives himself to them; what has no room is lost.
pub fn settle(acting: &mut Activation, other: ForceId) {
    let Some(other) = acting.turn.state.forces.get(&other).cloned() else { return };
    let mover = acting.force().clone();
    let book = acting.turn.book;
    if mover.units.is_empty() {
        if !mover.leaders.is_empty() {
            arrive(acting, &other);
        }
        return;
    }
    // What parted here and was not left by a march has never ceased to be one force.
    let parted = acting.parted.contains(&other.id);
    let cost = if parted { 0 } else { book.figures.actions.absorb };
    let how = if parted { Joining::Integrated } else { Joining::Absorbed };
    let points = acting.left() >= cost;
    let whole = stacking::join(book, &mover, &other, how, None);
    // A detachment just made goes back into its corps, since an army has no place for it.
    let taken_in = if parted {
        whole.or_else(|_| stacking::join(book, &mover, &other, Joining::Absorbed, None))
    } else {
        whole
    };
    let taken_in = taken_in.ok().filter(|_| points);
    let given = stacking::join(book, &other, &mover, Joining::Merged, None).ok().filter(|_| points);
    match (choose(acting, &other, taken_in.is_some(), given.is_some()).as_str(), taken_in, given) {
        ("absorb", Some(joined), _) => {
            acting.spent += cost;
            take_in(acting, joined, &other, how, cost);
        }
        ("merge", _, Some(joined)) => {
            acting.spent += cost;
            give_in(acting, joined, &other, cost);
        }
        _ => overstack(acting, &mover, &other),
    }
}

/// The decision what becomes of two forces in one hex. By default nobody is lost if it can be
/// helped, and who commands an army, or is not of lower rank, stays in command (NIA §4.2.4).
fn choose(acting: &mut Activation, other: &Force, absorb: bool, merge: bool) -> String {
    let yields = stacking::yields(acting.turn.book, acting.force(), other);
    let possible = [("absorb", absorb), ("merge", merge), ("lose the surplus", true)];
    let options: Vec<String> =
        possible.iter().filter(|(_, can)| *can).map(|(name, _)| (*name).to_owned()).collect();
    let default = match (absorb, merge) {
        (_, true) if yields || !absorb => "merge",
        (true, _) => "absorb",
        (false, _) => "lose the surplus",
    };
    let question = Question {
        ask: acting.ask(STACKING),
        decider: acting.power.clone(),
        decision: Topic::Absorb.decision(),
        options,
        default: default.to_owned(),
        needs_human: false,
    };
    acting.turn.ledger.decide(question, None).choice
}

/// Makes one force of those that have been left in a hex beside each other, as garrisons are when
/// their siege is raised (NIA §4.1.1): they join if they can, and what has no room is lost.
pub fn crowds(turn: &mut Turn) {
    let places = turn.state.forces.values().map(|force| (force.at, force.power.clone()));
    let places: BTreeSet<(Space, String)> = places.collect();
    for (at, power) in places {
        loop {
            let own = turn.state.at(at).filter(|force| force.power == power);
            let Some((one, other)) = stacking::two_too_many(own) else { break };
            let (one, other) = (one.clone(), other.clone());
            if guns::unite(turn, one.id, other.id).is_none() {
                break_up(turn, &one, &other, 0);
            }
        }
    }
}

fn overstack(acting: &mut Activation, mover: &Force, other: &Force) {
    acting.force = break_up(acting.turn, mover, other, acting.spent);
}

/// What has no room in the hex is lost (NIA §4.1.1). The one that is left.
pub fn break_up(turn: &mut Turn, mover: &Force, other: &Force, spent: u32) -> ForceId {
    let Crowded { force, gone, lost } = stacking::crowded(turn.book, mover, other);
    let (id, at) = (force.id, force.at);
    for leader in &gone.leaders {
        let (power, leader) = (gone.power.clone(), leader.clone());
        turn.record(ForceEvent::LeaderLeft { power, leader, at, why: Some(Leaving::NoRoom) });
    }
    let corps = |units: &[Unit]| losses::corps(turn.book, units);
    let fewer = (corps(&mover.units) + corps(&other.units)).saturating_sub(corps(&force.units));
    // A corps that was absorbed whole is not lost.
    let corps = fewer.min(corps(&lost));
    turn.record(ForceEvent::Joined {
        force: force.clone(),
        gone: gone.id,
        of: gone.commander().map(str::to_owned),
        how: Joining::PickedUp,
        cost: 0,
        spent,
    });
    if !lost.is_empty() {
        turn.record(ForceEvent::Overstacked { force, lost, corps });
    }
    id
}

/// Records that the mover gave himself to another force; from now on that force is the one acting.
pub fn give_in(acting: &mut Activation, joined: Joined, into: &Force, cost: u32) {
    acting.ended = true;
    let mover = acting.force().clone();
    let Joined { mut force, pooled } = joined;
    // The receiving force is raised only if it is active on this marker (§5.1.6).
    if acting.turn.active.contains(&into.id) {
        force.activations = force.activations.max(mover.activations);
    }
    for leader in &pooled {
        let (power, leader, at) = (mover.power.clone(), leader.clone(), force.at);
        let why = Some(Leaving::NoRoom);
        acting.turn.record(ForceEvent::LeaderLeft { power, leader, at, why });
    }
    let (spent, id) = (acting.spent, force.id);
    let commands = force.commander().map(str::to_owned);
    acting.turn.record(ForceEvent::Joined {
        force,
        gone: mover.id,
        of: mover.commander().map(str::to_owned),
        how: Joining::Merged,
        cost,
        spent,
    });
    acting.force = id;
    if let (Some(leader), Some(from)) = (commands, into.commander().map(str::to_owned))
        && leader != from
    {
        acting.turn.record(ForceEvent::CommandTaken { force: id, leader, from });
    }
}

/// A leader who ends his march alone with a force joins it: a senior takes command, another finds a
/// place under the leader who is there, or goes to the pool (NIA §4.2.4).
fn arrive(acting: &mut Activation, other: &Force) {
    if acting.parted.contains(&other.id) {
        return come_back(acting, other);
    }
    if replace(acting, other, false).is_ok() {
        return;
    }
    let mover = acting.force().clone();
    match stacking::join(acting.turn.book, other, &mover, Joining::Merged, None) {
        Ok(joined) => give_in(acting, joined, other, 0),
        Err(_) => {
            for leader in &mover.leaders {
                let (power, leader, at) = (mover.power.clone(), leader.clone(), mover.at);
                let why = Some(Leaving::NoRoom);
                acting.turn.record(ForceEvent::LeaderLeft { power, leader, at, why });
            }
            acting.force = other.id;
        }
    }
}

/// Puts a leader who left a force and did not get away back into it: as its commander, or as the subordinate that they
/// were (NIA §4.2.4, §4.2.6).
fn come_back(acting: &mut Activation, other: &Force) {
    let mover = acting.force().clone();
    let mut force = other.clone();
    let served = acting.served.contains(&other.id);
    let place = if served { force.leaders.len() } else { 0 };
    force.leaders.splice(place..place, mover.leaders.clone());
    (force.trains, force.engineers) =
        (force.trains + mover.trains, force.engineers + mover.engineers);
    force.depots += mover.depots;
    let (spent, gone) = (acting.spent, mover.id);
    acting.force = force.id;
    acting.turn.record(ForceEvent::Joined {
        force,
        gone,
        of: mover.commander().map(str::to_owned),
        how: Joining::Merged,
        cost: 0,
        spent,
    });
}

/// Replaces the commander of a force by the leader who came alone. An equal does so only when the
/// sheet says it.
pub fn replace(acting: &mut Activation, other: &Force, by_order: bool) -> Result<(), Reason> {
    let mover = acting.force().clone();
    let book = acting.turn.book;
    let Some(arriving) = mover.commander().map(str::to_owned).filter(|_| mover.units.is_empty())
    else {
        return Err(Reason::HasNone { what: LEADER_ALONE.to_owned() });
    };
    acting.ended = true;
    let mut force = other.clone();
    if let Some(resident) = other.commander() {
        let may = stacking::outranks(book, &arriving, other, by_order);
        if !may || !leaders::may_replace(acting.turn, other, &arriving) {
            return Err(Reason::Rank { name: resident.to_owned() });
        }
        let (power, leader, at) = (other.power.clone(), resident.to_owned(), other.at);
        let why = Some(Leaving::Replaced);
        acting.turn.record(ForceEvent::LeaderLeft { power, leader, at, why });
        force.leaders.remove(0);
    }
    force.leaders.insert(0, arriving);
    // Those who came with him find a place or go to the pool; what they brought stays.
    for other in mover.leaders.iter().skip(1) {
        if force.leaders.len() <= stacking::places(book, &force) {
            force.leaders.push(other.clone());
        } else {
            let (power, leader, at) = (mover.power.clone(), other.clone(), mover.at);
            let why = Some(Leaving::NoRoom);
            acting.turn.record(ForceEvent::LeaderLeft { power, leader, at, why });
        }
    }
    force.trains += mover.trains;
    force.depots += mover.depots;
    force.engineers += mover.engineers;
    let (id, spent) = (force.id, acting.spent);
    acting.turn.record(ForceEvent::Joined {
        force,
        gone: mover.id,
        of: mover.commander().map(str::to_owned),
        how: Joining::Merged,
        cost: 0,
        spent,
    });
    acting.force = id;
    Ok(())
}
