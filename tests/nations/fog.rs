//! What a power may know (NIA §1.3), and what a set-up leaves open (NIA §21.C, §21.D).
//!
//! The proof of the fog is that a change which a power cannot see changes nothing that it gets.

use crate::player;
use kit::ledger::{Ledger, What};
use nations::book::Book;
use nations::record::state::{Force, State};
use play::{Game, Played, Position};
use report::{Around, Templates};
use std::collections::BTreeMap;

fn open(scenario: &str) -> Box<dyn Game> {
    let shelf = play::shelf::<nations::Nations>();
    let (referee, scenario) = play::find(&[nations::REFEREE], &shelf, scenario).unwrap();
    let printed = [("fog".to_owned(), "rules".to_owned())].into();
    referee.open(&shelf, &scenario, &printed).unwrap()
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
    let view = Around::default().with(game.view(known).unwrap());
    let report =
        Templates::new(&Default::default()).unwrap().print("nations/report.txt", &view).unwrap();
    let sheet = "activations: [{leader: Melas, steps: [{march: [Milan, Mantua]}]}]";
    let receipt = game.check(known, sheet).unwrap();
    let told = format!("{:?} {}", receipt.understood, receipt.faults.render(sheet));
    vec![known.clone(), report, game.form(known, "marengo", None).unwrap(), told]
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

/// A season of war that automatic players fight, and what a twin of it may change.
struct War {
    game: Box<dyn Game>,
    before: Position,
    sheets: BTreeMap<String, String>,
    seed: u8,
}

impl War {
    fn new(scenario: &str, seed: u8) -> Self {
        let book =
            Book::read(&play::shelf::<nations::Nations>(), scenario, &BTreeMap::new()).unwrap();
        let game = open(scenario);
        let before = opening(&*game, &[]);
        let known = before.known.iter().enumerate();
        let sheet = |(nth, (power, known)): (usize, (&String, &String))| {
            (power.clone(), player::sheet(&book, known, u64::from(seed) * 10 + nth as u64))
        };
        let sheets = known.map(sheet).collect();
        Self { game, before, sheets, seed }
    }

    fn ledger(&self) -> Ledger {
        Ledger::seeded(&self.before.season.name, [self.seed; 32])
    }

    fn play(&self) -> Played {
        self.game.resolve(&self.before, &self.sheets, &mut self.ledger()).unwrap()
    }

    fn state(&self) -> State {
        serde_json::from_str(&self.before.state).unwrap()
    }

    /// The season with another beginning, other sheets or other dice.
    fn twin(&self, state: &State, sheets: &BTreeMap<String, String>, dice: &mut Ledger) -> Played {
        let state = serde_json::to_string(state).unwrap();
        let before = Position { state, ..self.before.clone() };
        self.game.resolve(&before, sheets, dice).unwrap()
    }

    /// That every power which is no friend of another gets the same of both.
    fn cannot_tell(&self, one: &Played, other: &Played, of: &str, what: &str) {
        let state = self.state();
        for power in state.relations.parties().filter(|power| !state.friends(power, of)) {
            let got = [one, other].map(|played| gets(&*self.game, &played.after, power));
            for (mine, twin) in got[0].iter().zip(&got[1]) {
                let at = mine.bytes().zip(twin.bytes()).take_while(|(a, b)| a == b).count();
                let near = |text: &str| {
                    let near = &text.as_bytes()[at.saturating_sub(160)..(at + 160).min(text.len())];
                    String::from_utf8_lossy(near).into_owned()
                };
                let (one, other) = (near(mine), near(twin));
                assert!(
                    mine == twin,
                    "{power} can tell {what}, seed {}:\n{one}\n{other}",
                    self.seed
                );
            }
        }
    }

    /// Forces with units of which no event of the season speaks.
    fn idle(&self, played: &Played) -> Vec<Force> {
        let named = |id: u32| {
            let keys = ["force", "id", "gone", "mover", "with", "by"];
            let said = |event: &String| {
                keys.iter().any(|key| {
                    let word = format!("\"{key}\":{id}");
                    event.contains(&(word.clone() + ",")) || event.contains(&(word + "}"))
                })
            };
            played.events.iter().any(said)
        };
        let state = self.state();
        let idle =
            state.forces.values().filter(|force| !force.units.is_empty() && !named(force.id.0));
        idle.cloned().collect()
    }
}

fn wars() -> impl Iterator<Item = War> {
    let seeds: u8 = if crate::effort::is_long() { 60 } else { 3 };
    let scenarios = ["marengo-1800", "italy-1796"];
    scenarios.into_iter().flat_map(move |name| (0..seeds).map(move |seed| War::new(name, seed)))
}

fn scores(played: &Played) -> Vec<&String> {
    played.events.iter().filter(|event| event.starts_with("{\"scored\"")).collect()
}

/// What is in a stack that never fights, and whether it is fed, is its own side's affair.
#[test]
fn in_war_an_idle_stack_keeps_its_secrets() {
    type Change = fn(&mut Force);
    let changes: [(&str, Change); 3] = [
        ("another modifier", |force| force.units[0].modifier = 1 - force.units[0].modifier),
        ("a marker of supply", |force| force.unsupplied = !force.unsupplied),
        ("another nation", |force| force.units[0].nation = "bavarian".to_owned()),
    ];
    let mut twins = 0;
    for war in wars() {
        let one = war.play();
        for force in war.idle(&one).into_iter().take(3) {
            for (what, change) in changes {
                let mut state = war.state();
                change(state.forces.get_mut(&force.id).unwrap());
                let other = war.twin(&state, &war.sheets, &mut war.ledger());
                // Attrition that destroys a corps is told by the score, which everybody reads.
                if scores(&one) != scores(&other) {
                    continue;
                }
                war.cannot_tell(&one, &other, &force.power, what);
                twins += 1;
            }
        }
    }
    assert!(twins > 10, "{twins}");
}

/// An order that waits for good, and a letter to a third, leave no trace with the enemy.
#[test]
fn in_war_orders_not_carried_out_and_letters_are_hidden() {
    for war in wars() {
        let one = war.play();
        for (power, sheet) in &war.sheets {
            let mut sheets = war.sheets.clone();
            let to = if war.before.season.name.ends_with("1796") { "Turin" } else { "Paris" };
            let never = format!(
                "  - leader: Davout\n    if: never\n    steps: [{{march: [{to}]}}]\nreactions:\n"
            );
            let more = sheet.replacen("reactions:\n", &never, 1);
            assert_ne!(*sheet, more);
            sheets.insert(power.clone(), more + "note to umpire: Nobody else reads this.\n");
            let other = war.twin(&war.state(), &sheets, &mut war.ledger());
            war.cannot_tell(&one, &other, power, "an order that waited");
            if power == "austria" && war.before.known.contains_key("britain") {
                let mut sheets = war.sheets.clone();
                let kept = sheet.split("letters:").next().unwrap();
                for word in ["one", "two"] {
                    let letter = format!("letters: [{{to: britain, text: Word {word}}}]\n");
                    sheets.insert(power.clone(), kept.to_owned() + &letter);
                    let played = war.twin(&war.state(), &sheets, &mut war.ledger());
                    sheets.insert(power.clone(), kept.to_owned());
                    let silent = war.twin(&war.state(), &sheets, &mut war.ledger());
                    war.cannot_tell(&silent, &played, power, "a letter to Britain");
                }
            }
        }
    }
}

/// What the last attrition check of a season takes from a force is seen by its own side alone.
#[test]
fn in_war_attrition_is_hidden() {
    let mut twins = 0;
    for war in wars() {
        let mut ledger = war.ledger();
        let one = war.game.resolve(&war.before, &war.sheets, &mut ledger).unwrap();
        let checks = ledger.entries().iter().filter(|entry| entry.key.contains("/NIA §7.4/"));
        let Some(last) = checks.rev().find(|entry| matches!(entry.what, What::Dice { .. })) else {
            continue;
        };
        let last_event = one.events.iter().rposition(|event| event.starts_with("{\"attrition"));
        let Some(at) = last_event else { continue };
        for faces in ["2+2", "5+5", "6+6"] {
            let mut dice = war.ledger();
            dice.force(&last.key, faces);
            let other = war.twin(&war.state(), &war.sheets, &mut dice);
            // It fell so by itself: what is different is that it is called forced.
            if one.events == other.events {
                continue;
            }
            // Only where the season goes on as before, but for what the force has lost.
            let plain = |played: &Played| -> Vec<String> {
                let quiet = |event: &&String| !event.contains("\"cause\":\"attrition\"");
                played.events[at + 1..].iter().filter(quiet).cloned().collect()
            };
            let id: serde_json::Value = serde_json::from_str(&one.events[at]).unwrap();
            let id = id["attrition-checked"]["force"].clone();
            let state: State = serde_json::from_str(&other.after.state).unwrap();
            let force = state.forces.values().find(|force| serde_json::json!(force.id) == id);
            let Some(force) = force.filter(|force| !force.units.is_empty()) else { continue };
            // A season that has become another may be shorter.
            let same = other.events.get(..at) == Some(&one.events[..at]);
            if same && plain(&one) == plain(&other) {
                war.cannot_tell(&one, &other, &force.power, "losses by attrition");
                twins += 1;
            }
        }
    }
    assert!(twins >= 2, "{twins}");
}

/// NIA §1.3, §5.3.1: fleets are counted by everybody; which they are, and what is on board, is not
/// seen. The same voyages, with something changed that the other side cannot know.
#[test]
fn which_ships_they_are_is_hidden() {
    type Change = fn(&mut serde_json::Value);
    fn squadron<'s>(state: &'s mut serde_json::Value, fleet: &str) -> &'s mut serde_json::Value {
        let all = state["squadrons"].as_array_mut().unwrap();
        let here = |s: &&mut serde_json::Value| {
            s["power"] == "britain" && s["fleets"].as_array().unwrap().contains(&fleet.into())
        };
        all.iter_mut().find(here).unwrap()
    }
    let changes: [(&str, Change); 3] = [
        ("another admiral", |state| squadron(state, "Collingwood")["fleets"][0] = "Brueys".into()),
        ("a decoy", |state| squadron(state, "fleet 6")["fleets"][0] = "decoy 1".into()),
        ("a stronger corps on board", |state| {
            force(state, "Moore")["units"][0]["modifier"] = 2.into();
        }),
    ];
    let game = open("nations/marengo");
    let before = opening(&*game, &[]);
    let britain = "activations:\n\
        - {squadron: squadron at Channel, steps: [{sail: [London]}, {carry: Moore}, {land: Dover}]}\n\
        - {squadron: squadron at South Atlantic, steps: [{sail: [North Atlantic]}]}\n\
        - {squadron: squadron at North Sea, steps: [{sail: [Kattegat]}]}\n";
    for (name, change) in changes {
        let mut other = before.clone();
        let mut state: serde_json::Value = serde_json::from_str(&before.state).unwrap();
        change(&mut state);
        other.state = state.to_string();
        assert_ne!(before.state, other.state, "{name}");
        let [one, other] =
            [&before, &other].map(|at| play(&*game, at, &[("britain", britain)]).after);
        let same = gets(&*game, &one, "france") == gets(&*game, &other, "france");
        assert!(same, "France can tell {name}");
        let report = gets(&*game, &one, "britain")[1].clone();
        let told = report.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("on board") && told.contains("comes ashore"), "{report}");
    }
}
