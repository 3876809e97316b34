//! The game whose mails are proved, and what changes them.

use data_encoding::BASE64;
use mail_parser::{MessageParser, MimeHeaders, PartType};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};
use tempfile::TempDir;
use umpire::desk::campaign::new::{NewGame, create};
use umpire::desk::intake::mailbox::{AtPath, Mailbox, Origin};
use umpire::desk::post::send::Errand;
use umpire::desk::season::rulings::Word;
use umpire::desk::{Access, Clock, Desk};
use umpire::mail::saved::Saved;
use umpire::store::Store;

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

/// A game while it is played.
struct Table {
    home: TempDir,
    mails: usize,
}

impl Table {
    fn folder(&self) -> PathBuf {
        self.home.path().join("game")
    }

    fn desk(&self) -> Desk {
        Desk::open(Some(&self.folder()), Access::Write).unwrap()
    }

    fn store(&self) -> Store {
        Store::open(&self.folder().join("campaign.db")).unwrap()
    }

    /// A mail of a player comes into the mailbox, and stays among those that they sent.
    fn mail(&mut self, name: &str, sheet: &str) -> String {
        self.mails += 1;
        let token = self.desk().token(name).unwrap();
        let small = name.to_lowercase();
        let mail = format!(
            "From: {name} <{small}@post.example>\nTo: umpire+{token}@games.example\n\
             Subject: orders\nMessage-ID: <{}@post.example>\n\n{sheet}",
            self.mails
        );
        let own = self.home.path().join(&small);
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join(format!("sent-{}.eml", self.mails)), &mail).unwrap();
        let maildir = self.home.path().join("maildir");
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(maildir.join(part)).unwrap();
        }
        // A Maildir tells by its names when a mail came.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        fs::write(maildir.join(format!("new/{now}.{}.mail", self.mails)), mail).unwrap();
        let origin = Origin::At(AtPath::Maildir, maildir);
        let mut mailbox = Mailbox::open(Some(&self.folder()), None, &origin).unwrap();
        let taken = mailbox.take_in(&AtomicBool::new(false)).unwrap();
        taken.receipts.last().unwrap().verdict.clone()
    }

    fn publish(&self, force: Option<&str>) {
        let mut desk = self.desk();
        desk.resolve().unwrap();
        desk.publish(force, None).unwrap();
        drop(desk);
        self.send();
    }

    fn send(&self) {
        self.desk().send(Errand::default()).unwrap();
    }

    fn deadline(&self, at: &str) {
        let mut store = self.store();
        let season = store.current_season().unwrap();
        store.move_deadline(season.id, Some(at), ("2026-11-21T00:00:00Z", "moved"), &[]).unwrap();
    }

    fn keep(&self, name: &str) {
        let file = rusqlite::Connection::open(self.folder().join("campaign.db")).unwrap();
        file.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        drop(file);
        copy(&self.folder(), &self.home.path().join(name));
    }
}

fn sheet(season: &str, power: &str, rest: &str) -> String {
    format!("campaign: game\nseason: {season}\npower: {power}\n{rest}")
}

const TO_GENOA: &str = "activations:\n  - leader: Bonaparte\n    steps:\n      - march: [Genoa]\n";
/// Orders that can be given wherever everybody stands.
const STEADY: &str = "reactions:\n  - who: any\n    second round: {if: odds >= 1:1}\n";

fn play() -> Played {
    let mut table = Table { home: TempDir::new().unwrap(), mails: 0 };
    let folder = table.folder();
    create(&NewGame {
        folder: folder.clone(),
        scenario: "nations/italy-1796".into(),
        rules: None,
        name: Some("game".into()),
        options: vec![],
        after: None,
        secret: Some("2a".repeat(32)),
        clock: Clock::Wall,
    })
    .unwrap();
    let settings = fs::read_to_string(folder.join("umpire.yaml")).unwrap();
    let settings = settings + "\nmail: {address: umpire@games.example}\nreport: {png: false}\n";
    fs::write(folder.join("umpire.yaml"), settings).unwrap();
    let mut desk = table.desk();
    desk.add_player("Ada", "ada@post.example", &["france".into()], None).unwrap();
    desk.add_player("Ben", "ben@post.example", &["austria".into()], None).unwrap();
    desk.start(true, None).unwrap();
    drop(desk);
    table.send();
    table.keep("begun");

    // Spring: a sheet with a private note, and one that came by telephone.
    let note = "note to umpire: |\n  Genoa is a feint.\n";
    let spring = sheet("spring 1796", "france", &format!("{TO_GENOA}{note}"));
    assert_eq!(table.mail("Ada", &spring), "accepted");
    let by_hand = table.home.path().join("ben.yaml");
    fs::write(&by_hand, sheet("spring 1796", "austria", "activations: []\n")).unwrap();
    let mut mailbox = Mailbox::open(Some(&folder), None, &Origin::Files(vec![by_hand])).unwrap();
    mailbox.give_reason("by telephone");
    mailbox.take_in(&AtomicBool::new(false)).unwrap();
    drop(mailbox);
    table.publish(None);

    // Spring is taken back while two sheets are in for summer.
    for odds in ["1:1", "2:1"] {
        let orders = STEADY.replace("1:1", odds);
        let verdict = table.mail("Ada", &sheet("summer 1796", "france", &orders));
        assert!(verdict.starts_with("accepted"), "{verdict}");
    }
    table.desk().rollback("a rule was read wrongly").unwrap();
    let again = sheet("spring 1796", "france", &TO_GENOA.replace("Genoa", "Savona"));
    assert!(table.mail("Ada", &again).starts_with("accepted"));
    table.publish(None);
    table.keep("open");

    // Summer: standing orders, and a late sheet that is admitted.
    let standing = format!("{STEADY}standing:\n  {}", STEADY.replace('\n', "\n  "));
    let summer = sheet("summer 1796", "france", &format!("{}\n{note}", standing.trim_end()));
    let verdict = table.mail("Ada", &summer);
    assert!(verdict.starts_with("accepted"), "{verdict}: {summer}");
    table.deadline("2026-01-01T00:00:00Z");
    assert_eq!(table.mail("Ben", &sheet("summer 1796", "austria", "activations: []\n")), "late");
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
    assert!(table.mail("Ada", &winter).starts_with("accepted"));
    table.publish(Some("Cleo has moved house"));
    let mut desk = table.desk();
    if table.store().campaign().unwrap().ended.is_none() {
        desk.end("all are tired").unwrap();
    }
    desk.reveal().unwrap();
    drop(desk);
    table.send();
    for entry in fs::read_dir(folder.join("outbox")).unwrap().map(Result::unwrap) {
        let mail = fs::read_to_string(entry.path()).unwrap();
        for name in ["ada", "ben", "cleo"] {
            if mail.lines().any(|line| line.starts_with("To: ") && line.contains(name)) {
                let own = table.home.path().join(name);
                fs::create_dir_all(&own).unwrap();
                fs::copy(entry.path(), own.join(entry.file_name())).unwrap();
            }
        }
    }
    Played { home: table.home }
}

/// The mails of a folder, each with its path.
pub fn mails(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

pub fn subject(mail: &str) -> String {
    Saved::read(mail.as_bytes()).unwrap().subject
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

/// Changes the JSON in a file of every mail whose subject ends like that; gives how many.
pub fn forge(folder: &Path, words: &str, name: &str, change: impl Fn(&mut Json)) -> usize {
    let mut changed = 0;
    for (path, mail) in mails(folder) {
        if subject(&mail).contains(words) && mail.contains(&format!("{name}\"")) {
            forge_one(&path, name, &change);
            changed += 1;
        }
    }
    assert!(changed > 0, "no mail is called {words}");
    changed
}

/// Changes the JSON in a file of one mail.
pub fn forge_one(path: &Path, name: &str, change: impl FnOnce(&mut Json)) {
    let whole = fs::read_to_string(path).unwrap();
    let message = MessageParser::default().parse(whole.as_bytes()).unwrap();
    let part = message.parts.iter().find(|part| part.attachment_name() == Some(name)).unwrap();
    let bytes = match &part.body {
        PartType::Text(text) => text.as_bytes().to_vec(),
        PartType::Binary(bytes) => bytes.to_vec(),
        _ => panic!("{name} is not a file"),
    };
    let at = |offset: u32| usize::try_from(offset).unwrap();
    let (head, body, end) = (at(part.offset_header), at(part.offset_body), at(part.offset_end));
    let mut json: Json = serde_json::from_slice(&bytes).unwrap();
    let before = json.clone();
    change(&mut json);
    assert_ne!(json, before, "nothing was forged in {name}");
    let letters = BASE64.encode(&serde_json::to_vec(&json).unwrap());
    let lines: Vec<&str> =
        letters.as_bytes().chunks(76).map(|line| std::str::from_utf8(line).unwrap()).collect();
    let header: Vec<&str> = whole[head..body].lines().collect();
    let header: Vec<&str> = header
        .into_iter()
        .filter(|line| !line.to_lowercase().starts_with("content-transfer") && !line.is_empty())
        .collect();
    let forged = format!(
        "{}{}\r\nContent-Transfer-Encoding: base64\r\n\r\n{}\r\n{}",
        &whole[..head],
        header.join("\r\n"),
        lines.join("\r\n"),
        whole[end..].trim_start_matches("\r\n")
    );
    fs::write(path, forged).unwrap();
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

pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).unwrap()),
        }
    }
}

/// Takes away what guards the tables, as whoever cheats would.
pub fn unguard(file: &rusqlite::Connection) {
    file.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    let mut query = file.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").unwrap();
    let names: Vec<String> =
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    drop(query);
    for name in names {
        file.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
}
