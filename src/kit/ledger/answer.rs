//! What is asked of the ledger, what it answers, and how the answer is kept.

use crate::decision::Decision;
use crate::rule::Ask;
use serde::{Deserialize, Serialize};

/// Where an answer came from.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// From the season's seed.
    Seed,
    /// From a case.
    Script,
    /// The umpire forced a die or a chit.
    Forced,
    /// The umpire ruled on a decision or a fact.
    Ruling,
    /// The order itself had a condition for it.
    Entry,
    /// A standing reaction of the sheet.
    Reaction,
    /// The rule system's default; for a decision, the question is still open.
    Default,
}

/// One answer as it is kept: never renamed, never without a field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub key: String,
    pub what: What,
    pub source: Source,
    /// Why the umpire gave this answer, if they did and said so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

impl Entry {
    /// Whether it is chance, and no choice.
    pub fn is_chance(&self) -> bool {
        match self.what {
            What::Dice { .. } | What::Draw { .. } | What::Shuffle { .. } | What::Card { .. } => {
                true
            }
            What::Decision { .. } | What::Fact { .. } => false,
        }
    }

    /// Whether it is chance that the umpire has forced.
    pub fn is_forced_chance(&self) -> bool {
        self.is_chance() && self.source == Source::Forced
    }

    /// That the umpire has forced the order of a secret shuffle, in words that tell no card.
    pub fn forced_shuffle_in_words(&self) -> Option<String> {
        let is_forced = matches!(self.what, What::Shuffle { .. }) && self.is_forced_chance();
        is_forced.then(|| {
            let season = self.key.split('/').next().unwrap_or_default();
            let (who, rule) = (self.who(), self.rule());
            because(&format!("forced: the order of the {who}, {season} ({rule})"), &self.reason)
        })
    }

    /// The rule that asked, as it is cited.
    pub fn rule(&self) -> &str {
        self.key.split('/').nth(1).unwrap_or_default()
    }

    /// For whom it asked: a leader, a unit or a power; `-` for nobody.
    pub fn who(&self) -> &str {
        self.key.split('/').nth(2).unwrap_or_default()
    }

    /// At which of several tables, where one campaign is played at several.
    pub fn lane(&self) -> Option<&str> {
        Some(self.key.split('/').next()?.split_once(super::LANE)?.1)
    }

    /// Where it asked; `-` for nowhere.
    pub fn place(&self) -> &str {
        self.key.split('/').nth(3).unwrap_or_default()
    }
}

/// What was asked, and the answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    Dice {
        count: u8,
        sides: u8,
        faces: Vec<u8>,
    },
    /// `chosen` counts from 0.
    Draw {
        options: Vec<String>,
        chosen: u32,
    },
    /// A secret shuffle: the cards in the order of the alphabet, and which of them lies where, the
    /// top first, counted from 0.
    Shuffle {
        cards: Vec<String>,
        order: Vec<u32>,
    },
    /// The card that was taken from a shuffle, by its key, and from which place, counted from 1.
    Card {
        shuffle: String,
        place: u32,
        card: String,
    },
    Decision {
        decider: String,
        topic: String,
        options: Vec<String>,
        choice: String,
        needs_human: bool,
    },
    /// The umpire's word on a fact, and in words what it was.
    Fact {
        at: String,
        text: String,
        reason: String,
        words: String,
    },
}

/// A die or a chit as a player was shown it, so that they can check it when the secret is revealed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Shown {
    pub key: String,
    /// `2d6`, `one of a, b, c`, or `card 3 of` and the key of the shuffle.
    pub what: String,
    /// `4+2`, or what was drawn.
    pub fell: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// Why the umpire forced it, if they said so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

impl Shown {
    /// Shows an answer, if it is one of chance and not a shuffle, which nobody may see.
    pub fn of(entry: &Entry) -> Option<Shown> {
        match &entry.what {
            What::Dice { .. } | What::Draw { .. } | What::Card { .. } => Some(Shown {
                key: entry.key.clone(),
                what: entry.what.question(),
                fell: entry.what.answer(),
                forced: entry.source == Source::Forced,
                reason: entry.reason.clone(),
            }),
            What::Shuffle { .. } | What::Decision { .. } | What::Fact { .. } => None,
        }
    }
}

impl Shown {
    /// The options of a draw; empty for anything else.
    pub fn options(&self) -> Vec<&str> {
        let options = self.what.strip_prefix("one of ");
        options.map_or_else(Vec::new, |list| list.split(", ").collect())
    }

    /// That the umpire forced it, and why. Everybody who sees such a die or chit is told so.
    pub fn forced_in_words(&self) -> Option<String> {
        let Shown { key, fell, reason, .. } = self;
        self.forced.then(|| because(&format!("forced: {fell} ({})", asked_by(key)), reason))
    }

    /// Appends a die or chit to those shown to a power, unless an earlier one of its row was hidden
    /// from it.
    ///
    /// A row is all draws of one rule, name and place. So a power's list has each row without gaps,
    /// and who leaves out a draw has to leave out all that follow in the row.
    pub fn follow(self, shown: &mut Vec<Shown>) {
        let before = self.key.rsplit_once('/').and_then(|(row, number)| {
            let before = number.parse::<u32>().ok()?.checked_sub(1).filter(|before| *before > 0)?;
            Some(format!("{row}/{before}"))
        });
        if before.is_none_or(|before| shown.iter().any(|other| other.key == before)) {
            shown.push(self);
        }
    }
}

impl What {
    /// What was asked for, to find out later whether it is still the same.
    pub fn question(&self) -> String {
        match self {
            What::Dice { count, sides, .. } => format!("{count}d{sides}"),
            What::Draw { options, .. } | What::Decision { options, .. } => super::one_of(options),
            What::Shuffle { cards, .. } => super::shuffle::question(cards),
            What::Card { shuffle, place, .. } => format!("card {place} of {shuffle}"),
            What::Fact { .. } => "a fact".to_owned(),
        }
    }

    /// The answer in short: faces `4+2`, what was drawn, the choice.
    pub fn answer(&self) -> String {
        match self {
            What::Dice { faces, .. } => {
                faces.iter().map(u8::to_string).collect::<Vec<_>>().join("+")
            }
            What::Draw { options, chosen } => {
                options.get(*chosen as usize).cloned().unwrap_or_default()
            }
            What::Shuffle { cards, order } => super::shuffle::named(cards, order).join(", "),
            What::Card { card, .. } => card.clone(),
            What::Decision { choice, .. } => choice.clone(),
            What::Fact { words, .. } => words.clone(),
        }
    }
}

/// Dice as they fell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roll {
    pub key: String,
    pub faces: Vec<u8>,
    pub source: Source,
}

impl Roll {
    /// Adds up the faces.
    pub fn sum(&self) -> u16 {
        self.faces.iter().map(|face| u16::from(*face)).sum()
    }
}

/// One drawn of several, by its place in the list, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    pub key: String,
    pub index: usize,
    pub source: Source,
}

/// A point where the rules leave a choice to a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub ask: Ask,
    /// The power whose choice it is.
    pub decider: String,
    /// What the list of the game says of it.
    pub decision: &'static Decision,
    /// What the rules allow; empty where any words will do.
    pub options: Vec<String>,
    pub default: String,
    /// Whether publishing must wait for the umpire's ruling.
    pub needs_human: bool,
}

/// The choice that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub key: String,
    pub choice: String,
    pub source: Source,
}

/// A choice that the umpire made for a power, with the reason they gave for it.
pub fn ruled_in_words(key: &str, (topic, choice): (&str, &str), reason: &str) -> String {
    because(&format!("{topic}: {choice} ({})", asked_by(key)), reason)
}

/// The rule, the name and the place that a key is made of.
fn asked_by(key: &str) -> String {
    key.rsplit_once('/').map_or(key, |(asked, _)| asked).replace('/', ", ")
}

/// What the umpire did, with the reason they gave for it.
fn because(what: &str, reason: &str) -> String {
    match reason.trim() {
        "" => what.to_owned(),
        reason => format!("{what}: {reason}"),
    }
}
