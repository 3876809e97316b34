//! Answers from the ledger of a season, which keeps each of them under its key.
//!
//! A choice without a default of its own is a draw: nobody gains by it (§17), unless the campaign
//! leaves it to the player. The default of the others is what the ledger takes until somebody says
//! otherwise. What a player says beforehand is a list of names: the first of them that is among the
//! equals is chosen.

use crate::answers::{Answers, Choice, Pick, Who};
use crate::board::news::News;
use crate::book::Book;
use crate::book::options::Ties;
use crate::sequence::Happened;
use crate::theatre::Theatre;
use kit::ground::Space;
use kit::ledger::{Ledger, Question, Source};
use kit::rule::{Ask, Rule};

/// The power of a campaign with one player, who is asked where the rules leave a choice (§17).
pub const PLAYER: &str = "france";

/// The faces of the die (§4).
const SIDES: u8 = 10;

/// Where answers are kept, and who hears what comes of them.
pub trait Keeper {
    fn ledger(&mut self) -> &mut Ledger;

    /// Hears where the sequence is: the area of a battle, or the map as it stands.
    fn now_at(&mut self, _at: Option<Space>, _theatre: &Theatre) {}

    /// Who decides now what the rules leave to the French.
    fn decider(&self) -> String {
        PLAYER.to_owned()
    }

    /// Hears what happened on the board.
    fn board(&mut self, news: News);

    /// Hears what happened in the sequence, with the dice that were rolled since the last word.
    fn sequence(&mut self, what: &Happened, dice: Vec<u8>);
}

/// Answers from a ledger.
pub struct Recorded<'b, K> {
    book: &'b Book,
    pub keeper: K,
    /// The area of the battle, or nothing on the map.
    place: String,
    /// The names of those whom the player wants to be chosen among equals, the first before others.
    wanted: Vec<String>,
    dice: Vec<u8>,
}

impl<'b, K: Keeper> Recorded<'b, K> {
    /// Asks the ledger of a keeper.
    pub fn new(book: &'b Book, keeper: K) -> Self {
        Self { book, keeper, place: String::new(), wanted: vec![], dice: vec![] }
    }

    /// The same with whom the player wants to be chosen among equals.
    pub fn wanting(self, wanted: Vec<String>) -> Self {
        Self { wanted, ..self }
    }

    fn ask(&self, rule: Rule, who: Who) -> Ask {
        rule.by(who.name(self.book)).at(self.place.as_str())
    }

    fn names(&self, options: &[Pick]) -> Vec<String> {
        options.iter().map(|pick| pick.name(self.book).to_owned()).collect()
    }
}

impl<K: Keeper> Answers for Recorded<'_, K> {
    fn die(&mut self, rule: Rule, who: Who) -> u8 {
        let ask = self.ask(rule, who);
        let roll = self.keeper.ledger().dice(ask, 1, SIDES);
        let face = roll.faces.first().copied().unwrap_or(1);
        self.dice.push(face);
        face
    }

    fn draw(&mut self, rule: Rule, who: Who, options: &[Pick]) -> usize {
        let (ask, names) = (self.ask(rule, who), self.names(options));
        // In the order of the alphabet, so that the proof can tell that nobody chose the order.
        let mut places: Vec<usize> = (0..names.len()).collect();
        places.sort_by_key(|at| &names[*at]);
        let sorted: Vec<String> = places.iter().map(|at| names[*at].clone()).collect();
        let drawn = self.keeper.ledger().draw(ask, &sorted).index;
        places.get(drawn).copied().unwrap_or(0)
    }

    fn choose(&mut self, choice: &Choice) -> usize {
        let options = self.names(choice.options);
        let lot = choice.default.is_none() && self.book.options.ties == Ties::Lot;
        let wanted = self.wanted.iter().find(|name| options.contains(name)).filter(|_| !lot);
        let default = choice.default.and_then(|at| options.get(at)).or(wanted);
        let Some(default) = default.cloned() else {
            return self.draw(choice.rule, choice.who, choice.options);
        };
        let question = Question {
            ask: self.ask(choice.rule, choice.who),
            decider: self.keeper.decider(),
            topic: choice.topic.name().to_owned(),
            default,
            options: options.clone(),
            needs_human: false,
        };
        let said = wanted.map(|name| (name.clone(), Source::Reaction));
        let answer = self.keeper.ledger().decide(question, said);
        options.iter().position(|option| *option == answer.choice).unwrap_or(0)
    }

    fn now_at(&mut self, at: Option<Space>, theatre: &Theatre) {
        self.place = at.map(|at| self.book.map.name(at).to_owned()).unwrap_or_default();
        self.keeper.now_at(at, theatre);
    }

    fn told(&mut self, news: News) {
        self.dice.clear();
        self.keeper.board(news);
    }

    fn happened(&mut self, what: &Happened) {
        let dice = std::mem::take(&mut self.dice);
        self.keeper.sequence(what, dice);
    }
}
