//! A campaign of each format that there was opens, is proved as far as it can be, and is played on.
//!
//! The files are campaigns as older programs left them, as SQL; their mails and reports are
//! shortened. Formats 4 and 5 were written by the programs that had them; those before hold the same
//! campaign as far as their tables had room for it. Formats 6 to 12 are format 5 with what they added.
//! A sealed campaign of format 12 is one of today whose rows are laid into that format's tables.

use assert_cmd::Command;
use predicates::str::contains;
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use umpire::store::Store;

fn umpire(folder: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.current_dir(folder).env_remove("UMPIRE_CAMPAIGN").args(arguments).assert()
}

/// The steps of the format's history up to format 12.
const STEPS: [&str; 12] = [
    "01-campaign",
    "02-post",
    "03-intake",
    "04-narrative",
    "05-proof",
    "06-archive",
    "07-letters",
    "08-trust",
    "09-asks",
    "10-settled-mail",
    "11-newspaper",
    "12-kept-sheets",
];

fn laid_out(format: u32) -> TempDir {
    let folder = TempDir::new().unwrap();
    let file = rusqlite::Connection::open(folder.path().join("campaign.db")).unwrap();
    let lay = |sql: &str| file.execute_batch(&fs::read_to_string(sql).unwrap()).unwrap();
    lay(&format!("tests/schemas/format-{}.sql", format.min(5)));
    // A step of the format's history is never edited.
    for (later, step) in (6..).zip(&STEPS[5..]) {
        if format >= later {
            lay(&format!("src/store/migrations/{step}.sql"));
            file.pragma_update(None, "user_version", later).unwrap();
        }
    }
    fs::write(folder.path().join("umpire.yaml"), "report: {png: false}\n").unwrap();
    folder
}

#[test]
fn an_older_campaign_opens_and_goes_on() {
    for format in 1..=12 {
        let folder = laid_out(format);
        let folder = folder.path();
        // Who only reads says so, and changes nothing.
        umpire(folder, &["status"]).code(1).stderr(contains("written by an older umpire"));
        umpire(folder, &["resolve"]).success();
        assert!(
            folder.join("campaign.db.migrate-1.bak").is_file(),
            "format {format}: a copy is kept"
        );
        umpire(folder, &["archive", "list"])
            .success()
            .stdout(contains("spring 1796  published"))
            .stdout(contains("summer 1796  drafted"));
        umpire(folder, &["ruling", "list"]).success();
        umpire(folder, &["publish", "--force", "a test"]).success();
        // Nothing is wrong, and what was played under other rules is not played again.
        umpire(folder, &["verify"])
            .code(3)
            .stdout(contains("spring 1796: its record is verified"))
            .stdout(contains("it was published before seals were kept"))
            .stdout(contains("it was played under an earlier version of the rules"))
            .stdout(contains("summer 1796: played again"));
        // What was published before is taken back like any other season: the first and the last say it
        // for those between.
        if ![1, 12].contains(&format) {
            continue;
        }
        umpire(folder, &["rollback", "--reason", "a slip"]).success();
        umpire(folder, &["rollback", "--reason", "another"]).success();
        umpire(folder, &["ruling", "list"]).success().stdout(contains("empire land 2"));
        umpire(folder, &["resolve"]).success();
        umpire(folder, &["publish", "--force", "a test"]).success();
        umpire(folder, &["verify"]).code(3).stdout(contains("Nothing is wrong"));
    }
}

#[test]
fn a_newer_campaign_is_refused_with_a_sentence() {
    let folder = laid_out(4);
    let file = rusqlite::Connection::open(folder.path().join("campaign.db")).unwrap();
    file.pragma_update(None, "user_version", 99).unwrap();
    drop(file);
    for (command, code) in [("resolve", 1), ("verify", 2), ("status", 1)] {
        umpire(folder.path(), &[command]).code(code).stderr(contains("written by a newer umpire"));
    }
}

/// A campaign of two published seasons, with pictures in its mails.
fn sealed() -> TempDir {
    let folder = TempDir::new().unwrap();
    let players = "- {name: Ada, address: ada@post.example, powers: [france]}\n\
                   - {name: Ben, address: ben@post.example, powers: [austria]}\n";
    fs::write(folder.path().join("players.yaml"), players).unwrap();
    let new = ["new", "game", "--scenario", "nations/italy-1796"];
    let who = ["--address", "umpire@games.example", "--players", "players.yaml"];
    umpire(folder.path(), &[&new[..], &who].concat()).success();
    let game = folder.path().join("game");
    umpire(&game, &["start", "--defaults"]).success();
    for _ in 0..2 {
        umpire(&game, &["resolve"]).success();
        umpire(&game, &["publish", "--force", "a test"]).success();
        umpire(&game, &["send"]).success();
    }
    folder
}

/// The bytes of all mails and pages of a campaign.
fn kept(store: &Store) -> BTreeMap<String, Vec<u8>> {
    let mails = store.outbox().unwrap().into_iter();
    let mut all: BTreeMap<String, Vec<u8>> =
        mails.map(|mail| (mail.message_id, store.mail_body(mail.id).unwrap().0)).collect();
    for season in store.seasons().unwrap() {
        let reports = store.reports(season.id).unwrap().into_iter();
        all.extend(reports.map(|row| (format!("{} {}", season.name, row.name), row.body)));
    }
    all
}

/// Lays the rows of a campaign into the tables of format 12, which kept mails and pages as they are.
fn as_format_12(store: &Store, path: &Path) {
    let file = Connection::open(path).unwrap();
    for step in STEPS {
        let sql = fs::read_to_string(format!("src/store/migrations/{step}.sql")).unwrap();
        file.execute_batch(&sql).unwrap();
    }
    file.execute("ATTACH ?1 AS now", [store.path().to_str().unwrap()]).unwrap();
    file.execute_batch("PRAGMA foreign_keys = OFF; BEGIN").unwrap();
    let list = |query: &str| -> Vec<String> {
        let mut query = file.prepare(query).unwrap();
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    for table in list("SELECT name FROM main.sqlite_master WHERE type = 'table'") {
        let columns = list(&format!(
            "SELECT name FROM pragma_table_info('{table}', 'now') \
             WHERE name IN (SELECT name FROM pragma_table_info('{table}', 'main'))"
        ));
        let names = columns.join(", ");
        let (more, empty) = if table == "outbox" { (", body", ", x''") } else { ("", "") };
        file.execute_batch(&format!(
            "DELETE FROM main.{table}; \
             INSERT INTO main.{table} ({names}{more}) SELECT {names}{empty} FROM now.{table}"
        ))
        .unwrap();
    }
    let guards = "DROP TRIGGER mail_is_as_composed; DROP TRIGGER report_written_once";
    file.execute_batch(guards).unwrap();
    for mail in store.outbox().unwrap() {
        let body = store.mail_body(mail.id).unwrap().0;
        let update = "UPDATE outbox SET body = ?2 WHERE id = ?1";
        file.execute(update, rusqlite::params![mail.id, body]).unwrap();
    }
    for season in store.seasons().unwrap() {
        for row in store.reports(season.id).unwrap() {
            let update =
                "UPDATE report SET body = ?4 WHERE season = ?1 AND power = ?2 AND name = ?3";
            let which = rusqlite::params![season.id, row.power, row.name, row.body];
            file.execute(update, which).unwrap();
        }
    }
    for (step, trigger) in
        [("07-letters", "mail_is_as_composed"), ("01-campaign", "report_written")]
    {
        let sql = fs::read_to_string(format!("src/store/migrations/{step}.sql")).unwrap();
        let from = sql.rfind(&format!("CREATE TRIGGER {trigger}")).unwrap();
        let length = sql[from..].find("END;").unwrap() + "END;".len();
        file.execute_batch(&sql[from..from + length]).unwrap();
    }
    file.execute_batch("PRAGMA user_version = 12; COMMIT").unwrap();
}

/// Packing loses nothing, whenever it is stopped: bytes and seals are as they were, the file is shorter.
#[test]
fn a_sealed_campaign_is_packed_and_still_proved() {
    let home = sealed();
    let game = home.path().join("game");
    let file = game.join("campaign.db");
    let older = home.path().join("older.db");
    let before = {
        let store = Store::open(&file).unwrap();
        as_format_12(&store, &older);
        kept(&store)
    };
    assert!(before.values().any(|body| body.len() > 100_000), "a mail has a picture");
    let lay = || {
        for end in ["", "-wal", "-shm", ".migrate-1.bak"] {
            let _ = fs::remove_file(game.join(format!("campaign.db{end}")));
        }
        fs::copy(&older, &file).unwrap();
    };
    let open = || umpire(&game, &["deadline", "show"]).success();
    let read = || Store::open(&file).map(|store| kept(&store)).unwrap();
    // Stopped at some moment, and gone on with.
    for wait in [2, 10, 20, 30, 45, 60, 80, 120] {
        lay();
        let mut command = Process::new(env!("CARGO_BIN_EXE_umpire"));
        command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR")).env_remove("UMPIRE_CAMPAIGN");
        command.current_dir(&game).args(["deadline", "show"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        let _ = child.kill();
        child.wait().unwrap();
        open();
        assert_eq!(read(), before, "stopped after {wait} ms");
    }
    lay();
    open();
    assert_eq!(read(), before);
    let length = |path: &Path| fs::metadata(path).unwrap().len();
    assert!(length(&file) * 2 < length(&older), "{} of {}", length(&file), length(&older));
    umpire(&game, &["verify"]).success().stdout(contains("Proved: everything"));
    // A picture that is changed is found, as it was before.
    let spoilt = Connection::open(&file).unwrap();
    let change = "DROP TRIGGER file_is_as_kept; UPDATE file SET bytes = x'00'";
    spoilt.execute_batch(change).unwrap();
    let guard = fs::read_to_string("src/store/migrations/14-bodies.sql").unwrap();
    let from = guard.find("CREATE TRIGGER file_is_as_kept").unwrap();
    let length = guard[from..].find("END;").unwrap() + "END;".len();
    spoilt.execute_batch(&guard[from..from + length]).unwrap();
    drop(spoilt);
    umpire(&game, &["verify"]).code(1).stdout(contains("`outbox` is not as it was sealed"));
}
