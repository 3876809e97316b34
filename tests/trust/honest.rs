//! Games that honest umpires ran, made up from a number: whole seasons with everything that makes a
//! game untidy. Nobody who looks at the mails of such a game may call its umpire a cheat.

use crate::game::{self, copy};
use crate::luck::Luck;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};
use tempfile::TempDir;
use umpire::desk::campaign::new::{NewGame, create};
use umpire::desk::intake::mailbox::{AtPath, Mailbox, Origin};
use umpire::desk::post::send::Errand;
use umpire::desk::season::rulings::Word;
use umpire::desk::{Access, Clock, Desk};
use umpire::store::{SeasonRow, Status, Store};

/// Every scenario, and options with which another sort of game is played.
pub const GAMES: &[(&str, &[&str])] = &[
    ("nations/marengo-1800", &[]),
    ("nations/italy-1796", &["fog=rules"]),
    ("nations/suvorov-1799", &[]),
    ("nations/jena-1806", &[]),
    ("nations/russia-1812", &[]),
    ("nations/spanish-ulcer-1808", &[]),
    ("nations/hundred-days-1815", &[]),
    ("kriegsspiel/danube-1805", &[]),
    ("napoleon/italy-1796", &[]),
    ("napoleon/italy-1800", &["tables=3"]),
    ("napoleon/italy-1796", &["staff=commands"]),
    ("frederick/first-silesian-war", &[]),
    ("frederick/austrian-succession", &[]),
    ("frederick/fontenoy", &["players=2"]),
];

/// A game that is over, its secret told.
pub struct History {
    /// `game`: the campaign. Beside it a folder of mails for each player.
    pub home: TempDir,
    pub players: Vec<String>,
    /// What happened, a line each; printed if somebody is accused.
    pub story: Vec<String>,
    /// How often each sort of thing happened.
    pub counts: BTreeMap<&'static str, usize>,
}

/// A game while it is played.
struct Table {
    home: TempDir,
    luck: Luck,
    rules: String,
    scenario: String,
    /// The player of each power that has one.
    seats: BTreeMap<String, String>,
    players: Vec<String>,
    mails: usize,
    story: Vec<String>,
    counts: BTreeMap<&'static str, usize>,
}

/// Plays the game with a number to its end.
pub fn play(number: u64) -> History {
    let (scenario, options) = GAMES[number as usize % GAMES.len()];
    let mut table = Table::begun(number, scenario, options);
    let seasons = 2 + table.luck.below(3);
    for _ in 0..seasons {
        if table.is_over() {
            break;
        }
        table.season();
        table.rollback();
        table.change_of_player();
    }
    let mut desk = table.desk();
    if !table.is_over() {
        desk.end("all are tired").unwrap();
    }
    desk.reveal().unwrap();
    drop(desk);
    table.send();
    table.hand_out();
    let Table { home, players, story, counts, .. } = table;
    History { home, players, story, counts }
}

impl Table {
    fn begun(number: u64, scenario: &str, options: &[&str]) -> Table {
        let home = TempDir::new().unwrap();
        let folder = home.path().join("game");
        let made = create(&NewGame {
            folder: folder.clone(),
            scenario: scenario.to_owned(),
            rules: None,
            name: Some("game".into()),
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            after: None,
            secret: Some(format!("{:064x}", number + 1)),
            clock: Clock::Wall,
        })
        .unwrap();
        let mut luck = Luck(number);
        let pace = if luck.percent(20) { "pace: at once\n" } else { "" };
        let settings = fs::read_to_string(folder.join("umpire.yaml")).unwrap();
        let post = "\nmail: {address: umpire@games.example}\nreport: {png: false}\n";
        fs::write(folder.join("umpire.yaml"), settings + post + pace).unwrap();
        let (rules, scenario) = scenario.split_once('/').unwrap();
        let mut table = Table {
            home,
            luck,
            rules: rules.to_owned(),
            scenario: scenario.to_owned(),
            seats: BTreeMap::new(),
            players: vec![],
            mails: 0,
            story: vec![format!("{number}: {rules}/{scenario} {options:?} {pace}")],
            counts: BTreeMap::new(),
        };
        table.seat_players(&made.powers.iter().map(|(power, _)| power.clone()).collect::<Vec<_>>());
        table.desk().start(true, None).unwrap();
        table.send();
        table
    }

    /// Most powers have a player each; one may have two powers, and a power may have none.
    fn seat_players(&mut self, powers: &[String]) {
        for (at, power) in powers.iter().enumerate() {
            if at > 1 && self.luck.percent(10) {
                self.did("a power without a player", power);
                continue;
            }
            let name = match self.players.last() {
                Some(last) if at > 1 && self.luck.percent(10) => last.clone(),
                _ => format!("Player{at}"),
            };
            let own: Vec<String> = vec![power.clone()];
            let is_new = !self.players.contains(&name);
            if is_new {
                let address = format!("{}@post.example", name.to_lowercase());
                self.desk().add_player(&name, &address, &own, None).unwrap();
                self.players.push(name.clone());
                self.seats.insert(power.clone(), name);
            }
        }
    }

    fn folder(&self) -> PathBuf {
        self.home.path().join("game")
    }

    fn desk(&self) -> Desk {
        Desk::open(Some(&self.folder()), Access::Write).unwrap()
    }

    fn store(&self) -> Store {
        Store::open(&self.folder().join("campaign.db")).unwrap()
    }

    fn is_over(&self) -> bool {
        self.store().campaign().unwrap().ended.is_some()
    }

    fn open(&self) -> SeasonRow {
        self.store().current_season().unwrap()
    }

    fn did(&mut self, what: &'static str, how: &str) {
        *self.counts.entry(what).or_default() += 1;
        self.story.push(format!("{what}: {how}"));
    }

    fn send(&self) {
        self.desk().send(Errand::default()).unwrap();
    }

    /// Sheets come in, the season is resolved, perhaps ruled on, and published.
    fn season(&mut self) {
        let name = self.open().name;
        self.story.push(format!("-- {name}"));
        self.sheets();
        // At once, the last sheet has published it.
        if self.is_over() || self.open().name != name {
            self.did("published at once", &name);
            return;
        }
        if self.luck.percent(15) {
            self.late_sheet();
        }
        if self.luck.percent(10)
            && let Some(power) = self.some_power()
        {
            let made = self.desk().note_absence(&power, "2026-12-01", "2026-12-09");
            self.did("an absence", &format!("{power}: {}", made.is_ok()));
        }
        self.publish();
    }

    fn some_power(&mut self) -> Option<String> {
        let powers: Vec<String> = self.seats.keys().cloned().collect();
        self.luck.pick(&powers).cloned()
    }

    fn sheets(&mut self) {
        let powers: Vec<String> = self.seats.keys().cloned().collect();
        // One season in four is played without a sheet.
        let silent = self.luck.percent(25);
        for power in powers.iter().filter(|_| !silent) {
            let count = self.luck.below(4);
            let two = [self.sheet(power, 0), self.sheet(power, 1)];
            for _ in 0..count {
                if self.is_over() {
                    return;
                }
                let at = self.luck.below(2);
                self.one_sheet(power, &two[at]);
            }
        }
    }

    fn one_sheet(&mut self, power: &str, sheet: &str) {
        match self.luck.below(10) {
            0 => self.by_hand(power, sheet),
            1 => {
                let path = self.written(power, sheet);
                self.take_in(&Origin::Files(vec![path]), "a saved mail", power);
            }
            _ => {
                let path = self.written(power, sheet);
                self.by_mail(&path, power);
            }
        }
    }

    /// A sheet for the season that is open. The same number gives the same sheet in one season.
    fn sheet(&mut self, power: &str, number: usize) -> String {
        let open = self.open();
        let head = format!("campaign: game\nseason: {}\npower: {power}\n", open.name);
        let example = format!(
            "{}/orders/{}/{}/{power}.yaml",
            env!("CARGO_MANIFEST_DIR"),
            self.rules,
            self.scenario
        );
        if number == 0
            && open.number == 1
            && let Ok(text) = fs::read_to_string(example)
        {
            return text.replace(&format!("campaign: {}", self.scenario), "campaign: game");
        }
        let kind = open.asks.unwrap_or_default();
        let body = match self.rules.as_str() {
            "nations" if open.name.starts_with("cabinet") => {
                format!("budget:\n  - keep: {}\n", self.luck.below(9) + 1)
            }
            "nations" => {
                let odds = self.luck.below(3) + 1;
                format!("reactions:\n  - who: any\n    second round: {{if: odds >= {odds}:1}}\n")
            }
            "frederick" if kind.contains("court") => {
                let bid = self.luck.below(3);
                format!(
                    "initiative: [{{bid: 3, if: thaler >= 900}}, {{bid: {bid}}}]\n\
                     market: {{up to: {}}}\n",
                    self.luck.below(3) + 1
                )
            }
            _ => String::new(),
        };
        let note = match self.luck.below(3) {
            0 => format!("note to umpire: this is plan {}\n", self.luck.below(99)),
            _ => String::new(),
        };
        let standing = match self.luck.below(6) {
            0 if self.rules == "nations" && !open.name.starts_with("cabinet") => {
                "standing:\n  reactions:\n    - who: any\n      \
                 second round: {if: odds >= 2:1}\n"
            }
            _ => "",
        };
        format!("{head}{body}{standing}{note}# {number}\n")
    }

    /// Writes a player's mail, which they keep.
    fn written(&mut self, power: &str, sheet: &str) -> PathBuf {
        self.mails += 1;
        let name = self.seats[power].clone();
        let token = self.desk().token(&name).unwrap();
        let small = name.to_lowercase();
        let mail = format!(
            "From: {name} <{small}@post.example>\nTo: umpire+{token}@games.example\n\
             Subject: orders\nMessage-ID: <{}@post.example>\n\n{sheet}",
            self.mails
        );
        let own = self.home.path().join(&small);
        fs::create_dir_all(&own).unwrap();
        let path = own.join(format!("sent-{:04}.eml", self.mails));
        fs::write(&path, mail).unwrap();
        path
    }

    fn by_mail(&mut self, path: &std::path::Path, power: &str) {
        let maildir = self.home.path().join("maildir");
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(maildir.join(part)).unwrap();
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        fs::copy(path, maildir.join(format!("new/{now}.{}.mail", self.mails))).unwrap();
        self.take_in(&Origin::At(AtPath::Maildir, maildir), "a mail", power);
    }

    fn by_hand(&mut self, power: &str, sheet: &str) {
        let path = self.home.path().join("by-hand.yaml");
        fs::write(&path, sheet).unwrap();
        self.take_in(&Origin::Files(vec![path]), "taken in by hand", power);
    }

    fn take_in(&mut self, origin: &Origin, how: &'static str, power: &str) {
        let mut mailbox = Mailbox::open(Some(&self.folder()), None, origin).unwrap();
        mailbox.give_reason("by telephone");
        let taken = mailbox.take_in(&AtomicBool::new(false)).unwrap();
        drop(mailbox);
        let verdict = taken.receipts.last().map_or("nothing", |one| one.verdict.as_str());
        self.did(how, &format!("{power}: {verdict}"));
    }

    fn late_sheet(&mut self) {
        let Some(power) = self.some_power() else { return };
        let (id, sheet) = (self.open().id, self.sheet(&power, 7));
        let past = Some("2026-01-01T00:00:00Z");
        self.store().move_deadline(id, past, "2026-11-21T00:00:00Z", &[]).unwrap();
        let path = self.written(&power, &sheet);
        self.by_mail(&path, &power);
        let revisions = self.store().revisions(id, &power).unwrap();
        let Some(last) = revisions.last() else { return };
        self.did("a late sheet", &power);
        if self.luck.percent(50) {
            let late = Word::Sheet { power: &power, revision: last.revision };
            let admitted = self.desk().rule_on(late, "the post was slow");
            self.did("an admitted sheet", &format!("{power}: {}", admitted.is_ok()));
        }
    }

    fn publish(&mut self) {
        let mut desk = self.desk();
        let asked = desk.resolve().unwrap().questions;
        let with_options: Vec<_> = asked.iter().filter(|one| !one.options.is_empty()).collect();
        if self.luck.percent(40)
            && let Some(question) = self.luck.pick(&with_options)
        {
            let answer = self.luck.pick(&question.options).cloned().unwrap_or_default();
            let ruled = desk.rule(&question.key, &answer).is_ok();
            self.did("a ruling", &format!("{}: {answer}: {ruled}", question.key));
            desk.resolve().unwrap();
        }
        if let Err(why) = desk.publish(None, None) {
            self.did("published by force", &why.to_string());
            desk.publish(Some("it was time"), None).unwrap();
        }
        drop(desk);
        self.send();
    }

    /// One to three seasons are taken back, with sheets in for the one that is open.
    fn rollback(&mut self) {
        if !self.luck.percent(30) {
            return;
        }
        if !self.is_over() && self.luck.percent(60) {
            self.sheets();
        }
        for _ in 0..1 + self.luck.below(3) {
            let back = self.desk().rollback("a rule was read wrongly");
            match back {
                Ok(back) => self.did("a rollback", &back.season),
                Err(_) => break,
            }
        }
        self.send();
        if self.luck.percent(70) {
            self.sheets();
        }
        if !self.is_over() && self.open().status != Status::SettingUp {
            self.publish();
        }
    }

    fn change_of_player(&mut self) {
        if self.is_over() || !self.luck.percent(12) {
            return;
        }
        let Some(power) = self.some_power() else { return };
        let name = format!("Newcomer{}", self.mails);
        let address = format!("{}@post.example", name.to_lowercase());
        let replaced = self.desk().replace_player(&power, &name, &address, None);
        if replaced.is_ok() {
            let before = self.seats.insert(power.clone(), name.clone()).unwrap();
            if !self.seats.values().any(|other| *other == before) {
                self.did("a replaced player", &power);
            }
            self.players.push(name);
        }
        self.send();
    }

    /// Puts the umpire's mails into the folders of those who got them.
    fn hand_out(&self) {
        for (path, mail) in game::mails(&self.folder().join("outbox")) {
            for name in &self.players {
                let small = name.to_lowercase();
                let to = format!("{small}@post.example");
                if mail.lines().any(|line| line.starts_with("To: ") && line.contains(&to)) {
                    let own = self.home.path().join(&small);
                    fs::create_dir_all(&own).unwrap();
                    fs::copy(&path, own.join(path.file_name().unwrap())).unwrap();
                }
            }
        }
    }
}

impl History {
    /// The mails of a player.
    pub fn mails(&self, player: &str) -> PathBuf {
        self.home.path().join(player.to_lowercase())
    }

    /// A copy of them, to be changed.
    pub fn copied(&self, player: &str) -> TempDir {
        let to = TempDir::new().unwrap();
        copy(&self.mails(player), to.path());
        to
    }
}
