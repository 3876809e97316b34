//! `umpire verify`: what was published is proved.

use super::{CliError, Outcome, json, many, short};
use crate::desk::verify::Proof;
use crate::desk::{Access, Desk, wrapped};
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::io::{IsTerminal, Write};
use std::path::Path;

/// Prove what was published
///
/// Plays every published season again and holds it against the file: sheets, rulings, dice, events,
/// positions, mails. Any byte that was changed later is found, with its season. Exit code 1 if
/// something does not hold.
///
/// Example: umpire verify --season "spring 1800"
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Verify {
    /// This season alone
    #[arg(long)]
    season: Option<String>,
    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub fn run(self, campaign: Option<&Path>, out: &mut dyn Write) -> Outcome {
        let desk = Desk::open(campaign, Access::Read)?;
        let target = match std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let verified = desk.verify(self.season.as_deref(), &mut |done, of| {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
        })?;
        bar.finish_and_clear();
        if self.json {
            json(out, &verified)?;
        } else {
            for fault in &verified.file {
                writeln!(out, "{}", wrapped(&format!("WRONG: {fault}."), 78, 2))?;
            }
            for proof in &verified.seasons {
                tell(proof, out)?;
            }
            if verified.seasons.is_empty() {
                writeln!(out, "Nothing has been published yet.")?;
            }
        }
        if verified.holds() { Ok(()) } else { Err(CliError::Told) }
    }
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
            (false, false) => format!("its record holds, digest {}", short(digest)),
            (false, true) => "only sheets, which hold".to_owned(),
        };
        writeln!(out, "{season}{withdrawn}: {again}")?;
    } else {
        writeln!(out, "{season}{withdrawn}: DOES NOT HOLD")?;
    }
    for line in proof.faults.iter().chain(&proof.notes) {
        writeln!(out, "  {}", wrapped(line, 76, 4))?;
    }
    Ok(())
}
