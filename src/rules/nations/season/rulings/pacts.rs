//! Truces with minor countries, and the Continental System, as the umpire rules on them (NIA §13.2, §12.2.3).

use crate::book::Book;
use crate::money::treasury::scene::Scene;
use crate::record::event::CourtEvent;
use crate::season::rulings::Word;
use crate::season::rulings::facts::{known_country, power, to_all};
use crate::turn::Turn;
use kit::calendar::Season;
use serde::Deserialize;

/// `truce: {country: Saxony, power: france, until: spring 1808}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Truce {
    country: String,
    power: String,
    until: Season,
}

/// `system: {court: austria, bound: yes}`: a power or a minor country.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct System {
    court: String,
    bound: bool,
}

impl Truce {
    /// Says at once if a name in it is none.
    pub fn names(&self, book: &Book) -> Result<(), String> {
        known_country(book, &self.country)?;
        power(book, &self.power).map(|_| ())
    }

    pub(super) fn word(self, turn: &Turn) -> Result<Word, String> {
        let power = power(turn.book, &self.power)?;
        let (Self { country, until, .. }, title) = (self, turn.book.people.title(&power));
        if turn.state.titles.status(turn.book, &country).is_none() {
            return Err(format!("{country} has no part in the game"));
        }
        if until <= turn.state.season {
            return Err(format!("a truce until {until} is over already"));
        }
        let words = format!("{country} and {title} have a truce until {until} begins");
        Ok(to_all(turn, words, CourtEvent::TruceSet { country, power, until }))
    }
}

impl System {
    /// Says at once if a name in it is none.
    pub fn names(&self, book: &Book) -> Result<(), String> {
        if book.countries.get(&self.court).is_some() {
            return Ok(());
        }
        power(book, &self.court).map(|_| ())
    }

    pub(super) fn word(self, turn: &Turn) -> Result<Word, String> {
        let book = turn.book;
        let country = book.countries.get(&self.court).map(|country| country.name.clone());
        let court = country.map_or_else(|| power(book, &self.court), Ok)?;
        let (bound, title) = (self.bound, book.people.title(&court));
        let scene = Scene::of(book, &turn.state);
        if scene.is_bound(&court) == bound {
            let is = if bound { "is" } else { "is not" };
            return Err(format!("{title} {is} in the Continental System already"));
        }
        let words = match bound {
            true => format!("{title} joins the Continental System"),
            false => format!("{title} leaves the Continental System"),
        };
        // Who follows France is bound, and who is at war with her is not, whatever is ruled.
        if scene.is_settled(&court) {
            let why = if bound { "is at war with France" } else { "follows France" };
            return Err(format!("{title} {why}"));
        }
        let event = CourtEvent::SystemTurned { court, bound };
        Ok(to_all(turn, words, event))
    }
}
