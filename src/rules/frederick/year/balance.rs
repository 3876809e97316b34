//! The balance of power: each seat rolls for an event (FRW §6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §6.2, §6.4, §9.13, §13.6.

use super::events;
use crate::book::tables::Balance;
use crate::operations::dice::{Die, Throw};
use crate::operations::siege;
use crate::record::event::{Event, YearEvent};
use crate::turn::Turn;
use kit::ground::Space;
use kit::rule::Rule;

const ROLL: Rule = Rule("FRW §6.1");

/// When an event is rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// At the start, when no sheet has been written.
    Start,
    /// Between two years.
    Year,
    /// After a pillage in an operation.
    Pillage(Space),
}

/// Every seat rolls for the events of a year.
pub fn roll(turn: &mut Turn<'_>, year: u16, when: When) {
    let seats = match turn.state.initiative {
        Some(_) => turn.state.order(),
        None => deployment(turn),
    };
    for seat in seats {
        roll_for(turn, &seat, year, when);
    }
    settled(turn);
}

/// Carries out what was rolled at the start and waited for the sheets.
pub fn come(turn: &mut Turn<'_>) {
    let year = turn.state.season.year;
    for (seat, balance) in turn.state.year.waiting.clone() {
        turn.record(Event::from(YearEvent::EventComes { seat: seat.clone(), balance }));
        events::happen(turn, &seat, balance, (year, When::Year));
    }
    settled(turn);
}

/// What events leave behind: mercenaries without a square, sieges that nobody lays.
fn settled(turn: &mut Turn<'_>) {
    crate::court::mercenaries::attend(turn);
    siege::settle(turn, false);
}

/// Whether an event can leave a choice to somebody. Who draws a marker in a full hand is asked as well, but
/// no hand is full at the start.
pub fn asks(balance: Balance) -> bool {
    match balance {
        // A leader may save himself; its owner names the loss, or the place; a majority votes.
        Balance::Riot
        | Balance::ImperialElection
        | Balance::PeaceParty
        | Balance::LeaderLost
        | Balance::Subsidies
        | Balance::ImperialBan
        | Balance::NewGeneral
        | Balance::Plague
        | Balance::ImperialLevy
        | Balance::TurkishScare
        | Balance::ImperialTreasury
        | Balance::RussianSuccession => true,
        Balance::NoEvent
        | Balance::EconomicExpansion
        | Balance::AllianceOfFewestMarkers
        | Balance::AllianceOfInitiative
        | Balance::AllianceOfLowestTax
        | Balance::DeathOfFavourite
        | Balance::BadHarvest
        | Balance::BourseCrisis
        | Balance::ColonialWar
        | Balance::Intrigue
        | Balance::GrandAlliance
        | Balance::ConcertOfEurope
        | Balance::GoodHarvest
        | Balance::Chaos => false,
    }
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
pub fn roll_for(turn: &mut Turn<'_>, seat: &str, year: u16, when: When) {
    loop {
        let dice = match when {
            When::Pillage(at) => {
                let die = Die::Balance;
                Throw { rule: ROLL, who: seat, at, dice: 2, die, owner: seat }.roll(turn)
            }
            When::Start | When::Year => turn.ledger.dice(ROLL.by(seat), 2, 6).faces,
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
        if again {
            continue;
        }
        if when == When::Start && asks(balance) {
            turn.record(Event::from(YearEvent::EventWaits { seat: seat.to_owned(), balance }));
        } else {
            events::happen(turn, seat, balance, (year, when));
        }
        return;
    }
}
