//! Tests of `book/spelling.rs`.

use nations::book::spelling::spoken_parts;

/// A part of a condition that has a town with its number is told with both, once; a number alone becomes the town.
#[test]
fn a_town_is_named_once() {
    let shelf = play::shelf::<nations::Nations>();
    let book = nations::book::Book::read(&shelf, "russia-1812", &std::collections::BTreeMap::new())
        .unwrap();
    let told = |parts: &[&str]| {
        let parts: Vec<String> = parts.iter().map(|part| (*part).to_owned()).collect();
        spoken_parts(&book, &parts)
    };
    let lublin = book.atlas.number(book.atlas.named("Lublin").unwrap());
    let unseen = format!("all hexes within 1 of Lublin {lublin}");
    assert_eq!(told(&[&unseen, &unseen]), unseen);
    assert_eq!(told(&[&format!("`enemy at {lublin}`")]), "`enemy at Lublin`");
    let capital = book.atlas.number(book.atlas.named("St. Petersburg").unwrap());
    assert_eq!(told(&[&format!("St. Petersburg {capital}")]), format!("St. Petersburg {capital}"));
}
