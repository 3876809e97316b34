//! Tests of `sight/chance.rs`.

use frederick::sight::chance::*;
use kit::ledger::Shown;

#[test]
fn the_first_edition_drew_from_seats_as_they_play() {
    let seats = ["prussia", "austria", "france", "britain"];
    let drawn = |options: &str, key: &str| Shown {
        key: format!("court 1741/{key}/1"),
        what: format!("one of {options}"),
        fell: String::new(),
        forced: false,
        reason: String::new(),
    };
    let market = |options: &str| had_order(&drawn(options, "FRW §9.3/market/lot 6"), &seats);
    assert!(market("prussia, austria, france, britain"));
    assert!(market("france, britain, prussia, austria"));
    assert!(market("britain, austria") && market("austria, britain"));
    assert!(!market("austria, prussia, france") && !market("prussia, britain, france, austria"));
    assert!(!market("Schwerin, prussia"));
    assert!(had_order(&drawn("Wien, Brno", "FRW §6.3/riot/-"), &seats));
}
