//! An umpire's ruling changes only what comes after it, and moves no die but those it forces.

use crate::root::root;
use kit::ledger::{At, Entry, Fact, Ledger, Source, What};
use play::{Game, Played, Position};
use std::collections::BTreeMap;

const SEASON: &str = "spring 1800";

fn sheets() -> BTreeMap<String, String> {
    let read = |power: &str| {
        std::fs::read_to_string(root().join(format!("orders/nations/marengo-1800/{power}.yaml")))
            .unwrap()
    };
    ["france", "austria", "britain"].map(|power| (power.to_owned(), read(power))).into()
}

struct Table {
    game: Box<dyn Game>,
    before: Position,
}

impl Table {
    fn lay() -> Table {
        let shelf = play::shelf::<nations::Nations>();
        let (referee, scenario) =
            play::find(&[nations::REFEREE], &shelf, "nations/marengo").unwrap();
        let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
        let mut ledger = Ledger::seeded("set-up", [4; 32]);
        let before = game.opening(&sheets(), &mut ledger).unwrap().after;
        Table { game, before }
    }

    /// Plays the season with rulings; what happened, what the ledger has, and what did not fit.
    fn play(&self, seed: u8, rule: impl Fn(&mut Ledger)) -> (Played, Ledger, Vec<String>) {
        let mut ledger = Ledger::seeded(SEASON, [seed; 32]);
        rule(&mut ledger);
        let played = self.game.resolve(&self.before, &sheets(), &mut ledger).unwrap();
        let faults = ledger.finish();
        (played, ledger, faults)
    }
}

fn fact(at: At, text: &str) -> Fact {
    Fact { at, text: text.to_owned(), reason: "the umpire says so".to_owned() }
}

fn chance(ledger: &Ledger) -> BTreeMap<&str, &What> {
    let chance = |entry: &&Entry| entry.source == Source::Seed;
    ledger.entries().iter().filter(chance).map(|entry| (entry.key.as_str(), &entry.what)).collect()
}

/// Of 25 seeds, a corps that is put in the way at some marker leaves all before it as it was, and
/// every die that is still asked for falls as it did.
#[test]
fn a_ruling_changes_only_what_comes_after_it() {
    let table = Table::lay();
    let (mut moved, mut shared) = (0, 0);
    for seed in 0..25 {
        let (plain, before, faults) = table.play(seed, |_| {});
        assert_eq!(faults, Vec::<String>::new());
        let marker = u32::from(seed) % 6 + 2;
        let text = "add: {power: austria, at: Turin, units: [4 x (+1) InfC]}";
        let (ruled, after, faults) =
            table.play(seed, |ledger| ledger.rule(fact(At::Before(marker), text)));
        // Where the French stand already there is no room for it, and that is told.
        if let Some(fault) = faults.first() {
            assert!(fault.contains("as an enemy"), "seed {seed}: {fault}");
            assert_eq!(ruled.events, plain.events, "seed {seed}");
            continue;
        }
        let at = ruled.events.iter().position(|event| event.starts_with("{\"decreed\"")).unwrap();
        assert_eq!(ruled.events[..at], plain.events[..at], "seed {seed}: what came before it");
        moved += usize::from(ruled.events[at + 2..] != plain.events[at..]);
        let (one, other) = (chance(&before), chance(&after));
        for (key, what) in &one {
            // The pool of markers is the same pool, so each is drawn as before.
            if let Some(now) = other.get(key) {
                assert_eq!(what, now, "seed {seed}: {key}");
                shared += 1;
            }
        }
    }
    assert!(moved >= 10, "the corps stood in somebody's way only {moved} times");
    assert!(shared >= 500, "only {shared} dice were asked for both times");
}

/// A fact after an event is played after it, also when rulings before it have moved it down.
#[test]
fn a_fact_after_an_event_follows_it() {
    let table = Table::lay();
    let (plain, ..) = table.play(3, |_| {});
    let battle = plain.events.iter().position(|event| event.starts_with("{\"fought\"")).unwrap();
    let at = At::after(&plain.events[..=battle]).unwrap();
    let tell = "tell: {to: [france], text: The guns were heard in Milan.}";
    let (ruled, _, faults) = table.play(3, |ledger| {
        ledger.rule(fact(At::Start, "tell: {text: Peace is in the air.}"));
        ledger.rule(fact(at.clone(), tell));
    });
    assert_eq!(faults, Vec::<String>::new());
    let told = |words: &str| ruled.events.iter().position(|event| event.contains(words)).unwrap();
    let fought = ruled.events.iter().position(|event| event == &plain.events[battle]).unwrap();
    assert!(told("Peace is in the air") < fought && fought < told("heard in Milan"));
    // With other dice there is no such battle: it is told, and nothing is done.
    let (other, _, faults) = table.play(9, |ledger| ledger.rule(fact(at.clone(), tell)));
    assert!(faults[0].contains("does not happen any more"), "{faults:?}");
    assert!(!other.events.iter().any(|event| event.contains("heard in Milan")));
}

/// An answer that was forced for one question is not given to another.
#[test]
fn a_forced_answer_is_for_its_question_alone() {
    let table = Table::lay();
    let (_, ledger, _) = table.play(3, |_| {});
    let two_dice = |entry: &&Entry| matches!(entry.what, What::Dice { count: 2, sides: 6, .. });
    let key = ledger.entries().iter().find(two_dice).unwrap().key.clone();
    let (_, ruled, faults) = table.play(3, |ledger| ledger.force_as(&key, "6+6", Some("2d6"), ""));
    assert_eq!(faults, Vec::<String>::new());
    let entry = ruled.entries().iter().find(|entry| entry.key == key).unwrap();
    assert_eq!((entry.source, entry.what.answer().as_str()), (Source::Forced, "6+6"));
    let (_, ruled, faults) = table.play(3, |ledger| ledger.force_as(&key, "6+6", Some("3d6"), ""));
    assert!(faults[0].contains("was given to 3d6, and now 2d6 is asked"), "{faults:?}");
    let entry = ruled.entries().iter().find(|entry| entry.key == key).unwrap();
    assert_eq!(entry.source, Source::Seed);
}

/// Whoever sees a die that was forced is told so; who does not see it is not.
#[test]
fn a_forced_die_is_shown_as_forced_to_those_who_see_it() {
    let table = Table::lay();
    let (plain, ledger, _) = table.play(3, |_| {});
    let seen_by = |played: &Played, power: &str, key: &str| -> Option<bool> {
        let known: serde_json::Value = serde_json::from_str(&played.after.known[power]).unwrap();
        let dice = known["dice"].as_array().cloned().unwrap_or_default();
        let die = dice.into_iter().find(|die| die["key"] == key)?;
        Some(die["forced"].as_bool().unwrap_or(false))
    };
    let (mut told, mut kept) = (0, 0);
    for entry in ledger.entries().iter().filter(|entry| matches!(entry.what, What::Dice { .. })) {
        let answer = entry.what.answer();
        let force = |ledger: &mut Ledger| {
            ledger.force_as(&entry.key, &answer, None, "a cocked die");
        };
        let (ruled, ..) = table.play(3, force);
        assert_eq!(ruled.events, plain.events, "forced to what it was");
        for power in ["france", "austria", "britain"] {
            let before = seen_by(&plain, power, &entry.key);
            assert_eq!(seen_by(&ruled, power, &entry.key), before.map(|_| true), "{}", entry.key);
            let view = table.game.view(&ruled.after.known[power]).unwrap();
            let says = view["rulings"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|line| line.as_str())
                .any(|line| line.starts_with("forced: ") && line.ends_with(": a cocked die"));
            assert_eq!(says, before.is_some(), "{power}: {}", entry.key);
            told += usize::from(says);
            kept += usize::from(!says);
        }
    }
    assert!(told >= 10 && kept >= 5, "{told} told, {kept} kept");
}

/// Every die of a season stands behind exactly one event, and the event shows its faces.
#[test]
fn every_die_stands_behind_the_event_that_tells_of_it() {
    let table = Table::lay();
    let mut dice = 0;
    for seed in 0..25 {
        let (played, ledger, _) = table.play(seed, |_| {});
        let mut from = 0;
        for (event, until) in played.events.iter().zip(ledger.cited()) {
            let until = *until as usize;
            for entry in &ledger.entries()[from..until] {
                if let What::Dice { faces, .. } = &entry.what {
                    let digits = faces.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
                    let sum: u8 = faces.iter().sum();
                    let tells = event.contains(&digits) || event.contains(&format!(":{sum}"));
                    assert!(tells, "seed {seed}: {} behind {event}", entry.key);
                    dice += 1;
                }
            }
            from = until;
        }
    }
    assert!(dice >= 500, "only {dice} dice");
}

/// What the umpire tells one power, or changes in one power's stack, changes nothing for its enemies.
#[test]
fn a_ruling_is_no_spy() {
    let table = Table::lay();
    let facts = [
        ("austria", "tell: {to: [austria], text: Genoa asks for terms.}"),
        ("france", "tell: {to: [france], text: Paris is calm.}"),
        ("austria", "change: {force: John, engineers: 1}"),
        (
            "france",
            "grant: {power: france, leader: Davout, on: [naval 1], steps: [{march: [Ulm]}]}",
        ),
    ];
    let mut pairs = 0;
    for seed in 0..8 {
        let (plain, ..) = table.play(seed, |_| {});
        for (of, text) in facts {
            let (ruled, _, faults) = table.play(seed, |ledger| ledger.rule(fact(At::End, text)));
            if !faults.is_empty() {
                continue;
            }
            let differs = |power: &str| ruled.after.known[power] != plain.after.known[power];
            assert!(differs(of), "seed {seed}: {of} is told of its own ({text})");
            for enemy in ["france", "austria"].into_iter().filter(|power| *power != of) {
                assert!(!differs(enemy), "seed {seed}: {enemy} can tell that {text}");
                pairs += 1;
            }
        }
    }
    assert!(pairs >= 20, "only {pairs} pairs");
}
