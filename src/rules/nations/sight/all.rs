//! The umpire's eyes: everything granted, in the same type and by the same witness.
//!
//! To them all powers are of one side, so that nothing is hidden: they see each force in full and
//! each deed as its own side sees it. What is for one power alone, its letters and what became of
//! its orders, is in the archive.

use crate::book::Book;
use crate::record::event::Event;
use crate::record::state::{Bloc, State};
use crate::sight::known::{Known, Seen};
use crate::view::chronicle;

/// Who he is in what is known.
pub const UMPIRE: &str = "umpire";

/// What the umpire knows of a position and of what happened since.
pub fn known(book: &Book, mut state: State, events: &[Event]) -> Known {
    one_side(&mut state);
    let mut known = Known::new(UMPIRE, state.season, &state.relations);
    known.ours = state.forces.clone();
    known.squadrons = state.squadrons.clone();
    known.aboard = state.aboard.clone();
    known.corsairs = state.corsairs.clone();
    known.pool = state.pools.values().flatten().cloned().collect();
    known.titles = state.titles.clone();
    known.money = state.money.clone();
    known.deck = state.deck.as_ref().map(|deck| deck.view(UMPIRE));
    known.held = state.held.clone();
    known.forts = state.forts.clone();
    known.begun = state.begun.clone();
    known.naval_2 = state.naval_2.clone();
    for event in events {
        state.apply(event);
        one_side(&mut state);
        if let Some(seen) = super::witness(book, event, &state, UMPIRE) {
            // To the umpire all stay of one side.
            known.learn(book, Seen { joins: None, ..seen });
        }
    }
    known
}

/// Tells every event in a sentence.
pub fn chronicle(book: &Book, mut state: State, events: &[Event]) -> Vec<String> {
    one_side(&mut state);
    let known = Known::new(UMPIRE, state.season, &state.relations);
    let mut lines = vec![];
    for event in events {
        state.apply(event);
        one_side(&mut state);
        let seen_event = super::witness(book, event, &state, UMPIRE).and_then(|seen| seen.event);
        lines.push(chronicle::line(book, &known, &state, event, seen_event.as_ref()));
    }
    lines
}

/// Puts all powers, and the umpire, on one side.
fn one_side(state: &mut State) {
    let all = state.relations.parties().cloned().chain([UMPIRE.to_owned()]);
    state.relations = all.map(|party| (party, Bloc::Empire)).collect();
}
