//! What a power may know (NIA §1.3), and what a set-up leaves open (NIA §21.C, §21.D).
//!
//! The proof of the fog is that a change which a power cannot see changes nothing that it gets.

use std::collections::BTreeMap;
use umpire::kit::ledger::Ledger;
use umpire::report::Press;
use umpire::rules::{self, Game, Played, Position};

fn open(scenario: &str) -> Box<dyn Game> {
    let shelf = rules::shelf();
    let (referee, scenario) = rules::find(&shelf, scenario).unwrap();
    referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap()
}

fn opening(game: &dyn Game, sheets: &[(&str, &str)]) -> Position {
    let sheets = sheets.iter().map(|(power, text)| ((*power).into(), (*text).into())).collect();
    game.opening(&sheets, &mut Ledger::seeded("set-up", [0; 32])).unwrap().after
}

fn play(game: &dyn Game, at: &Position, sheets: &[(&str, &str)]) -> Played {
    let sheets = sheets.iter().map(|(power, text)| ((*power).into(), (*text).into())).collect();
    game.resolve(at, &sheets, &mut Ledger::seeded(&at.season.to_string(), [9; 32])).unwrap()
}

/// Everything that a power gets of a season.
fn gets(game: &dyn Game, played: &Position, power: &str) -> Vec<String> {
    let known = &played.known[power];
    let view = game.view(known).unwrap();
    let report =
        Press::new(&Default::default()).unwrap().print("nations/report.txt", &view).unwrap();
    let sheet = "activations: [{leader: Melas, steps: [{march: [Milan, Mantua]}]}]";
    let receipt = game.check(known, sheet).unwrap();
    let told = format!("{:?} {}", receipt.understood, receipt.faults.render(sheet));
    vec![known.clone(), report, game.form(known, "marengo").unwrap(), told]
}

const AUSTRIA: &str = "activations: [{leader: Kollowrat, steps: [{march: [W3533]}]}]";

/// The same orders of France's, once as they are and once with something changed in the state that
/// Austria cannot see.
fn twins(change: impl Fn(&mut serde_json::Value)) -> (Position, Position) {
    let game = open("nations/marengo");
    let france = "activations:\n- leader: Bonaparte\n  steps: [{march: [Geneva]}, {absorb: Moncey}]\n\
                  - leader: Mortier\n  steps: [{march: [W3434]}]\n";
    let before = opening(&*game, &[]);
    let mut other = before.clone();
    let mut state: serde_json::Value = serde_json::from_str(&before.state).unwrap();
    change(&mut state);
    other.state = state.to_string();
    assert_ne!(serde_json::from_str::<serde_json::Value>(&before.state).unwrap(), state);
    let sheets = [("france", france), ("austria", AUSTRIA)];
    (play(&*game, &before, &sheets).after, play(&*game, &other, &sheets).after)
}

fn force<'s>(state: &'s mut serde_json::Value, leader: &str) -> &'s mut serde_json::Value {
    let forces = state["forces"].as_object_mut().unwrap();
    forces.values_mut().find(|force| force["leaders"][0] == leader).unwrap()
}

#[test]
fn what_is_in_a_stack_is_hidden() {
    type Change = fn(&mut serde_json::Value);
    let changes: [(&str, Change); 5] = [
        ("a stronger corps", |state| force(state, "Mortier")["units"][0]["steps"] = 2.into()),
        ("another modifier", |state| force(state, "Moncey")["units"][0]["modifier"] = 0.into()),
        ("a train more", |state| force(state, "Bonaparte")["trains"] = 3.into()),
        ("a leader less", |state| {
            force(state, "Bonaparte")["leaders"].as_array_mut().unwrap().pop();
        }),
        ("a pool of other leaders", |state| {
            state["pools"]["france"].as_array_mut().unwrap().clear();
        }),
    ];
    let game = open("nations/marengo");
    for (name, change) in changes {
        let (one, other) = twins(change);
        for power in ["austria", "britain"] {
            let same = gets(&*game, &one, power) == gets(&*game, &other, power);
            assert!(same, "{power} can tell {name}");
        }
    }
}

/// The property is worth nothing if it could not fail: a stack that moves is seen.
#[test]
fn what_stands_on_the_map_is_seen() {
    let game = open("nations/marengo");
    let before = opening(&*game, &[]);
    let march = |to| format!("activations: [{{leader: Mortier, steps: [{{march: [{to}]}}]}}]");
    let one = play(&*game, &before, &[("france", &march("W3434"))]).after;
    let other = play(&*game, &before, &[("france", &march("W3336"))]).after;
    assert!(gets(&*game, &one, "austria") != gets(&*game, &other, "austria"));
}

#[test]
fn an_order_that_failed_is_its_authors_affair() {
    let game = open("nations/marengo");
    let before = opening(&*game, &[]);
    let other = play(&*game, &before, &[("austria", AUSTRIA)]).after;
    // A subordinate who may not go, a march that is barred at once, a depot that is not there.
    for fails in [
        "{leader: Ney, steps: [{march: [Paris]}]}",
        "{leader: Augereau, steps: [{march: [W0101]}, {march: [Hanover]}]}",
        "{leader: Mortier, steps: [{take: depot}]}",
        "{leader: Moncey, steps: [{drop: engineer, else: go on}]}",
        "{leader: Bonaparte, steps: [{drop: {units: [+2 InfC], leader: Desaix}}]}",
        "{leader: Bonaparte, steps: [{detachment: +2 InfC}]}",
        "{leader: Davout, steps: [{detach: {leader: Davout, from: Army of Germany, units: [+2 InfC]}}]}",
    ] {
        let sheet = format!("activations: [{fails}]");
        let one = play(&*game, &before, &[("france", &sheet), ("austria", AUSTRIA)]).after;
        let same = gets(&*game, &one, "austria") == gets(&*game, &other, "austria");
        assert!(same, "Austria can tell that France ordered {fails}");
        assert!(gets(&*game, &one, "france") != gets(&*game, &other, "france"), "{fails}");
    }
}

#[test]
fn a_letter_is_for_whom_it_is_for() {
    let game = open("nations/marengo");
    let before = opening(&*game, &[]);
    let letter = "letters: [{to: austria, text: Name your price}]";
    let one = play(&*game, &before, &[("france", letter)]).after;
    let other = play(&*game, &before, &[("france", "activations: []")]).after;
    assert!(gets(&*game, &one, "britain") == gets(&*game, &other, "britain"));
    assert!(gets(&*game, &one, "austria")[1].contains("Name your price"));
}

/// NIA §21.C: the owner chooses where the scenario lets him, and nowhere else.
#[test]
fn a_set_up_sheet_is_honoured() {
    let game = open("nations/marengo");
    let sheet = "set-up: {Army of Italy: Dijon, Augereau: Rotterdam}";
    let chosen = opening(&*game, &[("france", sheet)]);
    let view = game.view(&chosen.known["austria"]).unwrap().to_string();
    assert!(view.contains("Dijon W3029") && view.contains("Rotterdam"), "{view}");
    let wrong = "set-up: {Army of Italy: Paris}";
    let default = opening(&*game, &[("france", wrong)]);
    assert_eq!(default.known, opening(&*game, &[]).known);
    let faults = game.check(&default.known["france"], wrong).unwrap().faults;
    assert!(faults.render(wrong).contains("cannot be set up at Paris (NIA §21.C)"));
}

/// NIA §21.D: a train in summer, a leader with his corps in autumn, steps in winter.
#[test]
fn arrivals_come_in_their_season() {
    let game = open("nations/italy");
    let mut at = opening(&*game, &[]);
    let mut told = vec![];
    for _ in 0..4 {
        at = play(&*game, &at, &[]).after;
        told.push(game.view(&at.known["austria"]).unwrap()["opening"].to_string());
    }
    let arrives = |season: usize, who: &str| told[season].contains(&format!("{who} arrives at"));
    assert!(!told[0].contains("arrives"));
    assert!(arrives(1, "A train") && arrives(2, "Alvinczy") && arrives(3, "Reuss"), "{told:#?}");
}
