//! `umpire ruling` and `umpire questions`: the umpire's word, and what waits for it.

use super::table::{self, Column};
use super::{Outcome, json};
use crate::desk::Desk;
use crate::desk::rulings::{Admitted, Ruled};
use std::io::Write;

/// Rule on a decision, a die or a late sheet
///
/// A ruling answers one key of the ledger, as `umpire questions` and `umpire archive show --ledger`
/// print it: a choice, the faces of dice such as 4+2, or what is drawn. Resolve again to play it.
///
/// Example: umpire ruling add "spring 1796/NIA §8.2.4/Augereau/W3634/1" 4+2
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Ruling {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Rule on a key; of several rulings on one key the last counts
    Add { key: String, answer: String },
    /// List the rulings that stand in this season
    List {
        /// Print the list as JSON
        #[arg(long)]
        json: bool,
    },
    /// Take a ruling back
    Drop { number: i64 },
    /// Admit a sheet that came too late
    Admit {
        /// Whose sheet it is
        power: String,
        /// The number of the late revision, as `umpire status` shows it
        revision: u32,
        /// Why; it stands with the sheet
        #[arg(long)]
        reason: String,
    },
}

impl Ruling {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        match self.verb {
            Verb::Add { key, answer } => {
                let Ruled { number, checked } = desk.rule(&key, &answer)?;
                writeln!(out, "Ruling {number}: {key} is {answer}. Resolve again to play it.")?;
                if !checked {
                    writeln!(out, "There is no draft yet; resolving will tell whether it fits.")?;
                }
            }
            Verb::List { json: true } => {
                let (rulings, admitted) = (desk.rulings()?, desk.admitted()?);
                json(out, &serde_json::json!({"rulings": rulings, "admitted": admitted}))?;
            }
            Verb::List { json: false } => {
                let rulings = desk.rulings()?;
                let row = |ruling: &crate::desk::rulings::Ruling| {
                    vec![ruling.number.to_string(), ruling.key.clone(), ruling.answer.clone()]
                };
                let rows: Vec<_> = rulings.iter().map(row).collect();
                let columns = [Column("no", 6), Column("key", 70), Column("answer", 30)];
                table::print(out, &columns, &rows)?;
                for Admitted { power, revision, reason } in desk.admitted()? {
                    writeln!(out, "Admitted: revision {revision} of {power}'s sheet ({reason})")?;
                }
            }
            Verb::Drop { number } => {
                desk.drop_ruling(number)?;
                writeln!(out, "Ruling {number} is taken back. Resolve again.")?;
            }
            Verb::Admit { power, revision, reason } => {
                desk.admit(&power, revision, &reason)?;
                writeln!(out, "Revision {revision} of {power} is admitted. Resolve again.")?;
            }
        }
        Ok(())
    }
}

/// List the open questions of the draft
///
/// Each is a decision that nobody made, with the answer that was taken meanwhile and the key by
/// which a ruling answers it.
///
/// Example: umpire questions
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Questions {
    /// Print them as JSON
    #[arg(long)]
    json: bool,
}

impl Questions {
    pub fn run(self, desk: &Desk, out: &mut dyn Write) -> Outcome {
        let questions = desk.questions()?;
        if self.json {
            return json(out, &questions);
        }
        for question in &questions {
            let mark = if question.needs_human { " (needs your word)" } else { "" };
            writeln!(out, "{}{mark}", question.in_words())?;
        }
        Ok(())
    }
}
