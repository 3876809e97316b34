//! The mails of a campaign, as they came in and as they went out; they are for the umpire alone.

use super::{Archive, ArchiveError, Audience, nothing};
use kit::hidden_characters::seen;
use kit::masked::masked;
use serde::Serialize;
use store::{MailRow, RawId, RawRow, SeasonRow};

/// A mail that came in, on one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MailLine {
    pub number: i64,
    pub received: String,
    pub sender: String,
    pub subject: String,
    pub verdict: String,
    pub reason: String,
}

/// A mail that came in, as it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MailPage {
    #[serde(flatten)]
    pub line: MailLine,
    pub source: String,
    /// Its bytes as text, without any token of a player's and without signs that a terminal obeys.
    pub text: String,
}

/// A mail of one season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeasonMail {
    /// `in` or `out`.
    pub way: &'static str,
    pub number: i64,
    pub at: String,
    /// Who sent it or to whom it went.
    pub who: String,
    pub subject: String,
    /// Its verdict; whether it was sent.
    pub state: String,
}

impl Archive {
    /// Lists the mails of a season: those in which sheets for it came and those that went out with
    /// it; of one power its own.
    pub fn mails_of(&self, name: &str, eye: Option<&str>) -> Result<Vec<SeasonMail>, ArchiveError> {
        let audience = self.audience(eye)?;
        let season = self.find_for(&audience, name)?;
        let pages = self.post_of(&season, &audience)?;
        if pages.is_empty() { Err(nothing(&season, "mails")) } else { Ok(pages) }
    }

    pub(super) fn post_of(
        &self,
        season: &SeasonRow,
        audience: &Audience,
    ) -> Result<Vec<SeasonMail>, ArchiveError> {
        let mut pages = vec![];
        for power in self.store.powers()?.into_iter().filter(|power| audience.reads(&power.name)) {
            for sheet in self.store.revisions(season.id, &power.name)? {
                let Some(raw) = sheet.raw else { continue };
                let known = self.store.envelope(raw)?.unwrap_or_default();
                pages.push(SeasonMail {
                    way: "in",
                    number: raw.0,
                    at: sheet.received,
                    who: known.sender.unwrap_or_default(),
                    subject: self.without_tokens(&known.subject)?,
                    state: sheet.verdict.word().to_owned(),
                });
            }
        }
        let whose = |mail: &MailRow| match &mail.power {
            Some(power) => audience.reads(power),
            None => audience.power().is_none(),
        };
        for mail in self.store.mails_in(season.id)?.into_iter().filter(whose) {
            pages.push(SeasonMail {
                way: "out",
                number: mail.id.0,
                at: mail.sent.unwrap_or(mail.made),
                who: mail.recipient,
                subject: self.without_tokens(&mail.subject)?,
                state: mail.state.word().to_owned(),
            });
        }
        Ok(pages)
    }

    /// Gives a mail as it came in.
    pub fn mail(&self, number: i64) -> Result<MailPage, ArchiveError> {
        let raw = self.store.raw(RawId(number))?;
        let text = self.without_tokens(&String::from_utf8_lossy(&raw.bytes))?;
        Ok(MailPage { line: self.mail_line(&raw)?, source: raw.source, text })
    }

    fn mail_line(&self, raw: &RawRow) -> Result<MailLine, ArchiveError> {
        let known = self.store.envelope(raw.id)?.unwrap_or_default();
        let verdict = raw.verdict.map_or("unread", |verdict| verdict.word());
        Ok(MailLine {
            number: raw.id.0,
            received: raw.received.clone(),
            sender: known.sender.unwrap_or_default(),
            subject: self.without_tokens(&known.subject)?,
            verdict: verdict.to_owned(),
            reason: raw.reason.clone().unwrap_or_default(),
        })
    }

    /// A text in which nobody's token can be read, in whatever letters it was written.
    pub(super) fn without_tokens(&self, text: &str) -> Result<String, ArchiveError> {
        let players = self.store.players()?;
        Ok(masked(&seen(text), players.iter().map(|player| player.token.as_str())))
    }
}
