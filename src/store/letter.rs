//! Letters that came as mails of their own, and those of sheets that went on at once. The others
//! in sheets are part of the season's record.

use rusqlite::{Connection, OptionalExtension, named_params, params};

use super::{RawId, SeasonId, Store, StoreError, one, rows, run};

/// A letter before it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLetter {
    pub season: SeasonId,
    pub sender: String,
    pub receiver: String,
    pub text: String,
    /// The mail that it was; none if it stood in a sheet.
    pub raw: Option<RawId>,
    pub received: String,
}

/// A letter that was mailed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostLetterRow {
    pub id: i64,
    pub season: SeasonId,
    pub sender: String,
    pub receiver: String,
    pub text: String,
    pub received: String,
    /// Whether it was a mail of its own; else it stood in a sheet and went on at once.
    pub is_mail: bool,
}

impl Store {
    /// Keeps a letter; the same mail's letter a second time changes nothing.
    pub fn keep_letter(&mut self, letter: &NewLetter) -> Result<i64, StoreError> {
        self.write(|connection| keep(connection, letter))
    }

    /// Lists the letters that were mailed in a season, in the order in which they came; those of
    /// the same season before it was withdrawn are among them.
    pub fn post_letters(&self, season: SeasonId) -> Result<Vec<PostLetterRow>, StoreError> {
        let query = "SELECT id, season, sender, receiver, text, received, \
                     raw IS NOT NULL FROM post_letter WHERE season IN (SELECT other.id FROM season \
                     JOIN season AS other USING (number) WHERE season.id = ?1) ORDER BY id";
        rows(&self.connection, query, [season], |row| {
            Ok(PostLetterRow {
                id: row.get(0)?,
                season: row.get(1)?,
                sender: row.get(2)?,
                receiver: row.get(3)?,
                text: row.get(4)?,
                received: row.get(5)?,
                is_mail: row.get(6)?,
            })
        })
    }
}

/// Keeps a letter; gives its number. One that stands in a later revision too is the same.
pub(super) fn keep(connection: &Connection, letter: &NewLetter) -> Result<i64, StoreError> {
    let query = "SELECT id FROM post_letter WHERE raw = ?1 OR (?1 IS NULL AND raw IS NULL \
                 AND season = ?2 AND sender = ?3 AND receiver = ?4 AND text = ?5)";
    let NewLetter { season, sender, receiver, text, raw, .. } = letter;
    let same = params![raw, season, sender, receiver, text];
    let earlier = one(connection, query, same, |row| row.get(0)).optional()?;
    if let Some(id) = earlier {
        return Ok(id);
    }
    let insert = "INSERT INTO post_letter (season, sender, receiver, text, raw, received) \
                  VALUES (:season, :sender, :receiver, :text, :raw, :received)";
    run(
        connection,
        insert,
        named_params! {
            ":season": letter.season,
            ":sender": letter.sender,
            ":receiver": letter.receiver,
            ":text": letter.text,
            ":raw": letter.raw,
            ":received": letter.received,
        },
    )?;
    Ok(connection.last_insert_rowid())
}
