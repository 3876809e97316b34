//! Tests of `book/special.rs`.

use nations::Nations;
use nations::book::Book;
use nations::book::deck::DeckTerms;

const PAGE: &str = include_str!("../../../campaigns/nations/spanish-ulcer-1808/scenario.yaml");

/// What is said of the page with one part of it written otherwise.
fn told(from: &str, to: &str) -> Vec<String> {
    assert!(PAGE.contains(from), "{from}");
    let page = PAGE.replacen(from, to, 1);
    let faults = Book::faults(&play::shelf::<Nations>(), &page).unwrap();
    let sentence = |text: String| {
        let line = text.lines().next().unwrap_or_default().to_owned();
        line.splitn(3, ": ").nth(2).unwrap_or_default().to_owned()
    };
    faults.into_iter().map(|fault| sentence(fault.text)).collect()
}

#[test]
fn the_page_as_it_is_has_no_fault() {
    assert_eq!(told("title:", "title:"), Vec::<String>::new());
}

/// §21.3.5: who serves elsewhere commands no fleet.
#[test]
fn an_admiral_who_serves_elsewhere_stands_in_no_line() {
    let said = told("default: [fleet 6]", "default: [Nelson]");
    assert_eq!(said, ["Nelson serves elsewhere, as a special rule says"]);
}

/// §21.D: who is called away may come again, and not before.
#[test]
fn a_leader_comes_again_after_being_called_away() {
    let from = "when: spring 1810\n    power: france";
    let said = told(from, "when: autumn 1808\n    power: france");
    assert_eq!(said, ["Bessières stands in `Bessières` and in `Army of the North`"]);
}

#[test]
fn a_card_is_in_the_deck_once() {
    assert_eq!(told("cards: [C-3, C-7,", "cards: [C-3, C-3,"), ["C-3 is there twice"]);
}

/// A page has cards of its own or those of the rules, and a card of the rules is in one place.
#[test]
fn a_deck_is_of_the_page_or_of_the_rules() {
    let line = PAGE.lines().find(|line| line.starts_with("deck: {")).unwrap();
    assert_eq!(told(line, "deck: {by the rules: imperial}"), Vec::<String>::new());
    let read = |text: &str| serde_yaml::from_str::<DeckTerms>(text).unwrap().check();
    assert!(read("{cards: [C-3], draws: {france: 1}}").is_ok());
    assert!(read("{cards: [C-3], by the rules: imperial}").is_err());
    assert!(read("{draws: {france: 1}}").is_err());
    assert!(read("{cards: [C-3], out: [C-7]}").is_err());
    let twice = told(line, "deck: {by the rules: imperial, out: [I-1], open: [I-1]}");
    assert_eq!(twice, ["I-1 is there twice"]);
}

#[test]
fn who_is_conquered_in_a_war_of_liberation_fights_one() {
    let said = told("liberation war: {power: spain", "liberation war: {power: britain");
    assert_eq!(said, ["spain fights no war of liberation"]);
}
