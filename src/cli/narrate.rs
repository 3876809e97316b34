//! `umpire narrate`: the umpire's own words in the reports.

use super::table::{self, Column};
use super::{Outcome, json};
use desk::Desk;
use std::io::{Read, Write};

/// Add words of your own to the reports of the open season
///
/// They stand below the headline, in all reports or in one power's. Published reports are not
/// changed. Without TEXT, the words added so far are listed.
///
/// Example: umpire narrate "The winter was long, and both treasuries are empty."
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Narrate {
    /// The words; `-` reads them from standard input
    words: Option<String>,
    /// For one power alone
    #[arg(long, value_name = "POWER")]
    to: Option<String>,
    /// Remove the words with this number
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["words", "to"])]
    drop: Option<i64>,
    /// List them as JSON
    #[arg(long, conflicts_with_all = ["words", "drop"])]
    json: bool,
}

/// More than this is never read from standard input; the desk's own limit is far below.
const MOST: u64 = 1024 * 1024;

impl Narrate {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        if let Some(number) = self.drop {
            desk.unsay(number)?;
            return Ok(writeln!(out, "Words {number} are taken back.")?);
        }
        let Some(words) = self.words else {
            let said = desk.narratives()?;
            if self.json {
                return json(out, &said);
            }
            let row = |words: &desk::post::narrate::Narration| {
                let to = words.power.clone().unwrap_or_else(|| "all".into());
                vec![words.number.to_string(), to, words.text.replace('\n', " ")]
            };
            let rows: Vec<_> = said.iter().map(row).collect();
            table::print(out, &[Column("no", 5), Column("to", 12), Column("words", 60)], &rows)?;
            return Ok(());
        };
        let words = if words == "-" {
            let mut text = String::new();
            std::io::stdin().take(MOST).read_to_string(&mut text)?;
            text
        } else {
            words
        };
        let number = desk.narrate(self.to.as_deref(), &words)?;
        let whom = self.to.unwrap_or_else(|| "all powers".into());
        Ok(writeln!(
            out,
            "Words {number} to {whom}. `umpire report preview --as POWER` shows them."
        )?)
    }
}
