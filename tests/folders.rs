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
            .at(place.place.path(), &["new", "game", "--scenario", "italy-1796"])
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
    asked.stderr(contains("say --yes"));
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
    run.stderr(contains("there is no campaign in"));
    assert!(gives(&place.path("game")));
    assert!(std::os::unix::fs::chown(&inner, Some(0), None).is_ok());
    assert!(not_taken().contains("belongs to another user"), "its folder is");
}
