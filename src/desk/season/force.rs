//! What keeps a season from being published, and what every player is told if the umpire overrides it.
//!
//! A draft waits for the umpire's word on a decision that only a person can take, and until the
//! deadline for the sheets of those who may still send one. `--force REASON` overrides both; the
//! reports and the record then name all that was overridden.

use crate::season::questions::OpenQuestion;
use crate::{Desk, DeskError, clock};
use store::{DraftRow, PrintedRows, SeasonRow};

impl Desk {
    /// Names what is overridden by publishing now, a line each, with the reason; nothing, if nothing
    /// is. Refuses without a reason.
    pub(crate) fn overridden(
        &self,
        season: &SeasonRow,
        force: Option<&str>,
    ) -> Result<Option<String>, DeskError> {
        let mut open = OpenQuestion::all(&self.store.ledger(season.id)?, &self.decisions()?);
        open.retain(|question| question.needs_human);
        let missing = self.missing_before_the_deadline(season)?;
        if open.is_empty() && missing.is_empty() {
            return Ok(None);
        }
        let zone = self.zone()?;
        let deadline = season.deadline.as_deref().map(|at| clock::show(at, &zone));
        let Some(reason) = force else {
            return Err(DeskError::refused(refusal((season, deadline), &open, &missing)));
        };
        let mut lines = vec![];
        if !missing.is_empty() {
            lines.push(format!(
                "published before its deadline, {}, without a sheet of {}",
                deadline.unwrap_or_default(),
                missing.join(", ")
            ));
        }
        for question in &open {
            lines.push(format!("published without the umpire's word on {}", question.key));
        }
        lines.push(format!("the umpire's reason: {}", reason.trim()));
        Ok(Some(lines.join("\n")))
    }

    /// The powers whose players may still send a sheet and have sent none.
    fn missing_before_the_deadline(&self, season: &SeasonRow) -> Result<Vec<String>, DeskError> {
        let now = self.clock.now();
        if season.deadline.as_ref().is_none_or(|deadline| *deadline <= now) {
            return Ok(vec![]);
        }
        let sheets = self.store.newest_sheets(season.id)?;
        let asked = self.asked_powers(season)?.into_iter().map(|(power, _)| power);
        // That somebody is away is the umpire's word alone, so it excuses nothing.
        Ok(asked.filter(|power| !sheets.contains_key(power)).collect())
    }

    /// The pages of a draft once more, with what was overridden in the reports.
    pub(crate) fn reports_that_say_so(
        &self,
        season: &SeasonRow,
        draft: &DraftRow,
    ) -> Result<PrintedRows, DeskError> {
        let known = self.store.known_after(season.id)?;
        let words = self.store.narratives(season.id)?;
        let events = self.store.events(season.id)?;
        self.print_reports(season, (&known, &events), &words, (&draft.digest, &draft.root))
    }
}

/// Splits what was overridden into its lines.
pub(crate) fn forced_lines(forced: Option<&str>) -> Vec<String> {
    forced.into_iter().flat_map(str::lines).map(str::to_owned).collect()
}

fn refusal(
    (season, deadline): (&SeasonRow, Option<String>),
    open: &[OpenQuestion],
    missing: &[String],
) -> String {
    let mut parts = vec![];
    if !open.is_empty() {
        let list: Vec<String> = open.iter().map(OpenQuestion::in_words).collect();
        parts.push(format!(
            "{} needs your word on this:\n\n  {}\n\nrun `umpire ruling add KEY ANSWER`",
            season.name,
            list.join("\n\n  ")
        ));
    }
    if !missing.is_empty() {
        parts.push(format!(
            "the deadline of {} is {}, and no sheet has come from {}; wait for it",
            season.name,
            deadline.unwrap_or_default(),
            missing.join(", ")
        ));
    }
    parts.join("\n\n") + ", or publish with --force REASON"
}
