//! Tests of `book/mod.rs`.

use frederick::book::*;

#[test]
fn every_key_of_a_scenario_is_declared_and_read() {
    let strays = play::scenario::strays::<Scenario>(declared::KEYS, &["rules"]);
    assert_eq!(strays, Vec::<String>::new());
}
