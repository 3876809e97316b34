//! Sheets and mails that lie in files, or come by standard input.

use super::{Batch, Handle, RawMail, Source, SourceError, is_full, read_mail};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Files to read, each of them one sheet or one mail.
#[derive(Debug)]
pub struct Files {
    /// In their order; `-` is standard input.
    pub paths: std::collections::VecDeque<PathBuf>,
    /// The time it is: a file handed in twice is two pieces of mail.
    pub now: String,
    /// Whether standard input is a mail server's pipe and not a person's.
    pub pipe: bool,
}

impl Files {
    fn read(&self, path: &Path) -> Result<RawMail, SourceError> {
        let name = path.display().to_string();
        let reader: Box<dyn Read> = if name == "-" {
            Box::new(io::stdin().lock())
        } else {
            Box::new(File::open(path).map_err(SourceError::at(&name))?)
        };
        let (bytes, length) = read_mail(reader).map_err(SourceError::at(&name))?;
        // What a mail server pipes in again after a failure is the same mail.
        let source =
            if self.pipe { "pipe".to_owned() } else { format!("file {name}, {}", self.now) };
        Ok(RawMail { bytes, source, received: None, length, handle: Handle::None })
    }
}

impl Source for Files {
    fn fetch(&mut self) -> Result<Batch, SourceError> {
        let mut batch = vec![];
        while !is_full(&batch) {
            let Some(path) = self.paths.pop_front() else { break };
            batch.push(self.read(&path));
        }
        Ok(batch)
    }

    fn is_given(&self) -> bool {
        true
    }
}

/// A mail that somebody has in hand.
#[derive(Debug)]
pub struct Given(pub Option<RawMail>);

impl Source for Given {
    fn fetch(&mut self) -> Result<Batch, SourceError> {
        Ok(self.0.take().map(Ok).into_iter().collect())
    }

    fn is_given(&self) -> bool {
        true
    }
}

/// Reads a file, and never more of it than one byte beyond the limit.
pub fn bounded(path: &Path, name: &str, limit: usize) -> Result<Vec<u8>, SourceError> {
    let unreadable = |source: io::Error| SourceError::Unreadable { name: name.to_owned(), source };
    let reader: Box<dyn Read> = if name == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(unreadable)?)
    };
    let mut bytes = vec![];
    reader.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > limit {
        return Err(SourceError::TooLong { name: name.to_owned(), limit });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::bounds;

    #[test]
    fn each_file_is_read_within_bounds() {
        let folder = tempfile::TempDir::new().unwrap();
        let paths = ["four", "long", "none"].map(|name| folder.path().join(name));
        std::fs::write(&paths[0], "four").unwrap();
        std::fs::write(&paths[1], vec![b'a'; bounds::MAIL_BYTES + 5]).unwrap();
        let mut files = Files { paths: paths.clone().into(), now: "now".into(), pipe: false };
        let read = files.fetch().unwrap();
        assert_eq!(read[0].as_ref().unwrap().bytes, b"four");
        let long = read[1].as_ref().unwrap();
        assert_eq!(long.bytes.len(), bounds::KEPT_OF_A_LONG_MAIL);
        assert_eq!(long.length, Some(bounds::MAIL_BYTES + 5));
        assert!(matches!(read[2], Err(SourceError::Unreadable { .. })));
        assert!(files.fetch().unwrap().is_empty());
        assert!(matches!(bounded(&paths[0], "four", 3), Err(SourceError::TooLong { .. })));
    }
}
