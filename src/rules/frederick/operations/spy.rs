//! Spies of the movement segment: a look at a square or a hand (FRW §9.13).

use super::force::Acting;
use crate::markers::{self, SPY};
use crate::orders::plan::Entry;
use crate::record::event::{Event, MarkerEvent, Why};
use crate::turn::{About, Turn};

/// Plays a Spy, if the entry says so and it is held.
pub fn look(turn: &mut Turn<'_>, entry: &Entry, acting: &Acting) {
    let Some(wanted) = &entry.spy else { return };
    let seat = acting.seat.clone();
    let at = wanted.name("square").and_then(|name| turn.book.atlas.find(name));
    let hand = wanted.name("hand").map(str::to_owned).filter(|hand| at.is_none() && *hand != seat);
    let about = About { units: acting.units.clone(), goal: at, ..About::default() };
    let counter = turn.state.holding(&seat, SPY);
    let why = if at.is_none() && hand.is_none() {
        Some(Why::NotThere)
    } else if counter.is_none() {
        Some(Why::NoMarker)
    } else if !turn.holds(&seat, wanted.condition("if"), &about) {
        Some(Why::Condition)
    } else {
        None
    };
    if let Some(why) = why {
        turn.part_not_done(&seat, (entry.number, entry.spy_part), "spy", why);
        return;
    }
    let Some(counter) = counter else { return };
    let on = match (&at, &hand) {
        (Some(at), _) => format!("looks at {}", turn.book.atlas.name(*at)),
        (None, Some(hand)) => format!("looks at the hand of {}", turn.book.seat_title(hand)),
        (None, None) => String::new(),
    };
    if markers::action(turn, &seat, &counter, at, &on) {
        let counters = hand.as_ref().map(|hand| turn.state.hand(hand)).unwrap_or_default();
        turn.record(Event::from(MarkerEvent::Spied { seat, at, hand, counters }));
        turn.settled.insert(entry.spy_part);
    } else {
        turn.part_not_done(&seat, (entry.number, entry.spy_part), "spy", Why::Cancelled);
    }
}
