//! The start: set-ups are closed, the opening position stands, and the first season collects.

use super::questions::OpenQuestion;
use super::receive::Receipt;
use super::{Desk, DeskError};
use crate::kit::{ledger::Ledger, proof};
use crate::store::{FirstSeason, Status};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How a campaign began, to be printed.
#[derive(Debug, Clone, Serialize)]
pub struct Started {
    pub season: String,
    /// Lines for the umpire.
    pub lines: Vec<String>,
    /// Decisions that the scenario's defaults answered.
    pub defaults: Vec<OpenQuestion>,
    /// Rulings that fitted nothing.
    pub odd: Vec<String>,
    /// Sheets that are worth something else now that the position stands.
    pub receipts: Vec<Receipt>,
    /// Where the first reports lie.
    pub reports: Vec<PathBuf>,
}

impl Desk {
    /// Closes the setting up and opens the first season.
    pub fn start(&mut self, defaults: bool) -> Result<Started, DeskError> {
        let mut bench = self.bench()?;
        let season = bench.season.clone();
        if season.status != Status::SettingUp {
            let text = format!("the campaign has started; {} is {}", season.name, season.status);
            return Err(DeskError::refused(text));
        }
        let sheets = self.store.newest_sheets(season.id)?;
        let texts: BTreeMap<String, String> =
            sheets.iter().map(|(power, sheet)| (power.clone(), sheet.text.clone())).collect();
        let root = self.root(&season.name, &texts)?;
        let seed = proof::season_seed(&bench.campaign.secret, "set-up", &root);
        let mut ledger = Ledger::seeded("set-up", seed);
        for ruling in self.store.rulings(season.id)? {
            if ruling.key.starts_with("set-up/") {
                ledger.force_as(&ruling.key, &ruling.answer, ruling.asked.as_deref());
            }
        }
        let opening = bench.game.opening(&texts, &mut ledger)?;
        let open: Vec<OpenQuestion> = ledger.questions().filter_map(OpenQuestion::of).collect();
        if !open.is_empty() && !defaults {
            let one = |question: &OpenQuestion| format!("\n\n  {}", question.for_a_sheet());
            let questions = open.iter().map(one).collect();
            return Err(DeskError::OpenQuestions { questions });
        }
        // What cannot be printed is told now, while nothing has changed yet.
        self.opening_files(&season, bench.game.as_ref(), &opening.after.known)?;
        let mails = self.welcome_mails(&season, bench.game.as_ref(), &opening.after.known)?;
        self.store.open_first_season(&FirstSeason {
            at: self.clock.now(),
            deadline: season.deadline.clone(),
            state: opening.after.state,
            known: opening.after.known,
            mails,
        })?;
        bench.season = self.store.season_by_id(season.id)?;
        let receipts = self.judge_opening(&bench, sheets)?;
        Ok(Started {
            season: season.name,
            lines: opening.digest.into_iter().map(|line| line.text).collect(),
            defaults: open,
            odd: ledger.finish(),
            receipts,
            reports: self.lay_out()?,
        })
    }
}
