//! `absorb`: takes in units that stand in the hex (NIA §5.1.5, §5.2.1, §5.2.2).

use super::StepKind;
use crate::kit::ledger::Question;
use crate::kit::rule::Rule;
use crate::rules::nations::activation::Activation;
use crate::rules::nations::event::{Event, Joining, Reason};
use crate::rules::nations::plan::{Plan, spoken};
use crate::rules::nations::stacking::{self, Joined};
use crate::rules::nations::state::{Force, ForceId};
use crate::rules::nations::words::{FORCE, meant};
use crate::sheet::form::{Field, Filled, Kind, Value};

const STACKING: Rule = Rule("NIA §4.1.1");

/// What becomes of the leader of a force that is taken in (NIA §5.2.3).
pub const LEADER_FIELD: Field = Field {
    key: "leader",
    value: Value::Word(&["stays", "pool"]),
    doc: "Whether its leader stays with the force, if there is a place, or goes to the pool.",
};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "absorb",
        rule: "NIA §5.1.5",
        value: Value::Short(&[
            Field {
                key: "force",
                value: Value::Name(&FORCE),
                doc: "The force that is taken in; its steps fill reduced units first.",
            },
            LEADER_FIELD,
        ]),
        doc: "Takes in a force that stands in the same hex, for one point.",
    },
    tell: |plan, filled| tell(plan, filled, "absorb"),
    play: |acting, filled| take_in(acting, filled, Joining::Absorbed),
};

/// Tells a joining step and puts it on paper.
pub fn tell(plan: &mut Plan, filled: &Filled, word: &str) -> String {
    let name = filled.name("force").unwrap_or_default().to_owned();
    let told = spoken(plan.book, &name);
    let cost = plan.book.figures.actions.absorb;
    let other = plan.meant(&name).cloned();
    if let (Some(other), Some(here), false) = (&other, plan.here(), plan.unsure)
        && other.at != here
    {
        let text = format!("{told} stands at {}, not here", plan.place(other.at));
        plan.remark("not-here", text);
    }
    plan.joined.extend(other.as_ref().map(|other| other.id));
    if let (Some(force), Some(other)) = (&plan.force, &other) {
        let how = if word == "absorb" { Joining::Absorbed } else { Joining::Integrated };
        match stacking::join(plan.book, force, other, how, filled.name("leader")) {
            Ok(Joined { force, .. }) => {
                plan.force =
                    Some(Force { at: plan.force.as_ref().map_or(force.at, |f| f.at), ..force })
            }
            Err(reason) => {
                let text = super::super::view::reasons::sentence(plan.book, &reason);
                plan.remark("cannot-join", text);
            }
        }
    }
    plan.spend(cost);
    format!("{word}: {told}, {cost} = {}", super::march::points(plan.spent))
}

/// Takes a force in by the mover's orders.
pub fn take_in(acting: &mut Activation, filled: &Filled, how: Joining) -> Result<(), Reason> {
    let name = filled.name("force").unwrap_or_default();
    let other = here(acting, name)?;
    let cost = acting.turn.book.figures.actions.absorb;
    let into = acting.force().clone();
    let joined = stacking::join(acting.turn.book, &into, &other, how, filled.name("leader"))?;
    acting.spend(cost)?;
    record(acting, joined, &other, how, cost);
    Ok(())
}

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
pub fn record(acting: &mut Activation, joined: Joined, other: &Force, how: Joining, cost: u32) {
    let Joined { mut force, pooled } = joined;
    // Units that come whole raise the level; absorbed steps do not (§5.1.5, §5.1.6).
    let whole = how == Joining::Integrated
        || (how == Joining::Absorbed && kept_corps(acting.force(), &force));
    if whole && acting.turn.active.contains(&force.id) {
        force.activations = force.activations.max(other.activations);
    }
    let (spent, at, gone) = (acting.spent, force.at, other.id);
    for leader in &pooled {
        // He leaves before the force that he led is gone.
        let (power, leader) = (other.power.clone(), leader.clone());
        acting.turn.record(Event::LeaderLeft { power, leader, at });
    }
    acting.turn.record(Event::Joined { force, gone, how, cost, spent });
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
            super::take_command::arrive(acting, &other);
        }
        return;
    }
    // What parted here and was not left by a march has never ceased to be one force.
    let parted = acting.parted.contains(&other.id);
    let cost = if parted { 0 } else { book.figures.actions.absorb };
    let how = if parted { Joining::Integrated } else { Joining::Absorbed };
    let points = acting.left() >= cost;
    let taken_in = stacking::join(book, &mover, &other, how, None).ok().filter(|_| points);
    let given = stacking::join(book, &other, &mover, Joining::Merged, None).ok().filter(|_| points);
    match (choose(acting, &other, taken_in.is_some(), given.is_some()).as_str(), taken_in, given) {
        ("absorb", Some(joined), _) => {
            acting.spent += cost;
            record(acting, joined, &other, how, cost);
        }
        ("merge", _, Some(joined)) => {
            acting.spent += cost;
            super::merge::record(acting, joined, &other, cost);
        }
        _ => overstack(acting, &mover, &other),
    }
}

/// The decision what becomes of two forces in one hex. By default nobody is lost if it can be
/// helped, and who commands an army, or is not of lower rank, stays in command (NIA §4.2.4).
fn choose(acting: &mut Activation, other: &Force, absorb: bool, merge: bool) -> String {
    let yields = other.army.is_some() || rank(acting, other) >= rank(acting, acting.force());
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
        topic: "absorb".to_owned(),
        options,
        default: default.to_owned(),
        needs_human: false,
    };
    acting.turn.ledger.decide(question, None).choice
}

/// The stars of a force's commander; none without one.
fn rank(acting: &Activation, force: &Force) -> u8 {
    force.commander().map_or(0, |leader| stacking::stars(acting.turn.book, leader))
}

/// What has no room in the hex is lost; the smaller force goes (NIA §4.1.1).
fn overstack(acting: &mut Activation, mover: &Force, other: &Force) {
    let (kept, goes) = if mover.steps() >= other.steps() { (mover, other) } else { (other, mover) };
    let mut after = kept.clone();
    after.trains += goes.trains;
    after.depots += goes.depots;
    after.engineers += goes.engineers;
    let lost = goes.units.clone();
    let at = kept.at;
    for leader in &goes.leaders {
        let (power, leader) = (goes.power.clone(), leader.clone());
        acting.turn.record(Event::LeaderLeft { power, leader, at });
    }
    acting.turn.record(Event::Joined {
        force: after.clone(),
        gone: goes.id,
        how: Joining::PickedUp,
        cost: 0,
        spent: acting.spent,
    });
    acting.turn.record(Event::Overstacked { force: after, lost });
    acting.force = kept.id;
}
