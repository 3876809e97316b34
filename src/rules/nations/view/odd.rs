//! What of a season an umpire should look at: orders that came to nothing, reactions that were
//! never asked, forces in want without orders.

use super::reasons;
use crate::book::spelling::place;
use crate::land::supply::Land;
use crate::orders::Entry;
use crate::record::event::{Event, OrderEvent, Reason};
use crate::record::state::Force;
use crate::turn::Turn;
use kit::ledger::{Source, What};
use std::collections::{BTreeMap, BTreeSet};

/// Goes through the season that was played.
pub fn lines(turn: &Turn) -> Vec<String> {
    let mut odd = not_done(turn);
    odd.extend(never_taken(turn));
    odd.extend(never_asked(turn));
    odd.extend(in_want(turn));
    odd
}

/// The powers with troops that no town feeds, which may be a mistake of a page (NIA §6.2).
pub fn at_the_start(turn: &Turn) -> Vec<String> {
    let (book, state) = (turn.book, &turn.state);
    let eats = |force: &Force| !force.units.is_empty();
    let powers: BTreeSet<&String> =
        state.forces.values().filter(|force| eats(force)).map(|force| &force.power).collect();
    let is_unfed = |power: &&String| {
        let land = Land::of(book, state, power);
        !book.atlas.towns().any(|(at, _)| land.is_source(power, at))
    };
    let told = |power: &String| {
        format!("no town feeds the troops of {} (NIA §6.2)", book.people.title(power))
    };
    powers.into_iter().filter(is_unfed).map(told).collect()
}

fn not_done(turn: &Turn) -> Vec<String> {
    let told = |event: &Event| {
        let Event::Order(OrderEvent::NotDone { power, entry, step, order, reason, .. }) = event
        else {
            return None;
        };
        // A condition that does not hold is an order carried out.
        if matches!(reason, Reason::ConditionFalse | Reason::ConditionParts { .. }) {
            return None;
        }
        let why = reasons::sentence(turn.book, reason);
        let place = reasons::in_sheet(*entry, *step);
        Some(format!("{power}: {place} ({order}) was not done: {why}"))
    };
    turn.events.iter().filter_map(told).collect()
}

/// Entries that no marker woke, with the last reason.
fn never_taken(turn: &Turn) -> Vec<String> {
    let mut waits: BTreeMap<(&str, u16), &Reason> = BTreeMap::new();
    for event in &turn.events {
        if let Event::Order(OrderEvent::Waited { power, entry, reason, .. }) = event {
            waits.insert((power, *entry), reason);
        }
    }
    let mut all = vec![];
    for (power, sheet) in &turn.sheets {
        for entry in sheet.entries.iter().filter(|entry| !entry.used) {
            let why = waits.get(&(power.as_str(), entry.number));
            let why = why.map(|why| format!(": {}", reasons::sentence(turn.book, why)));
            let (number, who) = (entry.number, &entry.who);
            let why = why.unwrap_or_default();
            all.push(format!("{power}: entry {number} ({who}) was never taken up{why}"));
        }
    }
    all
}

/// Reactions that answered nothing, by topic.
fn never_asked(turn: &Turn) -> Vec<String> {
    let answered = |power: &str| -> BTreeSet<&str> {
        let entries = turn.ledger.entries().iter();
        let topics = entries.filter_map(|entry| {
            let What::Decision { decider, topic, .. } = &entry.what else { return None };
            let reacted = decider == power && entry.source == Source::Reaction;
            reacted.then_some(topic.as_str())
        });
        topics.collect()
    };
    let mut all = vec![];
    for (power, sheet) in &turn.sheets {
        let answered = answered(power);
        let topics: BTreeSet<&str> = sheet
            .reactions
            .iter()
            .flat_map(|map| map.keys().map(|(key, _)| key))
            .filter(|key| *key != "who" && !answered.contains(key))
            .collect();
        if !topics.is_empty() {
            let topics = topics.into_iter().collect::<Vec<_>>().join(", ");
            all.push(format!("{power}: reactions that answered nothing: {topics}"));
        }
    }
    all
}

/// Forces out of supply that nobody gave an order.
fn in_want(turn: &Turn) -> Vec<String> {
    let mut all = vec![];
    for force in turn.state.forces.values().filter(|force| force.unsupplied) {
        let named = |entry: &Entry| {
            force.leaders.contains(&entry.who)
                || force.army.as_deref() == Some(entry.who.as_str())
                || turn.name(force) == entry.who
        };
        let sheet = turn.sheets.get(&force.power);
        if !sheet.is_some_and(|sheet| sheet.entries.iter().any(named)) {
            let (who, at) = (turn.name(force), place(turn.book, force.at));
            all.push(format!("{}: {who} at {at} is out of supply and has no orders", force.power));
        }
    }
    all
}
