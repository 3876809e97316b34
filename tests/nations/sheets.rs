//! Sheets as players write them: what is understood, and every fault in one go.
//!
//! Each `tests/nations/sheets/NAME.yaml` is held against the opening of Marengo, of Suvorov's campaign
//! if it is of spring 1799, of Jena if it is of autumn 1806, or of the campaign that it names; `NAME.txt` is what its
//! author gets. `UPDATE_EXPECT=1 cargo test` rewrites them.

use crate::root::root;
use crate::told::{self, files};
use expect_test::expect_file;
use kit::ledger::Ledger;
use play::{Checked, Game, Grade};
use sheet::{Diagnostics, frame, shape};
use std::collections::BTreeMap;

fn marengo() -> Box<dyn Game> {
    open("nations/marengo")
}

fn open(scenario: &str) -> Box<dyn Game> {
    let shelf = play::shelf::<nations::Nations>();
    let (referee, scenario) = play::find(&[nations::REFEREE], &shelf, scenario).unwrap();
    referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap()
}

fn power(sheet: &str) -> String {
    frame::header(sheet).power.unwrap_or("france".into()).to_lowercase()
}

/// Checks a sheet against the opening that its own set-up gives.
fn check(game: &dyn Game, sheet: &str) -> Checked {
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let power = power(sheet);
    let opening = game.opening(&[(power.clone(), sheet.to_owned())].into(), &mut ledger).unwrap();

    // Each is sent before the start, but for those that say otherwise.
    let known = &opening.after.known[&power];
    let known = match sheet.split_once('\n').map(|(first, _)| first) {
        Some("# The cabinet of 1809") => in_the_cabinet(known),
        Some("# The spring of 1809") => in_spring_1809(known),
        Some("# With a Russian step in Hohenlohe's army") => with_a_russian_step(known),
        Some(first) if first.starts_with("# After the start") => known.clone(),
        _ => game.before_start(known).unwrap(),
    };
    game.check(&known, sheet).unwrap()
}

/// The set-up of Spain as if nothing had happened until the first cabinet.
fn in_the_cabinet(known: &str) -> String {
    let mut known: serde_json::Value = serde_json::from_str(known).unwrap();
    known["season"] = "spring 1809".into();
    known["cabinet"] = true.into();
    known.to_string()
}

/// The set-up of Spain as if the army of 1808 had come to Gibraltar and spring 1809 were to begin.
fn in_spring_1809(known: &str) -> String {
    let mut known: serde_json::Value = serde_json::from_str(known).unwrap();
    known["season"] = "spring 1809".into();
    let ours = known["ours"].as_object_mut().unwrap();
    let of = |leader: &str| {
        ours.values().find(|force| force["leaders"][0].as_str().unwrap_or_default() == leader)
    };
    let mut army = of("Wellington").unwrap().clone();
    army["at"] = of("").unwrap()["at"].clone();
    army["id"] = 1.into();
    army["army"] = "Army of the Peninsula".into();
    army["leaders"] = vec!["Moore", "Hope"].into();
    ours.insert("1".to_owned(), army);
    known.to_string()
}

/// The set-up of Jena as if a Russian corps had joined Hohenlohe's army.
fn with_a_russian_step(known: &str) -> String {
    let mut known: serde_json::Value = serde_json::from_str(known).unwrap();
    let mut ours = known["ours"].as_object_mut().unwrap().values_mut();
    let army = ours.find(|force| force["leaders"][0] == "Hohenlohe").unwrap();
    let units = army["units"].as_array_mut().unwrap();
    let mut russian = units[0].clone();
    russian["nation"] = "russia".into();
    russian["modifier"] = 2.into();
    russian["steps"] = 1.into();
    units.insert(0, russian);
    known.to_string()
}

fn told(game: &dyn Game, sheet: &str) -> String {
    told::told(&check(game, sheet), sheet)
}

#[test]
fn what_an_author_gets() {
    let (marengo, suvorov) = (marengo(), open("nations/suvorov"));
    let (jena, spain) = (open("nations/jena-1806"), open("nations/spanish-ulcer-1808"));
    let (russia, days) = (open("nations/russia-1812"), open("nations/hundred-days-1815"));
    let italy = open("nations/italy-1796");
    let all = files("tests/nations/sheets");
    assert!(all.len() >= 4);
    for path in all {
        let sheet = std::fs::read_to_string(&path).unwrap();
        let expected = root().join(path.with_extension("txt"));
        let game = match () {
            () if sheet.contains("spring 1799") => &suvorov,
            () if sheet.contains("autumn 1806") => &jena,
            () if sheet.contains("campaign: spain") => &spain,
            () if sheet.contains("campaign: russia") => &russia,
            () if sheet.contains("campaign: days") => &days,
            () if sheet.contains("campaign: italy") => &italy,
            () => &marengo,
        };
        expect_file![expected].assert_eq(&told(&**game, &sheet));
    }
}

/// One Russian fleet alone may leave the Baltic, which those who ask for all that it can do are told (NIA §5.2.12).
#[test]
fn where_one_fleet_of_several_may_sail_is_told() {
    let game = open("nations/suvorov-1799");
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let opening = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    let lines = game.choices(&opening.known["russia"], "fleet 1").unwrap().unwrap();
    let alone = lines.iter().find(|line| line.starts_with("one fleet alone, as by `fleets: ["));
    assert!(alone.is_some_and(|line| line.contains("North Sea 3")), "{lines:#?}");
    assert!(
        !lines.iter().any(|line| line.starts_with("  ") && line.contains("North Sea")),
        "{lines:#?}"
    );
}

/// A march that is known to go round enemies may go straight once they have left: what the points then
/// pay for is not refused before.
#[test]
fn only_what_no_way_can_reach_is_refused_for_points() {
    let game = marengo();
    let grade = |goal: &str| {
        let sheet = format!(
            "campaign: marengo\nseason: spring 1800\npower: france\nactivations:\n  - leader: \
             Moreau\n    steps:\n      - march: {{to: [Ulm], else: go on}}\n      - attack: \
             {{at: {goal}}}\n"
        );
        let checked = check(&*game, &sheet);
        let mut lines = checked.understood.into_iter().flat_map(|entry| entry.lines);
        lines.find(|line| line.step == Some(2)).unwrap().grade
    };
    assert_eq!([grade("Augsburg"), grade("Vienna")], [Grade::If, Grade::Refused]);
}

#[test]
fn a_form_keeps_the_reactions_of_those_who_are_here() {
    let game = marengo();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let known = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after.known["france"].clone();
    let last = "season: spring 1800\npower: france\nreactions:\n  - who: Mortier\n    \
                intercept: {if: always}\n  - who: Jourdan\n    intercept: {if: always}\n  - who: \
                any\n    intercept: {if: never}\n";
    assert!(!game.check(&known, last).unwrap().faults.has_faults());
    let form = game.form(&known, "marengo", Some(last)).unwrap();
    assert!(form.contains("  - who: Mortier\n") && form.contains("  - who: any\n"), "{form}");
    assert!(!form.contains("Jourdan"), "{form}");
}

#[test]
fn twenty_faults_get_twenty_diagnostics() {
    let sheet =
        std::fs::read_to_string(root().join("tests/nations/sheets/twenty-faults.yaml")).unwrap();
    let faults = check(&*marengo(), &sheet).faults;
    assert!(faults.iter().filter(|f| f.weight == sheet::Weight::Fault).count() >= 20);
    assert!(
        faults.iter().all(|fault| sheet.get(fault.at.clone()).is_some_and(|at| !at.is_empty()))
    );
}

#[test]
fn the_sheets_of_marengo_pass_with_the_printed_costs() {
    let game = marengo();
    let mut told_all = String::new();
    for path in files("orders/nations/marengo-1800") {
        let sheet = std::fs::read_to_string(&path).unwrap();
        let checked = check(&*game, &sheet);
        assert!(checked.faults.is_empty(), "{}", checked.faults.render(&sheet));
        told_all += &told(&*game, &sheet);
    }
    // The sample season prints these: 6 points to the woods of Turin, 5 and 6 to Genoa, 6 over the Var.
    for line in [
        "march: W3431 2 = 6 points so far",
        "march: W3434 6 = 6 points so far",
        "Genoa W3633 1 = 6 points so far",
        "merge: into Ott, 1 = 6 points so far",
        "Pavia W3632 1 = 5 points so far",
    ] {
        assert!(told_all.contains(line), "{line} is not in\n{told_all}");
    }
}

/// Bytes of a sheet of Marengo, or of one of a cabinet, are changed at random.
#[test]
fn any_bytes_end_in_a_verdict() {
    let opening = |game: &dyn Game, power: &str| {
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        game.opening(&BTreeMap::new(), &mut ledger).unwrap().after.known[power].clone()
    };
    let (marengo, spain) = (marengo(), open("nations/spanish-ulcer-1808"));
    any_bytes(&*marengo, &opening(&*marengo, "france"), "orders/nations/marengo-1800/france.yaml");
    let cabinet = in_the_cabinet(&opening(&*spain, "britain"));
    any_bytes(&*spain, &cabinet, "tests/nations/sheets/cabinet-faults.yaml");
}

fn any_bytes(game: &dyn Game, known: &str, page: &str) {
    use proptest::prelude::*;
    let start = std::fs::read(root().join(page)).unwrap();
    let cases = crate::effort::count().unwrap_or(60);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(cases));
    let changes = prop::collection::vec((0..start.len(), any::<u8>()), 1..40);
    runner
        .run(&changes, |changes| {
            let mut bytes = start.clone();
            for (at, byte) in changes {
                bytes[at] = byte;
            }
            let mut faults = Diagnostics::default();
            let text = shape::text(&bytes, &mut faults).unwrap();
            let checked = game.check(known, &text).unwrap();
            let _ = checked.faults.render(&text);
            Ok(())
        })
        .unwrap();
}
