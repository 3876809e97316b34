//! Recruits that become veterans for thaler, or by the card (FRW §11.10, §24.1, §36).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §24.1, §36.

use super::{affords, kept, treasury};
use crate::book::Book;
use crate::book::troops::{Grade, Kind};
use crate::court::lines::{Line, lines};
use crate::operations::money::spend;
use crate::record::event::{Event, ForceEvent, Why};
use crate::record::state::Open;
use crate::record::unit::Unit;
use crate::turn::Turn;
use kit::ground::Space;
use sheet::keys::Filled;
use std::collections::BTreeSet;

/// The kinds of units that are promoted.
pub const KINDS: [Kind; 3] = [Kind::Infantry, Kind::Cavalry, Kind::LightTroops];

/// What it costs to make a veteran of a recruit, in thaler (§11.10).
pub fn price(book: &Book, kind: Kind) -> Option<u32> {
    book.tables.expenditure.price(kind).and_then(|price| price.veteran)
}

/// What all promotions of a line cost, in thaler; one that a card gives costs nothing.
pub fn cost(book: &Book, line: &Filled) -> u32 {
    let wanted = |kind: &Kind| line.number(kind.word()).and_then(|count| u32::try_from(count).ok());
    let one =
        |kind: &Kind| price(book, *kind).unwrap_or(0).saturating_mul(wanted(kind).unwrap_or(0));
    KINDS.iter().map(one).fold(0, u32::saturating_add)
}

/// The majors of a seat whose card promotes a unit without thaler (§36).
fn giving<'a>(book: &'a Book, seat: &str) -> impl Iterator<Item = &'a String> {
    book.majors(seat).iter().filter(|major| book.ability(major).promotes().is_some())
}

/// Whether a card of a seat may promote a unit of a line without thaler.
pub fn may_be_given(book: &Book, seat: &str, line: &Filled) -> bool {
    let is_wanted = |kind: Kind| line.number(kind.word()).is_some_and(|count| count > 0);
    giving(book, seat).any(|major| book.ability(major).promotes().is_some_and(is_wanted))
}

/// Promotes what the sheet wants, and what the cards give.
pub fn promote(turn: &mut Turn<'_>, seat: &str) {
    // The majors whose card has still a promotion to give.
    let book = turn.the_book();
    let mut free: BTreeSet<String> = giving(book, seat).cloned().collect();
    for line in lines(turn, seat, "promote") {
        if !line.holds(turn) {
            line.refuse(turn, Why::Condition);
            continue;
        }
        let at = line.map.name("at").and_then(|name| book.atlas.find(name));
        for kind in KINDS {
            for _ in 0..line.number(kind.word()).unwrap_or(0) {
                if let Err(why) = one(turn, &line, kind, at, &mut free) {
                    line.refuse(turn, why);
                    break;
                }
            }
        }
    }
    for major in free {
        let kind = book.ability(&major).promotes();
        let found = turn.state.units.values().find(|unit| {
            let kind = Some(unit.kind) == kind && unit.power == major;
            kind && is_ready(turn, seat, unit)
        });
        if let Some(unit) = found.cloned() {
            raise(turn, seat, &unit, "card");
        }
    }
}

/// Whether a unit may be promoted: a recruit in a fortress that was not raised this year.
pub fn ready(book: &Book, open: &Open, seat: &str, unit: &Unit) -> bool {
    let strong = book.atlas.is_fortress(unit.at) || book.atlas.is_beyond(unit.at);
    let own = open.seat_of(unit) == Some(seat);
    strong && own && unit.grade == Grade::Recruit && unit.raised < open.season.year
}

fn is_ready(turn: &Turn<'_>, seat: &str, unit: &Unit) -> bool {
    ready(turn.book, &turn.state.open, seat, unit)
}

fn one(
    turn: &mut Turn<'_>,
    line: &Line,
    kind: Kind,
    at: Option<Space>,
    free: &mut BTreeSet<String>,
) -> Result<(), Why> {
    let seat = line.seat.as_str();
    let here: Vec<Unit> = {
        let fits = |unit: &&Unit| {
            unit.kind == kind && at.is_none_or(|at| unit.at == at) && is_ready(turn, seat, unit)
        };
        turn.state.units.values().filter(fits).cloned().collect()
    };
    let gift = here.iter().find(|unit| {
        free.contains(&unit.power) && turn.book.ability(&unit.power).promotes() == Some(kind)
    });
    if let Some(unit) = gift {
        free.remove(&unit.power);
        raise(turn, seat, unit, "card");
        return Ok(());
    }
    let unit = here.first().ok_or(Why::NoForce)?;
    let halves = 2 * price(turn.book, kind).ok_or(Why::NotThere)?;
    let from = treasury(turn, seat, &unit.power, line.map.name("from"));
    if !affords(turn.book, &turn.state.open, seat, &from, halves, kept(turn, seat)) {
        return Err(Why::NoMoney);
    }
    spend(turn, seat, from, halves, "promotion");
    raise(turn, seat, unit, "thaler");
    Ok(())
}

/// Makes a veteran of a recruit; `by` says what pays for it.
pub fn raise(turn: &mut Turn<'_>, seat: &str, unit: &Unit, by: &str) {
    let (seat, at, unit, by) = (seat.to_owned(), unit.at, unit.id.clone(), by.to_owned());
    turn.record(Event::from(ForceEvent::Promoted { seat, at, unit, grade: Grade::Veteran, by }));
}
