//! Mails that need the umpire: what they could be, and how each is settled.

use super::house::{ADA, BEN, House, from, mail, sheet};
use std::collections::BTreeMap;
use std::fs;
use umpire::desk::intake::mailbox::Origin;
use umpire::kit::ledger::Ledger;
use umpire::rules;
use umpire::store::MailState;

fn waiting(house: &House) -> Vec<(i64, String)> {
    let mails = house.desk().waiting_mails(false).unwrap();
    assert_eq!(
        mails.len(),
        house.desk().status().unwrap().for_you,
        "the count is that of the list"
    );
    mails.into_iter().map(|mail| (mail.number, mail.could_be)).collect()
}

#[test]
fn orders_from_a_strange_address_are_admitted_in_their_own_time() {
    let house = House::started();
    let strange = from("Ada <ada@elsewhere.example>", ADA, "a", &sheet("Genoa"));
    assert_eq!(house.hand_in(&strange), "needs the umpire");
    let list = waiting(&house);
    assert_eq!(list.len(), 1);
    assert_eq!(list[0].1, "orders for france; not proved to be from their player");
    let page = house.desk().waiting_mail(1).unwrap();
    assert_eq!(page.answers[0], "umpire mail admit 1 --power france --reason TEXT");
    assert!(!page.text.contains(ADA));
    assert_eq!(house.played(), None);

    let refused = house.desk().admit_mail(1, Some("austria"), "").unwrap_err().to_string();
    assert!(refused.contains("austria"), "{refused}");
    assert_eq!(waiting(&house).len(), 1, "what was refused waits on");
    let done = house.desk().admit_mail(1, Some("france"), "she called me").unwrap();
    assert!(done.receipt.unwrap().contains("WHAT WILL BE PLAYED"));
    assert_eq!((done.how.as_str(), done.left), ("admitted", 0));
    assert_eq!(house.played().as_deref(), Some("Genoa"));
    assert_eq!(waiting(&house), []);
    let receipt = house.mailed("receipt", "ada@post.example");
    assert!(
        receipt.contains("The umpire took this sheet in by hand") && receipt.contains("she called")
    );
    // The season is published, and the record with a mail settled in it is whole.
    let mut desk = house.desk();
    desk.resolve().unwrap();
    desk.publish(Some("a test"), None).unwrap();
    let proved = desk.verify(None, &mut |_, _| {}).unwrap();
    assert!(proved.file.is_empty() && proved.seasons[0].faults.is_empty(), "{proved:?}");
    assert!(desk.file_mail(1, "").is_ok(), "a word on a mail can be given at any time");
    assert!(desk.verify(None, &mut |_, _| {}).unwrap().seasons[0].faults.is_empty());
}

#[test]
fn who_is_away_is_noted_with_the_command_that_is_shown() {
    let house = House::started();
    let mail = "I shall be back on 10 December.\n";
    let mail = from("Ben <ben@post.example>", BEN, "away", mail).replace("orders", "Away");
    house.hand_in(&mail);
    assert_eq!(waiting(&house), [(1, "a word that somebody is away".into())]);
    let page = house.desk().waiting_mail(1).unwrap();
    assert_eq!(page.answers[0], "umpire player away Ben FROM TO --mail 1");
}

#[test]
fn a_question_is_answered_in_its_thread_or_filed() {
    let house = House::started();
    house.hand_in(mail("a", "May I march through Genoa?\n"));
    house.hand_in(from("Ben <ben@post.example>", BEN, "b", "When is the deadline?\n"));
    assert_eq!(waiting(&house), [(1, "a question".into()), (2, "a question".into())]);
    let long = "Yes, if you are allied. ".repeat(20);
    let done = house.desk().reply_to_mail(1, None, &long, false).unwrap();
    assert_eq!((done.to.as_deref(), done.left), (Some("Ada"), 1));
    let reply = house.mailed("reply", "ada");
    assert!(reply.contains("In-Reply-To: <a@post.example>"), "{reply}");
    assert!(reply.contains("Subject: [italy] Re: orders"), "{reply}");
    assert!(reply.lines().all(|line| line.len() <= 78));
    assert_eq!(house.desk().file_mail(2, "told him by telephone").unwrap().left, 0);
    assert_eq!(waiting(&house), []);
    let all = house.desk().waiting_mails(true).unwrap();
    assert_eq!(all[1].settled.as_deref(), Some("filed: told him by telephone"));
    // A second answer is a second mail.
    house.desk().reply_to_mail(1, None, "And only in spring.", false).unwrap();
    let outbox = house.outbox();
    let replies = outbox.iter().filter(|mail| mail.kind == "reply");
    assert_eq!(replies.filter(|mail| mail.state == MailState::Waiting).count(), 2);
    for text in ["", " \n "] {
        assert!(house.desk().reply_to_mail(1, None, text, false).is_err());
    }
}

#[test]
fn a_mail_that_proves_nobody_is_answered_to_a_registered_address_alone() {
    let house = House::started();
    house.hand_in(from("Eve <eve@elsewhere.example>", ADA, "a", &sheet("Turin")));
    let refused =
        house.desk().reply_to_mail(1, None, "Who are you?", true).unwrap_err().to_string();
    assert!(refused.contains("name the player with --to"), "{refused}");
    let done = house.desk().reply_to_mail(1, Some("france"), "Was this you?", true).unwrap();
    assert_eq!((done.how.as_str(), done.to.as_deref()), ("refused", Some("Ada")));
    assert!(house.outbox().iter().all(|mail| !mail.recipient.contains("elsewhere")));
    assert!(house.desk().reply_to_mail(9, None, "?", true).is_err());
    assert!(house.desk().admit_mail(9, None, "").is_err());
}

#[test]
fn two_sheets_for_one_power_are_admitted_by_nobodys_guess() {
    let house = House::started();
    let two = format!("```\n{}```\n\n```\n{}```\n", sheet("Turin"), sheet("Genoa"));
    house.hand_in(mail("a", &two));
    let waits = waiting(&house);
    if let Some((number, _)) = waits.first() {
        let refused = house.desk().admit_mail(*number, Some("france"), "").unwrap_err().to_string();
        assert!(refused.contains("2 sheets"), "{refused}");
        assert_eq!(house.played(), None);
    } else {
        panic!("two sheets for one power wait for the umpire");
    }
}

#[test]
fn a_subject_with_a_force_gets_all_that_it_can_do() {
    let house = House::started();
    let ask = |id: &str, subject: &str| {
        house.hand_in(
            mail(id, "Is that so?\n").replace("Subject: orders", &format!("Subject: {subject}")),
        )
    };
    assert_eq!(ask("a", "form Bonaparte"), "accepted");
    let answer = house.mailed("asked", "ada");
    assert!(answer.contains("Bonaparte at ") && answer.contains("by the points it costs"));
    assert_eq!(ask("m", "map"), "accepted");
    let map = house.mailed("asked", "ada");
    assert!(
        map.contains("wall-map-france-spring-1796.svg") && map.len() < 1_000_000,
        "{}",
        map.len()
    );
    // Somebody else's general and a question in words are for the umpire.
    assert_eq!(ask("b", "form Beaulieu"), "needs the umpire");
    assert_eq!(ask("c", "form of address"), "needs the umpire");
    house.told();
}

#[test]
fn a_question_above_the_number_of_an_hour_is_answered_after_it() {
    let house = House::started();
    let settings = fs::read_to_string(house.path("umpire.yaml")).unwrap();
    fs::write(house.path("umpire.yaml"), settings + "asked: {an-hour: 2}\n").unwrap();
    let ask = |id: &str, what: &str| {
        house.hand_in(mail(id, "").replace("Subject: orders", &format!("Subject: {what}")))
    };
    let subjects = |kind: &str| -> Vec<String> {
        let mails = house.outbox().into_iter().filter(|mail| mail.kind == kind);
        mails.map(|mail| mail.subject).collect()
    };
    let hour_later = || {
        let connection = rusqlite::Connection::open(house.path("campaign.db")).unwrap();
        let sql = "UPDATE outbox SET made = '2026-01-01T00:00:00Z' WHERE kind = 'asked'";
        connection.execute(sql, []).unwrap();
        drop(connection);
        house.take_in(&Origin::Files(vec![]));
    };
    for (id, what) in
        [("a", "status"), ("b", "form"), ("c", "status"), ("d", "help"), ("e", "status")]
    {
        assert_eq!(ask(id, what), "accepted", "{what}");
    }
    assert_eq!(subjects("asked").len(), 2);
    assert_eq!(subjects("passed on").len(), 1, "one notice an hour: {:?}", subjects("passed on"));
    assert!(subjects("passed on")[0].contains("answered later"));
    house.take_in(&Origin::Files(vec![]));
    assert_eq!(subjects("asked").len(), 2, "the hour is not over");
    hour_later();
    let asked = subjects("asked");
    assert_eq!(asked.len(), 4, "the newest of each kind: {asked:?}");
    assert!(asked[2..].iter().any(|subject| subject.contains("where you stand")), "{asked:?}");
    assert!(asked[2..].iter().any(|subject| subject.contains("what you may ask")));
    hour_later();
    assert_eq!(subjects("asked").len(), 4, "each is answered once");
}

/// The leaders among the units of a position: each has his name for an id.
fn leaders(value: &serde_json::Value, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(map) => {
            if map.get("kind").is_some_and(|kind| kind == "leader") {
                found.extend(map["id"].as_str().map(str::to_owned));
            }
            map.values().for_each(|value| leaders(value, found));
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| leaders(item, found)),
        _ => {}
    }
}

#[test]
fn a_subject_may_ask_for_any_leader_and_general_of_the_other_games() {
    let shelf = rules::shelf();
    let mut asked = BTreeMap::new();
    for wanted in rules::REFEREES.iter().flat_map(|one| {
        one.scenarios(&shelf).into_iter().map(move |name| format!("{}/{name}", one.name()))
    }) {
        let (referee, scenario) = rules::find(&shelf, &wanted).unwrap();
        let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        let opening = game.opening(&BTreeMap::new(), &mut ledger).unwrap();
        for (power, known) in &opening.after.known {
            let json: serde_json::Value = serde_json::from_str(known).unwrap();
            let mut names = vec![];
            match referee.name() {
                "frederick" => leaders(&json["own"], &mut names),
                "kriegsspiel" => {
                    let generals = json["generals"].as_object().into_iter().flatten();
                    let own = generals.filter(|(_, one)| one["power"] == power.as_str());
                    names.extend(own.filter_map(|(_, one)| Some(one["name"].as_str()?.to_owned())));
                }
                _ => {}
            }
            for name in names {
                let told = game.choices(known, &name).unwrap();
                assert!(told.is_some_and(|told| told.len() > 1), "{wanted}, {power}: {name}");
                *asked.entry(referee.name()).or_insert(0) += 1;
            }
        }
    }
    assert!(asked["frederick"] > 10 && asked["kriegsspiel"] > 15, "{asked:?}");
}

#[test]
fn a_subject_may_ask_for_any_leader_who_can_be_ordered() {
    let shelf = rules::shelf();
    let mut asked = 0;
    for scenario in ["marengo-1800", "suvorov-1799", "hundred-days-1815", "jena-1806"] {
        let (referee, scenario) = rules::find(&shelf, &format!("nations/{scenario}")).unwrap();
        let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        let opening = game.opening(&BTreeMap::new(), &mut ledger).unwrap();
        for (power, known) in &opening.after.known {
            let json: serde_json::Value = serde_json::from_str(known).unwrap();
            let forces = json["ours"].as_object().unwrap().values();
            let forces = forces.filter(|force| force["power"] == power.as_str());
            for force in forces {
                let leaders = force["leaders"].as_array().into_iter().flatten();
                for (nth, leader) in leaders.enumerate() {
                    let leader = leader.as_str().unwrap();
                    let told = game.choices(known, leader).unwrap();
                    let told = told.unwrap_or_else(|| panic!("{scenario}: nothing on {leader}"));
                    let own = format!("{leader} serves under");
                    assert_eq!(nth > 0, told[0].starts_with(&own), "{leader}: {told:?}");
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 60, "{asked} leaders were asked for");
}
