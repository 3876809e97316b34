-- What the umpire did with a mail that needed them: the last word on it counts.
CREATE TABLE settled_mail (
    raw  INTEGER PRIMARY KEY REFERENCES raw (id),
    at   TEXT NOT NULL,
    how  TEXT NOT NULL CHECK (how IN ('admitted', 'replied', 'refused', 'filed')),
    note TEXT NOT NULL
) STRICT;
