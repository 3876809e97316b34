//! `umpire report`: a report as it would go out.

use super::{Outcome, json};
use desk::Desk;
use std::io::Write;

/// Preview a report before anybody gets it
///
/// Example: umpire report preview --as france
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Report {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Write a power's report, or the newspaper, to disk, as text, HTML and picture, and print the paths
    Preview {
        /// Whose report; `umpire` sees all; `newspaper` is for everybody
        #[arg(long = "as", value_name = "POWER")]
        eye: String,
        /// The season [default: the draft, or the opening position]
        #[arg(long, value_name = "SEASON")]
        season: Option<String>,
        /// Draw the whole map as well, with a number in each space
        #[arg(long)]
        full: bool,
        /// Print the paths as JSON
        #[arg(long)]
        json: bool,
    },
}

impl Report {
    pub fn run(self, desk: &Desk, out: &mut dyn Write) -> Outcome {
        let Verb::Preview { eye, season, full, json: as_json } = self.verb;
        let files = desk.preview(&eye, season.as_deref(), full)?;
        if as_json {
            return json(out, &files);
        }
        for file in files {
            writeln!(out, "{}", file.display())?;
        }
        Ok(())
    }
}
