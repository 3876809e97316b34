//! Units that are demobilized (FRW §11.8).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.8.

use crate::book::Book;
use crate::book::atlas::PlaceKind;
use crate::book::troops::Kind;
use crate::court::lines::lines;
use crate::operations::loss;
use crate::operations::sea::cargo::{aboard, put_ashore};
use crate::orders::plan::unit_words;
use crate::orders::units::chosen;
use crate::position::Position;
use crate::record::event::{Cause, Why};
use crate::record::state::Open;
use crate::record::unit::Unit;
use crate::turn::Turn;
use kit::ground::Space;
use sheet::keys::Filled;

/// Dismisses what the sheet says.
pub fn dismiss(turn: &mut Turn<'_>, seat: &str) {
    let book = turn.the_book();
    for line in lines(turn, seat, "demobilize") {
        if !line.holds(turn) {
            line.refuse(turn, Why::Condition);
            continue;
        }
        let (at, gone) = match dismissed(book, &turn.state, seat, &line.map) {
            Ok(found) => found,
            Err(why) => {
                line.refuse(turn, why);
                continue;
            }
        };
        // Who is aboard a fleet that is dismissed goes ashore.
        let cargo: Vec<String> =
            aboard(turn, &gone).into_iter().map(|unit| unit.id.clone()).collect();
        if !cargo.is_empty() {
            put_ashore(turn, seat, at, cargo);
        }
        for id in gone {
            loss::take(turn, seat, &id, Cause::Demobilized);
        }
    }
}

/// Where a line dismisses units, and which, by their numbers; or why it dismisses none.
pub fn dismissed(
    book: &Book,
    position: &impl Position,
    seat: &str,
    map: &Filled,
) -> Result<(Space, Vec<String>), Why> {
    let at = map.name("at").and_then(|name| book.atlas.find(name));
    let at = at.filter(|at| may(book, position.open(), *at)).ok_or(Why::NotThere)?;
    let is_leader = |name: &str| book.troops.leader(name).is_some();
    let words = unit_words(map.list("units"), is_leader);
    let here = position.units_at(seat, at).into_iter();
    let here: Vec<&Unit> = here.filter(|unit| unit.kind != Kind::Leader).collect();
    let units = chosen(book, &words, &here);
    if units.is_empty() { Err(Why::NoForce) } else { Ok((at, units)) }
}

/// Whether units may be dismissed there: cities, towns, fieldworks, areas off the map.
fn may(book: &Book, open: &Open, at: Space) -> bool {
    let place = book.atlas.square(at).place.as_ref();
    let settled = place.is_some_and(|place| place.kind != PlaceKind::Name);
    settled || open.fieldworks.contains(&at) || book.atlas.is_beyond(at)
}
