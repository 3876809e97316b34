//! What was written in a season: sheets, letters and reports; for the umpire its events and ledger.

use super::{Archive, ArchiveError, Audience, is_settled, nothing};
use rules::{Asks, public_text};
use serde::Serialize;
use serde_json::Value as Json;
use store::{LetterRow, SeasonRow, SheetRow};

/// One revision of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SheetPage {
    pub power: String,
    pub revision: u32,
    pub received: String,
    pub verdict: String,
    pub reason: String,
    pub leaf: String,
    /// As it was written, but for tokens.
    pub text: String,
}

/// One power's report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReportPage {
    pub power: String,
    pub name: String,
    pub text: String,
}

/// A letter that went from one power to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LetterPage {
    pub from: String,
    pub to: String,
    /// When it came, if it did not come with the report of its season.
    pub received: Option<String>,
    pub text: String,
}

impl Archive {
    /// Gives the events of a season, in order.
    pub fn events(&self, name: &str, eye: Option<&str>) -> Result<Vec<Json>, ArchiveError> {
        let season = self.find(name)?;
        self.documents(&season, "events", eye, self.store.events(season.id)?)
    }

    /// Gives the ledger of a season: every chit, die, decision and ruling.
    pub fn ledger(&self, name: &str, eye: Option<&str>) -> Result<Vec<Json>, ArchiveError> {
        let season = self.find(name)?;
        self.documents(&season, "ledger", eye, self.store.ledger(season.id)?)
    }

    fn documents(
        &self,
        season: &SeasonRow,
        what: &'static str,
        eye: Option<&str>,
        documents: Vec<String>,
    ) -> Result<Vec<Json>, ArchiveError> {
        if self.audience(eye)?.power().is_some() {
            return Err(ArchiveError::Hidden(what));
        }
        if documents.is_empty() {
            return Err(nothing(season, what));
        }
        let read = |text: String| serde_json::from_str(&text).unwrap_or(Json::String(text));
        Ok(documents.into_iter().map(read).collect())
    }

    /// Gives the sheets that came for a season, all revisions; of one power if one is named.
    pub fn orders(&self, name: &str, eye: Option<&str>) -> Result<Vec<SheetPage>, ArchiveError> {
        let audience = self.audience(eye)?;
        let season = self.find_for(&audience, name)?;
        let pages = self.sheets_of(&season, &audience)?;
        if pages.is_empty() { Err(nothing(&season, "orders")) } else { Ok(pages) }
    }

    pub(super) fn sheets_of(
        &self,
        season: &SeasonRow,
        audience: &Audience,
    ) -> Result<Vec<SheetPage>, ArchiveError> {
        let asks = season.asks.as_deref().and_then(|asks| serde_json::from_str(asks).ok());
        let asks: Asks = asks.unwrap_or_default();
        let mut pages = vec![];
        for power in self.store.powers()?.into_iter().filter(|power| audience.reads(&power.name)) {
            for sheet in self.store.revisions(season.id, &power.name)? {
                let text = self.without_tokens(&shown_to(audience, &asks, &sheet))?;
                pages.push(SheetPage {
                    power: sheet.power,
                    revision: sheet.revision,
                    received: sheet.received,
                    verdict: sheet.verdict.word().to_owned(),
                    reason: sheet.reason,
                    leaf: sheet.leaf,
                    text,
                });
            }
        }
        Ok(pages)
    }

    /// Gives the letters of a season that were carried, those in sheets and those that came as
    /// mails; of one power those that it wrote or got.
    pub fn letters(&self, name: &str, eye: Option<&str>) -> Result<Vec<LetterPage>, ArchiveError> {
        let audience = self.audience(eye)?;
        let season = self.find_for(&audience, name)?;
        let pages = self.letters_of(&season, &audience)?;
        if pages.is_empty() { Err(nothing(&season, "letters")) } else { Ok(pages) }
    }

    /// They were carried once the season is published, or before if they go on at once.
    pub(super) fn letters_of(
        &self,
        season: &SeasonRow,
        audience: &Audience,
    ) -> Result<Vec<LetterPage>, ArchiveError> {
        let is_settled = is_settled(season);
        let mut pages = vec![];
        if is_settled || self.game(season.id)?.letters_at_once(&season.name) {
            for letter in self.store.post_letters(season.id)? {
                pages.push(LetterPage {
                    from: letter.sender,
                    to: letter.receiver,
                    received: Some(letter.received),
                    text: self.without_tokens(&letter.text)?,
                });
            }
        }
        if is_settled {
            for LetterRow { from, to, text } in self.store.letters(season.id)? {
                let text = self.without_tokens(&text)?;
                // What went on at once is there already, from the sheet that had it first.
                let is_there =
                    |page: &LetterPage| (&page.from, &page.to, &page.text) == (&from, &to, &text);
                if !pages.iter().any(is_there) {
                    pages.push(LetterPage { from, to, received: None, text });
                }
            }
        }
        pages.retain(|page| audience.reads(&page.from) || audience.reads(&page.to));
        Ok(pages)
    }

    /// Gives the newspaper of a season that was published, as it was mailed to everybody.
    pub fn newspaper(&self, name: &str, eye: Option<&str>) -> Result<String, ArchiveError> {
        let season = self.find_for(&self.audience(eye)?, name)?;
        let issue = self.store.newspaper(season.id)?.filter(|_| is_settled(&season));
        Ok(issue.ok_or_else(|| nothing(&season, "newspaper"))?.text)
    }

    /// Gives the reports of a season; that of one power if one is named.
    pub fn reports(&self, name: &str, eye: Option<&str>) -> Result<Vec<ReportPage>, ArchiveError> {
        let audience = self.audience(eye)?;
        let season = self.find_for(&audience, name)?;
        let pages = self.reports_of(&season, &audience)?;
        if pages.is_empty() { Err(nothing(&season, "report")) } else { Ok(pages) }
    }

    pub(super) fn reports_of(
        &self,
        season: &SeasonRow,
        audience: &Audience,
    ) -> Result<Vec<ReportPage>, ArchiveError> {
        let texts = self.store.reports_in(season.id, "txt")?.into_iter();
        let own = texts.filter(|report| audience.reads(&report.power));
        let page = |report: store::ReportRow| ReportPage {
            power: report.power,
            name: report.name,
            text: String::from_utf8_lossy(&report.body).into_owned(),
        };
        Ok(own.map(page).collect())
    }
}

/// A sheet as an audience may read it: everybody else than its writer and the umpire gets the digest
/// of its private note. What a ward knows, its next keeper reads too.
fn shown_to(audience: &Audience, asks: &Asks, sheet: &SheetRow) -> String {
    match audience {
        Audience::Power(_) if asks.keeper(&sheet.power).is_none() => sheet.text.clone(),
        Audience::Umpire => sheet.text.clone(),
        Audience::Power(_) | Audience::Everybody => public_text(&sheet.text, &sheet.salt),
    }
}
