//! Order sheets that lie in files, or come by standard input under the name `-`.

use super::{RawMail, SourceError};
use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

/// Files to read, each of them one order sheet.
#[derive(Debug)]
pub struct Files {
    pub paths: Vec<PathBuf>,
    /// The time it is.
    pub now: String,
    /// The most bytes that one may have.
    pub limit: usize,
}

impl Files {
    /// Reads all files once.
    pub fn fetch(&mut self) -> Vec<Result<RawMail, SourceError>> {
        let (now, limit) = (self.now.clone(), self.limit);
        let read = |path: PathBuf| {
            let name = path.display().to_string();
            let bytes = bounded(&path, &name, limit)?;
            Ok(RawMail { bytes, source: format!("file {name}, {now}"), received: now.clone() })
        };
        std::mem::take(&mut self.paths).into_iter().map(read).collect()
    }
}

/// Reads a file, and never more of it than one byte beyond the limit.
pub fn bounded(path: &std::path::Path, name: &str, limit: usize) -> Result<Vec<u8>, SourceError> {
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

    #[test]
    fn each_file_is_read_within_bounds() {
        let folder = tempfile::TempDir::new().unwrap();
        let paths: Vec<PathBuf> =
            ["four", "fifth", "none"].map(|name| folder.path().join(name)).into();
        std::fs::write(&paths[0], "four").unwrap();
        std::fs::write(&paths[1], "fifth").unwrap();
        let mut files = Files { paths, now: "now".into(), limit: 4 };
        let read = files.fetch();
        assert_eq!(read[0].as_ref().unwrap().bytes, b"four");
        assert!(matches!(read[1], Err(SourceError::TooLong { limit: 4, .. })));
        assert!(matches!(read[2], Err(SourceError::Unreadable { .. })));
        assert!(files.fetch().is_empty());
    }
}
