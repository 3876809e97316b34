//! Plays a case as a season is played, and tells what came of it.

use super::{Case, Outcome, PlayError, Receipt};
use crate::table::Table;
use crate::{Checked, Ruleset};
use kit::ledger::{Entry, Fact, Ledger};
use kit::shelf::Shelf;
use sheet::Diagnostics;
use sheet::shape::{self, Shaped};
use std::collections::BTreeMap;

/// A position that a setup has laid out, and how much of the season is played from it.
pub struct Laid<R: Ruleset> {
    pub book: R::Book,
    pub state: R::State,
    pub known: BTreeMap<String, R::Known>,
    pub extent: R::Extent,
    pub rulings: Vec<Fact>,
}

/// Plays a case, or says what of it is wrong.
pub fn played<R: Ruleset>(shelf: &Shelf, case: &Case) -> Result<Outcome, PlayError> {
    if case.setup.get("probe").is_some() {
        return R::probe(shelf, case);
    }
    let script = |season: &str| {
        let ledger = Ledger::scripted(season, &case.ledger_in_place());
        ledger.map_err(|fault| {
            PlayError::line(fault.line, format!("`{}`: {}", fault.text, fault.reason))
        })
    };
    rehearsed::<R>(shelf, case, &script).map(|(outcome, _)| outcome)
}

/// Plays a case with answers from elsewhere, and gives back those that were asked for.
pub fn rehearsed<R: Ruleset>(
    shelf: &Shelf,
    case: &Case,
    open: &dyn Fn(&str) -> Result<Ledger, PlayError>,
) -> Result<(Outcome, Vec<Entry>), PlayError> {
    let Laid { book, state, known, extent, rulings } = R::lay(shelf, case)?;
    let mut ledger = open(&R::season(&state).to_string())?;
    for ruling in rulings {
        ledger.rule(ruling);
    }
    let before = state.clone();
    let mut table: Table<'_, R> = Table::new(&book, state, known, &mut ledger);
    let stranger = |power: &&String| !table.known.contains_key(*power);
    let mut faults: Vec<String> = case
        .orders
        .keys()
        .filter(stranger)
        .map(|power| format!("the orders of {power}: there is no such power in this case"))
        .collect();
    let checked = receipts(&table, case);
    for (power, fault) in table.read_sheets(&case.orders) {
        faults.push(format!("the orders of {power}: {}: {}", fault.code, fault.text));
    }
    let mut turn = R::Turn::from(table);
    R::play(&mut turn, extent);
    let Table { events, state: after, known, .. } = turn.into();
    faults.extend(ledger.finish());
    let became = |(power, checked): (String, Checked)| {
        let became = known.get(&power).map(R::became).unwrap_or_default();
        let remarks = checked.faults.iter().map(|one| one.text.clone()).collect();
        (power, Receipt { entries: checked.understood, remarks, became })
    };
    let outcome = Outcome {
        receipts: checked.into_iter().map(became).collect(),
        events: R::tell(&book, before, &events),
        state: R::holds(&book, &after),
        told: known.iter().map(|(power, known)| (power.clone(), R::told(&book, known))).collect(),
        faults,
        ..Outcome::default()
    };
    Ok((outcome, ledger.entries().to_vec()))
}

/// The receipt of each sheet, where the case has them written.
fn receipts<R: Ruleset>(table: &Table<'_, R>, case: &Case) -> BTreeMap<String, Checked> {
    let orders = case.orders.iter().filter(|_| case.receipts);
    let of_sheet = |(power, text): (&String, &String)| {
        let known = table.known.get(power)?;
        let mut faults = Diagnostics::default();
        let root = shape::shape(text, &mut faults);
        let sheet = Shaped { text, root: root.as_ref(), faults: &faults };
        Some((power.clone(), R::check(table.book, known, &sheet)))
    };
    orders.filter_map(of_sheet).collect()
}
