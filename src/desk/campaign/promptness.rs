//! How promptly a player's sheets came: for the umpire alone.

use crate::campaign::asks::asks;
use crate::{Desk, DeskError};
use jiff::Timestamp;
use serde::Serialize;
use store::Status;

/// How promptly sheets came in the seasons that were published since a player joined.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Promptness {
    /// Seasons, counted once for each power.
    pub seasons: u32,
    /// In how many a sheet came that was played.
    pub sent: u32,
    /// In how many all that came was late.
    pub late: u32,
    /// How many hours before the deadline the first sheet came, in the middle of all.
    pub hours_before: Option<i64>,
}

impl Desk {
    /// Reckons how promptly the sheets of these powers came since a time.
    pub(crate) fn promptness(
        &self,
        powers: &[String],
        since: &str,
    ) -> Result<Promptness, DeskError> {
        let mut whole = Promptness::default();
        let mut hours = vec![];
        let seasons = self.store.seasons()?.into_iter().filter(|season| {
            season.status == Status::Published
                && season.deadline.as_deref().is_none_or(|deadline| deadline > since)
        });
        let read = |time: &str| time.parse::<Timestamp>().ok();
        for season in seasons {
            let asks = asks(&season)?;
            for power in powers.iter().filter(|power| asks.asks(power)) {
                whole.seasons += 1;
                let sheets = self.store.revisions(season.id, power)?;
                let Some(first) = sheets.iter().find(|sheet| sheet.verdict.is_played()) else {
                    let late = |sheet: &store::SheetRow| {
                        season.deadline.as_ref().is_some_and(|deadline| sheet.received > *deadline)
                    };
                    whole.late += u32::from(sheets.iter().any(late));
                    continue;
                };
                whole.sent += 1;
                let deadline = season.deadline.as_deref().and_then(read);
                if let Some((until, came)) = deadline.zip(read(&first.received)) {
                    hours.push((until.as_second() - came.as_second()) / 3600);
                }
            }
        }
        hours.sort_unstable();
        whole.hours_before = hours.get(hours.len() / 2).copied();
        Ok(whole)
    }
}

impl Promptness {
    /// In words, for a table.
    pub fn in_words(self) -> String {
        let Promptness { seasons, sent, late, hours_before } = self;
        if seasons == 0 {
            return "-".into();
        }
        let mut words = format!("{sent} of {seasons}");
        if late > 0 {
            words.push_str(&format!(", {late} late"));
        }
        match hours_before {
            Some(hours) if hours >= 0 => words.push_str(&format!(", {hours} h before")),
            Some(hours) => words.push_str(&format!(", {} h after", -hours)),
            None => {}
        }
        words
    }
}
