//! Set-up by mail: who is asked, what they get, and how the set-up is closed.

use super::house::{ADA, BEN, House, from};
use umpire::desk::campaign::deadline::Due;
use umpire::desk::campaign::invite::Invited;
use umpire::desk::season::pace::Did;
use umpire::store::Status;

/// The kinds of the mails that were composed, and to whom.
fn posted(house: &House) -> Vec<String> {
    let mails = house.store().outbox().unwrap();
    let to = |mail: &umpire::store::MailRow| {
        format!("{} -> {}", mail.kind, mail.recipient.split('@').next().unwrap())
    };
    mails.iter().map(to).collect()
}

/// A campaign in which both players have places and leaders to choose.
fn marengo() -> House {
    let house = House::setting_up("marengo");
    house.fix_tokens();
    house
}

fn by(sender: &str, token: &str, id: &str, set_up: &str) -> String {
    let power = if token == ADA { "france" } else { "austria" };
    let body = format!("campaign: italy\nseason: spring 1800\npower: {power}\nset-up:\n{set_up}");
    from(sender, token, id, &body)
}

fn of_ada(id: &str, set_up: &str) -> String {
    by("Ada <ada@post.example>", ADA, id, set_up)
}

fn of_ben(id: &str, set_up: &str) -> String {
    by("Ben <ben@post.example>", BEN, id, set_up)
}

const FRANCE: &str = "  Daendels: W2821\n  Augereau: W2921\n  Army of Italy: W3130\n";
const AUSTRIA: &str = "  Army of the Rhine: {at: W3626, leaders: [Klenau, Reuss]}\n  \
                       Army of Italy: {at: W3533, leaders: [Bellegarde, Hohenzollern]}\n  \
                       De Wrede: W3827\n  John: W3426\n";

#[test]
fn an_invitation_brings_the_choices_and_their_form_and_goes_out_once() {
    let house = marengo();
    let due = Due { written: "2999-01-01 18:00", past: false };
    let done = house.desk().invite(&[], Some(due)).unwrap();
    let names: Vec<(&str, usize, bool)> = done
        .invited
        .iter()
        .map(|Invited { player, choices, before, .. }| (player.as_str(), *choices, *before))
        .collect();
    assert_eq!(names, [("Ben", 8, false), ("Ada", 3, false)]);
    assert_eq!(done.unplayed, ["britain"]);
    assert_eq!(posted(&house), ["invitation -> ben", "invitation -> ada"]);
    house.told();
    let mail = house.mailed("invitation", "ada");
    for part in [
        "set-up (france), Daendels, place",
        "one of: W",
        "if you say nothing: Amsterdam W2821",
        "in the sheet: set-up: {Daendels: PLACE}",
        "Set-up orders are due by",
        ADA,
        "promise.json",
        "guide.html",
        "france-spring-1800.yaml",
    ] {
        assert!(mail.contains(part), "{part}: {mail}");
    }
    assert!(!mail.contains("(austria)"), "whose choices are another's are not told");
    assert!(!mail.contains("known.json"), "what they will know is not settled yet");

    // A second run sends nothing; a deadline that moves is told.
    let again = house.desk().invite(&["ada".into()], None).unwrap();
    assert!(again.invited[0].before && again.invited.len() == 1);
    let due = Due { written: "2999-01-02 18:00", past: false };
    house.desk().invite(&[], Some(due)).unwrap();
    assert_eq!(posted(&house)[2..], ["deadline -> ben", "deadline -> ada"]);
}

#[test]
fn who_was_invited_gets_the_first_report_and_no_second_welcome() {
    let house = marengo();
    house.desk().invite(&["Ada".into()], None).unwrap();
    assert_eq!(house.hand_in(of_ada("a", FRANCE)), "accepted");
    let refused = house.desk().start(false, None).unwrap_err().to_string();
    assert!(refused.contains("(austria)") && !refused.contains("(france)"), "{refused}");
    house.desk().start(true, Some(Due { written: "2999-02-01 18:00", past: false })).unwrap();
    let posted = posted(&house);
    assert_eq!(posted[posted.len() - 2..], ["first report -> ada", "welcome -> ben"]);
    let mail = house.mailed("first report", "ada");
    assert!(mail.contains("the set-up is closed, Ada"), "{mail}");
    assert!(mail.contains("france.known.json") && !mail.contains("promise.json"), "{mail}");
    assert!(mail.contains("Orders for spring 1800 are due by 2999-02-01 18:00 UTC"), "{mail}");
    house.told();
}

#[test]
fn at_once_the_campaign_starts_with_the_last_choice() {
    let house = marengo();
    house.set("pace: at once\nremind: {idle: [1]}");
    let mut desk = house.desk();
    desk.add_player("Cato", "cato@post.example", &["britain".into()], None).unwrap();
    drop(desk);
    house.hand_in(of_ben("b", AUSTRIA));
    let season = || house.store().current_season().unwrap();
    assert_eq!(house.desk().pace().unwrap(), [], "nobody was invited");
    house.desk().invite(&[], None).unwrap();
    let ada = of_ada("a", FRANCE);
    house.hand_in(&ada);
    assert_eq!(season().status, Status::SettingUp, "Britain has choices too");
    let open = house.desk().start(false, None).unwrap_err().to_string();
    assert_eq!(open.matches("(britain)").count(), 5, "{open}");
    house.desk().set_deadline(Due { written: "2020-01-01", past: true }, None).unwrap();
    let did: Vec<Did> = house.desk().pace().unwrap().into_iter().map(|paced| paced.did).collect();
    assert_eq!(did, [Did::Started]);
    assert_eq!((season().status, season().deadline), (Status::Collecting, None));
}

#[test]
fn a_set_up_is_reminded_of_until_every_choice_is_made() {
    let house = marengo();
    house.set("remind: {hours: [48]}");
    let soon = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24);
    let soon = soon.strftime("%Y-%m-%d %H:%M").to_string();
    assert_eq!(house.desk().remind(false).unwrap(), [], "nobody was invited");
    house.desk().invite(&[], Some(Due { written: &soon, past: false })).unwrap();
    assert_eq!(house.hand_in(of_ada("a", FRANCE)), "accepted");
    // Half of the choices are no answer to all of them.
    let half = AUSTRIA.lines().last().unwrap();
    house.hand_in(of_ben("b", &format!("{half}\n")));
    let reminded = house.desk().remind(false).unwrap();
    let whom: Vec<&str> = reminded.iter().map(|mail| mail.player.as_str()).collect();
    assert_eq!(whom, ["Ben"]);
    let mail = house.mailed("reminder", "ben");
    assert!(mail.contains("Set-up orders are due by"), "{mail}");
}
