//! What can be searched: one full-text index for each audience, filled season by season.
//!
//! An index is no part of the record. It is made from what an audience may read when somebody first
//! searches, and could be thrown away at any time. Words that stand in the passages of another
//! audience have no part in the ranking, since its index is another table.
//!
//! Not here: what an audience may read (`archive`).

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::{SeasonId, Store, StoreError, one, rows, run};

/// How passages are made; a greater number makes every index anew.
const EDITION: i64 = 1;

/// Words in the order of their worth: a heading counts more than what stands below it.
const RANK: &str = "bm25(4.0, 1.0)";
/// How many passages are ranked against each other: a word that stands nearly everywhere ranks only
/// the latest, so that no question takes long.
const MOST_RANKED: u32 = 4_000;
/// How many words a found passage is shown with.
const WORDS: u32 = 24;

/// Marks around a word that was found; no text contains them.
pub const MARKS: (char, char) = ('\u{2}', '\u{3}');

/// Something that can be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// What it is: `event`, `letter`.
    pub kind: &'static str,
    pub heading: String,
    pub text: String,
    /// Where it stands in the pages of its season.
    pub place: String,
}

/// A passage that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub season: SeasonId,
    pub kind: String,
    pub heading: String,
    /// The words around, with [`MARKS`] about those that were searched.
    pub text: String,
    pub place: String,
}

/// What is searched, in which seasons, and how many passages are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query<'a> {
    /// In the language of FTS5: each word in quotes.
    pub words: &'a str,
    /// The numbers of the first and the last season.
    pub from: u32,
    pub to: u32,
    pub most: u32,
}

/// An index in memory, for a file that cannot be written.
#[derive(Debug)]
pub struct Spare {
    connection: Connection,
}

impl Store {
    /// Lists the settled seasons that are not yet in an audience's index.
    pub fn unindexed(&self, audience: &str) -> Result<Vec<SeasonId>, StoreError> {
        let query = "SELECT id FROM season WHERE status IN ('published', 'withdrawn') \
                     AND seed IS NOT NULL AND id NOT IN \
                     (SELECT season FROM indexed WHERE audience = ?1 AND edition = ?2) ORDER BY id";
        rows(&self.connection, query, params![audience, EDITION], |row| row.get(0))
    }

    /// Puts the passages of a season into an audience's index, in one transaction.
    pub fn index(
        &mut self,
        audience: &str,
        season: SeasonId,
        number: u32,
        passages: &[Passage],
    ) -> Result<(), StoreError> {
        let table = self.table(audience)?;
        self.write(|transaction| {
            make(transaction, &table)?;
            let former = format!("DELETE FROM {table} WHERE season = ?1");
            let known = "SELECT count(*) FROM indexed WHERE audience = ?1 AND season = ?2";
            let known: u32 = one(transaction, known, params![audience, season], |r| r.get(0))?;
            if known > 0 {
                run(transaction, &former, [season])?;
            }
            fill(transaction, &table, season, number, passages)?;
            let note = "INSERT OR REPLACE INTO indexed (audience, season, edition) \
                        VALUES (?1, ?2, ?3)";
            run(transaction, note, params![audience, season, EDITION])?;
            Ok(())
        })
    }

    /// Moves what was written into the file proper, so that the next to open it need not go through
    /// what a long index has left behind. Nothing is lost if somebody reads meanwhile and it waits.
    pub fn settle_index(&self) -> Result<(), StoreError> {
        let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
        Ok(one(&self.connection, checkpoint, [], |_| Ok(()))?)
    }

    /// Searches an audience's index, the best passages first.
    pub fn search(&self, audience: &str, query: &Query<'_>) -> Result<Vec<Found>, StoreError> {
        let table = self.table(audience)?;
        let there = "SELECT 1 FROM sqlite_master WHERE name = ?1";
        let there: Option<u32> =
            one(&self.connection, there, [&table], |row| row.get(0)).optional()?;
        match there {
            Some(_) => search(&self.connection, &table, query),
            None => Ok(vec![]),
        }
    }

    /// The table of an audience's index, by the power's place in the scenario's order.
    fn table(&self, audience: &str) -> Result<String, StoreError> {
        let query = "SELECT place FROM power WHERE name = ?1";
        let place: Option<u32> =
            one(&self.connection, query, [audience], |row| row.get(0)).optional()?;
        Ok(place.map_or("found_umpire".to_owned(), |place| format!("found_{place}")))
    }
}

impl Spare {
    /// Makes an empty index in memory.
    pub fn new() -> Result<Spare, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_MEMORY;
        let connection = Connection::open_with_flags(":memory:", flags)?;
        make(&connection, "found")?;
        Ok(Spare { connection })
    }

    /// Puts the passages of a season in.
    pub fn index(
        &self,
        season: SeasonId,
        number: u32,
        passages: &[Passage],
    ) -> Result<(), StoreError> {
        fill(&self.connection, "found", season, number, passages)
    }

    /// Searches, the best passages first.
    pub fn search(&self, query: &Query<'_>) -> Result<Vec<Found>, StoreError> {
        search(&self.connection, "found", query)
    }
}

fn make(connection: &Connection, table: &str) -> Result<(), StoreError> {
    let create = format!(
        "CREATE VIRTUAL TABLE IF NOT EXISTS {table} USING fts5(heading, text, kind UNINDEXED, \
         place UNINDEXED, season UNINDEXED, number UNINDEXED, \
         tokenize = \"unicode61 remove_diacritics 2\")"
    );
    connection.execute_batch(&create)?;
    let rank = format!("INSERT INTO {table} ({table}, rank) VALUES ('rank', ?1)");
    run(connection, &rank, [RANK])?;
    Ok(())
}

fn fill(
    connection: &Connection,
    table: &str,
    season: SeasonId,
    number: u32,
    passages: &[Passage],
) -> Result<(), StoreError> {
    let insert = format!(
        "INSERT INTO {table} (heading, text, kind, place, season, number) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    );
    let mut insert = connection.prepare_cached(&insert)?;
    for Passage { kind, heading, text, place } in passages {
        insert.execute(params![heading, text, kind, place, season, number])?;
    }
    Ok(())
}

fn search(
    connection: &Connection,
    table: &str,
    query: &Query<'_>,
) -> Result<Vec<Found>, StoreError> {
    let (from, to) = MARKS;
    let ranked = format!(
        "SELECT season, kind, heading, snippet({table}, 1, '{from}', '{to}', '…', {WORDS}), place, rank \
         FROM {table} WHERE {table} MATCH ?1 AND number BETWEEN ?2 AND ?3 AND rowid >= ?5 \
         ORDER BY rank LIMIT ?4"
    );
    let newest = newest(connection, table, query)?;
    let Query { words, from, to, most } = query;
    let mut found = rows(connection, &ranked, params![words, from, to, most, newest], |row| {
        let rank: f64 = row.get(5)?;
        let found = Found {
            season: row.get(0)?,
            kind: row.get(1)?,
            heading: row.get(2)?,
            text: row.get(3)?,
            place: row.get(4)?,
        };
        Ok((rank, found))
    })?;
    // Of equally good ones the latest season's first; to ask the index for that would make it show
    // every passage before it knows which are the best.
    found.sort_by(|(one, this), (other, that)| {
        one.total_cmp(other).then_with(|| that.season.cmp(&this.season))
    });
    Ok(found.into_iter().map(|(_, found)| found).collect())
}

/// The row from which on passages are ranked: of what stands nearly everywhere, the latest.
fn newest(connection: &Connection, table: &str, query: &Query<'_>) -> Result<i64, StoreError> {
    let everywhere = query.from == 0 && query.to == u32::MAX;
    // To ask for its number means to read a passage, so it is asked only if it matters.
    let span = if everywhere { "?2 <= ?3" } else { "number BETWEEN ?2 AND ?3" };
    let last = format!(
        "SELECT rowid FROM {table} WHERE {table} MATCH ?1 AND {span} \
         ORDER BY rowid DESC LIMIT 1 OFFSET {MOST_RANKED}"
    );
    let Query { words, from, to, .. } = query;
    let row = one(connection, &last, params![words, from, to], |row| row.get(0)).optional()?;
    Ok(row.unwrap_or(0))
}
