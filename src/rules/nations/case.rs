//! Cases of Nations in Arms: setting one up, playing it, and telling what happened as facts.
//!
//! A setup is a scenario with changes, or only the forces that matter on the real map, all of it
//! in play; what is not named is absent. Play ends after the last chit of the ledger, unless the
//! setup says `to: end of season`.
//!
//! Not here: reading the Markdown and comparing, which is the same for every game
//! ([`case`](play::case)).

mod facts;
pub mod position;
mod probes;
pub mod setup;
mod supply;
mod told;
mod vocabulary;

use super::book::Book;
use super::orders;
use super::sight;
use crate::orders::words::Words;
use crate::record::event::Event;
use crate::record::state::State;
use crate::season::sequence;
use crate::season::turn::Turn;
use crate::sight::known::Known;
use kit::ledger::{Entry, Ledger};
use kit::shelf::Shelf;
use play::Explained;
use play::case::{Case, Outcome, PlayError};
use sheet::{Diagnostic, Weight};
use std::collections::BTreeMap;

pub use vocabulary::{names, words};

/// Plays a case.
pub fn play(shelf: &Shelf, case: &Case) -> Result<Outcome, PlayError> {
    if case.setup.get("probe").is_some() {
        let outputs = probes::run(shelf, &case.setup)?;
        return Ok(Outcome { probe: Some(outputs), ..Outcome::default() });
    }
    let script = |season: &str| {
        let ledger = Ledger::scripted(season, &case.ledger_in_place());
        ledger.map_err(|fault| {
            PlayError::line(fault.line, format!("`{}`: {}", fault.text, fault.reason))
        })
    };
    rehearse(shelf, case, &script).map(|(outcome, _)| outcome)
}

/// Plays a case with answers from elsewhere, and gives back those that were asked for.
pub fn rehearse(
    shelf: &Shelf,
    case: &Case,
    open: &dyn Fn(&str) -> Result<Ledger, PlayError>,
) -> Result<(Outcome, Vec<Entry>), PlayError> {
    let table = setup::lay(shelf, case)?;
    let mut ledger = open(&table.state.season.to_string())?;
    for ruling in &table.rulings {
        ledger.rule(ruling.clone());
    }
    let mut faults = vec![];
    let before = table.state.clone();
    let mut turn = Turn::new(&table.book, table.state, table.known, &mut ledger);
    turn.whole = table.whole;
    for (power, text) in &case.orders {
        let Some(known) = turn.known.get(power) else {
            faults.push(format!("the orders of {power}: there is no such power in this case"));
            continue;
        };
        let (sheet, said) = orders::read(text, &Words { book: &table.book, known });
        faults
            .extend(said.iter().filter(|d| d.weight == Weight::Fault).map(|d| sentence(power, d)));
        turn.sheets.insert(power.clone(), sheet);
    }
    sequence::play(&mut turn);
    let (events, after) = (std::mem::take(&mut turn.events), turn.state);
    let tell = |(power, known): (&String, &Known)| (power.clone(), told::facts(&table.book, known));
    let told = turn.known.iter().map(tell).collect();
    faults.extend(ledger.finish());
    let outcome = Outcome {
        events: facts::events(&table.book, before, &events),
        state: facts::state(&table.book, &after),
        told,
        faults,
        ..Outcome::default()
    };
    Ok((outcome, ledger.entries().to_vec()))
}

/// The last of a season's events whole, with the state at its start.
pub fn explain(book: &Book, mut state: State, events: &[Event]) -> Explained {
    let Some((last, before)) = events.split_last() else {
        return Explained::default();
    };
    let mut news: BTreeMap<String, usize> = BTreeMap::new();
    for event in before {
        state.apply(event);
        for eye in state.sides.keys() {
            let seen = sight::witness(book, event, &state, eye);
            let count = news.entry(eye.clone()).or_default();
            *count += usize::from(seen.is_some_and(|seen| seen.event.is_some()));
        }
    }
    let told = facts::events(book, state.clone(), std::slice::from_ref(last)).pop();
    let fact = told.expect("every event is told as a fact");
    let name = fact.name.split('|').next().unwrap_or_default().to_owned();
    let meaning = vocabulary::meaning(&name).unwrap_or_default().to_owned();
    state.apply(last);
    let learns = |eye: &&String| sight::witness(book, last, &state, eye).is_some();
    let seen_by = state.sides.keys().filter(learns).cloned().collect();
    news.retain(|eye, _| {
        sight::witness(book, last, &state, eye).is_some_and(|seen| seen.event.is_some())
    });
    Explained { name, meaning, fields: fact.fields, seen_by, news }
}

fn sentence(power: &str, fault: &Diagnostic) -> String {
    format!("the orders of {power}: {}: {}", fault.code, fault.text)
}
