//! `umpire case`: situations that settle a dispute at the table.

use super::{CliError, Outcome};
use crate::desk::cases;
use std::io::Write;
use std::path::PathBuf;

/// Play cases: a situation, orders, a ledger and what must happen
///
/// A case is a heading in a Markdown file with fenced blocks under it. Prints one line for each,
/// and below it whatever did not come true.
///
/// Example: umpire case dispute.md
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Case {
    /// The files with the cases
    #[arg(value_name = "FILE", required_unless_present = "list")]
    files: Vec<PathBuf>,
    /// List every event, probe and field that a case may name
    #[arg(long)]
    list: bool,
    /// With --list: the rule system, if there are several
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
}

impl Case {
    pub fn run(self, out: &mut dyn Write) -> Outcome {
        if self.list {
            for (word, meaning) in cases::words(self.rules.as_deref())? {
                writeln!(out, "{word}\n    {meaning}")?;
            }
            return Ok(());
        }
        let mut failed = 0;
        for file in &self.files {
            for played in cases::play(file)? {
                let mark = if played.met { "holds" } else { "FAILS" };
                writeln!(out, "{mark}  {}", played.name)?;
                if !played.met {
                    writeln!(out, "{}", played.difference.trim_end())?;
                }
                failed += usize::from(!played.met);
            }
        }
        if failed == 0 { Ok(()) } else { Err(CliError::Told) }
    }
}
