//! A campaign that is played by mail, with the mails of its players: a Maildir in, a folder of mails
//! out, and a folder for each player with what they sent and got.

use super::mails::mails;
use desk::campaign::new::{NewGame, create};
use desk::intake::mailbox::{AtPath, Mailbox, Origin};
use desk::intake::receive::Receipt;
use desk::post::send::Errand;
use desk::{Access, Clock, Desk};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};
use store::{SeasonRow, Store};
use tempfile::TempDir;

/// A scenario, and options with which another sort of game is played.
#[derive(Debug, Clone, Copy)]
pub struct Game {
    pub scenario: &'static str,
    pub options: &'static [&'static str],
    /// The page of a report, for a game of the tests that has none of its own.
    pub report: Option<&'static str>,
}

impl Game {
    pub const fn of(scenario: &'static str, options: &'static [&'static str]) -> Game {
        Game { scenario, options, report: None }
    }
}

/// A campaign while it is played.
///
/// `game` in its home is the campaign. Beside it lies a folder for each player.
pub struct Table {
    pub home: TempDir,
    /// How many mails the players have written.
    pub mails: usize,
}

impl Table {
    /// Sets up a campaign with these lines at the end of its settings; nobody plays yet.
    pub fn new(game: &Game, secret: &str, settings: &str) -> Table {
        let home = TempDir::new().unwrap();
        let folder = home.path().join("game");
        create(&NewGame {
            folder: folder.clone(),
            scenario: game.scenario.to_owned(),
            rules: None,
            name: Some("game".into()),
            options: game.options.iter().map(|option| (*option).to_owned()).collect(),
            after: None,
            secret: Some(secret.to_owned()),
            clock: Clock::Wall,
        })
        .unwrap();
        let before = fs::read_to_string(folder.join("umpire.yaml")).unwrap();
        let post = "\nmail: {address: umpire@games.example}\nreport: {png: false}\n";
        fs::write(folder.join("umpire.yaml"), before + post + settings).unwrap();
        if let Some(report) = game.report {
            let (rules, _) = game.scenario.split_once('/').unwrap();
            let templates = folder.join("templates").join(rules);
            fs::create_dir_all(&templates).unwrap();
            fs::write(templates.join("report.txt"), report).unwrap();
        }
        Table { home, mails: 0 }
    }

    pub fn folder(&self) -> PathBuf {
        self.home.path().join("game")
    }

    pub fn desk(&self) -> Desk {
        Desk::open(Some(&self.folder()), Access::Write).unwrap()
    }

    pub fn store(&self) -> Store {
        Store::open(&self.folder().join("campaign.db")).unwrap()
    }

    /// The season that is open.
    pub fn open(&self) -> SeasonRow {
        self.store().current_season().unwrap()
    }

    pub fn is_over(&self) -> bool {
        self.store().campaign().unwrap().ended.is_some()
    }

    /// The folder with the mails of a player.
    pub fn own(&self, player: &str) -> PathBuf {
        self.home.path().join(player.to_lowercase())
    }

    /// Somebody joins with these powers.
    pub fn seat(&self, player: &str, powers: &[String]) -> Result<(), desk::DeskError> {
        let address = format!("{}@post.example", player.to_lowercase());
        self.desk().add_player(player, &address, powers, None).map(drop)
    }

    /// A player writes a mail, which they keep.
    pub fn written(&mut self, player: &str, subject: &str, text: &str) -> PathBuf {
        self.mails += 1;
        let token = self.desk().token(player).unwrap();
        let mail = format!(
            "From: {player} <{}@post.example>\nTo: umpire+{token}@games.example\n\
             Subject: {subject}\nMessage-ID: <{}@post.example>\n\n{text}",
            player.to_lowercase(),
            self.mails
        );
        let own = self.own(player);
        fs::create_dir_all(&own).unwrap();
        let path = own.join(format!("sent-{:04}.eml", self.mails));
        fs::write(&path, mail).unwrap();
        path
    }

    /// A mail that was written comes into the mailbox and is answered.
    pub fn by_mail(&self, path: &Path) -> Option<Receipt> {
        let maildir = self.home.path().join("maildir");
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(maildir.join(part)).unwrap();
        }
        // A Maildir tells by its names when a mail came.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        fs::copy(path, maildir.join(format!("new/{now}.{}.mail", self.mails))).unwrap();
        self.take_in(&Origin::At(AtPath::Maildir, maildir))
    }

    /// The umpire takes in a mail that was saved as a file.
    pub fn saved_mail(&self, path: &Path) -> Option<Receipt> {
        self.take_in(&Origin::Files(vec![path.to_owned()]))
    }

    /// The umpire takes in a sheet that came by telephone.
    pub fn by_hand(&self, sheet: &str) -> Option<Receipt> {
        let path = self.home.path().join("by-hand.yaml");
        fs::write(&path, sheet).unwrap();
        self.take_in(&Origin::Files(vec![path]))
    }

    fn take_in(&self, origin: &Origin) -> Option<Receipt> {
        let mut mailbox = Mailbox::open(Some(&self.folder()), None, origin).unwrap();
        mailbox.give_reason("by telephone");
        mailbox.take_in(&AtomicBool::new(false)).unwrap().receipts.pop()
    }

    /// Sets when sheets are due, whatever the time of day is.
    pub fn deadline(&self, at: &str) {
        let id = self.open().id;
        self.store().move_deadline(id, Some(at), "2026-11-21T00:00:00Z", &[]).unwrap();
    }

    /// Plays the season, and mails its reports.
    pub fn publish(&self, force: Option<&str>) {
        let mut desk = self.desk();
        desk.resolve().unwrap();
        desk.publish(force, None).unwrap();
        drop(desk);
        self.send();
    }

    pub fn send(&self) {
        self.desk().send(Errand::default()).unwrap();
    }

    /// The campaign ends, if it has not, and its secret is told.
    pub fn reveal(&self) {
        let mut desk = self.desk();
        if !self.is_over() {
            desk.end("all are tired").unwrap();
        }
        desk.reveal().unwrap();
        drop(desk);
        self.send();
    }

    /// Puts the umpire's mails into the folders of those who got them.
    pub fn hand_out(&self, players: &[String]) {
        if !self.folder().join("outbox").exists() {
            return;
        }
        for (path, mail) in mails(&self.folder().join("outbox")) {
            for player in players {
                let to = format!("{}@post.example", player.to_lowercase());
                if mail.lines().any(|line| line.starts_with("To: ") && line.contains(&to)) {
                    fs::create_dir_all(self.own(player)).unwrap();
                    fs::copy(&path, self.own(player).join(path.file_name().unwrap())).unwrap();
                }
            }
        }
    }
}
