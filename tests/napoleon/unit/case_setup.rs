//! Tests of `case/setup.rs`.

use napoleon::case::setup::*;
use play::case::keys;
use play::case::rulings::Ruling;

#[test]
fn every_key_is_declared_and_read() {
    assert_eq!(keys::strays::<Setup>("", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Counter>("forces", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Purses>("supply", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Ruling>("rulings", KEYS), Vec::<String>::new());
}
