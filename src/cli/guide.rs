//! `umpire guide`: how orders are written, as players get it.

use super::Outcome;
use desk::post::guide;
use desk::{Access, Desk};
use std::io::Write;
use std::path::Path;

/// Print the guide for players: how a season goes, and how orders are written
///
/// With --power, prints the guide that this power is mailed, with the figures of its book and
/// examples for its own forces. With WORD, prints only what the guide says about that word, like
/// a mail with the subject `guide WORD`.
///
/// Examples:
///   umpire guide --rules nations
///   umpire guide --power france march
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Guide {
    /// A word, such as march, or a part of a chapter's name
    word: Option<String>,
    /// The power whose guide is printed; needs a campaign
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
