//! Tests of `case/setup.rs`.

use frederick::case::setup::*;
use play::case::keys;
use play::case::rulings::Ruling;

#[test]
fn every_key_is_declared_and_read() {
    assert_eq!(keys::strays::<Setup>("", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Line>("units", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Promised>("promises", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Held>("prisoners", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Ruling>("rulings", KEYS), Vec::<String>::new());
}
