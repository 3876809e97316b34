//! `umpire end` and `umpire reveal`: close a campaign, and reveal its secret.

use super::{Outcome, json, many};
use desk::Desk;
use std::io::Write;

/// End the campaign by hand
///
/// Every player is told, with the reason. The season that is open is not played. A campaign that
/// ends by its rules ends when its last season is published.
///
/// Example: umpire end --reason "France has made peace with all"
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct End {
    /// The reason; every player is told
    #[arg(long)]
    reason: String,
    /// Reopen the campaign with the season that was open
    #[arg(long)]
    undo: bool,
}

impl End {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        if self.undo {
            let season = desk.go_on(&self.reason)?;
            writeln!(out, "The campaign goes on. Orders for {season} are being collected.")?;
            return Ok(());
        }
        let mails = desk.end(&self.reason)?;
        writeln!(out, "The campaign has ended; {} in the outbox.", many(mails, "mail"))?;
        writeln!(out, "`umpire reveal` tells the secret, so that everybody can check the dice.")?;
        Ok(())
    }
}

/// Reveal the secret of a campaign that has ended
///
/// Mails every player the secret and the whole history, with nothing hidden. With it and their own
/// mails a player checks the game with `umpire verify --public FOLDER`.
///
/// Example: umpire reveal
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Reveal {
    /// Print the outcome as JSON
    #[arg(long)]
    json: bool,
}

impl Reveal {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        let revealed = desk.reveal()?;
        if self.json {
            return json(out, &revealed);
        }
        writeln!(out, "The secret: {}", revealed.secret)?;
        if revealed.again {
            writeln!(out, "It was told before; the mails are in the outbox or have gone out.")?;
            return Ok(());
        }
        let (mails, seasons) = (many(revealed.mails, "mail"), many(revealed.seasons, "season"));
        writeln!(out, "{mails} in the outbox, each with the history of {seasons}.")?;
        Ok(())
    }
}
