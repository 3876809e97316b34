//! Victory: two kinds of conditions, checked each year (FRW §30.1): that of the scenario (§30.2) and those
//! of the cards (§30.3); then levels (§30.4) and stalemates (§30.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3.2, §30.2, §30.5, §30.7, §30.8, §39, §41.1.

use crate::book::Book;
use crate::book::abilities::Ability;
use crate::position::Position;
use crate::record::event::{Event, YearEvent};
use crate::record::state::{Open, Outcome, Standing};
use crate::turn::Turn;
use kit::ground::Space;

/// Checks the conditions; ends the game if a seat has won or the last year is over.
pub fn check(turn: &mut Turn<'_>) {
    if turn.state.is_over() {
        return;
    }
    let last = turn.state.season.year >= turn.book.scenario.last;
    let mut standings: Vec<Standing> = standings(turn);
    if last {
        last_resort(turn, &mut standings);
    }
    let outcome = outcome(&standings, last).map(|outcome| for_britain(turn, &standings, outcome));
    turn.record(Event::from(YearEvent::VictoryChecked { standings }));
    if let Some(outcome) = outcome {
        turn.record(Event::from(YearEvent::GameOver { outcome }));
    }
}

fn standings(turn: &Turn<'_>) -> Vec<Standing> {
    let (book, state) = (turn.the_book(), &turn.state);
    let standing = |seat: String| Standing {
        tax: state.tax_for_victory(book, &seat),
        needed: needed(book, &state.open, &seat),
        special: special(turn, &seat),
        seat,
    };
    state.order().into_iter().map(standing).collect()
}

/// Whether the cards of a seat are fulfilled, but for the one that waits for the end.
fn special(turn: &Turn<'_>, seat: &str) -> bool {
    let book = turn.the_book();
    let mut own =
        book.majors(seat).iter().filter(|major| !book.ability(major).special.is_empty()).peekable();
    own.peek().is_some() && own.all(|major| card(turn, seat, major, book.ability(major)))
}

/// The tax that a seat needs, in halves (§30.2).
pub fn needed(book: &Book, open: &Open, seat: &str) -> u32 {
    open.baseline.get(seat).copied().unwrap_or(0) + 2 * book.seats.victory
}

/// Whether a city counts for the card of a major: its seat holds it with a unit of that power.
pub fn counts_for_card(position: &impl Position, seat: &str, major: &str, at: Space) -> bool {
    let held = position.holder(at).as_deref() == Some(seat);
    held && position.units_at(seat, at).iter().any(|unit| unit.power == major)
}

/// Whether one of the lines of a card is fulfilled.
fn card(turn: &Turn<'_>, seat: &str, major: &str, ability: &Ability) -> bool {
    let holds = |name: &String| {
        let at = turn.book.atlas.find(name);
        at.is_some_and(|at| counts_for_card(&turn.state, seat, major, at))
    };
    let whole = |line: &Vec<crate::book::abilities::Cities>| {
        line.iter().all(|some| some.of.iter().filter(|name| holds(name)).count() >= some.least)
    };
    ability.special.iter().any(whole)
}

/// Fulfils the card of who wins where nobody else has met a condition.
fn last_resort(turn: &Turn<'_>, standings: &mut [Standing]) {
    let book = turn.the_book();
    let waits =
        |seat: &str| book.majors(seat).iter().any(|major| book.ability(major).wins_stalemates);
    let Some(at) = standings.iter().position(|one| waits(&one.seat)) else { return };
    let mut others = standings.iter().enumerate().filter(|(other, _)| *other != at);
    if others.all(|(_, one)| !one.general() && !one.special) {
        standings[at].special = true;
    }
}

/// What would be a stalemate is a marginal victory of who wins if no other does (§30.5).
fn for_britain(turn: &Turn<'_>, standings: &[Standing], outcome: Outcome) -> Outcome {
    let book = turn.the_book();
    let waits = |one: &&Standing| {
        let majors = book.majors(&one.seat);
        majors.iter().any(|major| book.ability(major).wins_stalemates) && !one.special
    };
    match (outcome, standings.iter().find(waits)) {
        (Outcome::Stalemate, Some(one)) => Outcome::Marginal { seat: one.seat.clone() },
        (outcome, _) => outcome,
    }
}

/// How the game ends, if it does.
fn outcome(standings: &[Standing], last: bool) -> Option<Outcome> {
    let with = |conditions: usize| {
        let met = move |one: &&Standing| usize::from(one.general()) + usize::from(one.special);
        let all = standings.iter().filter(move |one| met(one) == conditions);
        all.map(|one| one.seat.clone()).collect::<Vec<_>>()
    };
    match &with(2)[..] {
        [seat] => return Some(Outcome::Continental { seat: seat.clone() }),
        [_, ..] => return Some(Outcome::Stalemate),
        [] if !last => return None,
        [] => {}
    }
    match &with(1)[..] {
        [seat] => Some(Outcome::Marginal { seat: seat.clone() }),
        _ => Some(Outcome::Stalemate),
    }
}
