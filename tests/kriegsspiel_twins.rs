//! The proof of the fog of the kriegsspiel (§2, §3): what a power cannot know changes nothing that it
//! gets.
//!
//! Automatic players fight turns. Of each turn a twin is played with the same dice and one thing
//! changed, out of the list below; every power of another side must get the same, byte for byte: what
//! it knows, its receipt, report, page, map and form. The pairs of each kind are counted, so that the
//! test cannot be empty; and a leak of each kind is planted and must be found, so that it cannot be
//! blind.

mod k05;

use k05::{Table, events, player, state};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use umpire::kit::ledger::Ledger;
use umpire::report::{Around, Press};
use umpire::rules::kriegsspiel::event::Event;
use umpire::rules::kriegsspiel::known::Known;
use umpire::rules::kriegsspiel::state::{Formation, State};
use umpire::rules::{Played, Position};

type Sheets = BTreeMap<String, String>;

/// A turn as it was fought, with the formations that lend themselves to a twin.
struct War {
    table: Table,
    press: Press,
    before: Position,
    sheets: Sheets,
    seed: u8,
    played: Played,
    /// Formations of which no event of the turn speaks, but for supply.
    idle: Vec<Formation>,
    /// Those of them that no enemy sees at any time.
    unseen: Vec<Formation>,
}

/// Another beginning or other orders, and whose secret that is.
struct Twin {
    state: State,
    sheets: Sheets,
    of: String,
}

/// One kind of change.
struct Change {
    name: &'static str,
    twin: fn(&War, usize) -> Option<Twin>,
    /// What a fog with a hole would show of it.
    leak: fn(&Position, &Sheets) -> Json,
}

/// Everything that a power cannot know, each kind with its leak.
const CHANGES: &[Change] = &[
    Change { name: "how strong an unseen brigade is", twin: strength, leak: forces },
    Change { name: "of what troops an idle formation is", twin: composition, leak: forces },
    Change { name: "who commands an idle formation", twin: command, leak: forces },
    Change { name: "what an idle formation means to do", twin: stance, leak: orders },
    Change { name: "a letter to a third", twin: letter, leak: orders },
    Change { name: "a note to the umpire", twin: note, leak: orders },
    Change { name: "an order in words", twin: words, leak: orders },
    Change { name: "depots at hand", twin: stores, leak: at_hand },
    Change { name: "what a side has lost so far", twin: lost, leak: losses },
];

fn forces(at: &Position, _: &Sheets) -> Json {
    json!(state(at).formations)
}

fn orders(_: &Position, sheets: &Sheets) -> Json {
    json!(sheets)
}

fn at_hand(at: &Position, _: &Sheets) -> Json {
    json!(state(at).stores)
}

fn losses(at: &Position, _: &Sheets) -> Json {
    json!(state(at).lost)
}

impl War {
    fn fight(table: Table, press: Press, before: Position, sheets: Sheets, seed: u8) -> War {
        let played = resolve(&table, &before, &sheets, seed);
        let told: Vec<Event> = events(&played);
        let spoken = |one: &Formation| {
            let name = format!("\"{}\"", one.name);
            told.iter().any(|event| match event {
                Event::Supplied { .. } => false,
                Event::Starved { at, .. } => *at == one.at,
                event => serde_json::to_string(event).unwrap().contains(&name),
            })
        };
        let after = state(&played.after);
        let still =
            |one: &&Formation| after.formations.get(&one.name).is_some_and(|now| now.at == one.at);
        let was = state(&before);
        let idle: Vec<Formation> =
            was.formations.values().filter(still).filter(|one| !spoken(one)).cloned().collect();
        let seen = |one: &Formation| {
            let of = |at: &Position| -> Vec<Known> {
                at.known.values().map(|known| serde_json::from_str(known).unwrap()).collect()
            };
            of(&before).iter().chain(&of(&played.after)).any(|eye| {
                !eye.is_ours(&one.power)
                    && (eye.field.contains(&one.at)
                        || eye.markers.iter().any(|marker| marker.at == one.at))
            })
        };
        let unseen = idle.iter().filter(|one| !seen(one)).cloned().collect();
        War { table, press, before, sheets, seed, played, idle, unseen }
    }

    fn twin_of(&self, of: &str) -> Twin {
        Twin { state: state(&self.before), sheets: self.sheets.clone(), of: of.to_owned() }
    }

    /// Everything that a power gets.
    fn gets(&self, played: &Played, power: &str) -> Vec<(&'static str, String)> {
        let game = &self.table.game;
        let known = &played.after.known[power];
        let around = Around { campaign: "twins".to_owned(), ..Around::default() };
        let view = around.with(game.view(known).unwrap());
        let sheet = player::sheet(&self.table.book, known, 5);
        let checked = game.check(known, &sheet).unwrap();
        let receipt = format!("{:?}{}", checked.understood, checked.faults.render(&sheet));
        vec![
            ("known", known.clone()),
            ("receipt", receipt),
            ("report", self.press.print("kriegsspiel/report.txt", &view).unwrap()),
            ("page", self.press.print("kriegsspiel/report.html", &view).unwrap()),
            ("map", serde_json::to_string(&game.chart(known).unwrap()).unwrap()),
            ("form", game.form(known, "twins", None).unwrap()),
        ]
    }
}

fn resolve(table: &Table, before: &Position, sheets: &Sheets, seed: u8) -> Played {
    let mut ledger = Ledger::seeded(&before.season.to_string(), [seed; 32]);
    table.game.resolve(before, sheets, &mut ledger).unwrap()
}

/// One hit less of a sort of which there are several.
fn strength(war: &War, nth: usize) -> Option<Twin> {
    let many = |one: &&Formation| one.units.values().any(|hits| *hits > 2);
    let one = war.unseen.iter().filter(many).nth(nth)?;
    let mut twin = war.twin_of(&one.power);
    let units = &mut twin.state.formations.get_mut(&one.name)?.units;
    *units.values_mut().find(|hits| **hits > 2)? -= 1;
    Some(twin)
}

/// A battalion of the line becomes light infantry: as many, as strong and as brave.
fn composition(war: &War, nth: usize) -> Option<Twin> {
    let line = |one: &&Formation| one.units.get("line infantry").is_some_and(|hits| *hits > 1);
    let one = war.idle.iter().filter(line).nth(nth)?;
    let mut twin = war.twin_of(&one.power);
    let units = &mut twin.state.formations.get_mut(&one.name)?.units;
    *units.get_mut("line infantry")? -= 1;
    *units.entry("light infantry".to_owned()).or_default() += 1;
    Some(twin)
}

fn command(war: &War, nth: usize) -> Option<Twin> {
    let led = |one: &&Formation| one.under.is_some();
    let one = war.idle.iter().filter(led).nth(nth)?;
    let mut twin = war.twin_of(&one.power);
    twin.state.formations.get_mut(&one.name)?.under = None;
    Some(twin)
}

/// An entry for somebody who does nothing: where no enemy is, a stance is never asked.
fn stance(war: &War, nth: usize) -> Option<Twin> {
    let one = war.idle.get(nth)?;
    let sheet = war.sheets.get(&one.power)?;
    let written = format!("formation: \"{}\"", one.name);
    let alone = one.under.is_none() && !sheet.contains(&written) && sheet.contains("\norders:\n");
    let entry = format!("\norders:\n  - {{{written}, stance: defend, retreat: Vienna}}\n");
    let mut twin = war.twin_of(&one.power);
    let led = |sheet: &str| sheet.replacen("\norders:\n", &entry, 1);
    let sheet = if alone || !sheet.contains(&written) { led(sheet) } else { return None };
    twin.sheets.insert(one.power.clone(), sheet);
    Some(twin)
}

fn added(war: &War, nth: usize, line: &str) -> Option<Twin> {
    let (power, sheet) = war.sheets.iter().nth(nth)?;
    let mut twin = war.twin_of(power);
    let to =
        war.sheets.keys().find(|other| *other != power && state(&war.before).friends(other, power));
    let line = line.replace("{to}", to?);
    twin.sheets.insert(power.clone(), format!("{sheet}{line}\n"));
    Some(twin)
}

fn letter(war: &War, nth: usize) -> Option<Twin> {
    added(war, nth, "letters: [{to: {to}, text: We march at dawn.}]")
}

fn note(war: &War, nth: usize) -> Option<Twin> {
    added(war, nth, "note to umpire: I would rather lose Ulm than the army. ({to})")
}

fn words(war: &War, nth: usize) -> Option<Twin> {
    if war.sheets.values().nth(nth)?.contains("\nwords:") {
        return None;
    }
    added(war, nth, "words: Let {to} believe that we are ten thousand more.")
}

fn stores(war: &War, nth: usize) -> Option<Twin> {
    let (power, sheet) = war.sheets.iter().nth(nth)?;
    let mut twin = war.twin_of(power);
    let left = twin.state.stores.entry(power.clone()).or_default();
    if sheet.contains("deploy:") {
        return None;
    }
    *left += 1;
    Some(twin)
}

fn lost(war: &War, nth: usize) -> Option<Twin> {
    let power = war.sheets.keys().nth(nth)?;
    let mut twin = war.twin_of(power);
    let units = twin.state.lost.entry(power.clone()).or_default();
    *units.entry("militia".to_owned()).or_default() += 1;
    Some(twin)
}

/// Holds one twin against its turn; how many pairs of eyes were compared.
fn compare(war: &War, change: &Change, twin: &Twin) -> usize {
    let before =
        Position { state: serde_json::to_string(&twin.state).unwrap(), ..war.before.clone() };
    let played = resolve(&war.table, &before, &twin.sheets, war.seed);
    let (ours, theirs) =
        ((change.leak)(&war.before, &war.sheets), (change.leak)(&before, &twin.sheets));
    assert_ne!(ours, theirs, "{}: the planted leak is not found", change.name);
    let mut pairs = 0;
    for eye in war.before.known.keys().filter(|eye| !twin.state.friends(eye, &twin.of)) {
        let gets = war.gets(&war.played, eye).into_iter().zip(war.gets(&played, eye));
        for ((what, one), (_, other)) in gets {
            assert!(one == other, "{}: {eye} can tell by its {what}\n{one}\n{other}", change.name);
        }
        pairs += 1;
    }
    pairs
}

#[test]
fn what_a_power_cannot_know_changes_nothing_that_it_gets() {
    let (games, turns, most) =
        if std::env::var("UMPIRE_CASES").is_ok() { (6, 5, 9) } else { (2, 2, 1) };
    let mut pairs: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..games {
        let intel = ["scouted", "vague", "open"][seed as usize % 2];
        let mut at = Table::new(&[("intel", intel)]).opening();
        for _ in 0..turns {
            let table = Table::new(&[("intel", intel)]);
            let sheets = table.sheets(&at, u64::from(seed) + 40);
            let press = Press::new(&Default::default()).unwrap();
            let war = War::fight(table, press, at, sheets, seed);
            for change in CHANGES {
                let twins = (0..12).filter_map(|nth| (change.twin)(&war, nth)).take(most);
                for twin in twins {
                    *pairs.entry(change.name).or_default() += compare(&war, change, &twin);
                }
            }
            if war.played.over {
                break;
            }
            at = war.played.after;
        }
    }
    for change in CHANGES {
        assert!(pairs.contains_key(change.name), "no twin of {}: {pairs:?}", change.name);
    }
}
