//! `umpire guide`: how orders are written, as players get it.

use super::Outcome;
use desk::post::guide;
use desk::{Access, Desk};
use std::io::Write;
use std::path::Path;

/// Print the guide for players: how a season goes, and how orders are written
///
/// With --power it is the guide that this power is mailed: with the figures of its book, and with examples
/// of its own forces. With a word it says only what the guide has on that word, as an answer to the subject
/// `guide WORD` does.
///
/// Examples:
///   umpire guide --rules nations
///   umpire guide --power france march
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Guide {
    /// A word, such as march, or a part of a chapter's name
    word: Option<String>,
    /// Whose guide it is, in a campaign
    #[arg(long)]
    power: Option<String>,
    /// The rule system, if there are several
    #[arg(long, value_name = "NAME", conflicts_with = "power")]
    rules: Option<String>,
}

impl Guide {
    pub fn run(self, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let guide = match &self.power {
            Some(power) => Desk::open(campaign, Access::Read)?.guide(power)?,
            None => guide::guide(self.rules.as_deref())?,
        };
        let text = self.word.map_or_else(|| guide.text(), |word| guide.about(&word));
        Ok(write!(out, "{text}")?)
    }
}
