//! Tests of `book/declared.rs`.

use kriegsspiel::book::declared::*;
use kriegsspiel::book::scenario::Body;
use kriegsspiel::book::scenario::{Force, Scenario, Special};
use play::scenario::strays;

/// Every key that the reader knows is explained, and no other.
#[test]
fn the_declared_keys_are_those_that_are_read() {
    let all = [
        strays::<Scenario>(KEYS, &["rules"]),
        strays::<Force>(FORCE, &[]),
        strays::<Body>(BODY, &[]),
        strays::<kriegsspiel::book::scenario::Area>(AREA, &[]),
        strays::<kriegsspiel::book::scenario::Extra>(CITY, &[]),
        strays::<Special>(SPECIAL, &[]),
    ];
    assert_eq!(all.concat(), Vec::<String>::new());
}
