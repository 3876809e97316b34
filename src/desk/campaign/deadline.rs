//! The deadline of the season that is open. The players are told when it moves.

use crate::campaign::settings::pace::Rhythm;
use crate::post::calendar_file;
use crate::post::outgoing::{Kind, Post, To};
use crate::{Clock, Desk, DeskError, clock};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::json;
use store::{NewMail, SeasonRow};

/// A deadline as a person writes it.
#[derive(Debug, Clone, Copy)]
pub struct Due<'a> {
    pub written: &'a str,
    /// Whether it is meant although it is past.
    pub past: bool,
}

impl Due<'_> {
    /// A deadline that has to be in the future.
    pub fn of(written: &str) -> Due<'_> {
        Due { written, past: false }
    }
}

impl Desk {
    /// Sets the deadline as a person writes it, in the campaign's zone or the one named, and
    /// announces it.
    pub fn set_deadline(&mut self, due: Due<'_>, zone: Option<&str>) -> Result<String, DeskError> {
        let season = self.current()?;
        let zone = match zone {
            Some(name) => crate::campaign::settings::zone(name)?,
            None => self.zone()?,
        };
        let at = self.read_due(due, &zone)?;
        self.move_deadline(&season, Some(&at))?;
        Ok(clock::show(&at, &zone))
    }

    /// Reads a deadline as a person writes it; one that is past has to be meant.
    pub(crate) fn read_due(&self, due: Due<'_>, zone: &TimeZone) -> Result<String, DeskError> {
        let at = self.read(due.written, zone)?;
        if at <= self.clock.now() && !due.past {
            return Err(DeskError::refused(format!(
                "{} is past, and every sheet would be late",
                clock::show(&at, zone)
            ))
            .hint("add --past if you mean it"));
        }
        Ok(at)
    }

    /// Reads a time, or how much later than now it is, in the words of the rhythm of umpire.yaml.
    fn read(&self, written: &str, zone: &TimeZone) -> Result<String, DeskError> {
        let later = || Rhythm::read(written).ok().and_then(|rhythm| self.after_now(rhythm, zone));
        clock::read(written, zone).or_else(later).ok_or_else(|| {
            DeskError::refused(format!("`{written}` is not a time"))
                .hint("write it like `2026-12-01 18:00`, `7 days` or `every Sunday 20:00`")
        })
    }

    /// The deadline by a rhythm of a season that opens now.
    pub(crate) fn after_now(&self, rhythm: Rhythm, zone: &TimeZone) -> Option<String> {
        let now = self.clock.now().parse::<Timestamp>().unwrap_or(Timestamp::UNIX_EPOCH);
        rhythm.after(now, zone).map(|at| Clock::Fixed(at).now())
    }

    /// Lifts the deadline, and says so.
    pub fn lift_deadline(&mut self) -> Result<(), DeskError> {
        let season = self.current()?;
        self.move_deadline(&season, None)
    }

    pub(crate) fn move_deadline(
        &mut self,
        season: &SeasonRow,
        at: Option<&str>,
    ) -> Result<(), DeskError> {
        if season.deadline.as_deref() == at {
            return Ok(());
        }
        let mails = self.announcements(season, at)?;
        Ok(self.store.move_deadline(season.id, at, &self.clock.now(), &mails)?)
    }

    /// The mails that tell of a moved deadline, one a player, each in their own zone.
    fn announcements(
        &self,
        season: &SeasonRow,
        at: Option<&str>,
    ) -> Result<Vec<NewMail>, DeskError> {
        let moved = SeasonRow { deadline: at.map(str::to_owned), ..season.clone() };
        let templates = self.templates()?;
        // The same deadline may be set, moved and set again; each time is news.
        let times = self.store.journal()?.len();
        let mut mails: Vec<NewMail> = vec![];
        let calendar = calendar_file::attachment(&calendar_file::Due {
            campaign: &self.store.campaign()?,
            season,
            at,
            made: &self.clock.now(),
            times,
        });
        for (power, player) in self.played_powers()? {
            if mails.iter().any(|mail| mail.player == Some(player.id)) {
                continue;
            }
            let zone = self.zone_of(&player)?;
            let shown = |time: &str| clock::show(time, &zone);
            let view = json!({
                "season": season.name,
                "before": season.deadline.as_deref().map(shown),
                "now": at.map(shown),
                "left": match at {
                    Some(_) => self.time_left(&moved, &zone)?,
                    None => String::new(),
                },
            });
            let what = match (at, &season.deadline) {
                (None, _) => "no deadline",
                (Some(_), None) => "deadline",
                (Some(_), Some(_)) => "deadline moved",
            };
            mails.push(self.compose(&Post {
                to: To::Player(player.id),
                kind: Kind::Deadline,
                season: Some(season.id),
                power: Some(power),
                subject: format!("{what}, {}", season.name),
                text: templates.print("mail/deadline.txt", &view)?,
                html: None,
                attachments: calendar.clone().into_iter().collect(),
                answers: None,
                key: format!(
                    "deadline/{}/{}/{}/{times}",
                    season.id.0,
                    player.id.0,
                    at.unwrap_or("none")
                ),
            })?);
        }
        Ok(mails)
    }
}
