//! How many land markers the calendar expects before winter quarters, held against seasons that are
//! drawn.

use kit::calendar::{Quarter, Season};
use kit::ledger::Ledger;
use nations::book::Book;
use nations::season::initiative::{expected_marches, pool, winter_quarters_needed};
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
