//! Tests of `season/setup.rs`.

use kit::ledger::Ledger;
use nations::Nations;
use nations::book::Book;
use nations::record::state::Force;
use nations::season::setup::*;
use std::collections::BTreeMap;

/// A depot stands without troops where a line puts it, and gives none of itself to others there.
#[test]
fn a_depot_may_stand_alone() {
    let page = include_str!("../../../campaigns/nations/jena-1806/scenario.yaml");
    let line = "  - {key: depot at Metz, power: france, at: {hex: W3127}, depots: 1}\narrivals:\n";
    let page = page.replacen("arrivals:\n", line, 1);
    let mut shelf = play::shelf::<Nations>();
    shelf.lay("nations/depot-1806/scenario.yaml", page);
    let book = Book::read(&shelf, "depot-1806", &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let state = opening(&book, &BTreeMap::new(), &mut ledger).state;
    let at = book.atlas.named("Metz").unwrap();
    let there: Vec<&Force> = state.at(at).collect();
    let [depot] = there[..] else { panic!("{there:?}") };
    assert_eq!((depot.power.as_str(), depot.depots, depot.trains), ("france", 1, 0));
    assert!(depot.units.is_empty() && depot.leaders.is_empty());
}
