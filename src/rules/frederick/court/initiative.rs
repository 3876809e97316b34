//! Who goes first in the year: sealed bids (FRW §7).
//!
//! # Our reading
//!
//! - §7.2: a tie is broken by lot among the highest, also where all bid nothing.
//! - §8.2: nobody bids more than is in all their treasuries; a bid above that counts as that. In a
//!   seat with two majors the first pays, and the other what is missing.

use crate::record::event::{CourtEvent, Event};
use crate::turn::{About, Turn};
use kit::rule::Rule;
use sheet::keys::Given;
use std::collections::BTreeMap;

const TIE: Rule = Rule("FRW §7.2");

/// Opens the bids: the highest is paid, and its seat goes first.
pub fn bid(turn: &mut Turn<'_>) {
    let seats = turn.state.seats.clone();
    let bids: BTreeMap<String, u32> =
        seats.iter().map(|seat| (seat.clone(), bid_of(turn, seat))).collect();
    let most = bids.values().copied().max().unwrap_or(0);
    let mut highest: Vec<String> =
        bids.iter().filter(|(_, bid)| **bid == most).map(|(seat, _)| seat.clone()).collect();
    let winner = match highest.len() {
        1 => 0,
        _ => turn.ledger.draw(TIE.by("initiative"), &highest).index,
    };
    let seat = highest.swap_remove(winner);
    turn.record(Event::from(CourtEvent::InitiativeTaken { seat: seat.clone(), bids, paid: most }));
    pay(turn, &seat, 2 * most, "initiative");
}

/// What a seat bids, in thaler: the first line that holds.
fn bid_of(turn: &Turn<'_>, seat: &str) -> u32 {
    let sheet = turn.sheet(seat);
    let lines = sheet.court.list("initiative").iter().filter_map(Given::map);
    let about = About::default();
    let mut fitting = lines.filter(|line| turn.holds(seat, line.condition("if"), &about));
    let bid = fitting.next().and_then(|line| line.number("bid")).unwrap_or(0);
    let bid = u32::try_from(bid).unwrap_or(0);
    bid.min(turn.state.purse(turn.book, seat) / 2)
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
