-- The newspaper of a season: its pages, and what everybody may know after it, of which they are made.
CREATE TABLE newspaper (
    season INTEGER NOT NULL REFERENCES season (id),
    format TEXT NOT NULL CHECK (format IN ('txt', 'html', 'known')),
    body   TEXT NOT NULL,
    PRIMARY KEY (season, format)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER newspaper_settled BEFORE DELETE ON newspaper WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER newspaper_written_once BEFORE UPDATE ON newspaper
BEGIN SELECT RAISE(ABORT, 'a draft is replaced whole'); END;
