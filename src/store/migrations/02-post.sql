-- Sending: what a mail is, who is meant, when it is tried again; and what keeps players at it.

ALTER TABLE outbox ADD COLUMN kind TEXT NOT NULL DEFAULT 'notice';
-- The address that a server sends a mail back to; empty means the campaign's own.
ALTER TABLE outbox ADD COLUMN sender TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN player INTEGER REFERENCES player (id);
-- What a digest says of it, if it is not to go out by itself.
ALTER TABLE outbox ADD COLUMN held TEXT;
-- Not before then is it tried again.
ALTER TABLE outbox ADD COLUMN again TEXT;
-- The server said that it never takes it; it waits for a person.
ALTER TABLE outbox ADD COLUMN refused INTEGER NOT NULL DEFAULT 0 CHECK (refused IN (0, 1));

CREATE TRIGGER mail_is_as_addressed BEFORE UPDATE OF kind, sender, player, held ON outbox
BEGIN SELECT RAISE(ABORT, 'a mail in the outbox is never changed'); END;

-- The zone in which a player reads times.
ALTER TABLE player ADD COLUMN zone TEXT;
-- Since when and why mail to a player's address comes back.
ALTER TABLE player ADD COLUMN failing TEXT;
-- When he gave his last power to another; his token counts no more.
ALTER TABLE player ADD COLUMN gone TEXT;

CREATE TABLE absence (
    id    INTEGER PRIMARY KEY,
    power TEXT NOT NULL REFERENCES power (name),
    first TEXT NOT NULL, -- days, both counted in
    last  TEXT NOT NULL,
    noted TEXT NOT NULL
) STRICT;

-- Letters that came as mails of their own; those in sheets are part of the season's record.
CREATE TABLE post_letter (
    id       INTEGER PRIMARY KEY,
    season   INTEGER NOT NULL REFERENCES season (id),
    sender   TEXT NOT NULL REFERENCES power (name),
    receiver TEXT NOT NULL REFERENCES power (name),
    text     TEXT NOT NULL,
    raw      INTEGER UNIQUE REFERENCES raw (id),
    received TEXT NOT NULL
) STRICT;
CREATE TRIGGER post_letter_stays BEFORE DELETE ON post_letter
BEGIN SELECT RAISE(ABORT, 'a letter is never deleted'); END;
CREATE TRIGGER post_letter_is_as_written
BEFORE UPDATE OF season, sender, receiver, text, raw, received ON post_letter
BEGIN SELECT RAISE(ABORT, 'a letter is never changed'); END;
