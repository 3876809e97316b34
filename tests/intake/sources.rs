//! The ways in: a pipe, a Maildir, an mbox, many campaigns with one mailbox.

use super::house::{ADA, BEN, House, from, mail, sheet};
use assert_cmd::Command;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use umpire::desk::intake::mailbox::{AtPath, Mailbox, Origin};
use umpire::mail::source::maildir;

fn umpire(house: &House, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.current_dir(house.path("")).env_remove("UMPIRE_CAMPAIGN").args(arguments);
    command
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn a_pipe_ends_in_the_words_of_a_mail_server() {
    let house = House::started();
    let pipe = |bytes: &str| umpire(&house, &["intake", "--stdin"]).write_stdin(bytes).assert();
    let first = mail("a", &sheet("Genoa"));
    pipe(&first).code(0).stdout("").stderr("");
    assert_eq!(house.told(), ["receipt -> ada"]);
    // The server tries again, since it was not told that all went well.
    pipe(&first).code(0);
    assert_eq!((house.told().len(), house.revisions("france").len()), (1, 1));
    pipe("Subject: nothing\n\n").code(0);
    pipe("").code(0);
    let store = house.store();
    let writer = rusqlite::Connection::open(house.path("campaign.db")).unwrap();
    drop(store);
    drop(writer);
    let away = tempfile::TempDir::new().unwrap();
    let mut nowhere = Command::new(env!("CARGO_BIN_EXE_umpire"));
    nowhere.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    nowhere.current_dir(&away).env_remove("UMPIRE_CAMPAIGN").args(["intake", "--stdin"]);
    nowhere.write_stdin(first).assert().code(65);
    fs::write(house.path("umpire.yaml"), "mail: nonsense\n").unwrap();
    umpire(&house, &["intake", "--stdin"]).write_stdin(mail("b", "x\n")).assert().code(75);
}

#[test]
fn what_a_pipe_brings_without_a_header_is_no_sheet_of_the_umpires() {
    let house = House::started();
    umpire(&house, &["intake", "--stdin"]).write_stdin(sheet("Genoa")).assert().code(0);
    assert_eq!(house.played(), None);
}

#[test]
fn a_maildir_is_emptied_of_what_is_ours() {
    let house = House::started();
    let place = house.folder.path().join("Maildir");
    maildir::make(&place).unwrap();
    let put = |name: &str, mail: &str| fs::write(place.join("new").join(name), mail).unwrap();
    put("1795262402.b.host", &mail("b", &sheet("Genoa")));
    put("1795262401.a.host", &mail("a", &sheet("Turin")));
    put("1795262403.c.host", &from("eve@evil.example", "x", "c", "spam\n"));
    let other = sheet("Genoa").replace("campaign: italy", "campaign: russia");
    put("1795262404.d.host", &from("cato@post.example", "catotokenaaaa", "d", &other));
    let intake = house.take_in(&Origin::At(AtPath::Maildir, place.clone()));
    assert_eq!((intake.receipts.len(), intake.left), (3, 1));
    assert_eq!((count(&place.join("new")), count(&place.join("cur"))), (1, 3));
    assert_eq!(house.played().as_deref(), Some("Genoa"), "the later mail counts");
    let received = &house.revisions("france")[0].received;
    assert_eq!(received, "2026-11-21T12:00:01Z", "it came when the server says so");
    let again = house.take_in(&Origin::At(AtPath::Maildir, place));
    assert_eq!((again.receipts.len(), again.left), (0, 1));
}

#[test]
fn an_mbox_is_read_on_and_never_written() {
    let house = House::started();
    let path = house.folder.path().join("mbox");
    let entry = |id: &str, place: &str| {
        format!("From ada@post.example Sat Nov 21 12:00:00 2026\n{}\n", mail(id, &sheet(place)))
    };
    fs::write(&path, entry("a", "Turin")).unwrap();
    let origin = Origin::At(AtPath::Mbox, path.clone());
    assert_eq!(house.take_in(&origin).receipts.len(), 1);
    assert_eq!(house.take_in(&origin).receipts.len(), 0);
    let both = entry("a", "Turin") + &entry("b", "Genoa");
    fs::write(&path, &both).unwrap();
    assert_eq!(house.take_in(&origin).receipts.len(), 1);
    assert_eq!(house.played().as_deref(), Some("Genoa"));
    assert_eq!(fs::read_to_string(&path).unwrap(), both);
    fs::write(&path, entry("c", "Nice")).unwrap();
    assert_eq!(house.take_in(&origin).receipts.len(), 1, "another file is read from its beginning");
}

#[test]
fn one_mailbox_serves_many_campaigns() {
    let (first, second) = (House::started(), House::started());
    let games = tempfile::TempDir::new().unwrap();
    let place = games.path().join("Maildir");
    maildir::make(&place).unwrap();
    let mut store = second.store();
    let ada = store.players().unwrap()[0].id;
    store.renew_token(ada, "othertokenaaa", &[]).unwrap();
    drop(store);
    for (house, name) in [(&first, "a-italy"), (&second, "b-italy")] {
        let connection = rusqlite::Connection::open(house.path("campaign.db")).unwrap();
        connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        drop(connection);
        fs::create_dir(games.path().join(name)).unwrap();
        for file in ["campaign.db", "umpire.yaml"] {
            fs::copy(house.path(file), games.path().join(name).join(file)).unwrap();
        }
    }
    let put = |name: &str, mail: &str| fs::write(place.join("new").join(name), mail).unwrap();
    put("1.a", &mail("a", &sheet("Genoa")));
    put("2.b", &from("Ada <ada@post.example>", "othertokenaaa", "b", &sheet("Turin")));
    put("3.c", &from("eve@evil.example", "x", "c", "spam\n"));
    let mut mailbox =
        Mailbox::open(None, Some(games.path()), &Origin::At(AtPath::Maildir, place.clone()))
            .unwrap();
    let intake = mailbox.take_in(&Default::default()).unwrap();
    assert_eq!((intake.receipts.len(), count(&place.join("new"))), (2, 0));
    let [eve] = &intake.unrouted[..] else { panic!("{:?}", intake.unrouted) };
    assert!(eve.contains("eve@evil.example") && eve.contains("unrouted"), "{eve}");
    assert_eq!(count(&games.path().join("unrouted")), 1, "it is kept for a person");
    let played = |name: &str| {
        let store =
            umpire::store::Store::open(&games.path().join(name).join("campaign.db")).unwrap();
        let season = store.current_season().unwrap();
        store.newest_sheet(season.id, "france").unwrap().map(|sheet| sheet.text).unwrap()
    };
    assert!(played("a-italy").contains("Genoa") && played("b-italy").contains("Turin"));
    assert!(Mailbox::open(None, Some(&place), &Origin::Imap).is_err(), "no campaign is there");
}

/// Two campaigns with one mailbox, of which Ada and Ben play both.
#[test]
fn a_mail_without_a_token_goes_where_it_answers_or_by_its_tag() {
    let games = tempfile::TempDir::new().unwrap();
    let place = games.path().join("Maildir");
    maildir::make(&place).unwrap();
    for name in ["first", "second", "twin"] {
        let house = House::started();
        let connection = rusqlite::Connection::open(house.path("campaign.db")).unwrap();
        // The third is called as the first is, and nobody of the others plays in it.
        let called = if name == "twin" { "first" } else { name };
        let sql = format!("UPDATE campaign SET name = '{called}', slug = '{name}'");
        if name == "twin" {
            let sql = "UPDATE player SET address = 'a' || id || '@twin.example'";
            connection.execute(sql, []).unwrap();
        }
        connection.execute(&sql, []).unwrap();
        let token = format!("{name}tokenaaaaaa").chars().take(13).collect::<String>();
        let sql = format!("UPDATE player SET token = '{token}' WHERE name = 'Ada'");
        connection.execute(&sql, []).unwrap();
        connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        drop(connection);
        fs::create_dir(games.path().join(name)).unwrap();
        for file in ["campaign.db", "umpire.yaml"] {
            fs::copy(house.path(file), games.path().join(name).join(file)).unwrap();
        }
    }
    let take = |name: &str, mail: &str| {
        fs::write(place.join("new").join(name), mail).unwrap();
        let origin = Origin::At(AtPath::Maildir, place.clone());
        let mut mailbox = Mailbox::open(None, Some(games.path()), &origin).unwrap();
        mailbox.take_in(&Default::default()).unwrap()
    };
    let ask = |id: &str, subject: &str, field: &str| {
        let mail = from("Ada <ada@post.example>", "x", id, "What now?\n");
        let mail = mail.replace("Subject: orders", &format!("Subject: {subject}{field}"));
        take(id, &mail.replace("umpire+x@", "umpire@"))
    };
    let of = |intake: umpire::desk::intake::receive::Intake| -> String {
        let [receipt] = &intake.receipts[..] else { return intake.unrouted.join("\n") };
        receipt.text.clone()
    };
    let own = from("Ada <ada@post.example>", "secondtokenaa", "a", "status\n");
    let answered = take("a", &own.replace("Subject: orders", "Subject: status"));
    assert!(of(answered).starts_with("second"), "its token is that of the second");
    let path = games.path().join("second/campaign.db");
    let mails = umpire::store::Store::open(&path).unwrap().outbox().unwrap();
    let id = mails.last().unwrap().message_id.clone();
    let field = format!("\nIn-Reply-To: <{id}>");
    assert!(of(ask("b", "Re: where you stand", &field)).starts_with("second"), "{id}");
    assert!(of(ask("c", "Re: [second] spring 1796", "")).starts_with("second"));
    assert!(of(ask("d", "Re: [first] spring 1796", "")).starts_with("first"));
    let eve = from("eve@evil.example", "x", "f", "What now?\n").replace("umpire+x@", "umpire@");
    let eve = of(take("f", &eve.replace("Subject: orders", "Subject: Re: [first] spring 1796")));
    assert!(eve.contains("eve@evil.example, subject"), "two have that name: {eve}");
    let nowhere = of(ask("e", "Re: spring 1796", ""));
    assert!(nowhere.contains("subject `Re: spring 1796`"), "both know her: {nowhere}");
}

#[test]
fn a_new_campaign_makes_no_mailbox_be_read_anew() {
    let games = tempfile::TempDir::new().unwrap();
    let house = House::started();
    house.store();
    let add = |name: &str| {
        let connection = rusqlite::Connection::open(house.path("campaign.db")).unwrap();
        connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        fs::create_dir(games.path().join(name)).unwrap();
        for file in ["campaign.db", "umpire.yaml"] {
            fs::copy(house.path(file), games.path().join(name).join(file)).unwrap();
        }
    };
    let path = games.path().join("mbox");
    let entry = |id: &str, mail: &str| {
        format!("From ada@post.example Sat Nov 21 12:00:00 2026\n{}\n{id}\n\n", mail.trim_end())
    };
    let spam = |id: &str| entry(id, &from("eve@evil.example", "x", id, "spam\n"));
    let take = || {
        let origin = Origin::At(AtPath::Mbox, path.clone());
        let mut mailbox = Mailbox::open(None, Some(games.path()), &origin).unwrap();
        let intake = mailbox.take_in(&Default::default()).unwrap();
        intake.receipts.len() + intake.unrouted.len()
    };
    add("b-italy");
    fs::write(&path, spam("a") + &spam("b")).unwrap();
    assert_eq!(take(), 2);
    // What nobody knows would go to the first in the alphabet, which has not seen it.
    add("a-italy");
    assert_eq!(take(), 0, "nothing is new");
    fs::write(&path, spam("a") + &spam("b") + &spam("c")).unwrap();
    assert_eq!(take(), 1);
    assert_eq!(take(), 0);
}

#[test]
fn a_watch_ends_when_it_is_told_to() {
    let house = House::started();
    house.set("intake: {pause: 1}");
    let place = house.folder.path().join("Maildir");
    maildir::make(&place).unwrap();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_umpire"))
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .current_dir(house.path(""))
        .args(["intake", "--watch", "--maildir"])
        .arg(&place)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    fs::write(place.join("tmp/1.a"), mail("a", &sheet("Genoa"))).unwrap();
    fs::rename(place.join("tmp/1.a"), place.join("new/1.a")).unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while count(&place.join("cur")) == 0 {
        assert!(Instant::now() < until, "the mail is taken in");
        std::thread::sleep(Duration::from_millis(50));
    }
    let told = std::process::Command::new("sh")
        .args(["-c", &format!("kill -TERM {}", child.id())])
        .status()
        .unwrap();
    assert!(told.success() && child.wait().unwrap().success(), "it ends well");
    let verdicts = house.take_in(&Origin::Files(vec![])).receipts.len();
    assert!(verdicts <= 1, "what was kept and not judged is judged by the next run");
    assert_eq!(house.played().as_deref(), Some("Genoa"));
    assert_eq!(house.told(), ["receipt -> ada"]);
    assert!(!house.outbox().is_empty() && !ADA.is_empty());
}

#[test]
fn a_mail_in_hand_is_taken_in_like_any_other() {
    let house = House::started();
    let place = house.folder.path().join("Maildir");
    maildir::make(&place).unwrap();
    let origin = Origin::At(AtPath::Maildir, place);
    let mut mailbox = Mailbox::open(Some(&house.path("")), None, &origin).unwrap();
    let mut verdict = |mail: &[u8]| mailbox.hand_in(mail).unwrap().receipts.remove(0).verdict;
    let first = mail("in-hand", &sheet("Genoa"));
    assert_eq!(verdict(first.as_bytes()), "accepted");
    assert_eq!(verdict(first.as_bytes()), "duplicate");
    let long = format!("{first}{}", "x".repeat(umpire::kit::bounds::MAIL_BYTES));
    assert_eq!(verdict(long.as_bytes()), "rejected");
    assert_eq!(verdict(b"\xff\x00\xff"), "ignored");
    assert_eq!(house.played().as_deref(), Some("Genoa"));
    assert_eq!(house.store().count_raws(None).unwrap(), 0);
}

#[test]
fn one_that_cannot_be_judged_keeps_no_other_from_it() {
    let house = House::started();
    let place = house.folder.path().join("Maildir");
    maildir::make(&place).unwrap();
    let put = |name: &str, mail: String| fs::write(place.join("new").join(name), mail).unwrap();
    put("100.a", mail("a", &sheet("Turin")));
    let of_ben = sheet("Genoa").replace("france", "austria");
    put("200.b", from("ben@post.example", BEN, "b", &of_ben));
    put("300.c", mail("c", &sheet("Genoa")));
    let file = rusqlite::Connection::open(house.path("campaign.db")).unwrap();
    file.execute("DELETE FROM known WHERE power = 'austria'", []).unwrap();
    let told = house.take_in(&Origin::At(AtPath::Maildir, place.clone())).receipts;
    let verdicts: Vec<&str> = told.iter().map(|receipt| receipt.verdict.as_str()).collect();
    assert_eq!(verdicts, ["accepted with remarks", "needs the umpire", "accepted"], "{told:#?}");
    assert!(
        told[1].reason.contains("no record of what austria knows is stored"),
        "{}",
        told[1].reason
    );
    assert_eq!(house.played().as_deref(), Some("Genoa"));
    assert_eq!((house.revisions("france").len(), count(&place.join("cur"))), (2, 3));
    assert_eq!(house.told(), ["receipt -> ada", "receipt -> ada"]);
    assert_eq!(house.take_in(&Origin::At(AtPath::Maildir, place)).receipts.len(), 0, "all is done");
}
