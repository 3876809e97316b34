//! The same inputs give the same season, byte for byte, in debug and in release.

use expect_test::expect;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use umpire::kit::ledger::{Entry, Ledger};
use umpire::kit::proof;
use umpire::rules::{self, Game, Played, Position};

fn open(scenario: &str) -> Box<dyn Game> {
    let shelf = rules::shelf();
    let (referee, scenario) = rules::find(&shelf, scenario).unwrap();
    referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap()
}

fn sheets() -> BTreeMap<String, String> {
    let read = |power: &str| {
        std::fs::read_to_string(format!("orders/nations/marengo-1800/{power}.yaml")).unwrap()
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

/// The digest stands here so that debug and release, and this machine and the next, must agree.
#[test]
fn a_season_is_a_function_of_its_inputs() {
    let game = open("nations/marengo");
    let (_, first, entries) = marengo(&*game, 1);
    let (_, again, same) = marengo(&*game, 1);
    assert_eq!(digest(&first, &entries), digest(&again, &same));
    let (_, other, others) = marengo(&*game, 2);
    assert_ne!(digest(&first, &entries), digest(&other, &others));
    expect!["f3782f02f7998dbc2886427e8fab3b3a686751ec787a1557ef094c3141f02272"]
        .assert_eq(&digest(&first, &entries));
}

/// What the ledger kept answers for the season as well as the seed did.
#[test]
fn the_ledger_plays_the_season_again() {
    let game = open("nations/marengo");
    let (before, first, entries) = marengo(&*game, 3);
    let mut ledger = Ledger::replayed("spring 1800", entries);
    let again = game.resolve(&before, &sheets(), &mut ledger).unwrap();
    assert_eq!(ledger.finish(), Vec::<String>::new());
    assert_eq!((first.events, first.after), (again.events, again.after));
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

/// A seeded player marches everybody anywhere for many seasons; the state's own invariants, which
/// are asserted after each marker, hold, and every march is inside its points.
#[test]
fn marches_at_random_keep_the_invariants() {
    let game = open("nations/italy");
    let games: u8 = if std::env::var("UMPIRE_CASES").is_ok() { 120 } else { 8 };
    let (mut moves, mut joins) = (0, 0);
    for seed in 0..games {
        let mut ledger = Ledger::seeded("set-up", [seed; 32]);
        let mut at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        for round in 0..4 {
            let sheets = [("france", seed), ("austria", seed + 100)]
                .map(|(power, seed)| (power.to_owned(), wander(power, &at, seed, round)));
            let name = at.season.to_string();
            let mut ledger = Ledger::seeded(&name, [seed; 32]);
            let played = game.resolve(&at, &sheets.into(), &mut ledger).unwrap();
            for power in ["france", "austria"] {
                let brought = brought(&played.events, power);
                let had: Vec<i64> =
                    holds(&at, power).iter().zip(&brought).map(|(a, b)| a + b).collect();
                assert_eq!(holds(&played.after, power), had, "{power}, game {seed}, {name}");
            }
            moves += played.events.iter().filter(|event| event.starts_with("{\"moved\"")).count();
            joins += played.events.iter().filter(|event| event.starts_with("{\"joined\"")).count();
            at = played.after;
        }
    }
    // The sheets must do something, or the property is empty.
    assert!(moves > 40 * usize::from(games) && joins > 4 * usize::from(games), "{moves} {joins}");
}

/// What a power has: steps, supply units, engineers, leaders on the map and in the pool.
fn holds(at: &Position, power: &str) -> Vec<i64> {
    let state: Json = serde_json::from_str(&at.state).unwrap();
    let mut sum = vec![0; 4];
    for force in state["forces"].as_object().unwrap().values().filter(|f| f["power"] == power) {
        add(&mut sum, force);
    }
    sum[3] += state["pools"][power].as_array().unwrap().len() as i64;
    sum
}

fn add(sum: &mut [i64], force: &Json) {
    let number = |key: &str| force[key].as_i64().unwrap_or(0);
    let list = |key: &str| force[key].as_array().cloned().unwrap_or_default();
    sum[0] += list("units").iter().map(|unit| unit["steps"].as_i64().unwrap()).sum::<i64>();
    sum[1] += number("trains") + number("depots");
    sum[2] += number("engineers");
    sum[3] += list("leaders").len() as i64;
}

/// What the season's events brought and took, by their own word. A leader who arrives was in the
/// pool before.
fn brought(events: &[String], power: &str) -> Vec<i64> {
    let mut sum = vec![0; 4];
    for event in events {
        let event: Json = serde_json::from_str(event).unwrap();
        let (placed, lost) = (&event["placed"]["force"], &event["overstacked"]);
        if placed["power"] == power {
            add(&mut sum, placed);
            sum[3] -= placed["leaders"].as_array().map_or(0, Vec::len) as i64;
        }
        if lost["force"]["power"] == power {
            let gone = lost["lost"].as_array().unwrap().iter();
            sum[0] -= gone.map(|unit| unit["steps"].as_i64().unwrap()).sum::<i64>();
        }
        let changed = &event["changed"];
        let step = changed["why"] == "a replenishment step arrived";
        sum[0] += i64::from(step && changed["force"]["power"] == power);
        sum[1] += i64::from(event["train-gained"]["force"]["power"] == power);
    }
    sum
}

/// A sheet in which each leader marches to a few towns, absorbs, drops and goes alone.
fn wander(power: &str, at: &Position, seed: u8, round: u8) -> String {
    const TOWNS: &[&str] = &[
        "Turin", "Milan", "Genoa", "Nice", "Lyon", "Mantua", "Bologna", "Florence", "Venice",
        "Rome",
    ];
    const STEPS: &[&str] = &[
        "absorb: Army of Italy",
        "integrate: {force: detachment at Milan, leader: pool}",
        "merge: Army of Italy",
        "drop: train",
        "drop: depot",
        "drop: [best infantry, engineer]",
        "detachment: infantry",
        "detach: {leader: Augereau, from: Army of Italy, units: [CavC], train: 1}",
        "detach: {leader: Sebotendorf, from: Army of Italy, units: [CavC], engineer: 1}",
        "take: train",
        "take: depot",
        "take command: Army of Italy",
        "group: Army of Italy",
        "army: {beside: Argenteau}",
        "army: {beside: Masséna, to: Savona}",
        "bridge: Turin",
        "swap: {from: InfC, to: reduced InfC}",
        "swap: {with: Army of Italy, from: InfC, to: reduced InfC}",
        "march: {to: [Milan], alone: yes}",
        "attack: {at: Turin}",
    ];
    let pick = |n: usize, of: usize| {
        let hash = proof::sha256(format!("{power} {seed} {round} {n}").as_bytes());
        usize::from(hash[0]) % of
    };
    let known: Json = serde_json::from_str(&at.known[power]).unwrap();
    let forces = known["ours"].as_object().unwrap().values();
    let leaders = forces.filter_map(|force| force["leaders"][0].as_str());
    let mut sheet = format!("season: {}\npower: {power}\nactivations:\n", at.season);
    for (n, leader) in leaders.enumerate() {
        let alone = if pick(n + 100, 5) == 0 { ", alone: yes" } else { "" };
        sheet += &format!("  - leader: {leader}\n    steps:\n");
        sheet +=
            &format!("      - march: {{to: [{}], else: go on}}\n", TOWNS[pick(n, TOWNS.len())]);
        for more in 0..3 {
            let step = STEPS[pick(n * 3 + more + 50, STEPS.len())];
            match step.split_once(": {") {
                Some((key, map)) => sheet += &format!("      - {key}: {{else: go on, {map}\n"),
                None => sheet += &format!("      - {step}\n"),
            }
        }
        sheet += &format!("      - march: {{to: [{}]{alone}}}\n", TOWNS[pick(n + 70, TOWNS.len())]);
    }
    sheet
}

/// A decision is answered by the sheet's reaction, the most specific first, else by the default;
/// the ledger says which.
#[test]
fn a_reaction_answers_a_decision() {
    use umpire::kit::ledger::{Source, What};
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
}
