//! Who is lost (NIA §8.2.4, §7.4, §8.3.3.1, §9.2): forced losses first, the rest as the owner wishes.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8.1.2, §8.2.4.

use crate::book::Book;
use crate::book::units::{Size, Unit};
use crate::decisions::Topic;
use crate::land::reckon::host::is_cavalry;
use crate::orders::choices as will;
use crate::orders::choices::Will;
use crate::orders::words::Pick;
use crate::record::event::{Cause, ForceEvent, Leaving, LossEvent};
use crate::record::state::{Force, ForceId};
use crate::turn::Turn;
use kit::ledger::Source;
use kit::rule::Rule;

/// What is to be lost, and what of it is not free.
#[derive(Debug, Clone)]
pub struct Bill {
    pub steps: u32,
    /// The unit that takes the first loss (NIA §8.2.3).
    pub lead: Option<Unit>,
    /// Whether one step must be cavalry (NIA §8.2.4).
    pub cavalry: bool,
    /// The nations on which the first loss falls (NIA §7.4).
    pub nations: Vec<String>,
    /// The morale whose steps bear half the losses (NIA §8.1.2).
    pub morale: Option<u8>,
    /// Whether a unit goes whole before another is touched.
    pub whole: bool,
    pub cause: Cause,
    pub rule: Rule,
    /// The decision in which order they are taken.
    pub topic: Topic,
}

impl Bill {
    /// So many steps, nothing of them forced.
    pub fn of(steps: u32, cause: Cause, rule: Rule) -> Self {
        Self {
            steps,
            lead: None,
            cavalry: false,
            nations: vec![],
            morale: None,
            whole: false,
            cause,
            rule,
            topic: Topic::Losses,
        }
    }
}

/// Takes the losses from the forces of one side and tells how many steps it really lost.
pub fn suffer(turn: &mut Turn, ids: &[ForceId], will: &Will, bill: &Bill) -> u32 {
    let ids: Vec<ForceId> =
        ids.iter().copied().filter(|id| turn.state.forces.contains_key(id)).collect();
    let Some(first) = ids.first().copied() else { return 0 };
    let mut forces: Vec<Force> = ids.iter().map(|id| turn.state.draft(*id)).collect();
    let before = forces.clone();
    let (mut left, mut needed, mut lost) = (bill.steps, bill.steps, 0);
    if left > 0
        && let Some(lead) = &bill.lead
        && take(&mut forces, lead)
    {
        (left, lost) = (left - 1, lost + 1);
    }
    let lead_rides = bill.lead.as_ref().is_some_and(|unit| is_cavalry(turn.book, unit));
    if bill.cavalry && left > 0 && !lead_rides {
        let (paid, more) = pay_cavalry(turn, &mut forces, first, will, bill);
        lost += u32::from(paid);
        left = left - u32::from(paid) + more;
        needed += more;
    }
    if left > 0 && !bill.nations.is_empty() {
        let of = |unit: &Unit| bill.nations.contains(&unit.nation);
        let wishes = wishes(turn, first, will, bill);
        let unit = order(turn, &units(&forces, of), &wishes, bill.whole);
        if unit.is_some_and(|unit| take(&mut forces, &unit)) {
            (left, lost) = (left - 1, lost + 1);
        }
    }
    for unit in chosen(turn, &forces, first, will, bill, left) {
        lost += u32::from(take(&mut forces, &unit));
    }
    forget_depots(&mut forces, needed.saturating_sub(lost));
    record(turn, before, forces, bill.cause);
    lost
}

/// Depots are lost with their only half step (NIA §1.1.3.2).
fn forget_depots(forces: &mut [Force], short: u32) {
    for force in forces.iter_mut().filter(|force| short > 0 && force.units.is_empty()) {
        force.depots = 0;
    }
}

/// All units of some forces that pass a test.
fn units(forces: &[Force], passes: impl Fn(&Unit) -> bool) -> Vec<Unit> {
    forces.iter().flat_map(|force| &force.units).filter(|unit| passes(unit)).cloned().collect()
}

/// Takes one step of a unit like this.
fn take(forces: &mut [Force], unit: &Unit) -> bool {
    for force in forces {
        if let Some(at) = force.units.iter().position(|other| other == unit) {
            force.units[at].steps -= 1;
            force.settle();
            return true;
        }
    }
    false
}

/// The cavalry step of a C; true if it was paid, else so many steps more (NIA §8.2.4).
fn pay_cavalry(
    turn: &mut Turn,
    forces: &mut [Force],
    first: ForceId,
    will: &Will,
    bill: &Bill,
) -> (bool, u32) {
    let book = turn.book;
    let horse = units(forces, |unit| is_cavalry(book, unit));
    let others: u32 =
        units(forces, |unit| !is_cavalry(book, unit)).iter().map(|u| u32::from(u.steps)).sum();
    if horse.is_empty() {
        return (false, 0);
    }
    let force = turn.state.draft(first);
    let last_of_all = horse.iter().map(|unit| u32::from(unit.steps)).sum::<u32>() == 1;
    let pays = others < 2 || {
        let said = will.wants(turn, &force, Topic::CavalryLoss.path());
        will::yes(turn, bill.rule, &force, Topic::CavalryLoss, !last_of_all, said)
    };
    if !pays {
        return (false, 1);
    }
    let wishes = wishes(turn, first, will, bill);
    let unit = order(turn, &horse, &wishes, false).expect("there is a horse");
    (take(forces, &unit), 0)
}

/// The order in which the owner wants to lose, of this sort of losses or of any.
fn wishes(turn: &Turn, first: ForceId, will: &Will, bill: &Bill) -> Vec<String> {
    let force = turn.state.force(first);
    let wishes = will.named(turn, force, bill.topic.path());
    if wishes.is_empty() { will.named(turn, force, Topic::Losses.path()) } else { wishes }
}

/// The steps that the owner chooses freely: by the sheet, else by the default.
fn chosen(
    turn: &mut Turn,
    forces: &[Force],
    first: ForceId,
    will: &Will,
    bill: &Bill,
    steps: u32,
) -> Vec<Unit> {
    let force = turn.state.draft(first);
    let wishes = wishes(turn, first, will, bill);
    let by_morale = |turn: &Turn, unit: &Unit| {
        let season = turn.state.season;
        bill.morale.is_none_or(|morale| {
            turn.book.units.figures(unit, season.quarter, false).morale == morale
        })
    };
    let mut trial = forces.to_vec();
    let mut picked = vec![];
    for nth in 0..steps {
        let bound = nth * 2 < bill.steps && bill.morale.is_some();
        let mut among = units(&trial, |unit| !bound || by_morale(turn, unit));
        if among.is_empty() {
            among = units(&trial, |_| true);
        }
        let Some(unit) = order(turn, &among, &wishes, bill.whole) else { break };
        take(&mut trial, &unit);
        picked.push(unit);
    }
    let mut kinds = units(forces, |_| true);
    kinds.dedup();
    if picked.is_empty() || kinds.len() <= 1 || picked.len() as u32 >= total(forces) {
        return picked;
    }
    let written: Vec<String> = picked.iter().map(|unit| turn.book.units.write(unit)).collect();
    let default = written.join(", ");
    let said = (!wishes.is_empty()).then(|| (default.clone(), Source::Reaction));
    if said.is_some() {
        let own = !will.named(turn, &force, bill.topic.path()).is_empty();
        let topic = if own { bill.topic } else { Topic::Losses };
        let lead = bill.lead.as_ref().map(|_| "the lead unit loses a step before".to_owned());
        will.hear(turn, &force, topic.path(), (Some(true), lead.into_iter().collect()));
    }
    let answer = will::choose(turn, bill.rule, &force, bill.topic, &[], &default, said);
    if answer.choice == default {
        return picked;
    }
    ruled(turn, forces, &answer.choice, picked)
}

fn total(forces: &[Force]) -> u32 {
    forces.iter().map(Force::steps).sum()
}

/// The steps that a ruling names; what it leaves open stays as it was.
fn ruled(turn: &Turn, forces: &[Force], choice: &str, picked: Vec<Unit>) -> Vec<Unit> {
    let (kinds, people) = (&turn.book.units, &turn.book.people);
    let mut trial = forces.to_vec();
    let mut words = choice.split(',');
    let mut list = vec![];
    for default in picked {
        let among = units(&trial, |_| true);
        let wish = words.next().and_then(|word| Pick::read(word.trim(), kinds, people).ok());
        let unit = wish.and_then(|wish| wish.find(&among, kinds).map(|at| among[at].clone()));
        let unit = unit.filter(|unit| among.contains(unit)).unwrap_or(default);
        take(&mut trial, &unit);
        list.push(unit);
    }
    list
}

/// The unit that pays next: the first wish that any fits, the fullest of them; by default
/// detachments, then the worst modifier of all, the guard last. Where units go whole, the smallest goes first.
fn order(turn: &Turn, among: &[Unit], wishes: &[String], whole: bool) -> Option<Unit> {
    let (kinds, people) = (&turn.book.units, &turn.book.people);
    let fitting = wishes.iter().find_map(|wish| {
        let pick = Pick::read(wish, kinds, people).ok().filter(|pick| pick.support().is_none())?;
        let fits: Vec<&Unit> = among.iter().filter(|unit| pick.fits(unit, kinds)).collect();
        fits.into_iter().max_by_key(|unit| {
            let first = if whole { u8::MAX - unit.steps } else { unit.steps };
            (first, std::cmp::Reverse(unit.modifier))
        })
    });
    let guard = |unit: &Unit| kinds.kind(&unit.kind).class.contains("guard");
    let worst = || {
        among.iter().min_by_key(|unit| {
            let small = kinds.kind(&unit.kind).size != Size::Detachment;
            let fullest = std::cmp::Reverse(unit.steps);
            let smallest = if whole { unit.steps } else { 0 };
            (guard(unit), smallest, small, unit.modifier, fullest, (*unit).clone())
        })
    };
    fitting.or_else(worst).cloned()
}

/// Records what each force has lost, and what goes with it: support without troops, leaders
/// without units, a marker without corps (NIA §1.1.2, §1.1.3.1, §8.2.5).
fn record(turn: &mut Turn, before: Vec<Force>, after: Vec<Force>, cause: Cause) {
    for (old, mut new) in before.into_iter().zip(after) {
        if old == new {
            continue;
        }
        let units = difference(&old.units, &new.units);
        let corps_left = corps(turn.book, &new.units);
        let corps = corps(turn.book, &old.units) - corps_left;
        let army = new.army.take_if(|_| corps_left == 0);
        let gone = new.units.is_empty();
        let fought = !matches!(cause, Cause::Attrition | Cause::Spent);
        if gone {
            new.engineers = 0;
        }
        if gone && fought {
            (new.trains, new.depots) = (0, 0);
        }
        let event = LossEvent::Lost {
            units,
            trains: old.trains - new.trains,
            depots: old.depots - new.depots,
            engineers: old.engineers - new.engineers,
            corps,
            army,
            cause,
            force: new.clone(),
        };
        turn.record(event);
        if gone && fought {
            pool_leaders(turn, &new);
        }
    }
}

/// Leaders whose troops are gone return to the pool (NIA §8.2.5).
pub fn pool_leaders(turn: &mut Turn, force: &Force) {
    for leader in &force.leaders {
        let (power, leader, at) = (force.power.clone(), leader.clone(), force.at);
        turn.record(ForceEvent::LeaderLeft { power, leader, at, why: Some(Leaving::NoTroops) });
    }
}

/// How many corps there are.
pub fn corps(book: &Book, units: &[Unit]) -> u8 {
    let corps = units.iter().filter(|unit| book.units.kind(&unit.kind).size == Size::Corps);
    u8::try_from(corps.count()).unwrap_or(u8::MAX)
}

/// The steps that are in the first list and not in the second, unit by unit.
fn difference(before: &[Unit], after: &[Unit]) -> Vec<Unit> {
    let mut kinds: Vec<Unit> =
        before.iter().map(|unit| Unit { steps: 0, ..unit.clone() }).collect();
    kinds.sort();
    kinds.dedup();
    let steps = |units: &[Unit], kind: &Unit| -> u8 {
        let alike = units.iter().filter(|u| Unit { steps: 0, ..(*u).clone() } == *kind);
        alike.map(|unit| unit.steps).sum()
    };
    let lost = |kind: Unit| {
        let steps = steps(before, &kind).saturating_sub(steps(after, &kind));
        (steps > 0).then_some(Unit { steps, ..kind })
    };
    kinds.into_iter().filter_map(lost).collect()
}

/// Destroys a force whole (NIA §5.2.8, §8.1.4, §8.3.2, §8.3.3.1, §9.3); its leaders go to the pool.
pub fn destroy(turn: &mut Turn, id: ForceId, cause: Cause) {
    let Some(force) = turn.state.forces.get(&id).cloned() else { return };
    if force.units.is_empty() && force.depots + force.trains + force.engineers == 0 {
        return pool_leaders(turn, &force); // He was alone, and only goes to his pool.
    }
    let corps = corps(turn.book, &force.units);
    let leader = force.commander().map(str::to_owned);
    let Force { power, at, units, army, .. } = force;
    turn.record(LossEvent::Destroyed { force: id, power, at, leader, army, units, corps, cause });
}
