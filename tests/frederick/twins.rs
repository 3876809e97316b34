//! The proof of the fog (FRW §14.1): what a seat cannot know changes nothing that it gets.
//!
//! Automatic players play seasons. Of each season a twin is played with the same dice and one secret
//! changed. Every other seat must get the same, byte for byte: what it knows, its report, page, map,
//! form and receipts. So that the test cannot be empty, the pairs of each kind are counted; and so that
//! it cannot be blind, each pair is compared once more through a fog with a hole, where the two must be
//! told apart.

#[path = "twins_court.rs"]
mod court;
#[path = "twins_kinds.rs"]
mod kinds;
#[path = "twins_met.rs"]
mod met;
#[path = "twins_sea.rs"]
mod sea;

use crate::luck::Luck;
use crate::seam::{ByMail, EXTRAS, Robot};
use frederick::Frederick;
use frederick::record::event::{Event, OrderEvent};
use frederick::record::state::State;
use frederick::record::unit::Sort;
use frederick::sight::{self, Known, Seen};
use kit::deck::Place;
use kit::ledger::Ledger;
use play::table::Happened;
use play::{Played, Position};
use report::{Around, Templates};
use serde_json::Value as Json;
use std::collections::BTreeMap;

type Sheets = BTreeMap<String, String>;

/// A season that was played.
struct Season<'s> {
    by_mail: &'s ByMail,
    before: Position,
    sheets: Sheets,
    played: Played,
}

/// Another beginning or other sheets, and whose secret that is.
struct Twin {
    before: Position,
    sheets: Sheets,
    of: String,
    /// Who is meant to read it.
    reader: Option<String>,
}

/// One kind of secret.
struct Secret {
    name: &'static str,
    twin: fn(&Season<'_>, &mut Luck) -> Option<Twin>,
    /// What a broken fog adds to what is seen of an event.
    hole: fn(&Event, &State, &mut Seen),
}

const SECRETS: [Secret; 6] = [
    Secret { name: "a marker in a hand", twin: marker, hole: hands },
    Secret { name: "the grade of a unit in a stack", twin: grade, hole: ranks },
    Secret { name: "the kind of a unit in a stack", twin: kind, hole: ranks },
    Secret { name: "light troops in a stack", twin: light, hole: ranks },
    Secret { name: "an entry that was not played", twin: entry, hole: ordered },
    Secret { name: "a letter to a third", twin: letter, hole: letters },
];

fn hands(_: &Event, state: &State, seen: &mut Seen) {
    if let Some(look) = &mut seen.look {
        look.markers.table = state.seats.iter().flat_map(|seat| state.hand(seat)).collect();
    }
}

fn ranks(_: &Event, state: &State, seen: &mut Seen) {
    let Some(look) = &mut seen.look else { return };
    for (at, stacks) in &mut look.stacks {
        let units = state.units.at(*at).map(Sort::of).collect::<Vec<_>>();
        stacks.iter_mut().for_each(|stack| stack.units = Some(units.clone()));
    }
}

fn letters(event: &Event, _: &State, seen: &mut Seen) {
    if matches!(event, Event::Order(OrderEvent::Letter { .. })) {
        seen.event = Some(event.clone());
    }
}

fn ordered(event: &Event, _: &State, seen: &mut Seen) {
    if matches!(event, Event::Order(OrderEvent::Ordered { .. })) {
        seen.event = Some(event.clone());
    }
}

/// A marker in a hand and one in the pool have changed their places.
fn marker(season: &Season<'_>, luck: &mut Luck) -> Option<Twin> {
    let state: State = serde_json::from_str(&season.before.state).unwrap();
    let of = luck.pick(&state.seats)?.clone();
    let hand = luck.pick(&state.hand(&of))?.clone();
    // What lies on the table everybody sees.
    let hidden = |card: &&String| state.markers.place(card) == Some(Place::Pool);
    let pool: Vec<&String> = state.markers.cards().filter(hidden).collect();
    let other = (*luck.pick(&pool)?).clone();
    Some(swapped(season, &of, &hand, &other))
}

/// Two counters have changed their places, one of them in the hand of a seat.
fn swapped(season: &Season<'_>, of: &str, hand: &str, other: &str) -> Twin {
    let swap = |text: &str| {
        let [hand, other] = [hand, other].map(|card| format!("\"{card}\""));
        text.replace(&hand, "\"\u{0}\"").replace(&other, &hand).replace("\"\u{0}\"", &other)
    };
    let mut before = season.before.clone();
    before.state = swap(&before.state);
    if let Some(sees) = before.known.get_mut(of) {
        *sees = swap(sees);
    }
    Twin { before, sheets: season.sheets.clone(), of: of.to_owned(), reader: None }
}

/// A unit is another, to its owner and in the state.
fn other_unit(season: &Season<'_>, luck: &mut Luck, field: &str, words: [&str; 2]) -> Option<Twin> {
    let state: State = serde_json::from_str(&season.before.state).unwrap();
    // What others remember of it is a copy, which does not change with it.
    let units: Vec<&String> = state.units.keys().collect();
    let id = (*luck.pick(&units)?).clone();
    changed_unit(season, &id, field, words)
}

/// One unit is another, to its owner and in the state.
fn changed_unit(season: &Season<'_>, id: &str, field: &str, words: [&str; 2]) -> Option<Twin> {
    let state: State = serde_json::from_str(&season.before.state).unwrap();
    let unit = state.units.get(id)?;
    let of = state.seat_of(unit)?.to_owned();
    // Who gets its power in this season learns what its units are.
    let goes = format!("\"minor\":\"{}\"", unit.power);
    if season.played.events.iter().any(|event| event.contains(&goes)) {
        return None;
    }
    let change = |text: &str, place: &str| {
        let mut json: Json = serde_json::from_str(text).unwrap();
        let value = json.get_mut(place)?.get_mut(id)?.get_mut(field)?;
        let [one, other] = words;
        let next = match value.as_str()? {
            word if word == one => other,
            word if word == other => one,
            _ => return None,
        };
        *value = next.into();
        Some(json.to_string())
    };
    let mut before = season.before.clone();
    let changed: State = serde_json::from_str(&change(&before.state, "units")?).unwrap();
    before.state = serde_json::to_string(&changed).unwrap();
    let sees = before.known.get_mut(&of)?;
    let known: Known = serde_json::from_str(&change(sees, "own")?).unwrap();
    *sees = serde_json::to_string(&known).unwrap();
    Some(Twin { before, sheets: season.sheets.clone(), of, reader: None })
}

fn grade(season: &Season<'_>, luck: &mut Luck) -> Option<Twin> {
    other_unit(season, luck, "grade", ["recruit", "veteran"])
}

fn kind(season: &Season<'_>, luck: &mut Luck) -> Option<Twin> {
    other_unit(season, luck, "kind", ["infantry", "cavalry"])
}

fn light(season: &Season<'_>, luck: &mut Luck) -> Option<Twin> {
    other_unit(season, luck, "kind", ["infantry", "light-troops"])
}

/// Another sheet of one seat.
fn written(
    season: &Season<'_>,
    luck: &mut Luck,
    add: impl Fn(&str) -> Option<String>,
) -> Option<Twin> {
    let seats: Vec<&String> = season.sheets.keys().collect();
    let of = (*luck.pick(&seats)?).clone();
    let mut sheets = season.sheets.clone();
    let sheet = sheets.get_mut(&of)?;
    *sheet = add(sheet)?;
    Some(Twin { before: season.before.clone(), sheets, of, reader: None })
}

fn entry(season: &Season<'_>, luck: &mut Luck) -> Option<Twin> {
    written(season, luck, |sheet| {
        let first = "operations:\n  - {force: any, if: go-around >= 99, steps: [{pillage: {}}]}\n";
        let first = first.replace("any", "Berlin");
        sheet.contains("operations:\n").then(|| sheet.replace("operations:\n", &first))
    })
}

fn letter(season: &Season<'_>, luck: &mut Luck) -> Option<Twin> {
    let known: Vec<&String> = season.before.known.keys().collect();
    let to = (*luck.pick(&known)?).clone();
    let mut twin = written(season, luck, |sheet| Some(sheet.to_owned()))?;
    let line = format!("letters: [{{to: {to}, text: We march at dawn.}}]\n");
    twin.sheets.get_mut(&twin.of)?.push_str(&line);
    twin.reader = Some(to);
    Some(twin)
}

/// Sheets, letters, what of a sheet was not done, who went aboard and ashore, and what was raised and promoted, of
/// which others are told nothing or less.
fn is_own(event: &str) -> bool {
    let own = [
        "ordered",
        "not-done",
        "letter",
        "deal-not-made",
        "boarded",
        "landed",
        "raised",
        "promoted",
    ];
    own.iter().any(|word| event.contains(&format!("\"{word}\"")))
}

/// The events of a season but for what is each seat's own.
fn felt(played: &Played) -> Vec<&String> {
    played.events.iter().filter(|event| !is_own(event)).collect()
}

/// What a seat knows after a season, seen through a hole.
fn through(by_mail: &ByMail, before: &Position, played: &Played, eye: &str, hole: Hole) -> Known {
    let mut state: State = serde_json::from_str(&before.state).unwrap();
    let mut known: Known = serde_json::from_str(&before.known[eye]).unwrap();
    for event in &played.events {
        let event: Event = serde_json::from_str(event).unwrap();
        state.apply(&event);
        let happened: Happened<'_, Frederick> =
            Happened { book: &by_mail.book, event: &event, touched: &(), state: &state };
        let nothing = Seen { event: None, look: None, dice: false };
        let mut seen = sight::witness(&happened, eye, Some(&known)).unwrap_or(nothing);
        hole(&event, &state, &mut seen);
        known.learn(seen);
    }
    known.dice.clear();
    known
}

type Hole = fn(&Event, &State, &mut Seen);

fn no_hole(_: &Event, _: &State, _: &mut Seen) {}

/// Everything that a seat gets, from what it knows.
fn gets(by_mail: &ByMail, templates: &Templates, known: &str) -> Vec<String> {
    let game = &by_mail.game;
    let view = Around::default().with(game.view(known).unwrap());
    let sheet = "operations:\n  - {force: Berlin, steps: [{attack: Vienna}, {march: Pragu}]}\n";
    let checked = game.check(known, sheet).unwrap();
    let court = "initiative: [{bid: 2}]\nclear: [Prague]\ngive back: [Truce]\nmarket: [{up to: 2, spy: \
                 yes}]\nenlightenment: [{for: Truce}]\nswap: [{give: Charge, with: austria}]\ndiplomacy: \
                 [{alliance: bavaria}, {declare war on: saxony}]\npromote: [{infantry: 1, at: \
                 Berlin}]\nmobilize: [{infantry: 2, at: Berlin}, {cavalry: 1, at: Vienna}]\nfieldworks: \
                 [Prague]\nplay: [{marker: Rally, at: Berlin}]\n";
    let at_court = game.check(known, court).unwrap();
    vec![
        known.to_owned(),
        templates.print("frederick/report.txt", &view).unwrap(),
        templates.print("frederick/report.html", &view).unwrap(),
        serde_json::to_string(&game.chart(known).unwrap()).unwrap(),
        game.form(known, "twins", None).unwrap(),
        format!("{:?}", game.briefing(known).unwrap()),
        game.calendar(known).unwrap().join("\n"),
        format!("{:?}", game.became(known).unwrap()),
        game.example(known, "twins").unwrap(),
        format!("{:?}{}", checked.understood, checked.faults.render(sheet)),
        format!("{:?}{}", at_court.understood, at_court.faults.render(court)),
    ]
}

/// Holds a twin against its season for each seat that cannot know; how many pairs the hole tells apart.
fn compare(
    season: &Season<'_>,
    templates: &Templates,
    secret: &Secret,
    twin: &Twin,
    pages: bool,
) -> usize {
    let by_mail = season.by_mail;
    let mut ledger = Ledger::seeded(&season.before.season.name, [by_mail.seed; 32]);
    let played = by_mail.game.resolve(&twin.before, &twin.sheets, &mut ledger).unwrap();
    if felt(&played) != felt(&season.played) {
        return 0; // It mattered, so somebody may have felt it.
    }
    let mut pairs = 0;
    let knows = |eye: &&String| **eye == twin.of || twin.reader.as_ref() == Some(*eye);
    for eye in season.before.known.keys().filter(|eye| !knows(eye)) {
        let [one, other] = [&season.played, &played].map(|played| &played.after.known[eye]);
        // What is known decides all else, so the pages are held against each other now and then.
        assert!(one == other, "{}: {eye} can tell\n{one}\n{other}", secret.name);
        if pages && pairs == 0 {
            let both = gets(by_mail, templates, one).into_iter();
            for (one, other) in both.zip(gets(by_mail, templates, other)) {
                assert!(one == other, "{}: {eye} can tell\n{one}\n{other}", secret.name);
            }
        }
        let seen = |hole| {
            [(&season.before, &season.played), (&twin.before, &played)]
                .map(|(before, played)| through(by_mail, before, played, eye, hole))
        };
        if pages && pairs == 0 {
            // The fog without a hole is the very fog that the game has.
            let own: Known = serde_json::from_str(other).unwrap();
            assert_eq!(seen(no_hole)[1], Known { dice: vec![], ..own }, "{}", secret.name);
        }
        let [one, other] = seen(secret.hole);
        pairs += usize::from(one != other);
    }
    pairs
}

#[test]
fn what_a_seat_cannot_know_changes_nothing_that_it_gets() {
    // The most games, twins of a kind in a season, and the pairs of a kind that are enough.
    let (games, tries, enough) = if crate::effort::is_long() { (12, 6, 90) } else { (6, 3, 3) };
    let templates = Templates::new(&Default::default()).unwrap();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..games {
        // Two games at least, and no more than are needed.
        let enough_of = |secret: &Secret| counts.get(secret.name).is_some_and(|count| *count > 1);
        if seed > 1 && enough == 3 && SECRETS.iter().all(enough_of) {
            break;
        }
        let fog = ["table", "near"][usize::from(seed) % 2];
        let mut options = vec![("fog", fog)];
        // Without optional rules, and with all of them.
        if seed % 4 > 1 || seed == 1 {
            options.extend(EXTRAS);
        }
        let mut by_mail = ByMail::begun("first-silesian-war", &options, seed);
        let mut robot = Robot(Luck(u64::from(seed) + 70));
        for _ in 0..4 {
            let sheet = |seat: String| (seat.clone(), robot.sheet(&by_mail, &seat));
            let sheets: Sheets = by_mail.seats().into_iter().map(sheet).collect();
            let before = by_mail.at.clone();
            let (played, _) = by_mail.play(&sheets);
            let season = Season { by_mail: &by_mail, before, sheets, played };
            for secret in &SECRETS {
                for nth in 0..tries {
                    let luck = &mut Luck(u64::from(seed) * 31 + nth);
                    let Some(twin) = (0..8).find_map(|_| (secret.twin)(&season, luck)) else {
                        continue;
                    };
                    let count = counts.entry(secret.name).or_default();
                    if *count >= enough {
                        continue;
                    }
                    *count += compare(&season, &templates, secret, &twin, *count == 0);
                }
            }
        }
    }
    for secret in &SECRETS {
        let count = counts.get(secret.name).copied().unwrap_or_default();
        assert!(count > 1, "no twin of {} is told apart: {counts:?}", secret.name);
    }
}
