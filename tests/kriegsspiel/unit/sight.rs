//! Tests of `sight.rs`.

use super::brigade;
use kit::calendar::{Quarter, Season};
use kriegsspiel::book::relations::Line;
use kriegsspiel::book::{Book, Who};
use kriegsspiel::record::apply::Touched;
use kriegsspiel::record::event::{BattleKind, Event, ForceEvent, PublicEvent, WarEvent};
use kriegsspiel::record::state::State;
use kriegsspiel::sight::intel_levels::{Allies, markers_at};
use kriegsspiel::sight::known::Known;
use kriegsspiel::sight::*;
use play::table::Happened;

#[test]
fn a_town_with_only_the_enemy_in_it_does_not_see_for_its_owner() {
    let season = Season { year: 1806, quarter: Quarter::Summer };
    let sides =
        [("a", "bavaria"), ("b", "austria")].map(|(s, p)| (s.to_owned(), vec![p.to_owned()]));
    let book =
        Book::of_case(&play::shelf::<kriegsspiel::Kriegsspiel>(), season, sides.into()).unwrap();
    let mut state = State::new(&book);
    let munich = book.atlas.find("Munich").unwrap();
    let sees = |state: &State| look(&book, state, "bavaria").field.contains(&munich);
    assert!(sees(&state));
    let body = |name: &str, power: &str| brigade((name, power), "line infantry", munich);
    state.formations.insert("A".to_owned(), body("A", "austria"));
    assert!(!sees(&state));
    state.formations.insert("B".to_owned(), body("B", "bavaria"));
    assert!(sees(&state));
}

/// A neutral who passes through a town keeps it from seeing nothing.
#[test]
fn a_town_with_a_neutral_in_it_sees_for_its_owner() {
    let season = Season { year: 1806, quarter: Quarter::Summer };
    let powers = ["austria", "bavaria", "prussia"].map(str::to_owned);
    let war = Line::War { war: ["austria".to_owned(), "bavaria".to_owned()] };
    let who = Who::Powers(powers.into(), vec![war]);
    let book = Book::of_powers(&play::shelf::<kriegsspiel::Kriegsspiel>(), season, who).unwrap();
    let munich = book.atlas.find("Munich").unwrap();
    let sees = |guest: &str| {
        let mut state = State::new(&book);
        let one = brigade(("A", guest), "line infantry", munich);
        state.formations.insert("A".to_owned(), one);
        look(&book, &state, "bavaria").field.contains(&munich)
    };
    assert!(sees("prussia") && !sees("austria"));
}

#[test]
fn allies_are_told_what_the_option_says() {
    let season = Season { year: 1806, quarter: Quarter::Summer };
    let side = |powers: &[&str]| powers.iter().map(|p| (*p).to_owned()).collect();
    let sides = [("a", side(&["france", "bavaria"])), ("b", side(&["austria"]))];
    let sides = sides.map(|(name, powers)| (name.to_owned(), powers)).into();
    let mut book =
        Book::of_case(&play::shelf::<kriegsspiel::Kriegsspiel>(), season, sides).unwrap();
    let mut state = State::new(&book);
    for (name, power, at) in [
        ("F", "france", "Paris"),
        ("Near", "bavaria", "Paris"),
        ("Far", "bavaria", "Munich"),
        ("Foe", "austria", "Salzburg"),
    ] {
        let one = brigade((name, power), "light infantry", book.atlas.find(at).unwrap());
        state.formations.insert(name.to_owned(), one);
    }
    state.depots.insert(book.atlas.find("Munich").unwrap(), "bavaria".to_owned());
    let mut seen = |allies| {
        book.allies = allies;
        let look = look(&book, &state, "france");
        let names: Vec<String> = look.formations.keys().cloned().collect();
        let marker = |one: &kriegsspiel::sight::known::Marker| (one.power.clone(), one.at);
        let markers: Vec<_> = look.markers.iter().map(marker).collect();
        let march = ForceEvent::Moved {
            who: "Far".to_owned(),
            power: "bavaria".to_owned(),
            formations: vec!["Far".to_owned()],
            general: None,
            from: book.atlas.find("Ulm").unwrap(),
            to: book.atlas.find("Munich").unwrap(),
            spent: 1,
        };
        let seen_event = visible_event(&book, &march.into(), &state, "france");
        (names.join(" "), markers.len(), look.depots.len(), seen_event.is_some())
    };
    // Munich is two hexes from Salzburg and sees no foe there.
    assert_eq!(seen(Allies::Letters), ("F".to_owned(), 1, 0, false));
    assert_eq!(seen(Allies::Markers), ("F".to_owned(), 2, 0, false));
    let all = ("F Far Near".to_owned(), 0, 1, true);
    assert_eq!(seen(Allies::Full), all);
    // The umpire sees everything with every option.
    book.allies = Allies::Letters;
    one_side(&mut state);
    assert_eq!(look(&book, &state, UMPIRE).formations.len(), 4);
}

/// What Bavaria knows after a battle that its brigade saw from beside it: the Austrians fell back out of its
/// sight, and something befell them there. Through the leak it sees them where they went.
fn after_a_retreat((way, lost): (usize, u32), leak: bool) -> Known {
    let season = Season { year: 1806, quarter: Quarter::Summer };
    let sides = [("a", "bavaria"), ("b", "austria")];
    let sides = sides.map(|(s, p)| (s.to_owned(), vec![p.to_owned()])).into();
    let book = Book::of_case(&play::shelf::<kriegsspiel::Kriegsspiel>(), season, sides).unwrap();
    let hex = |name: &str| book.atlas.find(name).unwrap();
    let (beside, field) = (hex("E1224"), hex("E1225"));
    let mut state = State::new(&book);
    for (name, power, at) in [("A", "austria", field), ("B", "bavaria", beside)] {
        let one = brigade((name, power), "line infantry", at);
        state.formations.insert(name.to_owned(), one);
    }
    let mut known = Known::new("bavaria", season, &state.relations);
    known.look(look(&book, &state, "bavaria"));
    let unseen = book.atlas.around(field).into_iter().filter(|at| !known.field.contains(at));
    let to = unseen.collect::<Vec<_>>()[way];
    let (power, of) = ("austria".to_owned(), || vec!["austria".to_owned()]);
    let (formations, generals) = (vec!["A".to_owned()], vec![]);
    let gone = [("line infantry".to_owned(), lost)].into();
    let events: [Event; 4] = [
        PublicEvent::SeasonBegan { season }.into(),
        PublicEvent::BattleEnded {
            at: field,
            kind: BattleKind::Field,
            attacker: of(),
            defender: vec!["bavaria".to_owned()],
            winner: vec![],
            days: 1,
        }
        .into(),
        WarEvent::Retreated { power: power.clone(), formations, generals, from: field, to }.into(),
        ForceEvent::Taken { power, lost: [("A".to_owned(), gone)].into() }.into(),
    ];
    for event in &events {
        let touched = &Touched::by(event, &state);
        state.apply(event);
        let happened = Happened { book: &book, event, touched, state: &state };
        let mut seen = witness(&happened, "bavaria", Some(&known)).unwrap_or_default();
        if leak {
            let eyes = ("bavaria", |power: &str| power == "bavaria");
            let there = markers_at(&book, &state, eyes, (to, true));
            let change = seen.change.get_or_insert_default();
            change.looked.insert(to);
            change.markers.extend(there);
        }
        known.learn(seen);
    }
    known
}

/// Who fell back out of sight after a battle is remembered there, and nothing of it is known that was not
/// seen: not where they went, nor what became of them.
#[test]
fn the_beaten_are_remembered_where_they_fought_and_no_more_is_known() {
    let known = after_a_retreat((0, 0), false);
    let markers: Vec<_> = known.markers.iter().collect();
    let [marker] = markers[..] else { panic!("{markers:?}") };
    assert_eq!(marker.since().as_deref(), Some("summer 1806 (battle)"));
    assert!(marker.fought && known.field.contains(&marker.at) && !known.may_be_there(marker));
    let twins = [(0, 0), (1, 0), (0, 1)];
    for (one, other) in twins.iter().zip(&twins[1..]) {
        let both = |leak| [one, other].map(|twin| after_a_retreat(*twin, leak));
        let [first, second] = both(false);
        assert_eq!(first, second, "{one:?} and {other:?} can be told apart");
        let [first, second] = both(true);
        assert_ne!(first, second, "a leak is not found");
    }
}
