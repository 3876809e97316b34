//! What the rules ask: dice, draws, and choices where they leave several ways (§17).
//!
//! A question has a key, the rule and whom it concerns, so that a ledger can answer it in a game
//! and a list of numbers in a test. What happens is told to the same value, which may ignore it.

pub mod own_dice;
pub mod recorded;

use crate::board::news::News;
use crate::book::Book;
use crate::book::plans::PlanId;
pub use crate::decisions::Topic;
use crate::record::force::{ForceId, Side};
use crate::sequence::Happened;
use crate::sequence::item::{End, Item};
use crate::theatre::Theatre;
use kit::ground::Space;
use kit::rule::Rule;

/// Whom a question concerns.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    Force(ForceId),
    Side(Side),
    Area(Space),
}

impl Who {
    /// The stable name of whom a question concerns.
    pub fn name(self, book: &Book) -> &str {
        match self {
            Who::Force(id) => book.name(id),
            Who::Side(Side::French) => "French",
            Who::Side(Side::Enemy) => "enemy",
            Who::Area(at) => book.map.name(at),
        }
    }
}

/// One way among several.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pick {
    Force(ForceId),
    Area(Space),
    Plan(PlanId),
}

impl Pick {
    /// The stable name of a way.
    pub fn name(self, book: &Book) -> &str {
        match self {
            Pick::Force(id) => book.name(id),
            Pick::Area(at) => book.map.name(at),
            Pick::Plan(plan) => book.plans.name(plan),
        }
    }
}

/// A choice that the rules leave open: all options are legal, one of them is the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<'a> {
    pub rule: Rule,
    pub topic: Topic,
    pub who: Who,
    pub options: &'a [Pick],
    /// What happens if nobody chooses, by its place in the options; without one the lot decides.
    pub default: Option<usize>,
}

/// Answers what the rules ask.
pub trait Answers {
    /// Rolls a ten-sided die: 1 to 10.
    fn die(&mut self, rule: Rule, who: Who) -> u8;

    /// Draws one of the options, each as likely as any other, and gives its place.
    fn draw(&mut self, rule: Rule, who: Who, options: &[Pick]) -> usize;

    /// Chooses one of the options, and gives its place.
    fn choose(&mut self, choice: &Choice) -> usize {
        match choice.default {
            Some(at) => at,
            None => self.draw(choice.rule, choice.who, choice.options),
        }
    }

    /// Hears where the next questions come from: the area of a battle, or the map as it stands.
    fn now_at(&mut self, _at: Option<Space>, _theatre: &Theatre) {}

    /// Hears what happened on the board.
    fn told(&mut self, _news: News) {}

    /// Hears what happened in the sequence, in its order with what happened on the board.
    fn happened(&mut self, _what: &Happened) {}

    /// Hears what became of a part of the answer that is played.
    fn decided(&mut self, _item: Item, _end: End) {}
}

/// Draws one of the options; of one alone without asking.
pub(crate) fn drawn(
    answers: &mut dyn Answers,
    rule: Rule,
    who: Who,
    options: &[Pick],
) -> Option<Pick> {
    match options {
        [] => None,
        [only] => Some(*only),
        _ => Some(options[answers.draw(rule, who, options).min(options.len() - 1)]),
    }
}

/// Chooses one of the options; of one alone without asking.
pub(crate) fn chosen(answers: &mut dyn Answers, choice: &Choice) -> Option<Pick> {
    match choice.options {
        [] => None,
        [only] => Some(*only),
        options => Some(options[answers.choose(choice).min(options.len() - 1)]),
    }
}

/// The forces among picks: questions about forces have no other options.
pub(crate) fn force(pick: Pick) -> Option<ForceId> {
    match pick {
        Pick::Force(id) => Some(id),
        Pick::Area(_) | Pick::Plan(_) => None,
    }
}

/// The areas among picks: questions about areas have no other options.
pub(crate) fn area(pick: Pick) -> Option<Space> {
    match pick {
        Pick::Area(at) => Some(at),
        Pick::Force(_) | Pick::Plan(_) => None,
    }
}
