//! Absences: days on which a power's player reads no mail.

use crate::{Desk, DeskError};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;

/// The most days of one absence.
const LONGEST: i32 = 366;

/// An absence, to be printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Absence {
    pub power: String,
    /// The first day and the last, both counted in.
    pub first: String,
    pub last: String,
}

impl Desk {
    /// Notes that a power's player is away from one day to another, both counted in. A player's name
    /// stands for all of their powers.
    pub fn note_absence(
        &mut self,
        who: &str,
        from: &str,
        to: &str,
    ) -> Result<Vec<Absence>, DeskError> {
        let powers = self.powers_meant(who)?;
        let (first, last) = (day(from)?, day(to)?);
        let days = first.until(last).map_or(-1, |span| span.get_days());
        if !(0..LONGEST).contains(&days) {
            return Err(DeskError::refused(
                "an absence ends on or after its first day, and within a year",
            )
            .hint("give the first day and the last"));
        }
        let (first, last) = (first.to_string(), last.to_string());
        let now = self.clock.now();
        self.store_batch(|desk| {
            powers
                .iter()
                .try_for_each(|power| Ok(desk.store.note_absence(power, &first, &last, &now)?))
        })?;
        let absence = |power| Absence { power, first: first.clone(), last: last.clone() };
        Ok(powers.into_iter().map(absence).collect())
    }

    /// Forgets the absences of a power, or of all powers of a player; says how many there were.
    pub fn forget_absences(&mut self, who: &str) -> Result<usize, DeskError> {
        let powers = self.powers_meant(who)?;
        self.store_batch(|desk| {
            powers.iter().map(|power| Ok(desk.store.forget_absences(power)?)).sum()
        })
    }

    /// The power of a name, or the powers of the player who is called so.
    fn powers_meant(&self, written: &str) -> Result<Vec<String>, DeskError> {
        let unknown = match self.power(written) {
            Ok(power) => return Ok(vec![power]),
            Err(unknown) => unknown,
        };
        let Ok(player) = self.player(written) else { return Err(unknown) };
        let (mut own, asks) = (self.powers_of(&player)?, self.asks_now()?);
        // A ward is away when its keeper is.
        own.retain(|power| asks.keeper(power).is_none());
        match own.is_empty() {
            true => Err(DeskError::refused(format!("{} plays no power", player.name))),
            false => Ok(own),
        }
    }

    /// Lists the absences that are not over yet.
    pub fn absences(&self) -> Result<Vec<Absence>, DeskError> {
        let today = self.day_of(&self.clock.now())?.to_string();
        let rows = self.store.absences()?.into_iter().filter(|row| row.last >= today);
        let shown =
            |row: store::AbsenceRow| Absence { power: row.power, first: row.first, last: row.last };
        Ok(rows.map(shown).collect())
    }

    /// The absence in which a time falls, if a power's player is away then.
    pub(crate) fn away_at(&self, power: &str, time: &str) -> Result<Option<Absence>, DeskError> {
        let day = self.day_of(time)?.to_string();
        let asks = self.asks_now()?;
        let power = asks.keeper(power).unwrap_or(power);
        let mut all = self
            .store
            .absences()?
            .into_iter()
            .filter(|row| row.power == power && row.first <= day && day <= row.last);
        Ok(all.next().map(|row| Absence { power: row.power, first: row.first, last: row.last }))
    }

    /// When an absence begins, as times are kept.
    pub(crate) fn begins(&self, absence: &Absence) -> Result<Timestamp, DeskError> {
        let midnight = day(&absence.first)?.to_zoned(self.zone()?);
        midnight.map(|midnight| midnight.timestamp()).map_err(|error| {
            DeskError::refused(format!("{} has no start time: {error}", absence.first))
        })
    }

    /// The day of a kept time, in the campaign's zone.
    fn day_of(&self, time: &str) -> Result<Date, DeskError> {
        let at: Timestamp = time.parse().unwrap_or(Timestamp::UNIX_EPOCH);
        Ok(at.to_zoned(self.zone()?).date())
    }
}

fn day(written: &str) -> Result<Date, DeskError> {
    written.trim().parse().map_err(|_| {
        DeskError::refused(format!("`{written}` is not a day")).hint("write it like 2026-12-24")
    })
}
