//! The cases of the rulebook, and that each of them could fail.

use crate::rulebook::{self, cases};
use frederick::{Frederick, REFEREE};
use play::case::{self, Expected};

/// `-- --nocapture` prints a line for each.
#[test]
fn every_case_holds() {
    rulebook::every_case_holds(REFEREE);
}

#[test]
fn a_wrong_case_fails() {
    rulebook::a_wrong_case_fails(REFEREE);
}

/// A case that could not fail would prove nothing: each value is changed in turn.
#[test]
fn every_value_of_a_case_can_be_wrong() {
    let (mut changed, shelf) = (0, play::shelf::<Frederick>());
    for case in cases(REFEREE) {
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
    assert!(changed > 30, "only {changed} values were changed");
}
