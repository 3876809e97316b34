//! Copies of the live file: the umpire's backups, and those kept before what cannot be undone.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{Store, StoreError, passing_file};

/// How many of the copies beside the file are kept.
const KEPT: usize = 3;

impl Store {
    /// Names the file that a copy is made under before it has its name.
    pub fn unfinished(to: &Path) -> PathBuf {
        temporary(to)
    }

    /// Writes a whole copy of the campaign to a new file, also while others read and write.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        if to.exists() {
            return Err(StoreError::Exists { path: to.to_owned() });
        }
        if !folder(to).is_dir() {
            return Err(StoreError::NoFolder { path: folder(to).to_owned() });
        }
        let temporary = temporary(to);
        new_file(&temporary)?;
        let copied = self.copy_into(&temporary).and_then(|()| put_in_place(&temporary, to));
        if copied.is_err() {
            // The first fault is the one to tell.
            let _ = fs::remove_file(&temporary);
        }
        copied
    }

    /// Keeps a copy beside the file, named `<file>.<label>-<number>.bak`; the last three stay.
    pub fn keep_copy(&self, label: &str) -> Result<PathBuf, StoreError> {
        let copies = self.copies()?;
        let mut number = copies.last().map_or(1, |(number, _)| number + 1);
        let path = loop {
            let mut name = self.path.clone().into_os_string();
            name.push(format!(".{label}-{number}.bak"));
            let path = PathBuf::from(name);
            match self.backup(&path) {
                Ok(()) => break path,
                // Another command took this number in the meantime.
                Err(StoreError::Exists { .. }) => number += 1,
                Err(error) => return Err(error),
            }
        };
        let too_many = (copies.len() + 1).saturating_sub(KEPT);
        for (_, old) in &copies[..too_many] {
            match fs::remove_file(old) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(StoreError::file(old)(error));
                }
                // Another command may have removed it already.
                Ok(()) | Err(_) => {}
            }
        }
        Ok(path)
    }

    /// Lists the copies beside the file with their numbers, the oldest first.
    fn copies(&self) -> Result<Vec<(u64, PathBuf)>, StoreError> {
        let folder = folder(&self.path);
        let mut prefix = self.path.file_name().map(OsString::from).unwrap_or_default();
        prefix.push(".");
        let prefix = prefix.to_string_lossy().into_owned();
        let mut copies = Vec::new();
        for entry in fs::read_dir(folder).map_err(StoreError::file(folder))? {
            let path = entry.map_err(StoreError::file(folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let number = name
                .strip_prefix(&prefix)
                .and_then(|rest| rest.strip_suffix(".bak"))
                .and_then(|rest| rest.rsplit_once('-'))
                .and_then(|(_, number)| number.parse().ok());
            copies.extend(number.map(|number| (number, path)));
        }
        copies.sort();
        Ok(copies)
    }

    fn copy_into(&self, path: &Path) -> Result<(), StoreError> {
        let name = path.to_str().ok_or_else(|| {
            let reason = std::io::Error::other("its name is not UTF-8");
            StoreError::File { path: path.to_owned(), source: reason }
        })?;
        self.connection.execute("VACUUM INTO ?1", [name])?;
        Ok(())
    }
}

/// Gives a name in the same folder that no campaign has.
pub(super) fn temporary(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.new", std::process::id()));
    path.with_file_name(name)
}

/// Makes an empty file for SQLite to fill, so that it is private from its first byte.
pub(super) fn new_file(path: &Path) -> Result<(), StoreError> {
    passing_file(path, 0o600).map(drop).map_err(StoreError::file(path))
}

/// Gives a finished file its name, unless that is taken; the file is on the disk before its name.
pub(super) fn put_in_place(temporary: &Path, path: &Path) -> Result<(), StoreError> {
    let synced = File::open(temporary).and_then(|file| file.sync_all());
    synced.map_err(StoreError::file(temporary))?;
    // A rename would overwrite; a second name for the same file does not.
    match fs::hard_link(temporary, path) {
        Ok(()) => fs::remove_file(temporary).map_err(StoreError::file(temporary))?,
        Err(_) if path.exists() => return Err(StoreError::Exists { path: path.to_owned() }),
        // Some file systems know no second names.
        Err(_) => fs::rename(temporary, path).map_err(StoreError::file(path))?,
    }
    let folder = folder(path);
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(StoreError::file(folder))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
