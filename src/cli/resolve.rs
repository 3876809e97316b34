//! `umpire resolve`: a season is played, and only the umpire sees it.

use super::{Outcome, json, short};
use crate::desk::{Desk, fitted, wrapped};
use std::io::Write;

/// Resolve the season
///
/// Plays the newest accepted orders and keeps the result as a draft. Nobody but you sees it before
/// `umpire publish`. Resolving again, with nothing changed, gives the same draft.
///
/// Example: umpire resolve
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Resolve {
    /// Play it even if more sheets are missing than umpire.yaml allows
    #[arg(long)]
    anyway: bool,
    /// Print the outcome as JSON
    #[arg(long)]
    json: bool,
}

impl Resolve {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        if !self.anyway {
            desk.expect_quorum()?;
        }
        let resolved = desk.resolve()?;
        if self.json {
            return json(out, &resolved);
        }
        writeln!(out, "Drafted {}, digest {}.", resolved.season, short(&resolved.digest))?;
        for (power, orders) in &resolved.orders {
            writeln!(out, "  {power}: {orders}")?;
        }
        if !resolved.lines.is_empty() {
            writeln!(out)?;
        }
        for line in &resolved.lines {
            writeln!(out, "{}", fitted(line, 78))?;
        }
        if !resolved.notes.is_empty() {
            writeln!(out, "\nNotes from players:")?;
        }
        for (power, note) in &resolved.notes {
            for (at, line) in note.lines().enumerate() {
                let head = if at == 0 { format!("{power}: ") } else { "  ".into() };
                writeln!(out, "  {}", wrapped(&format!("{head}{line}"), 76, 4))?;
            }
        }
        if !resolved.odd.is_empty() {
            writeln!(out, "\nWhat looks odd:")?;
        }
        for odd in &resolved.odd {
            writeln!(out, "{}", fitted(&format!("  {odd}"), 78))?;
        }
        let (yours, others): (Vec<_>, Vec<_>) =
            resolved.questions.iter().partition(|question| question.needs_human);
        if !yours.is_empty() {
            writeln!(out, "\nFor you to decide before it is published:")?;
        }
        for question in yours {
            writeln!(out, "  {}", question.in_words())?;
        }
        if !others.is_empty() {
            writeln!(out, "\nDecisions left to the rules' defaults: {}", others.len())?;
        }
        for question in others {
            let line = format!("  {}: {}", question.about(), question.taken);
            writeln!(out, "{}", fitted(&line, 78))?;
        }
        if resolved.over {
            writeln!(out, "\nThe campaign ends with this season.")?;
        }
        Ok(())
    }
}
