//! What the umpire has on his own desk: notices, mails as they came, letters that were carried.

use super::house::{ADA, House, mail, sheet};
use assert_cmd::Command;
use std::fs;
use umpire::archive::Archive;
use umpire::desk::post::send::Errand;

fn umpire(house: &House, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.current_dir(house.path("")).env_remove("UMPIRE_CAMPAIGN").args(arguments);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_notice_waits_on_the_desk_until_there_is_an_address() {
    let house = House::started();
    let question = mail("a", "May I march through Nice?\n");
    assert_eq!(house.hand_in(&question), "needs the umpire");
    assert_eq!(house.told(), ["passed on -> ada", "notice -> umpire"]);
    let status = umpire(&house, &["status"]);
    assert!(status.contains("A mail needs you: there is no sheet in"), "{status}");
    assert!(status.contains("name your own address: `mail.umpire`"), "{status}");
    let sent = house.desk().send(Errand::default()).unwrap();
    let to: Vec<&str> = sent.sent.iter().map(|item| item.recipient.as_str()).collect();
    assert!(!to.contains(&"umpire@games.example"), "our own box gets nothing: {to:?}");
    assert_eq!((sent.held, sent.nowhere), (1, true));
    // Once he has named one, all that waits goes there, and is on the desk no more.
    let settings = fs::read_to_string(house.path("umpire.yaml")).unwrap();
    let named = "mail: {address: umpire@games.example, umpire: me@home.example}";
    let settings = settings.replace("mail: {address: umpire@games.example}", named);
    fs::write(house.path("umpire.yaml"), settings).unwrap();
    let sent = house.desk().send(Errand::default()).unwrap();
    assert_eq!(sent.sent.len(), 1);
    assert_eq!(
        (sent.sent[0].kind.as_str(), sent.sent[0].recipient.as_str()),
        ("digest", "me@home.example")
    );
    assert!(!umpire(&house, &["status"]).contains("A mail needs you"));
}

#[test]
fn a_mail_is_shown_without_its_tokens() {
    let house = House::started();
    assert_eq!(house.hand_in(mail("a", &sheet("Genoa"))), "accepted");
    let loud = ADA.to_uppercase();
    let question = mail("b", &format!("Is {loud} my token?\u{1b}[2J\nEven {ADA}{ADA}?\n"));
    assert_eq!(house.hand_in(question), "needs the umpire");
    let list = umpire(&house, &["mail", "list"]);
    assert!(list.starts_with("2  ") && list.contains("there is no sheet in it"), "{list}");
    assert!(list.contains("ada@post.example") && !list.contains("1  2026"), "{list}");
    let shown = umpire(&house, &["mail", "show", "2"]);
    assert!(shown.contains("Subject: orders") && shown.contains("my token?"), "{shown}");
    assert!(!shown.to_lowercase().contains(ADA) && !shown.contains('\u{1b}'), "{shown}");
    assert!(shown.contains("To: umpire+*************@games.example"), "{shown}");
    let page = umpire(&house, &["mail", "show", "1", "--json"]);
    assert!(
        page.contains("\"verdict\": \"accepted\"") && page.contains("march: [Genoa]"),
        "{page}"
    );
    let archive = Archive::open(&house.path("campaign.db")).unwrap();
    assert!(archive.mail(3).unwrap_err().to_string().contains("no mail with the number 3"));
}

#[test]
fn a_token_in_an_encoded_part_is_masked_and_the_part_decoded() {
    let house = House::started();
    let words = data_encoding::BASE64.encode(format!("Sire, is {ADA} my token?\n").as_bytes());
    let question = mail("a", &words).replace(
        "\n\n",
        "\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\
         Content-Transfer-Encoding: base64\n\n",
    );
    assert_eq!(house.hand_in(question), "needs the umpire");
    let shown = umpire(&house, &["mail", "show", "1"]);
    assert!(shown.contains("Sire, is ************* my token?"), "{shown}");
    let raw = umpire(&house, &["mail", "show", "1", "--raw"]);
    assert!(raw.contains("[shown decoded, since a token stands in it]"), "{raw}");
    for text in [shown, raw] {
        assert!(!text.contains(&words) && !text.to_lowercase().contains(ADA), "{text}");
    }
}

/// The letters in the archive of a power: from, to, and the first word.
fn letters(house: &House, season: &str, eye: &str) -> Vec<String> {
    let archive = Archive::open(&house.path("campaign.db")).unwrap();
    let pages = archive.letters(season, Some(eye)).unwrap_or_default();
    let word = |text: &str| text.split_whitespace().next().unwrap().to_owned();
    pages.iter().map(|page| format!("{} {} {}", page.from, page.to, word(&page.text))).collect()
}

fn play(house: &House) {
    let mut desk = house.desk();
    desk.resolve().unwrap();
    desk.publish(Some("a test"), None).unwrap();
}

#[test]
fn letters_are_in_the_archive_of_both_once_they_are_carried() {
    let house = House::started();
    let writes = |season: &str, word: &str| {
        let letter = format!("letters:\n  - to: austria\n    text: |\n      {word}, Sire\n");
        sheet("Genoa").replace("spring 1796", season) + &letter
    };
    // In spring they go on at once.
    assert!(house.hand_in(mail("a", &writes("spring 1796", "Peace"))).starts_with("accepted"));
    assert!(house.told().contains(&"letter -> ben".to_owned()));
    let by_mail = mail("b", "War, Sire\n").replace("Subject: orders", "Subject: letter to austria");
    assert_eq!(house.hand_in(by_mail), "accepted");
    for eye in ["france", "austria"] {
        let found = letters(&house, "spring 1796", eye);
        assert_eq!(found, ["france austria Peace,", "france austria War,"], "{eye}");
    }
    // Another revision with the same letter carries it no second time, and one without it does not
    // take it back.
    let more = writes("spring 1796", "Peace").replace("Genoa", "Nice");
    assert!(house.hand_in(mail("c", &more)).starts_with("accepted"));
    assert!(house.hand_in(mail("d", &sheet("Genoa"))).starts_with("accepted"));
    play(&house);
    assert_eq!(letters(&house, "spring 1796", "austria").len(), 2);
    // In the other seasons they travel with the report.
    assert!(house.hand_in(mail("e", &writes("summer 1796", "Truce"))).starts_with("accepted"));
    let by_mail =
        mail("f", "Never, Sire\n").replace("Subject: orders", "Subject: letter to austria");
    assert_eq!(house.hand_in(by_mail), "accepted");
    assert!(letters(&house, "summer 1796", "france").is_empty(), "none is carried yet");
    play(&house);
    for eye in ["france", "austria"] {
        let found = letters(&house, "summer 1796", eye);
        assert_eq!(found, ["france austria Never,", "france austria Truce,"], "{eye}");
    }
    let shown = umpire(&house, &["archive", "show", "summer 1796", "--letters"]);
    assert!(
        shown.contains("# france to austria, 2026-") && shown.contains("Truce, Sire"),
        "{shown}"
    );
}

#[test]
fn a_blank_form_is_no_answer() {
    let house = House::started();
    house.set("quorum: {missing: 0}");
    let form = house.desk().form("france").unwrap();
    assert_eq!(house.hand_in(mail("form", &form)), "rejected");
    assert_eq!(house.revisions("france"), []);
    // The text may break the line in its words; the page has them whole.
    let told = house.mailed("refusal", "ada");
    assert!(told.contains(">note to umpire: no orders</code>"), "{told}");
    let missing = house.desk().expect_quorum().unwrap_err().to_string();
    assert!(missing.contains("france (Ada)"), "{missing}");
    let named = form + "note to umpire: no orders\n";
    assert_eq!(house.hand_in(mail("named", &named)), "accepted");
    let missing = house.desk().expect_quorum().unwrap_err().to_string();
    assert!(!missing.contains("france"), "{missing}");
}

#[test]
fn a_new_player_gets_map_and_promise() {
    let house = House::started();
    house.desk().replace_player("france", "Cleo", "cleo@post.example", None).unwrap();
    let mail = house.mailed("handover", "cleo");
    for name in ["promise.json", "france.svg", "france.known.json", "history-france.txt"] {
        assert!(mail.contains(&format!("filename=\"{name}\"")), "no {name}:\n{mail}");
    }
}

#[test]
fn an_empty_mail_with_a_strange_subject_is_told_what_may_be_asked() {
    let house = House::started();
    let strange = mail("a", "").replace("Subject: orders", "Subject: What can I do here?");
    assert_eq!(house.hand_in(strange), "rejected");
    assert_eq!(house.told(), ["refusal -> ada"]);
    let told = house.mailed("refusal", "ada");
    for word in ["`report`", "`form`", "`status`", "`history`", "`help`", "POWER`"] {
        assert!(told.contains(word), "{word} is not in {told}");
    }
}

/// The example in the welcome is a sheet as well; below a player's own it counts for nothing.
#[test]
fn a_sheet_above_the_quoted_welcome_is_the_one_that_counts() {
    let house = House::started();
    let welcome = house.store().outbox().unwrap().remove(0);
    let welcome = house.desk().mail(welcome.id).unwrap();
    let welcome = mail_parser::MessageParser::default().parse(&welcome).unwrap();
    let text = welcome.body_text(0).unwrap().replace('\r', "");
    assert!(text.contains("A SHEET FOR FRANCE"), "{text}");
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    for (id, below) in [
        ("a", format!("On 21 Nov 2026 the umpire wrote:\n{quoted}")),
        ("b", format!("-----Original Message-----\nFrom: umpire@games.example\n\n{text}")),
    ] {
        let place = if id == "a" { "Genoa" } else { "Savona" };
        let verdict = house.hand_in(mail(id, &format!("{}\n{below}", sheet(place))));
        assert!(verdict.starts_with("accepted"), "{verdict}");
        assert_eq!(house.played().as_deref(), Some(place));
    }
}
