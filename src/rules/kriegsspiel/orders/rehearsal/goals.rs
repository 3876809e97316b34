//! The places to which the steps of a sheet lead.

use crate::book::Book;
use crate::march::movement;
use crate::orders::{Entry, Sheet, Step, Task};
use crate::sight::known::Known;
use kit::ground::Space;

/// Who is sent to which place, as far as it is known where those are who are to be attacked.
pub(super) fn sent(book: &Book, known: &Known, sheet: &Sheet) -> Vec<(Space, String)> {
    let of_entry = |entry: &Entry| {
        let who = entry.who.clone();
        let all = entry.steps.iter().flat_map(|step| goals(book, known, step));
        all.map(move |at| (at, who.clone())).collect::<Vec<_>>()
    };
    sheet.entries.iter().flat_map(of_entry).collect()
}

/// The places that a step leads to, as far as it is known where those are who are to be attacked.
pub(super) fn goals(book: &Book, known: &Known, step: &Step) -> Vec<Space> {
    let mut goals = match &step.task {
        Task::March { to, .. } => to.clone(),
        Task::Attack { at, .. } => movement::target(book, known, at).into_iter().collect(),
        Task::Deploy => vec![],
    };
    goals.extend(step.otherwise);
    goals
}
