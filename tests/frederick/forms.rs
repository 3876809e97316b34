//! What a form offers is accepted, and is played.

use crate::offers::{is_played, offered};
use kit::ledger::Ledger;
use play::{Game, Grade, Position};
use std::collections::{BTreeMap, BTreeSet};

/// What nobody can foresee of a season of operations; only one seat sends a sheet.
const OF_OPERATIONS: &[&str] = &["others"];
/// The same of a court: whether the other seat has the deal, who bids more, whom the lot takes.
const OF_THE_COURT: &[&str] = &["deal", "others", "cancelled"];

/// Calls for the first court and the first operations of each scenario, and for the court after them.
fn each_season(look: &mut dyn FnMut(&dyn Game, &Position)) {
    let shelf = play::shelf_of(&[frederick::REFEREE]);
    for scenario in frederick::REFEREE.scenarios(&shelf) {
        let game = frederick::REFEREE.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        let mut at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        for seed in 0..3 {
            look(&*game, &at);
            let mut ledger = Ledger::seeded(&at.season.to_string(), [seed; 32]);
            at = game.resolve(&at, &BTreeMap::new(), &mut ledger).unwrap().after;
        }
    }
}

/// A sheet for one step of one force.
fn alone(who: &str, verb: &str, what: &str) -> String {
    let step = match verb {
        "" => what.to_owned(),
        verb if verb.starts_with("sail") => format!("sail: [{what}]"),
        _ => format!("march: [{what}]"),
    };
    format!("operations:\n  - force: {who}\n    steps: [{{{step}}}]\n    pay: thaler\n")
}

/// The lines of a form that are orders, each with the key that it stands under.
fn lines(form: &str) -> Vec<String> {
    let is_key = |line: &str| {
        line.split_once(':').is_some_and(|(key, _)| {
            let mut letters = key.chars();
            letters.next().is_some_and(|first| first.is_ascii_lowercase())
                && letters.all(|c| c.is_ascii_lowercase() || c == ' ')
        })
    };
    let (mut all, mut key) = (vec![], "");
    for line in form.lines().filter_map(|line| line.strip_prefix("# ")) {
        if line.starts_with("- ") && !key.is_empty() {
            all.push(format!("{key}\n  {line}\n"));
        } else if is_key(line) && line.ends_with(':') {
            key = line;
        } else if is_key(line) {
            all.push(format!("{line}\n"));
        }
    }
    all
}

/// A line of a form has no fault, and its receipt refuses none of it.
fn is_accepted(game: &dyn Game, power: &str, known: &str, sheet: &str) {
    let checked = game.check(known, sheet).unwrap();
    let told = checked.faults.render(sheet);
    assert!(checked.faults.is_empty(), "{power}\n{sheet}{told}");
    let mut lines = checked.understood.iter().flat_map(|entry| &entry.lines);
    let refused = lines.find(|line| line.grade == Grade::Refused);
    assert!(refused.is_none(), "{power}: {refused:?}\n{sheet}");
}

#[test]
fn what_a_form_offers_is_played() {
    let every = if crate::effort::is_long() { 1 } else { 7 };
    let (mut nth, mut tried, mut keys) = (0, [0; 2], BTreeSet::new());
    each_season(&mut |game, at| {
        for (power, known) in &at.known {
            let is_court = at.season.to_string().starts_with("court");
            let (sheets, unforeseen) = match is_court {
                true => (lines(&game.form(known, "forms", None).unwrap()), OF_THE_COURT),
                false => (offered(game, known, &alone), OF_OPERATIONS),
            };
            for sheet in sheets {
                // Those of the court are few, and each is of its own kind.
                nth += usize::from(!is_court);
                if !is_court && nth % every > 0 {
                    continue;
                }
                // Whether a letter is read and a reaction is asked does not depend on its own sheet.
                if sheet.starts_with("letters:") || sheet.starts_with("reactions:") {
                    continue;
                }
                is_accepted(game, power, known, &sheet);
                keys.insert(sheet.split(':').next().unwrap().to_owned());
                let done = is_played(game, at, (power, nth as u8), &sheet, unforeseen);
                tried[usize::from(is_court)] += usize::from(done);
            }
        }
    });
    for key in ["initiative", "market", "deals", "diplomacy", "mobilize", "keep", "play"] {
        assert!(keys.contains(key), "no form offers {key}: {keys:?}");
    }
    assert!(tried[0] > 50 && tried[1] > 50, "{tried:?}");
}
