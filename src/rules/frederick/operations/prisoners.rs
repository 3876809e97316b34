//! Prisoners of war, an option: who is taken, and how they come home (FRW §35).
//!
//! Prisoners are held off the map. Their counters cannot be raised meanwhile (§35.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §23.5, §25.18, §35.1, §35.2, §35.3, §35.4, §35.5.

use super::loss;
use crate::book::options::Extra;
use crate::book::troops::Kind;
use crate::book::{Book, MERCENARY, STATES};
use crate::decisions::Topic;
use crate::orders::units::{Many, UnitWord};
use crate::position::Position;
use crate::record::event::{Cause, Event, ForceEvent};
use crate::record::state::{Captive, Open};
use crate::record::unit::{Sort, Unit};
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;

const RETURN: Rule = Rule("FRW §35.3");

/// How many of so many units are lost, if the others become prisoners (§35.1).
pub fn lost_of(units: usize) -> usize {
    units.div_ceil(2)
}

/// Wipes out some units of a seat: all are lost, or with the option half of them are prisoners.
pub fn wipe_out(turn: &mut Turn<'_>, (seat, captor): (&str, &str), units: &[String], why: Cause) {
    if !turn.book.options.has(Extra::Prisoners) {
        loss::lose(turn, seat, units, units.len(), why);
        return;
    }
    let counts = |id: &&String| turn.state.units.get(*id).is_some_and(|one| one.aboard.is_none());
    let units: Vec<String> = units.iter().filter(counts).cloned().collect();
    let (sovereigns, others): (Vec<String>, Vec<String>) =
        units.iter().cloned().partition(|id| is_sovereign(turn, id));
    let lost = lost_of(units.len());
    let mut gone = loss::lose(turn, seat, &others, lost, why);
    // Who was aboard a lost fleet is gone with it, and not counted.
    let counted = gone.iter().filter(|id| units.contains(id)).count();
    let more = lost.saturating_sub(counted);
    gone.extend(loss::lose(turn, seat, &sovereigns, more, why));
    let left: Vec<String> = units.iter().filter(|id| !gone.contains(id)).cloned().collect();
    take_all(turn, (seat, captor), &left, why);
}

fn is_sovereign(turn: &Turn<'_>, id: &str) -> bool {
    let unit = turn.state.units.get(id);
    unit.and_then(|unit| turn.book.leader(unit)).is_some_and(|leader| leader.sovereign)
}

/// Takes units prisoner.
pub fn take_all(turn: &mut Turn<'_>, (seat, captor): (&str, &str), units: &[String], why: Cause) {
    let aboard: Vec<String> = {
        let carried = |unit: &&Unit| unit.aboard.as_ref().is_some_and(|on| units.contains(on));
        turn.state.units.values().filter(carried).map(|unit| unit.id.clone()).collect()
    };
    for id in units.iter().chain(&aboard) {
        let Some(unit) = turn.state.units.get(id).cloned() else { continue };
        let (seat, by) = (seat.to_owned(), captor.to_owned());
        let (at, sort, unit_id) = (unit.at, Sort::of(&unit), unit.id.clone());
        let at_sea = unit.power == MERCENARY && !turn.book.atlas.is_land(at);
        if at_sea || STATES.contains(&unit.power.as_str()) {
            loss::take(turn, &seat, id, why);
        } else if unit.power == MERCENARY {
            turn.record(Event::from(ForceEvent::WentOver { seat, by, at, sort, unit: unit_id }));
        } else {
            turn.record(Event::from(ForceEvent::Captured { seat, by, at, sort, unit: unit_id }));
        }
    }
}

/// Those whom a seat holds that some words mean; nothing, if they do not mean as many as they say. Those of
/// the other party come first.
pub fn meant(
    book: &Book,
    open: &Open,
    (by, other): (&str, &str),
    words: &[UnitWord],
) -> Option<Vec<Captive>> {
    let mut held: Vec<&Captive> = open.prisoners.iter().filter(|one| one.by == by).collect();
    held.sort_by_key(|one| open.controller(&one.sort.power) != Some(other));
    let units: Vec<Unit> = held.iter().enumerate().map(|(at, one)| on_paper(at, one)).collect();
    let mut taken: Vec<String> = vec![];
    for word in words {
        let more = word.among(book, &units.iter().collect::<Vec<_>>(), &taken);
        let wanted = match word.many {
            Many::Number(number) => usize::from(number),
            Many::All | Many::Best => more.len().max(1),
        };
        if more.len() < wanted {
            return None;
        }
        taken.extend(more);
    }
    let all = units.iter().zip(held).filter(|(unit, _)| taken.contains(&unit.id));
    Some(all.map(|(_, one)| one.clone()).collect())
}

/// A prisoner as a unit that words can mean.
fn on_paper(number: usize, one: &Captive) -> Unit {
    let id = one.sort.leader.clone().unwrap_or_else(|| format!("{number:03}"));
    Unit {
        id,
        power: one.sort.power.clone(),
        kind: one.sort.kind,
        grade: one.sort.grade,
        at: Space::default(),
        aboard: None,
        raised: 0,
        owner: None,
    }
}

/// The fortresses to which a prisoner can return, those with the most units first.
pub fn homes(turn: &Turn<'_>, one: &Captive) -> Vec<Space> {
    let Some(seat) = turn.state.controller(&one.sort.power) else { return vec![] };
    let mut homes = loss::refuges(turn, seat, &one.sort.power, None);
    let atlas = &turn.book.atlas;
    let port = |at: &Space| atlas.square(*at).place.as_ref().is_some_and(|place| place.port);
    let alone = |at: &Space| turn.state.occupier(*at).as_deref() == Some(seat);
    homes.retain(|at| {
        atlas.is_fortress(*at) && alone(at) && (one.sort.kind != Kind::Fleet || port(at))
    });
    homes
}

/// Sets a prisoner free, who comes to a fortress of the seat that has their power.
pub fn release(turn: &mut Turn<'_>, one: &Captive) {
    let homes = homes(turn, one);
    let (Some(first), Some(seat)) =
        (homes.first(), turn.state.controller(&one.sort.power).map(str::to_owned))
    else {
        return;
    };
    let names: Vec<&str> = homes.iter().map(|at| turn.the_book().atlas.name(*at)).collect();
    let mut at = *first;
    if names.len() > 1 {
        let said = turn.reaction(&seat, &[], "released to").and_then(|said| {
            let mut wanted =
                said.names("released to").into_iter().filter(|name| names.contains(name));
            wanted.next().map(|name| (name.to_owned(), Source::Reaction))
        });
        let ask = RETURN.by(seat.as_str()).at(one.sort.words());
        let choice = turn.decide(ask, &seat, Topic::ReleasedTo, &names, (names[0], said));
        at = names.iter().position(|name| *name == choice).map_or(at, |place| homes[place]);
    }
    let id = one.sort.leader.clone();
    let id = id.unwrap_or_else(|| turn.state.next_id(&one.sort.power, one.sort.kind));
    let unit = Unit { id, at, ..on_paper(0, one) };
    turn.record(Event::from(ForceEvent::Released { seat, by: one.by.clone(), at, unit }));
}

/// Sets those free whose power their captor controls by now.
pub fn come_home(turn: &mut Turn<'_>) {
    let own: Vec<Captive> = {
        let all = turn.state.prisoners.iter();
        let own = |one: &&Captive| turn.state.controller(&one.sort.power) == Some(one.by.as_str());
        all.filter(own).cloned().collect()
    };
    for one in own {
        release(turn, &one);
    }
}

/// The words for prisoners in a deal.
pub fn words(names: &[String], book: &Book) -> Vec<UnitWord> {
    let word = |name: &String| match book.troops.leader(name) {
        Some(leader) => Some(UnitWord::leader(&leader.name)),
        None => UnitWord::read(name),
    };
    names.iter().filter_map(word).collect()
}
