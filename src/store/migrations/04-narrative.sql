-- What the umpire says in his own words with the reports of a season.

CREATE TABLE narrative (
    id      INTEGER PRIMARY KEY,
    season  INTEGER NOT NULL REFERENCES season (id),
    power   TEXT REFERENCES power (name), -- none: for all
    text    TEXT NOT NULL,
    made    TEXT NOT NULL,
    dropped TEXT
) STRICT;
CREATE TRIGGER narrative_stays BEFORE DELETE ON narrative
BEGIN SELECT RAISE(ABORT, 'words are taken back, never deleted'); END;
CREATE TRIGGER narrative_is_as_said BEFORE UPDATE OF season, power, text, made ON narrative
BEGIN SELECT RAISE(ABORT, 'words are taken back, never changed'); END;
