//! The subcommand `umpire demo`: what it takes, and what it prints.

use super::{Outcome, json};
use crate::desk::{Clock, demo};
use std::io::Write;
use std::path::Path;

/// The moment at which every demo is played, so that all of them are the same.
const NOON: &str = "2026-01-01T12:00:00Z";

/// Play a whole season out of the box
///
/// Makes the folder <scenario>-demo here, takes in the example sheets, resolves and publishes the
/// first season. An earlier demo of the same name is replaced.
///
/// Example: umpire demo
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Demo {
    /// The rule system, if it is not the first that has example sheets
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Print where everything lies as JSON
    #[arg(long)]
    json: bool,
}

impl Demo {
    pub fn run(self, out: &mut dyn Write) -> Outcome {
        let noon = NOON.parse().expect("the moment is written as times are");
        let played = demo::play(Path::new("."), self.rules.as_deref(), Clock::Fixed(noon))?;
        if self.json {
            return json(out, &played);
        }
        let folder = played.folder.strip_prefix(".").unwrap_or(&played.folder).display();
        writeln!(out, "{}: {} has been played.\n", played.title, played.season)?;
        for line in &played.lines {
            writeln!(out, "  {line}")?;
        }
        writeln!(out, "\nEach player sees only his own report:")?;
        let is_text = |path: &&std::path::PathBuf| path.extension().is_some_and(|e| e == "txt");
        for path in played.reports.iter().filter(is_text) {
            writeln!(out, "  {folder}/{}", path.display())?;
        }
        writeln!(out, "\nThree things to try next:")?;
        let season = &played.season;
        writeln!(out, "  cd {folder} && umpire archive show \"{season}\" --orders | less")?;
        if let Some(sheet) = played.sheets.first() {
            let sheet = sheet.display();
            writeln!(out, "  edit the season in {sheet}, then: umpire check {sheet}")?;
        }
        writeln!(out, "  umpire status, umpire resolve, umpire publish: the next season")?;
        Ok(())
    }
}
