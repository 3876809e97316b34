//! A campaign's folder that came from somebody else: nothing in it is run, read or followed before
//! the user of this machine has agreed to it.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const UMPIRE: &str = env!("CARGO_BIN_EXE_umpire");

/// A campaign that has started, in a place of its own with a state folder of its own.
struct Place {
    place: TempDir,
}

impl Place {
    fn new() -> Place {
        let place = Place { place: TempDir::new().unwrap() };
        place
            .at(place.place.path(), &["new", "game", "--scenario", "nations/italy-1796"])
            .assert()
            .success();
        place.set("report: {png: false}\n");
        let player = ["player", "add", "Ada", "--address", "ada@post.example", "--power", "france"];
        place.run(&player).assert().success();
        place.run(&["start", "--defaults"]).assert().success();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    fn set(&self, settings: &str) {
        fs::write(self.path("game/umpire.yaml"), settings).unwrap();
    }

    fn at(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(UMPIRE);
        command.env("XDG_STATE_HOME", self.path("state")).env_remove("UMPIRE_CAMPAIGN");
        command.env("HOME", self.path("home")).current_dir(folder).args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Command {
        self.at(&self.path("game"), arguments)
    }

    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments).assert().code(1).get_output().stderr.clone();
        let said = String::from_utf8(output).unwrap();
        assert_eq!(said.trim_end().lines().count(), 1, "one sentence: {said}");
        said
    }
}

/// Settings that send by a program which leaves a mark.
fn by_program(place: &Place) -> (String, PathBuf) {
    let (program, mark) = (place.path("sendmail"), place.path("mark"));
    fs::write(&program, format!("#!/bin/sh\ntouch {}\ncat >/dev/null\n", mark.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let mail = "mail: {address: umpire@games.example, send: sendmail, sendmail";
    (format!("{mail}: {}}}\nreport: {{png: false}}\n", program.display()), mark)
}

#[test]
fn an_unpacked_folder_runs_nothing() {
    let place = Place::new();
    let (sendmail, mark) = by_program(&place);
    let touch = format!("touch {}; echo word", mark.display());
    let login = format!("user: u, password: {{command: '{touch}'}}");
    let smtp = format!("smtp: {{server: localhost, port: 1, {login}}}");
    let by_smtp = format!("mail: {{address: umpire@games.example, send: smtp, {smtp}}}\n");
    let imap = format!("intake: {{imap: {{server: localhost, port: 1, {login}}}}}\n");
    for (settings, command, named) in [
        (&sendmail, &["send"][..], "run the program `"),
        (&by_smtp, &["send"], "run the command `touch "),
        (&imap, &["intake", "--imap"], "run the command `touch "),
    ] {
        place.set(settings);
        let archive = place.path("game.tar");
        let tar = |words: &[&str]| {
            let mut tar = Command::new("tar");
            tar.current_dir(place.place.path()).args(words).assert().success();
        };
        tar(&["cf", archive.to_str().unwrap(), "game"]);
        let there = TempDir::new().unwrap();
        tar(&["xf", archive.to_str().unwrap(), "-C", there.path().to_str().unwrap()]);
        let game = there.path().join("game");
        for folder in [&game, &place.path("game")] {
            let run = place.at(folder, command).assert().code(1);
            let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
            assert!(said.contains(named), "{said}");
            assert!(said.contains("umpire trust /"), "{said}");
            assert!(!mark.exists(), "{said}");
        }
    }
}

#[test]
fn what_a_user_has_agreed_to_is_run_until_it_changes() {
    let place = Place::new();
    let (settings, mark) = by_program(&place);
    place.set(&settings);
    let shown = contains("would\n  run the program `").and(contains("(mail.sendmail)"));
    let asked = place.run(&["trust"]).write_stdin("y\n").assert().code(1).stdout(shown);
    asked.stderr(contains("give --yes"));
    assert!(place.refused(&["send"]).contains("umpire trust"));
    place.run(&["trust", "--yes"]).assert().success().stdout(contains("Agreed."));
    place.run(&["trust"]).assert().success().stdout(contains("agreed to this before"));
    place.run(&["send"]).assert().success();
    assert!(mark.exists());
    // Only this user can read it.
    let state = place.path("state/umpire");
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
    assert_eq!((mode(&state), mode(&state.join("trust"))), (0o700, 0o700));
    let pages: Vec<PathBuf> =
        fs::read_dir(state.join("trust")).unwrap().map(|page| page.unwrap().path()).collect();
    assert_eq!(pages.iter().map(|page| mode(page)).collect::<Vec<_>>(), [0o600]);
    // What another could have written counts for nothing.
    fs::set_permissions(&pages[0], fs::Permissions::from_mode(0o622)).unwrap();
    assert!(place.refused(&["send"]).contains("umpire trust"));
    fs::set_permissions(&pages[0], fs::Permissions::from_mode(0o600)).unwrap();
    // A change of other settings needs no new look; one of these does.
    place.set(&(settings.clone() + "grace: 6\n"));
    place.run(&["send"]).assert().success();
    place.set(&settings.replace("sendmail: /", "sendmail: //"));
    assert!(place.refused(&["send"]).contains("umpire trust"));
    // The same folder under another name is another folder.
    place.set(&settings);
    fs::rename(place.path("game"), place.path("moved")).unwrap();
    place.at(&place.path("moved"), &["send"]).assert().code(1).stderr(contains("umpire trust"));
}

#[test]
fn what_runs_nothing_needs_no_agreement() {
    let place = Place::new();
    place.run(&["send"]).assert().success();
    place.run(&["trust"]).assert().success().stdout(contains("run no program"));
    // A new campaign is noted, with nothing in it that is run.
    assert_eq!(fs::read_dir(place.path("state/umpire/trust")).unwrap().count(), 1);
    // Agreement that lies in the campaign itself is another's word.
    let (settings, mark) = by_program(&place);
    place.set(&settings);
    let inside = place.path("game/state");
    let mut trust = place.run(&["trust", "--yes"]);
    trust.env("XDG_STATE_HOME", &inside).assert().code(1).stderr(contains("lies in the campaign"));
    let mut homeless = place.run(&["send"]);
    homeless.env_remove("XDG_STATE_HOME").env_remove("HOME");
    homeless.assert().code(1).stderr(contains("neither XDG_STATE_HOME nor HOME"));
    assert!(!mark.exists() && !inside.exists());
}

/// A campaign of another user, laid above one's own folder, is not taken.
#[test]
fn the_way_up_ends_at_a_folder_of_another_user() {
    let place = Place::new();
    let inner = place.path("game/notes");
    fs::create_dir(&inner).unwrap();
    place.at(&inner, &["status"]).assert().success();
    // Root alone can give a folder away.
    let gives = |path: &Path| std::os::unix::fs::chown(path, Some(65_534), None).is_ok();
    if !gives(&place.path("game/campaign.db")) {
        return;
    }
    let not_taken = || {
        let run = place.at(&inner, &["status"]).assert().code(1);
        String::from_utf8(run.get_output().stderr.clone()).unwrap()
    };
    assert!(not_taken().contains("belongs to another user"));
    let named = ["status", "--campaign", ".."];
    place.at(&inner, &named).assert().success();
    // Above a folder of another user nothing is looked for.
    let own = place.path("game/campaign.db");
    std::os::unix::fs::chown(&own, Some(0), None).unwrap();
    let between = inner.join("between");
    fs::create_dir(&between).unwrap();
    assert!(gives(&inner));
    let run = place.at(&between, &["status"]).assert().code(1);
    run.stderr(contains("no campaign found in"));
    assert!(gives(&place.path("game")));
    assert!(std::os::unix::fs::chown(&inner, Some(0), None).is_ok());
    assert!(not_taken().contains("belongs to another user"), "its folder is");
}

/// The own pages of a campaign, and a file that is none of them.
fn with_secret(place: &Place) -> PathBuf {
    fs::create_dir_all(place.path("game/templates/mail")).unwrap();
    fs::create_dir_all(place.path("game/book")).unwrap();
    let secret = place.path("secret");
    fs::write(&secret, "the word is sesame").unwrap();
    secret
}

#[test]
fn pages_are_files_in_their_own_folder() {
    let place = Place::new();
    let secret = with_secret(&place);
    let link = |to: &Path, name: &str| std::os::unix::fs::symlink(to, place.path(name)).unwrap();
    let check = |name: &str, make: &dyn Fn(&str), told: &str| {
        make(name);
        let said = place.refused(&["resolve"]);
        assert!(said.contains(told) && !said.contains("sesame"), "{name}: {said}");
        fs::remove_file(place.path(name)).unwrap();
    };
    let pipe = |name: &str| {
        Command::new("mkfifo").arg(place.path(name)).assert().success();
    };
    for name in ["game/templates/mail/receipt.txt", "game/book/index.yaml"] {
        check(name, &|name| link(&secret, name), "points outside");
        check(name, &|name| link(Path::new("/dev/zero"), name), "points outside");
        check(name, &pipe, "is not a file");
        let long = |name: &str| fs::write(place.path(name), "x".repeat(5 << 20)).unwrap();
        check(name, &long, "too large for a page");
    }
    let outside = place.path("outside");
    fs::create_dir(&outside).unwrap();
    check("game/templates/nations", &|name| link(&outside, name), "points outside");
    let hard = |name: &str| fs::hard_link(&secret, place.path(name)).unwrap();
    check("game/templates/mail/receipt.txt", &hard, "a hard link");
    let hidden = |name: &str| fs::write(place.path(name), "a: b\n# \u{202e}c\n").unwrap();
    check("game/book/index.yaml", &hidden, "line 2: there is a sign here");
    fs::remove_dir_all(place.path("game/book")).unwrap();
    check("game/book", &|name| link(&outside, name), "points outside");
    check("game/templates/here", &|name| link(&place.path("game/templates"), name), "too deep");
    fs::create_dir(place.path("game/templates/many")).unwrap();
    for number in 0..2001 {
        fs::write(place.path(&format!("game/templates/many/{number}.txt")), "").unwrap();
    }
    assert!(place.refused(&["resolve"]).contains("more than 2000 pages"));
    fs::remove_dir_all(place.path("game/templates/many")).unwrap();
    // A link to another page of the folder is one.
    fs::write(place.path("game/templates/own.txt"), "{{ title }}\n").unwrap();
    fs::create_dir(place.path("game/templates/nations")).unwrap();
    link(&place.path("game/templates/own.txt"), "game/templates/nations/report.txt");
    place.run(&["resolve"]).assert().success();
}

/// The worker of a process, by what the system lists of it.
fn worker(caller: u32) -> Option<PathBuf> {
    let all = fs::read_dir("/proc").ok()?.filter_map(|one| Some(one.ok()?.path()));
    let is_its = |process: &PathBuf| {
        let line = fs::read(process.join("cmdline")).unwrap_or_default();
        let status = fs::read_to_string(process.join("status")).unwrap_or_default();
        line.ends_with(b"print-pages\0") && status.contains(&format!("\nPPid:\t{caller}\n"))
    };
    all.into_iter().find(is_its)
}

/// Waits up to twenty seconds until something is so.
fn soon(is_so: impl Fn() -> bool) -> bool {
    (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        is_so()
    })
}

/// How many KiB a process has filled at the most, as the system says.
fn filled(process: &Path) -> Option<u64> {
    let status = fs::read_to_string(process.join("status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse().ok()
}

/// A hostile template fills less than 200 MB before it is stopped.
#[test]
fn a_hostile_template_stays_small() {
    if !Path::new("/proc/self").exists() {
        return;
    }
    let place = Place::new();
    let own = place.path("game/templates/nations");
    fs::create_dir_all(&own).unwrap();
    for text in [
        "{% set s = 'xxxxxxxxxxxxxxxx' %}{% for i in range(end=60) %}\
         {% set_global s = s ~ s %}{% endfor %}",
        "{{ title | pad(width=90000000000) }}",
        "{{ title | pad(width=900000000) }}",
        "{% for i in range(end=99999) %}{{ title | pad(width=100000) }}{% endfor %}",
    ] {
        fs::write(own.join("report.txt"), text).unwrap();
        let mut caller = std::process::Command::new(UMPIRE)
            .env("XDG_STATE_HOME", place.path("state"))
            .current_dir(place.path("game"))
            .arg("resolve")
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let (mut most, mut its) = (0, None);
        while caller.try_wait().unwrap().is_none() {
            its = its.or_else(|| worker(caller.id()));
            most = most.max(its.as_deref().and_then(filled).unwrap_or(0));
            most = most.max(filled(&PathBuf::from(format!("/proc/{}", caller.id()))).unwrap_or(0));
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        assert!(!caller.wait().unwrap().success(), "{text}");
        assert!(most > 1_000 && most < 200_000, "{most} KiB: {text}");
    }
}

/// A file with a program of somebody else in it is used by no command, and `verify` calls it a fault.
#[test]
fn a_file_with_strange_parts_is_not_used() {
    let place = Place::new();
    let whole = fs::read(place.path("game/campaign.db")).unwrap();
    place.run(&["archive", "search", "Genoa"]).assert().success();
    place.run(&["status"]).assert().success();
    for (sql, told) in [
        (
            "CREATE TRIGGER evil AFTER INSERT ON outbox \
             BEGIN UPDATE player SET address = 'evil@x.example'; END",
            "the trigger `evil`",
        ),
        ("CREATE VIEW found_7 AS SELECT 1", "the view `found_7`"),
        ("CREATE TABLE more (id INTEGER)", "the table `more`"),
        ("CREATE TABLE found_9 (id INTEGER)", "the table `found_9`"),
        (
            "DROP TRIGGER raw_stays; CREATE TRIGGER raw_stays AFTER INSERT ON raw \
             BEGIN UPDATE power SET player = 1; END",
            "the trigger `raw_stays`",
        ),
    ] {
        fs::write(place.path("game/campaign.db"), &whole).unwrap();
        for end in ["-wal", "-shm"] {
            let _ = fs::remove_file(place.path(&format!("game/campaign.db{end}")));
        }
        let file = rusqlite::Connection::open(place.path("game/campaign.db")).unwrap();
        file.execute_batch(sql).unwrap();
        drop(file);
        for command in [
            &["status"][..],
            &["resolve"],
            &["publish", "--force", "a test"],
            &["archive", "list"],
            &["send"],
            &["backup", "copy.db"],
        ] {
            let said = place.refused(command);
            assert!(said.contains(told) && said.contains("no umpire made"), "{command:?}: {said}");
        }
        let found = place.run(&["verify"]).assert().code(1);
        let found = String::from_utf8(found.get_output().stdout.clone()).unwrap();
        let flat = found.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains("WRONG: ") && flat.contains(told), "{found}");
        assert!(flat.contains("FAULT FOUND"), "{found}");
    }
}

/// A template that does too much is stopped, in a sentence, and leaves nothing running.
#[test]
fn a_template_cannot_hang_or_fill_the_memory() {
    let place = Place::new();
    let own = place.path("game/templates/nations");
    fs::create_dir_all(&own).unwrap();
    let nested = "{% for a in range(end=99999) %}{% for b in range(end=99999) %}\
                  {% endfor %}{% endfor %}";
    let doubled = "{% set s = 'xxxxxxxxxxxxxxxx' %}{% for i in range(end=60) %}\
                   {% set_global s = s ~ s %}{% endfor %}";
    let itself = "{% include \"nations/report.txt\" %}";
    for (text, told) in [
        ("{% for i in range(end=1000000000) %}x{% endfor %}", "exceeds the limit"),
        (nested, "report.txt was stopped: it took over 5 seconds"),
        // Whichever comes first: the memory or the time.
        (doubled, "report.txt was stopped: it "),
        (
            &format!("{{% for i in range(end=99999) %}}{}{{% endfor %}}", "x".repeat(999)),
            "longer than 16 MiB",
        ),
        (itself, "report.txt"),
        ("{{ title | pad(width=90000000000) }}", "report.txt was stopped: it "),
        (&format!("{{{{ {}1{} }}}}", "(".repeat(200_000), ")".repeat(200_000)), "template"),
    ] {
        fs::write(own.join("report.txt"), text).unwrap();
        let said = place.refused(&["resolve"]);
        assert!(said.contains(told), "{text:.60}: {said}");
    }
    // A worker whose caller is killed ends by itself.
    fs::write(own.join("report.txt"), nested).unwrap();
    let mut caller = std::process::Command::new(UMPIRE)
        .env("XDG_STATE_HOME", place.path("state"))
        .current_dir(place.path("game"))
        .arg("resolve")
        .spawn()
        .unwrap();
    let lists = Path::new("/proc/self").exists();
    let began = soon(|| !lists || worker(caller.id()).is_some());
    let worker = worker(caller.id());
    // By then it is at the page and not at its templates.
    std::thread::sleep(std::time::Duration::from_millis(1500));
    caller.kill().unwrap();
    caller.wait().unwrap();
    assert!(began, "a worker prints");
    if let Some(worker) = worker {
        assert!(worker.exists(), "it is at its page");
        assert!(soon(|| !worker.exists()), "and ends by itself");
    }
    // What does no such thing is printed as ever, and one bad page keeps no other.
    fs::write(own.join("report.txt"), "{{ title }}: {{ campaign }}\n").unwrap();
    place.run(&["resolve"]).assert().success();
}

/// The pages that own templates make in a worker are those that ours make here.
#[test]
fn a_worker_prints_the_same_pages() {
    let place = Place::new();
    place.run(&["resolve"]).assert().success();
    let pages = |folder: &str| {
        let out = place.path(folder);
        place.run(&["archive", "export", out.to_str().unwrap(), "--umpire"]).assert().success();
        place.run(&["report", "preview", "--as", "france"]).assert().success();
        let preview = place.path("game/preview/spring-1796");
        let mut all = vec![];
        for name in ["france.html", "france.txt"] {
            all.push(fs::read_to_string(preview.join(name)).unwrap());
        }
        all.push(fs::read_to_string(out.join("index.html")).unwrap());
        all
    };
    let ours = pages("ours");
    fs::create_dir_all(place.path("game/templates/mail")).unwrap();
    fs::write(place.path("game/templates/README.md"), "{{ no template").unwrap();
    assert_eq!(pages("still-ours"), ours);
    fs::write(place.path("game/templates/mail/unused.txt"), "{{ unused }}").unwrap();
    assert!(pages("theirs") == ours, "the pages are the same");
}

/// Runs the program as a user who may not write where the campaign is: root may everywhere.
fn as_reader(place: &Place, folder: &Path, arguments: &[&str]) -> (bool, String) {
    use std::os::unix::process::CommandExt;
    let mut command = std::process::Command::new(UMPIRE);
    command.env("XDG_STATE_HOME", place.path("state")).env("UMPIRE_CAMPAIGN", ".");
    command.current_dir(folder).args(arguments);
    if rustix::process::geteuid().is_root() {
        let program = place.path("umpire");
        if !program.exists() {
            fs::copy(UMPIRE, &program).unwrap();
        }
        let mut other = std::process::Command::new(program);
        other.env("UMPIRE_CAMPAIGN", ".").current_dir(folder).args(arguments);
        other.uid(65_534).gid(65_534);
        command = other;
    }
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

/// A copy of a campaign on a disk that cannot be written is read, or it is said what to do.
#[test]
fn a_copy_where_nothing_may_be_written_is_read() {
    let place = Place::new();
    fs::set_permissions(place.place.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let shut = place.path("a copy?of=100%25");
    fs::create_dir(&shut).unwrap();
    let copy = |names: &[&str]| {
        fs::set_permissions(&shut, fs::Permissions::from_mode(0o755)).unwrap();
        for name in names {
            let to = shut.join(name);
            fs::copy(place.path("game").join(name), &to).unwrap();
            fs::set_permissions(&to, fs::Permissions::from_mode(0o444)).unwrap();
        }
        fs::set_permissions(&shut, fs::Permissions::from_mode(0o555)).unwrap();
    };
    copy(&["campaign.db", "umpire.yaml"]);
    for arguments in [&["status"][..], &["archive", "list"], &["player", "list"], &["verify"]] {
        let (well, said) = as_reader(&place, &shut, arguments);
        if arguments[0] == "player" {
            // It opens the file to write.
            assert!(!well && said.contains("copy the whole folder"), "{said}");
        } else {
            assert!(well, "{arguments:?}: {said}");
        }
    }
    // What was written last stands in a file beside it, as when a program was killed.
    let file = rusqlite::Connection::open(place.path("game/campaign.db")).unwrap();
    file.execute("UPDATE player SET zone = 'Europe/Rome'", []).unwrap();
    assert!(fs::metadata(place.path("game/campaign.db-wal")).unwrap().len() > 0);
    copy(&["campaign.db-wal"]);
    let (well, said) = as_reader(&place, &shut, &["status"]);
    assert!(!well && said.contains("copy the whole folder to a place of your own"), "{said}");
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_deadline_that_is_past_has_to_be_meant() {
    let place = Place::new();
    let said = place.refused(&["deadline", "set", "2020-01-01 18:00"]);
    assert!(said.contains("2020-01-01 18:00 UTC is past") && said.contains("--past"), "{said}");
    place.run(&["deadline", "show"]).assert().success().stdout(contains("no deadline"));
    let said = place.refused(&["deadline", "set", "soon"]);
    assert!(said.contains("`7 days` or `every Sunday 20:00`"), "{said}");
    place.run(&["deadline", "set", "7 days"]).assert().success();
    place.run(&["deadline", "set", "every sunday 20:00"]).assert().success();
    place.run(&["deadline", "show"]).assert().success().stdout(contains(" 20:00 UTC"));
    place.run(&["deadline", "set", "2020-01-01 18:00", "--past"]).assert().success();
    place.run(&["deadline", "show"]).assert().success().stdout(contains("2020-01-01 18:00"));
    place.run(&["resolve"]).assert().success();
    let publish = ["publish", "--force", "a test", "--deadline", "2020-02-01"];
    assert!(place.refused(&publish).contains("is past"));
    place.run(&["publish", "--past"]).assert().code(2);
    place.run(&[&publish[..], &["--past"]].concat()).assert().success();
}

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().mode() & 0o777
}

/// All files and folders below one, and itself.
fn below(folder: &Path) -> Vec<PathBuf> {
    let (mut all, mut open) = (vec![folder.to_owned()], vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            open.extend(path.is_dir().then(|| path.clone()));
            all.push(path);
        }
    }
    all
}

#[test]
fn what_the_umpire_exports_is_for_nobody_else() {
    let place = Place::new();
    place.run(&["resolve"]).assert().success();
    place.run(&["publish", "--force", "a test"]).assert().success();
    let export = |to: &Path, eyes: &[&str]| {
        // Whatever a shell would give to everybody.
        let words: Vec<&str> = [&["archive", "export", to.to_str().unwrap()], eyes].concat();
        let mut shell = Command::new("sh");
        shell.env("XDG_STATE_HOME", place.path("state")).current_dir(place.path("game"));
        let script = format!("umask 022; exec {UMPIRE} {}", words.join(" "));
        shell.args(["-c", &script]).assert().success();
    };
    let is_private = |path: &PathBuf| mode(path) == if path.is_dir() { 0o700 } else { 0o600 };
    let own = place.path("own");
    export(&own, &["--umpire"]);
    let all = below(&own);
    assert!(all.len() > 20 && all.iter().all(is_private));
    // An earlier version left them open.
    for path in &all {
        let open = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(path, fs::Permissions::from_mode(open)).unwrap();
    }
    export(&own, &["--umpire"]);
    assert!(below(&own).iter().all(is_private));
    let shown = place.path("shown");
    export(&shown, &["--as", "france"]);
    assert_eq!((mode(&shown), mode(&shown.join("index.html"))), (0o755, 0o644));
}

#[test]
fn locks_are_private_and_no_links() {
    let place = Place::new();
    fs::write(place.path("game/a.yaml"), "campaign: game\npower: france\nseason: spring 1796\n")
        .unwrap();
    for (lock, arguments) in
        [(".intake.lock", &["intake", "a.yaml"][..]), ("campaign.db.sending", &["send"])]
    {
        let lock = place.path("game").join(lock);
        let run = || {
            let output = place.run(arguments).output().unwrap();
            String::from_utf8(output.stderr).unwrap()
        };
        run();
        assert_eq!(mode(&lock), 0o600);
        fs::set_permissions(&lock, fs::Permissions::from_mode(0o644)).unwrap();
        run();
        assert_eq!(mode(&lock), 0o600, "one of an older version");
        let elsewhere = place.path("elsewhere");
        fs::remove_file(&lock).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &lock).unwrap();
        let said = run();
        assert!(said.starts_with("failed: ") && !elsewhere.exists(), "{said}");
        fs::remove_file(&lock).unwrap();
    }
}

/// A backup that is killed leaves a part of a copy, which the next command removes.
#[test]
fn a_killed_backup_leaves_nothing_behind() {
    let place = Place::new();
    let there = place.path("there");
    fs::create_dir(&there).unwrap();
    let unfinished = || fs::read_dir(&there).unwrap().count();
    for next in [&["narrate", "Snow."][..], &["backup", "other.db"]] {
        // The system kills whoever writes a file longer than this.
        let script = format!("ulimit -f 128; exec {UMPIRE} backup {}/copy.db", there.display());
        let mut shell = Command::new("sh");
        shell.env("XDG_STATE_HOME", place.path("state")).current_dir(place.path("game"));
        let run = shell.args(["-c", &script]).output().unwrap();
        assert_eq!(run.status.code(), None, "it was killed: {run:?}");
        assert!(unfinished() > 0, "a part of it is there");
        place.run(next).assert().success();
        assert_eq!(unfinished(), 0, "{next:?}");
        let own = fs::read_dir(place.path("game")).unwrap();
        let notes = own.filter(|file| {
            file.as_ref().unwrap().file_name().to_string_lossy().starts_with(".backup")
        });
        assert_eq!(notes.count(), 0);
    }
    place.run(&["backup", there.join("copy.db").to_str().unwrap()]).assert().success();
    assert_eq!(mode(&there.join("copy.db")), 0o600);
    // A note that names something else harms nothing.
    fs::write(place.path("game/.backup.4194999.new"), there.join("copy.db").to_str().unwrap())
        .unwrap();
    place.run(&["narrate", "Ice."]).assert().success();
    assert!(there.join("copy.db").exists() && !place.path("game/.backup.4194999.new").exists());
    // A folder in which only a stopped run left something is free.
    let fresh = place.path("fresh");
    fs::create_dir(&fresh).unwrap();
    fs::write(fresh.join(".campaign.db.4194999.new"), "half").unwrap();
    place
        .at(&place.path("there"), &["new", "../fresh", "--scenario", "nations/italy"])
        .assert()
        .success();
}
