//! What the umpire adds in their own words to the reports of a season.

use rusqlite::params;

use super::draft::{self, PrintedRows};
use super::{SeasonId, Status, Store, StoreError, rows, run, season};

/// Words that stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NarrativeRow {
    pub id: i64,
    /// For whom; none: for all.
    pub power: Option<String>,
    pub text: String,
    pub made: String,
}

/// A change of the words of a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Narrated<'a> {
    /// Words to one power, or to all.
    Say { power: Option<&'a str>, text: &'a str },
    /// Words that are taken back.
    Unsay(i64),
}

impl Store {
    /// Says something or takes it back. If a draft has its reports already, these are the new ones.
    pub fn narrate(
        &mut self,
        id: SeasonId,
        change: Narrated<'_>,
        at: &str,
        printed: &PrintedRows,
    ) -> Result<i64, StoreError> {
        self.write(|transaction| {
            let now = season::by_id(transaction, id)?;
            season::expect_status(&now, &[Status::Collecting, Status::Drafted], "narrated")?;
            let number = match change {
                Narrated::Say { power, text } => {
                    let insert = "INSERT INTO narrative (season, power, text, made) \
                                  VALUES (?1, ?2, ?3, ?4)";
                    run(transaction, insert, params![id, power, text, at])?;
                    transaction.last_insert_rowid()
                }
                Narrated::Unsay(number) => {
                    let update = "UPDATE narrative SET dropped = ?3 \
                                  WHERE id = ?1 AND season = ?2 AND dropped IS NULL RETURNING id";
                    let found: Vec<i64> =
                        rows(transaction, update, params![number, id, at], |row| row.get(0))?;
                    *found.first().ok_or_else(|| {
                        StoreError::missing(format!("narrative with the number {number}"))
                    })?
                }
            };
            if now.status == Status::Drafted {
                draft::replace_pages(transaction, id, printed)?;
            }
            Ok(number)
        })
    }

    /// Lists the words that stand in a season, the oldest first.
    pub fn narratives(&self, id: SeasonId) -> Result<Vec<NarrativeRow>, StoreError> {
        words(&self.connection, id)
    }
}

fn words(connection: &rusqlite::Connection, id: SeasonId) -> Result<Vec<NarrativeRow>, StoreError> {
    let query = "SELECT id, power, text, made FROM narrative \
                 WHERE season = ?1 AND dropped IS NULL ORDER BY id";
    rows(connection, query, [id], |row| {
        Ok(NarrativeRow {
            id: row.get(0)?,
            power: row.get(1)?,
            text: row.get(2)?,
            made: row.get(3)?,
        })
    })
}

/// Gives a season that is played again the words of the one withdrawn; counts them.
pub(super) fn carry_over(
    connection: &rusqlite::Connection,
    from: SeasonId,
    to: SeasonId,
) -> Result<usize, StoreError> {
    let insert = "INSERT INTO narrative (season, power, text, made) \
                  SELECT ?2, power, text, made FROM narrative \
                  WHERE season = ?1 AND dropped IS NULL ORDER BY id";
    Ok(run(connection, insert, params![from, to])?)
}
