//! `umpire tonight`: what needs a person, on one screen, and one `yes`.

use super::{CliError, Outcome, json, many, publish, send};
use desk::campaign::away::Absence;
use desk::campaign::status::PowerStatus;
use desk::season::play::Resolution;
use desk::season::publish::Published;
use desk::season::tonight::{Tonight as Evening, Weighed};
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
/// terminal it then asks: `yes` publishes the draft, sends the mails and sets the next deadline by
/// the rhythm in umpire.yaml. Anything else changes nothing more.
///
/// Example: umpire tonight
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Tonight {
    /// Publish and send without asking
    #[arg(long, conflicts_with = "json")]
    yes: bool,
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
        let asks = io::stdin().is_terminal() && io::stdout().is_terminal();
        let Some(draft) = evening.draft.filter(|_| evening.hindered.is_none()) else {
            return Ok(());
        };
        if !self.yes && !asks {
            return Ok(writeln!(out, "\n`umpire tonight --yes` does that.")?);
        }
        if !self.yes && !is_yes(out)? {
            return Ok(writeln!(out, "Nothing is published.")?);
        }
        publish_and_send(&folder, &draft, out)
    }
}

/// Asks on the terminal whether to go on.
fn is_yes(out: &mut dyn Write) -> Result<bool, CliError> {
    write!(out, "\nType yes to do that: ")?;
    out.flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim().eq_ignore_ascii_case("yes"))
}

fn publish_and_send(folder: &Path, draft: &Resolution, out: &mut dyn Write) -> Outcome {
    let mut desk = Desk::open(Some(folder), Access::Write)?;
    desk.begin_sending()?;
    let published = desk.publish_shown(draft);
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
    let status = &evening.status;
    let season = match (&status.season, &status.title) {
        (Some(season), Some(title)) => format!(", {season} ({title})"),
        (Some(season), None) => format!(", {season}"),
        (None, _) => String::new(),
    };
    let deadline = status.deadline.as_deref().unwrap_or("no deadline");
    writeln!(out, "{}{season}; deadline: {deadline}", status.campaign)?;
    sheets(&status.powers, &status.away, out)?;
    for sheet in &status.admissible {
        writeln!(out, "{}", wrapped(&sheet.in_words(), WIDE, 2))?;
    }
    if status.unread > 0 {
        writeln!(out, "{} not read yet: `umpire intake`", many(status.unread, "mail"))?;
    }
    let mail = |one: &desk::intake::settle::WaitingMail| {
        format!("{}  {}, {}: {}", one.number, one.sender, one.could_be, one.subject)
    };
    list("Mails that need you (`umpire mail show NUMBER`)", evening.mails.iter().map(mail), out)?;
    if let Some(why) = &evening.no_draft {
        writeln!(out, "\n{}", wrapped(&format!("No draft: {why}"), WIDE, 0))?;
    }
    let Some(draft) = &evening.draft else { return Ok(()) };
    if !draft.notes.is_empty() {
        writeln!(out, "\nNotes from players")?;
    }
    for (power, note) in &draft.notes {
        writeln!(out, "{}", fitted(&format!("  {power}: {}", one_line(note)), WIDE))?;
    }
    let heading =
        "Questions that change the season (`umpire ruling add NUMBER ANSWER --reason WHY`)";
    list(heading, evening.questions.iter().map(question), out)?;
    if evening.idle_questions > 0 {
        let questions = many(evening.idle_questions, "open question");
        writeln!(out, "{questions} would end the same whatever the answer.")?;
    }
    list("What looks odd", evening.odd.iter().cloned(), out)?;
    if !evening.score.is_empty() {
        writeln!(out, "\nScore")?;
    }
    for (what, whose) in &evening.score {
        let figures: Vec<String> =
            whose.iter().map(|(who, number)| format!("{who} {number}")).collect();
        writeln!(out, "  {}", wrapped(&format!("{what}: {}", figures.join(", ")), WIDE - 2, 4))?;
    }
    match &evening.hindered {
        Some(why) => {
            writeln!(out, "\n{}", wrapped(&format!("Not ready to publish: {why}"), WIDE, 0))?;
        }
        None => {
            writeln!(out, "\nReady to publish {}", draft.season)?;
            for line in &evening.would {
                writeln!(out, "  {}", wrapped(line, WIDE - 2, 4))?;
            }
        }
    }
    Ok(())
}

/// One line on who has sent, one on who has not.
fn sheets(powers: &[PowerStatus], away: &[Absence], out: &mut dyn Write) -> Outcome {
    let is_in = |power: &&PowerStatus| power.played.is_some();
    let sent: Vec<&str> = powers.iter().filter(is_in).map(|one| one.power.as_str()).collect();
    let missing = powers.iter().filter(|one| one.asked && !is_in(one)).map(|one| {
        let gone = away.iter().find(|absence| absence.power == one.power);
        let why = match (gone, one.standing_orders, &one.player) {
            (Some(absence), ..) => format!(" (away until {})", absence.last),
            (None, true, _) => " (standing orders)".to_owned(),
            (None, false, None) => " (no player)".to_owned(),
            (None, false, Some(_)) => String::new(),
        };
        format!("{}{why}", one.power)
    });
    let missing: Vec<String> = missing.collect();
    let all = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    writeln!(out, "{}", wrapped(&format!("Sheets in: {}", all(&sent)), WIDE, 2))?;
    if !missing.is_empty() {
        writeln!(out, "{}", wrapped(&format!("Missing: {}", missing.join(", ")), WIDE, 2))?;
    }
    Ok(())
}

fn question(one: &Weighed) -> String {
    let mark = if one.question.needs_human { "! " } else { "" };
    let rest = match (one.weighed, one.differ.is_empty()) {
        (true, false) => format!("; or {}", one.differ.join(", ")),
        (true, true) => "; nothing changes with another answer".to_owned(),
        (false, _) => String::new(),
    };
    let Weighed { question, .. } = one;
    format!("{}. {mark}{}: {}{rest}", question.number, question.about(), question.taken)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A line of at most so many letters; three dots say that it goes on.
fn cut(line: &str, wide: usize) -> String {
    if line.chars().count() <= wide {
        return line.to_owned();
    }
    line.chars().take(wide.saturating_sub(3)).chain("...".chars()).collect()
}

/// A heading and the first lines of a list; nothing if it is empty.
fn list(
    heading: &str,
    lines: impl ExactSizeIterator<Item = String>,
    out: &mut dyn Write,
) -> Outcome {
    let all = lines.len();
    if all == 0 {
        return Ok(());
    }
    writeln!(out, "\n{heading}: {all}")?;
    for line in lines.take(MOST) {
        writeln!(out, "  {}", cut(&one_line(&line), WIDE - 2))?;
    }
    if all > MOST {
        writeln!(out, "  and {} more; `umpire resolve` shows them", all - MOST)?;
    }
    Ok(())
}
