//! `umpire check`: what the receipt of a sheet would say, for umpires and players.

use super::{CliError, Outcome, json};
use desk::intake::check::{against_known, against_opening, read_sheet};
use desk::{Access, Desk, DeskError};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Check an order sheet and print what the receipt would say
///
/// In a campaign the sheet is checked against what its power knows. With the `.known.json` that
/// comes with a report, a player can do the same. With neither, it is checked against the book and
/// the opening position of a scenario. The exit code is 1 if anything in it does not count.
///
/// Example: umpire check france.yaml --known reports/spring-1796/france.known.json
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Check {
    /// The order sheet; `-` is standard input
    sheet: PathBuf,
    /// Whose sheet it is, if the sheet does not say
    #[arg(long)]
    power: Option<String>,
    /// What the power knows, as it came with the report
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "power"])]
    known: Option<PathBuf>,
    /// Check it against the opening position of this scenario, even inside a campaign
    #[arg(long)]
    scenario: Option<String>,
    /// Print the outcome as JSON
    #[arg(long)]
    json: bool,
}

impl Check {
    pub fn run(self, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let sheet = read_sheet(&self.sheet)?;
        let power = self.power.as_deref();
        let checked = if let Some(path) = &self.known {
            let known = std::fs::read_to_string(path);
            let known = known.map_err(|source| DeskError::File { path: path.clone(), source })?;
            against_known(&sheet, &known)?
        } else if self.scenario.is_some() {
            against_opening(&sheet, self.scenario.as_deref(), power)?
        } else {
            match Desk::open(campaign, Access::Read) {
                Ok(desk) => desk.check(&sheet, power)?,
                Err(DeskError::NoCampaign { .. }) if campaign.is_none() => {
                    against_opening(&sheet, None, power)?
                }
                Err(error) => return Err(error.into()),
            }
        };
        if self.json {
            json(out, &checked)?;
        } else {
            if let Some(note) = &checked.note {
                writeln!(out, "{note}\n")?;
            }
            writeln!(out, "{}", checked.text.trim_end())?;
        }
        if checked.faulty { Err(CliError::Told) } else { Ok(()) }
    }
}
