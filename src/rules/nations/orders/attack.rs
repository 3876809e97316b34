//! `attack` and `pursue`: the march into a hex that the enemy holds (NIA §5.2.4, §8).

use super::{Play, StepKind, detach, detachment, drop, march, siege};
use crate::land::contact;
use crate::land::movement::{self, Mover};
use crate::land::siege::enemy_fortress;
use crate::land::weakness;
use crate::orders::causes::Cause;
use crate::orders::rehearsal::{Plan, tactics, ways};
use crate::orders::words::{QUARRY, SECOND_TACTIC, SUBORDINATE, TACTICS, TARGET, UNIT};
use crate::record::event::{ForceEvent, Halt, Reason};
use crate::record::state::Force;
use crate::sight::known::{Known, Stack};
use crate::turn::activation::Activation;
use crate::view::reasons;
use kit::ground::Space;
use kit::ledger::Source;
use sheet::Diagnostic;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "attack",
        rule: "NIA §5.2.4",
        value: Value::Short(&[
            Field {
                key: "at",
                value: Value::Needed(&Value::Name(&TARGET)),
                doc: "A place, or an enemy leader wherever he then stands.",
            },
            Field {
                key: "lead",
                value: Value::Name(&UNIT),
                doc: "The unit that leads (NIA §8.2.3).",
            },
            Field {
                key: "subordinate",
                value: Value::Name(&SUBORDINATE),
                doc: "The subordinate who helps and is then checked; `none` for nobody.",
            },
            TACTICS,
            SECOND_TACTIC,
            Field {
                key: "after",
                value: Value::Word(&["hold", "go on"]),
                doc: "What is done after a victory (NIA §8.3.4).",
            },
            Field {
                key: "overrun",
                value: Value::Flag,
                doc: "Overruns if five to one (NIA §5.2.8).",
            },
        ]),
        doc: "Enters a hex that the enemy holds; he stands, slips away, or goes inside his walls.",
    },
    tell: |plan, filled| {
        let at = filled.name("at").unwrap_or_default();
        unseen(plan, at);
        plan.depends_on(AT_STAKE);
        if let Some(force) = plan.force.clone() {
            let now = plan.known.ours.get(&force.id);
            match may_attack(&force, plan.extended) {
                // Units that are gone on paper alone may be there all the same.
                Err(Reason::Alone) if now.is_some_and(|now| !now.units.is_empty()) => {}
                may => plan.refuse_by("cannot-attack", may),
            }
        }
        walls(plan, at);
        at_the_walls(plan, at);
        if stopped_by_walls(plan) {
            return tell(plan, filled, "attack", None);
        }
        let way = way(plan, at);
        plan.over |= filled.name("after") == Some("hold");
        plan.faults.extend(tactics::twice(filled));
        let force = plan.force.clone();
        let tactics = tactics::told((plan.book, plan.known), filled, force.as_ref());
        let told = tell(plan, filled, "attack", way);
        std::iter::once(told).chain(tactics).collect::<Vec<_>>().join("; ")
    },
    play: Play::Land(|acting, filled| play(acting, filled, "at")),
};

/// What an attack depends on: whether the enemy stays, whether the battle is won, and what is left by
/// then, since the way may become longer.
const AT_STAKE: &[Cause] = &[Cause::Enemy, Cause::Battle, Cause::Points, Cause::Losses];

pub const PURSUE: StepKind = StepKind {
    kind: Kind {
        key: "pursue",
        rule: "NIA §5.2.7",
        value: Value::Short(&[Field {
            key: "whom",
            value: Value::Needed(&Value::Name(&QUARRY)),
            doc: "The enemy leader who slipped away; `any` for ships.",
        }]),
        doc: "Follows a force that has avoided battle; ships follow those they beat into their \
              harbour and blockade it (§10.3).",
    },
    tell: |plan, filled| {
        plan.depends_on(AT_STAKE);
        stopped_by_walls(plan);
        tell(plan, filled, "pursue", None)
    },
    play: Play::Both(|acting, filled| play(acting, filled, "whom"), |voyage, _| voyage.pursue()),
};

/// Where the one who is attacked stands, as far as is known.
fn target(book: &crate::book::Book, known: &Known, written: &str) -> Option<Space> {
    let leads = |leader: &Option<String>| leader.as_deref() == Some(written);
    let stack = known.theirs.iter().find(|stack| leads(&stack.leader)).map(|stack| stack.at);
    stack.or_else(|| book.atlas.place(written))
}

/// Remarks that the leader who is attacked is not seen now, or was seen only before.
fn unseen(plan: &mut Plan, written: &str) {
    let atlas = &plan.book.atlas;
    let is_place = atlas.place(written).is_some();
    let stack = plan.known.theirs.iter().find(|stack| stack.leader.as_deref() == Some(written));
    let text = match stack {
        None if is_place && plan.book.people.leader(written).is_some() => format!(
            "{written} is read as the place {}, since you do not see the general of that name: if you \
             see them when this is played, the attack goes to them; a number in its stead means the place",
            atlas.named(written).map_or_else(String::new, |at| plan.place(at))
        ),
        None if is_place || written.is_empty() => return,
        None => format!(
            "you do not know where {written} is: the attack is made if you see them by then, else \
             the entry ends here"
        ),
        Some(Stack { last: None, .. }) if is_place => format!(
            "{written} is read as the general of that name, who is seen, not as the place {}; to attack the \
             place write its number",
            atlas.named(written).map_or_else(String::new, |at| plan.place(at))
        ),
        Some(Stack { last: None, .. }) => return,
        Some(Stack { last: Some(season), at, .. }) => format!(
            "{written} was last seen in {season} at {}: the attack goes there, unless you see \
             them elsewhere by then",
            plan.place(*at)
        ),
    };
    plan.remark("not-seen", text, Cause::Enemy);
}

/// Where the step would attack, if it is an attack.
pub fn target_of(book: &crate::book::Book, known: &Known, step: &super::Step) -> Option<Space> {
    let key = [(STEP.kind.key, "at"), (PURSUE.kind.key, "whom")];
    let (_, key) = key.into_iter().find(|(kind, _)| *kind == step.key)?;
    target(book, known, step.filled.name(key)?)
}

/// The steps that lead a force on, take a fortress or leave a screen before it.
const BEFORE_WALLS: &[&str] = &[
    STEP.kind.key,
    march::STEP.kind.key,
    siege::STEP.kind.key,
    drop::STEP.kind.key,
    detach::STEP.kind.key,
    detachment::STEP.kind.key,
];

/// The fortress before which an attack of the entry ends the march, if no step since may take it or leave a
/// screen (NIA §5.2.10).
fn walls_before(plan: &Plan) -> Option<Space> {
    let before = plan.entry.steps.iter().take_while(|step| step.at.start < plan.at.start);
    let last = before.filter(|step| BEFORE_WALLS.contains(&step.key)).last()?;
    let is_attack = last.key == STEP.kind.key && last.condition.is_none();
    let goal = target_of(plan.book, plan.known, last).filter(|_| is_attack)?;
    let shut = movement::ends_march(plan.book, plan.known, &plan.known.power, goal);
    (shut && plan.here() == Some(goal)).then_some(goal)
}

/// Remarks that the march has ended before a fortress; whether it has.
pub fn stopped_by_walls(plan: &mut Plan) -> bool {
    let Some(at) = walls_before(plan) else { return false };
    let text = format!(
        "if the attack comes to {}, the march ends before its walls, unless friends besiege them by then: only a \
         `siege`, or a `drop` that leaves a screen, can follow",
        plan.place(at)
    );
    plan.only_if(Cause::Enemy);
    let remark = Diagnostic::remark("before-walls", plan.at.clone(), text);
    plan.faults.push(remark.rule("NIA §5.2.10"));
    true
}

fn play(acting: &mut Activation, filled: &Filled, key: &str) -> Result<(), Reason> {
    go_in(acting, filled, key)?;
    acting.held |= filled.name("after") == Some("hold");
    acting.over |= acting.held;
    Ok(())
}

/// Marches to the hex and into it, whoever holds it.
fn go_in(acting: &mut Activation, filled: &Filled, key: &str) -> Result<(), Reason> {
    let written = filled.name(key).unwrap_or_default();
    let goal = target(acting.turn.book, acting.known(), written);
    let goal = goal.ok_or_else(|| Reason::NotThere { name: written.to_owned() })?;
    let here = acting.force().at;
    if here == goal && acting.force().inside {
        return contact::sally(acting, filled);
    }
    if here == goal {
        let walls = enemy_fortress(&acting.turn.state, acting.turn.book, &acting.power, here) > 0;
        return if walls && acting.last { Err(Reason::AtTheWalls) } else { Ok(()) };
    }
    let powers = acting.known().enemies_at(goal).map(|stack| stack.power.clone());
    let powers: Vec<String> = powers.collect();
    let state = &acting.turn.state;
    if !powers.is_empty() && !powers.iter().any(|power| state.at_war(power, &acting.power)) {
        return Err(Reason::AtPeace);
    }
    if acting.over {
        return Err(acting.ended());
    }
    if acting.laid == Some(here) && acting.force().siege.is_some() {
        return Err(Reason::BeforeWalls);
    }
    may_attack(acting.force(), acting.extended)?;
    acting.go_on()?;
    let (book, left) = (acting.turn.book, acting.left());
    let way = movement::plan(book, acting.known(), &acting.mover(), (here, goal), left);
    let Some(way) = way else {
        let (force, halt) = (acting.force, Halt::NoWay { to: goal });
        acting.turn.record(ForceEvent::Stopped { force, halt, source: Source::Entry });
        return Err(Reason::Halted);
    };
    march::follow(acting, way, goal, false, Some(filled))
}

/// Remarks that the force is too weak to besiege the fortress that it attacks (NIA §9.1).
fn walls(plan: &mut Plan, written: &str) {
    let Some(goal) = target(plan.book, plan.known, written) else { return };
    let Some(force) = plan.force.clone().filter(|_| !plan.unsure) else { return };
    let level = plan.known.fortress(plan.book, goal);
    let foreign = plan.known.holder(plan.book, goal).is_some_and(|of| plan.known.is_foe(of));
    let there = plan.known.before_walls(goal);
    let too_few = weakness::too_few(std::iter::once(&force).chain(there), level);
    if let Some(reason) = too_few.filter(|_| level > 0 && foreign) {
        let cause = Cause::of(&reason);
        plan.remark("too-weak", reasons::sentence(plan.book, &reason), cause);
    }
}

/// Remarks that the force stands before the walls that it is to attack, and nothing in the entry follows.
fn at_the_walls(plan: &mut Plan, written: &str) {
    let goal = target(plan.book, plan.known, written).filter(|goal| plan.here() == Some(*goal));
    let Some(goal) = goal.filter(|_| !plan.unsure) else { return };
    let foreign = plan.known.holder(plan.book, goal).is_some_and(|of| plan.known.is_foe(of));
    let is_last = !plan.entry.steps.iter().any(|step| step.at.start > plan.at.start);
    if foreign && is_last && plan.known.fortress(plan.book, goal) > 0 {
        let text = format!("{} is where this begins: {}", plan.place(goal), reasons::AT_THE_WALLS);
        plan.remark("at-the-walls", text, Cause::Enemy);
    }
}

/// Whether a force may attack at all: with units, and on no extended march (NIA §5.2.4, §5.2.5).
fn may_attack(force: &Force, extended: bool) -> Result<(), Reason> {
    if extended {
        return Err(Reason::NotExtended);
    }
    if force.units.is_empty() { Err(Reason::Alone) } else { Ok(()) }
}

/// The way to the one who is attacked, with its cost on paper; what follows is told as if the force
/// gets there.
fn way(plan: &mut Plan, written: &str) -> Option<String> {
    let goal = target(plan.book, plan.known, written)?;
    if plan.unsure || plan.here().is_none() || plan.here() == Some(goal) {
        return None;
    }
    let Some(legs) = plan.approach(goal) else {
        if plan.force.as_ref().is_some_and(|force| Mover::new(plan.book, force).shy) {
            plan.remark("barred", ways::LED_ALONE.to_owned(), Cause::Enemy);
        }
        plan.unsure = true;
        plan.not_known();
        return Some(format!(
            "no way to {} is known, and one is looked for then",
            plan.place(goal)
        ));
    };
    let cut = plan.up_to_the_border(&legs).or_else(|| plan.kept_away(&legs));
    let closed = cut.is_some();
    let legs = cut.unwrap_or(legs);
    let mut at = plan.here()?;
    let (mut told, mut stayed) = (vec![], String::new());
    for (nth, leg) in legs.iter().enumerate() {
        if leg.cost > plan.left() {
            plan.strand(at, &legs[nth..], goal);
            told.push(format!("the points end before {}", plan.place(goal)));
            break;
        }
        plan.go(at, leg);
        told.push(format!("{} {}", plan.place(leg.to), leg.cost));
        at = leg.to;
    }
    let begins = plan.here().filter(|from| *from != at);
    if let Some(stays) = begins.and_then(|from| march::stays_behind(plan, from, plan.end())) {
        stayed = stays;
    }
    if let Some(force) = &mut plan.force {
        force.at = at;
    }
    if closed && !plan.stranded {
        told.push(format!("stops before {}", plan.place(goal)));
    }
    plan.hoped = !plan.stranded && !closed;
    Some(format!("{} = {}{stayed}", told.join(", "), march::points(plan.spent)))
}

/// Tells a step whose outcome nobody knows; what comes after it is not certain.
pub fn tell(plan: &mut Plan, filled: &Filled, word: &str, cost: Option<String>) -> String {
    plan.unsure |= !plan.hoped;
    let told = match what(plan, filled) {
        what if what.is_empty() => word.to_owned(),
        what => format!("{word}: {what}"),
    };
    cost.map_or_else(|| told.clone(), |cost| format!("{told}; {cost}"))
}

/// The keys of a step in words, without what any step may have.
pub fn what(plan: &Plan, filled: &Filled) -> String {
    let what: Vec<String> = filled
        .keys()
        .filter(|(key, _)| !matches!(*key, "if" | "else"))
        .map(|(key, given)| format!("{key} {}", super::describe(plan.book, plan.text, given)))
        .collect();
    what.join(", ")
}
