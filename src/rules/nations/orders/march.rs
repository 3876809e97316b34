//! `march`: by waypoints, the cheapest way between them (NIA §5.2.1, §5.2.4).

use super::{StepKind, reactions};
use crate::kit::ground::Space;
use crate::kit::ledger::{Question, Source};
use crate::kit::rule::Rule;
use crate::rules::nations::activation::Activation;
use crate::rules::nations::event::{Event, Halt, Joining, Parting, Reason};
use crate::rules::nations::known::Known;
use crate::rules::nations::movement::{self, Leg, is_bridged};
use crate::rules::nations::plan::Plan;
use crate::rules::nations::stacking;
use crate::rules::nations::state::Force;
use crate::rules::nations::words::PLACE;
use crate::sheet::form::{Content, Field, Filled, Kind, Value};

const MARCH: Rule = Rule("NIA §5.2.4");

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "march",
        rule: "NIA §5.2.4",
        value: Value::Short(&[
            Field {
                key: "to",
                value: Value::List(&Value::Name(&PLACE)),
                doc: "Places in their order; between them the cheapest way that is known.",
            },
            Field {
                key: "extended",
                value: Value::Flag,
                doc: "Half as many points more, at the price of an attrition check (NIA §5.2.5).",
            },
            Field {
                key: "alone",
                value: Value::Flag,
                doc: "The leader leaves his units where they are and goes on alone (NIA §4.2.6).",
            },
        ]),
        doc: "Marches through these places; never into a hex known to be held by the enemy.",
    },
    tell,
    play,
};

fn goals(filled: &Filled, space: impl Fn(&str) -> Option<Space>) -> Vec<Space> {
    let Some(Content::List(items)) = filled.get("to").map(|given| &given.what) else {
        return vec![];
    };
    items.iter().filter_map(|item| item.name()).filter_map(space).collect()
}

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let atlas = &plan.book.atlas;
    let goals = goals(filled, |number| atlas.code(number).or_else(|| atlas.named(number)));
    if filled.flag("extended") {
        plan.unsure = true;
        let way = list(plan, &goals);
        return format!(
            "march: extended, {way} [understood, but extended marches are not played by this edition]"
        );
    }
    if filled.flag("alone")
        && let Some(force) = &mut plan.force
    {
        let leader = force.leaders.first().cloned();
        *force = Force {
            leaders: leader.into_iter().collect(),
            ..Force::new(force.id, &force.power, force.at)
        };
    }
    if plan.unsure || plan.force.is_none() {
        return format!("march: to {}, from where it then stands", list(plan, &goals));
    }
    let mut told = vec![];
    for goal in goals {
        if plan.here() == Some(goal) {
            told.push(format!("{} is where it stands", plan.place(goal)));
            continue;
        }
        let Some(legs) = plan.walk(goal) else {
            let text = format!("there is no way to {} that this force can take", plan.place(goal));
            plan.remark("no-way", text);
            plan.unsure = true;
            told.push(format!("{} (no way known)", plan.place(goal)));
            break;
        };
        for leg in legs {
            plan.spend(leg.cost);
            told.push(format!("{} {}", plan.place(leg.to), leg.cost));
        }
    }
    format!("march: {} = {}", told.join(", "), points(plan.spent))
}

/// "6 points so far".
pub fn points(spent: u32) -> String {
    let s = if spent == 1 { "" } else { "s" };
    format!("{spent} point{s} so far")
}

fn list(plan: &Plan, goals: &[Space]) -> String {
    goals.iter().map(|goal| plan.place(*goal)).collect::<Vec<_>>().join(", ")
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    if filled.flag("extended") {
        return Err(Reason::NotPlayed { rule: "NIA §5.2.5".to_owned() });
    }
    if acting.force().bridge.is_some()
        && acting.force().units.is_empty()
        && acting.force().leaders.is_empty()
    {
        return Err(Reason::NotThere { name: "a leader".to_owned() });
    }
    if filled.flag("alone") {
        go_alone(acting)?;
    }
    let atlas = &acting.turn.book.atlas;
    let goals = goals(filled, |number| atlas.code(number).or_else(|| atlas.named(number)));
    let last = goals.last().copied();
    for goal in goals {
        let stays = acting.stays && Some(goal) == last;
        walk(acting, goal, stays)?;
    }
    Ok(())
}

/// Walks to a goal by the way that the receipt told, hex by hex.
fn walk(acting: &mut Activation, goal: Space, stays: bool) -> Result<(), Reason> {
    let from = acting.force().at;
    if from == goal {
        return Ok(());
    }
    let way = movement::plan(acting.turn.book, acting.known(), &acting.mover(), from, goal);
    let Some(way) = way else { return halt(acting, Halt::NoWay { to: goal }) };
    way.into_iter().try_for_each(|leg| enter(acting, leg, goal, stays))
}

/// Enters one hex of the way, if nothing bars it and the points are there.
fn enter(acting: &mut Activation, leg: Leg, goal: Space, stays: bool) -> Result<(), Reason> {
    let book = acting.turn.book;
    let (mover, from) = (acting.mover(), acting.force().at);
    let known: &Known = acting.known();
    if acting.force().boxed && book.atlas.is_box(from) {
        return halt(acting, Halt::InBox);
    }
    let state = &acting.turn.state;
    // What is known bars first: a stack must not show by letting us in that it was only a train.
    let barred = movement::known_barrier(book, known, &mover, from, leg.to);
    let barred = barred.or_else(|| movement::barrier(book, state, &mover, from, leg.to));
    if let Some(barrier) = barred {
        return meet(acting, barrier);
    }
    let friends = state.forces.values().filter(|force| state.friends(&force.power, &mover.power));
    let bridged = is_bridged(friends, from, leg.to);
    let cost = movement::cost(book, state.season, &mover, from, leg.to, |_, _| bridged);
    let Some(cost) = cost else { return halt(acting, Halt::NoWay { to: leg.to }) };
    let left = acting.left();
    if cost > left {
        return halt(acting, Halt::OutOfPoints { needed: cost, left });
    }
    if leg.to == goal && stays && full(acting, goal, left - cost) && stops_before(acting) {
        return halt(acting, Halt::NoRoom { at: goal });
    }
    acting.spent += cost;
    acting.moved = true;
    let (spent, into_box) = (acting.spent, book.atlas.is_box(leg.to));
    let group = std::iter::once(&acting.force).chain(&acting.group);
    let besieged = group.clone().any(|id| acting.turn.state.force(*id).siege.is_some());
    for force in std::iter::once(acting.force).chain(acting.group.clone()) {
        acting.turn.record(Event::Moved { force, from, to: leg.to, cost, spent, into_box });
    }
    if besieged {
        raise_siege(acting, from);
    }
    Ok(())
}

/// When the last besieger has left, those inside are free again (NIA §9.4).
fn raise_siege(acting: &mut Activation, at: Space) {
    let state = &acting.turn.state;
    let inside: Vec<Force> = state.at(at).filter(|force| force.inside).cloned().collect();
    for mut force in inside {
        if acting.turn.state.enemy_at(&force.power, at) {
            continue;
        }
        force.inside = false;
        force.siege = None;
        acting.turn.record(Event::Changed { force, why: "the siege is raised".to_owned() });
    }
}

/// Whether the march would end among friends with whom it cannot join, for want of points or of
/// room (NIA §4.1.1).
///
/// The rule would cost the surplus its life; the default of the decision is not to stop there.
fn full(acting: &Activation, at: Space, left: u32) -> bool {
    let (book, force) = (acting.turn.book, acting.force());
    if force.units.is_empty() {
        return false;
    }
    let cannot_join = |other: &Force| {
        let moved = Force { at, ..force.clone() };
        left < book.figures.actions.absorb
            || (stacking::join(book, &moved, other, Joining::Absorbed, None).is_err()
                && stacking::join(book, other, &moved, Joining::Merged, None).is_err())
    };
    acting.turn.state.at(at).any(|other| {
        other.power == force.power
            && !other.inside
            && !other.units.is_empty()
            && (other.army.is_none() || force.army.is_none())
            && cannot_join(other)
    })
}

/// The decision whether to stop before friends whom the march would cost their lives (NIA §4.1.1).
fn stops_before(acting: &mut Activation) -> bool {
    let question = Question {
        ask: acting.ask(Rule("NIA §4.1.1")),
        decider: acting.power.clone(),
        topic: "absorb".to_owned(),
        options: vec!["stop before".to_owned(), "lose the surplus".to_owned()],
        default: "stop before".to_owned(),
        needs_human: false,
    };
    acting.turn.ledger.decide(question, None).choice == "stop before"
}

/// An enemy or his fortress bars the way: the decision `met`, whose default is to stop (NIA §5.2.4).
fn meet(acting: &mut Activation, barrier: Halt) -> Result<(), Reason> {
    if !matches!(barrier, Halt::EnemyAhead { .. }) {
        return halt(acting, barrier);
    }
    let question = Question {
        ask: acting.ask(MARCH),
        decider: acting.power.clone(),
        topic: "met".to_owned(),
        options: vec!["stop".to_owned()],
        default: "stop".to_owned(),
        needs_human: false,
    };
    // With no battles to fight there is one option; what a reaction says of others waits for them.
    let said = reactions::answer(acting, "met", &["stop"]);
    let answer = acting.turn.ledger.decide(question, said);
    halt_by(acting, barrier, answer.source)
}

fn halt(acting: &mut Activation, halt: Halt) -> Result<(), Reason> {
    halt_by(acting, halt, Source::Entry)
}

fn halt_by(acting: &mut Activation, halt: Halt, source: Source) -> Result<(), Reason> {
    let force = acting.force;
    acting.turn.record(Event::Stopped { force, halt, source });
    Err(Reason::Halted)
}

/// The leader leaves his units; a commander of an army cannot (NIA §4.2.6, §5.2.4).
fn go_alone(acting: &mut Activation) -> Result<(), Reason> {
    let force = acting.force().clone();
    if force.army.is_some() {
        return Err(Reason::CommandsArmy);
    }
    let Some(leader) = force.commander().map(str::to_owned) else {
        return Err(Reason::HasNone { what: "leader".to_owned() });
    };
    if force.units.is_empty() && force.trains + force.depots + force.engineers == 0 {
        return Ok(());
    }
    let mut stays = force;
    stays.leaders.retain(|name| *name != leader);
    if !stacking::fits(acting.turn.book, &stays) {
        return Err(Reason::NoRoom { name: "the units without a leader".to_owned() });
    }
    let mut goes = Force::new(acting.turn.new_id(), &stays.power, stays.at);
    goes.leaders.push(leader);
    goes.activations = stays.activations;
    acting.force = goes.id;
    acting.turn.active.insert(goes.id);
    acting.turn.record(Event::Parted { force: stays, new: goes, how: Parting::WentAlone });
    Ok(())
}
