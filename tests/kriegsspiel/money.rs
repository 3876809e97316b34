//! Automatic wars with money among neighbours of whom not all are at war with each other: every point and dollar of
//! every power is accounted for by events, nobody is told of a purse that is not theirs, and receipts hold.

mod books;

use crate::neutrals;
use crate::promise::{GENERAL, OPTIONS, held};
use crate::table::{Table, events, player, says_at_line, state};
use crate::told::told;
use books::{Books, Seen};
use held::{Found, Trial};
use kit::ledger::Ledger;
use kriegsspiel::orders::causes::BUDGET;
use kriegsspiel::record::event::{Event, ForceEvent, MoneyEvent, OrderEvent, PublicEvent};
use kriegsspiel::record::money::Purse;
use kriegsspiel::record::state::State;
use kriegsspiel::sight::known::Known;
use kriegsspiel::view::story;
use play::{Grade, Played, Position, ReceiptLine};
use std::collections::BTreeMap;

/// The Danube with Prussia between the powers, and with money.
fn scenario() -> String {
    let page = neutrals::scenario();
    let points = page.lines().find(|line| line.starts_with("points:")).unwrap().to_owned();
    page.replace(
        &points,
        "money: {france: 400, bavaria: 60, austria: 150, russia: 200, prussia: 300}",
    )
}

fn table(options: &[(&str, &str)]) -> Table {
    neutrals::table_of(scenario(), options)
}

/// Goes through a turn event by event, with books of one's own.
fn audit(table: &Table, before: &Position, played: &Played, books: &mut Books, seen: &mut Seen) {
    let mut now: State = state(before);
    let mut spent: BTreeMap<String, u32> = BTreeMap::new();
    for event in events(played) {
        match &event {
            Event::Order(OrderEvent::Spent { power, points, .. }) => {
                let paid = spent.get(power).copied().unwrap_or(0);
                assert_eq!(paid, *points, "{power} pays for what it spends");
            }
            Event::Order(OrderEvent::NotDone { reason, order, .. }) => {
                let short = matches!(reason, kriegsspiel::record::event::Reason::NoPoints { .. });
                seen.no_points += u32::from(short);
                seen.not_bought += u32::from(order == "buy");
            }
            Event::Force(ForceEvent::Supplied { fed, unfed, .. }) => {
                assert!(fed.iter().all(|one| !unfed.contains(one)));
            }
            Event::Public(PublicEvent::TreasuryTaken { .. }) => {}
            Event::Money(one) => {
                if let MoneyEvent::PaidMarches { power, action_points, .. } = one {
                    spent.insert(power.clone(), *action_points);
                }
                books.write(table, &now, one, seen);
            }
            _ => {}
        }
        books.deliver(table, &event);
        now.apply(&event);
    }
    assert!(books.due.is_none(), "what was paid for came: {:?}", books.due);
    assert_eq!(books::men(&now), books.men, "every man is accounted for");
    assert_eq!(now.money.purses, books.purses, "the state has what the events say");
    for (power, known) in &played.after.known {
        let known: Known = serde_json::from_str(known).unwrap();
        let own: BTreeMap<String, Purse> = [(power.clone(), books.purses[power])].into();
        assert_eq!(known.money.purses, own, "{power} knows its own purse, and no other");
        books::knows_its_own(&now, &known);
    }
}

/// The sheets of all powers; some order more than there are points for.
fn sheets(table: &Table, at: &Position, seed: u64) -> BTreeMap<String, String> {
    let numbered = (seed * 10..).zip(&at.known);
    numbered
        .map(|(seed, (power, known))| (power.clone(), player::sheet(&table.book, known, seed)))
        .collect()
}

/// Gives some powers other points this turn, and lets them know.
fn set_points(at: &mut Position, points: impl Fn(&str) -> Option<u32>) {
    let mut state: State = state(at);
    for (power, purse) in &mut state.money.purses {
        purse.points = points(power).unwrap_or(purse.points);
    }
    at.state = serde_json::to_string(&state).unwrap();
    for (power, known) in &mut at.known {
        let mut own: Known = serde_json::from_str(known).unwrap();
        own.money = state.money.seen_by(|one| one == power);
        *known = serde_json::to_string(&own).unwrap();
    }
}

/// Two powers have little this turn.
fn poor(at: &mut Position) {
    set_points(at, |power| ["austria", "bavaria"].contains(&power).then_some(7));
}

#[test]
fn every_point_is_accounted_for() {
    let table = table(&[]);
    let mut seen = Seen::default();
    for seed in 0..4 {
        let mut at = table.opening();
        let mut books = Books::of_state(&state(&at));
        for turn in 0..5 {
            if turn == 2 {
                poor(&mut at);
                books = Books::of_state(&state(&at));
            }
            let sheets = sheets(&table, &at, seed);
            let mut ledger = Ledger::seeded(&format!("{seed} {turn}"), [turn; 32]);
            let played = table.game.resolve(&at, &sheets, &mut ledger).unwrap();
            audit(&table, &at, &played, &mut books, &mut seen);
            if played.over {
                break;
            }
            at = played.after;
        }
    }
    let Seen { collected, occupied, marches, supply, unpaid, no_points, banked, dice, .. } = seen;
    let all = [collected, occupied, marches, supply, unpaid, no_points, banked, dice];
    assert!(seen.bought.len() >= 4 && seen.not_bought > 0, "{seen:?}");
    assert!(all.iter().all(|count| *count > 0), "{seen:?}");
}

/// What a receipt says of a purse and of who marches happens, whatever the campaign chose.
#[test]
fn receipts_hold_with_money() {
    let games = if crate::effort::is_long() { 50 } else { 1 };
    let mut found = Found::default();
    for options in OPTIONS {
        let table = table(&options);
        let write = |_: &str, known: &str, seed: u64| player::sheet(&table.book, known, seed);
        // Each line of a budget stands by itself.
        let goes_on = |line: &ReceiptLine, _: &str| line.entry == Some(BUDGET);
        let trial =
            Trial { replays: 3, goes_on, ..Trial::new(&*table.game, &write, (GENERAL, GENERAL)) };
        for seed in 0..games {
            let mut at = table.opening();
            poor(&mut at);
            for _ in 0..2 {
                let Some(next) = trial.next(&at, seed, &mut found) else { break };
                at = next;
            }
        }
    }
    found.hold([20, 5, 0]);
    let of_budget =
        |grade| found.rows.iter().filter(move |((kind, is, _), _)| kind == "line" && *is == grade);
    let tries = |grade| of_budget(grade).map(|(_, row)| row.tries).sum::<u32>();
    assert!(tries(Grade::Sure) > 15 && tries(Grade::Refused) > 5, "{found}");
}

/// Everything that a power gets, from what it knows.
pub fn gets(table: &Table, known: &str) -> Vec<String> {
    let game = &table.game;
    let checked = game.check(known, &player::sheet(&table.book, known, 5)).unwrap();
    vec![
        known.to_owned(),
        format!("{:?}{}", checked.understood, checked.faults.render("")),
        game.view(known).unwrap().to_string(),
        serde_json::to_string(&game.chart(known).unwrap()).unwrap(),
        game.form(known, "twins", None).unwrap(),
        sheet::guide::lines(&game.primer(known).unwrap()).join("\n"),
        format!("{:?}", game.briefing(known).unwrap()),
        game.calendar(known).unwrap().join("\n"),
        format!("{:?}", game.became(known).unwrap()),
    ]
}

/// A sheet that says nothing of money.
pub fn without_budget(sheet: &str) -> String {
    let lines = sheet.lines().filter(|line| !line.starts_with("budget:"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// What everybody gets: what all know, and the newspaper.
pub fn papers(table: &Table, before: &Position, played: &Played) -> String {
    let known = table.game.known_to_all(None, &before.state, &played.events).unwrap().unwrap();
    format!("{known}{:?}", table.game.newspaper(&known).unwrap())
}

/// The same position with another purse of one power, which that power knows.
fn richer(at: &Position, whose: &str) -> Position {
    let mut state: State = state(at);
    let purse = state.money.purses.get_mut(whose).unwrap();
    (purse.points, purse.bank, purse.manpower) = (purse.points + 9, purse.bank + 70, 1);
    let mut known = at.known.clone();
    let mut own: Known = serde_json::from_str(&known[whose]).unwrap();
    own.money = state.money.seen_by(|one| one == whose);
    known.insert(whose.to_owned(), serde_json::to_string(&own).unwrap());
    Position { state: serde_json::to_string(&state).unwrap(), known, ..at.clone() }
}

/// A power is told the same, whatever is in the purse of another, and whatever their trade brings; also an ally,
/// where allies tell each other all that they see.
#[test]
fn a_foreign_purse_changes_nothing_that_is_told() {
    let mut pairs = 0;
    let all = [&[][..], &[("allies", "full")], &[("intel", "open")]];
    for (turn, options) in all.into_iter().enumerate() {
        let table = table(options);
        let mut at = table.opening();
        // There is enough for all that they do, so that more of it is a secret.
        set_points(&mut at, |_| Some(90));
        let mut sheets = sheets(&table, &at, 7);
        sheets.values_mut().for_each(|sheet| *sheet = without_budget(sheet));
        let with =
            |sheets: &BTreeMap<String, String>, at: &Position, forced: Option<(&str, &str)>| {
                let mut ledger = Ledger::seeded("twins", [9; 32]);
                forced.into_iter().for_each(|(key, answer)| ledger.force(key, answer));
                let played = table.game.resolve(at, sheets, &mut ledger).unwrap();
                (played, ledger.entries().to_vec())
            };
        let resolve = |at: &Position, forced: Option<(&str, &str)>| with(&sheets, at, forced);
        let (plain, entries) = resolve(&at, None);
        for (nth, whose) in at.known.keys().enumerate() {
            // Each power once, with one of the options; in a longer run with all of them.
            if nth % all.len() != turn && !crate::effort::is_more() {
                continue;
            }
            let trade = format!("/K05 §16.2/{whose}/");
            let asked = entries.iter().find(|entry| entry.key.contains(&trade));
            let other = |key: &str| {
                let dice = table.book.economy.as_ref().unwrap().provinces();
                let dice: u32 =
                    dice.iter().filter(|one| one.nation == *whose).map(|one| one.trade).sum();
                let lows = vec!["1"; dice as usize].join("+");
                [lows.clone(), lows.replace('1', "6")]
                    .map(|answer| resolve(&at, Some((key, &answer))).0)
            };
            let mut twins: Vec<(Position, Played)> = vec![];
            twins.push((richer(&at, whose), resolve(&richer(&at, whose), None).0));
            let mut other_sheets = sheets.clone();
            *other_sheets.get_mut(whose).unwrap() +=
                "budget: [{action points: as needed}, {keep: 50}]\n";
            twins.push((at.clone(), with(&other_sheets, &at, None).0));
            let rolled = asked.map(|entry| other(&entry.key)).into_iter().flatten();
            twins.extend(rolled.map(|played| (at.clone(), played)));
            for (before, twin) in &twins {
                for (eye, known) in plain.after.known.iter().filter(|(eye, _)| *eye != whose) {
                    let (one, other) = (gets(&table, known), gets(&table, &twin.after.known[eye]));
                    assert_eq!(one, other, "{eye} can tell what is in the purse of {whose}");
                    assert_eq!(at.known[eye], before.known[eye]);
                    pairs += 1;
                }
                assert_eq!(papers(&table, &at, &plain), papers(&table, before, twin));
            }
            // Whose purse it is, is told of it; so the twins do differ, and a broken mask would show it.
            let told = |played: &Played| gets(&table, &played.after.known[whose]);
            assert!(twins.iter().any(|(_, twin)| told(twin) != told(&plain)), "{whose}");
            let all = |played: &Played| state(&played.after).money;
            assert!(twins.iter().any(|(_, twin)| all(twin) != all(&plain)), "{whose}");
        }
    }
    assert!(pairs > 30, "{pairs}");
}

/// Without money nothing of it is told.
#[test]
fn without_money_nothing_of_it_is_told() {
    let danube = Table::new(&[]);
    let at = danube.opening();
    for known in at.known.values() {
        assert!(!known.contains("money"), "{known}");
        assert_eq!(danube.game.view(known).unwrap()["purse"], serde_json::json!([]));
    }
    assert!(!at.state.contains("money"));
}

/// What is wrong with a budget is named at its line, and the rest of the sheet stands.
#[test]
fn a_bad_budget_is_named_at_its_line() {
    let table = table(&[]);
    let mut at = table.opening();
    set_points(&mut at, |_| Some(20));
    let check = |line: &str, code: &str, words: &str| {
        let sheet = format!(
            "season: autumn 1805\npower: austria\nbudget:\n  - action points: 3\n  - {line}\norders:\n  \
             - {{army: Mack, steps: [{{march: Augsburg}}]}}\n"
        );
        let checked = table.game.check(&at.known["austria"], &sheet).unwrap();
        says_at_line(&checked, &sheet, (5, code), words);
        let headings: Vec<&str> =
            checked.understood.iter().map(|one| one.heading.as_str()).collect();
        assert!(headings.iter().any(|one| one.starts_with("Mack, ")), "{line}: {headings:?}");
        assert!(headings.contains(&"Purse of autumn 1805"), "{line}: {headings:?}");
    };
    check("action points: -1", "name-unfit", "0 to 999");
    check("action points: 1000", "name-unfit", "0 to 999");
    check("action points: 99999999999999999999", "name-unfit", "0 to 999");
    check("action points: 2.5", "name-unfit", "0 to 999");
    check("action points: plenty", "name-unfit", "as needed");
    check("keep: 0", "expected", "1 to 100000");
    check("keep: 100001", "expected", "1 to 100000");
    check("keep: all", "expected", "1 to 100000");
    check("keep: 100000", "budget-short", "is all that there is to keep");
    check("supply: Davout", "unknown-name", "Davout");
    check("supply: 3", "unknown-name", "3");
    check("supply: [nobody, Mack]", "nobody-and-others", "do not go together");
    check("pay: {to: russia, money: 9}", "unknown-key", "action points, buy, keep, supply");
    check("action points: 99", "more-than-needed", "your orders need");
}

/// What is asked for twice is had once, and told.
#[test]
fn nothing_is_paid_twice() {
    let table = table(&[]);
    let at = table.opening();
    let check = |lines: &str, words: Option<&str>| {
        let sheet = format!("season: autumn 1805\npower: austria\nbudget: [{lines}]\norders: []\n");
        let checked = table.game.check(&at.known["austria"], &sheet).unwrap();
        let told = checked.faults.render(&sheet);
        assert_eq!(
            checked.faults.iter().any(|one| one.code == "paid-twice"),
            words.is_some(),
            "{told}"
        );
        assert!(told.contains(words.unwrap_or_default()), "{told}");
        let sheets = BTreeMap::from([("austria".to_owned(), sheet)]);
        let mut ledger = Ledger::seeded("twice", [3; 32]);
        let played = table.game.resolve(&at, &sheets, &mut ledger).unwrap();
        let paid = events(&played).into_iter().find_map(|event| match event {
            Event::Money(MoneyEvent::PaidSupply { power, points, paid, .. })
                if power == "austria" =>
            {
                assert_eq!(points as usize, paid.len());
                Some(points)
            }
            _ => None,
        });
        paid.unwrap_or(0)
    };
    let once = check("{supply: all}", None);
    assert!(once > 2, "{once}");
    assert_eq!(check("{supply: all}, {supply: all}", Some("all are fed by line 1")), once);
    assert_eq!(check("{supply: Mack}, {supply: [Mack, all]}", Some("Mack is fed by line 1")), once);
    assert_eq!(check("{supply: Mack}, {supply: all}", None), once);
    assert_eq!(check("{action points: as needed}, {action points: 4}", Some("by line 1")), once);
    assert_eq!(check("{action points: 3}, {action points: as needed}", None), once);
}

/// A standing budget is played where no sheet came; without money a budget does nothing, and says so.
#[test]
fn a_budget_can_stand_and_needs_money() {
    let table = table(&[]);
    let at = table.opening();
    let sheet = "season: autumn 1805\npower: austria\nstanding:\n  budget: [{supply: nobody}]\n  orders: []\n";
    let known: Known = serde_json::from_str(&at.known["austria"]).unwrap();
    let read = |standing: bool| {
        let words = kriegsspiel::orders::words::Words::new(&table.book, &known);
        match standing {
            true => kriegsspiel::orders::read_standing(sheet, &words).lines.len(),
            false => table.game.check(&at.known["austria"], sheet).unwrap().faults.iter().count(),
        }
    };
    assert_eq!((read(true), read(false)), (1, 0));
    let danube = Table::new(&[]);
    let known = &danube.opening().known["austria"];
    let sheet = "season: autumn 1805\npower: austria\nbudget: [{supply: all}]\norders: []\n";
    let checked = danube.game.check(known, sheet).unwrap();
    let told = checked.faults.render(sheet);
    assert!(!checked.faults.has_faults() && told.contains("no money is played"), "{told}");
    assert!(checked.understood.iter().all(|one| !one.heading.starts_with("Purse")));
    assert!(!danube.game.form(known, "x", None).unwrap().contains("budget"));
    assert!(table.game.form(&at.known["austria"], "x", None).unwrap().contains("# budget:"));
    let page =
        |table: &Table, known| sheet::guide::lines(&table.game.primer(known).unwrap()).join("\n");
    assert!(page(&table, &at.known["austria"]).contains("MONEY"));
    assert!(!page(&danube, known).contains("MONEY"));
}

/// A section of a printed report.
fn section(text: &str, heading: &str) -> String {
    let lines = text.lines().skip_while(|line| *line != heading);
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    lines.join("\n")
}

#[test]
fn a_report_tells_the_purse_and_a_receipt_the_budget() {
    let table = table(&[]);
    let mut at = table.opening();
    let templates = report::Templates::new(&Default::default()).unwrap();
    let print = |known: &str| {
        let around = report::Around { campaign: "purse".to_owned(), ..report::Around::default() };
        let view = around.with(table.game.view(known).unwrap());
        let text = templates.print("kriegsspiel/report.txt", &view).unwrap();
        let page = templates.print("kriegsspiel/report.html", &view).unwrap();
        assert!(page.contains("<h2>Your purse</h2>"));
        format!(
            "{}\n{}",
            section(&text, "YOUR PURSE"),
            text.lines().find(|line| line.contains("Your purse")).unwrap()
        )
    };
    expect_test::expect![[r#"
        YOUR PURSE
          - For the turn to come, Lower Austria 14, Salzburg 6, Hungary 12,
            Croatia 6, Transylvania 6, Western Galicia 7, Eastern Galicia 7,
            Venetia 8, Bavaria (occupied) 3, trade 3: 72 resource points
            (§16.1).
          - 72 resource points, worth $720; in the bank $150.
          - Manpower 25 for new troops.
          - As things stand, the turn after it yields 69 resource points and
            1 die of trade.
          in it. Your purse pays for them."#]]
    .assert_eq(&print(&at.known["austria"]));
    set_points(&mut at, |power| (power == "austria").then_some(9));
    let sheet = "season: autumn 1805\npower: austria\nbudget:\n  - supply: [Mack, all]\n  - keep: 200\n  \
                 - action points: 6\norders:\n  - {army: Mack, steps: [{march: Augsburg}]}\n  \
                 - {army: Ferdinand, steps: [{march: Ulm}]}\n";
    let checked = table.game.check(&at.known["austria"], sheet).unwrap();
    expect_test::expect![[r#"
        remark[budget-short]: line 4, column 5: 12 corps and brigades may be in the field, and the points feed 9 of them (K05 §15.1)
          |
        4 |   - supply: [Mack, all]
          |     ^
          |
          = put first who must be fed: `supply: [GENERAL, FORMATION, all]`

        remark[budget-short]: line 5, column 5: $150 is all that there is to keep, and 0 points are left (K05 §16.6)
          |
        5 |   - keep: 200
          |     ^

        remark[budget-short]: line 6, column 5: 6 action points are asked for, and the points pay for 0 (K05 §16.5)
          |
        6 |   - action points: 6
          |     ^

        fault[no-action-points]: line 8, column 5: Mack: this needs 3 action points, and 0 are left (K05 §17)
          |
        8 |   - {army: Mack, steps: [{march: Augsburg}]}
          |     ^
          |
          = put first what matters most, or leave somebody where they are

        fault[no-action-points]: line 9, column 5: Ferdinand: this needs 3 action points, and 0 are left (K05 §17)
          |
        9 |   - {army: Ferdinand, steps: [{march: Ulm}]}
          |     ^
          |
          = put first what matters most, or leave somebody where they are

        Mack
          not played, see below
        Ferdinand
          not played, see below
        Without orders
          Ferdinand stays at Augsburg W3726, and attacks an enemy who comes there
          John stays at Innsbruck W3828, and attacks an enemy who comes there
          Kienmayer stays at Munich W3826, and attacks an enemy who comes there
          Liechtenstein stays at Vienna E0425, and attacks an enemy who comes there
          Mack stays at Ulm W3626, and defends its walls
          Schwarzenberg stays at Ulm W3626, and defends its walls
          7th Brigade stays at Passau W4125, and defends its walls
        Action points
          0 spent
        Purse of autumn 1805
          9 resource points, 25 manpower, $150 in the bank
          line 1: supply of 9 of 12 that may be in the field: 9 resource points, and 0 left
          line 2: $150 of $200 is kept from the lines behind
          line 3: action points 0 of 6: 0 resource points, and 0 left
          not paid for, so out of supply: 3rd Horse, 6th Brigade, 7th Brigade
          0 resource points left at least, which become $0
    "#]].assert_eq(&told(&checked, sheet));
    let sheets = BTreeMap::from([("austria".to_owned(), sheet.to_owned())]);
    let mut ledger = Ledger::seeded("autumn 1805", [1; 32]);
    let played = table.game.resolve(&at, &sheets, &mut ledger).unwrap();
    expect_test::expect![[r#"
        YOUR PURSE
          - Austria pays 9 resource points for the supply of 9 corps and
            brigades in the field; not paid for, and out of supply: 3rd Horse,
            6th Brigade, 7th Brigade (§15.1).
          - For the turn to come, Lower Austria 14, Salzburg 6, Hungary 12,
            Croatia 6, Transylvania 6, Western Galicia 7, Eastern Galicia 7,
            Venetia 8, Bavaria (occupied) 3, trade 3 (die 3): 72 resource points
            (§16.1).
          - 72 resource points, worth $720; in the bank $150.
          - Manpower 25 for new troops.
          - As things stand, the turn after it yields 69 resource points and
            1 die of trade.
          in it. Your purse pays for them."#]]
    .assert_eq(&print(&played.after.known["austria"]));
    let umpire = events(&played).into_iter().filter(|event| matches!(event, Event::Money(_)));
    let umpire: Vec<String> = umpire.map(|event| story::whole(&table.book, &event)).collect();
    expect_test::expect![[r#"
        Austria pays 9 resource points for the supply of 9 corps and brigades in the field; not paid for, and out of supply: 3rd Horse, 6th Brigade, 7th Brigade (§15.1)
        France pays 3 resource points for the supply of 3 corps and brigades in the field (§15.1)
        Russia pays 7 resource points for the supply of 7 corps and brigades in the field (§15.1)
        France turns what is left, 95 resource points, into $950 (§16.5)
        Prussia turns what is left, 35 resource points, into $350 (§16.5)
        Russia turns what is left, 66 resource points, into $660 (§16.5)
        Austria collects 72 resource points (Lower Austria 14, Salzburg 6, Hungary 12, Croatia 6, Transylvania 6, Western Galicia 7, Eastern Galicia 7, Venetia 8, Bavaria (occupied) 3, trade 3 (die 3)), manpower 25 (§16.1)
        Bavaria collects 0 resource points, manpower 0 (§16.1)
        France collects 99 resource points (Ile-de-France 12, Orléanais 5, Lyonnais 7, French Flanders 6, Brittany 6, Alsace 6, Languedoc 6, Provence 7, Normandy 5, Guyenne 5, Burgundy 4, Belgium 7, Hanover 4, Lombardy 7, Latium 4, trade 8 (dice 6, 2)), manpower 45 (§16.1)
        Prussia collects 37 resource points (Brandenburg 10, Silesia 7, East Prussia 6, Mazovia 5, Saxony 4, trade 5 (die 5)), manpower 13 (§16.1)
        Russia collects 75 resource points (Ingria 12, Muscovy 14, Lithuania 8, Smolensk 8, Livonia 8, Ukraine 12, Taurida 8, trade 5 (die 5)), manpower 29 (§16.1)"#]].assert_eq(&umpire.join("\n"));
}
