//! The seal over a season's record: a digest of each of its tables, chained to the seal before.
//!
//! What players are told of a season, its digest, is made of what it was resolved from and what came
//! of it. The seal is about the file: every row and column that belongs to the season, so that a
//! value that somebody changes later is found and its table named.
//!
//! Each seal is chained to the seal that was made last, whatever became of its season, so that a
//! withdrawn season cannot be deleted unnoticed. Mails to send and lines of the journal are sealed
//! with the next season that is published or withdrawn.
//!
//! Not in the record: what [`UNPROVED`] names.

use std::collections::BTreeMap;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};

use super::{RawId, SeasonId, Store, StoreError, one, packed, rows, run};
use kit::proof;

/// One table of a season's record: its columns, and which of its rows are the season's, `?1`.
struct Part {
    table: &'static str,
    columns: &'static str,
    rows: &'static str,
    /// The version of the seal that put the table under it.
    since: u8,
    /// Columns that came with a later version of the seal, each with that version.
    later: &'static [(u8, &'static str)],
    /// A column that is kept packed, and from where it is read: what is sealed are its bytes.
    packed: Option<(&'static str, &'static str)>,
}

const fn part(table: &'static str, columns: &'static str, rows: &'static str) -> Part {
    Part { table, columns, rows, since: 1, later: &[], packed: None }
}

impl Part {
    const fn and(self, later: &'static [(u8, &'static str)]) -> Part {
        Part { later, ..self }
    }

    const fn since(self, since: u8) -> Part {
        Part { since, ..self }
    }

    const fn packed(self, column: &'static str, from: &'static str) -> Part {
        Part { packed: Some((column, from)), ..self }
    }

    /// The columns that a version of the seal covers.
    fn columns(&self, version: u8) -> Vec<&'static str> {
        let later = self.later.iter().filter(|(since, _)| *since <= version);
        let all = std::iter::once(self.columns).chain(later.map(|(_, columns)| *columns));
        all.flat_map(|columns| columns.split(", ")).collect()
    }

    /// The query for the rows of a season, and the place of the column that is packed.
    fn query(&self, version: u8) -> (String, Option<usize>) {
        let Part { table, rows, .. } = self;
        let mut columns = self.columns(version);
        let packed = self.packed.and_then(|(packed, from)| {
            let at = columns.iter().position(|column| *column == packed)?;
            columns[at] = from;
            Some(at)
        });
        (format!("SELECT {} FROM {table} WHERE {rows}", columns.join(", ")), packed)
    }
}

/// The table of options.
const OPTIONS: &str = "option_value";

/// The version of the seals that are made now. The first one was chained to the season before and
/// covered less.
const VERSION: u8 = 4;

/// The tables of a season's record.
const PARTS: &[Part] = &[
    part("campaign", "id, name, slug, rules, scenario, edition, secret, created", "1 = 1 OR ?1")
        .and(&[(2, "note_key")]),
    part("power", "place, name, side", "1 = 1 OR ?1"),
    part(
        "season",
        "id, number, name, parent, state, opened, deadline, root, seed, digest, previous, edition, \
         book",
        "id = ?1",
    )
    .and(&[(2, "scheme, forced, opening"), (3, "asks")]),
    part(
        OPTIONS,
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
    )
    .and(&[(2, "way, why, salt")]),
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
    part("report", "season, power, format, name, body", "season = ?1").packed("body", "body"),
    part("known_after", "season, power, json", "season = ?1"),
    part("letter", "season, seq, sender, receiver, text", "season = ?1"),
    part("post_letter", "id, season, sender, receiver, text, raw, received", "season = ?1"),
    part("narrative", "id, season, power, text, made, dropped", "season = ?1"),
    part("book_page", "book, name, page", "book = (SELECT book FROM season WHERE id = ?1)")
        .since(2),
    part(
        "outbox",
        "id, season, power, recipient, message_id, subject, body, letter, made, kind, sender, \
         player, held, sealed",
        "sealed = ?1",
    )
    .since(2)
    .packed("body", "(SELECT bytes FROM mail_body WHERE mail = outbox.id)"),
    part("journal", "id, at, who, what, sealed", "sealed = ?1").since(2),
    part("kept_sheet", "id, season, power, raw, text, received, way, why, sealed", "sealed = ?1")
        .since(4),
];

/// What `umpire verify` does not hold against a seal, and why; PROOF.md says the same to people.
///
/// A table without columns is left out as a whole.
pub const UNPROVED: &[(&str, &str, &str)] = &[
    ("campaign", "ended, revealed", "when the campaign was ended and its secret was revealed"),
    ("season", "changes", "a counter that shows when a draft is out of date"),
    ("player", "", "who the players are: names, addresses, tokens, zones"),
    ("power", "player", "who plays which power"),
    ("absence", "", "who was away"),
    ("outbox", "state, sent, tries, fault, again, refused", "whether and when a mail went out"),
    ("answered", "", "how often each person was answered, to limit the answers in an hour"),
    ("source_mark", "", "how far a mailbox was read"),
    ("former_event", "", "the draft before the last one"),
    ("newspaper", "", "the newspaper, which follows from the events; its mails are sealed"),
    ("settled_mail", "", "what the umpire did with mails that needed them"),
    ("indexed", "", "the search index, which can be rebuilt"),
];

/// A seal: of each table its digest, and the digest of the seal before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// Which tables and columns it covers, and to which seal it is chained.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub version: u8,
    pub before: String,
    pub tables: BTreeMap<String, String>,
}

fn first() -> u8 {
    1
}

fn is_first(version: &u8) -> bool {
    *version == 1
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

    /// Makes the seal anew from the rows as they are now, to be compared with the one that was kept.
    pub fn seal_again(&self, id: SeasonId, kept: &Seal) -> Result<Seal, StoreError> {
        // A version that no program ever made is a changed value; it agrees with nothing.
        let version = kept.version.clamp(1, VERSION);
        let before = before(&self.connection, id, version)?;
        make(&self.connection, id, (version, before.as_ref()))
    }

    /// Names the sealed seasons whose options are not those that were sealed.
    pub fn changed_options(&self) -> Result<Vec<SeasonId>, StoreError> {
        let query = "SELECT id FROM season WHERE seal IS NOT NULL";
        let sealed: Vec<SeasonId> = rows(&self.connection, query, [], |row| row.get(0))?;
        let options = PARTS.iter().find(|part| part.table == OPTIONS);
        let part = options.expect("options are in the record");
        let mut changed = vec![];
        for id in sealed {
            let Some(seal) = kept(&self.connection, id)? else { continue };
            let again = digest_of(&self.connection, id, part, seal.version)?;
            if seal.tables.get(OPTIONS) != Some(&again) {
                changed.push(id);
            }
        }
        Ok(changed)
    }

    /// Gives the seal that a season's own seal is chained to, or will be.
    pub fn seal_before(&self, id: SeasonId) -> Result<Option<Seal>, StoreError> {
        let version = self.seal(id)?.map_or(VERSION, |seal| seal.version);
        before(&self.connection, id, version)
    }

    /// Names the pages of the book whose text is not the one that was kept.
    pub fn changed_pages(&self) -> Result<Vec<String>, StoreError> {
        let query = "SELECT digest, text FROM page";
        let pages: Vec<(String, String)> =
            rows(&self.connection, query, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let is_other = |(digest, text): &(String, String)| {
            proof::hex(&proof::sha256(text.as_bytes())) != *digest
        };
        Ok(pages.into_iter().filter(is_other).map(|(digest, _)| digest).collect())
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
        PARTS.iter().map(|part| {
            let later = part.later.iter().flat_map(|(_, columns)| columns.split(", "));
            (part.table, part.columns.split(", ").chain(later).collect())
        })
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
    let broken = || Seal { version: 0, before: text.clone(), tables: BTreeMap::new() };
    Ok(Some(serde_json::from_str(&text).unwrap_or_else(|_| broken())))
}

/// Gives the seal that the one of a season is chained to: the one made last before it.
///
/// Seasons are published and withdrawn in the order of their ids. The first version was chained to
/// the season that this one follows from.
fn before(connection: &Connection, id: SeasonId, version: u8) -> Result<Option<Seal>, StoreError> {
    let query = match version {
        1 => "SELECT parent FROM season WHERE id = ?1",
        _ => "SELECT max(id) FROM season WHERE id < ?1 AND seal IS NOT NULL",
    };
    let last: Option<SeasonId> = one(connection, query, [id], |row| row.get(0))?;
    Ok(last.map(|last| kept(connection, last)).transpose()?.flatten())
}

/// Makes the seal of a season as its rows are now.
fn make(
    connection: &Connection,
    id: SeasonId,
    (version, before): (u8, Option<&Seal>),
) -> Result<Seal, StoreError> {
    let mut tables = BTreeMap::new();
    for part in PARTS.iter().filter(|part| part.since <= version) {
        let digest = digest_of(connection, id, part, version)?;
        tables.insert(part.table.to_owned(), digest);
    }
    let before = before.map(Seal::digest).unwrap_or_default();
    Ok(Seal { version, before, tables })
}

/// Digests the rows of one table that belong to a season, in whatever order they are read.
fn digest_of(
    connection: &Connection,
    id: SeasonId,
    part: &Part,
    version: u8,
) -> Result<String, StoreError> {
    let (query, is_packed) = part.query(version);
    let mut statement = connection.prepare_cached(&query)?;
    let width = statement.column_count();
    let mut digests: Vec<[u8; 32]> = vec![];
    let mut found = statement.query([id])?;
    while let Some(row) = found.next()? {
        let mut bytes = vec![];
        for column in 0..width {
            let value = row.get_ref(column)?;
            let unpacked = match value {
                ValueRef::Blob(kept) if is_packed == Some(column) => {
                    packed::unpack(connection, kept)?
                }
                _ => None,
            };
            write_value(&mut bytes, unpacked.as_deref().map_or(value, ValueRef::Blob));
        }
        digests.push(proof::sha256(&bytes));
    }
    digests.sort_unstable();
    Ok(proof::hex(&proof::sha256(digests.as_flattened())))
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

/// Puts a season that is being published or withdrawn, whose other columns are final, under its seal.
///
/// What came in, what is to go out and what was noted since the last seal is kept with it. A mail
/// whose bytes are still to be put together waits for the next seal.
pub(super) fn seal(connection: &Connection, id: SeasonId) -> Result<String, StoreError> {
    for close in [
        "UPDATE raw SET sealed = ?1 WHERE sealed IS NULL AND status = 'read'",
        "UPDATE outbox SET sealed = ?1 WHERE sealed IS NULL AND letter IS NULL",
        "UPDATE journal SET sealed = ?1 WHERE sealed IS NULL",
        "UPDATE kept_sheet SET sealed = ?1 WHERE sealed IS NULL",
    ] {
        run(connection, close, [id])?;
    }
    let before = before(connection, id, VERSION)?;
    let seal = make(connection, id, (VERSION, before.as_ref()))?;
    Ok(serde_json::to_string(&seal).expect("a seal has string keys"))
}
