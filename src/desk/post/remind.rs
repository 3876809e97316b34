//! Reminders: players without a sheet get a mail at the hours in umpire.yaml, once for each hour.
//!
//! It may be run as often as one likes, from cron or by `--watch`: what was said is in the outbox
//! and is not said again.

use crate::kill_steps::step;
use crate::post::notices::{title, with_token};
use crate::post::outgoing::{Attachment, Kind, Post, To};
use crate::{Clock, Desk, DeskError, clock, slug};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use serde_json::json;
use store::{NewMail, PlayerRow, SeasonRow, Status};

/// A mail that a run put into the outbox, to be printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reminded {
    pub power: String,
    pub player: String,
    /// `reminder` or `late`.
    pub kind: String,
    pub subject: String,
}

impl Desk {
    /// Puts the reminders and late notices that are due into the outbox.
    pub fn remind(&mut self, dry: bool) -> Result<Vec<Reminded>, DeskError> {
        let mut all = vec![];
        if self.store.campaign()?.ended.is_some() {
            return Ok(all);
        }
        let season = self.store.current_season()?;
        let setting_up = season.status == Status::SettingUp;
        if setting_up && self.invited_before()?.is_empty() {
            return Ok(all);
        }
        let deadline = season.deadline.clone();
        let mut sent = self.store.newest_sheets(season.id)?;
        if setting_up {
            // A sheet that leaves a choice open is not all that is asked.
            sent.clear();
        }
        for (power, player) in self.asked_powers(&season)? {
            if sent.contains_key(&power) {
                continue;
            }
            let due = match &deadline {
                Some(deadline) => self.due_to(&season, deadline, &power, &player)?,
                None => self.idle_mail(&season, &power, &player)?,
            };
            let Some(mail) = due else { continue };
            if self.store.mail_called(&mail.message_id)?.is_some() {
                continue;
            }
            if !dry {
                step("a reminder is composed");
                self.store.post(&mail)?;
                step("a reminder is in the outbox");
            }
            all.push(Reminded {
                power,
                player: player.name,
                kind: mail.kind,
                subject: mail.subject,
            });
        }
        Ok(all)
    }

    /// What a player who has sent nothing should have got by now: the last word that is due.
    fn due_to(
        &self,
        season: &SeasonRow,
        deadline: &str,
        power: &str,
        player: &PlayerRow,
    ) -> Result<Option<NewMail>, DeskError> {
        let now = self.clock.now();
        if now.as_str() > deadline {
            return self.late_mail(season, deadline, power, player).map(Some);
        }
        let read = |time: &str| time.parse::<Timestamp>().unwrap_or(Timestamp::UNIX_EPOCH);
        // Who is away at the deadline is reminded before they leave, and not while they are away.
        let away = self.away_at(power, deadline)?;
        let until = match &away {
            Some(absence) => self.begins(absence)?.min(read(deadline)),
            None => read(deadline),
        };
        if read(&now) >= until || self.away_at(power, &now)?.is_some() {
            return Ok(None);
        }
        let mut hours = self.settings()?.remind.hours.clone();
        hours.sort_unstable();
        let due = hours
            .into_iter()
            .find(|hours| read(&now) >= until - SignedDuration::from_hours(i64::from(*hours)));
        let Some(hours) = due else { return Ok(None) };
        let away = away.map(|absence| format!("{} to {}", absence.first, absence.last));
        self.reminder(season, (power, player), (hours, ""), away.as_deref()).map(Some)
    }

    /// What a player should have got by now who has sent nothing for a season without a deadline.
    fn idle_mail(
        &self,
        season: &SeasonRow,
        power: &str,
        player: &PlayerRow,
    ) -> Result<Option<NewMail>, DeskError> {
        let now = self.clock.now();
        if self.away_at(power, &now)?.is_some() {
            return Ok(None);
        }
        let read = |time: &str| time.parse::<Timestamp>().unwrap_or(Timestamp::UNIX_EPOCH);
        let since = read(&now).duration_since(read(&season.opened)).as_hours() / 24;
        let idle = self.settings()?.remind.idle.clone();
        let due = idle.into_iter().filter(|days| i64::from(*days) <= since).max();
        due.map(|days| self.reminder(season, (power, player), (days, "idle"), None)).transpose()
    }

    /// The calendar of a season, as one of its powers is told it.
    fn calendar_of(&self, season: &SeasonRow, power: &str) -> Result<Vec<String>, DeskError> {
        let game = self.game(season)?;
        Ok(game.calendar(&self.known_for_form(season, game.as_ref(), power)?)?)
    }

    fn reminder(
        &self,
        season: &SeasonRow,
        (power, player): (&str, &PlayerRow),
        (count, of): (u32, &str),
        away: Option<&str>,
    ) -> Result<NewMail, DeskError> {
        let left = self.time_left(season, &self.zone_of(player)?)?;
        let view = json!({
            "season": season.name,
            "power": power,
            "left": left,
            "calendar": self.calendar_of(season, power)?,
            "plays": self.will_be_played(season, power)?,
            "away": away.unwrap_or_default(),
        });
        let deadline = season.deadline.as_deref().unwrap_or_default();
        self.compose(&Post {
            to: To::Player(player.id),
            kind: Kind::Reminder,
            season: Some(season.id),
            power: Some(power.to_owned()),
            subject: format!("orders for {} are missing, {}", season.name, title(power)),
            text: self.templates()?.print("mail/reminder.txt", &view)?,
            html: None,
            attachments: vec![Attachment {
                name: format!("{}-{}.yaml", slug(power), slug(&season.name)),
                kind: "text/yaml",
                bytes: with_token(&self.form(power)?, &player.token).into_bytes(),
                inline: None,
            }],
            answers: None,
            key: format!("remind/{}/{power}/{}/{deadline}{of}/{count}", season.id.0, player.id.0),
        })
    }

    fn late_mail(
        &self,
        season: &SeasonRow,
        deadline: &str,
        power: &str,
        player: &PlayerRow,
    ) -> Result<NewMail, DeskError> {
        let closes = self.closes(season)?.unwrap_or_default();
        let open = closes.as_str() > self.clock.now().as_str();
        let zone = self.zone_of(player)?;
        let view = json!({
            "season": season.name,
            "power": power,
            "plays": self.will_be_played(season, power)?,
            "grace": if open { clock::show(&closes, &zone) } else { String::new() },
        });
        self.compose(&Post {
            to: To::Player(player.id),
            kind: Kind::Late,
            season: Some(season.id),
            power: Some(power.to_owned()),
            subject: format!("the deadline for {} is past, {}", season.name, title(power)),
            text: self.templates()?.print("mail/late.txt", &view)?,
            html: None,
            attachments: vec![],
            answers: None,
            key: format!("late/{}/{power}/{}/{deadline}", season.id.0, player.id.0),
        })
    }

    /// Until when a sheet of a season still counts: its deadline and the grace after it.
    pub(crate) fn closes(&self, season: &SeasonRow) -> Result<Option<String>, DeskError> {
        let Some(deadline) = &season.deadline else { return Ok(None) };
        let grace = SignedDuration::from_hours(i64::from(self.settings()?.grace));
        Ok(Some(match deadline.parse::<Timestamp>() {
            Ok(at) => Clock::Fixed(at + grace).now(),
            Err(_) => deadline.clone(),
        }))
    }

    /// Refuses to play a season for which more orders are missing than umpire.yaml allows.
    pub fn expect_quorum(&self) -> Result<(), DeskError> {
        let Some(most) = self.settings()?.quorum.missing else { return Ok(()) };
        let season = self.current()?;
        let sheets = self.store.newest_sheets(season.id)?;
        let standings = self.standings(season.id)?;
        let mut missing = vec![];
        for (power, player) in self.asked_powers(&season)? {
            if sheets.contains_key(&power) || standings.contains_key(&power) {
                continue;
            }
            let away = self.away_at(&power, &self.clock.now())?;
            let away = away.map_or_else(String::new, |row| format!(", away until {}", row.last));
            missing.push(format!("{power} ({}{away})", player.name));
        }
        if missing.len() <= usize::try_from(most).unwrap_or(usize::MAX) {
            return Ok(());
        }
        Err(DeskError::refused(format!(
            "nothing has come from {}, and umpire.yaml allows {most} to be missing",
            missing.join(", ")
        ))
        .hint("wait, or run `umpire resolve --anyway`"))
    }
}
