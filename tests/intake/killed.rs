//! Kill -9 at each numbered step of intake, and at random moments on top: every mail has one
//! verdict in the end, and nobody is answered twice.

use super::house::{House, from, mail, sheet};
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use umpire::desk::intake::mailbox::{AtPath, Origin};
use umpire::mail::source::maildir;
use umpire::store::Verdict;

fn maildir_of(house: &House) -> PathBuf {
    let place = house.folder.path().join("Maildir");
    maildir::make(&place).unwrap();
    place
}

fn fill(place: &std::path::Path, round: usize) {
    let put = |name: String, mail: String| {
        // As a mail server does it: written beside, then renamed.
        fs::write(place.join("tmp").join(&name), mail).unwrap();
        fs::rename(place.join("tmp").join(&name), place.join("new").join(&name)).unwrap();
    };
    let at = 1_795_262_400 + round * 10;
    put(format!("{at}.a"), mail(&format!("a{round}"), &sheet("Turin")));
    put(format!("{}.b", at + 1), from("eve@evil.example", "x", &format!("b{round}"), "spam\n"));
    put(format!("{}.c", at + 2), mail(&format!("c{round}"), &sheet("Genoa")));
}

fn run(house: &House, place: &std::path::Path, step: Option<u32>) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.current_dir(house.path("")).args(["intake", "--maildir"]).arg(place);
    command.stdout(Stdio::null()).stderr(Stdio::null()).env_remove("UMPIRE_CAMPAIGN");
    if let Some(step) = step {
        command.env("UMPIRE_KILL_AT", step.to_string());
    }
    command.spawn().unwrap()
}

/// Nothing is lost, nothing is half done, nothing was done twice.
fn all_is_well(house: &House, place: &std::path::Path, rounds: usize) {
    house.take_in(&Origin::At(AtPath::Maildir, place.to_owned()));
    let store = house.store();
    assert_eq!(fs::read_dir(place.join("new")).unwrap().count(), 0);
    assert_eq!(fs::read_dir(place.join("cur")).unwrap().count(), 3 * rounds);
    let count = |verdict| store.count_raws(verdict).unwrap();
    assert_eq!(count(None), 0, "nothing stays unread");
    let strangers = [Verdict::NeedsUmpire, Verdict::Ignored];
    assert_eq!(strangers.map(|verdict| count(Some(verdict))).iter().sum::<usize>(), rounds);
    let with_sheet = [Verdict::Accepted, Verdict::AcceptedWithRemarks];
    assert_eq!(with_sheet.map(|verdict| count(Some(verdict))).iter().sum::<usize>(), 2 * rounds);
    assert_eq!(house.revisions("france").len(), 2 * rounds, "each sheet is one revision");
    let receipts = house.told();
    assert_eq!(receipts.len(), 2 * rounds, "each is answered once: {receipts:?}");
    assert_eq!(house.played().as_deref(), Some("Genoa"));
}

#[test]
fn at_each_step() {
    if !cfg!(debug_assertions) {
        return; // The steps are numbered in builds for tests only.
    }
    let mut steps = 0;
    for step in 1.. {
        let house = House::started();
        let place = maildir_of(&house);
        fill(&place, 0);
        let status = run(&house, &place, Some(step)).wait().unwrap();
        all_is_well(&house, &place, 1);
        if status.success() {
            steps = step - 1;
            break;
        }
    }
    assert!(steps >= 5, "two for the mails and their verdicts, three renames; not {steps}");
}

/// What is kept and not judged yet: more came at once than is judged in a moment, or it was not
/// known yet who signed it.
#[test]
fn at_each_step_of_what_was_left_unread() {
    if !cfg!(debug_assertions) {
        return;
    }
    for step in 1.. {
        let house = House::started();
        let place = maildir_of(&house);
        fill(&place, 0);
        let mut mails: Vec<PathBuf> =
            fs::read_dir(place.join("new")).unwrap().map(|entry| entry.unwrap().path()).collect();
        mails.sort();
        for (mail, at) in mails.iter().zip(["12:00:01", "12:00:02", "12:00:03"]) {
            let (bytes, at) = (fs::read(mail).unwrap(), format!("2026-11-21T{at}Z"));
            house.store().keep_raw(&bytes, "maildir", &at).unwrap();
            fs::rename(mail, place.join("cur").join(mail.file_name().unwrap())).unwrap();
        }
        assert_eq!(house.store().count_raws(None).unwrap(), 3);
        let status = run(&house, &place, Some(step)).wait().unwrap();
        all_is_well(&house, &place, 1);
        if status.success() {
            assert!(step > 2, "two for the verdicts; not {}", step - 1);
            return;
        }
    }
}

#[test]
fn at_random_moments() {
    let seed = std::env::var("UMPIRE_SEED").ok().and_then(|seed| seed.parse().ok());
    let since = std::time::UNIX_EPOCH.elapsed().unwrap().subsec_nanos();
    let seed: u32 = seed.unwrap_or(since);
    println!("UMPIRE_SEED={seed}");
    let house = House::started();
    house.set("intake: {answers-an-hour: 1000}");
    let place = maildir_of(&house);
    let mut random = seed;
    for round in 0..8 {
        fill(&place, round);
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut child = run(&house, &place, None);
        std::thread::sleep(Duration::from_micros(u64::from(random >> 12) % 400_000));
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
    }
    all_is_well(&house, &place, 8);
}
