//! Money that the umpire gives or takes, and the credit of alliances (NIA §12, §15.1).

use crate::book::Book;
use crate::money::treasury::income;
use crate::money::treasury::scene::Scene;
use crate::record::event::{CreditCause, MoneyEvent};
use crate::season::rulings::Word;
use crate::season::rulings::facts::power;
use crate::turn::Turn;
use serde::Deserialize;

/// `credit: {power: austria, change: 1}`: its credit rises or falls by so much, as when it has refused a
/// peace (NIA §15.1).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credit {
    power: String,
    change: i32,
}

/// `money: {of: austria, pounds: -5}`: a power or a minor country with a purse gets so much, or pays it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Money {
    of: String,
    pounds: i32,
}

/// The most that one fact changes.
const MOST_CREDIT: i32 = 30;
const MOST_POUNDS: i32 = 999;

/// Refuses what changes nothing, and more than there can be.
fn bound(key: &str, by: i32, most: i32) -> Result<(), String> {
    match (-most..=most).contains(&by) && by != 0 {
        true => Ok(()),
        false => Err(format!("{key}: a number from -{most} to {most}, and not 0")),
    }
}

impl Credit {
    /// Says at once if a name or figure in it is none.
    pub fn names(&self, book: &Book) -> Result<(), String> {
        power(book, &self.power)?;
        bound("credit", self.change, MOST_CREDIT)
    }

    pub(super) fn word(self, turn: &Turn) -> Result<Word, String> {
        let power = power(turn.book, &self.power)?;
        let left = turn.state.money.credit.get(&power).copied().unwrap_or(0);
        let title = turn.book.people.title(&power);
        if left <= 0 {
            return Err(format!("{title} has no credit with its allies"));
        }
        let now = (left + self.change).max(0);
        let words = format!("the credit of {title} is {now}");
        let (change, reason) = (now - left, CreditCause::Decided);
        let event = MoneyEvent::CreditChanged { power, change, now, reason };
        let told = turn.state.relations.parties().cloned().collect();
        Ok(Word { words, told, events: vec![event.into()], deed: None })
    }
}

impl Money {
    /// Says at once if a name or figure in it is none.
    pub fn names(&self, book: &Book) -> Result<(), String> {
        if !book.has_money() {
            return Err("money: this scenario has none".to_owned());
        }
        if book.countries.get(&self.of).is_none() {
            power(book, &self.of)?;
        }
        bound("money", self.pounds, MOST_POUNDS)
    }

    pub(super) fn word(self, turn: &Turn) -> Result<Word, String> {
        let book = turn.book;
        let country = book.countries.get(&self.of).map(|country| country.name.clone());
        let who = country.map_or_else(|| power(book, &self.of), Ok)?;
        let title = book.people.title(&who).to_owned();
        let keeper = income::keeper(&Scene::of(book, &turn.state), &who).map(str::to_owned);
        let is_minor = book.countries.get(&who).is_some();
        let keeper = match (keeper, is_minor) {
            (Some(keeper), _) => keeper,
            (None, false) => who.clone(),
            (None, true) => return Err(format!("{title} has no purse")),
        };
        let (left, pounds) = (turn.state.money.chest(&who), self.pounds);
        if left + pounds < 0 {
            return Err(format!("{title} has £{left}"));
        }
        let words = match pounds {
            0.. => format!("{title} gets £{pounds}"),
            _ => format!("{title} pays £{}", -pounds),
        };
        let told = vec![keeper.clone()];
        let event = MoneyEvent::Decided { who, keeper, pounds };
        Ok(Word { words, told, events: vec![event.into()], deed: None })
    }
}
