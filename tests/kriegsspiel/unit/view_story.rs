//! Tests of `view/story.rs` and `view/headline.rs`.

use kit::ledger::Ledger;
use kriegsspiel::book::Book;
use kriegsspiel::record::event::{Event, Losses, PublicEvent, WarEvent};
use kriegsspiel::season::setup;
use kriegsspiel::view::{headline, story};
use play::Options;

fn danube() -> Book {
    let shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    Book::read(&shelf, "danube-1805", &Options::new()).unwrap()
}

#[test]
fn losses_are_told_in_the_unit_that_was_lost() {
    let book = danube();
    let told = |kinds: &[(&str, u32)]| {
        let units = kinds.iter().map(|(kind, hits)| ((*kind).to_owned(), *hits)).collect();
        story::lost(&book, &Losses::from([("A".to_owned(), units)]))
    };
    assert_eq!(told(&[]), "nobody");
    assert_eq!(
        told(&[("line infantry", 2), ("light cavalry", 1), ("horse artillery", 2)]),
        "2 batteries of horse artillery, 1 regiment of light cavalry, 2 battalions of line infantry"
    );
    // A battalion of these takes two, and one may be worn already (§10.5).
    assert_eq!(
        told(&[("austrian line infantry", 3)]),
        "3 hits on austrian line infantry (2 make a battalion)"
    );
}

#[test]
fn that_both_defend_is_told() {
    let book = danube();
    let at = book.atlas.named("Ulm").unwrap();
    let powers = vec!["austria".to_owned(), "france".to_owned()];
    let event = Event::War(WarEvent::StoodOff { at, powers });
    assert_eq!(
        story::own(&book, &event).unwrap(),
        "Austria and France both defend at Ulm W3626, so there is no battle (§19.1)"
    );
    let mut opening = setup::opening(&book, &mut Ledger::seeded("set-up", [0; 32]));
    let known = opening.known.get_mut("france").unwrap();
    known.seen_events = vec![event];
    assert_eq!(headline::headline(&book, known), ["Both sides defended, and nobody fought: Ulm."]);
}

/// A city that goes back to an ally is no conquest of the reader's, and one of the reader's own is.
#[test]
fn a_city_that_goes_back_to_an_ally_is_told_as_such() {
    let book = danube();
    let at = book.atlas.named("Munich").unwrap();
    let (power, from) = ("bavaria".to_owned(), "austria".to_owned());
    let event = Event::Public(PublicEvent::Reverted { at, power, from, ruled: false });
    let mut opening = setup::opening(&book, &mut Ledger::seeded("set-up", [0; 32]));
    let mut told = |power: &str| {
        let known = opening.known.get_mut(power).unwrap();
        known.seen_events = vec![event.clone()];
        headline::headline(&book, known)
    };
    assert_eq!(told("france"), ["Given back to allies: Munich (Bavaria)."]);
    assert_eq!(told("bavaria"), ["Taken: Munich."]);
    assert_eq!(told("austria"), ["Fallen to the enemy: Munich."]);
}
