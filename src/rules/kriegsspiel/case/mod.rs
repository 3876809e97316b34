//! Cases: setting one up, playing it, and telling what happened as facts.
//!
//! A setup is a scenario with changes, or only the forces that matter on the whole map; what is not
//! named is absent and in supply. A turn is played without its random event, unless the setup says
//! `random event: yes`.
//!
//! Not here: reading the Markdown and comparing, which is the same for every game
//! ([`case`](crate::rules::case)).

mod facts;
mod probes;
mod setup;
mod vocabulary;

use super::orders;
use super::sequence;
use super::turn::Turn;
use super::words::Words;
use crate::kit::ledger::Ledger;
use crate::kit::shelf::Shelf;
use crate::rules::BookError;
use crate::rules::case::{Case, Outcome};
use crate::sheet::{Diagnostic, Weight};

pub use vocabulary::words;

/// Plays a case.
pub fn play(shelf: &Shelf, case: &Case) -> Result<Outcome, BookError> {
    let wrong = |why: String| BookError::Document(format!("{case}: {why}"));
    if case.setup.get("probe").is_some() {
        let outputs = probes::run(shelf, &case.setup).map_err(wrong)?;
        return Ok(Outcome { probe: Some(outputs), ..Outcome::default() });
    }
    let table = setup::lay(shelf, case).map_err(wrong)?;
    let season = table.state.season.to_string();
    let mut ledger = match Ledger::scripted(&season, &case.ledger) {
        Ok(ledger) => ledger,
        Err(fault) => return Ok(Outcome { faults: vec![fault.to_string()], ..Outcome::default() }),
    };
    let mut faults = vec![];
    let before = table.state.clone();
    let mut turn = Turn::new(&table.book, table.state, table.known, &mut ledger);
    for (power, text) in &case.orders {
        let Some(known) = turn.known.get(power) else {
            faults.push(format!("the orders of {power}: there is no such power in this case"));
            continue;
        };
        let words = Words { book: &table.book, known };
        let (sheet, said) = orders::read(text, &words);
        let told = said.iter().filter(|fault| fault.weight == Weight::Fault);
        faults.extend(told.map(|fault| sentence(power, fault)));
        turn.sheets.insert(power.clone(), sheet);
    }
    sequence::play(&mut turn, table.extent);
    let (events, after) = (std::mem::take(&mut turn.events), turn.state);
    faults.extend(ledger.finish());
    Ok(Outcome {
        events: facts::events(&table.book, before, &events),
        state: facts::state(&table.book, &after),
        probe: None,
        faults,
    })
}

fn sentence(power: &str, fault: &Diagnostic) -> String {
    format!("the orders of {power}: {}: {}", fault.code, fault.text)
}
