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

/// The war in Spain with the cards of the rules.
fn by_the_rules() -> Box<dyn Game> {
    let mut shelf = play::shelf::<nations::Nations>();
    let page = include_str!("../../campaigns/nations/spanish-ulcer-1808/scenario.yaml");
    let deck = page.lines().find(|line| line.starts_with("deck: {")).unwrap();
    let page = page.replace(deck, "deck: {by the rules: imperial}");
    shelf.lay("nations/spanish-ulcer-1808/scenario.yaml", page);
    let (referee, name) = play::find(&[nations::REFEREE], &shelf, SPAIN).unwrap();
    referee.open(&shelf, &name, &[("fog".to_owned(), "rules".to_owned())].into()).unwrap()
}

/// In a deck by the rules, too, a hand and the order of the pile are secret: who holds what, and what is left.
#[test]
fn what_is_drawn_by_the_rules_is_a_secret() {
    let game = by_the_rules();
    let order = ["C-20", "C-7", "C-22", "C-23", "C-3", "C-11", "C-13", "C-14", "C-15", "C-16"];
    let one = winter(&*game, &order);
    let state: State = serde_json::from_str(&one.after.state).unwrap();
    let hand = &state.cards["britain"];
    let drawn = state.cards.values().map(std::collections::BTreeSet::len).sum::<usize>();
    assert!(drawn < order.len() && !hand.is_empty());
    let first = order.iter().position(|card| hand.contains(*card)).unwrap();
    let mut twin = order;
    twin.swap(first, order.len() - 1);
    let other = winter(&*game, &twin);
    let state: State = serde_json::from_str(&other.after.state).unwrap();
    assert!(state.cards["britain"].contains("C-16"));
    for power in ["france", "spain"] {
        assert_eq!(one.after.known[power], other.after.known[power], "{power}");
    }
    assert_ne!(one.after.known["britain"], other.after.known["britain"]);
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

/// The cabinet of 1809 as if nothing had happened before it, with a chest of Britain's and sheets.
fn cabinet(game: &dyn Game, saved: i32, britain: &str) -> (Position, Played) {
    let mut at = opening(game, &BTreeMap::new());
    let season = "cabinet 1809";
    let mut state: State = serde_json::from_str(&at.state).unwrap();
    state.season = "spring 1809".parse().unwrap();
    state.cabinet = true;
    state.money.chests.insert("britain".to_owned(), saved);
    at.state = serde_json::to_string(&state).unwrap();
    at.season = game.asks(&at.state).unwrap();
    assert_eq!(at.season.name, season);
    for (power, known) in &mut at.known {
        let mut document: serde_json::Value = serde_json::from_str(known).unwrap();
        document["season"] = "spring 1809".into();
        document["cabinet"] = true.into();
        if power == "britain" {
            document["money"]["chests"]["britain"] = saved.into();
        }
        *known = document.to_string();
    }
    let sheet = format!("season: {season}\npower: britain\nbudget:\n{britain}");
    let mut ledger = Ledger::seeded(season, [3; 32]);
    let sheets = [("britain".to_owned(), sheet)].into();
    let played = game.resolve(&at, &sheets, &mut ledger).unwrap();
    (at, played)
}

/// All that is made for a power before a cabinet and after it: receipt, form, guide, report.
fn pages(game: &dyn Game, (at, played): &(Position, Played), power: &str) -> Vec<String> {
    let sheet =
        format!("season: cabinet 1809\npower: {power}\nbudget:\n- refill: all\n- raise: Dinf\n");
    let before = &at.known[power];
    let after = &played.after.known[power];
    let receipt = game.check(before, &sheet).unwrap();
    vec![
        format!("{:?} {}", receipt.understood, receipt.faults.render(&sheet)),
        game.form(before, "twins", None).unwrap(),
        game.example(before, "twins").unwrap(),
        sheet::guide::lines(&game.primer(before).unwrap()).join("\n"),
        after.clone(),
        game.view(after).unwrap().to_string(),
        game.form(after, "twins", None).unwrap(),
        format!("{:?}", game.chart(after).unwrap()),
        format!("{:?}", game.annals(after).unwrap()),
    ]
}

/// What others get is the same, whatever Britain has, keeps, or asks for in vain; and she knows.
fn is_a_secret(one: (i32, &str), other: (i32, &str)) {
    let game = game("rules");
    let (one, other) = (cabinet(&*game, one.0, one.1), cabinet(&*game, other.0, other.1));
    for power in ["france", "spain"] {
        let (one, other) = (pages(&*game, &one, power), pages(&*game, &other, power));
        for (one, other) in one.iter().zip(&other) {
            assert_eq!(one, other, "{power}");
        }
    }
    assert_ne!(pages(&*game, &one, "britain"), pages(&*game, &other, "britain"));
    let public = |(at, played): &(Position, Played)| {
        game.known_to_all(None, &at.state, &played.events).unwrap()
    };
    assert_eq!(public(&one), public(&other), "the newspaper");
}

#[test]
fn what_is_in_a_chest_is_its_owners_secret() {
    is_a_secret((12, "- refill: all\n"), (30, "- refill: all\n"));
}

#[test]
fn what_is_kept_is_its_owners_secret() {
    is_a_secret(
        (12, "- keep: 8\n- raise: reduced 0 CavC\n"),
        (12, "- keep: 3\n- raise: reduced 0 CavC\n"),
    );
}

#[test]
fn a_plan_that_money_does_not_reach_is_its_authors_secret() {
    let spent = "- keep: 48\n";
    is_a_secret(
        (12, &format!("{spent}- raise: 1 x (+2) CrC\n")),
        (12, &format!("{spent}- raise: {{unit: 2 x Dinf, at: Dover}}\n")),
    );
    // A line that waits for what is not so is no different.
    is_a_secret(
        (12, "- refill: all\n- gift: {to: spain, pounds: 3, if: Madrid is ours}\n"),
        (12, "- refill: all\n"),
    );
}

/// The tests would find a leak: the price of what is built is Britain's own, what is built is open.
#[test]
fn what_is_built_is_no_secret() {
    let game = game("rules");
    let one = cabinet(&*game, 12, "- raise: 1 x (+2) CrC\n");
    let other = cabinet(&*game, 12, "- raise: reduced (+2) CrC\n");
    assert_ne!(pages(&*game, &one, "france"), pages(&*game, &other, "france"));
    let france = one.1.after.known["france"].clone();
    let unpriced = "\"formed\":false,\"bill\":{\"pounds\":0,\"recruits\":0,\"cavalry\":0}";
    assert!(france.contains("\"raised\"") && france.contains(unpriced), "{france}");
}
