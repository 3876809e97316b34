//! Plays every case of a rulebook: the same setup, orders and dice give the same events.
//!
//! One line of output a case (`cargo test -p nations cases -- --nocapture`).

use super::root::root;
use kit::shelf::Shelf;
use play::Referee;
use play::case::{self, Case, Expected, Fact, Outcome, Verdict};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

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

fn folder(referee: &dyn Referee) -> PathBuf {
    root().join("tests").join(referee.name()).join("rulebook")
}

pub fn cases(referee: &dyn Referee) -> Vec<Case> {
    let root = root();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        let cases = case::read(&name, &text).into_iter();
        cases.map(|case| case.unwrap_or_else(|fault| panic!("{fault}"))).collect::<Vec<_>>()
    };
    files(&folder(referee)).into_iter().flat_map(read).collect()
}

fn shelf(referee: &dyn Referee) -> Shelf {
    play::shelf_of(&[referee])
}

/// Plays each, with the receipts of its sheets, and gives back what came of it.
pub fn every_case_holds(referee: &dyn Referee) -> Vec<(Case, Verdict)> {
    let shelf = shelf(referee);
    let with_receipts = |case| Case { receipts: true, ..case };
    let cases: Vec<Case> = cases(referee).into_iter().map(with_receipts).collect();
    let (mut failed, mut played) = (vec![], vec![]);
    assert!(!cases.is_empty(), "there are cases");
    let words: BTreeSet<String> =
        referee.vocabulary().lines().into_iter().map(|(word, _)| word).collect();
    for case in cases {
        let verdict = case::play(&[referee], &shelf, &case);
        // What is refused is so on purpose.
        if verdict.outcome.refused.is_none() {
            failed.extend(unlisted(&words, &verdict.outcome));
        }
        println!("{}  {case}", if verdict.is_met() { "ok    " } else { "FAILED" });
        if !verdict.is_met() {
            failed.push(format!("{case}\n{verdict}"));
        }
        played.push((case, verdict));
    }
    let (count, all) = (failed.len(), played.len());
    assert!(failed.is_empty(), "{count} of {all} cases failed\n\n{}", failed.join("\n"));
    played
}

/// A case that could not fail would prove nothing.
pub fn a_wrong_case_fails(referee: &dyn Referee) {
    let shelf = shelf(referee);
    let mut wrong = cases(referee).into_iter().find(|case| case.expect.is_some()).unwrap();
    let never = case::Expected::Happens(Fact::new("the moon fell down"));
    wrong.expect.get_or_insert_default().push(never);
    let verdict: Verdict = case::play(&[referee], &shelf, &wrong);
    assert!(verdict.to_string().contains("the moon fell down"), "{verdict}");
}

/// A case that could not fail would prove nothing: each value is changed in turn, at least so many.
pub fn every_value_of_a_case_can_be_wrong(referee: &dyn Referee, least: usize) {
    let (mut changed, shelf) = (0, shelf(referee));
    // All are played by the test that they hold.
    let one_in = if crate::effort::is_more() { 1 } else { 4 };
    for case in cases(referee).into_iter().step_by(one_in) {
        let outcome = case::play(&[referee], &shelf, &case).outcome;
        for at in 0..case.expect.as_ref().map_or(0, Vec::len) {
            let mut wrong = case.clone();
            let Some(line) = wrong.expect.as_mut().and_then(|lines| lines.get_mut(at)) else {
                continue;
            };
            match line {
                Expected::Output(_, value) => value.push_str("9 other"),
                Expected::Happens(fact) | Expected::Holds(fact) => {
                    match fact.fields.values_mut().next_back() {
                        Some(value) => value.push_str("9 other"),
                        None => fact.name.push_str(" other"),
                    }
                }
                Expected::Fault(text) | Expected::Receipt(_, text) => text.push_str(" other"),
                Expected::Times(times, _) => *times += 1,
                Expected::Never(_)
                | Expected::NoOther(_)
                | Expected::Known(..)
                | Expected::NotKnown(..)
                | Expected::NotReceipt(..) => continue,
            }
            assert!(!wrong.unmet(&outcome).is_empty(), "{case}: line {at} can be anything");
            changed += 1;
        }
    }
    assert!(changed > least, "only {changed} values were changed");
}

/// Says what of an outcome `umpire case --list` does not have: it must be whole.
fn unlisted(words: &BTreeSet<String>, outcome: &Outcome) -> Vec<String> {
    let mut missing = vec![];
    let mut look = |sorts: &[&str], fact: &Fact, all_fields: bool| {
        let name = fact.name.split('|').next().unwrap_or_default();
        let heads: Vec<String> = sorts.iter().map(|sort| format!("{sort} `{name}`: ")).collect();
        let find = |word: &String| {
            heads.iter().find_map(|head| word.strip_prefix(head.as_str()).map(str::to_owned))
        };
        let lines: Vec<String> = words.iter().filter_map(find).collect();
        if lines.is_empty() {
            missing.push(format!("{sorts:?} `{}` is not listed", fact.name));
        }
        let fields: BTreeSet<&str> = lines.iter().flat_map(|line| line.split(", ")).collect();
        for field in fact.fields.keys() {
            if all_fields && !fields.contains(field.as_str()) {
                missing.push(format!("`{}` has no field `{field}` listed", fact.name));
            }
            if !words.contains(&format!("field `{field}`")) {
                missing.push(format!("no meaning for `{field}`"));
            }
        }
    };
    outcome.events.iter().for_each(|fact| look(&["event"], fact, true));
    outcome.state.iter().for_each(|fact| look(&["state"], fact, true));
    outcome.told.values().flatten().for_each(|fact| look(&["known", "event"], fact, false));
    missing
}
