//! Tests of `case/setup.rs`.

use kriegsspiel::case::setup::*;
use kriegsspiel::case::setup_keys::KEYS;
use play::case::keys;
use play::case::rulings::Ruling;

#[test]
fn every_key_that_is_read_is_listed() {
    assert_eq!(keys::strays::<Setup>("", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Line>("forces", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Troops>("forces: formations", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Ruling>("rulings", KEYS), Vec::<String>::new());
}
