//! The events of the balance of power (FRW §6, §29.2).
//!
//! Not here: riots, plague and what else strikes units is in `quarrels.rs`.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §6.3, §8.5, §28.6.

use super::{balance, empire, quarrels};
use crate::book::tables::Balance;
use crate::court::control;
use crate::decisions::Topic;
use crate::markers;
use crate::position::Position;
use crate::record::event::{CourtEvent, Event, YearEvent};
use crate::record::state::SEARCH;
use crate::sight::chance::INTRIGUE;
use crate::turn::Turn;
use kit::deck::{Change, Place};
use kit::ledger::Source;
use kit::rule::Rule;
use sheet::keys::{Filled, Given};

const EVENT: Rule = Rule("FRW §6.3");

pub const AUSTRIA: &str = "austria";
const BRITAIN: &str = "britain";
const FRANCE: &str = "france";
const RUSSIA: &str = "russia";

/// Carries out an event that a seat rolled.
pub fn happen(turn: &mut Turn<'_>, seat: &str, event: Balance, (year, when): (u16, balance::When)) {
    match event {
        Balance::NoEvent => {}
        Balance::EconomicExpansion => expansion(turn),
        Balance::AllianceOfFewestMarkers => {
            let hands = |turn: &Turn<'_>, seat: &str| turn.state.hand_count(seat);
            alliance(turn, |turn, seat| std::cmp::Reverse(hands(turn, seat)));
        }
        Balance::AllianceOfInitiative => {
            let first = turn.state.initiative.clone().unwrap_or_else(|| seat.to_owned());
            join_by_lot(turn, &first);
        }
        Balance::AllianceOfLowestTax => {
            alliance(turn, |turn, seat| std::cmp::Reverse(turn.state.tax_held(turn.book, seat)))
        }
        Balance::Riot => quarrels::riot(turn),
        Balance::DeathOfFavourite => favourite(turn),
        Balance::ImperialElection => {
            if let Some(seat) = empire::majority(turn) {
                markers::draw(turn, &seat, 2);
            }
        }
        Balance::BadHarvest => turn.record(Event::from(YearEvent::Harvested { by: -1 })),
        Balance::GoodHarvest => turn.record(Event::from(YearEvent::Harvested { by: 1 })),
        Balance::PeaceParty => peace_party(turn),
        Balance::LeaderLost => quarrels::leaders(turn),
        Balance::Subsidies => subsidies(turn),
        Balance::BourseCrisis => crisis(turn),
        Balance::ImperialBan => ban(turn),
        Balance::NewGeneral => quarrels::generals(turn),
        Balance::Plague => quarrels::plague(turn),
        Balance::ColonialWar => {
            for major in [BRITAIN, FRANCE] {
                take(turn, major, 4, "colonial war");
            }
        }
        Balance::ImperialLevy => quarrels::imperial_levy(turn, year),
        Balance::Intrigue => intrigue(turn),
        Balance::TurkishScare => quarrels::turks(turn),
        Balance::GrandAlliance => grand_alliance(turn),
        Balance::ImperialTreasury => {
            if let Some(seat) = empire::majority(turn) {
                gain(turn, &seat, 8, "imperial treasury");
            }
        }
        Balance::RussianSuccession => succession(turn),
        Balance::ConcertOfEurope => {
            if let Some(seat) = most(turn, |turn, seat| turn.state.hand_count(seat)) {
                markers::lose(turn, &seat, 2);
            }
        }
        Balance::Chaos => {
            for _ in 0..2 {
                balance::roll_for(turn, seat, year, when);
            }
        }
    }
}

/// What the reactions of a seat say of events.
pub fn said(turn: &Turn<'_>, seat: &str) -> Option<Filled> {
    let reaction = turn.reaction(seat, &[], "events")?;
    reaction.get("events").and_then(Given::map).cloned()
}

/// The seat with the most of something; the lot decides among equals.
pub fn most<K: Ord>(turn: &mut Turn<'_>, of: impl Fn(&Turn<'_>, &str) -> K) -> Option<String> {
    let seats = turn.state.order();
    let best = seats.iter().map(|seat| of(turn, seat)).max()?;
    let equal: Vec<String> = seats.into_iter().filter(|seat| of(turn, seat) == best).collect();
    by_lot(turn, "seat", &equal)
}

/// One of several by lot; one alone needs none.
pub fn by_lot(turn: &mut Turn<'_>, about: &str, all: &[String]) -> Option<String> {
    match all {
        [] => None,
        [one] => Some(one.clone()),
        all => Some(turn.ledger.lot(EVENT.by(about), all)),
    }
}

/// Takes up to so many halves out of a treasury.
pub fn take(turn: &mut Turn<'_>, major: &str, halves: u32, on: &str) {
    let has = turn.state.treasury.get(major).copied().unwrap_or(0);
    let (halves, from, on) = (halves.min(has), major.to_owned(), on.to_owned());
    if halves > 0 {
        let seat = turn.book.seat_of_major(major).unwrap_or_default().to_owned();
        turn.record(Event::from(CourtEvent::Spent { seat, from, halves, on }));
    }
}

/// Gives halves to the first major of a seat.
fn gain(turn: &mut Turn<'_>, seat: &str, halves: u32, on: &str) {
    let to = turn.book.majors(seat).first().cloned().unwrap_or_default();
    let (seat, on) = (seat.to_owned(), on.to_owned());
    turn.record(Event::from(CourtEvent::Gained { seat, to, halves, on }));
}

/// A thaler for each five of tax that is occupied, at least one.
fn expansion(turn: &mut Turn<'_>) {
    for seat in turn.state.order() {
        let tax = turn.state.tax_held(turn.book, &seat) / 2;
        gain(turn, &seat, 2 * (tax / 5).max(1), "economic expansion");
    }
}

/// A neutral minor power joins the seat that has the most of something.
fn alliance<K: Ord>(turn: &mut Turn<'_>, of: impl Fn(&Turn<'_>, &str) -> K) {
    if let Some(seat) = most(turn, of) {
        join_by_lot(turn, &seat);
    }
}

fn join_by_lot(turn: &mut Turn<'_>, seat: &str) {
    let minors = turn.the_book().cards.minors.keys();
    let neutral: Vec<String> =
        minors.filter(|minor| turn.state.controller(minor).is_none()).cloned().collect();
    if let Some(minor) = by_lot(turn, "minor", &neutral) {
        control::join(turn, &minor, seat);
    }
}

/// Hands of more than six lose one.
fn favourite(turn: &mut Turn<'_>) {
    const MANY: usize = 6;
    for seat in turn.state.order() {
        if turn.state.hand_count(&seat) > MANY {
            markers::lose(turn, &seat, 1);
        }
    }
}

/// The minor powers of a seat.
fn minors_of(turn: &Turn<'_>, seat: &str) -> Vec<String> {
    let minors = turn.the_book().cards.minors.keys();
    minors.filter(|minor| turn.state.controller(minor) == Some(seat)).cloned().collect()
}

/// The seat with most minor powers loses one to neutrality.
fn peace_party(turn: &mut Turn<'_>) {
    let Some(seat) = most(turn, |turn, seat| minors_of(turn, seat).len()) else { return };
    let minors = minors_of(turn, &seat);
    if let Some(minor) = by_lot(turn, "minor", &minors) {
        control::neutral(turn, &minor);
    }
}

/// Britain gives three thaler to another seat, or loses them.
fn subsidies(turn: &mut Turn<'_>) {
    let Some(seat) = turn.book.seat_of_major(BRITAIN).map(str::to_owned) else { return };
    let others: Vec<String> = turn.state.order().into_iter().filter(|one| *one != seat).collect();
    let wanted = said(turn, &seat).and_then(|said| said.name("subsidy").map(str::to_owned));
    let wanted = wanted.filter(|seat| others.contains(seat)).map(|seat| (seat, Source::Reaction));
    let mut options: Vec<&str> = others.iter().map(String::as_str).collect();
    options.push("nobody");
    let ask = EVENT.by(seat.as_str()).at("subsidies");
    let choice = turn.decide(ask, &seat, Topic::Subsidy, &options, ("nobody", wanted));
    let has = turn.state.treasury.get(BRITAIN).copied().unwrap_or(0);
    take(turn, BRITAIN, 6, "subsidies");
    if others.contains(&choice) && has > 0 {
        gain(turn, &choice, has.min(6), "subsidies");
    }
}

/// Treasuries of more than ten thaler lose three.
fn crisis(turn: &mut Turn<'_>) {
    const MUCH: u32 = 20;
    let rich = turn.state.treasury.iter().filter(|(_, halves)| **halves > MUCH);
    let rich: Vec<String> = rich.map(|(major, _)| major.clone()).collect();
    for major in rich {
        take(turn, &major, 6, "bourse crisis");
    }
}

/// The majority of the Empire names a seat, which loses two markers.
fn ban(turn: &mut Turn<'_>) {
    let Some(seat) = empire::majority(turn) else { return };
    let mut others: Vec<String> =
        turn.state.order().into_iter().filter(|one| *one != seat).collect();
    let tax = |seat: &String| std::cmp::Reverse(turn.state.tax_held(turn.book, seat));
    others.sort_by_key(tax);
    let said = said(turn, &seat);
    let wanted = said.as_ref().and_then(|said| {
        let mut names = said.names("ban").into_iter();
        names.find(|name| others.iter().any(|one| one == name)).map(str::to_owned)
    });
    let wanted = wanted.map(|name| (name, Source::Reaction));
    let options: Vec<&str> = others.iter().map(String::as_str).collect();
    let Some(default) = options.first().copied() else { return };
    let ask = EVENT.by(seat.as_str()).at("ban");
    let choice = turn.decide(ask, &seat, Topic::Ban, &options, (default, wanted));
    markers::lose(turn, &choice, 2);
}

/// Each seat passes a marker by lot to the next round the table; all are drawn before any is passed.
fn intrigue(turn: &mut Turn<'_>) {
    let seats = turn.state.seats.clone();
    let mut passed: Vec<(String, String)> = vec![];
    for (at, seat) in seats.iter().enumerate() {
        let hand = turn.state.hand(seat);
        if hand.is_empty() {
            continue;
        }
        let card = turn.ledger.lot(EVENT.by(seat.as_str()).at(INTRIGUE), &hand);
        let left = seats[(at + 1) % seats.len()].clone();
        let from = Place::Hand(seat.clone());
        let to = Place::Hand(SEARCH.to_owned());
        markers::change(turn, Change::Moved { card: card.clone(), from, to });
        passed.push((card, left));
    }
    for (card, seat) in passed {
        markers::make_room(turn, &seat, 1);
        let from = Place::Hand(SEARCH.to_owned());
        markers::change(turn, Change::Moved { card, from, to: Place::Hand(seat) });
    }
}

/// If one seat alone holds the most tax, all others draw a marker.
fn grand_alliance(turn: &mut Turn<'_>) {
    let tax = |turn: &Turn<'_>, seat: &String| turn.state.tax_held(turn.book, seat);
    let seats = turn.state.order();
    let Some(best) = seats.iter().map(|seat| tax(turn, seat)).max() else { return };
    let (first, others): (Vec<String>, Vec<String>) =
        seats.into_iter().partition(|seat| tax(turn, seat) == best);
    if first.len() == 1 {
        for seat in others {
            markers::draw(turn, &seat, 1);
        }
    }
}

/// Russia becomes neutral, or joins a seat by lot on a five or six.
fn succession(turn: &mut Turn<'_>) {
    const JOINS: u8 = 5;
    if turn.state.controller(RUSSIA).is_some() {
        control::neutral(turn, RUSSIA);
        return;
    }
    let die = turn.ledger.dice(EVENT.by(RUSSIA), 1, 6).faces[0];
    if die >= JOINS {
        let seats = turn.state.order();
        if let Some(seat) = by_lot(turn, "seat", &seats) {
            control::join(turn, RUSSIA, &seat);
        }
    }
}
