//! Where the campaign stands. Only the store is asked, so the answer comes at once.

use crate::campaign::asks::asks;
use crate::campaign::away::Absence;
use crate::intake::glance;
use crate::season::questions::OpenQuestion;
use crate::{Desk, DeskError, clock};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use store::{HeldRow, MailRow, PlayerRow, SeasonRow, Status as Standing, Verdict};

/// Where a campaign stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Status {
    pub campaign: String,
    pub scenario: String,
    pub ended: Option<String>,
    pub season: Option<String>,
    /// What people call the season, and what kind of season it is.
    pub title: Option<String>,
    pub kind: Option<String>,
    pub stands: Option<String>,
    pub deadline: Option<String>,
    pub powers: Vec<PowerStatus>,
    /// Sheets that a ruling would let count.
    pub admissible: Vec<Admissible>,
    /// Sheets that came for seasons that were taken back: a sentence for each season.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<String>,
    pub draft: Option<DraftStatus>,
    /// How many of the sheets that will be played have a note for the umpire.
    pub notes: usize,
    /// Report files that a stopped run left out; the next command that writes lays them out.
    pub unwritten: usize,
    /// Mails that nobody has judged yet.
    pub unread: usize,
    /// Mails that only the umpire can judge.
    pub for_you: usize,
    /// Notices that wait for the umpire, the newest last: when, and what about.
    pub notices: Vec<String>,
    /// Whether they wait because nobody has said where to mail them.
    pub notices_stay: bool,
    /// Mails that wait in the outbox.
    pub waiting: usize,
    /// Mails that were tried and not taken, with what the other side said.
    pub stuck: Vec<String>,
    /// Players to whom mail comes back, since when and why.
    pub failing: Vec<String>,
    pub away: Vec<Absence>,
}

/// What a power has sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PowerStatus {
    pub power: String,
    pub player: Option<String>,
    /// The power whose player writes for it, if it is a ward.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keeper: Option<String>,
    /// Whether the rules play it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_rules: bool,
    /// Whether the season wants a sheet of it.
    pub asked: bool,
    /// The newest revision, whatever became of it.
    pub revision: Option<u32>,
    pub verdict: Option<String>,
    pub received: Option<String>,
    /// The revision that will be played.
    pub played: Option<u32>,
    pub standing_orders: bool,
    /// The absence of its player that holds today.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away: Option<Absence>,
}

/// A sheet that is not played unless the umpire admits it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Admissible {
    pub power: String,
    pub revision: u32,
    /// Why it does not count: `late` or `needs the umpire`.
    pub verdict: String,
    pub received: String,
    /// The command that admits it.
    pub ruling: String,
}

impl Admissible {
    /// It in a sentence.
    pub fn told(&self) -> String {
        let Admissible { power, revision, verdict, received, .. } = self;
        let why = if verdict == Verdict::Late.word() { "came late" } else { "needs you" };
        format!("{power}: revision {revision} {why} ({received})")
    }

    /// The same with the command that lets it count.
    pub fn in_words(&self) -> String {
        format!("{}; to play it: {}", self.told(), self.ruling)
    }
}

/// The draft that waits to be published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DraftStatus {
    pub digest: String,
    /// Whether it is as new as the sheets and rulings.
    pub fresh: bool,
    pub open_questions: usize,
    pub needing_you: usize,
}

impl Desk {
    /// Tells where the campaign stands.
    pub fn status(&self) -> Result<Status, DeskError> {
        let campaign = self.store.campaign()?;
        let zone = self.zone()?;
        let shown = |time: &str| clock::show(time, &zone);
        let season = match campaign.ended {
            Some(_) => None,
            None => Some(self.store.current_season()?),
        };
        let stands = season.as_ref().map(|season| season.status.word().to_owned());
        let asks = season.as_ref().map(asks).transpose()?;
        Ok(Status {
            campaign: campaign.name,
            scenario: format!("{}/{}", campaign.rules, campaign.scenario),
            ended: campaign.ended.as_deref().map(shown),
            stands,
            deadline: season.as_ref().and_then(|season| season.deadline.as_deref()).map(|at| {
                let past = if at <= self.clock.now().as_str() { ", past" } else { "" };
                format!("{}{past}", shown(at))
            }),
            powers: match &season {
                Some(season) => self.sent(season)?,
                None => vec![],
            },
            admissible: match &season {
                Some(season) => self.admissible(season)?,
                None => vec![],
            },
            kept: match &season {
                Some(season) => self.kept(season)?,
                None => vec![],
            },
            draft: match &season {
                Some(season) => self.draft_status(season)?,
                None => None,
            },
            notes: match &season {
                Some(season) => self.notes(season)?,
                None => 0,
            },
            unwritten: self.unwritten()?.len(),
            unread: self.store.count_raws(None)?,
            for_you: self.store.count_for_umpire()?,
            notices: self.notices()?,
            notices_stay: self.settings()?.mail.umpire().is_none(),
            waiting: self.store.waiting()?.iter().filter(|mail| !mail.held).count(),
            stuck: self.stuck()?,
            failing: self.failing()?,
            away: self.absences()?,
            title: asks.as_ref().and_then(|asks| asks.title.clone()),
            kind: asks.map(|asks| asks.kind),
            season: season.map(|season| season.name),
        })
    }

    /// The sheets that wait for seasons that were taken back and have not opened again.
    fn kept(&self, open: &SeasonRow) -> Result<Vec<String>, DeskError> {
        let seasons = self.store.seasons()?.into_iter();
        let later = seasons.filter(|season| season.number > open.number);
        // Of several playings of a season the last one counts.
        let later: BTreeMap<u32, SeasonRow> = later.map(|season| (season.number, season)).collect();
        let mut told = vec![];
        for season in later.into_values() {
            let powers: BTreeSet<String> =
                self.store.kept_sheets(season.id)?.into_iter().map(|sheet| sheet.power).collect();
            if !powers.is_empty() {
                let powers: Vec<String> = powers.into_iter().collect();
                told.push(format!("{} of {}", season.name, powers.join(", ")));
            }
        }
        Ok(told)
    }

    fn notices(&self) -> Result<Vec<String>, DeskError> {
        let zone = self.zone()?;
        let held = self.store.held()?.into_iter();
        let told = |notice: HeldRow| {
            // What a notice is about stands in its first lines.
            let about = notice.text.lines().next().unwrap_or_default();
            format!("{}: {about}", clock::show(&notice.made, &zone))
        };
        Ok(held.map(told).collect())
    }

    fn stuck(&self) -> Result<Vec<String>, DeskError> {
        let tried = self.store.waiting()?.into_iter().filter(|mail| mail.tries > 0);
        let told = |mail: MailRow| {
            let why = mail.fault.unwrap_or_default();
            let end = if mail.refused { "; it waits for `umpire send --again`" } else { "" };
            format!("{} to {}: {why}{end}", mail.kind, mail.recipient)
        };
        Ok(tried.map(told).collect())
    }

    fn failing(&self) -> Result<Vec<String>, DeskError> {
        let players = self.store.players()?.into_iter().filter(|player| player.gone.is_none());
        let told = |player: PlayerRow| {
            let why = player.failing?;
            Some(format!("{} ({}): {why}", player.name, player.address))
        };
        Ok(players.filter_map(told).collect())
    }

    fn notes(&self, season: &SeasonRow) -> Result<usize, DeskError> {
        let sheets = self.store.newest_sheets(season.id)?;
        Ok(sheets.values().filter(|sheet| glance::note(&sheet.text).is_some()).count())
    }

    fn sent(&self, season: &SeasonRow) -> Result<Vec<PowerStatus>, DeskError> {
        let (players, standings) = (self.store.players()?, self.standings(season.id)?);
        let (zone, asks) = (self.zone()?, asks(season)?);
        let mut all = vec![];
        for power in self.powers_in(season)? {
            let player = players.iter().find(|player| Some(player.id) == power.player);
            let revisions = self.store.revisions(season.id, &power.name)?;
            let played = revisions.iter().rev().find(|sheet| sheet.verdict.is_played());
            let last = revisions.last();
            all.push(PowerStatus {
                asked: asks.asks(&power.name),
                away: self.away_at(&power.name, &self.clock.now())?,
                standing_orders: standings.contains_key(&power.name),
                keeper: asks.keeper(&power.name).map(str::to_owned),
                by_rules: asks.by_rules.contains(&power.name),
                power: power.name,
                player: player.map(|player| player.name.clone()),
                revision: last.map(|sheet| sheet.revision),
                verdict: last.map(|sheet| sheet.verdict.word().to_owned()),
                received: last.map(|sheet| clock::show(&sheet.received, &zone)),
                played: played.map(|sheet| sheet.revision),
            });
        }
        Ok(all)
    }

    /// The newest sheet of each power, if it is not played unless the umpire admits it.
    pub(crate) fn admissible(&self, season: &SeasonRow) -> Result<Vec<Admissible>, DeskError> {
        let zone = self.zone()?;
        let mut all = vec![];
        for power in self.store.powers()? {
            let revisions = self.store.revisions(season.id, &power.name)?;
            let newest = revisions.iter().rev().find(|sheet| {
                sheet.verdict.is_played()
                    || matches!(sheet.verdict, Verdict::Late | Verdict::NeedsUmpire)
            });
            let Some(sheet) = newest.filter(|sheet| !sheet.verdict.is_played()) else { continue };
            let (power, revision) = (&power.name, sheet.revision);
            all.push(Admissible {
                power: power.clone(),
                revision,
                verdict: sheet.verdict.word().to_owned(),
                received: clock::show(&sheet.received, &zone),
                ruling: format!("umpire ruling add --sheet {power}/{revision} --reason TEXT"),
            });
        }
        Ok(all)
    }

    fn draft_status(&self, season: &SeasonRow) -> Result<Option<DraftStatus>, DeskError> {
        let drafted = season.status == Standing::Drafted;
        let Some(draft) = self.store.draft(season.id)?.filter(|_| drafted) else {
            return Ok(None);
        };
        let open = OpenQuestion::all(&self.store.ledger(season.id)?, &self.decisions()?);
        Ok(Some(DraftStatus {
            digest: draft.digest,
            fresh: draft.mark == season.changes,
            needing_you: open.iter().filter(|question| question.needs_human).count(),
            open_questions: open.len(),
        }))
    }
}
