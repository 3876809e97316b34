//! Tests of `sight.rs`.

use super::brigade;
use kit::calendar::{Quarter, Season};
use kriegsspiel::book::relations::Line;
use kriegsspiel::book::{Book, Who};
use kriegsspiel::record::event::ForceEvent;
use kriegsspiel::record::state::State;
use kriegsspiel::sight::intel_levels::Allies;
use kriegsspiel::sight::*;

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
