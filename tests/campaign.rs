//! A campaign as its umpire plays it: by the program itself, from a shell, and killed at any moment.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;

const UMPIRE: &str = env!("CARGO_BIN_EXE_umpire");

/// A campaign's folder and the program run in it.
struct House {
    folder: TempDir,
}

impl House {
    /// A campaign that has started, with two players.
    fn started() -> House {
        let house = House::set_up();
        house.umpire(&["start", "--defaults"]).success();
        house
    }

    fn set_up() -> House {
        let house = House { folder: TempDir::new().unwrap() };
        let italy = house.path("");
        let italy = italy.to_str().unwrap();
        let secret = "2a".repeat(32);
        house
            .umpire(&[
                "new",
                italy,
                "--scenario",
                "nations/italy-1796",
                "--name",
                "italy",
                "--secret",
                &secret,
            ])
            .success()
            .stdout(contains("spring 1796"));
        for (name, power) in [("Ada", "france"), ("Bert", "austria")] {
            let address = format!("{name}@post.example");
            house
                .umpire(&["player", "add", name, "--address", &address, "--power", power])
                .success();
        }
        // Dots take longer than all else here, and nothing here looks at them.
        let settings = fs::read_to_string(house.path("umpire.yaml")).unwrap();
        fs::write(house.path("umpire.yaml"), settings + "\nreport: {png: false}\n").unwrap();
        house
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join("italy").join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(UMPIRE);
        command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        let folder = self.path("");
        command.current_dir(if folder.is_dir() { &folder } else { self.folder.path() });
        command.env_remove("UMPIRE_CAMPAIGN").args(arguments);
        command
    }

    fn umpire(&self, arguments: &[&str]) -> assert_cmd::assert::Assert {
        self.command(arguments).assert()
    }

    fn json(&self, arguments: &[&str]) -> Json {
        let output = self.umpire(arguments).success().get_output().stdout.clone();
        serde_json::from_slice(&output).unwrap()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn digests(&self) -> Vec<Json> {
        let seasons = self.json(&["archive", "list", "--json"]);
        seasons.as_array().unwrap().iter().map(|season| season["digest"].clone()).collect()
    }

    /// Runs the program and kills it after so long.
    fn kill(&self, arguments: &[&str], after: Duration) {
        let mut child = std::process::Command::new(UMPIRE)
            .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
            .current_dir(self.path(""))
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(after);
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

fn sheet(season: &str, power: &str, leader: &str, to: &str) -> String {
    format!(
        "campaign: italy\nseason: {season}\npower: {power}\nactivations:\n  \
         - leader: {leader}\n    steps: [{{march: [{to}]}}]\n"
    )
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn two_seasons() {
    let house = House::started();
    for (season, place) in [("spring 1796", "Genoa"), ("summer 1796", "W3634")] {
        house.write("france.yaml", &sheet(season, "france", "Bonaparte", place));
        house.write("austria.yaml", &sheet(season, "austria", "Beaulieu", "Turin"));
        house.umpire(&["check", "france.yaml"]).success().stdout(contains("ACCEPTED"));
        house
            .umpire(&["intake", "france.yaml", "austria.yaml"])
            .success()
            .stdout(contains("Austria, revision 1"));
        let status = house.json(&["status", "--json"]);
        assert_eq!(status["powers"][0]["verdict"], "accepted");
        assert_eq!(status["powers"][0]["player"], "Bert");

        house.umpire(&["resolve"]).success().stdout(contains(format!("Drafted {season}")));
        let once = house.digests();
        house.umpire(&["resolve"]).success();
        assert_eq!(house.digests(), once, "the same orders, the same season");
        house.umpire(&["publish", "--force", "a test"]).success();
        house
            .umpire(&["publish", "--force", "a test"])
            .failure()
            .stderr(contains("no draft found for"));

        let folder = house.path("reports").join(season.replace(' ', "-"));
        let endings = ["html", "known.json", "proof.json", "svg", "txt"];
        let both = ["austria", "france"].map(|power| endings.map(|end| format!("{power}.{end}")));
        let paper = ["html", "svg", "txt"].map(|end| format!("newspaper.{end}"));
        assert_eq!(names(&folder), [both.concat(), paper.to_vec()].concat());
        let shown = house.umpire(&["archive", "show", season, "--as", "france"]).success();
        let report = fs::read_to_string(folder.join("france.txt")).unwrap();
        assert_eq!(String::from_utf8_lossy(&shown.get_output().stdout), report);
    }
    house.umpire(&["form", "--power", "france"]).success().stdout(contains("season: autumn 1796"));
    let one = ["form", "--power", "france", "--force", "bonaparte"];
    house.umpire(&one).success().stdout(contains("reaches, by the points it costs:\n"));
    let nobody = ["form", "--power", "france", "--force", "Melas"];
    house.umpire(&nobody).failure().stderr(contains("no force called `Melas`"));
    house
        .umpire(&["archive", "show", "1", "--events"])
        .success()
        .stdout(contains("    1  spring 1796 begins"));
    house
        .umpire(&["archive", "show", "1", "--event", "1"])
        .success()
        .stdout(contains("event 1 of").and(contains("NIA §3.1")));
    house.umpire(&["archive", "show", "1", "--event", "1", "--as", "france"]).failure();
    let orders = ["archive", "show", "spring 1796", "--orders", "--as", "austria"];
    house.umpire(&orders).success().stdout(contains("Beaulieu").and(contains("Bonaparte").not()));
    let seen = ["archive", "show", "1", "--events", "--as", "france"];
    house
        .umpire(&seen)
        .success()
        .stdout(contains("Marker 1").and(contains("spring 1796 begins").not()));
    let copy = house.folder.path().join("copy.db");
    house.umpire(&["backup", copy.to_str().unwrap()]).success();
    assert!(copy.is_file());
}

#[test]
fn a_known_checks_as_the_umpire_does() {
    let house = House::started();
    house.write("france.yaml", &sheet("spring 1796", "france", "Bonaparte", "Genooa"));
    let known = ["check", "france.yaml", "--known", "reports/opening/france.known.json"];
    let alone = house.umpire(&known).code(1);
    let home = house.umpire(&["check", "france.yaml"]).code(1);
    let fault = |output: &[u8]| {
        let text = String::from_utf8_lossy(output).into_owned();
        text.split("REMARKS AND FAULTS")
            .nth(1)
            .unwrap()
            .split("FOR THE PROOF")
            .next()
            .unwrap()
            .trim()
            .to_owned()
    };
    assert_eq!(fault(&alone.get_output().stdout), fault(&home.get_output().stdout));
    let sheet = fs::read(house.path("france.yaml")).unwrap();
    let away = TempDir::new().unwrap();
    Command::new(UMPIRE)
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .current_dir(&away)
        .args(["check", "-", "--scenario", "nations/italy-1796"])
        .write_stdin(sheet)
        .assert()
        .code(1)
        .stdout(contains("the opening position of").and(contains("Genooa")));
}

#[test]
fn a_receipt_tells_no_more_than_happened() {
    let house = House::started();
    let first = sheet("spring 1796", "france", "Bonaparte", "Genoa");
    house.write("1.yaml", &format!("{first}standing: {{reactions: [{{who: any, met: fight}}]}}\n"));
    house.write("2.yaml", "season: spring 1796\npower: france\nactivations: []\n");
    house.write("3.yaml", "season: spring 1796\npower: france\nactivations: []\nstray: 1\n");
    house.umpire(&["intake", "1.yaml"]).success().stdout(contains("STANDING ORDERS"));
    let empty = house.umpire(&["intake", "2.yaml"]).success();
    let empty = String::from_utf8_lossy(&empty.get_output().stdout).into_owned();
    assert!(empty.contains("ACCEPTED: there is nothing in it to play"), "{empty}");
    let changes = empty.split("WHAT CHANGED").nth(1).unwrap();
    let changes = changes.split("STANDING ORDERS").next().unwrap();
    assert!(changes.contains("no longer: Entry 1: Bonaparte: "), "{changes}");
    assert!(!changes.contains("standing orders") && !changes.contains("Without"), "{changes}");
    house.umpire(&["intake", "3.yaml"]).code(1).stdout(contains("REJECTED: nothing in it can be"));
    house.umpire(&["archive", "show", "1", "--as", "nobody"]).code(1).stderr(contains("no power"));
    house.umpire(&["backup", "/nope/x.db"]).code(1).stderr(contains("folder /nope not found"));
    house
        .umpire(&["rules", "--rules", "nations", "decisions", "5.2.10"])
        .success()
        .stdout(contains("5.2.10"));
    for page in ["reports/opening/welcome-ada.txt", "reports/opening/welcome-bert.txt"] {
        let page = fs::read_to_string(house.path(page)).unwrap();
        assert!(page.lines().all(|line| line.chars().count() <= 78), "{page}");
    }
}

#[test]
fn called_wrongly_or_nowhere() {
    let away = TempDir::new().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(UMPIRE);
        command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        command.current_dir(&away).env_remove("UMPIRE_CAMPAIGN").args(arguments).assert()
    };
    run(&["status"]).code(1).stderr(contains("no campaign found in"));
    run(&["resolve", "--nonsense"]).code(2);
    run(&["new", "x", "--scenario", "waterloo"]).code(1).stderr(contains("nations/italy-1796"));
    assert!(names(away.path()).is_empty(), "nothing was made");
    run(&["rules"]).code(1).stderr(contains("name the rules with --rules"));
    run(&["rules", "--rules", "nations"]).success();
    run(&["rules", "--rules", "nations", "3.2"]).success().stdout(contains("first marker"));
    run(&["rules", "--rules", "nations", "decisions"]).success();
    run(&["rules", "--rules", "nations", "figures"]).success().stdout(contains("reconstructed"));
    run(&["rules", "--rules", "nations", "99.9"]).code(1).stderr(contains("no paragraph 99.9"));
    run(&["schema", "--rules", "nations"]).success().stdout(contains("json-schema.org"));
    run(&["completions", "bash"]).success().stdout(contains("umpire"));
    run(&["man"]).success().stdout(contains("umpire"));
}

#[test]
fn a_campaign_is_made_with_its_addresses_and_players_or_not_at_all() {
    let house = House { folder: TempDir::new().unwrap() };
    let players = house.folder.path().join("players.yaml");
    let italy = house.path("");
    let new = |address: &str| {
        let mut command =
            house.command(&["new", italy.to_str().unwrap(), "--scenario", "nations/italy-1796"]);
        command.args(["--address", address, "--my-address", "me@home.example"]);
        command.args(["--players", players.to_str().unwrap()]);
        command.assert()
    };
    let ada = "- {name: Ada, address: ada@post.example, powers: france}\n";
    for (list, address, told) in [
        ("- {name: Ada}\n", "u@games.example", "line 1"),
        (
            &format!("{ada}- {{name: Ben, address: b@post.example, powers: prussia}}\n"),
            "u@games.example",
            "prussia",
        ),
        (&format!("{ada}- {{name: Ada, address: b@post.example}}\n"), "u@games.example", "Ada"),
        (ada, "nobody", "nobody"),
    ] {
        fs::write(&players, list).unwrap();
        new(address).failure().stderr(contains(told));
        assert!(!italy.exists(), "{list} leaves nothing behind");
    }
    let ben =
        "- name: Ben\n  address: ben@post.example\n  powers: [austria]\n  zone: Europe/Rome\n";
    fs::write(&players, format!("{ada}{ben}")).unwrap();
    new("u@games.example").success().stdout(contains("2 players joined"));
    let settings = fs::read_to_string(house.path("umpire.yaml")).unwrap();
    assert!(settings.contains("\nmail:\n  address: \"u@games.example\"  # where players write to"));
    house.umpire(&["player", "list"]).success().stdout(contains("ben@post.example"));
    house
        .umpire(&["player", "away", "Ben", "2031-12-20", "2032-01-06"])
        .success()
        .stdout(contains("austria is away"));
    house.umpire(&["player", "back", "ben"]).success().stdout(contains("1 absence forgotten"));
    house
        .umpire(&["player", "away", "Cleo", "2031-12-20", "2032-01-06"])
        .failure()
        .stderr(contains("austria"));
    house.umpire(&["start", "--defaults"]).success();
    house.umpire(&["send"]).success();
    let outbox = fs::read_dir(house.path("outbox")).unwrap();
    let mails: Vec<String> = outbox
        .map(|mail| String::from_utf8_lossy(&fs::read(mail.unwrap().path()).unwrap()).into_owned())
        .collect();
    assert_eq!(mails.len(), 2);
    assert!(mails.iter().all(|mail| mail.contains("u@games.example") && mail.contains("u+")));
}

/// What everybody knows, mailed to every player after their report, and the same for all.
#[test]
fn a_newspaper_for_everybody() {
    let house = House::started();
    house.write("france.yaml", &sheet("spring 1796", "france", "Bonaparte", "W3534"));
    house.umpire(&["intake", "france.yaml"]).success();
    house.umpire(&["narrate", "The passes are open."]).success();
    house.umpire(&["narrate", "--to", "france", "Milan is yours for the asking."]).success();
    house.umpire(&["send"]).success();
    house.umpire(&["report", "preview", "--as", "newspaper"]).success();
    house.umpire(&["resolve"]).success();
    let shown = house.umpire(&["report", "preview", "--as", "newspaper"]).success();
    shown.stdout(contains("newspaper.html").and(contains("newspaper.svg")));
    house.umpire(&["archive", "show", "1", "--newspaper"]).failure();
    house.umpire(&["publish", "--force", "a test"]).success();
    let text = fs::read_to_string(house.path("reports/spring-1796/newspaper.txt")).unwrap();
    let preview = fs::read_to_string(house.path("preview/spring-1796/newspaper.txt")).unwrap();
    assert_eq!(text, preview);
    assert!(text.lines().all(|line| line.chars().count() <= 72), "{text}");
    for words in ["THE GAZETTE OF EUROPE", "No. 1", "The passes are open.", "Spring 1796"] {
        assert!(text.contains(words), "no `{words}` in {text}");
    }
    // Under `fog: contact` a march is told to those who saw it, and words to one to one.
    for secret in ["Army of Italy", "Beaulieu", "for the asking"] {
        assert!(!text.contains(secret), "`{secret}` in {text}");
    }
    let before = fs::read_dir(house.path("outbox")).unwrap().count();
    house.umpire(&["send"]).success();
    assert_eq!(fs::read_dir(house.path("outbox")).unwrap().count(), before + 4);
    for eye in [&["--as", "austria"][..], &[]] {
        let shown = [&["archive", "show", "1", "--newspaper"], eye].concat();
        house.umpire(&shown).success().stdout(text.clone());
    }
    house.umpire(&["send", "--resend", "newspaper", "Ada"]).success();
    house.umpire(&["rollback", "--reason", "a slip"]).success();
    house.umpire(&["resolve"]).success();
    house.umpire(&["publish", "--force", "a test"]).success();
    house.umpire(&["send"]).success();
    let mails = fs::read_dir(house.path("outbox")).unwrap();
    let mails: Vec<String> = mails
        .map(|mail| String::from_utf8_lossy(&fs::read(mail.unwrap().path()).unwrap()).into_owned())
        .collect();
    let of = |subject: &str| mails.iter().filter(|mail| mail.contains(subject)).count();
    assert_eq!(of("[italy] newspaper, spring 1796"), 2 + 2, "the corrected ones name them");
    assert_eq!(of("Subject: [italy] corrected newspaper, spring 1796"), 2);
    house.umpire(&["verify"]).success();
    // A campaign can do without.
    let settings = fs::read_to_string(house.path("umpire.yaml")).unwrap();
    let settings = settings.replace("png: false}", "png: false, newspaper: false}");
    house.write("umpire.yaml", &settings);
    house.umpire(&["resolve"]).success();
    house.umpire(&["publish", "--force", "a test"]).success();
    assert!(!house.path("reports/summer-1796/newspaper.txt").exists());
    house.umpire(&["archive", "show", "summer 1796", "--newspaper"]).failure();
}

#[test]
fn players_hear_at_once_of_seasons_that_were_taken_back() {
    let house = House::started();
    for season in ["spring 1796", "summer 1796"] {
        house.write("france.yaml", &sheet(season, "france", "Bonaparte", "Genoa"));
        house.umpire(&["intake", "france.yaml"]).success();
        house.umpire(&["narrate", &format!("Of {season}.")]).success();
        house
            .umpire(&[
                "ruling",
                "add",
                "--reason",
                "a slip",
                "--at",
                "end",
                "--fact",
                "tell: {to: [austria], text: Genoa asks for terms.}",
            ])
            .success();
        house.umpire(&["resolve"]).success();
        house.umpire(&["publish", "--force", "it is a test"]).success();
    }
    house.umpire(&["send"]).success();
    house.write("france.yaml", &sheet("autumn 1796", "france", "Bonaparte", "Genoa"));
    house.umpire(&["intake", "france.yaml"]).success();
    house.umpire(&["narrate", "Of autumn 1796."]).success();
    let back = house.umpire(&["rollback", "--reason", "a die was misread"]).success();
    back.stdout(contains("A mail tells 2 players what was taken back"))
        .stdout(contains("Kept for it, and standing again then: 1 text of yours."));
    // The mail of the first one has not gone out, so that of the second tells of both.
    house.umpire(&["rollback", "--reason", "so was another"]).success();
    house.umpire(&["archive", "list"]).success().stdout(contains("\n2a").and(contains("\n3a")));
    let before = names(&house.path("outbox"));
    house.umpire(&["send"]).success();
    let mails = names(&house.path("outbox"));
    let read = |name: &String| fs::read_to_string(house.path("outbox").join(name)).unwrap();
    let new: Vec<String> = mails.iter().filter(|name| !before.contains(name)).map(read).collect();
    let told: Vec<&String> = new.iter().filter(|mail| mail.contains("taken back: ")).collect();
    assert_eq!(told.len(), 2, "one for each player: {new:#?}");
    let ada = told.iter().find(|mail| mail.contains("Ada@post.example")).unwrap();
    assert!(ada.contains("Subject: [italy] taken back: spring 1796, summer 1796"), "{ada}");
    let text = ada.split("text/html").next().unwrap().replace("=\r\n", "").replace('\r', "");
    let from = text.find("The umpire took back").unwrap();
    expect_test::expect![[r#"
        The umpire took back spring 1796. The reason: so was another
        The umpire took back summer 1796. The reason: a die was misread

        Spring 1796 is open again and will be played again. The reports that you
        have of these no longer count; corrected ones follow.

        WHAT BECOMES OF YOUR SHEETS
          Spring 1796: revision 1 of your sheet counts again, unless you send
            another.
          Summer 1796: your sheet is kept, and is read and answered again when
            it opens.
          Autumn 1796: your sheet is kept, and is read and answered again when
            it opens.

        There is no deadline for spring 1796 yet.

        A sheet that you send now for summer 1796 or autumn 1796 is kept, and
        read when that season opens again. It does not count for spring 1796."#]]
    .assert_eq(text[from..].split("\n--").next().unwrap().trim_end());
    // A sheet for one of them is kept, and read when it opens again.
    house.write("late.yaml", &sheet("autumn 1796", "austria", "Beaulieu", "Tortona"));
    house.umpire(&["intake", "late.yaml"]).success().stdout(contains("KEPT: autumn 1796 was"));
    house.umpire(&["status"]).success().stdout(contains("a sheet for autumn 1796 of austria"));
    for said in ["1 ruling and 1 text", "  1 text"] {
        house.umpire(&["resolve"]).success();
        let told = house.umpire(&["publish", "--force", "it is a test"]).success();
        told.stdout(contains(format!("{said} of yours stand again in it: ")));
    }
    let status = house.umpire(&["status"]).success();
    status.stdout(contains("austria").and(contains("a sheet for").not()));
    house.umpire(&["narrate"]).success().stdout(contains("Of autumn 1796."));
    let orders = house.umpire(&["archive", "show", "autumn 1796", "--orders"]).success();
    orders.stdout(contains("# austria, revision 1").and(contains("# france, revision 2")));
    house.umpire(&["resolve"]).success();
    house.umpire(&["publish", "--force", "a test"]).success();
    house.umpire(&["verify"]).success();
}

#[test]
fn intake_says_which_file_and_which_mail_a_verdict_is_about() {
    let house = House::started();
    house.write("france.yaml", &sheet("spring 1796", "france", "Bonaparte", "Genoa"));
    house.write("join.eml", "From: Fay <fay@post.example>\nSubject: Can I join?\n\nPlease.\n");
    let told = house.umpire(&["intake", "france.yaml", "join.eml"]).code(1);
    let told = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "france.yaml:", "{told}");
    let mail = "Mail 2 from fay@post.example, \"Can I join?\" (join.eml):";
    assert!(lines.contains(&mail), "{told}");
    assert!(told.contains("NEEDS THE UMPIRE: its sender is unknown"), "{told}");
    house.umpire(&["mail", "list"]).success().stdout(contains("fay@post.example"));
    let json = house.json(&["intake", "france.yaml", "--json"]);
    let source = json["receipts"][0]["source"].as_str().unwrap();
    assert!(source.starts_with("file france.yaml"), "{source}");
}

#[test]
fn a_faulty_standing_leaves_the_good_ones_alone() {
    let house = House::started();
    let orders = |season: &str, standing: &str| {
        let sheet = sheet(season, "france", "Massena", "Savona");
        format!("{sheet}standing:{standing}\n")
    };
    let good = "\n  activations: [{leader: Bonaparte, steps: [{march: [Genoa]}]}]";
    house.write("a.yaml", &orders("spring 1796", good));
    let told = house.umpire(&["intake", "a.yaml"]).success();
    let read = contains("activations 1: leader: Bonaparte; steps: [march: [Genoa]]");
    told.stdout(contains("This sheet sets them").and(read));
    house.umpire(&["resolve"]).success();
    house.umpire(&["publish", "--force", "a test"]).success();
    let nowhere = good.replace("march", "marhc");
    for faulty in [" yes", nowhere.as_str(), "\n  orders: []"] {
        house.write("b.yaml", &orders("summer 1796", faulty));
        let told = house.umpire(&["intake", "b.yaml"]).success();
        let text = String::from_utf8(told.get_output().stdout.clone()).unwrap();
        let held = "The standing orders in this sheet are not set, since they have a fault. Those of spring 1796";
        let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(held), "{text}");
        assert!(!text.contains("This sheet sets them"), "{text}");
        assert!(!text.contains("activations 1"), "nothing refused is claimed: {text}");
        assert!(flat.contains("1 entry does not count in full"), "{text}");
        let fault = text.split("fault[").nth(1).unwrap_or_default().split("\n\n").next().unwrap();
        assert!(fault.lines().count() <= 8, "{} lines: {fault}", fault.lines().count());
        if faulty == " yes" {
            assert!(flat.contains("for example `standing: {activations: [{"), "{text}");
        }
    }
    house.umpire(&["status"]).success().stdout(contains("accepted with remarks"));
    house.umpire(&["resolve"]).success();
    house.umpire(&["publish", "--force", "a test"]).success();
    let resolved = house.umpire(&["resolve"]).success();
    resolved.stdout(contains("standing orders").and(contains("Bonaparte")));
    let report = house.umpire(&["resolve", "--as", "france"]).success();
    report.stdout(contains("Genoa"));
}

#[test]
fn one_yes_publishes_and_sends() {
    let house = House::started();
    house.umpire(&["send"]).success();
    let before = fs::read_dir(house.path("outbox")).unwrap().count();
    house.write("france.yaml", &sheet("spring 1796", "france", "Bonaparte", "Genoa"));
    house.umpire(&["intake", "france.yaml"]).success();
    // Nobody has set a deadline, so the sheet that is missing is waited for.
    let missing = "spring 1796 has no deadline, and no sheet has come from austria";
    let evening = house.umpire(&["tonight", "--yes"]).success();
    evening
        .stdout(contains("Missing: austria").and(contains("Ready to publish").not()))
        .stdout(contains("Not ready to publish: spring 1796 has no deadline, and no sheet has"))
        .stdout(contains("summer 1796 opens"));
    house.umpire(&["publish"]).failure().stderr(contains(missing).and(contains("--force REASON")));
    house.write("austria.yaml", &sheet("spring 1796", "austria", "Beaulieu", "Tortona"));
    house.umpire(&["intake", "austria.yaml"]).success();
    // Without a terminal it shows what would be done, and does nothing.
    let shown =
        house.umpire(&["tonight"]).success().stdout(contains("Ready to publish spring 1796"));
    shown.stdout(contains("umpire tonight --yes").and(contains("Missing:").not()));
    house.umpire(&["status"]).success().stdout(contains("spring 1796: drafted"));
    let told = house.umpire(&["tonight", "--yes"]).success();
    told.stdout(contains("Published spring 1796. Orders for summer 1796 are being collected."));
    assert!(fs::read_dir(house.path("outbox")).unwrap().count() > before + 1);
    house.umpire(&["status"]).success().stdout(contains("summer 1796: collecting"));
}

#[test]
fn another_writer_is_told_at_once() {
    let house = House::started();
    house.write("france.yaml", &sheet("spring 1796", "france", "Bonaparte", "Genoa"));
    let other = rusqlite::Connection::open(house.path("campaign.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    house.umpire(&["status"]).success();
    house
        .umpire(&["deadline", "set", "2030-01-01"])
        .code(1)
        .stderr(contains("another umpire command is writing; try again in a moment"));
    house.umpire(&["resolve"]).code(1).stderr(contains("another umpire command is writing"));
    // Intake is patient: it goes on as soon as the other has done.
    let release = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(400));
        other.execute_batch("ROLLBACK").unwrap();
    });
    house.umpire(&["intake", "france.yaml"]).success().stdout(contains("ACCEPTED"));
    release.join().unwrap();
}

#[test]
fn of_two_publishers_one_publishes() {
    let house = House::started();
    house.umpire(&["resolve"]).success();
    let publish = || {
        let mut command = std::process::Command::new(UMPIRE);
        command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        command.current_dir(house.path("")).args(["publish", "--force", "a test"]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let running = [publish(), publish(), publish()];
    let ended = running.map(|child| child.wait_with_output().unwrap());
    assert_eq!(ended.iter().filter(|output| output.status.success()).count(), 1);
    for output in ended.iter().filter(|output| !output.status.success()) {
        let why = String::from_utf8_lossy(&output.stderr);
        let known = ["is already published", "is writing", "no draft found for"];
        assert!(known.iter().any(|known| why.contains(known)), "{why}");
    }
    assert_eq!(house.json(&["status", "--json"])["unwritten"], 0);
}

/// Whatever moment it is killed at, the next run finds all of it or nothing.
#[test]
fn killed_at_any_moment() {
    let house = House::started();
    let moments = [0, 2, 5, 8, 12, 16, 20, 26, 34, 50].map(Duration::from_millis);
    for (number, after) in (1..).zip(moments) {
        let name = format!("france-{number}.yaml");
        let place = if number % 2 == 0 { "Genoa" } else { "Nice" };
        house.write(&name, &sheet("spring 1796", "france", "Bonaparte", place));
        house.kill(&["intake", &name], after);
        house.umpire(&["intake"]).success();
        house.umpire(&["intake", &name]).success();
        let orders = house.json(&["archive", "show", "1", "--orders", "--json"]);
        let orders = orders.as_array().unwrap();
        assert_eq!(orders.len(), number, "each sheet became one revision, whatever happened");
        assert!(orders.last().unwrap()["text"].as_str().unwrap().contains(place));
        house.kill(&["resolve"], after);
        house.umpire(&["status"]).success();
    }
    house.umpire(&["resolve"]).success();
    let whole = house.digests();
    for after in moments {
        house.kill(&["resolve"], after);
        assert_eq!(house.digests(), whole, "a draft is replaced whole or not at all");
    }
    house.umpire(&["resolve"]).success();
    house.kill(&["publish", "--force", "a test"], Duration::from_millis(25));
    house.umpire(&["intake"]).success();
    let first = &house.json(&["archive", "list", "--json"])[0];
    assert_eq!(first["digest"], whole[0]);
    if first["status"] == "published" {
        let files = names(&house.path("reports/spring-1796"));
        assert_eq!(files.iter().filter(|name| !name.starts_with('.')).count(), 10, "{files:?}");
    } else {
        house.umpire(&["publish", "--force", "a test"]).success();
    }
}

#[test]
fn the_demo_is_the_same_every_time() {
    let away = TempDir::new().unwrap();
    let demo = |expected: i32| {
        let mut command = Command::new(UMPIRE);
        command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        let run = command.current_dir(&away).arg("demo").assert().code(expected);
        run.get_output().clone()
    };
    demo(0);
    let made = names(away.path());
    assert_eq!(made.len(), 1, "{made:?}");
    let folder = away.path().join(&made[0]);
    let digests = || {
        let mut command = Command::new(UMPIRE);
        command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        command.current_dir(&folder).args(["archive", "list", "--json"]).output().unwrap().stdout
    };
    let first = digests();
    demo(0);
    assert_eq!(digests(), first);
    fs::remove_file(folder.join("campaign.db")).unwrap();
    let refused = demo(1);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is not an earlier demo"));
}
