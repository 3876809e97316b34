//! Mail as it came in, the sheets found in it, and standing orders. Nothing of it is ever lost.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

use super::word::Judged;
use super::{
    NewLetter, NewMail, NewRaw, RawId, SeasonId, SheetId, Status, Store, StoreError, Verdict, Way,
    journal, letter, one, outbox, rows, run, season,
};

/// What became of bytes that were handed in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// They are kept now, as unread.
    New(RawId),
    /// The same source gave the same bytes before.
    Again(RawId),
}

impl Kept {
    /// Gives the id under which the bytes are kept.
    pub fn id(self) -> RawId {
        match self {
            Kept::New(id) | Kept::Again(id) => id,
        }
    }
}

/// A mail as it came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawRow {
    pub id: RawId,
    pub source: String,
    pub received: String,
    pub bytes: Vec<u8>,
    pub verdict: Option<Verdict>,
    pub reason: Option<String>,
    /// How long it was, if only its start was stored.
    pub length: Option<u32>,
}

/// A sheet with its verdict, and the mails that answer it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSheet {
    pub season: SeasonId,
    pub power: String,
    /// The mail it came in; none if the umpire entered it by hand.
    pub raw: Option<RawId>,
    pub text: String,
    pub verdict: Verdict,
    pub reason: String,
    pub diagnostics: String,
    pub receipt: String,
    pub leaf: String,
    pub received: String,
    /// How it came, and why the umpire took it in by hand.
    pub way: Way,
    pub why: String,
    /// What the digest of its private note was salted with; empty, if it has none.
    pub salt: String,
    /// Standing orders that it sets in place of earlier ones; empty text lifts them.
    pub standing: Option<String>,
    pub mails: Vec<NewMail>,
    /// Letters in it that go on at once, in those mails.
    pub letters: Vec<NewLetter>,
}

/// One revision of a power's sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetRow {
    pub id: SheetId,
    pub season: SeasonId,
    pub power: String,
    pub revision: u32,
    pub raw: Option<RawId>,
    pub text: String,
    pub verdict: Verdict,
    pub reason: String,
    pub diagnostics: String,
    pub receipt: String,
    pub leaf: String,
    pub received: String,
    /// How it came, and why the umpire took it in by hand.
    pub way: Way,
    pub why: String,
    /// What the digest of its private note was salted with; empty, if it has none.
    pub salt: String,
}

/// A power's standing orders and the season in which they were given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingRow {
    pub season: SeasonId,
    pub text: String,
}

impl Store {
    /// Keeps a mail as it came in, before anybody looks into it.
    pub fn keep_raw(&mut self, bytes: &[u8], source: &str, at: &str) -> Result<Kept, StoreError> {
        let (bytes, source) = (bytes.to_owned(), source.to_owned());
        let mail = NewRaw { bytes, source, received: at.to_owned(), length: None };
        Ok(self.keep_raws(&[mail], None, at)?.remove(0))
    }

    /// Lists the mails that nobody has judged yet, the oldest first.
    pub fn unread(&self) -> Result<Vec<RawRow>, StoreError> {
        let query = format!("{RAWS} WHERE verdict IS NULL ORDER BY id");
        rows(&self.connection, &query, [], raw)
    }

    /// Gives a mail as it came in.
    pub fn raw(&self, id: RawId) -> Result<RawRow, StoreError> {
        let query = format!("{RAWS} WHERE id = ?1");
        let found = one(&self.connection, &query, [id], raw).optional()?;
        found.ok_or_else(|| StoreError::missing(format!("mail with the number {}", id.0)))
    }

    /// Lists the mails with a verdict, the oldest first: the desk asks for what needs the umpire.
    pub fn judged(&self, verdict: Verdict) -> Result<Vec<RawRow>, StoreError> {
        rows(
            &self.connection,
            &format!("{RAWS} WHERE verdict = ?1 ORDER BY id"),
            [verdict.word()],
            raw,
        )
    }

    /// Judges a mail that holds no sheet, and posts what answers it, in one transaction.
    pub fn judge(
        &mut self,
        id: RawId,
        verdict: Verdict,
        reason: &str,
        mails: &[NewMail],
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            mark_read(transaction, id, verdict, reason)?;
            outbox::post_all(transaction, mails)
        })
    }

    /// Keeps a sheet as the next revision, marks its mail read and posts the receipt, in one
    /// transaction; gives the number of the revision, counted from 1.
    pub fn keep_sheet(&mut self, sheet: &NewSheet) -> Result<u32, StoreError> {
        self.write(|transaction| {
            let revision = keep(transaction, sheet)?;
            // A mail that was judged before keeps its verdict.
            let query = "SELECT verdict IS NULL FROM raw WHERE id = ?1";
            if let Some(raw) = sheet.raw
                && one(transaction, query, [raw], |row| row.get(0))?
            {
                mark_read(transaction, raw, sheet.verdict, &sheet.reason)?;
            }
            Ok(revision)
        })
    }

    /// Gives a sheet another verdict: a late one is admitted, say, or one that waited is rejected.
    pub fn rule_on_sheet(
        &mut self,
        id: SheetId,
        verdict: Verdict,
        reason: &str,
        at: &str,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let query = "SELECT season FROM sheet WHERE id = ?1";
            let found = one(transaction, query, [id], |row| row.get(0)).optional()?;
            let season = found
                .ok_or_else(|| StoreError::missing(format!("sheet with the number {}", id.0)))?;
            season::expect_status(&season::by_id(transaction, season)?, &OPEN, "ruled on")?;
            let update = "UPDATE sheet SET verdict = ?2, reason = ?3 WHERE id = ?1";
            run(transaction, update, params![id, verdict.word(), reason])?;
            season::mark_changed(transaction, season)?;
            let what = format!("ruled on sheet {}: {verdict}", id.0);
            journal::note(transaction, at, "umpire", &what)
        })
    }

    /// Gives of each power the newest sheet that is played.
    pub fn newest_sheets(&self, id: SeasonId) -> Result<BTreeMap<String, SheetRow>, StoreError> {
        let mut newest = BTreeMap::new();
        for power in self.powers()? {
            if let Some(sheet) = self.newest_sheet(id, &power.name)? {
                newest.insert(power.name, sheet);
            }
        }
        Ok(newest)
    }

    /// Gives the newest sheet of a power that is played.
    pub fn newest_sheet(&self, id: SeasonId, power: &str) -> Result<Option<SheetRow>, StoreError> {
        let query = format!(
            "{SHEETS} WHERE season = ?1 AND power = ?2 AND verdict IN (?3, ?4) \
             ORDER BY revision DESC LIMIT 1"
        );
        let played = [Verdict::Accepted, Verdict::AcceptedWithRemarks];
        let parameters = params![id, power, played[0].word(), played[1].word()];
        let mut statement = self.connection.prepare_cached(&query)?;
        Ok(statement.query_row(parameters, sheet).optional()?)
    }

    /// Gives the number that a power's next revision will have.
    pub fn next_revision(&self, id: SeasonId, power: &str) -> Result<u32, StoreError> {
        let query = "SELECT coalesce(max(revision), 0) + 1 FROM sheet \
                     WHERE season = ?1 AND power = ?2";
        let mut statement = self.connection.prepare_cached(query)?;
        Ok(statement.query_row(params![id, power], |row| row.get(0))?)
    }

    /// Lists all revisions of a power's sheet, the oldest first.
    pub fn revisions(&self, id: SeasonId, power: &str) -> Result<Vec<SheetRow>, StoreError> {
        let query = format!("{SHEETS} WHERE season = ?1 AND power = ?2 ORDER BY revision");
        rows(&self.connection, &query, params![id, power], sheet)
    }

    /// Keeps the revisions that were in for a season that was withdrawn with the season that is
    /// opened in its place, so that their numbers go on; none of them is played as it is. What
    /// another keeper wrote for these powers has no leaf here, and their standing orders lapse.
    pub fn keep_superseded(
        &mut self,
        from: SeasonId,
        to: SeasonId,
        why: &str,
        others: &[String],
    ) -> Result<(), StoreError> {
        let others = serde_json::to_string(others).expect("names are text");
        self.write(|transaction| {
            let insert = "INSERT INTO sheet (season, power, revision, raw, text, verdict, reason, \
                 diagnostics, receipt, leaf, received, way, why, salt) \
                 SELECT ?2, power, revision, raw, text, ?3, ?4, diagnostics, receipt, \
                 CASE WHEN (SELECT scheme FROM season WHERE id = ?1) = \
                 (SELECT scheme FROM season WHERE id = ?2) \
                 AND power NOT IN (SELECT value FROM json_each(?5)) THEN leaf ELSE '' END, received, way, \
                 why, salt FROM sheet WHERE season = ?1 ORDER BY id";
            run(transaction, insert, params![from, to, Verdict::Rejected.word(), why, others])?;
            let insert = "INSERT INTO standing (power, season, text) SELECT power, ?2, text \
                 FROM standing WHERE season = ?1 \
                 AND power NOT IN (SELECT value FROM json_each(?3)) ORDER BY id";
            run(transaction, insert, params![from, to, others])?;
            Ok(())
        })
    }

    /// Sets a power's standing orders in place of earlier ones; empty text lifts them.
    pub fn set_standing(
        &mut self,
        power: &str,
        id: SeasonId,
        text: &str,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            insert_standing(transaction, power, id, text)?;
            season::mark_changed(transaction, id)
        })
    }

    /// Takes standing orders back that were set in this season, as if they had never been.
    pub fn unset_standing(
        &mut self,
        power: &str,
        id: SeasonId,
        text: &str,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let delete = "DELETE FROM standing WHERE id = (SELECT max(id) FROM standing \
                          WHERE power = ?1 AND season = ?2 AND text = ?3)";
            run(transaction, delete, params![power, id, text])?;
            season::mark_changed(transaction, id)
        })
    }

    /// Gives the standing orders that hold in a season, by power.
    pub fn standings(&self, id: SeasonId) -> Result<BTreeMap<String, StandingRow>, StoreError> {
        let line = season::Line::of(&self.connection, id)?;
        let mut newest = BTreeMap::new();
        for power in self.powers()? {
            // The newest that counts is nearly always the newest there is.
            let query = "SELECT season, text FROM standing WHERE power = ?1 ORDER BY id DESC";
            let mut statement = self.connection.prepare_cached(query)?;
            let mut given = statement.query([&power.name])?;
            while let Some(row) = given.next()? {
                let standing = StandingRow { season: row.get(0)?, text: row.get(1)? };
                if line.has(&self.connection, standing.season)? {
                    newest.insert(power.name, standing);
                    break;
                }
            }
        }
        newest.retain(|_, standing| !standing.text.is_empty());
        Ok(newest)
    }
}

const OPEN: [Status; 3] = [Status::SettingUp, Status::Collecting, Status::Drafted];

pub(super) const RAWS: &str =
    "SELECT id, source, received, bytes, verdict, reason, length FROM raw";

pub(super) fn raw(row: &Row<'_>) -> rusqlite::Result<RawRow> {
    Ok(RawRow {
        id: row.get(0)?,
        source: row.get(1)?,
        received: row.get(2)?,
        bytes: row.get(3)?,
        verdict: row.get::<_, Option<Judged>>(4)?.map(|judged| judged.0),
        reason: row.get(5)?,
        length: row.get(6)?,
    })
}

const SHEETS: &str = "SELECT id, season, power, revision, raw, text, verdict, reason, \
                      diagnostics, receipt, leaf, received, way, why, salt FROM sheet";

fn sheet(row: &Row<'_>) -> rusqlite::Result<SheetRow> {
    Ok(SheetRow {
        id: row.get(0)?,
        season: row.get(1)?,
        power: row.get(2)?,
        revision: row.get(3)?,
        raw: row.get(4)?,
        text: row.get(5)?,
        verdict: row.get::<_, Judged>(6)?.0,
        reason: row.get(7)?,
        diagnostics: row.get(8)?,
        receipt: row.get(9)?,
        leaf: row.get(10)?,
        received: row.get(11)?,
        way: row.get(12)?,
        why: row.get(13)?,
        salt: row.get(14)?,
    })
}

/// Keeps a sheet as the next revision; gives its number.
pub(super) fn keep(connection: &Connection, sheet: &NewSheet) -> Result<u32, StoreError> {
    let now = season::by_id(connection, sheet.season)?;
    if sheet.verdict.is_played() {
        season::expect_status(&now, &OPEN, "given a sheet")?;
        season::mark_changed(connection, sheet.season)?;
    }
    let query = "SELECT coalesce(max(revision), 0) + 1 FROM sheet WHERE season = ?1 AND power = ?2";
    let revision = connection
        .prepare_cached(query)?
        .query_row(params![sheet.season, sheet.power], |row| row.get(0))?;
    insert(connection, sheet, revision)?;
    if let Some(text) = &sheet.standing {
        insert_standing(connection, &sheet.power, sheet.season, text)?;
    }
    for letter in &sheet.letters {
        letter::keep(connection, letter)?;
    }
    outbox::post_all(connection, &sheet.mails)?;
    Ok(revision)
}

fn insert(connection: &Connection, sheet: &NewSheet, revision: u32) -> Result<(), StoreError> {
    run(
        connection,
        "INSERT INTO sheet (season, power, revision, raw, text, verdict, reason, diagnostics, \
         receipt, leaf, received, way, why, salt) VALUES (:season, :power, :revision, :raw, :text, \
         :verdict, :reason, :diagnostics, :receipt, :leaf, :received, :way, :why, :salt)",
        named_params! {
            ":season": sheet.season,
            ":power": sheet.power,
            ":revision": revision,
            ":raw": sheet.raw,
            ":text": sheet.text,
            ":verdict": sheet.verdict.word(),
            ":reason": sheet.reason,
            ":diagnostics": sheet.diagnostics,
            ":receipt": sheet.receipt,
            ":leaf": sheet.leaf,
            ":received": sheet.received,
            ":way": sheet.way,
            ":why": sheet.why,
            ":salt": sheet.salt,
        },
    )?;
    Ok(())
}

fn insert_standing(
    connection: &Connection,
    power: &str,
    id: SeasonId,
    text: &str,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO standing (power, season, text) VALUES (?1, ?2, ?3)";
    run(connection, insert, params![power, id, text])?;
    Ok(())
}

pub(super) fn mark_read(
    connection: &Connection,
    id: RawId,
    verdict: Verdict,
    reason: &str,
) -> Result<(), StoreError> {
    let update = "UPDATE raw SET status = 'read', verdict = ?2, reason = ?3 WHERE id = ?1";
    let changed = run(connection, update, params![id, verdict.word(), reason])?;
    super::campaign::found(changed, || format!("mail with the number {}", id.0))
}

/// Gives a season that is played again the sheets and standing orders of the one withdrawn.
pub(super) fn carry_over(
    connection: &Connection,
    from: SeasonId,
    to: SeasonId,
) -> Result<(), StoreError> {
    run(
        connection,
        "INSERT INTO sheet (season, power, revision, raw, text, verdict, reason, diagnostics, \
         receipt, leaf, received, way, why, salt) SELECT ?2, power, revision, raw, text, verdict, \
         reason, diagnostics, receipt, leaf, received, way, why, salt FROM sheet WHERE season = ?1 ORDER BY id",
        params![from, to],
    )?;
    run(
        connection,
        "INSERT INTO standing (power, season, text) \
         SELECT power, ?2, text FROM standing WHERE season = ?1 ORDER BY id",
        params![from, to],
    )?;
    Ok(())
}
