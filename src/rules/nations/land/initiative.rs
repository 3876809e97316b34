//! The initiative of a leader where they stand (NIA §5.1.3, §21.3.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.3.3.

use crate::book::Book;
use crate::record::state::Force;

/// A leader's initiative with a force: the commander of an army may have less by a rule.
pub fn of(book: &Book, force: &Force, leader: &str) -> u8 {
    let printed = book.people.known(leader).initiative;
    if force.army.is_none() || force.commander() != Some(leader) {
        return printed;
    }
    let burdens = book.scenario.special.iter().filter_map(|rule| rule.burden.as_ref());
    let stands = |name: &str| force.leaders.iter().skip(1).any(|other| other == name);
    burdens
        .filter(|burden| stands(&burden.under))
        .fold(printed, |has, burden| has.saturating_add_signed(burden.by))
}

/// The initiative of the one who commands a force; 0 without one.
pub fn of_commander(book: &Book, force: &Force) -> u8 {
    force.commander().map_or(0, |leader| of(book, force, leader))
}

/// The initiative of a force without a leader: that of its units, where they have one of their own (NIA
/// §1.1.3, §5.2.1).
pub fn without_leader(book: &Book, force: &Force) -> u8 {
    let own = force.units.iter().filter_map(|unit| book.units.kind(&unit.kind).initiative);
    own.min().unwrap_or(1)
}

/// On how many markers a season a force acts: two, or as many as wake it (NIA §5.1.3).
pub fn marches(book: &Book, force: &Force) -> usize {
    let initiative = match force.commander() {
        Some(leader) => of(book, force, leader),
        None => without_leader(book, force),
    };
    if initiative >= 2 { 2 } else { 1 }
}
