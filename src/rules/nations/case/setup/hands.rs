//! The event cards of a setup: hands and the draw pile.

use super::Setup;
use crate::book::Book;
use crate::record::state::State;
use crate::sight::known::Known;
use kit::deck::{self, Change};
use play::case::PlayError;
use std::collections::{BTreeMap, BTreeSet};

impl Setup {
    /// Hands and the draw pile, as far as each power knows them.
    pub(super) fn hands(
        &self,
        book: &mut Book,
        state: &mut State,
        known: &mut BTreeMap<String, Known>,
    ) -> Result<(), PlayError> {
        for (power, hand) in &self.cards {
            let eye = known.get_mut(power);
            let eye =
                eye.ok_or_else(|| PlayError::key("cards", format!("unknown power `{power}`")))?;
            let dealt = book.scenario.cards.entry(power.clone()).or_default();
            eye.played = dealt.iter().filter(|card| !hand.contains(*card)).cloned().collect();
            let new: Vec<String> =
                hand.iter().filter(|card| !dealt.contains(card)).cloned().collect();
            dealt.extend(new);
            state.cards.insert(power.clone(), hand.clone());
            deal(state, power, hand);
        }
        if let Some(deck) = state.deck.as_mut().filter(|_| !self.pile.is_empty()) {
            let shuffled =
                Change::Shuffled { key: "the setup".to_owned(), order: self.pile.clone() };
            deck.apply(&shuffled)
                .map_err(|fault| PlayError::key("draw pile", fault.to_string()))?;
        }
        if let Some(deck) = &state.deck {
            known.iter_mut().for_each(|(power, eye)| eye.deck = Some(deck.view(power)));
        }
        Ok(())
    }
}

/// Puts cards that lie aside into a hand, where there is a deck.
fn deal(state: &mut State, power: &str, hand: &BTreeSet<String>) {
    let Some(deck) = &mut state.deck else { return };
    for card in hand {
        let (card, from) = (card.clone(), deck::Place::Discard);
        let change = Change::Moved { card, from, to: deck::Place::Hand(power.to_owned()) };
        let _ = deck.apply(&change); // A card that is not of the deck is in the hand alone.
    }
}
