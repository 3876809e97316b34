//! Tests of `case/vocabulary.rs`.

use nations::case::vocabulary::*;

#[test]
fn every_input_has_a_meaning() {
    let known: Vec<&str> = INPUTS.iter().map(|(name, _)| *name).collect();
    assert!(known.is_sorted(), "the inputs are in the order of the alphabet");
    let figures = PROBES.iter().filter(|(_, inputs, _)| !inputs.contains("the position"));
    let asked = figures.flat_map(|(_, inputs, _)| inputs.split(", "));
    let asked: Vec<&str> = asked.chain(side_inputs()).chain(SHIPS.split(", ")).collect();
    for name in &asked {
        assert!(known.contains(name), "no meaning for the input `{name}`");
    }
    for name in known {
        assert!(asked.contains(&name), "no probe has the input `{name}`");
    }
}
