//! The same inputs give the same season, byte for byte, in debug and in release.

use crate::root::root;
use expect_test::expect;
use kit::ledger::{Entry, Ledger};
use kit::proof;
use play::{Game, Played};
use std::collections::BTreeMap;

fn open(scenario: &str) -> Box<dyn Game> {
    let shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    let (referee, scenario) = play::find(&[kriegsspiel::REFEREE], &shelf, scenario).unwrap();
    referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap()
}

fn digest(played: &Played, entries: &[Entry]) -> String {
    let mut record = played.events.join("\n");
    record += &serde_json::to_string(entries).unwrap();
    record += &played.after.state;
    played.after.known.values().for_each(|known| record += known);
    proof::hex(&proof::sha256(record.as_bytes()))
}

/// The digest of the first turn of the example sheets; if it changes, so must the edition.
#[test]
fn a_turn_of_the_kriegsspiel_is_a_function_of_its_inputs() {
    let game = open("kriegsspiel/danube");
    let folder = root().join("orders/kriegsspiel/danube-1805");
    let sheet = |power: &String| {
        (power.clone(), std::fs::read_to_string(folder.join(format!("{power}.yaml"))).unwrap())
    };
    let before = game.opening(&BTreeMap::new(), &mut Ledger::seeded("set-up", [1; 32]));
    let before = before.unwrap().after;
    let sheets: BTreeMap<String, String> = before.known.keys().map(sheet).collect();
    let play = |seed: u8| {
        let mut ledger = Ledger::seeded("autumn 1805", [seed; 32]);
        let played = game.resolve(&before, &sheets, &mut ledger).unwrap();
        digest(&played, ledger.entries())
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
    let (referee, _) = play::find(
        &[kriegsspiel::REFEREE],
        &play::shelf::<kriegsspiel::Kriegsspiel>(),
        "kriegsspiel/danube",
    )
    .unwrap();
    expect!["kriegsspiel-19: f7814f12603473d1fff1c0b7fe427add852186dfc6f0b49cd44a32074efc3ea3"]
        .assert_eq(&format!("{}: {}", referee.edition(), play(1)));
}
