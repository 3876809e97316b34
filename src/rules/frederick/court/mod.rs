//! The court: what is done between two years of operations (FRW §7 to §11, §28, §29).
//!
//! One file a phase, in the order of the year: [`initiative`], [`taxation`], [`market`], [`negotiation`]
//! with [`promises`], [`diplomacy`] with [`control`], [`mobilization`] with [`mercenaries`]. The keys of
//! its sheet are in [`keys`], its lines are read in [`lines`], and [`cancel`] plays action markers; what a
//! player is told of a sheet beforehand is in [`check`], [`receipt`] and [`form`].

pub mod cancel;
pub mod check;
pub mod control;
pub mod diplomacy;
pub mod form;
pub mod grades;
pub mod initiative;
pub mod keys;
pub mod lines;
pub mod market;
pub mod mercenaries;
pub mod mobilization;
pub mod negotiation;
pub mod promises;
pub mod receipt;
pub mod taxation;

use crate::markers;
use crate::turn::Turn;
use crate::year::balance;

/// Plays the phases of the court in their order (§3.2); the first court rolls for its own year's events.
pub fn play(turn: &mut Turn<'_>) {
    lines::unread(turn);
    markers::deal(turn); // §31.3
    let year = turn.state.season.year;
    if year == turn.book.scenario.first {
        balance::roll(turn, year); // §6
    }
    initiative::determine(turn); // §7
    taxation::tax(turn); // §8
    market::hold(turn); // §9.2
    negotiation::hold(turn); // §10
    if turn.state.is_over() {
        return;
    }
    diplomacy::hold(turn); // §28
    mercenaries::attend(turn); // §9.8
    mobilization::hold(turn); // §11
}
