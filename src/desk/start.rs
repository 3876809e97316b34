//! The start: set-ups are closed, the opening position stands, and the first season collects.

use super::questions::OpenQuestion;
use super::receive::{Bench, Receipt};
use super::script::Script;
use super::{Desk, DeskError, verdicts};
use crate::kit::{ledger::Ledger, proof};
use crate::store::{FirstSeason, SheetRow, Status};
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
                ledger.force(&ruling.key, &ruling.answer);
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
        let receipts = self.judge_again(&bench, sheets)?;
        Ok(Started {
            season: season.name,
            lines: opening.digest,
            defaults: open,
            odd: ledger.finish(),
            receipts,
            reports: self.lay_out()?,
        })
    }

    /// Holds the sheets that came during the set-up against the position that came of it, and
    /// answers anew those that are worth something else now.
    fn judge_again(
        &mut self,
        bench: &Bench,
        sheets: BTreeMap<String, SheetRow>,
    ) -> Result<Vec<Receipt>, DeskError> {
        let mut receipts = vec![];
        for (power, before) in sheets {
            let game = bench.game.as_ref();
            let foretold = verdicts::foretold(game, &power, Some(&before.text))?;
            let then = verdicts::judge(game, &foretold, &before.text)?;
            let known = self.known_to(bench, &power, &before.text)?;
            let mut now = verdicts::judge(game, &known, &before.text)?;
            if then == now {
                continue;
            }
            let why = "read again now that the opening position stands";
            let reason = [now.reason.as_str(), why];
            now.reason =
                reason.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
            let (at, script) = (self.clock.now(), Script::bare(before.text.as_str()));
            let answer = self.written_answer(bench, &power, &script, &at, now, None)?;
            let mut sheet = answer.sheet.expect("an answer in writing has a revision to keep");
            let number = self.store.next_revision(bench.season.id, &power)?;
            sheet.mails = answer.mails;
            sheet.letters = answer.letters;
            if let Some(post) = self.receipt_post(bench, &sheet, number, None)? {
                sheet.mails.push(self.compose(&post)?);
            }
            let revision = self.store.keep_sheet(&sheet)?;
            receipts.push(Receipt {
                source: "the set-up".into(),
                power: answer.power,
                revision: Some(revision),
                verdict: answer.verdict.word().to_owned(),
                reason: answer.reason,
                text: answer.text,
            });
        }
        Ok(receipts)
    }

    /// The root over the leaves of all powers, in the scenario's order.
    pub(super) fn root(
        &self,
        season: &str,
        sheets: &BTreeMap<String, String>,
    ) -> Result<[u8; 32], DeskError> {
        let secret = self.store.campaign()?.secret;
        let leaves: Vec<[u8; 32]> = self
            .store
            .powers()?
            .iter()
            .map(|power| {
                let sheet = sheets.get(&power.name).map(|text| text.as_bytes());
                proof::leaf(&secret, season, &power.name, sheet)
            })
            .collect();
        Ok(proof::root(&leaves))
    }
}
