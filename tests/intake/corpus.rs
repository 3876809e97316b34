//! The folder `tests/mail`: messages as odd as real life, each alone in a campaign of its own.
//!
//! What comes of each stands in `tests/mail/verdicts.txt`, with the first lines of what is said to
//! its player and the kinds of mail that go out. A name `NAME.1`, `NAME.2` is a row of mails that
//! come one after the other; `NAME.both` comes while Ada plays both powers.

use super::house::House;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use umpire::desk::intake::mailbox::Origin;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail")
}

/// The rows of mails, by name.
fn rows() -> BTreeMap<String, Vec<PathBuf>> {
    let mut rows: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "eml") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let row = name.trim_end_matches(|sign: char| sign.is_ascii_digit()).trim_end_matches('.');
        let row = if name.contains('.') { row } else { name };
        rows.entry(row.to_owned()).or_default().push(path);
    }
    rows.values_mut().for_each(|row| row.sort());
    rows
}

fn of_row(name: &str, row: &[PathBuf]) -> String {
    let house = House::started();
    if name.ends_with(".both") {
        let mut store = house.store();
        let ada = store.players().unwrap()[0].id;
        store.assign_power("austria", Some(ada)).unwrap();
    }
    let mut told = String::new();
    for path in row {
        let mail = fs::read(path).unwrap();
        // The form is as long as the book is; it is put in where it was sent back.
        let mail = match mail.strip_suffix(b"FORM") {
            Some(head) => [head, house.desk().form("france").unwrap().as_bytes()].concat(),
            None => mail,
        };
        let copy = house.folder.path().join(path.file_name().unwrap());
        fs::write(&copy, mail).unwrap();
        let before = house.outbox().len();
        let intake = house.take_in(&Origin::Files(vec![copy]));
        let [receipt] = &intake.receipts[..] else { panic!("{name}: one mail, one verdict") };
        let colon = if receipt.reason.is_empty() { "" } else { ": " };
        writeln!(told, "  {}{colon}{}", receipt.verdict, receipt.reason).unwrap();
        let says = |line: &&str| {
            line.starts_with("remark[")
                || line.starts_with("fault[")
                || line.starts_with("Read from")
                || line.starts_with("A mail program")
                || line.starts_with("Revision ")
        };
        for line in receipt.text.lines().filter(says) {
            writeln!(told, "    {line}").unwrap();
        }
        for mail in &house.told()[before..] {
            writeln!(told, "    {mail}").unwrap();
        }
    }
    if let Some(place) = house.played() {
        writeln!(told, "    played: {place}").unwrap();
    }
    for player in house.store().players().unwrap().iter().filter(|player| player.failing.is_some())
    {
        writeln!(told, "    {} cannot be reached", player.name).unwrap();
    }
    told
}

#[test]
fn every_mail_has_its_verdict() {
    let rows = rows();
    assert!(rows.len() >= 80, "there are {} rows of mails", rows.len());
    // Each has a campaign of its own, so they can be taken in side by side.
    let all: Vec<(&String, &Vec<PathBuf>)> = rows.iter().collect();
    let told: Vec<String> = std::thread::scope(|scope| {
        let some = |part: &[(&String, &Vec<PathBuf>)]| -> String {
            part.iter().map(|(name, row)| format!("{name}\n{}", of_row(name, row))).collect()
        };
        let parts: Vec<_> = all.chunks(all.len().div_ceil(3)).map(|part| part.to_vec()).collect();
        let running: Vec<_> =
            parts.into_iter().map(|part| scope.spawn(move || some(&part))).collect();
        running.into_iter().map(|part| part.join().unwrap()).collect()
    });
    expect_test::expect_file!["../mail/verdicts.txt"].assert_eq(&told.concat());
}
