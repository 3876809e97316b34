//! The same inputs give the same season, byte for byte, in debug and in release.

use crate::root::root;
use expect_test::expect;
use kit::ledger::{Entry, Ledger};
use kit::proof;
use play::{Game, Played, Position};
use std::collections::BTreeMap;

fn open(scenario: &str) -> Box<dyn Game> {
    let shelf = play::shelf::<nations::Nations>();
    let (referee, scenario) = play::find(&[nations::REFEREE], &shelf, scenario).unwrap();
    referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap()
}

fn sheets() -> BTreeMap<String, String> {
    let read = |power: &str| {
        std::fs::read_to_string(root().join(format!("orders/nations/marengo-1800/{power}.yaml")))
            .unwrap()
    };
    ["france", "austria", "britain"].map(|power| (power.to_owned(), read(power))).into()
}

fn digest(played: &Played, entries: &[Entry]) -> String {
    let mut record = played.events.join("\n");
    record += &serde_json::to_string(entries).unwrap();
    record += &played.after.state;
    played.after.known.values().for_each(|known| record += known);
    proof::hex(&proof::sha256(record.as_bytes()))
}

/// Sets up and plays Marengo from one seed; the digest of both.
fn marengo(game: &dyn Game, seed: u8) -> (Position, Played, Vec<Entry>) {
    let mut ledger = Ledger::seeded("set-up", [seed; 32]);
    let before = game.opening(&sheets(), &mut ledger).unwrap().after;
    let mut ledger = Ledger::seeded("spring 1800", [seed; 32]);
    let played = game.resolve(&before, &sheets(), &mut ledger).unwrap();
    (before, played, ledger.entries().to_vec())
}

/// The digest stands here so that debug and release, and this machine and the next, must agree. If
/// it changes, a season that was published before is played otherwise now: raise the edition of the
/// rules with it, so that `umpire verify` says so instead of finding fault.
#[test]
fn a_season_is_a_function_of_its_inputs() {
    let game = open("nations/marengo");
    let (_, first, entries) = marengo(&*game, 1);
    let (_, again, same) = marengo(&*game, 1);
    assert_eq!(digest(&first, &entries), digest(&again, &same));
    let (_, other, others) = marengo(&*game, 2);
    assert_ne!(digest(&first, &entries), digest(&other, &others));
    let (referee, _) =
        play::find(&[nations::REFEREE], &play::shelf::<nations::Nations>(), "nations/marengo")
            .unwrap();
    expect!["nations-27: 49d76b463b8cf596f33e58cdadceb84822503dca081fb627db375281f54044d8"]
        .assert_eq(&format!("{}: {}", referee.edition(), digest(&first, &entries)));
}

/// What the ledger kept answers for the season as well as the seed did.
#[test]
fn the_ledger_plays_the_season_again() {
    let game = open("nations/marengo");
    let (before, first, entries) = marengo(&*game, 3);
    let mut ledger = Ledger::replayed("spring 1800", entries);
    let again = game.resolve(&before, &sheets(), &mut ledger).unwrap();
    assert_eq!(ledger.finish(), Vec::<String>::new());
    let apart = first.events.iter().zip(&again.events).find(|(one, other)| one != other);
    assert_eq!(apart, None);
    assert_eq!(first.after, again.after);
}

/// Four seasons with nobody giving orders: invariants hold and the scenario ends.
#[test]
fn a_scenario_without_orders_comes_to_its_end() {
    let game = open("nations/italy");
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let mut at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    for season in ["spring 1796", "summer 1796", "autumn 1796", "winter 1796"] {
        assert_eq!(at.season.to_string(), season);
        let mut ledger = Ledger::seeded(season, [5; 32]);
        let played = game.resolve(&at, &BTreeMap::new(), &mut ledger).unwrap();
        assert_eq!(played.over, season.starts_with("winter"));
        at = played.after;
    }
}

/// A decision is answered by the sheet's reaction, the most specific first, else by the default;
/// the ledger says which.
#[test]
fn a_reaction_answers_a_decision() {
    use kit::ledger::{Source, What};
    let game = open("nations/marengo");
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let before = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    let source = |reactions: &str| {
        let sheet = format!(
            "activations: [{{leader: Augereau, steps: [{{march: [W3120, Hanover]}}]}}]\nreactions: {reactions}"
        );
        let mut ledger = Ledger::seeded("spring 1800", [0; 32]);
        game.resolve(&before, &[("france".to_owned(), sheet)].into(), &mut ledger).unwrap();
        let met =
            |entry: &&Entry| matches!(&entry.what, What::Decision { topic, .. } if topic == "met");
        ledger.entries().iter().find(met).map(|entry| entry.source)
    };
    assert_eq!(source("[]"), Some(Source::Default));
    assert_eq!(source("[{who: any, met: {stop: {if: always}}}]"), Some(Source::Reaction));
    assert_eq!(source("[{who: Augereau, met: {stop: {if: mp >= 2}}}]"), Some(Source::Reaction));
    assert_eq!(source("[{who: Augereau, met: {stop: {if: mp >= 6}}}]"), Some(Source::Default));
    assert_eq!(source("[{who: Mortier, met: {stop: {if: always}}}]"), Some(Source::Default));
    // Masséna is shut up in Genoa, and Ott stands before it.
    for (condition, answered) in [
        ("Masséna is inside", Source::Reaction),
        ("Masséna is not inside", Source::Default),
        ("Ott is inside", Source::Default),
        ("enemy is inside", Source::Default),
        ("Ott at Genoa and not enemy is inside", Source::Reaction),
    ] {
        let reaction = format!("[{{who: Augereau, met: {{stop: {{if: {condition}}}}}}}]");
        assert_eq!(source(&reaction), Some(answered), "{condition}");
    }
    assert_eq!(source("[{who: Augereau, met: stop}]"), Some(Source::Reaction));
}
