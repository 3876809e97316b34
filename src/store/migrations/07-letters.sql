-- Mails that are put together when they first go out: what each says, as JSON, until then.

ALTER TABLE outbox ADD COLUMN letter TEXT;

DROP TRIGGER mail_is_as_composed;
CREATE TRIGGER mail_is_as_composed
BEFORE UPDATE OF recipient, message_id, subject, body, letter ON outbox
WHEN old.letter IS NULL OR new.letter IS NOT NULL OR new.body = x''
    OR new.recipient <> old.recipient OR new.message_id <> old.message_id
    OR new.subject <> old.subject
BEGIN SELECT RAISE(ABORT, 'a mail in the outbox is never changed'); END;

-- What nobody has judged has no verdict yet; the index of verdicts finds it as well.
DROP INDEX raw_unread;
