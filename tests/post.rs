//! The outbox against a mail server that misbehaves: whatever happens, each mail arrives, nothing
//! is lost, and no Message-ID ever has two bodies.

mod peer;

use assert_cmd::Command;
use peer::{Kill, Manners, Peer};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;
use umpire::desk::post::send::{Errand, Sent};
use umpire::desk::{Access, Desk};

const UMPIRE: &str = env!("CARGO_BIN_EXE_umpire");
const PLAYERS: [&str; 2] = ["ada@post.example", "bert@post.example"];

/// A campaign with two welcomes in its outbox, and copies of it.
struct House {
    place: TempDir,
    copies: u32,
}

impl House {
    fn started(settings: &str) -> House {
        let house = House { place: TempDir::new().unwrap(), copies: 0 };
        let folder = house.folder();
        let run = |arguments: &[&str]| {
            let mut command = umpire(&folder, arguments);
            command.current_dir(house.place.path()).assert().success();
        };
        let name = folder.to_str().unwrap();
        run(&["new", name, "--scenario", "nations/italy-1796", "--name", "italy"]);
        for (name, power) in [("ada", "france"), ("bert", "austria")] {
            let address = format!("{name}@post.example");
            umpire(&folder, &["player", "add", name, "--address", &address, "--power", power])
                .assert()
                .success();
        }
        // Dots take longer than all else here, and nothing here looks at them.
        let settings = format!("{settings}\nreport: {{png: false}}\n");
        fs::write(folder.join("umpire.yaml"), settings).unwrap();
        umpire(&folder, &["start", "--defaults"]).assert().success();
        house
    }

    fn folder(&self) -> PathBuf {
        self.place.path().join("italy")
    }

    /// Takes in a sheet, so that an answer waits that is put together when it goes out.
    fn answers(self) -> House {
        let sheet = "campaign: italy\nseason: spring 1796\npower: france\nactivations: []\n";
        fs::write(self.folder().join("france.yaml"), sheet).unwrap();
        umpire(&self.folder(), &["intake", "france.yaml"]).assert().success();
        self
    }

    /// The same campaign once more, with nothing sent.
    fn copy(&mut self) -> PathBuf {
        self.copies += 1;
        let copy = self.place.path().join(format!("copy-{}", self.copies));
        fs::create_dir(&copy).unwrap();
        for name in ["campaign.db", "umpire.yaml"] {
            fs::copy(self.folder().join(name), copy.join(name)).unwrap();
        }
        // Else each command would print the reports again.
        let opening = Path::new("reports/opening");
        fs::create_dir_all(copy.join(opening)).unwrap();
        for page in fs::read_dir(self.folder().join(opening)).unwrap() {
            let name = opening.join(page.unwrap().file_name());
            fs::copy(self.folder().join(&name), copy.join(&name)).unwrap();
        }
        copy
    }
}

fn umpire(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(UMPIRE);
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    if folder.is_dir() {
        command.current_dir(folder);
    }
    command.env_remove("UMPIRE_CAMPAIGN").env_remove("UMPIRE_KILL_AT").args(arguments);
    command
}

fn by_smtp(peer: &Peer) -> String {
    format!(
        "mail:\n  address: umpire@games.example\n  send: smtp\n  \
         smtp: {{server: 127.0.0.1, port: {}, tls: none, patience: 5}}\n",
        peer.port
    )
}

/// Sends in this process: many times a second.
fn send(folder: &Path, again: bool) -> Sent {
    let mut desk = Desk::open(Some(folder), Access::Intake).unwrap();
    desk.send(Errand { again, ..Errand::default() }).unwrap()
}

fn status(folder: &Path) -> Json {
    let output = umpire(folder, &["send", "--dry-run", "--json"]).assert().success();
    serde_json::from_slice(&output.get_output().stdout).unwrap()
}

/// Fails if a line of a mail's text is too wide for a mail program.
fn narrow(mail: &[u8]) {
    let message = mail_parser::MessageParser::default().parse(mail).unwrap();
    let text = message.body_text(0).unwrap();
    let wide = crate::intake::width::too_wide(&text);
    assert!(wide.is_empty(), "{}: {wide:#?}", message.subject().unwrap());
}

/// The mails that lie in a campaign's folder for them.
fn sent(folder: &Path) -> Vec<String> {
    let mails = fs::read_dir(folder.join("outbox")).unwrap().map(|entry| entry.unwrap().path());
    let mails: Vec<String> = mails.map(|path| fs::read_to_string(path).unwrap()).collect();
    mails.iter().for_each(|mail| narrow(mail.as_bytes()));
    mails
}

fn recipients(peer: &Peer) -> Vec<String> {
    let mut all: Vec<String> = peer.taken().into_iter().map(|mail| mail.recipient).collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn mail_is_sent_once_and_not_again() {
    let peer = Peer::start();
    let house = House::started(&by_smtp(&peer));
    umpire(&house.folder(), &["send", "--dry-run"])
        .assert()
        .success()
        .stdout(contains("2 mails would be sent, 127.0.0.1").and(contains("ada@post.example")));
    assert!(peer.taken().is_empty(), "a dry run says nothing to anybody");
    umpire(&house.folder(), &["send"]).assert().success().stdout(contains("2 mails sent"));
    assert_eq!(recipients(&peer), PLAYERS);
    umpire(&house.folder(), &["send"]).assert().success().stdout(contains("0 mails sent"));
    assert_eq!(peer.taken().len(), 2);
    let mail = String::from_utf8(peer.taken()[0].bytes.clone()).unwrap();
    for line in [
        "From: \"The umpire\" <umpire@games.example>",
        "List-Id: <italy.games.example>",
        "Auto-Submitted: auto-generated",
        "Content-Type: multipart/mixed",
        "Content-Type: multipart/alternative",
        "filename=\"guide.html\"",
        "filename=\"france-spring-1796.yaml\"",
    ] {
        assert!(mail.contains(line), "{line}\n{mail}");
    }
    let token = umpire(&house.folder(), &["player", "token", "ada"]).output().unwrap().stdout;
    let token = String::from_utf8(token).unwrap().trim().to_owned();
    assert!(mail.contains(&format!("umpire+{token}@games.example")), "{mail}");
    let other = String::from_utf8(peer.taken()[1].bytes.clone()).unwrap();
    assert!(!other.contains(&token), "nobody is shown another's token");
}

/// The line is dropped at each byte of the talk, and at many of the mail.
#[test]
fn the_line_is_dropped_at_any_byte() {
    let peer = Peer::start();
    let mut house = House::started(&by_smtp(&peer));
    // Two short mails: a welcome is long, and all its bytes are alike.
    umpire(&house.folder(), &["send"]).assert().success();
    umpire(&house.folder(), &["deadline", "set", "2030-01-01"]).assert().success();
    send(&house.copy(), true);
    let (whole, from, to) = peer.lengths();
    assert!(whole > to && to > from && from > 100, "a whole talk was heard");
    let inside = |at: &usize| *at > from + 20 && *at + 20 < to;
    let cuts: Vec<usize> = (0..whole).filter(|at| !inside(at) || at % 41 == 0).collect();
    let mut folder = house.copy();
    let (mut lost_word, mut unsent) = (0, 0);
    for at in cuts {
        peer.forget();
        peer.behave(Manners { cut_at: Some(at), ..Manners::default() });
        let sent = send(&folder, true);
        peer.one_body_each();
        for item in &sent.sent {
            let arrived = peer.taken().iter().any(|mail| mail.recipient == item.recipient);
            assert!(arrived, "cut at {at}: {} was marked as sent and is not there", item.subject);
        }
        assert_eq!(sent.sent.len() + sent.stuck.len(), 2, "cut at {at}: nothing is lost");
        let has = |address: &str| peer.taken().iter().any(|mail| mail.recipient == address);
        lost_word += sent.stuck.iter().filter(|item| has(&item.recipient)).count();
        unsent += usize::from(peer.taken().is_empty());
        if !sent.sent.is_empty() {
            folder = house.copy();
        }
    }
    assert!(lost_word > 3 && unsent > 100, "both sides of the moment were tried");
    peer.behave(Manners::default());
    let folder = house.copy();
    peer.behave(Manners { takes_and_dies: true, ..Manners::default() });
    peer.forget();
    assert_eq!(send(&folder, true).stuck.len(), 2);
    peer.behave(Manners::default());
    assert_eq!(send(&folder, true).sent.len(), 2);
    assert_eq!(peer.taken().len(), 4, "each came twice");
    peer.one_body_each();
}

#[test]
fn what_a_server_says_is_obeyed() {
    let peer = Peer::start();
    let mut house = House::started(&by_smtp(&peer));
    // A mail that is put off is tried again later, and not before.
    let folder = house.copy();
    let later = ("RCPT", "451 4.2.0 greylisted, come again");
    peer.behave(Manners { answers: [later].into(), ..Manners::default() });
    umpire(&folder, &["send"])
        .assert()
        .code(1)
        .stdout(contains("greylisted, come again; tried").and(contains("refused").not()));
    peer.behave(Manners::default());
    umpire(&folder, &["send"]).assert().code(1).stdout(contains("0 mails sent"));
    // What is new for a player waits behind what is old, so that he reads it in order.
    umpire(&folder, &["deadline", "set", "2030-01-01"]).assert().success();
    umpire(&folder, &["send"]).assert().code(1).stdout(contains("0 mails sent"));
    umpire(&folder, &["send", "--again"]).assert().success().stdout(contains("4 mails sent"));

    // An address that is no more stays stuck, is told, and holds up nobody else.
    let folder = house.copy();
    let gone = Some((PLAYERS[0], "550 5.1.1 no such box"));
    peer.behave(Manners { refused: gone, ..Manners::default() });
    peer.forget();
    let told = contains("1 mail sent").and(contains("no such box")).and(contains("refused"));
    umpire(&folder, &["send"]).assert().code(1).stdout(told);
    assert_eq!(recipients(&peer), PLAYERS[1..]);
    umpire(&folder, &["status"]).assert().success().stdout(contains("no such box"));
    peer.behave(Manners::default());
    umpire(&folder, &["send"]).assert().code(1).stdout(contains("no such box"));
    umpire(&folder, &["send", "--again"]).assert().success().stdout(contains("1 mail sent"));

    // A mail that is not liked for what it says is stuck, and its address is as good as before.
    for verb in ["DATA", "."] {
        let folder = house.copy();
        let unwanted = (verb, "554 5.7.1 this looks like spam");
        peer.behave(Manners { answers: [unwanted].into(), ..Manners::default() });
        umpire(&folder, &["send"]).assert().code(1).stdout(contains("refused: ").count(2));
        umpire(&folder, &["status"])
            .assert()
            .success()
            .stdout(contains("554): 5.7.1 this looks").and(contains("comes back").not()));
        peer.behave(Manners::default());
        umpire(&folder, &["deadline", "set", "2030-01-01"]).assert().success();
        umpire(&folder, &["send"]).assert().code(1).stdout(contains("2 mails sent"));
        // Each copy has told of its deadline at a time of its own.
        peer.forget();
    }

    // A server that refuses us refuses nobody's address.
    let folder = house.copy();
    let closed = ("greeting", "554 5.7.1 not from there");
    peer.behave(Manners { answers: [closed].into(), ..Manners::default() });
    umpire(&folder, &["send"])
        .assert()
        .code(1)
        .stdout(contains("not from there; tried").and(contains("refused").not()));
    umpire(&folder, &["status"]).assert().success().stdout(contains("comes back").not());
    for verb in ["EHLO", "MAIL", "DATA", "."] {
        let folder = house.copy();
        peer.behave(Manners { answers: [(verb, "421 4.3.0 busy")].into(), ..Manners::default() });
        assert_eq!(send(&folder, true).stuck.len(), 2, "{verb}");
        peer.behave(Manners::default());
        assert_eq!(send(&folder, true).sent.len(), 2, "{verb}");
    }
    peer.one_body_each();
}

#[test]
fn one_process_sends_and_a_signal_ends_it_between_mails() {
    let peer = Peer::start();
    let mut house = House::started(&by_smtp(&peer));
    let folder = house.copy();
    // The first runs into a server that says nothing for a while.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    let settings = by_smtp(&peer).replace(&peer.port.to_string(), &port.to_string());
    fs::write(folder.join("umpire.yaml"), settings).unwrap();
    let mut first = std::process::Command::new(UMPIRE)
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .current_dir(&folder)
        .arg("send")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (line, _) = silent.accept().unwrap();
    umpire(&folder, &["send"]).assert().code(1).stderr(contains("another umpire"));
    // The campaign itself is free meanwhile.
    umpire(&folder, &["deadline", "set", "2030-01-01"]).assert().success();
    let term = format!("kill -TERM {}", first.id());
    assert!(std::process::Command::new("sh").args(["-c", &term]).status().unwrap().success());
    std::thread::sleep(Duration::from_millis(50));
    drop(line);
    drop(silent);
    let mut told = String::new();
    std::io::Read::read_to_string(&mut first.stdout.take().unwrap(), &mut told).unwrap();
    first.wait().unwrap();
    assert!(told.contains("Stopped by a signal"), "{told}");
    fs::write(folder.join("umpire.yaml"), by_smtp(&peer)).unwrap();
    umpire(&folder, &["send", "--again"]).assert().success();
    assert_eq!(recipients(&peer), PLAYERS);
}

/// Every third step is tried, and all where time is given: each is several runs of the program.
fn stride() -> usize {
    if crate::effort::is_long() { 1 } else { 3 }
}

/// Kills it at each of its own steps, at each word of the server, and at moments that nobody chose.
#[test]
fn killed_at_each_step() {
    let peer = Peer::start();
    let mut house = House::started(&by_smtp(&peer)).answers();
    let whole = |folder: &Path, when: &str| {
        peer.behave(Manners::default());
        umpire(folder, &["send"]).assert().success();
        peer.one_body_each();
        let ids: BTreeSet<String> = peer.taken().into_iter().map(|mail| mail.message_id).collect();
        assert_eq!(ids.len(), 3, "two welcomes and a receipt, {when}");
        peer.taken().iter().for_each(|mail| narrow(&mail.bytes));
        assert_eq!(recipients(&peer), PLAYERS, "{when}");
        assert_eq!(status(folder)["stuck"], Json::Array(vec![]), "{when}");
        peer.forget();
    };
    let mut steps = 0;
    for step in (1..).step_by(stride()) {
        let folder = house.copy();
        let run = umpire(&folder, &["send"]).env("UMPIRE_KILL_AT", step.to_string()).output();
        let ended = run.unwrap().status.success();
        whole(&folder, &format!("killed at step {step}"));
        if ended {
            break;
        }
        steps = step;
    }
    assert!(steps >= 10, "three steps a mail, two more for the answer; {steps} were met");
    for reply in (1..=18).step_by(stride()) {
        for before in [true, false] {
            let folder = house.copy();
            peer.behave(Manners { kill_at: Some(Kill { reply, before }), ..Manners::default() });
            peer.strike_at(run_quietly(&folder));
            whole(&folder, &format!("killed at reply {reply}"));
        }
    }
    let seed = std::env::var("UMPIRE_SEED").ok().and_then(|seed| seed.parse().ok());
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let seed: u64 = seed.unwrap_or(now.as_nanos() as u64);
    println!("UMPIRE_SEED={seed}");
    let mut state = seed | 1;
    for _ in 0..12 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let folder = house.copy();
        peer.behave(Manners::default());
        let mut child = run_quietly(&folder);
        std::thread::sleep(Duration::from_micros((state >> 33) % 60_000));
        child.kill().unwrap();
        child.wait().unwrap();
        whole(&folder, &format!("killed at random, UMPIRE_SEED={seed}"));
    }
}

fn run_quietly(folder: &Path) -> std::process::Child {
    let mut command = std::process::Command::new(UMPIRE);
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.current_dir(folder).arg("send").stdout(Stdio::null()).stderr(Stdio::null());
    command.env_remove("UMPIRE_KILL_AT").spawn().unwrap()
}

/// Mails that ask for orders say where the page lies, and its file says where sheets are mailed.
#[test]
fn mails_say_where_a_sheet_is_composed() {
    let page = "https://games.example/compose/";
    let settings = format!("compose-at: {page}\nmail: {{address: umpire@games.example}}\n");
    let house = House::started(&settings);
    let folder = house.folder();
    for season in 0..2 {
        umpire(&folder, &["send"]).assert().success();
        let mails: Vec<String> = fs::read_dir(folder.join("outbox"))
            .unwrap()
            .map(|entry| String::from_utf8_lossy(&fs::read(entry.unwrap().path()).unwrap()).into())
            .collect();
        let asks = |mail: &&String| mail.contains(".known.json");
        let asked: Vec<&String> = mails.iter().filter(asks).collect();
        assert_eq!(asked.len(), 2 * (season + 1), "a mail to each player asks for orders");
        assert!(asked.iter().all(|mail| mail.contains(page)), "{}", asked[0]);
        umpire(&folder, &["resolve"]).assert().success();
        umpire(&folder, &["publish", "--force", "nobody plays"]).assert().success();
    }
    let known = fs::read_to_string(folder.join("reports/spring-1796/france.known.json")).unwrap();
    assert!(known.contains("\"address\":\"umpire@games.example\""), "{known}");
}

#[test]
fn a_folder_holds_whole_mails_only() {
    let mut house = House::started("mail: {folder: out}\n").answers();
    let mut bodies: Option<Vec<(String, Vec<u8>)>> = None;
    for step in 1.. {
        let folder = house.copy();
        let run = umpire(&folder, &["send"]).env("UMPIRE_KILL_AT", step.to_string()).output();
        let ended = run.unwrap().status.success();
        umpire(&folder, &["send"]).assert().success();
        let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder.join("out"))
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| {
                (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
            })
            .collect();
        files.sort();
        assert_eq!(files.len(), 3, "killed at {step}: {:?}", files.iter().map(|f| &f.0));
        let first = bodies.get_or_insert_with(|| files.clone());
        assert!(*first == files, "killed at {step}: the same names and bytes");
        if ended {
            assert!(step > 14, "each file has its own steps");
            return;
        }
    }
}

#[test]
fn sendmail_gets_the_mail_or_keeps_it_waiting() {
    use std::os::unix::fs::PermissionsExt;
    let place = TempDir::new().unwrap();
    let program = place.path().join("sendmail");
    let write = |script: &str| {
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    };
    let house = House::started(&format!(
        "mail: {{address: umpire@games.example, send: sendmail, sendmail: {}}}\n",
        program.display()
    ));
    umpire(&house.folder(), &["trust", "--yes"]).assert().success();
    write("#!/bin/sh\ncat > /dev/null\necho 'no route' >&2\nexit 75\n");
    umpire(&house.folder(), &["send"]).assert().code(1).stdout(contains("no route"));
    write(&format!(
        "#!/bin/sh\necho \"$@\" >> {0}/log\ncat >> {0}/mails\n",
        place.path().display()
    ));
    umpire(&house.folder(), &["send", "--again"]).assert().success();
    let log = fs::read_to_string(place.path().join("log")).unwrap();
    assert!(PLAYERS.iter().all(|address| log.contains(address)), "{log}");
    let mails = fs::read_to_string(place.path().join("mails")).unwrap();
    assert_eq!(mails.matches("\nMessage-ID: ").count(), 2);
}

/// A run that was stopped between playing and sending leaves mail behind, also at the very end.
#[test]
fn a_campaign_that_goes_at_once_sends_what_waits_with_the_next_intake() {
    use std::os::unix::fs::PermissionsExt;
    let place = TempDir::new().unwrap();
    let (program, box_) = (place.path().join("sendmail"), place.path().join("box"));
    fs::write(&program, format!("#!/bin/sh\ncat >> {}/mails\n", place.path().display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    for name in ["new", "cur", "tmp"] {
        fs::create_dir_all(box_.join(name)).unwrap();
    }
    let house = House::started(&format!(
        "pace: at once\nmail: {{address: umpire@games.example, send: sendmail, sendmail: {}}}\n",
        program.display()
    ));
    umpire(&house.folder(), &["trust", "--yes"]).assert().success();
    let intake = ["intake", "--maildir", box_.to_str().unwrap()];
    umpire(&house.folder(), &intake).assert().success().stdout(contains("2 mails sent"));
    umpire(&house.folder(), &intake).assert().success().stdout("");
    umpire(&house.folder(), &["end", "--reason", "peace"]).assert().success();
    umpire(&house.folder(), &intake)
        .assert()
        .code(1)
        .stdout(contains("2 mails sent"))
        .stderr(contains("the campaign has ended"));
    // A mail that comes later is not taken in, and stays where it is.
    let late = box_.join("new/1.late.mail");
    fs::write(&late, "From: ada@post.example\nSubject: orders\n\nplease\n").unwrap();
    umpire(&house.folder(), &intake).assert().code(1).stderr(contains("the campaign has ended"));
    assert!(late.is_file());
    let mails = fs::read_to_string(place.path().join("mails")).unwrap();
    assert_eq!(mails.matches("\nMessage-ID: ").count(), 4);
}

/// A server may say whatever it was told; what is kept and shown of it has no secret in it.
#[test]
fn what_a_server_says_is_masked() {
    let peer = Peer::start();
    let login =
        "{server: 127.0.0.1, port: PORT, tls: none, patience: 5, user: u, password: {env: WORD}}";
    let house = House::started(&format!(
        "mail:\n  address: umpire@games.example\n  send: smtp\n  smtp: {}\n",
        login.replace("PORT", &peer.port.to_string())
    ));
    umpire(&house.folder(), &["trust", "--yes"]).assert().success();
    let token = umpire(&house.folder(), &["player", "token", "ada"]).output().unwrap().stdout;
    let token = String::from_utf8(token).unwrap().trim().to_owned();
    let word = "hunter2 is it";
    let blob = data_encoding::BASE64.encode(format!("\0u\0{word}").as_bytes());
    let text = |words: String| -> &'static str { Box::leak(words.into_boxed_str()) };
    let ehlo = ("EHLO", "250-peer\r\n250 AUTH PLAIN");
    for (verb, said) in [
        ("RCPT", format!("550 nobody umpire+{token}@games.example here")),
        (".", format!("554 {token} is odd")),
        ("AUTH", format!("535 no such login as {word} in {blob}")),
    ] {
        let answers = [ehlo, (verb, text(said))].into_iter().collect();
        peer.behave(Manners { answers, ..Manners::default() });
        let mut send = umpire(&house.folder(), &["send", "--again"]);
        let run = send.env("WORD", word).assert().code(1);
        let run = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        let status = umpire(&house.folder(), &["status"]).output().unwrap().stdout;
        let shown = run + &String::from_utf8(status).unwrap();
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(shown.contains("****"), "{verb}: {shown}");
        let mut file = fs::read(house.folder().join("campaign.db")).unwrap();
        file.extend(fs::read(house.folder().join("campaign.db-wal")).unwrap_or_default());
        for secret in [word, &blob, &token] {
            assert!(!shown.contains(secret), "{verb}: {shown}");
            let kept =
                if secret == token { format!("nobody umpire+{token}") } else { secret.into() };
            assert!(!file.windows(kept.len()).any(|part| part == kept.as_bytes()), "{verb}");
        }
    }
}

/// A time so many hours from now, as the umpire writes it.
fn in_hours(hours: i64) -> String {
    let at = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(hours);
    at.to_zoned(jiff::tz::TimeZone::UTC).strftime("%Y-%m-%d %H:%M").to_string()
}

/// Wherever it is killed, each player is reminded once.
#[test]
fn reminders_are_put_once_wherever_it_is_killed() {
    let peer = Peer::start();
    let mut house = House::started(&by_smtp(&peer));
    umpire(&house.folder(), &["send"]).assert().success();
    umpire(&house.folder(), &["deadline", "set", &in_hours(10)]).assert().success();
    umpire(&house.folder(), &["send"]).assert().success();
    let dry = umpire(&house.folder(), &["remind", "--dry-run"]).assert().success();
    dry.stdout(contains("2 reminders would be put into the outbox").and(contains("ada")));
    for step in (1..).step_by(stride()) {
        let folder = house.copy();
        peer.forget();
        let mut command = umpire(&folder, &["remind", "--send"]);
        let ended = command.env("UMPIRE_KILL_AT", step.to_string()).output().unwrap();
        umpire(&folder, &["remind", "--send"]).assert().success();
        umpire(&folder, &["send"]).assert().success();
        peer.one_body_each();
        let mut ids: Vec<String> = peer.taken().into_iter().map(|mail| mail.message_id).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 2, "killed at step {step}");
        assert_eq!(recipients(&peer), PLAYERS, "killed at step {step}");
        peer.taken().iter().for_each(|mail| narrow(&mail.bytes));
        if ended.status.success() {
            assert!(step > 8, "reminding and sending have their steps");
            return;
        }
    }
}

#[test]
fn the_commands_of_an_umpire_whose_players_live_elsewhere() {
    let settings = "quorum: {missing: 0}\ngrace: 2\nzone: Europe/Rome\n";
    let house = House::started(settings);
    let folder = house.folder();
    let run = |arguments: &[&str]| umpire(&folder, arguments).assert();
    run(&["deadline", "set", "2040-01-01 18:00", "--zone", "UTC"])
        .success()
        .stdout(contains("2040-01-01 18:00 UTC"));
    run(&["deadline", "show"]).success().stdout(contains("2040-01-01 19:00 CET"));
    run(&["deadline", "set", "2040-01-01", "--zone", "Rome"])
        .code(1)
        .stderr(contains("unknown time zone"));
    run(&["player", "zone", "ada", "America/New_York"]).success();
    run(&["player", "away", "france", "2039-12-30", "2040-01-02"]).success();
    run(&["status"])
        .success()
        .stdout(contains("Away: france, 2039-12-30 to 2040-01-02"))
        .stdout(contains("4 mails wait in the outbox"));
    run(&["resolve"]).code(1).stderr(contains("austria (bert)").and(contains("--anyway")));
    run(&["resolve", "--anyway"]).success();
    run(&["publish", "--send", "--deadline", "2040-02-01 18:00"])
        .code(1)
        .stderr(contains("no sheet has come from austria, france"));
    run(&["publish", "--send", "--deadline", "2040-02-01 18:00", "--force", "both are away"])
        .success()
        .stdout(contains("8 mails sent, files in outbox"));
    assert_eq!(sent(&folder).len(), 8, "two welcomes, deadlines, reports and newspapers");
    let report = fs::read_to_string(folder.join("outbox/0006-report-france.eml"));
    let report =
        report.or_else(|_| fs::read_to_string(folder.join("outbox/0005-report-france.eml")));
    let report = report.unwrap();
    assert!(report.contains("2040-02-01 12:00 EST"), "in the player's zone: {report}");
    run(&["player", "back", "france"]).success();
    run(&["player", "list"]).success().stdout(contains("0 of 1"));
    run(&["player", "replace", "france", "Cleo", "--address", "no address"]).code(1);
    run(&["player", "replace", "france", "Cleo", "--address", "cleo@post.example"]).success();
    run(&["player", "list"]).success().stdout(contains("gone").and(contains("Cleo")));
    run(&["guide", "--rules", "nations"]).success().stdout(contains("HOW TO ORDER IN"));
    run(&["guide", "--power", "austria"]).success().stdout(contains("THE FIGURES OF THE BOOK"));
    let march = run(&["guide", "--power", "austria", "march"]).success();
    march.stdout(contains("march:").and(contains("HOW TO ORDER IN").not()));
    run(&["guide", "Bonapart"]).success().stdout(contains("The guide has nothing on `Bonapart`."));
    fs::write(folder.join("umpire.yaml"), "mail: {send: smtp}\n").unwrap();
    run(&["send"]).code(1).stderr(contains("umpire.yaml sends by smtp and names no"));
}

#[test]
fn the_demo_leaves_its_post() {
    let away = TempDir::new().unwrap();
    let mut command = Command::new(UMPIRE);
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.current_dir(&away).arg("demo").assert().success().stdout(contains("/outbox/"));
    let demo = fs::read_dir(away.path()).unwrap().next().unwrap().unwrap().path();
    let mut names: Vec<String> = fs::read_dir(demo.join("outbox"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    for kind in ["welcome", "receipt", "report"] {
        assert!(names.iter().filter(|name| name.contains(kind)).count() >= 3, "{kind}: {names:?}");
    }
    assert!(names.iter().all(|name| name.ends_with(".eml")), "{names:?}");
    assert_eq!(sent(&demo).len(), names.len());
}

#[test]
fn a_letter_and_a_question_come_by_mail() {
    let house = House::started("asked: {an-hour: 1}\n");
    let folder = house.folder();
    let run = |arguments: &[&str]| umpire(&folder, arguments).assert();
    let token = umpire(&folder, &["player", "token", "ada"]).output().unwrap().stdout;
    let token = String::from_utf8(token).unwrap().trim().to_owned();
    let mail = |name: &str, subject: &str, text: &str| {
        let page = format!(
            "From: Ada <ada@post.example>\nTo: <umpire+{token}@campaign.example>\n\
             Subject: {subject}\nMessage-ID: <{name}@post.example>\n\n{text}\n"
        );
        fs::write(folder.join(name), page).unwrap();
        umpire(&folder, &["intake", name]).assert()
    };
    mail("1.eml", "Re: [italy] letter to Austria", "Shall we talk about Nice?")
        .success()
        .stdout(contains("letter of france to austria; it is forwarded at once"));
    for eye in ["austria", "france"] {
        run(&["archive", "show", "1", "--letters", "--as", eye])
            .success()
            .stdout(contains("Shall we talk about Nice?"));
    }
    run(&["archive", "show", "1", "--letters", "--as", "sardinia"]).code(1);
    mail("2.eml", "form", "please").success().stdout(contains("asked for the form"));
    mail("3.eml", "form", "please").success().stdout(contains("it is answered within the next"));
    mail("4.eml", "challenge", "I won").code(1).stdout(contains("nothing to challenge"));
    run(&["send"]).success();
    let all = sent(&folder).concat();
    assert!(all.contains("Subject: [italy] letter from france"), "{all}");
    assert_eq!(all.matches("Subject: [italy] form for spring 1796").count(), 1, "{all}");
}
