//! `umpire deadline`: until when sheets count as in time.

use super::Outcome;
use desk::Desk;
use desk::campaign::deadline::Due;
use std::io::Write;

/// Set, remove or show the deadline of the season
///
/// A sheet that comes after it, and after the grace in umpire.yaml, is late. The time is in the
/// zone that umpire.yaml names. Each player is told in their own zone.
///
/// Example: umpire deadline set "2026-12-01 18:00"
/// Example: umpire deadline set "7 days"
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Deadline {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Set it
    Set {
        /// `2026-12-01 18:00`, `7 days`, `every Sunday 20:00`; a day alone means its end
        when: String,
        /// Its time zone, if it is not the one in umpire.yaml: Europe/Rome
        #[arg(long)]
        zone: Option<String>,
        /// Set it even if it is in the past
        #[arg(long)]
        past: bool,
    },
    /// Remove it
    Lift,
    /// Show it
    Show,
}

impl Deadline {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        match self.verb {
            Verb::Set { when, zone, past } => {
                let shown = desk.set_deadline(Due { written: &when, past }, zone.as_deref())?;
                writeln!(out, "The deadline is {shown}. A mail to each player says so.")?;
            }
            Verb::Lift => {
                desk.lift_deadline()?;
                writeln!(out, "There is no deadline.")?;
            }
            Verb::Show => match desk.status()?.deadline {
                Some(deadline) => writeln!(out, "{deadline}")?,
                None => writeln!(out, "There is no deadline.")?,
            },
        }
        Ok(())
    }
}
