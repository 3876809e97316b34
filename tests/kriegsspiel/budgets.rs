//! Budgets: lines in their order, faulty ones among them, and what is bought.

use crate::neutrals;
use crate::table::{Table, events};
use kit::ledger::Ledger;
use kriegsspiel::record::event::{Event, MoneyEvent};
use play::Played;
use std::collections::BTreeMap;

/// The Danube with money, and plenty of it.
fn table() -> Table {
    let page = neutrals::scenario();
    let points = page.lines().find(|line| line.starts_with("points:")).unwrap().to_owned();
    let money = "money: {france: 4000, bavaria: 60, austria: 150, russia: 200, prussia: 300}";
    neutrals::table_of(page.replace(&points, money), &[])
}

/// Plays one sheet of Austria; what is said of it, and what happens.
fn played(table: &Table, sheet: &str) -> (String, Played) {
    let sheet = format!("season: autumn 1805\npower: austria\n{sheet}");
    let at = table.opening();
    let checked = table.game.check(&at.known["austria"], &sheet).unwrap();
    let told = crate::told::told(&checked, &sheet);
    let sheets = BTreeMap::from([("austria".to_owned(), sheet)]);
    let mut ledger = Ledger::seeded("budgets", [3; 32]);
    (told, table.game.resolve(&at, &sheets, &mut ledger).unwrap())
}

/// How many corps and brigades of Austria were paid for.
fn fed(played: &Played) -> usize {
    let paid = events(played).into_iter().find_map(|event| match event {
        Event::Money(MoneyEvent::PaidSupply { power, paid, .. }) if power == "austria" => {
            Some(paid.len())
        }
        _ => None,
    });
    paid.unwrap_or(0)
}

/// A line with a fault keeps its place, so that what is done without it does not come last; a sound line of its kind
/// stands for it.
#[test]
fn a_faulty_line_keeps_its_place() {
    let table = table();
    let lines =
        |first: &str, second: &str| format!("budget:\n  - {first}\n  - {second}\norders: []\n");
    let (told, turn) = played(&table, &lines("supply: Nobody Knows", "keep: 860"));
    let place = "in the place of line 1, which has a fault: supply of 12 that may be in the field";
    assert!(told.contains(place), "{told}");
    assert_eq!(fed(&turn), 12);
    let (told, turn) = played(&table, &lines("keep: 860", "supply: Nobody Knows"));
    assert!(told.contains("in the place of line 2"), "{told}");
    assert!(fed(&turn) < 12, "{told}");
    let (told, turn) = played(&table, &lines("supply: Nobody Knows", "supply: Mack"));
    assert!(!told.contains("in the place of"), "{told}");
    assert!(fed(&turn) < 12 && fed(&turn) > 0, "{told}");
}
