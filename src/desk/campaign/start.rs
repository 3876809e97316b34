//! The start: set-ups are closed, the opening position stands, and the first season collects.

use crate::campaign::asks;
use crate::campaign::beginning::Opening;
use crate::campaign::deadline::Due;
use crate::intake::receive::Receipt;
use crate::season::questions::OpenQuestion;
use crate::{Desk, DeskError};
use kit::ledger::Ledger;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use store::{FirstSeason, SeasonRow, SheetRow, Status};

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

/// Refuses what is done while a campaign is set up, if it has started.
pub(super) fn refuse_if_started(season: &SeasonRow) -> Result<(), DeskError> {
    match season.status {
        Status::SettingUp => Ok(()),
        started => Err(DeskError::refused(format!(
            "the campaign has started: {} is {started}",
            season.name
        ))),
    }
}

/// What is said of a ruling on the chance of the set-up, which would stand in no player's proof.
pub(crate) fn no_forced_chance(key: &str) -> DeskError {
    DeskError::refused(format!(
        "`{key}` is chance of the set-up: nobody can force it, since no player could find that"
    ))
}

/// Refuses chance of the set-up that was forced before that was refused.
fn refuse_forced_chance(ledger: &Ledger) -> Result<(), DeskError> {
    match ledger.entries().iter().find(|one| one.is_forced_chance()) {
        Some(forced) => Err(no_forced_chance(&forced.key)
            .hint("`umpire ruling list` has its number, and `umpire ruling drop` takes it back")),
        None => Ok(()),
    }
}

impl Desk {
    /// Closes the set-up and opens the first season, with a deadline if one is given.
    pub fn start(
        &mut self,
        defaults: bool,
        deadline: Option<Due<'_>>,
    ) -> Result<Started, DeskError> {
        let mut context = self.intake_context()?;
        let mut season = context.season.clone();
        refuse_if_started(&season)?;
        let sheets = self.store.newest_sheets(season.id)?;
        let texts: BTreeMap<String, String> =
            sheets.iter().map(|(power, sheet)| (power.clone(), sheet.text.clone())).collect();
        let mut rulings = self.store.rulings(season.id)?;
        rulings.retain(|ruling| ruling.key.starts_with("set-up/"));
        let rows: Vec<SheetRow> = sheets.values().cloned().collect();
        let mut ledger = self.set_up_ledger(&season, &rows, &rulings)?;
        let opening = context.game.opening(&texts, &mut ledger)?;
        refuse_forced_chance(&ledger)?;
        let open = OpenQuestion::asked(&ledger, &self.decisions()?);
        let open = OpenQuestion::named(open, context.game.as_ref());
        if !open.is_empty() && !defaults {
            let one = |question: &OpenQuestion| format!("\n\n  {}", question.for_a_sheet());
            let questions = open.iter().map(one).collect();
            return Err(DeskError::OpenQuestions { questions });
        }
        // From here on it is the first season that the mails speak of.
        season.status = Status::Collecting;
        season.asks = asks::to_keep(&opening.after.season.asks);
        // A deadline that stood in invitations was that of the set-up.
        if !self.invited_before()?.is_empty() {
            season.deadline = None;
        }
        if let Some(due) = deadline {
            season.deadline = Some(self.read_due(due, &self.zone()?)?);
        } else if season.deadline.is_none() {
            season.deadline = self.deadline_by_rhythm(&opening.after.season.asks.kind)?;
        }
        // What cannot be printed is told now, while nothing has changed yet.
        self.opening_files(&season, context.game.as_ref(), &opening.after.known)?;
        let mails = self.welcome_mails(&season, context.game.as_ref(), &opening.after.known)?;
        let made = Opening {
            edition: context.game.card().edition.to_owned(),
            book: context.game.book_digest().to_owned(),
            options: self.store.options(season.id)?,
            season: season.id.0,
            sheets: sheets.iter().map(|(power, sheet)| (power.clone(), sheet.revision)).collect(),
            rulings: rulings.iter().map(|ruling| ruling.number).collect(),
        };
        self.store.keep_pages(context.game.book_digest(), context.game.pages())?;
        self.store.open_first_season(&FirstSeason {
            at: self.clock.now(),
            opening: serde_json::to_string(&made).expect("it has string keys"),
            deadline: season.deadline.clone(),
            state: opening.after.state,
            known: opening.after.known,
            asks: season.asks.clone(),
            mails,
        })?;
        context.season = self.store.season_by_id(season.id)?;
        let receipts = self.judge_opening(&context, sheets)?;
        Ok(Started {
            season: season.name,
            lines: opening.digest.into_iter().map(|line| line.text).collect(),
            defaults: open,
            odd: self.odd_at_the_start(opening.odd, ledger.finish(), &context.season)?,
            receipts,
            reports: self.lay_out()?,
        })
    }

    /// What is odd about a set-up: what its game says, and who plays nothing.
    fn odd_at_the_start(
        &self,
        mut odd: Vec<String>,
        unused: Vec<String>,
        season: &SeasonRow,
    ) -> Result<Vec<String>, DeskError> {
        odd.extend(unused);
        let unplayed = self.unplayed_told(&asks::asks(season)?)?;
        odd.extend(unplayed.strip_suffix('.').map(str::to_owned));
        Ok(odd)
    }
}
