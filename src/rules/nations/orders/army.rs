//! `army`: corps beside the army's marker march under its command (NIA §5.1.7, §5.1.8, §5.2.4).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.1.7, §5.2.1, §5.2.4, §7.2.

use super::{Play, StepKind};
use crate::book::Book;
use crate::land::attrition::{self, Stretch};
use crate::land::combat;
use crate::land::joining;
use crate::land::movement::{self, Mover, is_bridged};
use crate::land::stacking;
use crate::land::supply::Moment;
use crate::orders::causes::Cause;
use crate::orders::rehearsal::Plan;
use crate::orders::words::{FORCE, PLACE, meant};
use crate::position::{Common, Position};
use crate::record::event::{Event, ForceEvent, Joining, Reason, SequenceEvent};
use crate::record::state::Force;
use crate::turn::activation::{Activation, is_spent, occasions};

use crate::view::reasons;
use kit::ground::Space;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "army",
        rule: "NIA §5.1.8",
        value: Value::Map(&[
            Field {
                key: "beside",
                value: Value::Needed(&Value::Name(&FORCE)),
                doc: "The corps that stood beside the army.",
            },
            Field {
                key: "to",
                value: Value::Name(&PLACE),
                doc: "Where it goes: next to the army; without it, it joins the army.",
            },
        ]),
        doc: "Brings a corps along that stood next to the army's marker when the activation began.",
    },
    tell: |plan: &mut Plan, filled| {
        let corps = plan.meant(filled.name("beside").unwrap_or_default()).cloned();
        plan.joined.extend(corps.as_ref().map(|corps| corps.id));
        let began = plan.path.first().copied().or(plan.here());
        if let (Some(army), Some(corps), Some(began), false) =
            (plan.force.clone(), &corps, began, plan.unsure)
        {
            plan.meets(corps);
            plan.depends_on_markers(corps);
            let now = Force { at: plan.earlier.place(corps), ..corps.clone() };
            let stands = may_follow(plan.book, (&army, began), &now);
            let text = |plan: &Plan, reason: &Reason| match reason {
                Reason::NotHere { name } if now.army.is_some() => {
                    format!("{name} commands an army of its own, and only corps follow one")
                }
                Reason::NotHere { name } => {
                    format!("{name} does not stand next to where the army begins")
                }
                reason => reasons::sentence(plan.book, reason),
            };
            // Whether the entries before have led it there depends on the markers.
            match stands {
                Err(reason) if now.at != corps.at => {
                    plan.remark("not-here", text(plan, &reason), Cause::Friends);
                }
                Err(reason) => {
                    plan.refuse("not-here", text(plan, &reason));
                    plan.only_if(Cause::of(&reason));
                }
                Ok(()) => {
                    let to = filled.name("to").and_then(|to| plan.book.atlas.code(to));
                    let way = follows(plan, &now, to.unwrap_or(army.at));
                    plan.refuse_by("cannot-follow", way);
                    let now = Force { at: army.at, ..now };
                    let joins = stacking::join(plan.book, &army, &now, Joining::Integrated, None);
                    if filled.name("to").is_none() {
                        plan.refuse_by("cannot-join", joins.map(drop));
                    }
                }
            }
        }
        let to =
            filled.name("to").map_or("joins the army".to_owned(), |to| format!("goes to {to}"));
        format!("army: {} {to}", filled.name("beside").unwrap_or_default())
    },
    play: Play::Land(play),
};

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let name = filled.name("beside").unwrap_or_default();
    let army = acting.force().clone();
    let book = acting.turn.book;
    let own = acting.turn.state.forces.values().filter(|force| force.power == army.power);
    let corps = meant(&book.atlas, &book.units, name, own).cloned();
    let corps = corps.filter(|corps| !corps.units.is_empty());
    let corps = corps.ok_or_else(|| Reason::NotThere { name: name.to_owned() })?;
    may_follow(book, (&army, began(acting)), &corps)?;
    if acting.turn.active.contains(&corps.id) {
        return Err(Reason::HasActed);
    }
    if is_spent(&corps) {
        return Err(Reason::ThirdMarch);
    }
    let to = filled.name("to").and_then(|to| book.atlas.code(to)).unwrap_or(army.at);
    if book.atlas.distance(to, army.at) > 1 {
        return Err(Reason::NotHere { name: book.atlas.name(to) });
    }
    acting.turn.active.insert(corps.id);
    let (marker, activations) = (acting.marker, army.activations.max(corps.activations + 1));
    acting.turn.record(ForceEvent::Activated { force: corps.id, marker, activations });
    combat::assess(acting.turn, &[corps.id], &Moment::default());
    let (spent, rough) = follow(acting, &corps, to)?;
    let occasions = occasions(acting.turn, corps.id, false);
    let stretch = Stretch { spent, rough, ..Stretch::default() };
    if to != army.at {
        // Who ends beside the marker is checked by himself (§7.3).
        attrition::check(acting.turn, corps.id, &occasions, Some(stretch));
        return Ok(());
    }
    if !acting.unchecked {
        attrition::check(acting.turn, corps.id, &occasions, Some(stretch));
        let left = acting.turn.state.forces.get(&corps.id).is_some_and(Force::fights);
        return if left { join(acting, corps.id) } else { Ok(()) };
    }
    let unsupplied = acting.turn.state.force(corps.id).unsupplied;
    join(acting, corps.id)?;
    let new = occasions.into_iter().filter(|occasion| !acting.occasions.contains(occasion));
    let new: Vec<_> = new.collect();
    acting.occasions.extend(new);
    acting.rough |= rough;
    acting.followed = (acting.followed.0.max(spent), acting.followed.1 || unsupplied);
    Ok(())
}

/// Whether a corps may march along with an army that began its activation there (NIA §5.1.8).
fn may_follow(book: &Book, (army, began): (&Force, Space), corps: &Force) -> Result<(), Reason> {
    if army.army.is_none() {
        return Err(Reason::HasNone { what: "army".to_owned() });
    }
    if let Some(rule) = &corps.reserve {
        return Err(Reason::Reserve { rule: rule.clone() });
    }
    // Who is shut up in a fortress comes out by a sortie alone (§6.2, §9.1).
    if corps.inside {
        return Err(Reason::Besieged);
    }
    if book.atlas.distance(corps.at, began) != 1 || corps.army.is_some() {
        return Err(Reason::NotHere { name: corps.name(&book.atlas, &book.units) });
    }
    Ok(())
}

/// Where the army stood when its activation began.
fn began(acting: &Activation) -> Space {
    let moves = acting.turn.events.iter().rev();
    let this = moves
        .take_while(|event| !matches!(event, Event::Sequence(SequenceEvent::MarkerDrawn { .. })));
    let first = this.filter_map(|event| {
        let Event::Force(ForceEvent::Moved { force, from, .. }) = event else { return None };
        (*force == acting.force).then_some(*from)
    });
    first.last().unwrap_or(acting.force().at)
}

/// Walks the corps to its place with points of its own: how many, and whether over bad ground.
fn follow(acting: &mut Activation, corps: &Force, to: Space) -> Result<(u32, bool), Reason> {
    let book = acting.turn.book;
    let mover = Mover::of(book, &acting.turn.state, corps);
    let (mut spent, mut rough) = (0, false);
    while acting.turn.state.force(corps.id).at != to {
        let from = acting.turn.state.force(corps.id).at;
        let (next, cost) =
            next_hex((book, &acting.turn.state, acting.known()), &mover, (from, to), spent)?;
        spent += cost;
        rough |= super::march::is_rough(book, from, next);
        let into_box = book.atlas.is_box(next);
        let (force, to) = (corps.id, next);
        acting.turn.record(ForceEvent::Moved { force, from, to, cost, spent, into_box });
    }
    Ok((spent, rough))
}

/// The next hex on the way of a corps that follows its army, and the points that it costs. The way is
/// chosen by what its power knows.
fn next_hex(
    (book, position, known): (&Book, &dyn Position, &dyn Position),
    mover: &Mover,
    (from, to): (Space, Space),
    spent: u32,
) -> Result<(Space, u32), Reason> {
    let left = mover.factor.saturating_sub(spent);
    let legs = movement::plan(book, known, mover, (from, to), left);
    let no_way = || Reason::NotHere { name: book.atlas.name(to) };
    let next = legs.as_deref().and_then(<[movement::Leg]>::first).ok_or_else(no_way)?.to;
    if movement::barrier(book, position, mover, from, next).is_some() {
        return Err(Reason::Halted);
    }
    let Common { season, relations, .. } = position.common();
    let friends = position.standing().filter_map(|one| one.whole);
    let friends = friends.filter(|force| relations.friends(&force.power, &mover.power));
    let bridged = is_bridged(friends, from, next);
    let cost =
        movement::cost(book, season, mover, from, next, |_, _| bridged).ok_or_else(no_way)?;
    if cost > left { Err(Reason::OutOfPoints { needed: cost, left }) } else { Ok((next, cost)) }
}

/// Whether a corps can walk to its place by its army, as far as its power knows.
fn follows(plan: &Plan, corps: &Force, to: Space) -> Result<(), Reason> {
    let (book, known) = (plan.book, plan.known);
    let mover = Mover::of(book, known, corps);
    let (mut at, mut spent) = (corps.at, 0);
    while at != to {
        let (next, cost) = next_hex((book, known, known), &mover, (at, to), spent)?;
        (at, spent) = (next, spent + cost);
    }
    Ok(())
}

fn join(acting: &mut Activation, corps: crate::record::state::ForceId) -> Result<(), Reason> {
    let (army, corps) = (acting.force().clone(), acting.turn.state.draft(corps));
    let joined = stacking::join(acting.turn.book, &army, &corps, Joining::Integrated, None)?;
    let taken_in = acting.taken_in;
    joining::take_in(acting, joined, &corps, Joining::Integrated, 0);
    // It was activated with the army, and is tallied (§7.4).
    acting.taken_in = taken_in;
    Ok(())
}
