//! The deadline of the season that is open.

use super::{Desk, DeskError, clock};

impl Desk {
    /// Sets the deadline as a person writes it, in the campaign's zone.
    pub fn set_deadline(&mut self, written: &str) -> Result<String, DeskError> {
        let season = self.current()?;
        let zone = self.zone()?;
        let at = clock::read(written, &zone).ok_or_else(|| {
            DeskError::refused(format!("`{written}` is no time; write it like `2026-12-01 18:00`"))
        })?;
        self.store.set_deadline(season.id, Some(&at))?;
        self.store.note(&self.clock.now(), "umpire", &format!("{}: deadline {at}", season.name))?;
        Ok(clock::show(&at, &zone))
    }

    /// Lifts the deadline.
    pub fn lift_deadline(&mut self) -> Result<(), DeskError> {
        let season = self.current()?;
        self.store.set_deadline(season.id, None)?;
        let what = format!("{}: no deadline", season.name);
        Ok(self.store.note(&self.clock.now(), "umpire", &what)?)
    }
}
