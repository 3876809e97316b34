//! Sheets for fleets: what the form offers, what the receipt says, and what is told of faults.

use crate::seam::ByMail;
use kit::chart::{Arm, Counter, Gait, Spot};
use report::{Around, Templates};
use std::collections::{BTreeMap, BTreeSet};

/// Britain before its first season of operations: two fleets in its box, with an army.
fn opened() -> ByMail {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    by_mail
}

fn sheet(by_mail: &ByMail, entry: &str) -> String {
    format!("season: {}\npower: britain\noperations:\n{entry}\n", by_mail.at.season.name)
}

/// An entry, the code of what is told, its line and column, and words of it.
type Wrong = (&'static str, &'static str, (usize, usize), &'static str);

const WRONG: [Wrong; 17] = [
    ("  - {force: Britain box, steps: [{sail: Blatic}]}", "unknown-name", (4, 41), "Baltic"),
    ("  - {force: fleet at Toulun, steps: [{sail: Ostend}]}", "unknown-name", (4, 13), "Toulon"),
    ("  - {force: Britain box, steps: [{sail: Ostnd}]}", "unknown-name", (4, 41), "Ostend"),
    ("  - {force: Britain box, steps: [{sial: Ostend}]}", "unknown-key", (4, 35), "sail"),
    (
        "  - {force: Britain box, steps: [{sail: Munich}]}",
        "inland",
        (4, 34),
        "fleets cannot come to Munich",
    ),
    (
        "  - {force: Britain box, steps: [{sail: Amsterdam}]}",
        "neutral-land",
        (4, 34),
        "declare war on it",
    ),
    (
        "  - {force: Britain box, steps: [{sail: Spain box}]}",
        "neutral-land",
        (4, 34),
        "Spain, which is neutral",
    ),
    (
        "  - {force: Britain box, steps: [{sail: 4C}, {land: all}]}",
        "land-at-sea",
        (4, 46),
        "sail to a coast or a port first",
    ),
    (
        "  - {force: Britain box, units: [fleet], steps: [{march: Ostend}]}",
        "fleets-sail",
        (4, 50),
        "write `sail:`",
    ),
    (
        "  - {force: Britain box, steps: [{sail: Ostend}, {embark: [infantry]}]}",
        "not-together",
        (4, 50),
        "put `embark:` first",
    ),
    (
        "  - {force: Britain box, steps: [{sail: Baltic}, {sail: Rostock}]}",
        "move-over",
        (4, 50),
        "order the rest in another entry",
    ),
    (
        "  - {force: Britain box, units: [fleet], steps: [{embark: [Cumberland, 2 infantry]}]}",
        "no-room",
        (4, 50),
        "the fleets carry 2 more",
    ),
    (
        "  - {force: Britain box, steps: [{embark: [garrison]}]}",
        "nobody-boards",
        (4, 34),
        "garrisons stay",
    ),
    ("  - {force: Britain box, steps: [{land: all}]}", "nobody-lands", (4, 34), "no such units"),
    (
        "  - {force: Hanover, steps: [{sail: Ostend}]}",
        "no-fleet",
        (4, 5),
        "`embark:` takes units aboard",
    ),
    (
        "  - {force: Admiral Hawke, steps: [{sail: Ostend}]}",
        "stays-ashore",
        (4, 5),
        "`embark: [Admiral Hawke]`",
    ),
    (
        "  - {force: Hanover, steps: [{march: Kassel}], second force: {force: Britain box, steps: \
         [{sail: Ostend}]}}",
        "not-held",
        (4, 62),
        "you hold no Thurn & Taxis now",
    ),
];

#[test]
fn what_is_wrong_with_a_voyage_is_told_with_its_place() {
    let by_mail = opened();
    for (entry, code, (line, column), words) in WRONG {
        let (codes, told) = by_mail.faults("britain", &sheet(&by_mail, entry));
        assert_eq!(codes, [code], "{entry}\n{told}");
        assert!(told.contains(&format!("line {line}, column {column}")), "{entry}\n{told}");
        let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(words), "{entry}\n{told}");
    }
}

/// The same force cannot be the second one.
#[test]
fn a_second_force_is_another_one() {
    let by_mail = opened();
    let entry = "  - {force: Hanover, steps: [{march: Kassel}], second force: {force: Hanover, \
                 steps: [{march: Kassel}]}}";
    let (codes, told) = by_mail.faults("britain", &sheet(&by_mail, entry));
    assert_eq!(codes, ["not-held", "same-force"], "{told}");
}

fn receipt(by_mail: &ByMail, entry: &str) -> Vec<String> {
    let checked = by_mail.game.check(&by_mail.at.known["britain"], &sheet(by_mail, entry)).unwrap();
    let first = checked.understood.first().expect("an entry is understood");
    first.words().map(str::to_owned).collect()
}

#[test]
fn the_receipt_of_a_voyage_says_who_goes_where() {
    let by_mail = opened();
    let lines = receipt(
        &by_mail,
        "  - {force: Britain box, units: [fleet], steps: [{embark: [Cumberland, infantry]}, {sail: \
         Hamburg}, {land: [infantry]}, {sail: Rostock}]}",
    );
    assert_eq!(
        lines,
        [
            "fleet",
            "takes Cumberland, recruit infantry aboard",
            "sails to Hamburg: 9 squares",
            "lands recruit infantry at Hamburg",
            "sails to Rostock: as far as 1L, 5 squares; the rest is for another operation",
            "Cumberland is lost with the fleet, unless a die saves him",
        ]
    );
    let lines = receipt(
        &by_mail,
        "  - {force: Britain box, units: [all fleet], steps: [{sail: Calais}, {land: all}]}",
    );
    assert_eq!(
        lines,
        [
            "2 fleet",
            "sails to Calais (France, 1-2 units): 2 squares; stops before them, unless `met: fight`",
            "lands all; not done"
        ]
    );
}

/// The form shows where fleets can sail, whom they can fight, and who can go aboard.
#[test]
fn the_form_offers_voyages() {
    let by_mail = opened();
    let known = &by_mail.at.known["britain"];
    let form = by_mail.game.form(known, "c", None).unwrap();
    for line in [
        "#   Britain box: 2 fleet",
        "# - force: fleet at Britain box",
        "#   - sail: []",
        "#   - embark: [Admiral Hawke]",
        "#   - attack: Calais  # France, 1-2 units",
    ] {
        assert!(form.contains(line), "{line}\n{form}");
    }
    assert!(form.contains("sails to: Dieppe 2, Amiens 3"), "{form}");
    let choices = by_mail.game.choices(known, "fleet at Britain box").unwrap().unwrap();
    assert!(
        choices.iter().any(|line| line.starts_with("  2: ") && line.contains("1L")),
        "{choices:?}"
    );
    assert!(!choices.iter().any(|line| line.contains("Amsterdam")), "{choices:?}");
}

/// A voyage is one line of the report, and a way of the map; others see a fleet, and nothing of its cargo.
#[test]
fn a_voyage_is_told_and_drawn() {
    let mut by_mail = opened();
    let entry = "  - {force: fleet at Britain box, units: [fleet], steps: [{embark: [Cumberland, \
                 infantry]}, {sail: [4C, Emden]}]}";
    by_mail.play(&[("britain".to_owned(), sheet(&by_mail, entry))].into());
    let templates = Templates::new(&Default::default()).unwrap();
    let report = |seat: &str| {
        let known = &by_mail.at.known[seat];
        let view = Around::default().with(by_mail.game.view(known).unwrap());
        let text = templates.print("frederick/report.txt", &view).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (own, other) = (report("britain"), report("prussia"));
    let sails = "The fleet sails from Britain box to Emden, 7 squares.";
    for line in ["A fleet of Britain (1-2 units) at Britain box, paid", sails] {
        assert!(own.contains(line) && other.contains(line), "{line}\n{own}\n{other}");
    }
    let boards = "Britain takes recruit infantry, Cumberland aboard at Britain box.";
    assert!(own.contains(boards) && !other.contains("aboard"), "{own}\n{other}");
    assert!(own.contains("fleet; aboard: Cumberland, recruit infantry"), "{own}");
    assert!(other.contains("3-5 units, with fleets"), "{other}");
    for seat in ["britain", "prussia"] {
        let chart = by_mail.game.chart(&by_mail.at.known[seat]).unwrap();
        let course = chart.courses.iter().find(|course| course.gait == Gait::Voyage);
        assert_eq!(course.map(|course| course.path.len()), Some(8), "{seat}");
        let at = by_mail.book.atlas.find("Emden").unwrap();
        let ships = |counter: &&Counter| counter.spot == Spot::Cell(at);
        assert_eq!(chart.counters.iter().find(ships).map(|one| one.arm), Some(Arm::Ships));
    }
}

/// On the page that composes sheets each force has an entry that begins unlike all others.
#[test]
fn entries_of_forces_begin_differently() {
    let by_mail = opened();
    for known in by_mail.at.known.values() {
        let forces = by_mail.game.own_forces(known).unwrap();
        let heads: BTreeSet<&String> = forces.iter().map(|force| &force.entry[0]).collect();
        assert_eq!(heads.len(), forces.len(), "{heads:?}");
    }
}

/// What the form offers for fleets is legal as it stands.
#[test]
fn every_voyage_that_is_offered_is_legal() {
    let by_mail = opened();
    let mut tried = 0;
    for seat in by_mail.seats() {
        for force in by_mail.game.own_forces(&by_mail.at.known[&seat]).unwrap() {
            if !force.go.contains("sail") {
                continue;
            }
            let deeds = force.reach.deeds.iter().map(|deed| format!("  - {}", deed.step));
            let goals = force.reach.goals.iter();
            let goals = goals.map(|goal| force.go.replace("PLACES", &goal.name));
            for step in goals.chain(deeds) {
                let entry: Vec<String> =
                    force.entry.iter().map(|line| format!("  {line}")).collect();
                let text = format!("{}\n  {step}", entry.join("\n"));
                let season = &by_mail.at.season.name;
                let text = format!("season: {season}\npower: {seat}\noperations:\n{text}\n");
                let (codes, told) = by_mail.faults(&seat, &text);
                assert!(codes.is_empty(), "{seat}\n{text}\n{told}");
                tried += 1;
            }
        }
    }
    assert!(tried > 60, "{tried} voyages");
}
