//! The umpire's rulings: on a key of the ledger, on a fact, on a late sheet, on an option.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::word::words;
use super::{SeasonId, Status, Store, StoreError, one, rows, run, season};

words! {
    /// What a ruling is on.
    Kind {
        Answer = "answer",
        Fact = "fact",
        Sheet = "sheet",
        Option = "option",
    }
}

/// A ruling as it is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRuling<'a> {
    pub kind: Kind,
    /// The key of the ledger, the number of the sheet's row, or the option; a fact has none.
    pub key: &'a str,
    /// The answer, the fact, or the option's value.
    pub answer: &'a str,
    pub reason: &'a str,
    /// For a fact: its place in the sequence.
    pub place: &'a str,
    /// For an answer: what was asked.
    pub asked: Option<&'a str>,
}

/// A ruling that stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingRow {
    /// Its number within its season.
    pub number: u32,
    pub kind: Kind,
    pub key: String,
    pub answer: String,
    pub reason: String,
    pub place: String,
    pub asked: Option<String>,
    pub made: String,
}

/// The statuses of a season that can be ruled on.
pub(super) const OPEN: [Status; 3] = [Status::SettingUp, Status::Collecting, Status::Drafted];

impl Store {
    /// Takes a ruling down; of several on one key the last counts.
    pub fn add_ruling(
        &mut self,
        id: SeasonId,
        ruling: &NewRuling<'_>,
        at: &str,
    ) -> Result<u32, StoreError> {
        self.write(|transaction| {
            let now = season::by_id(transaction, id)?;
            season::expect_status(&now, &OPEN, "ruled on")?;
            if ruling.kind == Kind::Option {
                let insert = "INSERT INTO option_value (key, value, season) VALUES (?1, ?2, ?3)";
                run(transaction, insert, params![ruling.key, ruling.answer, id])?;
            }
            insert(transaction, id, ruling, at)
        })
    }

    /// Takes a ruling back; its row stays, marked as dropped. Gives what it was.
    pub fn drop_ruling(
        &mut self,
        id: SeasonId,
        number: u32,
        at: &str,
    ) -> Result<RulingRow, StoreError> {
        self.write(|transaction| {
            season::expect_status(&season::by_id(transaction, id)?, &OPEN, "ruled on")?;
            let row = all(transaction, id)?.into_iter().find(|row| row.number == number);
            let missing = || StoreError::missing(format!("ruling with the number {number}"));
            let row = row.ok_or_else(missing)?;
            let update = "UPDATE ruling SET dropped = ?3 WHERE season = ?1 AND number = ?2";
            run(transaction, update, params![id, number, at])?;
            if row.kind == Kind::Option {
                let delete = "DELETE FROM option_value WHERE id = (SELECT max(id) FROM \
                              option_value WHERE key = ?1 AND value = ?2 AND season = ?3)";
                run(transaction, delete, params![row.key, row.answer, id])?;
            }
            season::mark_changed(transaction, id)?;
            Ok(row)
        })
    }

    /// Lists the rulings that stand in a season, the oldest first.
    pub fn rulings(&self, id: SeasonId) -> Result<Vec<RulingRow>, StoreError> {
        all(&self.connection, id)
    }
}

/// Takes a ruling down within a transaction; any draft becomes stale.
pub(super) fn insert(
    connection: &Connection,
    id: SeasonId,
    ruling: &NewRuling<'_>,
    at: &str,
) -> Result<u32, StoreError> {
    let NewRuling { kind, key, answer, reason, place, asked } = ruling;
    let query = "SELECT coalesce(max(number), 0) + 1 FROM ruling WHERE season = ?1";
    let number: u32 = one(connection, query, [id], |row| row.get(0))?;
    let insert = "INSERT INTO ruling (season, number, kind, key, answer, reason, place, asked, made) \
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    run(connection, insert, params![id, number, kind, key, answer, reason, place, asked, at])?;
    season::mark_changed(connection, id)?;
    Ok(number)
}

fn all(connection: &Connection, id: SeasonId) -> Result<Vec<RulingRow>, StoreError> {
    let query = "SELECT number, kind, key, answer, reason, place, asked, made FROM ruling \
                 WHERE season = ?1 AND dropped IS NULL ORDER BY number";
    rows(connection, query, [id], |row| {
        Ok(RulingRow {
            number: row.get(0)?,
            kind: row.get(1)?,
            key: row.get(2)?,
            answer: row.get(3)?,
            reason: row.get(4)?,
            place: row.get(5)?,
            asked: row.get(6)?,
            made: row.get(7)?,
        })
    })
}

/// Gives a season that is played again the rulings of the one withdrawn, with their numbers; counts
/// them. Where sheets were read again, `keys` has the key of each ruling on a sheet.
pub(super) fn carry_over(
    connection: &Connection,
    from: SeasonId,
    to: SeasonId,
    keys: Option<&BTreeMap<String, String>>,
) -> Result<usize, StoreError> {
    let mut count = 0;
    for row in all(connection, from)? {
        let key = match keys.filter(|_| row.kind == Kind::Sheet) {
            Some(keys) => keys.get(&row.key),
            None => Some(&row.key),
        };
        let Some(key) = key else { continue };
        let RulingRow { number, kind, answer, reason, place, asked, made, .. } = &row;
        run(
            connection,
            "INSERT INTO ruling (season, number, kind, key, answer, reason, place, asked, made) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![to, number, kind, key, answer, reason, place, asked, made],
        )?;
        count += 1;
    }
    Ok(count)
}
