//! The cases of the rulebook.

use crate::root::root;
use crate::{odd_cases, rulebook};
use kit::ledger::Ledger;
use nations::REFEREE;
use std::collections::BTreeMap;

/// And what happens in a case is listed by `umpire case --list`, with its meaning.
#[test]
fn every_case_holds() {
    rulebook::every_case_holds(REFEREE);
}

/// A case that could not fail would prove nothing.
#[test]
fn a_wrong_case_fails() {
    rulebook::a_wrong_case_fails(REFEREE);
}

/// Whatever the writer of a case does, the program says what is wrong.
#[test]
fn no_case_panics() {
    odd_cases::no_case_panics(REFEREE);
}

/// The example sheets and the printed script fit each other, and play what the case of the sample
/// game tells.
#[test]
fn the_sample_game_is_played_as_printed() {
    let orders = root().join("orders/nations/marengo-1800");
    let read = |name: &str| std::fs::read_to_string(orders.join(name)).unwrap();
    let sheets: BTreeMap<String, String> = ["austria", "britain", "france"]
        .map(|power| (power.to_owned(), read(&format!("{power}.yaml"))))
        .into();
    let shelf = play::shelf::<nations::Nations>();
    let (referee, scenario) = play::find(&[REFEREE], &shelf, "nations/marengo-1800").unwrap();
    let game = referee.open(&shelf, &scenario, &Default::default()).unwrap();
    let set_up = &mut Ledger::seeded("set-up", [0; 32]);
    let before = game.opening(&sheets, set_up).unwrap().after;
    let mut script = Ledger::scripted("spring 1800", &read("as-printed.txt")).unwrap();
    let played = game.resolve(&before, &sheets, &mut script).unwrap();
    assert_eq!(script.finish(), Vec::<String>::new());
    assert!(played.over);
    let scored = played.events.iter().find(|event| event.starts_with("{\"scored\"")).unwrap();
    assert!(scored.contains("\"total\":3") && scored.contains("\"empire\""), "{scored}");
}
