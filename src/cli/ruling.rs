//! `umpire ruling` and `umpire questions`: the umpire's rulings, and the open questions.

use super::table::{self, Column};
use super::{Outcome, json};
use clap::ArgGroup;
use desk::season::rulings::{Ruled, Ruling as Stands, Word};
use desk::{Desk, wrapped};
use std::io::{Read, Write};

/// Rule on a decision, a die, a fact, a late sheet or an option
///
/// A ruling is an input of the season, with its reason: resolve again to play it. What no longer
/// fits then is reported, and never applied to something else.
///
/// Example: umpire ruling add "spring 1796/NIA §8.2.4/Augereau/W3634/1" 4+2 --reason "he fell"
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Ruling {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Add(Add),
    /// List the rulings that stand in this season
    List {
        /// Print the list as JSON
        #[arg(long)]
        json: bool,
    },
    /// List the facts that a ruling can set, each as it is written
    Facts,
    /// Remove a ruling
    Drop {
        number: u32,
    },
}

/// Add a ruling
///
/// KEY ANSWER answers an open question by its number in `umpire questions`, or one key of the ledger,
/// as `umpire questions`, `umpire resolve --explain` and
/// `umpire archive show --ledger` print it: a choice, the faces of dice such as 4+2, or what is
/// drawn. Of several rulings on one key the last counts.
///
/// --fact sets a fact, one key with what belongs to it; `umpire ruling facts` lists them.
/// Its place is `--at start`, `--at "before marker 5"`, `--at "after 27"` with the number of an
/// event of the draft, or `--at end`.
///
/// Example: umpire ruling add --fact "move: {force: Ott, to: Genoa}" --at end --reason "a slip"
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
#[command(group = ArgGroup::new("word").required(true).args(["key", "fact", "sheet", "option"]))]
struct Add {
    /// The number of an open question, or a key of the ledger
    #[arg(requires = "answer")]
    key: Option<String>,
    /// The answer to it
    answer: Option<String>,
    /// A fact, in YAML; `-` reads it from standard input
    #[arg(long, value_name = "FACT", requires = "at")]
    fact: Option<String>,
    /// The fact's place in the sequence
    #[arg(long, value_name = "PLACE", requires = "fact")]
    at: Option<String>,
    /// Admit a sheet that came too late or for a power that nobody plays, as `umpire status` shows
    /// it
    #[arg(long, value_name = "POWER/REVISION")]
    sheet: Option<String>,
    /// Set an option of the campaign from this season on
    #[arg(long, value_name = "NAME=VALUE")]
    option: Option<String>,
    /// The reason; it is stored with the ruling, and the players concerned are told
    #[arg(long)]
    reason: String,
}

/// The longest fact that is read from standard input.
const MOST_FACT: u64 = 64 * 1024;

impl Ruling {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        match self.verb {
            Verb::Add(add) => add.run(desk, out),
            Verb::List { json: true } => json(out, &desk.rulings()?),
            Verb::List { json: false } => list(&desk.rulings()?, out),
            Verb::Facts => {
                writeln!(out, "{}", desk.facts()?.trim_end())?;
                Ok(())
            }
            Verb::Drop { number } => {
                desk.drop_ruling(number)?;
                writeln!(out, "Ruling {number} is taken back. Resolve again.")?;
                Ok(())
            }
        }
    }
}

impl Add {
    fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        let Add { key, answer, fact, at, sheet, option, reason } = self;
        let fact = match fact {
            Some(dash) if dash == "-" => {
                let mut text = String::new();
                std::io::stdin().take(MOST_FACT).read_to_string(&mut text)?;
                Some(text)
            }
            given => given,
        };
        let (power, revision) = sheet
            .as_deref()
            .and_then(|sheet| sheet.rsplit_once('/'))
            .and_then(|(power, revision)| Some((power, revision.parse().ok()?)))
            .unwrap_or((sheet.as_deref().unwrap_or_default(), 0));
        let (name, value) = option
            .as_deref()
            .map(|option| option.split_once('=').unwrap_or((option, "")))
            .unwrap_or_default();
        let key = match key.as_deref().map(str::parse::<usize>) {
            Some(Ok(number)) => Some(desk.question_key(number)?),
            _ => key,
        };
        let word = match (&key, &fact, &sheet) {
            (Some(key), _, _) => {
                Word::Answer { key, answer: answer.as_deref().unwrap_or_default() }
            }
            (None, Some(text), _) => Word::Fact { at: at.as_deref().unwrap_or("start"), text },
            (None, None, Some(_)) => Word::Sheet { power, revision },
            (None, None, None) => Word::Option { name, value },
        };
        let Ruled { number, on, answer, checked } = desk.rule_on(word, &reason)?;
        writeln!(out, "Ruling {number}, {on}: {}", wrapped(&answer, 76, 4))?;
        match checked {
            true => writeln!(out, "Resolve again to play it.")?,
            false => writeln!(out, "Resolving will tell whether it fits.")?,
        }
        Ok(())
    }
}

fn list(rulings: &[Stands], out: &mut dyn Write) -> Outcome {
    if rulings.is_empty() {
        writeln!(out, "No ruling stands.")?;
        return Ok(());
    }
    let row = |ruling: &Stands| {
        vec![
            ruling.number.to_string(),
            ruling.kind.clone(),
            ruling.on.clone(),
            ruling.answer.clone(),
            ruling.reason.clone(),
        ]
    };
    let rows: Vec<_> = rulings.iter().map(row).collect();
    let columns = [
        Column("no", 6),
        Column("kind", 8),
        Column("on", 52),
        Column("ruling", 40),
        Column("reason", 30),
    ];
    Ok(table::print(out, &columns, &rows)?)
}

/// List the open questions of the draft
///
/// Each is a decision that nobody made, with the answer assumed for now, and the number and the key
/// by which `umpire ruling add` answers it.
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
        if questions.is_empty() {
            writeln!(out, "No question is open.")?;
        }
        for question in &questions {
            let mark = if question.needs_human { " (needs your word)" } else { "" };
            writeln!(out, "{}{mark}", question.in_words())?;
        }
        Ok(())
    }
}
