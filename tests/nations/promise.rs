//! Receipts are promises: automatic wars hold each against many seasons.

#[path = "../common/falsify.rs"]
mod falsify;
#[path = "../common/promise.rs"]
mod held;

use crate::{money, player};
use falsify::each;
use held::{Falsehood, Found, Size, Trial};
use kit::ledger::Ledger;
use nations::book::Book;
use nations::money::lines::{BUDGET, MUSTER};
use nations::orders::reactions::REACTIONS;
use nations::orders::{STEPS, grammar};
use play::Game;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What the head of every receipt says once for all: an enemy who attacks or bars the way first, so
/// that steps are lost or the way is longer, and one's own forces who come in another order.
pub const GENERAL: &[&str] = &["enemy", "battle", "friends", "losses", "points"];

const UNSEEN: &[&str] = &["enemy", "battle"];

const SCENARIOS: [&str; 3] =
    ["nations/marengo-1800", "nations/italy-1796", "nations/spanish-ulcer-1808"];

/// Those that are tried by hand only.
const MORE: [&str; 3] =
    ["nations/hundred-days-1815", "nations/suvorov-1799", "nations/russia-1812"];

/// Those for whose first season people wrote sheets.
const WRITTEN: [&str; 5] = [
    "nations/spanish-ulcer-1808",
    "nations/russia-1812",
    "nations/hundred-days-1815",
    "nations/suvorov-1799",
    "nations/marengo-1800",
];

/// What may be known wrongly of a war, by the rules that read it.
const IN_WAR: [Falsehood; 6] = [
    ("movement: troops are on horseback", |known| {
        each(known, "ours", |force| {
            for unit in force.get_mut("units").and_then(Value::as_array_mut).into_iter().flatten() {
                unit["kind"] = "CavC".into();
            }
        });
    }),
    ("borders: peace with everybody", |known| {
        for side in known["sides"].as_object_mut().unwrap().values_mut() {
            *side = "neutral".into();
        }
    }),
    ("trains", |known| {
        each(known, "ours", |force| drop(force.insert("trains".to_owned(), 4.into())));
    }),
    ("disorder: everybody", |known| {
        each(known, "ours", |force| drop(force.insert("demoralized".to_owned(), true.into())));
    }),
    ("harbours: no ships", |known| known["squadrons"] = json!([])),
    ("holders", |known| known["held"] = json!({})),
];

/// The same of a cabinet.
const IN_CABINET: [Falsehood; 6] = [
    ("debts: nobody owes anything", |known| known["money"]["debts"] = json!({})),
    ("walls: no fortress is disarmed", |known| known["forts"] = json!({})),
    ("leaders: nobody waits", |known| known["pool"] = json!([])),
    ("troops: all units are whole", |known| {
        each(known, "ours", |force| {
            for unit in force.get_mut("units").and_then(Value::as_array_mut).into_iter().flatten() {
                unit["steps"] = 2.into();
            }
        });
    }),
    ("holders", |known| known["held"] = json!({})),
    ("borders: everybody is on one side", |known| {
        for side in known["sides"].as_object_mut().unwrap().values_mut() {
            *side = "empire".into();
        }
    }),
];

/// The game of a scenario, and its book.
fn opened(scenario: &str) -> (Box<dyn Game>, Book) {
    let shelf = play::shelf::<nations::Nations>();
    let (referee, name) = play::find(&[nations::REFEREE], &shelf, scenario).unwrap();
    let game = referee.open(&shelf, &name, &BTreeMap::new()).unwrap();
    (game, Book::read(&shelf, &name, &BTreeMap::new()).unwrap())
}

/// Plays games of a scenario and holds each sheet against seasons that are played again.
fn war(scenario: &str, games: u64) -> Found {
    let (game, book) = opened(scenario);
    let write = |_: &str, known: &str, seed: u64| player::sheet(&book, known, seed | player::RARE);
    let (replays, seasons) = if games > 1 { (20, 3) } else { (4, 2) };
    let trial =
        Trial { replays, falsehoods: &IN_WAR, ..Trial::new(&*game, &write, (GENERAL, UNSEEN)) };
    let mut found = Found::default();
    for seed in 0..games {
        let mut ledger = Ledger::seeded("set-up", [seed as u8; 32]);
        let mut at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        for _ in 0..seasons {
            let Some(next) = trial.next(&at, seed, &mut found) else { break };
            at = next;
        }
    }
    found
}

#[test]
fn what_a_receipt_says_happens() {
    let games = match held::size() {
        Size::Small => 1,
        Size::Middle => 4,
        Size::Large => 12,
    };
    let mut all = Found::default();
    for scenario in SCENARIOS {
        all.add(war(scenario, games));
    }
    if held::size() == Size::Large {
        for scenario in MORE {
            all.add(war(scenario, games));
        }
    }
    all.hold([50, 100, 20]);
    if held::size() == Size::Large {
        let steps = STEPS.iter().map(|step| step.kind.key);
        let keys: Vec<&str> = steps.chain(REACTIONS.iter().map(|field| field.key)).collect();
        let grammar = grammar::GRAMMAR;
        let flags = grammar.flags.iter().chain(grammar.numbers).map(|word| word.word);
        // Those of money are for the lists of a cabinet.
        let words: Vec<&str> =
            flags.filter(|word| !["treasury", "recruits"].contains(word)).collect();
        all.hold_words(&keys, &words, 20);
        all.hold_planted(&IN_WAR);
    }
    all.hold_planted(&IN_WAR[..2]);
    all.marks_are_few((4, 5));
    // What the head of a receipt names comes between now and then; in few games by chance more.
    all.as_a_rule(if games > 1 { (19, 20) } else { (7, 8) }, 100);
}

/// Plays games to their first cabinets, and holds the sheets of those against cabinets played again.
fn cabinets((game, book): (&dyn Game, &Book), games: u64) -> Found {
    let write = |_: &str, known: &str, seed: u64| player::sheet(book, known, seed | player::RARE);
    let replays = if games > 2 { 20 } else { 4 };
    let trial = Trial { replays, falsehoods: &IN_CABINET, ..Trial::new(game, &write, (&[], &[])) };
    let mut found = Found::default();
    for seed in 0..games {
        let mut ledger = Ledger::seeded("set-up", [seed as u8; 32]);
        let mut at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        let mut left = 2;
        while left > 0 {
            let is_cabinet = at.season.to_string().starts_with("cabinet");
            left -= i32::from(is_cabinet);
            let next = match is_cabinet {
                true => trial.next(&at, seed, &mut found),
                false => trial.play(&at, seed),
            };
            let Some(next) = next else { break };
            at = next;
        }
    }
    found
}

#[test]
fn what_a_receipt_says_of_money_happens() {
    let games = match held::size() {
        Size::Small => 1,
        Size::Middle => 6,
        Size::Large => 24,
    };
    let mut all = Found::default();
    let (game, book) = opened("nations/spanish-ulcer-1808");
    all.add(cabinets((&*game, &book), games));
    if held::size() != Size::Small {
        let (game, book) = money::open(&money::europe());
        all.add(cabinets((&*game, &book), games));
    }
    if held::size() == Size::Large {
        // Troops are sent to foreign wars.
        let (game, book) = money::open(&money::with_foreign_wars());
        all.add(cabinets((&*game, &book), games));
    }
    all.hold(if held::size() == Size::Small { [10, 2, 2] } else { [50, 10, 20] });
    all.marks_are_few((1, 3));
    if held::size() == Size::Large {
        let lines = BUDGET.iter().chain(MUSTER).map(|line| line.kind.key);
        all.hold_words(&lines.collect::<Vec<_>>(), &["treasury", "recruits"], 20);
        all.hold_planted(&IN_CABINET);
    }
}

/// What people wrote for the first season of a scenario is held as well, where their sheets are at hand.
#[test]
fn what_the_receipts_of_people_say_happens() {
    let mut all = Found::default();
    for scenario in WRITTEN {
        let (game, book) = opened(scenario);
        let write =
            |_: &str, known: &str, seed: u64| player::sheet(&book, known, seed | player::RARE);
        let trial = Trial::new(&*game, &write, (GENERAL, UNSEEN));
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        let at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        trial.sheets_of_people(&at, &mut all);
    }
    all.hold_people();
}
