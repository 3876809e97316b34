//! Grand diplomacy: in turn one declaration of war or one Alliance, until all pass (FRW §3.2, §28).
//!
//! The German and Italian States are no minor powers, and nobody declares war on them (§28.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3.2, §9.13, §28.2.

use super::cancel;
use super::control;
use super::lines::{Line, lines};
use crate::book::Book;
use crate::operations::money::{has, spend};
use crate::position::Position;
use crate::record::event::{CourtEvent, Event, Why};
use crate::record::state::Open;
use crate::turn::Turn;
use kit::rule::Rule;
use std::collections::BTreeMap;

const LOT: Rule = Rule("FRW §28.2");

/// Plays the phase.
pub fn hold(turn: &mut Turn<'_>) {
    let order = turn.state.order();
    // What is left of each list, with why it was not played when it was last asked.
    let mut left: BTreeMap<String, Vec<(Line, Why)>> = BTreeMap::new();
    for seat in &order {
        let all = lines(turn, seat, "diplomacy").into_iter();
        left.insert(seat.clone(), all.map(|line| (line, Why::NeverFitted)).collect());
    }
    let mut in_a_row = 0;
    turn.moment.go_around = 0;
    while in_a_row < order.len() {
        turn.moment.go_around += 1;
        for seat in &order {
            let Some(list) = left.get_mut(seat) else { continue };
            if act(turn, list) {
                turn.moment.passed.remove(seat);
                in_a_row = 0;
            } else {
                turn.moment.passed.insert(seat.clone());
                in_a_row += 1;
            }
            if in_a_row >= order.len() {
                break;
            }
        }
    }
    turn.moment = crate::orders::senses::Moment::default();
    for (line, why) in left.into_values().flatten() {
        line.refuse(turn, why);
    }
}

/// Plays the first line that fits; says whether one did.
fn act(turn: &mut Turn<'_>, list: &mut Vec<(Line, Why)>) -> bool {
    for at in 0..list.len() {
        let line = list[at].0.clone();
        if !line.holds(turn) {
            list[at].1 = Why::NeverFitted;
            continue;
        }
        match play(turn, &line) {
            Ok(()) => {
                list.remove(at);
                return true;
            }
            Err(why) => list[at].1 = why,
        }
    }
    false
}

fn play(turn: &mut Turn<'_>, line: &Line) -> Result<(), Why> {
    let name = |key| line.map.name(key).map(str::to_owned);
    if let Some(minor) = name("alliance") {
        return alliance(turn, line, &minor);
    }
    match name("declare war on") {
        Some(minor) => declare(turn, line, &minor),
        None => Err(Why::NotThere),
    }
}

/// What keeps a seat from an alliance with a power, or from a war on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    NotMinor,
    Yours,
    /// Another seat controls it.
    Taken,
    /// The seat has no marker for it.
    NoMarker,
}

/// The marker that brings a minor power to a seat.
pub fn alliance_with(book: &Book, minor: &str) -> String {
    format!("Alliance {}", book.title(minor))
}

/// Why a seat cannot play an Alliance (§9.13).
pub fn no_alliance(
    book: &Book,
    position: &impl Position,
    seat: &str,
    minor: &str,
) -> Option<Refused> {
    match no_war(book, position.open(), seat, minor) {
        Some(refused @ (Refused::NotMinor | Refused::Yours)) => Some(refused),
        Some(Refused::Taken | Refused::NoMarker) | None => {
            let held = position.holds(seat, &alliance_with(book, minor));
            (!held).then_some(Refused::NoMarker)
        }
    }
}

/// Why a seat cannot declare war on a power: it must be minor and neutral (§28.1).
pub fn no_war(book: &Book, open: &Open, seat: &str, minor: &str) -> Option<Refused> {
    match open.controller(minor) {
        _ if !book.cards.minors.contains_key(minor) => Some(Refused::NotMinor),
        Some(by) if by == seat => Some(Refused::Yours),
        Some(_) => Some(Refused::Taken),
        None => None,
    }
}

fn alliance(turn: &mut Turn<'_>, line: &Line, minor: &str) -> Result<(), Why> {
    let seat = line.seat.clone();
    let counter = match no_alliance(turn.book, &turn.state, &seat, minor) {
        Some(Refused::NoMarker) => None,
        Some(Refused::NotMinor | Refused::Yours | Refused::Taken) => return Err(Why::NotThere),
        None => turn.state.holding(&seat, &alliance_with(turn.book, minor)),
    };
    let counter = counter.ok_or(Why::NoMarker)?;
    if cancel::play(turn, &seat, &counter, None, "") {
        control::join(turn, minor, &seat);
    } else {
        line.refuse(turn, Why::Cancelled);
    }
    Ok(())
}

fn declare(turn: &mut Turn<'_>, line: &Line, minor: &str) -> Result<(), Why> {
    let seat = line.seat.clone();
    if no_war(turn.book, &turn.state.open, &seat, minor).is_some() {
        return Err(Why::NotThere);
    }
    let majors = turn.book.majors(&seat).to_vec();
    let from = line.map.name("from").map(str::to_owned).filter(|from| majors.contains(from));
    let from = from.or_else(|| majors.first().cloned()).ok_or(Why::NoMoney)?;
    let halves = 2 * turn.book.tables.expenditure.declaration.thaler;
    if !has(turn, &from, halves) {
        return Err(Why::NoMoney);
    }
    spend(turn, &seat, from, halves, "declaration of war");
    let (by, on) = (seat.clone(), minor.to_owned());
    turn.record(Event::from(CourtEvent::WarDeclared { seat: by, minor: on }));
    let others: Vec<String> = turn.state.order().into_iter().filter(|one| *one != seat).collect();
    let drawn = turn.ledger.lot(LOT.by(minor), &others);
    control::join(turn, minor, &drawn);
    Ok(())
}
