//! The court: what is done between two years of operations (FRW §7 to §11, §28, §29).
//!
//! One file a phase, in the order of the year; the keys of its sheet are in [`keys`].

pub mod initiative;
pub mod keys;
pub mod taxation;

use crate::markers;
use crate::turn::Turn;

/// Plays the phases of the court in their order (§3.2).
pub fn play(turn: &mut Turn<'_>) {
    markers::deal(turn);
    initiative::bid(turn);
    taxation::tax(turn);
}
