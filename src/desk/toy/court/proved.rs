//! The secret pool is in no mail before the secret is told, and is proved after it.

use super::histories::mails::{copied, forge, mails};
use super::state::{CARDS, State};
use super::table::Table;
use super::{ADA, BERT, CARLA};
use crate::proof::proven::{self, Proven, Verdict};
use kit::deck::Place;
use kit::ledger::What;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A whole game, revealed. What its mails held before is checked while it is played.
fn played() -> &'static Table {
    static PLAYED: OnceLock<Table> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let mut table = Table::begun(&[]);
        table.publish();
        no_hidden_card_is_in_the_mails(&table, "hands 1800 (1)", &[]);
        table.accepted("Bert", BERT, "bid: 4");
        table.accepted("Ada", CARLA, "bid: 1");
        table.publish();
        table.publish();
        let (adas, carlas) = (table.card(ADA), table.card(CARLA));
        table.accepted("Ada", ADA, &format!("play: {adas}"));
        table.accepted("Bert", CARLA, &format!("play: {carlas}"));
        table.publish();
        no_hidden_card_is_in_the_mails(&table, "hands 1800 (2)", &[&adas, &carlas]);
        table.publish();
        table.publish();
        let mut desk = table.desk();
        desk.reveal().unwrap();
        drop(desk);
        table.send();
        table
    })
}

/// Nobody got a report of a season with a card that is in the pool or in a hand that they do not
/// hold, unless it was played in that season and then shuffled in again.
fn no_hidden_card_is_in_the_mails(table: &Table, season: &str, played: &[&str]) {
    let desk = table.desk();
    let newest = desk.store.newest_season().unwrap();
    let state: State = serde_json::from_str(&desk.store.state(newest.id).unwrap()).unwrap();
    let mut seen = 0;
    for name in [ADA, BERT] {
        let mut open: BTreeSet<String> = played.iter().map(|card| (*card).to_owned()).collect();
        let hands = [Some(name), (state.keeper == name).then_some(CARLA)].into_iter().flatten();
        for hand in hands {
            open.extend(state.deck.seen_in(&Place::Hand(hand.to_owned()), hand).unwrap());
        }
        for place in [Place::Table, Place::Discard] {
            open.extend(state.deck.seen_in(&place, name).unwrap());
        }
        for mail in table.got(name, &format!("report, {season}")) {
            seen += 1;
            for card in CARDS.iter().filter(|card| !open.contains(**card)) {
                assert!(!mail.contains(card), "{name} is told of the {card} in {season}");
            }
        }
    }
    assert_eq!(seen, 3, "Ada's, Bert's and Carla's");
}

fn checked(folder: &Path) -> Proven {
    proven::check(folder, None).unwrap()
}

fn faults(proven: &Proven) -> Vec<String> {
    let game = &proven.campaigns[0];
    let seasons = game.seasons.iter().flat_map(|season| season.faults.clone());
    game.faults.iter().cloned().chain(seasons).collect()
}

#[test]
fn the_pool_is_proved_by_the_players_mails_and_by_the_file() {
    let table = played();
    for name in [ADA, BERT] {
        let proven = checked(&table.own(name));
        assert_eq!(faults(&proven), Vec::<String>::new(), "{name}");
        assert_eq!(proven.verdict(), Verdict::Proved, "{name}: {proven:#?}");
    }
    let verified = table.desk().verify(None, &mut |_, _| {}).unwrap();
    assert_eq!(verified.verdict(), Verdict::Proved, "{verified:#?}");
    assert!(verified.seasons.iter().all(|season| season.played_again));
    let shuffles = |season: &str| {
        let ledger = table.ledger(season);
        ledger.iter().filter(|entry| matches!(entry.what, What::Shuffle { .. })).count()
    };
    assert_eq!((shuffles("hands 1800 (1)"), shuffles("hands 1800 (2)")), (1, 1));
    // Before the secret is told, nothing is wrong and not everything is shown.
    let early = copied(&table.own(ADA));
    for (path, mail) in mails(early.path()) {
        if mail.contains("reveal.json") {
            std::fs::remove_file(path).unwrap();
        }
    }
    let proven = checked(early.path());
    assert_eq!((proven.verdict(), faults(&proven)), (Verdict::NotShown, vec![]));
    let told = "the cards of the secret shuffles are not told yet";
    assert!(proven.campaigns[0].not_shown.iter().any(|text| text.starts_with(told)));
}

#[test]
fn no_proof_tells_an_order() {
    let table = played();
    for entry in table.ledger("hands 1800 (1)").iter().chain(&table.ledger("hands 1800 (2)")) {
        if !matches!(entry.what, What::Shuffle { .. }) {
            continue;
        }
        for name in [ADA, BERT] {
            for mail in table.got(name, "report") {
                assert!(!mail.contains(&entry.what.answer()));
                assert!(!mail.contains(&entry.what.question()));
            }
            let sealed = table.got(name, "report").iter().any(|mail| mail.contains(&entry.key));
            assert!(sealed, "{name} has the seal of {}", entry.key);
        }
    }
}

/// One change to a copy of Ada's mails: it is found, and in these words.
fn found(why: &str, change: impl FnOnce(&Path)) {
    let copy: TempDir = copied(&played().own(ADA));
    change(copy.path());
    let proven = checked(copy.path());
    let told = faults(&proven);
    assert_eq!(proven.verdict(), Verdict::Fault, "{why}");
    assert!(told.iter().any(|fault| fault.contains(why)), "{why}: {told:#?}");
}

/// Changes what is told at the end of a season by its place.
fn at_the_end(folder: &Path, season: usize, change: impl Fn(&mut Json)) {
    forge(folder, "the secret is told", "reveal.json", |told| change(&mut told["seasons"][season]));
}

/// The place of the first card among what a proof shows.
fn first_card(proof: &Json) -> usize {
    let dice = proof["dice"].as_array().unwrap();
    dice.iter().position(|die| die["what"].as_str().unwrap().starts_with("card ")).unwrap()
}

#[test]
fn another_card_than_the_pools_is_found() {
    // The umpire deals Ada another card than the one on top.
    found("is not the one that was taken", |folder| {
        forge(folder, "report, hands 1800 (1), Ada", "ada.proof.json", |proof| {
            let at = first_card(proof);
            proof["dice"][at]["fell"] = "a knave".into();
        });
    });
    // And says the same at the end.
    found("was not on top of its pool", |folder| {
        let other = |card: &mut Json| card["fell"] = "a knave".into();
        forge(folder, "report, hands 1800 (1), Ada", "ada.proof.json", |proof| {
            let at = first_card(proof);
            other(&mut proof["dice"][at]);
        });
        at_the_end(folder, 0, |season| other(&mut season["taken"][0]));
    });
    // A card in between is left out of what was taken.
    found("was not on top of its pool", |folder| {
        at_the_end(folder, 0, |season| drop(season["taken"].as_array_mut().unwrap().remove(1)));
    });
}

/// The umpire deals Ada a card that lay on top of the pool before it was shuffled anew, and says so.
#[test]
fn a_card_of_a_shuffle_that_was_replaced_is_found() {
    let first = played().ledger("hands 1800 (1)");
    let shuffle = first.iter().find(|one| matches!(one.what, What::Shuffle { .. })).unwrap();
    let taken = first.iter().filter(|one| matches!(one.what, What::Card { .. })).count();
    let order = shuffle.what.answer();
    let top = order.split(", ").nth(taken).unwrap();
    let what = format!("card {} of {}", taken + 1, shuffle.key);
    let other = |card: &mut Json| {
        card["what"] = what.as_str().into();
        card["fell"] = top.into();
    };
    found("is of a shuffle that was not told or was replaced", |folder| {
        at_the_end(folder, 3, |season| {
            let cards = season["taken"].as_array_mut().unwrap();
            other(cards.last_mut().unwrap());
        });
    });
}

#[test]
fn another_shuffle_than_the_sealed_one_is_found() {
    let not_sealed = "its shuffles are not those that the report sealed";
    // Another list of cards at the end.
    found(not_sealed, |folder| {
        at_the_end(folder, 3, |season| {
            let cards = season["shuffles"][0]["cards"].as_array_mut().unwrap();
            cards.pop();
            cards.push("zany".into());
        });
    });
    // The list in an order that gives the umpire the order they like.
    found("not listed in the order of the alphabet", |folder| {
        at_the_end(folder, 0, |season| {
            season["shuffles"][0]["cards"].as_array_mut().unwrap().swap(0, 1);
        });
    });
    // An order that was forced in secret.
    found(not_sealed, |folder| {
        at_the_end(folder, 0, |season| {
            season["shuffles"][0]["forced"] = season["shuffles"][0]["cards"].clone();
        });
    });
    // A shuffle that is not told at all.
    found(not_sealed, |folder| {
        at_the_end(folder, 0, |season| season["shuffles"] = json!([]));
    });
    // A seal of another order.
    found(not_sealed, |folder| {
        forge(folder, "report, hands 1800 (1), Ada", "ada.proof.json", |proof| {
            proof["shuffles"][0]["seal"] = "00".repeat(32).into();
        });
    });
    // Ada is told of another shuffle than Carla, whose mail she has too.
    found("the reports do not name the same shuffles", |folder| {
        forge(folder, "report, hands 1800 (1), Ada", "ada.proof.json", |proof| {
            proof["shuffles"] = json!([]);
        });
    });
}

#[test]
fn another_keeper_than_the_leaf_names_is_found() {
    // In the council Ada still kept Carla and wrote her sheet.
    found("the leaf is not that of the sheet that was played", |folder| {
        forge(folder, "report, council 1800 (1), Ada", "carla.proof.json", |proof| {
            let sheets = proof["sheets"].as_array_mut().unwrap();
            for came in sheets.iter_mut().filter(|came| came["power"] == CARLA) {
                came["keeper"] = BERT.into();
            }
        });
    });
    // What her keeper is told of their other power says the same.
    found("the umpire told at the end of another keeper of carla", |folder| {
        forge(folder, "report, council 1800 (1), Ada", "ada.proof.json", |proof| {
            let sheets = proof["sheets"].as_array_mut().unwrap();
            for came in sheets.iter_mut().filter(|came| came["power"] == CARLA) {
                came["keeper"] = BERT.into();
            }
        });
    });
    found("`nothing` was played for bert", |folder| {
        forge(folder, "report, council 1800 (1), Ada", "ada.proof.json", |proof| {
            let sheets = proof["sheets"].as_array_mut().unwrap();
            for came in sheets.iter_mut().filter(|came| came["power"] == BERT) {
                came["played"] = "nothing".into();
            }
        });
    });
    found("the leaf of carla is not that of the orders the umpire told", |folder| {
        at_the_end(folder, 1, |season| season["leaves"][0]["keeper"] = BERT.into());
    });
    // Who kept Carla then proves that her sheet was the one that was played.
    found("the report does not count it", |folder| {
        forge(folder, "report, council 1800 (1), Ada", "carla.proof.json", |proof| {
            let sheets = proof["sheets"].as_array_mut().unwrap();
            for came in sheets.iter_mut().filter(|came| came["power"] == CARLA) {
                came["revisions"] = json!([]);
            }
        });
    });
}

#[test]
fn an_order_that_the_umpire_forces_is_told_to_all() {
    let table = Table::begun(&[]);
    let mut desk = table.desk();
    desk.resolve().unwrap();
    let key = "hands 1800 (1)/COURT §1/pool/-/shuffle/1";
    let refused = desk.rule(key, "joker").unwrap_err().to_string();
    assert!(refused.contains("`joker` is not among"), "{refused}");
    let card = desk.rule("hands 1800 (1)/COURT §1/ada/-/card/1", "jester").unwrap_err();
    assert!(card.to_string().contains("is a card of the shuffle"), "{card}");
    desk.rule(key, "jester").unwrap();
    drop(desk);
    table.publish();
    assert_eq!(table.card(ADA), "jester");
    let report = &table.got(ADA, "report, hands 1800 (1), Ada")[0];
    assert!(report.contains("\"forced\": true"));
    let mut desk = table.desk();
    desk.end("a test").unwrap();
    desk.reveal().unwrap();
    drop(desk);
    table.send();
    let proven = checked(&table.own(ADA));
    assert_eq!(faults(&proven), Vec::<String>::new());
}

/// Eve plays for Ada from the second season on, and both are taken back: the first report of the
/// second names a season before it of which Eve has only the corrected report.
#[test]
fn who_joined_before_a_rollback_accuses_nobody() {
    let table = Table::begun(&[]);
    table.publish();
    table.desk().replace_player(ADA, "Eve", "eve@post.example", None).unwrap();
    table.publish();
    for _ in 0..2 {
        table.desk().rollback("a slip").unwrap();
    }
    table.publish();
    table.publish();
    table.hand_out(&["Eve".to_owned()]);
    let proven = checked(&table.own("Eve"));
    assert_eq!(faults(&proven), Vec::<String>::new());
    assert_eq!(proven.verdict(), Verdict::NotShown);
    let not_shown = &proven.campaigns[0].not_shown;
    assert!(not_shown.iter().any(|told| told.contains("the season before is not in the folder")));
}

/// Three seasons are taken back and the first is played again: when the second opens, its sheet is
/// read again, as a revision that the report of the second, taken back with the first, does not count.
#[test]
fn a_season_that_was_taken_back_with_one_before_it_does_not_stand() {
    let mut table = Table::begun(&[]);
    table.publish();
    table.accepted("Ada", ADA, "bid: 1");
    table.publish();
    table.publish();
    for _ in 0..3 {
        table.desk().rollback("a slip").unwrap();
    }
    table.publish();
    assert_eq!(table.got("ada", "revision 2: accepted, council 1800 (1)").len(), 1);
    let proven = checked(&table.own(ADA));
    assert_eq!(faults(&proven), Vec::<String>::new());
}
