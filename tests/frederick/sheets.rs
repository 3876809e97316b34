//! Sheets: what is offered to a player is legal and fits, and what is wrong is told with its place,
//! while the rest counts.

use crate::first_mails::{a_bad_sheet_is_found, first_mails_hold};
use crate::seam::ByMail;
use crate::validate;
use frederick::REFEREE;
use report::{Around, Templates};
use std::collections::BTreeMap;

/// The widest line of what goes out with a form, and of a report.
const FORM: usize = 64;
const REPORT: usize = 72;

fn fits(what: &str, text: &str, widest: usize) {
    for line in text.lines() {
        assert!(line.chars().count() <= widest, "{what}: {line}");
    }
    assert!(!text.contains("\n\n\n\n"), "{what}: blank lines\n{text}");
}

#[test]
fn every_sheet_of_the_manual_follows_the_schema() {
    validate::every_sheet_follows(REFEREE);
}

/// In every season of both seats and scenarios the form, the example and the report fit, and the
/// example is legal.
#[test]
fn what_goes_out_fits_and_is_legal() {
    let templates = Templates::new(&Default::default()).unwrap();
    for (scenario, players) in [("first-silesian-war", "4"), ("fontenoy", "2")] {
        let mut by_mail = ByMail::undrawn(scenario, &[("players", players)], 3);
        for _ in 0..3 {
            for seat in by_mail.seats() {
                let known = by_mail.at.known[&seat].clone();
                let example = by_mail.game.example(&known, "c").unwrap();
                fits("example", &example, FORM);
                fits("form", &by_mail.game.form(&known, "c", None).unwrap(), FORM);
                let (codes, told) = by_mail.faults(&seat, &example);
                assert!(codes.is_empty(), "{seat}\n{example}\n{told}");
            }
            let sheets = by_mail.seats().into_iter().map(|seat| {
                let season = &by_mail.at.season.name;
                (seat.clone(), format!("season: {season}\npower: {seat}\n"))
            });
            let sheets = sheets.collect();
            by_mail.play(&sheets);
            for known in by_mail.at.known.values() {
                let view = Around::default().with(by_mail.game.view(known).unwrap());
                let text = templates.print("frederick/report.txt", &view).unwrap();
                fits("report", &text, REPORT);
            }
        }
    }
}

/// Lines of a sheet that are wrong, the code, line and column of what is told, the marked word, and
/// the word that was likely meant.
type Wrong = (&'static str, &'static str, (usize, usize), &'static str, &'static str);

const WRONG: [Wrong; 15] = [
    ("  - force: Schwerinn", "unknown-name", (6, 12), "Schwerinn", "Schwerin"),
    (
        "  - force: Berlin\n    steps: [{march: Bresslau}]",
        "unknown-name",
        (7, 21),
        "Bresslau",
        "Breslau",
    ),
    ("  - force: Berlin\n    steps: [{marsh: Breslau}]", "unknown-key", (7, 14), "marsh", "march"),
    (
        "  - force: Berlin\n    steps: [{attack: Dresdn}]",
        "unknown-name",
        (7, 22),
        "Dresdn",
        "Dresden",
    ),
    ("  - force: Berlin\n    if: thaller >= 3", "unknown-condition", (7, 9), "thaller", "thaler"),
    ("  - force: Berlin\n    tims: 3", "unknown-key", (7, 5), "tims", "times"),
    ("  - force: Berlin\n    times: 99", "expected", (7, 12), "99", "1 to 60"),
    ("  - force: Berlin\n    pay: thalers", "unknown-word", (7, 10), "thalers", "thaler"),
    ("  - force: Berlin\n    units: [infantri]", "unknown-name", (7, 13), "infantri", "infantry"),
    ("  - force: Atlantis", "unknown-name", (6, 12), "Atlantis", "a leader of yours"),
    (
        "  - force: Berlin\n    steps: [{march: Dresden}]",
        "neutral-land",
        (7, 13),
        "{march: Dresden}",
        "declare war on it",
    ),
    (
        "  - force: Berlin\n    battle: [{markers: [Infantry Dril]}]",
        "unknown-name",
        (7, 25),
        "Infantry Dril",
        "Infantry Drill",
    ),
    (
        "reactions: [{who: any, truce: [{on: austira}]}]",
        "unknown-name",
        (6, 37),
        "austira",
        "austria",
    ),
    (
        "reactions: [{who: any, cancel: [{marker: Trucee}]}]",
        "unknown-name",
        (6, 42),
        "Trucee",
        "Truce",
    ),
    (
        "initiative: [{bid: 3}]",
        "other-season-key",
        (6, 13),
        "[{bid: 3}]",
        "write it in that season's sheet",
    ),
];

/// What is wrong is told with its line, its column, its mark and the likely word, and the entry before
/// it counts all the same.
#[test]
fn a_wrong_line_is_told_and_the_rest_counts() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let head = format!(
        "season: {}\npower: prussia\noperations:\n  - force: Schwerin\n    \
         steps: [{{march: Frankfurt}}]\n",
        by_mail.at.season.name
    );
    for (wrong, code, (line, column), mark, likely) in WRONG {
        let sheet = format!("{head}{wrong}\n");
        let (codes, told) = by_mail.faults("prussia", &sheet);
        assert_eq!(codes, [code], "{wrong}\n{told}");
        assert!(told.contains(&format!("line {line}, column {column}")), "{wrong}\n{told}");
        let marked = told.lines().find(|line| line.contains('^')).unwrap();
        let begins = marked.find('^').unwrap();
        let above = told.lines().zip(told.lines().skip(1)).find(|(_, under)| *under == marked);
        let (above, _) = above.unwrap();
        assert!(above[begins..].starts_with(mark.split(',').next().unwrap()), "{told}");
        assert!(told.contains(likely), "{wrong}\n{told}");
        let sheets = [("prussia".to_owned(), sheet)].into();
        let at = by_mail.at.clone();
        let (played, _) = by_mail.play(&sheets);
        by_mail.at = at;
        let marched = played.events.iter().any(|event| event.contains("operation-began"));
        assert!(marched, "{wrong}: the first entry is not played\n{:?}", played.events);
    }
}

/// An entry of whose units none can be read is not played: with all of the square it would do more than was meant.
#[test]
fn an_entry_without_a_unit_that_can_be_read_is_not_played() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let sheet = format!(
        "season: {}\npower: prussia\noperations:\n  - force: Schwerin\n    units: [infantri]\n    \
         steps: [{{march: Frankfurt}}]\n",
        by_mail.at.season.name
    );
    let (codes, told) = by_mail.faults("prussia", &sheet);
    assert_eq!(codes, ["unknown-name"], "{told}");
    let (played, _) = by_mail.play(&[("prussia".to_owned(), sheet)].into());
    assert!(!played.events.iter().any(|event| event.contains("operation-began")), "{told}");
}

/// Units, markers and leaders that an entry counts on and its author does not have are told at once; the
/// entry counts all the same, since they may be there by then.
#[test]
fn what_an_entry_counts_on_and_is_not_there_is_told() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let sheet = "season: operations 1741\npower: prussia\noperations:\n  - force: Schwerin\n    units: [5 \
                 siege train]\n    steps: [{attack: Glogau}]\n    battle: [{markers: [Charge, Oblique \
                 Attack, Infantry Drill]}]\n";
    let (codes, told) = by_mail.faults("prussia", sheet);
    for code in ["units-missing", "too-many-markers", "not-held"] {
        assert!(codes.contains(&code), "{code}: {told}");
    }
    let checked = by_mail.game.check(&by_mail.at.known["prussia"], sheet).unwrap();
    assert!(checked.counts && !checked.faults.has_faults());
}

/// The receipt says everything of an entry that will be played: the Spy, each step with its condition, the
/// battle markers, who commands, and who goes along on a forced march.
#[test]
fn a_receipt_says_everything_of_an_entry() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let sheet = "season: operations 1741\npower: prussia\noperations:\n  - force: Schwerin\n    spy: {square: \
                 Breslau, if: thaler >= 1}\n    steps: [{attack: {at: Glogau, if: odds >= 2:1}}]\n    battle: \
                 [{markers: [Infantry Drill], decoys: 1, if: odds < 3:1}, {markers: best}]\n    commander: \
                 Frederick II\n    forced march: [{force: Schwerin, steps: [{march: Crossen}], if: won}]\n  - \
                 force: Schwerin\n    steps: [{march: Steinau}]\n";
    let checked = by_mail.game.check(&by_mail.at.known["prussia"], sheet).unwrap();
    let lines = checked.understood[0].text();
    for wanted in [
        "a Spy looks first at Breslau, if thaler >= 1",
        "attacks Glogau (Austria, 1-2 units) = 1 point, if odds >= 2:1",
        "battle markers: Infantry Drill, 1 decoy, if odds < 3:1",
        "battle markers: best",
        "in battle Frederick II commands",
        "then a forced march of Schwerin, if won: ",
        "marches to Crossen",
        "no unit of yours stays at Küstrin, so its tax of 1 does not count for you",
        "if the walls hold, Austria names where you go back: Crossen, ",
    ] {
        assert!(lines.contains(wanted), "{wanted}\n{lines}");
    }
    let codes: Vec<_> = checked.faults.iter().map(|fault| fault.code).collect();
    assert!(codes.contains(&"not-held"), "{codes:?}");
    // The forced march is not sure, so the next entry begins at Glogau.
    let next = checked.understood[1].text();
    assert!(next.contains("no unit of yours stays at Glogau"), "{next}");
}

/// Of whoever comes to a square that is empty now the strength is not known, which is told as of those in
/// sight; and an offer of honours without any marker for it is told as such.
#[test]
fn a_receipt_says_what_is_not_known_of_those_who_may_come() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let mut known = by_mail.known("prussia");
    known.markers.own.retain(|marker| !marker.starts_with("Honours"));
    let seen = serde_json::to_string(&known).unwrap();
    let told = |steps: &str| {
        let sheet = format!(
            "season: operations 1741\npower: prussia\noperations:\n  - force: Schwerin\n    steps: [{steps}]\n"
        );
        let checked = by_mail.game.check(&seen, &sheet).unwrap();
        format!("{}{}", checked.faults.render(&sheet), checked.understood[0].text())
    };
    let empty = told("{attack: {at: Crossen, if: odds >= 3:2}}");
    let unknown = "nobody stands there now; the strength of a force that comes is not known, so the `if` does not hold then either";
    assert!(empty.contains(unknown), "{empty}");
    let sure = told("{attack: {at: Crossen, if: odds >= 3:2 or their strength is unknown}}");
    assert!(!sure.contains("strength of a force that comes"), "{sure}");
    let seen = told("{attack: {at: Glogau, if: odds >= 3:2}}");
    assert!(seen.contains("their strength is not known, so this is not done as"), "{seen}");
    let honours = told("{attack: Glogau}, {honours: 2}");
    assert!(honours.contains("you hold no marker Honours of War now"), "{honours}");
    let choices = by_mail.game.choices(&by_mail.at.known["prussia"], "Schwerin").unwrap().unwrap();
    let rounded = "reaches (half points rounded up), by the points it costs:";
    assert!(choices.iter().any(|line| line == rounded), "{choices:#?}");
}

/// An entry is tried on paper from where the one before it leaves its force, without those whom it dropped.
#[test]
fn entries_follow_each_other_on_paper() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let sheet = "season: operations 1741\npower: prussia\noperations:\n  - force: Schwerin\n    steps: \
                 [{march: Crossen}, {drop: [infantry]}]\n  - force: Schwerin\n    units: [cavalry]\n    steps: [{attack: Glogau}]\n  \
                 - force: Crossen\n    steps: [{march: Berlin}]\n  - force: Frederick II\n    if: Frederick \
                 II at Crossen\n    steps: [{attack: Glogau}]\n";
    let checked = by_mail.game.check(&by_mail.at.known["prussia"], sheet).unwrap();
    let told: Vec<String> = checked.understood.iter().map(|entry| entry.text()).collect();
    assert!(told[0].contains("drops veteran infantry at Crossen"), "{}", told[0]);
    assert!(told[1].starts_with("Schwerin, recruit cavalry; after entry 1\n"), "{}", told[1]);
    assert!(told[2].starts_with("veteran infantry; after entry 1\n"), "{}", told[2]);
    assert!(told[3].contains("from Crossen, as its condition says:"), "{}", told[3]);
}

/// An entry that waits for its `if` moves nobody on paper; a further one of the same force is told from where
/// it stands, and from where the other leads, unless the two never hold together.
#[test]
fn an_entry_is_told_after_one_that_waits_too() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let told = |first: &str, then: &str| {
        let sheet = format!(
            "season: operations 1741\npower: prussia\noperations:\n  - force: Schwerin\n    if: {first}\n    steps: \
             [{{march: Crossen}}]\n  - force: Schwerin\n    if: {then}\n    steps: [{{march: Glogau}}]\n"
        );
        let checked = by_mail.game.check(&by_mail.at.known["prussia"], &sheet).unwrap();
        [0, 1].map(|at| checked.understood[at].text())
    };
    let [first, both] = told("thaler >= 1", "not enemy at Crossen");
    let waits = "though another may have moved them by then: here entry 2";
    assert!(first.contains(waits) && !both.contains("waits while others"), "{first}\n{both}");
    assert!(both.contains("after entry 1, from Crossen: marches to Glogau"), "{both}");
    let [_, either] = told("thaler >= 1", "not thaler >= 1");
    assert!(!either.contains("after entry 1, from"), "{either}");
}

/// A march that does not reach those whom it is sent to attack asks about them, not about where it ends.
#[test]
fn an_attack_that_falls_short_asks_about_its_goal() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let sheet = "season: operations 1741\npower: prussia\noperations:\n  - force: Schwerin\n    steps: [{attack: \
                 {at: Vienna, if: odds >= 3:2}}]\n";
    let checked = by_mail.game.check(&by_mail.at.known["prussia"], sheet).unwrap();
    let told = checked.understood[0].text();
    assert!(told.contains("comes only as far as"), "{told}");
    assert!(told.contains("their strength is not known, so this is not done"), "{told}");
    assert!(!told.contains("nobody stands there now"), "{told}");
}

/// A march that goes so far round that it ends farther off than it began is told.
#[test]
fn a_way_round_that_leads_away_is_told() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let sheet = "season: operations 1741\npower: prussia\noperations:\n  - force: Frederick II\n    steps: [{attack: \
                 Olmütz}]\n";
    let (codes, told) = by_mail.faults("prussia", sheet);
    assert!(codes.contains(&"farther"), "{told}");
    assert!(told.contains("Bremen"), "{told}");
}

/// A key that belongs into a list is told with the list, and what is allowed is what this season asks.
#[test]
fn a_key_in_the_wrong_place_is_told_where_it_belongs() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let told = |line: &str| {
        let sheet = format!("season: operations 1741\npower: prussia\n{line}\n");
        by_mail.faults("prussia", &sheet).1
    };
    assert!(told("provision: {keep: 0}").contains("it is written under `reactions:`"));
    let allowed = told("xyzzy: 1");
    assert!(allowed.contains("operations,") && !allowed.contains("subsidies"), "{allowed}");
}

/// Before an operation is paid one is told what may be paid for nothing.
#[test]
fn what_may_be_paid_for_nothing_is_told() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let season = by_mail.at.season.name.clone();
    let codes = |steps: &str| {
        let entry = format!("  - {{force: Leopold, steps: [{steps}]}}");
        let sheet = format!("season: {season}\npower: prussia\noperations:\n{entry}\n");
        by_mail.faults("prussia", &sheet).0
    };
    assert_eq!(codes("{march: Magdeburg}"), ["stands-there"]);
    assert_eq!(codes("{march: Berlin}, {pillage: {if: thaler >= 3}}"), ["paid-before"]);
    assert!(codes("{march: {to: Berlin, if: thaler >= 3}}").is_empty());
}

#[test]
fn every_first_mail_holds() {
    first_mails_hold(REFEREE);
}

#[test]
fn a_first_mail_with_a_bad_sheet_is_found() {
    let quiet = "      mobilize: [{infantry: 1, of: france, at: Lille}]\n";
    a_bad_sheet_is_found(REFEREE, "first-silesian-war", "france", quiet);
}

/// The sheets that `umpire demo` plays order nothing that their writers could know to be wrong.
#[test]
fn the_sheets_of_the_demo_draw_no_remark() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../orders/frederick/first-silesian-war");
    let mut by_mail = ByMail::begun("first-silesian-war", &[("players", "4")], 0);
    for folder in [root.to_owned(), format!("{root}/2")] {
        let read = |seat: String| {
            let sheet = std::fs::read_to_string(format!("{folder}/{seat}.yaml")).unwrap();
            (seat, sheet)
        };
        let sheets: BTreeMap<String, String> = by_mail.seats().into_iter().map(read).collect();
        for (seat, sheet) in &sheets {
            let (codes, told) = by_mail.faults(seat, sheet);
            assert!(codes.is_empty(), "{told}");
        }
        by_mail.play(&sheets);
    }
}
