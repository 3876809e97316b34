//! `umpire guide`: how orders are written, on one page for players.

use super::Outcome;
use desk::post::guide;
use std::io::Write;

/// Print the guide for players, which goes with each welcome
///
/// Example: umpire guide
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Guide {
    /// The rule system, if there are several
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
}

impl Guide {
    pub fn run(self, out: &mut dyn Write) -> Outcome {
        Ok(write!(out, "{}", guide::guide(self.rules.as_deref())?)?)
    }
}
