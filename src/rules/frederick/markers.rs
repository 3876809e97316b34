//! Campaign markers on their way: drawn, lost, played and given back (FRW §9).
//!
//! No limit is set to how many are played (§9.10).
//!
//! The pool is a [`Deck`](kit::deck::Deck). Markers that go back lie in its discard and are mixed into the
//! pool before the next one is drawn, which is the same to everybody as putting them back at once.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.2, §9.4, §31.3.

use crate::book::Book;
use crate::book::cards::kind_of;
use crate::decisions::Topic;
use crate::record::event::{Event, MarkerEvent, Return};
use crate::turn::{About, Turn};
use kit::deck::{Change, Place};
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use play::Table;
use sheet::keys::Given;

const POOL: Rule = Rule("FRW §9.2");
/// What is given back first, if nothing is held twice.
const LEAST: [&str; 3] = ["Mercantilism", "Vote in the Imperial Diet", "Uprising"];

const ROOM: Rule = Rule("FRW §9.7");
const CANCEL: Rule = Rule("FRW §9.13");
/// The markers that cancel others.
pub const ENLIGHTENMENT: &str = "Enlightenment";
pub const SPY: &str = "Spy";
const LOSING: Rule = Rule("FRW §9.11");

/// Deals the hands of the start (§31.3).
pub fn deal(turn: &mut Turn<'_>) {
    let book = turn.the_book();
    for major in &book.tables.figures.deployment {
        let count = book.cards.majors.get(major).map_or(0, |card| card.markers);
        let Some(seat) = book.seat_of_major(major) else { continue };
        draw(turn, seat, count);
    }
}

pub fn change(turn: &mut Turn<'_>, change: Change) {
    turn.record(Event::from(MarkerEvent::Deck(change)));
}

/// Mixes what was given back into the pool.
pub fn mix(turn: &mut Turn<'_>) {
    if turn.state.markers.count(&Place::Discard) > 0 {
        mix_all(turn);
    }
}

/// Gives the whole pool a new order.
pub fn mix_all(turn: &mut Turn<'_>) {
    let table: &mut Table<'_, crate::Frederick> = turn;
    let shuffled = table.state.markers.shuffle_all(table.ledger, POOL.by("pool"));
    change(turn, shuffled);
}

/// By how many markers a hand is over its limit once so many more come in (§9.7).
pub fn surplus(book: &Book, held: usize, more: usize) -> usize {
    held.saturating_add(more).saturating_sub(book.seats.hand)
}

/// Gives back what a hand would have too many with so many more (§9.7): what the sheet says, else
/// doubles, then what is of least use.
pub fn make_room(turn: &mut Turn<'_>, seat: &str, more: u32) {
    let held = turn.state.hand_count(seat);
    let surplus = surplus(turn.book, held, usize::try_from(more).unwrap_or(usize::MAX)).min(held);
    go_back(turn, seat, surplus, Return::HandFull);
    for _ in 0..surplus {
        let hand = turn.state.hand(seat);
        let kinds: Vec<&str> = hand.iter().map(|counter| kind_of(counter)).collect();
        let is_double = |kind: &str| kinds.iter().filter(|one| **one == kind).count() > 1;
        let rank = |kind: &&str| {
            let least = LEAST.iter().position(|one| one == kind).unwrap_or(LEAST.len());
            (!is_double(kind), least, (*kind).to_owned())
        };
        let Some(default) = kinds.iter().copied().min_by_key(rank) else { return };
        let said = turn.reaction(seat, &[], "give back").and_then(|said| {
            let names = said.names("give back").into_iter();
            let mut held = names.filter(|name| kinds.contains(name));
            held.next().map(|name| (name.to_owned(), Source::Reaction))
        });
        let mut options = kinds.clone();
        options.sort_unstable();
        options.dedup();
        let ask = ROOM.by(seat);
        let choice = turn.decide(ask, seat, Topic::GiveBack, &options, (default, said));
        let counter = hand.iter().find(|counter| kind_of(counter) == choice).cloned();
        if let Some(counter) = counter {
            give_back(turn, seat, &counter);
        }
    }
}

/// Draws markers out of the pool into a hand, as many as there are and the limit allows (§9.4).
pub fn draw(turn: &mut Turn<'_>, seat: &str, count: u32) {
    make_room(turn, seat, count);
    mix(turn);
    for _ in 0..count {
        let full = surplus(turn.book, turn.state.hand_count(seat), 1) > 0;
        if full || turn.state.markers.count(&Place::Pool) == 0 {
            return;
        }
        let table: &mut Table<'_, crate::Frederick> = turn;
        let to = Place::Hand(seat.to_owned());
        if let Ok(drawn) = table.state.markers.draw(table.ledger, POOL.by(seat), to) {
            change(turn, drawn);
        }
    }
}

/// Loses markers of a hand by lot; none are left, none are lost (§9.11).
pub fn lose(turn: &mut Turn<'_>, seat: &str, count: u32) {
    for _ in 0..count {
        let hand = turn.state.hand(seat);
        if hand.is_empty() {
            return;
        }
        let lot = turn.ledger.lot(LOSING.by(seat), &hand);
        give_back(turn, seat, &lot);
    }
}

/// Tells why so many markers of a hand go back now.
pub fn go_back(turn: &mut Turn<'_>, seat: &str, count: usize, why: Return) {
    if count > 0 {
        turn.record(Event::from(MarkerEvent::GoBack { seat: seat.to_owned(), count, why }));
    }
}

/// Puts a marker of a hand back.
pub fn give_back(turn: &mut Turn<'_>, seat: &str, counter: &str) {
    let (card, from) = (counter.to_owned(), Place::Hand(seat.to_owned()));
    change(turn, Change::Moved { card, from, to: Place::Discard });
}

/// Plays an action marker, unless somebody cancels it; says whether it takes effect. Either way it goes
/// back to the pool (§9.13, Enlightenment and Spy).
pub fn action(turn: &mut Turn<'_>, seat: &str, counter: &str, at: Option<Space>, on: &str) -> bool {
    play(turn, seat, counter, at, on);
    !is_cancelled(turn, seat, kind_of(counter))
}

/// Whether somebody cancels an action marker of a kind that a seat has just played or shown.
pub fn is_cancelled(turn: &mut Turn<'_>, seat: &str, kind: &str) -> bool {
    let others = turn.state.clockwise(seat);
    others.iter().any(|other| cancels(turn, other, seat, kind))
}

/// Whether a seat cancels a marker that was just played: any with Enlightenment, a Spy with a Spy.
fn cancels(turn: &mut Turn<'_>, other: &str, seat: &str, kind: &str) -> bool {
    let spy = if kind == SPY { turn.state.holding(other, SPY) } else { None };
    let Some(counter) = spy.or_else(|| turn.state.holding(other, ENLIGHTENMENT)) else {
        return false;
    };
    let said = turn.reaction(other, &[], "cancel").map(|said| {
        let lines = said.list("cancel").iter().filter_map(Given::map);
        let lines = lines.filter(|line| {
            line.name("marker").is_none_or(|name| name == kind)
                && line.name("of").is_none_or(|of| of == seat)
        });
        let yes = turn.said(other, lines, &About::default()).is_some();
        (if yes { "yes" } else { "no" }.to_owned(), Source::Reaction)
    });
    let ask = CANCEL.by(format!("{other} {kind}"));
    if turn.decide(ask, other, Topic::Cancel, &["yes", "no"], ("no", said)) != "yes" {
        return false;
    }
    let on = format!("cancels {kind} of {}", turn.book.seat_title(seat));
    action(turn, other, &counter, None, &on)
}

/// Plays a marker of a hand: everybody hears of it, and it goes back (§9.8, §9.9).
pub fn play(turn: &mut Turn<'_>, seat: &str, counter: &str, at: Option<Space>, on: &str) {
    turn.record(Event::from(MarkerEvent::Played {
        seat: seat.to_owned(),
        marker: kind_of(counter).to_owned(),
        at,
        on: on.to_owned(),
    }));
    give_back(turn, seat, counter);
}
