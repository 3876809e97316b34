//! `umpire trust`: the programs and secrets that a folder's settings may use.

use super::{CliError, Outcome};
use desk::DeskError;
use desk::campaign::trust::Reach;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Agree to the programs and secrets that a campaign's settings use
///
/// Settings may name programs to run and passwords to read, and places outside of the folder to write
/// to. None of that happens before you have seen it here, and again after it has changed, also in
/// what a program of the folder does: a folder may come from somebody else. What you agree to is
/// kept in your own state folder, not in the campaign.
///
/// Example: umpire trust
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Trust {
    /// The campaign's folder [default: the current folder or one above it]
    dir: Option<PathBuf>,
    /// Agree without a prompt
    #[arg(long)]
    yes: bool,
}

impl Trust {
    pub fn run(self, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let reach = Reach::find(self.dir.as_deref().or(campaign))?;
        let folder = reach.folder().display();
        if reach.uses().is_empty() {
            writeln!(out, "The settings of {folder} run no program and read no secret.")?;
            return Ok(());
        }
        writeln!(out, "The settings of {folder} would")?;
        for one in reach.uses() {
            writeln!(out, "  {} ({})", one.does, one.key)?;
        }
        if reach.is_trusted() {
            writeln!(out, "You have agreed to this before.")?;
            return Ok(());
        }
        if !self.yes && !agreed(out)? {
            writeln!(out, "Nothing was agreed to.")?;
            return Err(CliError::Told);
        }
        reach.trust()?;
        writeln!(out, "Agreed. A change in these settings needs `umpire trust` again.")?;
        Ok(())
    }
}

/// Asks the person at the terminal.
fn agreed(out: &mut dyn Write) -> Result<bool, CliError> {
    if !std::io::stdin().is_terminal() {
        let refused = DeskError::refused("no terminal to ask on")
            .hint("give --yes if you agree to the above");
        return Err(CliError::Desk(refused));
    }
    write!(out, "Do you agree? [y/N] ")?;
    out.flush()?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    Ok(matches!(line.trim(), "y" | "Y" | "yes"))
}
