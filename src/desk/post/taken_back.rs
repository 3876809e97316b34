//! Seasons that were taken back: each player who has a report of one is told at once which they are
//! and what becomes of the sheets.
//!
//! Not here: taking a season back (`season/rollback.rs`).

use crate::campaign::asks::asks;
use crate::post::notices::title;
use crate::post::outgoing::{Kind, Post, To};
use crate::{Desk, DeskError};
use serde_json::json;
use std::collections::BTreeMap;
use store::{NewMail, PlayerRow, SeasonRow, Status};

/// Seasons that are taken back, the one that opens again first.
struct TakenBack {
    /// Those that were published, each with the reason.
    published: Vec<(SeasonRow, String)>,
    /// Those after the first, as they were last: their sheets are kept.
    later: Vec<SeasonRow>,
}

impl Desk {
    /// The mails to those who have a report of a season that is taken back now, or was before and
    /// has not been played again.
    pub(crate) fn taken_back_mails(
        &self,
        last: &SeasonRow,
        reason: &str,
    ) -> Result<Vec<NewMail>, DeskError> {
        let back = self.with_those_before(last, reason)?;
        let (asks, templates) = (asks(last)?, self.templates()?);
        let mut players: Vec<PlayerRow> = vec![];
        for (_, player) in self.played_under(&asks)? {
            if !players.iter().any(|other| other.id == player.id) {
                players.push(player);
            }
        }
        let mut mails = vec![];
        for player in players {
            let powers = self.powers_under(&asks, &player)?;
            let mut seasons = vec![];
            for (season, why) in &back.published {
                let mut has = false;
                for power in &powers {
                    has |= self.store.report_went_out(season.id, power)?;
                }
                if has {
                    seasons.push(json!({"name": season.name, "why": why}));
                }
            }
            if seasons.is_empty() {
                continue;
            }
            let later: Vec<&str> = back.later.iter().map(|season| season.name.as_str()).collect();
            let view = json!({
                "again": again(&title(&last.name), seasons.len()),
                "seasons": seasons,
                "sheets": self.sheets_kept(last, &back, &powers)?,
                "left": self.time_left(last, &self.zone_of(&player)?)?,
                "open": last.name,
                "later": later.join(" or "),
            });
            let names: Vec<&str> =
                seasons.iter().filter_map(|season| season["name"].as_str()).collect();
            mails.push(self.compose(&Post {
                to: To::Player(player.id),
                kind: Kind::TakenBack,
                season: Some(last.id),
                power: powers.first().cloned(),
                subject: format!("taken back: {}", names.join(", ")),
                text: templates.print("mail/taken-back.txt", &view)?,
                html: None,
                attachments: vec![],
                answers: None,
                key: format!("taken-back/{}/{}", last.id.0, player.id.0),
            })?);
        }
        Ok(mails)
    }

    /// A season that is taken back, and all after it that were taken back with it or before.
    fn with_those_before(&self, last: &SeasonRow, reason: &str) -> Result<TakenBack, DeskError> {
        let (mut published, mut later) = (BTreeMap::new(), BTreeMap::new());
        published.insert(last.number, (last.clone(), format!("The reason: {reason}")));
        for season in self.store.seasons()?.into_iter().filter(|one| one.number > last.number) {
            // Of several playings of a season the last one counts.
            if season.status == Status::Withdrawn && season.digest.is_some() {
                let why = self.reason_withdrawn(&season)?.unwrap_or_default();
                published.insert(season.number, (season.clone(), format!("The reason: {why}")));
            }
            later.insert(season.number, season);
        }
        Ok(TakenBack {
            published: published.into_values().collect(),
            later: later.into_values().collect(),
        })
    }

    /// What becomes of a player's sheets, a sentence for each season and power.
    fn sheets_kept(
        &self,
        last: &SeasonRow,
        back: &TakenBack,
        powers: &[String],
    ) -> Result<Vec<String>, DeskError> {
        let whose = |season: &SeasonRow, power: &str| match powers.len() {
            1 => title(&season.name),
            _ => format!("{}, {}", title(&season.name), title(power)),
        };
        let mut lines = vec![];
        for power in powers {
            let told = match self.store.newest_sheet(last.id, power)? {
                Some(sheet) => format!(
                    "revision {} of your sheet counts again, unless you send another.",
                    sheet.revision
                ),
                None => "no sheet of yours is in.".to_owned(),
            };
            lines.push(format!("{}: {told}", whose(last, power)));
        }
        for season in &back.later {
            for power in powers {
                let kept = self.store.kept_sheets(season.id)?;
                let is_in = self.store.newest_sheet(season.id, power)?.is_some()
                    || kept.iter().any(|sheet| sheet.power == *power);
                let told = match is_in {
                    true => "your sheet is kept, and is read and answered again when it opens.",
                    false => "no sheet of yours is in.",
                };
                lines.push(format!("{}: {told}", whose(season, power)));
            }
        }
        Ok(lines)
    }
}

/// What happens next, for somebody who has so many reports that no longer count.
fn again(open: &str, reports: usize) -> String {
    let report = match reports {
        1 => "The report that you have of it no longer counts; a corrected one follows.",
        _ => "The reports that you have of these no longer count; corrected ones follow.",
    };
    format!("{open} is open again and will be played again. {report}")
}
