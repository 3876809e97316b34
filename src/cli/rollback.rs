//! `umpire rollback`: withdraws the latest published season.

use super::{Outcome, json, many};
use desk::Desk;
use desk::season::rollback::RolledBack;
use std::io::Write;

/// Roll back the latest published season
///
/// It stays in the archive, marked withdrawn, and is open again with its sheets and rulings. Reports
/// that wait are cancelled; what has gone out cannot be unsent, so a mail tells each player who has a
/// report, and the corrected report names the one it replaces. Sheets, rulings and words of yours
/// for the next season are kept: they count again when it opens, and the sheets get new receipts.
/// Several seasons are taken back one after the other. A copy of the campaign is made first.
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

/// How many rulings and words of the umpire there are; nothing if there are none.
pub(super) fn said(rulings: usize, words: usize) -> Option<String> {
    let all = [(rulings, "ruling"), (words, "text")].into_iter();
    let all: Vec<String> =
        all.filter(|(number, _)| *number > 0).map(|(number, what)| many(number, what)).collect();
    (!all.is_empty()).then(|| all.join(" and "))
}

impl Rollback {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        let back = desk.rollback(&self.reason)?;
        if self.json {
            return json(out, &back);
        }
        let RolledBack { season, after, rulings, words, told, deadline, cancelled, sent, put_away } =
            back;
        writeln!(out, "{season} is withdrawn and open again, with its sheets and rulings.")?;
        if let Some(after) = after {
            writeln!(out, "Sheets that are in for {after} get a new receipt when it opens again.")?;
            if let Some(said) = said(rulings, words) {
                writeln!(out, "Kept for it, and standing again then: {said} of yours.")?;
            }
            if let Some(deadline) = deadline {
                writeln!(out, "Its deadline is kept until then: {deadline}.")?;
            }
        }
        let cancelled = many(cancelled, "report");
        writeln!(
            out,
            "{cancelled} that waited cancelled, {sent} had gone out; other mail goes out."
        )?;
        if told > 0 {
            let players = many(told, "player");
            writeln!(out, "A mail tells {players} what was taken back; `umpire send` sends it.")?;
        }
        if let Some(folder) = put_away {
            writeln!(out, "Its reports are in {} now.", folder.display())?;
        }
        writeln!(out, "Rule on what was wrong, then `umpire resolve` and `umpire publish`.")?;
        Ok(())
    }
}
