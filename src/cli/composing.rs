//! The page on which a sheet is composed, beside the pages of an archive or alone.

use archive::site::{Page, Supplement};
use archive::{ArchiveError, Supplier};
use checker::composer::{Abilities, Composer, FILES};
use desk::{Access, Desk, DeskError, write_file};
use std::path::{Path, PathBuf};

/// Gives the pages for a power of a campaign; `checks` where a program runs that answers them.
pub fn supplier(campaign: Option<&Path>, checks: bool) -> Supplier {
    let campaign = campaign.map(Path::to_owned);
    Box::new(move |power| {
        let desk = Desk::open(campaign.as_deref(), Access::Read).map_err(refused)?;
        let back = Some("index.html".to_owned());
        let abilities = Abilities { checks, back, ..Abilities::default() };
        let composer = desk.composer(power, abilities).map_err(refused)?;
        Ok(composer.map(|composer| {
            let pages: Box<dyn Supplement> = Box::new(Composing { composer, file: None });
            pages
        }))
    })
}

/// A page on which a sheet is composed, as a server or a folder has it.
#[derive(Debug)]
pub struct Composing {
    pub composer: Composer,
    /// The file into which it is saved.
    pub file: Option<PathBuf>,
}

impl Supplement for Composing {
    fn paths(&self) -> Vec<String> {
        FILES.map(str::to_owned).into()
    }

    fn page(&self, path: &str) -> Result<Option<Page>, ArchiveError> {
        let page = self.composer.page(path).map_err(refused)?;
        Ok(page.map(|(kind, body)| Page { kind, body }))
    }

    fn answer(&self, path: &str, sent: &[u8]) -> Result<Option<Page>, ArchiveError> {
        match (path, &self.file) {
            ("check", _) => {
                let told = self.composer.check(sent).map_err(refused)?;
                let body = serde_json::to_vec(&told).expect("our own documents have string keys");
                Ok(Some(Page { kind: "application/json", body }))
            }
            ("save", Some(file)) => Ok(Some(text(&saved(file, sent)))),
            _ => Ok(None),
        }
    }
}

/// Saves a sheet; gives what is to say of it.
fn saved(file: &Path, sheet: &[u8]) -> String {
    match write_file(file, sheet) {
        Ok(()) => format!("Saved to {}.", file.display()),
        Err(error) => format!("Not saved: {error}"),
    }
}

fn text(words: &str) -> Page {
    Page { kind: "text/plain; charset=utf-8", body: words.as_bytes().to_vec() }
}

pub fn refused(error: impl Into<DeskError>) -> ArchiveError {
    ArchiveError::Refused(error.into().to_string())
}
