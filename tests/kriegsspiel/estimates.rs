//! The example turn with `intel: estimates` (§3), as its players read it; and what stays exact.

use crate::table::Table;
use crate::war::{example_turn, printed_report};
use expect_test::expect_file;
use report::map;
use serde_json::Value;

fn table(intel: &str) -> Table {
    Table::new(&[("intel", intel)])
}

/// What is told of others are bounds and words; and the same turn is printed twice with the same bytes.
#[test]
fn the_example_turn_with_estimates() {
    let table = table("estimates");
    let (_, played) = example_turn(&table);
    let (_, again) = example_turn(&table);
    for (power, known) in &played.after.known {
        let (text, page) = printed_report(&table, known);
        expect_file![format!("reports/estimates/{power}.txt")].assert_eq(&text);
        let chart = table.game.chart(known).unwrap();
        expect_file![format!("reports/estimates/{power}.map.txt")].assert_eq(&map::told(&chart));
        assert_eq!(printed_report(&table, &again.after.known[power]), (text, page));
    }
}

/// A document without what of their conditions commanders found false: they asked what they saw.
fn exact(document: &str) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                if fields.contains_key("topic") {
                    fields.remove("failed");
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(all) => all.iter_mut().for_each(strip),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut value = serde_json::from_str(document).unwrap();
    strip(&mut value);
    value
}

/// The same of a sentence.
fn without_figures(line: &str) -> String {
    line.split(" did not hold: ").next().unwrap().to_owned()
}

/// The option changes what is told, and nothing that happens: the umpire and everybody read the same.
#[test]
fn the_umpire_and_the_newspaper_stay_exact() {
    let [one, other] = ["scouted", "estimates"].map(|intel| {
        let table = table(intel);
        let (before, played) = example_turn(&table);
        let umpire = table.game.known_to_umpire(&before.state, &played.events).unwrap();
        let (text, _) = printed_report(&table, &umpire);
        let battles = text.split("YOUR BATTLES").nth(1).map(str::to_owned);
        let battles = battles.unwrap().split("THE INTEL MAP").next().unwrap().to_owned();
        let known = table.game.known_to_all(None, &before.state, &played.events).unwrap().unwrap();
        let issue = table.game.newspaper(&known).unwrap();
        let digest: Vec<String> = played.digest.iter().map(|line| line.text.clone()).collect();
        let digest: Vec<String> = digest.iter().map(|line| without_figures(line)).collect();
        let events: Vec<Value> = played.events.iter().map(|event| exact(event)).collect();
        (events, exact(&umpire), battles, format!("{issue:?}"), digest)
    });
    assert!(one.2.contains("odds ") && one.2.contains("combat value"), "{}", one.2);
    assert_eq!(one, other);
}
