//! The general levy (FRW §11.4 to §11.6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.4, §11.5.

use super::playable::leader_value;
use super::raise::{Wish, allowed, bring, wishes_of};
use super::{Placed, works};
use crate::book::Book;
use crate::court::lines::{Line, lines};
use crate::operations::newcomers;
use crate::position::Position;
use crate::record::event::{CourtEvent, Event, Why};
use crate::record::state::Open;
use crate::turn::Turn;
use kit::ground::Space;
use kit::rule::Rule;
use sheet::keys::{Filled, Given};

const LEVY: Rule = Rule("FRW §11.4");
const LEADER: Rule = Rule("FRW §23.2");
/// From how many lost cities on there is a die more.
const LOST: usize = 3;

/// Calls the levies of a seat; says whether there was one.
pub fn call(turn: &mut Turn<'_>, seat: &str, placed: &mut Placed) -> bool {
    let mut any = false;
    for line in lines(turn, seat, "levy") {
        if !line.holds(turn) {
            line.refuse(turn, Why::Condition);
            continue;
        }
        let first = || turn.the_book().majors(seat).first().cloned().unwrap_or_default();
        let major = line.map.name("power").map_or_else(first, str::to_owned);
        if no_levy(&turn.state.open, seat, &major).is_some() {
            line.refuse(turn, Why::NoneLeft);
            continue;
        }
        any = true;
        levy(turn, &line, &major, placed);
    }
    any
}

/// Why a seat cannot call the levy of a power, in words: once in a game, and its own (§11.4).
pub fn no_levy(open: &Open, seat: &str, major: &str) -> Option<&'static str> {
    if open.controller(major) != Some(seat) {
        return Some("is not yours");
    }
    open.levies.contains(major).then_some("has called its levy")
}

fn levy(turn: &mut Turn<'_>, line: &Line, major: &str, placed: &mut Placed) {
    let seat = line.seat.clone();
    let count = dice(turn.book, &turn.state, &seat, major);
    let roll = turn.ledger.dice(LEVY.by(major), count, 6);
    let sum = u32::from(roll.sum());
    let (dice, name) = (roll.faces.clone(), major.to_owned());
    turn.record(Event::from(CourtEvent::LevyCalled { seat: seat.clone(), major: name, dice, sum }));
    let left = spend(turn, line, major, sum, placed);
    if left > 0 {
        let name = major.to_owned();
        turn.record(Event::from(CourtEvent::LevyOver { seat: seat.clone(), major: name, left }));
    }
    newcomers::joins(turn, LEADER, &seat, major);
}

/// How many dice a levy has: each brings at least one thaler.
pub fn dice(book: &Book, position: &impl Position, seat: &str, major: &str) -> u8 {
    let own = |at: &Space| book.atlas.square(*at).owner.as_deref() == Some(major);
    let taken = |at: &Space| {
        let city = book.atlas.city(*at).is_some() || book.atlas.is_fortress(*at);
        city && position.occupier(*at).is_some_and(|other| other != seat)
    };
    let lost = book.atlas.all().filter(|at| own(at) && taken(at)).count();
    let is_capital = |at: &Space| {
        let place = book.atlas.square(*at).place.as_ref();
        own(at) && place.is_some_and(|place| place.capital)
    };
    let capital = book.atlas.all().find(is_capital);
    let value = capital.and_then(|at| leader_value(book, position, seat, at));
    1 + u8::from(lost >= LOST) + value.unwrap_or(0)
}

/// The units of a power that a line of its levy asks for (§11.5).
pub fn levied(book: &Book, seat: &str, major: &str, map: &Filled) -> Vec<Wish> {
    let all = wishes_of(book, seat, map).into_iter();
    all.map(|wish| Wish { power: major.to_owned(), ..wish }).collect()
}

/// Spends what was levied; gives what is left.
fn spend(turn: &mut Turn<'_>, line: &Line, major: &str, sum: u32, placed: &mut Placed) -> u32 {
    let (seat, mut left) = (line.seat.clone(), sum);
    for map in line.map.list("spend").iter().filter_map(Given::map) {
        for wish in levied(turn.book, &seat, major, map) {
            let price = wish.price(turn.book);
            let why = match allowed(turn, &seat, &wish, placed) {
                Err(why) => Some(why),
                Ok(()) if price > left => Some(Why::NoMoney),
                Ok(()) => None,
            };
            if let Some(why) = why {
                line.refuse(turn, why);
                break;
            }
            left -= price;
            *placed.units.entry(wish.at).or_default() += 1;
            bring(turn, &seat, &wish, "levy");
        }
    }
    let price = turn.book.tables.expenditure.fieldworks.thaler;
    let names: Vec<String> = line.map.names("fieldworks").into_iter().map(str::to_owned).collect();
    for name in names {
        let at = turn.book.atlas.find(&name);
        let at = at.filter(|at| works::may(turn.book, &turn.state, &seat, *at));
        match at {
            Some(at) if price <= left => {
                left -= price;
                works::raise(turn, &seat, at, placed);
            }
            Some(_) => line.refuse(turn, Why::NoMoney),
            None => line.refuse(turn, Why::NotThere),
        }
    }
    left
}
