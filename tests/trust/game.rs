//! The game whose mails are proved.

use super::mails::{copy, mails};
use super::table::{Game, Table};
use desk::season::rulings::Word;
use mail::saved::Saved;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

/// The folders that are left of the game.
///
/// `game`: the campaign at its end. `begun`: after its start. `open`: with summer open, after spring
/// was taken back. `ada`, `ben`, `cleo`: the mails of each.
pub struct Played {
    pub home: TempDir,
}

pub fn played() -> &'static Played {
    static PLAYED: OnceLock<Played> = OnceLock::new();
    PLAYED.get_or_init(play)
}

/// A mail of a player comes in: its verdict.
fn mailed(table: &mut Table, name: &str, sheet: &str) -> String {
    let path = table.written(name, "orders", sheet);
    table.by_mail(&path).unwrap().verdict
}

/// Keeps the campaign as it is under another name.
fn keep(table: &Table, name: &str) {
    let file = rusqlite::Connection::open(table.folder().join("campaign.db")).unwrap();
    file.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(file);
    copy(&table.folder(), &table.home.path().join(name));
}

fn sheet(season: &str, power: &str, rest: &str) -> String {
    format!("campaign: game\nseason: {season}\npower: {power}\n{rest}")
}

const TO_GENOA: &str = "activations:\n  - leader: Bonaparte\n    steps:\n      - march: [Genoa]\n";
/// Orders that can be given wherever everybody stands.
const STEADY: &str = "reactions:\n  - who: any\n    second round: {if: odds >= 1:1}\n";

fn play() -> Played {
    let mut table = Table::new(&Game::of("nations/italy-1796", &[]), &"2a".repeat(32), "");
    table.seat("Ada", &["france".into()]).unwrap();
    table.seat("Ben", &["austria".into()]).unwrap();
    table.desk().start(true, None).unwrap();
    table.send();
    keep(&table, "begun");

    // Spring: a sheet with a private note, and one that came by telephone.
    let note = "note to umpire: |\n  Genoa is a feint.\n";
    let spring = sheet("spring 1796", "france", &format!("{TO_GENOA}{note}"));
    assert_eq!(mailed(&mut table, "Ada", &spring), "accepted");
    table.by_hand(&sheet("spring 1796", "austria", "activations: []\n")).unwrap();
    table.publish(None);

    // Spring is taken back while two sheets are in for summer.
    for odds in ["1:1", "2:1"] {
        let orders = STEADY.replace("1:1", odds);
        let verdict = mailed(&mut table, "Ada", &sheet("summer 1796", "france", &orders));
        assert!(verdict.starts_with("accepted"), "{verdict}");
    }
    table.desk().rollback("a rule was read wrongly").unwrap();
    let again = sheet("spring 1796", "france", &TO_GENOA.replace("Genoa", "Savona"));
    assert!(mailed(&mut table, "Ada", &again).starts_with("accepted"));
    table.publish(None);
    keep(&table, "open");

    // Summer: standing orders, and a late sheet that is admitted.
    let standing = format!("{STEADY}standing:\n  {}", STEADY.replace('\n', "\n  "));
    let summer = sheet("summer 1796", "france", &format!("{}\n{note}", standing.trim_end()));
    let verdict = mailed(&mut table, "Ada", &summer);
    assert!(verdict.starts_with("accepted"), "{verdict}: {summer}");
    table.deadline("2026-01-01T00:00:00Z");
    assert_eq!(
        mailed(&mut table, "Ben", &sheet("summer 1796", "austria", "activations: []\n")),
        "late"
    );
    let late = Word::Sheet { power: "austria", revision: 1 };
    table.desk().rule_on(late, "the post was slow").unwrap();
    table.publish(None);

    // Autumn: Ada's standing orders are played, and Cleo plays for Ben.
    table.desk().replace_player("austria", "Cleo", "cleo@post.example", None).unwrap();
    table.send();
    table.deadline("2026-01-01T00:00:00Z");
    table.publish(None);

    // Winter is published before its deadline.
    table.deadline("2099-01-01T00:00:00Z");
    let winter = sheet("winter 1796", "france", STEADY);
    assert!(mailed(&mut table, "Ada", &winter).starts_with("accepted"));
    table.publish(Some("Cleo has moved house"));
    table.reveal();
    table.hand_out(&["Ada", "Ben", "Cleo"].map(str::to_owned));
    Played { home: table.home }
}

/// The text of a mail with single spaces.
pub fn text(mail: &str) -> String {
    let saved = Saved::read(mail.as_bytes()).unwrap();
    saved.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of a mail and all files that came with it.
pub fn whole(mail: &str) -> String {
    let saved = Saved::read(mail.as_bytes()).unwrap();
    saved.text + &String::from_utf8_lossy(&saved.files.concat())
}

/// The first mail with a file of that name.
pub fn with_file(folder: &Path, name: &str) -> (PathBuf, String) {
    let named = format!("{name}\"");
    mails(folder).into_iter().find(|(_, mail)| mail.contains(&named)).unwrap()
}

/// Whether a file below a folder holds some words.
pub fn holds(folder: &Path, words: &str) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => holds(&path, words),
            false => String::from_utf8_lossy(&fs::read(&path).unwrap()).contains(words),
        }
    })
}
