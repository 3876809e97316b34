//! What a power cannot know changes nothing that it gets, byte for byte.
//!
//! Each twin is the same season with one secret changed, from the same seed. That the secret is a
//! secret of the state, and not of nothing, is seen at the power that knows it.

use super::sight::Known;
use super::state::State;
use super::{ADA, BERT, Book, CARLA, REFEREE};
use kit::deck::Change;
use kit::ledger::Ledger;
use rules::{Game, Options, Played, Position};
use std::collections::BTreeMap;

const SEED: [u8; 32] = [9; 32];

fn game() -> Box<dyn Game> {
    REFEREE.open(&rules::shelf(), "plain", &Options::new()).unwrap()
}

fn resolved(before: &Position, sheets: &[(&str, &str)]) -> Played {
    let sheets: BTreeMap<String, String> = sheets
        .iter()
        .map(|(power, orders)| ((*power).to_owned(), format!("power: {power}\n{orders}\n")))
        .collect();
    let mut ledger = Ledger::seeded(&before.season.name, SEED);
    game().resolve(before, &sheets, &mut ledger).unwrap()
}

/// The position after so many seasons without a sheet.
fn after(seasons: usize) -> Position {
    let mut ledger = Ledger::seeded("set-up", SEED);
    let mut at = game().opening(&BTreeMap::new(), &mut ledger).unwrap().after;
    for _ in 0..seasons {
        at = resolved(&at, &[]).after;
    }
    at
}

/// The same position with two hands exchanged, as all who are not concerned know it.
fn exchanged(before: &Position, one: &str, other: &str) -> Position {
    let mut state: State = serde_json::from_str(&before.state).unwrap();
    let held = |power: &str| state.deck.view(power).own;
    let (ones, others) = (held(one), held(other));
    let hand = |power: &str| kit::deck::Place::Hand(power.to_owned());
    let mut moves = vec![];
    for card in ones {
        moves.push(Change::Moved { card, from: hand(one), to: hand(other) });
    }
    for card in others {
        moves.push(Change::Moved { card, from: hand(other), to: hand(one) });
    }
    for change in moves {
        state.deck.apply(&change).unwrap();
    }
    let mut known = before.known.clone();
    for power in [one, other] {
        let own = Known { news: vec![], ..Known::new(power, &state) };
        known.insert(power.to_owned(), serde_json::to_string(&own).unwrap());
    }
    let state = serde_json::to_string(&state).unwrap();
    Position { season: before.season.clone(), state, known }
}

/// All documents that a power gets of what it knows, for the sheet that it wrote.
fn documents(known: &str, sheet: &str) -> Vec<String> {
    let game = game();
    let checked = game.check(known, sheet).unwrap();
    vec![
        known.to_owned(),
        game.view(known).unwrap().to_string(),
        game.form(known, "game", Some(sheet)).unwrap(),
        game.example(known, "game").unwrap(),
        format!("{:?} {:?}", checked.faults, checked.understood),
        format!("{:?}", game.shown(known).unwrap()),
        format!("{:?}", game.chart(known).unwrap()),
        ::sheet::guide::lines(&game.primer(known).unwrap()).concat(),
        format!("{:?}{:?}", game.briefing(known).unwrap(), game.calendar(known).unwrap()),
    ]
}

#[test]
fn a_hidden_hand_changes_nothing_for_others() {
    for seasons in [1, 2, 3] {
        let before = after(seasons);
        let twin = exchanged(&before, BERT, CARLA);
        assert_ne!(before.state, twin.state);
        for orders in ["play: bishop\nplay: jester", "bid: 2", "play: herald\nbid: 11"] {
            let sheets = [(ADA, orders)];
            let ends = [&before, &twin].map(|from| resolved(from, &sheets).after);
            let sheet = format!("power: ada\n{orders}\n");
            for (one, other) in [(&before, &twin), (&ends[0], &ends[1])] {
                assert_eq!(
                    documents(&one.known[ADA], &sheet),
                    documents(&other.known[ADA], &sheet)
                );
                assert_ne!(one.known[BERT], other.known[BERT], "Bert holds another card");
            }
        }
    }
}

#[test]
fn a_bid_that_did_not_win_is_nobodys_business() {
    let before = after(1);
    let known =
        |bert: &str| resolved(&before, &[(ADA, "bid: 5"), (BERT, bert)]).after.known[ADA].clone();
    assert_eq!(known("bid: 1"), known("bid: 4"));
    assert_ne!(known("bid: 1"), known("bid: 6"));
}

#[test]
fn a_deal_that_is_not_met_tells_nothing_of_the_other_sheet() {
    let before = after(2);
    let deal = |name: &str, with: &str, gold: u32| {
        format!("deals: [{{name: {name}, with: {with}, giver: ada, gold: {gold}}}]")
    };
    let own = deal("peace", BERT, 3);
    let ended = |bert: &str| resolved(&before, &[(ADA, &own), (BERT, bert)]);
    let known = |bert: &str| ended(bert).after.known[ADA].clone();
    let nothing = known("note to umpire: no");
    for other in [deal("peace", ADA, 4), deal("truce", ADA, 3), deal("peace", CARLA, 3)] {
        assert_eq!(known(&other), nothing, "{other}");
    }
    let words = "the deal `peace` with bert is not made: that needs the same deal in both sheets";
    assert!(nothing.contains(words), "{nothing}");
    // Met, it is done, and those two are friends from now on, as everybody is told.
    let met = deal("Peace", ADA, 3);
    let own: Known = serde_json::from_str(&known(&met)).unwrap();
    assert_eq!((own.gold, own.friends), (7, vec![BERT.to_owned()]));
    assert!(own.news.contains(&"the deal `peace` with bert is made".to_owned()));
    let state: State = serde_json::from_str(&ended(&met).after.state).unwrap();
    assert!(state.relations.friends(ADA, BERT) && state.gold[BERT] == 13);
    assert!(State::new(&Book { crown: true }).relations.at_war(ADA, BERT));
    // A deal with oneself is told at once.
    let checked = game().check(&before.known[ADA], &format!("power: ada\n{}\n", deal("x", ADA, 1)));
    let told = checked.unwrap().understood[0].lines[0].words.clone();
    assert_eq!(told, "the deal `x` with ada is refused: a deal is between two");
}
