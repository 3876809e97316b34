//! Tests of `case/setup.rs`.

use nations::book::atlas::OffMap;
use nations::book::money::MoneyTerms;
use nations::case::setup::declared::KEYS;
use nations::case::setup::lines::Line;
use nations::case::setup::lines::Ships;
use nations::case::setup::peaces::Peace;
use nations::case::setup::returning::Away;
use nations::case::setup::*;
use play::case::keys;
use play::case::rulings::Ruling;

#[test]
fn every_key_that_is_read_is_listed() {
    assert_eq!(keys::strays::<Setup>("", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Line>("forces", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Ships>("squadrons", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<OffMap>("boxes", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Away>("returning", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Peace>("peaces", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<Ruling>("rulings", KEYS), Vec::<String>::new());
    assert_eq!(keys::strays::<MoneyTerms>("money", KEYS), Vec::<String>::new());
}
