//! Which entry a marker activates, and how its steps are played (NIA §5.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §4.2.5, §5.1.2, §5.1.3, §5.1.10, §5.2.1, §11.1, §21.2.1.

use crate::book::cards::{Card, Effect};
use crate::cards;
use crate::land::{initiative, movement};
use crate::orders::senses::Commander;
use crate::orders::words::meant;
use crate::orders::{self, Entry};
use crate::record::event::{OrderEvent, Over, Reason};
use crate::record::state::{Bloc, Force, ForceId, Marker};
use crate::season::rulings;
use crate::turn::Turn;
use crate::turn::activation::{Activation, is_alone};
use kit::ledger::Now;

/// Whether an entry may be played on this marker, and by which force. `None`: not a land marker.
pub fn wake(
    turn: &Turn,
    power: &str,
    entry: &Entry,
    marker: Marker,
) -> Result<Option<ForceId>, Reason> {
    let value = match marker {
        Marker::Land(_, value) if !entry.at_sea() => value,
        // The neutral marker has no number: it wakes whoever is neutral (§5.1.2).
        Marker::NeutralLand if !entry.at_sea() => 0,
        _ => return Ok(None),
    };
    let force = named(turn, power, entry)?;
    if force.is_support_alone_or_depot() {
        return Err(Reason::NeedsLeader);
    }
    if let Some(rule) = &force.reserve {
        return Err(Reason::Reserve { rule: rule.clone() });
    }
    if force.inside && !entry.sallies(force.at, &turn.book.atlas) {
        return Err(Reason::Besieged);
    }
    let has = initiative(turn, force, entry);
    if has < value {
        return Err(Reason::Initiative { has, needs: value });
    }
    if !entry.on.is_empty() && !entry.on.iter().any(|on| is_on(turn, on, marker, has)) {
        return Err(Reason::OtherMarker);
    }
    let subordinate = force.leaders.iter().skip(1).any(|leader| *leader == entry.who);
    if subordinate && !entry.begins_with_detach() {
        let of = force.army.clone().unwrap_or_else(|| turn.name(force));
        return Err(Reason::Subordinate { of });
    }
    allowed(turn, power, force, entry)?;
    if turn.active.contains(&force.id) {
        return Err(Reason::HasActed);
    }
    may_begin(turn, power, (force, entry), marker)?;
    Ok(Some(force.id))
}

/// Whether an entry of troops may begin: its own condition holds, and so does that of a step that may be the first, as far
/// as its power knows.
pub fn may_begin(
    turn: &Turn,
    power: &str,
    (force, entry): (&Force, &Entry),
    marker: Marker,
) -> Result<(), Reason> {
    let known = turn.known(power);
    if let Some(condition) = &entry.condition {
        Commander::new(turn.book, known, Some(force), marker, 0).holds(condition)?;
    }
    let points = turn.lasting_cards.points(force.id);
    let left = points.unwrap_or_else(|| movement::factor(turn.book, force));
    begins(in_order(&entry.steps).into_iter().map(|(_, step)| step), |step| {
        Commander::new(turn.book, known, Some(force), marker, left).before_walls().may(step)
    })
}

/// Whether one of the steps that may be the first is played: else the whole entry waits.
pub fn begins<'s>(
    steps: impl Iterator<Item = &'s orders::Step>,
    holds: impl Fn(&orders::Step) -> Result<(), Reason>,
) -> Result<(), Reason> {
    let mut why_not = Ok(());
    for step in steps {
        why_not = holds(step);
        if why_not.is_ok() || !step.go_on {
            break;
        }
    }
    why_not
}

/// The force of a power that an entry names.
pub fn named<'t>(turn: &'t Turn, power: &str, entry: &Entry) -> Result<&'t Force, Reason> {
    let own = turn.state.forces.values().filter(|force| force.power == power);
    meant(&turn.book.atlas, &turn.book.units, &entry.who, own).ok_or_else(|| {
        let name = entry.who.clone();
        match turn.gone_over.get(&(power.to_owned(), name.clone())) {
            Some(power) => Reason::ServesOther { name, serves: power.clone() },
            None => Reason::NotThere { name },
        }
    })
}

/// The card of an entry, which must be in the hand and for this force, or for ships if it is for none
/// (NIA §11.1).
pub fn card_of<'t>(
    turn: &'t Turn,
    power: &str,
    entry: &Entry,
    force: Option<&Force>,
) -> Result<Option<&'t Card>, Reason> {
    let Some(card) = &entry.card else { return Ok(None) };
    if !turn.state.cards.get(power).is_some_and(|hand| hand.contains(card)) {
        return Err(Reason::NoCard { card: card.clone() });
    }
    let page = turn.book.cards.get(card);
    let not_for =
        |page| cards::for_others((turn.book, &turn.state), page, (power, force)).is_some();
    match page.is_some_and(not_for) {
        true => Err(Reason::CardNotFor { card: card.clone() }),
        false => Ok(page),
    }
}

/// Whether the season leaves the force another march: two, or three with the card; leaders alone
/// march on every marker (NIA §5.1.3, §5.1.4, §5.2.9).
fn allowed(turn: &Turn, power: &str, force: &Force, entry: &Entry) -> Result<(), Reason> {
    let card = card_of(turn, power, entry, Some(force))?;
    if let Some(card) = card.filter(|card| card.effect == Effect::CenterOfOperations)
        && cards::depot_beside(turn.book, &turn.state, force).is_none()
    {
        return Err(Reason::CardNotFor { card: card.card.clone() });
    }
    let third = card.is_some_and(|card| card.effect == Effect::ThirdMarch);
    if turn.state.bloc(power) == Bloc::Neutral && force.activations > 0 && !is_alone(force) {
        return Err(Reason::NeutralOnce);
    }
    let barred = turn.book.scenario.bars_forced_marches(turn.state.season);
    if barred && force.activations > 0 && !is_alone(force) {
        return Err(Reason::NoForcedMarch);
    }
    match (force.activations, third) {
        (0 | 1, true) => Err(Reason::NotYetThird),
        (2.., false) if !is_alone(force) => Err(Reason::ThirdMarch),
        (3.., true) => Err(Reason::ThirdMarch),
        _ => Ok(()),
    }
}

/// The initiative a force is activated by (NIA §5.1.3, §5.2.1, §1.1.3).
pub fn initiative(turn: &Turn, force: &Force, entry: &Entry) -> u8 {
    let subordinate = force.leaders.iter().find(|leader| **leader == entry.who);
    match subordinate.map(String::as_str).or(force.commander()) {
        Some(leader) => initiative::of(turn.book, force, leader),
        None => initiative::without_leader(turn.book, force),
    }
}

/// Whether a word of `on:` names this marker; `last` is the last that can still wake him.
fn is_on(turn: &Turn, on: &str, marker: Marker, initiative: u8) -> bool {
    if on == "last" {
        let Marker::Land(bloc, _) = marker else { return false };
        let wakes =
            |left: &&Marker| matches!(left, Marker::Land(b, n) if *b == bloc && *n <= initiative);
        return turn.pool.iter().find(wakes).is_none();
    }
    is_named(on, marker)
}

/// Whether a word of `on:` is a marker's name, with its side or without.
pub fn is_named(on: &str, marker: Marker) -> bool {
    let name = marker.to_string();
    name == on || name.split_once(' ').is_some_and(|(_, short)| short == on)
}

/// Plays an entry: activates its force and goes through its steps (NIA §5.1.3, §5.2.4).
pub fn run(turn: &mut Turn, power: &str, entry: &Entry, force: ForceId, marker: Marker) {
    let mut acting = Activation::new(turn, power, &entry.who, entry.number, force, marker);
    if let Some(card) = entry.card.as_ref().filter(|card| cards::feeds(acting.turn, card)) {
        cards::begin(acting.turn, power, &entry.who, card, Some(acting.force));
    }
    // A subordinate is activated with what he takes along, his army is not (§4.2.5, §5.1.9).
    if !entry.begins_with_detach() {
        acting.activate();
    }
    if let Some(card) = entry.card.as_ref().filter(|card| !cards::feeds(acting.turn, card)) {
        cards::begin(acting.turn, power, &entry.who, card, Some(acting.force));
    }
    let mut steps = in_order(&entry.steps).into_iter();
    let over = loop {
        let Some((step, written)) = steps.next() else { break None };
        acting.step = step;
        acting.last = steps.len() == 0;
        acting.stays = entry.steps.iter().skip(usize::from(step)).all(|later| {
            // Who marches on, or is spent on a fortress, does not stay (§9.3).
            later.key != written.key && later.key != orders::reactivate::STEP.kind.key
        });
        if !acting.turn.state.forces.contains_key(&acting.force) {
            break Some((Some(step), Over::Gone));
        }
        let done = match acting.holds(written) {
            Ok(()) => orders::play(&mut acting, written),
            Err(reason) => Err(reason),
        };
        if let Err(reason) = done {
            acting.not_done(written.key, reason);
            // Without its detach the entry has nobody who was activated (§4.2.5).
            let no_detach = step == 1 && entry.begins_with_detach();
            if !written.go_on || no_detach {
                break Some((None, Over::Failed));
            }
        }
        acting.note_parted();
        if rulings::play(acting.turn, Now::Pause) {
            acting.forget_the_gone();
        }
        if acting.ended {
            break Some((None, Over::Joined));
        }
    };
    if let Some((this, why)) = over {
        let rest = this.into_iter().chain(steps.map(|(step, _)| step)).collect();
        not_reached(acting.turn, power, entry, rest, why);
    }
    acting.finish();
}

/// Records the steps that an entry did not come to, if there are any.
pub fn not_reached(turn: &mut Turn, power: &str, entry: &Entry, steps: Vec<u16>, why: Over) {
    if !steps.is_empty() {
        let (power, entry, who) = (power.to_owned(), entry.number, entry.who.clone());
        turn.record(OrderEvent::NotReached { power, entry, who, steps, why });
    }
}

/// The steps in the order in which they are played: the army's marker moves first, and then the
/// corps beside it follow, though their step may be written before the march (NIA §5.2.4).
fn in_order(steps: &[orders::Step]) -> Vec<(u16, &orders::Step)> {
    let mut steps: Vec<(u16, &orders::Step)> = (1..).zip(steps).collect();
    let marches = |key: &str| ["march", "attack", "pursue"].contains(&key);
    let last = steps.iter().rev().find(|(_, step)| marches(step.key)).map(|(number, _)| *number);
    let late = |number: u16, step: &orders::Step| {
        step.key == orders::army::STEP.kind.key && last.is_some_and(|last| number < last)
    };
    // Stable: the others keep their places before them.
    steps.sort_by_key(|(number, step)| match last {
        Some(last) if late(*number, step) => (last, 1),
        _ => (*number, 0),
    });
    steps
}
