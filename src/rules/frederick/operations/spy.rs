//! Spies of the movement segment: a look at a square or a hand (FRW §9.13).

use super::force::Acting;
use crate::book::Book;
use crate::markers::{self, SPY};
use crate::orders::plan::Entry;
use crate::position::Position;
use crate::record::event::{Event, MarkerEvent, Why};
use crate::record::unit::Sort;
use crate::turn::{About, Turn};
use kit::ground::Space;
use sheet::keys::Filled;
use std::collections::BTreeMap;

/// What a Spy looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight {
    Square(Space),
    /// The hand of another seat.
    Hand(String),
}

/// What a Spy of an entry is to look at: a square before a hand, and no hand of one's own.
pub fn wanted(book: &Book, seat: &str, map: &Filled) -> Result<Sight, Why> {
    let at = map.name("square").and_then(|name| book.atlas.find(name)).map(Sight::Square);
    let hand = map.name("hand").filter(|hand| *hand != seat);
    at.or_else(|| hand.map(|hand| Sight::Hand(hand.to_owned()))).ok_or(Why::NotThere)
}

/// Why a seat cannot play a Spy now.
pub fn no_spy(position: &impl Position, seat: &str) -> Option<Why> {
    (!position.holds(seat, SPY)).then_some(Why::NoMarker)
}

/// Plays a Spy, if the entry says so and it is held.
pub fn look(turn: &mut Turn<'_>, entry: &Entry, acting: &Acting) {
    let Some(map) = &entry.spy else { return };
    if let Err(why) = play(turn, map, entry.spy_part, acting) {
        turn.part_not_done(&acting.seat, (entry.number, entry.spy_part), "spy", why);
    }
}

fn play(turn: &mut Turn<'_>, map: &Filled, part: u16, acting: &Acting) -> Result<(), Why> {
    let seat = acting.seat.clone();
    let sight = wanted(turn.book, &seat, map)?;
    if let Some(why) = no_spy(&turn.state, &seat) {
        return Err(why);
    }
    let counter = turn.state.holding(&seat, SPY).ok_or(Why::NoMarker)?;
    let (at, hand, on) = match sight {
        Sight::Square(at) => (Some(at), None, format!("looks at {}", turn.book.atlas.name(at))),
        Sight::Hand(hand) => {
            let on = format!("looks at the hand of {}", turn.book.seat_title(&hand));
            (None, Some(hand), on)
        }
    };
    let about = About { units: acting.units.clone(), goal: at, ..About::default() };
    if !turn.holds(&seat, map.condition("if"), &about) {
        return Err(Why::Condition);
    }
    if !markers::action(turn, &seat, &counter, at, &on) {
        return Err(Why::Cancelled);
    }
    let counters = hand.as_ref().map(|hand| turn.state.hand(hand)).unwrap_or_default();
    let mut stacks: BTreeMap<String, Vec<Sort>> = BTreeMap::new();
    for unit in at.into_iter().flat_map(|at| turn.state.others_at(&seat, at)) {
        stacks.entry(unit.power.clone()).or_default().push(Sort::of(unit));
    }
    stacks.values_mut().for_each(|sorts| sorts.sort());
    turn.record(Event::from(MarkerEvent::Spied { seat, at, hand, counters, stacks }));
    turn.settled.insert(part);
    Ok(())
}
