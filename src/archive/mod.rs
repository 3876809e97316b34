//! The library: what has been played, to be opened and read; nothing here changes anything.
//!
//! Not here: replaying or proving a season.

use crate::kit::masked::masked;
use crate::store::{LetterRow, RawId, RawRow, SeasonRow, Status, Store, StoreError, Verdict};
use serde::Serialize;
use serde_json::Value as Json;
use std::path::Path;

/// Why something cannot be found in the archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{season} has no {what}; `umpire archive list` shows what there is")]
    Nothing { season: String, what: String },
    #[error("there is no power called `{written}`; there are {known}")]
    NoPower { written: String, known: String },
    #[error("{0} is seen by the umpire alone; leave out --as, or ask for --report or --orders")]
    Hidden(&'static str),
}

/// The most mails in a list.
const MOST_MAILS: u32 = 200;

/// An open archive.
#[derive(Debug)]
pub struct Archive {
    store: Store,
}

/// One season on the shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Volume {
    pub number: u32,
    pub season: String,
    pub status: String,
    pub opened: String,
    pub deadline: Option<String>,
    /// How many revisions of sheets came for it.
    pub sheets: usize,
    /// The digest of its record; that of its draft while it is drafted.
    pub digest: Option<String>,
    pub root: Option<String>,
    pub events: usize,
    pub dice: usize,
}

/// One revision of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SheetPage {
    pub power: String,
    pub revision: u32,
    pub received: String,
    pub verdict: String,
    pub reason: String,
    pub leaf: String,
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

impl Archive {
    /// Opens the archive of a campaign's file.
    pub fn open(file: &Path) -> Result<Archive, ArchiveError> {
        Ok(Archive { store: Store::read_only(file)? })
    }

    /// Lists all seasons in the order in which they were opened.
    pub fn list(&self) -> Result<Vec<Volume>, ArchiveError> {
        self.store.seasons()?.iter().map(|season| self.volume(season)).collect()
    }

    /// Tells what there is of one season.
    pub fn season(&self, name: &str) -> Result<Volume, ArchiveError> {
        self.volume(&self.store.season(name)?)
    }

    fn volume(&self, season: &SeasonRow) -> Result<Volume, ArchiveError> {
        let mut sheets = 0;
        for power in self.store.powers()? {
            sheets += self.store.revisions(season.id, &power.name)?.len();
        }
        let draft = self.store.draft(season.id)?.filter(|_| season.status == Status::Drafted);
        let drafted = draft.map(|draft| (draft.digest, draft.root)).unzip();
        Ok(Volume {
            number: season.number,
            season: season.name.clone(),
            status: season.status.word().to_owned(),
            opened: season.opened.clone(),
            deadline: season.deadline.clone(),
            sheets,
            digest: season.digest.clone().or(drafted.0),
            root: season.root.clone().or(drafted.1),
            events: self.store.events(season.id)?.len(),
            dice: self.store.ledger(season.id)?.len(),
        })
    }

    /// Gives the events of a season, in order.
    pub fn events(&self, name: &str, eye: Option<&str>) -> Result<Vec<Json>, ArchiveError> {
        let season = self.store.season(name)?;
        self.documents(&season, "events", eye, self.store.events(season.id)?)
    }

    /// Gives the ledger of a season: every chit, die, decision and ruling.
    pub fn ledger(&self, name: &str, eye: Option<&str>) -> Result<Vec<Json>, ArchiveError> {
        let season = self.store.season(name)?;
        self.documents(&season, "ledger", eye, self.store.ledger(season.id)?)
    }

    /// Lists the mails that need the umpire, the newest last.
    pub fn mails(&self) -> Result<Vec<MailLine>, ArchiveError> {
        self.store
            .newest_judged(Verdict::NeedsUmpire, MOST_MAILS)?
            .iter()
            .map(|raw| self.mail_line(raw))
            .collect()
    }

    /// Gives a mail as it came in.
    pub fn mail(&self, number: i64) -> Result<MailPage, ArchiveError> {
        let raw = self.store.raw(RawId(number))?;
        let mut text = self.without_tokens(&String::from_utf8_lossy(&raw.bytes))?;
        text.retain(|sign| sign == '\n' || sign == '\t' || !sign.is_control());
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
    fn without_tokens(&self, text: &str) -> Result<String, ArchiveError> {
        let players = self.store.players()?;
        Ok(masked(text, players.iter().map(|player| player.token.as_str())))
    }

    /// Refuses the eyes of a power that there is not.
    fn expect_power(&self, eye: Option<&str>) -> Result<(), ArchiveError> {
        let powers = self.store.powers()?;
        match eye {
            Some(written) if !powers.iter().any(|power| is(&power.name, eye)) => {
                let known: Vec<&str> = powers.iter().map(|power| power.name.as_str()).collect();
                let (written, known) = (written.to_owned(), known.join(", "));
                Err(ArchiveError::NoPower { written, known })
            }
            _ => Ok(()),
        }
    }

    fn documents(
        &self,
        season: &SeasonRow,
        what: &'static str,
        eye: Option<&str>,
        documents: Vec<String>,
    ) -> Result<Vec<Json>, ArchiveError> {
        self.expect_power(eye)?;
        if eye.is_some() {
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
        self.expect_power(eye)?;
        let season = self.store.season(name)?;
        let mut pages = vec![];
        for power in self.store.powers()?.into_iter().filter(|power| is(&power.name, eye)) {
            for sheet in self.store.revisions(season.id, &power.name)? {
                pages.push(SheetPage {
                    power: sheet.power,
                    revision: sheet.revision,
                    received: sheet.received,
                    verdict: sheet.verdict.word().to_owned(),
                    reason: sheet.reason,
                    leaf: sheet.leaf,
                    text: sheet.text,
                });
            }
        }
        if pages.is_empty() { Err(nothing(&season, "orders")) } else { Ok(pages) }
    }

    /// Gives the letters of a season that were carried, those in sheets and those that came as
    /// mails; of one power those that it wrote or got.
    ///
    /// They were carried once the season is published, or before if they go on at once.
    pub fn letters(&self, name: &str, eye: Option<&str>) -> Result<Vec<LetterPage>, ArchiveError> {
        self.expect_power(eye)?;
        let season = self.store.season(name)?;
        let is_published = season.status == Status::Published;
        let mailed = self
            .store
            .outbox()?
            .into_iter()
            .any(|mail| mail.season == Some(season.id) && mail.kind == "letter");
        let mut pages = vec![];
        if is_published || mailed {
            pages.extend(self.store.post_letters(season.id)?.into_iter().map(|letter| {
                LetterPage {
                    from: letter.sender,
                    to: letter.receiver,
                    received: Some(letter.received),
                    text: letter.text,
                }
            }));
        }
        if is_published {
            for LetterRow { from, to, text } in self.store.letters(season.id)? {
                // What went on at once is there already, from the sheet that had it first.
                let is_there =
                    |page: &LetterPage| (&page.from, &page.to, &page.text) == (&from, &to, &text);
                if !pages.iter().any(is_there) {
                    pages.push(LetterPage { from, to, received: None, text });
                }
            }
        }
        pages.retain(|page| is(&page.from, eye) || is(&page.to, eye));
        if pages.is_empty() { Err(nothing(&season, "letters")) } else { Ok(pages) }
    }

    /// Gives the reports of a season; that of one power if one is named.
    pub fn reports(&self, name: &str, eye: Option<&str>) -> Result<Vec<ReportPage>, ArchiveError> {
        self.expect_power(eye)?;
        let season = self.store.season(name)?;
        let pages: Vec<ReportPage> = self
            .store
            .reports(season.id)?
            .into_iter()
            .filter(|report| report.format == "txt" && is(&report.power, eye))
            .map(|report| ReportPage {
                power: report.power,
                name: report.name,
                text: String::from_utf8_lossy(&report.body).into_owned(),
            })
            .collect();
        if pages.is_empty() { Err(nothing(&season, "report")) } else { Ok(pages) }
    }
}

fn is(power: &str, eye: Option<&str>) -> bool {
    eye.is_none_or(|eye| crate::kit::names::plain(eye) == crate::kit::names::plain(power))
}

fn nothing(season: &SeasonRow, what: &str) -> ArchiveError {
    ArchiveError::Nothing { season: season.name.clone(), what: what.to_owned() }
}
