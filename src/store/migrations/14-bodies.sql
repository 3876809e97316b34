-- The bytes of a mail lie in a table of their own, so that a list of mails need not read past them.

DROP TRIGGER mail_is_as_composed;
ALTER TABLE outbox DROP COLUMN body;

CREATE TRIGGER mail_is_as_composed BEFORE UPDATE OF recipient, message_id, subject ON outbox
BEGIN SELECT RAISE(ABORT, 'a mail in the outbox is never changed'); END;
-- A letter is dropped once the mail has the bytes that were made of it.
CREATE TRIGGER letter_becomes_a_mail BEFORE UPDATE OF letter ON outbox
WHEN old.letter IS NULL OR new.letter IS NOT NULL
    OR NOT EXISTS (SELECT 1 FROM mail_body WHERE mail = old.id)
BEGIN SELECT RAISE(ABORT, 'a mail in the outbox is never changed'); END;
CREATE TRIGGER mail_body_stays BEFORE DELETE ON mail_body
BEGIN SELECT RAISE(ABORT, 'a mail in the outbox is never deleted'); END;
CREATE TRIGGER mail_body_is_as_composed BEFORE UPDATE ON mail_body
BEGIN SELECT RAISE(ABORT, 'a mail in the outbox is never changed'); END;
CREATE TRIGGER file_stays BEFORE DELETE ON file
BEGIN SELECT RAISE(ABORT, 'what mails carry is never deleted'); END;
CREATE TRIGGER file_is_as_kept BEFORE UPDATE ON file
BEGIN SELECT RAISE(ABORT, 'what mails carry is never changed'); END;
CREATE TRIGGER report_written_once BEFORE UPDATE ON report
BEGIN SELECT RAISE(ABORT, 'a draft is replaced whole'); END;

-- What a player was sent, by what it is.
CREATE INDEX outbox_player ON outbox (player, kind);
