//! A campaign for one player by mail alone: each answer is taken in by the program, played, published
//! and answered at once; the player has nothing but the mails. And a race of four, each with nothing
//! but their own.

#[path = "common/general.rs"]
mod general;

use assert_cmd::Command;
use general::General;
use mail_parser::{MessageParser, MimeHeaders};
use napoleon::book::Book;
use napoleon::sight::Known;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const UMPIRE: &str = env!("CARGO_BIN_EXE_umpire");

/// The secret of the campaign: with it the campaign goes on for some months.
const SECRET: &str = "01";

/// The umpire's folder, and the mails that were read.
struct Post {
    home: TempDir,
    read: BTreeSet<PathBuf>,
}

/// Those who play: their names, and whom they lead.
const ALONE: &[(&str, &str)] = &[("Ada", "france")];
const RACE: &[(&str, &str)] =
    &[("Ada", "table-1"), ("Bert", "table-2"), ("Cleo", "table-3"), ("Dora", "table-4")];

fn address(name: &str) -> String {
    format!("{}@post.example", name.to_lowercase())
}

/// What the newest mail with a form says.
struct Mail {
    subject: String,
    text: String,
    reply_to: String,
    /// What the player knows; the last mail of a campaign asks nothing and has none of it.
    known: Option<Known>,
}

impl Post {
    fn begun(scenario: &str, players: &[(&str, &str)], options: &[&str], secret: &str) -> Self {
        let post = Self { home: TempDir::new().unwrap(), read: BTreeSet::new() };
        let secret = secret.repeat(32);
        let mut new = vec!["new", "italy", "--scenario", scenario, "--secret", &secret];
        options.iter().for_each(|option| new.extend(["--option", option]));
        post.umpire(&new).success();
        let settings = post.path("umpire.yaml");
        let text = fs::read_to_string(&settings).unwrap();
        let more = "\npace: at once\nreport: {png: false}\n";
        fs::write(&settings, text + more).unwrap();
        for (name, power) in players {
            let address = address(name);
            let add = ["player", "add", name, "--address", &address, "--power", power];
            post.umpire(&add).success();
        }
        post.umpire(&["start", "--defaults"]).success();
        post.umpire(&["send"]).success();
        post
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join("italy").join(name)
    }

    fn umpire(&self, arguments: &[&str]) -> assert_cmd::assert::Assert {
        let folder = self.path("");
        let mut command = Command::new(UMPIRE);
        command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR")).env_remove("UMPIRE_CAMPAIGN");
        command.current_dir(if folder.is_dir() { &folder } else { self.home.path() });
        command.args(arguments).assert()
    }

    /// The mails to a player that are new, each with its subject.
    fn new_mails(&mut self, to: &str) -> Vec<(String, PathBuf)> {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(self.path("outbox")).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.retain(|path| !self.read.contains(path));
        let subject = |path: PathBuf| {
            let bytes = fs::read(&path).unwrap();
            let mail = MessageParser::default().parse(&bytes).unwrap();
            let receiver = mail.to().unwrap().first().unwrap().address().unwrap();
            (receiver == address(to))
                .then(|| (mail.subject().unwrap_or_default().to_owned(), path.clone()))
        };
        let mails: Vec<(String, PathBuf)> = paths.into_iter().filter_map(subject).collect();
        self.read.extend(mails.iter().map(|(_, path)| path.clone()));
        mails
    }

    /// The newest mail that tells what the player knows.
    fn newest(&mut self, to: &str) -> Mail {
        let mails = self.new_mails(to);
        let (subject, path) = mails
            .iter()
            .rev()
            .find(|(subject, _)| subject.contains("report") || subject.contains("welcome"))
            .unwrap_or_else(|| panic!("no report among {mails:?}"));
        let bytes = fs::read(path).unwrap();
        let mail = MessageParser::default().parse(&bytes).unwrap();
        let file = mail
            .attachments()
            .find(|part| part.attachment_name().is_some_and(|name| name.ends_with(".known.json")));
        let known = file.map(|file| {
            let file: Json = serde_json::from_slice(file.contents()).unwrap();
            serde_json::from_value(file["known"].clone()).unwrap()
        });
        Mail {
            subject: subject.clone(),
            text: mail.body_text(0).unwrap().into_owned(),
            reply_to: mail.reply_to().unwrap().first().unwrap().address().unwrap().to_owned(),
            known,
        }
    }

    /// Answers a mail with a sheet, which the program takes in.
    fn answer(&self, from: &str, to: &str, number: usize, sheet: &str) -> String {
        let address = address(from);
        let mail = format!(
            "From: {from} <{address}>\nTo: {to}\nSubject: orders\n\
             Message-ID: <answer-{number}-{address}>\n\n{sheet}"
        );
        let path = self.home.path().join(format!("answer-{number}-{from}.eml"));
        fs::write(&path, mail).unwrap();
        let done = self.umpire(&["intake", path.to_str().unwrap()]).success();
        String::from_utf8_lossy(&done.get_output().stdout).into_owned()
    }
}

impl Post {
    /// All mails that a player got or sent, in a folder.
    fn mails_of(&self, name: &str) -> PathBuf {
        let mails = self.home.path().join(format!("mails-{name}"));
        fs::create_dir(&mails).unwrap();
        for folder in [self.path("outbox"), self.home.path().to_owned()] {
            for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_file() && fs::read_to_string(&path).unwrap().contains(&address(name)) {
                    fs::copy(&path, mails.join(path.file_name().unwrap())).unwrap();
                }
            }
        }
        mails
    }
}

/// An automatic player plays a whole campaign; nothing is done for it but `umpire intake`.
#[test]
fn a_whole_campaign_is_played_by_the_mails_alone() {
    let mut post = Post::begun("napoleon/italy-1796", ALONE, &["stops=battle turns"], SECRET);
    let book = Book::read(&napoleon::shelf(), "italy-1796").unwrap();
    let (mut seasons, mut kinds) = (vec![], BTreeSet::new());
    for number in 0.. {
        assert!(number < 200, "{seasons:?}");
        let mail = post.newest("Ada");
        let wide = mail.text.lines().find(|line| line.chars().count() > 72);
        assert_eq!(wide, None, "{}", mail.subject);
        let Some(known) = mail.known else {
            assert!(mail.text.contains("With this report the campaign ends"), "{}", mail.text);
            break;
        };
        let season = known.state.season.to_string();
        assert!(!seasons.contains(&season), "{season} comes twice");
        kinds.insert(known.state.kind());
        let sheet = General { tries: 1 }.sheet(&book, "italy", &known.power, &known.state);
        let told = post.answer("Ada", &mail.reply_to, number, &sheet);
        assert!(told.contains("ACCEPTED\n"), "{season}: {told}\n{sheet}");
        seasons.push(season);
    }
    assert!(seasons.len() > 8 && kinds.len() == 4, "{seasons:?} {kinds:?}");
    let verified = post.umpire(&["verify"]).success();
    let verified = String::from_utf8_lossy(&verified.get_output().stdout).into_owned();
    assert_eq!(verified.matches("played again").count(), seasons.len(), "{verified}");
    // With the secret, the mails alone prove each die that the player was shown.
    post.umpire(&["reveal"]).success();
    post.umpire(&["send"]).success();
    let mails = post.mails_of("Ada");
    let public = post.umpire(&["verify", "--public", mails.to_str().unwrap()]).success();
    let public = String::from_utf8_lossy(&public.get_output().stdout).into_owned();
    assert_eq!(public.matches(": verified;").count(), seasons.len(), "{public}");
}

/// A fault holds the season and says so; the next sheet is played at once, and one that comes for a
/// season that is over is late.
#[test]
fn a_fault_holds_the_stop_until_a_sheet_without_one() {
    let mut post = Post::begun("napoleon/italy-1796", ALONE, &[], "2a");
    let mail = post.newest("Ada");
    let faulty = "season: march 1796\npower: france\nmoves: [{who: [Napoleon], to: Turin}]\n";
    let told = post.answer("Ada", &mail.reply_to, 1, faulty);
    assert!(told.contains("napoleon-alone"), "{told}");
    let subjects: Vec<String> =
        post.new_mails("Ada").into_iter().map(|(subject, _)| subject).collect();
    assert!(!subjects.iter().any(|subject| subject.contains("report")), "{subjects:?}");
    let sound = "season: march 1796\npower: france\nmoves: [{who: [Augereau, Kilmaine], to: \
                 Turin}]\n";
    post.answer("Ada", &mail.reply_to, 2, sound);
    let next = post.newest("Ada");
    assert_eq!(next.known.unwrap().state.season.to_string(), "april 1796");
    let late = post.answer("Ada", &mail.reply_to, 3, sound);
    assert!(!late.contains("ACCEPTED\n"), "{late}");
    assert!(post.new_mails("Ada").iter().all(|(subject, _)| !subject.contains("report")));
}

/// Four race by mail. Each season is published when all that are asked are in; what one is mailed
/// names no other table's forces; the mails of each prove their own dice.
#[test]
fn four_tables_race_by_mail() {
    let mut post = Post::begun("napoleon/italy-1800", RACE, &["tables=4"], "07");
    let book = Book::read(&napoleon::shelf(), "italy-1800").unwrap();
    let mut seasons = 0;
    let mut running: Vec<(&str, &str)> = RACE.to_vec();
    let mut told = String::new();
    while !running.is_empty() {
        assert!(seasons < 12, "{told}");
        let mails: Vec<Mail> = running.iter().map(|(name, _)| post.newest(name)).collect();
        let mut left = vec![];
        for (((name, power), mail), tries) in running.iter().zip(mails).zip([0, 1, 0, 1]) {
            let Some(known) = mail.known.filter(|known| known.state.outcome().is_none()) else {
                continue;
            };
            assert_eq!(known.power, *power);
            assert!(known.dice.iter().all(|die| die.key.contains(&format!("@{power}/"))));
            assert!(known.scores.is_empty(), "the scoreboard is closed");
            let sheet = match *name {
                "Bert" => format!("season: {}\npower: {power}\nmoves: []\n", known.state.season),
                _ => General { tries }.sheet(&book, "italy", power, &known.state),
            };
            left.push((*name, *power, mail.reply_to, sheet));
        }
        running = left.iter().map(|(name, power, ..)| (*name, *power)).collect();
        for (at, (name, _, reply_to, sheet)) in left.iter().enumerate() {
            let before = post.path("outbox").read_dir().unwrap().count();
            told = post.answer(name, reply_to, seasons, sheet);
            assert!(told.contains("ACCEPTED\n"), "{told}\n{sheet}");
            let mailed = post.path("outbox").read_dir().unwrap().count() - before;
            let last = at + 1 == left.len();
            assert_eq!(mailed > 1, last, "published when all are in: {mailed} mails\n{told}");
        }
        seasons += usize::from(!left.is_empty());
    }
    assert!(seasons > 2, "{seasons}");
    post.umpire(&["verify"]).success();
    for (name, power) in RACE {
        let mut own = 0;
        for path in &post.read {
            let said = all_that_is_said(path, name);
            own += said.matches(&format!("@{power}/")).count();
            for (_, other) in RACE.iter().filter(|(_, other)| other != power) {
                assert!(!said.contains(&format!("@{other}/")), "{name}, {other}: {path:?}");
            }
        }
        assert!(own > 10, "{name} was shown {own} dice");
    }
    post.umpire(&["reveal"]).success();
    post.umpire(&["send"]).success();
    for (name, _) in RACE {
        let mails = post.mails_of(name);
        let public = post.umpire(&["verify", "--public", mails.to_str().unwrap()]).success();
        let public = String::from_utf8_lossy(&public.get_output().stdout).into_owned();
        assert!(public.contains(": verified;"), "{name}: {public}");
    }
}

/// A campaign that was won is followed by the next one, which reads what it leaves; the umpire wins it
/// here by word of mouth. What is not over, of another game or out of order is not followed.
#[test]
fn a_campaign_is_followed_by_the_next_in_its_row() {
    let post = Post::begun("napoleon/italy-1796", ALONE, &["stops=turns"], "07");
    let here = post.path("");
    let next = |scenario: &str, folder: &str| {
        let folder = post.home.path().join(folder);
        let new = ["new", folder.to_str().unwrap(), "--scenario", scenario, "--after"];
        post.umpire(&[&new[..], &[here.to_str().unwrap()]].concat())
    };
    let refused = |scenario: &str, why: &str| {
        let done = next(scenario, "refused").failure();
        let told = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(told.contains(why), "{told}");
        assert!(!post.home.path().join("refused").exists(), "nothing is left of it");
    };
    refused("napoleon/italy-1800", "nothing of it has been published");
    let mut facts: Vec<String> = vec![];
    for number in 1..=6 {
        for wall in ["garrison", "fortification"] {
            facts.push(format!("force: {{name: enemy {wall} {number}, at: aside}}"));
        }
    }
    for (name, at) in [
        ("Augereau", "Turin"),
        ("Serurier", "Milan"),
        ("La Harpe", "Mantua"),
        ("Maynier", "Klagenfurt"),
    ] {
        facts.push(format!("force: {{name: {name}, at: {at}}}"));
    }
    for fact in &facts {
        post.umpire(&["ruling", "add", "--fact", fact, "--at", "start", "--reason", "peace"])
            .success();
    }
    post.umpire(&["resolve"]).success();
    post.umpire(&["publish", "--force", "a test"]).success();
    refused("nations/marengo-1800", "it is played by napoleon, not by nations");
    refused("napoleon/italy-1796", "Italy 1796 does not come after Italy 1796");
    next("napoleon/italy-1800", "next").success();
    let folder = post.home.path().join("next");
    let campaign = folder.to_str().unwrap();
    let umpire = |arguments: &[&str]| {
        post.umpire(&[&["--campaign", campaign][..], arguments].concat()).success()
    };
    umpire(&["player", "add", "Ada", "--address", "ada@post.example", "--power", "france"]);
    for option in ["log={}", "tables=2", "staff=commands"] {
        let arguments =
            ["--campaign", campaign, "ruling", "add", "--option", option, "--reason", "x"];
        let done = post.umpire(&arguments).failure();
        let told = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(told.contains("is fixed when a campaign is made"), "{told}");
    }
    umpire(&["start", "--defaults"]);
    let report = fs::read_to_string(folder.join("reports/opening/france.txt")).unwrap();
    assert!(report.contains("Won before: Italy 1796: 30 points."), "{report}");
    let sheet = post.home.path().join("keep.yaml");
    let text = "season: late may 1800\npower: france\nkeep commanders: [Garnier]\n";
    fs::write(&sheet, text).unwrap();
    umpire(&["intake", sheet.to_str().unwrap()]);
    umpire(&["resolve"]);
    umpire(&["publish", "--force", "a test"]);
    umpire(&["verify"]);
    // A log that was changed later is found.
    let changed =
        "UPDATE option_value SET value = replace(value, '\"points\":30', '\"points\":90')";
    let file = rusqlite::Connection::open(folder.join("campaign.db")).unwrap();
    assert!(file.execute(changed, []).unwrap() > 0);
    let verified = post.umpire(&["--campaign", campaign, "verify"]).failure();
    let told = String::from_utf8_lossy(&verified.get_output().stdout).into_owned();
    assert!(told.contains("`option_value` is not as it was sealed"), "{told}");
}

/// The long example of the rulebook, stop by stop, comes to its printed numbers; its dice are marked
/// as given.
#[test]
fn the_long_example_is_played_as_printed() {
    let home = TempDir::new().unwrap();
    let demo = |rules: &str| {
        let mut command = Command::new(UMPIRE);
        command.current_dir(home.path()).env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        command.args(["demo", "--rules", rules, "--as-printed"]).assert()
    };
    demo("napoleon").success();
    let strengths = [
        ("march-1796", "you 28, they 9."),
        ("march-1796-3", "you 23, they 26."),
        ("march-1796-4", "you 22, they 20."),
        ("march-1796-5", "you 15, they 17."),
        ("march-1796-6", "you 7, they 3."),
        ("march-1796-7", "The battle is over: the French hold Savona."),
    ];
    for (season, told) in strengths {
        let report = home.path().join("italy-1796-demo/reports").join(season).join("france.txt");
        let report = fs::read_to_string(report).unwrap();
        assert!(report.contains(told), "{season}: {told}\n{report}");
        assert!(season == "march-1796-7" || report.contains("forced: "), "{season}");
    }
    let refused = demo("kriegsspiel").failure();
    let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(told.contains("prints no dice for this scenario"), "{told}");
}

/// The text and all files of a mail to somebody; nothing, if it is to somebody else.
fn all_that_is_said(path: &Path, name: &str) -> String {
    let bytes = fs::read(path).unwrap();
    let mail = MessageParser::default().parse(&bytes).unwrap();
    if mail.to().unwrap().first().unwrap().address() != Some(&address(name)) {
        return String::new();
    }
    let parts = mail.parts.iter().map(|part| String::from_utf8_lossy(part.contents()).into_owned());
    parts.collect::<Vec<_>>().join("\n")
}
