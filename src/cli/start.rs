//! `umpire start`: closes the set-up.

use super::{Outcome, json};
use desk::campaign::deadline::Due;
use desk::{Desk, fitted, wrapped};
use std::io::Write;

/// Close the set-up and open the first season
///
/// Refuses while the scenario leaves decisions open, and lists them; with --defaults the
/// scenario's own answers are used.
///
/// Example: umpire start --defaults
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Start {
    /// Take the scenario's default for every decision that is open
    #[arg(long)]
    defaults: bool,
    /// The deadline of the first season, as `umpire deadline set` takes it
    #[arg(long, value_name = "WHEN")]
    deadline: Option<String>,
    /// With --deadline: even if it is in the past
    #[arg(long, requires = "deadline")]
    past: bool,
    /// Print how it began as JSON
    #[arg(long)]
    json: bool,
}

impl Start {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        let due = self.deadline.as_deref().map(|written| Due { written, past: self.past });
        let started = desk.start(self.defaults, due)?;
        if self.json {
            return json(out, &started);
        }
        for line in &started.lines {
            writeln!(out, "{}", fitted(line, 78))?;
        }
        for question in &started.defaults {
            let taken = question.told(&question.taken);
            let line = format!("Taken by default: {}: {taken}", question.about());
            writeln!(out, "{}", wrapped(&line, 78, 2))?;
        }
        for odd in &started.odd {
            writeln!(out, "{}", wrapped(&format!("Odd: {odd}."), 78, 2))?;
        }
        for receipt in &started.receipts {
            writeln!(out, "\n{}", receipt.text.trim_end())?;
        }
        writeln!(out, "\nOrders for {} are being collected. The first reports:", started.season)?;
        for path in &started.reports {
            writeln!(out, "  {}", path.display())?;
        }
        Ok(())
    }
}
