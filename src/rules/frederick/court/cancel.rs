//! Action markers that a line of the court's sheet asks for (FRW §9.8, §9.13).
//!
//! Not here: who cancels them, which is in [`crate::markers::action`].

use super::lines::Line;
use crate::markers;
pub use crate::markers::{ENLIGHTENMENT, SPY, action as play};
use crate::record::event::Why;
use crate::turn::Turn;
use kit::ground::Space;

/// Plays a marker that a line asks for; tells its writer if they hold none, or if it was cancelled.
pub fn play_for(turn: &mut Turn<'_>, line: &Line, kind: &str, at: Option<Space>, on: &str) -> bool {
    let Some(counter) = turn.state.holding(&line.seat, kind) else {
        line.refuse(turn, Why::NoMarker);
        return false;
    };
    let stands = markers::action(turn, &line.seat, &counter, at, on);
    if !stands {
        line.refuse(turn, Why::Cancelled);
    }
    stands
}
