//! What is in a campaign's file beside its rows: only what the program itself has made.
//!
//! A file may come from anybody. A trigger or a view in it is a program that runs when we write, and
//! could change an address at the next publish; so a file with one that is not ours is not used.

use super::{MIGRATIONS, StoreError, rows};
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// One thing of a file: its sort, its name, and how it was made.
type Part = (String, String, String);

/// The parts that a file has of itself.
fn parts(connection: &Connection) -> Result<BTreeSet<Part>, StoreError> {
    let query = "SELECT type, name, coalesce(sql, '') FROM sqlite_master \
                 WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    let read = |row: &rusqlite::Row<'_>| {
        let sql: String = row.get(2)?;
        // How a statement was laid out says nothing.
        let sql = sql.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok((row.get(0)?, row.get(1)?, sql))
    };
    Ok(rows(connection, query, [], read)?.into_iter().collect())
}

/// The parts of a file of a version of the format, as our own steps make it.
fn ours(version: usize) -> Result<BTreeSet<Part>, StoreError> {
    let mut connection = Connection::open_in_memory()?;
    MIGRATIONS.to_version(&mut connection, version)?;
    parts(&connection)
}

/// Whether it is the index of a search, which each audience has when it first searches.
fn is_index((sort, name, sql): &Part) -> bool {
    let Some(number) = name.strip_prefix("found_") else { return false };
    let (number, end) = number.split_once('_').unwrap_or((number, ""));
    let is_ours = match end {
        "" => sql.starts_with("CREATE VIRTUAL TABLE") && sql.contains("USING fts5("),
        end => ["data", "idx", "content", "docsize", "config"].contains(&end),
    };
    let is_whose = number == "umpire" || number.bytes().all(|digit| digit.is_ascii_digit());
    sort == "table" && is_whose && is_ours
}

/// Names a trigger, a view, a table or an index that the program did not make, or made otherwise.
pub(super) fn strange(connection: &Connection, version: i64) -> Result<Option<String>, StoreError> {
    static CURRENT: OnceLock<BTreeSet<Part>> = OnceLock::new();
    let version = usize::try_from(version).unwrap_or(0);
    let found = parts(connection)?;
    let other = |ours: &BTreeSet<Part>| {
        let part = found.iter().find(|part| !ours.contains(*part) && !is_index(part))?;
        let (sort, name) = (&part.0, &part.1);
        let name: String = name.escape_debug().take(60).collect();
        Some(format!("the {sort} `{name}`"))
    };
    if version != super::STEPS.len() {
        return Ok(other(&ours(version)?));
    }
    if CURRENT.get().is_none() {
        // Another thread may have been faster with the same.
        let _ = CURRENT.set(ours(version)?);
    }
    Ok(CURRENT.get().and_then(other))
}
