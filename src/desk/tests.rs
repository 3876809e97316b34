//! What the desk promises, shown with a tiny game: nothing lost, nothing half done, the same twice.

use super::intake::check;
use super::*;
use crate::campaign::deadline::Due;
use crate::campaign::new::{NewGame, create};
use crate::intake::receive::Receipt;
use crate::season::rulings::Word;
use std::fs;
use store::{Kind, NewRuling};
use tempfile::TempDir;

const NOW: &str = "2026-11-21T18:00:00Z";

/// A campaign of the garden, being set up.
pub(crate) fn garden() -> (TempDir, Desk) {
    garden_with(&["soil=poor"])
}

/// The same with other options.
pub(crate) fn garden_with(options: &[&str]) -> (TempDir, Desk) {
    let folder = TempDir::new().unwrap();
    let clock = Clock::Fixed(NOW.parse().unwrap());
    create(&NewGame {
        folder: folder.path().to_owned(),
        scenario: "toy".into(),
        rules: None,
        name: Some("Our Garden".into()),
        options: options.iter().map(|option| (*option).to_owned()).collect(),
        after: None,
        secret: Some("07".repeat(32)),
        clock,
    })
    .unwrap();
    let templates = folder.path().join("templates/toy");
    fs::create_dir_all(&templates).unwrap();
    fs::write(
        templates.join("report.txt"),
        "{% include \"parts/replaced.txt\" %}{{ campaign }}: {{ power }} has {{ count }} {{ tree }}\n\
         {{ orders_from }}\n{% include \"parts/answer.txt\" %}",
    )
    .unwrap();
    let desk = Desk { clock, ..Desk::open(Some(folder.path()), Access::Write).unwrap() };
    (folder, desk)
}

pub(crate) fn started() -> (TempDir, Desk) {
    let (folder, mut desk) = garden();
    desk.start(true, None).unwrap();
    (folder, desk)
}

/// The same with a player for each power.
pub(crate) fn played() -> (TempDir, Desk) {
    let (folder, mut desk) = played_garden();
    desk.start(true, None).unwrap();
    (folder, desk)
}

fn played_garden() -> (TempDir, Desk) {
    with_players(garden())
}

/// A player for each power.
pub(crate) fn with_players((folder, mut desk): (TempDir, Desk)) -> (TempDir, Desk) {
    for power in ["ada", "bert"] {
        let address = format!("{power}@post.example");
        desk.add_player(&format!("{power}'s player"), &address, &[power.into()], None).unwrap();
    }
    (folder, desk)
}

pub(crate) fn at(desk: &mut Desk, time: &str) {
    desk.clock = Clock::Fixed(time.parse().unwrap());
}

/// Hands in one sheet, each under a name of its own.
pub(crate) fn send(desk: &mut Desk, sheet: &str) -> Receipt {
    let number = fs::read_dir(desk.folder()).unwrap().count();
    let path = desk.folder().join(format!("sheet-{number}.yaml"));
    fs::write(&path, sheet).unwrap();
    let mut intake = desk.intake(vec![path]).unwrap();
    assert_eq!(intake.unreadable, Vec::<String>::new());
    assert_eq!(intake.receipts.len(), 1, "one mail, one receipt");
    intake.receipts.remove(0)
}

pub(crate) fn sheet(power: &str, orders: &str) -> String {
    format!("season: spring 1800\npower: {power}\n{orders}\n")
}

#[test]
fn verdicts() {
    let (_folder, mut desk) = started();
    desk.add_player("Ada", "ada@post.example", &["ada".into()], None).unwrap();
    let token = desk.token("Ada").unwrap();
    let lines = [
        (sheet("ada", "plant: 3"), "accepted"),
        (sheet("ada", "plant: 3"), "duplicate"),
        (sheet("Ada", "plant: 4\nweeds: 2"), "accepted with remarks"),
        (sheet("ada", "plant: 4\nweeds: 2\nstrict: yes"), "rejected"),
        (sheet("ada", "weeds: 2"), "rejected"),
        (sheet("eve", "plant: 3"), "rejected"),
        (sheet("bert", &format!("plant: 3\ntoken: {token}")), "rejected"),
        (format!("season: spring 1800\nplant: 9\ntoken: {token}"), "accepted"),
        (sheet("ada", "plant: 5\ntoken: nobodys"), "rejected"),
        (sheet("ada", "plant: 5\ncampaign: Our Wood"), "rejected"),
        (sheet("ada", "plant: 5\ncampaign: our-garden"), "accepted"),
        ("power: ada\nplant: 1".into(), "rejected"),
        ("season: summer 1800\npower: ada\nplant: 1".into(), "rejected"),
        ("\u{0}: [".into(), "rejected"),
        (String::new(), "rejected"),
    ];
    for (sheet, verdict) in lines {
        assert_eq!(send(&mut desk, &sheet).verdict, verdict, "{sheet}");
    }
    desk.set_deadline(Due { written: "2026-11-21 18:00", past: true }, None).unwrap();
    assert_eq!(send(&mut desk, &sheet("ada", "plant: 6")).verdict, "accepted", "just in time");
    at(&mut desk, "2026-11-21T18:00:01Z");
    assert_eq!(send(&mut desk, &sheet("ada", "plant: 7")).verdict, "late");
    let status = desk.status().unwrap();
    assert_eq!(status.powers[0].played, Some(7));
    assert_eq!(status.powers[0].revision, Some(8));
    desk.resolve().unwrap();
    desk.publish(Some("it is a test"), None).unwrap();
    assert_eq!(send(&mut desk, &sheet("ada", "plant: 8")).verdict, "late");
}

#[test]
fn a_receipt_tells_what_changed() {
    let (_folder, mut desk) = played();
    send(&mut desk, &sheet("ada", "plant: 3"));
    let receipt = send(&mut desk, &sheet("ada", "plant: 4\nweeds: 1")).text;
    expect_test::expect![[r#"
        Our Garden: spring 1800, Ada, revision 2
        ACCEPTED WITH REMARKS: 1 entry does not count in full

        WHAT WILL BE PLAYED
          plant
            4 of oak

        REMARKS AND FAULTS

        fault[no-such-key]: line 4, column 1: a garden knows no such key
          |
        4 | weeds: 1
          | ^^^^^
          |
          = plant something

        WHAT CHANGED SINCE REVISION 1
          plant: 4 of oak, instead of 3 of oak

        FOR THE PROOF (NOTHING TO DO: KEEP THIS MAIL)
          This sheet's leaf in the season's seed:
            9d8ab574362be6e2d87ed8bb9b779aaa4708764b633c11ffcdd7c3a9a911723c
    "#]]
    .assert_eq(&receipt);
}

#[test]
fn mail_that_a_stopped_run_left_unread_is_judged_by_the_next() {
    let (_folder, mut desk) = played();
    desk.store.keep_raw(sheet("ada", "plant: 3").as_bytes(), "file stopped", NOW).unwrap();
    assert_eq!(desk.status().unwrap().unread, 1);
    let intake = desk.intake(vec![]).unwrap();
    assert_eq!(intake.receipts[0].verdict, "accepted");
    assert_eq!(desk.status().unwrap().unread, 0);
    assert_eq!(desk.intake(vec![]).unwrap().receipts, []);
}

#[test]
fn a_mail_that_breaks_the_program_holds_up_no_other() {
    let (_folder, mut desk) = played();
    desk.store.keep_raw(sheet("ada", "thistle: 1").as_bytes(), "file a", NOW).unwrap();
    desk.store.keep_raw(sheet("ada", "plant: 1").as_bytes(), "file b", NOW).unwrap();
    let receipts = desk.intake(vec![]).unwrap().receipts;
    assert_eq!([&receipts[0].verdict, &receipts[1].verdict], ["needs the umpire", "accepted"]);
}

#[test]
fn rulings_stand_until_they_are_dropped() {
    let (_folder, mut desk) = started();
    desk.set_deadline(Due { written: "2026-11-21 17:00", past: true }, None).unwrap();
    assert_eq!(send(&mut desk, &sheet("ada", "plant: 7\nstanding: {plant: 1}")).verdict, "late");
    assert_eq!(desk.resolve().unwrap().orders["ada"], "no orders");
    let late = |power, revision| Word::Sheet { power, revision };
    let admitted = desk.rule_on(late("Ada", 1), "the post was slow").unwrap();
    assert_eq!(desk.resolve().unwrap().orders["ada"], "revision 1 of the sheet");
    assert!(desk.status().unwrap().powers[0].standing_orders);
    assert!(desk.rule_on(late("ada", 1), "twice").is_err());
    assert!(desk.rule_on(late("ada", 9), "none").is_err());
    let dice = "spring 1800/TOY §1/ada/-/1";
    let number = desk.rule(dice, "6").unwrap().number;
    assert_eq!(desk.rulings().unwrap()[1].on, dice);
    for (key, answer, why) in [
        (dice, "7", "not a valid answer to"),
        (dice, "3+3", "not a valid answer to"),
        ("spring 1800/TOY §1/adda/-/1", "6", "did you mean `spring 1800/TOY §1/ada/-/1`?"),
        ("nonsense", "6", "shows every key"),
    ] {
        let fault = desk.rule(key, answer).unwrap_err().to_string();
        assert!(fault.contains(why), "{fault}");
    }
    assert_eq!(desk.rulings().unwrap()[0].reason, "the post was slow");
    let forced = desk.resolve().unwrap();
    desk.drop_ruling(number).unwrap();
    let unforced = desk.resolve().unwrap();
    assert_ne!(unforced.digest, forced.digest);
    desk.drop_ruling(admitted.number).unwrap();
    assert_eq!(desk.rulings().unwrap(), []);
    assert_eq!(desk.resolve().unwrap().orders["ada"], "no orders");
    assert!(!desk.status().unwrap().powers[0].standing_orders);
    assert!(desk.drop_ruling(number).unwrap_err().to_string().contains("no ruling"));
}

#[test]
fn checking_keeps_nothing_and_says_what_the_receipt_would() {
    let (_folder, mut desk) = played();
    let text = sheet("bert", "plant: 3");
    let checked = desk.check(text.as_bytes(), None).unwrap();
    assert_eq!(desk.status().unwrap().powers[1].revision, None);
    assert_eq!(checked.text, send(&mut desk, &text).text);
    let faulty = desk.check(sheet("bert", "plant: 3\nweeds: 1").as_bytes(), None).unwrap();
    assert!(faulty.faulty && !checked.faulty);
    let known = fs::read_to_string(desk.folder().join("reports/opening/bert.known.json")).unwrap();
    let alone = check::against_known(text.as_bytes(), &known).unwrap();
    assert_eq!((alone.verdict.as_str(), alone.note), ("accepted", None));
    assert!(alone.text.contains("3 of oak"), "{}", alone.text);
    let other = check::against_known(sheet("ada", "plant: 3").as_bytes(), &known).unwrap();
    assert!(other.text.contains("this file is what bert\n  knows"), "{}", other.text);
    let nowhere = check::against_opening(text.as_bytes(), Some("toy"), None).unwrap();
    assert!(nowhere.note.unwrap().contains("the opening position of toy/garden only"));
}

/// What both a receipt and a check must say: all but the number, the changes and the leaf.
fn said(text: &str) -> String {
    let text = text.split("\nFOR THE PROOF").next().unwrap();
    text.replace(", revision 1\n", "\n").trim().to_owned()
}

#[test]
fn a_known_answers_in_the_words_of_the_receipt() {
    let lines = [
        sheet("bert", "plant: 3"),
        sheet("bert", "plant: 3\nstanding: {plant: 1}"),
        sheet("bert", "plant: 3\nstanding:"),
        sheet("bert", "weeds: 3"),
        sheet("bert", "plant: 3\nweeds: 3"),
        sheet("bert", "plant: 3\ncampaign: Our Wood"),
        sheet("eve", "plant: 3"),
        "season: winter 1800\npower: bert\nplant: 1".into(),
        "season: 1800\npower: bert\nplant: 1".into(),
        "power: bert\nplant: 1".into(),
        "Season: spring 1800\npower: bert\nplant: 1".into(),
        "season: spring 1800\nplant: 1".into(),
        "season: spring 1800\nPower: bert\nplant: 1".into(),
        "season: spring 1800\n\tpower: bert".into(),
        "season: [spring".into(),
        "a: &a x\nb: *a".into(),
        "plant".into(),
        "\u{0}\u{1}".into(),
        "[".repeat(50),
        String::new(),
    ];
    for text in lines {
        let (_folder, mut desk) = played();
        let known = fs::read_to_string(desk.folder().join("reports/opening/bert.known.json"));
        let alone = check::against_known(text.as_bytes(), &known.unwrap()).unwrap();
        let home = desk.check(text.as_bytes(), None).unwrap();
        let receipt = send(&mut desk, &text);
        assert_eq!((said(&alone.text), &alone.verdict), (said(&receipt.text), &receipt.verdict));
        assert_eq!((home.text, home.faulty), (receipt.text, alone.faulty));
    }
}

#[test]
fn a_sheet_that_cannot_be_read_is_answered_with_the_place() {
    let (_folder, mut desk) = started();
    let receipt = send(&mut desk, "season: spring 1800\n\tpower: ada\n").text;
    expect_test::expect![[r#"
        Our Garden: REJECTED: the sheet cannot be read; correct it and send it
          again

        fault[no-yaml]: line 1, column 9: the text cannot be read: a tab stands
          where only spaces may
          |
        1 | season: spring 1800
          |         ^
          |
          = indent with spaces
    "#]]
    .assert_eq(&receipt);
    let receipt = send(&mut desk, "season: spring 1800\npowr: ada\n").text;
    expect_test::expect![[r#"
        Our Garden: REJECTED: the sheet does not say whose it is; did you mean
          `power`?

        fault[unknown-key]: line 2, column 1: there is no such key
          |
        2 | powr: ada
          | ^^^^
          |
          = did you mean `power`?
    "#]]
    .assert_eq(&receipt);
    let capital = send(&mut desk, "season: spring 1800\nPower: ada\n").text;
    assert!(capital.starts_with("Our Garden: spring 1800, Ada"), "{capital}");
    let broken = desk.check(b"plant: [", Some("ada")).unwrap().text;
    assert!(broken.contains("cannot be read: a bracket"), "{broken}");
}

#[test]
fn the_set_up_is_closed_by_the_start() {
    let (folder, mut desk) = played_garden();
    let fault = desk.resolve().unwrap_err().to_string();
    assert!(fault.contains("still being set up"), "{fault}");
    let receipt = send(&mut desk, &sheet("ada", "tree: lime\nplant: 2"));
    assert!(receipt.text.contains("2 of lime"), "its own set-up counts: {}", receipt.text);
    assert!(desk.form("ada").unwrap().contains("power: ada"));
    let refused = desk.choices("ada", "Melas").unwrap_err().to_string();
    assert_eq!(refused, "ada has no force called `Melas`");
    let fault = desk.start(false, None).unwrap_err().to_string();
    assert!(
        fault.contains("tree (bert)\n    decides: which tree is planted\n    one of: oak, lime"),
        "{fault}"
    );
    assert!(!fault.contains("tree (ada)"), "{fault}");
    let started = desk.start(true, None).unwrap();
    assert_eq!(started.defaults.len(), 1);
    assert_eq!(started.receipts, [], "nothing is worth something else now");
    let report = fs::read_to_string(folder.path().join("reports/opening/ada.txt")).unwrap();
    assert_eq!(report, "Our Garden: ada has 0 lime\nthe set-up\n");
    assert!(desk.start(true, None).unwrap_err().to_string().contains("has started"));
}

#[test]
fn a_season_resolves_to_the_same_bytes() {
    let (folder, mut desk) = played();
    send(&mut desk, &sheet("ada", "plant: 3"));
    let once = desk.resolve().unwrap();
    let season = desk.current().unwrap();
    let rows = |desk: &Desk| {
        let (reports, known) = (desk.store.reports(season.id), desk.store.known_after(season.id));
        (reports.unwrap(), known.unwrap(), desk.store.draft(season.id).unwrap())
    };
    let first = rows(&desk);
    assert_eq!(desk.resolve().unwrap().digest, once.digest);
    assert_eq!(rows(&desk), first);
    send(&mut desk, &sheet("bert", "plant: 1"));
    assert!(!desk.status().unwrap().draft.unwrap().fresh);
    assert!(desk.publish(None, None).unwrap_err().to_string().contains("is older than"));
    assert_ne!(desk.resolve().unwrap().digest, once.digest);
    fs::create_dir(folder.path().join("book")).unwrap();
    fs::write(folder.path().join("book/soil.yaml"), "rich").unwrap();
    assert!(
        desk.publish(None, None).unwrap_err().to_string().contains("is older than"),
        "another book"
    );
}

#[test]
fn standing_orders_are_played_when_no_sheet_comes() {
    let (_folder, mut desk) = played();
    let receipt = send(&mut desk, &sheet("ada", "plant: 1\nstanding: {plant: 2}"));
    assert!(receipt.text.contains("This sheet sets them"), "{}", receipt.text);
    desk.resolve().unwrap();
    desk.publish(Some("it is a test"), None).unwrap();
    let summer = desk.resolve().unwrap();
    assert_eq!(summer.orders["ada"], "standing orders");
    assert_eq!(summer.orders["bert"], "no orders");
    let lift = "season: summer 1800\npower: ada\nplant: 1\nstanding:\n";
    assert!(send(&mut desk, lift).text.contains("are cancelled"));
    assert!(!desk.status().unwrap().powers[0].standing_orders);
}

#[test]
fn a_question_for_a_person_holds_publishing_up() {
    let (_folder, mut desk) = played();
    send(&mut desk, &sheet("ada", "plant: 1\nask: yes"));
    let resolved = desk.resolve().unwrap();
    let key = &resolved.questions[0].key;
    assert_eq!(desk.status().unwrap().draft.unwrap().needing_you, 1);
    send(&mut desk, &sheet("bert", "plant: 1"));
    let resolved = desk.resolve().unwrap();
    let refused = desk.publish(None, None).unwrap_err().to_string();
    assert!(refused.contains("needs your word"), "{refused}");
    // The command that is printed can be typed as it is.
    let number = resolved.questions[0].number;
    let command = format!("to rule so: umpire ruling add {number} 'leave' --reason 'WHY'");
    assert!(refused.contains(&command), "{refused}");
    assert_eq!(&desk.question_key(number).unwrap(), key);
    let season = desk.current().unwrap();
    desk.rule(key, "pull").unwrap();
    assert_eq!(desk.resolve().unwrap().questions, []);
    let nothing = NewRuling {
        kind: Kind::Answer,
        key: "spring 1800/nothing",
        answer: "pull",
        reason: "",
        place: "",
        asked: None,
    };
    desk.store.add_ruling(season.id, &nothing, NOW).unwrap();
    let odd = desk.resolve().unwrap().odd;
    assert!(odd[0].contains("nothing asked for spring 1800/nothing"), "{odd:?}");
    desk.publish(Some("it is a test"), None).unwrap();
}

#[test]
fn a_subject_says_how_much_of_a_sheet_counts() {
    let (_folder, mut desk) = played();
    for orders in ["plant: 3", "plant: 3\nweeds: 1", "plant: 3\nweeds: 1\nmoss: 1", "weeds: 1"] {
        send(&mut desk, &sheet("ada", orders));
    }
    let mails = desk.store.outbox().unwrap().into_iter().filter(|mail| mail.kind == "receipt");
    let subjects: Vec<String> = mails.map(|mail| mail.subject).collect();
    assert_eq!(
        subjects,
        [
            "[Our Garden] revision 1: accepted, spring 1800, Ada",
            "[Our Garden] revision 2: accepted in part, 1 entry does not count in full, spring 1800, Ada",
            "[Our Garden] revision 3: accepted in part, 2 entries do not count in full, spring 1800, Ada",
            "[Our Garden] revision 4: rejected, spring 1800, Ada",
        ]
    );
    use crate::intake::glance::at_a_glance;
    let remark = r#"[{"weight": "remark"}, {"weight": "remark"}]"#;
    let glance = at_a_glance(store::Verdict::AcceptedWithRemarks, "", remark);
    assert_eq!(glance, "accepted with 2 remarks");
}

#[test]
fn somebody_is_away_only_while_they_are() {
    let (_folder, mut desk) = played();
    desk.note_absence("ada", "2026-12-20", "2027-01-04").unwrap();
    let away = |desk: &Desk| desk.status().unwrap().powers[0].away.clone().map(|one| one.last);
    assert_eq!(away(&desk), None, "in November");
    at(&mut desk, "2026-12-24T18:00:00Z");
    assert_eq!(away(&desk).as_deref(), Some("2027-01-04"));
    at(&mut desk, "2027-01-05T18:00:00Z");
    assert_eq!(away(&desk), None);
}

#[test]
fn the_last_season_ends_the_campaign() {
    let (folder, mut desk) = started();
    for season in ["spring", "summer", "autumn"] {
        let resolved = desk.resolve().unwrap();
        assert_eq!(resolved.over, season == "autumn");
        assert_eq!(
            desk.publish(Some("it is a test"), None).unwrap().next.is_none(),
            season == "autumn"
        );
    }
    assert!(desk.resolve().unwrap_err().to_string().contains("has ended"));
    assert!(desk.status().unwrap().ended.is_some());
    let reports = folder.path().join("reports/autumn-1800");
    fs::remove_dir_all(&reports).unwrap();
    assert_eq!(desk.lay_out().unwrap().len(), 8);
    assert!(reports.join("ada.txt").is_file(), "what a killed run left out is laid out again");
}

#[test]
fn what_a_stopped_run_left_is_cleared_up() {
    let (folder, mut desk) = started();
    desk.resolve().unwrap();
    desk.publish(Some("it is a test"), None).unwrap();
    let reports = folder.path().join("reports/spring-1800");
    fs::remove_file(reports.join("ada.txt")).unwrap();
    let left =
        [folder.path().join(".campaign.db.4194999.new"), reports.join(".ada.txt.4194999.new")];
    let ours = reports.join(format!(".any.txt.{}.new", std::process::id()));
    left.iter().chain([&ours]).for_each(|path| fs::write(path, "half").unwrap());
    let reader = Desk::open(Some(folder.path()), Access::Read).unwrap();
    assert_eq!(reader.status().unwrap().unwritten, 1);
    let mut writer = Desk::open(Some(folder.path()), Access::Write).unwrap();
    assert!(left.iter().all(|path| !path.exists()) && ours.exists());
    let published = writer.publish(Some("it is a test"), None).unwrap();
    assert!(published.late && published.reports == [reports.join("ada.txt")]);
    assert_eq!(reader.status().unwrap().unwritten, 0);
    assert!(writer.publish(None, None).unwrap_err().to_string().contains("no draft found for"));
}

#[test]
fn notes_reach_the_umpire() {
    let (_folder, mut desk) = played();
    send(&mut desk, &sheet("ada", "plant: 3\nnote to umpire: I am away in June"));
    assert_eq!(desk.status().unwrap().notes, 1);
    let note = ("ada".to_owned(), "I am away in June".to_owned());
    assert_eq!(desk.resolve().unwrap().notes, [note]);
}

#[test]
fn players_and_tokens() {
    let (_folder, mut desk) = garden();
    let token = desk.add_player("Ada", "ada@post.example", &["ADA".into()], None).unwrap();
    assert_eq!(desk.token("ada").unwrap(), token);
    assert_ne!(desk.new_token("Ada").unwrap(), token);
    for (name, address, power) in [
        ("ada", "other@post.example", "bert"),
        ("Bert", "no address", "bert"),
        ("Bert", "bert@post.example", "ada"),
        ("Bert", "bert@post.example", "nobody"),
    ] {
        assert!(desk.add_player(name, address, &[power.into()], None).is_err(), "{name}, {power}");
    }
    assert_eq!(desk.players().unwrap()[0].powers, ["ada"]);
}

#[test]
fn a_folder_that_is_used_is_refused() {
    let (folder, desk) = garden();
    let again = create(&NewGame {
        folder: folder.path().to_owned(),
        scenario: "toy".into(),
        rules: None,
        name: None,
        options: vec![],
        after: None,
        secret: None,
        clock: Clock::Wall,
    });
    assert!(matches!(again, Err(DeskError::NotEmpty { .. })));
    let empty = TempDir::new().unwrap();
    let missing = Desk::open(Some(empty.path()), Access::Read);
    assert!(matches!(missing, Err(DeskError::NoCampaign { .. })));
    let copy = empty.path().join("copy.db");
    desk.backup(&copy).unwrap();
    assert!(desk.backup(&copy).is_err(), "a backup overwrites nothing");
}
