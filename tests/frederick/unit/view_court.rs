//! Tests of `view/court.rs`: each event of a year says what it does, and whether anything came of it.

use crate::seam::ByMail;
use frederick::book::tables::Balance;
use frederick::record::event::{Event, YearEvent};
use frederick::view::court::{NOTHING, came_to_nothing};
use frederick::view::story::chapters;
use std::collections::BTreeSet;

#[test]
fn each_event_says_what_it_does() {
    let by_mail = ByMail::begun("austrian-succession", &[], 1);
    let tables = &by_mail.book.tables;
    let rolls = (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second)));
    let events: BTreeSet<Balance> =
        rolls.map(|(first, second)| tables.balance(first, second)).collect();
    for event in events {
        let words = tables.event_words(event);
        assert!(words.starts_with(&format!("{} (", event.words())), "{words}");
    }
}

/// An event that finds nobody to strike says so; one that is followed by what it did does not.
#[test]
fn an_event_that_changed_nothing_says_so() {
    let by_mail = ByMail::begun("austrian-succession", &[], 1);
    let seat = || "prussia".to_owned();
    let comes = |balance| Event::from(YearEvent::EventComes { seat: seat(), balance });
    let harvest = Event::from(YearEvent::Harvested { by: -1 });
    let events = [comes(Balance::Riot), comes(Balance::BadHarvest), harvest];
    assert!(came_to_nothing(&events[0], &events[1..]));
    assert!(!came_to_nothing(&events[1], &events[2..]));
    let told = chapters(&by_mail.book, "prussia", &events);
    let lines: Vec<&str> = told[0].lines.iter().map(|line| line.text.as_str()).collect();
    assert!(lines[0].contains("riot (the seat with the most cities abroad"), "{lines:?}");
    assert_eq!(lines[1], NOTHING);
    assert_eq!(lines.iter().filter(|line| **line == NOTHING).count(), 1, "{lines:?}");
}
