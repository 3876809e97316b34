//! Honours of war: others are got out of a square without a battle (FRW §17.1 to
//! §17.9): who has a leader (§17.3) and a marker (§17.4) may try once in an operation (§17.5), each
//! side out of its own hand (§17.6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.13, §17.2, §17.4, §17.8, §25.3, §34.4, §34.5, §35.1.

use super::dice::{Die, Throw};
use super::force::Acting;
use super::opponent;
use super::retreat::{self, Beaten, How};
use super::{prisoners, siege};
use crate::book::Book;
use crate::book::cards::kind_of;
use crate::book::options::Extra;
use crate::decisions::Topic;
use crate::markers;
use crate::orders::plan::{Entry, Task};
use crate::record::event::{Cause, Event, Return, WarEvent, Why};
use crate::record::unit::Unit;
use crate::turn::{About, Turn};
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;

const HONOURS: Rule = Rule("FRW §17.2");

/// The kinds of the marker, by their points.
const KINDS: [(&str, u8); 2] = [("Honours of War 1", 1), ("Honours of War 2", 2)];

/// What a counter is worth; nothing, if it is another.
pub fn points(counter: &str) -> Option<u8> {
    KINDS.iter().find(|(kind, _)| *kind == kind_of(counter)).map(|(_, points)| *points)
}

/// The honours of war segment; says whether the combat segment is over with it.
pub fn segment(turn: &mut Turn<'_>, entry: &Entry, acting: &mut Acting) -> bool {
    let wanted = entry.steps.iter().find_map(|step| {
        let Task::Honours(points) = step.task else { return None };
        Some((step, points))
    });
    let Some((step, most)) = wanted else { return false };
    let Some(defender) = opponent(turn, acting) else { return false };
    let about = About { units: acting.units.clone(), goal: Some(acting.at), ..About::default() };
    let why = if !turn.holds(&acting.seat, step.condition.as_ref(), &about) {
        Some(Why::Condition)
    } else if turn.book.atlas.square(acting.at).surface == crate::book::atlas::Surface::Sea {
        Some(Why::NotThere)
    } else {
        None
    };
    if let Some(why) = why {
        turn.part_not_done(&acting.seat, (entry.number, step.number), step.key, why);
        return false;
    }
    let here = turn.state.own_at(&acting.seat, acting.at);
    let hand = turn.state.hand(&acting.seat);
    let committed = match self::committed(turn.book, &here, &hand, most) {
        Ok(committed) => committed,
        Err(why) => {
            let part = (entry.number, step.number);
            turn.part_not_done(&acting.seat, part, step.key, why);
            return false;
        }
    };
    turn.settled.insert(step.number);
    let tried = attempt(turn, acting, &defender, committed);
    if !tried {
        turn.part_not_done(&acting.seat, (entry.number, step.number), step.key, Why::Cancelled);
    }
    tried
}

/// The counters of a hand that come nearest to a number of points from below: as many as the best leader
/// of those in the square can play (§17.2). Without a leader or such a counter there are none.
pub fn committed(
    book: &Book,
    here: &[&Unit],
    hand: &[String],
    most: u8,
) -> Result<Vec<String>, Why> {
    // Who is aboard has no part in it, but admirals (§25.3).
    let leaders = here.iter().filter(|unit| book.counts(unit));
    let value = leaders.filter_map(|unit| book.leader(unit)).map(|one| one.value);
    let mut many = usize::from(value.max().unwrap_or(0));
    if many == 0 {
        return Err(Why::NoLeader);
    }
    let held = hand.iter().filter_map(|counter| Some((points(counter)?, counter.clone())));
    let mut held: Vec<(u8, String)> = held.collect();
    held.sort_by_key(|(points, counter)| (std::cmp::Reverse(*points), counter.clone()));
    let (mut left, mut chosen) = (most, vec![]);
    for (points, counter) in held {
        if many > 0 && points <= left {
            left -= points;
            many -= 1;
            chosen.push(counter);
        }
    }
    if chosen.is_empty() { Err(Why::NoMarker) } else { Ok(chosen) }
}

/// The same of a seat in a square; nothing, if there is none.
fn markers_for(turn: &Turn<'_>, seat: &str, at: Space, most: u8) -> Vec<String> {
    let (here, hand) = (turn.state.own_at(seat, at), turn.state.hand(seat));
    committed(turn.book, &here, &hand, most).unwrap_or_default()
}

fn sum(counters: &[String]) -> u8 {
    counters.iter().filter_map(|counter| points(counter)).sum()
}

/// What the defender commits: a reaction, else all before a city and none elsewhere.
fn defence(turn: &mut Turn<'_>, seat: &str, at: Space) -> Vec<String> {
    let all = markers_for(turn, seat, at, u8::MAX);
    let most = sum(&all);
    if most == 0 {
        return vec![];
    }
    let units: Vec<String> =
        turn.state.own_at(seat, at).into_iter().map(|unit| unit.id.clone()).collect();
    let said = turn.reaction(seat, &units, "honours");
    let said = said.and_then(|said| said.get("honours")?.map().cloned());
    let about = About { units, goal: Some(at), ..About::default() };
    let said = said.map(|said| {
        let holds = turn.said(seat, [&said], &about).is_some();
        let points = said.number("points").and_then(|points| u8::try_from(points).ok());
        let points = if holds { points.unwrap_or(most).min(most) } else { 0 };
        (points.to_string(), Source::Reaction)
    });
    let options: Vec<String> = (0..=most).map(|points| points.to_string()).collect();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let default = if turn.book.atlas.city(at).is_some() { most } else { 0 }.to_string();
    let ask = HONOURS.by(seat).at(turn.place(at));
    let choice = turn.decide(ask, seat, Topic::HonoursDefence, &options, (&default, said));
    markers_for(turn, seat, at, choice.parse().unwrap_or(0))
}

/// The counters of a side that nobody cancels; the others go back (§9.13).
fn not_cancelled(turn: &mut Turn<'_>, seat: &str, mut laid: Vec<String>) -> Vec<String> {
    laid.retain(|counter| {
        let cancelled = markers::is_cancelled(turn, seat, kind_of(counter));
        if cancelled {
            back(turn, seat, std::slice::from_ref(counter), Return::Cancelled);
        }
        !cancelled
    });
    laid
}

/// Puts counters that were laid back into the pool, and tells why.
fn back(turn: &mut Turn<'_>, seat: &str, laid: &[String], why: Return) {
    markers::go_back(turn, seat, laid.len(), why);
    for counter in laid {
        markers::give_back(turn, seat, counter);
    }
}

/// Tries honours of war with the counters that were laid; says whether any of them stood.
fn attempt(
    turn: &mut Turn<'_>,
    acting: &mut Acting,
    defender: &str,
    committed: Vec<String>,
) -> bool {
    let (seat, at) = (acting.seat.clone(), acting.at);
    let against = defence(turn, defender, at);
    let committed = not_cancelled(turn, &seat, committed);
    if committed.is_empty() {
        back(turn, defender, &against, Return::Honours);
        return false;
    }
    let against = not_cancelled(turn, defender, against);
    let roll = |turn: &mut Turn<'_>, who: &str, dice: u8| {
        Throw { rule: HONOURS, who, at, dice, die: Die::Honours, owner: who }.roll(turn)
    };
    // Besiegers in fieldworks have a die more (§34.5).
    let works = turn.state.besieges(&seat, at) && turn.state.fieldworks.contains(&at);
    let attack_dice = roll(turn, &seat, sum(&committed) + u8::from(works));
    let free = 1 + u8::from(turn.book.atlas.is_fortress(at));
    let defence_dice = roll(turn, defender, free + sum(&against));
    let total = |dice: &[u8]| dice.iter().map(|die| u32::from(*die)).sum::<u32>();
    let (ours, theirs) = (total(&attack_dice), total(&defence_dice));
    let succeeds = ours > theirs;
    turn.record(Event::from(WarEvent::HonoursTried {
        at,
        attacker: seat.clone(),
        defender: defender.to_owned(),
        attack: committed.iter().filter_map(|counter| points(counter)).collect(),
        defence: against.iter().filter_map(|counter| points(counter)).collect(),
        attack_dice,
        defence_dice,
        succeeds,
    }));
    back(turn, &seat, &committed, Return::Honours);
    back(turn, defender, &against, Return::Honours);
    let (loser, winner) =
        if succeeds { (defender.to_owned(), seat) } else { (seat, defender.to_owned()) };
    let units = siege::involved(turn, acting, &loser);
    let twice = ours >= 2 * theirs || theirs >= 2 * ours;
    if twice && turn.book.options.has(Extra::Prisoners) {
        prisoners::take_all(turn, (&loser, &winner), &units, Cause::Retreat);
    } else {
        retreat::go(turn, &Beaten { seat: loser, winner, at }, units, How::Honours);
    }
    acting.settle(turn);
    true
}
