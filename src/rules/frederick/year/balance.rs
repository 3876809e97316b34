//! The balance of power: each seat rolls for an event (FRW §6).
//!
//! # Our reading
//!
//! - §6.2: the seats roll in the order of the year before; in the first year in the order of deployment,
//!   at the beginning of the first court.
//! - §6.2: "No event" is no event, so it may come as often as it is rolled.
//! - §6.4: rolls for a levy or for pillage count among the events of their year.
//! - §9.13: a roll after a pillage falls in an operation, so that Fortunes of War may have it rolled again; the
//!   rolls of an event that it brings do too.
//! - §13.6: no event puts units of two seats into one square, so there is nothing to fight.

use super::events;
use crate::book::tables::Balance;
use crate::operations::dice::{Die, Throw};
use crate::operations::siege;
use crate::record::event::{Event, YearEvent};
use crate::turn::Turn;
use kit::ground::Space;
use kit::rule::Rule;

const ROLL: Rule = Rule("FRW §6.1");

/// Every seat rolls for the events of a year.
pub fn roll(turn: &mut Turn<'_>, year: u16) {
    let seats = match turn.state.initiative {
        Some(_) => turn.state.order(),
        None => deployment(turn),
    };
    for seat in seats {
        roll_for(turn, &seat, year, None);
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

/// One seat rolls, perhaps for what it pillaged in an operation; an event that came already this year is
/// rolled again.
pub fn roll_for(turn: &mut Turn<'_>, seat: &str, year: u16, pillaged: Option<Space>) {
    loop {
        let dice = match pillaged {
            Some(at) => {
                let die = Die::Balance;
                Throw { rule: ROLL, who: seat, at, dice: 2, die, owner: seat }.roll(turn)
            }
            None => turn.ledger.dice(ROLL.by(seat), 2, 6).faces,
        };
        let balance = turn.book.tables.balance(dice[0], dice[1]);
        let came = turn.state.year.events.contains(&balance.words());
        let again = came && balance != Balance::NoEvent;
        let seat_name = seat.to_owned();
        turn.record(Event::from(YearEvent::BalanceRolled {
            seat: seat_name,
            year,
            dice,
            balance,
            again,
        }));
        if !again {
            events::happen(turn, seat, balance, (year, pillaged));
            return;
        }
    }
}
