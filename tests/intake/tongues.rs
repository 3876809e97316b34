//! Names in other tongues: read wherever a name is read, and printed nowhere.

use super::house::{ADA, House, from, mail};
use std::collections::BTreeMap;
use umpire::desk::intake::check::against_opening;
use umpire::rules::{self, case};

fn checked(scenario: &str, sheet: &str) -> String {
    let checked = against_opening(sheet.as_bytes(), Some(scenario), None).unwrap();
    assert!(!checked.faulty, "{}", checked.text);
    checked.text
}

#[test]
fn places_powers_and_leaders_are_read_in_other_tongues() {
    let plan = checked(
        "nations/hundred-days-1815",
        "campaign: hundred-days\nseason: summer 1815\npower: Frankreich\nactivations:\n  - leader: \
         Napoleone\n    steps:\n      - march: [Brüssel]\n  - leader: Grouchy\n    if: enemy at \
         Lüttich\n    steps:\n      - march: [Luik]\nreactions:\n  - who: any\n    avoid battle: {if: odds \
         < 1:2, toward: Parijs}\nletters:\n  - {to: Preußen, text: Monsieur}\n",
    );
    for own in ["Napoléon", "Brussels", "Liege", "letter to Prussia"] {
        assert!(plan.contains(own), "{own}\n{plan}");
    }
    let plan = plan.split("REMARKS AND FAULTS").next().unwrap();
    for other in ["Napoleone", "Brüssel", "Luik", "Preußen"] {
        assert!(!plan.contains(other), "{other}\n{plan}");
    }
    let danube = "season: autumn 1805\npower: Österreich\norders:\n  - {army: Erzherzog Johann, steps: \
                  [{march: Ispruck}]}\n";
    assert!(checked("kriegsspiel/danube-1805", danube).contains("Innsbruck"));
    let silesia = "season: operations 1741\npower: Preussen\noperations:\n  - {force: Friedrich II, \
                   steps: [{march: Wrocław}]}\n";
    assert!(
        against_opening(silesia.as_bytes(), Some("frederick/first"), None)
            .is_ok_and(|checked| !checked.text.contains("unknown-name"))
    );
    let italy = "season: march 1796\npower: France\nmoves:\n  - {who: [Augereau], to: Torino}\n";
    assert!(checked("napoleon/italy-1796", italy).contains("Turin"));
}

#[test]
fn a_sheet_a_letter_and_a_question_may_name_powers_so() {
    let house = House::started();
    let sheet = "season: spring 1796\npower: Francia\nactivations:\n  - leader: Bonaparte\n    steps:\n      \
                 - march: [Génova]\nletters:\n  - to: Autriche\n    text: Sire\n";
    assert_eq!(house.hand_in(mail("a", sheet)), "accepted");
    assert!(house.mailed("receipt", "ada").contains("Genoa"));
    assert!(house.mailed("letter", "ben").contains("Sire"));
    let letter = from("Ada <ada@post.example>", ADA, "b", "Monsieur, a word.\n");
    let letter =
        letter.replace("Subject: orders", "Subject: letter to =?utf-8?q?=C3=96sterreich?=");
    assert_eq!(house.hand_in(letter), "accepted");
}

/// A fact that the umpire rules on may name places, powers and leaders so, in every game.
#[test]
fn the_facts_of_rulings_may_name_places_so() {
    let check = |scenario: &str, facts: &[&str]| {
        let shelf = rules::shelf();
        let (referee, scenario) = rules::find(&shelf, scenario).unwrap();
        let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
        for fact in facts {
            assert_eq!(game.check_fact(fact), Ok(()), "{fact}");
        }
    };
    check(
        "nations/marengo-1800",
        &["control: {place: Mailand, power: Frankreich}", "move: {force: Melas, to: Torino}"],
    );
    check(
        "kriegsspiel/danube-1805",
        &["tell: {to: [Österreich, Frankreich], text: A.}", "move: {force: Karl, to: Ispruck}"],
    );
    check(
        "frederick/first-silesian-war",
        &["tell: {to: Preussen, text: A.}", "thaler: {of: Österreich, has: 6.5}"],
    );
    check(
        "napoleon/italy-1796",
        &["napoleon: {at: Trient}", "force: {name: Augereau, at: Torino}"],
    );
}

/// And so may a case, in its setup and in what it expects.
#[test]
fn a_case_may_name_places_so() {
    let text = "\
## A corps is moved, and a town changes hands
```yaml setup
rules: nations
season: summer 1806
forces:
  - {power: Österreich, at: Savona, leader: Ott, units: [1 x (+1) InfC]}
rulings:
  - {at: start, fact: {move: {force: Ott, to: Mailand}}, reason: a slip of the pen}
  - {at: start, fact: {control: {place: Lüttich, power: Autriche}}, reason: by treaty}
```
```text ledger
chit: coalition land 1
```
```yaml expect
- set: {leader: Ott, at: Mailand}
- held: {at: Luik, power: Österreich}
```
";
    let shelf = rules::shelf();
    let check = |text: &str| {
        let case = case::read("tongues.md", text).remove(0).unwrap();
        case::play(&[rules::referee("nations").unwrap()], &shelf, &case).unmet
    };
    let unmet = check(text);
    assert!(unmet.is_empty(), "{unmet:?}");
    assert!(!check(&text.replace("at: Mailand}\n", "at: Genua}\n")).is_empty(), "another place");
}
