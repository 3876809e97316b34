//! Who learns what: a hand is its holder's, a bid its writer's, a deal that is not made its offerer's.

use super::Court;
use super::state::{Event, State};
use kit::deck::{Change, DeckView};
use kit::ledger::Shown;
use rules::table::Happened;
use serde::{Deserialize, Serialize};

/// What a power knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    pub power: String,
    pub season: String,
    pub gold: u32,
    pub deck: DeckView,
    pub keeper: String,
    pub friends: Vec<String>,
    /// What it was told of the last season.
    pub news: Vec<String>,
    pub dice: Vec<Shown>,
}

/// What a power learns of one event.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    pub news: Option<String>,
    /// Whether the dice and cards of the event are seen.
    pub dice: bool,
    begins: bool,
    deck: Option<DeckView>,
    gold: Option<u32>,
    keeper: Option<String>,
    season: Option<String>,
    friends: Option<Vec<String>>,
}

impl Known {
    /// What a power knows of a position, without its past.
    pub fn new(power: &str, state: &State) -> Known {
        Known {
            power: power.to_owned(),
            season: state.season.to_string(),
            gold: gold(state, power),
            deck: state.deck.view(power),
            keeper: state.keeper.clone(),
            friends: friends(state, power),
            news: vec![],
            dice: vec![],
        }
    }

    /// Learns what was seen.
    pub fn learn(&mut self, seen: Seen) {
        let Seen { news, begins, deck, gold, keeper, season, friends, .. } = seen;
        if begins {
            self.news.clear();
            self.dice.clear();
        }
        self.news.extend(news);
        self.deck = deck.unwrap_or_else(|| std::mem::take(&mut self.deck));
        self.gold = gold.unwrap_or(self.gold);
        self.keeper = keeper.unwrap_or_else(|| std::mem::take(&mut self.keeper));
        self.season = season.unwrap_or_else(|| std::mem::take(&mut self.season));
        self.friends = friends.unwrap_or_else(|| std::mem::take(&mut self.friends));
    }
}

/// What one pair of eyes learns of an event.
pub fn witness(happened: &Happened<'_, Court>, eye: &str) -> Option<Seen> {
    let state = happened.state;
    let news = |words: String| Some(Seen { news: Some(words), ..Seen::default() });
    match happened.event {
        Event::Began => Some(Seen { begins: true, ..Seen::default() }),
        Event::Ordered { power, by } if power == eye => news(format!("you sent {by}")),
        Event::Letter { from, to, text } if to == eye => news(format!("{from} writes: {text}")),
        Event::Offered { power, words } if power == eye => news(words.clone()),
        Event::Ordered { .. } | Event::Letter { .. } | Event::Offered { .. } => None,
        Event::Ruled { words } => news(words.clone()),
        Event::Deck(change) => Some(Seen {
            news: told(change, eye),
            dice: change.shows_card_to(eye),
            deck: Some(state.deck.view(eye)),
            ..Seen::default()
        }),
        Event::Kept { keeper, .. } => Some(Seen {
            news: Some(format!("{keeper} keeps carla")),
            keeper: Some(keeper.clone()),
            gold: (keeper == eye).then(|| gold(state, eye)),
            ..Seen::default()
        }),
        Event::Fell { power } => Some(Seen {
            news: Some(format!("{power} has fallen")),
            gold: (power == eye).then_some(0),
            ..Seen::default()
        }),
        Event::Agreed { giver, taker, .. } => Some(Seen {
            news: Some(format!("{giver} and {taker} are friends")),
            gold: [giver, taker].iter().any(|one| *one == eye).then(|| gold(state, eye)),
            friends: Some(friends(state, eye)),
            ..Seen::default()
        }),
        Event::Ended => Some(Seen { season: Some(state.season.to_string()), ..Seen::default() }),
    }
}

/// What is told of a change of the deck to somebody.
fn told(change: &Change, eye: &str) -> Option<String> {
    let (card, to) = match change {
        Change::Shuffled { order, .. } => {
            return Some(format!("the pool of {} is shuffled", order.len()));
        }
        Change::Drawn { card, to } | Change::Moved { card, to, .. } => (card, to),
    };
    let card = if change.shows_card_to(eye) { card } else { "a card" };
    Some(format!("{card} goes to {to}"))
}

fn gold(state: &State, power: &str) -> u32 {
    state.gold.get(power).copied().unwrap_or(0)
}

fn friends(state: &State, power: &str) -> Vec<String> {
    let others = state.gold.keys().filter(|other| *other != power);
    others.filter(|other| state.relations.friends(power, other)).cloned().collect()
}
