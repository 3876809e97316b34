//! The state of the court, and the events by which alone it changes.

use super::{ADA, BERT, Book, CARLA};
use kit::deck::{Change, Deck};
use kit::declared::Words;
use kit::relations::{Relations, Status};
use rules::table::Common;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// All cards.
pub const CARDS: [&str; 8] =
    ["bishop", "castellan", "duchess", "envoy", "falconer", "herald", "jester", "marshal"];
/// All seasons, in the order in which they are played.
const SEASONS: [&str; 6] = [
    "hands 1800 (1)",
    "council 1800 (1)",
    "treaties 1800 (1)",
    "hands 1800 (2)",
    "council 1800 (2)",
    "treaties 1800 (2)",
];

/// A season, by its place in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Season(usize);

impl Season {
    pub const FIRST: Season = Season(0);
    pub const LAST: Season = Season(SEASONS.len() - 1);

    /// The name of its kind.
    pub fn kind(self) -> &'static str {
        SEASONS[self.0].split(' ').next().unwrap_or_default()
    }
}

impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(SEASONS[self.0])
    }
}

impl FromStr for Season {
    type Err = String;

    fn from_str(written: &str) -> Result<Season, String> {
        let found = SEASONS.iter().position(|season| *season == written);
        found.map(Season).ok_or_else(|| format!("unknown season `{written}`"))
    }
}

/// Where the court stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub season: Season,
    pub crown: bool,
    pub deck: Deck,
    pub gold: BTreeMap<String, u32>,
    /// Who keeps Carla.
    pub keeper: String,
    pub relations: Relations<String>,
    /// Who lost all in a council.
    pub fallen: BTreeSet<String>,
    pub over: bool,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A season begins.
    Began,
    /// Whose orders are played.
    Ordered { power: String, by: String },
    /// A letter was carried.
    Letter { from: String, to: String, text: String },
    /// The umpire's word.
    Ruled { words: String },
    /// A card went somewhere.
    Deck(#[told("card")] Change),
    /// The highest bid was paid, and its writer keeps Carla.
    Kept { keeper: String, paid: u32 },
    /// Somebody bid all and lost; the rules play them from now on.
    Fell { power: String },
    /// What became of a deal that somebody offered.
    Offered { power: String, words: String },
    /// A deal was made: the one pays the other, and both are friends.
    Agreed { giver: String, taker: String, gold: u32 },
    /// The season is over.
    Ended,
}

impl From<Common> for Event {
    fn from(common: Common) -> Event {
        match common {
            Common::Ordered { power, by, .. } => Event::Ordered { power, by },
            Common::Letter { from, to, text } => Event::Letter { from, to, text },
            Common::Ruled { choice, .. } => Event::Ruled { words: choice },
            Common::Decreed { words, .. } => Event::Ruled { words },
        }
    }
}

impl Event {
    /// It in a sentence, for the umpire.
    pub fn sentence(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl State {
    /// The opening: every card is aside, Ada keeps Carla, and Ada and Bert are enemies.
    pub fn new(book: &Book) -> State {
        let sides = [(ADA, "white"), (BERT, "black")];
        State {
            season: Season::FIRST,
            crown: book.crown,
            deck: Deck::new(CARDS.map(str::to_owned)).expect("each card has a name of its own"),
            gold: [ADA, BERT, CARLA].map(|power| (power.to_owned(), 10)).into(),
            keeper: ADA.to_owned(),
            relations: sides
                .map(|(power, side)| (power.to_owned(), side.to_owned()))
                .into_iter()
                .collect(),
            fallen: BTreeSet::new(),
            over: false,
        }
    }

    /// Writes an event into the state.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Began
            | Event::Ordered { .. }
            | Event::Letter { .. }
            | Event::Ruled { .. }
            | Event::Offered { .. } => {}
            Event::Deck(change) => {
                self.deck.apply(change).expect("the rules ask for what the deck allows");
            }
            Event::Kept { keeper, paid } => {
                self.pay(keeper, *paid);
                self.keeper.clone_from(keeper);
            }
            Event::Fell { power } => {
                self.gold.insert(power.clone(), 0);
                self.fallen.insert(power.clone());
            }
            Event::Agreed { giver, taker, gold } => {
                self.pay(giver, *gold);
                *self.gold.entry(taker.clone()).or_default() += gold;
                self.relations.settle(giver, taker, Status::Allied);
            }
            Event::Ended if self.season == Season::LAST => self.over = true,
            Event::Ended => self.season = Season(self.season.0 + 1),
        }
    }

    fn pay(&mut self, power: &str, gold: u32) {
        let purse = self.gold.entry(power.to_owned()).or_default();
        *purse = purse.checked_sub(gold).expect("nobody pays what they do not have");
    }
}
