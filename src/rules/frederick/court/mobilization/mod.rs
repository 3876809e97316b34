//! Mobilization: units, promotions, fieldworks, the general levy and the markers of the phase (FRW §11,
//! §24.1, §26). This is how reinforcements come (§11.1).
//!
//! One seat after the other, in the order of play: subsidies of its card, [`dismissal`], promotions
//! ([`promotion`]), markers ([`play`]), the levy ([`levy`]), units ([`raise`]) and fieldworks ([`works`]).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §7.4, §11.4.

pub mod dismissal;
pub mod levy;
pub mod play;
pub mod playable;
pub mod promotion;
pub mod raise;
pub mod works;

use super::lines::lines;
use super::{mercenaries, negotiation};
use crate::book::Book;
use crate::operations::siege;
use crate::record::event::Why;
use crate::record::state::Open;
use crate::turn::Turn;
use crate::year::balance::{self, When};
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// What was placed in this phase.
#[derive(Debug, Default)]
pub struct Placed {
    /// Square to how many units came there within its limit.
    pub units: BTreeMap<Space, u32>,
    /// Fieldworks that were built in this phase.
    pub works: BTreeSet<Space>,
}

/// Plays the phase.
pub fn hold(turn: &mut Turn<'_>) {
    let mut placed = Placed::default();
    let mut levied = None;
    for seat in turn.state.order() {
        subsidies(turn, &seat);
        dismissal::dismiss(turn, &seat);
        promotion::promote(turn, &seat);
        raise::free_units(turn, &seat);
        play::markers(turn, &seat);
        if levy::call(turn, &seat, &mut placed) && levied.is_none() {
            levied = Some(seat.clone());
        }
        raise::wishes(turn, &seat, &mut placed);
        works::build(turn, &seat, &mut placed);
        keep(turn, &seat);
    }
    if let Some(seat) = levied {
        let year = turn.state.season.year;
        balance::roll_for(turn, &seat, year, When::Year);
    }
    siege::settle(turn, false);
    mercenaries::attend(turn);
}

/// The thaler that the treasuries of a seat must keep, in halves.
pub fn kept(turn: &Turn<'_>, seat: &str) -> u32 {
    let keep = turn.sheet(seat).court.number("keep");
    2 * keep.and_then(|keep| u32::try_from(keep).ok()).unwrap_or(0)
}

/// Tells a seat that it has less left than it wanted to keep, because of what was spent before the mobilization.
fn keep(turn: &mut Turn<'_>, seat: &str) {
    if !leaves(turn.book, &turn.state.open, seat, 0, kept(turn, seat)) {
        turn.not_done(seat, 1, "keep", Why::NoMoney);
    }
}

/// Whether a treasury pays so much and the seat keeps what it wants to, in halves.
pub fn affords(book: &Book, open: &Open, seat: &str, from: &str, halves: u32, kept: u32) -> bool {
    open.has(from, halves) && leaves(book, open, seat, halves, kept)
}

/// Whether so much is left to a seat when it has paid, in halves.
pub fn leaves(book: &Book, open: &Open, seat: &str, halves: u32, kept: u32) -> bool {
    open.purse(book, seat) >= halves.saturating_add(kept)
}

/// The treasury that pays for a power of a seat: as the sheet says, else its own, else the first.
pub fn treasury(turn: &Turn<'_>, seat: &str, power: &str, from: Option<&str>) -> String {
    let majors = turn.book.majors(seat);
    let named = from.filter(|from| majors.iter().any(|one| one == from));
    let own = majors.iter().find(|one| *one == power).map(String::as_str);
    let first = majors.first().map_or(seat, String::as_str);
    named.or(own).unwrap_or(first).to_owned()
}

/// Thaler that a card lets its power give in this phase (§39).
fn subsidies(turn: &mut Turn<'_>, seat: &str) {
    let may = turn.book.card_allows(seat, |ability| ability.subsidies);
    for line in lines(turn, seat, "subsidies") {
        let to = line.map.name("to").filter(|to| *to != seat).map(str::to_owned);
        let (Some(to), Some(thaler), true) = (to, line.number("thaler"), may) else {
            line.refuse(turn, Why::NotThere);
            continue;
        };
        if !line.holds(turn) {
            line.refuse(turn, Why::Condition);
        } else if !leaves(turn.book, &turn.state.open, seat, 2 * thaler, kept(turn, seat)) {
            line.refuse(turn, Why::NoMoney);
        } else {
            negotiation::give_thaler(turn, seat, &to, thaler, "subsidy");
        }
    }
}
