//! Taxes of the cities that are occupied, and of the areas off the map (FRW §8.3, §27.8).
//!
//! # Our reading
//!
//! - §8.5: in a seat with two majors a city pays into the treasury of the major whose unit occupies it;
//!   units of both, or of a minor, pay the first major of the seat.
//! - §27.8: an area off the map pays whoever controls its power, also without units there.

use crate::record::event::{CourtEvent, Event};
use crate::turn::Turn;
use kit::ground::Space;
use std::collections::BTreeMap;

/// Every seat takes its taxes, in the order of the initiative.
pub fn tax(turn: &mut Turn<'_>) {
    for seat in turn.state.order() {
        for (major, (thaler, cities)) in taxes(turn, &seat) {
            turn.record(Event::from(CourtEvent::Taxed {
                seat: seat.clone(),
                to: major,
                halves: 2 * thaler,
                cities,
            }));
        }
    }
}

/// Major to the thaler that come in, and from how many cities.
fn taxes(turn: &Turn<'_>, seat: &str) -> BTreeMap<String, (u32, u32)> {
    let (book, state) = (turn.the_book(), &turn.state);
    let majors = book.majors(seat);
    let mut taxes: BTreeMap<String, (u32, u32)> =
        majors.iter().map(|major| (major.clone(), (0, 0))).collect();
    let mut add = |major: &str, tax: u32, city: u32| {
        let line = taxes.entry(major.to_owned()).or_default();
        *line = (line.0 + tax, line.1 + city);
    };
    let first = majors.first().map_or(seat, String::as_str);
    let held = |at: &Space| state.occupier(*at).as_deref() == Some(seat);
    for at in state.units.spaces().filter(held).filter(|at| !state.pillaged.contains(at)) {
        let Some(city) = book.atlas.city(at) else { continue };
        let mut powers: Vec<&str> =
            state.own_at(seat, at).into_iter().map(|unit| unit.power.as_str()).collect();
        powers.dedup();
        let owner = match powers[..] {
            [one] if book.is_major(one) => one,
            _ => first,
        };
        add(owner, city.tax, 1);
    }
    for (_, area) in book.atlas.off_map() {
        if state.controller(&area.power) == Some(seat) {
            let own = majors.contains(&area.power);
            add(if own { &area.power } else { first }, area.tax, 0);
        }
    }
    taxes
}
