//! Taking a mail in, from its bytes to its committed verdict, beside what it must cost at least.
//!
//! The floor runs the reader of MIME and the reader of YAML over the same bytes and commits one row,
//! with the same care for the disk. Figures are worth comparing within one run only.

use divan::{Bencher, black_box};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use umpire::desk::campaign::new::{NewGame, create};
use umpire::desk::intake::mailbox::{AtPath, Mailbox, Origin};
use umpire::desk::intake::receive::Intake;
use umpire::desk::{Access, Clock, Desk};
use umpire::mail::source::maildir;
use umpire::sheet::{Diagnostics, shape};

fn main() {
    divan::main();
}

/// A sheet of twenty orders.
#[derive(Debug, Clone, Copy)]
enum Sheet {
    /// All of it can be played.
    Sound,
    /// A part of it cannot, and six remarks say why.
    Doubtful,
}

impl Sheet {
    /// How many marches each entry has; the leaders take turns.
    fn marches(self) -> &'static [usize] {
        match self {
            Sheet::Sound => &[3, 3, 1, 4, 4, 5],
            Sheet::Doubtful => &[2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
        }
    }

    fn verdict(self) -> &'static str {
        match self {
            Sheet::Sound => "accepted",
            Sheet::Doubtful => "accepted with remarks",
        }
    }
}

/// A mail with a sheet; each is another one.
fn mail(token: &str, number: usize, sheet: Sheet) -> String {
    let mut text = "campaign: italy\nseason: spring 1796\npower: france\nactivations:\n".to_owned();
    for (entry, marches) in sheet.marches().iter().enumerate() {
        let leader = ["Bonaparte", "Massena", "Serurier"][entry % 3];
        text += &format!("  - leader: {leader}\n    steps:\n");
        for march in 0..*marches {
            // Serurier comes from behind; with all three at Genoa it would be full.
            let to = ["Genoa", "Savona"][(march + entry % 3 / 2) % 2];
            text += &match march {
                0 => format!("      - march: [{to}]\n"),
                _ => format!("      - march: {{to: [{to}], if: mp >= 4, else: go on}}\n"),
            };
        }
    }
    format!(
        "Received: from post.example by mx.games.example; Sat, 21 Nov 2026 12:00:00 +0000\n\
         From: Ada <ada@post.example>\nTo: umpire+{token}@games.example\nSubject: orders\n\
         Message-ID: <{number}@post.example>\nMIME-Version: 1.0\n\
         Content-Type: text/plain; charset=utf-8\n\nDear umpire,\n\n{text}# {number}\n\n-- \nAda\n"
    )
}

/// A campaign that has started, and Ada's token.
fn campaign() -> (TempDir, PathBuf, String) {
    let parent = tempfile::tempdir().expect("there is room for a campaign");
    let folder = parent.path().join("italy");
    create(&NewGame {
        folder: folder.clone(),
        scenario: "nations/italy-1796".into(),
        rules: None,
        name: Some("italy".into()),
        options: vec![],
        after: None,
        secret: Some("2a".repeat(32)),
        clock: Clock::Wall,
    })
    .expect("the scenario is in the binary");
    let settings = fs::read_to_string(folder.join("umpire.yaml")).expect("it was just written");
    let more = "\nmail: {address: umpire@games.example}\nintake: {answers-an-hour: 1000}\n";
    fs::write(folder.join("umpire.yaml"), settings + more).expect("it is ours");
    let mut desk = Desk::open(Some(&folder), Access::Write).expect("it was just made");
    let powers = ["france".to_owned()];
    let token = desk.add_player("Ada", "ada@post.example", &powers, None).expect("she is new");
    desk.start(true, None).expect("the defaults stand");
    (parent, folder, token)
}

fn put(place: &Path, name: usize, mail: &str) {
    fs::write(place.join("new").join(format!("{name}.a")), mail).expect("the folder is ours");
}

/// One mail after the other, from its bytes to its committed verdict and answer.
#[divan::bench(sample_count = 300, sample_size = 1, args = [Sheet::Sound, Sheet::Doubtful])]
fn a_mail_by_itself(bencher: Bencher, sheet: Sheet) {
    let (parent, folder, token) = campaign();
    let place = parent.path().join("Maildir");
    maildir::make(&place).expect("the folder is ours");
    let mut mailbox = Mailbox::open(Some(&folder), None, &Origin::At(AtPath::Maildir, place))
        .expect("it is there");
    let mut number = 0;
    bencher
        .with_inputs(|| {
            number += 1;
            mail(&token, number, sheet)
        })
        .bench_local_values(|mail| {
            let taken = mailbox.hand_in(mail.as_bytes()).expect("it is read");
            is_answered(&taken, sheet);
        });
}

/// The same out of a Maildir, which is looked through and in which the mail is moved.
#[divan::bench(sample_count = 300, sample_size = 1, args = [Sheet::Sound, Sheet::Doubtful])]
fn a_mail_in_its_maildir(bencher: Bencher, sheet: Sheet) {
    let (parent, folder, token) = campaign();
    let place = parent.path().join("Maildir");
    maildir::make(&place).expect("the folder is ours");
    let origin = Origin::At(AtPath::Maildir, place.clone());
    let mut mailbox = Mailbox::open(Some(&folder), None, &origin).expect("it is there");
    let mut number = 0;
    bencher
        .with_inputs(|| {
            number += 1;
            put(&place, number, &mail(&token, number, sheet));
        })
        .bench_local_values(|()| {
            let taken = mailbox.take_in(&AtomicBool::new(false)).expect("it is read");
            is_answered(&taken, sheet);
        });
}

fn is_answered(taken: &Intake, sheet: Sheet) {
    assert_eq!(taken.receipts[0].verdict, sheet.verdict());
    assert_eq!(taken.receipts[0].reason, "", "it is answered");
}

/// The least that can be done with one mail.
#[divan::bench(sample_count = 300, sample_size = 1, args = [Sheet::Sound, Sheet::Doubtful])]
fn a_mail_by_itself_the_floor(bencher: Bencher, sheet: Sheet) {
    let parent = tempfile::tempdir().expect("there is room for a file");
    let connection = floor(parent.path());
    let mut number = 0;
    bencher
        .with_inputs(|| {
            number += 1;
            mail("adatokenaaaaa", number, sheet)
        })
        .bench_local_values(|mail| least(&connection, &mail));
}

/// A folder of mails that waited over night, each of which is answered: no campaign gives more
/// answers within an hour, so each round has its own.
#[divan::bench(sample_count = 5, sample_size = 1, args = [Sheet::Sound, Sheet::Doubtful])]
fn a_thousand_mails(bencher: Bencher, sheet: Sheet) {
    bencher
        .with_inputs(|| {
            let (parent, folder, token) = campaign();
            let place = parent.path().join("Maildir");
            maildir::make(&place).expect("the folder is ours");
            (1..=1000).for_each(|number| put(&place, number, &mail(&token, number, sheet)));
            let origin = Origin::At(AtPath::Maildir, place);
            (Mailbox::open(Some(&folder), None, &origin).expect("it is there"), parent)
        })
        .bench_local_refs(|(mailbox, _)| {
            let taken = mailbox.take_in(&AtomicBool::new(false)).expect("it is read");
            assert_eq!(taken.counts.get(sheet.verdict()), Some(&1000));
            assert!(taken.receipts.iter().all(|one| one.reason.is_empty()), "each is answered");
        });
}

#[divan::bench(sample_count = 5, sample_size = 1, args = [Sheet::Sound, Sheet::Doubtful])]
fn a_thousand_mails_the_floor(bencher: Bencher, sheet: Sheet) {
    let parent = tempfile::tempdir().expect("there is room for a file");
    let connection = floor(parent.path());
    let mails: Vec<String> = (0..1000).map(|number| mail("adatokenaaaaa", number, sheet)).collect();
    bencher.bench_local(|| mails.iter().for_each(|mail| least(&connection, mail)));
}

fn floor(folder: &Path) -> rusqlite::Connection {
    let connection = rusqlite::Connection::open(folder.join("floor.db")).expect("it is new");
    connection
        .execute_batch(
            "PRAGMA journal_mode = wal; PRAGMA synchronous = full; \
             CREATE TABLE mail (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL, verdict TEXT NOT NULL)",
        )
        .expect("SQLite is in the binary");
    connection
}

fn least(connection: &rusqlite::Connection, mail: &str) {
    let message = mail_parser::MessageParser::default().parse(mail.as_bytes()).expect("it is one");
    let text = message.body_text(0).expect("it has one");
    let (_, sheet) = text.split_once("\n\n").expect("the sheet follows a line");
    let (sheet, _) = sheet.split_once("\n-- ").unwrap_or((sheet, ""));
    black_box(shape::shape(sheet, &mut Diagnostics::default()).expect("it is a sheet"));
    let insert = "INSERT INTO mail (bytes, verdict) VALUES (?1, 'accepted')";
    connection.execute(insert, [mail.as_bytes()]).expect("there is room");
}
