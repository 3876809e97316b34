//! Event cards are drawn (NIA §11.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1.

use crate::cards;
use crate::turn::Turn;
use kit::calendar::Quarter;
use kit::deck::{Change, Place};
use kit::rule::Rule;

use crate::Nations;
use crate::record::event::SequenceEvent;
use play::Table;

const DRAW: Rule = Rule("NIA §11.1");

/// Draws the cards of the spring to come, when winter is over.
pub fn draw(turn: &mut Turn) {
    let (book, season) = (turn.book, turn.state.season);
    let Some(terms) = book.scenario.deck.as_ref() else { return };
    if season.quarter != Quarter::Winter {
        return;
    }
    let year = season.next().year;
    for power in book.scenario.powers(&book.people) {
        for _ in 0..terms.count(&power, year) {
            if let Some(card) = draw_one(turn, &power) {
                cards::publish(turn, &power, &card);
            }
        }
    }
}

/// Draws a card for a power; none if no card is left.
fn draw_one(turn: &mut Turn, power: &str) -> Option<String> {
    let table: &mut Table<'_, Nations> = turn;
    let deck = table.state.deck.as_ref()?;
    if deck.count(&Place::Pool) == 0 {
        if deck.count(&Place::Discard) == 0 {
            return None;
        }
        let shuffled = deck.shuffle_all(table.ledger, DRAW.by("event cards"));
        if let Change::Shuffled { key, order } = shuffled {
            turn.record(SequenceEvent::DeckShuffled { key, cards: order });
        }
    }
    let table: &mut Table<'_, Nations> = turn;
    let to = Place::Hand(power.to_owned());
    let drawn = table.state.deck.as_ref()?.draw(table.ledger, DRAW.by(power), to).ok()?;
    let Change::Drawn { card, .. } = drawn else { return None };
    let power = power.to_owned();
    turn.record(SequenceEvent::CardDrawn { power, card: card.clone() });
    Some(card)
}
