//! The season since which standing orders hold, for receipts.

use crate::intake::context::IntakeContext;
use crate::{Desk, DeskError};

impl Desk {
    /// The season since which a power's standing orders hold, if it has any.
    pub(crate) fn standing_since(
        &self,
        season: store::SeasonId,
        power: &str,
    ) -> Result<Option<String>, DeskError> {
        let held = self.standings(season)?.remove(power);
        Ok(held.map(|held| self.store.season_by_id(held.season)).transpose()?.map(|row| row.name))
    }

    /// The same for the season that is open, asked once until something changes it.
    pub(crate) fn standing_at(
        &self,
        context: &IntakeContext,
        power: &str,
    ) -> Result<Option<String>, DeskError> {
        let known = context.standing.borrow().get(power).cloned();
        if let Some(since) = known {
            return Ok(since);
        }
        let since = self.standing_since(context.season.id, power)?;
        context.standing.borrow_mut().insert(power.to_owned(), since.clone());
        Ok(since)
    }
}
