//! Tests of `view/remarks.rs`.

use kit::ledger::Ledger;
use nations::book::Book;
use nations::season::setup;
use nations::sight::known::Who;
use nations::sight::news::{ForceNews, OrderNews, SeenEvent};
use nations::view::remarks;
use std::collections::BTreeMap;

/// Troops that are lost for want of room belong to the entry that crowded their hex.
#[test]
fn an_entry_that_cost_troops_is_not_told_as_written() {
    let shelf = play::shelf::<nations::Nations>();
    let book = Book::read(&shelf, "marengo-1800", &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let mut opening = setup::opening(&book, &BTreeMap::new(), &mut ledger);
    let mut known = opening.known.remove("france").unwrap();
    let unit = known.own().flat_map(|force| &force.units).next().unwrap().clone();
    let name = book.units.write(&unit);
    let at = book.atlas.named("Genoa").unwrap();
    let who = |power: &str| Who { power: power.into(), name: "a corps".into(), ours: true };
    let taken = |entry| OrderNews::TakenUp { entry, who: "Ney".into() };
    let entries = vec!["Ney".to_owned(), "Ney".to_owned()];
    known.seen_events = vec![
        SeenEvent::Order(OrderNews::Ordered { by: "sheet".into(), entries }),
        SeenEvent::Order(taken(1)),
        SeenEvent::Force(ForceNews::Overstacked { who: who("france"), at, lost: vec![unit] }),
        SeenEvent::Order(taken(2)),
    ];
    let remarks = remarks::remarks(&book, &known);
    assert_eq!(remarks::done(&remarks), "2, Ney (marker 0)");
    let told =
        format!("Entry 1, Ney: played on marker 0; no room for all at Genoa W3633: lost {name}");
    assert_eq!(remarks::not_done(&remarks), [told]);
}
