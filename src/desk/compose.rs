//! What a power knows now, opened to compose its sheet.

use crate::assertions::with_known;
use crate::{Desk, DeskError, referee};
use checker::composer::{Abilities, Composer};
use checker::known::KnownFile;
use store::Status;

/// Opens the file that came with a report.
pub fn open(known: &str, abilities: Abilities) -> Result<Composer, DeskError> {
    let file = KnownFile::read(known)?;
    let referee = referee(&file.rules)?;
    with_known(|| Ok(Composer::open(file, referee, abilities)?))
}

impl Desk {
    /// Opens what a power knows now, as it went out with its report, with the campaign's own book;
    /// nothing while nobody may order.
    pub fn composer(
        &self,
        power: &str,
        abilities: Abilities,
    ) -> Result<Option<Composer>, DeskError> {
        if self.store.campaign()?.ended.is_some() {
            return Ok(None);
        }
        let (season, power) = (self.current()?, self.power(power)?);
        if season.status == Status::SettingUp {
            return Ok(None);
        }
        let game = self.game(&season)?;
        let Some(known) = self.store.known(season.id)?.remove(&power) else { return Ok(None) };
        let file = self.known_file(&season, &season.name, (&power, &known), game.as_ref())?;
        let referee = referee(&self.store.campaign()?.rules)?;
        let file = KnownFile::read(&file)?;
        Ok(Some(Composer::new(file, (referee, game), None, abilities)?))
    }
}
