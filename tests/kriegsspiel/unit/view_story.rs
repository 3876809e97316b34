//! Tests of `view/story.rs` and `view/headline.rs`.

use kit::ledger::Ledger;
use kit::relations::Status;
use kriegsspiel::book::Book;
use kriegsspiel::record::estimate::Span;
use kriegsspiel::record::event::{
    BattleKind, Event, Fate, ForceEvent, Halt, Losses, OrderEvent, PublicEvent, Reason, WarEvent,
};
use kriegsspiel::season::setup;
use kriegsspiel::view::{self, headline, story};
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
        "3 hits on Austrian line infantry (2 hits destroy a battalion)"
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
        "Austria and France defend at Ulm W3626, so there is no battle (§19.1)"
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
    assert_eq!(told("bavaria"), ["Taken by our side: Munich."]);
    assert_eq!(told("austria"), ["Fallen to the enemy: Munich."]);
}

/// A general who fell is named at the head of the report.
#[test]
fn lost_generals_and_those_who_laid_down_arms_are_in_the_headline() {
    let book = danube();
    let at = book.atlas.named("Ulm").unwrap();
    let (general, power) = ("Ney".to_owned(), "france".to_owned());
    let units = Span { about: 6, low: 5, high: 6 };
    let all: Losses = (1..=8).map(|nth| (format!("Brigade {nth}"), Default::default())).collect();
    let gone =
        |lost: Losses| Event::from(WarEvent::Surrendered { power: "austria".to_owned(), at, lost });
    let mut opening = setup::opening(&book, &mut Ledger::seeded("set-up", [0; 32]));
    let known = opening.known.get_mut("france").unwrap();
    known.seen_events = vec![
        PublicEvent::GeneralLost { general, power, at, fate: Fate::Killed }.into(),
        WarEvent::Yielded { power: "austria".to_owned(), at, units }.into(),
    ];
    assert_eq!(
        headline::headline(&book, known),
        [
            "Generals lost: Ney (France) at Ulm.",
            "Laid down their arms: troops of Austria (5 to 6 units) at Ulm."
        ]
    );
    let mut told = |lost: Losses| {
        known.seen_events = vec![gone(lost)];
        headline::headline(&book, known).concat()
    };
    let horse = Losses::from([("2nd Horse".to_owned(), [("light cavalry".to_owned(), 3)].into())]);
    assert_eq!(told(horse.clone()), "Laid down their arms: 2nd Horse (Austria) at Ulm.");
    assert_eq!(told(Losses::new()), "Laid down their arms: troops of Austria at Ulm.");
    assert_eq!(
        told(all),
        "Laid down their arms: Brigade 1, Brigade 2, Brigade 3, Brigade 4, Brigade 5, Brigade 6 \
         and 2 more (Austria) at Ulm."
    );
    assert_eq!(
        story::own(&book, &gone(horse)).unwrap(),
        "troops of Austria (2nd Horse) at Ulm W3626 find no hex to fall back to, since the enemy shuts the \
         others, and lay down their arms: 3 regiments of light cavalry (§19.5)"
    );
}

/// What befalls an ally in a war of its own is no loss to an enemy of the reader's.
#[test]
fn the_war_of_an_ally_is_told_by_names() {
    let book = danube();
    let at = book.atlas.named("Graz").unwrap();
    let (france, austria) = ("france".to_owned(), "austria".to_owned());
    let lost = Losses::new();
    let events = vec![
        Event::Public(PublicEvent::BattleEnded {
            at,
            kind: BattleKind::Field,
            attacker: vec![france.clone()],
            defender: vec![austria.clone()],
            winner: vec![france.clone()],
            days: 1,
        }),
        WarEvent::Invested { at, by: france.clone(), of: austria.clone(), percent: 5, lost }.into(),
        PublicEvent::Captured { at, power: france, from: austria, ruled: false }.into(),
    ];
    let mut opening = setup::opening(&book, &mut Ledger::seeded("set-up", [0; 32]));
    let known = opening.known.get_mut("russia").unwrap();
    known.seen_events = events;
    assert_eq!(
        headline::headline(&book, known),
        [
            "Battle lost by our side: Graz.",
            "Besieged by the enemy: Graz.",
            "Fallen to the enemy: Graz."
        ]
    );
    known.relations.settle("france", "russia", Status::Neutral);
    assert_eq!(
        headline::headline(&book, known),
        ["Graz falls from Austria to France.", "France fought Austria at Graz."]
    );
}

/// Whoever stops before an enemy reads who it was, as far as the turn names them.
#[test]
fn whom_a_force_met_is_told() {
    let book = danube();
    let at = book.atlas.named("Ulm").unwrap();
    let (who, power) = ("Davout".to_owned(), "france".to_owned());
    let halted = Event::Force(ForceEvent::Halted { who, power, at, halt: Halt::Enemy });
    let told = |events: &[Event]| story::sentences(&book, events).first().cloned().unwrap();
    assert_eq!(told(std::slice::from_ref(&halted)), "Davout stops at Ulm W3626: it met the enemy");
    let (by, of) = ("france".to_owned(), "austria".to_owned());
    let shut = WarEvent::Invested { at, by, of, percent: 0, lost: Losses::new() };
    assert_eq!(told(&[halted, Event::War(shut)]), "Davout stops at Ulm W3626: it met Austria");
}

/// What became of the orders stands in the order of the sheet, whatever came first in the turn.
#[test]
fn remarks_stand_in_the_order_of_the_sheet() {
    let book = danube();
    let not_done = |entry: u16| {
        let (power, who) = ("france".to_owned(), format!("Corps {entry}"));
        let (entry, step, order) = (Some(entry), Some(1), "march".to_owned());
        let reason = Reason::Stopped;
        Event::Order(OrderEvent::NotDone { power, entry, step, order, who, reason, failed: None })
    };
    let mut opening = setup::opening(&book, &mut Ledger::seeded("set-up", [0; 32]));
    let known = opening.known.get_mut("france").unwrap();
    known.seen_events = [9, 1, 5].map(not_done).to_vec();
    let remarks = view::view(&book, known).remarks;
    let entries: Vec<&str> = remarks.iter().map(|line| &line[..7]).collect();
    assert_eq!(entries, ["Entry 1", "Entry 5", "Entry 9"]);
}

/// A city that is out of play counts for nobody, and is drawn as a city.
#[test]
fn only_cities_in_play_are_drawn_as_victory_cities() {
    let book = danube();
    let opening = setup::opening(&book, &mut Ledger::seeded("set-up", [0; 32]));
    let chart = view::chart::chart(&book, &opening.known["france"]);
    let seats = |name: &str| {
        chart.land.places.iter().find(|place| place.name == name).map(|place| place.seat)
    };
    assert_eq!(seats("Brussels"), Some(false));
    assert_eq!(seats("Munich"), Some(true));
}
