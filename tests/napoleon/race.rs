//! A race: several tables, the same dice, and nothing of one that another sees.

use crate::general::General;
use kit::ledger::{Entry, Ledger, Shown, shown_follows};
use napoleon::book::Book;
use napoleon::record::score::Score;
use napoleon::record::state::State;
use napoleon::sight::Known;
use napoleon::{REFEREE, shelf};
use play::{BookError, Game, Options, Played, Position};
use serde_json::Value as Json;
use std::collections::BTreeMap;

const SCENARIO: &str = "italy-1800";

type Sheets = BTreeMap<String, String>;

fn game(options: &[(&str, &str)]) -> Box<dyn Game> {
    let options: Options =
        options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    REFEREE.open(&shelf(), SCENARIO, &options).unwrap()
}

fn race(more: &[(&str, &str)]) -> Box<dyn Game> {
    let options: Vec<(&str, &str)> = [("tables", "3")].iter().chain(more).copied().collect();
    game(&options)
}

fn begun(game: &dyn Game) -> Position {
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    game.opening(&BTreeMap::new(), &mut ledger).unwrap().after
}

fn resolve(game: &dyn Game, at: &Position, sheets: &Sheets, seed: u8) -> (Played, Vec<Entry>) {
    let mut ledger = Ledger::seeded(&at.season.name, [seed; 32]);
    let played = game.resolve(at, sheets, &mut ledger).unwrap();
    assert_eq!(ledger.finish(), Vec::<String>::new());
    (played, ledger.entries().to_vec())
}

fn known(at: &Position, power: &str) -> Known {
    serde_json::from_str(&at.known[power]).unwrap()
}

/// What the automatic player says, with another kind of play for each table.
fn sheet(at: &Position, power: &str, tries: u32) -> String {
    let book = Book::read(&shelf(), SCENARIO).unwrap();
    let state = known(at, power).state;
    General { tries }.sheet(&book, "race", power, &state)
}

fn sheets(at: &Position) -> Sheets {
    // The second table says nothing at all.
    let of = |(power, tries): (&str, u32)| (power.to_owned(), sheet(at, power, tries));
    [("table-1", 0), ("table-3", 1)].map(of).into_iter().collect()
}

fn table(at: &Position, power: &str) -> State {
    let state: Json = serde_json::from_str(&at.state).unwrap();
    serde_json::from_value(state["tables"][power].clone()).unwrap()
}

#[test]
fn each_table_is_the_campaign_of_one_player_with_the_same_dice() {
    let played: Vec<(usize, usize)> = (0..3).map(a_race).collect();
    let seasons: usize = played.iter().map(|(seasons, _)| seasons).sum();
    let shared: usize = played.iter().map(|(_, shared)| shared).sum();
    assert!(seasons > 9 && shared > 60, "{played:?}");
}

/// Plays a race and each of its tables as a campaign alone; counts the seasons, and the dice that
/// fell at several tables.
fn a_race(seed: u8) -> (usize, usize) {
    let (race, alone) = (race(&[]), game(&[("stops", "turns")]));
    let mut at = begun(&*race);
    let powers = ["table-1", "table-2", "table-3"];
    assert_eq!(race.card().powers.iter().map(|(power, _)| power).collect::<Vec<_>>(), powers);
    let mut solo: BTreeMap<&str, Position> =
        powers.map(|power| (power, begun(&*alone))).into_iter().collect();
    let (mut seasons, mut shared) = (0, 0);
    loop {
        let said = sheets(&at);
        let asked = at.season.asks.powers.clone().unwrap();
        let (played, entries) = resolve(&*race, &at, &said, seed);
        seasons += 1;
        let mut faces: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
        for power in powers {
            if !asked.contains(power) {
                assert_eq!(table(&played.after, power), table(&at, power), "{power} is over");
                continue;
            }
            let own = said.get(power).map(|sheet| ("france".to_owned(), sheet.clone()));
            let before = solo[power].clone();
            let (one, dice) = resolve(&*alone, &before, &own.into_iter().collect(), seed);
            let state: State = serde_json::from_str(&one.after.state).unwrap();
            assert_eq!(table(&played.after, power), state, "{power}");
            let own: Vec<Entry> = entries.iter().filter_map(|entry| entry.of_lane(power)).collect();
            // Who decides is named by the table; nothing else differs.
            let named = serde_json::to_string(&own).unwrap().replace(power, "france");
            assert_eq!(named, serde_json::to_string(&dice).unwrap(), "{power}");
            for die in own {
                faces.entry(die.key.clone()).or_default().push(die);
            }
            let seen = known(&played.after, power);
            for die in &seen.dice {
                assert!(die.key.contains(&format!("@{power}/")), "{}", die.key);
                assert_eq!(shown_follows(&[seed; 32], die), Some(true), "{}", die.key);
            }
            solo.insert(power, one.after);
        }
        shared += faces.values().filter(|of| of.len() > 1).count();
        // The record alone gives the same.
        let mut record = Ledger::replayed(&at.season.name, entries);
        let again = race.resolve(&at, &said, &mut record).unwrap();
        assert_eq!((&again.events, &again.after), (&played.events, &played.after));
        at = played.after.clone();
        if played.over {
            break;
        }
        assert!(seasons < 20, "a race ends with its track");
    }
    let scores = known(&at, "table-2").scores;
    assert_eq!(scores.len(), 3);
    assert!(scores.is_sorted_by_key(Score::rank), "{scores:?}");
    (seasons, shared)
}

/// All that one table is given of a season.
fn given(game: &dyn Game, at: &Position, power: &str) -> String {
    let known = &at.known[power];
    let view = game.view(known).unwrap().to_string();
    let chart = serde_json::to_string(&game.chart(known).unwrap()).unwrap();
    let form = game.form(known, "race", None).unwrap();
    format!("{known}\n{view}\n{chart}\n{form}")
}

/// Plays races beside twins in which the other tables do something else: how often their
/// positions differ by it, and how often the first table is given anything else.
fn twins(scoreboard: &str) -> (usize, usize) {
    let race = race(&[("scoreboard", scoreboard)]);
    let (mut pairs, mut differ) = (0, 0);
    for seed in 0..5 {
        let mut at = begun(&*race);
        while at.season.asks.asks("table-1") {
            let said = sheets(&at);
            let mut other = said.clone();
            other.insert("table-2".to_owned(), sheet(&at, "table-2", 1));
            other.remove("table-3");
            let (one, _) = resolve(&*race, &at, &said, seed);
            let (twin, _) = resolve(&*race, &at, &other, seed);
            // Who is asked is public, and so is the end.
            if one.over || twin.over {
                break;
            }
            let [here, there] =
                [&one.after, &twin.after].map(|after| given(&*race, after, "table-1"));
            let other = |at: &Position| ["table-2", "table-3"].map(|power| table(at, power));
            let moved = other(&one.after) != other(&twin.after);
            pairs += usize::from(moved);
            differ += usize::from(moved && here != there);
            assert!(moved || here == there);
            let open = !known(&one.after, "table-1").scores.is_empty();
            assert_eq!(open, scoreboard == "open", "{}", at.season.name);
            at = one.after;
        }
    }
    (pairs, differ)
}

/// An open scoreboard is the hole: through it, and through nothing else, one table differs by what
/// another does.
#[test]
fn nothing_of_one_table_is_seen_at_another() {
    let (pairs, differ) = twins("closed");
    assert!(pairs >= 6 && differ == 0, "{differ} of {pairs}");
    let (pairs, differ) = twins("open");
    assert!(pairs >= 6 && differ > 0, "{differ} of {pairs}");
}

#[test]
fn letters_and_facts_reach_those_they_name() {
    let race = race(&[]);
    let at = begun(&*race);
    let mut said = sheets(&at);
    let letter = "letters: [{to: table-3, text: Good luck.}]\n";
    said.get_mut("table-1").unwrap().push_str(letter);
    let mut ledger = Ledger::seeded(&at.season.name, [5; 32]);
    let text = "supply: {table: table-2, french: 77}".to_owned();
    race.check_fact(&text).unwrap();
    let nameless = race.check_fact("supply: {french: 77}").unwrap_err();
    assert!(nameless.contains("name the table, `table: table-1`"), "{nameless}");
    ledger.rule(kit::ledger::Fact { at: kit::ledger::At::Start, text, reason: "x".to_owned() });
    let played = race.resolve(&at, &said, &mut ledger).unwrap();
    assert_eq!(ledger.finish(), Vec::<String>::new());
    let tells = |power: &str, words: &str| played.after.known[power].contains(words);
    for (power, letter, fact) in
        [("table-1", true, false), ("table-2", false, true), ("table-3", true, false)]
    {
        assert_eq!(tells(power, "Good luck."), letter, "{power}");
        assert_eq!(tells(power, "the French have 77 supply points"), fact, "{power}");
    }
}

#[test]
fn an_option_that_is_no_number_of_tables_is_refused() {
    let options = Options::from([("tables".to_owned(), "9".to_owned())]);
    let refused = REFEREE.open(&shelf(), SCENARIO, &options).err();
    assert!(matches!(refused, Some(BookError::Option(_))), "{refused:?}");
}

/// Two lanes in one proof are one key used twice: a die cannot be shown again as another table's.
#[test]
fn a_die_is_not_shown_twice_under_two_tables() {
    let race = race(&[]);
    let at = begun(&*race);
    let (played, _) = resolve(&*race, &at, &sheets(&at), 5);
    let mut dice: Vec<Shown> = known(&played.after, "table-1").dice;
    assert_eq!(kit::ledger::gaps(&dice), Vec::<String>::new());
    let again = Shown { key: dice[0].key.replace("@table-1", "@table-2"), ..dice[0].clone() };
    dice.push(again);
    assert_eq!(kit::ledger::gaps(&dice).len(), 1);
}
