//! The pages as files in a folder.
//!
//! A folder is written only if nothing is in it, or an earlier export of the same campaign for the
//! same audience: pages for other eyes beside these would tell what they hide. Each file is written
//! under a temporary name and renamed; what is the same already is left alone, what belongs no more
//! is removed. Files that no export has written stay.

use super::Site;
use crate::{Archive, ArchiveError, Audience};
use kit::proof;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Component, Path};
use store::passing_file;

/// The list of what an export has written.
const LIST: &str = "umpire-archive.json";
/// The longest list that is read.
const LONGEST_LIST: u64 = 64 * 1024 * 1024;

/// What an export is of, and its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct List {
    /// The promise of the campaign, which every player has.
    campaign: String,
    audience: String,
    files: BTreeSet<String>,
}

/// What an export did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Exported {
    pub pages: usize,
    /// How many of them were written, since they were not there or were others.
    pub written: usize,
    pub removed: usize,
    pub bytes: u64,
}

impl Archive {
    /// Lays the pages of an audience into a folder; says after each how many there are and are done.
    pub fn export(
        &self,
        folder: &Path,
        audience: Audience,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Exported, ArchiveError> {
        let campaign = self.store.campaign()?;
        let promise = proof::hex(&proof::sha256(&campaign.secret));
        let word = audience.word().to_owned();
        let before = former(folder, &promise, &word)?;
        // What the umpire sees is for nobody else on the machine.
        let private = audience == Audience::Umpire;
        let site = Site::new(self, audience)?;
        let paths = site.paths();
        let files: BTreeSet<String> = paths.iter().cloned().collect();
        make(folder, private)?;
        // Whatever stops us now, the list names all that may be there.
        let all = files.union(&before).cloned().collect();
        let mut list = List { campaign: promise, audience: word, files: all };
        write_list(folder, &list, private)?;
        let mut done = Exported { pages: paths.len(), ..Exported::default() };
        for (nth, path) in paths.iter().enumerate() {
            let page = site.page(path)?.ok_or_else(|| {
                ArchiveError::refused(format!("the page {path} is linked but missing"))
            })?;
            done.bytes += page.body.len() as u64;
            if put(folder, path, &page.body, private)? {
                done.written += 1;
            }
            progress(nth + 1, paths.len());
        }
        for path in before.difference(&files) {
            let file = folder.join(path);
            if file.is_file() {
                fs::remove_file(&file).map_err(ArchiveError::file(&file))?;
                done.removed += 1;
            }
        }
        list.files = files;
        write_list(folder, &list, private)?;
        Ok(done)
    }
}

/// The files of an earlier export in a folder; refuses a folder that holds anything else.
fn former(folder: &Path, campaign: &str, audience: &str) -> Result<BTreeSet<String>, ArchiveError> {
    if !folder.exists() {
        return Ok(BTreeSet::new());
    }
    let shown = folder.display();
    if !folder.is_dir() {
        return Err(ArchiveError::refused(format!("{shown} is not a folder; name another")));
    }
    let path = folder.join(LIST);
    if !path.exists() {
        let mut inside = fs::read_dir(folder).map_err(ArchiveError::file(folder))?;
        return match inside.next() {
            None => Ok(BTreeSet::new()),
            Some(_) => Err(ArchiveError::refused(format!(
                "{shown} is not empty and is not an export of this archive; choose another folder"
            ))),
        };
    }
    let length = fs::metadata(&path).map_err(ArchiveError::file(&path))?.len();
    let text = match length {
        0..=LONGEST_LIST => fs::read_to_string(&path).map_err(ArchiveError::file(&path))?,
        _ => String::new(),
    };
    let list: List = serde_json::from_str(&text).map_err(|_| {
        ArchiveError::refused(format!("{} cannot be read; choose another folder", path.display()))
    })?;
    if list.campaign != campaign {
        return Err(ArchiveError::refused(format!(
            "{shown} is an export of another campaign; choose another folder"
        )));
    }
    if list.audience != audience {
        return Err(ArchiveError::refused(format!(
            "{shown} is an export for {}, and its pages are for nobody else; choose another \
             folder",
            list.audience
        )));
    }
    // A list that somebody changed must not lead out of the folder.
    let stays = |path: &String| {
        Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
    };
    Ok(list.files.into_iter().filter(stays).collect())
}

fn write_list(folder: &Path, list: &List, private: bool) -> Result<(), ArchiveError> {
    let text = serde_json::to_string_pretty(list).expect("it has string keys and plain values");
    put(folder, LIST, text.as_bytes(), private).map(|_| ())
}

/// Makes a folder; a private one, of an earlier export too, is for its owner alone.
fn make(folder: &Path, private: bool) -> Result<(), ArchiveError> {
    let mode = if private { 0o700 } else { 0o777 };
    let made = fs::DirBuilder::new().recursive(true).mode(mode).create(folder);
    made.and_then(|()| close(folder, mode, private)).map_err(ArchiveError::file(folder))
}

/// Takes from everybody else what an earlier version may have given them.
fn close(path: &Path, mode: u32, private: bool) -> io::Result<()> {
    if private && fs::metadata(path)?.mode() & 0o077 != 0 {
        fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

/// Writes a file whole, unless it is there with these bytes; says whether it was written.
fn put(root: &Path, page: &str, body: &[u8], private: bool) -> Result<bool, ArchiveError> {
    let path = &root.join(page);
    for folder in Path::new(page).ancestors().skip(1) {
        make(&root.join(folder), private)?;
    }
    let mode = if private { 0o600 } else { 0o666 };
    if fs::read(path).is_ok_and(|there| there == body) {
        close(path, mode, private).map_err(ArchiveError::file(path))?;
        return Ok(false);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.new"));
    let written = passing_file(&temporary, mode).and_then(|mut file| file.write_all(body));
    let placed = written.and_then(|()| fs::rename(&temporary, path));
    if placed.is_err() {
        // The first fault is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    placed.map_err(ArchiveError::file(path))?;
    Ok(true)
}
