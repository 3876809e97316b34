//! Every command that writes, killed at random moments, in games with dice, with money and with decks:
//! the file is whole, nothing is left over, and the same command can be given again.

use super::{UMPIRE, copy, json, nothing_left, umpire, whole};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A game to kill commands in.
struct Game {
    scenario: &'static str,
    powers: &'static [&'static str],
    orders: &'static str,
}

impl Game {
    fn last(&self) -> &'static str {
        self.powers[self.powers.len() - 1]
    }
}

/// Dice and markers; money and cards of an open pool; bids, a market and a secret deck.
const GAMES: [Game; 3] = [
    Game {
        scenario: "nations/italy-1796",
        powers: &["france", "austria"],
        orders: "reactions: [{who: any, second round: {if: odds >= 1:1}}]\n",
    },
    Game {
        scenario: "nations/spanish-ulcer-1808",
        powers: &["france", "britain", "spain"],
        orders: "reactions: [{who: any, second round: {if: odds >= 1:1}}]\n",
    },
    Game {
        scenario: "frederick/first-silesian-war",
        powers: &["prussia", "austria", "france", "britain"],
        orders: "initiative: [{bid: 1}]\nmarket: {up to: 2}\n",
    },
];

/// How far a campaign has come when a command is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// All powers but the last have a player, and it has not started.
    SetUp,
    /// A sheet is in, two lie in a Maildir, and a stranger's mail needs the umpire.
    Open,
    /// All sheets are in and nothing is drafted; it goes on at once.
    AtOnce,
    /// There is a draft, with a ruling and words of the umpire.
    Drafted,
    /// The season is published and sent, and a sheet is in for the next one.
    Published,
    Ended,
}

/// A command is given at a stage. `A` is the first power, `B` the second, `Z` the last, `M` the number
/// of the mail that needs the umpire.
const COMMANDS: &[(Stage, &[&str])] = &[
    (Stage::SetUp, &["player", "add", "Eve", "--address", "eve@post.example", "--power", "Z"]),
    (Stage::SetUp, &["player", "address", "P-A", "new@post.example"]),
    (Stage::SetUp, &["invite"]),
    (Stage::SetUp, &["start", "--defaults"]),
    (Stage::Open, &["intake", "B.yaml"]),
    (Stage::Open, &["intake", "--maildir", "Maildir"]),
    (Stage::Open, &["resolve", "--anyway"]),
    (Stage::Open, &["tonight", "--anyway", "--force", "it is time"]),
    (Stage::Open, &["mail", "admit", "M", "--power", "A", "--reason", "a new address"]),
    (Stage::Open, &["mail", "reply", "M", "Who are you?", "--to", "P-A"]),
    (Stage::Open, &["mail", "refuse", "M", "It does not count.", "--to", "P-A"]),
    (Stage::Open, &["mail", "file", "M", "--note", "a stranger"]),
    (Stage::Open, &["narrate", "It rained."]),
    (Stage::Open, &["deadline", "set", "2099-01-01 18:00"]),
    (Stage::Open, &["deadline", "lift"]),
    (Stage::Open, &["player", "zone", "P-A", "Europe/Rome"]),
    (Stage::Open, &["player", "away", "A", "2099-01-01", "2099-01-05"]),
    (Stage::Open, &["player", "token", "P-A", "--new"]),
    (Stage::Open, &["player", "replace", "A", "Cleo", "--address", "cleo@post.example"]),
    (Stage::Open, &["remind", "--send"]),
    (
        Stage::Open,
        &["ruling", "add", "--fact", "tell: {text: Rain.}", "--at", "start", "--reason", "x"],
    ),
    (Stage::Open, &["backup", "copy.db"]),
    (Stage::AtOnce, &["pace"]),
    (Stage::AtOnce, &["intake", "A.yaml"]),
    (Stage::Drafted, &["resolve", "--anyway"]),
    (Stage::Drafted, &["publish", "--force", "it is time"]),
    (Stage::Drafted, &["publish", "--send", "--force", "it is time"]),
    (Stage::Drafted, &["tonight", "--yes", "--force", "it is time"]),
    (Stage::Drafted, &["send"]),
    (Stage::Drafted, &["ruling", "drop", "1"]),
    (Stage::Drafted, &["narrate", "--drop", "1"]),
    (Stage::Drafted, &["end", "--reason", "peace"]),
    (Stage::Published, &["rollback", "--reason", "a slip"]),
    (Stage::Published, &["end", "--reason", "peace"]),
    (Stage::Published, &["send", "--resend", "report", "A"]),
    (Stage::Ended, &["rollback", "--reason", "a slip"]),
    (Stage::Ended, &["end", "--undo", "--reason", "no peace"]),
    (Stage::Ended, &["reveal"]),
];

/// The campaigns in which commands are killed, each as it is at a stage.
struct Places {
    home: TempDir,
    built: BTreeMap<(usize, Stage), PathBuf>,
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    umpire(folder, arguments).assert().success().get_output().clone()
}

impl Places {
    fn at(&mut self, game: usize, stage: Stage) -> PathBuf {
        if !self.built.contains_key(&(game, stage)) {
            let place = self.build(game, stage);
            self.built.insert((game, stage), place);
        }
        self.built[&(game, stage)].clone()
    }

    fn build(&mut self, number: usize, stage: Stage) -> PathBuf {
        let place = self.home.path().join(format!("{number}-{stage:?}"));
        let game = &GAMES[number];
        let before = match stage {
            Stage::SetUp => {
                set_up(self.home.path(), &place, game);
                return place;
            }
            Stage::Open => Stage::SetUp,
            Stage::AtOnce | Stage::Drafted => Stage::Open,
            Stage::Published => Stage::Drafted,
            Stage::Ended => Stage::Published,
        };
        copy(&self.at(number, before), &place);
        match stage {
            Stage::SetUp => {}
            Stage::Open => open(&place, game),
            Stage::AtOnce => at_once(&place, game),
            Stage::Drafted => {
                run(&place, &["narrate", "The roads are bad."]);
                run(&place, &["resolve", "--anyway"]);
                rule(&place);
            }
            Stage::Published => {
                run(&place, &["publish", "--send", "--force", "it is time"]);
                sheets(&place, game);
                run(&place, &["intake", "A.yaml"]);
            }
            Stage::Ended => drop(run(&place, &["end", "--reason", "peace"])),
        }
        place
    }
}

fn set_up(home: &Path, place: &Path, game: &Game) {
    let name = place.file_name().unwrap().to_str().unwrap();
    run(home, &["new", name, "--scenario", game.scenario, "--name", "game"]);
    let settings = fs::read_to_string(place.join("umpire.yaml")).unwrap();
    let post = "\nmail: {address: umpire@games.example}\nreport: {png: false}\n";
    fs::write(place.join("umpire.yaml"), settings + post).unwrap();
    let seats = ["P-A", "P-B", "P-C"];
    for (player, power) in seats.iter().zip(&game.powers[..game.powers.len() - 1]) {
        let address = format!("{player}@post.example");
        run(place, &["player", "add", player, "--address", &address, "--power", power]);
    }
}

fn season(place: &Path) -> String {
    json(place, &["status", "--json"])["season"].as_str().unwrap().to_owned()
}

fn sheet(place: &Path, game: &Game, power: &str) -> String {
    let season = season(place);
    let orders = match season.starts_with("operations") {
        true => "note to umpire: we wait\n",
        false => game.orders,
    };
    format!("campaign: game\nseason: {season}\npower: {power}\n{orders}")
}

/// A sheet for each of the first two powers, as files.
fn sheets(place: &Path, game: &Game) {
    for (name, power) in [("A", game.powers[0]), ("B", game.powers[1])] {
        fs::write(place.join(format!("{name}.yaml")), sheet(place, game, power)).unwrap();
    }
}

fn open(place: &Path, game: &Game) {
    let last = game.last();
    run(place, &["player", "add", "P-Z", "--address", "P-Z@post.example", "--power", last]);
    run(place, &["start", "--defaults"]);
    run(place, &["deadline", "set", "7 days"]);
    sheets(place, game);
    run(place, &["intake", "A.yaml"]);
    let token = run(place, &["player", "token", "P-A"]).stdout;
    let token = String::from_utf8(token).unwrap();
    let token = token.split_whitespace().next_back().unwrap().to_owned();
    let mail = |from: &str, number: u32, text: &str| {
        // A Maildir tells by its names when a mail came.
        let at = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
        let mail = format!(
            "From: <{from}>\nTo: umpire+{token}@games.example\nSubject: orders\n\
             Message-ID: <{number}@post.example>\n\n{text}"
        );
        fs::write(place.join(format!("Maildir/new/{at}.{number}")), mail).unwrap();
    };
    for part in ["new", "cur", "tmp"] {
        fs::create_dir_all(place.join("Maildir").join(part)).unwrap();
    }
    let own = sheet(place, game, game.powers[0]);
    mail("somebody@else.example", 1, &format!("{own}# from elsewhere\n"));
    run(place, &["intake", "--maildir", "Maildir"]);
    mail("P-A@post.example", 2, &format!("{own}# another\n"));
    mail("P-A@post.example", 3, &own);
}

fn at_once(place: &Path, game: &Game) {
    for power in game.powers {
        fs::write(place.join("one.yaml"), sheet(place, game, power)).unwrap();
        umpire(place, &["intake", "one.yaml"]).output().unwrap();
    }
    let settings = fs::read_to_string(place.join("umpire.yaml")).unwrap();
    fs::write(place.join("umpire.yaml"), settings + "pace: at once\n").unwrap();
}

/// A ruling that fits the draft: the first choice that is open, else the first that fell.
fn rule(place: &Path) {
    let questions = json(place, &["questions", "--json"]);
    let all = questions.as_array().unwrap().iter();
    let answers = all.filter_map(|one| Some((one["key"].as_str()?, one["options"][0].as_str()?)));
    for (key, answer) in answers {
        let add = ["ruling", "add", key, answer, "--reason", "so be it"];
        if umpire(place, &add).output().unwrap().status.success() {
            run(place, &["resolve", "--anyway"]);
            return;
        }
    }
}

/// The words of a command in a campaign.
fn words(place: &Path, game: &Game, command: &[&str]) -> Vec<String> {
    let last = game.last();
    let word = |word: &&str| match *word {
        "A" => game.powers[0].to_owned(),
        "B" => game.powers[1].to_owned(),
        "Z" => last.to_owned(),
        "M" => {
            let waiting = json(place, &["mail", "list", "--json"]);
            let number = |mail: &serde_json::Value| mail["number"].as_i64();
            let all = waiting.as_array().or_else(|| waiting["mails"].as_array());
            let first = all.and_then(|all| all.iter().find_map(number));
            first.expect("a mail needs the umpire").to_string()
        }
        other => other.to_owned(),
    };
    command.iter().map(word).collect()
}

fn begun(place: &Path, words: &[String]) -> Child {
    std::process::Command::new(UMPIRE)
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env_remove("UMPIRE_CAMPAIGN")
        .current_dir(place)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// What became of the kills of one command.
#[derive(Debug, Default)]
struct Count {
    killed: [usize; GAMES.len()],
    /// Whether the command does its work in a game; some is refused there by the rules.
    works: [bool; GAMES.len()],
}

/// One command at one stage of one game, and how long it takes.
struct Target {
    place: PathBuf,
    words: Vec<String>,
    longest: u64,
}

impl Target {
    /// None, if the command is refused.
    fn of(places: &mut Places, game: usize, (stage, command): (Stage, &[&str])) -> Option<Target> {
        let place = places.at(game, stage);
        let words = words(&place, &GAMES[game], command);
        let scratch = TempDir::new().unwrap();
        let whole_run = scratch.path().join("whole");
        copy(&place, &whole_run);
        let from = Instant::now();
        let status = begun(&whole_run, &words).wait().unwrap();
        let longest = u64::try_from(from.elapsed().as_micros()).unwrap().max(1);
        status.success().then_some(Target { place, words, longest })
    }

    /// Kills it once; whether it was killed before it ended by itself.
    fn kill(&self, moment: u64, when: &str) -> bool {
        let scratch = TempDir::new().unwrap();
        let place = scratch.path().join("game");
        copy(&self.place, &place);
        let mut child = begun(&place, &self.words);
        std::thread::sleep(Duration::from_micros(moment % self.longest));
        child.kill().unwrap();
        let was_killed = child.wait().unwrap().code().is_none();
        if was_killed {
            whole(&place, when);
            nothing_left(&place, when);
            self.again(&place, when);
        }
        was_killed
    }

    /// The same command is given again: it does its work, or says in a sentence that it is done.
    fn again(&self, place: &Path, when: &str) {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let ran = umpire(place, &words).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        let code = ran.status.code();
        assert!(code == Some(0) || code == Some(1), "{when}, again: {code:?} {said}");
        assert!(!said.contains("panicked"), "{when}, again: {said}");
        umpire(place, &["send"]).assert().success();
        let mut ids = BTreeSet::new();
        if let Ok(outbox) = fs::read_dir(place.join("outbox")) {
            for mail in outbox.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()) {
                let id = mail.lines().find(|line| line.starts_with("Message-ID:")).unwrap();
                assert!(ids.insert(id.to_owned()), "{when}: {id} went out twice");
            }
        }
        whole(place, &format!("{when}, again"));
    }
}

/// `UMPIRE_KILLS` says how many kills, `UMPIRE_SEED` when.
#[test]
fn whatever_writes_can_be_killed() {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let kills = number("UMPIRE_KILLS").unwrap_or(6);
    let now = std::time::UNIX_EPOCH.elapsed().unwrap();
    let seed = number("UMPIRE_SEED").unwrap_or(now.as_nanos() as u64);
    println!("UMPIRE_SEED={seed}");
    let mut luck = crate::luck::Luck(seed);
    let mut places = Places { home: TempDir::new().unwrap(), built: BTreeMap::new() };
    let mut targets: BTreeMap<(usize, usize), Option<Target>> = BTreeMap::new();
    let mut counts: Vec<Count> = COMMANDS.iter().map(|_| Count::default()).collect();
    let (mut done, mut turn) = (0, luck.below(COMMANDS.len()));
    while done < kills {
        // Each command in turn, each time round in the next game.
        let (at, game) = (turn % COMMANDS.len(), turn / COMMANDS.len() % GAMES.len());
        turn += 1;
        let target = targets
            .entry((at, game))
            .or_insert_with(|| Target::of(&mut places, game, COMMANDS[at]));
        let Some(target) = target else { continue };
        counts[at].works[game] = true;
        // One that ended by itself before its moment is no kill.
        for _ in 0..20 {
            let moment = luck.next();
            let when = format!("{}: {:?}, UMPIRE_SEED={seed}", GAMES[game].scenario, target.words);
            if target.kill(moment, &when) {
                counts[at].killed[game] += 1;
                done += 1;
                break;
            }
        }
    }
    print(&counts, done);
    if kills >= 3 * COMMANDS.len() as u64 {
        for (count, (_, command)) in counts.iter().zip(COMMANDS) {
            assert!(count.works.contains(&true), "{command:?} is refused in every game");
        }
    }
}

fn print(counts: &[Count], done: u64) {
    println!("{done} kills; in {}", GAMES.map(|game| game.scenario).join(", "));
    for (count, (stage, command)) in counts.iter().zip(COMMANDS) {
        let of = |game: usize| match (count.works[game], count.killed[game]) {
            (false, _) => format!("{:>5}", "-"),
            (true, killed) => format!("{killed:>5}"),
        };
        let all: String = (0..GAMES.len()).map(of).collect();
        println!("{all}  {:<10} {}", format!("{stage:?}"), command.join(" "));
    }
}
