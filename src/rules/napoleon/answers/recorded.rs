//! Answers from the ledger of a season, which keeps each of them under its key.
//!
//! Among equals the rules leave the choice to the player, for both sides (§17).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §17.

use crate::answers::{Answers, Choice, Pick, Topic, Who};
use crate::board::news::News;
use crate::book::Book;
use crate::book::options::Ties;
use crate::record::force::Side;
use crate::sequence::Happened;
use crate::sequence::item::{End, Item};
use crate::theatre::Theatre;
use kit::ground::Space;
use kit::ledger::{Ledger, Question, Source};
use kit::rule::{Ask, Rule};
use std::cmp::Reverse;

/// The power of a campaign with one player, who is asked where the rules leave a choice (§17).
pub const PLAYER: &str = "france";

/// Who decides among equals, if the campaign leaves it to them.
pub const UMPIRE: &str = "umpire";

/// The faces of the die (§4).
pub const SIDES: u8 = 10;

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

    /// Hears what became of a part of the answer that is played.
    fn decided(&mut self, _item: Item, _end: End) {}
}

/// Answers from a ledger.
pub struct Recorded<'b, K> {
    book: &'b Book,
    pub keeper: K,
    /// The area of the battle, or nothing on the map.
    place: String,
    /// The player's tie-break preferences: names, the first before others.
    wanted: Vec<String>,
    /// Where Napoleon is.
    napoleon: Option<Space>,
    dice: Vec<u8>,
}

impl<'b, K: Keeper> Recorded<'b, K> {
    /// Asks the ledger of a keeper.
    pub fn new(book: &'b Book, keeper: K) -> Self {
        Self { book, keeper, place: String::new(), wanted: vec![], napoleon: None, dice: vec![] }
    }

    /// With the player's tie-break preferences.
    pub fn wanting(self, wanted: Vec<String>) -> Self {
        Self { wanted, ..self }
    }

    fn ask(&self, rule: Rule, who: Who) -> Ask {
        rule.by(who.name(self.book)).at(self.place.as_str())
    }

    /// What is done where nobody says anything: the default of the rules, else a draw.
    fn usual(&mut self, choice: &Choice) -> usize {
        match choice.default {
            Some(at) => at,
            None => self.draw(choice.rule, choice.who, choice.options),
        }
    }

    /// A decision that the ledger keeps, and on which the umpire may rule.
    fn decide(
        &mut self,
        choice: &Choice,
        decider: String,
        default: String,
        said: Option<(String, Source)>,
    ) -> usize {
        let options = self.names(choice.options);
        let question = Question {
            ask: self.ask(choice.rule, choice.who),
            decider,
            decision: choice.topic.decision(),
            default,
            options: options.clone(),
            needs_human: false,
        };
        let answer = self.keeper.ledger().decide(question, said);
        options.iter().position(|option| *option == answer.choice).unwrap_or(0)
    }

    /// What hurts the French more: their strongest is checked and hit, the weakest of the enemy; the
    /// strongest of the enemy gets a plan, acts first and is refitted; a group goes where it is
    /// nearest to Napoleon. Of equals the first.
    fn harsh(&self, choice: &Choice) -> usize {
        let spares = match (choice.topic, choice.who) {
            (Topic::Shock | Topic::Hit, Who::Side(Side::Enemy)) => true,
            (
                Topic::Shock
                | Topic::Hit
                | Topic::PlanHolder
                | Topic::NextToAct
                | Topic::Goal
                | Topic::Way
                | Topic::Refit
                | Topic::CityHit
                | Topic::Group,
                Who::Side(_) | Who::Force(_) | Who::Area(_),
            ) => false,
        };
        let harm = |pick: &Pick| match *pick {
            Pick::Force(id) => {
                let counter = self.book.counters.get(id.index());
                let combat = counter.map_or(0, |counter| i64::from(counter.force.combat()));
                if spares { -combat } else { combat }
            }
            Pick::Area(at) => {
                let far = self.napoleon.and_then(|to| self.book.map.distance(at, to));
                -far.map_or(i64::MAX, i64::from)
            }
            Pick::Plan(_) => 0,
        };
        let places = 0..choice.options.len();
        places.max_by_key(|at| (harm(&choice.options[*at]), Reverse(*at))).unwrap_or(0)
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
        match self.book.options.ties {
            Ties::Harsh => self.harsh(choice),
            // What is left to the lot is not the player's.
            Ties::Lot if choice.default.is_none() => self.usual(choice),
            Ties::Lot | Ties::Player => {
                let wanted = self.wanted.iter().find(|name| options.contains(name)).cloned();
                match wanted {
                    Some(name) => {
                        let decider = self.keeper.decider();
                        self.decide(choice, decider, name.clone(), Some((name, Source::Reaction)))
                    }
                    None => self.usual(choice),
                }
            }
            Ties::Umpire => {
                let default = options.get(self.usual(choice)).cloned().unwrap_or_default();
                self.decide(choice, UMPIRE.to_owned(), default, None)
            }
        }
    }

    fn now_at(&mut self, at: Option<Space>, theatre: &Theatre) {
        self.place = at.map(|at| self.book.map.name(at).to_owned()).unwrap_or_default();
        self.napoleon = theatre.napoleon;
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

    fn decided(&mut self, item: Item, end: End) {
        self.keeper.decided(item, end);
    }
}
