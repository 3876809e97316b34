//! Who is asked, who writes for a ward, and who for nobody.

use super::table::Table;
use super::{ADA, BERT, CARLA, CROWN};
use crate::campaign::deadline::Due;
use crate::intake::requests::Question;
use archive::Archive;
use rules::Options;

fn asked(table: &Table) -> Vec<(String, String)> {
    let desk = table.desk();
    let season = desk.current().unwrap();
    let asked = desk.asked_powers(&season).unwrap().into_iter();
    asked.map(|(power, player)| (power, player.name)).collect()
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(power, name)| ((*power).to_owned(), (*name).to_owned())).collect()
}

/// Played to the first council, which Bert wins with a bid of 4.
fn bert_keeps_carla() -> Table {
    let mut table = Table::begun(&[]);
    table.publish();
    table.accepted("Ada", ADA, "bid: 3\nstanding: {bid: 1}");
    table.accepted("Bert", BERT, "bid: 4");
    let note = "note to umpire: Bert is a fox\nbid: 1\nstanding: {bid: 2}";
    table.accepted("Ada", CARLA, note);
    table.publish();
    table
}

#[test]
fn each_kind_of_season_asks_those_whom_it_concerns() {
    let table = Table::begun(&[]);
    let all = pairs(&[(CARLA, "Ada"), (ADA, "Ada"), (BERT, "Bert")]);
    assert_eq!(
        asked(&table),
        all,
        "the keeper's player writes for Carla, and nobody for the Crown"
    );
    let kinds = |table: &Table| table.desk().status().unwrap().kind.unwrap();
    assert_eq!(kinds(&table), "hands");
    table.publish();
    assert_eq!((kinds(&table).as_str(), asked(&table)), ("council", all[1..].to_vec()));
    table.publish();
    assert_eq!(kinds(&table), "treaties");
    let mut desk = table.desk();
    desk.set_deadline(Due { written: "2030-01-01 18:00", past: false }, None).unwrap();
    let status = desk.status().unwrap();
    let of = |name: &str| status.powers.iter().find(|one| one.power == name).unwrap();
    assert_eq!((of(CROWN).asked, of(CROWN).player.as_deref()), (false, None));
    let keeper = table.known(CARLA)["keeper"].as_str().map(str::to_owned);
    assert_eq!(of(CARLA).keeper, keeper);
    desk.clock = crate::Clock::Fixed("2030-01-01T10:00:00Z".parse().unwrap());
    let reminded = desk.remind(true).unwrap();
    let powers: Vec<&str> = reminded.iter().map(|mail| mail.power.as_str()).collect();
    assert_eq!(powers, [CARLA, ADA, BERT]);
}

#[test]
fn nobody_has_a_power_that_the_rules_play() {
    let mut table = Table::begun(&[]);
    let mut desk = table.desk();
    let mut join = |power: &str| {
        desk.add_player("Eve", "eve@post.example", &[power.into()], None).unwrap_err().to_string()
    };
    assert_eq!(join(CROWN), "crown is played by the rules and has no player");
    let ward =
        "carla is a ward of ada, whose player writes for it; it has no player of its own now";
    assert_eq!(join(CARLA), ward);
    let replaced = desk.replace_player(CROWN, "Eve", "eve@post.example", None).unwrap_err();
    assert_eq!(replaced.to_string(), "crown is played by the rules and has no player");
    // By hand, and by mail.
    let season = desk.current().unwrap().name;
    let sheet = format!("season: {season}\npower: crown\nnote to umpire: bow\n");
    let path = table.home.path().join("crown.yaml");
    std::fs::write(&path, sheet).unwrap();
    let taken = desk.intake(vec![path]).unwrap().receipts.remove(0);
    let reason = "crown is played by the rules; no sheet is taken in for it";
    assert_eq!((taken.verdict.as_str(), taken.reason.as_str()), ("rejected", reason));
    drop(desk);
    assert_eq!(table.mail("Ada", CROWN, "bid: 1"), ("rejected".to_owned(), reason.to_owned()));
    let desk = table.desk();
    assert_eq!(desk.store.revisions(desk.current().unwrap().id, CROWN).unwrap(), []);
    drop(desk);
    table.publish();
    let desk = table.desk();
    let crowns = |mail: &store::MailRow| mail.power.as_deref() == Some(CROWN);
    assert!(!desk.store.outbox().unwrap().iter().any(crowns), "no mail goes to it");
    // It plays all the same, and everybody is told who does.
    assert!(table.got("ada", "report, hands")[0].contains("goes to the table"));
    let came = desk.came_in_words(&desk.store.season("hands 1800 (1)").unwrap()).unwrap();
    let last = came.last().unwrap();
    assert_eq!(last, "crown: no sheet came; nothing was played; the rules play it.");
}

#[test]
fn the_powers_depend_on_an_option() {
    let powers = |crown: &str| -> Vec<String> {
        let options = Options::from([("crown".to_owned(), crown.to_owned())]);
        let game = super::REFEREE.open(&rules::shelf(), "plain", &options).unwrap();
        game.card().powers.into_iter().map(|(power, _)| power).collect()
    };
    assert_eq!(powers("yes"), [CARLA, ADA, BERT, CROWN]);
    assert_eq!(powers("no"), [CARLA, ADA, BERT]);
    let table = Table::begun(&["crown=no"]);
    table.publish();
    assert_eq!(table.desk().status().unwrap().powers.len(), 3);
}

#[test]
fn a_ward_is_written_for_by_its_keepers_player_alone() {
    let mut table = Table::begun(&[]);
    table.publish();
    let card = table.card(CARLA);
    table.publish();
    table.publish();
    // Hands again: Ada keeps Carla, since nobody bid and the lot fell on one of both.
    let keeper = table.known(CARLA)["keeper"].as_str().unwrap().to_owned();
    let (own, other) = if keeper == ADA { ("Ada", "Bert") } else { ("Bert", "Ada") };
    let (verdict, reason) = table.mail(other, CARLA, &format!("play: {card}"));
    assert_eq!(verdict, "rejected");
    assert!(reason.contains("the token is not that of carla's player"), "{reason}");
    table.accepted(own, CARLA, &format!("play: {card}"));
    let receipts = table.got(&own.to_lowercase(), "revision 1: accepted");
    assert!(receipts.is_empty(), "nothing was sent yet");
    table.send();
    assert_eq!(table.got(&own.to_lowercase(), "revision 1: accepted").len(), 1);
    assert_eq!(table.got(&other.to_lowercase(), "revision 1: accepted").len(), 0);
    // What the ward knows is its own: the keeper's own known has no word of its hand.
    let keepers = table.known(&keeper)["deck"].to_string();
    assert!(!keepers.contains(&card), "{keepers}");
}

#[test]
fn a_new_keeper_gets_what_the_ward_knows_and_the_old_one_no_more() {
    let mut table = bert_keeps_carla();
    let report = "report, council 1800 (1), Carla";
    assert_eq!((table.got("ada", report).len(), table.got("bert", report).len()), (0, 1));
    assert_eq!(table.got("ada", "report, hands 1800 (1), Carla").len(), 1, "while Ada kept her");
    let new = &table.got("bert", report)[0];
    assert!(new.contains("You write for it as the player of bert."));
    // Nothing that Ada wrote for Carla goes to Bert.
    for mail in table.got("bert", "") {
        assert!(!mail.contains("fox"));
    }
    assert!(!new.contains("# before:"), "the form carries over nothing");
    assert!(new.contains(r#""part": "dice""#) && !new.contains(r#""part": "sheet""#));
    let parted = &table.got("ada", "report, council 1800 (1), Ada")[0];
    assert!(parted.contains(r#""part": "sheet""#) && parted.contains("Bert is a fox"));
    // Ada's own standing orders hold, those that she set for Carla do not.
    let desk = table.desk();
    let season = desk.current().unwrap();
    let standings: Vec<String> = desk.standings(season.id).unwrap().into_keys().collect();
    assert_eq!(standings, [ADA]);
    let known =
        std::fs::read_to_string(table.folder().join("reports/council-1800-1/carla.known.json"));
    assert!(!known.unwrap().contains("council 1800 (1)"), "no standing orders since then");
    let came = desk.came_in_words(&desk.store.season("council 1800 (1)").unwrap()).unwrap();
    let kept = "carla: 1 sheet by mail; revision 1 was played; kept by ada.";
    assert_eq!(came[0], kept);
    drop(desk);
    // Now Bert writes for her, and Ada does not.
    assert_eq!(asked(&table), pairs(&[(CARLA, "Bert"), (ADA, "Ada"), (BERT, "Bert")]));
    assert_eq!(table.mail("Ada", CARLA, "bid: 1").0, "rejected");
    table.accepted("Bert", CARLA, "bid: 1");
    let mut desk = table.desk();
    desk.set_deadline(Due { written: "2030-01-01 18:00", past: false }, None).unwrap();
    let history = |name: &str| {
        let player = desk.player(name).unwrap();
        let post = desk.answer_to(&Question::History, &player).unwrap();
        post.attachments.into_iter().map(|file| (file.name, file.bytes)).collect::<Vec<_>>()
    };
    let (adas, berts) = (history("Ada"), history("Bert"));
    assert_eq!(adas.len(), 1, "Ada gets the history of her own power alone");
    let carlas = String::from_utf8(berts[1].1.clone()).unwrap();
    assert_eq!(berts[1].0, "history-carla.txt");
    assert!(carlas.contains("Another wrote its sheet then.") && !carlas.contains("1 of 10"));
}

#[test]
fn the_archive_of_a_ward_has_its_reports_and_no_private_note() {
    let table = bert_keeps_carla();
    let archive = Archive::open(&table.folder().join("campaign.db")).unwrap();
    let reports = archive.reports("council 1800 (1)", Some(CARLA)).unwrap();
    assert!(reports[0].text.contains("carla has 10 gold"), "{reports:?}");
    let sheets = |eye| archive.orders("council 1800 (1)", eye).unwrap();
    assert!(sheets(None).iter().any(|sheet| sheet.text.contains("fox")), "the umpire reads it");
    let own = sheets(Some(CARLA));
    assert!(own[0].text.contains("bid: 1") && !own[0].text.contains("fox"), "{own:?}");
}

#[test]
fn a_season_played_again_gives_no_keeper_the_sheet_of_another() {
    let mut table = bert_keeps_carla();
    table.accepted("Bert", CARLA, "note to umpire: mine\nbid: 2");
    table.desk().rollback("a slip").unwrap();
    table.accepted("Ada", ADA, "bid: 9");
    table.publish();
    assert_eq!(table.known(CARLA)["keeper"], "ada");
    let desk = table.desk();
    let season = desk.current().unwrap();
    assert_eq!(season.name, "treaties 1800 (1)");
    assert!(desk.store.newest_sheet(season.id, CARLA).unwrap().is_none());
    let corrected = "corrected report, council 1800 (1), Carla";
    let report = "report, council 1800 (1), Carla";
    assert_eq!((table.got("ada", corrected).len(), table.got("ada", report).len()), (0, 1));
    let proved = desk.verify(None, &mut |_, _| {}).unwrap();
    assert_eq!(proved.verdict().code(), 0, "{proved:#?}");
}

#[test]
fn a_season_that_names_another_keeper_is_not_played() {
    let table = bert_keeps_carla();
    let file = rusqlite::Connection::open(table.folder().join("campaign.db")).unwrap();
    let change = r#"UPDATE season SET asks = replace(asks, '"carla":"bert"', '"carla":"ada"')
                    WHERE name = 'treaties 1800 (1)'"#;
    assert_eq!(file.execute(change, []).unwrap(), 1);
    drop(file);
    let refused = table.desk().resolve().unwrap_err().to_string();
    assert!(refused.contains("whom it asks is not what the rules say"), "{refused}");
}

#[test]
fn who_falls_gets_the_proof_of_the_last_sheet_and_no_more_mail() {
    let mut table = Table::begun(&[]);
    table.publish();
    table.accepted("Ada", ADA, "bid: 10\nstanding: {bid: 1}");
    table.accepted("Bert", BERT, "bid: 10\nstanding: {bid: 1}");
    table.publish();
    let keeper = table.known(CARLA)["keeper"].as_str().unwrap().to_owned();
    let (fallen, name) = if keeper == ADA { (BERT, "Bert") } else { (ADA, "Ada") };
    let season = "council 1800 (1)";
    assert!(table.got(fallen, &format!("report, {season}")).is_empty());
    let proof = table.got(fallen, &format!("the proof of your sheet, {season}, "));
    assert_eq!(proof.len(), 1);
    assert!(proof[0].contains("bid: 10") && proof[0].contains(r#""part": "sheet""#));
    assert!(asked(&table).iter().all(|(power, _)| power != fallen));
    let (verdict, reason) = table.mail(name, fallen, "play: jester");
    let rejected = format!("{fallen} is played by the rules; no sheet is taken in for it");
    assert_eq!((verdict.as_str(), reason), ("rejected", rejected));
    let desk = table.desk();
    let standings = desk.standings(desk.current().unwrap().id).unwrap();
    assert_eq!(standings.into_keys().collect::<Vec<_>>(), [keeper]);
    drop(desk);
    table.publish();
    assert!(table.got(fallen, "report, treaties").is_empty());
    assert!(!table.got(fallen, "report, hands").is_empty(), "before they fell");
}

#[test]
fn a_keeper_who_hands_on_a_power_hands_on_its_ward() {
    let mut table = bert_keeps_carla();
    let mut desk = table.desk();
    desk.set_deadline(Due { written: "2030-01-01 18:00", past: false }, None).unwrap();
    // Mail for Carla that Bert has not got yet is for his successor.
    let season = desk.current().unwrap();
    desk.clock = crate::Clock::Fixed("2030-01-01T10:00:00Z".parse().unwrap());
    desk.remind(false).unwrap();
    let waiting = |desk: &crate::Desk| {
        let of_carla = |mail: &&store::MailRow| {
            mail.power.as_deref() == Some(CARLA)
                && mail.state == store::MailState::Waiting
                && mail.recipient.contains("bert")
        };
        desk.store.outbox().unwrap().iter().filter(of_carla).count()
    };
    assert!(waiting(&desk) > 0);
    desk.replace_player(BERT, "Cleo", "cleo@post.example", None).unwrap();
    assert_eq!(waiting(&desk), 0);
    let joined = desk.store.outbox().unwrap().into_iter().rfind(|mail| mail.kind == "handover");
    let joined = desk.mail(joined.unwrap().id).unwrap();
    let joined = String::from_utf8(joined).unwrap();
    assert!(joined.contains("carla.known.json") && joined.contains("bert.known.json"));
    assert_eq!(desk.current().unwrap().id, season.id);
    desk.clock = crate::Clock::Wall;
    drop(desk);
    table.accepted("Cleo", CARLA, "bid: 1");
    assert_ne!(table.mail("Bert", CARLA, "bid: 2").0, "accepted");
}

#[test]
fn a_letter_is_a_players_own_and_goes_to_who_reads_for_a_ward() {
    let mut table = Table::begun(&[]);
    table.publish();
    assert_eq!(table.post("Ada", "letter to bert", "Beware.").0, "accepted");
    assert_eq!(table.post("Bert", "letter to carla", "Dear Carla.").0, "accepted");
    let (verdict, reason) = table.post("Bert", "letter to crown", "Sire.");
    assert_eq!(verdict, "rejected");
    assert_eq!(reason, "nobody plays that power now, so nobody would read the letter");
    table.accepted("Bert", BERT, "bid: 4");
    table.publish();
    assert_eq!(table.got("bert", "letter from ada").len(), 1, "and not from her ward");
    // Bert keeps Carla when the letters are carried, so he reads hers.
    assert_eq!(
        (table.got("bert", "letter from bert").len(), table.got("ada", "letter from").len()),
        (1, 0)
    );
}

#[test]
fn a_first_page_says_for_whom_its_reader_writes() {
    let table = Table::begun(&[]);
    let desk = table.desk();
    let season = desk.current().unwrap();
    let (game, known) = (desk.game(&season).unwrap(), desk.store.known(season.id).unwrap());
    let ada = desk.store.players().unwrap().into_iter().find(|one| one.name == "Ada").unwrap();
    let own = [CARLA.to_owned(), ADA.to_owned()];
    let view = desk.welcome_view((&season, game.as_ref()), &ada, &own, &known).unwrap();
    let page = desk.templates().unwrap().print("mail/welcome.txt", &view).unwrap();
    assert!(page.contains("YOU WRITE FOR CARLA"), "{page}");
    assert!(page.contains("Nobody plays it now: as the player of Ada"), "{page}");
    assert!(page.contains("YOU PLAY ADA"), "{page}");
}
