//! What a full screen shows of a campaign: its seasons, and each of them by itself, those that
//! were withdrawn too.
//!
//! Not here: how it looks and which keys there are (`cli/desk`).

use crate::season::explain::{EventLine, Explanation};
use crate::season::play::Resolution;
use crate::season::questions::OpenQuestion;
use crate::season::rulings::{Ruling, shown};
use crate::{Desk, DeskError, clock};
use store::{SeasonId, SeasonRow, Status};

/// A campaign, as it stands when it is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overview {
    pub campaign: String,
    pub ended: bool,
    /// In the order in which they were opened.
    pub seasons: Vec<SeasonLine>,
    pub pulse: Pulse,
}

/// One season in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonLine {
    id: SeasonId,
    pub number: u32,
    pub name: String,
    pub status: &'static str,
    /// Whether it can still be resolved and ruled on.
    pub open: bool,
    /// Whether it is a draft that is older than its sheets and rulings.
    pub stale: bool,
    pub deadline: Option<String>,
    /// The digest of its record, or of its draft.
    pub digest: Option<String>,
}

/// Differs when there is something new to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pulse {
    newest: SeasonId,
    status: Status,
    changes: i64,
    digest: Option<String>,
    /// How many mails need the umpire.
    mails: usize,
    ended: bool,
}

impl Desk {
    /// Tells in short which seasons there are and how they stand.
    pub fn overview(&self) -> Result<Overview, DeskError> {
        let (campaign, zone) = (self.store.campaign()?, self.zone()?);
        let mut seasons = vec![];
        for season in self.store.seasons()? {
            let drafted = season.status == Status::Drafted;
            let draft = if drafted { self.store.draft(season.id)? } else { None };
            seasons.push(SeasonLine {
                id: season.id,
                number: season.number,
                status: season.status.word(),
                open: campaign.ended.is_none()
                    && !matches!(season.status, Status::Published | Status::Withdrawn),
                stale: draft.as_ref().is_some_and(|draft| draft.mark != season.changes),
                deadline: season.deadline.as_deref().map(|time| clock::show(time, &zone)),
                digest: season.digest.or(draft.map(|draft| draft.digest)),
                name: season.name,
            });
        }
        Ok(Overview {
            campaign: campaign.name,
            ended: campaign.ended.is_some(),
            seasons,
            pulse: self.pulse()?,
        })
    }

    /// Tells in a moment whether anything has changed; no list is read.
    pub fn pulse(&self) -> Result<Pulse, DeskError> {
        let season = self.store.newest_season()?;
        let draft = match season.status {
            Status::Drafted => self.store.draft(season.id)?,
            _ => None,
        };
        Ok(Pulse {
            newest: season.id,
            status: season.status,
            changes: season.changes,
            digest: draft.map(|draft| draft.digest),
            mails: self.store.count_for_umpire()?,
            ended: self.store.campaign()?.ended.is_some(),
        })
    }

    fn row(&self, season: &SeasonLine) -> Result<SeasonRow, DeskError> {
        Ok(self.store.season_by_id(season.id)?)
    }

    /// Tells every event of a season in a sentence.
    pub fn chronicle_of(&self, season: &SeasonLine) -> Result<Vec<EventLine>, DeskError> {
        self.sentences(&self.row(season)?)
    }

    /// Explains one event of a season.
    pub fn explain_of(&self, season: &SeasonLine, number: usize) -> Result<Explanation, DeskError> {
        self.explained(self.row(season)?, number)
    }

    /// Tells a season at a glance; nothing, if it has not been played.
    pub fn glance_of(&self, season: &SeasonLine) -> Result<Option<Resolution>, DeskError> {
        self.at_a_glance(&self.row(season)?)
    }

    /// Lists the decisions of a season that nobody made.
    pub fn questions_of(&self, season: &SeasonLine) -> Result<Vec<OpenQuestion>, DeskError> {
        let open = OpenQuestion::all(&self.store.ledger(season.id)?, &self.decisions()?);
        Ok(OpenQuestion::named(open, self.game(&self.row(season)?)?.as_ref()))
    }

    /// Lists the rulings of a season.
    pub fn rulings_of(&self, season: &SeasonLine) -> Result<Vec<Ruling>, DeskError> {
        Ok(self.store.rulings(season.id)?.into_iter().map(shown).collect())
    }

    /// Gives each power's report of a season, or of its draft, as text.
    pub fn reports_of(&self, season: &SeasonLine) -> Result<Vec<(String, String)>, DeskError> {
        let reports = self.store.reports(season.id)?.into_iter();
        let texts = reports.filter(|report| report.format == "txt");
        Ok(texts
            .map(|report| (report.power, String::from_utf8_lossy(&report.body).into_owned()))
            .collect())
    }
}
