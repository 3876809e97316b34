//! What mattered: the heaviest first, then how far each seat is from victory, then what wants an answer.

#![deny(clippy::wildcard_enum_match_arm)]

mod gather;

use super::money;
use super::story::outcome_words;
use crate::book::Book;
use crate::position::Position;
use crate::record::event::{Event, OrderEvent, YearEvent};
use crate::sight::{Known, UMPIRE};
use crate::year::provisioning::surplus;
use crate::year::victory::needed;
use gather::Gathered;
use kit::ground::Space;
use kit::headline::{Weighed, first_of, head};
use kit::names::sentence;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// How many of a kind are named one by one; more are counted.
const NAMED: usize = 4;

/// What a season can bring, with its weight: the more, the sooner it is told. No other place weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Matter {
    /// A leader falls or is taken.
    LeaderLost = 95,
    /// A force is annihilated, or beaten by a decisive victory.
    ForceBroken = 90,
    /// The fortress of a capital is taken.
    Capital = 85,
    /// Another fortress is taken, by storm or with honours.
    Fortress = 80,
    /// A minor power comes to another seat.
    MinorTurned = 70,
    /// A promise is broken.
    WordBroken = 65,
    /// A fleet is lost.
    FleetLost = 60,
    /// A battle, or a storm that fails.
    Battle = 55,
    /// The units that a seat lost in all.
    Losses = 50,
    /// Units are run over in passing.
    Overrun = 45,
    /// A siege begins or is over.
    Siege = 40,
    /// Land is pillaged.
    Pillaged = 35,
    /// A leader comes or is saved.
    LeaderCame = 25,
    /// Who goes first.
    Initiative = 10,
}

/// The head of a report.
pub fn headline(book: &Book, known: &Known) -> Vec<String> {
    let gathered = Gathered::of(book, &known.power, &known.events);
    let mut news = sentences(&gathered);
    if let Some(outcome) = &known.open.outcome {
        news.insert(0, outcome_words(book, outcome));
        return head(news, vec![]);
    }
    if known.began().is_none() {
        news.insert(0, format!("You lead {}.", book.seat_title(&known.power)));
    } else if news.is_empty() {
        let whose = if known.power == UMPIRE { "" } else { " of yours" };
        news.push(format!("A quiet season: nobody{whose} fought, and nothing was lost."));
    }
    let played = known.began().is_some();
    let mut after: Vec<String> = played.then(|| progress(book, known)).into_iter().collect();
    if known.power != UMPIRE {
        let own = &known.power;
        let purse = money(known.open.purse(book, own));
        let markers = known.markers.own.len();
        let (tax, counts) = (known.tax_held(book, own), known.tax_for_victory(book, own));
        let of_these = match counts == tax {
            true => String::new(),
            false => format!(
                ", of which {} count for victory: what lies in lands of minor allies does not",
                money(counts)
            ),
        };
        after.push(format!(
            "You have {purse} thaler, {markers} markers and cities worth {} thaler of tax{of_these}.",
            money(tax)
        ));
        after.extend(left_empty(book, known));
        after.extend(asks(book, known));
    }
    head(news, after)
}

/// A sentence for each kind of news, the heaviest first.
fn sentences(gathered: &Gathered) -> Vec<String> {
    let (mut all, mut told) = (Weighed::default(), BTreeSet::new());
    for ((matter, _), items) in gathered.items.iter().rev() {
        // What is news for two reasons is told for the weightier one.
        let new: Vec<String> = items.iter().filter(|item| told.insert(*item)).cloned().collect();
        if !new.is_empty() {
            all.put(*matter as u8, sentence(&first_of(&new, NAMED)));
        }
    }
    all.ranked()
}

/// How far each seat is from victory, as far as the reader sees (§30.2).
fn progress(book: &Book, known: &Known) -> String {
    let mut seats = known.open.seats.clone();
    seats.sort_by_key(|seat| *seat != known.power);
    let each = seats.iter().map(|seat| {
        let (held, needed) = (known.tax_for_victory(book, seat), needed(book, &known.open, seat));
        let start = known.open.baseline.get(seat).copied().unwrap_or(0);
        let change = match held.cmp(&start) {
            Ordering::Equal => None,
            Ordering::Greater => Some(format!("+{} since the start", money(held - start))),
            Ordering::Less => Some(format!("-{} since the start", money(start - held))),
        };
        let checked = checked(known, seat).filter(|tax| *tax != held);
        let checked = checked.map(|tax| format!("{} when victory was checked", money(tax)));
        let notes: Vec<String> = change.into_iter().chain(checked).collect();
        let change = match notes.is_empty() {
            true => String::new(),
            false => format!(" ({})", notes.join("; ")),
        };
        format!("{} {} of {}{change}", book.seat_title(seat), money(held), money(needed))
    });
    let each: Vec<String> = each.collect();
    format!("On the way to victory, by the tax of cities: {}.", each.join("; "))
}

/// The tax of a seat when victory was checked, if that was in this season.
fn checked(known: &Known, seat: &str) -> Option<u32> {
    let standings = known.events.iter().rev().find_map(|event| {
        let Some(YearEvent::VictoryChecked { standings }) = event.of_year() else { return None };
        Some(standings)
    })?;
    standings.iter().find(|one| one.seat == seat).map(|one| one.tax)
}

/// If the reader holds less tax than at the start: which cities in their lands nobody holds, so that their tax
/// counts for nobody (§5.1, §8.1).
fn left_empty(book: &Book, known: &Known) -> Option<String> {
    let start = known.open.baseline.get(&known.power).copied().unwrap_or(0);
    if known.tax_for_victory(book, &known.power) >= start {
        return None;
    }
    let ours = |at: &Space| {
        let owner = book.atlas.square(*at).owner.as_deref();
        owner.and_then(|owner| known.open.controller(owner)) == Some(known.power.as_str())
    };
    let empty = book.atlas.all().filter(|at| {
        let tax = known.tax_at(book, *at);
        tax > 0 && ours(at) && known.standing(*at).is_empty() && known.holder(*at).is_none()
    });
    let told: Vec<String> = empty
        .map(|at| format!("{} ({})", book.atlas.name(at), money(known.tax_at(book, at))))
        .collect();
    let whose = "The tax of a city counts only while units of yours stand in it; none do at";
    (!told.is_empty()).then(|| format!("{whose} {}.", first_of(&told, NAMED)))
}

/// Who is besieged, who is above what the land feeds, and who has written.
fn asks(book: &Book, known: &Known) -> Option<String> {
    let own = &known.power;
    let sieges = known.open.sieges.iter().filter(|(_, siege)| siege.of == *own);
    let mut asks: Vec<String> =
        sieges.map(|(at, _)| format!("{} is besieged", book.atlas.name(*at))).collect();
    // Nobody goes hungry in a season at whose end no units are fed.
    let feeds = known.open.season.may_end_the_year();
    let hungry = known.own.spaces().filter(|_| feeds).filter_map(|at| {
        let over = surplus(book, known, own, at);
        let units = if over == 1 { "unit" } else { "units" };
        let place = book.atlas.name(at);
        (over > 0).then(|| format!("{over} {units} at {place} would starve at the end of the year"))
    });
    asks.extend(hungry);
    let mut writers: Vec<String> = vec![];
    for event in &known.events {
        if let Event::Order(OrderEvent::Letter { from, .. }) = event
            && from != own
            && !writers.contains(&book.seat_title(from))
        {
            writers.push(book.seat_title(from));
        }
    }
    if !writers.is_empty() {
        asks.push(format!("a letter from {}", writers.join(", ")));
    }
    (!asks.is_empty()).then(|| format!("Wants an answer now: {}.", first_of(&asks, NAMED)))
}
