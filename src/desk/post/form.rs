//! Order forms: a sheet to fill in, with a power's own forces in it.

use crate::campaign::asks::asks;
use crate::campaign::wards::carries_over;
use crate::post::outgoing::Attachment;
use crate::{Desk, DeskError, slug};
use checker::verdicts;
use report::map::{self, Size};
use rules::Game;
use store::{SeasonRow, Status};

impl Desk {
    /// Gives the order form of a power for the season that is open.
    pub fn form(&self, power: &str) -> Result<String, DeskError> {
        let season = self.current()?;
        let (power, game) = (self.power(power)?, self.game(&season)?);
        let known = self.known_for_form(&season, game.as_ref(), &power)?;
        let last = self.last_sheet(&season, &power)?;
        Ok(game.form(&known, &self.store.campaign()?.name, last.as_deref())?)
    }

    /// Gives everything that one force of a power could do in the season that is open.
    pub fn choices(&self, power: &str, who: &str) -> Result<Vec<String>, DeskError> {
        let season = self.current()?;
        let (power, game) = (self.power(power)?, self.game(&season)?);
        let known = self.known_for_form(&season, game.as_ref(), &power)?;
        let none = || DeskError::refused(format!("{power} has no force called `{who}`"));
        game.choices(&known, who)?.ok_or_else(none)
    }

    /// The whole map with every number, as a power knows it now, as a file for a mail.
    pub(crate) fn wall_map(&self, power: &str, season: &str) -> Result<Attachment, DeskError> {
        Ok(Attachment {
            name: format!("wall-map-{}-{}.svg", slug(power), slug(season)),
            kind: "image/svg+xml",
            bytes: self.whole_map(power)?.into_bytes(),
            inline: None,
        })
    }

    /// Draws the whole map with every number, as a power knows it now.
    pub(crate) fn whole_map(&self, power: &str) -> Result<String, DeskError> {
        let season = self.current()?;
        let game = self.game(&season)?;
        let known = self.known_for_form(&season, game.as_ref(), power)?;
        Ok(map::svg(&game.chart(&known)?, Size::Full))
    }

    /// What a power knows when it writes its orders; while setting up, what follows from its set-up.
    pub(crate) fn known_for_form(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
        power: &str,
    ) -> Result<String, DeskError> {
        if season.status == Status::SettingUp {
            let own = self.store.newest_sheets(season.id)?.remove(power);
            let own = own.as_ref().map(|own| own.text.as_str());
            return Ok(verdicts::foretold(game, power, own)?);
        }
        let nothing = || DeskError::refused(format!("no record of what {power} knows is stored"));
        self.store.known(season.id)?.remove(power).ok_or_else(nothing)
    }

    /// The sheet that a power's orders of the season before were in.
    pub(crate) fn last_sheet(
        &self,
        season: &SeasonRow,
        power: &str,
    ) -> Result<Option<String>, DeskError> {
        let Some(parent) = season.parent else { return Ok(None) };
        // A new keeper is not shown what the one before wrote for the ward.
        let before = self.store.season_by_id(parent)?;
        if !carries_over(&asks(&before)?, &asks(season)?, power) {
            return Ok(None);
        }
        Ok(self.store.newest_sheets(parent)?.remove(power).map(|sheet| sheet.text))
    }
}
