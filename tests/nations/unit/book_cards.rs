//! Tests of `book/cards.rs`.

use nations::book::cards::{Cards, Effect, Period};
use std::collections::{BTreeMap, BTreeSet};

fn cards() -> Cards {
    Cards::read(&play::shelf::<nations::Nations>()).unwrap()
}

/// Each deck has as many cards as the rules give it, numbered through.
#[test]
fn there_are_eighty_cards_each_once() {
    let cards = cards();
    let numbers = |letter: &str, count: u32| -> Vec<String> {
        (1..=count).map(|number| format!("{letter}-{number}")).collect()
    };
    let decks: BTreeMap<Period, Vec<String>> = [
        (Period::Common, numbers("C", 25)),
        (Period::Revolution, numbers("R", 25)),
        (Period::Imperial, numbers("I", 30)),
    ]
    .into();
    for (deck, numbers) in &decks {
        let of = cards.iter().filter(|card| card.deck == *deck);
        let of: Vec<String> = of.map(|card| card.card.clone()).collect();
        assert_eq!(of, *numbers, "{}", deck.word());
    }
    assert_eq!(cards.iter().count(), 80);
    assert!(cards.iter().all(|card| (1792..=1815).contains(&card.from)));
}

/// What the program says that it plays, a case plays: of every effect one card, and every card of a
/// second one that has an effect.
#[test]
fn every_card_with_an_effect_is_played_in_a_case() {
    let folder = crate::root::root().join("tests/nations/rulebook");
    let mut played = BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for line in text.lines().filter(|line| line.contains("card played: {")) {
            let rest = line.split("card: ").nth(1).unwrap_or_default();
            let number = rest.split([',', '}']).next().unwrap_or_default();
            if !line.contains("no: ") {
                played.insert(number.trim().to_owned());
            }
        }
    }
    let cards = cards();
    let with_effect = cards.iter().filter(|card| card.effect != Effect::ByHand);
    let missing: Vec<&String> =
        with_effect.map(|card| &card.card).filter(|card| !played.contains(*card)).collect();
    assert_eq!(missing, Vec::<&String>::new(), "cards that no case plays");
    assert!(played.len() >= 19);
}

/// A card is either played by the program or by the umpire.
#[test]
fn a_card_has_an_effect_or_is_by_hand() {
    let page = include_str!("../../../campaigns/nations/book/tables/events.yaml");
    let read = |from: &str, to: &str| {
        let mut shelf = play::shelf::<nations::Nations>();
        assert!(page.contains(from), "{from}");
        shelf.lay("nations/book/tables/events.yaml", page.replacen(from, to, 1));
        Cards::read(&shelf).map(|_| ()).map_err(|error| format!("{error:?}"))
    };
    assert!(read("rule:", "rule:").is_ok());
    let told = |read: Result<(), String>| read.unwrap_err();
    assert!(told(read("effect: local guides, ", "")).contains("C-3 has no effect"));
    assert!(told(read("effect: local guides", "effect: local guide")).contains("local guide"));
    assert!(told(read("effect: local guides", "effect: siege, by hand: true")).contains("C-3"));
    assert!(told(read("card: C-2,", "card: C-1,")).contains("C-1 stands on the page twice"));
    assert!(
        told(read("[R-25, R-9]", "[R-26, R-9]"))
            .contains("a card needs R-26, which is not on the page")
    );
}
