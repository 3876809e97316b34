//! The cases of the rulebook, and that each of them could fail.

use crate::root;
use napoleon::{REFEREE, shelf};
use play::case::{self, Case, Expected};
use std::path::PathBuf;

fn cases() -> Vec<Case> {
    let root = root::root();
    let folder = root.join("tests/napoleon/rulebook");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        let cases = case::read(&name, &text).into_iter();
        cases.map(|case| case.unwrap_or_else(|fault| panic!("{fault}"))).collect::<Vec<_>>()
    };
    files.into_iter().flat_map(read).collect()
}

/// `-- --nocapture` prints a line for each.
#[test]
fn every_case_holds() {
    let mut failed = vec![];
    let (cases, shelf) = (cases(), shelf());
    assert!(cases.len() > 50, "there are cases");
    for case in &cases {
        let verdict = case::play(&[REFEREE], &shelf, case);
        println!("{}  {case}", if verdict.is_met() { "ok    " } else { "FAILED" });
        if !verdict.is_met() {
            failed.push(verdict.to_string());
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// A case that could not fail would prove nothing: each value is changed in turn.
#[test]
fn a_wrong_case_fails() {
    let (mut changed, shelf) = (0, shelf());
    for case in cases() {
        let outcome = case::play(&[REFEREE], &shelf, &case).outcome;
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
                Expected::Fault(text) => text.push_str(" other"),
                Expected::Never(_) | Expected::Known(..) | Expected::NotKnown(..) => continue,
            }
            assert!(!wrong.unmet(&outcome).is_empty(), "{case}: line {at} can be anything");
            changed += 1;
        }
    }
    assert!(changed > 200, "only {changed} values were changed");
}
