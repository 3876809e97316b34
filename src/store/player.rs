//! Players who join, hand a power on, get another token or are away; each with the mails that say
//! so, in one transaction.

use rusqlite::{Connection, params};

use super::campaign::found;
use super::{NewMail, NewPlayer, PlayerId, Store, StoreError, journal, outbox, rows, run};

/// A power that goes from one player to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handover {
    pub power: String,
    /// The wards that go with it.
    pub wards: Vec<String>,
    /// Who had it, if anybody, and the word that stands in the place of their token if they have no
    /// other power.
    pub from: Option<(PlayerId, String)>,
    pub to: NewPlayer,
    pub at: String,
    /// The mails to the newcomer.
    pub mails: Vec<NewMail>,
    /// The mails to others.
    pub notices: Vec<NewMail>,
}

/// Days on which a power's player reads no mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbsenceRow {
    pub id: i64,
    pub power: String,
    /// The first day and the last, both counted in.
    pub first: String,
    pub last: String,
}

impl Store {
    /// Lets a player join with their powers, and puts the welcome into the outbox.
    pub fn join(
        &mut self,
        player: &NewPlayer,
        powers: &[String],
        mails: &[NewMail],
    ) -> Result<PlayerId, StoreError> {
        self.write(|transaction| {
            let id = insert(transaction, player)?;
            for power in powers {
                assign(transaction, power, id)?;
            }
            post_to(transaction, id, mails)?;
            Ok(id)
        })
    }

    /// Hands a power to a newcomer. Who has no power left is gone: their token no longer counts,
    /// and what waits for them of that power is not sent.
    pub fn hand_over(&mut self, handover: &Handover) -> Result<PlayerId, StoreError> {
        let Handover { power, wards, from, to, at, mails, notices } = handover;
        self.write(|transaction| {
            let id = insert(transaction, to)?;
            assign(transaction, power, id)?;
            if let Some((old, dead)) = from {
                let cancel = "UPDATE outbox SET state = 'cancelled' \
                              WHERE state = 'waiting' AND player = ?1 AND power = ?2";
                for power in [power].into_iter().chain(wards) {
                    run(transaction, cancel, params![old, power])?;
                }
                let update = "UPDATE player SET token = ?2, gone = ?3 WHERE id = ?1 \
                              AND NOT EXISTS (SELECT 1 FROM power WHERE player = ?1)";
                run(transaction, update, params![old, dead, at])?;
            }
            run(transaction, "DELETE FROM absence WHERE power = ?1", [power])?;
            post_to(transaction, id, mails)?;
            outbox::post_all(transaction, notices)?;
            let what = format!("{power} is played by {} from now on", to.name);
            journal::note(transaction, at, "umpire", &what)?;
            Ok(id)
        })
    }

    /// Gives a player another token, so that the old one no longer counts, and tells them.
    pub fn renew_token(
        &mut self,
        id: PlayerId,
        token: &str,
        mails: &[NewMail],
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let update = "UPDATE player SET token = ?2 WHERE id = ?1";
            let changed = run(transaction, update, params![id, token])?;
            found(changed, || format!("player with the number {}", id.0))?;
            outbox::post_all(transaction, mails)
        })
    }

    /// Notes since when and why mail to a player comes back, or that it does no more.
    pub fn set_failing(&mut self, id: PlayerId, why: Option<&str>) -> Result<(), StoreError> {
        self.write(|transaction| {
            let update = "UPDATE player SET failing = ?2 WHERE id = ?1 AND failing IS NOT ?2";
            run(transaction, update, params![id, why])?;
            Ok(())
        })
    }

    /// Notes days on which a power's player reads no mail.
    pub fn note_absence(
        &mut self,
        power: &str,
        first: &str,
        last: &str,
        at: &str,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let insert = "INSERT INTO absence (power, first, last, noted) VALUES (?1, ?2, ?3, ?4)";
            run(transaction, insert, [power, first, last, at])?;
            Ok(())
        })
    }

    /// Forgets all days on which a power's player was to be away; says how many entries went.
    pub fn forget_absences(&mut self, power: &str) -> Result<usize, StoreError> {
        self.write(|transaction| {
            Ok(run(transaction, "DELETE FROM absence WHERE power = ?1", [power])?)
        })
    }

    /// Lists the days on which players are away, the earliest first.
    pub fn absences(&self) -> Result<Vec<AbsenceRow>, StoreError> {
        let query = "SELECT id, power, first, last FROM absence ORDER BY first, id";
        rows(&self.connection, query, [], |row| {
            Ok(AbsenceRow {
                id: row.get(0)?,
                power: row.get(1)?,
                first: row.get(2)?,
                last: row.get(3)?,
            })
        })
    }
}

pub(super) fn insert(connection: &Connection, player: &NewPlayer) -> Result<PlayerId, StoreError> {
    let NewPlayer { name, address, token, joined, zone } = player;
    let insert =
        "INSERT INTO player (name, address, token, joined, zone) VALUES (?1, ?2, ?3, ?4, ?5)";
    run(connection, insert, params![name, address, token, joined, zone])?;
    Ok(PlayerId(connection.last_insert_rowid()))
}

fn assign(connection: &Connection, power: &str, id: PlayerId) -> Result<(), StoreError> {
    let update = "UPDATE power SET player = ?2 WHERE name = ?1";
    let changed = run(connection, update, params![power, id])?;
    found(changed, || format!("power called {power}"))
}

/// Posts mails to a player who had no number when they were composed.
fn post_to(connection: &Connection, id: PlayerId, mails: &[NewMail]) -> Result<(), StoreError> {
    let whole = |mail: &NewMail| NewMail { player: Some(id), ..mail.clone() };
    outbox::post_all(connection, &mails.iter().map(whole).collect::<Vec<_>>())
}
