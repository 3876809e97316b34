//! The umpire's evening: what it shows, that its weighing of questions is true, and one `yes`.

use super::house::{ADA, BEN, House, from, mail, sheet};
use umpire::desk::campaign::deadline::Due;
use umpire::desk::post::send::Errand;
use umpire::desk::season::rulings::Word;
use umpire::store::MailState;

/// A campaign of 1800 with the sheets of two of its three powers.
fn marengo() -> House {
    let house = House::setting_up("marengo-1800");
    house.desk().start(true, None).unwrap();
    house.fix_tokens();
    for (name, token, power) in [("ada", ADA, "france"), ("ben", BEN, "austria")] {
        let path = format!("orders/nations/marengo-1800/{power}.yaml");
        let text = std::fs::read_to_string(path).unwrap();
        let text = text.replace("campaign: marengo", "campaign: italy");
        let sender = format!("{name} <{name}@post.example>");
        assert!(house.hand_in(from(&sender, token, power, &text)).starts_with("accepted"));
    }
    house
}

fn told(desk: &umpire::desk::Desk) -> Vec<String> {
    desk.chronicle(None).unwrap().into_iter().map(|line| line.sentence).collect()
}

#[test]
fn a_question_is_shown_if_another_answer_ends_the_season_otherwise() {
    let house = marengo();
    let mut desk = house.desk();
    let evening = desk.tonight(true).unwrap();
    let draft = evening.draft.as_ref().unwrap();
    assert!(evening.questions.len() >= 2 && evening.idle_questions >= 1, "{evening:?}");
    assert_eq!(evening.questions.len() + evening.idle_questions, draft.questions.len());
    let chronicle = told(&desk);
    // Each answer that is said to change the season is played; then it is taken back.
    for weighed in evening.questions.iter().filter(|one| one.weighed).take(2) {
        let answer = weighed.differ.first().expect("an answer that changes it");
        let key = desk.question_key(weighed.question.number).unwrap();
        let ruled = desk.rule_on(Word::Answer { key: &key, answer }, "tried").unwrap();
        let played = desk.resolve().unwrap();
        assert!(played.odd.iter().all(|odd| !odd.contains(&key)), "{:?}", played.odd);
        assert_ne!(told(&desk), chronicle, "{key}: {answer}");
        desk.drop_ruling(ruled.number).unwrap();
        assert_eq!(desk.resolve().unwrap().digest, draft.digest);
    }
    // Those that are left out end the season in the same position.
    let shown: Vec<&str> = evening.questions.iter().map(|one| one.question.key.as_str()).collect();
    let idle = draft.questions.iter().find(|one| !shown.contains(&one.key.as_str())).unwrap();
    let answer = idle.options.iter().find(|option| **option != idle.taken).unwrap();
    desk.rule(&idle.key, answer).unwrap();
    desk.resolve().unwrap();
    let next = desk.tonight(true).unwrap();
    assert_eq!(next.score, evening.score);
}

#[test]
fn an_evening_says_what_is_missing_and_waits() {
    let house = House::started();
    house.set("quorum: {missing: 0}\ndeadline: every Sunday 20:00");
    house.hand_in(from("Ben <ben@post.example>", BEN, "b", "May I march through Genoa?\n"));
    let evening = house.desk().tonight(false).unwrap();
    assert!(evening.draft.is_none() && evening.would.is_empty());
    let why = evening.no_draft.unwrap();
    assert!(why.contains("austria") && why.contains("france"), "{why}");
    assert_eq!(evening.mails.len(), 1);
    assert_eq!(evening.mails[0].could_be, "a question");

    house.hand_in(mail("a", &sheet("Genoa")));
    let mut desk = house.desk();
    let evening = desk.tonight(true).unwrap();
    let missing = evening.hindered.as_deref().unwrap();
    assert!(missing.contains("has no deadline, and no sheet has come from austria"), "{missing}");
    let would = evening.would.join("\n");
    assert!(would.contains("summer 1796 opens; its deadline is 20") && would.contains("20:00"));
    // Nothing has been published by looking.
    assert_eq!(desk.status().unwrap().season.as_deref(), Some("spring 1796"));
    assert!(desk.tonight(false).unwrap().draft.is_some(), "the draft that was made is shown");
    let reacts = sheet("Milan").replace("france", "austria").replace("Bonaparte", "Beaulieu");
    let later = from("Ben <ben@post.example>", BEN, "c", &reacts);
    drop(desk);
    assert!(house.hand_in(later).starts_with("accepted"));
    let mut desk = house.desk();
    let now = desk.tonight(false).unwrap();
    assert_eq!(now.hindered, None);
    let draft = now.draft.expect("a new draft");
    assert!(draft.orders["austria"].starts_with("revision 1"), "{:?}", draft.orders);
    // A yes to the draft of before does not publish this one.
    let refused = desk.publish_shown(&evening.draft.unwrap(), None, None).unwrap_err().to_string();
    assert!(refused.contains("has changed since it was shown"), "{refused}");
    assert_eq!(desk.status().unwrap().season.as_deref(), Some("spring 1796"));
    assert_eq!(desk.publish_shown(&draft, None, None).unwrap().season, "spring 1796");
    let refused = desk.publish_shown(&draft, None, None).unwrap_err().to_string();
    assert!(refused.contains("has changed since it was shown"), "{refused}");
}

#[test]
fn a_season_that_waits_for_a_sheet_is_published_with_a_reason() {
    let house = House::started();
    house.hand_in(mail("a", &sheet("Genoa")));
    let mut desk = house.desk();
    desk.set_deadline(Due { written: "2040-01-01 20:00", past: false }, None).unwrap();
    let evening = desk.tonight(true).unwrap();
    let why = evening.hindered.unwrap();
    assert!(why.contains("is 2040-01-01 20:00") && why.contains("austria"), "{why}");
    let draft = evening.draft.unwrap();
    assert!(desk.publish_shown(&draft, None, None).is_err());
    assert_eq!(
        desk.publish_shown(&draft, Some("Ben is at sea"), None).unwrap().season,
        "spring 1796"
    );
    assert!(house.mailed("report", "ada").contains("Ben is at sea"));
}

#[test]
fn a_season_of_which_nothing_has_come_is_not_ready() {
    let house = House::started();
    let mut desk = house.desk();
    let evening = desk.tonight(false).unwrap();
    assert!(evening.draft.is_none());
    assert_eq!(evening.no_draft.unwrap(), "no sheet has come for spring 1796 yet");
    assert!(desk.tonight(true).unwrap().draft.is_some(), "unless it is asked for");
    desk.set_deadline(Due { written: "2020-01-01 20:00", past: true }, None).unwrap();
    let evening = desk.tonight(false).unwrap();
    assert!(evening.draft.is_some(), "its deadline is past");
    let why = evening.hindered.unwrap();
    assert!(why.starts_with("nothing has come for spring 1796, no sheet and no standing"), "{why}");
    assert!(!evening.would.is_empty(), "what force would do is told");
}

#[test]
fn what_was_announced_for_a_season_is_kept_or_cancelled_when_it_is_rolled_back() {
    let house = House::started();
    house.hand_in(mail("a", &sheet("Genoa")));
    let mut desk = house.desk();
    let evening = desk.tonight(true).unwrap();
    assert_eq!(evening.without_deadline.as_deref(), Some("summer 1796"));
    let draft = evening.draft.unwrap();
    let refused = desk.publish_shown(&draft, None, None).unwrap_err().to_string();
    assert!(refused.contains("no sheet has come from austria"), "{refused}");
    let (force, due) = (Some("it is a test"), Some(Due::of("2040-05-01 20:00")));
    desk.publish_shown(&draft, force, due).unwrap();
    desk.set_deadline(Due::of("2040-06-01 20:00"), None).unwrap();
    let waiting = || {
        let mails = house.store().waiting().unwrap().into_iter();
        mails.filter(|mail| mail.kind == "deadline").count()
    };
    assert!(waiting() > 0);
    let back = desk.rollback("a wrong map").unwrap();
    assert!(back.deadline.unwrap().starts_with("2040-06-01 20:00"));
    assert_eq!(waiting(), 0, "no player is told of a season that is not open");
    desk.resolve().unwrap();
    let evening = desk.tonight(true).unwrap();
    assert_eq!(evening.without_deadline, None);
    assert!(evening.would.join("\n").contains("2040-06-01 20:00"), "{:?}", evening.would);
    desk.publish(Some("it is a test"), None).unwrap();
    assert!(desk.status().unwrap().deadline.unwrap().starts_with("2040-06-01 20:00"));
    drop(desk);
    // Those whose first report had gone out are told why there is another.
    let report = house.mailed("report", "ada");
    assert!(!report.contains("The reason"), "nothing had gone out: {report}");
}

#[test]
fn an_absence_files_its_mail_and_an_answer_is_taken_back_until_it_is_sent() {
    let house = House::started();
    house.hand_in(from("Ben <ben@post.example>", BEN, "b", "May I march through Genoa?\n"));
    let mut desk = house.desk();
    let number = desk.waiting_mails(false).unwrap()[0].number;
    assert!(desk.reopen_mail(number).unwrap_err().to_string().contains("nothing was done"));
    desk.reply_to_mail(number, None, "No.", false).unwrap();
    assert_eq!(desk.waiting_mails(false).unwrap().len(), 0);
    assert_eq!(desk.reopen_mail(number).unwrap(), 1);
    assert_eq!(desk.waiting_mails(false).unwrap().len(), 1);
    desk.reply_to_mail(number, None, "Yes.", false).unwrap();
    let (absences, done) =
        desk.away_by_mail(number, ("austria", "2031-01-01", "2031-01-05")).unwrap();
    assert_eq!((absences[0].power.as_str(), done.how.as_str()), ("austria", "replied"));
    let mails = desk.waiting_mails(true).unwrap();
    let said = mails[0].settled.as_deref().unwrap();
    assert_eq!(said, "replied: Yes.; away from 2031-01-01 to 2031-01-05");
    desk.send(Errand::default()).unwrap();
    desk.end_sending();
    drop(desk);
    let replies = house.outbox().into_iter().filter(|mail| mail.kind == "reply");
    let states: Vec<MailState> = replies.map(|mail| mail.state).collect();
    let sent = MailState::Sent;
    assert_eq!(states, [MailState::Cancelled, sent, sent], "the first does not go out");
    assert!(house.mailed("reply", "ben").contains("It is noted that you are away"));
    let gone = house.desk().reopen_mail(number).unwrap_err().to_string();
    assert!(gone.contains("has gone out"), "{gone}");
    let mut desk = house.desk();
    desk.tonight(true).unwrap();
    desk.publish(Some("it is a test"), None).unwrap();
    assert!(desk.verify(None, &mut |_, _| {}).unwrap().seasons[0].faults.is_empty());
}
