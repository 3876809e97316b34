//! The cases of the rulebook, and that each of them could fail.

#[path = "../common/case_promises.rs"]
mod case_promises;

use crate::promise::GENERAL;
use crate::{odd_cases, rulebook};
use frederick::REFEREE;

/// `-- --nocapture` prints a line for each.
#[test]
fn every_case_holds() {
    case_promises::hold(&rulebook::every_case_holds(REFEREE), GENERAL, [200, 20, 20]);
}

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
