//! Tests of `orders/whom.rs`.

use napoleon::orders::whom::*;

#[test]
fn sorts_are_read_and_written() {
    for (written, read) in [
        ("any", "any"),
        ("infantry", "infantry"),
        ("strongest infantry in line", "best infantry in line"),
        ("Weakest", "weakest"),
        ("in column", "any in column"),
        ("recruit cannon", "recruit cannon"),
        ("best", "best"),
    ] {
        assert_eq!(Sort::read(written).map(|sort| sort.to_string()).as_deref(), Some(read));
    }
    for wrong in ["", "guards", "best guards", "in", "infantry in square"] {
        assert_eq!(Sort::read(wrong), None, "{wrong}");
    }
}
