//! Plays every case of every rulebook: the same setup, orders and dice give the same events.
//!
//! One line of output a case (`cargo test --test rulebook -- --nocapture`).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use umpire::kit::ledger::Ledger;
use umpire::rules::case::{self, Case, Fact, Verdict};
use umpire::rules::{self, REFEREES};

/// All Markdown files below a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
        let cases = case::read(&name, &text).into_iter();
        cases.map(|case| case.unwrap_or_else(|fault| panic!("{fault}"))).collect::<Vec<_>>()
    };
    files(&root.join("tests/rulebook")).into_iter().flat_map(read).collect()
}

#[test]
fn rulebook_cases() {
    let shelf = rules::shelf();
    let (cases, mut failed) = (cases(), vec![]);
    assert!(!cases.is_empty(), "there are cases");
    for case in &cases {
        let verdict = case::play(&shelf, case);
        println!("{}  {case}", if verdict.is_met() { "ok    " } else { "FAILED" });
        if !verdict.is_met() {
            failed.push(format!("{case}\n{verdict}"));
        }
    }
    let (count, all) = (failed.len(), cases.len());
    assert!(failed.is_empty(), "{count} of {all} cases failed\n\n{}", failed.join("\n"));
}

/// A case that could not fail would prove nothing.
#[test]
fn a_wrong_case_fails() {
    let shelf = rules::shelf();
    let mut wrong = cases().into_iter().find(|case| case.expect.is_some()).unwrap();
    let never = case::Expected::Happens(Fact::new("the moon fell down"));
    wrong.expect.get_or_insert_default().push(never);
    let verdict: Verdict = case::play(&shelf, &wrong);
    assert!(verdict.to_string().contains("the moon fell down"), "{verdict}");
}

/// `umpire case --list` is whole: what happens in a case is listed there with its meaning.
#[test]
fn every_fact_is_listed() {
    let shelf = rules::shelf();
    for referee in REFEREES {
        let words: BTreeSet<String> =
            referee.case_words().into_iter().map(|(word, _)| word).collect();
        let listed = |sort: &str, fact: &Fact| {
            let name = fact.name.split('|').next().unwrap_or_default();
            let head = format!("{sort} `{name}`: ");
            let line = words.iter().find_map(|word| word.strip_prefix(&head));
            let line = line.unwrap_or_else(|| panic!("{sort} `{}` is not listed", fact.name));
            let fields: BTreeSet<&str> = line.split(", ").collect();
            for field in fact.fields.keys() {
                assert!(
                    fields.contains(field.as_str()),
                    "`{}` has no field `{field}` listed",
                    fact.name
                );
                assert!(words.contains(&format!("field `{field}`")), "no meaning for `{field}`");
            }
        };
        let known = |fact: &Fact| {
            let name = fact.name.split('|').next().unwrap_or_default();
            let is_head = |word: &&String| {
                ["known", "event"]
                    .iter()
                    .any(|sort| word.starts_with(&format!("{sort} `{name}`: ")))
            };
            assert!(words.iter().any(|word| is_head(&word)), "`{}` is not listed", fact.name);
            for field in fact.fields.keys() {
                assert!(words.contains(&format!("field `{field}`")), "no meaning for `{field}`");
            }
        };
        for case in cases().iter().filter(|case| case.rules == referee.name()) {
            // What is refused is so on purpose.
            let Ok(outcome) = referee.case(&shelf, case) else { continue };
            outcome.events.iter().for_each(|fact| listed("event", fact));
            outcome.state.iter().for_each(|fact| listed("state", fact));
            outcome.told.values().flatten().for_each(&known);
        }
    }
}

/// The example sheets and the printed script fit each other, and play what the case of the sample
/// game tells.
#[test]
fn the_sample_game_is_played_as_printed() {
    let orders = Path::new(env!("CARGO_MANIFEST_DIR")).join("orders/nations/marengo-1800");
    let read = |name: &str| std::fs::read_to_string(orders.join(name)).unwrap();
    let sheets: BTreeMap<String, String> = ["austria", "britain", "france"]
        .map(|power| (power.to_owned(), read(&format!("{power}.yaml"))))
        .into();
    let shelf = rules::shelf();
    let (referee, scenario) = rules::find(&shelf, "nations/marengo-1800").unwrap();
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
