//! What goes out, as those read it who get it: whom it is for, when it is said, and never twice.

#[path = "../../../../tests/intake/width.rs"]
mod width;

use super::*;
use crate::Desk;
use crate::campaign::deadline::Due;
use crate::intake::requests::Question;
use crate::intake::without_sheet::{MailWithoutSheet, Outcome};
use crate::post::send::Errand;
use crate::season::rulings::Word;
use crate::tests::{at, garden, send, sheet, started};
use checker::read_sheet::ReadSheet;
use mail_parser::MimeHeaders;
use std::fs;
use store::{MailRow, PlayerRow, RawId, Verdict, Way};
use tempfile::TempDir;

/// The garden with two players, begun.
fn two_players() -> (TempDir, Desk) {
    let (folder, mut desk) = garden();
    fs::write(folder.path().join("umpire.yaml"), SETTINGS).unwrap();
    desk.add_player("Ada", "ada@post.example", &["ada".into()], Some("Europe/Rome")).unwrap();
    desk.add_player("Ben", "ben@post.example", &["bert".into()], None).unwrap();
    desk.start(true, None).unwrap();
    (folder, desk)
}

const NOON: &str = "2026-11-21T12:00:00Z";
const SETTINGS: &str = "\
zone: UTC
mail: {address: umpire@games.example, umpire: me@home.example}
remind: {hours: [48, 12]}
grace: 6
quorum: {missing: 1}
asked: {an-hour: 2}
";

/// A mail as a mail program shows it.
#[derive(Debug)]
struct Shown {
    row: MailRow,
    text: String,
    html: String,
    files: Vec<(String, String)>,
    reply_to: String,
    in_reply_to: Vec<String>,
    references: Vec<String>,
}

fn shown(desk: &Desk, row: MailRow) -> Shown {
    let bytes = desk.mail(row.id).unwrap();
    let mail = mail_parser::MessageParser::default().parse(&bytes).unwrap();
    let text = mail.body_text(0).unwrap();
    let wide = width::too_wide(&text);
    assert!(wide.is_empty(), "{}: too wide for a mail: {wide:#?}", row.subject);
    let list = |value: &mail_parser::HeaderValue| -> Vec<String> {
        value.as_text_list().unwrap_or_default().iter().map(|id| id.to_string()).collect()
    };
    let files = mail.attachments().map(|file| {
        let name = file.attachment_name().unwrap().to_owned();
        (name, file.text_contents().unwrap_or_default().to_owned())
    });
    Shown {
        text: mail.body_text(0).unwrap().replace("\r\n", "\n"),
        html: mail.body_html(0).unwrap().to_string(),
        files: files.collect(),
        reply_to: mail.reply_to().unwrap().first().unwrap().address().unwrap().to_owned(),
        in_reply_to: list(mail.in_reply_to()),
        references: list(mail.references()),
        row,
    }
}

fn all(desk: &Desk) -> Vec<Shown> {
    desk.store.outbox().unwrap().into_iter().map(|row| shown(desk, row)).collect()
}

/// The mails of one kind to one address.
fn of(desk: &Desk, kind: &str, to: &str) -> Vec<Shown> {
    let mut mails = all(desk);
    mails.retain(|mail| mail.row.kind == kind && mail.row.recipient.starts_with(to));
    mails
}

fn player(desk: &Desk, name: &str) -> PlayerRow {
    desk.player(name).unwrap()
}

fn request(desk: &mut Desk, name: &str, subject: &str, text: &str) -> Option<Outcome> {
    let bytes = format!("{subject}\n\n{text}\n{}", desk.store.outbox().unwrap().len());
    let raw = desk.store.keep_raw(bytes.as_bytes(), "test", "now").unwrap().id();
    let player = player(desk, name);
    let answers =
        Answered { message_id: Some(format!("{}@post.example", raw.0)), references: vec![] };
    let received = desk.clock.now();
    let request = MailWithoutSheet {
        player: &player,
        subject,
        text,
        answered: text,
        raw,
        received: &received,
        answers,
    };
    let outcome = desk.answer_request(&desk.intake_context().unwrap(), &request).unwrap()?;
    if let Some(letter) = &outcome.letter {
        desk.store.keep_letter(letter).unwrap();
    }
    desk.store.judge(RawId(raw.0), outcome.verdict, &outcome.reason, &outcome.mails).unwrap();
    Some(outcome)
}

fn play(desk: &mut Desk) {
    desk.resolve().unwrap();
    desk.publish(Some("weeds"), None).unwrap();
}

#[test]
fn a_welcome_has_all_that_one_needs_to_begin() {
    let (_folder, desk) = two_players();
    let mails = all(&desk);
    assert_eq!(mails.len(), 2);
    let (ada, ben) = (player(&desk, "Ada").token, player(&desk, "Ben").token);
    let welcome = &mails[0];
    assert_eq!(welcome.row.subject, "[Our Garden] welcome, spring 1800");
    assert!(welcome.text.contains(&format!("token: {ada}")), "{}", welcome.text);
    assert!(welcome.text.lines().all(|line| line.chars().count() <= 72), "{}", welcome.text);
    assert!(welcome.html.contains(&ada) && !welcome.html.contains("http"));
    assert_eq!(welcome.reply_to, format!("umpire+{ada}@games.example"));
    let names: Vec<&str> = welcome.files.iter().map(|(name, _)| name.as_str()).collect();
    let all = [
        "guide.html",
        "promise.json",
        "first-report-ada.html",
        "ada-spring-1800.yaml",
        "ada.known.json",
    ];
    assert_eq!(names, all);
    let (guide, report, form) = (&welcome.files[0].1, &welcome.files[2].1, &welcome.files[3].1);
    assert!(guide.contains("How a garden grows") && guide.contains("tree: NAME"), "{guide}");
    assert!(report.contains("ada has"), "{report}");
    for told in ["The tallest tree wins.", "A SHEET FOR ADA", "The garden grows every season."] {
        assert!(welcome.text.contains(told), "{told}: {}", welcome.text);
    }
    assert!(welcome.text.contains("Letters of spring 1800 go"), "{}", welcome.text);
    assert!(form.contains(&format!("token: {ada}")), "{form}");
    let bytes = desk.mail(welcome.row.id).unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains(&ben), "nobody is shown another's token");
}

#[test]
fn lines_are_as_wide_as_every_mail_program_shows() {
    let long = "word ".repeat(20);
    assert!(narrowed(&format!("  {long}")).lines().all(|line| line.chars().count() <= 72));
    assert_eq!(narrowed(&"=".repeat(78)), "=".repeat(72));
    let marked = format!("10 | {long}");
    assert_eq!(narrowed(&marked), marked, "a mark below it points into it");
    let columns = format!("Genoa     4     {long}");
    assert_eq!(narrowed(&columns), columns);
}

#[test]
fn a_key_has_one_body_for_good() {
    let (folder, mut desk) = two_players();
    let post = Post {
        to: To::Player(player(&desk, "Ada").id),
        kind: Kind::Notice,
        season: None,
        power: None,
        subject: "hello\r\nBcc: spy@post.example".into(),
        text: "one".into(),
        html: None,
        attachments: vec![],
        answers: None,
        key: "a key".into(),
    };
    let first = desk.compose(&post).unwrap();
    assert!(first.message_id.ends_with("@games.example"));
    desk.store.post(&first).unwrap();
    at(&mut desk, "2026-11-22T18:00:00Z");
    let other = Post { text: "two".into(), ..post.clone() };
    assert_eq!(desk.compose(&other).unwrap(), first, "what was composed once stays as it is");
    let another = Post { key: "another".into(), ..post };
    let second = desk.compose(&another).unwrap();
    assert_ne!(second.message_id, first.message_id);
    // Without plus addresses the token stands in the subject, and only there.
    fs::write(folder.path().join("umpire.yaml"), "mail: {plus: false}").unwrap();
    let third = desk.compose(&Post { key: "third".into(), ..another }).unwrap();
    let token = player(&desk, "Ada").token;
    assert!(third.subject.starts_with(&format!("[{token}] [Our Garden] hello")));
    assert_eq!(third.sender, "umpire@campaign.example");
}

#[test]
fn a_season_is_one_thread_and_a_corrected_report_names_the_other() {
    let (_folder, mut desk) = two_players();
    desk.set_deadline(Due { written: "2026-11-25 18:00", past: false }, None).unwrap();
    play(&mut desk);
    let report = of(&desk, "report", "ada").remove(0);
    let deadline = of(&desk, "deadline", "ada").remove(0);
    assert_eq!(report.references, deadline.references, "one thread a season and power");
    assert_eq!(report.in_reply_to, report.references[..1]);
    let other = of(&desk, "report", "ben").remove(0);
    assert_ne!(report.references, other.references);
    assert!(report.text.contains("Our Garden: ada has"), "{}", report.text);
    assert!(report.text.contains("write `challenge` into"), "{}", report.text);
    assert_eq!(report.files[0].0, "ada-summer-1800.yaml");
    // Withdrawn before it was sent: the corrected one replaces nothing that anybody has.
    desk.rollback("a slip").unwrap();
    play(&mut desk);
    let second = of(&desk, "report", "ada").remove(1);
    assert!(!second.text.contains("This replaces"), "{}", second.text);
    desk.send(Errand::default()).unwrap();
    desk.rollback("another").unwrap();
    play(&mut desk);
    let third = of(&desk, "report", "ada").remove(2);
    let named = format!("This replaces \"{}\"", second.row.subject);
    assert!(third.text.contains(&named), "{}", third.text);
    assert!(third.text.contains("\nThe reason: another\n"), "{}", third.text);
    assert!(third.row.subject.contains("corrected report"), "{}", third.row.subject);
    assert_eq!(third.in_reply_to, [second.row.message_id]);
    assert_eq!(third.references[0], second.references[0], "it stays in the thread");
}

#[test]
fn reminders_come_at_their_hours_and_once() {
    let (_folder, mut desk) = two_players();
    desk.set_deadline(Due { written: "2026-11-30 18:00", past: false }, None).unwrap();
    let moved = of(&desk, "deadline", "ada").remove(0);
    assert!(moved.text.contains("2026-11-30 19:00 CET"), "in her own zone: {}", moved.text);
    assert!(desk.remind(false).unwrap().is_empty(), "nine days are left");
    at(&mut desk, "2026-11-28T18:00:00Z");
    assert_eq!(desk.remind(true).unwrap().len(), 2, "a dry run says it");
    assert_eq!(desk.remind(false).unwrap().len(), 2, "and leaves it to be done");
    assert!(desk.remind(false).unwrap().is_empty(), "each once");
    send(&mut desk, &sheet("bert", "plant: 2"));
    at(&mut desk, "2026-11-30T07:00:00Z");
    let due = desk.remind(false).unwrap();
    assert_eq!(due.iter().map(|one| one.player.as_str()).collect::<Vec<_>>(), ["Ada"]);
    let reminder = of(&desk, "reminder", "ada").remove(1);
    assert!(reminder.text.contains("11 hours left"), "{}", reminder.text);
    assert!(reminder.text.contains("without orders"), "{}", reminder.text);
    assert_eq!(reminder.files[0].0, "ada-spring-1800.yaml");
    // A moved deadline is announced, and its hours begin anew.
    desk.set_deadline(Due { written: "2026-12-01 18:00", past: false }, None).unwrap();
    desk.set_deadline(Due { written: "2026-12-01 18:00", past: false }, None).unwrap();
    let told = of(&desk, "deadline", "ada");
    assert_eq!(told.len(), 2, "what does not move is no news");
    assert!(told[1].text.contains("It was 2026-11-30 19:00 CET; it is 2026-12-01 19:00 CET."));
    assert_eq!(desk.remind(false).unwrap().len(), 1);
    at(&mut desk, "2026-12-01T18:00:01Z");
    assert_eq!(desk.remind(false).unwrap()[0].kind, "late");
    assert!(desk.remind(false).unwrap().is_empty());
    let late = of(&desk, "late", "ada").remove(0);
    assert!(late.text.contains("still counts until 2026-12-02 01:00 CET"), "{}", late.text);
    assert_eq!(desk.closes(&desk.current().unwrap()).unwrap().unwrap(), "2026-12-02T00:00:00Z");
}

#[test]
fn a_late_sheet_is_named_with_its_ruling_and_its_player_hears_of_it() {
    let (_folder, mut desk) = two_players();
    desk.set_deadline(Due { written: "2026-11-21 05:00", past: true }, None).unwrap();
    assert_eq!(send(&mut desk, &sheet("ada", "plant: 3")).verdict, "late");
    let told = "ada: revision 1 came late (2026-11-21 18:00 UTC); to play it: umpire ruling add \
                --sheet ada/1 --reason TEXT";
    assert_eq!(desk.status().unwrap().admissible[0].in_words(), told);
    assert_eq!(desk.resolve().unwrap().admissible[0].in_words(), told);
    let word = Word::Sheet { power: "ada", revision: 1 };
    let number = desk.rule_on(word, "the mail server was down").unwrap().number;
    assert_eq!(desk.status().unwrap().admissible, []);
    let mail = of(&desk, "notice", "ada").pop().unwrap();
    assert!(mail.row.subject.contains("your sheet counts"), "{}", mail.row.subject);
    let words = mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("reason: the mail server was down"), "{}", mail.text);
    assert!(mail.text.contains("revision 1 is played"), "{}", mail.text);
    desk.drop_ruling(number).unwrap();
    let mail = of(&desk, "notice", "ada").pop().unwrap();
    assert!(mail.row.subject.contains("your sheet does not count"), "{}", mail.row.subject);
    assert!(mail.text.contains("without orders"), "{}", mail.text);
    assert_eq!(desk.status().unwrap().admissible.len(), 1);
}

#[test]
fn who_is_away_is_reminded_before() {
    let (_folder, mut desk) = two_players();
    desk.set_deadline(Due { written: "2026-12-10 18:00", past: false }, None).unwrap();
    desk.note_absence("Ada", "2026-12-05", "2026-12-20").unwrap();
    assert!(desk.note_absence("ada", "2026-12-20", "2026-12-05").is_err());
    assert!(desk.note_absence("ada", "soon", "2026-12-05").is_err());
    let who = |desk: &mut Desk, time: &str| -> Vec<String> {
        at(desk, time);
        desk.remind(false).unwrap().into_iter().map(|one| one.power).collect()
    };
    assert_eq!(who(&mut desk, "2026-12-02T23:59:59Z"), Vec::<String>::new());
    assert_eq!(who(&mut desk, "2026-12-03T00:00:00Z"), ["ada"], "two days before she leaves");
    let reminder = of(&desk, "reminder", "ada").remove(0);
    assert!(reminder.text.contains("2026-12-05 to 2026-12-20"), "{}", reminder.text);
    assert_eq!(who(&mut desk, "2026-12-09T00:00:00Z"), ["bert"], "she is not there to read it");
    assert_eq!(desk.status().unwrap().away.len(), 1);
    let refused = desk.expect_quorum().unwrap_err().to_string();
    assert!(refused.contains("ada (Ada, away until 2026-12-20), bert (Ben)"), "{refused}");
    send(&mut desk, &sheet("bert", "plant: 2"));
    desk.expect_quorum().unwrap();
    assert_eq!(desk.forget_absences("ada").unwrap(), 1);
    assert!(desk.absences().unwrap().is_empty());
}

#[test]
fn a_power_goes_to_another_in_one_step() {
    let (_folder, mut desk) = two_players();
    let old = player(&desk, "Ada").token;
    send(&mut desk, &format!("{}token: {old}\nnote to umpire: psst\n", sheet("ada", "plant: 3")));
    play(&mut desk);
    desk.set_deadline(Due { written: "2026-12-10 18:00", past: false }, None).unwrap();
    let new = desk.replace_player("ada", "Cleo", "cleo@post.example", None).unwrap();
    let sent_by = |desk: &mut Desk, token: &str| {
        let orders = format!("season: summer 1800\npower: ada\nplant: 4\ntoken: {token}\n");
        send(desk, &orders).verdict
    };
    assert_eq!(sent_by(&mut desk, &old), "rejected", "the old token is dead");
    assert_eq!(sent_by(&mut desk, &new), "accepted");
    let mail = of(&desk, "handover", "cleo").remove(0);
    assert!(mail.text.contains(&new) && mail.text.contains("Our Garden: ada has"), "{}", mail.text);
    assert_eq!(mail.row.player, Some(player(&desk, "Cleo").id));
    assert_eq!(mail.reply_to, format!("umpire+{new}@games.example"));
    let history = &mail.files.iter().find(|(name, _)| name == "history-ada.txt").unwrap().1;
    assert!(history.contains("SPRING 1800: WHAT ADA ORDERED"), "{history}");
    assert!(history.contains("ACCEPTED"), "{history}");
    assert!(!history.contains(&old) && !history.contains("psst"), "{history}");
    let names: Vec<&str> = mail.files.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"ada-summer-1800.yaml") && names.contains(&"guide.html"), "{names:?}");
    assert!(names.contains(&"deadline.ics"), "{names:?}");
    assert!(player(&desk, "Ada").gone.is_some());
    let report = of(&desk, "report", "ada").remove(0);
    assert_eq!(report.row.state, store::MailState::Cancelled, "it is not his any more");
    assert_eq!(of(&desk, "notice", "ada").len(), 1, "he is told");
    let renewed = desk.new_token("Cleo").unwrap();
    assert_eq!(sent_by(&mut desk, &new), "rejected");
    assert!(of(&desk, "notice", "cleo")[0].text.contains(&renewed));
    let cleo = &desk.players().unwrap()[2];
    assert_eq!((cleo.promptness.seasons, cleo.promptness.sent), (1, 1));
}

#[test]
fn a_question_is_answered_from_ones_own_archive() {
    let (_folder, mut desk) = two_players();
    send(&mut desk, &sheet("ada", "plant: 3"));
    send(&mut desk, &sheet("bert", "plant: 5"));
    desk.resolve().unwrap();
    request(&mut desk, "Ada", "report", "").unwrap();
    let nothing = of(&desk, "asked", "ada").remove(0);
    assert!(nothing.text.contains("No season has been played"), "a draft is nobody's business");
    play(&mut desk);
    let outcome = request(&mut desk, "Ada", "Re: [Our Garden] Report Spring 1800", "").unwrap();
    assert_eq!(outcome.verdict, Verdict::Accepted);
    let report = of(&desk, "asked", "ada").remove(1);
    assert!(report.text.contains("ada has") && !report.text.contains("bert has"));
    assert_eq!(report.in_reply_to.len(), 1, "it answers the question");
    let third = request(&mut desk, "Ada", "history", "").unwrap();
    assert_eq!((third.verdict, third.mails.len()), (Verdict::Accepted, 0), "two an hour");
    at(&mut desk, "2026-11-21T19:00:01Z");
    request(&mut desk, "Ada", "history", "").unwrap();
    let history = of(&desk, "asked", "ada").remove(2);
    assert!(history.files[0].1.contains("ada has") && !history.files[0].1.contains("bert has"));
    request(&mut desk, "Ada", "form", "").unwrap();
    let form = of(&desk, "asked", "ada").remove(3);
    assert_eq!(form.files[0].0, "ada-summer-1800.yaml");
    request(&mut desk, "Ben", "status", "").unwrap();
    let status = of(&desk, "asked", "ben").remove(0);
    assert!(status.text.contains("BERT") && !status.text.contains("ADA"), "{}", status.text);
    assert!(request(&mut desk, "Ben", "how are you?", "").is_none());
    let outcome = request(&mut desk, "Ben", "Re: Help", "").unwrap();
    assert_eq!(outcome.verdict, Verdict::Accepted);
    let help = of(&desk, "asked", "ben").remove(1);
    assert!(help.files.is_empty());
    for word in
        ["report", "form", "status", "history", "guide", "help", "letter to POWER", "challenge"]
    {
        let flat = help.text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(&format!("`{word}`")), "{word}: {}", help.text);
    }
    at(&mut desk, "2026-11-21T21:00:01Z");
    request(&mut desk, "Ben", "guide", "").unwrap();
    let guide = of(&desk, "asked", "ben").remove(2);
    assert_eq!(guide.files[0].0, "guide.html");
    request(&mut desk, "Ben", "Guide gardens", "").unwrap();
    let about = of(&desk, "asked", "ben").remove(3);
    assert!(about.text.contains("HOW A GARDEN GROWS"), "{}", about.text);
    assert!(!about.text.contains("THE KEYS OF A SHEET") && about.files.is_empty());
    at(&mut desk, "2026-11-21T23:00:01Z");
    request(&mut desk, "Ben", "guide weeds", "").unwrap();
    let nothing = of(&desk, "asked", "ben").remove(4);
    assert!(nothing.text.contains("nothing on `weeds`"), "{}", nothing.text);
    assert!(nothing.text.contains("HOW A GARDEN GROWS"), "{}", nothing.text);
}

/// Before the first season, after the last one, and for who plays nothing.
#[test]
fn the_guide_is_there_at_any_time() {
    let (folder, mut desk) = garden();
    fs::write(folder.path().join("umpire.yaml"), SETTINGS).unwrap();
    desk.add_player("Ada", "ada@post.example", &["ada".into()], None).unwrap();
    desk.add_player("Eve", "eve@post.example", &[], None).unwrap();
    let ask = |desk: &Desk, name: &str, word: Option<&str>| {
        let question = Question::Guide(word.map(str::to_owned));
        desk.answer_to(&question, &player(desk, name)).unwrap()
    };
    assert_eq!(ask(&desk, "Ada", None).attachments[0].name, "guide.html");
    assert!(ask(&desk, "Ada", Some("garden")).text.contains("HOW A GARDEN GROWS"));
    assert!(ask(&desk, "Eve", Some("keys")).text.contains("tree: NAME"));
    desk.start(true, None).unwrap();
    desk.end("it rains").unwrap();
    assert_eq!(ask(&desk, "Ada", None).attachments[0].name, "guide.html");
    assert!(ask(&desk, "Ada", Some("keys")).text.contains("tree: NAME"));
}

#[test]
fn letters_go_on_at_once_or_with_the_report() {
    let (_folder, mut desk) = two_players();
    let token = player(&desk, "Ada").token;
    let words = format!("Peace <now>?\nI am {token}.");
    let outcome = request(&mut desk, "Ada", "Letter to Bert", &words).unwrap();
    assert_eq!(outcome.verdict, Verdict::Accepted);
    let letter = of(&desk, "letter", "ben").remove(0);
    assert!(letter.text.contains("Ada writes to Bert:"), "{}", letter.text);
    assert!(letter.text.contains("Peace <now>?") && !letter.text.contains(&token));
    assert!(letter.html.contains("Peace &lt;now&gt;?"), "{}", letter.html);
    // An answer to it is a letter too.
    request(&mut desk, "Ben", "Re: [Our Garden] letter from ada", "Never.").unwrap();
    assert!(of(&desk, "letter", "ada")[0].text.contains("Never."));
    for (to, text) in
        [("eve", "hello"), ("bert", " "), ("ada", "me"), ("bert", &"x".repeat(20_001))]
    {
        let outcome = request(&mut desk, "Ada", &format!("letter to {to}"), text).unwrap();
        assert_eq!(outcome.verdict, Verdict::Rejected, "{to}");
    }
    // Letters of a sheet go on at once too, and an unchanged one no second time.
    let context = desk.intake_context().unwrap();
    let written = "letters: [{to: bert, text: Dear Bert}, {to: eve, text: who}]\n";
    let first = desk.letters_of_sheet(&context, "ada", &ReadSheet::bare(written), NOON).unwrap();
    assert_eq!((first.mails.len(), first.kept.len()), (1, 1));
    assert_eq!(
        desk.letters_of_sheet(&context, "ada", &ReadSheet::bare(written), NOON).unwrap(),
        first
    );
    play(&mut desk);
    assert_eq!(of(&desk, "letter", "ben").len(), 1);
    let outcome = request(&mut desk, "Ada", "letter to bert", "In summer.").unwrap();
    assert!(outcome.reason.contains("goes with the report"), "{}", outcome.reason);
    assert_eq!(of(&desk, "letter", "ben").len(), 1, "it waits");
    assert!(
        desk.letters_of_sheet(
            &desk.intake_context().unwrap(),
            "ada",
            &ReadSheet::bare(written),
            NOON
        )
        .unwrap()
        .mails
        .is_empty()
    );
    play(&mut desk);
    assert!(of(&desk, "letter", "ben")[1].text.contains("In summer."));
}

#[test]
fn letters_are_bounded_over_all_revisions_and_lose_hidden_signs() {
    let (_folder, mut desk) = two_players();
    let letters = |from: usize, to: usize| {
        let one = |number: usize| format!("  - {{to: bert, text: Letter {number}}}\n");
        format!("plant: 1\nletters:\n{}", (from..to).map(one).collect::<String>())
    };
    let first = send(&mut desk, &sheet("ada", &letters(0, 15)));
    assert!(!first.text.contains("Not carried"), "{}", first.text);
    assert_eq!(of(&desk, "letter", "ben").len(), 15);
    // The same again and ten more: five of them are one hour's too many.
    let second = send(&mut desk, &sheet("ada", &letters(0, 25)));
    let words = second.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Not carried: 5 letters to Bert."), "{words}");
    assert_eq!(of(&desk, "letter", "ben").len(), 20);
    let outcome = request(&mut desk, "Ada", "letter to bert", "One more.").unwrap();
    assert_eq!(outcome.verdict, Verdict::Rejected);
    // Hours later the season's bound is left.
    at(&mut desk, "2026-11-22T06:00:00Z");
    let third = send(&mut desk, &sheet("ada", &letters(0, 40)));
    assert!(!third.text.contains("Not carried"), "{}", third.text);
    at(&mut desk, "2026-11-22T12:00:00Z");
    let fourth = send(&mut desk, &sheet("ada", &letters(0, 52)));
    let words = fourth.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Not carried: 2 letters to Bert."), "{words}");
    // Hidden characters are removed from a letter, and the receipt says so.
    let hidden = "plant: 2\nletters: [{to: ada, text: \"a\u{202e}b\\x1bc\"}]";
    let told = send(&mut desk, &sheet("bert", hidden)).text;
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("removed from a letter"), "{told}");
    let letter = of(&desk, "letter", "ada").pop().unwrap();
    assert!(letter.text.contains("abc"), "{}", letter.text);
}

#[test]
fn a_challenge_reaches_the_umpire_in_time() {
    let (_folder, mut desk) = two_players();
    let none = request(&mut desk, "Ada", "challenge", "I won!").unwrap();
    assert_eq!(none.verdict, Verdict::Rejected);
    play(&mut desk);
    let subject = "Re: challenge spring 1800: the weeds at my fence";
    let outcome = request(&mut desk, "Ada", subject, "They were Bert's.").unwrap();
    assert_eq!(outcome.verdict, Verdict::NeedsUmpire);
    assert!(outcome.reason.contains("spring 1800") && outcome.reason.contains("fence"));
    let notice = of(&desk, "notice", "me@").remove(0);
    assert!(notice.text.contains("They were Bert's."), "{}", notice.text);
    assert!(of(&desk, "passed on", "ada")[1].text.contains("passed to the umpire"));
    at(&mut desk, "2026-11-24T18:00:00Z");
    let late = request(&mut desk, "Ada", "challenge", "again").unwrap();
    assert_eq!(late.verdict, Verdict::Late);
}

#[test]
fn notices_of_a_day_become_one_mail() {
    let (folder, mut desk) = two_players();
    fs::write(
        folder.path().join("umpire.yaml"),
        "mail: {umpire: me@home.example}\nnotices: {digest: '07:30'}\n",
    )
    .unwrap();
    play(&mut desk);
    for text in ["one", "two"] {
        request(&mut desk, "Ada", "challenge", text).unwrap();
    }
    let sent = desk.send(Errand::default()).unwrap();
    assert!(sent.sent.iter().all(|mail| mail.recipient != "me@home.example"));
    assert_eq!(sent.held, 2);
    at(&mut desk, "2026-11-22T07:29:59Z");
    assert_eq!(desk.send(Errand::default()).unwrap().held, 2);
    at(&mut desk, "2026-11-22T07:30:00Z");
    let sent = desk.send(Errand::default()).unwrap();
    assert_eq!((sent.sent.len(), sent.held), (1, 0));
    let digest = of(&desk, "digest", "me@").remove(0);
    assert!(digest.text.contains("one") && digest.text.contains("two"), "{}", digest.text);
    assert!(desk.send(Errand::default()).unwrap().sent.is_empty());
}

#[test]
fn a_receipt_says_what_is_left_and_what_will_be_played() {
    let (_folder, mut desk) = two_players();
    desk.set_deadline(Due { written: "2026-11-23 20:00", past: false }, None).unwrap();
    let context = desk.intake_context().unwrap();
    let orders = sheet("ada", "plant: 3");
    let read_sheet = crate::intake::receive::sheet_text(orders.as_bytes()).unwrap();
    let by = crate::intake::answer::By::Hand(None);
    let arrived = crate::intake::answer::Arrived {
        at: "2026-11-21T18:00:00Z",
        raw: None,
        way: Way::Hand,
        why: "",
    };
    let answer = desk.answer(&context, &read_sheet, arrived, by).unwrap();
    let kept = answer.sheet.unwrap();
    let post = desk.receipt_post(&context, &kept, 1, None).unwrap().unwrap();
    assert_eq!(post.subject, "revision 1: accepted, spring 1800, Ada");
    let words = post.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("2 days and 2 hours left"), "{words}");
    assert!(words.contains("this sheet is played"), "{words}");
    let (_other, nobody) = started();
    let context = nobody.intake_context().unwrap();
    assert!(nobody.receipt_post(&context, &kept, 1, None).unwrap().is_none(), "nobody plays it");
}
