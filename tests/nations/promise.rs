//! Receipts are promises: automatic wars hold each against many seasons.

#[path = "../common/promise.rs"]
mod held;

use crate::player;
use held::{Found, Trial};
use kit::ledger::Ledger;
use nations::book::Book;
use play::{Grade, ReceiptLine};
use std::collections::BTreeMap;

/// What the head of every receipt says once for all: an enemy who attacks or bars the way first, so
/// that steps are lost or the way is longer, and one's own forces who come in another order.
const GENERAL: &[&str] = &["enemy", "battle", "friends", "losses", "points"];

const SCENARIOS: [&str; 3] =
    ["nations/marengo-1800", "nations/italy-1796", "nations/spanish-ulcer-1808"];

/// What is changed in each line before it is held against the seasons.
type Plant = fn(&mut ReceiptLine);

/// Plays games of a scenario and holds each sheet against seasons that are played again.
fn war(scenario: &str, games: u64, plant: Plant) -> Found {
    let shelf = play::shelf::<nations::Nations>();
    let (referee, name) = play::find(&[nations::REFEREE], &shelf, scenario).unwrap();
    let game = referee.open(&shelf, &name, &BTreeMap::new()).unwrap();
    let book = Book::read(&shelf, &name, &BTreeMap::new()).unwrap();
    let write = |_: &str, known: &str, seed: u64| player::sheet(&book, known, seed);
    let (replays, seasons) = if games > 1 { (20, 3) } else { (4, 2) };
    let trial = Trial {
        game: &*game,
        write: &write,
        replays,
        general: GENERAL,
        unseen: &["enemy", "battle"],
        goes_on: |_, _| false,
        refused_anyway: true,
        plant,
    };
    let mut found = Found::default();
    for seed in 0..games {
        let mut ledger = Ledger::seeded("set-up", [seed as u8; 32]);
        let mut at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        for _ in 0..seasons {
            trial.season(&at, seed, &mut found);
            let mut ledger = Ledger::seeded(&at.season.to_string(), [seed as u8; 32]);
            let played = game.resolve(&at, &trial.sheets(&at, seed), &mut ledger).unwrap();
            if played.over {
                break;
            }
            at = played.after;
        }
    }
    found
}

#[test]
fn what_a_receipt_says_happens() {
    let cases = std::env::var("UMPIRE_CASES").ok().and_then(|cases| cases.parse().ok());
    let games = match cases {
        None => 1,
        Some(..6000_u64) => 4,
        Some(_) => 12,
    };
    let mut all = Found::default();
    for scenario in SCENARIOS {
        all.add(war(scenario, games, |_| {}));
    }
    println!("{all}");
    assert!(all.broken.is_empty(), "{}", all.broken.join("\n"));
    let [sure, conditional, refused] =
        [Grade::Sure, Grade::If, Grade::Refused].map(|grade| all.of(grade));
    assert!(sure.tries > 50 && conditional.tries > 100 && refused.tries > 20, "{all}");
    // What is said at the head of a receipt comes between now and then; in few games by chance more.
    let most = if games > 1 { 20 } else { 8 };
    assert!(most * sure.done >= (most - 1) * sure.tries, "{all}");
    assert!(100 * refused.done <= refused.tries, "{all}");
}

/// Receipts that say something else than the season does are found.
#[test]
fn a_receipt_that_lies_is_found() {
    let lies: [(&str, Plant); 3] = [
        ("what is refused is told as certain", |line| {
            if line.grade == Grade::Refused {
                (line.grade, line.causes) = (Grade::Sure, vec![]);
            }
        }),
        ("what happens is told as refused", |line| {
            if line.grade == Grade::Sure {
                line.grade = Grade::Refused;
            }
        }),
        ("a condition is left out", |line| line.causes.retain(|cause| *cause != "condition")),
    ];
    for (lie, plant) in lies {
        assert!(!war(SCENARIOS[0], 1, plant).broken.is_empty(), "{lie}");
    }
}
