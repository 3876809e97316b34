//! What reports and receipts tell of: conditions that did not hold, marches that go round, cities beyond
//! those that a card asks for, and leaders of one name.

use crate::seam::ByMail;
use frederick::book::MERCENARY;
use frederick::book::troops::{Grade, Kind};
use frederick::record::unit::Unit;
use frederick::sight::Known;
use kit::ground::Space;
use std::collections::BTreeMap;

/// Plays a season with lines of one seat, and gives the remarks of its report.
fn remarks(by_mail: &mut ByMail, seat: &str, lines: &str) -> Vec<String> {
    let sheet = format!("season: {}\npower: {seat}\n{lines}\n", by_mail.at.season.name);
    by_mail.play(&BTreeMap::from([(seat.to_owned(), sheet)]));
    let view = by_mail.game.view(&by_mail.at.known[seat]).unwrap();
    serde_json::from_value(view["remarks"].clone()).unwrap()
}

/// A report says which parts of a condition did not hold, what they asked, and what was not known.
#[test]
fn a_report_says_which_parts_of_a_condition_failed() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    let all = remarks(
        &mut by_mail,
        "prussia",
        "initiative: [{bid: 3, if: thaler >= 1 and thaler of austria >= 90}]\n\
         diplomacy: [{declare war on: saxony, if: thaler of france >= 90}]\n\
         tax: {mercantilism: yes, if: holding Mercantilism}",
    );
    let told = |all: &[String], start: &str| {
        let one = all.iter().find(|line| line.starts_with(start));
        one.unwrap_or_else(|| panic!("{start}: {all:#?}")).clone()
    };
    let bid = told(&all, "initiative 1: ");
    assert!(bid.contains("did not hold: `thaler of austria >= 90` (thaler of austria "), "{bid}");
    assert!(!bid.contains("`thaler >= 1`"), "{bid}");
    let war = told(&all, "diplomacy 1: ");
    assert!(war.contains("at last `thaler of france >= 90` (thaler of france "), "{war}");
    assert_eq!(told(&all, "tax 1: "), "tax 1: its condition did not hold: `holding Mercantilism`.");
    let all = remarks(
        &mut by_mail,
        "prussia",
        "operations:\n\
         \x20 - {force: Berlin, if: thaler >= 90, steps: [{march: Crossen}]}\n\
         \x20 - {force: Stettin, steps: [{march: {to: Berlin, if: own units >= 1 and mp >= 9}}]}\n\
         \x20 - {force: Küstrin, steps: [{attack: {at: Glogau, if: odds >= 1:1}}]}\n\
         \x20 - {force: Magdeburg, pay: {with: thaler, if: thaler >= 90}, steps: [{march: Berlin}, {march: {to: \
         Crossen, if: go-around >= 9}}]}",
    );
    assert_eq!(told(&all, "Played: "), "Played: entry 4 as operation 1.");
    let never = told(&all, "Entry 1: ");
    assert!(never.contains("at any of your turns, at last `thaler >= 90` (thaler "), "{never}");
    let shut = told(&all, "Entry 2: ");
    assert!(shut.contains(": `mp >= 9` (mp ") && !shut.contains("own units"), "{shut}");
    let unknown = told(&all, "Entry 3: ");
    assert!(
        unknown.ends_with("its condition asked what was not known: `odds >= 1:1`."),
        "{unknown}"
    );
    let pay = told(&all, "Entry 4, `pay`: ");
    assert!(pay.contains(": `thaler >= 90` (thaler "), "{pay}");
    let step = told(&all, "Entry 4, `march`: ");
    assert!(step.ends_with(": `go-around >= 9` (go-around 1)."), "{step}");
}

/// Sheets of Prussia in the first season of operations: their receipts, and the codes of what is remarked.
fn receipt(lines: &str) -> (String, Vec<&'static str>) {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let sheet = format!("season: operations 1741\npower: prussia\n{lines}\n");
    let checked = by_mail.game.check(&by_mail.at.known["prussia"], &sheet).unwrap();
    let text = |entry: &play::UnderstoodEntry| format!("{}\n{}\n", entry.heading, entry.text());
    let codes = checked.faults.iter().map(|fault| fault.code).collect();
    (checked.understood.iter().map(text).collect(), codes)
}

/// An attack on a leader reckons with where the `if` of its entry says that they are, and not with where they are now.
#[test]
fn an_attack_goes_where_its_if_says_that_they_are() {
    let attack = |condition: &str| {
        receipt(&format!(
            "operations: [{{force: Frederick II, {condition}steps: [{{attack: Charles of Lorraine}}]}}]"
        ))
    };
    let (now, codes) = attack("");
    assert!(now.contains("attacks Prague") && codes == ["farther"], "{now}{codes:?}");
    let (near, codes) = attack("if: Charles of Lorraine within 1 of Berlin, ");
    assert!(near.contains("by the `if` they stand elsewhere then than now"), "{near}");
    assert!(!near.contains("Prague") && codes.is_empty(), "{near}{codes:?}");
    let (there, codes) = attack("if: Charles of Lorraine at Crossen, ");
    assert!(there.contains("attacks Crossen = ") && codes.is_empty(), "{there}{codes:?}");
}

/// A receipt says which entries wait for their `if`s, and that the season ends if all pass meanwhile.
#[test]
fn a_receipt_says_when_its_author_passes() {
    let (none, _) = receipt("operations: [{force: Berlin, steps: [{march: Crossen}]}]");
    assert!(!none.contains("When you pass"), "{none}");
    let waits = "{force: Schwerin, if: Glogau is ours, steps: [{march: Glogau}]}";
    let (one, _) =
        receipt(&format!("operations: [{{force: Berlin, steps: [{{march: Crossen}}]}}, {waits}]"));
    let said = "entry 2 waits for its `if`: you pass once nothing else is left to play";
    assert!(one.contains(said) && one.contains("the season is over"), "{one}");
    let (all, _) = receipt(&format!("operations: [{waits}]"));
    assert!(all.contains("as things stand no entry can be played"), "{all}");
}

fn unit(power: &str, kind: Kind, id: &str, at: Space) -> Unit {
    let (grade, owner) = match kind {
        Kind::Leader => (Grade::Plain, Some("prussia".to_owned())),
        _ => (Grade::Recruit, None),
    };
    let (id, power) = (id.to_owned(), power.to_owned());
    Unit { id, power, kind, grade, at, aboard: None, raised: 0, owner }
}

/// Puts units of Prussia where nobody else is known to stand.
fn stand(by_mail: &ByMail, known: &mut Known, units: &[(&str, Kind, &str, &str)]) {
    for (power, kind, id, at) in units {
        let at = by_mail.book.atlas.find(at).unwrap();
        known.stacks.remove(&at);
        known.own.insert((*id).to_owned(), unit(power, *kind, id, at));
    }
}

/// Where more cities are held than a card asks for, the count is not told as a part of what it asks.
#[test]
fn more_cities_than_a_card_asks_for_are_told_as_such() {
    let by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    let mut known = by_mail.known("prussia");
    stand(
        &by_mail,
        &mut known,
        &[
            ("prussia", Kind::Infantry, "one", "Dresden"),
            ("prussia", Kind::Infantry, "two", "Prague"),
            ("prussia", Kind::Infantry, "three", "Breslau"),
        ],
    );
    let view = by_mail.game.view(&serde_json::to_string(&known).unwrap()).unwrap();
    let lines = view["victory"].to_string();
    assert!(lines.contains("holds 1 of 2 cities; still open: Glogau"), "{lines}");
    assert!(lines.contains("holds 2 cities, of 1 needed, fulfilled"), "{lines}");
}

/// Who writes a name that two leaders bear is told which two they are.
#[test]
fn leaders_of_one_name_are_told_apart() {
    let by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    let mut known = by_mail.known("prussia");
    known.open.season = "operations 1741".parse().unwrap();
    let both = ["Mercenary leader (1)", "Mercenary leader (2)"];
    let units = both.map(|name| (MERCENARY, Kind::Leader, name, "Berlin"));
    stand(&by_mail, &mut known, &units);
    let head = "season: operations 1741\npower: prussia\n";
    for line in [
        "operations: [{force: mercenary leader, steps: [{march: Crossen}]}]",
        "operations: [{force: Berlin, units: [Mercenary leader], steps: [{march: Crossen}]}]",
        "operations: [{force: Berlin, steps: [{attack: Mercenary leader}]}]",
        "reactions: [{who: Mercenary Leader, met: fight}]",
    ] {
        let sheet = format!("{head}{line}\n");
        let checked = by_mail.game.check(&serde_json::to_string(&known).unwrap(), &sheet).unwrap();
        let told = checked.faults.render(&sheet);
        let codes: Vec<&str> = checked.faults.iter().map(|fault| fault.code).collect();
        assert!(codes.contains(&"name-not-clear"), "{line}\n{told}");
        assert!(told.contains("may be Mercenary leader (1) or Mercenary leader (2)"), "{told}");
    }
}

/// Where the direct way is shut, the receipt says by what, and through whose land the march goes instead;
/// where nothing shuts it, the receipt says nothing of the way.
#[test]
fn a_receipt_says_that_a_march_goes_round() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let told = |known: &Known, goal: &str| {
        let steps = format!("operations: [{{force: Magdeburg, steps: [{{march: {goal}}}]}}]");
        let sheet = format!("season: operations 1741\npower: prussia\n{steps}\n");
        let known = serde_json::to_string(known).unwrap();
        by_mail.game.check(&known, &sheet).unwrap().understood[0].text()
    };
    let mut known = by_mail.known("prussia");
    let round = told(&known, "Prague");
    assert!(round.contains("goes round "), "{round}");
    assert!(round.contains("since the direct way is shut: "), "{round}");
    assert!(round.contains("lies in Saxony, which is neutral"), "{round}");
    assert!(round.contains(" points instead of "), "{round}");
    assert!(!told(&known, "Berlin").contains("goes round"), "{}", told(&known, "Berlin"));
    known.open.relations.join("saxony", "prussia".to_owned());
    known.stacks.clear();
    assert!(!told(&known, "Prague").contains("goes round"), "{}", told(&known, "Prague"));
}
