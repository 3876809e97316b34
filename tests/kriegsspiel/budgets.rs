//! Budgets: lines in their order, faulty ones among them, and what is bought.

use crate::money::{gets, papers};
use crate::neutrals;
use crate::table::{Table, events, says_at_line, state};
use crate::told::told;
use kit::ledger::Ledger;
use kriegsspiel::money::purchase;
use kriegsspiel::position::Position as _;
use kriegsspiel::record::event::{Event, MoneyEvent};
use kriegsspiel::sight::known::Known;
use play::Played;
use std::collections::BTreeMap;

/// The Danube with money, and plenty of it.
fn table() -> Table {
    table_with(&[])
}

fn table_with(options: &[(&str, &str)]) -> Table {
    let page = neutrals::scenario();
    let points = page.lines().find(|line| line.starts_with("points:")).unwrap().to_owned();
    let money = "money: {france: 4000, bavaria: 60, austria: 150, russia: 200, prussia: 300}";
    neutrals::table_of(page.replace(&points, money), options)
}

/// Plays one sheet of Austria; what is said of it, and what happens.
fn played(table: &Table, sheet: &str) -> (String, Played) {
    let sheet = format!("season: autumn 1805\npower: austria\n{sheet}");
    let at = table.opening();
    let checked = table.game.check(&at.known["austria"], &sheet).unwrap();
    let told = told(&checked, &sheet);
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

/// What is wrong with a purchase is said at its line, and the lines before and behind it stand.
#[test]
fn a_faulty_purchase_is_named_at_its_line() {
    let table = table();
    let check = |line: &str, code: &str, words: &str| {
        let sheet = format!(
            "season: autumn 1805\npower: austria\nbudget:\n  - buy: {{depots: 1}}\n  - {line}\n  \
             - buy: {{depots: 1}}\norders: []\n"
        );
        let at = table.opening();
        let checked = table.game.check(&at.known["austria"], &sheet).unwrap();
        says_at_line(&checked, &sheet, (5, code), words);
        let sheets = BTreeMap::from([("austria".to_owned(), sheet)]);
        let mut ledger = Ledger::seeded("faulty", [3; 32]);
        let played = table.game.resolve(&at, &sheets, &mut ledger).unwrap();
        let bought = events(&played).into_iter().filter(|event| {
            matches!(event, Event::Money(MoneyEvent::Bought { power, .. }) if power == "austria")
        });
        assert_eq!(bought.count(), 2, "{line}");
    };
    let troops = "units: {grenadiers: 1}";
    check("buy: {}", "key-missing", "`brigade:`");
    check("buy: {depots: 0}", "expected", "20");
    check("buy: {depots: 21}", "expected", "20");
    check("buy: {general: no}", "one-purchase", "a line buys one thing");
    check(&format!("buy: {{brigade: A, into: Mack, {troops}}}"), "unknown-name", "Mack");
    check(&format!("buy: {{brigade: A, depots: 1, {troops}}}"), "one-purchase", "`levy:`");
    check("buy: {brigade: A}", "units-of-what", "`brigade:` needs `units:`");
    check("buy: {depots: 1, units: {grenadiers: 1}}", "units-of-what", "`depots:` has no `units:`");
    check("buy: {depots: 1, at: Vienna}", "appears-where", "`depots:` has no `at:`");
    check("buy: {brigade: A, units: {grenadiers: 0}}", "expected", "99");
    check("buy: {brigade: A, units: {grenadiers: 100}}", "expected", "99");
    check("buy: {brigade: A, units: {dragoons of Latour: 1}}", "unknown-name", "dragoons");
    check(&format!("buy: {{brigade: \"\", {troops}}}"), "value-missing", "brigade");
    check(
        &format!("buy: {{brigade: {}, {troops}}}", "x".repeat(41)),
        "not-bought",
        "forty letters",
    );
    check(&format!("buy: {{brigade: Mack, {troops}}}"), "not-bought", "one of that name (K05 §10)");
    check(
        "buy: {brigade: A, units: {grenadiers: 7}}",
        "not-bought",
        "a brigade of infantry has up to 6",
    );
    check(
        "buy: {brigade: A, units: {field artillery: 1}}",
        "not-bought",
        "a battalion or a regiment at least",
    );
    check(
        &format!("buy: {{brigade: A, at: Munich, {troops}}}"),
        "not-bought",
        "Munich W3826 is not a home city",
    );
    check(&format!("buy: {{ships: {{frigate: 1}}, {troops}}}"), "key-missing", "`fleet:`");
    check("buy: {fleet: A, ships: {frigate: 1}}", "name-unfit", "this scenario has no ships");
    let many: String = "  - buy: {depots: 1}\n".repeat(41);
    let (told, turn) = played(&table, &format!("budget:\n{many}orders: []\n"));
    assert!(told.contains("a budget has 40 lines at the most"), "{told}");
    let bought = events(&turn).into_iter();
    let bought = bought.filter(|event| matches!(event, Event::Money(MoneyEvent::Bought { .. })));
    assert_eq!(bought.count(), 7, "as many as the purse pays for behind the supply of twelve");
}

/// Whoever does not see a city is told the same, whatever is bought there; so is everybody by the newspaper.
#[test]
fn a_foreign_purchase_changes_nothing_that_is_told() {
    let mut pairs = 0;
    for options in [&[][..], &[("intel", "vague")], &[("intel", "estimates"), ("directive", "on")]]
    {
        let table = table_with(options);
        let at = table.opening();
        for (whose, known) in &at.known {
            let own: Known = serde_json::from_str(known).unwrap();
            let homes = purchase::homes(&table.book, &own, whose);
            let season = format!("season: autumn 1805\npower: {whose}\n");
            let lines: Vec<String> = homes
                .iter()
                .map(|at| {
                    let at = table.book.atlas.name(*at);
                    format!("{{buy: {{brigade: In {at}, at: {at}, units: {{militia: 3}}}}}}")
                })
                .chain(["{buy: {depots: 2}}".to_owned(), "{buy: {general: yes}}".to_owned()])
                .collect();
            let sheets = |budget: &str| {
                let sheet = format!("{season}budget: [{budget}]\norders: []\n");
                BTreeMap::from([(whose.clone(), sheet)])
            };
            let resolve = |budget: &str| {
                let mut ledger = Ledger::seeded("purchases", [9; 32]);
                table.game.resolve(&at, &sheets(budget), &mut ledger).unwrap()
            };
            let (plain, rich) = (resolve(""), resolve(&lines.join(", ")));
            assert_ne!(plain.after.known[whose], rich.after.known[whose], "{whose}");
            let sees = |eye: &String| {
                let eye: Known = serde_json::from_str(&plain.after.known[eye]).unwrap();
                homes.iter().any(|at| eye.field.contains(at))
            };
            for eye in at.known.keys().filter(|eye| *eye != whose && !sees(eye)) {
                let one = gets(&table, &plain.after.known[eye]);
                assert_eq!(one, gets(&table, &rich.after.known[eye]), "{eye} of {whose}");
                pairs += 1;
            }
            assert_eq!(papers(&table, &at, &plain), papers(&table, &at, &rich), "{whose}");
        }
    }
    assert!(pairs > 20, "{pairs}");
}

/// Whoever sees the city sees that there are more troops in it, and is told no price.
#[test]
fn who_sees_the_city_sees_the_troops() {
    let table = table();
    let sheet =
        "budget: [{buy: {brigade: New, at: Strasbourg, units: {line infantry: 6}}}]\norders: []\n";
    let sheet = format!("season: autumn 1805\npower: france\n{sheet}");
    let sheets = BTreeMap::from([("france".to_owned(), sheet)]);
    let at = table.opening();
    let mut ledger = Ledger::seeded("seen", [3; 32]);
    let played = table.game.resolve(&at, &sheets, &mut ledger).unwrap();
    let after = state(&played.after);
    let new = after.formations.get("France: New").unwrap();
    assert!(purchase::is_home(&table.book, &after, "france", new.at));
    assert!(after.holder(&table.book, new.at) == Some("france"));
    let told = |power: &str| {
        let known: Known = serde_json::from_str(&played.after.known[power]).unwrap();
        let of_money = |event: &&Event| matches!(event, Event::Money(MoneyEvent::Bought { .. }));
        known.seen_events.iter().filter(of_money).count()
    };
    assert_eq!((told("france"), told("bavaria"), told("austria")), (1, 0, 0));
}
