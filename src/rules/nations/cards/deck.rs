//! Event cards are drawn (NIA §11.1).
//!
//! Not here: how many each power draws (`draws.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1.

use super::draws;
use super::public::{self, Shown};
use crate::turn::Turn;
use kit::calendar::Quarter;
use kit::deck::{Change, Place};
use kit::rule::Rule;
use std::collections::BTreeSet;

use crate::Nations;
use crate::record::event::SequenceEvent;
use play::Table;

const DRAW: Rule = Rule("NIA §11.1");
/// In whose name the deck is shuffled.
const DECK: &str = "event cards";

/// Draws the cards of the spring to come, when winter is over.
pub fn draw(turn: &mut Turn) {
    let (book, season) = (turn.book, turn.state.season);
    if book.scenario.deck.is_none() || season.quarter != Quarter::Winter {
        return;
    }
    let year = season.next().year;
    turn.lasting_cards.for_spring = true;
    let mut shown = Shown::default();
    public::kept(turn, &mut shown);
    let draws = |power: String| {
        let draws = draws::of(book, &turn.state, &power, year);
        (power, draws::sum(&draws))
    };
    let draws: Vec<(String, u8)> =
        book.scenario.powers(&book.people).into_iter().map(draws).collect();
    cards_of_the_year(turn, year);
    for (power, count) in draws {
        for _ in 0..count {
            if let Some(card) = draw_one(turn, &power, year) {
                public::drawn(turn, &power, &card, &mut shown);
            }
        }
    }
}

/// Shuffles the cards of a year into what is left of the deck (NIA §11.1.1); into the first deck go those of
/// earlier years, too.
fn cards_of_the_year(turn: &mut Turn, year: u16) {
    let of_the_year = |from: u16| from == year;
    let Some(pool) = turn.state.deck.as_ref().map(|deck| deck.count(&Place::Pool)) else { return };
    if turn.book.scenario.deck.as_ref().is_none_or(|terms| terms.by_the_rules.is_none()) {
        return;
    }
    // The first deck is made of all that lies aside when the first card is drawn.
    let is_first = pool == 0 && turn.state.season.year == turn.book.scenario.first.year;
    let new = if is_first { BTreeSet::new() } else { aside(turn, of_the_year) };
    if !new.is_empty() {
        shuffle_in(turn, &new);
    }
}

/// Cards that lie aside and come into the deck in such a year.
fn aside(turn: &Turn, comes: impl Fn(u16) -> bool) -> BTreeSet<String> {
    let deck = turn.state.deck.as_ref();
    let cards = deck.and_then(|deck| deck.seen_in(&Place::Discard, "")).unwrap_or_default();
    let comes = |card: &String| turn.book.cards.get(card).is_none_or(|card| comes(card.from));
    cards.into_iter().filter(comes).collect()
}

fn shuffle_in(turn: &mut Turn, cards: &BTreeSet<String>) {
    let table: &mut Table<'_, Nations> = turn;
    let Some(deck) = table.state.deck.as_ref() else { return };
    let shuffled = deck.shuffle_in(table.ledger, DRAW.by(DECK), cards);
    if let Ok(Change::Shuffled { key, order }) = shuffled {
        turn.record(SequenceEvent::DeckShuffled { key, cards: order });
    }
}

/// Makes a new deck of what lies aside, if the old one is used up (NIA §11.1.1); whether there is a card to draw.
fn fill(turn: &mut Turn, year: u16) -> bool {
    let table: &mut Table<'_, Nations> = turn;
    let Some(deck) = table.state.deck.as_ref() else { return false };
    if deck.count(&Place::Pool) > 0 {
        return true;
    }
    if table.book.scenario.deck.as_ref().is_some_and(|terms| terms.by_the_rules.is_some()) {
        let back = aside(turn, |from| from <= year);
        if !back.is_empty() {
            shuffle_in(turn, &back);
        }
        return !back.is_empty();
    }
    if deck.count(&Place::Discard) == 0 {
        return false;
    }
    let shuffled = deck.shuffle_all(table.ledger, DRAW.by(DECK));
    if let Change::Shuffled { key, order } = shuffled {
        turn.record(SequenceEvent::DeckShuffled { key, cards: order });
    }
    true
}

/// Draws a card for a power; none if no card is left.
fn draw_one(turn: &mut Turn, power: &str, year: u16) -> Option<String> {
    if !fill(turn, year) {
        return None;
    }
    let table: &mut Table<'_, Nations> = turn;
    let to = Place::Hand(power.to_owned());
    let drawn = table.state.deck.as_ref()?.draw(table.ledger, DRAW.by(power), to).ok()?;
    let Change::Drawn { card, .. } = drawn else { return None };
    let power = power.to_owned();
    turn.record(SequenceEvent::CardDrawn { power, card: card.clone() });
    Some(card)
}
