//! Campaigns in a row: what one leaves to the next (§18).

use crate::seam::ByMail;
use crate::sequence::book;
use kit::ground::Space;
use kit::ledger::Ledger;
use kit::rule::Rule;
use napoleon::answers::{Answers, Pick, Who};
use napoleon::book::Book;
use napoleon::book::log::{Commander, Log, Past};
use napoleon::record::force::{Face, Force, ForceId, Punch, Side};
use napoleon::sight::Known;
use napoleon::theatre::{Place, Theatre};
use napoleon::{REFEREE, shelf};
use play::Options;
use play::linked::{Carried, LOG};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

struct Fixed(u8);

impl Answers for Fixed {
    fn die(&mut self, _rule: Rule, _who: Who) -> u8 {
        self.0
    }

    fn draw(&mut self, _rule: Rule, _who: Who, _options: &[Pick]) -> usize {
        0
    }
}

fn id(book: &Book, name: &str) -> ForceId {
    book.force(name).unwrap().id
}

/// A log in which Garnier was on the map, with a counter unlike that of 1800.
fn log() -> Log {
    let old = *book("italy-1796").force("Garnier").unwrap();
    let front = Face { activation: 9, punch: Punch { combat: 9, superscript: 2 } };
    let counter = Force { front, ..old };
    let commander = |name: &str| Commander { name: name.to_owned(), year: 1796, counter };
    let won = vec![Past { title: "Italy 1796".to_owned(), year: 1796, points: 23 }];
    Log { won, commanders: vec![commander("Augereau"), commander("Garnier")] }
}

fn following() -> Book {
    book("italy-1800").with_log(log()).unwrap()
}

fn options(log: &Log) -> Options {
    let log = serde_json::to_value(log).unwrap();
    let carried = Carried { after: "italy".into(), digest: "00".into(), log };
    Options::from([(LOG.to_owned(), carried.written())])
}

/// The chart of fame to its end, as the first report of the next campaign tells it (§18).
#[test]
fn fame_lasts_as_the_chart_says() {
    let rows = [
        (0, 50),
        (39, 50),
        (40, 100),
        (89, 100),
        (90, 500),
        (129, 500),
        (130, 1000),
        (169, 1000),
        (170, 1500),
        (199, 1500),
        (200, 2000),
        (229, 2000),
        (230, 2500),
        (255, 2500),
        (256, 2500),
        (259, 2500),
        (260, 3000),
        (279, 3000),
        (280, 4000),
        (299, 4000),
        (300, 5000),
        (330, 5000),
        (999, 5000),
    ];
    for (points, years) in rows {
        let past = Past { title: "Italy 1796".to_owned(), year: 1796, points };
        let log = Log { won: vec![past], commanders: vec![] };
        let book = book("italy-1800").with_log(log).unwrap();
        let told = napoleon::view::forces::before(&book, &Theatre::set_up(&book));
        let words = format!("Together {points} points, {years} years of fame");
        assert!(told.iter().any(|line| line.starts_with(&words)), "{points}: {told:?}");
    }
}

/// Each row of the chart, and five points for what the enemy does not have.
#[test]
fn the_enemy_gets_an_upgrade_for_each_commander() {
    let book = following();
    let garnier = id(&book, "Garnier");
    let at = |theatre: &Theatre| {
        let enemy = theatre.forces.iter().filter(|force| force.side() == Side::Enemy);
        enemy.filter(|force| matches!(theatre.place(force.id), Place::Area(_))).count()
    };
    for (die, counters, supply) in [(1, 1, 0), (4, 1, 0), (5, 1, 0), (8, 1, 0), (9, 0, 5)] {
        let mut theatre = Theatre::set_up(&book);
        let (before, purse) = (at(&theatre), theatre.enemy_supply);
        let upgrade = theatre.keep(&book, garnier, &mut Fixed(die)).unwrap();
        assert_eq!(upgrade.at.is_some(), counters == 1);
        assert_eq!((at(&theatre) - before, theatre.enemy_supply - purse), (counters, supply));
        let force = theatre.force(garnier).unwrap();
        assert_eq!((force.id, force.front.activation, force.combat()), (garnier, 9, 9));
        assert!(theatre.keep(&book, garnier, &mut Fixed(die)).is_none(), "once");
    }
    let mut empty = Theatre::set_up(&book);
    for place in &mut empty.places {
        if *place == Place::Cup {
            *place = Place::Area(Space(0));
        }
    }
    let purse = empty.enemy_supply;
    let upgrade = empty.keep(&book, garnier, &mut Fixed(6)).unwrap();
    assert_eq!((upgrade.at, empty.enemy_supply - purse), (None, 5));
    // Nobody else was in both campaigns, or on the map at the end.
    let mut theatre = Theatre::set_up(&book);
    assert!(theatre.keep(&book, id(&book, "Lannes"), &mut Fixed(1)).is_none());
    theatre.turn = 2;
    assert!(theatre.keep(&book, garnier, &mut Fixed(1)).is_none(), "only before the first moves");
}

/// By sheets: the key is answered, kept in the position, and told; without a log there is no key.
#[test]
fn a_sheet_keeps_a_commander() {
    let opened = options(&log());
    let game = REFEREE.open(&shelf(), "italy-1800", &opened).unwrap();
    let mut ledger = Ledger::seeded("set-up", [1; 32]);
    let at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    let known = &at.known["france"];
    let view = game.view(known).unwrap();
    let before = view["before"].to_string();
    assert!(before.contains("Italy 1796: 23 points") && before.contains("50 years"), "{before}");
    assert!(before.contains("Garnier may keep the counter of 1796 (activation 9"), "{before}");
    assert!(game.form(known, "c", None).unwrap().contains("# keep commanders: [Garnier]"));
    let sheet = "season: late may 1800\npower: france\nkeep commanders: [Garnier, Lannes]\n";
    let checked = game.check(known, sheet).unwrap();
    let codes: Vec<&str> = checked.faults.iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["cannot-keep"], "{}", checked.faults.render(sheet));
    let sheets = BTreeMap::from([("france".to_owned(), sheet.to_owned())]);
    let mut ledger = Ledger::seeded(&at.season.name, [3; 32]);
    let played = game.resolve(&at, &sheets, &mut ledger).unwrap();
    let told = game.chronicle(&at.state, &played.events).unwrap().join("\n");
    assert!(told.contains("Garnier keeps the counter of the campaign before; die"), "{told}");
    let after: Known = serde_json::from_str(&played.after.known["france"]).unwrap();
    let book = following();
    let campaign = after.state.campaign(&book);
    let garnier = campaign.theatre.force(id(&book, "Garnier")).unwrap();
    assert_eq!(garnier.front.activation, 9);
    let said = game.view(&played.after.known["france"]).unwrap()["before"].to_string();
    assert!(said.contains("Garnier has the counter of 1796"), "{said}");
    let plain = ByMail::begun("italy-1800", &[], 1);
    let (codes, told) = plain.faults(sheet);
    assert_eq!(codes, ["cannot-keep", "cannot-keep"], "{told}");
}

/// A campaign that was won leaves its points and its commanders; the row goes on by the year.
#[test]
fn a_campaign_that_was_won_leaves_a_log() {
    let by_mail = ByMail::begun("italy-1796", &[], 1);
    let legacy = |outcome: Option<Json>| {
        let mut state: Json = serde_json::from_str(&by_mail.at.state).unwrap();
        if let Some(outcome) = outcome {
            state["campaign"]["stage"] = json!({ "over": outcome });
        }
        by_mail.game.legacy(&state.to_string()).unwrap()
    };
    assert_eq!(legacy(None), Err("it is not over".to_owned()));
    let lost = legacy(Some(json!({"lost": "out-of-time"}))).unwrap_err();
    assert!(lost.starts_with("it was lost"), "{lost}");
    let won = legacy(Some(json!({"won": {"points": 23, "word": "Superior"}}))).unwrap();
    let log: Log = serde_json::from_value(won).unwrap();
    assert_eq!((log.won.len(), log.won[0].year), (1, 1796));
    assert_eq!((log.points(), log.commanders.len()), (23, 8), "{log:?}");
    assert!(log.commanders.iter().all(|one| one.year == 1796 && !one.counter.recruit));
    assert!(book("italy-1800").with_log(log.clone()).is_ok());
    let back = book("italy-1796").with_log(log.clone()).unwrap_err();
    assert!(back.contains("does not come after Italy 1796"), "{back}");
    // A later campaign of the row adds to it.
    let next = Book { log: Some(log.clone()), ..book("italy-1800") };
    assert_eq!(next.log.unwrap().points(), log.points());
    let wrong = Options::from([(LOG.to_owned(), json!({"log": 1}).to_string())]);
    assert!(REFEREE.open(&shelf(), "italy-1800", &wrong).is_err());
}
