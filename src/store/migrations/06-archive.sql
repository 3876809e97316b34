-- The archive: what followed a season, and what can be searched.

CREATE INDEX season_parent ON season (parent);

-- Which seasons are in the index of an audience: a power's name, or 'umpire'. Each audience has an
-- index of its own, a table `found_` with the audience's number, since the ranking of a shared one
-- would tell of what it hides. An index is no record: it can be made anew from the seasons.
CREATE TABLE indexed (
    audience TEXT NOT NULL,
    season   INTEGER NOT NULL REFERENCES season (id),
    edition  INTEGER NOT NULL, -- how its passages were made
    PRIMARY KEY (audience, season)
) STRICT, WITHOUT ROWID;
