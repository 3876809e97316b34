//! The secrets one by one: each kind of unit and of marker, and each line of a court that comes to nothing.
//!
//! Every kind has pairs that are told apart through its hole; a hand is told as the table's, a stack with
//! its units, and what was not done to everybody.

use super::court::undone;
use super::{
    ByMail, Luck, Robot, Season, Secret, Sheets, Twin, changed_unit, compare, hands, ranks,
    swapped, written,
};
use frederick::book::cards::{Sort, kind_of};
use frederick::record::state::State;
use kit::deck::Place;
use report::Templates;
use std::collections::BTreeMap;

/// A kind of secret, and how its twin is made.
enum Other {
    /// A unit has another word in a field.
    Unit { kind: &'static str, field: &'static str, words: [&'static str; 2] },
    /// A marker of a sort in a hand and another in the pool have changed their places.
    Marker(fn(&str, Option<Sort>) -> bool),
    /// A line of a court's sheet, with its key, that comes to nothing.
    Line(&'static str, &'static str),
}

const ALL: &[(&str, Other)] = &[
    ("the grade of infantry", graded("infantry")),
    ("the grade of cavalry", graded("cavalry")),
    ("infantry or cavalry", kinds(["infantry", "cavalry"])),
    ("infantry or light troops", kinds(["infantry", "light-troops"])),
    ("cavalry or light troops", kinds(["cavalry", "light-troops"])),
    ("infantry or a siege train", kinds(["infantry", "siege-train"])),
    (
        "the strength of a garrison",
        Other::Unit { kind: "garrison", field: "grade", words: ["reduced", "full"] },
    ),
    ("a battle marker", Other::Marker(|_, sort| sort == Some(Sort::Battle))),
    ("an action marker", Other::Marker(|_, sort| sort == Some(Sort::Action))),
    ("mercenaries in a hand", Other::Marker(|_, sort| sort == Some(Sort::Mercenary))),
    ("Honours of War", Other::Marker(|marker, _| marker.starts_with("Honours"))),
    ("an Alliance", Other::Marker(|marker, _| marker.starts_with("Alliance"))),
    ("a Countermarch", Other::Marker(|marker, _| marker.starts_with("Countermarch"))),
    ("a wish inland", Other::Line("mobilize", "  - {fleet: 1, at: Innsbruck}\n")),
    ("a wish in a country of others", Other::Line("mobilize", "  - {infantry: 1, at: Madrid}\n")),
    ("a promotion of nobody", Other::Line("promote", "  - {infantry: 1, at: Innsbruck}\n")),
    ("a dismissal of nobody", Other::Line("demobilize", "  - {units: [fleet], at: Innsbruck}\n")),
    ("fieldworks of nobody", Other::Line("fieldworks", "  - {at: Innsbruck}\n")),
    (
        "a marker that is not held",
        Other::Line("play", "  - {marker: Pragmatic Army, at: Innsbruck}\n"),
    ),
    ("an Alliance that is not held", Other::Line("diplomacy", "  - {alliance: Saxony}\n")),
    ("an Enlightenment not held", Other::Line("enlightenment", "  - {for: Spy}\n")),
    ("a square that is not pillaged", Other::Line("clear", "  - Innsbruck\n")),
    ("a marker that cannot go back", Other::Line("give back", "  - Pragmatic Army\n")),
    ("a challenge of no deal", Other::Line("challenge", "  - {deal: none, of: france}\n")),
];

const fn graded(kind: &'static str) -> Other {
    Other::Unit { kind, field: "grade", words: ["recruit", "veteran"] }
}

const fn kinds(words: [&'static str; 2]) -> Other {
    Other::Unit { kind: words[0], field: "kind", words }
}

/// A unit of the kind is another, to its owner and in the state.
fn unit(
    season: &Season<'_>,
    luck: &mut Luck,
    kind: &str,
    (field, words): (&str, [&str; 2]),
) -> Option<Twin> {
    let state: State = serde_json::from_str(&season.before.state).unwrap();
    let is_it = |id: &&String| {
        state.units.get(*id).is_some_and(|unit| unit.kind.word().replace(' ', "-") == kind)
    };
    let units: Vec<&String> = state.units.keys().filter(is_it).collect();
    changed_unit(season, luck.pick(&units)?, field, words)
}

/// A marker of the sort in a hand and one of another kind in the pool have changed their places.
fn marker(
    season: &Season<'_>,
    luck: &mut Luck,
    is_it: fn(&str, Option<Sort>) -> bool,
) -> Option<Twin> {
    let state: State = serde_json::from_str(&season.before.state).unwrap();
    let listed = &season.by_mail.book.cards.markers;
    let sort = |card: &str| {
        listed.iter().find(|marker| marker.name == kind_of(card)).map(|marker| marker.kind)
    };
    let of = luck.pick(&state.seats)?.clone();
    let hand = state.hand(&of);
    let own: Vec<&String> = hand.iter().filter(|card| is_it(kind_of(card), sort(card))).collect();
    let own = (*luck.pick(&own)?).clone();
    let hidden = |card: &String| state.markers.place(card) == Some(Place::Pool);
    let other = |card: &&String| hidden(card) && kind_of(card) != kind_of(&own);
    let pool: Vec<&String> = state.markers.cards().filter(other).collect();
    let other = (*luck.pick(&pool)?).clone();
    Some(swapped(season, &of, &own, &other))
}

/// A line that comes to nothing stands in the sheet of a seat.
fn line(season: &Season<'_>, luck: &mut Luck, key: &str, line: &str) -> Option<Twin> {
    let head = format!("\n{key}:\n");
    written(season, luck, |sheet| {
        if !sheet.contains("season: court") || sheet.contains(&format!("\n{key}: ")) {
            return None;
        }
        Some(match sheet.contains(&head) {
            true => sheet.replacen(&head, &format!("{head}{line}"), 1),
            false => format!("{}{head}{line}", sheet.trim_end()),
        })
    })
}

fn none(_: &Season<'_>, _: &mut Luck) -> Option<Twin> {
    None
}

/// Each kind has pairs, and its hole tells them apart.
#[test]
fn each_kind_of_secret_changes_nothing_that_others_get() {
    let enough = if crate::effort::is_long() { 12 } else { 1 };
    let templates = Templates::new(&Default::default()).unwrap();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    // Some kinds are rare, and these games have one of each.
    for seed in [0, 3, 10].into_iter().chain(11..50) {
        let missing = |counts: &BTreeMap<&str, usize>| {
            ALL.iter().any(|(name, _)| counts.get(name).is_none_or(|count| *count < enough))
        };
        if !missing(&counts) {
            break;
        }
        let fog = ["table", "near"][usize::from(seed) % 2];
        let mut by_mail = ByMail::begun("first-silesian-war", &[("fog", fog)], seed);
        let mut robot = Robot(Luck(u64::from(seed) + 900));
        for _ in 0..5 {
            let sheet = |seat: String| (seat.clone(), robot.sheet(&by_mail, &seat));
            let sheets: Sheets = by_mail.seats().into_iter().map(sheet).collect();
            let before = by_mail.at.clone();
            let (played, _) = by_mail.play(&sheets);
            let over = by_mail.over;
            let season = Season { by_mail: &by_mail, before, sheets, played };
            for (name, other) in ALL {
                let count = counts.entry(name).or_default();
                if *count >= enough {
                    continue;
                }
                let luck = &mut Luck(u64::from(seed) * 7 + 3);
                let twin = (0..8).find_map(|_| match other {
                    Other::Unit { kind, field, words } => {
                        unit(&season, luck, kind, (field, *words))
                    }
                    Other::Marker(is_it) => marker(&season, luck, *is_it),
                    Other::Line(key, written) => line(&season, luck, key, written),
                });
                let hole = match other {
                    Other::Unit { .. } => ranks,
                    Other::Marker(_) => hands,
                    Other::Line(..) => undone,
                };
                let Some(twin) = twin else { continue };
                let secret = Secret { name, twin: none, hole };
                *count += compare(&season, &templates, &secret, &twin, *count == 0);
            }
            if over {
                break;
            }
        }
    }
    println!("{counts:?}");
    for (name, _) in ALL {
        let count = counts.get(name).copied().unwrap_or_default();
        assert!(count >= enough, "no twin of {name} is told apart: {counts:?}");
    }
}
