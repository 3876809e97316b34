//! What the archive asks of seasons: their keys, what one power knew, how much there is.

use rusqlite::{OptionalExtension, params};

use super::draft::{self, ReportRow};
use super::{MailRow, SeasonId, SeasonRow, Status, Store, StoreError, one, outbox, rows};
use std::collections::BTreeMap;

impl Store {
    /// Gives the keys of all seasons in the order in which they were opened.
    ///
    /// A season's key is its number; one that was opened after another of its number had been
    /// published has a count besides: `3`, `3-2`. One that was taken back before it was played gets
    /// a letter then: `3a`, `3b`. No two have the same, and that of a season that was published
    /// stays whatever happens later.
    pub fn season_keys(&self) -> Result<Vec<(SeasonId, String)>, StoreError> {
        let (mut published, mut unplayed) = (BTreeMap::new(), BTreeMap::new());
        let keyed = |season: SeasonRow| {
            let (number, is_unplayed) = (season.number, is_unplayed(&season));
            let times = if is_unplayed { &mut unplayed } else { &mut published };
            let before: &mut u32 = times.entry(number).or_default();
            let key = key(number, is_unplayed, *before);
            let is_settled = matches!(season.status, Status::Published | Status::Withdrawn);
            *before += u32::from(is_settled);
            (season.id, key)
        };
        Ok(self.seasons()?.into_iter().map(keyed).collect())
    }

    /// Gives the key of one season.
    pub fn season_key(&self, season: &SeasonRow) -> Result<String, StoreError> {
        let query = "SELECT count(*) FROM season WHERE number = ?1 AND id < ?2 \
                     AND status IN ('published', 'withdrawn') AND (seed IS NULL) = ?3";
        let is_unplayed = is_unplayed(season);
        let like = params![season.number, season.id, is_unplayed];
        let before: u32 = one(&self.connection, query, like, |row| row.get(0))?;
        Ok(key(season.number, is_unplayed, before))
    }

    /// Gives the first season that was opened after one, whatever became of it.
    pub fn season_after(&self, id: SeasonId) -> Result<Option<SeasonRow>, StoreError> {
        let query = "SELECT min(id) FROM season WHERE parent = ?1";
        let next: Option<SeasonId> = one(&self.connection, query, [id], |row| row.get(0))?;
        next.map(|next| self.season_by_id(next)).transpose()
    }

    /// Gives what one power knew after a season.
    pub fn known_after_of(&self, id: SeasonId, power: &str) -> Result<String, StoreError> {
        let query = "SELECT json FROM known_after WHERE season = ?1 AND power = ?2";
        let found =
            one(&self.connection, query, params![id, power], |row| row.get(0)).optional()?;
        found.ok_or_else(|| StoreError::missing(format!("knowledge of {power} in that season")))
    }

    /// Gives what one power knew at a season's start.
    pub fn known_of(&self, id: SeasonId, power: &str) -> Result<String, StoreError> {
        let query = "SELECT json FROM known WHERE season = ?1 AND power = ?2";
        let found =
            one(&self.connection, query, params![id, power], |row| row.get(0)).optional()?;
        found.ok_or_else(|| StoreError::missing(format!("knowledge of {power} in that season")))
    }

    /// Lists the files of one format of a season's reports, by power and name.
    pub fn reports_in(&self, id: SeasonId, format: &str) -> Result<Vec<ReportRow>, StoreError> {
        draft::reports(&self.connection, "season = ?1 AND format = ?2", params![id, format])
    }

    /// Counts the revisions of all sheets that came for a season.
    pub fn count_sheets(&self, id: SeasonId) -> Result<u32, StoreError> {
        let query = "SELECT count(*) FROM sheet WHERE season = ?1";
        Ok(one(&self.connection, query, [id], |row| row.get(0))?)
    }

    /// Counts the answers in a season's ledger.
    pub fn count_answers(&self, id: SeasonId) -> Result<u32, StoreError> {
        let query = "SELECT count(*) FROM ledger_entry WHERE season = ?1";
        Ok(one(&self.connection, query, [id], |row| row.get(0))?)
    }

    /// Says whether the report of a season ever went out to a power.
    pub fn report_went_out(&self, id: SeasonId, power: &str) -> Result<bool, StoreError> {
        let query = "SELECT count(*) > 0 FROM outbox WHERE season = ?1 AND power = ?2 \
                     AND kind = 'report' AND sent IS NOT NULL";
        Ok(one(&self.connection, query, params![id, power], |row| row.get(0))?)
    }

    /// Lists the mails that went out with a season, the oldest first.
    pub fn mails_in(&self, id: SeasonId) -> Result<Vec<MailRow>, StoreError> {
        let query = format!("{} WHERE season = ?1 ORDER BY id", outbox::MAILS);
        rows(&self.connection, &query, [id], outbox::mail)
    }
}

/// Whether a season was taken back before it was played.
fn is_unplayed(season: &SeasonRow) -> bool {
    season.status == Status::Withdrawn && season.seed.is_none()
}

/// The key of a season, of which kind there were so many before under its number.
fn key(number: u32, is_unplayed: bool, before: u32) -> String {
    match (is_unplayed, before) {
        (false, 0) => number.to_string(),
        (false, times) => format!("{number}-{}", times + 1),
        (true, before) => match u8::try_from(before).ok().filter(|before| *before < 26) {
            Some(before) => format!("{number}{}", char::from(b'a' + before)),
            None => format!("{number}z{}", before + 1),
        },
    }
}
