//! The campaigns of 1792, 1805, 1809 and 1813 with their politics, played by automatic players: the short game to its end, and the first
//! years of the whole. Besides marches and money they try for countries and powers, declare war, make peace, conquer and annex.

use super::*;
use crate::money::Sums;
use crate::track::all_is_known;
use kit::deck::Place;
use nations::politics::influence::{Court, Shifts};
use nations::sight::known::Known;
use sheet::Weight;

/// Lines of `politics:` and `peace:` that a power might write, legal or not.
fn wishes(book: &Book, known: &Known, seed: u64) -> Vec<(&'static str, String)> {
    let shifts = Shifts::default();
    let court = Court { book, at: known, shifts: &shifts };
    let open = court.open_to(&known.power);
    let some = |nth: u64| {
        let place = usize::try_from(seed.wrapping_mul(31).wrapping_add(nth * 7)).unwrap();
        open.get(place % open.len().max(1)).copied().unwrap_or("Denmark")
    };
    let enemy = known.relations.parties().find(|one| known.is_foe(one)).cloned();
    let enemy = enemy.unwrap_or_else(|| "france".to_owned());
    let politics = [
        format!("influence: {{on: {}, bribe: {}}}", some(0), (seed % 3) * 2),
        format!("embassy: {{on: {}, bribe: 2, if: treasury >= 8}}", some(1)),
        format!("influence: {{on: {}, bribe: 4}}", some(3)),
        format!("declare war: {}", some(2)),
        "satellite: Baden".to_owned(),
        "annex: Hanover".to_owned(),
        "reinstate: Naples".to_owned(),
        "unite: {province: Venezia, into: Italy}".to_owned(),
        "unite: {province: Thuringia, into: Confederation of the Rhine}".to_owned(),
        "unite: {province: Illyria, into: Dalmatia}".to_owned(),
    ];
    let peace = [
        "demand: {term: indemnity, of: austria}".to_owned(),
        "demand: {province: Tyrol, of: austria}".to_owned(),
        "concede: troops".to_owned(),
        "continue: yes".to_owned(),
        format!("offer: {{to: {enemy}, if: treasury >= 60}}"),
        format!("accept: {{of: {enemy}, for: 4}}"),
    ];
    // A war on each neutral would leave nobody to be won.
    let politics =
        politics.into_iter().filter(|line| seed.is_multiple_of(5) || !line.contains("war"));
    let politics = politics.map(|line| ("politics", line));
    politics.chain(peace.map(|line| ("peace", line))).collect()
}

impl Table {
    /// The sheet of an automatic player with those wishes that draw no fault.
    fn sheet_with_politics(&self, (power, known): (&str, &str), seed: u64) -> String {
        let base = player::sheet(&self.book, known, seed);
        let read: Known = serde_json::from_str(known).unwrap();
        let head = format!("season: {}\npower: {power}\n", read.exchange());
        let legal = |(key, line): &(&str, String)| {
            let sheet = format!("{head}{key}:\n- {line}\n");
            !self.game.check(known, &sheet).unwrap().faults.has_faults()
        };
        let mut lists: BTreeMap<&str, String> = BTreeMap::new();
        for (key, line) in wishes(&self.book, &read, seed).into_iter().filter(legal) {
            *lists.entry(key).or_default() += &format!("- {line}\n");
        }
        let lists: String = lists.iter().map(|(key, lines)| format!("{key}:\n{lines}")).collect();
        format!("{}\n{lists}", base.trim_end())
    }
}

/// Plays a game for some seasons; how often each event happened.
fn politics(scenario: &str, seed: u64, seasons: usize) -> BTreeMap<String, usize> {
    let table = table(scenario);
    let mut at = table.opening(seed);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut counted = Counted::new(&table.book, &table.opened(seed));
    let mut sums = Sums::of(&state(&at).money.chests);
    for _ in 0..seasons {
        let when = format!("{scenario}, game {seed}, {}", at.season.name);
        let mut sheets = BTreeMap::new();
        for (nth, (power, known)) in at.known.iter().enumerate() {
            let sheet = table.sheet_with_politics((power, known), seed * 10 + nth as u64);
            let faults = table.game.check(known, &sheet).unwrap().faults;
            // Whom ships carry off by an entry before, a later one may name in vain.
            let mut wrong = faults.iter().filter(|fault| fault.weight == Weight::Fault);
            let carried = wrong.all(|fault| fault.code == "needs-leader");
            assert!(carried, "{power}, {when}: {}", faults.render(&sheet));
            sheets.insert(power.clone(), sheet);
        }
        let played = table.game.resolve(&at, &sheets, &mut Table::ledger(&at, seed)).unwrap();
        table.shows_dice_in_rows(&played, seed);
        let (events, after) = (events(&played), state(&played.after));
        let mut witness = Witness::new(&table.book, &at);
        witness.watch(&events, &when);
        assert_eq!(witness.state, after, "the events say all: {when}");
        counted.hear_all(&events, &after, &when);
        counted::each_fleet_once(&after.squadrons, &when);
        events.iter().for_each(|event| sums.hear(event, &when));
        assert!(sums.agree_with(&after.money.chests), "the chests are what was paid: {when}");
        all_is_known(&played.after, &when);
        cards_are_in_one_place(&table.book, &after, &when);
        for (kind, times) in witness.seen {
            *seen.entry(kind).or_default() += times;
        }
        if played.over {
            break;
        }
        at = played.after;
    }
    seen
}

/// Each card of the deck is in one place, and in the hand that the deck says.
fn cards_are_in_one_place(book: &Book, state: &State, when: &str) {
    let Some(deck) = &state.deck else { return };
    for card in book.cards.iter() {
        let place = deck.place(&card.card);
        let hands = state.cards.iter().filter(|(_, hand)| hand.contains(&card.card));
        let hands: Vec<Place> = hands.map(|(power, _)| Place::Hand(power.clone())).collect();
        match hands.as_slice() {
            [] => assert!(!matches!(place, Some(Place::Hand(_))), "{}: {when}", card.card),
            // A card of another period that a page deals is in the hand alone.
            [one] => assert!(place.is_none_or(|place| place == *one), "{}: {when}", card.card),
            _ => panic!("{} is in two hands: {when}", card.card),
        }
    }
}

fn all(scenario: &str, games: u64, seasons: usize) -> BTreeMap<String, usize> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..games {
        for (kind, times) in politics(scenario, seed, seasons) {
            *seen.entry(kind).or_default() += times;
        }
    }
    println!("{seen:?}");
    seen
}

fn misses(seen: &BTreeMap<String, usize>, kinds: &[&'static str]) -> Vec<&'static str> {
    kinds.iter().copied().filter(|kind| !seen.contains_key(*kind)).collect()
}

#[test]
fn the_short_game_of_1805_is_fought_by_the_rules() {
    let seen = all("austerlitz-1805", games(1, 30), 3);
    let few = ["fought", "courted", "game-decided"];
    assert_eq!(misses(&seen, &few), Vec::<&str>::new());
    let asked = seen.keys().any(|kind| kind.ends_with("the umpire says"));
    assert!(!asked, "nothing of the short game asks the umpire: {seen:?}");
}

/// All of it in a long run, three years with their cabinets where more is asked for; else the first year and its cabinet.
#[test]
fn the_grand_campaign_of_1805_is_fought_by_the_rules() {
    let seasons = if crate::effort::is_more() { 14 } else { 5 };
    let seasons = if crate::effort::is_long() { 60 } else { seasons };
    let seen = all("grand-campaign-1805", games(1, 6), seasons);
    let few = ["fought", "courted", "collected", "card-drawn"];
    assert_eq!(misses(&seen, &few), Vec::<&str>::new());
}

/// A year and its cabinet, or all of it in a long run.
#[test]
fn the_grand_campaign_of_1809_is_fought_by_the_rules() {
    let seasons = if crate::effort::is_more() { 14 } else { 6 };
    let seasons = if crate::effort::is_long() { 60 } else { seasons };
    let seen = all("grand-campaign-1809", games(1, 6), seasons);
    let few = ["fought", "courted", "collected", "card-drawn"];
    assert_eq!(misses(&seen, &few), Vec::<&str>::new());
}

/// Its first year; all of it, and then the campaign, in a long run.
#[test]
fn the_short_game_of_1813_is_fought_by_the_rules() {
    let seen = all("leipzig-1813", games(1, 6), 6);
    let few = ["fought", "courted", "game-decided"];
    assert_eq!(misses(&seen, &few), Vec::<&str>::new());
    if crate::effort::is_long() {
        all("grand-campaign-1813", 6, 8);
    }
}

/// Its first year and the cabinet after it, two years where more is asked for, or all of it in a long run.
#[test]
fn the_grand_campaign_of_1792_is_fought_by_the_rules() {
    let seasons = if crate::effort::is_more() { 13 } else { 5 };
    let seasons = if crate::effort::is_long() { 40 } else { seasons };
    let seen = all("grand-campaign-1792", games(1, 6), seasons);
    let few = ["fought", "courted", "collected", "card-drawn"];
    assert_eq!(misses(&seen, &few), Vec::<&str>::new());
}
