//! The players' manual is true: every example of an order kind is accepted at the opening.

use crate::root::root;
use kit::ledger::Ledger;
use play::Options;
use sheet::frame;
use std::collections::BTreeMap;

/// Sheets directly below `orders/<rules>`, by name.
fn examples(rules: &str) -> BTreeMap<String, String> {
    let folder = root().join("orders").join(rules);
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let sheets = entries.filter(|path| path.extension().is_some_and(|kind| kind == "yaml"));
    sheets
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect()
}

#[test]
fn every_example_is_accepted() {
    let shelf = play::shelf::<nations::Nations>();
    let open = |scenario| {
        let (referee, scenario) = play::find(&[nations::REFEREE], &shelf, scenario).unwrap();
        let game = referee.open(&shelf, &scenario, &Options::new()).unwrap();
        let mut ledger = Ledger::seeded("opening", [0; 32]);
        let opening = game.opening(&BTreeMap::new(), &mut ledger).unwrap();
        (game, opening)
    };
    let (marengo, hundred_days) = (open("nations/marengo-1800"), open("nations/hundred-days-1815"));
    let spain = open("nations/spanish-ulcer-1808");
    let (game, _) = crate::money::open(&crate::track::page());
    let opening = game.opening(&BTreeMap::new(), &mut Ledger::seeded("opening", [0; 32])).unwrap();
    let europe = (game, opening);
    let mut wrong = vec![];
    for (name, sheet) in examples(nations::REFEREE.name()) {
        // One rule of the sheets is the Hundred Days' alone.
        let of_1815 = sheet.contains("season: summer 1815");
        let cabinet = sheet.contains("season: cabinet 1809");
        let (game, opening) = match (of_1815, cabinet, name == "politics" || name == "peace") {
            (true, _, _) => &hundred_days,
            (_, true, _) => &spain,
            (_, _, true) => &europe,
            _ => &marengo,
        };
        let power = frame::header(&sheet).power.unwrap_or_else(|| panic!("{name} names no power"));
        let mut known = opening.after.known[&power].clone();
        if cabinet {
            known = in_the_cabinet(&known);
        }
        if name == "politics" || name == "peace" {
            known = known.replace("\"summer 1805\"", "\"summer 1806\"");
        }
        let checked = game.check(&known, &sheet).unwrap();
        if !checked.faults.is_empty() || !checked.counts {
            wrong.push(format!("{name}.yaml\n{}", checked.faults.render(&sheet)));
        }
        for line in checked.understood.iter().flat_map(play::UnderstoodEntry::words) {
            println!("{name}: {line}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The set-up as if nothing had happened until the first cabinet.
fn in_the_cabinet(known: &str) -> String {
    let mut known: serde_json::Value = serde_json::from_str(known).unwrap();
    known["season"] = "spring 1809".into();
    known["cabinet"] = true.into();
    known.to_string()
}

#[test]
fn every_step_has_an_example_and_back() {
    use nations::orders::STEPS;
    let file = |key: &str| key.replace(' ', "-");
    let mut kinds: Vec<String> = STEPS.iter().map(|step| file(step.kind.key)).collect();
    kinds.extend(["budget", "muster", "peace", "politics", "reactions"].map(str::to_owned));
    kinds.sort();
    let examples = examples("nations");
    assert_eq!(examples.keys().cloned().collect::<Vec<_>>(), kinds);
    for step in STEPS {
        let sheet = &examples[&file(step.kind.key)];
        assert!(
            sheet.contains(&format!("- {}:", step.kind.key)),
            "{} is not in its example",
            step.kind.key
        );
        assert!(
            sheet.contains(step.kind.rule.trim_start_matches("NIA ")),
            "{}: {} is not cited",
            step.kind.key,
            step.kind.rule
        );
    }
}
