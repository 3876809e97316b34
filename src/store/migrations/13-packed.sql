-- Mails and pages are kept packed, and what many mails carry once. The program fills these tables with
-- what there is; the next step drops the column that they replace.

CREATE TABLE file (
    digest BLOB PRIMARY KEY CHECK (length(digest) = 32), -- of its bytes as they were attached
    bytes  BLOB NOT NULL -- packed
) STRICT;
CREATE TABLE mail_body (
    mail  INTEGER PRIMARY KEY REFERENCES outbox (id),
    bytes BLOB NOT NULL -- packed
) STRICT;
DROP TRIGGER report_written_once;
