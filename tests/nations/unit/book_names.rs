//! Tests of `book/names.rs`.

use nations::book::names::*;
use nations::record::state::Marker;

#[test]
fn every_marker_that_can_be_removed_is_one() {
    for name in MARKERS {
        assert_eq!(name.parse::<Marker>().map(|marker| marker.to_string()), Ok(name.to_owned()));
    }
}

/// A leader is found by the first part of a name that no other shares.
#[test]
fn the_first_part_of_a_name_is_enough() {
    let shelf = play::shelf::<nations::Nations>();
    let book =
        nations::book::Book::read(&shelf, "spanish-ulcer-1808", &std::collections::BTreeMap::new());
    let people = book.unwrap().people;
    let found = |written| people.find(written).map(|leader| leader.name.clone());
    assert_eq!(found("Gouvion"), Some("Gouvion-St-Cyr".to_owned()));
    assert_eq!(found("La"), None, "several names begin so");
    assert_eq!(found("Gouv"), None, "half a word is no part");
    assert_eq!(found(""), None);
}
