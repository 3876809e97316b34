//! `umpire pace`: does what umpire.yaml lets it do without the umpire.

use super::{Outcome, json, send, watch};
use desk::Desk;
use desk::season::pace::Paced;
use std::io::Write;

/// Resolve and publish what is due without you
///
/// `pace:` in umpire.yaml says how much is automatic: `by hand` (nothing, the default), `when all
/// are in` (the season is drafted as soon as every sheet is in, or at the deadline) or `at once`
/// (it is resolved, published and sent). `umpire intake` and `umpire remind` do the same after
/// their own work; this command is for cron and for a deadline.
///
/// Example: umpire pace --watch
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Pace {
    /// Keep running: once a minute, until a signal ends it
    #[arg(long)]
    watch: bool,
    /// Print what was done as JSON
    #[arg(long)]
    json: bool,
}

impl Pace {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        if !self.watch {
            return self.once(desk, out);
        }
        watch::each_minute(|| {
            // Keep running if a server is unreachable or another command is writing.
            if let Err(error) = self.once(desk, out) {
                eprintln!("failed: {error}");
            }
            Ok(out.flush()?)
        })
    }

    fn once(&self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        let paced = desk.pace()?;
        if self.json {
            json(out, &paced)?;
        } else if paced.is_empty() && !self.watch {
            writeln!(out, "Nothing is due.")?;
        }
        done(desk, &paced, !self.json, out)
    }
}

/// Tells what was done without the umpire, and sends what waits where a campaign goes at once.
pub(super) fn done(desk: &mut Desk, paced: &[Paced], tell: bool, out: &mut dyn Write) -> Outcome {
    for one in paced.iter().filter(|_| tell) {
        writeln!(out, "{}.", one.told)?;
    }
    if desk.sends_at_once()? {
        let sent = send::sending(desk, false, false)?;
        if tell {
            send::tell(&sent, out)?;
        }
    }
    Ok(())
}
