//! `umpire demo`: a season without any set-up.

use super::{Outcome, json, many};
use desk::Clock;
use desk::campaign::demo;
use std::io::Write;
use std::path::Path;

/// The moment at which every demo is played, so that all of them are the same.
const NOON: &str = "2026-01-01T12:00:00Z";

/// Play a whole season without any set-up
///
/// Creates the folder `SCENARIO-demo` here, takes in the example sheets, resolves and publishes the
/// first season. An earlier demo of the same name is replaced. With --as-printed every die is given,
/// and marked as such in each report.
///
/// Example: umpire demo
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Demo {
    /// The rule system, if it is not the first that has example sheets
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Play the chits and dice of the rulebook's own example
    #[arg(long)]
    as_printed: bool,
    /// Print the paths as JSON
    #[arg(long)]
    json: bool,
}

impl Demo {
    pub fn run(self, out: &mut dyn Write) -> Outcome {
        let noon = NOON.parse().expect("the moment is written as times are");
        let played =
            demo::play(Path::new("."), self.rules.as_deref(), self.as_printed, Clock::Fixed(noon))?;
        if self.json {
            return json(out, &played);
        }
        let folder = played.folder.strip_prefix(".").unwrap_or(&played.folder).display();
        writeln!(out, "{}: {} has been played.\n", played.title, played.season)?;
        for line in &played.lines {
            writeln!(out, "  {}", line.text)?;
        }
        writeln!(out, "\nEach player sees only their own report:")?;
        let is_text = |path: &&std::path::PathBuf| path.extension().is_some_and(|e| e == "txt");
        for path in played.reports.iter().filter(is_text) {
            writeln!(out, "  {folder}/{}", path.display())?;
        }
        let mails = many(played.mails, "mail");
        writeln!(out, "\nThe post that went with it: {mails} in {folder}/outbox/")?;
        writeln!(out, "\nThings to try next, after `cd {folder}`:")?;
        let season = played.season.rsplit(" to ").next().unwrap_or_default();
        writeln!(out, "  umpire archive export site --umpire    all of it as a web site")?;
        writeln!(out, "  umpire archive show \"{season}\" --orders    what each of them wrote")?;
        match (&played.next, played.sheets.first()) {
            (Some(next), _) => {
                writeln!(out, "  umpire form --power POWER    a sheet for {next}, to fill in")?;
                writeln!(out, "  umpire resolve; umpire publish    play the next season")?;
            }
            (None, sheet) => {
                let sheet = sheet.map(|sheet| sheet.display().to_string()).unwrap_or_default();
                let scenario = &played.scenario;
                writeln!(out, "  umpire check --scenario {scenario} {sheet}    change it first")?;
                writeln!(
                    out,
                    "  umpire new ../mine --scenario {scenario}    a campaign of your own"
                )?;
            }
        }
        Ok(())
    }
}
