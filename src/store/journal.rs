//! The journal: what was done to the campaign, by whom and when.
//!
//! When a season was opened and what its deadline is stands here too, so that the row of a season
//! that is open, which has no seal yet, can be checked against it.

use rusqlite::Connection;

use super::{SeasonRow, Store, StoreError, rows, run};

/// One line of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalRow {
    pub at: String,
    pub who: String,
    pub what: String,
}

/// What the journal says of a season.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Noted {
    /// When it was opened last; none, if an earlier version of the program opened it.
    pub opened: Option<String>,
    /// The deadline that was noted last, if one was or it was lifted.
    pub deadline: Option<Option<String>>,
}

impl Store {
    /// Gives what the journal says of when a season was opened, and of its deadline.
    pub fn noted(&self, season: &SeasonRow) -> Result<Noted, StoreError> {
        let mut noted = Noted::default();
        for row in self.journal()? {
            let Some(said) = row.what.strip_prefix(&format!("{}: ", season.name)) else { continue };
            let said = match said.strip_prefix(OPENED) {
                Some(deadline) => {
                    noted.opened = Some(row.at);
                    deadline
                }
                None => said,
            };
            match said.strip_prefix(DEADLINE) {
                Some(at) => noted.deadline = Some(Some(at.to_owned())),
                None if said == NO_DEADLINE => noted.deadline = Some(None),
                None => {}
            }
        }
        Ok(noted)
    }

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

const OPENED: &str = "opened, ";
const DEADLINE: &str = "deadline ";
const NO_DEADLINE: &str = "no deadline";

/// Notes the deadline of a season, at its opening or later.
pub(super) fn note_deadline(
    connection: &Connection,
    at: &str,
    (season, deadline): (&str, Option<&str>),
    is_opening: bool,
) -> Result<(), StoreError> {
    let opened = if is_opening { OPENED } else { "" };
    let what = match deadline {
        Some(deadline) => format!("{season}: {opened}{DEADLINE}{deadline}"),
        None => format!("{season}: {opened}{NO_DEADLINE}"),
    };
    note(connection, at, "umpire", &what)
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
