//! Event cards in play: when a card is played, and what it does (NIA §11.1).
//!
//! A card is played by the entry that names it, or as soon as its effect fits if the sheet has it under
//! `cards:`. What a card does is in the book; of a card that is not there the umpire says it.
//!
//! # Our reading
//!
//! The text gives no effects but that of C-23; the book's are reconstructed. What follows from them:
//!
//! - C-11: winter quarters that would end the marches go back into the pool, and have not come out.
//! - C-15: it is played before the dice of one siege attempt, by the besieger.
//! - C-18: it is played before the dice of the one who would help, by the side he would hurt.
//! - C-20: each side may play one in a round that is rolled, the attacker first.
//! - it is played with an entry of an army. Who has joined the army may stay with it, so the army
//!   keeps the freedom; nobody is sent away when the season ends.
//! - like C-23, for Suvorov alone.

use crate::book::cards::{Card, Effect};
use crate::decisions::Topic;
use crate::record::event::{Modifier, SequenceEvent};
use crate::record::state::{Force, ForceId};
use crate::season::turn::Turn;
use kit::ledger::{Question, Source};
use kit::rule::Rule;

const CARD: Rule = Rule("NIA §11.1");

/// Offers a power the card of an effect, if it holds one; the card, if it is played.
pub fn offer(turn: &mut Turn, effect: Effect, power: &str, who: &str) -> Option<Card> {
    let hand = turn.state.cards.get(power)?;
    let card = turn.book.cards.with(effect).find(|card| hand.contains(&card.card))?.clone();
    let question = Question {
        ask: CARD.by(who).at(&card.card),
        decider: power.to_owned(),
        decision: Topic::Card.decision(),
        options: vec!["play".to_owned(), "keep".to_owned()],
        default: "keep".to_owned(),
        needs_human: false,
    };
    let said = wanted(turn, power, &card.card).then(|| ("play".to_owned(), Source::Entry));
    if turn.ledger.decide(question, said).choice != "play" {
        return None;
    }
    record(turn, power, &card.card, who, None, None);
    Some(card)
}

/// Whether the entry that is being played or the sheet names a card.
fn wanted(turn: &Turn, power: &str, card: &str) -> bool {
    let entry = turn.entry_card.as_ref();
    entry.is_some_and(|(whose, named)| whose == power && named == card)
        || turn.sheets.get(power).is_some_and(|sheet| sheet.cards.iter().any(|one| one == card))
}

/// Begins an entry that names a card: plays it if it takes effect at once, asks the umpire if nobody
/// knows what it does, and else keeps it ready.
pub fn begin(turn: &mut Turn, power: &str, who: &str, card: &str, force: Option<ForceId>) {
    turn.entry_card = Some((power.to_owned(), card.to_owned()));
    match turn.book.cards.get(card).map(|card| card.effect) {
        Some(effect) if !effect.is_at_once() => {}
        Some(effect) => {
            let force = force.filter(|_| effect == Effect::AlliedSteps);
            record(turn, power, card, who, None, force);
        }
        None => {
            let ruling = ask_umpire(turn, power, who, card);
            record(turn, power, card, who, Some(ruling), None);
        }
    }
}

/// What a card does that is no rule here is the umpire's word (§11.1).
fn ask_umpire(turn: &mut Turn, power: &str, who: &str, card: &str) -> String {
    let question = Question {
        ask: CARD.by(who).at(card),
        decider: power.to_owned(),
        decision: Topic::Card.decision(),
        options: vec![],
        default: "no effect".to_owned(),
        needs_human: true,
    };
    turn.ledger.decide(question, None).choice
}

fn record(
    turn: &mut Turn,
    power: &str,
    card: &str,
    who: &str,
    ruling: Option<String>,
    freed: Option<ForceId>,
) {
    let (power, card, who) = (power.to_owned(), card.to_owned(), who.to_owned());
    turn.record(SequenceEvent::CardPlayed { power, card, who, ruling, freed });
}

/// The card that helps a siege attempt, if its besieger plays it (C-15).
pub fn sappers(turn: &mut Turn, force: &Force) -> Option<Modifier> {
    let who = turn.name(force);
    let card = offer(turn, Effect::Siege, &force.power, &who)?;
    Some(Modifier { what: format!("card {}", card.card), by: card.by })
}

/// Whether somebody of these powers keeps an enemy from helping, before his dice (C-18).
pub fn is_kept_away(turn: &mut Turn, powers: &[String], helper: &str) -> bool {
    powers.iter().any(|power| offer(turn, Effect::CancelHelp, power, helper).is_some())
}

/// Whether winter quarters go back into the pool by a card (C-11).
pub fn puts_winter_back(turn: &mut Turn) -> bool {
    let mut powers: Vec<String> = turn.state.relations.parties().cloned().collect();
    powers.sort_by_key(|power| turn.book.people.order(power));
    let who = "winter quarters";
    powers.iter().any(|power| offer(turn, Effect::WinterQuartersBack, power, who).is_some())
}
