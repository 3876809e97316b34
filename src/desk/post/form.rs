//! Order forms: a sheet to fill in, with a power's own forces in it.

use crate::intake::verdicts;
use crate::{Desk, DeskError};
use store::{SeasonRow, Status};

impl Desk {
    /// Gives the order form of a power for the season that is open.
    pub fn form(&self, power: &str) -> Result<String, DeskError> {
        let season = self.current()?;
        let (power, game) = (self.power(power)?, self.game(&season)?);
        let known = if season.status == Status::SettingUp {
            let own = self.store.newest_sheets(season.id)?.remove(&power);
            verdicts::foretold(game.as_ref(), &power, own.as_ref().map(|own| own.text.as_str()))?
        } else {
            let nothing = || DeskError::refused(format!("nothing is kept of what {power} knows"));
            self.store.known(season.id)?.remove(&power).ok_or_else(nothing)?
        };
        let last = self.last_sheet(&season, &power)?;
        Ok(game.form(&known, &self.store.campaign()?.name, last.as_deref())?)
    }

    /// The sheet that a power's orders of the season before were in.
    pub(crate) fn last_sheet(
        &self,
        season: &SeasonRow,
        power: &str,
    ) -> Result<Option<String>, DeskError> {
        let Some(parent) = season.parent else { return Ok(None) };
        Ok(self.store.newest_sheets(parent)?.remove(power).map(|sheet| sheet.text))
    }
}
