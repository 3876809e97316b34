//! Tests of `orders/blank_form.rs`.

use kit::calendar::{Quarter, Season};
use kriegsspiel::book::Book;
use kriegsspiel::orders::blank_form::*;
use kriegsspiel::sight::known::Known;
use play::Options;

#[test]
fn the_form_has_those_who_come_before_this_turns_movement() {
    let book =
        Book::read(&play::shelf::<kriegsspiel::Kriegsspiel>(), "danube-1805", &Options::new())
            .unwrap();
    let sides = book.scenario.powers().into_iter().collect();
    let at = |quarter| Season { year: 1805, quarter };
    let written = |season| form(&book, &Known::new("france", season, &sides), "c", None);
    assert!(!written(at(Quarter::Autumn)).contains("army: Augereau"));
    let winter = written(at(Quarter::Winter));
    assert!(winter.contains("army: Augereau") && winter.contains("VII Corps"), "{winter}");
}
