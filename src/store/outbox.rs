//! Mail to send: composed once, kept for good, sent at least once with the same bytes.

use std::fs::{File, TryLockError};
use std::path::PathBuf;

use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

use super::{
    MailId, MailState, PlayerId, SeasonId, Store, StoreError, lock_file, one, packed, rows, run,
};

/// A mail as it was composed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMail {
    pub season: Option<SeasonId>,
    pub power: Option<String>,
    pub recipient: String,
    pub message_id: String,
    pub subject: String,
    /// Its bytes; none, if it is put together when it first goes out.
    pub body: Vec<u8>,
    /// What it will be put together from, as JSON.
    pub letter: Option<String>,
    pub made: String,
    /// What it is for, in a word of the desk's.
    pub kind: String,
    /// The address that a server sends it back to.
    pub sender: String,
    pub player: Option<PlayerId>,
    /// Its text, if it goes out in a digest and not alone.
    pub held: Option<String>,
}

/// A mail in the outbox, without its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRow {
    pub id: MailId,
    pub season: Option<SeasonId>,
    pub power: Option<String>,
    pub recipient: String,
    pub message_id: String,
    pub subject: String,
    pub state: MailState,
    pub made: String,
    pub sent: Option<String>,
    pub tries: u32,
    /// Why the last try failed.
    pub fault: Option<String>,
    /// What it is for, in a word of the desk's.
    pub kind: String,
    pub sender: String,
    pub player: Option<PlayerId>,
    /// Not before then is it tried again.
    pub again: Option<String>,
    /// Whether the server said that it never takes it.
    pub refused: bool,
    /// Whether it waits for a digest.
    pub held: bool,
}

/// Lets one process send at a time, without holding the campaign file; ends when it is dropped.
#[derive(Debug)]
pub struct SendLock {
    file: File,
}

impl Drop for SendLock {
    /// Unlocks by name: a process that is being started at this moment still has the file open, and
    /// would keep the lock until it runs its own program.
    fn drop(&mut self) {
        // A lock that cannot be given back ends with the process.
        let _ = self.file.unlock();
    }
}

impl Store {
    /// Puts a mail into the outbox. The same mail a second time changes nothing.
    pub fn post(&mut self, mail: &NewMail) -> Result<MailId, StoreError> {
        self.write(|transaction| post(transaction, mail))
    }

    /// Lists the mails that wait to be sent, now or later, the oldest first.
    pub fn waiting(&self) -> Result<Vec<MailRow>, StoreError> {
        let query = format!("{MAILS} WHERE state = 'waiting' ORDER BY id");
        rows(&self.connection, &query, [], mail)
    }

    /// Lists all mails, the oldest first.
    pub fn outbox(&self) -> Result<Vec<MailRow>, StoreError> {
        rows(&self.connection, &format!("{MAILS} ORDER BY id"), [], mail)
    }

    /// Tells of each report of a season whether it went out.
    pub fn reports_sent(&self, season: SeasonId) -> Result<Vec<bool>, StoreError> {
        let query = "SELECT sent IS NOT NULL FROM outbox WHERE season = ?1 AND kind = 'report' \
                     AND state <> 'cancelled'";
        rows(&self.connection, query, [season], |row| row.get(0))
    }

    /// Lets mails that went out wait once more, with the bytes that they have; notes it.
    pub fn send_once_more(
        &mut self,
        ids: &[MailId],
        (at, what): (&str, &str),
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            for id in ids {
                let update = "UPDATE outbox SET state = 'waiting', again = NULL, refused = 0 \
                              WHERE id = ?1 AND state = 'sent'";
                run(transaction, update, [id])?;
            }
            super::journal::note(transaction, at, "umpire", what)
        })
    }

    /// Gives the bytes of a mail, and what they are to be made from if there are none yet.
    pub fn mail_body(&self, id: MailId) -> Result<(Vec<u8>, Option<String>), StoreError> {
        let query = "SELECT letter FROM outbox WHERE id = ?1";
        let letter = one(&self.connection, query, [id], |row| row.get(0)).optional()?;
        let missing = || StoreError::missing(format!("mail with the number {}", id.0));
        Ok((body(&self.connection, id)?, letter.ok_or_else(missing)?))
    }

    /// Keeps the bytes that a mail has from now on.
    pub fn put_together(&mut self, id: MailId, body: &[u8]) -> Result<(), StoreError> {
        self.write(|transaction| {
            packed::keep_mail(transaction, id, body)?;
            let update = "UPDATE outbox SET letter = NULL WHERE id = ?1";
            let changed = run(transaction, update, [id])?;
            super::campaign::found(changed, || format!("mail with the number {}", id.0))
        })
    }

    /// Gives the mail with a Message-ID as it was composed.
    pub fn mail_called(&self, message_id: &str) -> Result<Option<NewMail>, StoreError> {
        let query = "SELECT id, season, power, recipient, message_id, subject, made, kind, \
                     sender, player, held, letter FROM outbox WHERE message_id = ?1";
        let found = one(&self.connection, query, [message_id], |row| {
            let mail = NewMail {
                season: row.get(1)?,
                power: row.get(2)?,
                recipient: row.get(3)?,
                message_id: row.get(4)?,
                subject: row.get(5)?,
                body: vec![],
                made: row.get(6)?,
                kind: row.get(7)?,
                sender: row.get(8)?,
                player: row.get(9)?,
                held: row.get(10)?,
                letter: row.get(11)?,
            };
            Ok((row.get(0)?, mail))
        });
        let Some((id, mail)) = found.optional()? else { return Ok(None) };
        Ok(Some(NewMail { body: body(&self.connection, id)?, ..mail }))
    }

    /// Notes that the mail server took a mail.
    pub fn mark_sent(&mut self, id: MailId, at: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            let update = "UPDATE outbox SET state = 'sent', sent = ?2, tries = tries + 1, \
                          fault = NULL WHERE id = ?1";
            let changed = run(transaction, update, params![id, at])?;
            super::campaign::found(changed, || format!("mail with the number {}", id.0))
        })
    }

    /// Cancels a mail that waits, and says whether it still did.
    pub fn cancel_mail(&mut self, id: MailId) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let update =
                "UPDATE outbox SET state = 'cancelled' WHERE id = ?1 AND state = 'waiting'";
            Ok(run(transaction, update, [id])? == 1)
        })
    }

    /// Takes the lock of those who send; refuses at once while another has it.
    pub fn lock_sending(&self) -> Result<SendLock, StoreError> {
        let mut name = self.path.clone().into_os_string();
        name.push(".sending");
        let path = PathBuf::from(name);
        let file = lock_file(&path).map_err(StoreError::file(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(SendLock { file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Sending),
            Err(TryLockError::Error(source)) => Err(StoreError::File { path, source }),
        }
    }
}

pub(super) const MAILS: &str = "SELECT id, season, power, recipient, message_id, subject, state, \
                                made, sent, tries, fault, kind, sender, player, again, refused, \
                                held IS NOT NULL FROM outbox";

pub(super) fn mail(row: &Row<'_>) -> rusqlite::Result<MailRow> {
    Ok(MailRow {
        id: row.get(0)?,
        season: row.get(1)?,
        power: row.get(2)?,
        recipient: row.get(3)?,
        message_id: row.get(4)?,
        subject: row.get(5)?,
        state: row.get(6)?,
        made: row.get(7)?,
        sent: row.get(8)?,
        tries: row.get(9)?,
        fault: row.get(10)?,
        kind: row.get(11)?,
        sender: row.get(12)?,
        player: row.get(13)?,
        again: row.get(14)?,
        refused: row.get(15)?,
        held: row.get(16)?,
    })
}

pub(super) fn post_all(connection: &Connection, mails: &[NewMail]) -> Result<(), StoreError> {
    mails.iter().try_for_each(|mail| post(connection, mail).map(|_| ()))
}

fn post(connection: &Connection, mail: &NewMail) -> Result<MailId, StoreError> {
    let NewMail { recipient, message_id, letter, .. } = mail;
    let query = "SELECT id, recipient = ?2 AND letter IS ?3 FROM outbox WHERE message_id = ?1";
    let earlier: Option<(MailId, bool)> =
        one(connection, query, params![message_id, recipient, letter], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    match earlier {
        Some((id, true)) if body(connection, id)? == mail.body => return Ok(id),
        Some(_) => return Err(StoreError::MessageIdTaken { message_id: message_id.clone() }),
        None => {}
    }
    run(
        connection,
        "INSERT INTO outbox (season, power, recipient, message_id, subject, made, kind, sender, \
         player, held, letter) VALUES (:season, :power, :recipient, :message_id, :subject, :made, \
         :kind, :sender, :player, :held, :letter)",
        named_params! {
            ":season": mail.season,
            ":power": mail.power,
            ":recipient": recipient,
            ":message_id": message_id,
            ":subject": mail.subject,
            ":made": mail.made,
            ":kind": mail.kind,
            ":sender": mail.sender,
            ":player": mail.player,
            ":held": mail.held,
            ":letter": letter,
        },
    )?;
    let id = MailId(connection.last_insert_rowid());
    if letter.is_none() {
        packed::keep_mail(connection, id, &mail.body)?;
    }
    Ok(id)
}

/// The bytes of a mail; none, as long as it waits to be put together.
fn body(connection: &Connection, id: MailId) -> Result<Vec<u8>, StoreError> {
    let query = "SELECT bytes FROM mail_body WHERE mail = ?1";
    let kept: Option<Vec<u8>> = one(connection, query, [id], |row| row.get(0)).optional()?;
    kept.map_or_else(|| Ok(vec![]), |kept| packed::unpacked(connection, &kept))
}

/// Cancels the reports and newspapers of a season that nobody has received; whatever else waits goes
/// out.
pub(super) fn cancel(connection: &Connection, season: SeasonId) -> Result<(), StoreError> {
    run(
        connection,
        "UPDATE outbox SET state = 'cancelled' WHERE season = ?1 AND state = 'waiting' \
         AND sent IS NULL AND kind IN ('report', 'newspaper')",
        [season],
    )?;
    Ok(())
}

/// Cancels what tells of seasons that were taken back and has not gone out: what is told next names
/// those seasons too.
pub(super) fn cancel_taken_back(connection: &Connection) -> Result<(), StoreError> {
    run(
        connection,
        "UPDATE outbox SET state = 'cancelled' WHERE state = 'waiting' AND sent IS NULL \
         AND kind = 'taken back'",
        [],
    )?;
    Ok(())
}

/// Cancels the mails of a season that is closed unplayed which tell when its sheets are due.
pub(super) fn cancel_deadlines(
    connection: &Connection,
    season: SeasonId,
) -> Result<(), StoreError> {
    run(
        connection,
        "UPDATE outbox SET state = 'cancelled' WHERE season = ?1 AND state = 'waiting' \
         AND sent IS NULL AND kind IN ('deadline', 'reminder', 'late')",
        [season],
    )?;
    Ok(())
}
