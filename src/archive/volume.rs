//! The list of seasons: what each is, when it was, how much there is of it.

use super::{Archive, ArchiveError, is_settled};
use serde::Serialize;
use store::{SeasonRow, Status};

/// One season on the shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Volume {
    pub number: u32,
    /// Its key: its number, with a count if it was played again after it had been published.
    pub key: String,
    pub season: String,
    pub status: String,
    pub opened: String,
    pub deadline: Option<String>,
    /// How many revisions of sheets came for it.
    pub sheets: u32,
    /// How many rounds or days of battle were fought.
    pub battles: usize,
    /// How many rulings of the umpire stand in it.
    pub rulings: usize,
    /// The digest of its record; that of its draft while it is drafted.
    pub digest: Option<String>,
    pub root: Option<String>,
    pub events: usize,
    pub dice: u32,
}

impl Archive {
    /// Lists all seasons in the order in which they were opened.
    pub fn list(&self) -> Result<Vec<Volume>, ArchiveError> {
        let keys = self.store.season_keys()?;
        let seasons = self.store.seasons()?;
        let pairs = seasons.iter().zip(&keys);
        pairs.map(|(season, (_, key))| self.volume(season, key.clone())).collect()
    }

    /// Tells what there is of one season.
    pub fn season(&self, name: &str) -> Result<Volume, ArchiveError> {
        let season = self.find(name)?;
        let key = self.store.season_key(&season)?;
        self.volume(&season, key)
    }

    fn volume(&self, season: &SeasonRow, key: String) -> Result<Volume, ArchiveError> {
        let draft = self.store.draft(season.id)?.filter(|_| season.status == Status::Drafted);
        let drafted = draft.map(|draft| (draft.digest, draft.root)).unzip();
        let is_played = is_settled(season) || season.status == Status::Drafted;
        let events = if is_played { self.store.events(season.id)? } else { vec![] };
        Ok(Volume {
            number: season.number,
            key,
            season: season.name.clone(),
            status: season.status.word().to_owned(),
            opened: season.opened.clone(),
            deadline: season.deadline.clone(),
            sheets: self.store.count_sheets(season.id)?,
            battles: self.game(season.id)?.battles(&events)?,
            rulings: self.store.rulings(season.id)?.len(),
            digest: season.digest.clone().or(drafted.0),
            root: season.root.clone().or(drafted.1),
            events: events.len(),
            dice: self.store.count_answers(season.id)?,
        })
    }
}
