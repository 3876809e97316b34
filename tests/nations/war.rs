//! War on land: what holds in every season, whoever plays and whatever the dice say.
//!
//! Automatic players ([`player`]) play both scenarios and one from a folder to their end. Every season is gone through
//! once more, event by event, on a state of its own: so each rule here is checked at the moment at
//! which it can be broken, and the events are proved to say all that happened.

mod austerlitz;
mod counted;
mod special;
mod steps;
mod witness;

use crate::player;
use counted::Counted;
use kit::ground::Space;
use kit::ledger::{At, Fact, Ledger, gaps};
use nations::book::Book;
use nations::book::units::Unit;
use nations::land::stacking;
use nations::record::event::{
    BattleEvent, Cause, ContactEvent, CourtEvent, Event, FleetEvent, ForceEvent, LossEvent,
    PassageEvent, SeaBattleEvent, SequenceEvent, SiegeEvent, SpendingEvent, Winner,
};
use nations::record::state::{Bloc, Force, ForceId, State};
use play::{Game, Played, Position};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use witness::Witness;

struct Table {
    game: Box<dyn Game>,
    book: Book,
    /// Whether the umpire lets countries and powers change sides.
    turncoats: bool,
}

fn table(scenario: &str) -> Table {
    let mut shelf = play::shelf::<nations::Nations>();
    let own = include_str!("../scenarios/europe-1805/scenario.yaml");
    shelf.lay("nations/europe-1805/scenario.yaml", own.to_owned());
    let (referee, name) = play::find(&[nations::REFEREE], &shelf, scenario).unwrap();
    let game = referee.open(&shelf, &name, &BTreeMap::new()).unwrap();
    let book = Book::read(&shelf, &name, &BTreeMap::new()).unwrap();
    Table { game, book, turncoats: false }
}

fn games(few: u64, many: u64) -> u64 {
    if crate::effort::is_long() { many } else { few }
}

type Sheets = BTreeMap<String, String>;

impl Table {
    fn opened(&self, seed: u64) -> Played {
        let mut ledger = Ledger::seeded("set-up", [seed as u8; 32]);
        self.game.opening(&BTreeMap::new(), &mut ledger).unwrap()
    }

    fn opening(&self, seed: u64) -> Position {
        self.opened(seed).after
    }

    /// The sheets of all powers; the game finds no fault with them.
    fn sheets(&self, at: &Position, seed: u64) -> Sheets {
        let mut sheets = BTreeMap::new();
        for (nth, (power, known)) in at.known.iter().enumerate() {
            let sheet = player::sheet(&self.book, known, seed * 10 + nth as u64);
            let faults = self.game.check(known, &sheet).unwrap().faults;
            assert!(!faults.has_faults(), "{power}, game {seed}: {}", faults.render(&sheet));
            sheets.insert(power.clone(), sheet);
        }
        sheets
    }

    fn ledger(at: &Position, seed: u64) -> Ledger {
        Ledger::seeded(&at.season.to_string(), [seed as u8; 32])
    }

    /// Lets countries and now and then a power change sides, at some parts of the season.
    fn turn(&self, at: &Position, seed: u64, ledger: &mut Ledger) {
        let state = state(at);
        let year = u64::from(state.season.year) * 4 + state.season.quarter as u64;
        let mut luck = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ year;
        let mut below = |bound: usize| {
            luck = luck
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(luck >> 33).unwrap() % bound
        };
        let countries: Vec<&String> = self.book.scenario.countries.keys().collect();
        let powers: Vec<&String> = state.relations.parties().collect();
        for _ in 0..4 {
            let (country, power) = (countries[below(countries.len())], powers[below(powers.len())]);
            let status = ["neutral", "allied to", "conquered by", "allied to"][below(4)];
            let status =
                if status == "neutral" { status.into() } else { format!("{status} {power}") };
            let side = ["empire", "coalition", "neutral"][below(3)];
            let text = match below(6) {
                0 => format!("side: {{power: {power}, side: {side}}}"),
                _ => format!("status: {{country: {country}, status: {status}}}"),
            };
            let at =
                [At::Start, At::Before(2), At::Before(4), At::Before(6), At::End][below(5)].clone();
            ledger.rule(Fact { at, text, reason: "a treaty".to_owned() });
        }
    }

    /// A power is shown all draws of a row up to the last that it is shown, so that none can be left
    /// out, and options in the order of the program.
    fn shows_dice_in_rows(&self, played: &Played, seed: u64) {
        let nations = nations::REFEREE;
        for (power, known) in &played.after.known {
            let shown = self.game.shown(known).unwrap();
            assert_eq!(gaps(&shown), Vec::<String>::new(), "{power}, game {seed}");
            for die in shown {
                assert!(nations.draws_in_order(nations.edition(), &die, &[]), "{die:?}");
            }
        }
    }

    /// Plays a game to its end; each season is handed over with what was before it.
    fn play(&self, seed: u64, mut each: impl FnMut(&Position, &Sheets, &Played)) {
        let mut at = self.opening(seed);
        loop {
            let sheets = self.sheets(&at, seed);
            let mut ledger = Self::ledger(&at, seed);
            if self.turncoats {
                self.turn(&at, seed, &mut ledger);
            }
            let played = self.game.resolve(&at, &sheets, &mut ledger).unwrap();
            self.shows_dice_in_rows(&played, seed);
            each(&at, &sheets, &played);
            if played.over {
                return;
            }
            at = played.after;
        }
    }
}

fn events(played: &Played) -> Vec<Event> {
    played.events.iter().map(|event| serde_json::from_str(event).unwrap()).collect()
}

fn state(at: &Position) -> State {
    serde_json::from_str(&at.state).unwrap()
}

fn kind(event: &Event) -> String {
    let json = serde_json::to_value(event).unwrap();
    json.as_object().map_or(String::new(), |map| map.keys().next().unwrap().clone())
}

/// Plays games of a scenario; how often each event happened.
fn war(scenario: &str, games: u64) -> BTreeMap<String, usize> {
    fought(&table(scenario), scenario, games)
}

/// Plays games at a table.
fn fought(table: &Table, scenario: &str, games: u64) -> BTreeMap<String, usize> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..games {
        let mut last = vec![];
        let mut counted = Counted::new(&table.book, &table.opened(seed));
        table.play(seed, |before, sheets, played| {
            let at = format!("{scenario}, game {seed}, {}", before.season.name);
            let events = events(played);
            let mut witness = Witness::new(&table.book, before);
            witness.watch(&events, &at);
            let after = state(&played.after);
            assert_eq!(witness.state, after, "the events say all: {at}");
            assert_eq!(serde_json::to_string(&after).unwrap(), played.after.state, "{at}");
            counted.hear_all(&events, &after, &at);
            counted::each_fleet_once(&after.squadrons, &at);
            if before.season.name.starts_with("cabinet") {
                counted::answered(sheets, &events, &at);
            }
            for (kind, times) in witness.seen {
                *seen.entry(kind).or_default() += times;
            }
            last = events;
        });
        let decided = |event: &Event| {
            matches!(
                event,
                Event::Sequence(SequenceEvent::Scored { .. } | SequenceEvent::GameDecided { .. })
            )
        };
        let scored = last.iter().any(decided);
        assert!(scored, "{scenario}, game {seed}");
    }
    seen
}

/// What automatic players must bring about even in few games, or the properties say nothing.
const EXPECTED: &[&str] = &[
    "fought",
    "retreated",
    "went-inside",
    "siege-attempted",
    "captured",
    "lost",
    "destroyed",
    "intercepted",
    "came-up",
    "leader-checked",
    "supply-assessed",
    "attrition-checked",
    "rearmed",
];

/// What happens at sea where there are ships.
const AT_SEA: &[&str] = &[
    "sailed",
    "sea-intercepted",
    "sea-avoided",
    "sea-fought",
    "sea-retreated",
    "fleet-sunk",
    "admiral-checked",
    "embarked",
    "landed",
    "landing-repulsed",
];

#[test]
fn marengo_is_fought_by_the_rules() {
    let seen = war("marengo-1800", games(8, 300));
    let expected = EXPECTED.iter().chain(AT_SEA);
    let missing: Vec<_> = expected.filter(|kind| !seen.contains_key(**kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// What only Suvorov's campaign has; in few games not all of it comes up.
const SUVOROV: &[&str] = &[
    "card-played",
    "game-decided",
    "C-11, the book says",
    "C-18, the book says",
    "C-20, the book says",
    "R-16, the book says",
    "R-17, the book says",
];

/// What only the war of 1806 has; in few games not all of it comes up.
const JENA: &[&str] = &[
    "card-played",
    "game-decided",
    "rule-begun",
    "C-11, the book says",
    "C-15, the book says",
    "C-18, the book says",
    "C-23, the book says",
    "transported",
    "country-turned",
    "went-home",
];

#[test]
fn the_war_of_1806_is_fought_by_the_rules() {
    let many = crate::effort::is_long();
    let seen = war("jena-1806", games(7, 120));
    let own = JENA.iter().take(if many { JENA.len() } else { 3 });
    let expected = EXPECTED.iter().chain(own);
    let expected = expected.copied().chain(special::wanted("jena-1806").filter(|_| many));
    let missing: Vec<_> = expected.filter(|kind| !seen.contains_key(*kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let asked = seen.keys().any(|kind| kind.ends_with("the umpire says"));
    assert!(!asked, "no card of this scenario asks the umpire: {seen:?}");
}

#[test]
fn suvorovs_campaign_is_fought_by_the_rules() {
    let many = crate::effort::is_long();
    let seen = war("suvorov-1799", games(3, 100));
    let own = SUVOROV.iter().take(if many { SUVOROV.len() } else { 2 });
    let expected = EXPECTED.iter().chain(AT_SEA.iter().filter(|_| many)).chain(own);
    let expected = expected.copied().chain(special::wanted("suvorov-1799").filter(|_| many));
    let missing: Vec<_> = expected.filter(|kind| !seen.contains_key(*kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let asked = seen.keys().any(|kind| kind.ends_with("the umpire says"));
    assert!(!asked, "no card of this scenario asks the umpire: {seen:?}");
}

/// What only the Russian campaign has; in few games not all of it comes up. Players at random do not
/// come to Moscow and Riga and Vilna: that the Empire wins then is a case.
const RUSSIA: &[&str] = &[
    "game-decided",
    "card-played",
    "C-13, the book says",
    "C-23, the book says",
    "C-11, the book says",
    "I-28, the book says",
    "succeeded",
    "counted dismissal",
    "won by coalition",
    "won by nobody",
];

#[test]
fn the_russian_campaign_is_fought_by_the_rules() {
    let many = crate::effort::is_long();
    let seen = war("russia-1812", games(2, 100));
    println!("{seen:?}");
    let own = RUSSIA.iter().take(if many { RUSSIA.len() } else { 2 });
    let expected = EXPECTED.iter().chain(own);
    let expected = expected.copied().chain(special::wanted("russia-1812").filter(|_| many));
    let missing: Vec<_> = expected.filter(|kind| !seen.contains_key(*kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let asked = seen.keys().any(|kind| kind.ends_with("the umpire says"));
    assert!(!asked, "no card of this scenario asks the umpire: {seen:?}");
}

/// What only the Hundred Days have; in few games not all of it comes up. Players at random do not
/// conquer France: that the coalition wins then is a case.
const HUNDRED_DAYS: &[&str] = &[
    "game-decided",
    "transported",
    "placed",
    "C-21, the book says",
    "C-18, the book says",
    "C-14, the book says",
    "won by empire",
];

#[test]
fn the_hundred_days_are_fought_by_the_rules() {
    let many = crate::effort::is_long();
    let seen = war("hundred-days-1815", games(2, 100));
    println!("{seen:?}");
    let own = HUNDRED_DAYS.iter().take(if many { HUNDRED_DAYS.len() } else { 3 });
    let expected = EXPECTED.iter().chain(own);
    let expected = expected.copied().chain(special::wanted("hundred-days-1815").filter(|_| many));
    let missing: Vec<_> = expected.filter(|kind| !seen.contains_key(*kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let asked = seen.keys().any(|kind| kind.ends_with("the umpire says"));
    assert!(!asked, "no card of this scenario asks the umpire: {seen:?}");
}

/// What only the war in Spain has; in few games not all of it comes up. Players at random pursue seldom
/// and have no depot next to an army: that C-22 and I-30 are played is a case.
const SPAIN: &[&str] = &[
    "card-drawn",
    "withdrawn",
    "game-decided",
    "deck-shuffled",
    "card-played",
    "C-3, the book says",
    "C-7, the book says",
    "C-11, the book says",
    "C-14, the book says",
    "C-15, the book says",
    "C-16, the book says",
    "C-17, the book says",
    "C-18, the book says",
    "C-20, the book says",
    "C-21, the book says",
    "C-23, the book says",
    "I-4, the book says",
    "I-29, the book says",
];

#[test]
fn the_war_in_spain_is_fought_by_the_rules() {
    let many = crate::effort::is_long();
    let seen = war("spanish-ulcer-1808", games(1, 30));
    println!("{seen:?}");
    let own = SPAIN.iter().take(if many { SPAIN.len() } else { 3 });
    let expected = EXPECTED.iter().filter(|_| many).chain(own);
    let expected = expected.copied().chain(special::wanted("spanish-ulcer-1808").filter(|_| many));
    let missing: Vec<_> = expected.filter(|kind| !seen.contains_key(*kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let asked = seen.keys().any(|kind| kind.ends_with("the umpire says"));
    assert!(!asked, "no card of this scenario asks the umpire: {seen:?}");
}

#[test]
fn italy_is_fought_by_the_rules() {
    let seen = war("italy-1796", games(3, 150));
    let missing: Vec<_> = EXPECTED.iter().filter(|kind| !seen.contains_key(**kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Countries and powers change sides in mid-season, and all that must hold does.
#[test]
fn whoever_changes_sides_the_rules_hold() {
    let kinds = ["country-turned", "went-over", "went-home", "evacuated", "power-turned"];
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (scenario, few) in [("jena-1806", 2), ("suvorov-1799", 1)] {
        let table = Table { turncoats: true, ..table(scenario) };
        for (kind, times) in fought(&table, scenario, games(few, 60)) {
            *seen.entry(kind).or_default() += times;
        }
    }
    let missing: Vec<_> = kinds.into_iter().filter(|kind| !seen.contains_key(*kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// A scenario of seven powers that lies in a folder and not in the program.
#[test]
fn a_scenario_from_a_folder_is_fought_by_the_rules() {
    let seen = war("europe-1805", games(1, 20));
    let missing: Vec<_> = EXPECTED.iter().filter(|kind| !seen.contains_key(**kind)).collect();
    assert!(missing.len() < EXPECTED.len() / 4, "{missing:?}");
}

fn same(one: &Played, other: &Played) {
    for (event, again) in one.events.iter().zip(&other.events) {
        assert_eq!(event, again);
    }
    assert_eq!(one.events.len(), other.events.len());
    assert_eq!(one.after, other.after);
}

/// The same season twice, and once more from what the ledger kept.
#[test]
fn a_season_of_war_is_a_function_of_its_inputs() {
    for (scenario, seed) in [("marengo-1800", 1), ("italy-1796", 2)] {
        let table = table(scenario);
        let mut at = table.opening(seed);
        loop {
            let sheets = table.sheets(&at, seed);
            let mut ledger = Table::ledger(&at, seed);
            let first = table.game.resolve(&at, &sheets, &mut ledger).unwrap();
            let mut other = Table::ledger(&at, seed);
            let again = table.game.resolve(&at, &sheets, &mut other).unwrap();
            same(&first, &again);
            let kept = ledger.entries().to_vec();
            let mut ledger = Ledger::replayed(&at.season.to_string(), kept);
            let again = table.game.resolve(&at, &sheets, &mut ledger).unwrap();
            assert_eq!(ledger.finish(), Vec::<String>::new());
            same(&first, &again);
            if first.over {
                break;
            }
            at = first.after;
        }
    }
}
