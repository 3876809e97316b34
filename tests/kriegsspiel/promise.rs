//! Receipts are promises: automatic wars hold each against many seasons.

#[path = "../common/promise.rs"]
mod held;

use crate::table::{Table, player};
use held::{Found, Trial};
use kit::ledger::Ledger;
use play::{Grade, ReceiptLine};

/// What the head of every receipt says once for all: enemies who come into the way or go elsewhere,
/// so that it may be longer, and allies of higher rank whose stance counts.
pub const GENERAL: &[&str] = &["enemy", "points", "friends", "ally"];
const UNSEEN: &[&str] = &["enemy", "friends", "ally"];

/// What a campaign may choose, so that each of it is tried.
const OPTIONS: [[(&str, &str); 3]; 3] = [
    [("intel", "scouted"), ("directive", "off"), ("allies", "letters")],
    [("intel", "vague"), ("directive", "on"), ("allies", "markers")],
    [("intel", "open"), ("directive", "on"), ("allies", "full")],
];

/// What is changed in each line before it is held against the seasons.
type Plant = fn(&mut ReceiptLine);

/// How many games, seasons of each, and replays of each season.
type Size = (u64, u64, u64);

/// Plays games and holds each sheet against seasons that are played again.
fn war(options: &[(&str, &str)], (games, seasons, replays): Size, plant: Plant) -> Found {
    let table = Table::new(options);
    let write = |_: &str, known: &str, seed: u64| player::sheet(&table.book, known, seed);
    let trial = Trial { replays, plant, ..Trial::new(&*table.game, &write, (GENERAL, UNSEEN)) };
    let mut found = Found::default();
    for seed in 0..games {
        let mut at = table.opening();
        for _ in 0..seasons {
            trial.season(&at, seed, &mut found);
            let mut ledger = Ledger::seeded(&at.season.to_string(), [seed as u8; 32]);
            let played = table.game.resolve(&at, &trial.sheets(&at, seed), &mut ledger).unwrap();
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
    let size = match cases {
        None => (1, 2, 3),
        Some(..6000_u64) => (4, 5, 20),
        Some(_) => (12, 5, 20),
    };
    let mut all = Found::default();
    for options in OPTIONS {
        all.add(war(&options, size, |_| {}));
    }
    println!("{all}");
    assert!(all.broken.is_empty(), "{}", all.broken.join("\n"));
    let [sure, conditional, refused] =
        [Grade::Sure, Grade::If, Grade::Refused].map(|grade| all.of(grade));
    assert!(sure.tries > 50 && conditional.tries > 50 && refused.tries > 10, "{all}");
    // Armies stand near each other, and a turn is a season: the enemy often comes between.
    assert!(3 * sure.done >= 2 * sure.tries, "{all}");
    assert!(20 * refused.done <= refused.tries, "{all}");
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
    println!("{all}");
    assert!(all.broken.is_empty(), "{}", all.broken.join("\n"));
    assert!(all.sheets > 0 || std::env::var_os("UMPIRE_SHEETS").is_none(), "none is held");
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
        assert!(!war(&OPTIONS[0], (1, 2, 2), plant).broken.is_empty(), "{lie}");
    }
}
