//! `absorb`: takes in units that stand in the hex (NIA §5.1.5, §5.2.1, §5.2.2).

use super::{Play, StepKind};
use crate::book::Book;
use crate::book::spelling::spoken;
use crate::land::joining;
use crate::land::stacking::{self, Joined};
use crate::orders::causes::Cause;
use crate::orders::rehearsal::Plan;
use crate::orders::rehearsal::asked_now::stands_at;
use crate::orders::words::FORCE;
use crate::record::event::{Joining, Reason};
use crate::record::state::Force;
use crate::turn::activation::Activation;
use crate::view::forces;
use sheet::keys::{Field, Filled, Kind, Value};

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
                value: Value::Needed(&Value::Name(&FORCE)),
                doc: "The force whose steps are taken.",
            },
            LEADER_FIELD,
        ]),
        doc: "Takes the steps of a force of the same hex, for one point: they fill up your reduced \
              units of that class, and what is left stays a unit if there is room; your level of \
              activation stays.",
    },
    tell: |plan, filled| tell(plan, filled, "absorb"),
    play: Play::Land(|acting, filled| take_in(acting, filled, Joining::Absorbed)),
};

/// Tells a joining step and puts it on paper.
pub fn tell(plan: &mut Plan, filled: &Filled, word: &str) -> String {
    let name = filled.name("force").unwrap_or_default().to_owned();
    if let Some(force) = plan.force.clone() {
        plan.refuse_by("cannot-join", may_take_in(&force));
    }
    let told = spoken(plan.book, &name);
    if let Some(at) = plan.earlier.left(&name) {
        // What is with him then is not on the map yet.
        let cost = plan.book.figures.actions.absorb;
        if !plan.unsure && plan.here().is_some_and(|here| here != at) {
            let place = plan.place(at);
            plan.refuse("not-here", format!("an entry before leaves {told} at {place}, not here"));
        }
        let mut pooled = String::new();
        let here = plan.force.clone().filter(|force| force.at == at && !plan.unsure);
        if let Some((force, other)) = here.zip(plan.earlier.led_by(&name).cloned()) {
            pooled = join_on_paper(plan, (&force, &other), word, filled);
        }
        plan.spend(cost);
        return format!("{word}: {told}, {cost} = {}{pooled}", super::march::points(plan.spent));
    }
    let other = plan.meant(&name).cloned();
    if let Some(told) = joined_before(plan, other.as_ref(), &told) {
        return format!("{word}: {told}");
    }
    let cost =
        other.as_ref().map_or(plan.book.figures.actions.absorb, |other| cost(plan.book, other));
    if let Some(other) = &other {
        must_meet(plan, other, &told);
    }
    plan.joined.extend(other.as_ref().map(|other| other.id));
    let now = other.as_ref().map(|other| plan.earlier.now(other));
    let support = now.as_ref().map(forces::support).filter(|support| !support.is_empty());
    let with = support.map_or_else(String::new, |support| format!(" with {support}"));
    let mut pooled = String::new();
    if let (Some(force), Some(other)) = (plan.force.clone(), &now) {
        pooled = join_on_paper(plan, (&force, other), word, filled);
    }
    plan.spend(cost);
    format!("{word}: {told}{with}, {cost} = {}{pooled}", super::march::points(plan.spent))
}

/// What is to say of a force that has joined this one before, by an entry of its own.
fn joined_before(plan: &mut Plan, other: Option<&Force>, told: &str) -> Option<String> {
    let (entry, host) = plan.earlier.host(other?.id)?;
    let joined = plan.force.as_ref().is_some_and(|force| force.id == host.id);
    let text = format!(
        "if entry {entry} goes as told, {told} has joined already, and this step is not done"
    );
    joined.then(|| {
        plan.remark("joined", text, Cause::Friends);
        plan.only_if(Cause::Friends);
        format!("{told}, unless entry {entry} has led them here before")
    })
}

/// Puts a joining on paper; who goes to the pool, in words.
fn join_on_paper(
    plan: &mut Plan,
    (force, other): (&Force, &Force),
    word: &str,
    filled: &Filled,
) -> String {
    let how = if word == "absorb" { Joining::Absorbed } else { Joining::Integrated };
    match stacking::join(plan.book, force, other, how, filled.name("leader")) {
        Ok(joined) => {
            let pooled = to_the_pool(&joined, filled.name("leader"));
            plan.force = Some(Force { at: force.at, ..joined.force });
            pooled
        }
        Err(reason) => {
            let text = super::super::view::reasons::sentence(plan.book, &reason);
            let into_army = matches!(reason, Reason::NoDetachments { .. });
            plan.refuse("cannot-join", text);
            if let Some(remark) = plan.faults.last_mut().filter(|_| into_army) {
                let help = "`drop:` leaves a detachment behind";
                *remark = remark.clone().help(help);
            }
            String::new()
        }
    }
}

/// Who has no place in a force that others join, as a receipt says it.
pub fn to_the_pool(joined: &Joined, leader: Option<&str>) -> String {
    match joined.pooled.as_slice() {
        [] => String::new(),
        pooled if leader == Some("stays") => {
            let pooled = pooled.join(" and ");
            format!("; {pooled} to the pool in spite of `stays`, since no place is left")
        }
        pooled => format!("; {} to the pool", pooled.join(" and ")),
    }
}

/// Remarks that a force is not in the hex of the one that acts, as the entries before leave both.
pub fn must_meet(plan: &mut Plan, other: &Force, told: &str) {
    plan.meets(other);
    let at = plan.earlier.place(other);
    let Some(here) = plan.here().filter(|here| *here != at && !plan.unsure) else { return };
    // The entry's own `if` may want them where it then is.
    let wanted = plan.asked.zip(other.commander()).and_then(|(asked, who)| stands_at(asked, who));
    if wanted.is_some_and(|place| plan.book.atlas.code(place) == Some(here)) {
        return;
    }
    let place = plan.place(at);
    let text = match other.at {
        now if now == at => format!("{told} stands at {place}, not here"),
        now if now == here => {
            format!("{told} stands here now, but an entry before leads them to {place}")
        }
        _ => format!("{told} will stand at {place} by the entries before, not here"),
    };
    // Whether the entries before come before depends on the markers.
    if other.at == here || plan.leads_here(other) {
        plan.only_if(Cause::Friends);
        plan.remark("not-here", text, Cause::Friends);
    } else {
        plan.refuse_anyway("not-here", text);
    }
}

/// Points that it costs to take in a force; support units join for nothing (§5.2.1).
fn cost(book: &Book, other: &Force) -> u32 {
    if other.is_support_alone_or_depot() { 0 } else { book.figures.actions.absorb }
}

/// Takes a force in by the mover's orders.
pub fn take_in(acting: &mut Activation, filled: &Filled, how: Joining) -> Result<(), Reason> {
    let name = filled.name("force").unwrap_or_default();
    may_take_in(acting.force())?;
    let other = joining::here(acting, name)?;
    let cost = cost(acting.turn.book, &other);
    let into = acting.force().clone();
    let joined = stacking::join(acting.turn.book, &into, &other, how, filled.name("leader"))?;
    acting.spend(cost)?;
    joining::take_in(acting, joined, &other, how, cost);
    Ok(())
}

/// Whether a force may take others in: with a leader (NIA §5.2.2).
fn may_take_in(force: &Force) -> Result<(), Reason> {
    match force.leaders.is_empty() {
        true => Err(Reason::HasNone { what: "leader".to_owned() }),
        false => Ok(()),
    }
}
