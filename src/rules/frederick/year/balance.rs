//! The balance of power: each seat rolls for an event (FRW §6).
//!
//! # Our reading
//!
//! - §6.2: the seats roll in the order of the year before; in the first year in the order of deployment,
//!   at the beginning of the first court.
//! - §6.2: "No event" is no event, so it may come as often as it is rolled.
//! - §6.4: rolls for a levy or for pillage count among the events of their year.
//! - §13.6: no event puts units of two seats into one square, so there is nothing to fight.

use super::events;
use crate::book::tables::Balance;
use crate::operations::siege;
use crate::record::event::{Event, YearEvent};
use crate::turn::Turn;
use kit::rule::Rule;

const ROLL: Rule = Rule("FRW §6.1");

/// Every seat rolls for the events of a year.
pub fn roll(turn: &mut Turn<'_>, year: u16) {
    let seats = match turn.state.initiative {
        Some(_) => turn.state.order(),
        None => deployment(turn),
    };
    for seat in seats {
        roll_for(turn, &seat, year);
    }
    crate::court::mercenaries::attend(turn);
    siege::settle(turn, false);
}

/// The seats in the order in which their first power sets up (§31.4).
fn deployment(turn: &Turn<'_>) -> Vec<String> {
    let book = turn.the_book();
    let mut seats: Vec<String> = vec![];
    for major in &book.tables.figures.deployment {
        if let Some(seat) = book.seat_of_major(major)
            && !seats.iter().any(|one| one == seat)
        {
            seats.push(seat.to_owned());
        }
    }
    seats
}

/// One seat rolls; an event that came already this year is rolled again.
pub fn roll_for(turn: &mut Turn<'_>, seat: &str, year: u16) {
    loop {
        let roll = turn.ledger.dice(ROLL.by(seat), 2, 6);
        let balance = turn.book.tables.balance(roll.faces[0], roll.faces[1]);
        let came = turn.state.year.events.contains(&balance.words());
        let again = came && balance != Balance::NoEvent;
        let dice = roll.faces.clone();
        let seat_name = seat.to_owned();
        turn.record(Event::from(YearEvent::BalanceRolled {
            seat: seat_name,
            year,
            dice,
            balance,
            again,
        }));
        if !again {
            events::happen(turn, seat, balance, year);
            return;
        }
    }
}
