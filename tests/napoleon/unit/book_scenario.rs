//! Tests of `book/scenario.rs`.

use napoleon::book::declared::{
    COMMAND, COUNTER, FEWEST, INCOME, KEYS, LATE, NAPOLEON, PLANS, PURSES, TRACK,
};
use napoleon::book::scenario::*;
use play::scenario::strays;

/// Every key that the readers know is explained, and no other.
#[test]
fn the_declared_keys_are_those_that_are_read() {
    let all = [
        strays::<PrintedCampaign>(KEYS, &["rules"]),
        strays::<Printed>(COUNTER, &[]),
        strays::<PrintedBox>(TRACK, &[]),
        strays::<PrintedLate>(LATE, &[]),
        strays::<PrintedCommand>(COMMAND, &[]),
        strays::<Fewest>(FEWEST, &[]),
        strays::<Quantities>(PLANS, &[]),
        strays::<PrintedNapoleon>(NAPOLEON, &[]),
        strays::<Purses>(PURSES, &[]),
        strays::<Income>(INCOME, &[]),
    ];
    assert_eq!(all.concat(), Vec::<String>::new());
}
