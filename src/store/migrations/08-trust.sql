-- What a season's seed is made of, how each sheet came, the pages of the book, and more under seal.

-- How the leaves are made: 1, of each sheet as it was read; 2, of its public text, in which private
-- notes are replaced by a digest, and of standing orders.
ALTER TABLE season ADD COLUMN scheme INTEGER NOT NULL DEFAULT 1;
-- What the umpire overrode when the season was published, a sentence each; none, if nothing.
ALTER TABLE season ADD COLUMN forced TEXT;
-- For the first season: what the opening position was made from, as JSON.
ALTER TABLE season ADD COLUMN opening TEXT;
DROP TRIGGER season_is_settled;
CREATE TRIGGER season_is_settled
BEFORE UPDATE OF number, name, parent, state, root, seed, digest, previous, scheme,
    forced, opening ON season
WHEN old.status IN ('published', 'withdrawn')
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;

-- From which the salts of private notes are made. It is never told.
ALTER TABLE campaign ADD COLUMN note_key BLOB;
UPDATE campaign SET note_key = randomblob(32);

-- How a sheet came: 'mail', 'saved mail' or 'hand'; empty, where that was not kept.
ALTER TABLE sheet ADD COLUMN way TEXT NOT NULL DEFAULT '';
-- Why the umpire took it in by hand.
ALTER TABLE sheet ADD COLUMN why TEXT NOT NULL DEFAULT '';
-- What the digest of its private note was salted with; empty, if it has none.
ALTER TABLE sheet ADD COLUMN salt TEXT NOT NULL DEFAULT '';
CREATE TRIGGER sheet_came_as_it_did BEFORE UPDATE OF way, why, salt ON sheet
BEGIN SELECT RAISE(ABORT, 'a sheet is never changed'); END;

-- The pages that seasons were played with: each text once, under its digest, and for each book, under
-- the digest of all its pages, what its pages are called.
CREATE TABLE page (
    digest TEXT PRIMARY KEY,
    text   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE book_page (
    book TEXT NOT NULL,
    name TEXT NOT NULL,
    page TEXT NOT NULL REFERENCES page (digest),
    PRIMARY KEY (book, name)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER page_stays BEFORE DELETE ON page
BEGIN SELECT RAISE(ABORT, 'a page of the book is never deleted'); END;
CREATE TRIGGER page_is_as_kept BEFORE UPDATE ON page
BEGIN SELECT RAISE(ABORT, 'a page of the book is never changed'); END;
CREATE TRIGGER book_page_stays BEFORE DELETE ON book_page
BEGIN SELECT RAISE(ABORT, 'a page of the book is never deleted'); END;
CREATE TRIGGER book_page_is_as_kept BEFORE UPDATE ON book_page
BEGIN SELECT RAISE(ABORT, 'a page of the book is never changed'); END;

-- With the record of which season a mail to send and a line of the journal are kept.
ALTER TABLE outbox ADD COLUMN sealed INTEGER REFERENCES season (id);
ALTER TABLE journal ADD COLUMN sealed INTEGER REFERENCES season (id);
CREATE INDEX outbox_sealed ON outbox (sealed);
CREATE INDEX journal_sealed ON journal (sealed);
DROP TRIGGER journal_is_written_once;
CREATE TRIGGER journal_is_written_once BEFORE UPDATE OF at, who, what ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;
CREATE TRIGGER journal_is_sealed_once BEFORE UPDATE OF sealed ON journal
WHEN old.sealed IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;
CREATE TRIGGER mail_is_sealed_once BEFORE UPDATE OF sealed ON outbox
WHEN old.sealed IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a mail in the outbox is never changed'); END;
