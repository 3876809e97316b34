//! The umpire's rulings: a key of the ledger and the answer to it.

use rusqlite::{Connection, params};

use super::{RulingId, SeasonId, Status, Store, StoreError, rows, run, season};

/// A ruling that stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingRow {
    pub id: RulingId,
    pub key: String,
    pub answer: String,
    pub made: String,
}

impl Store {
    /// Rules on a key; of several rulings on one key the last counts.
    pub fn add_ruling(
        &mut self,
        id: SeasonId,
        key: &str,
        answer: &str,
        at: &str,
    ) -> Result<RulingId, StoreError> {
        self.write(|transaction| {
            let now = season::by_id(transaction, id)?;
            let open = [Status::SettingUp, Status::Collecting, Status::Drafted];
            season::expect_status(&now, &open, "ruled on")?;
            let insert = "INSERT INTO ruling (season, key, answer, made) VALUES (?1, ?2, ?3, ?4)";
            run(transaction, insert, params![id, key, answer, at])?;
            let ruling = RulingId(transaction.last_insert_rowid());
            season::mark_changed(transaction, id)?;
            Ok(ruling)
        })
    }

    /// Takes a ruling back; its row stays, marked as dropped.
    pub fn drop_ruling(&mut self, ruling: RulingId, at: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            let update = "UPDATE ruling SET dropped = ?2 WHERE id = ?1 AND dropped IS NULL \
                          RETURNING season";
            let seasons = rows(transaction, update, params![ruling, at], |row| row.get(0))?;
            let Some(id) = seasons.first() else {
                return Err(StoreError::missing(format!("ruling with the number {}", ruling.0)));
            };
            season::mark_changed(transaction, *id)
        })
    }

    /// Lists the rulings that stand in a season, the oldest first.
    pub fn rulings(&self, id: SeasonId) -> Result<Vec<RulingRow>, StoreError> {
        let query = "SELECT id, key, answer, made FROM ruling \
                     WHERE season = ?1 AND dropped IS NULL ORDER BY id";
        rows(&self.connection, query, [id], |row| {
            Ok(RulingRow {
                id: row.get(0)?,
                key: row.get(1)?,
                answer: row.get(2)?,
                made: row.get(3)?,
            })
        })
    }
}

/// Gives a season that is played again the rulings of the one withdrawn.
pub(super) fn carry_over(
    connection: &Connection,
    from: SeasonId,
    to: SeasonId,
) -> Result<(), StoreError> {
    run(
        connection,
        "INSERT INTO ruling (season, key, answer, made) \
         SELECT ?2, key, answer, made FROM ruling \
         WHERE season = ?1 AND dropped IS NULL ORDER BY id",
        params![from, to],
    )?;
    Ok(())
}
