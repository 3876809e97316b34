//! Tests of `view/remarks.rs`.

use kit::ledger::Ledger;
use nations::book::Book;
use nations::record::event::Reason;
use nations::record::state::Marker;
use nations::season::setup;
use nations::sight::known::Who;
use nations::sight::news::{ForceNews, OrderNews, SeenEvent, SequenceNews};
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

/// On a marker that cannot wake a leader none of their entries is asked but the first; what had a marker is
/// told of those that had none.
#[test]
fn each_entry_is_told_on_which_markers_it_waited() {
    let shelf = play::shelf::<nations::Nations>();
    let book = Book::read(&shelf, "marengo-1800", &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let mut opening = setup::opening(&book, &BTreeMap::new(), &mut ledger);
    let mut known = opening.known.remove("france").unwrap();
    let waited = |entry, reason: &Reason| {
        SeenEvent::Order(OrderNews::Waited { entry, who: "Ney".into(), reason: reason.clone() })
    };
    let drawn =
        || SeenEvent::Sequence(SequenceNews::Drawn { marker: Marker::NeutralLand, chosen: false });
    let slow = Reason::Initiative { has: 2, needs: 3 };
    known.seen_events = vec![
        SeenEvent::Order(OrderNews::Ordered { by: "sheet".into(), entries: vec!["Ney".into(); 3] }),
        drawn(),
        waited(1, &Reason::ConditionFalse),
        waited(2, &Reason::ConditionFalse),
        SeenEvent::Order(OrderNews::TakenUp { entry: 3, who: "Ney".into() }),
        drawn(),
        waited(1, &slow),
    ];
    let told = "not played; its condition did not hold (marker 1); initiative 2 is too low \
                (NIA §5.1.3) (marker 2); entry 3 had marker 1";
    assert_eq!(
        remarks::not_done(&remarks::remarks(&book, &known)),
        [format!("Entry 1, Ney; Entry 2, Ney: {told}")]
    );
}
