-- What a season asks, and of whom, as JSON; none, if it asks every power for orders.
ALTER TABLE season ADD COLUMN asks TEXT;
DROP TRIGGER season_is_settled;
CREATE TRIGGER season_is_settled
BEFORE UPDATE OF number, name, parent, state, root, seed, digest, previous, scheme,
    forced, opening, asks ON season
WHEN old.status IN ('published', 'withdrawn')
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
