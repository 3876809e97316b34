//! Tests of `orders/comers.rs`.

use kit::ledger::Ledger;
use nations::Nations;
use nations::book::Book;
use nations::orders::comers;
use nations::season::setup;
use nations::sight::known::Known;
use play::table::read;
use std::collections::BTreeMap;

/// What a power knows of the set-up of a scenario, as if a later season were to begin.
fn later(scenario: &str, power: &str, season: &str) -> (Book, Known) {
    let shelf = play::shelf::<Nations>();
    let book = Book::read(&shelf, scenario, &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let mut opening = setup::opening(&book, &BTreeMap::new(), &mut ledger);
    let mut known = opening.known.remove(power).unwrap();
    known.season = season.parse().unwrap();
    (book, known)
}

/// What is said of the one line that a sheet places.
fn otherwise(book: &Book, known: &Known, line: &str) -> Vec<String> {
    let (season, power) = (known.season, &known.power);
    let text = format!("campaign: x\nseason: {season}\npower: {power}\nset-up:\n  {line}\n");
    let (sheet, _) = read::<Nations>(book, known, &text);
    let (key, _) = sheet.placings.first().expect("the line is sound");
    comers::otherwise(book, known, &sheet, key)
}

/// §21.D: who is on the map already is not offered, and a line that names him is told who comes.
#[test]
fn leaders_in_play_are_not_chosen_again() {
    let (book, mut known) = later("hundred-days-1815", "britain", "autumn 1815");
    let line = "British corps: {at: Dover, leaders: [Beresford, Hope]}";
    let entry = book.scenario.arrivals.iter().find(|entry| entry.key == "British corps").unwrap();
    assert_eq!(comers::leaders_by_default(&book, &known, entry), ["Beresford", "Hope"]);
    assert!(otherwise(&book, &known, line).is_empty());
    known.pool.remove("Hope");
    let led = |force: &&mut nations::record::state::Force| {
        force.power == "britain" && !force.leaders.is_empty()
    };
    known.ours.values_mut().find(led).unwrap().leaders.push("Hope".to_owned());
    let default = comers::leaders_by_default(&book, &known, entry);
    assert!(default.len() == 2 && !default.contains(&"Hope".to_owned()), "{default:?}");
    let told = otherwise(&book, &known, line);
    assert_eq!(told, [format!("Hope cannot be chosen, so {} comes", default[1])]);
}

/// §21.C: a hex holds one force, so who comes to a place that is taken stands beside it.
#[test]
fn who_comes_to_a_place_that_is_taken_stands_beside_it() {
    let (book, mut known) = later("jena-1806", "prussia", "winter 1806");
    assert!(otherwise(&book, &known, "Prussian recruits: Berlin").is_empty());
    let berlin = book.atlas.named("Berlin").unwrap();
    let mut own = known.ours.values_mut();
    own.find(|force| force.leaders.iter().any(|name| name == "L'Estocq")).unwrap().at = berlin;
    let told = otherwise(&book, &known, "Prussian recruits: Berlin");
    assert_eq!(told.len(), 1);
    assert!(
        told[0].starts_with("Berlin W3817 has no room for them; as things stand they come to "),
        "{told:?}"
    );
}

/// §21.2.3: a place of the line that the enemy holds is not open, and they come to the place of the page.
#[test]
fn who_would_come_to_a_place_of_the_enemy_comes_elsewhere() {
    let (book, known) = later("wagram-1809", "spain", "summer 1809");
    let told = otherwise(&book, &known, "Spaniards of summer: La Corunna");
    let words = "La Corunna W1139 is not open to them; as things stand they come to Malaga W1950";
    assert_eq!(told, [words]);
}
