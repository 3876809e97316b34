//! The combat modifiers of an army that a card reforms (NIA §21.2.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.2.1.

use crate::book::Book;
use crate::book::units::Unit;
use crate::position::Common;
use kit::calendar::Season;

/// Whether the card has been played.
pub fn is_done(book: &Book, common: Common) -> bool {
    book.scenario.reform().is_some_and(|(id, _)| common.begun.contains(id))
}

/// What the modifier of a unit counts in a fight.
pub fn counted(book: &Book, unit: &Unit, modifier: i32, (is_done, now): (bool, Season)) -> i32 {
    let rule = book.scenario.reform();
    rule.map_or(modifier, |(_, rule)| rule.counted(unit, modifier, is_done, now))
}
