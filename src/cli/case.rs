//! `umpire case`: situations that settle a dispute at the table.

use super::{CliError, Outcome, json};
use desk::season::cases;
use desk::{Access, Desk};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Play cases: a situation, orders, a ledger and what must happen
///
/// A case is a heading in a Markdown file with fenced blocks under it. Prints one line for each,
/// and below it each difference with its place. A fault in one case does not affect the others.
/// `umpire case --list` shows how a case is written. In a campaign with a scenario of your own, cases
/// can name that scenario.
///
/// With --json: an array with an object for each case: its `name`, its `place` as FILE:LINE,
/// whether it `holds` (passed), and its `differences`, each with a `text` and a `place`, which may
/// be null.
///
/// With --from: writes a moment of a campaign as a case to standard output, with the position, the
/// sheets and the dice that it needs; it has been played and passed. EVENT is the number that
/// `umpire resolve --all` and `umpire archive show --events` print.
///
/// Example: umpire case dispute.md
/// Example: umpire case --from "spring 1800/17" --as france
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Case {
    /// The files with the cases
    #[arg(value_name = "FILE", required_unless_present_any = ["list", "from"])]
    files: Vec<PathBuf>,
    /// Write a moment of the campaign as a case. It shows hidden positions
    #[arg(long, value_name = "SEASON/EVENT", conflicts_with_all = ["files", "list", "json"])]
    from: Option<String>,
    /// With --from: write only what this power knew and was told
    #[arg(long = "as", value_name = "POWER", requires = "from")]
    eye: Option<String>,
    /// Show how a case is written: its blocks, every setup key, event, probe and field that it may
    /// name, the lines of a ledger and the ways to expect
    #[arg(long)]
    list: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// With --list: the rule system, if there are several
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
}

impl Case {
    pub fn run(self, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        if let Some(moment) = &self.from {
            let desk = Desk::open(campaign, Access::Read)?;
            write!(out, "{}", desk.case_from(moment, self.eye.as_deref())?)?;
            return Ok(());
        }
        if self.list {
            let words = cases::words(self.rules.as_deref())?;
            if self.json {
                return json(out, &words);
            }
            for (word, meaning) in words {
                writeln!(out, "{word}\n    {meaning}")?;
            }
            return Ok(());
        }
        let mut all = vec![];
        let shelf = cases::shelf(campaign)?;
        for file in &self.files {
            let played = cases::play(file, &shelf)?;
            for case in played.iter().filter(|_| !self.json) {
                let mark = if case.holds { "holds" } else { "FAILS" };
                writeln!(out, "{mark}  {}: {}", case.place, case.name)?;
                if !case.holds {
                    writeln!(out, "{}", case.told.trim_end())?;
                }
            }
            all.extend(played);
        }
        if self.json {
            json(out, &all)?;
        }
        if all.iter().all(|case| case.holds) { Ok(()) } else { Err(CliError::Told) }
    }
}
