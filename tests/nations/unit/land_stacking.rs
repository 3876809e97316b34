//! Tests of `land/stacking.rs`, and of how `view/reasons.rs` tells what is found there.

use kit::ledger::Ledger;
use nations::book::Book;
use nations::land::stacking;
use nations::record::event::Halt;
use nations::record::state::Force;
use nations::season::setup;
use nations::view::reasons;
use std::collections::BTreeMap;

/// Why one who is led by `who` stops before the friends at a place, with no point left.
fn stops(scenario: &str, who: &str, place: &str) -> String {
    let shelf = play::shelf::<nations::Nations>();
    let book = Book::read(&shelf, scenario, &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let state = setup::opening(&book, &BTreeMap::new(), &mut ledger).state;
    let at = book.atlas.code(place).or(book.atlas.named(place)).unwrap();
    let moved = Force { at, ..state.with_leader(who).unwrap().clone() };
    let there: Vec<&Force> = state.at(at).filter(|force| force.power == moved.power).collect();
    assert!(!stacking::has_room(&book, &moved, 0, 0, &there));
    let lacks_point = Some(stacking::lacks_point(&book, &moved, 0, &there));
    reasons::halt(&book, &Halt::NoRoom { at, lacks_point })
}

/// §4.1.1: a march that ends beside friends needs room for both, and a point to join them.
#[test]
fn what_keeps_a_march_from_friends_is_named() {
    let told = stops("suvorov-1799", "Macdonald", "Bologna");
    assert!(told.contains("no point is left to join them (NIA"), "{told}");
    let told = stops("marengo-1800", "Ott", "W3533");
    assert!(told.contains("there is no room for both"), "{told}");
}
