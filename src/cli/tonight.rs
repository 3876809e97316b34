//! `umpire tonight`: what needs a person, on one screen, and one `yes`.

use super::evening::Way;
use super::{CliError, Outcome, evening, json, publish, send};
use desk::campaign::deadline::Due;
use desk::season::play::Resolution;
use desk::season::publish::Published;
use desk::season::tonight::Tonight as Evening;
use desk::{Access, Desk, fitted, wrapped};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

/// The most lines of one kind that are shown.
const MOST: usize = 5;
/// The width of a line.
const WIDE: usize = 78;

/// Show what needs you tonight, then publish and send with one yes
///
/// Drafts the season if enough sheets are in. Shows who is missing, mails and late sheets that wait
/// for you, the open questions whose answer changes the season, what looks odd, and the score. On a
/// terminal it then asks: `yes` publishes the draft, sends the mails and sets the next deadline, by
/// the rhythm in umpire.yaml or as you give it. Anything else changes nothing more.
///
/// Example: umpire tonight
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Tonight {
    /// Publish and send without asking
    #[arg(long, conflicts_with = "json")]
    yes: bool,
    /// Publish and send even though a sheet or your ruling is missing; reports say why
    #[arg(long, value_name = "REASON", conflicts_with = "json")]
    force: Option<String>,
    /// The deadline of the season that opens, as `umpire deadline set` takes it
    #[arg(long, value_name = "WHEN", conflicts_with = "json")]
    deadline: Option<String>,
    /// Draft the season even if more sheets are missing than umpire.yaml allows
    #[arg(long)]
    anyway: bool,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

impl Tonight {
    pub fn run(self, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        // The campaign is not held open while a person reads.
        let mut desk = Desk::open(campaign, Access::Write)?;
        let folder = desk.folder().to_owned();
        let evening = desk.tonight(self.anyway)?;
        drop(desk);
        if self.json {
            return json(out, &evening);
        }
        tell(&evening, out)?;
        if let (Some(next), Some(deadline)) = (&evening.without_deadline, &self.deadline) {
            writeln!(out, "  The deadline that is given to {next}: {deadline}")?;
        }
        let asks = io::stdin().is_terminal() && io::stdout().is_terminal();
        let force = self.force.as_deref();
        let Some(draft) = evening.draft.filter(|_| evening.hindered.is_none() || force.is_some())
        else {
            return Ok(());
        };
        let sure = self.yes || force.is_some();
        if !sure && !asks {
            let deadline = self.deadline.map(|at| format!(" --deadline \"{at}\""));
            let deadline = deadline.unwrap_or_default();
            return Ok(writeln!(out, "\n`umpire tonight --yes{deadline}` does that.")?);
        }
        let mut deadline = self.deadline;
        if !sure {
            if let (None, Some(next)) = (&deadline, &evening.without_deadline) {
                let label = format!("The deadline of {next}, as `7 days`; nothing for none: ");
                deadline = Some(typed(&label, out)?).filter(|typed| !typed.is_empty());
            }
            if !typed("Type yes to do that: ", out)?.eq_ignore_ascii_case("yes") {
                return Ok(writeln!(out, "Nothing is published.")?);
            }
        }
        publish_and_send(&folder, (&draft, force, deadline.as_deref()), out)
    }
}

/// Asks something on the terminal.
fn typed(label: &str, out: &mut dyn Write) -> Result<String, CliError> {
    write!(out, "\n{label}")?;
    out.flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim().to_owned())
}

fn publish_and_send(
    folder: &Path,
    (draft, force, deadline): (&Resolution, Option<&str>, Option<&str>),
    out: &mut dyn Write,
) -> Outcome {
    let mut desk = Desk::open(Some(folder), Access::Write)?;
    desk.begin_sending()?;
    let published = desk.publish_shown(draft, force, deadline.map(Due::of));
    if published.is_err() {
        desk.end_sending();
    }
    let Published { season, next, .. } = published?;
    drop(desk);
    let after = match next {
        Some(next) => format!("Orders for {next} are being collected."),
        None => "The campaign has ended.".to_owned(),
    };
    writeln!(out, "Published {season}. {after}")?;
    out.flush()?;
    let sent = publish::send_after(folder)?;
    send::tell(&sent, out)?;
    if sent.stuck.is_empty() { Ok(()) } else { Err(CliError::Told) }
}

/// Prints the evening, at most a screen of it.
fn tell(evening: &Evening, out: &mut dyn Write) -> Outcome {
    for (at, block) in evening::blocks(evening, Way::Commands).iter().enumerate() {
        if at > 0 && block.apart {
            writeln!(out)?;
        }
        if !block.heading.is_empty() {
            let hint = if block.hint.is_empty() { "" } else { &format!(" ({})", block.hint) };
            let count = match block.counted {
                true => format!(": {}", block.lines.len()),
                false => String::new(),
            };
            writeln!(out, "{}{hint}{count}", block.heading)?;
        }
        let most = if block.counted { MOST } else { usize::MAX };
        for (line, _) in block.lines.iter().take(most) {
            match block.indent {
                0 => writeln!(out, "{}", wrapped(line, WIDE, 2))?,
                _ if block.counted && !block.folded => writeln!(out, "  {}", cut(line, WIDE - 2))?,
                _ if block.folded => writeln!(out, "{}", fitted(&format!("  {line}"), WIDE))?,
                _ => writeln!(out, "  {}", wrapped(line, WIDE - 2, 4))?,
            }
        }
        if block.lines.len() > most {
            let rest = block.lines.len() - most;
            let command = if block.folded { "questions" } else { "resolve" };
            writeln!(out, "  and {rest} more; `umpire {command}` shows them")?;
        }
    }
    Ok(())
}

/// A line of at most so many letters; three dots say that it goes on.
fn cut(line: &str, wide: usize) -> String {
    if line.chars().count() <= wide {
        return line.to_owned();
    }
    line.chars().take(wide.saturating_sub(3)).chain("...".chars()).collect()
}
