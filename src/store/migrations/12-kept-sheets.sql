-- Sheets that came for a season while it was taken back: read and answered once it opens again.
CREATE TABLE kept_sheet (
    id       INTEGER PRIMARY KEY,
    season   INTEGER NOT NULL REFERENCES season (id), -- as it was when it was taken back
    power    TEXT NOT NULL REFERENCES power (name),
    raw      INTEGER REFERENCES raw (id),
    text     TEXT NOT NULL,
    received TEXT NOT NULL,
    way      TEXT NOT NULL,
    why      TEXT NOT NULL,
    sealed   INTEGER REFERENCES season (id) -- with the record of which season it is kept
) STRICT;
CREATE INDEX kept_sheet_season ON kept_sheet (season);
CREATE INDEX kept_sheet_sealed ON kept_sheet (sealed);
CREATE TRIGGER kept_sheet_stays BEFORE DELETE ON kept_sheet
BEGIN SELECT RAISE(ABORT, 'a sheet is never deleted'); END;
CREATE TRIGGER kept_sheet_is_as_it_came
BEFORE UPDATE OF season, power, raw, text, received, way, why ON kept_sheet
BEGIN SELECT RAISE(ABORT, 'a sheet is never changed'); END;
CREATE TRIGGER kept_sheet_is_sealed_once BEFORE UPDATE OF sealed ON kept_sheet
WHEN old.sealed IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a sheet is never changed'); END;
