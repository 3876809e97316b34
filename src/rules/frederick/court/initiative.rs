//! Who goes first in the year: a marker, or sealed bids (FRW §7).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §7.2, §7.3, §8.2.

use super::cancel::{ENLIGHTENMENT, play_for};
use super::lines::{Line, first_of, is_taken, lines};
use crate::book::Book;
use crate::record::event::{CourtEvent, Event, Why};
use crate::record::state::Open;
use crate::turn::Turn;
use kit::rule::Rule;
use sheet::keys::Filled;
use std::collections::BTreeMap;

const TIE: Rule = Rule("FRW §7.2");

/// Takes the initiative by marker, or opens the bids: the highest is paid, and its seat goes first.
pub fn determine(turn: &mut Turn<'_>) {
    if !seize(turn) {
        return bid(turn);
    }
    for seat in turn.state.seats.clone() {
        for line in bids(turn, &seat) {
            line.refuse(turn, Why::Seized);
        }
    }
}

/// Plays the markers that take the initiative; says whether one did.
fn seize(turn: &mut Turn<'_>) -> bool {
    let mut first = None;
    for seat in turn.state.order() {
        let all = lines(turn, &seat, "initiative");
        let mut wanted = None;
        for line in all.iter().filter(|line| takes(&line.map)) {
            let before = all.iter().take_while(|other| other.number < line.number);
            let before = before.filter(|other| competes(&line.map, &other.map));
            let before: Vec<Option<bool>> = before.map(|other| Some(other.holds(turn))).collect();
            if !line.holds(turn) {
                line.refuse(turn, Why::Condition);
            } else if is_taken(&before) == Some(true) {
                line.refuse(turn, Why::AnotherLine);
            } else {
                wanted = Some(line.clone());
            }
        }
        let Some(line) = wanted else { continue };
        if play_for(turn, &line, ENLIGHTENMENT, None, "initiative") {
            first = Some(seat);
        }
    }
    let Some(seat) = first else { return false };
    turn.record(Event::from(CourtEvent::InitiativeSeized { seat }));
    true
}

/// Opens the sealed bids.
fn bid(turn: &mut Turn<'_>) {
    let seats = turn.state.seats.clone();
    let mut bids = BTreeMap::new();
    for seat in seats {
        let bid = bid_of(turn, &seat);
        bids.insert(seat, bid);
    }
    let most = bids.values().copied().max().unwrap_or(0);
    let highest: Vec<String> =
        bids.iter().filter(|(_, bid)| **bid == most).map(|(seat, _)| seat.clone()).collect();
    let seat = match &highest[..] {
        [one] => one.clone(),
        all => turn.ledger.lot(TIE.by("initiative"), all),
    };
    turn.record(Event::from(CourtEvent::InitiativeTaken { seat: seat.clone(), bids, paid: most }));
    pay(turn, &seat, 2 * most, "initiative");
}

/// Whether a line takes the initiative with a marker.
fn takes(map: &Filled) -> bool {
    map.name("take").is_some()
}

/// Whether one line counts in the place of another behind it: a bid only in that of another bid, since
/// markers are played before.
pub fn competes(line: &Filled, before: &Filled) -> bool {
    takes(line) || !takes(before)
}

/// The lines of a seat with a bid.
fn bids(turn: &Turn<'_>, seat: &str) -> Vec<Line> {
    let all = lines(turn, seat, "initiative").into_iter();
    all.filter(|line| line.number("bid").is_some()).collect()
}

/// What a seat bids, in thaler: the first line with a bid that holds.
fn bid_of(turn: &mut Turn<'_>, seat: &str) -> u32 {
    let all = bids(turn, seat);
    let bid = first_of(turn, all).and_then(|line| line.number("bid")).unwrap_or(0);
    bid.min(highest(turn.book, &turn.state.open, seat))
}

/// The most that a seat can bid, in thaler (§8.2).
pub fn highest(book: &Book, open: &Open, seat: &str) -> u32 {
    open.purse(book, seat) / 2
}

/// Takes halves out of the treasuries of a seat, its first major first.
pub fn pay(turn: &mut Turn<'_>, seat: &str, halves: u32, on: &str) {
    let majors = turn.book.majors(seat).to_vec();
    let mut owed = halves;
    for major in majors {
        let part = turn.state.treasury.get(&major).copied().unwrap_or(0).min(owed);
        if part > 0 {
            owed -= part;
            let (seat, on) = (seat.to_owned(), on.to_owned());
            turn.record(Event::from(CourtEvent::Spent { seat, from: major, halves: part, on }));
        }
    }
}
