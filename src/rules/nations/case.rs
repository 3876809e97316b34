//! Cases of Nations in Arms: a situation on the real map, orders, a ledger, and what must happen.
use crate::kit::shelf::Shelf;
use crate::rules::BookError;
use crate::rules::case::{Case, Outcome};

/// Plays a case.
pub fn play(_: &Shelf, _: &Case) -> Result<Outcome, BookError> {
    Err(BookError::NoPage(String::new()))
}

/// The words of cases.
pub fn words() -> Vec<(String, String)> {
    vec![]
}
