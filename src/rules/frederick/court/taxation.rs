//! Taxes of the cities that are occupied, and of the areas off the map (FRW §8, §8.3, §27.8); pillaged squares
//! are restored (§21.7). An area is always with the power whose it is (§27.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3.2, §8.5, §9.13, §21.7, §27.8.

use super::cancel;
use super::lines::is_sound;
use crate::book::Book;
use crate::operations::money::{has, payer, spend};
use crate::position::Position;
use crate::record::event::{CourtEvent, Event, Why};
use crate::turn::{About, Turn};
use kit::ground::Space;
use sheet::keys::Given;
use std::collections::BTreeMap;

/// What the marker is called.
pub const MERCANTILISM: &str = "Mercantilism";
/// From which tax on a city pays more with it.
const RICH: u32 = 2;

/// Every seat takes its taxes, in the order of the initiative, and restores what it will.
pub fn tax(turn: &mut Turn<'_>) {
    for seat in turn.state.order() {
        for (major, (thaler, cities)) in taxes(turn.book, &turn.state, &seat) {
            turn.record(Event::from(CourtEvent::Taxed {
                seat: seat.clone(),
                to: major,
                halves: 2 * thaler,
                cities,
            }));
        }
        mercantilism(turn, &seat);
        clear(turn, &seat);
    }
}

/// Plays Mercantilism, if the sheet says so and the hand has it (§9.13).
fn mercantilism(turn: &mut Turn<'_>, seat: &str) {
    let sheet = turn.sheet(seat);
    let Some(tax) = sheet.court.get("tax").and_then(Given::map) else { return };
    if !tax.flag("mercantilism") {
        return;
    }
    if !is_sound(tax) {
        return turn.not_done(seat, 1, "tax", Why::Unread);
    }
    if !turn.holds(seat, tax.condition("if"), &About::default()) {
        return turn.not_done(seat, 1, "tax", Why::Condition);
    }
    let Some(counter) = turn.state.holding(seat, MERCANTILISM) else {
        turn.not_done(seat, 1, "tax", Why::NoMarker);
        return;
    };
    let rich = paying(turn.book, &turn.state, seat).into_iter().filter(|(_, tax, _)| *tax >= RICH);
    let mut more: BTreeMap<String, u32> = BTreeMap::new();
    for (_, _, major) in rich {
        *more.entry(major).or_default() += 1;
    }
    if !cancel::play(turn, seat, &counter, None, "taxes") {
        turn.not_done(seat, 1, "tax", Why::Cancelled);
        return;
    }
    for (to, thaler) in more {
        let (seat, on) = (seat.to_owned(), MERCANTILISM.to_owned());
        turn.record(Event::from(CourtEvent::Gained { seat, to, halves: 2 * thaler, on }));
    }
}

/// Restores pillaged squares for their tax and one thaler (§21.7).
fn clear(turn: &mut Turn<'_>, seat: &str) {
    let sheet = turn.sheet(seat);
    let names = sheet.court.names("clear").into_iter().map(str::to_owned);
    for (number, name) in (1..).zip(names.collect::<Vec<_>>()) {
        let Some(at) = turn.book.atlas.find(&name) else { continue };
        let here: Vec<String> =
            turn.state.own_at(seat, at).into_iter().map(|unit| unit.id.clone()).collect();
        let Ok(halves) = restoring(turn.book, &turn.state, seat, at) else {
            turn.not_done(seat, number, "clear", Why::NotThere);
            continue;
        };
        let from = payer(turn, seat, &here, None);
        if !has(turn, &from, halves) {
            turn.not_done(seat, number, "clear", Why::NoMoney);
            continue;
        }
        spend(turn, seat, from, halves, "restoring");
        turn.record(Event::from(CourtEvent::PillageCleared { seat: seat.to_owned(), at }));
    }
}

/// Why a square is not restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unrestored {
    NotPillaged,
    /// No unit of the seat stands there.
    NobodyThere,
}

/// What it costs a seat to restore a square, in halves: its tax and a thaler (§21.7).
pub fn restoring(
    book: &Book,
    position: &impl Position,
    seat: &str,
    at: Space,
) -> Result<u32, Unrestored> {
    if !position.open().pillaged.contains(&at) {
        return Err(Unrestored::NotPillaged);
    }
    if position.units_at(seat, at).is_empty() {
        return Err(Unrestored::NobodyThere);
    }
    Ok(2 * (book.atlas.city(at).map_or(0, |city| city.tax) + 1))
}

/// Major to the thaler that come in, and from how many cities.
pub fn taxes(book: &Book, position: &impl Position, seat: &str) -> BTreeMap<String, (u32, u32)> {
    let majors = book.majors(seat);
    let mut taxes: BTreeMap<String, (u32, u32)> =
        majors.iter().map(|major| (major.clone(), (0, 0))).collect();
    let mut add = |major: &str, tax: u32, city: u32| {
        let line = taxes.entry(major.to_owned()).or_default();
        *line = (line.0 + tax, line.1 + city);
    };
    let first = majors.first().map_or(seat, String::as_str);
    for (_, tax, major) in paying(book, position, seat) {
        add(&major, tax, 1);
    }
    for (_, area) in book.atlas.off_map() {
        if position.open().controller(&area.power) == Some(seat) {
            let own = majors.contains(&area.power);
            add(if own { &area.power } else { first }, area.tax, 0);
        }
    }
    taxes
}

/// The cities that pay a seat, each with its tax and the major whose treasury it is.
fn paying(book: &Book, position: &impl Position, seat: &str) -> Vec<(Space, u32, String)> {
    let first = book.majors(seat).first().map_or(seat, String::as_str);
    let held = |at: &Space| position.occupier(*at).as_deref() == Some(seat);
    let waste = &position.open().pillaged;
    let squares = book.atlas.all().filter(|at| !waste.contains(at)).filter(held);
    let city = |at: Space| {
        let city = book.atlas.city(at)?;
        let mut powers: Vec<&str> =
            position.units_at(seat, at).into_iter().map(|unit| unit.power.as_str()).collect();
        powers.dedup();
        let owner = match powers[..] {
            [one] if book.is_major(one) => one,
            _ => first,
        };
        Some((at, city.tax, owner.to_owned()))
    };
    squares.filter_map(city).collect()
}
