//! Tests of `season/setup.rs`.

use kit::ground::Space;
use kit::ledger::{Ledger, Source};
use nations::Nations;
use nations::book::Book;
use nations::record::state::Force;
use nations::season::places::legal;
use nations::season::setup::*;
use nations::sight::known::Known;
use sheet::Diagnostics;
use std::collections::BTreeMap;

/// What the receipt refuses of a set-up is what the start refuses, hex for hex (NIA §14.4.2,
/// §21.3.5).
#[test]
fn the_receipt_refuses_the_places_that_the_start_refuses() {
    let shelf = play::shelf::<Nations>();
    let book = Book::read(&shelf, "spanish-ulcer-1808", &BTreeMap::new()).unwrap();
    let line = "third guerrillas";
    let entry = book.scenario.forces.iter().find(|entry| entry.key == line).unwrap();
    let mut places = legal(&book, entry).0;
    places.truncate(60);
    let murat: Vec<Space> =
        ["Madrid", "Toledo"].iter().filter_map(|name| book.atlas.named(name)).collect();
    places.extend(&murat);
    places.extend(book.atlas.code("W2243"));
    let (mut granted, mut refused) = (vec![], vec![]);
    for place in places {
        let number = book.atlas.number(place);
        let text = format!("power: spain\nset-up: {{{line}: {{at: {number}}}}}\n");
        let sheets = BTreeMap::from([("spain".to_owned(), text.clone())]);
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        let known = opening(&book, &sheets, &mut ledger).known.remove("spain").unwrap();
        let ask = format!("/{line}/place/");
        let answer = ledger.entries().iter().find(|entry| entry.key.contains(&ask)).unwrap();
        let stands = answer.source == Source::Entry;
        let known = Known { setting_up: true, ..known };
        let mut faults = Diagnostics::default();
        let root = sheet::shape::shape(&text, &mut faults);
        let shaped = sheet::shape::Shaped { text: &text, root: root.as_ref(), faults: &faults };
        let checked = nations::orders::rehearsal::check(&book, &known, &shaped);
        assert_eq!(checked.faults.has_faults(), !stands, "{number}: {:?}", checked.faults);
        let told = format!("{:?}", checked.understood);
        assert_eq!(told.contains(line), stands, "{number}: {told}");
        if stands { granted.push(place) } else { refused.push(place) }
    }
    assert!(murat.iter().all(|at| refused.contains(at)), "beside Murat, and under him");
    assert!(granted.len() > 20 && granted.contains(&book.atlas.code("W2243").unwrap()));
}

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
