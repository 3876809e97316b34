//! What a new player gets: the page on how a season goes, an example sheet, the form, the guide.

use crate::offers::{DETACH, entries, is_played, offered, places};
use kit::ledger::Ledger;
use kit::shelf::Shelf;
use play::{Game, Options, Referee};
use serde_json::Value as Json;
use sheet::condition::Grammar;
use sheet::keys::Kind;
use sheet::written;
use std::collections::BTreeMap;

/// The widest line of a sheet that goes out.
const SHEET_WIDTH: usize = 64;

/// Scenarios that lie in a folder, and not in the program.
const IN_FOLDERS: &[(&str, &str)] =
    &[("europe-1805", include_str!("../scenarios/europe-1805/scenario.yaml"))];

/// Calls for each power of each scenario, before the start and after it.
pub fn each_power(referee: &'static dyn Referee, look: &mut dyn FnMut(&dyn Game, &str, &str)) {
    let shelf = play::shelf_of(&[referee]);
    for scenario in referee.scenarios(&shelf) {
        each_power_of(referee, &shelf, &scenario, look);
    }
}

/// The same for the scenarios of that game that lie in a folder.
fn each_power_in_folders(
    referee: &'static dyn Referee,
    look: &mut dyn FnMut(&dyn Game, &str, &str),
) {
    let mut shelf = play::shelf_of(&[referee]);
    for (name, page) in IN_FOLDERS {
        if page.contains(&format!("\nrules: {}\n", referee.name())) {
            shelf.lay(&format!("{}/{name}/scenario.yaml", referee.name()), (*page).to_owned());
            each_power_of(referee, &shelf, name, look);
        }
    }
}

fn each_power_of(
    referee: &'static dyn Referee,
    shelf: &Shelf,
    scenario: &str,
    look: &mut dyn FnMut(&dyn Game, &str, &str),
) {
    let game = referee.open(shelf, scenario, &Options::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let opening = game.opening(&BTreeMap::new(), &mut ledger).unwrap();
    for (power, known) in &opening.after.known {
        look(&*game, power, known);
        look(&*game, power, &game.before_start(known).unwrap());
    }
}

fn legal_example(game: &dyn Game, power: &str, known: &str) -> String {
    let example = game.example(known, "first").unwrap();
    let checked = game.check(known, &example).unwrap();
    let told = checked.faults.render(&example);
    assert!(checked.faults.is_empty() && checked.counts, "{power}\n{example}\n{told}");
    for line in example.lines() {
        assert!(line.chars().count() <= SHEET_WIDTH, "{power}: {line}");
    }
    example
}

/// Every example is legal as it stands and has what a first sheet needs; the words it must have one
/// of are the caller's. Whose sheet has one of the `empty` heads has nobody on the map, and no entries.
pub fn examples_are_legal(referee: &'static dyn Referee, needs: &[&[&str]], empty: &[&str]) {
    let mut seen = 0;
    each_power(referee, &mut |game, power, known| {
        let example = legal_example(game, power, known);
        let example = example.lines().filter(|line| !line.starts_with('#'));
        let example = example.collect::<Vec<_>>().join("\n");
        if empty.iter().any(|head| example.contains(head)) {
            assert!(!example.contains("steps:"), "{power} has somebody\n{example}");
            return;
        }
        // Who is far from every enemy is offered nobody to attack.
        let form = game.form(known, "first", None).unwrap();
        let offered = form.lines().filter(|line| line.starts_with("#   ")).collect::<String>();
        for words in needs {
            let is_open = words.iter().all(|word| *word != "attack:" || offered.contains(word));
            let has = !is_open || words.iter().any(|word| example.contains(word));
            assert!(has, "{power} has none of {words:?}\n{example}");
        }
        seen += 1;
    });
    assert!(seen >= 6, "every power is seen");
    // Who is far from every enemy has nobody to attack.
    each_power_in_folders(referee, &mut |game, power, known| {
        legal_example(game, power, known);
    });
}

/// Every step and every word of a condition has the same shape in guide, form and schema.
pub fn shapes_are_the_same(referee: &'static dyn Referee, kinds: &[&Kind], grammar: &Grammar) {
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let guide = flat(&sheet::guide::lines(&referee.guide()).join("\n"));
    let schema = referee.schema();
    let of_schema = flat(&descriptions(&schema));
    each_power(referee, &mut |game, power, known| {
        let form = game.form(known, "first", None).unwrap();
        for line in form.lines() {
            assert!(line.chars().count() <= SHEET_WIDTH, "{power}: {line}");
        }
        let comments = flat(&form.replace("\n#", "\n"));
        for kind in kinds {
            let shape = flat(&written::pattern(kind.key, &kind.value));
            for (what, text) in [("guide", &guide), ("schema", &of_schema)] {
                assert!(text.contains(&shape), "{power}: {shape} is not in the {what}\n{text}");
            }
            assert!(comments.contains(kind.key), "{power}: {} is not in the form", kind.key);
        }
        let subjects = grammar.subjects.iter().map(|(word, _)| word);
        for word in grammar.flags.iter().chain(grammar.numbers).chain(subjects) {
            for (what, text) in [("guide", &guide), ("schema", &of_schema)] {
                assert!(text.contains(word.word), "{}: not in the {what}", word.word);
            }
            assert!(guide.contains(&flat(word.doc)), "{}: not explained", word.word);
        }
    });
}

/// All descriptions of a schema.
fn descriptions(schema: &Json) -> String {
    match schema {
        Json::Object(map) => {
            let own = map.get("description").and_then(Json::as_str).unwrap_or_default();
            let inner: Vec<String> = map.values().map(descriptions).collect();
            format!("{own}\n{}", inner.join("\n"))
        }
        Json::Array(items) => items.iter().map(descriptions).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    }
}

/// The entries of a form that begin so, as sheets, without the march that is to be filled in.
fn detaching(form: &str) -> Vec<String> {
    let lines: Vec<&str> = form.lines().collect();
    let found = (2..lines.len()).filter(|at| lines[*at] == DETACH);
    let whole = found.map(|at| {
        let steps = lines[at - 2..].iter().take_while(|line| **line != "#");
        let steps = steps.filter(|line| **line != "#   - march: []");
        let open: String = steps.map(|line| format!("{}\n", &line[2..])).collect();
        format!("activations:\n{open}")
    });
    whole.collect()
}

/// What the form offers is legal and costs what the receipt says; an entry has about a dozen lines. A
/// sheet for one step of one force is the caller's.
pub fn the_form_offers_what_is_legal(
    referee: &'static dyn Referee,
    sheet: &dyn Fn(&str, &str, &str) -> String,
) {
    let mut tried = 0;
    let (one_goal_in, one_step_in) = if crate::effort::is_more() { (5, 1) } else { (40, 8) };
    each_power(referee, &mut |game, power, known| {
        let form = game.form(known, "first", None).unwrap();
        let whole = form.split("\n#\n").skip(1).filter(|entry| entry.contains("#   steps:"));
        for entry in whole {
            let about = entry.lines().take_while(|line| !line.starts_with("# - ")).count();
            let after = entry.lines().skip(about + 1);
            let after = after.take_while(|line| line.starts_with("#   ")).count();
            assert!(about <= 8 && about + after <= 15, "{power}: too long\n{entry}");
        }
        for sheet in detaching(&form) {
            checked(game, power, known, &sheet);
        }
        for name in entries(&form) {
            let Some(choices) = game.choices(known, &name).unwrap() else {
                panic!("{power}: no choices for {name}\n{form}")
            };
            let Some((verb, goals)) = places(&choices) else {
                panic!("{power}: {name}\n{choices:#?}")
            };
            let steps = choices.iter().filter_map(|line| line.strip_prefix("- "));
            for (cost, place) in goals.iter().step_by(one_goal_in) {
                let own = sheet(&name, &verb, place);
                let told = checked(game, power, known, &own);
                assert!(
                    told.contains(&format!("= {cost} ")),
                    "{power}: {name}, {cost}\n{own}{told}"
                );
                tried += 1;
            }
            for step in steps.step_by(one_step_in) {
                checked(game, power, known, &sheet(&name, "", step));
            }
        }
    });
    assert!(tried > 50, "{tried} places were tried");
}

/// Plays what forms offer, each line alone and in the first season: each is done, or not for one of the
/// causes that nobody can foresee. One line in `every` is tried.
pub fn what_forms_offer_is_played(
    referee: &'static dyn Referee,
    sheet: &dyn Fn(&str, &str, &str) -> String,
    unforeseen: &[&str],
    every: usize,
) {
    let shelf = play::shelf_of(&[referee]);
    let (mut tried, mut nth) = (0, 0);
    for scenario in referee.scenarios(&shelf) {
        let game = referee.open(&shelf, &scenario, &Options::new()).unwrap();
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        let at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        for (power, known) in &at.known {
            for sheet in offered(&*game, known, sheet) {
                nth += 1;
                if nth % every == 0 {
                    tried +=
                        usize::from(is_played(&*game, &at, (power, nth as u8), &sheet, unforeseen));
                }
            }
        }
    }
    assert!(tried > 20, "{tried} lines were taken up");
}

/// What the receipt says of a sheet that must be without a fault or a doubt.
fn checked(game: &dyn Game, power: &str, known: &str, sheet: &str) -> String {
    let checked = game.check(known, sheet).unwrap();
    assert_eq!(
        checked.faults.iter().count(),
        0,
        "{power}\n{sheet}{}",
        checked.faults.render(sheet)
    );
    checked.understood.iter().flat_map(play::UnderstoodEntry::words).collect::<Vec<_>>().join("\n")
}
