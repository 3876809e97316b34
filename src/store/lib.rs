//! One campaign in one SQLite file, and all the SQL there is.
//!
//! Each write is one transaction that takes the write lock at its start, so a process killed
//! at any moment leaves either all of it or nothing. What came in and what went out is never
//! deleted; triggers see to that, whatever the code above them does.
//!
//! Not here: the time of day (callers give it), what the JSON of a state or an event means, and
//! what a power may know.

mod campaign;
mod copies;
mod draft;
mod error;
mod intake;
mod journal;
mod kept;
mod letter;
mod library;
mod narrative;
mod outbox;
mod packed;
mod pages;
mod player;
mod ruling;
mod schema;
mod seal;
mod search;
mod season;
mod sending;
mod settled;
mod sheet;
#[cfg(test)]
mod tests;
mod word;

use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions, Permissions};
use std::io::ErrorKind;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use rusqlite_migration::{M, Migrations};

pub use campaign::{CampaignRow, NewCampaign, NewPlayer, NewPower, PlayerRow, PowerRow};
pub use draft::{DraftRow, DraftRows, LetterRow, NewspaperRow, PrintedRows, ReportRow};
pub use error::StoreError;
pub use intake::{Envelope, Judgement, NewRaw, Question};
pub use journal::{JournalRow, Noted};
pub use kept::NewKept;
pub use letter::{NewLetter, PostLetterRow};
pub use narrative::{Narrated, NarrativeRow};
pub use outbox::{MailRow, NewMail, SendLock};
pub use player::{AbsenceRow, Handover};
pub use ruling::{Kind, NewRuling, RulingRow};
pub use seal::{Seal, UNPROVED};
pub use search::{Found, MARKS, Passage, Query, Spare};
pub use season::{FirstSeason, NextSeason, SCHEME, SeasonRow, TakenOver};
pub use sending::HeldRow;
pub use settled::{How, SettledRow, Settling};
pub use sheet::{Kept, NewSheet, RawRow, SheetRow, StandingRow};
pub use word::{MailId, MailState, PlayerId, RawId, SeasonId, SheetId, Status, Way};

pub use kit::verdict::Verdict;

/// The format's history: never edited, only added to.
static STEPS: LazyLock<Vec<M<'_>>> = LazyLock::new(|| {
    vec![
        M::up(include_str!("migrations/01-campaign.sql")),
        M::up(include_str!("migrations/02-post.sql")),
        M::up(include_str!("migrations/03-intake.sql")),
        M::up(include_str!("migrations/04-narrative.sql")),
        M::up(include_str!("migrations/05-proof.sql")),
        M::up(include_str!("migrations/06-archive.sql")),
        M::up(include_str!("migrations/07-letters.sql")),
        M::up(include_str!("migrations/08-trust.sql")),
        M::up(include_str!("migrations/09-asks.sql")),
        M::up(include_str!("migrations/10-settled-mail.sql")),
        M::up(include_str!("migrations/11-newspaper.sql")),
        M::up(include_str!("migrations/12-kept-sheets.sql")),
        M::up_with_hook(include_str!("migrations/13-packed.sql"), |file| {
            Ok(packed::pack_all(file)?)
        }),
        M::up(include_str!("migrations/14-bodies.sql")),
    ]
});
static MIGRATIONS: LazyLock<Migrations<'_>> = LazyLock::new(|| Migrations::new(STEPS.clone()));

/// Marks a file as ours; the first migration writes it.
const APPLICATION: i64 = 0x554d_5052;

/// How long a person's command waits: long enough for a reader's last page, too short to notice.
const AT_ONCE: Duration = Duration::from_millis(250);
/// How long intake waits, before the mail server is asked to keep the mail a while.
const PATIENT: Duration = Duration::from_secs(20);

/// With fewer pages empty, a file is not made shorter.
const LEAST_FREE: i64 = 64;

/// How many statements are kept ready: what intake and sending ask again for each mail.
const READY: usize = 64;

/// An open campaign file.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Whether a batch is under way of which no part can be undone alone.
    in_one: bool,
}

impl Store {
    /// Makes a new campaign file, readable by its owner alone.
    ///
    /// It is made under a temporary name, so that there is a whole file or none.
    pub fn create(path: &Path, campaign: &NewCampaign) -> Result<Store, StoreError> {
        if path.exists() {
            return Err(StoreError::Exists { path: path.to_owned() });
        }
        let temporary = copies::temporary(path);
        copies::new_file(&temporary)?;
        let made =
            Store::fill(&temporary, campaign).and_then(|()| copies::put_in_place(&temporary, path));
        if made.is_err() {
            // The first fault is the one to tell; an orphan under a temporary name harms nobody.
            let _ = std::fs::remove_file(&temporary);
        }
        made?;
        Store::open(path)
    }

    fn fill(path: &Path, campaign: &NewCampaign) -> Result<(), StoreError> {
        let mut connection = Connection::open(path)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        MIGRATIONS.to_latest(&mut connection)?;
        let mut store = Store { connection, path: path.to_owned(), in_one: false };
        store.write(|transaction| campaign::insert(transaction, campaign))
    }

    /// Opens a campaign file for the umpire's own commands, which never wait for another writer.
    ///
    /// A file of an older format is brought up to date after a copy of it was kept.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::open_waiting(path, AT_ONCE)
    }

    /// Opens a campaign file for intake, which waits for another writer.
    pub fn open_patient(path: &Path) -> Result<Store, StoreError> {
        Store::open_waiting(path, PATIENT)
    }

    /// Opens a campaign file that nobody is to change.
    ///
    /// SQLite lays a file beside it for that, and cannot where nothing may be written; nobody else
    /// writes there either, so the file is read as one that stays as it is.
    pub fn read_only(path: &Path) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let mut store = Store::connect(path, flags, AT_ONCE)?;
        let mut format = store.check_format();
        if format.as_ref().is_err_and(StoreError::is_of_a_shut_folder) {
            if beside(path, "-wal").metadata().is_ok_and(|log| log.len() > 0) {
                return Err(StoreError::Shut { path: path.to_owned() });
            }
            store = Store::connect_to(path, &immutable(path), flags, AT_ONCE)?;
            format = store.check_format();
        }
        match format? {
            Format::Current => Ok(store),
            Format::Older => Err(StoreError::TooOld { path: path.to_owned() }),
        }
    }

    fn open_waiting(path: &Path, patience: Duration) -> Result<Store, StoreError> {
        let mut store = Store::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, patience)?;
        let format = store.check_format().map_err(|error| match error.is_of_a_shut_folder() {
            true => StoreError::Shut { path: path.to_owned() },
            false => error,
        })?;
        let mode: String = store.connection.query_row("PRAGMA journal_mode", [], |r| r.get(0))?;
        if mode != "wal" {
            store.connection.pragma_update(None, "journal_mode", "wal")?;
        }
        store.connection.pragma_update(None, "synchronous", "full")?;
        if format == Format::Older {
            store.keep_copy("migrate")?;
            MIGRATIONS.to_latest(&mut store.connection)?;
        }
        store.shrink()?;
        Ok(store)
    }

    /// Gives the disk back what a migration has left empty, also one after which the program was stopped.
    fn shrink(&self) -> Result<(), StoreError> {
        let count = |name: &str| -> rusqlite::Result<i64> {
            self.connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0))
        };
        let (free, all) = (count("freelist_count")?, count("page_count")?);
        if free < LEAST_FREE || free * 4 < all {
            return Ok(());
        }
        let shrunk = self.connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
        // A file that is too long does its work; the next command tries again.
        match shrunk.map_err(StoreError::from) {
            Ok(()) | Err(StoreError::Busy | StoreError::DiskFull) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn connect(path: &Path, flags: OpenFlags, patience: Duration) -> Result<Store, StoreError> {
        Store::connect_to(path, path.as_os_str(), flags, patience)
    }

    /// Opens a file by its path or by a URI of it.
    fn connect_to(
        path: &Path,
        name: &OsStr,
        flags: OpenFlags,
        patience: Duration,
    ) -> Result<Store, StoreError> {
        if !path.is_file() {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        let mut flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        if name != path.as_os_str() {
            flags |= OpenFlags::SQLITE_OPEN_URI;
        }
        let connection = Connection::open_with_flags(name, flags)?;
        connection.busy_timeout(patience)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // Else each savepoint within a transaction makes a file of its own in the folder for
        // temporary files, and a judgement has one.
        connection.pragma_update(None, "temp_store", "memory")?;
        connection.set_prepared_statement_cache_capacity(READY);
        // Else a statement whose plan looked at a value, such as a limit, is made ready anew for
        // each further value, which costs as much as all the rest of a short query.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        Ok(Store { connection, path: path.to_owned(), in_one: false })
    }

    fn check_format(&self) -> Result<Format, StoreError> {
        let pragma = |name: &str| -> Result<i64, StoreError> {
            let read = self.connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
            read.map_err(|error| match error.sqlite_error_code() {
                Some(rusqlite::ErrorCode::NotADatabase) => {
                    StoreError::NotACampaign { path: self.path.clone() }
                }
                _ => error.into(),
            })
        };
        if pragma("application_id")? != APPLICATION {
            return Err(StoreError::NotACampaign { path: self.path.clone() });
        }
        let known = i64::try_from(STEPS.len()).expect("there are few migrations");
        match pragma("user_version")? {
            version if version > known => {
                Err(StoreError::TooNew { path: self.path.clone(), version, known })
            }
            version => {
                if let Some(what) = schema::strange(&self.connection, version)? {
                    return Err(StoreError::Strange { path: self.path.clone(), what });
                }
                Ok(if version < known { Format::Older } else { Format::Current })
            }
        }
    }

    /// Names the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Does all of a change or nothing of it.
    ///
    /// The write lock is taken first: a transaction that began by reading could find at its first
    /// write that another had been there meanwhile. Within a batch, the change is a part of it,
    /// which can be undone alone unless the batch is all or nothing.
    fn write<T>(
        &mut self,
        change: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if self.in_one {
            return change(&self.connection);
        }
        if !self.connection.is_autocommit() {
            let part = self.connection.savepoint()?;
            let done = change(&part)?;
            part.commit()?;
            return Ok(done);
        }
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = change(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Format {
    Current,
    Older,
}

/// Runs a statement, which is kept ready for the next time; gives the number of rows it changed.
fn run(
    connection: &Connection,
    statement: &str,
    parameters: impl rusqlite::Params,
) -> rusqlite::Result<usize> {
    connection.prepare_cached(statement)?.execute(parameters)
}

/// Reads the one row of a query, which is kept ready for the next time.
fn one<T>(
    connection: &Connection,
    query: &str,
    parameters: impl rusqlite::Params,
    read: impl FnOnce(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.prepare_cached(query)?.query_row(parameters, read)
}

/// Reads all rows of a query.
fn rows<T>(
    connection: &Connection,
    query: &str,
    parameters: impl rusqlite::Params,
    read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let mut statement = connection.prepare_cached(query)?;
    let found = statement.query_map(parameters, read)?.collect::<rusqlite::Result<Vec<T>>>()?;
    Ok(found)
}

/// Makes an empty file with a mode under a name that is for passing use. What stands there was left
/// by a process that was killed, or laid by somebody else: it goes, and no link is followed.
pub fn passing_file(path: &Path, mode: u32) -> std::io::Result<File> {
    let make = || OpenOptions::new().write(true).create_new(true).mode(mode).open(path);
    match make() {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            std::fs::remove_file(path)?;
            make()
        }
        made => made,
    }
}

/// Opens a file whose lock is held, readable by its owner alone; a link is not followed.
pub fn lock_file(path: &Path) -> std::io::Result<File> {
    let flags = i32::try_from(rustix::fs::OFlags::NOFOLLOW.bits()).unwrap_or_default();
    let mut options = OpenOptions::new();
    let file = options.write(true).create(true).mode(0o600).custom_flags(flags).open(path)?;
    // An older version made it for everybody to read.
    if file.metadata()?.mode() & 0o077 != 0 {
        file.set_permissions(Permissions::from_mode(0o600))?;
    }
    Ok(file)
}

/// A file beside another, whose name goes on.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// The URI of a file that is opened as immutable.
fn immutable(path: &Path) -> OsString {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut uri = b"file:".to_vec();
    for byte in whole.as_os_str().as_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => uri.push(*byte),
            letter if letter.is_ascii_alphanumeric() => uri.push(*letter),
            other => uri.extend(format!("%{other:02x}").into_bytes()),
        }
    }
    uri.extend(b"?immutable=1");
    OsString::from_vec(uri)
}
