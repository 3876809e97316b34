//! `umpire send`: sends the mails in the outbox.

use super::table::{self, Column};
use super::{CliError, Outcome, json, many, watch};
use desk::Desk;
use desk::post::send::{Errand, Item, Sent};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};

/// Send what waits in the outbox
///
/// Each mail is sent until the server has accepted it: at least once, always the same bytes
/// under the same Message-ID. What is not accepted is tried again by a later run, at growing
/// intervals; what was permanently refused waits until you give --again. How mail is sent is set in
/// umpire.yaml. A signal stops the run between two mails.
///
/// The exit code is 1 if a mail was tried and could not be sent.
///
/// Example: umpire send
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Send {
    /// Only show what would be sent
    #[arg(long)]
    dry_run: bool,
    /// Try everything that waits now, including what was refused
    #[arg(long)]
    again: bool,
    /// Send a mail that went out once more, the same bytes: welcome, handover, report or receipt
    #[arg(long, num_args = 2, value_names = ["KIND", "PLAYER"], conflicts_with = "dry_run")]
    resend: Option<Vec<String>>,
    /// With --resend: of this season; else of the newest
    #[arg(long, requires = "resend")]
    season: Option<String>,
    /// Print what became of each mail as JSON
    #[arg(long)]
    json: bool,
}

impl Send {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        if let Some([kind, player]) = self.resend.as_deref() {
            let count = desk.resend(kind, player, self.season.as_deref())?;
            if !self.json {
                writeln!(out, "{} to be sent again.", many(count, "mail"))?;
            }
        }
        let sent = sending(desk, self.dry_run, self.again)?;
        if !self.dry_run {
            desk.end_sending();
        }
        if self.json {
            json(out, &sent)?;
        } else {
            tell(&sent, out)?;
        }
        if sent.dry || sent.stuck.is_empty() { Ok(()) } else { Err(CliError::Told) }
    }
}

/// Sends the mails in the outbox, with a progress bar on a terminal.
pub fn sending(desk: &mut Desk, dry: bool, again: bool) -> Result<Sent, CliError> {
    // Listening begins before the first mail.
    watch::ended()?;
    let bar = if std::io::stderr().is_terminal() && !dry {
        ProgressBar::new(0).with_style(style())
    } else {
        ProgressBar::hidden()
    };
    let mut told = |done: usize, whole: usize, subject: &str| {
        bar.set_length(whole as u64);
        bar.set_position(done as u64);
        bar.set_message(subject.to_owned());
    };
    let stop = || watch::ended().unwrap_or(false);
    let errand = Errand { dry, again, told: Some(&mut told), stop: Some(&stop) };
    let sent = desk.send(errand);
    bar.finish_and_clear();
    Ok(sent?)
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len}  {wide_msg}");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Prints what became of each mail.
pub fn tell(sent: &Sent, out: &mut dyn Write) -> Outcome {
    let verb = if sent.dry { "would be sent" } else { "sent" };
    writeln!(out, "{} {verb}, {}.", many(sent.sent.len(), "mail"), sent.way)?;
    if sent.dry {
        list(&sent.sent, out)?;
    }
    if !sent.stuck.is_empty() {
        let stay = if sent.stuck.len() == 1 { "stays" } else { "stay" };
        writeln!(out, "\n{} {stay} in the outbox:", many(sent.stuck.len(), "mail"))?;
        list(&sent.stuck, out)?;
    }
    if sent.held > 0 {
        let notices = many(sent.held, "notice");
        if sent.nowhere {
            let (status, key) = ("`umpire status` lists them", "`mail.umpire`");
            writeln!(out, "{notices} to you: {status}; name {key} to get them by mail.")?;
        } else {
            writeln!(out, "{notices} to you for the day's digest.")?;
        }
    }
    if sent.stopped {
        writeln!(out, "Stopped by a signal; the next run goes on.")?;
    }
    Ok(())
}

fn list(items: &[Item], out: &mut dyn Write) -> Outcome {
    let why = |item: &Item| {
        let said = item.said.clone().unwrap_or_default();
        match (&item.again, item.refused) {
            (_, true) => {
                format!("refused: {said}; correct the address, then `umpire send --again`")
            }
            (Some(again), false) => format!("{said}; tried again after {again}"),
            (None, false) if item.tries > 0 => format!("{said}; tried again at once"),
            (None, false) => "not tried yet".into(),
        }
    };
    let row = |item: &Item| {
        vec![
            item.number.to_string(),
            item.kind.clone(),
            item.recipient.clone(),
            item.tries.to_string(),
            why(item),
        ]
    };
    let rows: Vec<_> = items.iter().map(row).collect();
    let columns = [
        Column("no", 6),
        Column("kind", 10),
        Column("to", 30),
        Column("tries", 5),
        Column("why", 60),
    ];
    Ok(table::print(out, &columns, &rows)?)
}
