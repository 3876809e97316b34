//! What keeps a season from being published, and what every player is told if the umpire overrides it.
//!
//! A draft waits for the umpire's word on a decision that only a person can take, and for the sheets
//! of those who may still send one: until the deadline, and where there is none, until they come.
//! `--force REASON` overrides both; the reports and the record then name all that was overridden.

use crate::post::narrate::Ending;
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
        let missing = self.still_missing(season)?;
        let nothing = missing.is_empty() && self.nothing_has_come(season)?;
        if open.is_empty() && missing.is_empty() && !nothing {
            return Ok(None);
        }
        let zone = self.zone()?;
        let deadline = season.deadline.as_deref().map(|at| clock::show(at, &zone));
        let Some(reason) = force else {
            let open = OpenQuestion::named(open, self.game(season)?.as_ref());
            let found = (open.as_slice(), missing.as_slice(), nothing);
            return Err(DeskError::refused(refusal((season, deadline), found)));
        };
        let mut lines = vec![];
        if !missing.is_empty() {
            let when = match deadline {
                Some(at) => format!("before its deadline, {at},"),
                None => "without a deadline and".to_owned(),
            };
            lines.push(format!("published {when} without a sheet of {}", missing.join(", ")));
        }
        if nothing {
            lines.push("published although no sheet had come and no standing orders held".into());
        }
        // Whose questions they are is nobody else's business.
        match open.len() {
            0 => {}
            1 => lines.push("published without the umpire's ruling on one question".into()),
            many => {
                lines.push(format!("published without the umpire's ruling on {many} questions"))
            }
        }
        lines.push(format!("the umpire's reason: {}", reason.trim()));
        Ok(Some(lines.join("\n")))
    }

    /// The powers whose players may still send a sheet and have sent none.
    fn still_missing(&self, season: &SeasonRow) -> Result<Vec<String>, DeskError> {
        let now = self.clock.now();
        if season.deadline.as_ref().is_some_and(|deadline| *deadline <= now) {
            return Ok(vec![]);
        }
        let sheets = self.store.newest_sheets(season.id)?;
        let mut missing = vec![];
        // That somebody is away is the umpire's word alone, so it excuses nothing.
        for (power, player) in self.asked_powers(season)? {
            if !sheets.contains_key(&power) && !self.says_play(season, &player, None)? {
                missing.push(power);
            }
        }
        Ok(missing)
    }

    /// Whether sheets are asked for, and there is nothing to play: no sheet, no standing orders.
    pub(crate) fn nothing_has_come(&self, season: &SeasonRow) -> Result<bool, DeskError> {
        let asked = self.asked_powers(season)?;
        let (sheets, standings) =
            (self.store.newest_sheets(season.id)?, self.standings(season.id)?);
        if asked.is_empty() || !sheets.is_empty() || !standings.is_empty() {
            return Ok(false);
        }
        for (_, player) in &asked {
            if self.says_play(season, player, None)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Renders the pages of a draft again, with what was overridden named in the reports.
    pub(crate) fn reports_that_say_so(
        &self,
        season: &SeasonRow,
        draft: &DraftRow,
    ) -> Result<PrintedRows, DeskError> {
        let known = self.store.known_after(season.id)?;
        let words = self.store.narratives(season.id)?;
        let events = self.store.events(season.id)?;
        self.print_reports(season, (&known, &events), &words, Ending::of(draft))
    }
}

/// Splits what was overridden into its lines.
pub(crate) fn forced_lines(forced: Option<&str>) -> Vec<String> {
    forced.into_iter().flat_map(str::lines).map(str::to_owned).collect()
}

fn refusal(
    (season, deadline): (&SeasonRow, Option<String>),
    (open, missing, nothing): (&[OpenQuestion], &[String], bool),
) -> String {
    let mut parts = vec![];
    if !open.is_empty() {
        let one = |question: &OpenQuestion| {
            format!("{}\n    to rule so: {}", question.in_words(), question.command())
        };
        let list: Vec<String> = open.iter().map(one).collect();
        parts.push(format!(
            "{} needs your word on this:\n\n  {}\n\nrule on it",
            season.name,
            list.join("\n\n  ")
        ));
    }
    if !missing.is_empty() {
        let (name, missing) = (&season.name, missing.join(", "));
        parts.push(match deadline {
            Some(at) => format!(
                "the deadline of {name} is {at}, and no sheet has come from {missing}; wait for it"
            ),
            None => format!(
                "{name} has no deadline, and no sheet has come from {missing}; wait for it, set a \
                 deadline with `umpire deadline set`"
            ),
        });
    }
    if nothing {
        parts.push(format!(
            "nothing has come for {}, no sheet and no standing orders; give it another deadline \
             with `umpire deadline set`",
            season.name
        ));
    }
    parts.join("\n\n") + ", or publish with --force REASON"
}
