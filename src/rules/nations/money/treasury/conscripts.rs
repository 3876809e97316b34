//! The French conscripts (NIA §12.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.1, §21.3.3, §21.3.5.

use crate::book::Book;
use crate::book::money::Recruits;
use crate::record::event::{Event, MoneyEvent};
use crate::record::state::Money;
use crate::turn::Turn;
use kit::calendar::{Quarter, Season};

/// Why conscripts cannot be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Only France has them.
    NotOurs,
    /// Not before that season.
    TooEarly(Season),
    /// They were called as often as they may be.
    Spent,
    /// They were called last year, or this year already.
    TooSoon,
}

impl Refusal {
    /// In words.
    pub fn sentence(self) -> String {
        match self {
            Refusal::NotOurs => "only France calls conscripts".to_owned(),
            Refusal::TooEarly(season) => format!("conscripts can be called from {season} on"),
            Refusal::Spent => "conscripts were called twice, and cannot be called again".to_owned(),
            Refusal::TooSoon => "conscripts cannot be called two years running".to_owned(),
        }
    }
}

/// Whether a power may call its conscripts in the spring of a year, as far as the years are known in which
/// they were called.
pub fn may_call(book: &Book, money: &Money, power: &str, year: u16) -> Result<(), Refusal> {
    let rule = &book.money.conscripts;
    if rule.power != power {
        return Err(Refusal::NotOurs);
    }
    if (Season { quarter: Quarter::Spring, year }) < rule.from {
        return Err(Refusal::TooEarly(rule.from));
    }
    if called(book, money) >= rule.calls {
        return Err(Refusal::Spent);
    }
    match money.conscripts.last() {
        Some(last) if year <= last + 1 => Err(Refusal::TooSoon),
        _ => Ok(()),
    }
}

/// How often they were called.
pub fn called(book: &Book, money: &Money) -> usize {
    let rule = &book.money.conscripts;
    let mut special = book.scenario.special.iter();
    let before = special.any(|special| special.conscripts.as_ref() == Some(&rule.power));
    if before { rule.calls } else { money.conscripts.len() }
}

/// Whether a power has called them so often that its line corps of +2 count +1, those too that are raised or
/// come later (NIA §12.1).
pub fn has_lowered(book: &Book, money: &Money, power: &str) -> bool {
    let rule = &book.money.conscripts;
    book.has_money() && rule.power == power && called(book, money) >= rule.calls
}

/// Calls the conscripts, after the income of the spring has come in (NIA §12.1).
pub fn call(turn: &mut Turn, power: &str) -> Result<(), Refusal> {
    let (book, money, year) = (turn.book, &turn.state.money, turn.state.season.year);
    may_call(book, money, power, year)?;
    let came = turn.events.iter().rev().find_map(|event| match event {
        Event::Money(MoneyEvent::Collected { who, pounds, recruits, .. }) if who == power => {
            Some((*pounds, *recruits))
        }
        _ => None,
    });
    let (collected, raised) = came.unwrap_or_default();
    let rule = &book.money.conscripts;
    let left = money.recruits(power);
    let more = raised.steps * rule.recruits.saturating_sub(1);
    let recruits = Recruits { steps: left.steps + more, ..left };
    let pounds = more_money(book, power, collected);
    let last = called(book, money) + 1 == rule.calls;
    let (who, keeper) = (power.to_owned(), power.to_owned());
    turn.record(MoneyEvent::Conscripted { who, keeper, year, pounds, recruits, last });
    Ok(())
}

/// The pounds that a call brings, of those that came in (NIA §12.1, §21.3.5).
pub fn more_money(book: &Book, power: &str, collected: i32) -> i32 {
    let terms = book.scenario.money.as_ref();
    let none = terms.is_some_and(|terms| terms.gets_no_other(power));
    if none { 0 } else { book.money.conscripts.money(collected) - collected }
}

/// The season as the bonuses of nations ask it, which have a year in which one ends: where there is money,
/// it ends with the last call instead (NIA §12.1).
pub fn season_of_bonuses(book: &Book, money: &Money, season: Season) -> Season {
    if book.scenario.money.is_none() {
        return season;
    }
    let over = called(book, money) >= book.money.conscripts.calls;
    Season { year: if over { u16::MAX } else { 0 }, ..season }
}
