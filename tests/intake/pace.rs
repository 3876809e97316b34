//! The pace: a season that goes on by itself when everything for it has come, what holds it, and
//! that nothing is done twice.

use super::house::{BEN, House, from, mail, sheet};
use std::fs;
use std::process::{Command, Stdio};
use umpire::desk::campaign::deadline::Due;
use umpire::desk::intake::mailbox::Origin;
use umpire::desk::intake::receive::Intake;
use umpire::desk::season::pace::Did;
use umpire::store::Status;

/// A sheet of Austria without orders.
fn idle(season: &str) -> String {
    format!("campaign: italy\nseason: {season}\npower: austria\nnote to umpire: no orders\n")
}

fn of_ben(id: &str, season: &str) -> String {
    from("Ben <ben@post.example>", BEN, id, &idle(season))
}

/// Hands in several mails as one batch.
fn batch(house: &House, mails: &[String]) -> Intake {
    let put = |(number, mail): (usize, &String)| {
        let path = house.folder.path().join(format!("batch-{number}"));
        fs::write(&path, mail).unwrap();
        path
    };
    house.take_in(&Origin::Files(mails.iter().enumerate().map(put).collect()))
}

/// What was done by itself, and the season that is open now.
fn done(house: &House, intake: &Intake) -> (Vec<Did>, String) {
    let open = house.store().current_season().map(|season| season.name).unwrap_or_default();
    (intake.paced.iter().map(|paced| paced.did).collect(), open)
}

fn notices(house: &House) -> Vec<String> {
    let all = house.outbox().into_iter().filter(|mail| mail.kind == "notice");
    all.map(|mail| format!("{}: {}", mail.recipient.split('@').next().unwrap(), mail.subject))
        .collect()
}

#[test]
fn by_hand_nothing_goes_by_itself() {
    let house = House::started();
    let intake = batch(&house, &[mail("a", &sheet("Turin")), of_ben("b", "spring 1796")]);
    assert_eq!(done(&house, &intake), (vec![], "spring 1796".to_owned()));
    assert_eq!(house.store().current_season().unwrap().status, Status::Collecting);
}

#[test]
fn when_all_are_in_the_season_is_drafted_and_no_more() {
    let house = House::started();
    house.set("pace: when all are in");
    let first = batch(&house, &[mail("a", &sheet("Turin"))]);
    assert_eq!(done(&house, &first).0, vec![]);
    let second = batch(&house, &[of_ben("b", "spring 1796")]);
    assert_eq!(done(&house, &second), (vec![Did::Drafted], "spring 1796".to_owned()));
    assert_eq!(house.store().current_season().unwrap().status, Status::Drafted);
    assert_eq!(house.desk().pace().unwrap(), vec![], "a draft that is fresh is not made again");
    let third = batch(&house, &[mail("c", &sheet("Genoa"))]);
    assert_eq!(done(&house, &third).0, vec![Did::Drafted], "a new sheet makes a new draft");
    assert_eq!(notices(&house).len(), 2, "the umpire hears of each: {:?}", notices(&house));
}

#[test]
fn at_once_a_sheet_for_the_next_season_is_judged_after_the_first() {
    let house = House::started();
    house.set("pace: at once");
    let next = idle("summer 1796").replace("austria", "france");
    let mails = [mail("a", &sheet("Turin")), of_ben("b", "spring 1796"), mail("c", &next)];
    let intake = batch(&house, &mails);
    assert_eq!(done(&house, &intake), (vec![Did::Published], "summer 1796".to_owned()));
    assert_eq!(intake.receipts[2].verdict, "accepted", "{}", intake.receipts[2].text);
    assert_eq!(house.revisions("france").len(), 1, "the third is a sheet for summer");
    let reports = house.outbox().iter().filter(|mail| mail.kind == "report").count();
    assert_eq!(reports, 2);
    // Standing orders and a sheet of one power alone do not make the season go on.
    assert_eq!(house.desk().pace().unwrap(), vec![]);
    let last = batch(&house, &[of_ben("d", "summer 1796")]);
    assert_eq!(done(&house, &last), (vec![Did::Published], "autumn 1796".to_owned()));
}

#[test]
fn standing_orders_alone_never_make_it_go_on() {
    let house = House::started();
    house.set("pace: at once");
    let body = "activations:\n  - leader: Bonaparte\n    steps:\n      - march: [Turin]\n";
    let standing = sheet("Turin") + "standing:\n  " + &body.replace('\n', "\n  ");
    let mails = [mail("a", standing.trim_end()), of_ben("b", "spring 1796")];
    assert_eq!(done(&house, &batch(&house, &mails)).0, vec![Did::Published]);
    let desk = house.desk();
    assert!(!desk.status().unwrap().powers.iter().all(|power| !power.standing_orders));
    drop(desk);
    let only = batch(&house, &[of_ben("c", "summer 1796")]);
    assert_eq!(done(&house, &only), (vec![], "summer 1796".to_owned()));
}

#[test]
fn a_fault_holds_it_and_is_told_once() {
    let house = House::started();
    house.set("pace: at once");
    let faulty = sheet("Turin") + "      - jump: far\n";
    let mails = [mail("a", &faulty), of_ben("b", "spring 1796")];
    assert_eq!(done(&house, &batch(&house, &mails)).0, vec![Did::Held]);
    for _ in 0..2 {
        assert_eq!(house.desk().pace().unwrap(), vec![], "it is said once");
    }
    let all = notices(&house);
    assert_eq!(all.len(), 2, "{all:?}");
    assert!(all.iter().any(|one| one.starts_with("ada: ")), "{all:?}");
    house.told();
    let right = batch(&house, &[mail("c", &sheet("Turin"))]);
    assert_eq!(done(&house, &right), (vec![Did::Published], "summer 1796".to_owned()));
}

#[test]
fn after_the_last_sheet_it_waits_as_long_as_the_settings_say() {
    let house = House::started();
    house.set("pace: at once\nwait: 60");
    let mails = [mail("a", &sheet("Turin")), of_ben("b", "spring 1796")];
    assert_eq!(done(&house, &batch(&house, &mails)).0, vec![]);
    let text = fs::read_to_string(house.path("umpire.yaml")).unwrap();
    fs::write(house.path("umpire.yaml"), text.replace("wait: 60", "wait: 0")).unwrap();
    let paced = house.desk().pace().unwrap();
    assert_eq!(paced.iter().map(|one| one.did).collect::<Vec<_>>(), [Did::Published]);
}

#[test]
fn at_the_deadline_it_goes_on_with_what_there_is_if_the_quorum_allows_it() {
    let house = House::started();
    house.set("pace: at once\nquorum: {missing: 0}");
    assert_eq!(done(&house, &batch(&house, &[mail("a", &sheet("Turin"))])).0, vec![]);
    let past = Due { written: "2026-01-01 12:00", past: true };
    house.desk().set_deadline(past, None).unwrap();
    let held = house.desk().pace().unwrap();
    assert_eq!(held.iter().map(|one| one.did).collect::<Vec<_>>(), [Did::Held], "{held:?}");
    assert!(held[0].told.contains("austria (Ben)"), "{held:?}");
    assert_eq!(house.desk().pace().unwrap(), vec![], "it is said once");
    let text = fs::read_to_string(house.path("umpire.yaml")).unwrap();
    let text = text.replace("quorum: {missing: 0}", "quorum: {missing: 1}\ndeadline: 7 days");
    fs::write(house.path("umpire.yaml"), text).unwrap();
    let paced = house.desk().pace().unwrap();
    assert_eq!(paced.iter().map(|one| one.did).collect::<Vec<_>>(), [Did::Published]);
    let next = house.store().current_season().unwrap();
    assert_eq!(next.name, "summer 1796");
    assert!(next.deadline.is_some(), "the rhythm sets the next deadline");
    assert!(house.mailed("report", "ben").contains("due by"), "the report says so");
}

#[test]
fn without_a_deadline_players_are_asked_after_some_days() {
    let house = House::started();
    house.set("remind: {idle: [1, 2]}");
    assert_eq!(house.desk().remind(false).unwrap(), vec![]);
    rusqlite::Connection::open(house.path("campaign.db"))
        .unwrap()
        .execute("UPDATE season SET opened = '2026-01-01T00:00:00Z'", [])
        .unwrap();
    batch(&house, &[mail("a", &sheet("Turin"))]);
    let asked = house.desk().remind(false).unwrap();
    assert_eq!(asked.iter().map(|one| one.power.as_str()).collect::<Vec<_>>(), ["austria"]);
    assert_eq!(house.desk().remind(false).unwrap(), vec![], "once for each number of days");
}

/// Kill -9 at each step on the way from the last sheet to the reports: in the end the season is
/// published once and each report is in the outbox once.
#[test]
fn killed_at_each_step_it_is_published_once() {
    if !cfg!(debug_assertions) {
        return; // The steps are numbered in builds for tests only.
    }
    let made = House::started();
    batch(&made, &[mail("a", &sheet("Turin")), of_ben("b", "spring 1796")]);
    made.set("pace: at once");
    // Each step is two runs of the program, so every third is tried, and all where time is given.
    let stride = if crate::effort::is_long() { 1 } else { 3 };
    for step in (1..).step_by(stride) {
        let house = made.copied();
        let run = |step: Option<u32>| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
            command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
            command.current_dir(house.path("")).arg("pace").env_remove("UMPIRE_CAMPAIGN");
            command.stdout(Stdio::null()).stderr(Stdio::null());
            if let Some(step) = step {
                command.env("UMPIRE_KILL_AT", step.to_string());
            }
            command.status().unwrap()
        };
        let first = run(Some(step));
        assert!(run(None).success(), "step {step}");
        let store = house.store();
        assert_eq!(store.current_season().unwrap().name, "summer 1796", "step {step}");
        let mails = house.outbox();
        let reports: Vec<_> = mails.iter().filter(|mail| mail.kind == "report").collect();
        assert_eq!(reports.len(), 2, "step {step}");
        if first.success() {
            assert!(step > 6, "there are steps on the way: {step}");
            return;
        }
    }
}

fn play(id: &str) -> String {
    mail(id, "").replace("Subject: orders", "Subject: Re: [italy] play")
}

#[test]
fn a_mail_called_play_lets_it_go_on_with_what_counts() {
    let house = House::started();
    house.set("pace: at once");
    // Without a sheet of Austria it waits on, whatever Ada says.
    assert_eq!(done(&house, &batch(&house, &[play("p")])).0, vec![]);
    let faulty = sheet("Turin") + "      - jump: far\n";
    let held = batch(&house, &[mail("a", &faulty), of_ben("b", "spring 1796")]);
    assert_eq!(done(&house, &held).0, vec![Did::Held], "her sheet is newer than her word");
    let intake = batch(&house, &[play("q")]);
    assert_eq!(done(&house, &intake), (vec![Did::Published], "summer 1796".to_owned()));
    assert_eq!(intake.receipts[0].verdict, "accepted");
    let told = house.mailed("passed on", "ada");
    assert!(told.contains("Spring 1796 goes on with what"), "{told}");
    // It is a word on one season: the next waits again, and goes on without any sheet of Ada.
    assert_eq!(done(&house, &batch(&house, &[of_ben("c", "summer 1796")])).0, vec![]);
    let intake = batch(&house, &[play("r")]);
    assert_eq!(done(&house, &intake), (vec![Did::Published], "autumn 1796".to_owned()));
}

#[test]
fn by_hand_a_mail_called_play_is_told_that_it_changes_nothing() {
    let house = House::started();
    let intake = batch(&house, &[play("p")]);
    assert_eq!(intake.receipts[0].verdict, "rejected");
    assert!(house.mailed("passed on", "ada").contains("The umpire plays this season by hand"));
}
