//! Tests of `book/names.rs`.

use nations::book::names::*;
use nations::record::state::Marker;

#[test]
fn every_marker_that_can_be_removed_is_one() {
    for name in MARKERS {
        assert_eq!(name.parse::<Marker>().map(|marker| marker.to_string()), Ok(name.to_owned()));
    }
}
