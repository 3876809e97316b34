//! A campaign of years, made as an umpire makes one: by the desk, with sheets taken in, seasons
//! resolved and published.
//!
//! Automatic players ([`player`]) give orders and write letters; the first of them sends mails, the
//! others' sheets are handed in. Now and then the umpire rules on a fact or a decision and says a word
//! of his own; one season is withdrawn and played again, one is played without sheets, and one player
//! is replaced. The same plan gives the same campaign but for the times of day in it.
//!
//! Not here: what is to be found of it (`tests/long_campaign.rs`, `benches/archive.rs`).
#![allow(dead_code, reason = "each test and bench uses its own part")]

pub mod page;
#[path = "../nations/player/mod.rs"]
pub mod player;
pub mod stretch;

use nations::book::Book;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;
use umpire::desk::campaign::new::{NewGame, create};
use umpire::desk::post::send::Errand;
use umpire::desk::season::play::Resolution;
use umpire::desk::season::rulings::Word;
use umpire::desk::{Access, Clock, Desk};
use umpire::rules::{self, Game};
use umpire::store::Store;

/// The scenario whose place in the book the long war takes.
const SCENARIO: &str = "marengo-1800";

/// What kind of campaign is made.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// How many seasons it will have; four at the least.
    pub seasons: usize,
    /// How many powers: two to seven.
    pub powers: usize,
    pub seed: u64,
}

impl Plan {
    /// The season that is withdrawn and played again.
    pub fn withdrawn(self) -> usize {
        self.seasons / 2
    }

    /// The season for which no sheet comes.
    pub fn silent(self) -> usize {
        self.seasons - 1
    }

    /// The season before which the player of the second power is replaced.
    pub fn handed_over(self) -> usize {
        self.seasons / 3
    }
}

/// A campaign that is played by the plan.
pub struct War {
    home: TempDir,
    pub folder: PathBuf,
    pub plan: Plan,
    book: Arc<Book>,
    /// How many seasons have been published and stand.
    pub played: usize,
}

impl War {
    /// A campaign that has started.
    pub fn begin(plan: Plan) -> War {
        assert!(plan.seasons >= 4, "in fewer not all of it can happen");
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("long-war");
        create(&NewGame {
            folder: folder.clone(),
            scenario: SCENARIO.into(),
            rules: None,
            name: Some("long-war".into()),
            options: vec![],
            after: None,
            secret: Some("17".repeat(32)),
            clock: Clock::Wall,
        })
        .unwrap();
        let page = page::page(plan.powers);
        fs::create_dir(folder.join("book")).unwrap();
        fs::write(folder.join("book/scenario.yaml"), &page).unwrap();
        // Dots take longer than all else here, and nothing here looks at them.
        let settings = fs::read_to_string(folder.join("umpire.yaml")).unwrap();
        let ours = "\nmail: {address: umpire@games.example}\nreport: {png: false}\n";
        fs::write(folder.join("umpire.yaml"), settings + ours).unwrap();
        let mut shelf = rules::shelf();
        shelf.lay(&format!("nations/{SCENARIO}/scenario.yaml"), page);
        let book = Book::read(&shelf, SCENARIO, &BTreeMap::new()).unwrap();
        let (referee, _) = rules::find(&shelf, SCENARIO).unwrap();
        let game = referee.open(&shelf, SCENARIO, &BTreeMap::new()).unwrap();
        let war = War { home, folder, plan, book: Arc::new(book), played: 0 };
        war.seat(game.as_ref());
        war.start();
        war
    }

    /// A campaign of which all seasons are played.
    pub fn played(plan: Plan) -> War {
        let mut war = War::begin(plan);
        war.play_to(plan.seasons);
        war
    }

    /// The same campaign once more in a folder of its own; its report files stay behind.
    pub fn copied(&self) -> War {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("long-war");
        fs::create_dir_all(folder.join("book")).unwrap();
        for name in ["campaign.db", "umpire.yaml", "book/scenario.yaml"] {
            fs::copy(self.folder.join(name), folder.join(name)).unwrap();
        }
        War { home, folder, book: Arc::clone(&self.book), ..*self }
    }

    /// Puts the powers of the page into the campaign, which was made with those of the book.
    fn seat(&self, game: &dyn Game) {
        let file = rusqlite::Connection::open(self.file()).unwrap();
        file.execute_batch("DELETE FROM known; DELETE FROM power;").unwrap();
        for power in game.card().powers {
            file.execute("INSERT INTO power (name, side) VALUES (?1, ?2)", power).unwrap();
        }
        file.execute("UPDATE season SET name = ?1", [page::FIRST]).unwrap();
    }

    fn start(&self) {
        let mut desk = self.desk();
        for power in &page::POWERS[..self.plan.powers] {
            let (name, address) = (format!("{power}'s player"), address(power));
            desk.add_player(&name, &address, &[(*power).to_owned()], None).unwrap();
        }
        desk.start(true, None).unwrap();
        drop(desk);
        let mut store = Store::open(&self.file()).unwrap();
        for (nth, player) in store.players().unwrap().into_iter().enumerate() {
            store.renew_token(player.id, &token(nth), &[]).unwrap();
        }
    }

    pub fn file(&self) -> PathBuf {
        self.folder.join("campaign.db")
    }

    /// A folder beside the campaign's own, for what a test writes.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub fn desk(&self) -> Desk {
        Desk::open(Some(&self.folder), Access::Write).unwrap()
    }

    pub fn store(&self) -> Store {
        Store::read_only(&self.file()).unwrap()
    }

    /// Plays on until so many seasons are published.
    pub fn play_to(&mut self, seasons: usize) {
        assert!(seasons <= self.plan.seasons, "no more are planned");
        let mut desk = self.desk();
        while self.played < seasons {
            self.season(&mut desk);
        }
    }

    /// Plays one season: sheets, words and rulings, draft, publication.
    fn season(&mut self, desk: &mut Desk) {
        let number = self.played + 1;
        if number == self.plan.handed_over() {
            let power = page::POWERS[1];
            desk.replace_player(power, "Cleo", "cleo@post.example", None).unwrap();
        }
        if number != self.plan.silent() && number != self.plan.withdrawn() + 1 {
            self.take_in(desk, number);
        }
        self.say(desk, number);
        let resolved = desk.resolve().unwrap();
        if number % 6 == 2 {
            overrule(desk, &resolved);
        }
        desk.publish(Some("it is a test"), None).unwrap();
        if number == self.plan.withdrawn() {
            // The sheets of the season after are in by then, and are judged anew.
            self.take_in(desk, number + 1);
            // What went out is known to have been taken back.
            desk.send(Errand::default()).unwrap();
            desk.rollback("a courier came late").unwrap();
            let fact = "tell: {text: A courier came late.}";
            desk.rule_on(Word::Fact { at: "start", text: fact }, "he was ill").unwrap();
            let resolved = desk.resolve().unwrap();
            overrule(desk, &resolved);
            desk.publish(Some("it is a test"), None).unwrap();
        }
        self.played = number;
    }

    /// The umpire's own words, and facts on which he rules.
    fn say(&self, desk: &mut Desk, number: usize) {
        if number % 3 == 1 {
            desk.narrate(None, &format!("The roads were deep in the year {number}.")).unwrap();
        }
        if number % 4 == 2 {
            let power = page::POWERS[number / 4 % self.plan.powers];
            desk.narrate(Some(power), "Your court grows impatient.").unwrap();
        }
        if number % 5 == 3 {
            let to = page::POWERS[number % self.plan.powers];
            let fact = format!("tell: {{to: [{to}], text: Forage is short along the Danube.}}");
            desk.rule_on(Word::Fact { at: "start", text: &fact }, "a bad harvest").unwrap();
        }
    }

    /// Has each power write its sheet from what it knows, and takes all of them in.
    fn take_in(&self, desk: &mut Desk, number: usize) {
        let store = self.store();
        let season = store.current_season().unwrap();
        let known = store.known(season.id).unwrap();
        let folder = self.beside("sheets");
        fs::create_dir_all(&folder).unwrap();
        let mut paths = vec![];
        for (nth, power) in page::POWERS[..self.plan.powers].iter().enumerate() {
            let seed = self.plan.seed * 10_000 + number as u64 * 10 + nth as u64;
            let sheet = player::sheet(&self.book, &known[*power], seed);
            let (end, text) =
                if nth == 0 { ("eml", mail(&sheet, number)) } else { ("yaml", sheet) };
            let path = folder.join(format!("{number}-{power}.{end}"));
            fs::write(&path, text).unwrap();
            paths.push(path);
        }
        let intake = desk.intake(paths).unwrap();
        for receipt in &intake.receipts {
            let played = receipt.verdict.starts_with("accepted");
            assert!(played, "{}: {}", receipt.verdict, receipt.text);
        }
        assert_eq!(intake.receipts.len(), self.plan.powers, "{:?}", intake.unreadable);
    }

    /// What the report files say, by their names; without the welcomes, which tell tokens that
    /// nothing fixes.
    pub fn reports(&self) -> BTreeMap<String, String> {
        let mut all = BTreeMap::new();
        for folder in fs::read_dir(self.folder.join("reports")).unwrap() {
            for file in fs::read_dir(folder.unwrap().path()).unwrap() {
                let path = file.unwrap().path();
                let name = path.strip_prefix(&self.folder).unwrap().display().to_string();
                if !name.contains("/welcome-") {
                    all.insert(name, fs::read_to_string(&path).unwrap());
                }
            }
        }
        all
    }
}

/// Answers a question otherwise than the default did, and has the season resolved again.
fn overrule(desk: &mut Desk, resolved: &Resolution) {
    let other = |question: &&umpire::desk::season::questions::OpenQuestion| {
        question.options.iter().any(|option| *option != question.taken)
    };
    let question = resolved.questions.iter().find(other).expect("something is left to defaults");
    let answer = question.options.iter().find(|option| **option != question.taken).unwrap();
    let word = Word::Answer { key: &question.key, answer };
    desk.rule_on(word, "his letter said so").unwrap();
    desk.resolve().unwrap();
}

fn address(power: &str) -> String {
    format!("{power}@post.example")
}

/// The token of a player, so that his mails are the same each time.
fn token(nth: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(nth).unwrap());
    format!("longtokenaaa{letter}")
}

/// A sheet as the first player mails it.
fn mail(sheet: &str, number: usize) -> String {
    let (address, token) = (address(page::POWERS[0]), token(0));
    format!(
        "Received: from post.example by mx.games.example; Sat, 21 Nov 2026 12:00:00 +0000\n\
         From: {address}\nTo: umpire+{token}@games.example\nSubject: orders\n\
         Message-ID: <orders-{number}@post.example>\nMIME-Version: 1.0\n\
         Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n\
         My orders:\n\n```yaml\n{sheet}```\n"
    )
}

/// All tokens and digests of a text masked: they follow from times of day, or from nothing.
pub fn masked(text: &str) -> String {
    let is_word = |letter: char| letter.is_ascii_alphanumeric();
    let mut masked = String::new();
    for part in text.split_inclusive(|letter| !is_word(letter)) {
        let word = part.trim_end_matches(|letter| !is_word(letter));
        let digest = word.len() >= 12 && word.chars().all(|letter| letter.is_ascii_hexdigit());
        masked += &if digest { part.replace(word, "#") } else { part.to_owned() };
    }
    masked
}

/// The bytes of a file.
pub fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}
