//! The kriegsspiel of 1805: its tables against a second copy, sheets that are wrong, and wars that
//! automatic players fight to their end.
//!
//! Every turn is gone through once more, event by event, on a state of its own, so that each property
//! is checked at the moment at which it can be broken.

mod looked;
pub mod witness;

use crate::root::root;
use crate::table::{Table, events, player, says_at_line, state};
use crate::{neutrals, politics};
use expect_test::expect_file;
use kit::ledger::{Ledger, gaps};
use kriegsspiel::book::Book;
use kriegsspiel::book::figures::{BattleTable, Cell};
use kriegsspiel::orders::STEPS;
use kriegsspiel::record::event::{Event, ForceEvent, WarEvent};
use kriegsspiel::season::setup::expected;
use kriegsspiel::sight::known::{Known, Marker};
use play::{Played, Position};
use report::{Around, Templates, map};
use sheet::frame;
use std::collections::{BTreeMap, BTreeSet};
use witness::Witness;

/// The rows of one table as they are printed: dashes, retreats and all.
fn printed(name: &str) -> BTreeMap<u32, Vec<String>> {
    let page = include_str!("rulebook/printed-tables.txt");
    let lines = page.lines().skip_while(|line| *line != name).skip(1);
    let rows = lines.map_while(|line| line.split_once(" | "));
    let cells = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    rows.map(|(roll, text)| (roll.parse().unwrap(), cells(text))).collect()
}

fn same_as_printed(name: &str, table: &BattleTable, last: &[u32]) {
    let rows = printed(name);
    assert_eq!(rows.keys().copied().collect::<Vec<_>>(), (2..=12).collect::<Vec<_>>(), "{name}");
    let width = table.columns().len();
    let mut counted = 0;
    for (roll, cells) in rows {
        let whole = last.is_empty() || last.contains(&roll);
        assert_eq!(cells.len(), width - usize::from(!whole), "{name} {roll}");
        for (column, cell) in cells.iter().enumerate() {
            let meant: Cell = cell.parse().unwrap();
            assert_eq!(table.read(column, roll as i32), meant, "{name} {roll}, column {column}");
            counted += 1;
        }
    }
    assert_eq!(counted, 11 * width - if last.is_empty() { 0 } else { 11 - last.len() });
}

/// Every printed cell of the three tables (§19.4, §19.5).
#[test]
fn every_cell_is_as_it_is_printed() {
    let tables = Table::new(&[]).book.tables;
    same_as_printed("field", &tables.field, &[2, 7, 11]);
    same_as_printed("meeting", &tables.meeting, &[2, 7, 11]);
    same_as_printed("siege", &tables.siege, &[]);
}

/// A table with a hole, a row too few or a cell that is none does not load.
#[test]
fn a_table_is_whole_or_it_does_not_load() {
    let page = include_str!("../../campaigns/kriegsspiel/book/tables/siege.yaml");
    let load = |page: &str| serde_yaml::from_str::<BattleTable>(page);
    assert!(load(page).is_ok());
    for (from, to) in [
        ("\"35/20R\"", "\"\""),
        ("\"35/20R\", ", ""),
        ("\"35/20R\"", "\"35-20R\""),
        ("\"35/20R\"", "\"135/20R\""),
        ("roll: 3", "roll: 4"),
        ("\"2:1\", ", ""),
    ] {
        let broken = page.replacen(from, to, 1);
        assert_ne!(broken, page, "{from}");
        assert!(load(&broken).is_err(), "{from} -> {to}");
    }
}

/// Every example of an order kind is accepted at the opening, and every kind has one.
#[test]
fn every_example_is_accepted() {
    let table = Table::new(&[]);
    let opening = table.opening();
    let councils = neutrals::table_of(politics::page(), &[]);
    let council = politics::council(&councils);
    let terms = politics::with_open_terms(&council);
    let europe = Table::named("kriegsspiel/europe", &[]);
    let at_sea = europe.opening();
    let folder = root().join("orders/kriegsspiel");
    let mut names = BTreeSet::new();
    for folder in [folder.clone(), folder.join("danube-1805")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|kind| kind != "yaml") {
                continue;
            }
            let sheet = std::fs::read_to_string(&path).unwrap();
            let power = frame::header(&sheet).power.unwrap();
            let (table, at) = match path.file_stem().and_then(|name| name.to_str()) {
                Some("politics") => (&councils, &council),
                Some("terms") => (&councils, &terms),
                Some("sail" | "land") => (&europe, &at_sea),
                _ => (&table, &opening),
            };
            let checked = table.game.check(&at.known[&power], &sheet).unwrap();
            let told = checked.faults.render(&sheet);
            assert!(!checked.faults.has_faults() && checked.counts, "{path:?}\n{told}");
            names.insert(path.file_stem().unwrap().to_str().unwrap().to_owned());
        }
    }
    for kind in STEPS {
        assert!(names.contains(kind.key), "{} has no example", kind.key);
    }
    assert!(["organise", "stance", "words", "budget"].iter().all(|name| names.contains(*name)));
}

/// What is wrong is named with its line, and the rest stands.
#[test]
fn bad_orders_are_named_with_their_line() {
    let table = Table::new(&[]);
    let opening = table.opening();
    let check = |power: &str, sheet: &str, line: usize, code: &str, words: &str, stands: &str| {
        let checked = table.game.check(&opening.known[power], sheet).unwrap();
        says_at_line(&checked, sheet, (line, code), words);
        let headings: Vec<&str> = checked.understood.iter().map(|u| u.heading.as_str()).collect();
        assert!(headings.iter().any(|heading| heading.starts_with(stands)), "{headings:?}");
    };
    // Over the command limit (§10.1).
    let sheet = "organise:\n  - assign: {formation: 3rd Brigade, to: nobody}\n  \
                 - assign: {formation: 3rd Brigade, to: Mack}\norders:\n  \
                 - {army: Kienmayer, steps: [{march: Augsburg}]}\n";
    check("austria", sheet, 3, "order-of-battle", "commands no more than 2", "Kienmayer");
    // Without action points (§17).
    let sheet = "orders:\n  - {army: Mack, steps: [{march: Augsburg}]}\n  \
                 - {army: Ferdinand, steps: [{march: Ulm}]}\n  \
                 - {army: Kienmayer, steps: [{march: Augsburg}]}\n  \
                 - {army: John, steps: [{march: Munich}]}\n  \
                 - {army: Liechtenstein, steps: [{march: Linz}]}\n";
    check("austria", sheet, 6, "no-action-points", "needs 2 action points, and 0", "John");
    // An attack on a friend.
    let sheet = "orders:\n  - {army: Mack, steps: [{attack: Kutuzov}]}\n  \
                 - {army: John, steps: [{march: Munich}]}\n";
    check("austria", sheet, 2, "name-unfit", "of your own side", "John");
    // A retreat into a neutral land.
    let sheet = "orders:\n  - army: Bernadotte\n    stance: defend\n    retreat: Ansbach\n  \
                 - {army: Ney, steps: [{march: Stuttgart}]}\n";
    check("france", sheet, 4, "name-unfit", "which is neutral", "Ney");
    // Steps that go nowhere, as a form has them.
    let sheet = "orders:\n  - {army: Ney, steps: [{march: []}]}\n  - {army: Soult, stance: raid}\n";
    check("france", sheet, 2, "key-missing", "`to:` is missing here", "Soult");
    let sheet = "orders:\n  - army: Ney\n    steps:\n      - march: Stuttgart\n      \
                 - attack: {force: 1}\n";
    check("france", sheet, 5, "key-missing", "`at:` is missing here", "Ney");
    // Somebody else's general, a place that is none, a force twice, a word too many.
    let sheet =
        "orders:\n  - {army: Deroy, steps: [{march: Ulm}]}\n  - {army: Ney, stance: raid}\n";
    check("france", sheet, 2, "name-unfit", "serves an ally", "Ney");
    let sheet =
        "orders:\n  - {army: Ney, steps: [{march: Ulmm}]}\n  - {army: Soult, stance: raid}\n";
    check("france", sheet, 2, "unknown-name", "did you mean `Ulm`?", "Soult");
    let sheet = "orders:\n  - {army: Ney, steps: [{march: Stuttgart}]}\n  \
                 - {army: Ney, steps: [{march: Ulm}]}\n";
    check("france", sheet, 3, "twice", "by an entry before this one", "Ney");
    let sheet = "orders:\n  - {army: Ney, stance: {is: attack, if: odds > lots}}\n";
    check("france", sheet, 2, "condition", "odds are written", "Ney");
    let sheet = "season: spring 1806\norders:\n  - {army: Ney, stance: defend}\n";
    check("france", sheet, 1, "other-season", "write `season: autumn 1805`", "Ney");
}

/// The receipt tells a condition whole, also in quotation marks, and who has no orders at all.
#[test]
fn a_receipt_tells_conditions_as_they_were_written() {
    let table = Table::new(&[]);
    let opening = table.opening();
    let sheet = "orders:
  - army: Ney
    steps: [{march: {to: Stuttgart, if: \"not enemy adjacent and (mp >= 2 or terrain is clear)\"}}]
    stance: {is: attack, if: 'odds >= 4:1 or their strength is unknown', else: besiege}
    break off: {if: our losses > their losses}
  - army: Soult
    stance: {else: besiege, is: attack, if: odds >= 2:1}
";
    let checked = table.game.check(&opening.known["france"], sheet).unwrap();
    assert!(!checked.faults.has_faults(), "{}", checked.faults.render(sheet));
    let told = format!("{:?}", checked.understood);
    for words in [
        "points, if not enemy adjacent and (mp >= 2 or terrain is clear) when this march begins\"",
        "stance: attack if odds >= 4:1 or their strength is unknown, else besiege",
        "breaks off in the night if our losses > their losses",
        "stance: attack if odds >= 2:1, else besiege",
    ] {
        assert!(told.contains(words), "{words} is not in {told}");
    }
    let idle = checked.understood.iter().find(|part| part.heading == play::WITHOUT_ORDERS);
    let idle = idle.unwrap().text();
    // Soult, who has a stance, stands beside him.
    let davout = "Davout stays at Mannheim W3425, and takes the stance of Soult there";
    assert!(idle.contains(davout) && !idle.contains("Soult stays"), "{idle}");
    let lannes = "Lannes stays at Strasbourg W3327, and attacks an enemy who comes there";
    assert!(idle.contains(lannes), "{idle}");
    let checked = table.game.check(&opening.known["austria"], "orders: []\n").unwrap();
    let idle = checked.understood.iter().find(|part| part.heading == play::WITHOUT_ORDERS);
    let idle = idle.unwrap().text();
    assert!(idle.contains("Mack stays at Ulm W3626, and defends its walls"), "{idle}");
}

/// A march that would lead far round the enemy, or away from its goal, is remarked upon (§12).
#[test]
fn a_receipt_remarks_on_detours() {
    let table = Table::new(&[]);
    let opening = table.opening();
    let told = |who: &str, goal: &str| {
        let sheet = format!("orders:\n  - {{army: {who}, steps: [{{march: {goal}}}]}}\n");
        let checked = table.game.check(&opening.known["france"], &sheet).unwrap();
        assert!(!checked.faults.has_faults());
        let told = checked.faults.iter().map(|remark| format!("{}: {}", remark.code, remark.text));
        told.collect::<Vec<_>>().join("; ")
    };
    let detour = told("Ney", "Ratisbonne");
    assert!(
        detour.starts_with(
            "detour: the direct way to Ratisbonne W4025 costs 11 points and is shut: "
        ) && detour.ends_with(", more than twice as much, so the force stays at Strasbourg W3327"),
        "{detour}"
    );
    let farther = told("Bernadotte", "Graz");
    assert!(farther.contains("farther: this turn ends at "), "{farther}");
    assert!(farther.contains(", farther from Graz E0328 than it began"), "{farther}");
    assert_eq!(told("Ney", "Stuttgart"), "");
}

/// No line of a comment in the form is wider than a mail program leaves it.
#[test]
fn the_comments_of_a_form_are_narrow() {
    let table = Table::new(&[]);
    let (before, played) = example_turn(&table);
    let mut comments = 0;
    for known in before.known.values().chain(played.after.known.values()) {
        let form = table.game.form(known, "the-danube-of-1805", None).unwrap();
        for line in form.lines().filter(|line| line.starts_with('#')) {
            assert!(line.chars().count() <= 64, "{line}");
            comments += 1;
        }
    }
    assert!(comments > 100, "{comments}");
}

/// Where several generals stand together the receipt says who commands, and whose stance does not count.
#[test]
fn a_receipt_says_who_commands() {
    let table = Table::new(&[]);
    let opening = table.opening();
    let lines = |sheet: &str| {
        let checked = table.game.check(&opening.known["france"], sheet).unwrap();
        assert!(!checked.faults.has_faults(), "{}", checked.faults.render(sheet));
        let part = checked.understood.into_iter().find(|part| part.heading == "Who commands");
        part.map(|part| part.words().map(str::to_owned).collect::<Vec<_>>()).unwrap_or_default()
    };
    let orders = "orders:
  - {army: Murat, steps: [{march: Stuttgart}], stance: attack}
  - {army: Lannes, steps: [{march: Stuttgart}], stance: defend}
  - {army: Ney, steps: [{march: Stuttgart}]}
";
    let told = lines(orders);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("Stuttgart"), "{told:?}");
    let list = ": Lannes, the first of equals in the list of generals; `commander:` can name another; \
                with them Murat, Ney; if they stand there as ordered, the \
                stance, break off and retreat of Murat do not count";
    assert!(told[0].ends_with(list), "{told:?}");
    let told = lines(&format!("commander: [Murat]\n{orders}"));
    let named = ": Murat, whom you name before his equals; with them Lannes, Ney; if they stand there as ordered, the \
                 stance, break off and retreat of Lannes do not count";
    assert!(told[0].ends_with(named), "{told:?}");
    assert!(lines("orders: [{army: Ney, stance: defend}]\n").is_empty());
}

/// Whoever sends a general alone to where the enemy stands reads that he stops before it, unless troops of
/// his side stand there too (§12.1).
#[test]
fn a_receipt_warns_a_general_without_troops() {
    let table = Table::new(&[]);
    let (_, played) = example_turn(&table);
    let known: Known = serde_json::from_str(&played.after.known["france"]).unwrap();
    let foe = known.markers.iter().find(|one| one.last.is_none() && known.is_foe(&one.power));
    let at = foe.expect("somebody is in sight").at;
    let foe = table.book.atlas.number(at);
    let mut alone = known.clone();
    alone.formations.retain(|_, one| one.at != at);
    assert!(alone.formations.len() < known.formations.len(), "own troops are in contact at {foe}");
    let check = |known: &Known, organise: &str| {
        let sheet = format!("{organise}orders: [{{army: Lannes, steps: [{{attack: {foe}}}]}}]\n");
        let known = serde_json::to_string(known).unwrap();
        let checked = table.game.check(&known, &sheet).unwrap();
        checked.faults.iter().any(|fault| fault.code == "unescorted")
    };
    let parted = "organise: [{assign: {formation: V Corps, to: nobody}}]\n";
    assert!(check(&alone, parted));
    assert!(!check(&known, parted), "he joins those of his side");
    assert!(!check(&alone, ""));
}

/// Who comes this turn stands, on paper too, beside a place that is lost by then (§8, §18).
#[test]
fn who_comes_to_a_lost_place_stands_beside_it() {
    let table = Table::new(&[]);
    let opening = table.opening();
    let mut known: Known = serde_json::from_str(&opening.known["france"]).unwrap();
    known.season = "winter 1805".parse().unwrap();
    let strasbourg = table.book.atlas.find("Strasbourg").unwrap();
    let comes = |known: &Known| expected(&table.book, known).generals["Augereau"].at;
    assert_eq!(comes(&known), strasbourg);
    known.held.insert(strasbourg, "austria".to_owned());
    assert_ne!(comes(&known), strasbourg);
}

/// An attack where nobody is in sight says so, and what comes of it (§12.1).
#[test]
fn a_receipt_says_when_nobody_is_known_to_be_where_one_attacks() {
    let table = Table::new(&[]);
    let opening = table.opening();
    let known: Known = serde_json::from_str(&opening.known["france"]).unwrap();
    let ulm = table.book.atlas.find("Ulm").unwrap();
    let foe = known.markers.iter().find(|one| one.at == ulm).unwrap().clone();
    let told = |at: &str, last, target: &str| {
        let mut known = known.clone();
        known.markers.clear();
        let at = table.book.atlas.find(at).unwrap();
        known.markers.insert(Marker { at, last, general: Some("Mack".to_owned()), ..foe.clone() });
        let sheet = format!("orders: [{{army: Ney, steps: [{{attack: {target}}}]}}]\n");
        let known = serde_json::to_string(&known).unwrap();
        let checked = table.game.check(&known, &sheet).unwrap();
        let ney = checked.understood.iter().find(|part| part.heading.starts_with("Ney")).unwrap();
        (ney.text(), checked.faults.iter().any(|one| one.code == "not-seen"))
    };
    let then =
        ": if none is there when it comes, the next step follows; without one it stays there";
    let (lines, _) = told("Stuttgart", None, "Mack");
    assert!(!lines.contains(then), "{lines}");
    let (lines, _) = told("Stuttgart", Some(known.season), "Mack");
    assert!(lines.contains("Mack was last seen at Stuttgart W3625 in autumn 1805, and not since"));
    assert!(lines.contains(then), "{lines}");
    let (lines, _) = told("Munich", None, "Mannheim");
    assert!(lines.contains("no enemy is known at Mannheim W3425 now"), "{lines}");
    let (lines, unseen) = told("Munich", None, "Kutuzov");
    assert!(unseen && lines.contains("left out, if nobody knows where Kutuzov stands"), "{lines}");
    assert!(lines.contains("stays at Strasbourg W3327"), "{lines}");
}

/// Any bytes end in a verdict.
#[test]
fn any_bytes_end_in_a_verdict() {
    use proptest::prelude::*;
    let table = Table::new(&[]);
    let known = table.opening().known["france"].clone();
    let start = std::fs::read(root().join("orders/kriegsspiel/danube-1805/france.yaml")).unwrap();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(40));
    let changes = prop::collection::vec((0..start.len(), any::<u8>()), 1..40);
    runner
        .run(&changes, |changes| {
            let mut bytes = start.clone();
            for (at, byte) in changes {
                bytes[at] = byte;
            }
            let mut faults = sheet::Diagnostics::default();
            let text = sheet::shape::text(&bytes, &mut faults).unwrap();
            let checked = table.game.check(&known, &text).unwrap();
            let _ = checked.faults.render(&text);
            Ok(())
        })
        .unwrap();
}

/// What automatic players must bring about, or the properties say nothing.
const EXPECTED: &[&str] = &[
    "moved",
    "halted",
    "force-marched",
    "deployed",
    "supplied",
    "starved",
    "harried",
    "invested",
    "fought",
    "broke-off",
    "battle-ended",
    "retreated",
    "surrendered",
    "captured",
    "reverted",
    "chanced",
    "general-lost",
    "succeeded",
    "assigned",
    "reshaped",
    "misread",
    "worded",
    "not-done",
    "scored",
];

/// Six turns with automatic players: no panic, every man accounted for, every retreat legal (§19.5),
/// and the sheets that they write have no fault.
#[test]
fn wars_are_fought_by_the_rules() {
    let games = if crate::effort::is_long() { 60 } else { 8 };
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..games {
        let directive = if seed % 2 == 0 { "on" } else { "off" };
        let intel = if seed % 4 == 1 { "estimates" } else { "scouted" };
        let table = Table::new(&[("directive", directive), ("intel", intel)]);
        let mut at = table.opening();
        loop {
            let sheets = table.sheets(&at, seed);
            let mut ledger = Ledger::seeded(&at.season.to_string(), [seed as u8; 32]);
            let played = table.game.resolve(&at, &sheets, &mut ledger).unwrap();
            for (power, known) in &played.after.known {
                let shown = table.game.shown(known).unwrap();
                assert_eq!(gaps(&shown), Vec::<String>::new(), "{power}, game {seed}");
            }
            let mut witness = Witness::new(&table.book, state(&at));
            witness.watch(&events(&played), &format!("game {seed}, {}", at.season), &mut seen);
            assert_eq!(witness.state, state(&played.after), "the events say all");
            if played.over {
                break;
            }
            at = played.after;
        }
    }
    let missing: Vec<_> = EXPECTED.iter().filter(|kind| !seen.contains_key(**kind)).collect();
    assert!(missing.is_empty(), "{missing:?} of {seen:?}");
}

/// The same turn twice, and once more from what the ledger kept, gives the same bytes.
#[test]
fn a_turn_is_a_function_of_its_inputs() {
    let table = Table::new(&[]);
    let mut at = table.opening();
    for _ in 0..3 {
        let sheets = table.sheets(&at, 7);
        let season = at.season.to_string();
        let mut ledger = Ledger::seeded(&season, [7; 32]);
        let first = table.game.resolve(&at, &sheets, &mut ledger).unwrap();
        let kept = ledger.entries().to_vec();
        let mut same = [Ledger::seeded(&season, [7; 32]), Ledger::replayed(&season, kept)];
        for ledger in &mut same {
            let again = table.game.resolve(&at, &sheets, ledger).unwrap();
            assert_eq!(again.events, first.events);
            assert_eq!(again.after, first.after);
            assert_eq!(ledger.finish(), Vec::<String>::new());
        }
        at = first.after;
    }
}

/// An idle power sends nothing, and nothing of it moves; its garrisons defend (§8).
#[test]
fn who_sends_nothing_stands_still() {
    let table = Table::new(&[]);
    let before = table.opening();
    let mut ledger = Ledger::seeded("autumn 1805", [3; 32]);
    let played = table.game.resolve(&before, &BTreeMap::new(), &mut ledger).unwrap();
    let moved = |event: &Event| {
        matches!(event, Event::Force(ForceEvent::Moved { .. }) | Event::War(WarEvent::Fought(_)))
    };
    assert!(!events(&played).iter().any(moved));
    let mut text = String::new();
    for (power, known) in &played.after.known {
        text += &player::sheet(&table.book, known, 1);
        assert!(table.game.form(known, "danube", None).unwrap().contains(power));
    }
    assert!(text.contains("orders:"));
}

/// The first turn of the example sheets: the position after it, and what happened.
pub fn example_turn(table: &Table) -> (Position, Played) {
    let before = table.opening();
    let folder = root().join("orders/kriegsspiel/danube-1805");
    let sheet = |power: &String| {
        let text = std::fs::read_to_string(folder.join(format!("{power}.yaml"))).unwrap();
        (power.clone(), text)
    };
    let sheets: BTreeMap<String, String> = before.known.keys().map(sheet).collect();
    let mut ledger = Ledger::seeded("autumn 1805", [1; 32]);
    let played = table.game.resolve(&before, &sheets, &mut ledger).unwrap();
    (before, played)
}

/// The text and the page of a report; the page before its styles are written into each tag, so that
/// one can read it.
pub fn printed_report(table: &Table, known: &str) -> (String, String) {
    let templates = Templates::new(&Default::default()).unwrap();
    let chart = table.game.chart(known).unwrap();
    let around = Around {
        campaign: "danube".to_owned(),
        root: "ab".repeat(32),
        digest: "cd".repeat(32),
        orders_from: "revision 1 of the sheet".to_owned(),
        map_told: map::beside(&chart).lines().map(str::to_owned).collect(),
        map_src: "cid:map".to_owned(),
        ..Around::default()
    };
    let view = around.with(table.game.view(known).unwrap());
    let text = templates.print("kriegsspiel/report.txt", &view).unwrap();
    for line in text.lines() {
        assert!(line.chars().count() <= 72, "{line}");
    }
    let page = templates.print("kriegsspiel/report.html", &view).unwrap();
    let (head, rest) = page.split_once("<style>").unwrap();
    let (_, body) = rest.split_once("</style>").unwrap();
    (text, format!("{head}{body}"))
}

/// The first turn of the example sheets, as its players and the umpire read it.
#[test]
fn the_example_turn_as_its_players_read_it() {
    let table = Table::new(&[]);
    let (before, played) = example_turn(&table);
    for (power, known) in &played.after.known {
        let (text, page) = printed_report(&table, known);
        expect_file![format!("reports/{power}.txt")].assert_eq(&text);
        expect_file![format!("reports/{power}.html")].assert_eq(&page);
        let chart = table.game.chart(known).unwrap();
        expect_file![format!("reports/{power}.map.txt")].assert_eq(&map::told(&chart));
    }
    let all = table.game.known_to_umpire(&before.state, &played.events).unwrap();
    let (text, _) = printed_report(&table, &all);
    expect_file!["reports/umpire.txt"].assert_eq(&text);
    let lines: Vec<&str> = played.digest.iter().map(|line| line.text.as_str()).collect();
    expect_file!["reports/digest.txt"].assert_eq(&(lines.join("\n") + "\n"));
}

/// The turn has what a war has: a battle, a siege, a retreat, conditions, words and letters; and no
/// power reads another's letters and words.
#[test]
fn the_example_turn_is_worth_reading() {
    let table = Table::new(&[]);
    let (_, played) = example_turn(&table);
    let happened = |name: &str| played.events.iter().any(|event| event.starts_with(name));
    for name in [
        "{\"fought\"",
        "{\"invested\"",
        "{\"retreated\"",
        "{\"force-marched\"",
        "{\"deployed\"",
        "{\"worded\"",
        "{\"not-done\"",
        "{\"letter\"",
    ] {
        assert!(happened(name), "{name} in {:#?}", played.events);
    }
    let known = |power: &str| &played.after.known[power];
    for (words, readers) in [
        ("In ten days you shall sleep", ["france", "bavaria"]),
        ("How many days to Ulm?", ["austria", "russia"]),
        ("spare your brave men", ["france", "austria"]),
        ("the river can be forded", ["austria", "austria"]),
        ("is still at Boulogne", ["bavaria", "bavaria"]),
    ] {
        for power in played.after.known.keys() {
            let reads = readers.contains(&power.as_str());
            assert_eq!(known(power).contains(words), reads, "{power}: {words}");
        }
    }
    for known in played.after.known.values() {
        let chart = table.game.chart(known).unwrap();
        assert!(chart.counters.len() > 3 && !chart.courses.is_empty());
    }
}

/// The nations, their capitals, victory cities and fortresses, typed from the text (§9).
#[test]
fn the_nations_are_those_of_the_text() {
    let book = Table::new(&[]).book;
    let text = [
        (
            "france",
            "PARIS Orleans Lyon Lille Brest* Strasbourg Toulouse Marseilles Brussels Hanover Milan Rome",
        ),
        ("austria", "VIENNA Salzburg Budapest Karlstadt Kolosvar* Krakow Lublin Venice"),
        ("britain", "LONDON Edinburgh York Dublin Gibraltar* Lisbon"),
        ("russia", "St._PETERSBURG MOSCOW Grodno Smolensk Riga Kiev Sevastopol"),
        ("spain", "MADRID Barcelona Ciudad_Rodrigo* Badajoz* Granada Naples"),
        ("ottoman", "CONSTANTINOPLE Bucharest Belgrade Sofia Cairo"),
        ("prussia", "BERLIN Breslau Königsberg Warsaw Leipzig"),
        ("sweden", "STOCKHOLM Nystadt* Karlskrona"),
        ("denmark", "COPENHAGEN Christiana*"),
        ("bavaria", "MUNICH"),
    ];
    let mut counted = 0;
    for (nation, cities) in text {
        for written in cities.split(' ') {
            let name = written.trim_end_matches('*').replace('_', " ");
            let city = book.atlas.find(&name).and_then(|at| book.city(at));
            let city = city.unwrap_or_else(|| panic!("no {name}"));
            let capital = name.ends_with(|last: char| last.is_uppercase());
            assert!(city.victory && city.nation == nation, "{name}");
            assert_eq!(city.capital, capital, "{name}");
            assert_eq!(city.walls > 0, written.ends_with('*'), "{name}");
            counted += 1;
        }
    }
    let victory = book.lands.cities().values().filter(|city| city.victory);
    assert_eq!(victory.count(), counted, "and no others, but for Cardiff, which the map lacks");
}

/// Whose troops are whose, and what is special about them (§10.4, §10.5).
#[test]
fn the_troops_are_those_of_the_text() {
    let troops = Table::new(&[]).book.troops;
    for kind in &troops.kinds {
        let of = |nation: &str| kind.serves(nation);
        let name = kind.name.as_str();
        match name {
            "old guard infantry" | "old guard cavalry" => {
                assert!(of("france") && !of("russia"));
                assert_eq!(kind.most, Some(if name.ends_with("infantry") { 8 } else { 4 }));
            }
            "guard infantry" => assert!(of("russia") && !of("austria")),
            "veteran line infantry" => assert!(kind.cost.is_none()),
            "austrian line infantry" => assert!(of("austria") && !of("france") && kind.hits == 2),
            "turk feudal infantry" | "turk feudal cavalry" => {
                assert!(of("ottoman") && !of("russia"));
            }
            "cossacks" => assert!(of("russia") && !of("austria") && kind.scout && kind.marauder),
            _ => assert_eq!(kind.most, None),
        }
        assert!((1..=5).contains(&kind.morale), "{name}");
        assert_eq!(kind.hits, if name == "austrian line infantry" { 2 } else { 1 }, "{name}");
    }
    assert!(troops.kinds.iter().any(|kind| kind.fanatic));
}

/// A scenario with more of the Old Guard than there is does not load, and says why (§10.5).
#[test]
fn the_old_guard_is_bounded() {
    let page = include_str!("../../campaigns/kriegsspiel/danube-1805/scenario.yaml");
    let more = page.replacen("old guard infantry: 4", "old guard infantry: 9", 1);
    assert_ne!(page, more);
    let mut shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    shelf.lay("kriegsspiel/danube-1805/scenario.yaml", more);
    let fault = Book::read(&shelf, "danube-1805", &Default::default()).unwrap_err();
    let told = format!("{fault}");
    assert!(told.contains("france has 9 old guard infantry, and may have 8"), "{told}");
}
