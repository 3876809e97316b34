//! Seasons: from setting up to published, and back when one is withdrawn.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

use super::{
    NewMail, PrintedRows, SeasonId, Status, Store, StoreError, draft, journal, one, outbox, rows,
    run, seal, sheet,
};
use kit::shelf::BookPages;

/// A season without its state, which may be long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonRow {
    pub id: SeasonId,
    pub number: u32,
    pub name: String,
    pub parent: Option<SeasonId>,
    pub status: Status,
    pub opened: String,
    pub deadline: Option<String>,
    pub root: Option<String>,
    pub seed: Option<String>,
    /// The digest of the season's record, once it is published.
    pub digest: Option<String>,
    /// The digest of the season before.
    pub previous: Option<String>,
    /// The version of the rules it was played under, and the digest of the book, once it is
    /// published; none, if that was before they were kept.
    pub edition: Option<String>,
    pub book: Option<String>,
    /// How the leaves of its sheets are made.
    pub scheme: u8,
    /// What the umpire overrode when it was published, a line each.
    pub forced: Option<String>,
    /// For the first season: what the opening position was made from, as JSON.
    pub opening: Option<String>,
    /// What it asks, and of whom, as JSON; none, if it asks every power for orders.
    pub asks: Option<String>,
    /// Grows with whatever makes a draft stale; see [`DraftRows::mark`](super::DraftRows).
    pub changes: i64,
}

/// What ends the setting up.
#[derive(Debug, Clone, Default)]
pub struct FirstSeason {
    pub at: String,
    pub deadline: Option<String>,
    pub state: String,
    pub known: BTreeMap<String, String>,
    /// What the opening position was made from, as JSON.
    pub opening: String,
    /// What the season asks, as [`SeasonRow`] has it.
    pub asks: Option<String>,
    pub mails: Vec<NewMail>,
}

/// What follows a published season; its name, position and known come from the draft.
#[derive(Debug, Clone, Default)]
pub struct NextSeason {
    pub at: String,
    pub deadline: Option<String>,
    /// What it asks, as [`SeasonRow`] has it.
    pub asks: Option<String>,
    pub mails: Vec<NewMail>,
    /// The version of the rules that the season was played under, and the digest of the book.
    pub edition: String,
    pub book: String,
    /// The pages of the book.
    pub pages: BookPages,
    /// What was overridden to publish it, and its pages once more, since the reports say so.
    pub forced: Option<(String, PrintedRows)>,
}

/// How much of what the umpire had said stands again in a season.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TakenOver {
    pub rulings: usize,
    pub words: usize,
}

/// What a season's row begins with.
pub(super) struct Opening<'a> {
    pub number: u32,
    pub name: &'a str,
    pub parent: Option<SeasonId>,
    pub status: Status,
    pub state: &'a str,
    pub opened: &'a str,
    pub deadline: Option<&'a str>,
    pub previous: Option<&'a str>,
    pub scheme: u8,
    pub asks: Option<&'a str>,
}

/// How the leaves of sheets are made from now on.
pub const SCHEME: u8 = 2;

impl Store {
    /// Gives the season that is being set up, collected or drafted.
    pub fn current_season(&self) -> Result<SeasonRow, StoreError> {
        let query = format!(
            "{SEASONS} WHERE status IN ('setting up', 'collecting', 'drafted') \
             ORDER BY id DESC LIMIT 1"
        );
        let found = one(&self.connection, &query, [], season).optional()?;
        found.ok_or_else(|| StoreError::missing("season that is open"))
    }

    /// Finds a season by its name or its number; a withdrawn one only if no other has it.
    pub fn season(&self, name_or_number: &str) -> Result<SeasonRow, StoreError> {
        let wanted = name_or_number.trim();
        let order = "ORDER BY status = 'withdrawn', id DESC LIMIT 1";
        let found = match wanted.parse::<u32>() {
            Ok(number) => {
                let query = format!("{SEASONS} WHERE number = ?1 {order}");
                one(&self.connection, &query, [number], season).optional()?
            }
            Err(_) => {
                let query = format!("{SEASONS} WHERE name = ?1 COLLATE NOCASE {order}");
                one(&self.connection, &query, [wanted], season).optional()?
            }
        };
        found.ok_or_else(|| StoreError::missing(format!("season called {wanted}")))
    }

    /// Gives the season with an id.
    pub fn season_by_id(&self, id: SeasonId) -> Result<SeasonRow, StoreError> {
        by_id(&self.connection, id)
    }

    /// Gives the season that was opened last, whatever became of it.
    pub fn newest_season(&self) -> Result<SeasonRow, StoreError> {
        let query = format!("{SEASONS} ORDER BY id DESC LIMIT 1");
        Ok(one(&self.connection, &query, [], season)?)
    }

    /// Gives the season that was published last and stands.
    pub fn newest_published(&self) -> Result<Option<SeasonRow>, StoreError> {
        let query = format!("{SEASONS} WHERE status = 'published' ORDER BY id DESC LIMIT 1");
        Ok(one(&self.connection, &query, [], season).optional()?)
    }

    /// Gives the season of a name that was withdrawn last: when it opens again, it takes over what was
    /// in it. Its number may be another, if the seasons before it went otherwise.
    pub fn withdrawn_last(&self, name: &str) -> Result<Option<SeasonRow>, StoreError> {
        let query =
            format!("{SEASONS} WHERE name = ?1 AND status = 'withdrawn' ORDER BY id DESC LIMIT 1");
        Ok(one(&self.connection, &query, [name], season).optional()?)
    }

    /// Lists the withdrawn seasons in whose place one stands: those with its number, and those of its
    /// name.
    pub fn withdrawn(&self, season: &SeasonRow) -> Result<Vec<SeasonId>, StoreError> {
        let query = "SELECT id FROM season WHERE (number = ?1 OR name = ?2) \
                     AND status = 'withdrawn' ORDER BY id";
        rows(&self.connection, query, params![season.number, season.name], |row| row.get(0))
    }

    /// Lists all seasons in the order in which they were opened, withdrawn ones too.
    pub fn seasons(&self) -> Result<Vec<SeasonRow>, StoreError> {
        rows(&self.connection, &format!("{SEASONS} ORDER BY id"), [], season)
    }

    /// Gives the position at a season's start.
    pub fn state(&self, id: SeasonId) -> Result<String, StoreError> {
        state(&self.connection, id)
    }

    /// Gives what each power knew at a season's start.
    pub fn known(&self, id: SeasonId) -> Result<BTreeMap<String, String>, StoreError> {
        known(&self.connection, id)
    }

    /// Sets or lifts a season's deadline, notes when and what, and posts the mails that tell of it.
    pub fn move_deadline(
        &mut self,
        id: SeasonId,
        deadline: Option<&str>,
        at: &str,
        mails: &[NewMail],
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let now = by_id(transaction, id)?;
            let update = "UPDATE season SET deadline = ?2 WHERE id = ?1";
            run(transaction, update, params![id, deadline])?;
            outbox::post_all(transaction, mails)?;
            journal::note_deadline(transaction, at, (&now.name, deadline), false)
        })
    }

    /// Closes the setting up: the first season collects, and its mail waits in the outbox.
    pub fn open_first_season(&mut self, first: &FirstSeason) -> Result<SeasonId, StoreError> {
        let current = self.current_season()?;
        self.write(|transaction| {
            let now = by_id(transaction, current.id)?;
            expect_status(&now, &[Status::SettingUp], "started")?;
            run(
                transaction,
                "UPDATE season SET status = 'collecting', state = ?2, opened = ?3, deadline = ?4, \
                 opening = ?5, asks = ?6 WHERE id = ?1",
                params![now.id, first.state, first.at, first.deadline, first.opening, first.asks],
            )?;
            run(transaction, "DELETE FROM known WHERE season = ?1", [now.id])?;
            insert_known(transaction, now.id, &first.known)?;
            outbox::post_all(transaction, &first.mails)?;
            journal::note(transaction, &first.at, "umpire", &format!("started {}", now.name))?;
            let deadline = first.deadline.as_deref();
            journal::note_deadline(transaction, &first.at, (&now.name, deadline), true)?;
            Ok(now.id)
        })
    }

    /// Publishes a season as its draft has it, and opens the next or ends the campaign, in one
    /// transaction.
    ///
    /// A draft that is older than a sheet or ruling is refused. Keep a copy of the file first.
    pub fn publish(
        &mut self,
        id: SeasonId,
        next: &NextSeason,
    ) -> Result<Option<SeasonId>, StoreError> {
        self.write(|transaction| {
            let now = by_id(transaction, id)?;
            expect_status(&now, &[Status::Drafted], "published")?;
            let draft = draft::row(transaction, id)?
                .ok_or_else(|| StoreError::missing(format!("draft of {}", now.name)))?;
            if draft.mark != now.changes {
                return Err(StoreError::Stale { season: now.name });
            }
            let NextSeason { edition, book, pages, forced, .. } = next;
            let overridden = forced.as_ref().map(|(what, _)| what);
            run(
                transaction,
                "UPDATE season SET root = ?2, seed = ?3, digest = ?4, edition = ?5, book = ?6, \
                 forced = ?7 WHERE id = ?1",
                params![id, draft.root, draft.seed, draft.digest, edition, book, overridden],
            )?;
            if let Some((_, printed)) = forced {
                draft::replace_pages(transaction, id, printed)?;
            }
            super::pages::keep(transaction, book, pages)?;
            run(transaction, "DELETE FROM former_event WHERE season = ?1", [id])?;
            outbox::post_all(transaction, &next.mails)?;
            journal::note(transaction, &next.at, "umpire", &format!("published {}", now.name))?;
            let seal = seal::seal(transaction, id)?;
            let settle = "UPDATE season SET status = 'published', seal = ?2 WHERE id = ?1";
            run(transaction, settle, params![id, seal])?;
            if draft.over {
                run(transaction, "UPDATE campaign SET ended = ?1", [&next.at])?;
                return Ok(None);
            }
            let opening = Opening {
                number: now.number + 1,
                name: &draft.next,
                parent: Some(id),
                status: Status::Collecting,
                state: &draft.state,
                opened: &next.at,
                deadline: next.deadline.as_deref(),
                previous: Some(&draft.digest),
                scheme: SCHEME,
                asks: next.asks.as_deref(),
            };
            let known = draft::known_after(transaction, id)?;
            insert(transaction, &opening, &known).map(Some)
        })
    }

    /// Withdraws the latest published season and opens it anew with its sheets and rulings, and
    /// posts the mails that tell of it.
    ///
    /// The season after it is withdrawn too and keeps what was in it; mail of both that still
    /// waits is cancelled. A campaign that had ended goes on. A copy of the file is kept first.
    pub fn withdraw(
        &mut self,
        (at, reason): (&str, &str),
        mails: &[NewMail],
    ) -> Result<SeasonId, StoreError> {
        let missing = || StoreError::missing("published season to withdraw");
        let newest = self.newest_season()?;
        self.keep_copy("rollback")?;
        self.write(|transaction| {
            let newest = by_id(transaction, newest.id)?;
            let last = match newest.status {
                // The last season of a campaign that has ended has none after it.
                Status::Published => newest.clone(),
                _ => by_id(transaction, newest.parent.ok_or_else(missing)?)?,
            };
            expect_status(&last, &[Status::Published], "withdrawn")?;
            run(transaction, "UPDATE campaign SET ended = NULL", [])?;
            for id in BTreeSet::from([last.id, newest.id]) {
                outbox::cancel(transaction, id)?;
            }
            outbox::cancel_taken_back(transaction)?;
            outbox::post_all(transaction, mails)?;
            let update = "UPDATE season SET status = 'withdrawn' WHERE id = ?1";
            run(transaction, update, [last.id])?;
            if newest.id != last.id {
                outbox::cancel_deadlines(transaction, newest.id)?;
                // Its sheets were answered; a seal keeps it from being deleted unnoticed.
                let seal = seal::seal(transaction, newest.id)?;
                let update = "UPDATE season SET status = 'withdrawn', seal = ?2 WHERE id = ?1";
                run(transaction, update, params![newest.id, seal])?;
            }
            let opening = Opening {
                number: last.number,
                name: &last.name,
                parent: last.parent,
                status: Status::Collecting,
                state: &state(transaction, last.id)?,
                opened: at,
                deadline: last.deadline.as_deref(),
                previous: last.previous.as_deref(),
                scheme: last.scheme,
                asks: last.asks.as_deref(),
            };
            let again = insert(transaction, &opening, &known(transaction, last.id)?)?;
            sheet::carry_over(transaction, last.id, again)?;
            super::ruling::carry_over(transaction, last.id, again, None)?;
            super::narrative::carry_over(transaction, last.id, again)?;
            super::campaign::carry_over(transaction, last.id, again)?;
            run(
                transaction,
                "UPDATE season SET opening = (SELECT opening FROM season WHERE id = ?1) \
                 WHERE id = ?2",
                params![last.id, again],
            )?;
            let what = format!("withdrew {}: {reason}", last.name);
            journal::note(transaction, at, "umpire", &what)?;
            Ok(again)
        })
    }

    /// Gives a season that opens in the place of one that was withdrawn the options that were set
    /// in that one; its sheets are read under them.
    pub fn take_over_options(&mut self, from: SeasonId, to: SeasonId) -> Result<(), StoreError> {
        self.write(|transaction| super::campaign::carry_over(transaction, from, to))
    }

    /// Gives it the umpire's rulings and words, once the sheets have been read again. `keys` has
    /// the key of each ruling on a sheet that stands.
    pub fn take_over_rulings(
        &mut self,
        from: SeasonId,
        to: SeasonId,
        keys: &BTreeMap<String, String>,
    ) -> Result<TakenOver, StoreError> {
        self.write(|transaction| {
            let rulings = super::ruling::carry_over(transaction, from, to, Some(keys))?;
            let words = super::narrative::carry_over(transaction, from, to)?;
            Ok(TakenOver { rulings, words })
        })
    }
}

const SEASONS: &str = "SELECT id, number, name, parent, status, opened, deadline, root, seed, \
                       digest, previous, edition, book, scheme, forced, opening, asks, changes \
                       FROM season";

fn season(row: &Row<'_>) -> rusqlite::Result<SeasonRow> {
    Ok(SeasonRow {
        id: row.get(0)?,
        number: row.get(1)?,
        name: row.get(2)?,
        parent: row.get(3)?,
        status: row.get(4)?,
        opened: row.get(5)?,
        deadline: row.get(6)?,
        root: row.get(7)?,
        seed: row.get(8)?,
        digest: row.get(9)?,
        previous: row.get(10)?,
        edition: row.get(11)?,
        book: row.get(12)?,
        scheme: row.get(13)?,
        forced: row.get(14)?,
        opening: row.get(15)?,
        asks: row.get(16)?,
        changes: row.get(17)?,
    })
}

/// The seasons that count for a season: itself and those it follows from.
///
/// What was set for a withdrawn season counts no more, though its number is lower. Those that stand
/// are one line in the order of their numbers, so that a season asks only about the few seasons in
/// which something was set; a withdrawn one has to go back step by step.
pub(super) struct Line {
    own: SeasonId,
    back: Option<BTreeSet<SeasonId>>,
}

impl Line {
    pub(super) fn of(connection: &Connection, id: SeasonId) -> Result<Line, StoreError> {
        if by_id(connection, id)?.status != Status::Withdrawn {
            return Ok(Line { own: id, back: None });
        }
        let query = "WITH RECURSIVE line (id) AS (SELECT ?1 UNION SELECT season.parent FROM season \
                     JOIN line USING (id) WHERE season.parent IS NOT NULL) SELECT id FROM line";
        let back = rows(connection, query, [id], |row| row.get(0))?;
        Ok(Line { own: id, back: Some(back.into_iter().collect()) })
    }

    pub(super) fn has(&self, connection: &Connection, id: SeasonId) -> Result<bool, StoreError> {
        if let Some(back) = &self.back {
            return Ok(back.contains(&id));
        }
        let query = "SELECT status <> 'withdrawn' FROM season WHERE id = ?1";
        Ok(id <= self.own && one(connection, query, [id], |row| row.get(0))?)
    }
}

pub(super) fn by_id(connection: &Connection, id: SeasonId) -> Result<SeasonRow, StoreError> {
    let query = format!("{SEASONS} WHERE id = ?1");
    let found = one(connection, &query, [id], season).optional()?;
    found.ok_or_else(|| StoreError::missing(format!("season with the number {}", id.0)))
}

/// Refuses what a season's status does not allow.
pub(super) fn expect_status(
    season: &SeasonRow,
    allowed: &[Status],
    wanted: &'static str,
) -> Result<(), StoreError> {
    if allowed.contains(&season.status) {
        return Ok(());
    }
    let (season, status) = (season.name.clone(), season.status.to_string());
    if status == wanted {
        return Err(StoreError::Already { season, status });
    }
    Err(StoreError::Status { season, status, wanted })
}

/// Makes any draft of a season stale.
pub(super) fn mark_changed(connection: &Connection, id: SeasonId) -> Result<(), StoreError> {
    run(connection, "UPDATE season SET changes = changes + 1 WHERE id = ?1", [id])?;
    Ok(())
}

pub(super) fn insert(
    connection: &Connection,
    opening: &Opening<'_>,
    known: &BTreeMap<String, String>,
) -> Result<SeasonId, StoreError> {
    run(
        connection,
        "INSERT INTO season (number, name, parent, status, state, opened, deadline, previous, \
         scheme, asks) VALUES (:number, :name, :parent, :status, :state, :opened, :deadline, \
         :previous, :scheme, :asks)",
        named_params! {
            ":number": opening.number,
            ":name": opening.name,
            ":parent": opening.parent,
            ":status": opening.status,
            ":state": opening.state,
            ":opened": opening.opened,
            ":deadline": opening.deadline,
            ":previous": opening.previous,
            ":scheme": opening.scheme,
            ":asks": opening.asks,
        },
    )?;
    let id = SeasonId(connection.last_insert_rowid());
    insert_known(connection, id, known)?;
    let (at, deadline) = (opening.opened, opening.deadline);
    journal::note_deadline(connection, at, (opening.name, deadline), true)?;
    Ok(id)
}

fn insert_known(
    connection: &Connection,
    id: SeasonId,
    known: &BTreeMap<String, String>,
) -> Result<(), StoreError> {
    let mut insert =
        connection.prepare("INSERT INTO known (season, power, json) VALUES (?1, ?2, ?3)")?;
    for (power, json) in known {
        insert.execute(params![id, power, json])?;
    }
    Ok(())
}

fn known(connection: &Connection, id: SeasonId) -> Result<BTreeMap<String, String>, StoreError> {
    let query = "SELECT power, json FROM known WHERE season = ?1";
    let pairs = rows(connection, query, [id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(pairs.into_iter().collect())
}

fn state(connection: &Connection, id: SeasonId) -> Result<String, StoreError> {
    let query = "SELECT state FROM season WHERE id = ?1";
    let found = one(connection, query, [id], |row| row.get(0)).optional()?;
    found.ok_or_else(|| StoreError::missing(format!("season with the number {}", id.0)))
}
