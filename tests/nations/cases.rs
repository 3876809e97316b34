//! The cases of the rulebook.

#[path = "../common/case_promises.rs"]
mod case_promises;

use crate::promise::GENERAL;
use crate::root::root;
use crate::{odd_cases, rulebook};
use kit::ledger::Ledger;
use nations::REFEREE;
use std::collections::BTreeMap;

/// And what happens in a case is listed by `umpire case --list`, with its meaning; and what the
/// receipts of its sheets say, happens.
#[test]
fn every_case_holds() {
    case_promises::hold(&rulebook::every_case_holds(REFEREE), GENERAL, [200, 200, 20]);
}

/// A case that could not fail would prove nothing.
#[test]
fn a_wrong_case_fails() {
    rulebook::a_wrong_case_fails(REFEREE);
}

#[test]
fn every_value_of_a_case_can_be_wrong() {
    rulebook::every_value_of_a_case_can_be_wrong(REFEREE, 100);
}

/// Whatever the writer of a case does, the program says what is wrong.
#[test]
fn no_case_panics() {
    odd_cases::no_case_panics(REFEREE);
}

/// Even rounds at sea that both sides fight out come to an end, though the script has no dice for
/// them: it fails with a sentence.
#[test]
fn even_rounds_at_sea_come_to_an_end() {
    let text = "## NIA §10.2: even for ever
```yaml setup
rules: nations
season: summer 1805
held: {Toulon: france, Port Mahon: britain}
squadrons:
  - {power: france, at: Gulf of the Lion, fleets: [fleet 1]}
  - {power: britain, at: Western Mediterranean, fleets: [fleet 1]}
```
```yaml orders
britain:
  activations: [{squadron: fleet 1, steps: [{sail: [Gulf of the Lion]}, {engage: any}]}]
  reactions: [{who: any, sea: {tie: {stay: {if: always}}}}]
france:
  reactions: [{who: any, sea: {intercept: {if: never}, avoid: {if: never}, tie: {stay: {if: always}}}}]
```
```text ledger
chit: coalition naval 1
```
```yaml expect
- sea battle ended: {}
```
";
    let case = play::case::read("even.md", text).remove(0).unwrap();
    let shelf = play::shelf::<nations::Nations>();
    let verdict = play::case::play(&[REFEREE], &shelf, &case);
    assert!(!verdict.is_met());
    let told = verdict.to_string();
    assert!(told.contains("the ledger is at its end"), "{told}");
    assert_eq!(told.matches("winner: nobody").count(), 100, "{told}");
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
