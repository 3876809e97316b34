//! What the store promises: whole transactions, one writer, nothing lost, private files.

use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

use super::*;

const NOW: &str = "2026-11-21T18:00:00Z";

fn campaign() -> NewCampaign {
    let power = |name: &str| NewPower { name: name.into(), side: format!("{name}'s side") };
    NewCampaign {
        name: "Marengo".into(),
        slug: "marengo".into(),
        rules: "nations".into(),
        scenario: "marengo-1800".into(),
        edition: "1".into(),
        secret: [7; 32],
        note_key: [8; 32],
        book: ("book".into(), pages("1")),
        created: NOW.into(),
        options: [("fog".to_owned(), "contact".to_owned())].into(),
        powers: vec![power("france"), power("austria")],
        season: "spring 1800".into(),
        state: "{\"set up\":0}".into(),
        asks: None,
        known: [("france".to_owned(), "{}".to_owned())].into(),
    }
}

fn pages(text: &str) -> kit::shelf::BookPages {
    let mut pages = kit::shelf::BookPages::default();
    pages.add("units.yaml", text.to_owned());
    pages
}

fn store() -> (TempDir, Store) {
    let folder = TempDir::new().unwrap();
    let store = Store::create(&folder.path().join("campaign.db"), &campaign()).unwrap();
    (folder, store)
}

fn started() -> (TempDir, Store, SeasonId) {
    let (folder, mut store) = store();
    let first = FirstSeason {
        at: NOW.into(),
        deadline: Some("2026-11-28T18:00:00Z".into()),
        state: "{\"turn\":1}".into(),
        opening: "{}".into(),
        asks: Some("{\"kind\":\"orders\"}".into()),
        known: [("france".to_owned(), "{\"turn\":1}".to_owned())].into(),
        mails: vec![mail(None, "welcome", b"hello")],
    };
    let season = store.open_first_season(&first).unwrap();
    (folder, store, season)
}

fn mail(season: Option<SeasonId>, id: &str, body: &[u8]) -> NewMail {
    NewMail {
        season,
        power: Some("france".into()),
        recipient: "ada@example.org".into(),
        message_id: format!("{id}@example.org"),
        subject: "Marengo".into(),
        body: body.to_vec(),
        letter: None,
        made: NOW.into(),
        kind: "report".into(),
        sender: "umpire@example.org".into(),
        player: None,
        held: None,
    }
}

fn sheet(season: SeasonId, raw: Option<RawId>, verdict: Verdict, text: &str) -> NewSheet {
    NewSheet {
        season,
        power: "france".into(),
        raw,
        text: text.into(),
        verdict,
        reason: String::new(),
        diagnostics: String::new(),
        receipt: "as understood".into(),
        leaf: "00".into(),
        received: NOW.into(),
        way: Way::Mail,
        why: String::new(),
        salt: String::new(),
        standing: None,
        letters: vec![],
        mails: vec![mail(Some(season), &format!("receipt-{text}"), text.as_bytes())],
    }
}

fn draft(store: &Store, season: SeasonId, digest: &str) -> DraftRows {
    DraftRows {
        inputs: "inputs".into(),
        mark: store.season_by_id(season).unwrap().changes,
        made: NOW.into(),
        next: "summer 1800".into(),
        over: false,
        state: "{\"turn\":2}".into(),
        root: "root".into(),
        seed: "seed".into(),
        digest: digest.into(),
        events: vec!["\"one\"".into(), "\"two\"".into()],
        answers: vec![0, 1],
        ledger: vec!["{}".into()],
        printed: PrintedRows {
            reports: vec![ReportRow {
                power: "france".into(),
                format: "txt".into(),
                name: "france.txt".into(),
                body: b"Sire".to_vec(),
            }],
            newspaper: None,
        },
        letters: vec![LetterRow { from: "france".into(), to: "austria".into(), text: "!".into() }],
        known: [("france".to_owned(), "{\"turn\":2}".to_owned())].into(),
    }
}

fn answer<'a>(key: &'a str, answer: &'a str) -> NewRuling<'a> {
    NewRuling { kind: Kind::Answer, key, answer, reason: "", place: "", asked: None }
}

fn option<'a>(key: &'a str, answer: &'a str) -> NewRuling<'a> {
    NewRuling { kind: Kind::Option, ..self::answer(key, answer) }
}

fn next() -> NextSeason {
    NextSeason { at: NOW.into(), ..NextSeason::default() }
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    PathBuf::from(format!("{}{ending}", path.display()))
}

#[test]
fn migrations_are_sound() {
    MIGRATIONS.validate().unwrap();
}

#[test]
fn a_new_campaign_is_private_and_whole() {
    let (_folder, mut store) = store();
    store.note(NOW, "umpire", "looked").unwrap();
    for ending in ["", "-wal", "-shm"] {
        assert_eq!(mode(&beside(store.path(), ending)), 0o600, "{ending}");
    }
    assert_eq!(store.campaign().unwrap().secret, [7; 32]);
    let season = store.current_season().unwrap();
    assert_eq!((season.status, season.number), (Status::SettingUp, 1));
    assert_eq!(store.options(season.id).unwrap()["fog"], "contact");
    assert_eq!(store.powers().unwrap()[1].name, "austria");
    assert_eq!(store.known(season.id).unwrap().len(), 1);
    let files = std::fs::read_dir(store.path().parent().unwrap()).unwrap().count();
    assert_eq!(files, 3, "no temporary file is left");
}

#[test]
fn what_is_no_campaign_is_refused() {
    let (folder, store) = store();
    let path = store.path().to_owned();
    let again = Store::create(&path, &campaign());
    assert!(matches!(again, Err(StoreError::Exists { .. })));
    let missing = folder.path().join("other.db");
    assert!(matches!(Store::open(&missing), Err(StoreError::Missing { .. })));
    assert!(!missing.exists());
    for contents in
        ["", "a letter to the editor, longer than a header of SQLite is. ".repeat(9).as_str()]
    {
        std::fs::write(&missing, contents).unwrap();
        assert!(matches!(Store::open(&missing), Err(StoreError::NotACampaign { .. })));
    }
}

#[test]
fn another_format_is_told() {
    let (_folder, store) = store();
    let path = store.path().to_owned();
    store.connection.pragma_update(None, "user_version", 99).unwrap();
    let fault = Store::open(&path).unwrap_err().to_string();
    assert!(
        fault.ends_with("a newer umpire (format 99, this one knows 14); use that one"),
        "{fault}"
    );
    // One that is older only by its number has what no older one had.
    store.connection.pragma_update(None, "user_version", 12).unwrap();
    assert!(matches!(Store::open(&path), Err(StoreError::Strange { .. })));
    drop(store);
    std::fs::remove_file(&path).unwrap();
    let mut older = Connection::open(&path).unwrap();
    MIGRATIONS.to_version(&mut older, 12).unwrap();
    let fault = Store::read_only(&path).unwrap_err().to_string();
    assert!(fault.contains("`umpire deadline show` brings it up to date"), "{fault}");
    Store::open(&path).unwrap();
    assert!(beside(&path, ".migrate-1.bak").exists(), "a copy was kept before");
    Store::read_only(&path).unwrap();
}

#[test]
fn a_newspaper_is_kept_with_its_draft() {
    let (_folder, mut store, season) = started();
    let issue = |text: &str| {
        let row = |page: &str| format!("{page} {text}");
        Some(NewspaperRow { text: row("txt"), html: row("html"), known: row("known") })
    };
    let with = |store: &Store, newspaper| {
        let draft = draft(store, season, "d");
        DraftRows { printed: PrintedRows { newspaper, ..draft.printed }, ..draft }
    };
    assert_eq!(store.newspaper(season).unwrap(), None);
    store.keep_draft(season, &with(&store, issue("first"))).unwrap();
    store.keep_draft(season, &with(&store, issue("second"))).unwrap();
    assert_eq!(store.newspaper(season).unwrap(), issue("second"));
    let said = Narrated::Say { power: None, text: "Sire" };
    let printed = PrintedRows { newspaper: issue("third"), ..PrintedRows::default() };
    store.narrate(season, said, NOW, &printed).unwrap();
    assert_eq!(store.newspaper(season).unwrap(), issue("third"));
    store.publish(season, &next()).unwrap();
    let gone = store.connection.execute("DELETE FROM newspaper", []).unwrap_err().to_string();
    assert_eq!(gone, "a published season is never changed");
    store.withdraw((NOW, "a slip"), &[]).unwrap();
    assert_eq!(store.newspaper(season).unwrap(), issue("third"), "it stays with its season");
}

#[test]
fn a_second_writer_is_refused_and_a_reader_is_not() {
    let (_folder, mut first, season) = started();
    let path = first.path().to_owned();
    let mut second = Store::open(&path).unwrap();
    first
        .write(|transaction| {
            season::mark_changed(transaction, season)?;
            let fault = second.note(NOW, "umpire", "too").unwrap_err();
            assert_eq!(
                fault.to_string(),
                "another umpire command is writing; try again in a moment"
            );
            assert_eq!(Store::read_only(&path)?.season_by_id(season)?.changes, 0);
            Ok(())
        })
        .unwrap();
    assert_eq!(second.season_by_id(season).unwrap().changes, 1);
    second.note(NOW, "umpire", "too").unwrap();
}

#[test]
fn a_dropped_transaction_leaves_nothing() {
    let (_folder, mut store, season) = started();
    let raw = store.keep_raw(b"mail", "stdin", NOW).unwrap().id();
    let mut faulty = sheet(season, Some(raw), Verdict::Accepted, "one");
    faulty.mails.push(mail(None, "welcome", b"another text under the same Message-ID"));
    assert!(matches!(store.keep_sheet(&faulty), Err(StoreError::MessageIdTaken { .. })));
    assert_eq!(store.unread().unwrap().len(), 1);
    assert_eq!(store.revisions(season, "france").unwrap(), []);
    assert_eq!(store.waiting().unwrap().len(), 1);
    assert_eq!(store.season_by_id(season).unwrap().changes, 0);
}

#[test]
fn the_same_mail_is_kept_once() {
    let (_folder, mut store) = store();
    let first = store.keep_raw(b"mail", "stdin", NOW).unwrap();
    assert_eq!(store.keep_raw(b"mail", "stdin", NOW).unwrap(), Kept::Again(first.id()));
    assert_ne!(store.keep_raw(b"mail", "maildir", NOW).unwrap().id(), first.id());
    assert_eq!(store.journal().unwrap().last().unwrap().what, "the mail 1 came once more");
    store.judge(first.id(), Verdict::Ignored, "a robot", &[]).unwrap();
    assert_eq!(store.unread().unwrap().len(), 1);
    assert_eq!(store.judged(Verdict::Ignored).unwrap()[0].bytes, b"mail");
}

#[test]
fn the_newest_sheet_that_is_played_counts() {
    let (_folder, mut store, season) = started();
    let raw = store.keep_raw(b"mail", "stdin", NOW).unwrap().id();
    let verdicts = [Verdict::Accepted, Verdict::AcceptedWithRemarks, Verdict::Rejected];
    for (revision, verdict) in (1..).zip(verdicts) {
        let sheet = sheet(season, Some(raw), verdict, &format!("sheet {revision}"));
        assert_eq!(store.keep_sheet(&sheet).unwrap(), revision);
    }
    assert!(store.unread().unwrap().is_empty());
    assert_eq!(store.newest_sheets(season).unwrap()["france"].revision, 2);
    let third = store.revisions(season, "france").unwrap()[2].clone();
    store.rule_on_sheet(third.id, Verdict::Accepted, "admitted", NOW).unwrap();
    assert_eq!(store.newest_sheets(season).unwrap()["france"].text, "sheet 3");
}

#[test]
fn nothing_that_came_is_changed_or_deleted() {
    let (_folder, mut store, season) = started();
    let raw = store.keep_raw(b"mail", "stdin", NOW).unwrap().id();
    store.keep_sheet(&sheet(season, Some(raw), Verdict::Accepted, "one")).unwrap();
    store.add_ruling(season, &answer("key", "6"), NOW).unwrap();
    store.keep_draft(season, &draft(&store, season, "a")).unwrap();
    store.publish(season, &next()).unwrap();
    let kept = "INSERT INTO file (digest, bytes) VALUES (randomblob(32), x'00')";
    store.connection.execute(kept, []).unwrap();
    for forbidden in [
        "DELETE FROM raw",
        "UPDATE raw SET bytes = x'00'",
        "DELETE FROM sheet",
        "UPDATE sheet SET text = ''",
        "DELETE FROM outbox",
        "UPDATE mail_body SET bytes = x'00'",
        "DELETE FROM mail_body",
        "UPDATE file SET bytes = x'00'",
        "DELETE FROM file",
        "DELETE FROM journal",
        "UPDATE journal SET who = ''",
        "DELETE FROM event",
        "UPDATE event SET json = ''",
        "DELETE FROM ledger_entry",
        "DELETE FROM report",
        "DELETE FROM draft",
        "DELETE FROM season",
        "DELETE FROM known",
        "UPDATE known SET json = ''",
        "DELETE FROM ruling",
        "UPDATE season SET digest = '' WHERE status = 'published'",
    ] {
        let fault = store.connection.execute(forbidden, []).unwrap_err().to_string();
        assert!(fault.contains("never") || fault.contains("whole"), "{forbidden}: {fault}");
    }
}

#[test]
fn a_draft_is_replaced_and_then_published_whole() {
    let (_folder, mut store, season) = started();
    store.keep_draft(season, &draft(&store, season, "a")).unwrap();
    store.keep_draft(season, &draft(&store, season, "b")).unwrap();
    assert_eq!(store.draft(season).unwrap().unwrap().digest, "b");
    assert_eq!(store.events(season).unwrap(), ["\"one\"", "\"two\""]);

    let opened = store.publish(season, &next()).unwrap().unwrap();
    let (published, summer) =
        (store.season("SPRING 1800").unwrap(), store.current_season().unwrap());
    assert_eq!(published.digest.as_deref(), Some("b"));
    assert_eq!((summer.id, summer.number), (opened, 2));
    assert_eq!((summer.parent, summer.previous.as_deref()), (Some(season), Some("b")));
    assert_eq!(store.state(opened).unwrap(), "{\"turn\":2}");
    assert_eq!(store.known(opened).unwrap()["france"], "{\"turn\":2}");
    assert_eq!(store.reports(season).unwrap()[0].body, b"Sire");
    assert_eq!(store.letters(season).unwrap().len(), 1);
    assert!(matches!(store.publish(season, &next()), Err(StoreError::Already { .. })));
    let again = draft(&store, season, "c");
    assert!(matches!(store.keep_draft(season, &again), Err(StoreError::Status { .. })));
}

#[test]
fn a_stale_draft_is_not_published() {
    let (_folder, mut store, season) = started();
    store.keep_draft(season, &draft(&store, season, "a")).unwrap();
    store.keep_sheet(&sheet(season, None, Verdict::Rejected, "bad")).unwrap();
    assert_eq!(store.season_by_id(season).unwrap().changes, 0, "a rejected sheet changes nothing");
    let ruling = store.add_ruling(season, &answer("spring 1800/…/1", "4+2"), NOW).unwrap();
    let fault = store.publish(season, &next()).unwrap_err().to_string();
    assert_eq!(
        fault,
        "the draft of spring 1800 is older than its sheets and rulings; resolve it again"
    );
    store.keep_draft(season, &draft(&store, season, "b")).unwrap();
    store.drop_ruling(season, ruling, NOW).unwrap();
    assert!(matches!(store.publish(season, &next()), Err(StoreError::Stale { .. })));
    assert!(store.drop_ruling(season, ruling, NOW).is_err());
    store.keep_draft(season, &draft(&store, season, "c")).unwrap();
    store.publish(season, &next()).unwrap();
}

#[test]
fn a_withdrawn_season_is_played_again_with_its_sheets() {
    let (_folder, mut store, season) = started();
    store.keep_sheet(&sheet(season, None, Verdict::Accepted, "one")).unwrap();
    store.add_ruling(season, &answer("key", "6"), NOW).unwrap();
    store.add_ruling(season, &option("weather", "on"), NOW).unwrap();
    store.set_standing("france", season, "stand").unwrap();
    store.keep_draft(season, &draft(&store, season, "a")).unwrap();
    let summer = NextSeason { mails: vec![mail(Some(season), "report", b"Sire")], ..next() };
    let summer = store.publish(season, &summer).unwrap().unwrap();
    store.add_ruling(summer, &option("weather", "off"), NOW).unwrap();
    store.set_standing("france", summer, "").unwrap();
    let receipt = store.waiting().unwrap()[1].id;
    store.mark_sent(receipt, NOW).unwrap();

    let again = store.withdraw((NOW, "a slip"), &[]).unwrap();
    let statuses: Vec<Status> = store.seasons().unwrap().iter().map(|row| row.status).collect();
    assert_eq!(statuses, [Status::Withdrawn, Status::Withdrawn, Status::Collecting]);
    assert_eq!(store.season("spring 1800").unwrap().id, again);
    assert_eq!(store.state(again).unwrap(), "{\"turn\":1}");
    assert_eq!(store.newest_sheets(again).unwrap()["france"].text, "one");
    assert_eq!(store.rulings(again).unwrap()[0].answer, "6");
    assert_eq!(store.options(again).unwrap()["weather"], "on");
    assert_eq!(store.standings(again).unwrap()["france"].text, "stand");
    let states: Vec<MailState> = store.outbox().unwrap().iter().map(|row| row.state).collect();
    assert_eq!(states, [MailState::Waiting, MailState::Sent, MailState::Cancelled]);
    assert!(store.withdraw((NOW, "a slip"), &[]).is_err(), "nothing before it is published");
    assert_eq!(store.events(season).unwrap().len(), 2, "the withdrawn record stays");
}

#[test]
fn a_mail_is_composed_once() {
    let (_folder, mut store) = store();
    let id = store.post(&mail(None, "a", b"one")).unwrap();
    assert_eq!(store.post(&mail(None, "a", b"one")).unwrap(), id);
    assert!(store.post(&mail(None, "a", b"two")).is_err());
    store.put_off(id, "451 later", Some("2026-11-21T18:05:00Z")).unwrap();
    assert_eq!(store.waiting().unwrap()[0].fault.as_deref(), Some("451 later"));
    let due = |store: &Store, now: &str| store.due(now, "2027-12-31T00:00:00Z").unwrap();
    assert!(due(&store, "2026-11-21T18:04:59Z").is_empty(), "it is tried later");
    assert_eq!(due(&store, "2026-11-21T18:05:00Z").len(), 1);
    assert_eq!(store.due(NOW, NOW).unwrap().len(), 1, "beyond all pauses");
    store.put_off(id, "550 never", None).unwrap();
    assert!(store.waiting().unwrap()[0].refused);
    assert!(due(&store, "2027-11-21T18:05:00Z").is_empty(), "it waits for a person");
    assert_eq!(store.try_all_again().unwrap(), 1);
    assert_eq!(due(&store, NOW)[0].tries, 2);
    store.mark_sent(id, NOW).unwrap();
    assert_eq!(store.mail_body(id).unwrap(), (b"one".to_vec(), None));
    assert!(store.waiting().unwrap().is_empty());
    assert!(!store.cancel_mail(id).unwrap());
}

#[test]
fn a_letter_gets_its_bytes_once() {
    let (_folder, mut store) = store();
    let letter = NewMail { letter: Some("{}".into()), ..mail(None, "a", b"") };
    let id = store.post(&letter).unwrap();
    assert_eq!(store.post(&letter).unwrap(), id);
    assert_eq!(store.mail_called("a@example.org").unwrap(), Some(letter));
    for forbidden in [
        "UPDATE outbox SET letter = '{1}'",
        "UPDATE outbox SET letter = NULL",
        "UPDATE outbox SET subject = 'b', letter = NULL",
    ] {
        let fault = store.connection.execute(forbidden, []).unwrap_err().to_string();
        assert!(fault.contains("never changed"), "{forbidden}: {fault}");
    }
    assert_eq!(store.mail_body(id).unwrap(), (vec![], Some("{}".into())));
    store.put_together(id, b"one").unwrap();
    assert_eq!(store.mail_body(id).unwrap(), (b"one".to_vec(), None));
    assert!(store.put_together(id, b"two").is_err(), "it may have gone out already");
}

#[test]
fn a_mark_tells_of_every_change() {
    let (folder, mut store) = store();
    let other = Store::open(&folder.path().join("campaign.db")).map(|mut other| {
        let mark = store.mark().unwrap();
        assert_eq!(store.mark().unwrap(), mark);
        store.begin().unwrap();
        assert_eq!(store.mark().unwrap(), mark, "nothing was changed");
        store.keep_raw(b"mail", "stdin", NOW).unwrap();
        let own = store.mark().unwrap();
        assert_ne!(own, mark);
        store.commit().unwrap();
        assert_eq!(store.mark().unwrap(), own, "it was kept as it was");
        other.keep_raw(b"another", "stdin", NOW).unwrap();
        assert_ne!(store.mark().unwrap(), own, "another has been here");
    });
    other.unwrap();
}

#[test]
fn one_process_sends_at_a_time() {
    let (_folder, store) = store();
    let lock = store.lock_sending().unwrap();
    assert!(matches!(store.lock_sending(), Err(StoreError::Sending)));
    drop(lock);
    store.lock_sending().unwrap();
}

#[test]
fn players_come_and_go() {
    let (_folder, mut store) = store();
    let player = |name: &str| NewPlayer {
        name: name.into(),
        address: format!("{name}@example.org"),
        token: format!("token-{name}"),
        joined: NOW.into(),
        zone: None,
    };
    let ada = store.join(&player("ada"), &[], &[]).unwrap();
    assert!(store.join(&player("ada"), &[], &[]).is_err());
    store.assign_power("france", Some(ada)).unwrap();
    assert_eq!(store.powers().unwrap()[0].player, Some(ada));
    store.assign_power("france", None).unwrap();
    let fault = store.assign_power("atlantis", None).unwrap_err().to_string();
    assert_eq!(fault, "the campaign has no power called atlantis");
    store.set_failing(ada, Some("550 no such box")).unwrap();
    assert_eq!(store.players().unwrap()[0].failing.as_deref(), Some("550 no such box"));
    store.set_address(ada, "ada@example.com").unwrap();
    assert_eq!(store.players().unwrap()[0].failing, None, "a new address is a new start");
    store.set_zone(ada, Some("Europe/Rome")).unwrap();
    store.renew_token(ada, "other", &[]).unwrap();
    assert_eq!(store.player_of_token("token-ada").unwrap(), None);
    assert_eq!(store.player_of_token("other").unwrap().unwrap().address, "ada@example.com");
    assert_eq!(store.players().unwrap()[0].zone.as_deref(), Some("Europe/Rome"));
}

#[test]
fn a_backup_of_the_live_file_is_equal() {
    let (folder, mut store, season) = started();
    store.keep_sheet(&sheet(season, None, Verdict::Accepted, "one")).unwrap();
    let to = folder.path().join("backup.db");
    store.backup(&to).unwrap();
    assert_eq!(mode(&to), 0o600);
    assert!(matches!(store.backup(&to), Err(StoreError::Exists { .. })));
    let copy = Store::open(&to).unwrap();
    assert_eq!(copy.seasons().unwrap(), store.seasons().unwrap());
    assert_eq!(copy.newest_sheets(season).unwrap(), store.newest_sheets(season).unwrap());
    assert_eq!(copy.journal().unwrap(), store.journal().unwrap());
}

#[test]
fn the_last_three_copies_stay() {
    let (_folder, store) = store();
    for label in ["publish", "publish", "rollback", "publish", "migrate"] {
        store.keep_copy(label).unwrap();
    }
    let left: Vec<String> = (1..=5)
        .flat_map(|number| ["migrate", "publish", "rollback"].map(|l| format!(".{l}-{number}.bak")))
        .filter(|ending| beside(store.path(), ending).exists())
        .collect();
    assert_eq!(left, [".rollback-3.bak", ".publish-4.bak", ".migrate-5.bak"]);
}

#[test]
fn the_last_season_ends_the_campaign_and_can_be_withdrawn() {
    let (_folder, mut store, season) = started();
    let last = DraftRows { over: true, ..draft(&store, season, "d") };
    store.keep_draft(season, &last).unwrap();
    assert_eq!(store.publish(season, &next()).unwrap(), None);
    assert_eq!(store.campaign().unwrap().ended.as_deref(), Some(NOW));
    assert!(store.current_season().is_err());
    let again = store.withdraw((NOW, "a slip"), &[]).unwrap();
    assert_eq!(store.campaign().unwrap().ended, None);
    assert_eq!(store.current_season().unwrap().id, again);
    assert_eq!(store.season_by_id(again).unwrap().name, "spring 1800");
}

#[test]
fn standing_orders_come_with_their_sheet() {
    let (_folder, mut store, season) = started();
    let mut given = sheet(season, None, Verdict::Accepted, "power: france");
    given.standing = Some(given.text.clone());
    store.keep_sheet(&given).unwrap();
    assert_eq!(store.standings(season).unwrap()["france"].text, "power: france");
    given.standing = Some(String::new());
    given.mails.clear();
    store.keep_sheet(&given).unwrap();
    assert!(store.standings(season).unwrap().is_empty());
}

#[test]
fn a_passing_file_follows_no_link() {
    let folder = TempDir::new().unwrap();
    let (other, path) = (folder.path().join("other"), folder.path().join(".x.1.new"));
    std::fs::write(&other, "theirs").unwrap();
    std::os::unix::fs::symlink(&other, &path).unwrap();
    let file = passing_file(&path, 0o600).unwrap();
    assert_eq!(file.metadata().unwrap().mode() & 0o777, 0o600);
    assert!(std::fs::symlink_metadata(&path).unwrap().is_file());
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "theirs");
    // Nor where there is nothing at its end.
    std::fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink(folder.path().join("nothing"), &path).unwrap();
    passing_file(&path, 0o600).unwrap();
    assert!(!folder.path().join("nothing").exists());
}
