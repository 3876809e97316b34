//! `umpire invite`: asks the players by mail for what the scenario leaves open.

use super::{Outcome, json, many};
use desk::campaign::deadline::Due;
use desk::campaign::invite::Invited;
use desk::{Desk, wrapped};
use std::io::Write;

/// Ask players by mail for what the scenario lets them set up
///
/// Each player with an open choice gets a welcome with the choices, the form for them, the guide
/// and their token; `umpire start` closes the set-up and mails the first reports. Reminders,
/// `pace:` and the deadline hold for the set-up as for a season.
///
/// Example: umpire invite --deadline "2026-12-01 18:00"
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Invite {
    /// Players to invite, by name or by a power of theirs; without any, all with an open choice
    players: Vec<String>,
    /// The deadline of the set-up, as `umpire deadline set` takes it
    #[arg(long, value_name = "WHEN")]
    deadline: Option<String>,
    /// With --deadline: even if it is in the past
    #[arg(long, requires = "deadline")]
    past: bool,
    /// Print who was invited as JSON
    #[arg(long)]
    json: bool,
}

impl Invite {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        let due = self.deadline.as_deref().map(|written| Due { written, past: self.past });
        let done = desk.invite(&self.players, due)?;
        if self.json {
            return json(out, &done);
        }
        for Invited { player, powers, choices, before } in &done.invited {
            let choices = many(*choices, "open choice");
            let what = if *before { "was invited before" } else { "invited" };
            let line = format!("{player} ({}): {what}; {choices}", powers.join(", "));
            writeln!(out, "{}", wrapped(&line, 78, 2))?;
        }
        for player in &done.nothing_open {
            let line = format!("{player}: nothing to set up; welcomed by `umpire start`");
            writeln!(out, "{}", wrapped(&line, 78, 2))?;
        }
        for power in &done.unplayed {
            let line = format!("{power}: has open choices and no player; see `umpire player add`");
            writeln!(out, "{}", wrapped(&line, 78, 2))?;
        }
        if done.invited.is_empty() && done.unplayed.is_empty() {
            writeln!(out, "The scenario leaves nothing open; run `umpire start`.")?;
        }
        if done.invited.iter().any(|invited| !invited.before) {
            writeln!(out, "The mails wait in the outbox; `umpire send` sends them.")?;
        }
        match done.deadline {
            Some(deadline) => writeln!(out, "The set-up is open until {deadline}.")?,
            None => writeln!(out, "The set-up has no deadline.")?,
        }
        Ok(())
    }
}
