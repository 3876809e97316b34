//! Borders: whose land is shut to whose troops (§6, §12).
//!
//! Marches and their planning, receipts, arrivals, supply and depots ask [`shut`] of any [`Position`]; the
//! beaten may fall back over a border (§19.5).
//!
//! Not here: land that a scenario shuts to all (`Book::cost`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §6, §15.1, §15.2, §19.5.

use crate::book::Book;
use crate::position::Position;
use kit::ground::Space;
use kit::relations::Relation;

/// The power whose land a hex is, if that is shut to another's troops: it plays, is neutral to that one, and
/// does not let it through (§6).
pub fn shut<'p>(
    book: &'p Book,
    position: &'p impl Position,
    power: &str,
    at: Space,
) -> Option<&'p str> {
    let host = position.master(book, at)?;
    let plays = position.common().relations.takes_part(host);
    (plays && position.relation(power, host) == Relation::Neutral).then_some(host)
}

/// The power at whose border a force stops before a step. Whoever stands in its land, since it was beaten
/// back over the border or is no longer let through, may go on to leave it.
pub fn border<'p>(
    book: &'p Book,
    position: &'p impl Position,
    power: &str,
    (from, to): (Space, Space),
) -> Option<&'p str> {
    let host = shut(book, position, power, to)?;
    (shut(book, position, power, from) != Some(host)).then_some(host)
}
