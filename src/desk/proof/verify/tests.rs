//! Whatever is changed in the record of a season is found, and its season is named.

use super::*;
use crate::campaign::deadline::Due;
use crate::proof::proven::Verdict;
use crate::season::rulings::Word;
use crate::tests::{at, played, send, sheet};
use crate::toy::court::histories::tally::unguard;
use crate::{Access, Clock};
use rusqlite::Connection;
use rusqlite::types::Value;
use std::collections::BTreeSet;
use std::fs;
use store::{Store, UNPROVED};
use tempfile::TempDir;

/// Two published seasons with a row in every table of the record.
fn campaign() -> (TempDir, Desk) {
    let (folder, mut desk) = played();
    send(&mut desk, &sheet("ada", "plant: 3\nask: yes\nstanding: {plant: 1}"));
    desk.set_deadline(Due { written: "2026-11-21 18:00", past: true }, None).unwrap();
    at(&mut desk, "2026-11-21T19:00:00Z");
    send(&mut desk, &sheet("bert", "plant: 2"));
    desk.rule_on(Word::Sheet { power: "bert", revision: 1 }, "the post was slow").unwrap();
    desk.rule_on(Word::Option { name: "soil", value: "rich" }, "rain").unwrap();
    desk.narrate(None, "A mild spring.").unwrap();
    let question = desk.resolve().unwrap().questions.remove(0);
    desk.rule(&question.key, "pull").unwrap();
    desk.resolve().unwrap();
    // What the garden itself never writes.
    let file = Connection::open(desk.store.path()).unwrap();
    let letters = "INSERT INTO letter VALUES (1, 1, 'ada', 'bert', 'Sir!'); \
                   INSERT INTO post_letter (season, sender, receiver, text, raw, received) \
                   VALUES (1, 'ada', 'bert', 'Sire!', NULL, 'now'); \
                   INSERT INTO kept_sheet (season, power, raw, text, received, way, why) \
                   VALUES (1, 'ada', 1, 'plant: 1', 'now', 'mail', ''); \
                   INSERT INTO envelope VALUES (1, 'id', 'ada@post.example', 'orders', NULL, 'd');";
    file.execute_batch(letters).unwrap();
    drop(file);
    desk.publish(None, None).unwrap();
    at(&mut desk, "2026-11-21T20:00:00Z");
    desk.resolve().unwrap();
    desk.publish(Some("it is a test"), None).unwrap();
    (folder, desk)
}

/// Another value of the same sort.
fn other(value: Value) -> Value {
    match value {
        Value::Null => Value::Integer(1),
        Value::Integer(number) => Value::Integer(number + 7000),
        Value::Real(number) => Value::Real(number + 1.0),
        // One letter is another one.
        Value::Text(text) => match text.char_indices().last() {
            Some((at, 'x')) => Value::Text(format!("{}y", &text[..at])),
            Some((at, _)) => Value::Text(format!("{}x", &text[..at])),
            None => Value::Text("x".into()),
        },
        Value::Blob(mut bytes) => {
            match bytes.last_mut() {
                Some(last) => *last ^= 1,
                None => bytes.push(1),
            }
            Value::Blob(bytes)
        }
    }
}

/// Opens a copy of the campaign with all that guards its tables taken away.
fn unguarded(from: &Desk, folder: &TempDir) -> Connection {
    let (path, bare) = (folder.path().join("campaign.db"), folder.path().join("bare.db"));
    let pragmas = "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; \
                   PRAGMA synchronous = OFF;";
    if bare.exists() {
        fs::copy(&bare, &path).unwrap();
        let file = Connection::open(&path).unwrap();
        file.execute_batch(pragmas).unwrap();
        return file;
    }
    from.store.backup(&bare).unwrap();
    let file = Connection::open(&bare).unwrap();
    file.execute_batch(pragmas).unwrap();
    unguard(&file);
    drop(file);
    unguarded(from, folder)
}

fn proved(folder: &TempDir) -> Verified {
    let clock = Clock::Fixed("2026-11-22T00:00:00Z".parse().unwrap());
    let desk = Desk { clock, ..Desk::open(Some(folder.path()), Access::Read).unwrap() };
    desk.verify(None, &mut |_, _| {}).unwrap()
}

/// Where a row of the first season is found in a table of the record.
fn first_row(table: &str) -> &'static str {
    match table {
        "campaign" | "power" | "page" => "1 = 1",
        "season" => "id = 1",
        "raw" | "outbox" | "journal" | "kept_sheet" => "sealed = 1",
        "book_page" => "book = (SELECT book FROM season WHERE id = 1)",
        "envelope" => "raw = 1",
        "mail_body" => "mail IN (SELECT id FROM outbox WHERE sealed = 1)",
        _ => "season = 1",
    }
}

#[test]
fn every_column_of_the_record_is_watched() {
    let (_folder, desk) = campaign();
    let copy = TempDir::new().unwrap();
    let templates = desk.folder().join("templates/toy");
    fs::create_dir_all(copy.path().join("templates/toy")).unwrap();
    fs::copy(templates.join("report.txt"), copy.path().join("templates/toy/report.txt")).unwrap();
    drop(unguarded(&desk, &copy));
    let whole = proved(&copy);
    assert_eq!(whole.verdict(), Verdict::Proved, "{whole:#?}");
    assert!(whole.seasons.iter().all(|season| season.played_again));

    let named = |table: &str, column: &str| {
        let mut unproved = UNPROVED.iter().filter(|(name, _, _)| *name == table);
        unproved.any(|(_, columns, _)| {
            columns.is_empty() || columns.split(", ").any(|other| other == column)
        })
    };
    let (mut found, mut unproved) = (0, 0);
    for (table, column) in columns(&copy) {
        if named(&table, &column) {
            unproved += 1;
            continue;
        }
        // No mail of this game has a file to be kept apart; `tests/schemas.rs` changes a picture.
        if table == "file" {
            continue;
        }
        let file = unguarded(&desk, &copy);
        change(&file, &table, &column);
        drop(file);
        let verified = proved(&copy);
        assert_eq!(
            verified.verdict(),
            Verdict::Fault,
            "{table}.{column} was changed, and nothing says so: {verified:#?}"
        );
        found += 1;
    }
    assert!(found >= 130 && unproved >= 30, "{found} columns found, {unproved} not proved");
}

/// The season that is open has no seal yet: its row is held against the season before, the scenario
/// and the journal. It is played through setting up, after a season, and after two taken back.
#[test]
fn every_column_of_an_open_season_is_watched() {
    let setting_up = crate::tests::garden();
    let following = campaign();
    let mut again = campaign();
    for _ in 0..2 {
        again.1.rollback("a rule was read wrongly").unwrap();
    }
    let mut found = BTreeSet::new();
    for (_folder, desk) in [setting_up, following, again] {
        let copy = TempDir::new().unwrap();
        drop(unguarded(&desk, &copy));
        let whole = proved(&copy);
        assert_eq!(whole.verdict(), Verdict::Proved, "{whole:#?}");
        let open = desk.store.newest_season().unwrap();
        let columns = columns(&copy).into_iter().filter(|(table, _)| table == "season");
        for (_, column) in columns.filter(|(_, column)| column != "changes") {
            let file = unguarded(&desk, &copy);
            change_where(&file, "season", &column, &format!("id = {}", open.id.0));
            drop(file);
            let verified = proved(&copy);
            assert_eq!(
                verified.verdict(),
                Verdict::Fault,
                "season.{column} of {} was changed, and nothing says so",
                open.name
            );
            found.insert(column);
        }
    }
    let unproved = UNPROVED.iter().filter(|(table, _, _)| *table == "season");
    let named: Vec<&str> = unproved.map(|(_, columns, _)| *columns).collect();
    assert_eq!(named, ["changes"]);
    assert!(found.len() >= 17, "{found:?}");
}

/// Every column of every table that a migration made.
fn columns(folder: &TempDir) -> Vec<(String, String)> {
    let file = Connection::open(folder.path().join("campaign.db")).unwrap();
    let query = "SELECT tables.name, columns.name FROM sqlite_master tables, \
                 pragma_table_info(tables.name) columns WHERE tables.type = 'table' \
                 AND tables.name NOT LIKE 'sqlite_%' AND tables.name NOT LIKE 'found_%'";
    let mut query = file.prepare(query).unwrap();
    let all = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    all.map(Result::unwrap).collect()
}

/// Changes one value of a table that belongs to the first season.
fn change(file: &Connection, table: &str, column: &str) {
    change_where(file, table, column, first_row(table));
}

/// Changes one value of a table in the first of these rows.
fn change_where(file: &Connection, table: &str, column: &str, rows: &str) {
    let read = format!("SELECT rowid, {column} FROM {table} WHERE {rows} LIMIT 1");
    // A table without row numbers is found by what is in it.
    let (number, value): (Option<i64>, Value) = file
        .query_row(&read, [], |row| Ok((row.get(0)?, row.get(1)?)))
        .or_else(|_| {
            let read = format!("SELECT {column} FROM {table} WHERE {rows} LIMIT 1");
            file.query_row(&read, [], |row| Ok((None, row.get(0)?)))
        })
        .unwrap_or_else(|fault| panic!("{table}.{column}: {fault}"));
    let only = match number {
        Some(number) => format!("rowid = {number}"),
        None => format!("{rows} AND {column} IS ?2"),
    };
    let update = format!("UPDATE {table} SET {column} = ?1 WHERE {only}");
    let done = match number {
        Some(_) => file.execute(&update, [other(value.clone())]),
        None => file.execute(&update, [other(value.clone()), value.clone()]),
    };
    // A column that takes numbers only is given one.
    let done = done.or_else(|_| file.execute(&update, [Value::Text("9x".into())]));
    assert!(done.unwrap_or_else(|fault| panic!("{table}.{column}: {fault}")) >= 1);
}

/// PROOF.md names what is not proved in the words of the program, and nothing else.
#[test]
fn the_page_on_proof_names_what_is_not_proved() {
    let page = include_str!("../../../../PROOF.md");
    let listed: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let lines: Vec<String> = UNPROVED
        .iter()
        .map(|(table, columns, why)| match *columns {
            "" => format!("| `{table}` | all | {why} |"),
            columns => format!("| `{table}` | {columns} | {why} |"),
        })
        .collect();
    assert_eq!(listed, lines);
}

#[test]
fn seasons_stand_in_one_line() {
    let (_folder, desk) = campaign();
    let copy = TempDir::new().unwrap();
    for (change, why) in [
        ("UPDATE season SET status = 'withdrawn' WHERE id = 1", "before it is withdrawn"),
        ("UPDATE season SET status = 'withdrawn' WHERE id = 2", "before it is withdrawn"),
        ("UPDATE season SET status = 'collecting' WHERE id = 2", "has a digest and is collecting"),
        ("UPDATE season SET seal = NULL WHERE id = 1", "its seal is gone"),
        ("UPDATE season SET seal = 'broken' WHERE id = 1", "is not as it was sealed"),
        ("UPDATE season SET previous = 'x' WHERE id = 3", "is not chained to"),
        ("DELETE FROM sheet WHERE season = 1", "the table `sheet` is not as it was sealed"),
        ("DELETE FROM draft WHERE season = 2", "its record is gone"),
        ("UPDATE raw SET bytes = x'00' WHERE sealed = 1", "other bytes than it came with"),
        (
            "INSERT INTO raw (sha256, source, received, bytes) VALUES ('a', 'b', 'c', x'00')",
            "other bytes than it came with",
        ),
    ] {
        unguarded(&desk, &copy).execute_batch(change).unwrap();
        let told = serde_json::to_string(&proved(&copy)).unwrap();
        assert!(told.contains(why), "{change}: {told}");
    }
}

#[test]
fn other_rules_or_another_book_are_said_and_not_found_fault_with() {
    let (_folder, desk) = campaign();
    let copy = TempDir::new().unwrap();
    for (change, note) in [
        ("edition = '0'", "it was played under 0, and this program plays 1: not played again"),
        ("book = 'x'", "the book has changed since, and its pages were not kept: not played again"),
    ] {
        let file = unguarded(&desk, &copy);
        file.execute_batch(&format!("UPDATE season SET {change} WHERE id = 2")).unwrap();
        drop(file);
        // Sealed like that: the note alone is left.
        let store = Store::open(&copy.path().join("campaign.db")).unwrap();
        let season = store.season("summer 1800").unwrap().id;
        let kept = store.seal(season).unwrap().unwrap();
        let seal = serde_json::to_string(&store.seal_again(season, &kept).unwrap()).unwrap();
        drop(store);
        let file = Connection::open(copy.path().join("campaign.db")).unwrap();
        file.execute("UPDATE season SET seal = ?1 WHERE id = 2", [seal]).unwrap();
        drop(file);
        let verified = proved(&copy);
        assert_eq!(verified.verdict(), Verdict::NotShown, "{verified:#?}");
        let summer = &verified.seasons[1];
        assert_eq!(
            (summer.notes.as_slice(), summer.played_again),
            ([note.to_owned()].as_slice(), false)
        );
        assert!(summer.answers > 0);
    }
}
