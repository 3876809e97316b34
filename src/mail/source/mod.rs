//! The sources of mail. A new one is a file here with its [`Source`]; one that lies at a path is a
//! line in [`AtPath`] as well.
//!
//! A source hands mail out by the batch and keeps it until it is told that the batch is safe. So
//! whenever a run is stopped, a mail is still there or it is kept.

pub mod files;
#[cfg(feature = "imap")]
pub mod imap;
pub mod maildir;
pub mod mbox;

use kit::bounds;
use std::io::Read;
use std::path::PathBuf;

/// A piece of mail as it came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawMail {
    pub bytes: Vec<u8>,
    /// Where it came from, in words.
    pub source: String,
    /// When it came: seconds since 1970 by our own server's word. None: now.
    pub received: Option<i64>,
    /// How long it was, if only its start was read.
    pub length: Option<usize>,
    /// What is needed to mark it as taken.
    pub handle: Handle,
}

/// How a source finds a mail again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handle {
    /// There is nothing to mark.
    None,
    File(PathBuf),
    Number(u32),
}

impl RawMail {
    /// A mail that somebody has in hand.
    pub fn given(bytes: &[u8]) -> RawMail {
        let (bytes, length) = read_mail(bytes).expect("memory can be read");
        let source = "by hand".to_owned();
        RawMail { bytes, source, received: None, length, handle: Handle::None }
    }
}

/// A place that mail comes from.
pub trait Source: std::fmt::Debug {
    /// The name under which it is remembered how far it was read; none, if nothing has to be.
    fn name(&self) -> Option<String> {
        None
    }

    /// The mark that is nearest to the source's start, so that nothing after any of them is
    /// left out. What was kept already is known again.
    fn earliest(&self, _marks: Vec<String>) -> Option<String> {
        None
    }

    /// Makes ready to hand out what has come in since a mark.
    fn open(&mut self, _mark: Option<&str>) -> Result<(), SourceError> {
        Ok(())
    }

    /// Takes the next batch; each item may fail on its own. An empty batch is the end.
    fn fetch(&mut self) -> Result<Batch, SourceError>;

    /// How far it has been read once these are kept, to be kept together with them.
    fn mark(&self, _taken: &[Handle]) -> Option<String> {
        None
    }

    /// Marks mails as taken, now that they are kept; tells of each that is marked for good.
    fn release(&mut self, _taken: &[Handle], _marked: &mut dyn FnMut()) -> Result<(), SourceError> {
        Ok(())
    }

    /// Whether a person or a mail server hands it in, so that a mail cannot be left where it is.
    fn is_given(&self) -> bool {
        false
    }
}

/// What a source gave at once.
pub type Batch = Vec<Result<RawMail, SourceError>>;

/// The kinds of sources that lie at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtPath {
    Maildir,
    Mbox,
}

impl AtPath {
    /// The source of this kind at a path.
    pub fn source(self, path: PathBuf) -> Box<dyn Source> {
        match self {
            AtPath::Maildir => Box::new(maildir::Maildir::new(path)),
            AtPath::Mbox => Box::new(mbox::Mbox::new(path)),
        }
    }
}

/// Whether a batch is large enough to be kept.
fn is_full(batch: &Batch) -> bool {
    let bytes: usize = batch.iter().flatten().map(|mail| mail.bytes.len()).sum();
    batch.len() >= bounds::MAILS_AT_ONCE || bytes >= bounds::BYTES_AT_ONCE
}

/// What nearly every mail fits into.
const A_COMMON_MAIL: usize = 8 << 10;

/// Reads a mail within bounds: all of it, or its start and how long it is.
fn read_mail(mut reader: impl Read) -> std::io::Result<(Vec<u8>, Option<usize>)> {
    let mut bytes = Vec::with_capacity(A_COMMON_MAIL);
    let limit = bounds::MAIL_BYTES as u64 + 1;
    (&mut reader).take(limit).read_to_end(&mut bytes)?;
    if bytes.len() <= bounds::MAIL_BYTES {
        return Ok((bytes, None));
    }
    let rest = std::io::copy(&mut reader, &mut std::io::sink())?;
    let length = bytes.len().saturating_add(usize::try_from(rest).unwrap_or(usize::MAX));
    bytes.truncate(bounds::KEPT_OF_A_LONG_MAIL);
    Ok((bytes, Some(length)))
}

/// Why a piece of mail, or a whole source, cannot be taken in.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error("cannot read {name}: {source}")]
    Unreadable {
        name: String,
        #[source]
        source: std::io::Error,
    },
    #[error("{name} is larger than {limit} bytes; send only the orders")]
    TooLong { name: String, limit: usize },
    #[error("{} is not a Maildir; it needs the folders new, cur and tmp", path.display())]
    NoMaildir { path: PathBuf },
    #[error("{} is not an mbox file: it does not start with a line `From `; name a single mail as a file, without an option", path.display())]
    NoMbox { path: PathBuf },
    #[error("{} is being written; try again in a moment", path.display())]
    Locked { path: PathBuf },
    #[error("{} ends in the middle of a mail, which is left for the next run", path.display())]
    NotWhole { path: PathBuf },
    #[error("the mail server {server} failed: {why}; check `intake.imap`")]
    Server { server: String, why: String },
}

impl SourceError {
    /// Names what an operation failed for.
    fn at(name: impl std::fmt::Display) -> impl FnOnce(std::io::Error) -> SourceError {
        let name = name.to_string();
        |source| SourceError::Unreadable { name, source }
    }
}
