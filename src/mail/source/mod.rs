//! The sources of mail. A new one is a file here and a line in [`Source`].

pub mod files;

/// A piece of mail as it came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawMail {
    pub bytes: Vec<u8>,
    /// Where it came from, in words.
    pub source: String,
    /// When it came, by our own clock.
    pub received: String,
}

/// Where mail comes from.
#[derive(Debug)]
pub enum Source {
    /// Order sheets that lie in files.
    Files(files::Files),
}

impl Source {
    /// Takes what has come in; every piece by itself may fail.
    pub fn fetch(&mut self) -> Vec<Result<RawMail, SourceError>> {
        match self {
            Source::Files(files) => files.fetch(),
        }
    }
}

/// Why a piece of mail cannot be taken in.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error("cannot read {name}: {source}")]
    Unreadable {
        name: String,
        #[source]
        source: std::io::Error,
    },
    #[error("{name} has more than the {limit} bytes we take; send the orders alone")]
    TooLong { name: String, limit: usize },
}
