//! Taking the latest published season back: it stays in the archive, marked withdrawn, and is
//! played again with its sheets and rulings.
//!
//! What has gone out cannot be unsent; those who have a report are told at once
//! (`post/taken_back.rs`), and the corrected report names the one it replaces. What was in for the
//! season after, sheets, rulings and words, is taken over when that one opens again
//! (`intake/rejudge.rs`).

use crate::kill_steps::step;
use crate::{Desk, DeskError, clock, slug};
use serde::Serialize;
use std::fs;
use std::path::PathBuf;
use store::Status;

/// A season that was taken back, to be printed.
#[derive(Debug, Clone, Serialize)]
pub struct RolledBack {
    pub season: String,
    /// The season after it, whose sheets are kept, and how many rulings and words of the umpire.
    pub after: Option<String>,
    pub rulings: usize,
    pub words: usize,
    /// The players to whom a mail tells of it.
    pub told: usize,
    /// The deadline that was announced for that one, if it is still to come.
    pub deadline: Option<String>,
    /// How many of its reports were cancelled, and how many had gone out.
    pub cancelled: usize,
    pub sent: usize,
    /// Where its report files lie now.
    pub put_away: Option<PathBuf>,
}

impl Desk {
    /// Withdraws the latest published season, with a reason.
    pub fn rollback(&mut self, reason: &str) -> Result<RolledBack, DeskError> {
        let newest = self.store.newest_season()?;
        let Some(last) = self.store.newest_published()? else {
            let text = "no season has been published yet, so there is none to take back";
            return Err(DeskError::refused(text));
        };
        if self.store.campaign()?.revealed.is_some() {
            return Err(DeskError::refused(
                "the secret has been told, and with it every die to come",
            )
            .hint("begin a new campaign"));
        }
        let after = (newest.id != last.id).then(|| newest.name.clone());
        let (now, zone) = (self.clock.now(), self.zone()?);
        let announced = newest.deadline.as_ref().filter(|at| after.is_some() && **at > now);
        let deadline = announced.map(|at| clock::show(at, &zone));
        let reports = self.store.reports_sent(last.id)?;
        let sent = reports.iter().filter(|sent| **sent).count();
        let cancelled = reports.len() - sent;
        let (mut rulings, mut words) = (0, 0);
        if after.is_some() {
            rulings = self.store.rulings(newest.id)?.len();
            words = self.store.narratives(newest.id)?.len();
        }
        let mails = self.taken_back_mails(&last, reason.trim())?;
        step("before the season is withdrawn");
        self.store.withdraw((&now, reason.trim()), &mails)?;
        step("the season is withdrawn");
        let put_away = self.put_away()?;
        step("its reports are put away");
        let (season, told) = (last.name, mails.len());
        Ok(RolledBack { season, after, rulings, words, told, deadline, cancelled, sent, put_away })
    }

    /// Gives the report files of a season that is open again another name, so that those of its
    /// second playing find an empty place.
    pub(crate) fn put_away(&self) -> Result<Option<PathBuf>, DeskError> {
        let newest = self.store.newest_season()?;
        let reports = self.folder.join("reports");
        let folder = reports.join(slug(&newest.name));
        let open = !matches!(newest.status, Status::Published | Status::Withdrawn);
        if !open || !folder.is_dir() {
            return Ok(None);
        }
        let free = |number: u32| {
            let name = format!("{}-withdrawn-{number}", slug(&newest.name));
            Some(reports.join(name)).filter(|path| !path.exists())
        };
        let Some(place) = (1..).find_map(free) else { return Ok(None) };
        fs::rename(&folder, &place).map_err(DeskError::file(&folder))?;
        Ok(Some(place))
    }
}

#[cfg(test)]
mod tests;
