-- One campaign in one file. Times are RFC 3339 text; what a column does not say is null.
-- This file is never edited once it has left the house: a change is a new file with the next number.

PRAGMA application_id = 1431130194; -- "UMPR"

CREATE TABLE campaign (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    name     TEXT NOT NULL,
    slug     TEXT NOT NULL,
    rules    TEXT NOT NULL,
    scenario TEXT NOT NULL,
    edition  TEXT NOT NULL,
    secret   BLOB NOT NULL CHECK (length(secret) = 32),
    created  TEXT NOT NULL,
    ended    TEXT
) STRICT;

CREATE TABLE player (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    address TEXT NOT NULL,
    token   TEXT NOT NULL UNIQUE,
    joined  TEXT NOT NULL,
    away    TEXT
) STRICT;

CREATE TABLE power (
    place  INTEGER PRIMARY KEY, -- the scenario's order
    name   TEXT NOT NULL UNIQUE,
    side   TEXT NOT NULL,
    player INTEGER REFERENCES player (id)
) STRICT;

CREATE TABLE season (
    id       INTEGER PRIMARY KEY,
    number   INTEGER NOT NULL,
    name     TEXT NOT NULL,
    parent   INTEGER REFERENCES season (id),
    status   TEXT NOT NULL CHECK (status IN ('setting up', 'collecting', 'drafted', 'published', 'withdrawn')),
    state    TEXT NOT NULL, -- at the season's start
    opened   TEXT NOT NULL,
    deadline TEXT,
    root     TEXT,
    seed     TEXT,
    digest   TEXT,
    previous TEXT,
    changes  INTEGER NOT NULL DEFAULT 0 -- grows with whatever makes a draft stale
) STRICT;

-- A season's options are the newest values that were set for it or for a season before it.
CREATE TABLE option_value (
    id     INTEGER PRIMARY KEY,
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    season INTEGER REFERENCES season (id)
) STRICT;

CREATE TABLE known (
    season INTEGER NOT NULL REFERENCES season (id),
    power  TEXT NOT NULL REFERENCES power (name),
    json   TEXT NOT NULL,
    PRIMARY KEY (season, power)
) STRICT, WITHOUT ROWID;

CREATE TABLE raw (
    id       INTEGER PRIMARY KEY,
    sha256   TEXT NOT NULL,
    source   TEXT NOT NULL,
    received TEXT NOT NULL,
    bytes    BLOB NOT NULL,
    status   TEXT NOT NULL DEFAULT 'unread' CHECK (status IN ('unread', 'read')),
    verdict  TEXT,
    reason   TEXT,
    UNIQUE (sha256, source)
) STRICT;
CREATE INDEX raw_unread ON raw (status) WHERE status = 'unread';

CREATE TABLE sheet (
    id          INTEGER PRIMARY KEY,
    season      INTEGER NOT NULL REFERENCES season (id),
    power       TEXT NOT NULL REFERENCES power (name),
    revision    INTEGER NOT NULL,
    raw         INTEGER REFERENCES raw (id),
    text        TEXT NOT NULL,
    verdict     TEXT NOT NULL,
    reason      TEXT NOT NULL,
    diagnostics TEXT NOT NULL,
    receipt     TEXT NOT NULL,
    leaf        TEXT NOT NULL,
    received    TEXT NOT NULL,
    UNIQUE (season, power, revision)
) STRICT;

CREATE TABLE standing (
    id     INTEGER PRIMARY KEY,
    power  TEXT NOT NULL REFERENCES power (name),
    season INTEGER NOT NULL REFERENCES season (id),
    text   TEXT NOT NULL
) STRICT;

CREATE TABLE ruling (
    id      INTEGER PRIMARY KEY,
    season  INTEGER NOT NULL REFERENCES season (id),
    key     TEXT NOT NULL,
    answer  TEXT NOT NULL,
    made    TEXT NOT NULL,
    dropped TEXT
) STRICT;

CREATE TABLE draft (
    season INTEGER PRIMARY KEY REFERENCES season (id),
    inputs TEXT NOT NULL,
    mark   INTEGER NOT NULL, -- the season's changes when the draft was made
    state  TEXT NOT NULL,
    root   TEXT NOT NULL,
    seed   TEXT NOT NULL,
    digest TEXT NOT NULL,
    made   TEXT NOT NULL,
    next   TEXT NOT NULL, -- the name of the season that follows
    over   INTEGER NOT NULL CHECK (over IN (0, 1)) -- whether the scenario ends with this season
) STRICT;

CREATE TABLE event (
    season INTEGER NOT NULL REFERENCES season (id),
    seq    INTEGER NOT NULL,
    json   TEXT NOT NULL,
    PRIMARY KEY (season, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_entry (
    season INTEGER NOT NULL REFERENCES season (id),
    seq    INTEGER NOT NULL,
    json   TEXT NOT NULL,
    PRIMARY KEY (season, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE report (
    season INTEGER NOT NULL REFERENCES season (id),
    power  TEXT NOT NULL REFERENCES power (name),
    format TEXT NOT NULL,
    name   TEXT NOT NULL,
    body   BLOB NOT NULL,
    PRIMARY KEY (season, power, name)
) STRICT;

CREATE TABLE known_after (
    season INTEGER NOT NULL REFERENCES season (id),
    power  TEXT NOT NULL REFERENCES power (name),
    json   TEXT NOT NULL,
    PRIMARY KEY (season, power)
) STRICT, WITHOUT ROWID;

CREATE TABLE letter (
    season   INTEGER NOT NULL REFERENCES season (id),
    seq      INTEGER NOT NULL,
    sender   TEXT NOT NULL,
    receiver TEXT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (season, seq)
) STRICT;

CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY,
    season     INTEGER REFERENCES season (id),
    power      TEXT REFERENCES power (name),
    recipient  TEXT NOT NULL,
    message_id TEXT NOT NULL UNIQUE,
    subject    TEXT NOT NULL,
    body       BLOB NOT NULL,
    state      TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'cancelled')),
    made       TEXT NOT NULL,
    sent       TEXT,
    tries      INTEGER NOT NULL DEFAULT 0,
    fault      TEXT
) STRICT;
CREATE INDEX outbox_waiting ON outbox (state) WHERE state = 'waiting';

CREATE TABLE journal (
    id   INTEGER PRIMARY KEY,
    at   TEXT NOT NULL,
    who  TEXT NOT NULL,
    what TEXT NOT NULL
) STRICT;

-- What came in and what went out is kept for good.

CREATE TRIGGER raw_stays BEFORE DELETE ON raw
BEGIN SELECT RAISE(ABORT, 'a mail that came in is never deleted'); END;
CREATE TRIGGER raw_is_as_it_came BEFORE UPDATE OF sha256, source, received, bytes ON raw
BEGIN SELECT RAISE(ABORT, 'a mail that came in is never changed'); END;
CREATE TRIGGER sheet_stays BEFORE DELETE ON sheet
BEGIN SELECT RAISE(ABORT, 'a sheet is never deleted'); END;
CREATE TRIGGER sheet_is_as_it_came
BEFORE UPDATE OF season, power, revision, raw, text, leaf, received ON sheet
BEGIN SELECT RAISE(ABORT, 'a sheet is never changed'); END;
CREATE TRIGGER season_stays BEFORE DELETE ON season
BEGIN SELECT RAISE(ABORT, 'a season is never deleted'); END;
CREATE TRIGGER season_is_settled
BEFORE UPDATE OF number, name, parent, state, root, seed, digest, previous ON season
WHEN old.status IN ('published', 'withdrawn')
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER mail_stays BEFORE DELETE ON outbox
BEGIN SELECT RAISE(ABORT, 'a mail in the outbox is never deleted'); END;
CREATE TRIGGER mail_is_as_composed
BEFORE UPDATE OF recipient, message_id, subject, body ON outbox
BEGIN SELECT RAISE(ABORT, 'a mail in the outbox is never changed'); END;
CREATE TRIGGER journal_stays BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is never deleted'); END;
CREATE TRIGGER journal_is_written_once BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;

CREATE TRIGGER ruling_stays BEFORE DELETE ON ruling
BEGIN SELECT RAISE(ABORT, 'a ruling is dropped, never deleted'); END;
CREATE TRIGGER ruling_is_as_made BEFORE UPDATE OF season, key, answer, made ON ruling
BEGIN SELECT RAISE(ABORT, 'a ruling is dropped, never changed'); END;

-- A draft may be replaced; the record of a published season may not.

CREATE VIEW settled AS SELECT id FROM season WHERE status IN ('published', 'withdrawn');
CREATE TRIGGER draft_settled BEFORE DELETE ON draft WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER event_settled BEFORE DELETE ON event WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER ledger_settled BEFORE DELETE ON ledger_entry WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER report_settled BEFORE DELETE ON report WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER known_after_settled BEFORE DELETE ON known_after WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER letter_settled BEFORE DELETE ON letter WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER draft_written_once BEFORE UPDATE ON draft
BEGIN SELECT RAISE(ABORT, 'a draft is replaced whole'); END;
CREATE TRIGGER event_written_once BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'a draft is replaced whole'); END;
CREATE TRIGGER ledger_written_once BEFORE UPDATE ON ledger_entry
BEGIN SELECT RAISE(ABORT, 'a draft is replaced whole'); END;
CREATE TRIGGER report_written_once BEFORE UPDATE ON report
BEGIN SELECT RAISE(ABORT, 'a draft is replaced whole'); END;
CREATE TRIGGER known_settled BEFORE DELETE ON known WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER known_written_once BEFORE UPDATE ON known
BEGIN SELECT RAISE(ABORT, 'a season''s known is never changed'); END;
