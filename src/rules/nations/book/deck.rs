//! The deck of a scenario: which event cards are drawn, by whom, and until when (NIA §11.1, §21.3.5).

use super::cards::{Card, Cards, Period};
use kit::deck::{Change, Deck, Place};
use kit::page::Declared;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a scenario's page says of its deck: cards and draws of its own, or those of the rules.
#[derive(Debug, Clone, Default, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct DeckTerms {
    /// the cards of the deck; none is in a hand
    #[serde(default)]
    #[declared("card", items = 1..=80)]
    pub cards: Vec<String>,
    /// how many cards each of these powers draws for every spring but the first
    #[serde(default)]
    #[declared(keys = "power", 1..=5)]
    pub draws: BTreeMap<String, u8>,
    /// the last year in whose spring a power draws; else until the end
    #[serde(rename = "last year", default)]
    #[declared(keys = "power", 1700..=1999)]
    pub last_year: BTreeMap<String, u16>,
    /// instead of `cards` and `draws`: the common cards with those of this period, each from its year on, and
    /// as many for each power as the rules say (NIA §11.1)
    #[serde(rename = "by the rules")]
    pub by_the_rules: Option<Period>,
    /// of a deck by the rules: the powers that people play; all of them without the key
    #[serde(default)]
    #[declared("power", items = 1..=7)]
    pub played: Vec<String>,
    /// of a deck by the rules: cards that have left the game before it begins
    #[serde(default)]
    #[declared("card", items = 1..=80)]
    pub out: Vec<String>,
    /// of a deck by the rules: cards that lie open on the table from the start
    #[serde(default)]
    #[declared("card", items = 1..=80)]
    pub open: Vec<String>,
}

impl DeckTerms {
    /// Checks that there is one deck, and the names of its cards.
    pub fn check(&self) -> Result<(), String> {
        if self.by_the_rules.is_some() != self.cards.is_empty() {
            return Err("it has either `cards` or `by the rules`".to_owned());
        }
        let of_the_rules = [&self.played, &self.out, &self.open];
        if self.by_the_rules.is_none() && of_the_rules.iter().any(|list| !list.is_empty()) {
            return Err("`played`, `out` and `open` belong to a deck `by the rules`".to_owned());
        }
        Deck::new(self.cards.iter().cloned()).map(|_| ()).map_err(|fault| fault.to_string())
    }

    /// How many cards a power draws for the spring of a year where the page says it.
    pub fn count(&self, power: &str, year: u16) -> u8 {
        if self.is_over(power, year) {
            0
        } else {
            self.draws.get(power).copied().unwrap_or_default()
        }
    }

    /// Whether a power draws no more.
    pub fn is_over(&self, power: &str, year: u16) -> bool {
        self.last_year.get(power).is_some_and(|last| *last < year)
    }

    /// The deck before anything is drawn: what comes with its year, too, lies aside until then.
    pub fn deck(&self, cards: &Cards, hands: &BTreeMap<String, Vec<String>>) -> Deck {
        let Some(period) = self.by_the_rules else {
            return Deck::new(self.cards.iter().cloned()).expect("checked when the page is read");
        };
        let fits = |card: &&Card| {
            [Period::Common, period].contains(&card.deck) && !self.out.contains(&card.card)
        };
        let numbers = cards.iter().filter(fits).map(|card| card.card.clone());
        let mut deck = Deck::new(numbers).expect("a card stands on the page of cards once");
        let held = hands
            .iter()
            .flat_map(|(power, hand)| hand.iter().map(|card| (card, Place::Hand(power.clone()))));
        let open = self.open.iter().map(|card| (card, Place::Table));
        for (card, to) in held.chain(open) {
            let (card, from) = (card.clone(), Place::Discard);
            // A card of another period is in the hand alone.
            let _ = deck.apply(&Change::Moved { card, from, to });
        }
        deck
    }
}
