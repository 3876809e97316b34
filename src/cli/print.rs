//! `umpire print-pages`: the worker that prints a campaign's own templates. No person calls it.

use super::Outcome;
use desk::post::printer;

/// Print a campaign's own templates, as this program asks itself to
#[derive(Debug, clap::Args)]
pub struct Print {}

impl Print {
    pub fn run(self) -> Outcome {
        Ok(printer::work()?)
    }
}
