//! Answers from the ledger of a season, which keeps each of them under its key.
//!
//! A choice without a default of its own is a draw: nobody gains by it (§17). The default of the
//! others is what the ledger takes until somebody says otherwise.

use crate::answers::{Answers, Choice, Pick, Who};
use crate::board::news::News;
use crate::book::Book;
use kit::ground::Space;
use kit::ledger::{Ledger, Question};
use kit::rule::{Ask, Rule};

/// Answers from a ledger, and what was told meanwhile.
pub struct Recorded<'l> {
    book: &'l Book,
    ledger: &'l mut Ledger,
    /// The area of the battle, or nothing on the map.
    place: String,
    pub happened: Vec<News>,
}

/// Who is asked where the rules leave a choice: the one player (§17).
const PLAYER: &str = "france";

/// The faces of the die (§4).
const SIDES: u8 = 10;

impl<'l> Recorded<'l> {
    /// Asks a ledger about what happens in a place.
    pub fn new(book: &'l Book, ledger: &'l mut Ledger, place: impl Into<String>) -> Self {
        Self { book, ledger, place: place.into(), happened: vec![] }
    }

    fn ask(&self, rule: Rule, who: Who) -> Ask {
        rule.by(who.name(self.book)).at(self.place.as_str())
    }

    fn names(&self, options: &[Pick]) -> Vec<String> {
        options.iter().map(|pick| pick.name(self.book).to_owned()).collect()
    }
}

impl Answers for Recorded<'_> {
    fn die(&mut self, rule: Rule, who: Who) -> u8 {
        let roll = self.ledger.dice(self.ask(rule, who), 1, SIDES);
        roll.faces.first().copied().unwrap_or(1)
    }

    fn draw(&mut self, rule: Rule, who: Who, options: &[Pick]) -> usize {
        let names = self.names(options);
        self.ledger.draw(self.ask(rule, who), &names).index
    }

    fn choose(&mut self, choice: &Choice) -> usize {
        let options = self.names(choice.options);
        let Some(default) = choice.default.and_then(|at| options.get(at)) else {
            return self.draw(choice.rule, choice.who, choice.options);
        };
        let question = Question {
            ask: self.ask(choice.rule, choice.who),
            decider: PLAYER.to_owned(),
            topic: choice.topic.name().to_owned(),
            default: default.clone(),
            options: options.clone(),
            needs_human: false,
        };
        let answer = self.ledger.decide(question, None);
        options.iter().position(|option| *option == answer.choice).unwrap_or(0)
    }

    fn now_at(&mut self, at: Option<Space>) {
        self.place = at.map(|at| self.book.map.name(at).to_owned()).unwrap_or_default();
    }

    fn told(&mut self, news: News) {
        self.happened.push(news);
    }
}
