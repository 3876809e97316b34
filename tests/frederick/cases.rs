//! The cases of the rulebook, and that each of them could fail.

use crate::rulebook;
use frederick::REFEREE;

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
    rulebook::every_value_of_a_case_can_be_wrong(REFEREE, 300);
}
