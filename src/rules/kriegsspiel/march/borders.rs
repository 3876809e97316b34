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
use kit::path;
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
    let plays = position.is_in_play(host);
    (plays && position.relation(power, host) == Relation::Neutral).then_some(host)
}

/// The power whose border a step may not cross, or none. A force can already stand in land that is closed to it,
/// after a retreat or a change of relations; then it may only leave.
pub fn border<'p>(
    book: &'p Book,
    position: &'p impl Position,
    power: &str,
    (from, to): (Space, Space),
) -> Option<&'p str> {
    let host = shut(book, position, power, to)?;
    let inside = shut(book, position, power, from) == Some(host);
    let out = |at| way_out(book, position, power, (at, host));
    let nearer = || out(to).zip(out(from)).is_some_and(|(then, now)| then < now);
    (!inside || !nearer()).then_some(host)
}

/// What the cheapest way costs from a hex in a host's land, through that land alone, to one that is not
/// shut to a power.
fn way_out(
    book: &Book,
    position: &impl Position,
    power: &str,
    (at, host): (Space, &str),
) -> Option<u32> {
    let shuts = |at| shut(book, position, power, at);
    let cost = |from, to| {
        let cost = book.cost(from, to)?;
        shuts(to).is_none_or(|of| of == host).then_some(cost)
    };
    let way = path::cheapest_to(&book.atlas, at, |at| shuts(at).is_none(), cost);
    way.map(|way| way.cost)
}
