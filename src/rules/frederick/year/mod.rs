//! The end of a year (FRW §3.2, phases 9 to 11).

use crate::record::event::{Event, YearEvent};
use crate::record::state::Outcome;
use crate::turn::Turn;

/// Ends the year; the last one ends the game (§31.2).
pub fn end(turn: &mut Turn<'_>) {
    let year = turn.state.season.year;
    turn.record(Event::from(YearEvent::YearEnded { year }));
    if year >= turn.book.scenario.last && !turn.state.is_over() {
        turn.record(Event::from(YearEvent::GameOver { outcome: Outcome::Stalemate }));
    }
}
