//! The umpire who begins again until the first hands please: no mail shows it, but a second welcome.

use super::table::{Game, Table};
use super::{checked, umpire};
use desk::proof::proven::Verdict;
use std::fs;

const PLAYERS: [(&str, &str); 4] =
    [("Ada", "prussia"), ("Ben", "austria"), ("Cleo", "france"), ("Dan", "britain")];

/// A campaign of four players that has started with this secret; no mail has gone out.
fn begun(number: u64) -> Table {
    let game = Game::of("frederick/first-silesian-war", &[]);
    let table = Table::new(&game, &format!("{number:064x}"), "");
    for (player, power) in PLAYERS {
        table.seat(player, &[power.to_owned()]).unwrap();
    }
    table.desk().start(false, None).unwrap();
    table
}

/// Whether Prussia holds a marker of this kind when the game begins.
fn pleases(table: &Table, kind: &str) -> bool {
    let known = table.store().known(table.open().id).unwrap().remove("prussia").unwrap();
    let known: serde_json::Value = serde_json::from_str(&known).unwrap();
    let hand = known["markers"]["own"].as_array().unwrap();
    hand.iter().any(|card| card.as_str().is_some_and(|card| card.starts_with(kind)))
}

#[test]
fn an_umpire_who_begins_again_until_the_hands_please_is_not_found() {
    let kind = "Countermarch";
    let mut tried = (1..60).map(begun);
    let unwelcome = tried.find(|table| !pleases(table, kind)).unwrap();
    let mut table = tried.find(|table| pleases(table, kind)).unwrap();
    table.send();
    let sheet = "campaign: game\nseason: court 1741\npower: prussia\nmarket: {up to: 2}\n";
    let path = table.written("Ada", "orders", sheet);
    let verdict = table.by_mail(&path).unwrap().verdict;
    assert!(verdict.starts_with("accepted"), "{verdict}");
    table.publish(Some("the others play without a sheet"));
    table.reveal();
    let players = PLAYERS.map(|(player, _)| player.to_owned());
    table.hand_out(&players);
    for player in &players {
        let proven = checked(&table.own(player));
        assert_eq!(proven.verdict(), Verdict::Proved, "{player}: {proven:?}");
    }
    umpire(&table.folder(), &["verify"]).code(0);

    // The welcome of the campaign that did not please has another promise.
    unwelcome.send();
    unwelcome.hand_out(&players);
    for mail in fs::read_dir(unwelcome.own("Ben")).unwrap() {
        let mail = mail.unwrap().path();
        fs::copy(&mail, table.own("Ben").join("other-welcome.eml")).unwrap();
    }
    let proven = checked(&table.own("Ben"));
    let all = format!("{proven:?}");
    assert!(all.contains("two different secrets were promised"), "{all}");
}

/// What a player was acknowledged before the start, and has not sent again, shows that the umpire began again.
#[test]
fn a_sheet_acknowledged_before_the_start_shows_that_the_umpire_began_again() {
    let table = |number: u64| {
        let game = Game::of("frederick/first-silesian-war", &[]);
        let table = Table::new(&game, &format!("{number:064x}"), "");
        for (player, power) in PLAYERS {
            table.seat(player, &[power.to_owned()]).unwrap();
        }
        table
    };
    let mut first = table(1);
    let sheet = "campaign: game\nseason: court 1741\npower: prussia\nmarket: {up to: 2}\n";
    let path = first.written("Ada", "orders", sheet);
    assert!(first.by_mail(&path).unwrap().verdict.starts_with("accepted"));
    first.send();
    first.hand_out(&["Ada".to_owned()]);

    let mut again = table(2);
    again.desk().start(false, None).unwrap();
    again.send();
    let later = again.written("Ada", "orders", &sheet.replace("up to: 2", "up to: 3"));
    assert!(again.by_mail(&later).unwrap().verdict.starts_with("accepted"));
    again.publish(Some("the others play without a sheet"));
    again.reveal();
    again.hand_out(&["Ada".to_owned()]);
    assert_eq!(checked(&again.own("Ada")).verdict(), Verdict::Proved);
    for mail in fs::read_dir(first.own("Ada")).unwrap() {
        let mail = mail.unwrap().path();
        let name = format!("before-{}", mail.file_name().unwrap().to_string_lossy());
        fs::copy(&mail, again.own("Ada").join(name)).unwrap();
    }
    let proven = checked(&again.own("Ada"));
    let all = format!("{proven:?}");
    assert!(all.contains("another leaf than its receipt promised"), "{all}");
    assert_ne!(proven.verdict(), Verdict::Proved);
}

/// The chance of the set-up is in nobody's proof, so nobody can force it.
#[test]
fn the_chance_of_the_set_up_cannot_be_forced() {
    let game = Game::of("frederick/first-silesian-war", &[]);
    let table = Table::new(&game, &format!("{:064x}", 1), "");
    for (player, power) in PLAYERS {
        table.seat(player, &[power.to_owned()]).unwrap();
    }
    let key = "set-up/FRW §9.2/pool/-/shuffle/1";
    let refused =
        umpire(&table.folder(), &["ruling", "add", key, "Enlightenment (1)", "--reason", "a test"])
            .failure();
    let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(told.contains("nobody can force it"), "{told}");
}
