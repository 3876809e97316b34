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
use crate::year::balance::{self, When};

/// Plays the phases of the court in their order (§3.2).
pub fn play(turn: &mut Turn<'_>) {
    turn.is_court = true;
    lines::unread(turn);
    let year = turn.state.season.year;
    if year == turn.book.scenario.first {
        begin_the_game(turn);
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

/// Does what the start left to the first court: events with a choice, and the shuffle of the pool. A campaign that began under the fourth edition has drawn nothing yet.
fn begin_the_game(turn: &mut Turn<'_>) {
    if turn.state.is_dealt() {
        markers::mix_all(turn); // §9.2
        balance::come(turn); // §6
        return;
    }
    markers::deal(turn); // §31.3
    let year = turn.state.season.year;
    balance::roll(turn, year, When::Year); // §6
}
