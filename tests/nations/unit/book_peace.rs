//! Tests of `book/peace.rs`.

use kit::calendar::Season;
use kit::shelf::Shelf;
use nations::Nations;
use nations::book::{Book, PeaceTable};
use std::collections::BTreeMap;

const PAGE: &str = include_str!("../../../campaigns/nations/book/tables/peace.yaml");

/// A game in which the track is played, with this page.
fn read(page: &str) -> Result<Book, String> {
    let mut shelf: Shelf = play::shelf::<Nations>();
    shelf.lay("nations/book/tables/peace.yaml", page.to_owned());
    let seven = include_str!("../../scenarios/europe-1805/scenario.yaml");
    let page = format!("{seven}\ncountries: {{Denmark: neutral}}\ntrack: {{}}\n");
    let page = page.replace(" Denmark,", "");
    shelf.lay("nations/seven/scenario.yaml", page);
    Book::read(&shelf, "seven", &BTreeMap::new()).map_err(|error| error.to_string())
}

/// Each line: what the page says, what it says instead, and the fault.
#[test]
fn a_page_that_names_nobody_or_goes_too_far_is_refused() {
    assert!(read(PAGE).is_ok());
    for (was, is, says) in [
        ("austria: {capital: Vienna", "austrya: {capital: Vienna", "towns: no power `austrya`"),
        ("capital: Vienna", "capital: Viena", "austria: no place `Viena`"),
        ("[Kiev, Odessa]", "[Kiew, Odesa]", "russia: no place `Kiew`"),
        ("while its own: [Warsaw]", "while its own: [Varsaw]", "prussia: no place `Varsaw`"),
        ("fights on: {turns: 2", "fights on: {turns: 0", "a figure is from 1 to 40"),
        ("plain: 4", "plain: 41", "a figure is from 1 to 40"),
        ("least: 6", "least: 0", "a figure is from 1 to 40"),
        ("most: 3", "most: 0", "a figure is from 1 to 40"),
        ("indemnity: 2, troops", "indemnity: 0, troops", "a figure is from 1 to 40"),
        ("one in: 2", "one in: 0", "a figure is from 1 to 40"),
    ] {
        assert!(PAGE.contains(was), "{was}");
        let why = read(&PAGE.replacen(was, is, 1)).unwrap_err();
        assert!(why.contains(says), "{is}: {why}");
    }
}

#[test]
fn a_peace_begins_with_the_next_season() {
    let season = |text: &str| text.parse::<Season>().unwrap();
    for (made, turns, until) in [
        ("autumn 1805", 6, "summer 1807"),
        ("winter 1805", 6, "autumn 1807"),
        ("spring 1805", 12, "summer 1808"),
    ] {
        assert_eq!(PeaceTable::end(season(made), turns), season(until), "{made}, {turns}");
    }
    let table = read(PAGE).unwrap().peace;
    for (dice, turns) in [([1, 1].as_slice(), 6), (&[2, 4], 6), (&[3, 4], 7), (&[6, 6, 6], 18)] {
        assert_eq!(table.turns(dice), turns, "{dice:?}");
    }
    assert_eq!((table.dice(false), table.dice(true)), (2, 3));
    for (budget, pays) in [(48, 24), (37, 18), (1, 0), (0, 0), (-4, 0)] {
        assert_eq!(table.indemnity(budget), pays, "{budget}");
    }
}
