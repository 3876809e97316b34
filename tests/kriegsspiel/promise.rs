//! Receipts are promises: automatic wars hold each against many seasons.

#[path = "../common/falsify.rs"]
mod falsify;
#[path = "../common/promise.rs"]
pub mod held;

use crate::table::{Table, player};
use falsify::each;
use held::{Falsehood, Found, Size, Trial};
use kriegsspiel::orders::STEPS;
use kriegsspiel::orders::organise::KINDS;
use serde_json::{Value, json};

/// What the head of every receipt says once for all: enemies who come into the way or go elsewhere,
/// so that it may be longer, and allies of higher rank whose stance counts.
pub const GENERAL: &[&str] = &["enemy", "points", "friends", "ally"];
const UNSEEN: &[&str] = &["enemy", "friends", "ally"];

/// What a campaign may choose, so that each of it is tried.
pub const OPTIONS: [[(&str, &str); 3]; 4] = [
    [("intel", "scouted"), ("directive", "off"), ("allies", "letters")],
    [("intel", "vague"), ("directive", "on"), ("allies", "markers")],
    [("intel", "open"), ("directive", "on"), ("allies", "full")],
    [("intel", "estimates"), ("directive", "off"), ("allies", "letters")],
];

/// What may be known wrongly, by the rules that read it.
const FALSE: [Falsehood; 7] = [
    ("pace: everybody is on horseback", |known| {
        each(known, "formations", |one| {
            drop(one.insert("units".to_owned(), json!({"cossacks": 4})))
        });
    }),
    ("size: everybody is many", |known| {
        each(known, "formations", |one| {
            drop(
                one.insert("units".to_owned(), json!({"line infantry": 12, "field artillery": 4})),
            );
        });
    }),
    ("command: nobody is under a general", |known| {
        each(known, "formations", |one| drop(one.insert("under".to_owned(), Value::Null)));
    }),
    ("command: generals lead nobody", |known| {
        each(known, "generals", |one| drop(one.insert("command".to_owned(), 0.into())));
    }),
    ("enemies: nobody is seen", |known| known["markers"] = json!([])),
    ("sides: all are friends", each_side),
    ("holders: nobody holds anything", |known| known["held"] = json!({})),
];

/// Puts all powers on one side.
fn each_side(known: &mut Value) {
    for side in known["sides"].as_object_mut().unwrap().values_mut() {
        *side = "empire".into();
    }
}

/// Plays games and holds each sheet against seasons that are played again.
fn war(options: &[(&str, &str)], (games, seasons, replays): (u64, u64, u64)) -> Found {
    let table = Table::new(options);
    let write = |_: &str, known: &str, seed: u64| player::sheet(&table.book, known, seed);
    let trial = Trial {
        replays,
        falsehoods: &FALSE,
        ..Trial::new(&*table.game, &write, (GENERAL, UNSEEN))
    };
    let mut found = Found::default();
    for seed in 0..games {
        let mut at = table.opening();
        for _ in 0..seasons {
            let Some(next) = trial.next(&at, seed, &mut found) else { break };
            at = next;
        }
    }
    found
}

#[test]
fn what_a_receipt_says_happens() {
    let size = match held::size() {
        Size::Small => (1, 2, 3),
        Size::Middle => (4, 5, 20),
        Size::Large => (12, 5, 20),
    };
    let mut all = Found::default();
    for options in OPTIONS {
        all.add(war(&options, size));
    }
    all.hold([50, 50, 10]);
    all.hold_planted(if size.0 > 1 { &FALSE[..4] } else { &[] });
    all.marks_are_few((3, 5));
    if held::size() == Size::Large {
        let keys: Vec<&str> = STEPS.iter().chain(&KINDS).map(|kind| kind.key).collect();
        all.hold_words(&keys, &[], 20);
        all.hold_planted(&FALSE);
    }
    // Armies stand near each other, and a turn is a season: the enemy often comes between.
    all.as_a_rule((2, 3), 20);
}

/// What people wrote for the first season is held as well, where their sheets are at hand.
#[test]
fn what_the_receipts_of_people_say_happens() {
    let mut all = Found::default();
    for options in OPTIONS {
        let table = Table::new(&options);
        let write = |_: &str, known: &str, seed: u64| player::sheet(&table.book, known, seed);
        let trial = Trial::new(&*table.game, &write, (GENERAL, UNSEEN));
        trial.sheets_of_people(&table.opening(), &mut all);
    }
    all.hold_people();
}
