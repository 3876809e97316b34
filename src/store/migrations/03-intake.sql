-- What is known of a mail besides its bytes, and how far each source was read.

-- How long a mail was of which only the beginning was kept.
ALTER TABLE raw ADD COLUMN length INTEGER;

CREATE TABLE envelope (
    raw        INTEGER PRIMARY KEY REFERENCES raw (id),
    message_id TEXT,
    sender     TEXT,
    subject    TEXT NOT NULL,
    player     INTEGER REFERENCES player (id), -- of whom it was proved to be
    digest     TEXT NOT NULL -- of the sheets in it
) STRICT;
CREATE INDEX envelope_id ON envelope (message_id, player);
CREATE TRIGGER envelope_stays BEFORE DELETE ON envelope
BEGIN SELECT RAISE(ABORT, 'a mail that came in is never deleted'); END;
CREATE TRIGGER envelope_is_as_it_came BEFORE UPDATE ON envelope
BEGIN SELECT RAISE(ABORT, 'a mail that came in is never changed'); END;

-- When whom was answered, so that no program can make us answer without end.
CREATE TABLE answered (
    id     INTEGER PRIMARY KEY,
    player INTEGER REFERENCES player (id), -- null: the umpire
    kind   TEXT NOT NULL,
    at     TEXT NOT NULL
) STRICT;
CREATE INDEX answered_whom ON answered (player, at);

-- How far a source was read that is not emptied by reading.
CREATE TABLE source_mark (
    source TEXT PRIMARY KEY,
    mark   TEXT NOT NULL
) STRICT;

CREATE INDEX raw_judged ON raw (verdict);
