//! The seal over a season's record: a digest of each of its tables, chained to the seal before.
//!
//! What players are told of a season, its digest, is made of what it was resolved from and what came
//! of it. The seal is about the file: every row and column that belongs to the season, so that a
//! value that somebody changes later is found and its table named.
//!
//! In the record: the tables of [`PARTS`]. Not in it, since they go on changing or tell nothing of
//! what was played: players and absences, the outbox, the journal, how far sources were read, and of
//! a season its `status` and `changes`, which are held against the other seasons instead.

use std::collections::BTreeMap;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};

use super::{RawId, SeasonId, Store, StoreError, one, rows};
use crate::kit::proof;

/// One table of a season's record: its columns, and which of its rows are the season's, `?1`.
struct Part {
    table: &'static str,
    columns: &'static str,
    rows: &'static str,
}

const fn part(table: &'static str, columns: &'static str, rows: &'static str) -> Part {
    Part { table, columns, rows }
}

/// The tables of a season's record, with every column but those the module's head names.
const PARTS: &[Part] = &[
    part("campaign", "id, name, slug, rules, scenario, edition, secret, created", "1 = 1 OR ?1"),
    part("power", "place, name, side", "1 = 1 OR ?1"),
    part(
        "season",
        "id, number, name, parent, state, opened, deadline, root, seed, digest, previous, edition, \
         book",
        "id = ?1",
    ),
    part(
        "option_value",
        "id, key, value, season",
        "season = ?1 OR season IS NULL AND ?1 = (SELECT min(id) FROM season)",
    ),
    part("known", "season, power, json", "season = ?1"),
    part(
        "raw",
        "id, sha256, source, received, status, verdict, reason, length, sealed",
        "sealed = ?1",
    ),
    part(
        "envelope",
        "raw, message_id, sender, subject, player, digest",
        "raw IN (SELECT id FROM raw WHERE sealed = ?1)",
    ),
    part(
        "sheet",
        "id, season, power, revision, raw, text, verdict, reason, diagnostics, receipt, leaf, \
         received",
        "season = ?1",
    ),
    part("standing", "id, power, season, text", "season = ?1"),
    part(
        "ruling",
        "id, season, number, key, answer, made, dropped, kind, reason, place, asked",
        "season = ?1",
    ),
    part(
        "draft",
        "season, inputs, mark, state, root, seed, digest, made, next, over",
        "season = ?1",
    ),
    part("event", "season, seq, json, answers", "season = ?1"),
    part("ledger_entry", "season, seq, json", "season = ?1"),
    part("report", "season, power, format, name, body", "season = ?1"),
    part("known_after", "season, power, json", "season = ?1"),
    part("letter", "season, seq, sender, receiver, text", "season = ?1"),
    part("post_letter", "id, season, sender, receiver, text, raw, received", "season = ?1"),
    part("narrative", "id, season, power, text, made, dropped", "season = ?1"),
];

/// A seal: of each table its digest, and the digest of the seal before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    pub before: String,
    pub tables: BTreeMap<String, String>,
}

impl Seal {
    /// The digest by which the next season's record holds on to this one.
    pub fn digest(&self) -> String {
        let text = serde_json::to_vec(self).expect("a seal has string keys");
        proof::hex(&proof::sha256(&text))
    }
}

impl Store {
    /// Gives the seal of a season; none, if it was published before seals were kept.
    pub fn seal(&self, id: SeasonId) -> Result<Option<Seal>, StoreError> {
        kept(&self.connection, id)
    }

    /// Makes the seal anew from the rows as they are now.
    pub fn seal_again(&self, id: SeasonId, before: &str) -> Result<Seal, StoreError> {
        make(&self.connection, id, before)
    }

    /// Names the mails of a season's record whose bytes are not those that came in.
    pub fn changed_raws(&self, id: SeasonId) -> Result<Vec<RawId>, StoreError> {
        let query = "SELECT id, sha256, bytes FROM raw WHERE sealed = ?1 AND length IS NULL";
        changed(&self.connection, query, id)
    }

    /// The same for mails that came in since and are in no record yet.
    pub fn changed_new_raws(&self) -> Result<Vec<RawId>, StoreError> {
        let query = "SELECT id, sha256, bytes FROM raw \
                     WHERE sealed IS ?1 AND length IS NULL";
        changed(&self.connection, query, rusqlite::types::Null)
    }

    /// Says whether SQLite itself finds the file whole; what it finds, if not.
    pub fn integrity(&self) -> Result<Vec<String>, StoreError> {
        let mut found = rows(&self.connection, "PRAGMA integrity_check", [], |row| row.get(0))?;
        found.retain(|line: &String| line != "ok");
        let key = |row: &rusqlite::Row<'_>| {
            Ok(format!("a row of {} names one that is not there", row.get::<_, String>(0)?))
        };
        found.extend(rows(&self.connection, "PRAGMA foreign_key_check", [], key)?);
        Ok(found)
    }

    /// Names the tables that a season's record is made of, with their columns.
    pub fn record() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
        PARTS.iter().map(|part| (part.table, part.columns.split(", ").collect()))
    }
}

fn changed(
    connection: &Connection,
    query: &str,
    parameter: impl rusqlite::ToSql,
) -> Result<Vec<RawId>, StoreError> {
    let mut statement = connection.prepare_cached(query)?;
    let mut found = statement.query([parameter])?;
    let mut changed = vec![];
    // One mail at a time: a season may have many.
    while let Some(row) = found.next()? {
        let (id, sha256): (RawId, String) = (row.get(0)?, row.get(1)?);
        if proof::hex(&proof::sha256(row.get_ref(2)?.as_bytes().unwrap_or_default())) != sha256 {
            changed.push(id);
        }
    }
    Ok(changed)
}

pub(super) fn kept(connection: &Connection, id: SeasonId) -> Result<Option<Seal>, StoreError> {
    let query = "SELECT seal FROM season WHERE id = ?1";
    let found: Option<Option<String>> =
        one(connection, query, [id], |row| row.get(0)).optional()?;
    let Some(text) = found.flatten() else { return Ok(None) };
    // A seal that is no seal any more was changed; it cannot agree with anything.
    let broken = || Seal { before: text.clone(), tables: BTreeMap::new() };
    Ok(Some(serde_json::from_str(&text).unwrap_or_else(|_| broken())))
}

/// Makes the seal of a season as its rows are now.
pub(super) fn make(
    connection: &Connection,
    id: SeasonId,
    before: &str,
) -> Result<Seal, StoreError> {
    let mut tables = BTreeMap::new();
    for Part { table, columns, rows } in PARTS {
        let query = format!("SELECT {columns} FROM {table} WHERE {rows}");
        let mut statement = connection.prepare_cached(&query)?;
        let width = statement.column_count();
        let mut digests: Vec<[u8; 32]> = vec![];
        let mut found = statement.query([id])?;
        while let Some(row) = found.next()? {
            let mut bytes = vec![];
            for column in 0..width {
                write_value(&mut bytes, row.get_ref(column)?);
            }
            digests.push(proof::sha256(&bytes));
        }
        digests.sort_unstable();
        let digest = proof::hex(&proof::sha256(digests.as_flattened()));
        tables.insert((*table).to_owned(), digest);
    }
    Ok(Seal { before: before.to_owned(), tables })
}

/// Writes a value with its sort and its length, so that no two rows give the same bytes.
fn write_value(bytes: &mut Vec<u8>, value: ValueRef<'_>) {
    let (sort, part): (u8, &[u8]) = match &value {
        ValueRef::Null => (0, &[]),
        ValueRef::Integer(number) => (1, &number.to_be_bytes()),
        ValueRef::Real(number) => (2, &number.to_be_bytes()),
        ValueRef::Text(text) => (3, text),
        ValueRef::Blob(blob) => (4, blob),
    };
    bytes.push(sort);
    bytes.extend((part.len() as u64).to_be_bytes());
    bytes.extend_from_slice(part);
}

/// Puts a season that is being published, whose other columns are final, under its seal.
pub(super) fn seal(connection: &Connection, id: SeasonId) -> Result<String, StoreError> {
    let close = "UPDATE raw SET sealed = ?1 WHERE sealed IS NULL AND status = 'read'";
    connection.prepare_cached(close)?.execute([id])?;
    let parent: Option<SeasonId> =
        one(connection, "SELECT parent FROM season WHERE id = ?1", [id], |row| row.get(0))?;
    let before = parent.map(|parent| kept(connection, parent)).transpose()?.flatten();
    let before = before.map(|seal| seal.digest()).unwrap_or_default();
    let seal = make(connection, id, &before)?;
    Ok(serde_json::to_string(&seal).expect("a seal has string keys"))
}
