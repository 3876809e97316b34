//! The newspaper's pages: an issue for each season that has one, and the feed of all of them.
//!
//! An issue is laid out anew from what everybody knew after its season, which is kept with it. It is
//! the same for every audience. The feed is Atom (RFC 4287): its times are those at which seasons
//! were published or withdrawn, and its ids follow from the promise of the campaign and the keys of
//! the seasons, so that they stay the same in every export.

use super::{Site, Volume};
use crate::chapter::{Chapter, Paper};
use crate::{Archive, ArchiveError};
use kit::proof;
use report::map;
use serde_json::{Value as Json, json};
use store::{SeasonRow, Status};

/// The page of an issue, and its map, in the folder of its season.
pub(super) const PAGE: &str = "newspaper.html";
pub(super) const MAP: &str = "newspaper.svg";
/// The feed, beside the front page.
pub(super) const FEED: &str = "feed.xml";

/// What the other pages say of a season's issue.
pub(super) struct Notice {
    pub paper: String,
    pub headlines: Vec<String>,
    /// When the season was published, and when it was withdrawn.
    pub published: String,
    pub withdrawn: Option<String>,
}

impl Archive {
    /// What is said of a season's issue; none, if it has none.
    pub(super) fn notice(
        &self,
        row: &SeasonRow,
        next: Option<&SeasonRow>,
        chapter: &Chapter,
    ) -> Result<Option<Notice>, ArchiveError> {
        let Some(paper) = &chapter.paper else { return Ok(None) };
        // The season after it is opened as it is published; the last one ends the campaign.
        let published = match next {
            Some(next) => Some(next.opened.clone()),
            None => self.store.campaign()?.ended,
        };
        let drafted = || Ok::<_, ArchiveError>(self.store.draft(row.id)?.map(|draft| draft.made));
        let published = published.map_or_else(drafted, |at| Ok(Some(at)))?;
        let again = |other: &SeasonRow| other.number == row.number && other.id > row.id;
        let withdrawn = match row.status {
            Status::Withdrawn => self.store.seasons()?.into_iter().find(again),
            _ => None,
        };
        Ok(Some(Notice {
            paper: paper.issue.paper.clone(),
            headlines: paper.issue.headlines.clone(),
            published: published.unwrap_or_else(|| row.opened.clone()),
            withdrawn: withdrawn.map(|again| again.opened),
        }))
    }
}

impl Site<'_> {
    /// Whether any season has a newspaper.
    pub(super) fn has_feed(&self) -> bool {
        self.volumes.iter().any(|volume| volume.notice.is_some())
    }

    /// An issue as the pages show it; `up` leads to the front page.
    fn issue(&self, chapter: &Chapter, paper: &Paper, up: &str) -> Json {
        let link = |text: &String| self.linked(&chapter.names, text, up);
        let links = |lines: &[String]| lines.iter().map(link).collect::<Vec<_>>();
        let parts = paper.issue.parts.iter();
        let parts = parts.map(|part| json!({"heading": part.heading, "lines": links(&part.lines)}));
        json!({
            "paper": paper.issue.paper,
            "number": chapter.number,
            // On the front page the name of the paper is a heading of the second level.
            "level": if up.is_empty() { 3 } else { 2 },
            "scenario": paper.issue.scenario,
            "season": paper.issue.season,
            "headlines": links(&paper.issue.headlines),
            "words": paper.words,
            "parts": parts.collect::<Vec<_>>(),
            "note": paper.issue.note,
            "told": map::told(&paper.chart),
            "page": format!("{up}season/{}/{PAGE}", chapter.key),
            "map": format!("{up}season/{}/{MAP}", chapter.key),
        })
    }

    /// The page of a season's issue; none, if it has none.
    pub(super) fn issue_page(
        &self,
        volume: &Volume,
        chapter: &Chapter,
    ) -> Result<Option<String>, ArchiveError> {
        let Some(paper) = &chapter.paper else { return Ok(None) };
        let view = json!({"issue": self.issue(chapter, paper, super::season::UP)});
        let title = format!("{}, {}", paper.issue.paper, volume.row.name);
        let view = self.with_head(volume, view);
        self.print("newspaper.html", super::season::UP, &title, view).map(Some)
    }

    /// The newest issue that stands, for the front page.
    pub(super) fn newest_issue(&self) -> Result<Option<Json>, ArchiveError> {
        let is_issue = |volume: &Volume| volume.notice.is_some() && !volume.is_withdrawn();
        let Some(nth) = self.volumes.iter().rposition(is_issue) else { return Ok(None) };
        let chapter = self.chapter(nth)?;
        Ok(chapter.paper.as_ref().map(|paper| self.issue(&chapter, paper, "")))
    }

    /// The Atom feed of all issues, newest first. `None` without a newspaper.
    pub(super) fn feed(&self) -> Result<Option<String>, ArchiveError> {
        let entry = |volume: &Volume| {
            let notice = volume.notice.as_ref()?;
            let withdrawn = notice.withdrawn.as_ref();
            Some(json!({
                "id": self.urn(&format!("season/{}", volume.key)),
                "title": format!(
                    "{}, {}{}",
                    notice.paper,
                    volume.row.name,
                    if withdrawn.is_some() { " (withdrawn)" } else { "" }
                ),
                "href": format!("season/{}/{PAGE}", volume.key),
                "published": notice.published,
                "updated": withdrawn.unwrap_or(&notice.published),
                "headlines": notice.headlines,
            }))
        };
        let mut entries: Vec<Json> = self.volumes.iter().filter_map(entry).collect();
        entries.reverse();
        let updated = entries.iter().filter_map(|entry| entry["updated"].as_str()).max();
        let Some(updated) = updated else { return Ok(None) };
        let paper = self.volumes.iter().rev().find_map(|volume| volume.notice.as_ref());
        let view = json!({
            "id": self.urn("feed"),
            "campaign": self.campaign.name,
            "paper": paper.map(|notice| notice.paper.as_str()),
            "updated": updated,
            "entries": entries,
        });
        Ok(Some(self.archive.templates.print("site/feed.xml", &view)?))
    }

    /// A name for ever: a UUID of the eighth sort, out of the campaign's promise and a word.
    fn urn(&self, what: &str) -> String {
        let promise = proof::hex(&proof::sha256(&self.campaign.secret));
        let digest = proof::sha256(format!("umpire newspaper\n{promise}\n{what}").as_bytes());
        let mut bytes: [u8; 16] = digest[..16].try_into().expect("a digest is longer");
        bytes[6] = bytes[6] & 0x0f | 0x80;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let hex = proof::hex(&bytes);
        let parts = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
        format!("urn:uuid:{}", parts.join("-"))
    }
}
