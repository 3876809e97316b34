//! The cases of the rulebook, and that each of them could fail.

use crate::rulebook;
use napoleon::REFEREE;

/// `-- --nocapture` prints a line for each.
#[test]
fn every_case_holds() {
    rulebook::every_case_holds(REFEREE);
}

#[test]
fn a_wrong_case_fails() {
    rulebook::a_wrong_case_fails(REFEREE);
}

#[test]
fn every_value_of_a_case_can_be_wrong() {
    rulebook::every_value_of_a_case_can_be_wrong(REFEREE, 100);
}

/// A battle that is rejoined again and again comes to an end, though the script has no dice for it: it
/// fails with a sentence.
#[test]
fn a_battle_that_is_always_rejoined_comes_to_an_end() {
    let text = "## FCN §13.14: rejoined for ever
```yaml setup
scenario: napoleon/italy-1796
options: {stops: turns}
supply: {enemy: 0}
forces:
  - {name: French garrison 2, at: Turin}
  - {name: enemy fortification 1, at: aside}
```
```yaml orders
france:
  resupply: [{keep: 20}]
```
```text ledger
```
```yaml expect
- over: {won: no}
```
";
    let case = play::case::read("rejoined.md", text).remove(0).unwrap();
    let verdict = play::case::play(&[REFEREE], &napoleon::shelf(), &case);
    assert!(!verdict.is_met());
    let told = verdict.to_string();
    assert!(told.contains("the ledger is at its end"), "{told}");
    let turn = told.split("- turn:").next().unwrap_or_default();
    assert!(turn.matches("withdrawal: Rejoin").count() >= 100, "{told}");
}
