//! `umpire intake`: sheets in, receipts out.

use super::{CliError, Outcome, json};
use crate::desk::Desk;
use std::io::Write;
use std::path::PathBuf;

/// Take in order sheets and print the receipts
///
/// Each sheet is kept as it came before anybody looks into it. What an earlier run left unread is
/// judged too. `-` reads one sheet from standard input. The exit code is 1 if a sheet was rejected or
/// could not be read or judged; the others are taken in all the same.
///
/// Example: umpire intake france.yaml austria.yaml
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Intake {
    /// The order sheets
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print what became of each as JSON
    #[arg(long)]
    json: bool,
}

impl Intake {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        let intake = desk.intake(self.files)?;
        if self.json {
            json(out, &intake)?;
        } else {
            for receipt in &intake.receipts {
                writeln!(out, "{}\n", receipt.text.trim_end())?;
            }
        }
        for sentence in &intake.unreadable {
            out.flush()?;
            eprintln!("failed: {sentence}");
        }
        let refused = ["rejected", "needs the umpire"];
        let well = intake.receipts.iter().all(|one| !refused.contains(&one.verdict.as_str()));
        if well && intake.unreadable.is_empty() { Ok(()) } else { Err(CliError::Told) }
    }
}
