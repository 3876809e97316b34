//! Automatic wars on the Danube among powers of which not all are at war with each other: nobody crosses a
//! border that is shut, nobody fights but those at war, and receipts hold.

use crate::promise::{GENERAL, held};
use crate::table::{Table, events, player, state};
use crate::told::told;
use held::{Found, Trial};
use kit::ledger::Ledger;
use kriegsspiel::march::borders::{border, shut};
use kriegsspiel::position::Position as _;
use kriegsspiel::record::event::{Event, ForceEvent, Halt, OrderEvent, PublicEvent, WarEvent};
use kriegsspiel::record::state::State;
use kriegsspiel::view::story;
use play::{Played, Position};
use std::collections::{BTreeMap, BTreeSet};

/// The Danube with Prussia in it, whose land Austria alone may cross. Russia is Austria's ally and at war with
/// France, and neutral to the Bavarians, who fight Austria.
pub fn scenario() -> String {
    let page = include_str!("../../campaigns/kriegsspiel/danube-1805/scenario.yaml");
    let changes = [
        (
            "sides: {empire: [france, bavaria], coalition: [austria, russia]}\n",
            "powers: [france, bavaria, austria, russia, prussia]\n\
             relations:\n  - {war: [france, austria]}\n  - {war: [france, russia]}\n  \
             - {war: [bavaria, austria]}\n  - {alliance: [france, bavaria]}\n  \
             - {alliance: [austria, russia]}\n  - {passage: austria, through: prussia}\n  \
             - {passage: prussia, through: austria}\n  - {passage: prussia, through: bavaria}\n",
        ),
        ("neutral: [prussia]\n", ""),
        ("points: {", "points: {prussia: 6, "),
        (
            "forces:\n",
            "forces:\n  - power: prussia\n    general: Hohenlohe\n    at: Nuremberg\n    formations:\n      \
             - {name: 1st Prussian Brigade, kind: brigade, units: {line infantry: 6}}\n      \
             - {name: 1st Prussian Horse, kind: brigade, units: {light cavalry: 4}}\n",
        ),
    ];
    changes.into_iter().fold(page.to_owned(), |page, (from, to)| {
        assert!(page.contains(from), "{from}");
        page.replacen(from, to, 1)
    })
}

/// A table with it.
pub fn table(options: &[(&str, &str)]) -> Table {
    table_of(scenario(), options)
}

/// A table with a page in place of the Danube's.
pub fn table_of(scenario: String, options: &[(&str, &str)]) -> Table {
    let mut shelf = play::shelf::<kriegsspiel::Kriegsspiel>();
    shelf.lay("kriegsspiel/danube-1805/scenario.yaml", scenario);
    Table::of(&shelf, options)
}

/// What was seen of what the rules of neutrals are about, so that no test is empty.
#[derive(Debug, Default)]
struct Seen {
    borders: u32,
    fights: u32,
    over_the_border: u32,
    bystanders: u32,
}

/// Goes through a turn event by event.
fn witness(table: &Table, before: &Position, played: &Played, seen: &mut Seen) {
    let (book, mut state): (_, State) = (&table.book, state(before));
    for event in events(played) {
        match &event {
            Event::Force(ForceEvent::Moved { power, from, to, .. }) => {
                assert_eq!(border(book, &state, power, (*from, *to)), None, "{event:?}");
            }
            Event::Force(ForceEvent::Halted {
                power, at, halt: Halt::Border { to, of }, ..
            }) => {
                assert_eq!(border(book, &state, power, (*at, *to)), Some(of.as_str()));
                seen.borders += 1;
            }
            Event::War(WarEvent::Retreated { power, to, .. }) => {
                seen.over_the_border += u32::from(shut(book, &state, power, *to).is_some());
            }
            Event::War(WarEvent::Fought(day)) => {
                let (ours, theirs) = (&day.attacker.powers, &day.defender.powers);
                for one in ours {
                    assert!(ours.iter().all(|other| state.friends(one, other)), "{event:?}");
                    assert!(theirs.iter().all(|other| state.at_war(one, other)), "{event:?}");
                }
                seen.fights += 1;
                let here: BTreeSet<&String> = state.at(day.at).map(|one| &one.power).collect();
                let aside = here.iter().filter(|one| !ours.contains(one) && !theirs.contains(one));
                seen.bystanders += u32::from(aside.count() > 0);
            }
            Event::Public(PublicEvent::Captured { power, from, .. }) => {
                assert!(state.at_war(power, from), "{event:?}");
            }
            Event::Force(ForceEvent::Supplied { power, fed, .. }) => {
                for one in fed.iter().map(|name| &state.formations[name]) {
                    assert_eq!(shut(book, &state, power, one.at), None, "{event:?}");
                }
            }
            _ => {}
        }
        state.apply(&event);
    }
}

#[test]
fn neutrals_are_left_alone() {
    let table = table(&[]);
    let mut seen = Seen::default();
    // In the last of them somebody falls back over a border.
    for seed in [0, 1, 2, 3, 4, 12] {
        let mut at = table.opening();
        for turn in 0..5 {
            let sheets = table.sheets(&at, seed);
            let mut ledger = Ledger::seeded(&format!("{seed} {turn}"), [turn; 32]);
            let played = table.game.resolve(&at, &sheets, &mut ledger).unwrap();
            witness(&table, &at, &played, &mut seen);
            if played.over {
                break;
            }
            at = played.after;
        }
    }
    let Seen { borders, fights, over_the_border, bystanders } = seen;
    assert!(borders > 20 && fights > 20 && over_the_border > 0 && bystanders > 0, "{seen:?}");
}

/// What a receipt says of a border happens there.
#[test]
fn receipts_hold_at_a_border() {
    let table = table(&[]);
    let write = |_: &str, known: &str, seed: u64| player::sheet(&table.book, known, seed);
    let trial = Trial { replays: 3, ..Trial::new(&*table.game, &write, (GENERAL, GENERAL)) };
    let mut found = Found::default();
    for seed in 0..2 {
        let mut at = table.opening();
        for _ in 0..2 {
            let Some(next) = trial.next(&at, seed, &mut found) else { break };
            at = next;
        }
    }
    found.hold([10, 10, 5]);
}

/// The sentence that ends a march is the same in the receipt and in the report.
#[test]
fn a_receipt_says_at_which_border_a_march_ends() {
    let table = table(&[]);
    let before = table.opening();
    let sheet = "orders:\n- {army: Ney, steps: [{march: Nuremberg}, {deploy: depot}]}\n\
                 - {army: Soult, steps: [{attack: Hohenlohe}]}\n";
    let checked = table.game.check(&before.known["france"], sheet).unwrap();
    expect_test::expect![[r#"
        remark[border]: line 2, column 23: Ansbach W3725 lies beyond the border: Prussia is neutral, and does not let these troops through its land (K05 §6)
          |
        2 | - {army: Ney, steps: [{march: Nuremberg}, {deploy: depot}]}
          |                       ^
          |
          = a march ends at it; order a goal outside the land of Prussia

        fault[name-unfit]: line 3, column 34: Hohenlohe serves Prussia, with whom you are not at war
          |
        3 | - {army: Soult, steps: [{attack: Hohenlohe}]}
          |                                  ^^^^^^^^^

        Ney, 2 action points
          march: W3326 1, Mannheim W3425 2, Heilbronn W3525 2, W3624 1 = 6 of 12 points; stops at the border of Prussia, short of Nuremberg W3824
          deploy: not played, since the march ends before it, at W3624
          ends at W3624, out of supply as things stand: the hex feeds 4 corps and brigades of a side, and more of them lose 5 %; -2 in battle
        Soult
          step 1 is left out, since it has a fault; the force stays at Mannheim W3425, which costs nothing
        Without orders
          Bernadotte stays at Würzburg W3623, and attacks an enemy who comes there
          Davout stays at Mannheim W3425, and attacks an enemy who comes there
          Lannes stays at Strasbourg W3327, and attacks an enemy who comes there
          Marmont stays at Mainz W3325, and attacks an enemy who comes there
          Murat stays at Strasbourg W3327, and attacks an enemy who comes there
          Napoleon stays at Strasbourg W3327, and attacks an enemy who comes there
        Supply when the turn ends, as things stand
          Würzburg W3623: out of supply, -2 in battle; the hex feeds those who are there
        Action points
          2 of 12 spent; what is left is lost
    "#]].assert_eq(&told(&checked, sheet));
    let sheets = BTreeMap::from([("france".to_owned(), sheet.to_owned())]);
    let mut ledger = Ledger::seeded("autumn 1805", [1; 32]);
    let played = table.game.resolve(&before, &sheets, &mut ledger).unwrap();
    let of_march = |event: &&Event| {
        matches!(
            event,
            Event::Force(ForceEvent::Halted { .. }) | Event::Order(OrderEvent::CutShort { .. })
        )
    };
    let all = events(&played);
    let said = all.iter().filter(of_march).map(|event| story::whole(&table.book, event));
    expect_test::expect![[r#"
        Ney stops at W3624: Ansbach W3725 lies beyond the border: Prussia is neutral, and does not let these troops through its land
        France: entry 1, Ney, step 1 is cut short: Ansbach W3725 lies beyond the border: Prussia is neutral, and does not let these troops through its land"#]].assert_eq(&said.collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_first_mail_says_who_is_neutral() {
    let table = table(&[]);
    let before = table.opening();
    let lines = |power: &str| {
        let aim = table.game.briefing(&before.known[power]).unwrap().aim;
        let about = aim
            .into_iter()
            .filter(|line| !line.starts_with("At the end") && !line.contains("action points"));
        about.collect::<Vec<_>>().join("\n")
    };
    expect_test::expect![[r#"
        Your allies: Russia. Your enemies: Bavaria and France.
        You are neutral to: Prussia. You and they do not fight, and without a passage your troops stop at the border of a neutral.
        These let your troops through their land: Prussia.
        You let the troops of these through your land: Prussia.
        Cities of other nations that your side holds: Ulm W3626 (Bavaria), Munich W3826 (Bavaria), Passau W4125 (Bavaria). Such a city feeds nobody without a depot in it, and goes back to its nation at the end of a turn in which no infantry of your side stands in it."#]].assert_eq(&lines("austria"));
    expect_test::expect![[r#"
        You have no allies. You have no enemies.
        You are neutral to: Austria, Bavaria, France, Russia. You and they do not fight, and without a passage your troops stop at the border of a neutral.
        These let your troops through their land: Austria, Bavaria.
        You let the troops of these through your land: Austria."#]].assert_eq(&lines("prussia"));
    let primer = |known: &str| format!("{:?}", table.game.primer(known).unwrap());
    assert!(primer(&before.known["france"]).contains("NEUTRALS"));
    let danube = Table::new(&[]);
    assert!(!primer(&danube.opening().known["france"]).contains("NEUTRALS"));
}
