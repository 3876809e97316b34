//! `march`: by waypoints, the cheapest way between them (NIA §5.2.1, §5.2.4).

use super::{Play, StepKind};
use crate::book::Book;
use crate::book::atlas::{Atlas, Terrain};
use crate::decisions::Topic;
use crate::land::combat;
use crate::land::contact;
use crate::land::guests;
use crate::land::movement::{self, Leg, Mover, is_bridged};
use crate::land::orders_of_war;
use crate::land::siege;
use crate::land::stacking;
use crate::orders::attack;
use crate::orders::causes::Cause;
use crate::orders::choices as will;
use crate::orders::choices::Will;
use crate::orders::rehearsal::{End, Plan};
use crate::orders::senses::{Met, Scene};
use crate::orders::words::PLACE;
use crate::position::Position;
use crate::record::event::{ForceEvent, Halt, Parting, Reason};
use crate::record::state::Force;
use crate::sight::known::Known;
use crate::turn::activation::{Activation, occasions};
use crate::view::reasons;
use kit::ground::Space;
use kit::ledger::{Question, Source};
use kit::rule::Rule;
use sheet::keys::{Content, Field, Filled, Kind, Value};

const MARCH: Rule = Rule("NIA §5.2.4");

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "march",
        rule: "NIA §5.2.4",
        value: Value::Short(&[
            Field {
                key: "to",
                value: Value::Needed(&Value::List(&Value::Name(&PLACE))),
                doc: "Places in their order; between them the cheapest way that is known, by bridges rather than \
                      over rivers while the points reach, but a hex beside the last is entered directly.",
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
    play: Play::Land(play),
};

/// The places that a march names, in their order.
pub fn goals(filled: &Filled, atlas: &Atlas) -> Vec<Space> {
    let Some(Content::List(items)) = filled.get("to").map(|given| &given.what) else {
        return vec![];
    };
    let space = |name: &str| atlas.place(name);
    items.iter().filter_map(|item| item.name()).filter_map(space).collect()
}

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let goals = goals(filled, &plan.book.atlas);
    if filled.flag("alone")
        && let Err(reason) = leave_troops(plan)
    {
        plan.refuse_by("cannot-leave", Err(reason));
        (plan.stranded, plan.too_far) = (true, true);
        return "march: not made, see below".to_owned();
    }
    plan.extended |= filled.flag("extended");
    if plan.unsure || plan.force.is_none() {
        return format!("march: to {}, from where it then stands", list(plan, &goals));
    }
    if attack::stopped_by_walls(plan) {
        return format!("march: to {}, if nothing stops it before those walls", list(plan, &goals));
    }
    let (begins, end, mut told) = (plan.here(), plan.end(), vec![]);
    let (walked, mut keeps_away) = (plan.path.len(), false);
    for goal in goals {
        if plan.here() == Some(goal) {
            told.push(format!("{} is where it stands", plan.place(goal)));
            continue;
        }
        if plan.force.as_ref().is_some_and(|force| is_boxed(plan.book, force)) {
            plan.refuse("in-box", reasons::halt(plan.book, &Halt::InBox));
            (plan.stranded, plan.too_far) = (true, true);
            told.push(format!("not to {}, see below", plan.place(goal)));
            break;
        }
        let from = plan.here().expect("the force is there");
        let Some(legs) = plan.walk(goal) else {
            plan.remark("no-way", no_way(plan, goal), Cause::Enemy);
            plan.unsure = true;
            plan.not_known();
            told.push(format!("{} (no way known)", plan.place(goal)));
            break;
        };
        keeps_away |= plan.keeps_away(from, goal, &legs);
        for (nth, leg) in legs.iter().enumerate() {
            if leg.cost > plan.left() {
                let end = nth.checked_sub(1).map_or(from, |before| legs[before].to);
                plan.strand(end, &legs[nth..], goal);
                if let Some(force) = &mut plan.force {
                    force.at = end;
                }
                told.push(format!("the points end before {}", plan.place(goal)));
                break;
            }
            let round = if legs.len() == 1 { plan.way_round(from, leg) } else { None };
            plan.go(nth.checked_sub(1).map_or(from, |before| legs[before].to), leg);
            let round = round.unwrap_or_default();
            told.push(format!("{} {}{round}", plan.place(leg.to), leg.cost));
        }
        if legs.last().is_none_or(|leg| leg.to != goal) && !plan.stranded {
            told.push(format!("stops before {}", plan.place(goal)));
        }
        if plan.stranded {
            break;
        }
    }
    plan.may_be_full();
    if plan.is_watched(walked) {
        plan.depends_on(&[Cause::Enemy, Cause::Points]);
    }
    let how = how(filled, keeps_away);
    let stays =
        begins.filter(|at| plan.here() != Some(*at)).and_then(|at| stays_behind(plan, at, end));
    format!("march: {how}{} = {}{}", told.join(", "), points(plan.spent), stays.unwrap_or_default())
}

/// How an extended march differs from a plain one.
fn how(filled: &Filled, keeps_away: bool) -> &'static str {
    match (filled.flag("extended"), keeps_away) {
        (true, true) => {
            "extended, with a check of attrition, and round the hexes beside enemies, which it may not enter, "
        }
        (true, false) => "extended, with a check of attrition, ",
        (false, _) => "",
    }
}

/// That no way to a place is known, and what shuts it.
fn no_way(plan: &Plan, goal: Space) -> String {
    let shut = plan.shut(goal).map(|halt| reasons::halt(plan.book, &halt));
    let bound = plan.force.as_ref();
    let common = plan.known.common();
    let told = bound.and_then(|one| {
        let told = orders_of_war::told(plan.book, common, one);
        told.or_else(|| guests::told(plan.book, common, one, goal))
    });
    let kept = bound.and_then(|one| movement::may_serve(plan.book, one, goal).err());
    let kept = kept.map(|reason| reasons::sentence(plan.book, &reason));
    let shut = told.or(kept).or(shut).map_or(String::new(), |halt| format!(" ({halt})"));
    format!(
        "as things are known now, there is no way to {} that this force can take{shut}; it is looked \
         for again when the march is made",
        plan.place(goal)
    )
}

/// The leader goes on alone on paper, if they may.
fn leave_troops(plan: &mut Plan) -> Result<(), Reason> {
    let Some(force) = plan.force.clone() else { return Ok(()) };
    if let Some((leader, stays)) = may_go_alone(plan.book, &force)? {
        let alone = Force::new(force.id, &force.power, force.at);
        plan.force = Some(Force { leaders: vec![leader], ..alone });
        plan.part(stays);
    }
    Ok(())
}

/// What of a force cannot march and stays where it began: depots, and without a leader trains and
/// engineers (NIA §5.2.1, §6.2.2).
pub fn stays_behind(plan: &mut Plan, at: Space, end: End) -> Option<String> {
    let force = plan.force.as_mut().filter(|force| !force.units.is_empty())?;
    let led = !force.leaders.is_empty();
    let mut stays = Force::new(force.id, &force.power, at);
    stays.depots = std::mem::take(&mut force.depots);
    if !led {
        stays.trains = std::mem::take(&mut force.trains);
        stays.engineers = std::mem::take(&mut force.engineers);
    }
    let counts = [("depot", stays.depots), ("train", stays.trains), ("engineer", stays.engineers)];
    let named = counts.into_iter().filter(|(_, count)| *count > 0).map(|(what, count)| {
        let s = if count == 1 { "" } else { "s" };
        format!("{count} {what}{s}")
    });
    let what = named.collect::<Vec<_>>().join(", ");
    if what.is_empty() {
        return None;
    }
    let one = stays.depots + stays.trains + stays.engineers == 1;
    let why = if led { "a depot does not march" } else { "only a leader takes them along" };
    let verb = if one { "stays" } else { "stay" };
    plan.part_as(stays, end);
    Some(format!("; {what} {verb} at {}, since {why}", plan.place(at)))
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
    if acting.over {
        return Err(acting.ended());
    }
    if acting.laid == Some(acting.force().at) && acting.force().siege.is_some() {
        return Err(Reason::BeforeWalls);
    }
    acting.go_on()?;
    if filled.flag("extended") {
        extend(acting)?;
    }
    if acting.force().is_support_alone_or_depot() {
        return Err(Reason::NeedsLeader);
    }
    if filled.flag("alone") {
        go_alone(acting)?;
    }
    let goals = goals(filled, &acting.turn.book.atlas);
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
    let (book, left) = (acting.turn.book, acting.left());
    let way = movement::plan(book, acting.known(), &acting.mover(), (from, goal), left);
    let Some(way) = way else { return halt(acting, Halt::NoWay { to: goal }) };
    follow(acting, way, goal, stays, None)
}

/// Enters the hexes of a way until the goal is reached; who has gone round somebody is there before
/// the end of the way he first meant to take. With the step of an attack the last hex is attacked.
///
/// Where the points do not reach for the next hex the march will end, so that hex is one to stay in.
pub fn follow(
    acting: &mut Activation,
    way: Vec<Leg>,
    goal: Space,
    stays: bool,
    attack: Option<&Filled>,
) -> Result<(), Reason> {
    for (nth, leg) in way.iter().enumerate() {
        let next = way.get(nth + 1);
        let stranded = next.is_some_and(|next| acting.left() < leg.cost + next.cost);
        let (end, stays) = if stranded { (leg.to, true) } else { (goal, stays) };
        enter(acting, *leg, end, stays, attack.filter(|_| leg.to == goal))?;
        if acting.force().at == goal {
            break;
        }
    }
    Ok(())
}

/// Whether a force has come into its off-map box this season, and does not leave it (NIA §5.2.11).
fn is_boxed(book: &Book, force: &Force) -> bool {
    force.boxed && book.atlas.is_box(force.at)
}

/// From here on the march is an extended one (NIA §5.2.5).
fn extend(acting: &mut Activation) -> Result<(), Reason> {
    if acting.touched {
        return Err(Reason::NotExtended);
    }
    acting.extended = true;
    acting.occasions = occasions(acting.turn, acting.force, true);
    Ok(())
}

/// Enters one hex of the way, if nothing bars it and the points are there. With the step of an
/// attack the enemy and his walls do not bar it.
pub fn enter(
    acting: &mut Activation,
    leg: Leg,
    goal: Space,
    stays: bool,
    attack: Option<&Filled>,
) -> Result<(), Reason> {
    acting.go_on()?; // After a battle on the way the point is paid in its middle (§8.3.4).
    let book = acting.turn.book;
    let (mover, from) = (acting.mover(), acting.force().at);
    let known: &Known = acting.known();
    if is_boxed(book, acting.force()) {
        return halt(acting, Halt::InBox);
    }
    let state = &acting.turn.state;
    // What is known bars first: a stack must not show by letting us in that it was only a train.
    let barred = movement::barrier(book, known, &mover, from, leg.to);
    let mut barred = barred.or_else(|| movement::barrier(book, state, &mover, from, leg.to));
    if attack.is_some() && !mover.shy {
        let shut = movement::strait_shut(book, state, &mover, from, leg.to);
        let border = movement::border(book, state, &mover, leg.to);
        barred = border.or_else(|| shut.then_some(Halt::StraitShut { at: leg.to }));
    }
    if let Some(barrier) = barred {
        return meet(acting, barrier, leg, goal);
    }
    let friends = state.forces.values().filter(|force| state.friends(&force.power, &mover.power));
    let bridged = is_bridged(friends, from, leg.to);
    // In a group each army must be able to go there, and the slowest sets the pace (§5.2.3).
    let along = acting.group.iter().map(|id| {
        let force = state.force(*id);
        Mover::of(book, state, force)
    });
    let costs = std::iter::once(mover)
        .chain(along)
        .map(|mover| movement::cost(book, state.season, &mover, from, leg.to, |_, _| bridged));
    let cost = costs.collect::<Option<Vec<u32>>>().and_then(|costs| costs.into_iter().max());
    let Some(cost) = cost else { return halt(acting, Halt::NoWay { to: leg.to }) };
    let left = acting.left();
    if cost > left {
        return halt(acting, Halt::OutOfPoints { needed: cost, left });
    }
    let full = if leg.to == goal && stays { full(acting, goal, left - cost) } else { None };
    if full.is_some() && stops_before(acting) {
        return halt(acting, Halt::NoRoom { at: goal, lacks_point: full });
    }
    leave_behind(acting);
    acting.spent += cost;
    acting.unchecked = true;
    acting.moved = true;
    acting.rough |= is_rough(book, from, leg.to);
    acting.touched |= attack.is_some() || near_enemy(acting, leg.to);
    let (spent, into_box) = (acting.spent, book.atlas.is_box(leg.to));
    let group = std::iter::once(&acting.force).chain(&acting.group);
    let besieged = group.clone().any(|id| acting.turn.state.force(*id).siege.is_some());
    for force in std::iter::once(acting.force).chain(acting.group.clone()) {
        acting.turn.record(ForceEvent::Moved { force, from, to: leg.to, cost, spent, into_box });
    }
    if besieged {
        siege::raise(acting.turn, from);
    }
    contact::entered(acting, from, attack)
}

/// Leaves what cannot march: depots, and without a leader trains and engineers (NIA §5.2.1, §6.2.2).
fn leave_behind(acting: &mut Activation) {
    for id in std::iter::once(acting.force).chain(acting.group.clone()) {
        combat::shed(acting.turn, id);
    }
}

/// Ground that wears troops down (NIA §7.4).
pub(super) fn is_rough(book: &Book, from: Space, to: Space) -> bool {
    let terrain = book.atlas.hex(to).terrain;
    book.atlas.edge(from, to).pass
        || matches!(terrain, Terrain::Mountain | Terrain::Swamp | Terrain::Desert)
}

fn near_enemy(acting: &Activation, at: Space) -> bool {
    let state = &acting.turn.state;
    let fights = |space: Space| {
        state.at(space).any(|force| force.fights() && !state.friends(&force.power, &acting.power))
    };
    acting.turn.book.atlas.around(at).into_iter().any(fights)
}

/// Whether the march would end among friends with whom it cannot join, for want of points or of
/// room (NIA §4.1.1); if so, whether only a point is missing.
///
/// The rule would cost the surplus its life; the default of the decision is not to stop there.
fn full(acting: &Activation, at: Space, left: u32) -> Option<bool> {
    let (book, force) = (acting.turn.book, acting.force());
    let moved = Force { at, ..force.clone() };
    let there = acting.turn.state.at(at).filter(|other| other.power == force.power);
    let (there, along): (Vec<&Force>, usize) = (there.collect(), acting.group.len());
    (!stacking::has_room(book, &moved, along, left, &there))
        .then(|| stacking::lacks_point(book, &moved, along, &there))
}

/// The decision whether to stop before friends whom the march would cost their lives (NIA §4.1.1).
fn stops_before(acting: &mut Activation) -> bool {
    let question = Question {
        ask: acting.ask(Rule("NIA §4.1.1")),
        decider: acting.power.clone(),
        decision: Topic::Absorb.decision(),
        options: vec!["stop before".to_owned(), "lose the surplus".to_owned()],
        default: "stop before".to_owned(),
        needs_human: false,
    };
    acting.turn.ledger.decide(question, None).choice == "stop before"
}

/// An enemy bars the way: the decision `met`. By default the march stops before him (NIA §5.2.4).
fn meet(acting: &mut Activation, barrier: Halt, leg: Leg, goal: Space) -> Result<(), Reason> {
    let Halt::EnemyAhead { at } = barrier else { return halt(acting, barrier) };
    if acting.mover().shy {
        return halt(acting, barrier);
    }
    let mover = acting.mover();
    let (book, here, left) = (acting.turn.book, acting.force().at, acting.left());
    let round = (at != goal)
        .then(|| movement::plan(book, acting.known(), &mover, (here, goal), left))
        .flatten()
        .filter(|way| way.first().is_some_and(|first| first.to != at));
    let mut options = vec!["stop"];
    let state = &acting.turn.state;
    if state.at(at).any(|force| state.at_war(&force.power, &acting.power)) {
        options.push("fight");
    }
    if round.is_some() {
        options.push("go round");
    }
    let force = acting.force().clone();
    let enemy =
        acting.turn.state.at(at).find(|f| !acting.turn.state.friends(&f.power, &force.power));
    let scene = Scene { met: enemy.map(Met::of), left: acting.left(), ..Scene::default() };
    let will = Will::seeing(scene);
    let wants = |key: &&&str| will.wants(acting.turn, &force, Topic::Met.under(key)) == Some(true);
    let said = options.iter().find(wants).map(|key| ((*key).to_owned(), Source::Reaction));
    let answer = will::choose(acting.turn, MARCH, &force, Topic::Met, &options, "stop", said);
    match (answer.choice.as_str(), round) {
        ("fight", _) => enter(acting, leg, goal, false, Some(&Filled::default())),
        ("go round", Some(way)) => follow(acting, way, goal, false, None),
        _ => halt_by(acting, barrier, answer.source),
    }
}

fn halt(acting: &mut Activation, halt: Halt) -> Result<(), Reason> {
    halt_by(acting, halt, Source::Entry)
}

fn halt_by(acting: &mut Activation, halt: Halt, source: Source) -> Result<(), Reason> {
    let force = acting.force;
    acting.turn.record(ForceEvent::Stopped { force, halt, source });
    Err(Reason::Halted)
}

/// A leader who may leave his units, and what he leaves, if there is anything; a commander of an army
/// cannot (NIA §4.2.6, §5.2.4).
fn may_go_alone(book: &Book, force: &Force) -> Result<Option<(String, Force)>, Reason> {
    if force.army.is_some() {
        return Err(Reason::CommandsArmy);
    }
    let Some(leader) = force.commander().map(str::to_owned) else {
        return Err(Reason::HasNone { what: "leader".to_owned() });
    };
    if force.units.is_empty() && force.trains + force.depots + force.engineers == 0 {
        return Ok(None);
    }
    let mut stays = force.clone();
    stays.leaders.retain(|name| *name != leader);
    match stacking::fits(book, &stays) {
        true => Ok(Some((leader, stays))),
        false => Err(Reason::NoRoom { name: "the units without a leader".to_owned() }),
    }
}

/// The leader leaves his units.
fn go_alone(acting: &mut Activation) -> Result<(), Reason> {
    let force = acting.force().clone();
    let Some((leader, stays)) = may_go_alone(acting.turn.book, &force)? else { return Ok(()) };
    let mut goes = Force::new(acting.turn.new_id(&stays.power), &stays.power, stays.at);
    let serves = force.commander() != Some(&leader);
    goes.leaders.push(leader);
    goes.activations = stays.activations;
    acting.force = goes.id;
    acting.turn.active.insert(goes.id);
    acting.parted.push(stays.id);
    acting.served.extend(serves.then_some(stays.id));
    acting.turn.record(ForceEvent::Parted { force: stays, new: goes, how: Parting::WentAlone });
    Ok(())
}
