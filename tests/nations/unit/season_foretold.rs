//! Tests of `season/foretold.rs`.

use kit::ground::Space;
use kit::ledger::{Ledger, Source};
use nations::Nations;
use nations::book::Book;
use nations::book::scenario::Entry;
use nations::record::state::Force;
use nations::season::places::legal;
use nations::season::setup::opening;
use nations::sight::known::Known;
use play::Checked;
use sheet::Diagnostics;
use sheet::shape::{self, Shaped};
use std::collections::{BTreeMap, BTreeSet};

const SPAIN: &str = "spanish-ulcer-1808";

fn book(name: &str) -> Book {
    Book::read(&play::shelf::<Nations>(), name, &BTreeMap::new()).unwrap()
}

fn sheet(power: &str, lines: &[(&str, &str)]) -> String {
    let lines: Vec<String> =
        lines.iter().map(|(line, says)| format!("{line}: {{{says}}}")).collect();
    format!("power: {power}\nset-up: {{{}}}\n", lines.join(", "))
}

/// What the receipt says of a sheet.
fn checked(book: &Book, power: &str, text: &str) -> Checked {
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let known = opening(book, &BTreeMap::new(), &mut ledger).known.remove(power).unwrap();
    let known = Known { setting_up: true, ..known };
    let mut faults = Diagnostics::default();
    let root = shape::shape(text, &mut faults);
    let shaped = Shaped { text, root: root.as_ref(), faults: &faults };
    nations::orders::rehearsal::check(book, &known, &shaped)
}

/// What the start makes of a line: whether what its sheet says is granted, and where it stands.
fn started(book: &Book, sheets: &[(&str, &str)], line: &str) -> bool {
    let sheets = sheets.iter().map(|(power, text)| ((*power).to_owned(), (*text).to_owned()));
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    opening(book, &sheets.collect(), &mut ledger);
    let ask = format!("/{line}/place/");
    let answer = ledger.entries().iter().find(|entry| entry.key.contains(&ask)).unwrap();
    answer.source == Source::Entry
}

/// What the receipt refuses of a set-up is what the start refuses, hex for hex (NIA §14.4.2,
/// §21.3.5); and whatever it grants without a condition stands, wherever the enemy puts Murat.
#[test]
fn the_receipt_refuses_the_places_that_the_start_refuses() {
    let (book, line) = (book(SPAIN), "third guerrillas");
    let find = |key: &str| book.scenario.forces.iter().find(|entry| entry.key == key).unwrap();
    let mut places = legal(&book, find(line)).0;
    let madrid = book.atlas.named("Madrid").unwrap();
    let (one_in, fewest) = if crate::effort::is_more() { (9, 15) } else { (27, 5) };
    places.retain(|at| at.0 % one_in == 0 || book.atlas.distance(*at, madrid) == 2);
    places.push(madrid);
    places.extend(book.atlas.named("Toledo"));
    let murat = legal(&book, find("Murat")).0;
    let murat = murat.iter().map(|at| format!("at: {}", book.atlas.number(*at)));
    let murat: Vec<String> =
        murat.map(|at| sheet("france", &[("Murat", &at), ("Junot", "at: W1046")])).collect();
    let (mut granted, mut refused, mut doubtful) = (0, vec![], 0);
    for place in places {
        let at = format!("at: {}", book.atlas.number(place));
        let own = sheet("spain", &[(line, &at)]);
        let stands = started(&book, &[("spain", &own)], line);
        let checked = checked(&book, "spain", &own);
        assert_eq!(checked.faults.has_faults(), !stands, "{at}: {:?}", checked.faults);
        let told = format!("{:?}", checked.understood);
        assert_eq!(told.contains(line), stands, "{at}: {told}");
        let with = |murat: &String| started(&book, &[("spain", &own), ("france", murat)], line);
        let by_murat: BTreeSet<bool> = murat.iter().map(with).collect();
        let said = format!("{:?}", checked.faults);
        let is_open = said.contains("unless the place") || said.contains("open only if another");
        assert!(is_open || by_murat == BTreeSet::from([stands]), "{at}: {by_murat:?}, {said}");
        doubtful += usize::from(by_murat.len() > 1);
        if stands { granted += 1 } else { refused.push(place) }
    }
    assert!(refused.contains(&madrid), "under Murat");
    assert!(refused.contains(&book.atlas.named("Toledo").unwrap()), "beside him");
    assert!(granted > fewest && doubtful > 2, "{granted} granted, {doubtful} in doubt");
    let at_madrid = checked(&book, "spain", &sheet("spain", &[(line, "at: Madrid")]));
    let said = format!("{:?}", at_madrid.faults);
    assert!(!said.contains("open only if"), "no choice of his opens Madrid: {said}");
}

#[test]
fn what_a_sheet_closes_itself_is_told() {
    let book = book(SPAIN);
    let twice = [("first guerrillas", "at: W2243"), ("third guerrillas", "at: W2243")];
    let said = checked(&book, "spain", &sheet("spain", &twice));
    let faults: Vec<&str> = said.faults.iter().map(|fault| fault.text.as_str()).collect();
    let told = |words: &str| faults.iter().any(|fault| fault.contains(words));
    assert!(told("third guerrillas cannot be set up at"), "{faults:?}");
    assert!(!told("first guerrillas cannot"), "{faults:?}");
}

/// A hex holds one force of a power (NIA §4.1.1): who is put where another stands already goes
/// next door, and the receipt says where.
#[test]
fn who_has_no_room_is_told_where_it_stands() {
    const SCENARIOS: [&str; 5] =
        ["jena-1806", "russia-1812", "hundred-days-1815", "suvorov-1799", "marengo-1800"];
    let mut moved = 0;
    for name in SCENARIOS {
        let book = book(name);
        let start = |sheets: &BTreeMap<String, String>| {
            opening(&book, sheets, &mut Ledger::seeded("set-up", [0; 32])).state
        };
        let state = start(&BTreeMap::new());
        let led = |entry: &&Entry| entry.at.is_open() && entry.commander.is_some();
        for entry in book.scenario.forces.iter().filter(led) {
            let own = |force: &Force| force.power == entry.power && !force.units.is_empty();
            let crowded = |at: &Space| state.at(*at).any(own);
            for at in legal(&book, entry).0.into_iter().filter(crowded) {
                let says = format!("at: {}", book.atlas.number(at));
                let text = sheet(&entry.power, &[(entry.key.as_str(), says.as_str())]);
                let state = start(&BTreeMap::from([(entry.power.clone(), text.clone())]));
                let stands = state.with_leader(entry.commander.as_ref().unwrap()).unwrap().at;
                let said = checked(&book, &entry.power, &text).faults;
                let told = format!("it stands at {}", book.atlas.name(stands));
                let is_told = said.iter().any(|one| one.help.as_deref() == Some(&told));
                let is_sound = !said.has_faults();
                assert!(!is_sound || is_told == (stands != at), "{name}: {text}{said:?}");
                moved += usize::from(is_told);
            }
        }
    }
    assert!(moved > 0, "somebody was moved");
}

#[test]
fn no_name_of_a_set_up_is_dropped_without_a_word() {
    let book = book(SPAIN);
    let said = |line: &str, says: &str| {
        let checked = checked(&book, "france", &sheet("france", &[(line, says)]));
        checked.faults.iter().map(|fault| fault.text.clone()).collect::<Vec<_>>()
    };
    let two = said("Murat", "at: [W1943, W1944]");
    assert!(two.iter().any(|fault| fault.contains("no place for")), "{two:?}");
    let leader = said("Murat", "leaders: [Ney]");
    assert!(leader.iter().any(|fault| fault.contains("takes no leader")), "{leader:?}");
    let other = said("Murat", "other units: yes");
    assert!(other.iter().any(|fault| fault.contains("no other units")), "{other:?}");
    assert_eq!(said("Dupont", "at: W1847"), [""; 0], "its own place may be written out");
}
