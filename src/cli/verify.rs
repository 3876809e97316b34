//! `umpire verify`: checks what was published.

use super::{CliError, Outcome, json, many, short};
use desk::proof::proven::{self, Checked, Proven, Verdict};
use desk::proof::verify::{Proof, Verified};
use desk::{Access, Desk, DeskError, wrapped};
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use store::StoreError;

/// Verify what was published
///
/// Plays every published season again and compares it with the file: sheets, rulings, dice, events,
/// positions, mails. A byte that was changed later is found, and its season named.
///
/// With --public a player checks the game with nothing but their mails, sent and received, saved
/// with their attachments into a folder, and the secret that was revealed at its end: that their
/// sheets were in, and that every die they were shown is the promised one.
///
/// The exit code is 0 if everything was proved, 1 if a fault was found, 2 if the command was called
/// wrongly, and 3 if nothing is wrong but something was not played again or not shown.
///
/// Example: umpire verify --season "spring 1800"
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Verify {
    /// Only this season
    #[arg(long)]
    season: Option<String>,
    /// Check the mails that a player has saved in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "season")]
    public: Option<PathBuf>,
    /// The secret, if no mail in the folder has it
    #[arg(long, value_name = "HEX", requires = "public")]
    secret: Option<String>,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub fn run(self, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        if let Some(folder) = &self.public {
            let proven = proven::check(folder, self.secret.as_deref()).map_err(called_wrongly)?;
            match self.json {
                true => json(out, &proven)?,
                false => public(&proven, out)?,
            }
            return judged(proven.verdict(), self.json, out);
        }
        let desk = match Desk::open(campaign, Access::Read) {
            // A file that does not only record is a fault of the file.
            Err(error @ DeskError::Store(StoreError::Strange { .. })) => {
                let found = Verified { file: vec![error.to_string()], ..Verified::default() };
                return self.tell_of(&found, out);
            }
            opened => opened.map_err(called_wrongly)?,
        };
        let target = match std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let verified = desk.verify(self.season.as_deref(), &mut |done, of| {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
        });
        let verified = verified.map_err(called_wrongly)?;
        bar.finish_and_clear();
        self.tell_of(&verified, out)
    }

    fn tell_of(&self, verified: &Verified, out: &mut dyn Write) -> Outcome {
        if self.json {
            json(out, verified)?;
        } else {
            for fault in &verified.file {
                writeln!(out, "{}", wrapped(&format!("WRONG: {fault}."), 78, 2))?;
            }
            for note in &verified.notes {
                writeln!(out, "{}", wrapped(&format!("Not checked: {note}."), 78, 2))?;
            }
            for proof in &verified.seasons {
                tell(proof, out)?;
            }
            if verified.seasons.is_empty() && verified.file.is_empty() {
                writeln!(out, "Nothing has been published yet.")?;
            }
        }
        judged(verified.verdict(), self.json, out)
    }
}

/// Prints the overall verdict, and returns the exit code.
fn judged(verdict: Verdict, json: bool, out: &mut dyn Write) -> Outcome {
    if !json {
        writeln!(out, "{}", verdict.sentence())?;
    }
    match verdict {
        Verdict::Proved => Ok(()),
        Verdict::Fault | Verdict::NotShown => Err(CliError::Code(verdict.code())),
    }
}

/// What kept the command from checking anything.
fn called_wrongly(error: DeskError) -> CliError {
    CliError::Called(error)
}

/// What a player's mails prove.
fn public(proven: &Proven, out: &mut dyn Write) -> Outcome {
    writeln!(out, "{} read.", many(proven.mails, "mail"))?;
    for game in &proven.campaigns {
        writeln!(out, "\n{}", game.campaign)?;
        match game.promised {
            Some(true) => writeln!(out, "  The secret is the one that was promised.")?,
            Some(false) => writeln!(out, "  THE SECRET IS NOT THE ONE THAT WAS PROMISED.")?,
            None => {}
        }
        for fault in &game.faults {
            writeln!(out, "  WRONG: {}", wrapped(fault, 72, 4))?;
        }
        for line in &game.not_shown {
            writeln!(out, "  Not shown: {}", wrapped(line, 65, 4))?;
        }
        for line in &game.notes {
            writeln!(out, "  {}", wrapped(line, 74, 4))?;
        }
        for Checked { season, power, dice, forced, notes, not_shown, faults } in &game.seasons {
            let forced = match forced {
                0 => String::new(),
                more => format!(", {more} forced by the umpire"),
            };
            let verdict = if faults.is_empty() { "verified" } else { "VERIFICATION FAILED" };
            writeln!(
                out,
                "  {season}, {power}: {verdict}; dice and chits checked: {dice}{forced}"
            )?;
            for line in faults {
                writeln!(out, "    WRONG: {}", wrapped(line, 65, 6))?;
            }
            for line in not_shown {
                writeln!(out, "    Not shown: {}", wrapped(line, 61, 6))?;
            }
            for line in notes {
                writeln!(out, "    {}", wrapped(line, 72, 6))?;
            }
        }
    }
    for note in &proven.notes {
        writeln!(out, "{}", wrapped(note, 76, 2))?;
    }
    Ok(())
}

fn tell(proof: &Proof, out: &mut dyn Write) -> Outcome {
    let Proof { season, status, digest, events, answers, .. } = proof;
    let withdrawn = if status == "withdrawn" { ", withdrawn" } else { "" };
    if proof.faults.is_empty() {
        let again = match (proof.played_again, digest.is_empty()) {
            (true, _) => format!(
                "played again, {}, {}, digest {}",
                many(*events, "event"),
                many(*answers, "answer"),
                short(digest)
            ),
            (false, false) => format!("its record is verified, digest {}", short(digest)),
            (false, true) => "only sheets, which are verified".to_owned(),
        };
        writeln!(out, "{season}{withdrawn}: {again}")?;
    } else {
        writeln!(out, "{season}{withdrawn}: VERIFICATION FAILED")?;
    }
    for line in proof.faults.iter().chain(&proof.notes) {
        writeln!(out, "  {}", wrapped(line, 76, 4))?;
    }
    Ok(())
}
