//! What a card changes: the state after a season in which it was played, beside that of the same season, with
//! the same dice, of somebody who did not hold it. They differ in the parts that the page of the cards names for
//! its effect, and in no others.

use crate::rulebook;
use kit::ledger::Ledger;
use kit::shelf::Shelf;
use nations::Nations;
use nations::record::event::{Event, SequenceEvent};
use nations::turn::Turn;
use play::case::{Case, Expected, Laid};
use play::{Ruleset, Table};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// So many throws of the dice are tried for a case, until the card is played and something differs.
const SEEDS: u8 = 24;
/// So many cases are tried for each effect.
const CASES: usize = 2;
/// The parts that each card changes: it is no longer in hand.
const ALWAYS: [&str; 2] = ["cards", "deck"];

#[derive(Deserialize)]
struct Page {
    changes: BTreeMap<String, BTreeSet<String>>,
    cards: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    card: String,
    effect: Option<String>,
}

/// The state after a case that chance has played, and the cards that were played; with a card in nobody's hand,
/// if one is named.
fn after(
    shelf: &Shelf,
    case: &Case,
    seed: u8,
    without: Option<&str>,
) -> Option<(Map<String, Value>, BTreeSet<String>)> {
    let Laid { mut book, mut state, known, extent, rulings } = Nations::lay(shelf, case).ok()?;
    // A card of a deck is somewhere in it, so that nothing is drawn here.
    state.deck = None;
    if let Some(card) = without {
        let dealt = book.scenario.cards.values_mut();
        dealt.for_each(|hand| hand.retain(|one| one != card));
        state.cards.values_mut().for_each(|hand| hand.retain(|one| one != card));
    }
    let mut ledger = Ledger::seeded(&state.season.to_string(), [seed; 32]);
    rulings.into_iter().for_each(|ruling| ledger.rule(ruling));
    let mut table: Table<'_, Nations> = Table::new(&book, state, known, &mut ledger);
    table.read_sheets(&case.orders);
    let mut turn = Turn::from(table);
    Nations::play(&mut turn, extent);
    let Table { events, state, .. } = turn.into();
    let played = events.iter().filter_map(|event| match event {
        Event::Sequence(SequenceEvent::CardPlayed { card, .. }) => Some(card.clone()),
        _ => None,
    });
    let Value::Object(fields) = serde_json::to_value(&state).unwrap() else { panic!("a map") };
    Some((fields, played.collect()))
}

/// The cards that a case expects to be played.
fn expected(case: &Case) -> BTreeSet<String> {
    let expected = case.expect.iter().chain(&case.events).flatten();
    let facts = expected.filter_map(|one| match one {
        Expected::Happens(fact) if fact.name == "card played" => fact.fields.get("card").cloned(),
        _ => None,
    });
    facts.collect()
}

#[test]
fn a_card_changes_what_its_page_names() {
    let page = include_str!("../../campaigns/nations/book/tables/events.yaml");
    let Page { changes, cards } = serde_yaml::from_str(page).unwrap();
    let shelf = play::shelf::<Nations>();
    let effect = |card: &str| cards.iter().find(|row| row.card == *card)?.effect.clone();
    let (mut seen, mut tried) = (BTreeMap::<String, BTreeSet<String>>::new(), BTreeMap::new());
    for case in rulebook::cases(nations::REFEREE) {
        for card in expected(&case) {
            let Some(effect) = effect(&card) else { continue };
            let cases: &mut usize = tried.entry(effect.clone()).or_default();
            if *cases == CASES {
                continue;
            }
            for seed in 0..SEEDS {
                let Some((with, played)) = after(&shelf, &case, seed, None) else { break };
                if !played.contains(&card) {
                    continue;
                }
                let (other, _) = after(&shelf, &case, seed, Some(&card)).unwrap();
                let parts: BTreeSet<&String> = with.keys().chain(other.keys()).collect();
                let differ = parts.into_iter().filter(|part| with.get(*part) != other.get(*part));
                let all = seen.entry(effect.clone()).or_default();
                let before = all.len();
                all.extend(differ.filter(|part| !ALWAYS.contains(&part.as_str())).cloned());
                if all.len() > before {
                    *cases += 1;
                    break;
                }
            }
        }
    }
    let played: BTreeSet<&String> = cards.iter().filter_map(|row| row.effect.as_ref()).collect();
    assert_eq!(
        changes.keys().collect::<BTreeSet<_>>(),
        played,
        "each effect names what it changes"
    );
    for (effect, named) in &changes {
        let Some(seen) = seen.get(effect) else { panic!("{effect} was not played: {seen:?}") };
        assert!(seen.is_subset(named), "{effect} changes {seen:?}, and names {named:?}");
        assert!(!seen.is_empty() || named.is_empty(), "{effect} changes nothing of {named:?}");
    }
}
