//! Tests of `season/victory.rs`.

use kit::ledger::Ledger;
use nations::book::Book;
use nations::book::terms::Victory;
use nations::record::event::Event;
use nations::record::event::SequenceEvent;
use nations::record::state::{Bloc, Force, State};
use nations::record::state::{ForceId, Fort};
use nations::season::setup;
use nations::season::victory::*;
use nations::turn::Turn;
use play::Table;
use std::collections::BTreeMap;

fn play(scenario: &str, change: impl FnOnce(&Book, &mut State)) -> (Vec<Event>, State) {
    let book = Book::read(&play::shelf::<nations::Nations>(), scenario, &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let mut state = setup::opening(&book, &BTreeMap::new(), &mut ledger).state;
    change(&book, &mut state);
    let mut turn = Turn::new(&book, state, BTreeMap::new(), &mut ledger);
    score(&mut turn);
    let table = Table::from(turn);
    (table.events, table.state)
}

fn take(book: &Book, state: &mut State, power: &str, names: &[&str]) {
    for name in names {
        state.held.insert(book.atlas.named(name).unwrap(), power.to_owned());
    }
}

/// §21.1.2: the count at the end of the printed season.
#[test]
fn the_printed_season_ends_with_three_points() {
    let (events, _) = play("marengo-1800", |book, state| {
        take(book, state, "france", &["Turin", "Genoa", "Hanover"]);
        state.corps_lost = [("france", 2), ("austria", 2)].map(|(p, n)| (p.to_owned(), n)).into();
        let melas = state.with_leader("Melas").unwrap().id;
        state.forces.get_mut(&melas).unwrap().demoralized = true;
    });
    let [Event::Sequence(SequenceEvent::Scored { points, total, needed, winner })] =
        events.as_slice()
    else {
        panic!()
    };
    let told: Vec<String> =
        points.iter().map(|p| format!("{} {}", p.what, p.times * p.each)).collect();
    assert_eq!(
        told,
        [
            "control of Munich 1",
            "control of Milan 2",
            "control of Ulm 2",
            "own army demoralized -2",
            "enemy corps destroyed 2",
            "own corps destroyed -2",
        ]
    );
    assert_eq!((*total, *needed, *winner), (3, 10, Some(Bloc::Empire)));
}

#[test]
fn bonaparte_gone_and_the_towns_kept_win_for_the_coalition() {
    let (events, _) = play("marengo-1800", |_, state| {
        let bonaparte = state.with_leader("Bonaparte").unwrap().id;
        state.forces.get_mut(&bonaparte).unwrap().leaders.remove(0);
    });
    let [Event::Sequence(SequenceEvent::Scored { total, winner, .. })] = events.as_slice() else {
        panic!()
    };
    // Turin, Munich; Milan, Hanover, Ulm; Bonaparte.
    assert_eq!((*total, *winner), (11, Some(Bloc::Coalition)));
}

#[test]
fn twelve_points_win_for_either_side_and_less_is_a_draw() {
    let winners = |change: &[&str]| {
        let (events, _) = play("italy-1796", |book, state| take(book, state, "france", change));
        let told = |event: &Event| match event {
            Event::Sequence(SequenceEvent::Scored { total, winner, .. }) => (*total, *winner),
            _ => panic!(),
        };
        events.iter().map(told).collect::<Vec<_>>()
    };
    // France begins with Lyon, Toulon, Nice and Genoa.
    assert_eq!(winners(&[]), [(4, Some(Bloc::Coalition)), (12, Some(Bloc::Coalition))]);
    assert_eq!(winners(&["Milan"]), [(5, None), (11, None)]);
    let most = ["Milan", "Turin", "Mantua", "Bologna", "Livorno", "Florence"];
    assert_eq!(winners(&most), [(12, Some(Bloc::Empire)), (4, Some(Bloc::Empire))]);
}

/// Who has won by the conditions below, and whether the game is over.
fn decided(last: bool, held: &[(&str, &str)]) -> Option<Option<Bloc>> {
    const TERMS: &str = "
        kind: conditions
        otherwise: draw
        conditions:
          - {winner: coalition, asked: end of every season, all: [{side: coalition, holds all: [Paris, Lyon]}]}
          - {winner: coalition, all: [{side: coalition, holds one of: [Paris, Strasbourg]}]}
          - {winner: empire, all: [{side: coalition, holds no fortress in: [Piedmont]}]}
    ";
    let mut book =
        Book::read(&play::shelf::<nations::Nations>(), "marengo-1800", &BTreeMap::new()).unwrap();
    let terms: Victory = serde_yaml::from_str(TERMS).unwrap();
    terms.check(&book.atlas, &book.people).unwrap();
    book.scenario.victory = Some(terms);
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let mut state = setup::opening(&book, &BTreeMap::new(), &mut ledger).state;
    held.iter().for_each(|(place, power)| take(&book, &mut state, power, &[place]));
    let mut turn = Turn::new(&book, state, BTreeMap::new(), &mut ledger);
    let over = decide(&mut turn, last);
    let winner = turn.events.iter().find_map(|event| match event {
        Event::Sequence(SequenceEvent::GameDecided { winner, winners, .. }) => {
            assert_eq!(winners.is_empty(), winner.is_none());
            Some(*winner)
        }
        _ => None,
    });
    assert_eq!(over, winner.is_some());
    winner
}

#[test]
fn conditions_decide_the_game_at_its_end_or_in_any_season() {
    assert_eq!(decided(false, &[]), None, "not before the end");
    assert_eq!(decided(true, &[]), Some(None), "Turin is Austrian, and Paris is not");
    let (turin, cuneo) = (("Turin", "france"), ("Cuneo", "france"));
    assert_eq!(decided(true, &[turin]), Some(None), "Cuneo is a fortress as well");
    assert_eq!(decided(true, &[turin, cuneo]), Some(Some(Bloc::Empire)));
    let strasbourg = ("Strasbourg", "austria");
    assert_eq!(decided(true, &[strasbourg]), Some(Some(Bloc::Coalition)));
    assert_eq!(decided(true, &[turin, cuneo, strasbourg]), Some(None), "both sides' hold");
    assert_eq!(decided(false, &[turin, cuneo, strasbourg]), None);
    let both = [("Paris", "austria"), ("Lyon", "britain")];
    assert_eq!(decided(false, &both), Some(Some(Bloc::Coalition)), "in any season");
}

#[test]
fn a_town_falls_to_the_troops_that_stand_in_it() {
    let book =
        Book::read(&play::shelf::<nations::Nations>(), "marengo-1800", &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let mut state = setup::opening(&book, &BTreeMap::new(), &mut ledger).state;
    let (munich, turin) = (book.atlas.named("Munich").unwrap(), book.atlas.named("Turin").unwrap());
    let moreau = state.with_leader("Moreau").unwrap().id;
    state.forces.get_mut(&moreau).unwrap().at = munich;
    let mut turn = Turn::new(&book, state, BTreeMap::new(), &mut ledger);
    occupy(&mut turn, munich);
    assert_eq!(turn.state.holder(&book, munich), Some("france"));
    occupy(&mut turn, munich);
    assert_eq!(turn.events.len(), 1, "it falls once");

    turn.state.forces.get_mut(&moreau).unwrap().at = turin;
    occupy(&mut turn, turin);
    assert_eq!(turn.state.holder(&book, turin), Some("austria"), "it has walls");
    turn.state.forts.insert(turin, Fort { lost: 0, empty: true });
    let mut guard = Force::new(ForceId(900), "austria", turin);
    guard.units = turn.state.with_leader("Melas").unwrap().units.clone();
    turn.state.forces.insert(guard.id, guard);
    occupy(&mut turn, turin);
    assert_eq!(turn.state.holder(&book, turin), Some("austria"), "it is defended");
    turn.state.forces.remove(&ForceId(900));
    occupy(&mut turn, turin);
    assert_eq!(turn.state.holder(&book, turin), Some("france"));
    assert!(turn.state.forts[&turin].empty, "and its fortress stays empty");
}
