//! `umpire remind`: reminds the players who have not sent a sheet.

use super::table::{self, Column};
use super::{Outcome, json, many, pace, send, watch};
use desk::Desk;
use std::io::Write;

/// Remind the players who have not sent a sheet yet
///
/// The hours before the deadline are set in umpire.yaml; each player is reminded once for each, and
/// told once when the deadline is past. Run it from cron as often as you like, or with --watch.
///
/// Example: umpire remind --send
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Remind {
    /// Send the outbox at once, as `umpire send` does
    #[arg(long)]
    send: bool,
    /// Keep running: remind and send once a minute, until a signal ends it
    #[arg(long, conflicts_with = "dry_run")]
    watch: bool,
    /// Only show who would be reminded
    #[arg(long)]
    dry_run: bool,
    /// Print who was reminded as JSON
    #[arg(long)]
    json: bool,
}

impl Remind {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        if !self.watch {
            return self.once(desk, out);
        }
        watch::each_minute(|| {
            let done = self.once(desk, out);
            // Keep running if a server is unreachable or another command is writing.
            if let Err(error) = &done {
                eprintln!("failed: {error}");
            }
            Ok(out.flush()?)
        })
    }

    fn once(&self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        let all = desk.remind(self.dry_run)?;
        if self.json {
            json(out, &all)?;
        } else if !all.is_empty() || !self.watch {
            let verb = if self.dry_run { "would be put" } else { "put" };
            writeln!(out, "{} {verb} into the outbox.", many(all.len(), "reminder"))?;
            let rows: Vec<_> = all
                .iter()
                .map(|one| vec![one.power.clone(), one.player.clone(), one.subject.clone()])
                .collect();
            if !rows.is_empty() {
                let columns = [Column("power", 20), Column("player", 24), Column("says", 60)];
                table::print(out, &columns, &rows)?;
            }
        }
        if self.dry_run {
            return Ok(());
        }
        let paced = desk.pace()?;
        pace::done(desk, &paced, !self.json, out)?;
        if !(self.send || self.watch) {
            return Ok(());
        }
        let sent = send::sending(desk, false, false)?;
        if !self.json && (!sent.sent.is_empty() || !self.watch) {
            send::tell(&sent, out)?;
        }
        Ok(())
    }
}
