//! Secrets of the war in Spain: which card a power draws, and where guerrillas are out of sight.
//!
//! Each is a pair of seasons with the same dice and one thing changed; who cannot know of it knows the
//! same after both, byte for byte, and whose secret it is does not.

use kit::ledger::Ledger;
use nations::record::event::SequenceEvent;
use nations::record::state::State;
use play::{Game, Played, Position};
use std::collections::BTreeMap;

const SPAIN: &str = "spanish-ulcer-1808";

fn game(fog: &str) -> Box<dyn Game> {
    let shelf = play::shelf::<nations::Nations>();
    let (referee, name) = play::find(&[nations::REFEREE], &shelf, SPAIN).unwrap();
    referee.open(&shelf, &name, &[("fog".to_owned(), fog.to_owned())].into()).unwrap()
}

fn opening(game: &dyn Game, sheets: &BTreeMap<String, String>) -> Position {
    let mut ledger = Ledger::seeded("set-up", [3; 32]);
    game.opening(sheets, &mut ledger).unwrap().after
}

/// The last season of 1808, with the deck shuffled in this order.
fn winter(game: &dyn Game, order: &[&str]) -> Played {
    let mut at = opening(game, &BTreeMap::new());
    let season = "winter 1808";
    let mut state: State = serde_json::from_str(&at.state).unwrap();
    state.season = season.parse().unwrap();
    let rest = state.deck.as_ref().unwrap().cards().filter(|card| !order.contains(&card.as_str()));
    let order: Vec<String> =
        order.iter().map(|card| (*card).to_owned()).chain(rest.cloned()).collect();
    let shuffled = SequenceEvent::DeckShuffled { key: "a shuffle".to_owned(), cards: order };
    state.apply(&shuffled.into());
    at.state = serde_json::to_string(&state).unwrap();
    at.season.name = season.to_owned();
    for known in at.known.values_mut() {
        *known = known.replace("\"summer 1808\"", &format!("\"{season}\""));
    }
    let mut ledger = Ledger::seeded(season, [3; 32]);
    game.resolve(&at, &BTreeMap::new(), &mut ledger).unwrap()
}

/// Which card Britain draws is known to her alone.
#[test]
fn a_card_that_is_drawn_is_the_secret_of_who_draws_it() {
    let game = game("rules");
    let one = winter(&*game, &["C-20", "C-7", "C-22", "C-23"]);
    let other = winter(&*game, &["C-20", "C-23", "C-7", "C-22"]);
    let held = |played: &Played, card: &str| {
        let state: State = serde_json::from_str(&played.after.state).unwrap();
        state.cards["britain"].contains(card)
    };
    assert!(held(&one, "C-7") && held(&other, "C-23"));
    for power in ["france", "spain"] {
        assert_eq!(one.after.known[power], other.after.known[power], "{power}");
    }
    assert_ne!(one.after.known["britain"], other.after.known["britain"]);
    let france = &one.after.known["france"];
    assert!(france.contains("C-20"), "who draws it knows it");
}

/// In the fog of contact France does not learn where guerrillas stand far from her troops.
#[test]
fn guerrillas_out_of_sight_are_the_secret_of_their_owner() {
    let game = game("contact");
    let place = |at: &str| {
        let sheet = format!("power: spain\nset-up: {{first guerrillas: {at}}}\n");
        opening(&*game, &[("spain".to_owned(), sheet)].into())
    };
    let (one, other) = (place("W2248"), place("W1750"));
    assert_ne!(one.state, other.state);
    assert_eq!(one.known["france"], other.known["france"]);
    assert_ne!(one.known["spain"], other.known["spain"]);
}

/// A deck as the state keeps it has each card in one place, and its hands are those of the powers.
#[test]
fn the_hands_of_the_deck_are_those_of_the_powers() {
    let played = winter(&*game("rules"), &["I-29", "C-7"]);
    let state: State = serde_json::from_str(&played.after.state).unwrap();
    let deck = state.deck.clone().unwrap();
    for (power, hand) in &state.cards {
        let place = kit::deck::Place::Hand(power.clone());
        assert_eq!(deck.count(&place), hand.len());
        for card in hand {
            assert_eq!(deck.place(card).as_ref(), Some(&place));
        }
    }
    assert_eq!(deck.cards().count(), 16);
}
