//! A campaign of the court that is played by mail: a Maildir in, a folder of mails out.

use crate::campaign::new::{NewGame, create};
use crate::intake::mailbox::{AtPath, Mailbox, Origin};
use crate::post::send::Errand;
use crate::{Access, Clock, Desk};
use kit::ledger::Entry;
use mail::saved::Saved;
use mail_parser::{MessageParser, MimeHeaders, PartType};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

const REPORT: &str = "{{ season }}: {{ power }} has {{ gold }} gold and {{ deck.own | join(sep=\", \") }}\n\
    {% for line in news %}* {{ line }}\n{% endfor %}{% include \"parts/answer.txt\" %}";

/// A campaign with its players' mails: `ada` and `bert` hold what each sent and got.
pub struct Table {
    pub home: TempDir,
    mails: usize,
}

impl Table {
    /// Begins a campaign with these options; Ada and Bert play.
    pub fn begun(options: &[&str]) -> Table {
        let table = Table { home: TempDir::new().unwrap(), mails: 0 };
        let folder = table.folder();
        create(&NewGame {
            folder: folder.clone(),
            scenario: "court/plain".into(),
            rules: None,
            name: Some("game".into()),
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            after: None,
            secret: Some("2a".repeat(32)),
            clock: Clock::Wall,
        })
        .unwrap();
        fs::write(folder.join("umpire.yaml"), "mail: {address: umpire@games.example}\n").unwrap();
        let templates = folder.join("templates/court");
        fs::create_dir_all(&templates).unwrap();
        fs::write(templates.join("report.txt"), REPORT).unwrap();
        let mut desk = table.desk();
        for (name, power) in [("Ada", "ada"), ("Bert", "bert")] {
            let address = format!("{power}@post.example");
            desk.add_player(name, &address, &[power.into()], None).unwrap();
        }
        desk.start(true, None).unwrap();
        drop(desk);
        table.send();
        table
    }

    pub fn folder(&self) -> PathBuf {
        self.home.path().join("game")
    }

    pub fn desk(&self) -> Desk {
        Desk::open(Some(&self.folder()), Access::Write).unwrap()
    }

    /// A player's mail for a power comes in and is answered: the verdict and the reason.
    pub fn mail(&mut self, name: &str, power: &str, orders: &str) -> (String, String) {
        let season = self.desk().current().unwrap().name;
        let sheet = format!("campaign: game\nseason: {season}\npower: {power}\n{orders}");
        self.post(name, "orders", &sheet)
    }

    /// A player's mail comes in: the verdict and the reason.
    pub fn post(&mut self, name: &str, subject: &str, text: &str) -> (String, String) {
        self.mails += 1;
        let small = name.to_lowercase();
        let token = self.desk().token(name).unwrap();
        let mail = format!(
            "From: {name} <{small}@post.example>\nTo: umpire+{token}@games.example\n\
             Subject: {subject}\nMessage-ID: <{}@post.example>\n\n{text}\n",
            self.mails
        );
        let own = self.home.path().join(&small);
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join(format!("sent-{}.eml", self.mails)), &mail).unwrap();
        let maildir = self.home.path().join("maildir");
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(maildir.join(part)).unwrap();
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        fs::write(maildir.join(format!("new/{now}.{}.mail", self.mails)), mail).unwrap();
        let origin = Origin::At(AtPath::Maildir, maildir);
        let mut mailbox = Mailbox::open(Some(&self.folder()), None, &origin).unwrap();
        let taken = mailbox.take_in(&AtomicBool::new(false)).unwrap();
        let receipt = taken.receipts.last().unwrap();
        (receipt.verdict.clone(), receipt.reason.clone())
    }

    /// The same for a sheet that must be taken.
    pub fn accepted(&mut self, name: &str, power: &str, orders: &str) {
        let (verdict, reason) = self.mail(name, power, orders);
        assert_eq!(verdict, "accepted", "{orders}: {reason}");
    }

    /// Plays the season and mails its reports.
    pub fn publish(&self) {
        let mut desk = self.desk();
        desk.resolve().unwrap();
        desk.publish(Some("it is a test"), None).unwrap();
        drop(desk);
        self.send();
    }

    /// Sends what waits, and gives each player their own mails.
    pub fn send(&self) {
        self.desk().send(Errand::default()).unwrap();
        let Ok(outbox) = fs::read_dir(self.folder().join("outbox")) else { return };
        for entry in outbox.map(Result::unwrap) {
            let mail = fs::read_to_string(entry.path()).unwrap();
            for name in ["ada", "bert"] {
                if mail.lines().any(|line| line.starts_with("To: ") && line.contains(name)) {
                    let own = self.home.path().join(name);
                    fs::create_dir_all(&own).unwrap();
                    fs::copy(entry.path(), own.join(entry.file_name())).unwrap();
                }
            }
        }
    }

    /// The folder with a player's mails.
    pub fn own(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// The mails that a player got, whose subject has these words, with all their files as text.
    pub fn got(&self, name: &str, words: &str) -> Vec<String> {
        let mut found = vec![];
        for (_, mail) in mails(&self.own(name)) {
            let saved = Saved::read(mail.as_bytes()).unwrap();
            if saved.list_id.is_some() && saved.subject.contains(words) {
                found.push(saved.text + &String::from_utf8_lossy(&saved.files.concat()));
            }
        }
        found
    }

    /// What a power knows at the start of the season that is open, as a document.
    pub fn known(&self, power: &str) -> Json {
        let desk = self.desk();
        let season = desk.store.newest_season().unwrap();
        let known = desk.store.known(season.id).unwrap();
        serde_json::from_str(&known[power]).unwrap()
    }

    /// The first card in a power's hand.
    pub fn card(&self, power: &str) -> String {
        self.known(power)["deck"]["own"][0].as_str().unwrap().to_owned()
    }

    /// The ledger of a season that was published.
    pub fn ledger(&self, season: &str) -> Vec<Entry> {
        let desk = self.desk();
        let id = desk.store.season(season).unwrap().id;
        let ledger = desk.store.ledger(id).unwrap();
        ledger.iter().map(|json| serde_json::from_str(json).unwrap()).collect()
    }
}

/// The mails in a folder, in the order of their names.
pub fn mails(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut all: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Copies the mails of a player.
pub fn copied(from: &Path) -> TempDir {
    let copy = TempDir::new().unwrap();
    for (path, _) in mails(from) {
        fs::copy(&path, copy.path().join(path.file_name().unwrap())).unwrap();
    }
    copy
}

/// Changes the JSON in a file of every mail whose subject has these words.
pub fn forge(folder: &Path, words: &str, name: &str, change: impl Fn(&mut Json)) {
    let mut forged = 0;
    for (path, mail) in mails(folder) {
        let subject = Saved::read(mail.as_bytes()).unwrap().subject;
        if subject.contains(words) && mail.contains(&format!("{name}\"")) {
            forge_one(&path, &mail, name, &change);
            forged += 1;
        }
    }
    assert!(forged > 0, "no mail called {words} has {name}");
}

fn forge_one(path: &Path, whole: &str, name: &str, change: impl Fn(&mut Json)) {
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
    let is_kept = |line: &&str| {
        !line.is_empty() && !line.to_lowercase().starts_with("content-transfer-encoding")
    };
    let header: Vec<&str> = whole[head..body].lines().filter(is_kept).collect();
    let forged = format!(
        "{}{}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n{}\r\n{}",
        &whole[..head],
        header.join("\r\n"),
        serde_json::to_string_pretty(&json).unwrap().replace('\n', "\r\n"),
        whole[end..].trim_start_matches("\r\n")
    );
    fs::write(path, forged).unwrap();
}
