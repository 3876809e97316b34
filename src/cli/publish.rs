//! `umpire publish`: the draft becomes final.

use super::rollback::said;
use super::{CliError, Outcome, json, many, send, short};
use desk::campaign::deadline::Due;
use desk::post::send::Sent;
use desk::season::publish::Published;
use desk::{Access, Desk};
use std::io::Write;
use std::path::Path;

/// Publish the draft and open the next season
///
/// Refuses a draft that is older than a sheet or ruling, one that needs your word on a decision, and
/// one for which a sheet is missing that may still come: before the deadline, or without one. The
/// reports are written to `reports/SEASON/`.
///
/// Example: umpire publish
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Publish {
    /// Publish despite open questions or missing sheets; the reason goes into the journal
    #[arg(long, value_name = "REASON")]
    force: Option<String>,
    /// The deadline of the season that opens, as `umpire deadline set` takes it
    #[arg(long, value_name = "WHEN")]
    deadline: Option<String>,
    /// With --deadline: even if it is in the past
    #[arg(long, requires = "deadline")]
    past: bool,
    /// Send the outbox at once, as `umpire send` does
    #[arg(long)]
    send: bool,
    /// Print the outcome as JSON
    #[arg(long)]
    json: bool,
}

impl Publish {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        let due = self.deadline.as_deref().map(|written| Due { written, past: self.past });
        if self.send {
            desk.begin_sending()?;
        }
        let published = desk.publish(self.force.as_deref(), due);
        if self.send && published.is_err() {
            desk.end_sending();
        }
        let published = published?;
        if self.json {
            json(out, &published)?;
        } else {
            tell(&published, out)?;
        }
        if !self.send {
            return Ok(());
        }
        out.flush()?;
        let sent = send_after(desk.folder())?;
        if !self.json {
            send::tell(&sent, out)?;
        }
        if sent.stuck.is_empty() { Ok(()) } else { Err(CliError::Told) }
    }
}

/// Sends what waits in the outbox of a campaign in which a season was just published.
pub(super) fn send_after(folder: &Path) -> Result<Sent, CliError> {
    // Sending waits for another writer, since a mail that was accepted must be marked as sent.
    let mut patient = Desk::open(Some(folder), Access::Intake)?;
    let sent = send::sending(&mut patient, false, false)?;
    patient.end_sending();
    Ok(sent)
}

/// Tells what was published.
fn tell(published: &Published, out: &mut dyn Write) -> Outcome {
    if published.late {
        let season = &published.season;
        writeln!(out, "No draft to publish. {season} is already published.")?;
        writeln!(out, "These of its files were missing and have been written:")?;
        for path in &published.reports {
            writeln!(out, "  {}", path.display())?;
        }
        return Ok(());
    }
    for line in &published.summary {
        writeln!(out, "  {line}")?;
    }
    writeln!(out, "Published {}, digest {}.", published.season, short(&published.digest))?;
    let folder = published.reports.first().and_then(|path| path.parent());
    if let Some(folder) = folder {
        let files = many(published.reports.len(), "file");
        writeln!(out, "Its reports are in {} ({files}).", folder.display())?;
    }
    for receipt in &published.receipts {
        let (power, verdict) = (receipt.power.as_deref().unwrap_or("a sheet"), &receipt.verdict);
        writeln!(out, "  {power}: the sheet that was in is now {verdict}, with a new receipt")?;
    }
    if let Some(said) = said(published.rulings, published.words) {
        let lists = "`umpire ruling list` and `umpire narrate` show them";
        writeln!(out, "  {said} of yours stand again in it: {lists}")?;
    }
    match &published.next {
        Some(next) => writeln!(out, "Orders for {next} are being collected.")?,
        None => writeln!(out, "The campaign has ended.")?,
    }
    Ok(())
}
