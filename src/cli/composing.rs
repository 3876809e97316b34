//! The page on which a sheet is composed, beside the pages of an archive or alone.

use super::compose;
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
        let files = compose::beside();
        let alone = files.first().map(|(path, _)| path.clone());
        let abilities = Abilities { checks, back, alone, ..Abilities::default() };
        let composer = desk.composer(power, abilities).map_err(refused)?;
        Ok(composer.map(|composer| {
            let pages: Box<dyn Supplement> = Box::new(Composing { composer, file: None, files });
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
    /// The page that checks by itself, beside it.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Supplement for Composing {
    fn paths(&self) -> Vec<String> {
        let beside = self.files.iter().map(|(path, _)| path.clone());
        FILES.map(str::to_owned).into_iter().chain(beside).collect()
    }

    fn page(&self, path: &str) -> Result<Option<Page>, ArchiveError> {
        if let Some((_, body)) = self.files.iter().find(|(own, _)| own == path) {
            return Ok(Some(Page { kind: kind(path), body: body.clone() }));
        }
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

/// The kind of a file of the page that checks by itself.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, kind)| kind) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        _ => "application/octet-stream",
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
