//! Sheets that came for a season while it was taken back. They wait until it opens again.

use rusqlite::{Connection, params};

use super::{RawId, SeasonId, Store, StoreError, Way, rows, run};

/// A sheet before it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKept {
    /// The season as it was when it was taken back.
    pub season: SeasonId,
    pub power: String,
    /// The mail it came in; none if the umpire entered it by hand.
    pub raw: Option<RawId>,
    pub text: String,
    pub received: String,
    /// How it came, and why the umpire took it in by hand.
    pub way: Way,
    pub why: String,
}

impl Store {
    /// Lists the sheets that are kept for a season that was taken back, the oldest first.
    pub fn kept_sheets(&self, season: SeasonId) -> Result<Vec<NewKept>, StoreError> {
        let query = "SELECT season, power, raw, text, received, way, why FROM kept_sheet \
                     WHERE season = ?1 ORDER BY id";
        rows(&self.connection, query, [season], |row| {
            Ok(NewKept {
                season: row.get(0)?,
                power: row.get(1)?,
                raw: row.get(2)?,
                text: row.get(3)?,
                received: row.get(4)?,
                way: row.get(5)?,
                why: row.get(6)?,
            })
        })
    }
}

pub(super) fn keep(connection: &Connection, sheet: &NewKept) -> Result<(), StoreError> {
    let NewKept { season, power, raw, text, received, way, why } = sheet;
    let insert = "INSERT INTO kept_sheet (season, power, raw, text, received, way, why) \
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    run(connection, insert, params![season, power, raw, text, received, way, why])?;
    Ok(())
}
