-- The umpire's rulings whole, the draft before the last one, and the seal over a season's record.

ALTER TABLE ruling ADD COLUMN kind TEXT NOT NULL DEFAULT 'answer'
    CHECK (kind IN ('answer', 'fact', 'sheet', 'option'));
ALTER TABLE ruling ADD COLUMN reason TEXT NOT NULL DEFAULT '';
-- For a fact: its place in the sequence.
ALTER TABLE ruling ADD COLUMN place TEXT NOT NULL DEFAULT '';
-- For an answer: what was asked when it was given.
ALTER TABLE ruling ADD COLUMN asked TEXT;
-- By which the umpire knows it; it stays when the season is withdrawn and played again.
ALTER TABLE ruling ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE ruling SET number = (
    SELECT count(*) FROM ruling other WHERE other.season = ruling.season AND other.id <= ruling.id
);
CREATE TRIGGER ruling_is_as_worded BEFORE UPDATE OF kind, reason, place, asked, number ON ruling
BEGIN SELECT RAISE(ABORT, 'a ruling is dropped, never changed'); END;
CREATE UNIQUE INDEX ruling_season ON ruling (season, number);

-- How many answers of the ledger had been given when the event was recorded.
ALTER TABLE event ADD COLUMN answers INTEGER;

-- The events of the draft before the last one, to tell what has changed.
CREATE TABLE former_event (
    season INTEGER NOT NULL REFERENCES season (id),
    seq    INTEGER NOT NULL,
    json   TEXT NOT NULL,
    PRIMARY KEY (season, seq)
) STRICT, WITHOUT ROWID;

-- Under which version of the rules and with which book a season was played, and the seal: a digest
-- of each table of its record, chained to the seal before.
ALTER TABLE season ADD COLUMN edition TEXT;
ALTER TABLE season ADD COLUMN book TEXT;
ALTER TABLE season ADD COLUMN seal TEXT;
CREATE TRIGGER season_is_sealed BEFORE UPDATE OF edition, book, seal ON season
WHEN old.status IN ('published', 'withdrawn')
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE INDEX season_number ON season (number);
CREATE INDEX season_name ON season (name COLLATE NOCASE);

-- With the record of which season a mail that came in is kept.
ALTER TABLE raw ADD COLUMN sealed INTEGER REFERENCES season (id);
CREATE INDEX raw_sealed ON raw (sealed);
CREATE TRIGGER raw_is_sealed BEFORE UPDATE OF status, verdict, reason, length, sealed ON raw
WHEN old.sealed IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a mail of a published season is never changed'); END;

-- When the umpire lifted the fog for all.
ALTER TABLE campaign ADD COLUMN revealed TEXT;

CREATE INDEX post_letter_season ON post_letter (season);
CREATE INDEX narrative_season ON narrative (season);
CREATE INDEX standing_season ON standing (season);
CREATE INDEX standing_power ON standing (power);
CREATE INDEX option_season ON option_value (season);
CREATE INDEX outbox_season ON outbox (season);
