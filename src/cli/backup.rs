//! `umpire backup`: a whole copy of the campaign.

use super::Outcome;
use desk::Desk;
use std::io::Write;
use std::path::PathBuf;

/// Write a full copy of the campaign to a new file
///
/// Example: umpire backup ../italy-before-summer.db
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Backup {
    /// The file to create
    file: PathBuf,
}

impl Backup {
    pub fn run(self, desk: &Desk, out: &mut dyn Write) -> Outcome {
        desk.backup(&self.file)?;
        Ok(writeln!(out, "The campaign is copied to {}.", self.file.display())?)
    }
}
