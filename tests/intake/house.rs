//! A campaign for tests of mail: two players whose tokens are known.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use umpire::desk::campaign::new::{NewGame, create};
use umpire::desk::intake::mailbox::{Mailbox, Origin};
use umpire::desk::intake::receive::{Intake, Receipt};
use umpire::desk::{Access, Clock, Desk};
use umpire::store::{MailRow, SheetRow, Store};

pub const ADA: &str = "adatokenaaaaa";
pub const BEN: &str = "bentokenbbbbb";

/// A sheet of France that sends Bonaparte somewhere.
pub fn sheet(place: &str) -> String {
    format!(
        "campaign: italy\nseason: spring 1796\npower: france\nactivations:\n  - leader: Bonaparte\n    \
         steps:\n      - march: [{place}]\n"
    )
}

/// A mail of Ada's with her token in its address.
pub fn mail(id: &str, body: &str) -> String {
    from("Ada <ada@post.example>", ADA, id, body)
}

pub fn from(sender: &str, token: &str, id: &str, body: &str) -> String {
    format!(
        "Received: from post.example by mx.games.example; Sat, 21 Nov 2026 12:00:00 +0000\n\
         From: {sender}\nTo: umpire+{token}@games.example\nSubject: orders\n\
         Message-ID: <{id}@post.example>\n\n{body}"
    )
}

/// A campaign's folder.
pub struct House {
    pub folder: TempDir,
    /// The last mail whose lines were found narrow: see [`House::told`].
    looked: Cell<i64>,
}

impl House {
    /// A copy of a campaign that has started; making one takes a while, so one is made.
    pub fn started() -> House {
        type Files = Vec<(PathBuf, Vec<u8>)>;
        static MADE: OnceLock<(Files, i64)> = OnceLock::new();
        let (files, looked) = MADE.get_or_init(|| {
            let house = House::new();
            let mut files = vec![];
            for name in ["campaign.db", "umpire.yaml"] {
                files.push((PathBuf::from(name), fs::read(house.path(name)).unwrap()));
            }
            // Else each command would print the reports again.
            for page in fs::read_dir(house.path("reports/opening")).unwrap() {
                let name = PathBuf::from("reports/opening").join(page.unwrap().file_name());
                let bytes = fs::read(house.path(&name)).unwrap();
                files.push((name, bytes));
            }
            (files, house.looked.get())
        });
        let house = House::empty();
        house.looked.set(*looked);
        fs::create_dir_all(house.path("reports/opening")).unwrap();
        for (name, bytes) in files {
            fs::write(house.path(name), bytes).unwrap();
        }
        house
    }

    /// A copy of this campaign as it stands.
    pub fn copied(&self) -> House {
        self.checkpoint();
        let house = House::empty();
        house.looked.set(self.looked.get());
        fs::create_dir_all(house.path("reports/opening")).unwrap();
        let pages = fs::read_dir(self.path("reports/opening")).unwrap();
        let pages =
            pages.map(|page| PathBuf::from("reports/opening").join(page.unwrap().file_name()));
        for name in ["campaign.db", "umpire.yaml"].map(PathBuf::from).into_iter().chain(pages) {
            fs::copy(self.path(&name), house.path(&name)).unwrap();
        }
        house
    }

    fn empty() -> House {
        House { folder: TempDir::new().unwrap(), looked: Cell::new(0) }
    }

    /// Whatever waits in the log goes into the file that is copied.
    fn checkpoint(&self) {
        let connection = rusqlite::Connection::open(self.path("campaign.db")).unwrap();
        connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    }

    fn new() -> House {
        let house = House::setting_up("nations/italy-1796");
        let mut desk = house.desk();
        desk.start(true, None).unwrap();
        drop(desk);
        house.fix_tokens();
        house.told();
        house.checkpoint();
        house
    }

    /// A campaign that is being set up; Ada plays France, and Ben Austria.
    pub fn setting_up(scenario: &str) -> House {
        let house = House::empty();
        create(&NewGame {
            folder: house.path(""),
            scenario: scenario.into(),
            rules: None,
            name: Some("italy".into()),
            options: vec![],
            after: None,
            secret: Some("2a".repeat(32)),
            clock: Clock::Wall,
        })
        .unwrap();
        let settings = fs::read_to_string(house.path("umpire.yaml")).unwrap();
        let settings = settings + "\nmail: {address: umpire@games.example}\nreport: {png: false}\n";
        fs::write(house.path("umpire.yaml"), settings).unwrap();
        let mut desk = house.desk();
        desk.add_player("Ada", "ada@post.example", &["france".into()], None).unwrap();
        desk.add_player("Ben", "ben@post.example", &["austria".into()], None).unwrap();
        drop(desk);
        house
    }

    /// Gives both players the tokens that the tests know.
    pub fn fix_tokens(&self) {
        let mut store = self.store();
        for player in store.players().unwrap() {
            let token = if player.name == "Ada" { ADA } else { BEN };
            store.renew_token(player.id, token, &[]).unwrap();
        }
    }

    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join("italy").join(name)
    }

    pub fn store(&self) -> Store {
        Store::open(&self.path("campaign.db")).unwrap()
    }

    pub fn desk(&self) -> Desk {
        Desk::open(Some(&self.path("")), Access::Write).unwrap()
    }

    /// The newest mail of a kind to somebody, as it is sent.
    pub fn mailed(&self, kind: &str, to: &str) -> String {
        let rows = self.outbox().into_iter();
        let mut rows = rows.filter(|row| row.kind == kind && row.recipient.starts_with(to));
        let row = rows.next_back().expect("such a mail");
        String::from_utf8_lossy(&self.desk().mail(row.id).unwrap()).into_owned()
    }

    /// Adds a line to the settings.
    pub fn set(&self, line: &str) {
        let settings = fs::read_to_string(self.path("umpire.yaml")).unwrap();
        fs::write(self.path("umpire.yaml"), format!("{settings}\n{line}\n")).unwrap();
    }

    pub fn take_in(&self, origin: &Origin) -> Intake {
        let mut mailbox = Mailbox::open(Some(&self.path("")), None, origin).unwrap();
        mailbox.take_in(&AtomicBool::new(false)).unwrap()
    }

    /// Hands in one mail; gives its verdict.
    pub fn hand_in(&self, mail: impl AsRef<[u8]>) -> String {
        self.answered(mail).verdict
    }

    /// Hands in one mail; gives what became of it.
    pub fn answered(&self, mail: impl AsRef<[u8]>) -> Receipt {
        let number = fs::read_dir(self.folder.path()).unwrap().count();
        let path = self.folder.path().join(format!("mail-{number}"));
        fs::write(&path, mail).unwrap();
        let mut intake = self.take_in(&Origin::Files(vec![path]));
        assert_eq!(intake.receipts.len(), 1, "one mail, one verdict");
        intake.receipts.remove(0)
    }

    /// The mails that have been composed since the campaign started.
    pub fn outbox(&self) -> Vec<MailRow> {
        let mails = self.store().outbox().unwrap();
        mails.into_iter().filter(|mail| mail.kind != "welcome").collect()
    }

    /// Whom they went to and what they are; each mail since the last look is looked at for lines
    /// that are too wide.
    pub fn told(&self) -> Vec<String> {
        let (desk, mails) = (self.desk(), self.store().outbox().unwrap());
        for mail in mails.iter().filter(|mail| mail.id.0 > self.looked.get()) {
            is_narrow(&desk, mail);
            self.looked.set(mail.id.0);
        }
        let to = |mail: &MailRow| mail.recipient.split('@').next().unwrap().to_owned();
        let mails = mails.iter().filter(|mail| mail.kind != "welcome");
        mails.map(|mail| format!("{} -> {}", mail.kind, to(mail))).collect()
    }

    /// All revisions of a power's sheet.
    pub fn revisions(&self, power: &str) -> Vec<SheetRow> {
        let store = self.store();
        let season = store.current_season().unwrap();
        store.revisions(season.id, power).unwrap()
    }

    /// The place to which the sheet that is played sends Bonaparte.
    pub fn played(&self) -> Option<String> {
        let store = self.store();
        let season = store.current_season().unwrap();
        let sheet = store.newest_sheet(season.id, "france").unwrap()?;
        let (_, rest) = sheet.text.split_once("march: [")?;
        rest.split_once(']').map(|(place, _)| place.to_owned())
    }
}

fn is_narrow(desk: &Desk, mail: &MailRow) {
    let body = desk.mail(mail.id).unwrap();
    let message = mail_parser::MessageParser::default().parse(&body).unwrap();
    let text = message.body_text(0).unwrap();
    let wide = super::width::too_wide(&text);
    assert!(wide.is_empty(), "{}: too wide for a mail: {wide:#?}", mail.subject);
}
