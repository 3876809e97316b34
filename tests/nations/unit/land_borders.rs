//! Tests of `land/borders.rs`.

use kit::calendar::{Quarter, Season};
use kit::ground::Space;
use kit::relations::Relations;
use kit::relations::Status;
use nations::book::Book;
use nations::land::borders::*;
use nations::position::Position;
use nations::record::state::{Bloc, State};
use std::collections::BTreeMap;

fn relations() -> Relations<Bloc> {
    let groups = [
        ("france", Bloc::Empire),
        ("austria", Bloc::Coalition),
        ("russia", Bloc::Coalition),
        ("prussia", Bloc::Neutral),
    ];
    groups.map(|(power, bloc)| (power.to_owned(), bloc)).into_iter().collect()
}

#[test]
fn only_friends_and_enemies_enter() {
    let mut all = relations();
    let enters = |all: &Relations<Bloc>, who: &str, of: &str| may_enter(all, who, Some(of));
    assert!(enters(&all, "france", "austria") && enters(&all, "austria", "russia"));
    assert!(may_enter(&all, "france", None), "land without a holder is open");
    for closed in ["prussia", "Saxony"] {
        assert!(!enters(&all, "france", closed) && !enters(&all, "russia", closed), "{closed}");
    }
    assert!(enters(&all, "prussia", "prussia") && !enters(&all, "prussia", "france"));
    let until = Season { year: 1806, quarter: Quarter::Spring };
    all.settle("france", "austria", Status::Truce { until, transit: false });
    assert!(!enters(&all, "france", "austria"), "in a truce the land is closed");
    all.settle("prussia", "russia", Status::Allied);
    assert!(enters(&all, "russia", "prussia") && enters(&all, "prussia", "russia"));
}

/// The map that is laid out says the same of every hex as the question about one hex.
#[test]
fn the_laid_out_borders_are_those_of_each_hex() {
    let shelf = play::shelf::<nations::Nations>();
    let book = Book::read(&shelf, "suvorov-1799", &BTreeMap::new()).unwrap();
    let mut state = State::new(&book);
    state.held.insert(book.atlas.named("Hanover").unwrap(), "france".to_owned());
    let (mut open, mut closed) = (0, 0);
    for power in ["france", "austria", "turkey"] {
        let borders = Borders::of(&book, state.common(), power);
        for at in (0..book.atlas.hex_count()).map(Space) {
            let one = state.may_enter(&book, power, at);
            assert_eq!(borders.are_open(&book, at), one, "{power}, {}", book.atlas.number(at));
            if one { open += 1 } else { closed += 1 }
        }
    }
    assert!(open > 3000 && closed > 300, "{open} open, {closed} closed");
}

/// Where all powers fight each other nothing is laid out, so that nothing is searched.
#[test]
fn a_war_of_all_has_no_borders() {
    let shelf = play::shelf::<nations::Nations>();
    let book = Book::read(&shelf, "marengo-1800", &BTreeMap::new()).unwrap();
    let state = State::new(&book);
    let borders = Borders::of(&book, state.common(), "france");
    assert!(borders.closed.is_empty() && borders.towns.is_empty());
}
