//! Why the campaign file cannot do what was asked, in sentences that fit after "failed:".

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why the store refused or could not go on. Whatever it was, nothing was half done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    #[error("campaign file {} not found", path.display())]
    Missing { path: PathBuf },

    #[error("folder {} not found; create it or name another", path.display())]
    NoFolder { path: PathBuf },

    #[error("{} is already there and is not overwritten", path.display())]
    Exists { path: PathBuf },

    #[error("{} is not a campaign file", path.display())]
    NotACampaign { path: PathBuf },

    #[error(
        "{} was written by a newer umpire (format {version}, this one knows {known}); \
         use that one",
        path.display()
    )]
    TooNew { path: PathBuf, version: i64, known: i64 },

    #[error(
        "{} was written by an older umpire; `umpire deadline show` brings it up to date, after a copy \
         of it was kept",
        path.display()
    )]
    TooOld { path: PathBuf },

    #[error(
        "{} has {what} that no umpire made, so it is not used: what is in the file beside its record \
         could change it unseen; ask whoever gave you the file for one without it",
        path.display()
    )]
    Strange { path: PathBuf, what: String },

    #[error("another umpire command is writing; try again in a moment")]
    Busy,

    #[error("another umpire command is sending; try again when it is done")]
    Sending,

    #[error("the disk is full; nothing was changed")]
    DiskFull,

    #[error(
        "{} is in a folder that cannot be written; copy the whole folder to a place \
         of your own, and go there",
        path.display()
    )]
    Shut { path: PathBuf },

    #[error("the draft of {season} is older than its sheets and rulings; resolve it again")]
    Stale { season: String },

    #[error("the campaign has no {what}")]
    NotFound { what: String },

    #[error("{season} is already {status}")]
    Already { season: String, status: String },

    #[error("{season} is {status}, so it cannot be {wanted}")]
    Status { season: String, status: String, wanted: &'static str },

    #[error("the mail {message_id} was already composed with another text")]
    MessageIdTaken { message_id: String },

    #[error("{} cannot be written or read", path.display())]
    File {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },

    #[error("the campaign file cannot be migrated")]
    Migration(#[source] Box<rusqlite_migration::Error>),

    #[error("the campaign file cannot be read or written: {0}")]
    Database(#[source] rusqlite::Error),
}

impl StoreError {
    pub(super) fn missing(what: impl Into<String>) -> StoreError {
        StoreError::NotFound { what: what.into() }
    }

    /// Names the file that an operation on it failed for.
    pub(super) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> StoreError {
        let path = path.to_owned();
        |source| StoreError::File { path, source }
    }

    /// Whether SQLite could not lay or change a file where nothing may be written.
    pub(super) fn is_of_a_shut_folder(&self) -> bool {
        let StoreError::Database(error) = self else { return false };
        matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy,
            Some(ErrorCode::DiskFull) => StoreError::DiskFull,
            _ => StoreError::Database(error),
        }
    }
}

impl From<rusqlite_migration::Error> for StoreError {
    fn from(error: rusqlite_migration::Error) -> StoreError {
        match error {
            rusqlite_migration::Error::RusqliteError { err, query } => match err.into() {
                StoreError::Database(err) => {
                    StoreError::Migration(Box::new(rusqlite_migration::Error::RusqliteError {
                        err,
                        query,
                    }))
                }
                known => known,
            },
            other => StoreError::Migration(Box::new(other)),
        }
    }
}
