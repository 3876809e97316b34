//! The pages of the book that a campaign's seasons were played with, each text once.

use rusqlite::{Connection, params};

use super::{Store, StoreError, one, rows, run};
use kit::proof;
use kit::shelf::BookPages;

impl Store {
    /// Keeps the pages of a book; those that are there already stay as they are.
    pub fn keep_pages(&mut self, book: &str, pages: &BookPages) -> Result<(), StoreError> {
        self.write(|transaction| keep(transaction, book, pages))
    }

    /// Gives the pages of the book that was kept last: that of the newest season that was published,
    /// or of the opening, or the one that the campaign was made with.
    pub fn newest_pages(&self) -> Result<BookPages, StoreError> {
        let query = "SELECT coalesce( \
            (SELECT book FROM season WHERE book IS NOT NULL ORDER BY id DESC LIMIT 1), \
            (SELECT json_extract(opening, '$.book') FROM season WHERE opening IS NOT NULL \
             ORDER BY id DESC LIMIT 1), \
            (SELECT min(book) FROM book_page))";
        let book: Option<String> = one(&self.connection, query, [], |row| row.get(0))?;
        book.map_or_else(|| Ok(BookPages::default()), |book| self.pages(&book))
    }

    /// Gives the pages of a book; none, if they were not kept.
    pub fn pages(&self, book: &str) -> Result<BookPages, StoreError> {
        let query = "SELECT name, text FROM book_page JOIN page ON page.digest = book_page.page \
                     WHERE book = ?1";
        let kept: Vec<(String, String)> =
            rows(&self.connection, query, [book], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut pages = BookPages::default();
        for (name, text) in kept {
            pages.add(&name, text);
        }
        Ok(pages)
    }
}

/// Keeps the pages of a book within a transaction.
pub(super) fn keep(
    connection: &Connection,
    book: &str,
    pages: &BookPages,
) -> Result<(), StoreError> {
    for (name, text) in pages.iter() {
        let digest = proof::hex(&proof::sha256(text.as_bytes()));
        let insert = "INSERT INTO page (digest, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        run(connection, insert, params![digest, text])?;
        let insert = "INSERT INTO book_page (book, name, page) VALUES (?1, ?2, ?3) \
                      ON CONFLICT DO NOTHING";
        run(connection, insert, params![book, name, digest])?;
    }
    Ok(())
}
