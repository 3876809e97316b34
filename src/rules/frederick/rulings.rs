//! The umpire's word on a fact: what it can correct, and how it is played.
//!
//! A fact is one key and what belongs to it: `thaler: {of: prussia, has: 6}`.

use crate::book::Book;
use crate::position::Position;
use crate::record::event::{CourtEvent, Event, ForceEvent};
use crate::record::unit::{Force, Height};
use crate::turn::Turn;
use play::table::{Decree, one_key};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_yaml::Value;

/// An example of each fact, with a word on it.
pub const FACTS: &str = "\
thaler: {of: prussia, has: 6.5}    # a treasury, in thaler and halves
moved: {leader: Browne, to: Prague}    # a leader is elsewhere, among units of the same seat
tell: {to: austria, text: A courier is late.}    # a seat is told
";

const KEYS: [&str; 3] = ["thaler", "moved", "tell"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Purse {
    of: String,
    has: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Moved {
    leader: String,
    to: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tell {
    to: String,
    text: String,
}

/// A fact as it was read.
enum Fact {
    Thaler { major: String, halves: u32 },
    Moved { leader: String, to: String },
    Tell { to: String, text: String },
}

fn typed<T: DeserializeOwned>(key: &str, body: &Value) -> Result<T, String> {
    serde_yaml::from_value(body.clone()).map_err(|fault| format!("{key}: {fault}"))
}

fn halves(written: &str) -> Option<u32> {
    let (whole, half) = match written.split_once('.') {
        Some((whole, "5")) => (whole, 1),
        Some((whole, "0")) => (whole, 0),
        Some(_) => return None,
        None => (written, 0),
    };
    let whole: u32 = whole.parse().ok().filter(|whole| *whole <= 999)?;
    Some(2 * whole + half)
}

fn read(book: &Book, text: &str) -> Result<Fact, String> {
    let (key, mut body) = one_key(text, &KEYS, &book.other_names)?;
    match key.as_str() {
        "thaler" => {
            if let Some(has) = body.as_mapping_mut().and_then(|map| map.get_mut("has"))
                && let Value::Number(number) = has
            {
                *has = number.to_string().into();
            }
            let Purse { of, has } = typed(&key, &body)?;
            if !book.is_major(&of) {
                return Err(format!("thaler: `{of}` is not a major power"));
            }
            let halves = halves(&has).ok_or("thaler: `has` is a number such as 6 or 6.5")?;
            Ok(Fact::Thaler { major: of, halves })
        }
        "moved" => {
            let Moved { leader, to } = typed(&key, &body)?;
            let known = book.troops.leader(&leader);
            known.ok_or_else(|| format!("moved: no leader is called `{leader}`"))?;
            book.atlas.find(&to).ok_or_else(|| format!("moved: no place is called `{to}`"))?;
            Ok(Fact::Moved { leader, to })
        }
        _ => {
            let Tell { to, text } = typed(&key, &body)?;
            if !book.seats().contains(&to) {
                return Err(format!("tell: there is no seat `{to}`"));
            }
            Ok(Fact::Tell { to, text: text.split_whitespace().collect::<Vec<_>>().join(" ") })
        }
    }
}

/// Says whether a fact is written as one.
pub fn check(book: &Book, text: &str) -> Result<(), String> {
    read(book, text).map(|_| ())
}

/// What a fact comes to, as things stand now.
pub fn decree(turn: &mut Turn<'_>, text: &str) -> Result<Decree<Event>, String> {
    let book = turn.the_book();
    match read(book, text)? {
        Fact::Thaler { major, halves } => {
            let seat = book.seat_of_major(&major).unwrap_or_default().to_owned();
            let before = turn.state.treasury.get(&major).copied().unwrap_or(0);
            let on = "the umpire's word".to_owned();
            let told = vec![seat.clone()];
            let words = format!("{} has {}", book.title(&major), crate::view::money(halves));
            let event = match halves >= before {
                true => CourtEvent::Gained { seat, to: major, halves: halves - before, on },
                false => CourtEvent::Spent { seat, from: major, halves: before - halves, on },
            };
            Ok(Decree { words, told, events: vec![event.into()] })
        }
        Fact::Moved { leader, to } => {
            let at = book.atlas.find(&to).unwrap_or_default();
            if book.atlas.is_sea(at) {
                return Err(format!("{to} is sea: a leader is aboard a fleet there, or nowhere"));
            }
            let unit =
                turn.state.units.get(&leader).ok_or(format!("{leader} is not on the map"))?;
            let seat = turn.state.seat_of(unit).ok_or(format!("{leader} is neutral"))?.to_owned();
            if turn.state.occupier(at).as_deref() != Some(seat.as_str()) {
                return Err(format!("no units of {leader}'s seat stand alone at {to}"));
            }
            if book.atlas.area(at).is_some_and(|area| area.power != unit.power) {
                return Err(format!("{to} is for units of its own power alone"));
            }
            let from = unit.at;
            let units = vec![leader.clone()];
            let force = Force {
                seat: seat.clone(),
                leader: Some(leader.clone()),
                height: Height::of(1),
                units,
                fleet: false,
            };
            let event = ForceEvent::Moved { force, from, to: at };
            let words = format!("{leader} is at {}", book.atlas.name(at));
            Ok(Decree { words, told: vec![seat], events: vec![event.into()] })
        }
        Fact::Tell { to, text } => Ok(Decree { words: text, told: vec![to], events: vec![] }),
    }
}
