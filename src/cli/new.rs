//! `umpire new`: a campaign and its folder.

use super::{CliError, Outcome, json, many};
use desk::Clock;
use desk::campaign::new::{Hosting, NewGame, create_hosted};
use desk::campaign::roster;
use desk::campaign::trust::Reach;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

/// Create a new campaign in a folder of its own
///
/// The folder must not exist yet, or be empty. The campaign is then being set up: let players
/// join, take in their sheets, and run `umpire start`. On a terminal it asks for the mail addresses,
/// unless they are given; umpire.yaml has everything else about mail.
///
/// A file of players is a list in YAML: `- {name: Ada, address: ada@post.example, powers: [france]}`,
/// each with a `zone` if it is not the campaign's.
///
/// `--scenario` names a scenario of the program, or a folder with one of your own: what begins with
/// `.` or `/`, or is a folder with a `scenario.yaml` in it. `umpire rules scenario` explains its pages.
///
/// Where campaigns of a game follow each other, the new one reads what the one before leaves to it:
/// points, and who can be kept.
///
/// Example: umpire new italy --scenario nations/italy-1796 --address umpire@games.example
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct New {
    /// The folder to create
    dir: PathBuf,
    /// The scenario, a unique prefix of its name, or a folder with one of your own
    #[arg(long, short, value_name = "SCENARIO|FOLDER")]
    scenario: String,
    /// The rule system, if several have a scenario of that name or the folder's scenario.yaml does
    /// not name it
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// The campaign's name, if it is not that of the folder
    #[arg(long)]
    name: Option<String>,
    /// The address that players write to
    #[arg(long, value_name = "ADDRESS")]
    address: Option<String>,
    /// Your own address, for notices to you
    #[arg(long, value_name = "ADDRESS")]
    my_address: Option<String>,
    /// A file of players who join
    #[arg(long, value_name = "FILE")]
    players: Option<PathBuf>,
    /// A choice that the rules leave open; may be given several times
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// The folder of a campaign that is over, which this one follows
    #[arg(long, value_name = "DIR")]
    after: Option<PathBuf>,
    /// The secret from which all dice follow, instead of a random one
    #[arg(long, hide = true, value_name = "HEX")]
    secret: Option<String>,
    /// Print what was made as JSON
    #[arg(long)]
    json: bool,
}

impl New {
    pub fn run(mut self, out: &mut dyn Write) -> Outcome {
        let players = self.players.as_deref().map(roster::read).transpose()?.unwrap_or_default();
        if self.address.is_none() && !self.json && io::stdin().is_terminal() {
            self.address = asked("The address players write to, if it is known yet: ", out)?;
            if self.my_address.is_none() {
                self.my_address = asked("Your own address, for notices to you: ", out)?;
            }
        }
        let hosting = Hosting { address: self.address, umpire: self.my_address, players };
        let joined = hosting.players.len();
        let new = NewGame {
            folder: self.dir,
            scenario: self.scenario,
            rules: self.rules,
            name: self.name,
            options: self.options,
            after: self.after,
            secret: self.secret,
            clock: Clock::Wall,
        };
        let made = create_hosted(&new, &hosting)?;
        // Its settings run nothing yet, so a state folder that cannot be written keeps nobody from
        // it.
        let _ = Reach::find(Some(&made.folder)).and_then(|reach| reach.trust());
        if self.json {
            return json(out, &made);
        }
        let folder = made.folder.display();
        writeln!(out, "{}: {} ({}), {}.", made.campaign, made.title, made.scenario, made.season)?;
        for (power, side) in &made.powers {
            match side.as_str() {
                "" => writeln!(out, "  {power}")?,
                side => writeln!(out, "  {power} ({side})")?,
            }
        }
        if !made.open.is_empty() {
            writeln!(out, "Open decisions of the set-up, with the answers assumed for now:")?;
            for question in &made.open {
                writeln!(out, "  {}: {}", question.about(), question.told(&question.taken))?;
            }
        }
        writeln!(out, "\nNext, in {folder}:")?;
        let power = made.powers.first().map_or("POWER", |(power, _)| power.as_str());
        match joined {
            0 => writeln!(out, "  umpire player add NAME --address A --power {power}")?,
            joined => {
                writeln!(out, "  umpire player list       ({} joined)", many(joined, "player"))?
            }
        }
        if made.open.is_empty() {
            writeln!(out, "  umpire form --power {power}")?;
        } else {
            writeln!(out, "  umpire invite       (asks the players for these choices by mail)")?;
        }
        writeln!(out, "  umpire start --defaults")?;
        Ok(())
    }
}

/// Asks a question on the terminal; gives nothing if the answer is empty.
fn asked(question: &str, out: &mut dyn Write) -> Result<Option<String>, CliError> {
    write!(out, "{question}")?;
    out.flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let line = line.trim();
    Ok((!line.is_empty()).then(|| line.to_owned()))
}
