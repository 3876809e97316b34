//! The table as everybody sees it: a line for each seat; and the seat's own money and hand.

use super::money;
use super::story::outcome_words;
use crate::book::Book;
use crate::book::abilities::Cities;
use crate::book::cards::kind_of;
use crate::position::Position;
use crate::record::event::{CourtEvent, Event};
use crate::record::unit::Sort;
use crate::sight::Known;
use crate::year::victory::{counts_for_card, needed};
use serde::Serialize;
use std::collections::BTreeMap;

/// A seat as everybody sees it.
#[derive(Debug, Serialize)]
pub struct SeatLine {
    pub name: String,
    pub first: bool,
    pub thaler: String,
    pub markers: usize,
    /// The tax of the cities it occupies, as far as is seen, and what of it counts for victory.
    pub tax: String,
    pub leaders: String,
}

/// A line for each seat, in the order of play.
pub fn seats(book: &Book, known: &Known) -> Vec<SeatLine> {
    let line = |seat: String| {
        let majors = book.majors(&seat);
        let purse = |major: &String| {
            let halves = known.open.treasury.get(major).copied().unwrap_or(0);
            match majors.len() {
                1 => money(halves),
                _ => format!("{} {}", book.title(major), money(halves)),
            }
        };
        let own = seat == known.power;
        let markers = match own {
            true => known.markers.own.len(),
            false => known.markers.others.get(&seat).copied().unwrap_or(0),
        };
        let leaders: Vec<String> = match own {
            true => known
                .own
                .values()
                .filter(|unit| book.leader(unit).is_some())
                .map(|unit| format!("{} at {}", unit.id, book.atlas.name(unit.at)))
                .collect(),
            false => known
                .stacks
                .iter()
                .flat_map(|(at, stacks)| stacks.iter().map(move |stack| (at, stack)))
                .filter(|(_, stack)| stack.seat.as_deref() == Some(&seat))
                .filter_map(|(at, stack)| {
                    Some(format!("{} at {}", stack.leader.as_ref()?, book.atlas.name(*at)))
                })
                .collect(),
        };
        SeatLine {
            name: book.seat_title(&seat),
            first: known.open.initiative.as_deref() == Some(&seat),
            thaler: majors.iter().map(purse).collect::<Vec<_>>().join(", "),
            markers,
            tax: tax(book, known, &seat),
            leaders: leaders.join(", "),
        }
    };
    known.open.order().into_iter().map(line).collect()
}

/// The tax of the cities that a seat occupies, and what of it counts for victory, if not all does (§30.7).
fn tax(book: &Book, known: &Known, seat: &str) -> String {
    match (known.tax_held(book, seat), known.tax_for_victory(book, seat)) {
        (all, counts) if all == counts => money(all),
        (all, counts) => format!("{}, {} of it for victory", money(all), money(counts)),
    }
}

/// What came into the treasuries of the seat and what went out, and what is left.
pub fn purse(book: &Book, known: &Known) -> Vec<String> {
    let mut lines = vec![];
    for major in book.majors(&known.power) {
        let mut words: Vec<String> = vec![];
        for event in &known.events {
            match event {
                Event::Court(CourtEvent::Taxed { to, halves, .. }) if to == major => {
                    words.push(format!("taxes +{}", money(*halves)));
                }
                Event::Court(CourtEvent::Gained { to, halves, on, .. }) if to == major => {
                    words.push(format!("{on} +{}", money(*halves)));
                }
                Event::Court(CourtEvent::Spent { from, halves, on, .. }) if from == major => {
                    words.push(format!("{on} -{}", money(*halves)));
                }
                Event::Court(_)
                | Event::Order(_)
                | Event::Year(_)
                | Event::Marker(_)
                | Event::Force(_)
                | Event::War(_)
                | Event::Sea(_) => {}
            }
        }
        let left = money(known.open.treasury.get(major).copied().unwrap_or(0));
        let told = if words.is_empty() { String::new() } else { format!("{}; ", words.join(", ")) };
        lines.push(format!("{}: {told}{left} thaler left", book.title(major)));
    }
    lines
}

/// The hand by kinds.
pub fn hand(known: &Known) -> Vec<String> {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for counter in &known.markers.own {
        *kinds.entry(kind_of(counter)).or_default() += 1;
    }
    let line = |(kind, count): (&str, usize)| match count {
        1 => kind.to_owned(),
        count => format!("{count} {kind}"),
    };
    kinds.into_iter().map(line).collect()
}

/// The minor powers that are controlled, and by whom; promises that bind; the events of the year.
pub fn minors(book: &Book, known: &Known) -> Vec<String> {
    let minors = book.cards.minors.keys();
    let line = |minor: &String| {
        let seat = known.open.controller(minor)?;
        Some(format!("{} is with {}", book.title(minor), book.seat_title(seat)))
    };
    let promises = known.open.promises.iter().map(|one| super::court::promise(book, one));
    let events = known.open.year.events.iter().filter(|event| *event != "no event");
    let events: Vec<String> = events.cloned().collect();
    let events = (!events.is_empty()).then(|| format!("Events of the year: {}", events.join(", ")));
    let waiting = known.open.year.waiting.iter();
    let waiting: Vec<String> = waiting
        .map(|(seat, event)| format!("{} (rolled by {})", event.words(), book.seat_title(seat)))
        .collect();
    let waiting = (!waiting.is_empty()).then(|| {
        format!("Not carried out yet, but when this court begins: {}", waiting.join(", "))
    });
    let sieges = known.open.sieges.iter().map(|(at, siege)| {
        let (by, of) = (book.seat_title(&siege.by), book.seat_title(&siege.of));
        format!("{by} besieges {of} in {}", book.atlas.name(*at))
    });
    let lines = minors.filter_map(line).chain(promises).chain(events).chain(waiting);
    lines.chain(sieges).chain(prisoners(book, known)).collect()
}

/// The prisoners of each seat, by their powers (§35).
fn prisoners(book: &Book, known: &Known) -> Vec<String> {
    let mut held: BTreeMap<(&str, &str), Vec<Sort>> = BTreeMap::new();
    for one in &known.open.prisoners {
        held.entry((&one.by, &one.sort.power)).or_default().push(one.sort.clone());
    }
    let line = |((by, power), all): ((&str, &str), Vec<Sort>)| {
        let (by, power) = (book.seat_title(by), book.title(power));
        format!("{by} holds prisoners of {power}: {}", super::story::sorts(&all))
    };
    held.into_iter().map(line).collect()
}

/// How far a seat is from victory (§30.2).
pub fn victory(book: &Book, known: &Known) -> Vec<String> {
    let mut lines = vec![];
    let mut seats = known.open.seats.clone();
    seats.sort_by_key(|seat| *seat != known.power);
    for seat in seats {
        let start = known.open.baseline.get(&seat).copied().unwrap_or(0);
        let needed = needed(book, &known.open, &seat);
        lines.push(format!(
            "{}: cities worth {} of the {} needed ({} at the start)",
            book.seat_title(&seat),
            money(known.tax_for_victory(book, &seat)),
            money(needed),
            money(start)
        ));
    }
    for major in book.majors(&known.power) {
        for (index, line) in book.ability(major).special.iter().enumerate() {
            let all: Vec<String> =
                line.iter().map(|some| own_cities(book, known, major, some)).collect();
            let or = if index == 0 { "" } else { "or " };
            lines.push(format!("{or}{}'s card: {}", book.title(major), all.join("; and ")));
        }
    }
    if known.open.outcome.is_none() {
        lines.push(format!(
            "At the end of a year a seat wins if it alone has both: the cities needed and a fulfilled card. \
             At the end of {} one of the two is enough, if no other seat has either.",
            book.scenario.last
        ));
        let seats = book.seats();
        let waits = |seat: &&String| {
            book.majors(seat).iter().any(|major| book.ability(major).wins_stalemates)
        };
        lines.extend(seats.iter().find(waits).map(|seat| {
            format!("If no seat wins so, or several are even, {} wins.", book.seat_title(seat))
        }));
    }
    lines.extend(known.open.outcome.iter().map(|outcome| outcome_words(book, outcome)));
    lines
}

/// How many of some cities a seat holds with units of a major, and which others would count.
fn own_cities(book: &Book, known: &Known, major: &str, some: &Cities) -> String {
    let holds = |name: &&String| {
        let at = book.atlas.find(name);
        at.is_some_and(|at| counts_for_card(known, &known.power, major, at))
    };
    let (held, lacking): (Vec<&String>, Vec<&String>) = some.of.iter().partition(holds);
    let lacking: Vec<&str> = lacking.into_iter().map(String::as_str).collect();
    let is_met = held.len() >= some.least;
    let met = if is_met { ", fulfilled" } else { "" };
    let held = match held.len() {
        more if more > some.least => format!("holds {more} cities, of {} needed{met}", some.least),
        count => format!("holds {count} of {} cities{met}", some.least),
    };
    match lacking.is_empty() {
        true => held,
        false if is_met => format!("{held}; others that count: {}", lacking.join(", ")),
        false => format!("{held}; still open: {}", lacking.join(", ")),
    }
}
