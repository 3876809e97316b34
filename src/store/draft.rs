//! The record of a season: events, ledger, reports, letters and what each power knows after it.
//!
//! While a season is drafted, a new draft replaces the old one whole; once it is published, the
//! same rows are its record and stay.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, params};

use super::{SeasonId, Status, Store, StoreError, one, packed, rows, run, season};

/// A whole draft, as the desk hands it over.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DraftRows {
    /// The digest of all that the season was resolved from.
    pub inputs: String,
    /// The season's `changes`, read before its sheets and rulings were: what came later makes the
    /// draft stale.
    pub mark: i64,
    pub made: String,
    /// The name of the season that follows.
    pub next: String,
    /// Whether the scenario ends with this season.
    pub over: bool,
    /// The position after the season.
    pub state: String,
    pub root: String,
    pub seed: String,
    pub digest: String,
    /// Each event as JSON, in order.
    pub events: Vec<String>,
    /// For each event, how many answers the ledger had given by then.
    pub answers: Vec<u32>,
    /// Each ledger entry as JSON, in order.
    pub ledger: Vec<String>,
    pub printed: PrintedRows,
    pub letters: Vec<LetterRow>,
    /// What each power knows after the season.
    pub known: BTreeMap<String, String>,
}

/// The head of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftRow {
    pub inputs: String,
    pub mark: i64,
    pub made: String,
    pub next: String,
    pub over: bool,
    pub state: String,
    pub root: String,
    pub seed: String,
    pub digest: String,
}

/// What is printed of a season.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PrintedRows {
    pub reports: Vec<ReportRow>,
    /// The newspaper; none, if none appears.
    pub newspaper: Option<NewspaperRow>,
}

/// The newspaper of a season: its pages, and what everybody may know, of which they are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewspaperRow {
    pub text: String,
    pub html: String,
    pub known: String,
}

/// One file of one power's report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRow {
    pub power: String,
    /// `txt`, `html`, `svg` or `json`, say.
    pub format: String,
    pub name: String,
    pub body: Vec<u8>,
}

/// A letter from one player to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetterRow {
    pub from: String,
    pub to: String,
    pub text: String,
}

impl Store {
    /// Keeps the draft of a season in place of an earlier one, in one transaction.
    pub fn keep_draft(&mut self, id: SeasonId, draft: &DraftRows) -> Result<(), StoreError> {
        self.write(|transaction| {
            let now = season::by_id(transaction, id)?;
            season::expect_status(&now, &[Status::Collecting, Status::Drafted], "resolved")?;
            keep_former(transaction, id, &draft.digest)?;
            clear(transaction, id)?;
            insert_head(transaction, id, draft)?;
            insert_events(transaction, id, draft)?;
            insert_ledger(transaction, id, &draft.ledger)?;
            insert_reports(transaction, id, draft)?;
            run(transaction, "UPDATE season SET status = 'drafted' WHERE id = ?1", [id])?;
            Ok(())
        })
    }

    /// Gives the draft of a season; once it is published, the draft it was published from.
    pub fn draft(&self, id: SeasonId) -> Result<Option<DraftRow>, StoreError> {
        row(&self.connection, id)
    }

    /// Lists a season's events as JSON, in order.
    pub fn events(&self, id: SeasonId) -> Result<Vec<String>, StoreError> {
        let query = "SELECT json FROM event WHERE season = ?1 ORDER BY seq";
        rows(&self.connection, query, [id], |row| row.get(0))
    }

    /// For each event, how many answers the ledger had given by then, where that was kept.
    pub fn answers(&self, id: SeasonId) -> Result<Vec<Option<u32>>, StoreError> {
        let query = "SELECT answers FROM event WHERE season = ?1 ORDER BY seq";
        rows(&self.connection, query, [id], |row| row.get(0))
    }

    /// Lists the events of the draft before the last one.
    pub fn former_events(&self, id: SeasonId) -> Result<Vec<String>, StoreError> {
        let query = "SELECT json FROM former_event WHERE season = ?1 ORDER BY seq";
        rows(&self.connection, query, [id], |row| row.get(0))
    }

    /// Lists a season's ledger entries as JSON, in order.
    pub fn ledger(&self, id: SeasonId) -> Result<Vec<String>, StoreError> {
        let query = "SELECT json FROM ledger_entry WHERE season = ?1 ORDER BY seq";
        rows(&self.connection, query, [id], |row| row.get(0))
    }

    /// Lists a season's reports by power and name.
    pub fn reports(&self, id: SeasonId) -> Result<Vec<ReportRow>, StoreError> {
        reports(&self.connection, "season = ?1", [id])
    }

    /// Gives a season's newspaper; none, if it has none.
    pub fn newspaper(&self, id: SeasonId) -> Result<Option<NewspaperRow>, StoreError> {
        let query = "SELECT format, body FROM newspaper WHERE season = ?1";
        let pages: Vec<(String, String)> =
            rows(&self.connection, query, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut pages: BTreeMap<String, String> = pages.into_iter().collect();
        let mut page = |format: &str| pages.remove(format).unwrap_or_default();
        let row = NewspaperRow { text: page("txt"), html: page("html"), known: page("known") };
        Ok(Some(row).filter(|row| !row.known.is_empty()))
    }

    /// Lists a season's letters in their order.
    pub fn letters(&self, id: SeasonId) -> Result<Vec<LetterRow>, StoreError> {
        let query = "SELECT sender, receiver, text FROM letter WHERE season = ?1 ORDER BY seq";
        rows(&self.connection, query, [id], |row| {
            Ok(LetterRow { from: row.get(0)?, to: row.get(1)?, text: row.get(2)? })
        })
    }

    /// Gives what each power knows after a season.
    pub fn known_after(&self, id: SeasonId) -> Result<BTreeMap<String, String>, StoreError> {
        known_after(&self.connection, id)
    }
}

/// The tables a draft is made of.
const TABLES: [&str; 7] =
    ["draft", "event", "ledger_entry", "report", "newspaper", "letter", "known_after"];

fn clear(connection: &Connection, id: SeasonId) -> Result<(), StoreError> {
    for table in TABLES {
        run(connection, &format!("DELETE FROM {table} WHERE season = ?1"), [id])?;
    }
    Ok(())
}

fn insert_head(connection: &Connection, id: SeasonId, draft: &DraftRows) -> Result<(), StoreError> {
    let DraftRows { inputs, mark, state, root, seed, digest, made, next, over, .. } = draft;
    run(
        connection,
        "INSERT INTO draft (season, inputs, mark, state, root, seed, digest, made, next, over) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![id, inputs, mark, state, root, seed, digest, made, next, over],
    )?;
    Ok(())
}

fn insert_events(
    connection: &Connection,
    id: SeasonId,
    draft: &DraftRows,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO event (season, seq, json, answers) VALUES (?1, ?2, ?3, ?4)";
    let mut insert = connection.prepare_cached(insert)?;
    for (at, json) in draft.events.iter().enumerate() {
        let seq = i64::try_from(at).expect("a season has few events") + 1;
        insert.execute(params![id, seq, json, draft.answers.get(at)])?;
    }
    Ok(())
}

fn insert_ledger(
    connection: &Connection,
    id: SeasonId,
    lines: &[String],
) -> Result<(), StoreError> {
    let insert = "INSERT INTO ledger_entry (season, seq, json) VALUES (?1, ?2, ?3)";
    let mut insert = connection.prepare_cached(insert)?;
    for (seq, json) in (1i64..).zip(lines) {
        insert.execute(params![id, seq, json])?;
    }
    Ok(())
}

/// Puts the events of the draft aside, if the new one is another, to tell what has changed.
fn keep_former(connection: &Connection, id: SeasonId, digest: &str) -> Result<(), StoreError> {
    if row(connection, id)?.is_none_or(|before| before.digest == digest) {
        return Ok(());
    }
    run(connection, "DELETE FROM former_event WHERE season = ?1", [id])?;
    let copy = "INSERT INTO former_event (season, seq, json) \
                SELECT season, seq, json FROM event WHERE season = ?1";
    run(connection, copy, [id])?;
    Ok(())
}

fn insert_reports(
    connection: &Connection,
    id: SeasonId,
    draft: &DraftRows,
) -> Result<(), StoreError> {
    insert_pages(connection, id, &draft.printed)?;
    for (seq, LetterRow { from, to, text }) in (1i64..).zip(&draft.letters) {
        run(
            connection,
            "INSERT INTO letter (season, seq, sender, receiver, text) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![id, seq, from, to, text],
        )?;
    }
    for (power, json) in &draft.known {
        let insert = "INSERT INTO known_after (season, power, json) VALUES (?1, ?2, ?3)";
        run(connection, insert, params![id, power, json])?;
    }
    Ok(())
}

/// Puts other pages in the place of a draft's.
pub(super) fn replace_pages(
    connection: &Connection,
    id: SeasonId,
    printed: &PrintedRows,
) -> Result<(), StoreError> {
    run(connection, "DELETE FROM report WHERE season = ?1", [id])?;
    run(connection, "DELETE FROM newspaper WHERE season = ?1", [id])?;
    insert_pages(connection, id, printed)
}

fn insert_pages(
    connection: &Connection,
    id: SeasonId,
    printed: &PrintedRows,
) -> Result<(), StoreError> {
    for ReportRow { power, format, name, body } in &printed.reports {
        run(
            connection,
            "INSERT INTO report (season, power, format, name, body) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![id, power, format, name, packed::pack(body)],
        )?;
    }
    let Some(NewspaperRow { text, html, known }) = &printed.newspaper else { return Ok(()) };
    for (format, body) in [("txt", text), ("html", html), ("known", known)] {
        let insert = "INSERT INTO newspaper (season, format, body) VALUES (?1, ?2, ?3)";
        run(connection, insert, params![id, format, body])?;
    }
    Ok(())
}

pub(super) fn row(connection: &Connection, id: SeasonId) -> Result<Option<DraftRow>, StoreError> {
    let query = "SELECT inputs, mark, made, state, root, seed, digest, next, over FROM draft \
                 WHERE season = ?1";
    let found = one(connection, query, [id], |row| {
        Ok(DraftRow {
            inputs: row.get(0)?,
            mark: row.get(1)?,
            made: row.get(2)?,
            state: row.get(3)?,
            root: row.get(4)?,
            seed: row.get(5)?,
            digest: row.get(6)?,
            next: row.get(7)?,
            over: row.get(8)?,
        })
    });
    Ok(found.optional()?)
}

/// The files of reports that a condition chooses, by power and name.
pub(super) fn reports(
    connection: &Connection,
    which: &str,
    parameters: impl rusqlite::Params,
) -> Result<Vec<ReportRow>, StoreError> {
    let query =
        format!("SELECT power, format, name, body FROM report WHERE {which} ORDER BY power, name");
    let mut found = rows(connection, &query, parameters, |row| {
        Ok(ReportRow {
            power: row.get(0)?,
            format: row.get(1)?,
            name: row.get(2)?,
            body: row.get(3)?,
        })
    })?;
    for report in &mut found {
        report.body = packed::unpacked(connection, &report.body)?;
    }
    Ok(found)
}

pub(super) fn known_after(
    connection: &Connection,
    id: SeasonId,
) -> Result<BTreeMap<String, String>, StoreError> {
    let query = "SELECT power, json FROM known_after WHERE season = ?1";
    let pairs = rows(connection, query, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(pairs.into_iter().collect())
}
