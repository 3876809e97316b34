//! Public cards, which are played as soon as they are drawn: one a side a season, to whose harm it may be
//! (NIA §11.1, §17.3.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1.

use super::{ask_umpire, needs_are_met, record};
use crate::book::cards::{Card, Effect};
use crate::land::attrition;
use crate::record::event::Occasion;
use crate::record::state::Bloc;
use crate::turn::Turn;
use kit::calendar::Quarter;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The sides that have played their public card of a season.
#[derive(Debug, Default)]
pub struct Shown(BTreeSet<String>);

impl Shown {
    /// Whether the side of a power may still play one, which is its last of the season.
    fn takes(&mut self, turn: &Turn, power: &str) -> bool {
        let side = turn.state.bloc(power);
        let side = if side == Bloc::Neutral { power } else { side.word() };
        self.0.insert(side.to_owned())
    }
}

/// Lets each side play a public card that it had to keep. Those of spring are played before the cards are drawn
/// for it, when winter is over.
pub fn at_the_start(turn: &mut Turn) {
    let drawn = turn.state.deck.is_some() && turn.state.season.quarter == Quarter::Spring;
    if !drawn {
        kept(turn, &mut Shown::default());
    }
}

/// Plays the first public card of each side: that of the first power which holds one, in the order of diplomacy.
pub fn kept(turn: &mut Turn, shown: &mut Shown) {
    let mut powers: Vec<String> = turn.state.relations.parties().cloned().collect();
    powers.sort_by_key(|power| turn.book.people.order(power));
    for power in powers {
        if let Some(card) = first(turn, &power)
            && shown.takes(turn, &power)
        {
            play(turn, &power, &card);
        }
    }
}

/// The public card that a power plays first: the first of its sheet, else of the book.
fn first(turn: &Turn, power: &str) -> Option<Card> {
    let hand = turn.state.cards.get(power)?;
    let held = |card: &&Card| hand.contains(&card.card) && can_be_played(turn, card);
    let sheet = turn.sheets.get(power).into_iter().flat_map(|sheet| &sheet.cards);
    let mut named = sheet.filter_map(|card| turn.book.cards.get(card)).filter(held);
    named.next().or_else(|| turn.book.cards.iter().find(held)).cloned()
}

fn can_be_played(turn: &Turn, card: &Card) -> bool {
    card.is_public() && needs_are_met(&turn.state, card)
}

/// Plays a card that was drawn, if it is public and its side has played none this season.
pub fn drawn(turn: &mut Turn, power: &str, card: &str, shown: &mut Shown) {
    let Some(card) = turn.book.cards.get(card).filter(|card| can_be_played(turn, card)) else {
        return;
    };
    if shown.takes(turn, power) {
        play(turn, power, &card.clone());
    }
}

/// What a public card does.
fn play(turn: &mut Turn, power: &str, card: &Card) {
    match card.effect {
        Effect::CampFever => camp_fever(turn, power, card),
        _ => {
            let who = turn.book.people.title(power).to_owned();
            let ruling = ask_umpire(turn, power, &who, &card.card);
            record(turn, (power, &card.card), &who, Some(ruling), (None, None));
        }
    }
}

/// The largest army is checked (C-17).
fn camp_fever(turn: &mut Turn, power: &str, card: &Card) {
    let book = turn.book;
    let armies = turn.state.forces.values().filter(|force| force.army.is_some());
    let size = |force: &&crate::record::state::Force| {
        let order = book.people.order(&force.power);
        (force.steps(), Reverse(order), Reverse(force.id))
    };
    let largest = armies.max_by_key(size).map(|force| (force.id, turn.name(force)));
    let who = largest.as_ref().map_or("nobody", |(_, name)| name).to_owned();
    record(turn, (power, &card.card), &who, None, (None, None));
    if let Some((id, _)) = largest {
        attrition::check(turn, id, &[Occasion::CampFever], None);
    }
}
