//! The deck of a scenario: which event cards are drawn, by whom, and until when (NIA §11.1, §21.3.5).

use kit::deck::Deck;
use kit::page::Declared;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What a scenario's page says of its deck.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct DeckTerms {
    /// the cards of the deck; none is in a hand
    #[declared("card", items = 1..=80)]
    pub cards: Vec<String>,
    /// how many cards each of these powers draws for every spring but the first
    #[declared(keys = "power", 1..=5)]
    pub draws: BTreeMap<String, u8>,
    /// the last year in whose spring a power draws; else until the end
    #[serde(rename = "last year", default)]
    #[declared(keys = "power", 1700..=1999)]
    pub last_year: BTreeMap<String, u16>,
}

impl DeckTerms {
    /// Checks the names of the cards.
    pub fn check(&self) -> Result<(), String> {
        Deck::new(self.cards.iter().cloned()).map(|_| ()).map_err(|fault| fault.to_string())
    }

    /// How many cards a power draws for the spring of a year.
    pub fn count(&self, power: &str, year: u16) -> u8 {
        let ended = self.last_year.get(power).is_some_and(|last| *last < year);
        if ended { 0 } else { self.draws.get(power).copied().unwrap_or_default() }
    }
}
