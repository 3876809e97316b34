//! The tactical cards of an optional rule, as the owner of the box writes them (NIA §8.1.3).
//!
//! The rules say how the cards are drawn and played, and print none of them, so the program has none of its
//! own. What is the same for all decks (`Tactics`) is a table of the book.

use super::yaml;
use kit::names::plain;
use kit::page::Declared;
use kit::shelf::Shelf;
use play::BookError;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The most that a tactical card adds to a side's dice, or takes from them.
pub const MOST_BY_TACTICS: i32 = 9;
/// The cards of the printed deck.
const MOST_CARDS: usize = 30;
/// How long a name and the words of a card may be.
const LONGEST_NAME: usize = 40;
const LONGEST_WORDS: usize = 300;
/// What a name may have besides letters and digits.
const SIGNS: [char; 6] = [' ', '-', '\'', '’', '.', '!'];
/// What a sheet writes for no card.
pub const NO_CARD: &str = "none";

/// What a scenario's page says of tactics.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct TacticsTerms {
    /// the tactical cards, a line each
    #[declared(items = 1..=30)]
    pub cards: Vec<TacticalCard>,
    /// the year from whose spring the military reform of a power counts, if not that of the rules
    #[serde(default)]
    #[declared(keys = "power", 1792..=1815)]
    pub reforms: BTreeMap<String, u16>,
}

/// A tactical card.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct TacticalCard {
    /// its name: up to 40 letters, digits, blanks and `-'.!`
    pub name: String,
    /// what the card says of when it helps, in up to 300 letters
    #[serde(default)]
    pub helps: String,
    /// the modifier of its side's dice that is printed on it; the umpire may rule another
    #[declared(-9..=9)]
    pub by: Option<i32>,
    /// that it has a check of its own: one die must show this number or more, else the card adds nothing,
    /// unless the umpire rules otherwise
    #[declared(2..=6)]
    pub check: Option<u8>,
    /// `true`: each time it is played the umpire must say what it adds
    #[serde(rename = "by hand", default)]
    pub by_hand: bool,
    /// what it does, in up to 300 letters
    pub told: String,
}

impl TacticalCard {
    /// The printed modifier; 0 if none is printed.
    pub fn printed(&self) -> i32 {
        self.by.unwrap_or(0)
    }

    /// It in a line: `Grand battery: +2; where there are guns; check 4; the guns open the battle`.
    pub fn in_words(&self) -> String {
        let by = self.by.map(|by| format!("{by:+}"));
        let check = self.check.map(|check| format!("if a die shows {check} or more"));
        let helps = Some(self.helps.clone()).filter(|helps| !helps.is_empty());
        let by_hand = self.by_hand.then(|| "the umpire says what it adds".to_owned());
        let told = Some(self.told.clone());
        let parts: Vec<String> =
            by.into_iter().chain(check).chain(helps).chain(by_hand).chain(told).collect();
        format!("{}: {}", self.name, parts.join("; "))
    }
}

impl TacticsTerms {
    /// A card by its name.
    pub fn card(&self, name: &str) -> Option<&TacticalCard> {
        self.cards.iter().find(|card| card.name == name)
    }

    /// The names of all cards, in the order of the page.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.cards.iter().map(|card| card.name.as_str())
    }

    /// Checks the cards and their figures.
    pub fn check(&self) -> Result<(), String> {
        if self.cards.is_empty() || self.cards.len() > MOST_CARDS {
            return Err(format!("there are 1 to {MOST_CARDS} tactical cards"));
        }
        let mut seen = BTreeSet::new();
        for card in &self.cards {
            let wrong = wrong_name(&card.name).or(wrong_words(&card.helps));
            if let Some(why) = wrong.or(wrong_words(&card.told)) {
                return Err(format!("{}: {why}", card.name));
            }
            if !seen.insert(plain(&card.name)) {
                return Err(twice(&card.name));
            }
            let bounds = -MOST_BY_TACTICS..=MOST_BY_TACTICS;
            if card.by.is_some_and(|by| !bounds.contains(&by)) {
                let most = MOST_BY_TACTICS;
                return Err(format!("{}: `by` is from -{most} to {most}", card.name));
            }
            if card.check.is_some_and(|check| !(2..=6).contains(&check)) {
                return Err(format!("{}: `check` is from 2 to 6", card.name));
            }
        }
        Ok(())
    }
}

/// How tactical cards are drawn and played, whatever stands on them (NIA §8.1.3).
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Tactics {
    #[serde(rename = "second card")]
    pub second: SecondCard,
    /// Power to the year from whose spring its military reform counts.
    pub reforms: BTreeMap<String, u16>,
    /// Power to the event card that brings its reform earlier.
    #[serde(rename = "by card")]
    pub by_card: BTreeMap<String, String>,
}

/// Who may play a second tactical card, and what the subordinate who plays it needs.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
pub struct SecondCard {
    /// The combat value of the commander.
    pub combat: i32,
    /// What one die and the subordinate's combat value must come to.
    pub needed: i32,
}

impl Tactics {
    /// Reads the table.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        yaml(shelf, "nations/book/tables/tactics.yaml")
    }
}

/// What is said of a name that stands there already.
pub fn twice(name: &str) -> String {
    format!("two tactical cards are called {name}")
}

/// Why a card cannot have this name, if it cannot.
pub fn wrong_name(name: &str) -> Option<String> {
    let fits = |sign: char| sign.is_alphanumeric() || SIGNS.contains(&sign);
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Some(format!("the name of a card has 1 to {LONGEST_NAME} letters"));
    }
    if !name.starts_with(char::is_alphanumeric) || name.ends_with(' ') || !name.chars().all(fits) {
        return Some(
            "the name of a card begins with a letter or digit and has letters, digits, blanks \
             and `-'.!`"
                .to_owned(),
        );
    }
    (plain(name) == NO_CARD).then(|| format!("`{NO_CARD}` in a sheet means that no card is played"))
}

/// Why these cannot be the words of a card, if they cannot.
pub fn wrong_words(words: &str) -> Option<String> {
    let long = words.chars().count() > LONGEST_WORDS;
    let broken = words.chars().any(char::is_control);
    (long || broken)
        .then(|| format!("the words of a card are one line of up to {LONGEST_WORDS} letters"))
}
