//! Mails that need the umpire, and what became of them.

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    MailId, NewLetter, NewMail, NewSheet, RawId, RawRow, Store, StoreError, Verdict, one, run,
};
use super::{journal, letter, outbox, sheet};

/// What the umpire did with a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// A sheet in it was admitted.
    Admitted,
    Replied,
    /// It was answered that it does not count.
    Refused,
    /// It was put aside without an answer.
    Filed,
}

impl How {
    /// Reads the word it is kept under.
    pub fn called(word: &str) -> How {
        let all = [How::Admitted, How::Replied, How::Refused];
        all.into_iter().find(|how| how.word() == word).unwrap_or(How::Filed)
    }

    /// The word it is kept under.
    pub fn word(self) -> &'static str {
        match self {
            How::Admitted => "admitted",
            How::Replied => "replied",
            How::Refused => "refused",
            How::Filed => "filed",
        }
    }
}

/// The umpire's last word on a mail, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledRow {
    pub at: String,
    /// A word of [`How`].
    pub how: String,
    pub note: String,
}

/// What is kept when a mail is settled, in one transaction.
#[derive(Debug, Clone)]
pub struct Settling {
    pub raw: RawId,
    pub how: How,
    pub note: String,
    pub at: String,
    /// Sheets that were admitted with it.
    pub sheets: Vec<NewSheet>,
    pub mails: Vec<NewMail>,
    pub letters: Vec<NewLetter>,
}

impl Settling {
    /// A word on a mail with which nothing else is kept.
    pub fn of(raw: RawId, how: How, note: &str, at: &str) -> Settling {
        let (note, at) = (note.to_owned(), at.to_owned());
        Settling { raw, how, note, at, sheets: vec![], mails: vec![], letters: vec![] }
    }
}

/// A mail that needs the umpire and has no word of theirs yet.
const WAITS: &str = "verdict = 'needs the umpire' AND id NOT IN (SELECT raw FROM settled_mail)";

impl Store {
    /// Keeps what became of a mail; gives the revisions of the sheets that were admitted.
    pub fn settle(&mut self, settling: &Settling) -> Result<Vec<u32>, StoreError> {
        self.write(|connection| {
            let revisions = settling.sheets.iter().map(|one| sheet::keep(connection, one));
            let revisions: Vec<u32> = revisions.collect::<Result<_, _>>()?;
            for letter in &settling.letters {
                letter::keep(connection, letter)?;
            }
            outbox::post_all(connection, &settling.mails)?;
            mark(connection, settling)?;
            Ok(revisions)
        })
    }

    /// Takes the umpire's word on a mail back with the answers to it that still wait: it needs the
    /// umpire again.
    pub fn unsettle(&mut self, raw: RawId, answers: &[MailId], at: &str) -> Result<(), StoreError> {
        self.write(|connection| {
            for id in answers {
                let cancel =
                    "UPDATE outbox SET state = 'cancelled' WHERE id = ?1 AND state = 'waiting'";
                run(connection, cancel, [id])?;
            }
            run(connection, "DELETE FROM settled_mail WHERE raw = ?1", [raw])?;
            let what = format!("took back the word on mail {}", raw.0);
            journal::note(connection, at, "umpire", &what)
        })
    }

    /// Gives the umpire's last word on a mail.
    pub fn settled(&self, raw: RawId) -> Result<Option<SettledRow>, StoreError> {
        let query = "SELECT at, how, note FROM settled_mail WHERE raw = ?1";
        let found = one(&self.connection, query, [raw], |row| {
            Ok(SettledRow { at: row.get(0)?, how: row.get(1)?, note: row.get(2)? })
        });
        Ok(found.optional()?)
    }

    /// Counts the mails that wait for the umpire.
    pub fn count_for_umpire(&self) -> Result<usize, StoreError> {
        let query = format!("SELECT count(*) FROM raw WHERE {WAITS}");
        let count: i64 = one(&self.connection, &query, [], |row| row.get(0))?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// Counts the mails that came since a time and wait for the umpire for a reason, or did.
    pub fn for_umpire_since(&self, reason: &str, since: &str) -> Result<usize, StoreError> {
        let query = "SELECT count(*) FROM raw WHERE verdict = 'needs the umpire' AND reason = ?1 \
                     AND received > ?2";
        let count: i64 = one(&self.connection, query, [reason, since], |row| row.get(0))?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// Lists the newest mails that wait for the umpire, the oldest of them first, without their
    /// bytes; or all that ever needed them.
    pub fn for_umpire(&self, settled_too: bool, most: u32) -> Result<Vec<RawRow>, StoreError> {
        if settled_too {
            return self.newest_judged(Verdict::NeedsUmpire, most);
        }
        let query = format!(
            "SELECT id, source, received, x'', verdict, reason, length FROM raw WHERE {WAITS} \
             ORDER BY id DESC LIMIT ?1"
        );
        let mut found = super::rows(&self.connection, &query, [most], sheet::raw)?;
        found.reverse();
        Ok(found)
    }
}

fn mark(connection: &Connection, settling: &Settling) -> Result<(), StoreError> {
    let Settling { raw, how, note, at, .. } = settling;
    let put = "INSERT INTO settled_mail (raw, at, how, note) VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT (raw) DO UPDATE SET at = ?2, how = ?3, note = ?4";
    run(connection, put, params![raw, at, how.word(), note])?;
    let what = format!("{} mail {}", how.word(), raw.0);
    journal::note(connection, at, "umpire", &what)
}
