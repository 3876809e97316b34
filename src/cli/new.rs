//! `umpire new`: a campaign and its folder.

use super::{Outcome, json};
use desk::Clock;
use desk::campaign::new::{NewGame, create};
use desk::campaign::trust::Reach;
use std::io::Write;
use std::path::PathBuf;

/// Create a new campaign in a folder of its own
///
/// The folder must not exist yet, or be empty. The campaign is then being set up: let players
/// join, take in their sheets, and run `umpire start`.
///
/// Example: umpire new italy --scenario italy-1796
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct New {
    /// The folder to create
    dir: PathBuf,
    /// The scenario, or an unambiguous beginning of its name
    #[arg(long, short, value_name = "SCENARIO")]
    scenario: String,
    /// The campaign's name, if it is not that of the folder
    #[arg(long)]
    name: Option<String>,
    /// A choice that the rules leave open; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// The secret from which all dice follow, instead of a random one
    #[arg(long, hide = true, value_name = "HEX")]
    secret: Option<String>,
    /// Print what was made as JSON
    #[arg(long)]
    json: bool,
}

impl New {
    pub fn run(self, out: &mut dyn Write) -> Outcome {
        let made = create(&NewGame {
            folder: self.dir,
            scenario: self.scenario,
            name: self.name,
            options: self.options,
            secret: self.secret,
            clock: Clock::Wall,
        })?;
        // Its settings run nothing yet, so a state folder that cannot be written keeps nobody from
        // it.
        let _ = Reach::find(Some(&made.folder)).and_then(|reach| reach.trust());
        if self.json {
            return json(out, &made);
        }
        let folder = made.folder.display();
        writeln!(out, "{}: {} ({}), {}.", made.campaign, made.title, made.scenario, made.season)?;
        for (power, side) in &made.powers {
            writeln!(out, "  {power} ({side})")?;
        }
        if !made.open.is_empty() {
            writeln!(out, "Open decisions of the set-up, with the answers assumed for now:")?;
            for question in &made.open {
                writeln!(out, "  {}: {}", question.about(), question.taken)?;
            }
        }
        writeln!(out, "\nNext, in {folder}:")?;
        let power = made.powers.first().map_or("POWER", |(power, _)| power.as_str());
        writeln!(out, "  umpire player add NAME --address A --power {power}")?;
        if made.open.is_empty() {
            writeln!(out, "  umpire form --power {power}")?;
        } else {
            writeln!(out, "  umpire invite       (asks the players for these choices by mail)")?;
        }
        writeln!(out, "  umpire start --defaults")?;
        Ok(())
    }
}
