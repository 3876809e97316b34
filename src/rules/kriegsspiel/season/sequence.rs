//! The sequence of play of a turn, on one screen (§8).
//!
//! 1. The intel map and the orders of battle were published with the last report.
//! 2. Players have submitted moves; the umpire interprets what stands there in words (§3).
//! 3. New troops are deployed (§18); the order of battle is changed (§10).
//! 4. Movement, all at once (§12).
//! 5. Lines of supply, and attrition (§15).
//! 6. Battles (§19).
//! 7. Retreats (§19.5); then raids, and cities that are occupied (§14).
//! 8. The random event (§8), generals who fell and who comes for them (§19.7).
//! 9. Orders of battle are brought up to date, and points are counted (§22).

use crate::battle;
use crate::march::{movement, organise, supply};
use crate::orders::Sheet;
use crate::record::event::Event;
use crate::season::turn::Turn;
use crate::season::{chance, free_words as umpire, rulings, setup, territory};
use kit::ledger::{self, Now, Source, What};

/// How much of a turn is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    Whole,
    /// A case that is about a march, a battle or a siege: no random event.
    Without,
}

/// Plays one turn from its first event to its last.
pub fn play(turn: &mut Turn, extent: Extent) {
    turn.record(Event::SeasonBegan { season: turn.state.season });
    rulings::play(turn, Now::Start);
    announce(turn);
    intend(turn);
    umpire::play(turn);
    step(turn, 3);
    setup::arrive(turn);
    organise::play(turn);
    step(turn, 4);
    movement::play(turn);
    step(turn, 5);
    supply::play(turn);
    step(turn, 6);
    battle::play(turn);
    step(turn, 7);
    battle::retreat::play(turn);
    territory::play(turn);
    step(turn, 8);
    if extent == Extent::Whole {
        chance::play(turn);
    }
    chance::replace(turn);
    rulings::play(turn, Now::Pause);
    rulings::play(turn, Now::End);
    turn.state.check(turn.book);
    let season = turn.state.season;
    let over = season >= turn.book.scenario.last || !turn.state.submitted.is_empty();
    if over {
        territory::score(turn);
    }
    tell_rulings(turn);
    turn.record(Event::SeasonEnded { season, over });
}

/// Before a step of §8 the umpire's facts are played that wait for it.
fn step(turn: &mut Turn, number: u32) {
    rulings::play(turn, Now::Pause);
    rulings::play(turn, Now::Before(number));
    umpire::due(turn, number);
}

/// Says whose orders are played, and carries the letters.
fn announce(turn: &mut Turn) {
    let powers: Vec<String> = turn.known.keys().cloned().collect();
    for power in powers {
        let sheet = turn.sheets.get(&power);
        let by = sheet.map_or("nothing", Sheet::by).to_owned();
        let letters = sheet.map(|sheet| sheet.letters.clone()).unwrap_or_default();
        let entries = sheet.map(|sheet| sheet.entries.iter().map(|e| e.who.clone()).collect());
        let entries = entries.unwrap_or_default();
        turn.record(Event::Ordered { power: power.clone(), by, entries });
        for (to, text) in letters {
            turn.record(Event::Letter { from: power.clone(), to, text });
        }
    }
}

/// What every force means to do when it meets somebody.
fn intend(turn: &mut Turn) {
    let entries = turn.sheets.values().flat_map(|sheet| &sheet.entries);
    let intents: Vec<_> = entries.map(|e| (e.who.clone(), e.intent.clone())).collect();
    for (who, intent) in intents {
        turn.intents.entry(who).or_insert(intent);
    }
}

/// Tells each power which of its choices the umpire has made; of words he has told already.
fn tell_rulings(turn: &mut Turn) {
    let ruled = |entry: &ledger::Entry| match &entry.what {
        What::Decision { decider, topic, choice, .. }
            if entry.source == Source::Ruling && topic != umpire::TOPIC =>
        {
            Some(Event::Ruled {
                power: decider.clone(),
                topic: topic.clone(),
                choice: choice.clone(),
                key: entry.key.clone(),
                reason: entry.reason.clone(),
            })
        }
        _ => None,
    };
    let rulings: Vec<Event> = turn.ledger.entries().iter().filter_map(ruled).collect();
    for ruling in rulings {
        turn.record(ruling);
    }
}
