//! Tests of `view/court.rs`: each event of a year says what it does, and whether anything came of it.

use crate::seam::ByMail;
use frederick::book::tables::Balance;
use frederick::record::event::{CourtEvent, Event, MarkerEvent, OrderEvent, Why, YearEvent};
use frederick::record::state::SEARCH;
use frederick::view::court::{NOTHING, came_to_nothing};
use frederick::view::story::{chapters, remarks};
use kit::deck::{Change, Place};
use std::collections::{BTreeMap, BTreeSet};

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

/// Whose marker goes to another seat is told so, and where units of a minor power go that leaves.
#[test]
fn what_a_seat_loses_is_told() {
    let by_mail = ByMail::begun("austrian-succession", &[], 1);
    let book = &by_mail.book;
    let hand = |seat: &str| Place::Hand(seat.to_owned());
    let gone = Change::Moved { card: "Charge (1)".into(), from: hand("france"), to: hand(SEARCH) };
    let bern = book.atlas.find("Bern").unwrap();
    let left = CourtEvent::ControlChanged {
        minor: "switzerland".into(),
        before: Some("france".into()),
        seat: None,
        moved: BTreeMap::from([("a unit".to_owned(), bern)]),
    };
    let events = [Event::from(MarkerEvent::Deck(gone)), Event::from(left)];
    let told = |eye: &str| -> Vec<String> {
        let chapters = chapters(book, eye, &events);
        chapters.iter().flat_map(|one| &one.lines).map(|line| line.text.clone()).collect()
    };
    let switzerland = "Switzerland is neutral again; a unit of it goes to Bern.";
    assert_eq!(told("france"), ["You give away Charge.", switzerland]);
    assert_eq!(told("prussia"), [switzerland]);
}

/// An operation that was short of points and went on in a later one is not told as undone.
#[test]
fn an_operation_that_went_on_is_not_told_as_short() {
    let taken = || Event::from(OrderEvent::TakenUp { seat: "france".into(), entry: 1 });
    let short = || {
        let (seat, step) = ("france".into(), "march".into());
        Event::from(OrderEvent::NotDone {
            seat,
            entry: 1,
            step,
            number: 1,
            why: Why::Short,
            failed: None,
        })
    };
    assert!(remarks("prussia", &[taken(), short(), taken()]).is_empty());
    let told = remarks("prussia", &[taken(), short(), taken(), short()]);
    assert_eq!(told, ["Entry 1, `march`: the points did not reach."]);
}
