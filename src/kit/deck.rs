//! Cards or counters, each in exactly one place: a pool that is drawn from, the hand of a holder,
//! the table where all see it, or the discard.
//!
//! The pool is secret: nobody knows its order, and everybody its size. A hand is seen by its holder,
//! and by everybody else only its number of cards; table and discard lie open. The order of the pool
//! comes from the season's [`Ledger`], so it follows from the season's seed and can be proved.
//!
//! What happens to a deck is a [`Change`], which can stand in a game's events: asking for one
//! changes nothing, and [`Deck::apply`] alone changes a deck. What may be shown of a deck is its
//! [`DeckView`] for somebody, which holds nothing else.
//!
//! Not here: what a card does.

use crate::ledger::Ledger;
use crate::rule::Ask;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The most cards of a deck.
const MOST_CARDS: usize = 1000;

/// Where a card is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    Pool,
    /// In the hand of this holder.
    Hand(String),
    Table,
    Discard,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Pool => f.pad("the pool"),
            Place::Hand(holder) => write!(f, "the hand of {holder}"),
            Place::Table => f.pad("the table"),
            Place::Discard => f.pad("the discard"),
        }
    }
}

/// Who may see which cards are in a place; how many there are, everybody may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sees<'a> {
    Nobody,
    Only(&'a str),
    Everybody,
}

impl Place {
    /// Who may see which cards are here.
    pub fn seen_by(&self) -> Sees<'_> {
        match self {
            Place::Pool => Sees::Nobody,
            Place::Hand(holder) => Sees::Only(holder),
            Place::Table | Place::Discard => Sees::Everybody,
        }
    }

    /// Whether this holder may see which cards are here.
    pub fn is_seen_by(&self, eye: &str) -> bool {
        match self.seen_by() {
            Sees::Nobody => false,
            Sees::Only(holder) => holder == eye,
            Sees::Everybody => true,
        }
    }
}

/// Why a deck cannot be changed like that, or is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeckFault {
    #[error("{card} is not in {place}")]
    NotThere { card: String, place: Place },
    #[error("no card is left in the pool")]
    Empty,
    #[error("{card} is not on top of the pool")]
    NotOnTop { card: String },
    #[error("{card} cannot be moved to or from the pool, which is drawn from and shuffled")]
    Pool { card: String },
    #[error("{card} is missing from the new order of the pool")]
    Missing { card: String },
    #[error("there are two cards called {card}")]
    Twice { card: String },
    #[error("`{card}` is not the name of a card: it is empty or has a comma or a line break")]
    Name { card: String },
    #[error("{count} cards are more than the {MOST_CARDS} of a deck")]
    TooMany { count: usize },
}

/// What happens to a deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The pool has a new order, the top first; what was shuffled in came from the discard.
    Shuffled { key: String, order: Vec<String> },
    /// The top of the pool went somewhere.
    Drawn { card: String, to: Place },
    /// A card went from one place to another.
    Moved { card: String, from: Place, to: Place },
}

impl Change {
    /// Whether this holder may see which card it was; of a shuffle nobody sees the order.
    pub fn shows_card_to(&self, eye: &str) -> bool {
        match self {
            Change::Shuffled { .. } => false,
            Change::Drawn { to, .. } => to.is_seen_by(eye),
            Change::Moved { from, to, .. } => from.is_seen_by(eye) || to.is_seen_by(eye),
        }
    }
}

/// Cards, each in exactly one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Deck {
    /// The top first.
    pool: Vec<String>,
    hands: BTreeMap<String, BTreeSet<String>>,
    /// As they were laid there.
    table: Vec<String>,
    discard: Vec<String>,
    /// The key of the last shuffle, and how many cards were drawn from it.
    shuffle: String,
    drawn: u32,
}

impl Serialize for Deck {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Deck::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Deck {
    /// Reads a deck and checks the names of its cards; [`DeckFault`] says what is wrong.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Deck, D::Error> {
        let deck = Deck::deserialize(deserializer)?;
        whole(deck.cards()).map_err(D::Error::custom)?;
        Ok(deck)
    }
}

/// Checks the names of all cards of a deck.
fn whole<'a>(cards: impl Iterator<Item = &'a String>) -> Result<(), DeckFault> {
    let mut all = BTreeSet::new();
    let mut count = 0;
    for card in cards {
        count += 1;
        if card.trim() != card || card.is_empty() || card.contains([',', '\n', '\r']) {
            return Err(DeckFault::Name { card: card.clone() });
        }
        if !all.insert(card) {
            return Err(DeckFault::Twice { card: card.clone() });
        }
    }
    if count > MOST_CARDS { Err(DeckFault::TooMany { count }) } else { Ok(()) }
}

/// What somebody may see of a deck.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeckView {
    /// How many cards the pool has.
    pub pool: usize,
    /// The cards in their own hand, in the order of the alphabet.
    pub own: Vec<String>,
    /// How many cards the others have in their hands.
    pub others: BTreeMap<String, usize>,
    pub table: Vec<String>,
    pub discard: Vec<String>,
}

impl Deck {
    /// Makes a deck whose cards all lie in the discard, from which they are shuffled into the pool.
    pub fn new(cards: impl IntoIterator<Item = String>) -> Result<Deck, DeckFault> {
        let discard: Vec<String> = cards.into_iter().collect();
        whole(discard.iter())?;
        Ok(Deck {
            pool: vec![],
            hands: BTreeMap::new(),
            table: vec![],
            discard,
            shuffle: String::new(),
            drawn: 0,
        })
    }

    /// Every card, wherever it is.
    pub fn cards(&self) -> impl Iterator<Item = &String> {
        let hands = self.hands.values().flatten();
        self.pool.iter().chain(hands).chain(&self.table).chain(&self.discard)
    }

    /// Where a card is.
    pub fn place(&self, card: &str) -> Option<Place> {
        let is_it = |other: &String| other == card;
        if self.pool.iter().any(is_it) {
            return Some(Place::Pool);
        }
        if self.table.iter().any(is_it) {
            return Some(Place::Table);
        }
        if self.discard.iter().any(is_it) {
            return Some(Place::Discard);
        }
        let (holder, _) = self.hands.iter().find(|(_, hand)| hand.contains(card))?;
        Some(Place::Hand(holder.clone()))
    }

    /// How many cards are in a place, which everybody may know.
    pub fn count(&self, place: &Place) -> usize {
        match place {
            Place::Pool => self.pool.len(),
            Place::Hand(holder) => self.hands.get(holder).map_or(0, BTreeSet::len),
            Place::Table => self.table.len(),
            Place::Discard => self.discard.len(),
        }
    }

    /// The cards in a place, for who may see them; of the pool, nobody may.
    pub fn seen_in(&self, place: &Place, eye: &str) -> Option<Vec<String>> {
        if !place.is_seen_by(eye) {
            return None;
        }
        match place {
            Place::Pool => None,
            Place::Hand(holder) => {
                Some(self.hands.get(holder).into_iter().flatten().cloned().collect())
            }
            Place::Table => Some(self.table.clone()),
            Place::Discard => Some(self.discard.clone()),
        }
    }

    /// All that somebody may see of it; who has no hand sees what everybody sees.
    pub fn view(&self, eye: &str) -> DeckView {
        let others = self.hands.iter().filter(|(holder, _)| *holder != eye);
        DeckView {
            pool: self.pool.len(),
            own: self.seen_in(&Place::Hand(eye.to_owned()), eye).unwrap_or_default(),
            others: others.map(|(holder, hand)| (holder.clone(), hand.len())).collect(),
            table: self.table.clone(),
            discard: self.discard.clone(),
        }
    }

    /// Asks the season's ledger for a new order of the pool, with the whole discard shuffled in.
    ///
    /// Each deck asks in a name of its own. Everybody is told that name, the rule and the number of
    /// cards; a shuffle at the opening is in no player's proof.
    pub fn shuffle_all(&self, ledger: &mut Ledger, ask: Ask) -> Change {
        let cards: Vec<String> = self.pool.iter().chain(&self.discard).cloned().collect();
        order(ledger, ask, &cards)
    }

    /// The same with these cards of the discard alone.
    pub fn shuffle_in(
        &self,
        ledger: &mut Ledger,
        ask: Ask,
        back: &BTreeSet<String>,
    ) -> Result<Change, DeckFault> {
        if let Some(card) = back.iter().find(|card| !self.discard.contains(*card)) {
            return Err(DeckFault::NotThere { card: card.clone(), place: Place::Discard });
        }
        let cards: Vec<String> = self.pool.iter().chain(back).cloned().collect();
        Ok(order(ledger, ask, &cards))
    }

    /// Takes the top of the pool for a place, and keeps in the ledger which card of the shuffle it
    /// was, so that who sees it can prove it.
    pub fn draw(&self, ledger: &mut Ledger, ask: Ask, to: Place) -> Result<Change, DeckFault> {
        let card = self.pool.first().ok_or(DeckFault::Empty)?;
        if to == Place::Pool {
            return Err(DeckFault::Pool { card: card.clone() });
        }
        ledger.take(ask, &self.shuffle, self.drawn + 1, card);
        Ok(Change::Drawn { card: card.clone(), to })
    }

    /// Changes the deck; a change that does not fit leaves it as it is.
    pub fn apply(&mut self, change: &Change) -> Result<(), DeckFault> {
        match change {
            Change::Shuffled { key, order } => self.reorder(key, order),
            Change::Drawn { card, to } => {
                if *to == Place::Pool {
                    return Err(DeckFault::Pool { card: card.clone() });
                }
                if self.pool.first() != Some(card) {
                    return Err(DeckFault::NotOnTop { card: card.clone() });
                }
                self.pool.remove(0);
                self.drawn += 1;
                self.put(card, to);
                Ok(())
            }
            Change::Moved { card, from, to } => {
                if *from == Place::Pool || *to == Place::Pool {
                    return Err(DeckFault::Pool { card: card.clone() });
                }
                self.take_from(card, from)?;
                self.put(card, to);
                Ok(())
            }
        }
    }

    fn reorder(&mut self, key: &str, order: &[String]) -> Result<(), DeckFault> {
        let new: BTreeSet<&String> = order.iter().collect();
        whole(order.iter())?;
        if let Some(card) = self.pool.iter().find(|card| !new.contains(card)) {
            return Err(DeckFault::Missing { card: card.clone() });
        }
        let is_here = |card: &&String| self.pool.contains(card) || self.discard.contains(card);
        if let Some(card) = order.iter().find(|card| !is_here(card)) {
            return Err(DeckFault::NotThere { card: card.clone(), place: Place::Discard });
        }
        self.discard.retain(|card| !new.contains(card));
        self.pool = order.to_vec();
        (self.shuffle, self.drawn) = (key.to_owned(), 0);
        Ok(())
    }

    fn take_from(&mut self, card: &str, from: &Place) -> Result<(), DeckFault> {
        let not_there = || DeckFault::NotThere { card: card.to_owned(), place: from.clone() };
        let list = match from {
            Place::Hand(holder) => {
                let hand = self.hands.get_mut(holder).ok_or_else(not_there)?;
                return if hand.remove(card) { Ok(()) } else { Err(not_there()) };
            }
            Place::Pool => &mut self.pool,
            Place::Table => &mut self.table,
            Place::Discard => &mut self.discard,
        };
        let at = list.iter().position(|other| other == card).ok_or_else(not_there)?;
        list.remove(at);
        Ok(())
    }

    fn put(&mut self, card: &str, to: &Place) {
        match to {
            Place::Hand(holder) => {
                self.hands.entry(holder.clone()).or_default().insert(card.to_owned());
            }
            Place::Pool => self.pool.push(card.to_owned()),
            Place::Table => self.table.push(card.to_owned()),
            Place::Discard => self.discard.push(card.to_owned()),
        }
    }
}

/// Asks for the order of some cards.
fn order(ledger: &mut Ledger, ask: Ask, cards: &[String]) -> Change {
    let shuffle = ledger.shuffle(ask, cards);
    Change::Shuffled { key: shuffle.key, order: shuffle.order }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;
    use proptest::prelude::*;

    const RULE: Rule = Rule("TOY §2");

    fn names(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn ledger() -> Ledger {
        Ledger::seeded("spring 1800", [7; 32])
    }

    fn hand(holder: &str) -> Place {
        Place::Hand(holder.to_owned())
    }

    fn moved(card: &str, from: Place, to: Place) -> Change {
        Change::Moved { card: card.to_owned(), from, to }
    }

    /// A deck of which ada and bert have one card each and one lies on the table.
    fn dealt(ledger: &mut Ledger) -> Deck {
        let mut deck = Deck::new(names("a b c d e")).unwrap();
        deck.apply(&deck.shuffle_all(ledger, RULE.by("pool"))).unwrap();
        for to in [hand("ada"), hand("bert"), Place::Table] {
            deck.apply(&deck.draw(ledger, RULE.by("deal"), to).unwrap()).unwrap();
        }
        deck
    }

    #[test]
    fn the_order_is_the_ledgers_and_the_top_is_drawn() {
        let mut ledger = ledger();
        let deck = dealt(&mut ledger);
        let order = ["c", "a", "b", "d", "e"];
        let places = [hand("ada"), hand("bert"), Place::Table, Place::Pool, Place::Pool];
        for (card, place) in order.iter().zip(places) {
            assert_eq!(deck.place(card), Some(place));
        }
        let told: Vec<String> =
            ledger.entries()[1..].iter().map(|one| one.what.question()).collect();
        let shuffle = "of spring 1800/TOY §2/pool/-/shuffle/1";
        assert_eq!(told, [1, 2, 3].map(|place| format!("card {place} {shuffle}")));
    }

    #[test]
    fn each_sees_what_it_may() {
        let deck = dealt(&mut ledger());
        let ada = deck.view("ada");
        assert_eq!((ada.pool, ada.own, ada.table), (2, names("c"), names("b")));
        assert_eq!(ada.others, BTreeMap::from([("bert".to_owned(), 1)]));
        assert_eq!(deck.view("everybody").own, Vec::<String>::new());
        assert_eq!(deck.seen_in(&Place::Pool, "ada"), None);
        assert_eq!(deck.seen_in(&hand("bert"), "ada"), None);
        assert_eq!(deck.seen_in(&hand("bert"), "bert"), Some(names("a")));
        assert_eq!(deck.count(&hand("bert")), 1);
        for (place, sees) in [
            (Place::Pool, Sees::Nobody),
            (hand("ada"), Sees::Only("ada")),
            (Place::Table, Sees::Everybody),
            (Place::Discard, Sees::Everybody),
        ] {
            assert_eq!(place.seen_by(), sees);
        }
        let played = moved("c", hand("ada"), Place::Table);
        assert!(played.shows_card_to("bert"), "it lies open now");
        let given = moved("c", hand("ada"), hand("carl"));
        assert!(given.shows_card_to("carl") && !given.shows_card_to("bert"));
        let drawn = Change::Drawn { card: "d".into(), to: hand("ada") };
        assert!(drawn.shows_card_to("ada") && !drawn.shows_card_to("bert"));
    }

    #[test]
    fn two_decks_that_differ_in_hidden_cards_look_alike() {
        let mut other = dealt(&mut ledger());
        let deck = other.clone();
        // Bert's card and one of the pool have changed places.
        other.pool[0] = "a".into();
        other.hands.insert("bert".into(), BTreeSet::from(["d".to_owned()]));
        let both =
            |eye| [&deck, &other].map(|deck| serde_json::to_string(&deck.view(eye)).unwrap());
        let [one, two] = both("ada");
        assert_eq!(one, two);
        let [one, two] = both("bert");
        assert_ne!(one, two);
    }

    #[test]
    fn a_card_that_is_not_there_is_named_and_nothing_changes() {
        let mut deck = dealt(&mut ledger());
        let before = deck.clone();
        for (change, fault) in [
            (moved("a", hand("ada"), Place::Table), "a is not in the hand of ada"),
            (moved("a", hand("carl"), Place::Table), "a is not in the hand of carl"),
            (moved("x", Place::Discard, Place::Table), "x is not in the discard"),
            (
                moved("d", Place::Pool, hand("ada")),
                "d cannot be moved to or from the pool, which is drawn from and shuffled",
            ),
            (Change::Drawn { card: "e".into(), to: hand("ada") }, "e is not on top of the pool"),
            (
                Change::Shuffled { key: "k".into(), order: names("d") },
                "e is missing from the new order of the pool",
            ),
            (
                Change::Shuffled { key: "k".into(), order: names("d e a") },
                "a is not in the discard",
            ),
            (
                Change::Shuffled { key: "k".into(), order: names("d e e") },
                "there are two cards called e",
            ),
        ] {
            assert_eq!(deck.apply(&change).unwrap_err().to_string(), fault);
            assert_eq!(deck, before);
        }
        let back = BTreeSet::from(["a".to_owned()]);
        let fault = deck.shuffle_in(&mut ledger(), RULE.by("pool"), &back).unwrap_err();
        assert_eq!(fault.to_string(), "a is not in the discard");
        assert_eq!(
            Deck::new(vec![]).unwrap().draw(&mut ledger(), RULE.by(""), Place::Table),
            Err(DeckFault::Empty)
        );
    }

    #[test]
    fn what_comes_back_is_shuffled_in_again() {
        let mut ledger = ledger();
        let mut deck = dealt(&mut ledger);
        for change in
            [moved("a", hand("bert"), Place::Discard), moved("b", Place::Table, Place::Discard)]
        {
            deck.apply(&change).unwrap();
        }
        let back = BTreeSet::from(["b".to_owned()]);
        deck.apply(&deck.shuffle_in(&mut ledger, RULE.by("pool"), &back).unwrap()).unwrap();
        assert_eq!((deck.count(&Place::Pool), deck.count(&Place::Discard)), (3, 1));
        assert_eq!(deck.shuffle, "spring 1800/TOY §2/pool/-/shuffle/2");
        assert_eq!(deck.drawn, 0);
        deck.apply(&deck.shuffle_all(&mut ledger, RULE.by("pool"))).unwrap();
        assert_eq!((deck.count(&Place::Pool), deck.count(&Place::Discard)), (4, 0));
    }

    #[test]
    fn a_document_with_a_card_in_two_places_is_refused() {
        let deck = dealt(&mut ledger());
        let written = serde_json::to_string(&deck).unwrap();
        assert_eq!(serde_json::from_str::<Deck>(&written).unwrap(), deck);
        let twice = written.replace(r#""table":["b"]"#, r#""table":["b","a"]"#);
        let fault = serde_json::from_str::<Deck>(&twice).unwrap_err().to_string();
        assert!(fault.starts_with("there are two cards called a"), "{fault}");
        for name in ["", "a, b", " a", "a\nb"] {
            assert!(matches!(Deck::new([name.to_owned()]), Err(DeckFault::Name { .. })), "{name}");
        }
        let many = (0..=MOST_CARDS).map(|number| number.to_string());
        assert_eq!(Deck::new(many), Err(DeckFault::TooMany { count: MOST_CARDS + 1 }));
    }

    proptest! {
        /// Whatever is done, no card is lost and none is in two places.
        #[test]
        fn every_card_is_in_one_place(steps in prop::collection::vec((0u8..6, 0usize..5), 0..40)) {
            let mut ledger = ledger();
            let mut deck = Deck::new(names("a b c d e")).unwrap();
            let places = [hand("ada"), hand("bert"), Place::Table, Place::Discard];
            for (kind, at) in steps {
                let card = &names("a b c d e")[at];
                let to = places[at % places.len()].clone();
                let change = match kind {
                    0 => Ok(deck.shuffle_all(&mut ledger, RULE.by("pool"))),
                    1 => deck.draw(&mut ledger, RULE.by("deal"), to),
                    other => Ok(moved(card, places[usize::from(other) - 2].clone(), to)),
                };
                let _ = change.and_then(|change| deck.apply(&change));
                let mut all: Vec<String> = deck.cards().cloned().collect();
                all.sort();
                prop_assert_eq!(all, names("a b c d e"));
            }
        }
    }
}
