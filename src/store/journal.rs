//! The journal: what was done to the campaign, by whom and when.

use rusqlite::Connection;

use super::{Store, StoreError, rows, run};

/// One line of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalRow {
    pub at: String,
    pub who: String,
    pub what: String,
}

impl Store {
    /// Notes what was done.
    pub fn note(&mut self, at: &str, who: &str, what: &str) -> Result<(), StoreError> {
        self.write(|transaction| note(transaction, at, who, what))
    }

    /// Lists the journal, the oldest line first.
    pub fn journal(&self) -> Result<Vec<JournalRow>, StoreError> {
        rows(&self.connection, "SELECT at, who, what FROM journal ORDER BY id", [], |row| {
            Ok(JournalRow { at: row.get(0)?, who: row.get(1)?, what: row.get(2)? })
        })
    }
}

pub(super) fn note(
    connection: &Connection,
    at: &str,
    who: &str,
    what: &str,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO journal (at, who, what) VALUES (?1, ?2, ?3)";
    run(connection, insert, [at, who, what])?;
    Ok(())
}
