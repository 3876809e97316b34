//! Sheets as players write them: what is understood of each, and what its author is told.
//!
//! Each `tests/kriegsspiel/sheets/NAME.yaml` is held against the opening of the Danube; `NAME.txt`
//! is what its author gets. `UPDATE_EXPECT=1 cargo test` rewrites them.

use crate::root::root;
use crate::told;
use expect_test::expect_file;
use kit::ledger::Ledger;
use sheet::frame;
use std::collections::BTreeMap;

#[test]
fn what_an_author_gets() {
    let shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    let (referee, scenario) = play::find(&[kriegsspiel::REFEREE], &shelf, "danube").unwrap();
    let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let known = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after.known;
    let all = told::files("tests/kriegsspiel/sheets");
    assert!(all.len() >= 2);
    for path in all {
        let sheet = std::fs::read_to_string(&path).unwrap();
        let power = frame::header(&sheet).power.unwrap().to_lowercase();
        let checked = game.check(&known[&power], &sheet).unwrap();
        expect_file![root().join(path.with_extension("txt"))]
            .assert_eq(&told::told(&checked, &sheet));
    }
}

/// A step waits for walls and those within them: Ulm is walled, and Schwarzenberg holds it.
#[test]
fn who_is_inside_is_known_of_ones_own() {
    let shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    let (referee, scenario) = play::find(&[kriegsspiel::REFEREE], &shelf, "danube").unwrap();
    let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let before = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    let ends_at = |condition: &str| {
        let step = format!("{{march: {{to: Munich, if: {condition}}}}}");
        let sheet = format!("orders: [{{army: John, steps: [{step}]}}]");
        let mut ledger = Ledger::seeded("autumn 1805", [0; 32]);
        let sheets = [("austria".to_owned(), sheet)].into();
        let after = game.resolve(&before, &sheets, &mut ledger).unwrap().after;
        let known: serde_json::Value = serde_json::from_str(&after.known["austria"]).unwrap();
        known["generals"]["John"]["at"].clone()
    };
    let (munich, stays) = (ends_at("always"), ends_at("never"));
    assert_ne!(munich, stays);
    assert_eq!(ends_at("Schwarzenberg is inside"), munich);
    assert_eq!(ends_at("Schwarzenberg is not inside"), stays);
    assert_eq!(ends_at("John is inside"), stays);
    assert_eq!(ends_at("yes"), munich);
    assert_eq!(ends_at("enemy not adjacent"), munich);
}
