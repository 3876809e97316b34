//! Truces with minor countries, peaces of beaten powers and the Continental System, as the umpire rules on them (NIA
//! §13.2, §13.3.2, §12.2.3).

use crate::book::Book;
use crate::money::treasury::scene::Scene;
use crate::politics::allegiance::Turned;
use crate::politics::peace::bargain::Bargain;
use crate::record::event::{CourtEvent, Term};
use crate::season::rulings::Deed;
use crate::season::rulings::Word;
use crate::season::rulings::facts::{known_country, power, to_all};
use crate::turn::Turn;
use crate::view::peace::condition;
use kit::calendar::Season;
use serde::Deserialize;

/// One of these facts.
pub enum Pact {
    Truce(Truce),
    System(System),
    Peace(Peace),
    Condition(Condition),
}

impl Pact {
    /// Says at once if a name in it is none.
    pub fn names(&self, book: &Book) -> Result<(), String> {
        match self {
            Pact::Truce(fact) => fact.names(book),
            Pact::System(fact) => fact.names(book),
            Pact::Peace(fact) => fact.names(book),
            Pact::Condition(fact) => fact.names(book),
        }
    }

    pub(super) fn word(self, turn: &Turn) -> Result<Word, String> {
        match self {
            Pact::Truce(fact) => fact.word(turn),
            Pact::System(fact) => fact.word(turn),
            Pact::Peace(fact) => fact.word(turn),
            Pact::Condition(fact) => fact.word(turn),
        }
    }
}

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

/// `peace: {of: austria, with: [france], until: spring 1808}`, or `over: yes` for one that ends now.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Peace {
    of: String,
    with: Vec<String>,
    #[serde(default)]
    until: Option<Season>,
    #[serde(default)]
    over: bool,
}

/// `condition: {of: austria, to: france, term: indemnity}`: of the last peace of a beaten power that lasts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    of: String,
    to: String,
    term: Term,
}

impl Peace {
    /// Says at once if a name in it is none.
    pub fn names(&self, book: &Book) -> Result<(), String> {
        if self.with.is_empty() {
            return Err("peace: `with:` names those with whom it is".to_owned());
        }
        if self.over != self.until.is_none() {
            return Err("peace: say either `until:` or `over: yes`".to_owned());
        }
        let mut named = self.with.iter().chain([&self.of]);
        named.try_for_each(|name| power(book, name).map(|_| ()))
    }

    pub(super) fn word(self, turn: &Turn) -> Result<Word, String> {
        let of = power(turn.book, &self.of)?;
        let with = self.with.iter().map(|name| power(turn.book, name));
        let mut with = with.collect::<Result<Vec<String>, String>>()?;
        with.sort();
        with.dedup();
        if with.contains(&of) {
            return Err("nobody has peace with themselves".to_owned());
        }
        let title = |power: &String| turn.book.people.title(power).to_owned();
        let titles = turn.book.people.titles(&with);
        if let Some(ally) = with.iter().find(|other| turn.state.friends(&of, other)) {
            return Err(format!("{} is an ally of {}", title(ally), title(&of)));
        }
        let lasts = with.iter().all(|other| turn.state.titles.peaces.between(&of, other).is_some());
        let Some(until) = self.until else {
            let treaty = turn.state.titles.peaces.between(&of, &with[0]).cloned();
            let treaty = treaty.filter(|treaty| treaty.with.iter().eq(&with));
            let Some(treaty) = treaty else {
                return Err(format!("{} has no peace with {titles} alone", title(&of)));
            };
            let words = format!("the peace of {} with {titles} is over", title(&of));
            let with = treaty.with.iter().cloned().collect();
            let word = to_all(turn, words, CourtEvent::PeaceEnded { power: of, with });
            let deed = Some(Deed::Turned(Turned::Peace(Box::new(treaty))));
            return Ok(Word { deed, ..word });
        };
        if lasts {
            return Err(format!("{} has peace with {titles} already", title(&of)));
        }
        let made = turn.state.season;
        if until <= made {
            return Err(format!("a peace until {until} is over already"));
        }
        let words = format!("{} has peace with {titles} until {until} begins", title(&of));
        let (power, dice, conditions, offered) = (of, vec![], 0, false);
        let side = turn.state.bloc(&with[0]);
        let event =
            CourtEvent::PeaceMade { power, with, made, until, dice, conditions, offered, side };
        Ok(to_all(turn, words, event))
    }
}

impl Condition {
    /// Says at once if a name in it is none.
    pub fn names(&self, book: &Book) -> Result<(), String> {
        power(book, &self.to)?;
        match self.term {
            Term::Indemnity | Term::Troops | Term::Alliance => power(book, &self.of).map(|_| ()),
            Term::Province => Err("condition: a province is handed over by `title:`".to_owned()),
            Term::Country => Err("condition: a country changes sides by `status:`".to_owned()),
            Term::ContinentalSystem => Err("condition: the system is a fact of its own".to_owned()),
            Term::LongerPeace => Err("condition: how long it lasts is said by `peace:`".to_owned()),
        }
    }

    pub(super) fn word(self, turn: &Turn) -> Result<Word, String> {
        let (power, to) = (power(turn.book, &self.of)?, power(turn.book, &self.to)?);
        let title = |power: &str| turn.book.people.title(power).to_owned();
        let Some(treaty) = turn.state.titles.peaces.between(&power, &to) else {
            return Err(format!("{} has no peace with {}", title(&power), title(&to)));
        };
        if treaty.has(self.term).is_some() {
            return Err("this is a condition of the peace already".to_owned());
        }
        let words = condition(turn.book, self.term, None, (&power, &to));
        let counts = Bargain::of_term(turn.book, self.term);
        let (by, term, name) = (to.clone(), self.term, None);
        let event = CourtEvent::ConditionSet { power, to, by, term, name, counts };
        Ok(to_all(turn, words, event))
    }
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
