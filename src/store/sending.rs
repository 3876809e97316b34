//! Working off the outbox: what is due, what was tried, what stays stuck, what a digest took over.

use rusqlite::params;

use super::{MailId, MailRow, PlayerId, Store, StoreError, one, outbox, rows, run};

/// A notice that waits for the next digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldRow {
    pub id: MailId,
    pub subject: String,
    pub made: String,
    pub text: String,
}

impl Store {
    /// Lists the mails to send now: those that wait, were not refused, are not held for a digest
    /// and are not to be tried later; the oldest first. What is put off beyond `far` is due.
    pub fn due(&self, now: &str, far: &str) -> Result<Vec<MailRow>, StoreError> {
        let query = format!(
            "{} WHERE state = 'waiting' AND refused = 0 AND held IS NULL \
             AND (coalesce(again, '') <= ?1 OR again > ?2) ORDER BY id",
            outbox::MAILS
        );
        rows(&self.connection, &query, [now, far], outbox::mail)
    }

    /// Gives a mail without its body.
    pub fn mail_row(&self, id: MailId) -> Result<MailRow, StoreError> {
        let query = format!("{} WHERE id = ?1", outbox::MAILS);
        let found = rows(&self.connection, &query, [id], outbox::mail)?.pop();
        found.ok_or_else(|| StoreError::missing(format!("mail with the number {}", id.0)))
    }

    /// Notes why a mail was not taken, and when it is tried again; never, if it was refused.
    pub fn put_off(
        &mut self,
        id: MailId,
        fault: &str,
        again: Option<&str>,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let update = "UPDATE outbox SET tries = tries + 1, fault = ?2, again = ?3, \
                          refused = ?3 IS NULL WHERE id = ?1 AND state = 'waiting'";
            run(transaction, update, params![id, fault, again])?;
            Ok(())
        })
    }

    /// Makes every mail that waits due at once, refused ones too; says how many there are.
    pub fn try_all_again(&mut self) -> Result<usize, StoreError> {
        self.write(|transaction| {
            let update = "UPDATE outbox SET again = NULL, refused = 0 WHERE state = 'waiting' \
                          AND (again IS NOT NULL OR refused = 1)";
            Ok(run(transaction, update, [])?)
        })
    }

    /// Lists the notices that wait for a digest, the oldest first.
    pub fn held(&self) -> Result<Vec<HeldRow>, StoreError> {
        let query = "SELECT id, subject, made, held FROM outbox \
                     WHERE state = 'waiting' AND held IS NOT NULL ORDER BY id";
        rows(&self.connection, query, [], |row| {
            Ok(HeldRow {
                id: row.get(0)?,
                subject: row.get(1)?,
                made: row.get(2)?,
                text: row.get(3)?,
            })
        })
    }

    /// Puts a digest into the outbox in place of the notices in it, in one transaction.
    pub fn post_digest(
        &mut self,
        digest: &super::NewMail,
        notices: &[MailId],
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            for id in notices {
                let update =
                    "UPDATE outbox SET state = 'cancelled' WHERE id = ?1 AND state = 'waiting'";
                run(transaction, update, [id])?;
            }
            outbox::post_all(transaction, std::slice::from_ref(digest))
        })
    }

    /// Counts the mails of one kind that were made for a player since a time.
    pub fn mails_since(
        &self,
        player: PlayerId,
        kind: &str,
        since: &str,
    ) -> Result<u32, StoreError> {
        let query = "SELECT count(*) FROM outbox WHERE player = ?1 AND kind = ?2 AND made > ?3";
        let count = one(&self.connection, query, params![player, kind, since], |row| row.get(0))?;
        Ok(count)
    }
}
