//! The umpire's desk from a shell: draft and ruling, publish and take back, killed at each step, and
//! with a disk that is full or shut. Whatever happens, the file is before or after, never between.

#[path = "desk/kills.rs"]
mod kills;

use crate::trust::mails::copy;
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;

const UMPIRE: &str = env!("CARGO_BIN_EXE_umpire");

fn umpire(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(UMPIRE);
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.current_dir(folder).env_remove("UMPIRE_CAMPAIGN").env_remove("UMPIRE_KILL_AT");
    command.args(arguments);
    command
}

fn json(folder: &Path, arguments: &[&str]) -> Json {
    let output = umpire(folder, arguments).assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

fn text(folder: &Path, arguments: &[&str]) -> String {
    let output = umpire(folder, arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// A campaign that has started, with one sheet in.
fn started(scenario: &str) -> (TempDir, PathBuf) {
    let home = TempDir::new().unwrap();
    let folder = home.path().join("game");
    let secret = "2a".repeat(32);
    let new = ["new", "game", "--scenario", scenario, "--name", "game", "--secret", &secret];
    umpire(home.path(), &new).assert().success();
    for (name, power) in [("Ada", "france"), ("Bert", "austria")] {
        let address = format!("{name}@post.example");
        umpire(&folder, &["player", "add", name, "--address", &address, "--power", power])
            .assert()
            .success();
    }
    // Dots take longer than all else here, and nothing here looks at them.
    let settings = fs::read_to_string(folder.join("umpire.yaml")).unwrap();
    fs::write(folder.join("umpire.yaml"), settings + "\nreport: {png: false}\n").unwrap();
    umpire(&folder, &["start", "--defaults"]).assert().success();
    (home, folder)
}

/// A campaign in Italy with a sheet in for spring.
fn italy() -> (TempDir, PathBuf) {
    let (home, folder) = started("nations/italy-1796");
    order(&folder, "spring 1796", "Genoa");
    (home, folder)
}

fn order(folder: &Path, season: &str, to: &str) {
    let sheet = format!(
        "season: {season}\npower: france\nactivations:\n  \
         - leader: Bonaparte\n    steps: [{{march: [{to}]}}]\n"
    );
    let name = format!("{}.yaml", season.replace(' ', "-"));
    fs::write(folder.join(&name), sheet).unwrap();
    umpire(folder, &["intake", &name]).assert().success();
}

/// Nothing is broken, whatever was killed: SQLite says so, and the proof of every season.
fn whole(folder: &Path, when: &str) {
    let file = rusqlite::Connection::open(folder.join("campaign.db")).unwrap();
    let check: String = file.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok", "{when}");
    drop(file);
    let proof = umpire(folder, &["verify"]).output().unwrap();
    assert!(proof.status.success(), "{when}: {}", String::from_utf8_lossy(&proof.stdout));
}

/// The next command that writes removes whatever a killed one left half-written.
fn nothing_left(folder: &Path, when: &str) {
    umpire(folder, &["player", "list"]).assert().success();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let name = entry.file_name().to_string_lossy().into_owned();
            assert!(!name.contains(".new"), "{when}: {name} was left behind");
            if entry.path().is_dir() {
                folders.push(entry.path());
            }
        }
    }
}

/// Whether a command is killed at a step: at the first ones, at every third of the others, which the
/// seed chooses; in a long run at each.
fn is_tried(step: u32, seed: u64) -> bool {
    step <= 4 || u64::from(step) % 3 == seed % 3 || crate::effort::is_long()
}

/// Runs a command on copies of a campaign, killed at its steps (see [`is_tried`]) and then at random
/// moments, and once to its end; after each, `settled` looks at what is left.
fn killed(folder: &Path, arguments: &[&str], least: u32, settled: impl Fn(&Path, &str)) {
    let seed = std::env::var("UMPIRE_SEED").ok().and_then(|seed| seed.parse().ok());
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let seed: u64 = seed.unwrap_or(now.as_nanos() as u64);
    println!("UMPIRE_SEED={seed}");
    let scratch = TempDir::new().unwrap();
    let looked_at = |number: u32, run: &dyn Fn(&Path) -> bool, when: &str| {
        let place = scratch.path().join(number.to_string());
        copy(folder, &place);
        let is_done = run(&place);
        whole(&place, when);
        settled(&place, when);
        nothing_left(&place, when);
        fs::remove_dir_all(&place).unwrap();
        is_done
    };
    let mut steps = 0;
    for step in (1..).filter(|step| is_tried(*step, seed)) {
        let run = |place: &Path| {
            let run = umpire(place, arguments).env("UMPIRE_KILL_AT", step.to_string()).output();
            run.unwrap().status.success()
        };
        let when = format!("{arguments:?} killed at step {step}, UMPIRE_SEED={seed}");
        if looked_at(step, &run, &when) {
            break;
        }
        steps = step;
    }
    assert!(steps >= least, "{arguments:?} has {steps} steps, UMPIRE_SEED={seed}");
    let mut state = seed | 1;
    for number in 0..3 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let run = |place: &Path| {
            let mut command = std::process::Command::new(UMPIRE);
            command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
            command.current_dir(place).args(arguments);
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_micros(state >> 49));
            child.kill().unwrap();
            child.wait().unwrap().success()
        };
        let when = format!("{arguments:?} killed with UMPIRE_SEED={seed}");
        looked_at(1000 + number, &run, &when);
    }
}

fn statuses(folder: &Path) -> Vec<String> {
    let seasons = json(folder, &["archive", "list", "--json"]);
    let status = |season: &Json| season["status"].as_str().unwrap().to_owned();
    seasons.as_array().unwrap().iter().map(status).collect()
}

/// The report files of a season, whole.
fn reports(folder: &Path, season: &str) -> usize {
    match fs::read_dir(folder.join("reports").join(season)) {
        Ok(files) => files.count(),
        Err(_) => 0,
    }
}

/// Each of two powers has its page, its text, its map, what it knows, and its proof; the newspaper has
/// the first three.
const FILES: usize = 13;

#[test]
fn a_draft_is_kept_whole_or_not_at_all() {
    let (_home, folder) = italy();
    killed(&folder, &["resolve"], 2, |folder, when| {
        assert!(["collecting", "drafted"].contains(&&*statuses(folder)[0]), "{when}");
        let digest = json(folder, &["resolve", "--json"])["digest"].clone();
        assert_eq!(json(folder, &["resolve", "--json"])["digest"], digest, "{when}");
    });
}

#[test]
fn a_ruling_stands_or_does_not() {
    let (_home, folder) = italy();
    umpire(&folder, &["resolve"]).assert().success();
    let fact = "tell: {text: The roads are bad.}";
    let add = ["ruling", "add", "--fact", fact, "--at", "start", "--reason", "rain"];
    killed(&folder, &add, 2, |folder, when| {
        let rulings = json(folder, &["ruling", "list", "--json"]).as_array().unwrap().len();
        assert!(rulings <= 1, "{when}");
        let events = text(folder, &["resolve", "--all"]);
        assert_eq!(events.contains("The roads are bad"), rulings == 1, "{when}");
    });
    umpire(&folder, &add).assert().success();
    killed(&folder, &["ruling", "drop", "1"], 2, |folder, when| {
        let rulings = json(folder, &["ruling", "list", "--json"]).as_array().unwrap().len();
        let fresh = umpire(folder, &["publish", "--force", "a test"]).output().unwrap();
        assert!(!fresh.status.success() || rulings == 0, "{when}: the draft was stale");
    });
}

#[test]
fn a_season_is_published_whole_or_not_at_all() {
    let (_home, folder) = italy();
    umpire(&folder, &["resolve"]).assert().success();
    killed(&folder, &["publish", "--force", "a test"], 5, |folder, when| {
        let before = statuses(folder);
        let published = before == ["published", "collecting"];
        assert!(published || before == ["drafted"], "{when}: {before:?}");
        // Whatever runs next writes what is missing.
        umpire(folder, &["publish", "--force", "a test"]).output().unwrap();
        assert_eq!(statuses(folder), ["published", "collecting"], "{when}");
        assert_eq!(reports(folder, "spring-1796"), FILES, "{when}");
        let mails = json(folder, &["status", "--json"])["waiting"].clone();
        assert_eq!(mails, json(folder, &["status", "--json"])["waiting"], "{when}");
    });
}

#[test]
fn a_season_is_withdrawn_whole_or_not_at_all() {
    let (_home, folder) = italy();
    umpire(&folder, &["resolve"]).assert().success();
    umpire(&folder, &["publish", "--force", "a test"]).assert().success();
    order(&folder, "summer 1796", "Nice");
    killed(&folder, &["rollback", "--reason", "a slip"], 3, |folder, when| {
        if statuses(folder) == ["published", "collecting"] {
            umpire(folder, &["rollback", "--reason", "a slip"]).assert().success();
        }
        assert_eq!(statuses(folder), ["withdrawn", "withdrawn", "collecting"], "{when}");
        umpire(folder, &["resolve"]).assert().success();
        assert_eq!(reports(folder, "spring-1796-withdrawn-1"), FILES, "{when}");
        let told = text(folder, &["publish", "--force", "a test"]);
        assert!(told.contains("france: the sheet that was in is now accepted"), "{when}: {told}");
        assert_eq!(reports(folder, "spring-1796"), FILES, "{when}");
        let orders = json(folder, &["archive", "show", "summer 1796", "--orders", "--json"]);
        assert_eq!(orders.as_array().unwrap().len(), 2, "{when}: the sheet is in again");
        assert_eq!(orders[0]["verdict"], "rejected", "{when}: what it was before is not played");
        assert_eq!(orders[1]["revision"], 2, "{when}");
        assert!(orders[1]["verdict"].as_str().unwrap().starts_with("accepted"), "{when}");
        assert!(orders[1]["reason"].as_str().unwrap().contains("read again"), "{when}");
        whole(folder, when);
    });
}

/// An evening at the desk: look, ask why, rule, look again, publish, take back, set right.
#[test]
fn an_evening_at_the_desk() {
    let away = TempDir::new().unwrap();
    umpire(away.path(), &["demo"]).assert().success();
    let folder = away.path().join("marengo-1800-demo");
    let first = json(&folder, &["archive", "list", "--json"])[0]["digest"].clone();
    // The demo has published the season; it is taken back before anything is ruled.
    umpire(&folder, &["ruling", "list"]).assert().code(1).stderr(contains("has ended"));
    umpire(&folder, &["rollback", "--reason", "to look at it again"])
        .assert()
        .success()
        .stdout(contains("spring 1800 is withdrawn").and(contains("3 had gone out")));
    let glance = text(&folder, &["resolve"]);
    for told in [
        "Bonaparte against Melas at W3533 (1:1)",
        "What looks odd:",
        "was never taken up",
        "reactions that answered nothing",
        "Decisions left to the rules' defaults",
    ] {
        assert!(glance.contains(told), "{told}: {glance}");
    }
    let battle = glance.lines().find(|line| line.contains("against Melas")).unwrap();
    let battle = battle.split_whitespace().next().unwrap().to_owned();
    let why = text(&folder, &["resolve", "--explain", &battle]);
    for told in [
        "fought",
        "NIA §8.2.4",
        "commander Bonaparte",
        "1+6: from the season's seed",
        "the order itself",
        "a reaction of the sheet",
        "Learned by: austria, britain, france",
    ] {
        assert!(why.contains(told), "{told}: {why}");
    }
    // An open question is answered, a die is forced, two facts are ruled on.
    let questions = json(&folder, &["questions", "--json"]);
    let lead = questions
        .as_array()
        .unwrap()
        .iter()
        .find(|question| question["key"].as_str().unwrap().contains("Bonaparte/Turin/lead"));
    let lead = lead.unwrap()["key"].as_str().unwrap().to_owned();
    let rule = |arguments: &[&str]| {
        let add = ["ruling", "add"].iter().chain(arguments).copied().collect::<Vec<_>>();
        umpire(&folder, &add).assert()
    };
    rule(&[&lead, "none", "--reason", "he wrote so in a letter"]).success();
    let die = "spring 1800/NIA §8.2.4/Melas/W3533/1";
    rule(&[die, "7+7", "--reason", "x"]).code(1).stderr(contains("is not a valid answer to"));
    rule(&[die, "6+6", "--reason", "rolled at the table"]).success();
    let siege = glance.lines().find(|line| line.contains("Ott attempts Genoa")).unwrap();
    let siege = format!("after {}", siege.split_whitespace().next().unwrap());
    let tell = "tell: {to: [austria], text: Masséna asks for terms.}";
    rule(&["--fact", tell, "--at", &siege, "--reason", "a messenger"]).success();
    let control = "control: {place: Pavia, power: austria}";
    rule(&["--fact", control, "--at", "before marker 3", "--reason", "x"]).success();
    rule(&["--fact", "mvoe: {}", "--at", "end", "--reason", "x"])
        .code(1)
        .stderr(contains("did you mean `move`?"));
    rule(&["--fact", control, "--at", "before step 3", "--reason", "x"])
        .code(1)
        .stderr(contains("`before marker 5`"));
    rule(&["--fact", control, "--at", "after 9999", "--reason", "x"])
        .code(1)
        .stderr(contains("has the events 1 to"));
    umpire(&folder, &["publish", "--force", "a test"])
        .assert()
        .code(1)
        .stderr(contains("run `umpire resolve` again"));
    let ruled = text(&folder, &["resolve"]);
    assert!(ruled.contains("you ruled: Masséna asks for terms."), "{ruled}");
    // Pavia is Austrian already: the ruling is reported, and not played.
    assert!(ruled.contains("was not played") && ruled.contains("already"), "{ruled}");
    let diff = text(&folder, &["resolve", "--diff"]);
    assert!(diff.contains("You ruled: Masséna asks for terms."), "{diff}");
    umpire(&folder, &["ruling", "drop", "4"]).assert().success();
    let austria = text(&folder, &["resolve", "--as", "austria"]);
    assert!(austria.contains("Masséna asks for terms. (a messenger)"), "{austria}");
    assert!(austria.contains("forced: 6+6 (spring 1800, NIA §8.2.4, Melas, W3533)"), "{austria}");
    let france = text(&folder, &["resolve", "--as", "france"]);
    assert!(!france.contains("asks for terms"), "what is told to one is not told to another");
    let told = text(&folder, &["publish", "--force", "a test"]);
    assert!(told.contains("2 rulings, 1 forced die or chit"), "{told}");
    // On second thoughts.
    umpire(&folder, &["rollback", "--reason", "the die was read wrongly"]).assert().success();
    let forced = json(&folder, &["ruling", "list", "--json"]);
    let number = forced.as_array().unwrap().iter().find(|ruling| ruling["on"] == die).unwrap();
    umpire(&folder, &["ruling", "drop", &number["number"].to_string()]).assert().success();
    umpire(&folder, &["resolve"]).assert().success();
    umpire(&folder, &["publish", "--send", "--force", "a test"]).assert().success();
    let seasons = json(&folder, &["archive", "list", "--json"]);
    let digests: Vec<&Json> =
        seasons.as_array().unwrap().iter().map(|season| &season["digest"]).collect();
    assert_eq!((digests.len(), digests[0]), (3, &first));
    assert!(digests[1] != digests[2] && digests[2] != digests[0]);
    umpire(&folder, &["verify"])
        .assert()
        .success()
        .stdout(contains("spring 1800, withdrawn: played again").count(2))
        .stdout(contains("spring 1800: played again"));
    let mails: Vec<String> = fs::read_dir(folder.join("outbox"))
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .filter(|mail| mail.contains("corrected report"))
        .collect();
    assert_eq!(mails.len(), 3, "each player is told what the new report replaces");
    // When it is over, a player checks the game with his mails alone.
    umpire(&folder, &["reveal"]).assert().success().stdout(contains("1 season"));
    umpire(&folder, &["send"]).assert().success();
    let own = away.path().join("own");
    fs::create_dir(&own).unwrap();
    for entry in fs::read_dir(folder.join("outbox")).unwrap().map(Result::unwrap) {
        let mail = fs::read_to_string(entry.path()).unwrap();
        if mail.lines().any(|line| line.starts_with("To: ") && line.contains("france")) {
            fs::copy(entry.path(), own.join(entry.file_name())).unwrap();
        }
    }
    let public = ["verify", "--public", own.to_str().unwrap()];
    umpire(away.path(), &public)
        .assert()
        .success()
        .stdout(contains("The secret is the one that was promised."))
        .stdout(contains("spring 1800, france: verified"));
    // A die that was written otherwise is found, and so is a sheet that was not the acknowledged one.
    for (before, after, why) in [
        ("\"fell\": \"1+6\"", "\"fell\": \"1+5\"", "fell 1+5, which does not"),
        ("march: [Geneva]", "march: [Genoa]", "is not that of the sheet that was played"),
    ] {
        let report = fs::read_dir(&own)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .find(|path| fs::read_to_string(path).unwrap().contains("corrected report"));
        let (path, forged) = forge(&report.unwrap(), before, after);
        umpire(away.path(), &public).assert().code(1).stdout(contains(why));
        fs::write(path, forged).unwrap();
    }
}

/// Changes the proof in a saved report; gives the path and what it was before.
fn forge(report: &Path, before: &str, after: &str) -> (PathBuf, String) {
    use base64_lines::{decode, encode};
    let whole = fs::read_to_string(report).unwrap();
    let name = whole.find("proof.json\"").unwrap();
    let body = name + whole[name..].find("\r\n\r\n").unwrap() + 4;
    let end = body + whole[body..].find("\r\n--").unwrap();
    let proof = String::from_utf8(decode(&whole[body..end])).unwrap();
    assert!(proof.contains(before), "{proof}");
    let forged = encode(proof.replacen(before, after, 1).as_bytes());
    fs::write(report, format!("{}{forged}{}", &whole[..body], &whole[end..])).unwrap();
    (report.to_owned(), whole)
}

/// Base64 as it stands in a mail.
mod base64_lines {
    use data_encoding::BASE64;

    pub fn decode(lines: &str) -> Vec<u8> {
        let letters: String = lines.split_whitespace().collect();
        BASE64.decode(letters.as_bytes()).unwrap()
    }

    pub fn encode(bytes: &[u8]) -> String {
        let letters = BASE64.encode(bytes);
        letters
            .as_bytes()
            .chunks(76)
            .map(|line| format!("{}\r\n", String::from_utf8_lossy(line)))
            .collect()
    }
}

/// A limit on the size of files stands in for a full disk: a sentence, and nothing is lost.
/// A run that was to publish and send may be killed in between; the next command says so.
#[test]
fn mail_that_a_killed_run_was_to_send_is_told_of() {
    let (_home, folder) = italy();
    umpire(&folder, &["send"]).assert().success();
    umpire(&folder, &["resolve"]).assert().success();
    let (told, silent) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    killed(&folder, &["publish", "--send", "--force", "a test"], 10, |place, when| {
        let status = json(place, &["status", "--json"]);
        let is_published = statuses(place).iter().any(|status| status == "published");
        let waits = status["waiting"].as_u64().unwrap() > 0;
        let next = umpire(place, &["narrate", "Snow."]).output().unwrap();
        let said = String::from_utf8(next.stderr).unwrap();
        let is_told = said.contains("note: an earlier sending run was interrupted")
            && said.contains("run `umpire send`");
        if is_published && waits {
            assert!(is_told, "{when}: {said}");
            told.set(told.get() + 1);
            umpire(place, &["send"]).assert().success();
        }
        if !waits {
            assert!(!is_told, "{when}: {said}");
        }
        if !is_told || is_published {
            let again = umpire(place, &["narrate", "Ice."]).output().unwrap();
            assert!(again.stderr.is_empty(), "{when}: it is told no more");
            silent.set(silent.get() + 1);
        }
    });
    assert!(told.get() > 5 && silent.get() > 2, "{} and {}", told.get(), silent.get());
}

#[test]
fn a_full_disk_is_a_sentence() {
    let (_home, folder) = italy();
    umpire(&folder, &["resolve"]).assert().success();
    let size = fs::metadata(folder.join("campaign.db")).unwrap().len();
    let commands: [&[&str]; 4] = [
        &["publish", "--force", "a test"],
        &["ruling", "add", "--fact", "tell: {text: x}", "--at", "end", "--reason", "x"],
        &["resolve"],
        &["backup", "copy.db"],
    ];
    for arguments in commands {
        for blocks in [0, size / 4 / 512, size / 512] {
            let quoted: Vec<String> = arguments.iter().map(|word| format!("'{word}'")).collect();
            // An ignored signal leaves the write to fail, as it does on a full disk.
            let script =
                format!("trap '' XFSZ; ulimit -f {blocks}; exec '{UMPIRE}' {}", quoted.join(" "));
            let mut shell = Command::new("sh");
            let run = shell.current_dir(&folder).args(["-c", &script]).output().unwrap();
            let why = String::from_utf8_lossy(&run.stderr).into_owned();
            if !run.status.success() {
                assert_eq!(run.status.code(), Some(1), "{arguments:?}, {blocks}: {why}");
                assert!(why.starts_with("failed: ") && !why.contains("panicked"), "{why}");
            }
            whole(&folder, &format!("{arguments:?} with {blocks} blocks"));
        }
    }
    umpire(&folder, &["resolve"]).assert().success();
    umpire(&folder, &["publish", "--force", "a test"]).output().unwrap();
    assert_eq!(statuses(&folder)[0], "published");
    whole(&folder, "after all of it");
}

/// Another program that has the file for itself is told of at once.
#[test]
fn a_locked_file_is_a_sentence() {
    let (_home, folder) = italy();
    umpire(&folder, &["resolve"]).assert().success();
    umpire(&folder, &["publish", "--force", "a test"]).assert().success();
    let other = rusqlite::Connection::open(folder.join("campaign.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let commands: [&[&str]; 4] = [
        &["resolve"],
        &["rollback", "--reason", "x"],
        &["ruling", "add", "a/b", "c", "--reason", "x"],
        &["end", "--reason", "x"],
    ];
    for arguments in commands {
        umpire(&folder, arguments).assert().code(1).stderr(contains("is writing"));
    }
    umpire(&folder, &["verify"]).assert().success();
    drop(other);
    assert_eq!(statuses(&folder), ["published", "collecting"]);
}

/// Of several who take a season back at once, one does, and the others are told.
#[test]
fn of_two_who_take_back_one_does() {
    let (_home, folder) = italy();
    umpire(&folder, &["resolve"]).assert().success();
    umpire(&folder, &["publish", "--force", "a test"]).assert().success();
    let run = || {
        let mut command = std::process::Command::new(UMPIRE);
        command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        command.current_dir(&folder).args(["rollback", "--reason", "x"]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let ended = [run(), run(), run()].map(|child| child.wait_with_output().unwrap());
    assert_eq!(ended.iter().filter(|output| output.status.success()).count(), 1);
    for output in ended.iter().filter(|output| !output.status.success()) {
        let why = String::from_utf8_lossy(&output.stderr);
        let known = [
            "is writing",
            "none to take back",
            "is already withdrawn",
            "no published season to withdraw",
        ];
        assert!(known.iter().any(|known| why.contains(known)), "{why}");
    }
    whole(&folder, "after three rollbacks at once");
}

#[test]
fn a_campaign_ends_by_hand_and_its_secret_is_told() {
    let (_home, folder) = italy();
    umpire(&folder, &["reveal"]).assert().code(1).stderr(contains("the campaign has not ended"));
    umpire(&folder, &["rollback", "--reason", "x"])
        .assert()
        .code(1)
        .stderr(contains("none to take"));
    umpire(&folder, &["end", "--reason", "France has made peace"]).assert().success();
    umpire(&folder, &["resolve"]).assert().code(1).stderr(contains("the campaign has ended"));
    umpire(&folder, &["end", "--undo", "--reason", "a mistake"]).assert().success();
    let token = text(&folder, &["player", "token", "Ada"]);
    let token = token.split_whitespace().next_back().unwrap();
    let sheet = format!("season: spring 1796\npower: france\ntoken: {token}\nactivations: []\n");
    fs::write(folder.join("token.yaml"), sheet).unwrap();
    umpire(&folder, &["intake", "token.yaml"]).assert().success();
    umpire(&folder, &["resolve"]).assert().success();
    umpire(&folder, &["publish", "--force", "a test"]).assert().success();
    umpire(&folder, &["end", "--reason", "France has made peace"]).assert().success();
    let told = text(&folder, &["reveal"]);
    assert!(told.contains(&"2a".repeat(32)), "{told}");
    assert!(text(&folder, &["reveal"]).contains("told before"));
    umpire(&folder, &["end", "--undo", "--reason", "x"])
        .assert()
        .code(1)
        .stderr(contains("revealed"));
    umpire(&folder, &["send"]).assert().success();
    let mails: Vec<String> = fs::read_dir(folder.join("outbox"))
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    let of = |words: &str| mails.iter().filter(|mail| mail.contains(words)).count();
    assert_eq!((of("the secret is told"), of("history.txt")), (2, 2));
    for mail in mails.iter().filter(|mail| mail.contains("history.txt")) {
        let saved = umpire::mail::saved::Saved::read(mail.as_bytes()).unwrap();
        let files = String::from_utf8_lossy(&saved.files.concat()).into_owned();
        assert!(files.contains("the orders of france") && !files.contains(token), "{files}");
    }
    whole(&folder, "after its end");
}
