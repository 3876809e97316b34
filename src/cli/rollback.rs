//! `umpire rollback`: withdraws the latest published season.

use super::{Outcome, json, many};
use desk::Desk;
use desk::season::rollback::RolledBack;
use std::io::Write;

/// Roll back the latest published season
///
/// It stays in the archive, marked withdrawn, and is open again with its sheets and rulings. Mail
/// that waits is cancelled; what has gone out cannot be unsent, so the corrected report will be a
/// new mail that names the one it replaces. Sheets already in for the next season are kept and get
/// new receipts. A copy of the campaign is made first.
///
/// Example: umpire rollback --reason "Melas was out of supply"
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Rollback {
    /// The reason; the corrected reports say it
    #[arg(long)]
    reason: String,
    /// Print the outcome as JSON
    #[arg(long)]
    json: bool,
}

impl Rollback {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        let back = desk.rollback(&self.reason)?;
        if self.json {
            return json(out, &back);
        }
        let RolledBack { season, after, deadline, cancelled, sent, put_away } = back;
        writeln!(out, "{season} is withdrawn and open again, with its sheets and rulings.")?;
        if let Some(after) = after {
            writeln!(out, "Sheets that are in for {after} get a new receipt when it opens again.")?;
            if let Some(deadline) = deadline {
                writeln!(out, "Its deadline is kept until then: {deadline}.")?;
            }
        }
        let cancelled = many(cancelled, "report");
        writeln!(
            out,
            "{cancelled} that waited cancelled, {sent} had gone out; other mail goes out."
        )?;
        if let Some(folder) = put_away {
            writeln!(out, "Its reports are in {} now.", folder.display())?;
        }
        writeln!(out, "Rule on what was wrong, then `umpire resolve` and `umpire publish`.")?;
        Ok(())
    }
}
