//! Sheets as players write them: what is understood of each, and what its author is told.
//!
//! Each `tests/kriegsspiel/sheets/NAME.yaml` is held against the opening of the Danube; `NAME.txt`
//! is what its author gets. `UPDATE_EXPECT=1 cargo test` rewrites them.

use crate::root::root;
use crate::told;
use expect_test::expect_file;
use kit::ledger::Ledger;
use sheet::frame;
use std::collections::BTreeMap;

#[test]
fn what_an_author_gets() {
    told_in("danube", "tests/kriegsspiel/sheets", 2);
}

/// The same where ships are played.
#[test]
fn what_an_author_gets_at_sea() {
    told_in("europe", "tests/kriegsspiel/sheets/europe", 1);
}

fn told_in(scenario: &str, folder: &str, least: usize) {
    let shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    let (referee, scenario) = play::find(&[kriegsspiel::REFEREE], &shelf, scenario).unwrap();
    let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let known = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after.known;
    let all = told::files(folder);
    assert!(all.len() >= least);
    for path in all {
        let sheet = std::fs::read_to_string(&path).unwrap();
        let power = frame::header(&sheet).power.unwrap().to_lowercase();
        let checked = game.check(&known[&power], &sheet).unwrap();
        expect_file![root().join(path.with_extension("txt"))]
            .assert_eq(&told::told(&checked, &sheet));
    }
}

/// A step waits for walls and those within them: Ulm is walled, and Schwarzenberg holds it.
#[test]
fn who_is_inside_is_known_of_ones_own() {
    let shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    let (referee, scenario) = play::find(&[kriegsspiel::REFEREE], &shelf, "danube").unwrap();
    let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let before = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    let ends_at = |condition: &str| {
        let step = format!("{{march: {{to: Munich, if: {condition}}}}}");
        let sheet = format!("orders: [{{army: John, steps: [{step}]}}]");
        let mut ledger = Ledger::seeded("autumn 1805", [0; 32]);
        let sheets = [("austria".to_owned(), sheet)].into();
        let after = game.resolve(&before, &sheets, &mut ledger).unwrap().after;
        let known: serde_json::Value = serde_json::from_str(&after.known["austria"]).unwrap();
        known["generals"]["John"]["at"].clone()
    };
    let (munich, stays) = (ends_at("always"), ends_at("never"));
    assert_ne!(munich, stays);
    assert_eq!(ends_at("Schwarzenberg is inside"), munich);
    assert_eq!(ends_at("Schwarzenberg is not inside"), stays);
    assert_eq!(ends_at("John is inside"), stays);
    assert_eq!(ends_at("yes"), munich);
    assert_eq!(ends_at("enemy not adjacent"), munich);
}

/// What a receipt adds up and where it puts depots is what the game then does, if no enemy stirs.
#[test]
fn receipts_agree_with_the_game() {
    let shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    let (referee, scenario) = play::find(&[kriegsspiel::REFEREE], &shelf, "danube").unwrap();
    let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let before = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    let files = told::files("tests/kriegsspiel/sheets");
    let mut sheets: Vec<String> =
        files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    sheets.extend(ODD_PRICES.map(str::to_owned));

    let (mut points, mut marches) = (0, 0);
    for sheet in sheets {
        let power = frame::header(&sheet).power.unwrap().to_lowercase();
        let checked = game.check(&before.known[&power], &sheet).unwrap();
        let mut ledger = Ledger::seeded("autumn 1805", [0; 32]);
        let played = game.resolve(&before, &[(power.clone(), sheet.clone())].into(), &mut ledger);
        let events: Vec<serde_json::Value> =
            played.unwrap().events.iter().map(|one| serde_json::from_str(one).unwrap()).collect();
        let of = |kind: &str, key: &str, who: &str, what: &str| {
            let all = events.iter().filter_map(|event| event.get(kind));
            all.filter(|one| one[key] == who).filter_map(|one| one[what].as_u64()).next_back()
        };
        let account = &checked.understood.last().unwrap().lines[0].words;
        let spent = number_before(account, " of ").unwrap();
        assert_eq!(of("spent", "power", &power, "points"), Some(spent), "{sheet}\n{account}");
        points += spent;
        // Whether a condition holds is for the game to see.
        let told = checked.understood.iter().filter(|part| {
            part.heading.contains(" action point") && !part.text().contains(", if ")
        });
        for part in told {
            let who = part.heading.split(',').next().unwrap();
            let used = part.lines.iter().rev().map(|line| &line.words).find_map(|line| {
                number_before(line.split_once(" = ")?.1.split_once(" points")?.0, " of ")
            });
            assert_eq!(of("moved", "who", who, "spent"), used, "{who}\n{sheet}\n{:?}", part.lines);
            marches += usize::from(used.is_some());
        }
    }
    assert!(
        points > 30 && marches > 8,
        "{points} points and {marches} marches were held against play"
    );
}

/// A formation that was raised is ordered, merged, asked for and told by the name that its author gave it, and has it
/// in the form too.
#[test]
fn a_raised_formation_keeps_the_name_it_was_given() {
    let shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    let (referee, scenario) = play::find(&[kriegsspiel::REFEREE], &shelf, "danube").unwrap();
    let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let before = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    let units = "units: {light cavalry: 2}";
    let raise = format!(
        "organise: [{{raise: {{name: Hussars, kind: brigade, from: Cavalry Reserve, {units}}}}}]"
    );
    let mut ledger = Ledger::seeded("autumn 1805", [0; 32]);
    let sheets = [("france".to_owned(), raise)].into();
    let after = game.resolve(&before, &sheets, &mut ledger).unwrap().after;
    let known = &after.known["france"];
    let report = game.view(known).unwrap().to_string();
    assert!(report.contains("Hussars has 2 light cavalry") && !report.contains("France: Hussars"));

    for name in ["Hussars", "hussars", "\"France: Hussars\""] {
        let sheet = format!(
            "power: france\norganise: [{{merge: {{formation: {name}, into: Cavalry Reserve}}}}]\n\
             orders:\n  - formation: {name}\n    steps: [{{march: [Freiburg]}}]\n    stance: defend\n"
        );
        let checked = game.check(known, &sheet).unwrap();
        let told = told::told(&checked, &sheet);
        assert!(!told.contains("no formation"), "{told}");
        assert!(told.contains("\nHussars") && !told.contains("France: Hussars\n"), "{told}");
    }
    let form = game.form(known, "danube", None).unwrap();
    let line = form.lines().find(|line| line.contains("formation: Hussars")).unwrap();
    let entry = line.trim_start_matches("# ");
    let sheet = format!("power: france\norders:\n{entry}\n  steps:\n  - march: [Freiburg]\n");
    let checked = game.check(known, &sheet).unwrap();
    assert_eq!(checked.faults.render(&sheet), "");
    assert!(game.choices(known, "Hussars").unwrap().is_some());
}

/// The number that stands before a word.
fn number_before(text: &str, word: &str) -> Option<u64> {
    text.split(word).next()?.rsplit(' ').next()?.parse().ok()
}

/// Whoever is charged otherwise than an army: a general alone, a formation of an army, marauders, and
/// those who march nowhere.
const ODD_PRICES: [&str; 4] = [
    "power: france
organise: [{assign: {formation: VI Corps, to: nobody}}]
orders: [{army: Ney, steps: [{march: Mannheim}]}, {formation: VI Corps, steps: [{march: Mannheim}]}]
",
    "power: france
orders: [{formation: VI Corps, steps: [{march: Mannheim}]}, {army: Ney, steps: [{march: Mannheim}]}]
",
    "power: russia
orders:
  - {formation: Don Cossacks, steps: [{march: Passau}]}
  - {army: Kutuzov, steps: [{deploy: depot}]}
",
    "power: austria
orders: [{army: Mack, steps: [], stance: defend}, {army: John, steps: [{march: {to: Munich, if: never}}]}]
",
];
