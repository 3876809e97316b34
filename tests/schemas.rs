//! A campaign of each format that there was opens, is proved as far as it can be, and is played on.
//!
//! The files are campaigns as older programs left them, as SQL; their mails and reports are
//! shortened. Formats 4 and 5 were written by the programs that had them; those before hold the same
//! campaign as far as their tables had room for it. Formats 6
//! to 11 are format 5 with what they added.

use assert_cmd::Command;
use predicates::str::contains;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn umpire(folder: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.current_dir(folder).env_remove("UMPIRE_CAMPAIGN").args(arguments).assert()
}

fn laid_out(format: u32) -> TempDir {
    let folder = TempDir::new().unwrap();
    let file = rusqlite::Connection::open(folder.path().join("campaign.db")).unwrap();
    let lay = |sql: &str| file.execute_batch(&fs::read_to_string(sql).unwrap()).unwrap();
    lay(&format!("tests/schemas/format-{}.sql", format.min(5)));
    // A step of the format's history is never edited.
    let steps =
        ["06-archive", "07-letters", "08-trust", "09-asks", "10-settled-mail", "11-newspaper"];
    for (later, step) in (6..).zip(steps) {
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
    for format in 1..=11 {
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
        if ![1, 11].contains(&format) {
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
