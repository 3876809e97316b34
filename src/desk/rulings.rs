//! The umpire's word: on a key of the ledger, or on a sheet that came too late.

use super::{Desk, DeskError, verdicts};
use crate::store::{RulingId, Verdict};
use serde::Serialize;

/// A ruling that stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ruling {
    pub number: i64,
    pub key: String,
    pub answer: String,
    pub made: String,
}

impl Desk {
    /// Rules on a key of the ledger in the season that is open; a draft becomes stale.
    pub fn rule(&mut self, key: &str, answer: &str) -> Result<i64, DeskError> {
        let season = self.current()?;
        let now = self.clock.now();
        Ok(self.store.add_ruling(season.id, key.trim(), answer.trim(), &now)?.0)
    }

    /// Takes a ruling back.
    pub fn drop_ruling(&mut self, number: i64) -> Result<(), DeskError> {
        Ok(self.store.drop_ruling(RulingId(number), &self.clock.now())?)
    }

    /// Lists the rulings that stand in the season that is open.
    pub fn rulings(&self) -> Result<Vec<Ruling>, DeskError> {
        let season = self.current()?;
        let rulings = self.store.rulings(season.id)?.into_iter();
        let rulings = rulings.map(|ruling| Ruling {
            number: ruling.id.0,
            key: ruling.key,
            answer: ruling.answer,
            made: ruling.made,
        });
        Ok(rulings.collect())
    }

    /// Admits a sheet that came too late.
    pub fn admit(&mut self, power: &str, revision: u32, reason: &str) -> Result<(), DeskError> {
        let season = self.current()?;
        let power = self.power(power)?;
        let revisions = self.store.revisions(season.id, &power)?;
        let late = |sheet: &&crate::store::SheetRow| {
            sheet.revision == revision && sheet.verdict == Verdict::Late
        };
        let Some(sheet) = revisions.iter().find(late) else {
            return Err(DeskError::refused(format!(
                "no late sheet of {power} has the revision {revision}; `umpire status` shows them"
            )));
        };
        let reason = format!("admitted by the umpire: {reason}");
        let now = self.clock.now();
        if let Some(standing) = verdicts::standing(&sheet.text) {
            self.store.set_standing(&power, season.id, &standing)?;
        }
        Ok(self.store.rule_on_sheet(sheet.id, Verdict::Accepted, &reason, &now)?)
    }

    /// Lists the open questions of the draft.
    pub fn questions(&self) -> Result<Vec<super::questions::OpenQuestion>, DeskError> {
        let season = self.current()?;
        Ok(super::questions::OpenQuestion::all(&self.store.ledger(season.id)?))
    }
}
