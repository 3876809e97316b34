//! Tests of `season/rulings.rs`.

use nations::book::Book;
use nations::season::rulings::*;
use std::collections::BTreeMap;

/// What the umpire is shown can be written so.
#[test]
fn the_examples_are_facts() {
    let shelf = play::shelf::<nations::Nations>();
    let book = Book::read(&shelf, "marengo-1800", &BTreeMap::new()).unwrap();
    let examples: Vec<&str> = FACTS.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(examples.len(), 12);
    for example in examples {
        let fact = example.split("   ").next().unwrap();
        assert_eq!(check(&book, fact), Ok(()), "{fact}");
    }
}
