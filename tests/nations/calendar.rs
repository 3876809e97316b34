//! How many land markers the calendar expects before winter quarters, held against seasons that are
//! drawn; and whom it names on a throne.

use kit::calendar::{Quarter, Season};
use kit::ledger::Ledger;
use nations::book::Book;
use nations::record::state::{Bloc, State};
use nations::season::initiative::{expected_marches, pool, winter_quarters_needed};
use nations::sight::known::Known;
use nations::view::briefing::calendar;
use std::collections::BTreeMap;

/// Seasons without a sheet draw as many land markers on average as the calendar says.
#[test]
fn winter_quarters_come_as_soon_as_the_calendar_says() {
    let shelf = play::shelf::<nations::Nations>();
    let name = "italy-1796";
    let options = BTreeMap::new();
    let game = nations::REFEREE.open(&shelf, name, &options).unwrap();
    let book = Book::read(&shelf, name, &options).unwrap();
    let mut drawn: BTreeMap<Quarter, (usize, usize)> = BTreeMap::new();
    for seed in 0..90 {
        let mut ledger = Ledger::seeded("set-up", [seed; 32]);
        let mut at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        loop {
            let season: Season = at.season.to_string().parse().unwrap();
            let mut ledger = Ledger::seeded(&at.season.to_string(), [seed; 32]);
            let played = game.resolve(&at, &BTreeMap::new(), &mut ledger).unwrap();
            let land =
                |event: &&String| event.contains("\"marker-drawn\"") && event.contains(" land ");
            let (markers, seasons) = drawn.entry(season.quarter).or_default();
            *markers += played.events.iter().filter(land).count();
            *seasons += 1;
            if played.over {
                break;
            }
            at = played.after;
        }
    }
    for (quarter, (markers, seasons)) in drawn {
        let mean = markers as f64 / seasons as f64;
        let season = Season { year: 1796, quarter };
        let expected = winter_quarters_needed(quarter)
            .map_or(8.0, |needed| expected_marches(&pool(&book, season), needed));
        println!("{quarter}: {mean:.2} drawn in {seasons} seasons, {expected:.2} expected");
        assert!((mean - expected).abs() < 0.8, "{quarter}: {mean:.2}, {expected:.2} expected");
    }
}

/// Where a diplomatic phase is played, all are told beforehand who takes the throne of Turkey, and of the die that may
/// make her neutral (NIA §14.2).
#[test]
fn the_calendar_names_new_sultans_and_their_die() {
    let shelf = play::shelf::<nations::Nations>();
    let book = Book::read(&shelf, "grand-campaign-1805", &BTreeMap::new()).unwrap();
    let mut relations = State::new(&book).relations;
    let told = |relations: &_, season: &str, cabinet| {
        let known = Known::new("france", season.parse().unwrap(), relations);
        calendar(&book, &Known { cabinet, ..known }).join(" ")
    };
    assert!(told(&relations, "spring 1807", true).contains("Mustafa IV succeeds Selim III"));
    assert!(!told(&relations, "spring 1807", false).contains("Mustafa"));
    assert!(told(&relations, "summer 1808", false).contains("Mahmut II succeeds Mustafa IV"));
    let die = "a die of 4 or more makes Turkey neutral";
    assert!(!told(&relations, "summer 1807", false).contains(die));
    relations.join("turkey", Bloc::Empire);
    assert!(told(&relations, "summer 1807", false).contains(die));
    assert!(told(&relations, "autumn 1808", false).contains(die));
    assert!(!told(&relations, "autumn 1807", false).contains(die));
}
