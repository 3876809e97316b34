//! Receipts are promises: automatic wars hold each against many seasons.

#[path = "../common/falsify.rs"]
mod falsify;
#[path = "../common/promise.rs"]
mod held;

use crate::courtiers::Courtier;
use crate::luck::Luck;
use crate::seam::{ByMail, EXTRAS, Robot};
use falsify::each;
use held::{Falsehood, Found, Size, Trial};
use kit::ledger::Ledger;
use play::{Game, Grade, ReceiptLine};
use serde_json::json;
use std::cell::RefCell;
use std::ops::Range;

/// What the head of every receipt says once for all: others who attack, bar the way, cancel a marker or
/// take one out of the hand, so that units are lost or elsewhere by then, and who is left is slower.
pub const GENERAL: &[&str] = &["others", "cancelled", "own", "points", "marker"];
/// Those of them for which what is certain may fail as a rule.
const UNSEEN: &[&str] = &["others", "cancelled"];

/// What may be known wrongly, by the rules that read it.
const FALSE: [Falsehood; 3] = [
    ("pace: all are cavalry", |known| {
        each(known, "own", |unit| drop(unit.insert("kind".to_owned(), "cavalry".into())));
    }),
    ("others: nobody stands anywhere", |known| known["stacks"] = json!({})),
    ("treasury: far more is there", |known| {
        for thaler in known["open"]["treasury"].as_object_mut().unwrap().values_mut() {
            *thaler = 80.into();
        }
    }),
];

/// Scenarios, each with the options of a war.
const WARS: [(&str, &[(&str, &str)]); 3] = [
    ("first-silesian-war", &[]),
    ("first-silesian-war", &EXTRAS),
    ("fontenoy", &[("players", "2"), ("fog", "near")]),
];

/// What automatic players must have written of in many wars: the keys of the court, but for those that need
/// markers or pillage of an earlier year, and those of the operations.
const KEYS: [&str; 30] = [
    "initiative",
    "tax",
    "market",
    "enlightenment",
    "deals",
    "challenge",
    "peace",
    "diplomacy",
    "promote",
    "demobilize",
    "mobilize",
    "fieldworks",
    "levy",
    "play",
    "keep",
    "march",
    "attack",
    "drop",
    "sail",
    "embark",
    "land",
    "honours",
    "besiege",
    "pillage",
    "forced march",
    "second force",
    "spy",
    "pay",
    "battle",
    "reactions",
];
/// The markers that the mobilization plays.
const PLAYED: [&str; 5] = ["Drillmaster", "Press Gang", "Rally", "Uprising", "Pragmatic Army"];

/// The head of the operations with entries of somebody who measures no way: far goals, steps for which
/// nothing is there, and a second entry for the same force.
fn sloppy(by_mail: &ByMail, power: &str, luck: &mut Luck) -> String {
    let mut text = "operations:\n".to_owned();
    let forces = by_mail.game.own_forces(&by_mail.at.known[power]).unwrap();
    let places = ["Prague", "Breslau", "Dresden", "Olmütz", "Linz", "Munich", "Brussels", "Namur"];
    for _ in 0..=luck.below(3) {
        let Some(force) = luck.pick(&forces) else { break };
        let verb = if force.go.contains("sail") { "sail" } else { "march" };
        let place = luck.pick(&places).unwrap();
        let mut steps = vec![format!("{verb}: [\"{place}\"]")];
        for (step, chance) in [
            ("drop: [infantry]", 30),
            ("pillage: {}", 30),
            ("pillage: {if: won}", 30),
            ("honours: 2", 20),
            ("besiege: {}", 10),
        ] {
            if luck.percent(chance) {
                steps.push(step.to_owned());
            }
        }
        if let Some(goal) = luck.pick(&force.reach.goals) {
            steps.insert(luck.below(2), format!("{verb}: [\"{}\"]", goal.name));
        }
        let steps: Vec<String> = steps.into_iter().map(|step| format!("{{{step}}}")).collect();
        text += &format!("  - {{force: \"{}\", steps: [{}]}}\n", force.name, steps.join(", "));
    }
    text
}

/// Whether a step was not done as its line tells: those behind it are told from where it ends. The lines
/// of the court do not depend on each other.
fn as_told(line: &ReceiptLine, why: &str) -> bool {
    line.grade == Grade::Refused && line.causes.contains(&why)
}

/// How a war is tried: what stands behind a step that is refused goes on without it.
fn trial<'t>(game: &'t dyn Game, write: &'t dyn Fn(&str, &str, u64) -> String) -> Trial<'t> {
    let trial = Trial::new(game, write, (GENERAL, UNSEEN));
    Trial { goes_on: as_told, refused_anyway: false, ..trial }
}

/// Plays games of a war and holds each sheet against seasons that are played again.
fn war((scenario, options): (&str, &[(&str, &str)]), seeds: Range<u8>) -> Found {
    let mut found = Found::default();
    let (replays, seasons) = if seeds.len() > 1 { (20, 5) } else { (2, 2) };
    for seed in seeds {
        let mut by_mail = ByMail::begun(scenario, options, seed);
        let writer = RefCell::new(ByMail::begun(scenario, options, seed));
        let write = |power: &str, known: &str, seed: u64| {
            let mut by_mail = writer.borrow_mut();
            by_mail.at.known.insert(power.to_owned(), known.to_owned());
            by_mail.at.season.name = by_mail.known(power).open.season.to_string();
            let mut robot = Robot(Luck(seed));
            let sheet = robot.sheet(&by_mail, power);
            if by_mail.at.season.name.starts_with("court") {
                let (book, known) = (&by_mail.book, &by_mail.known(power));
                return sheet + &Courtier { book, known, luck: &mut robot.0 }.rare();
            }
            sheet.replacen("operations:\n", &sloppy(&by_mail, power, &mut robot.0), 1)
        };
        for _ in 0..seasons {
            let is_court = by_mail.at.season.name.starts_with("court");
            let trial = trial(&*by_mail.game, &write);
            let goes_on = if is_court { |_: &ReceiptLine, _: &str| true } else { trial.goes_on };
            let trial = Trial { replays, goes_on, falsehoods: &FALSE, ..trial };
            let Some(next) = trial.next(&by_mail.at, u64::from(seed), &mut found) else { break };
            by_mail.at = next;
        }
    }
    found
}

#[test]
fn what_a_receipt_says_happens() {
    let games = match held::size() {
        Size::Small => 1,
        Size::Middle => 2,
        Size::Large => 12,
    };
    let mut all = Found::default();
    for one in WARS {
        all.add(war(one, 0..games));
    }
    // Few sheets of a small war have a condition.
    for seed in 1..8 {
        if !all.missed(&[]).is_empty() {
            all.add(war(WARS[2], seed..seed + 1));
        }
    }
    all.hold([50, 20, 20]);
    // Hardly a line is certain because of where others stand: two of six hundred sheets, in the long run.
    all.hold_planted(if games > 1 { &FALSE[..1] } else { &[] });
    all.marks_are_few((1, 2));
    if held::size() == Size::Large {
        all.hold_words(&KEYS, &[], 5);
        all.hold_words(&[], &PLAYED, 3);
        all.hold_planted(&FALSE);
    }
    // What the head of a receipt names comes between now and then; in few games by chance more.
    all.as_a_rule(if games > 1 { (19, 20) } else { (7, 8) }, 100);
}

/// What people wrote for the first operations is held as well, where their sheets are at hand.
#[test]
fn what_the_receipts_of_people_say_happens() {
    let mut all = Found::default();
    let (scenario, options) = WARS[0];
    let mut by_mail = ByMail::begun(scenario, options, 0);
    let write = |_: &str, _: &str, _: u64| String::new();
    let mut ledger = Ledger::seeded(&by_mail.at.season.to_string(), [0; 32]);
    let court = by_mail.game.resolve(&by_mail.at, &Default::default(), &mut ledger).unwrap();
    by_mail.at = court.after;
    trial(&*by_mail.game, &write).sheets_of_people(&by_mail.at, &mut all);
    all.hold_people();
}
