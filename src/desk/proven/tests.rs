//! Draws that were left out or used twice.

use super::season::gaps;
use crate::kit::ledger::Shown;

fn shown(keys: &[&str]) -> Vec<Shown> {
    let one = |key: &&str| Shown {
        key: (*key).to_owned(),
        what: "1d6".to_owned(),
        fell: "3".to_owned(),
        forced: false,
    };
    keys.iter().map(one).collect()
}

#[test]
fn a_draw_is_neither_left_out_nor_used_twice() {
    assert_eq!(gaps(&shown(&["a/1", "a/2", "b/1"])), Vec::<String>::new());
    assert_eq!(gaps(&shown(&["a/1", "a/3"])), ["a/2 is left out, and a/3 is shown"]);
    assert_eq!(gaps(&shown(&["a/2"])), ["a/1 is left out, and a/2 is shown"]);
    assert_eq!(gaps(&shown(&["a/1", "a/1"])), ["a/1 is used twice"]);
}
