//! Seasons that were taken back and are played again: nothing of what people said in them is lost.

use crate::campaign::deadline::Due;
use crate::season::rulings::Word;
use crate::tests::{at, garden_with, send, with_players};
use crate::{Desk, clock};
use store::{Narrated, SeasonRow, Status};
use tempfile::TempDir;

const SEASONS: [&str; 4] = ["spring 1800", "pruning 1800 (1)", "summer 1800", "autumn 1800"];

fn sheet(season: &str, power: &str, orders: &str) -> String {
    format!("season: {season}\npower: {power}\n{orders}\n")
}

/// The deadline passes, and a sheet comes late and is admitted.
fn admit_late(desk: &mut Desk, season: &str, power: &str, orders: &str) {
    let now = desk.clock.now();
    let written = clock::show(&now, &jiff::tz::TimeZone::UTC);
    desk.set_deadline(Due { written: &written[..16], past: true }, None).unwrap();
    let later: jiff::Timestamp = now.parse().unwrap();
    at(desk, &(later + jiff::SignedDuration::from_mins(10)).to_string());
    let late = send(desk, &sheet(season, power, orders));
    assert_eq!(late.verdict, "late", "{}", late.reason);
    let revision = late.revision.unwrap();
    desk.rule_on(Word::Sheet { power, revision }, "the post was slow").unwrap();
}

/// Says something to all and to one.
fn speak(desk: &mut Desk, season: &str) {
    desk.narrate(None, &format!("Of {season}.")).unwrap();
    desk.narrate(Some("bert"), &format!("Bert alone in {season}.")).unwrap();
}

fn publish(desk: &mut Desk) {
    desk.resolve().unwrap();
    desk.publish(Some("it is a test"), None).unwrap();
}

/// Three published seasons and one that is open, each with a ruling, a late sheet that was admitted,
/// and words of the umpire.
fn four_seasons() -> (TempDir, Desk) {
    let (folder, mut desk) = with_players(garden_with(&["pruned=by bert"]));
    desk.start(true, None).unwrap();
    for (number, season) in SEASONS.iter().enumerate() {
        send(&mut desk, &sheet(season, "ada", &format!("plant: {}\nask: yes", number + 2)));
        send(&mut desk, &sheet(season, "bert", "plant: 1\nstanding: {plant: 3}"));
        send(&mut desk, &sheet(season, "bert", "plant: 2"));
        admit_late(&mut desk, season, "bert", &format!("plant: {}", number + 5));
        speak(&mut desk, season);
        let question = desk.resolve().unwrap().questions.remove(0);
        desk.rule_on(Word::Answer { key: &question.key, answer: "pull" }, "it rained").unwrap();
        let key = format!("{season}/TOY §1/bert/-/1");
        desk.rule_on(Word::Answer { key: &key, answer: "6" }, "rolled at the table").unwrap();
        if number == 2 {
            desk.rule_on(Word::Option { name: "soil", value: "poor" }, "a drought").unwrap();
        }
        if number < 3 {
            publish(&mut desk);
        }
    }
    (folder, desk)
}

/// All that a season was played from and what came of it, but for how often its sheets were read.
fn played(desk: &Desk, season: &SeasonRow) -> Vec<String> {
    let (store, id) = (&desk.store, season.id);
    let draft = store.draft(id).unwrap().unwrap();
    let mut all = vec![draft.state, draft.root, draft.seed];
    all.extend(store.events(id).unwrap());
    all.extend(store.ledger(id).unwrap());
    all.extend(store.known_after(id).unwrap().into_values());
    all.push(format!("{:?}", store.options(id).unwrap()));
    for ruling in store.rulings(id).unwrap() {
        // The revision that was admitted has another number now.
        let key = ruling.key.split('/').next().unwrap_or_default().to_owned();
        let on = if ruling.kind == store::Kind::Sheet { key } else { ruling.key };
        all.push(format!("{} {on} {} {}", ruling.number, ruling.answer, ruling.reason));
    }
    let words = store.narratives(id).unwrap().into_iter();
    all.extend(words.map(|words| format!("{:?} {}", words.power, words.text)));
    let standing = store.standings(id).unwrap().into_iter();
    all.extend(standing.map(|(power, held)| format!("{power} {}", held.text)));
    for report in store.reports(id).unwrap() {
        let text = String::from_utf8(report.body).unwrap();
        // Of which revision the orders are stands in a line of its own.
        let lines = text.lines().filter(|line| !line.contains(" of the sheet"));
        all.push(lines.collect::<Vec<_>>().join("\n"));
    }
    all
}

fn standing(desk: &Desk) -> Vec<SeasonRow> {
    let mut seasons = desk.store.seasons().unwrap();
    seasons.retain(|season| season.status != Status::Withdrawn);
    seasons
}

#[test]
fn what_was_said_in_seasons_that_were_taken_back_stands_again() {
    let (_folder, mut desk) = four_seasons();
    publish(&mut desk);
    let first: Vec<Vec<String>> =
        standing(&desk).iter().map(|season| played(&desk, season)).collect();
    assert_eq!(first.len(), 4);
    // Once with the last season open, and then all the others behind it.
    for (season, rulings) in [("autumn 1800", 0), ("summer 1800", 3), ("pruning 1800 (1)", 4)] {
        let back = desk.rollback("a slip").unwrap();
        assert_eq!((back.season.as_str(), back.rulings), (season, rulings));
    }
    desk.rollback("another slip").unwrap();
    assert_eq!(desk.current().unwrap().name, "spring 1800");
    for (number, season) in SEASONS.iter().enumerate() {
        let open = desk.current().unwrap();
        assert_eq!(open.name, *season);
        desk.resolve().unwrap();
        let came = desk.came_in_words(&open).unwrap().join("\n");
        assert!(came.contains("bert: ") && came.contains("admitted by the umpire: the post was"));
        let published = desk.publish(Some("it is a test"), None).unwrap();
        let next = if number == 3 { (0, 0) } else { (3 + usize::from(number == 1), 2) };
        assert_eq!((published.rulings, published.words), next, "after {season}");
    }
    let again: Vec<Vec<String>> =
        standing(&desk).iter().map(|season| played(&desk, season)).collect();
    for (season, (then, now)) in SEASONS.iter().zip(first.iter().zip(&again)) {
        assert_eq!(then, now, "{season}");
    }
    let proved = desk.verify(None, &mut |_, _| {}).unwrap();
    assert_eq!(proved.verdict().code(), 0, "{proved:#?}");
}

#[test]
fn a_ruling_that_was_dropped_and_words_that_were_taken_back_stay_so() {
    let (_folder, mut desk) = four_seasons();
    desk.rollback("a slip").unwrap();
    desk.rollback("another").unwrap();
    publish(&mut desk);
    assert_eq!(desk.rulings().unwrap().len(), 4);
    // The late sheet is late again, and so are its standing orders.
    let admitted = desk.rulings().unwrap().into_iter().find(|one| one.kind == "sheet").unwrap();
    assert_eq!(admitted.on, "revision 4 of bert's sheet");
    desk.drop_ruling(admitted.number).unwrap();
    let words = desk.store.narratives(desk.current().unwrap().id).unwrap()[0].id;
    let (id, now) = (desk.current().unwrap().id, desk.clock.now());
    desk.store.narrate(id, Narrated::Unsay(words), &now, &Default::default()).unwrap();
    desk.rollback("a third").unwrap();
    publish(&mut desk);
    let open = desk.current().unwrap();
    assert_eq!(open.name, "summer 1800");
    let kinds: Vec<String> = desk.rulings().unwrap().into_iter().map(|one| one.kind).collect();
    assert_eq!(kinds, ["answer", "answer", "option"]);
    assert_eq!(desk.store.narratives(open.id).unwrap().len(), 1);
    // What waited for the umpire waits again, and is not played unasked.
    let waits = desk.status().unwrap().admissible;
    assert_eq!(waits.iter().map(|one| one.power.as_str()).collect::<Vec<_>>(), ["bert"]);
    let standings = desk.standings(open.id).unwrap();
    assert!(standings["bert"].text.contains("standing: {plant: 3}"), "of a revision before");
}

#[test]
fn a_sheet_for_a_season_that_was_taken_back_is_kept_until_it_opens() {
    let (_folder, mut desk) = four_seasons();
    desk.rollback("a slip").unwrap();
    desk.rollback("another").unwrap();
    let kept = send(&mut desk, &sheet("autumn 1800", "ada", "plant: 9"));
    assert_eq!((kept.verdict.as_str(), kept.revision), ("kept", None));
    assert!(kept.text.contains("KEPT: autumn 1800 was taken back by the umpire"), "{}", kept.text);
    assert!(kept.text.contains("Orders are being taken for pruning 1800 (1) now."));
    assert_eq!(send(&mut desk, &sheet("autumn 1800", "ada", "plant: 9 ")).verdict, "kept");
    assert_eq!(send(&mut desk, &sheet("autumn 1800", "ada", "plant: 9\n")).verdict, "kept");
    // A season that never was is refused as before.
    let other = send(&mut desk, &sheet("winter 1800", "ada", "plant: 9"));
    assert_eq!(other.verdict, "rejected");
    // Of the same season in between, the sheet counts.
    publish(&mut desk);
    assert_eq!(send(&mut desk, &sheet("summer 1800", "ada", "plant: 4")).verdict, "accepted");
    publish(&mut desk);
    let open = desk.current().unwrap();
    assert_eq!(open.name, "autumn 1800");
    let newest = desk.store.newest_sheet(open.id, "ada").unwrap().unwrap();
    assert!(newest.text.contains("plant: 9"));
    assert_eq!(newest.reason, "kept until the season opened again");
    assert!(newest.raw.is_some(), "the mail it came in is named");
    publish(&mut desk);
    let proved = desk.verify(None, &mut |_, _| {}).unwrap();
    assert_eq!(proved.verdict().code(), 0, "{proved:#?}");
}
