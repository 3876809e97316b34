//! Taking mail in: raw rows by the batch, one verdict for each, and how far a source was read.

use rusqlite::{Connection, OptionalExtension, named_params, params};

use super::{
    Kept, NewKept, NewLetter, NewMail, NewSheet, PlayerId, RawId, RawRow, Store, StoreError,
    Verdict, one, run,
};
use super::{journal, kept, letter, outbox, sheet};
use kit::proof::{hex, sha256};

/// A mail before it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRaw {
    pub bytes: Vec<u8>,
    pub source: String,
    pub received: String,
    /// How long it was, if only its start is stored.
    pub length: Option<usize>,
}

impl NewRaw {
    /// The row that was made of it, which nobody has judged yet.
    pub fn kept_as(&self, id: RawId) -> RawRow {
        let NewRaw { bytes, source, received, length } = self.clone();
        let length = length.map(|length| u32::try_from(length).unwrap_or(u32::MAX));
        RawRow { id, source, received, bytes, verdict: None, reason: None, length }
    }
}

/// What is known of a mail besides its bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Envelope {
    pub message_id: Option<String>,
    pub sender: Option<String>,
    pub subject: String,
    /// The player of whom it was proved to be.
    pub player: Option<PlayerId>,
    /// A digest of the sheets in it; empty if there are none.
    pub digest: String,
}

/// A mail of a player that asked to be told something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub raw: RawId,
    pub player: PlayerId,
    /// Why it got its verdict.
    pub reason: String,
    pub subject: String,
    pub message_id: Option<String>,
}

/// All that comes of one mail, kept in one transaction.
#[derive(Debug, Clone)]
pub struct Judgement {
    pub raw: RawId,
    pub verdict: Verdict,
    pub reason: String,
    pub envelope: Option<Envelope>,
    pub sheets: Vec<NewSheet>,
    /// Sheets for seasons that were taken back.
    pub kept: Vec<NewKept>,
    pub mails: Vec<NewMail>,
    /// Letters to be carried, or that go on with this.
    pub letters: Vec<NewLetter>,
    /// Whom an answer of which kind goes to; nobody is the umpire.
    pub answered: Vec<(Option<PlayerId>, &'static str)>,
    /// The time it is.
    pub at: String,
}

impl Store {
    /// Begins a transaction in which all changes are until [`Store::commit`].
    pub fn begin(&mut self) -> Result<(), StoreError> {
        self.in_one = false;
        run(&self.connection, "BEGIN IMMEDIATE", [])?;
        Ok(())
    }

    /// The same, but after a fault the caller has to roll all of it back: what could undo one
    /// change alone costs as much as half of the changes of a mail.
    pub fn begin_in_one(&mut self) -> Result<(), StoreError> {
        self.begin()?;
        self.in_one = true;
        Ok(())
    }

    /// Keeps all changes since [`Store::begin`].
    pub fn commit(&mut self) -> Result<(), StoreError> {
        self.in_one = false;
        run(&self.connection, "COMMIT", [])?;
        Ok(())
    }

    /// Undoes all changes since [`Store::begin`].
    pub fn undo(&mut self) {
        self.in_one = false;
        // What cannot be undone now is undone when the file is closed, since nothing committed it.
        let _ = self.connection.execute_batch("ROLLBACK");
    }

    /// A version stamp of the file: SQLite's `data_version`, and our own count of changes.
    pub fn mark(&self) -> Result<(i64, u64), StoreError> {
        let of_others = one(&self.connection, "PRAGMA data_version", [], |row| row.get(0))?;
        Ok((of_others, self.connection.total_changes()))
    }

    /// Keeps mails as they came in, and how far their source was read, in one transaction.
    pub fn keep_raws(
        &mut self,
        mails: &[NewRaw],
        mark: Option<(&str, &str)>,
        at: &str,
    ) -> Result<Vec<Kept>, StoreError> {
        self.write(|connection| {
            let kept = mails.iter().map(|mail| keep_one(connection, mail, at)).collect();
            if let Some((source, mark)) = mark {
                let put = "INSERT INTO source_mark (source, mark) VALUES (?1, ?2) \
                           ON CONFLICT (source) DO UPDATE SET mark = ?2";
                run(connection, put, [source, mark])?;
            }
            kept
        })
    }

    /// Gives how far a source was read.
    pub fn source_mark(&self, source: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT mark FROM source_mark WHERE source = ?1";
        Ok(one(&self.connection, query, [source], |row| row.get(0)).optional()?)
    }

    /// Gives the next mails that nobody has judged yet, the oldest first; never many at once.
    pub fn unread_after(&self, last: RawId, most: usize) -> Result<Vec<RawRow>, StoreError> {
        let query =
            format!("{} WHERE verdict IS NULL AND id > ?1 ORDER BY id LIMIT ?2", sheet::RAWS);
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        super::rows(&self.connection, &query, params![last, most], sheet::raw)
    }

    /// Lists the newest mails with a verdict, the oldest of them first, without their bytes.
    pub fn newest_judged(&self, verdict: Verdict, most: u32) -> Result<Vec<RawRow>, StoreError> {
        let query = "SELECT id, source, received, x'', verdict, reason, length FROM raw \
                     WHERE verdict = ?1 ORDER BY id DESC LIMIT ?2";
        let mut found =
            super::rows(&self.connection, query, params![verdict.word(), most], sheet::raw)?;
        found.reverse();
        Ok(found)
    }

    /// Counts the mails with a verdict; without one, those that nobody has judged yet.
    pub fn count_raws(&self, verdict: Option<Verdict>) -> Result<usize, StoreError> {
        let count: i64 = match verdict {
            Some(verdict) => one(
                &self.connection,
                "SELECT count(*) FROM raw WHERE verdict = ?1",
                [verdict.word()],
                |row| row.get(0),
            )?,
            None => one(
                &self.connection,
                "SELECT count(*) FROM raw WHERE verdict IS NULL",
                [],
                |row| row.get(0),
            )?,
        };
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// Keeps all that came of a mail; gives the revisions of its sheets.
    pub fn keep_judgement(&mut self, judgement: &Judgement) -> Result<Vec<u32>, StoreError> {
        self.write(|connection| {
            let raw = judgement.raw;
            if let Some(envelope) = &judgement.envelope {
                insert_envelope(connection, raw, envelope)?;
            }
            let revisions = judgement.sheets.iter().map(|one| sheet::keep(connection, one));
            let revisions: Vec<u32> = revisions.collect::<Result<_, _>>()?;
            for (player, kind) in &judgement.answered {
                let insert = "INSERT INTO answered (player, kind, at) VALUES (?1, ?2, ?3)";
                connection.prepare_cached(insert)?.execute(params![player, kind, judgement.at])?;
            }
            for letter in &judgement.letters {
                letter::keep(connection, letter)?;
            }
            for sheet in &judgement.kept {
                kept::keep(connection, sheet)?;
            }
            outbox::post_all(connection, &judgement.mails)?;
            // Last, since a mail with two sheets has a verdict of its own.
            sheet::mark_read(connection, raw, judgement.verdict, &judgement.reason)?;
            Ok(revisions)
        })
    }

    /// Lists when somebody got answers of a kind since a time, the oldest first.
    pub fn answers_since(
        &self,
        player: Option<PlayerId>,
        kind: &str,
        since: &str,
    ) -> Result<Vec<String>, StoreError> {
        let query = "SELECT at FROM answered WHERE player IS ?1 AND at > ?2 AND kind = ?3 \
                     ORDER BY at";
        super::rows(&self.connection, query, params![player, since, kind], |row| row.get(0))
    }

    /// Finds an earlier mail of the same player under the same Message-ID: its id and the digest
    /// of its sheets.
    pub fn same_message(
        &self,
        message_id: &str,
        player: PlayerId,
    ) -> Result<Option<(RawId, String)>, StoreError> {
        let query = "SELECT raw, digest FROM envelope WHERE message_id = ?1 AND player = ?2 \
                     ORDER BY raw LIMIT 1";
        let mut statement = self.connection.prepare_cached(query)?;
        let found = statement
            .query_row(params![message_id, player], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        Ok(found)
    }

    /// Whether a player sent a mail that was judged with a reason: since the last season was
    /// published, at a time or later, and after another mail.
    pub fn sent_since(
        &self,
        player: PlayerId,
        reason: &str,
        (since, after): (&str, Option<RawId>),
    ) -> Result<bool, StoreError> {
        let query = "SELECT EXISTS (SELECT 1 FROM envelope JOIN raw ON raw.id = envelope.raw \
                     WHERE envelope.player = ?1 AND raw.reason = ?2 AND raw.received >= ?3 \
                     AND raw.sealed IS NULL AND raw.id > ?4)";
        let after = after.map_or(0, |raw| raw.0);
        Ok(one(&self.connection, query, params![player, reason, since, after], |row| row.get(0))?)
    }

    /// Finds the mails of players whose reason begins so, the newest first.
    pub fn questions_since(&self, begins: &str, since: &str) -> Result<Vec<Question>, StoreError> {
        let query = "SELECT raw.id, envelope.player, raw.reason, envelope.subject, \
                     envelope.message_id FROM envelope JOIN raw ON raw.id = envelope.raw \
                     WHERE envelope.player IS NOT NULL AND raw.received >= ?2 \
                     AND substr(raw.reason, 1, length(?1)) = ?1 \
                     AND raw.id > (SELECT max(id) FROM raw) - 2000 ORDER BY raw.id DESC";
        super::rows(&self.connection, query, params![begins, since], |row| {
            Ok(Question {
                raw: RawId(row.get(0)?),
                player: row.get(1)?,
                reason: row.get(2)?,
                subject: row.get(3)?,
                message_id: row.get(4)?,
            })
        })
    }

    /// Gives what is known of a mail besides its bytes.
    pub fn envelope(&self, raw: RawId) -> Result<Option<Envelope>, StoreError> {
        let query = "SELECT message_id, sender, subject, player, digest FROM envelope \
                     WHERE raw = ?1";
        let found = one(&self.connection, query, [raw], |row| {
            Ok(Envelope {
                message_id: row.get(0)?,
                sender: row.get(1)?,
                subject: row.get(2)?,
                player: row.get(3)?,
                digest: row.get(4)?,
            })
        });
        Ok(found.optional()?)
    }
}

fn keep_one(connection: &Connection, mail: &NewRaw, at: &str) -> Result<Kept, StoreError> {
    let digest = hex(&sha256(&mail.bytes));
    let query = "SELECT id FROM raw WHERE sha256 = ?1 AND source = ?2";
    let earlier: Option<RawId> = connection
        .prepare_cached(query)?
        .query_row([digest.as_str(), mail.source.as_str()], |row| row.get(0))
        .optional()?;
    if let Some(id) = earlier {
        let what = format!("the mail {} came once more", id.0);
        journal::note(connection, at, &mail.source, &what)?;
        return Ok(Kept::Again(id));
    }
    let length = mail.length.map(|length| i64::try_from(length).unwrap_or(i64::MAX));
    let insert = "INSERT INTO raw (sha256, source, received, bytes, length) \
                  VALUES (?1, ?2, ?3, ?4, ?5)";
    let row = params![digest, mail.source, mail.received, mail.bytes, length];
    connection.prepare_cached(insert)?.execute(row)?;
    Ok(Kept::New(RawId(connection.last_insert_rowid())))
}

fn insert_envelope(
    connection: &Connection,
    raw: RawId,
    envelope: &Envelope,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO envelope (raw, message_id, sender, subject, player, digest) \
                  VALUES (:raw, :message_id, :sender, :subject, :player, :digest)";
    connection.prepare_cached(insert)?.execute(named_params! {
        ":raw": raw,
        ":message_id": envelope.message_id,
        ":sender": envelope.sender,
        ":subject": envelope.subject,
        ":player": envelope.player,
        ":digest": envelope.digest,
    })?;
    Ok(())
}
