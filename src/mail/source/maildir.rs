//! A Maildir: each mail a file in `new`, which is renamed into `cur` once it is kept.
//!
//! Only the names are held in memory, a mail at a time is read.

use super::{Batch, Handle, RawMail, Source, SourceError, is_full, read_mail};
use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// A Maildir.
#[derive(Debug)]
pub struct Maildir {
    pub path: PathBuf,
    names: VecDeque<String>,
    /// What could not be read or was another game's, so that it is not told again and again.
    left: BTreeSet<String>,
}

impl Maildir {
    pub fn new(path: PathBuf) -> Maildir {
        Maildir { path, names: VecDeque::new(), left: BTreeSet::new() }
    }

    fn read(&self, name: &str) -> Result<RawMail, SourceError> {
        let path = self.path.join("new").join(name);
        let meta = fs::symlink_metadata(&path).map_err(SourceError::at(path.display()))?;
        if !meta.is_file() {
            let source = std::io::Error::other("it is not a regular file");
            return Err(SourceError::Unreadable { name: path.display().to_string(), source });
        }
        let file = File::open(&path).map_err(SourceError::at(path.display()))?;
        let (bytes, length) = read_mail(file).map_err(SourceError::at(path.display()))?;
        let received = delivered(name).or_else(|| modified(&meta));
        let source = format!("maildir {}", self.path.display());
        Ok(RawMail { bytes, source, received, length, handle: Handle::File(path) })
    }
}

impl Source for Maildir {
    fn open(&mut self, _: Option<&str>) -> Result<(), SourceError> {
        let new = self.path.join("new");
        if !["new", "cur", "tmp"].iter().all(|name| self.path.join(name).is_dir()) {
            return Err(SourceError::NoMaildir { path: self.path.clone() });
        }
        let mut names = vec![];
        for entry in fs::read_dir(&new).map_err(SourceError::at(new.display()))? {
            let entry = entry.map_err(SourceError::at(new.display()))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if !name.starts_with('.') && !self.left.contains(&name) {
                names.push(name);
            }
        }
        self.left.retain(|name| new.join(name).exists());
        names.sort_by(|a, b| (delivered(a), a).cmp(&(delivered(b), b)));
        self.names = names.into();
        Ok(())
    }

    fn fetch(&mut self) -> Result<Batch, SourceError> {
        let mut batch = vec![];
        while !is_full(&batch) {
            let Some(name) = self.names.pop_front() else { break };
            let read = self.read(&name);
            self.left.insert(name);
            batch.push(read);
        }
        Ok(batch)
    }

    fn release(&mut self, taken: &[Handle], marked: &mut dyn FnMut()) -> Result<(), SourceError> {
        for handle in taken {
            let Handle::File(path) = handle else { continue };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let to = self.path.join("cur").join(read_name(&name));
            match fs::rename(path, &to) {
                Ok(()) => {}
                // Somebody else has moved it already, and it is kept.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(SourceError::at(path.display())(error)),
            }
            self.left.remove(&name);
            marked();
        }
        Ok(())
    }
}

/// The name in `cur`: with its flags.
fn read_name(name: &str) -> String {
    if name.contains(":2,") { name.to_owned() } else { format!("{name}:2,S") }
}

/// The seconds with which our server began a file's name.
fn delivered(name: &str) -> Option<i64> {
    let (seconds, _) = name.split_once('.')?;
    seconds.parse().ok().filter(|seconds| (1..1 << 40).contains(seconds))
}

fn modified(meta: &fs::Metadata) -> Option<i64> {
    let since = meta.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}

/// Makes the three folders of a Maildir, for tests and benches.
pub fn make(path: &Path) -> std::io::Result<()> {
    ["new", "cur", "tmp"].iter().try_for_each(|name| fs::create_dir_all(path.join(name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn a_mail_is_moved_when_it_is_kept() {
        let folder = TempDir::new().unwrap();
        assert!(matches!(
            Maildir::new(folder.path().into()).open(None),
            Err(SourceError::NoMaildir { .. })
        ));
        make(folder.path()).unwrap();
        for name in ["200.b.host", "100.a.host", ".hidden"] {
            fs::write(folder.path().join("new").join(name), name).unwrap();
        }
        fs::create_dir(folder.path().join("new/300.folder")).unwrap();
        let mut maildir = Maildir::new(folder.path().into());
        maildir.open(None).unwrap();
        let batch = maildir.fetch().unwrap();
        let mails: Vec<&RawMail> = batch.iter().flatten().collect();
        assert_eq!(
            mails.iter().map(|mail| mail.received).collect::<Vec<_>>(),
            [Some(100), Some(200)]
        );
        assert_eq!(batch.len(), 3, "a folder is told, not read");
        assert!(maildir.fetch().unwrap().is_empty());
        let first = [mails[0].handle.clone()];
        maildir.release(&first, &mut || {}).unwrap();
        maildir.release(&first, &mut || {}).unwrap();
        assert!(folder.path().join("cur/100.a.host:2,S").is_file());
        maildir.open(None).unwrap();
        assert!(
            maildir.fetch().unwrap().is_empty(),
            "what was left is not read again by the same run"
        );
        let mut next = Maildir::new(folder.path().into());
        next.open(None).unwrap();
        assert_eq!(next.fetch().unwrap().iter().flatten().count(), 1);
    }
}
