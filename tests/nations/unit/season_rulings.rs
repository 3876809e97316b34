//! Tests of `season/rulings.rs`.

use nations::book::Book;
use nations::season::rulings::*;
use std::collections::BTreeMap;

/// What the umpire is shown can be written so.
#[test]
fn the_examples_are_facts() {
    let shelf = play::shelf::<nations::Nations>();
    let read = |page| Book::read(&shelf, page, &BTreeMap::new()).unwrap();
    let (marengo, spain) = (read("marengo-1800"), read("spanish-ulcer-1808"));
    let examples: Vec<&str> = FACTS.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(examples.len(), 18);
    for example in examples {
        let fact = example.split("   ").next().unwrap();
        // A scenario without money refuses it at once.
        let book = if fact.starts_with("money:") { &spain } else { &marengo };
        assert_eq!(check(book, fact), Ok(()), "{fact}");
    }
    let none = check(&marengo, "money: {of: france, pounds: 5}");
    assert_eq!(none, Err("money: this scenario has none".to_owned()));
}
