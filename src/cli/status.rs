//! `umpire status`: the state of the campaign.

use super::table::{self, Column};
use super::{Outcome, json, many, short};
use desk::campaign::away::Absence;
use desk::campaign::status::PowerStatus;
use desk::{Desk, wrapped};
use std::io::Write;

/// Show who has sent what, the deadline, the draft and open questions
///
/// Example: umpire status
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Status {
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

impl Status {
    pub fn run(self, desk: &Desk, out: &mut dyn Write) -> Outcome {
        let status = desk.status()?;
        if self.json {
            return json(out, &status);
        }
        writeln!(out, "{} ({})", status.campaign, status.scenario)?;
        if let Some(ended) = &status.ended {
            writeln!(out, "The campaign ended on {ended}.")?;
        }
        if let (Some(season), Some(stands)) = (&status.season, &status.stands) {
            let deadline = status.deadline.as_deref().unwrap_or("no deadline");
            let title = status.title.as_ref().map_or(String::new(), |title| format!(" ({title})"));
            writeln!(out, "{season}{title}: {stands}; {deadline}\n")?;
            let rows: Vec<_> = status.powers.iter().map(row).collect();
            let columns = [
                Column("power", 20),
                Column("player", 24),
                Column("sheet", 8),
                Column("verdict", 24),
                Column("came", 24),
                Column("plays", 24),
            ];
            table::print(out, &columns, &rows)?;
        }
        if !status.admissible.is_empty() {
            writeln!(out)?;
        }
        for sheet in &status.admissible {
            writeln!(out, "{}", wrapped(&sheet.in_words(), 78, 2))?;
        }
        for kept in &status.kept {
            let kept = format!("Kept until it opens again: a sheet for {kept}");
            writeln!(out, "{}", wrapped(&kept, 78, 2))?;
        }
        if let Some(draft) = &status.draft {
            let age = if draft.fresh { "fresh" } else { "stale: resolve again" };
            write!(out, "\nDraft {}, {age}; ", short(&draft.digest))?;
            let (open, yours) = (draft.open_questions, draft.needing_you);
            writeln!(out, "{}, {yours} of them for you", many(open, "open question"))?;
        }
        if status.notes > 0 {
            let notes = many(status.notes, "note");
            writeln!(out, "{notes} to you in the sheets; `umpire resolve` shows them")?;
        }
        if status.unwritten > 0 {
            let (files, are) = (many(status.unwritten, "report file"), are(status.unwritten));
            writeln!(
                out,
                "{files} {are} not written yet; `umpire publish` writes what is left out"
            )?;
        }
        if status.for_you > 0 {
            let need = if status.for_you == 1 { "needs" } else { "need" };
            let them = if status.for_you == 1 { "it" } else { "them" };
            let mails = many(status.for_you, "mail");
            writeln!(out, "{mails} {need} you: nothing in {them} counts until you say so")?;
        }
        post(&status, out)?;
        if status.unread > 0 {
            let (mails, are) = (many(status.unread, "mail"), are(status.unread));
            writeln!(out, "{mails} {are} not read yet; run `umpire intake`")?;
        }
        Ok(())
    }
}

/// The most notices that are listed.
const MOST_NOTICES: usize = 20;

/// The state of incoming and outgoing mail.
fn post(status: &desk::campaign::status::Status, out: &mut dyn Write) -> Outcome {
    if status.waiting > 0 {
        let (mails, wait) =
            (many(status.waiting, "mail"), if status.waiting == 1 { "waits" } else { "wait" });
        writeln!(out, "{mails} {wait} in the outbox; run `umpire send`")?;
    }
    let older = status.notices.len().saturating_sub(MOST_NOTICES);
    if older > 0 {
        writeln!(out, "{} to you before these", many(older, "notice"))?;
    }
    for notice in &status.notices[older..] {
        writeln!(out, "{}", wrapped(&format!("Notice of {notice}"), 78, 2))?;
    }
    if !status.notices.is_empty() {
        if status.for_you > 0 {
            writeln!(out, "`umpire mail list` shows the mails that need you")?;
        }
        if status.notices_stay {
            writeln!(out, "To get notices by mail, name your own address: `mail.umpire`")?;
        }
    }
    for stuck in &status.stuck {
        writeln!(out, "{}", wrapped(&format!("Stuck: {stuck}"), 78, 2))?;
    }
    for failing in &status.failing {
        writeln!(out, "{}", wrapped(&format!("Mail comes back: {failing}"), 78, 2))?;
    }
    for Absence { power, first, last } in &status.away {
        writeln!(out, "Away: {power}, {first} to {last}")?;
    }
    Ok(())
}

fn are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

fn row(power: &PowerStatus) -> Vec<String> {
    let dash = || "-".to_owned();
    let plays = match (power.played, power.standing_orders) {
        (Some(revision), _) => format!("revision {revision}"),
        (None, true) => "standing orders".into(),
        (None, false) if power.by_rules => "the rules".into(),
        (None, false) if power.asked => "nothing yet".into(),
        (None, false) => "not asked".into(),
    };
    vec![
        power.power.clone(),
        match (&power.player, &power.keeper) {
            (Some(player), Some(keeper)) => format!("{player} (for {keeper})"),
            (Some(player), None) => player.clone(),
            (None, _) => dash(),
        },
        power.revision.map_or_else(dash, |revision| revision.to_string()),
        power.verdict.clone().unwrap_or_else(dash),
        power.received.clone().unwrap_or_else(dash),
        plays,
    ]
}
