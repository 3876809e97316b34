//! The mails of a season as they came, for the umpire alone.
//!
//! A mail is shown as text, its source: nothing in it is fetched or run.

use super::season::day;
use super::{Site, Volume};
use crate::{ArchiveError, SeasonMail};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

impl Site<'_> {
    /// The numbers of all mails that have a page.
    pub(super) fn raws(&self) -> BTreeSet<i64> {
        let mails = self.volumes.iter().flat_map(|volume| &volume.mails);
        mails.filter(|mail| mail.way == "in").map(|mail| mail.number).collect()
    }

    /// The page of one mail.
    pub(super) fn mail(&self, file: &str) -> Result<Option<String>, ArchiveError> {
        let number = file.strip_suffix(".html").and_then(|number| number.parse().ok());
        let Some(number) = number.filter(|number| self.raws().contains(number)) else {
            return Ok(None);
        };
        let page = self.archive.mail(number)?;
        let view = json!({
            "number": number,
            "received": day(&page.line.received),
            "source": page.source,
            "verdict": page.line.verdict,
            "reason": page.line.reason,
            "text": page.text.trim_end(),
        });
        Ok(Some(self.print("mail.html", "../", &format!("Mail {number}"), view)?))
    }

    /// The list of a season's mails.
    pub(super) fn mails(&self, volume: &Volume) -> Result<String, ArchiveError> {
        let mail = |mail: &SeasonMail| {
            let SeasonMail { way, number, at, who, subject, state } = mail;
            json!({
                "came": *way == "in", "number": number, "at": day(at), "who": who,
                "subject": subject, "state": state,
            })
        };
        let mails: Vec<Json> = volume.mails.iter().map(mail).collect();
        let title = format!("Mails, {}", volume.row.name);
        let view = json!({"mails": mails});
        self.print("mails.html", "../../", &title, self.with_head(volume, view))
    }
}
