//! `umpire resolve`: a season is played, and only the umpire sees it.

use super::{Outcome, json, short};
use desk::season::explain::{Against, AnswerLine, Change, EventLine, Explanation};
use desk::season::play::{Resolution, SummaryLine};
use desk::{Desk, fitted, wrapped};
use std::io::Write;

/// Resolve the season
///
/// Plays the newest accepted orders and keeps the result as a draft. Nobody but you sees it before
/// `umpire publish`. Resolving again, with nothing changed, gives the same draft. The numbers
/// before the lines are those of the events, for --explain and for rulings.
///
/// Example: umpire resolve --explain 27
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Resolve {
    /// Play it even if more sheets are missing than umpire.yaml allows
    #[arg(long)]
    anyway: bool,
    /// Show what this power would be told of it
    #[arg(long = "as", value_name = "POWER", conflicts_with_all = ["explain", "diff", "all"])]
    eye: Option<String>,
    /// Show one event whole: rule, dice, modifiers, decisions and who answered them
    #[arg(long, value_name = "EVENT", conflicts_with_all = ["diff", "all"])]
    explain: Option<usize>,
    /// Show what has changed since the previous draft, or since the season that was withdrawn
    #[arg(long, value_name = "WHAT", conflicts_with = "all")]
    #[arg(num_args = 0..=1, default_missing_value = "draft")]
    diff: Option<Compared>,
    /// Show every event in a sentence
    #[arg(long)]
    all: bool,
    /// Print the outcome as JSON
    #[arg(long)]
    json: bool,
}

/// What a draft is compared with.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Compared {
    /// The previous draft
    Draft,
    /// The season that was withdrawn
    Withdrawn,
}

impl Compared {
    fn against(self) -> (Against, &'static str) {
        match self {
            Compared::Draft => (Against::DraftBefore, "the draft before"),
            Compared::Withdrawn => (Against::Withdrawn, "what was withdrawn"),
        }
    }
}

impl Resolve {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        if !self.anyway {
            desk.expect_quorum()?;
        }
        let looks = self.eye.is_some() || self.explain.is_some() || self.diff.is_some() || self.all;
        if looks {
            // A draft that is as new as its sheets is looked at as it is.
            if !desk.is_fresh()? {
                desk.resolve()?;
            }
            return self.look(desk, out);
        }
        let resolved = desk.resolve()?;
        if self.json {
            return json(out, &resolved);
        }
        tell(&resolved, out)
    }

    fn look(self, desk: &Desk, out: &mut dyn Write) -> Outcome {
        if let Some(power) = &self.eye {
            let report = desk.report_of_draft(power)?;
            if self.json {
                return json(out, &report);
            }
            writeln!(out, "{}", report.trim_end())?;
        } else if let Some(number) = self.explain {
            explained(&desk.explain(None, number)?, self.json, out)?;
        } else if let Some(compared) = self.diff {
            let (against, other) = compared.against();
            let changes = desk.changes(against)?;
            if self.json {
                return json(out, &changes);
            }
            for change in &changes {
                let (mark, sentence) = match change {
                    Change::Now(number, sentence) => (format!("+ {number:>4}"), sentence),
                    Change::NoMore(sentence) => ("-     ".to_owned(), sentence),
                };
                writeln!(out, "{mark}  {}", wrapped(sentence, 70, 8))?;
            }
            if changes.is_empty() {
                writeln!(out, "Nothing differs from {other}.")?;
            }
        } else {
            let lines = desk.chronicle(None)?;
            if self.json {
                return json(out, &lines);
            }
            chronicle(&lines, out)?;
        }
        Ok(())
    }
}

/// A season event by event.
pub(super) fn chronicle(lines: &[EventLine], out: &mut dyn Write) -> Outcome {
    for EventLine { number, sentence } in lines {
        writeln!(out, "{number:>5}  {}", wrapped(sentence, 70, 7))?;
    }
    Ok(())
}

/// One event with everything that it rests on.
pub(super) fn explained(told: &Explanation, as_json: bool, out: &mut dyn Write) -> Outcome {
    if as_json {
        return json(out, told);
    }
    let Explanation { season, number, of, sentence, event, answers } = told;
    writeln!(out, "{season}, event {number} of {of}: {}", event.name)?;
    writeln!(out, "  {}", wrapped(sentence, 76, 2))?;
    writeln!(out, "  {}", wrapped(&event.meaning, 76, 2))?;
    for (name, value) in &event.fields {
        if !value.is_empty() {
            writeln!(out, "    {}", wrapped(&format!("{name}: {value}"), 74, 8))?;
        }
    }
    if !event.seen_by.is_empty() {
        writeln!(out, "  Learned by: {}", event.seen_by.join(", "))?;
    }
    if answers.is_empty() {
        writeln!(out, "  It rests on no die, chit or decision.")?;
    }
    for AnswerLine { key, asked, answer, decider, from } in answers {
        let by = decider.as_ref().map(|who| format!(", {who} decides")).unwrap_or_default();
        writeln!(out, "  {key}")?;
        writeln!(out, "    {}", wrapped(&format!("{asked}{by}"), 74, 6))?;
        writeln!(out, "    {}", wrapped(&format!("{answer}: {from}"), 74, 6))?;
    }
    Ok(())
}

fn tell(resolved: &Resolution, out: &mut dyn Write) -> Outcome {
    writeln!(out, "Drafted {}, digest {}.", resolved.season, short(&resolved.digest))?;
    for (power, orders) in &resolved.orders {
        writeln!(out, "  {power}: {orders}")?;
    }
    if !resolved.lines.is_empty() {
        writeln!(out)?;
    }
    for SummaryLine { event, text } in &resolved.lines {
        writeln!(out, "{event:>4}  {}", fitted(text, 73))?;
    }
    if !resolved.notes.is_empty() {
        writeln!(out, "\nNotes from players:")?;
    }
    for (power, note) in &resolved.notes {
        for (at, line) in note.lines().enumerate() {
            let head = if at == 0 { format!("{power}: ") } else { "  ".into() };
            writeln!(out, "  {}", wrapped(&format!("{head}{line}"), 76, 4))?;
        }
    }
    if !resolved.odd.is_empty() {
        writeln!(out, "\nWhat looks odd:")?;
    }
    for odd in &resolved.odd {
        writeln!(out, "{}", fitted(&format!("  {odd}"), 78))?;
    }
    if !resolved.admissible.is_empty() {
        writeln!(out, "\nSheets that are not played:")?;
    }
    for sheet in &resolved.admissible {
        writeln!(out, "  {}", wrapped(&sheet.in_words(), 76, 4))?;
    }
    let (yours, others): (Vec<_>, Vec<_>) =
        resolved.questions.iter().partition(|question| question.needs_human);
    if !yours.is_empty() {
        writeln!(out, "\nFor you to decide before it is published:")?;
    }
    for question in yours {
        writeln!(out, "  {}", question.in_words())?;
    }
    if !others.is_empty() {
        writeln!(out, "\nDecisions left to the rules' defaults: {}", others.len())?;
    }
    for question in others {
        let line = format!("  {}: {}", question.about(), question.taken);
        writeln!(out, "{}", fitted(&line, 78))?;
    }
    if resolved.over {
        writeln!(out, "\nThe campaign ends with this season.")?;
    }
    Ok(())
}
