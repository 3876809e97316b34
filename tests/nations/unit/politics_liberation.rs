//! Tests of `politics/liberation.rs`.

use kit::ledger::Ledger;
use nations::Nations;
use nations::book::Book;
use nations::politics::liberation::*;
use nations::record::state::{Bloc, State};
use nations::season::setup;
use nations::sight::known::Known;
use nations::turn::Turn;
use play::Table;
use std::collections::BTreeMap;

/// §14.4.2: the conquest of Spain ends the war, and nothing less; where nobody wins by it Spain makes
/// peace.
#[test]
fn spain_makes_peace_when_all_her_harbours_are_lost() {
    let shelf = play::shelf::<Nations>();
    let book = Book::read(&shelf, "spanish-ulcer-1808", &BTreeMap::new()).unwrap();
    let rule = book.scenario.liberation().unwrap();
    let (seat, mut towns) = towns(&book, rule);
    assert_eq!(seat, book.atlas.named("Madrid"), "the capital");
    assert!(towns.contains(&book.atlas.named("Porto").unwrap()), "a harbour of Portugal");
    assert!(!towns.contains(&book.atlas.named("Gibraltar").unwrap()), "it is British");
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let mut state = setup::opening(&book, &BTreeMap::new(), &mut ledger).state;
    let last = towns.pop().unwrap();
    seat.into_iter().chain(towns).for_each(|at| {
        state.held.insert(at, "france".to_owned());
    });
    let bloc = |state: State| {
        let known = state.relations.parties().cloned();
        let known = known.map(|p| (p.clone(), Known::new(&p, state.season, &state.relations)));
        let known = known.collect();
        let mut ledger = Ledger::seeded("a season", [0; 32]);
        let mut turn = Turn::new(&book, state, known, &mut ledger);
        end(&mut turn);
        Table::from(turn).state.bloc("spain")
    };
    assert_eq!(bloc(state.clone()), Bloc::Coalition, "one harbour holds out");
    state.held.insert(last, "france".to_owned());
    assert_eq!(bloc(state), Bloc::Neutral);
}
