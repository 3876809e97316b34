//! Files of a campaign's folder: found, laid over ours, written whole, locked.

use crate::DeskError;
use crate::campaign::own_scenario::{HIDDEN_SIGN, hidden_signs};
use crate::kill_steps::step;
use kit::shelf::Shelf;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use store::{lock_file, passing_file};

/// The file that makes a folder a campaign.
pub const CAMPAIGN: &str = "campaign.db";
/// Why a page is not read that has another name: it may be anybody's file.
pub(crate) const HARD_LINK: &str = "this file has another name elsewhere, a hard link";
pub(crate) const COPY_IT: &str = "put a copy in its place";
/// The file that is there while a command is to publish and send.
pub const SENDING: &str = ".sending";
/// How the name of a note begins that says where a backup is being made.
const BACKING_UP: &str = ".backup.";
/// The largest file of a campaign's own book or templates.
const LONGEST_PAGE: u64 = 4 * 1024 * 1024;
/// The most pages of either, and their bytes.
const MOST_PAGES: usize = 2000;
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// How many folders of either lie in each other.
const DEEPEST: u32 = 10;
/// How long intake waits for another intake.
const PATIENCE: Duration = Duration::from_secs(20);

/// Finds the campaign's folder: the one given, else from the current folder upward.
///
/// Anybody who can write above the current folder could put a campaign there for others to open;
/// so the way up ends at a folder of another user, and their campaign has to be named.
pub fn find(given: Option<&Path>) -> Result<PathBuf, DeskError> {
    if let Some(folder) = given {
        let found = Some(folder).filter(|folder| folder.join(CAMPAIGN).is_file());
        return found.map(Path::to_owned).ok_or(DeskError::NoCampaign { from: folder.to_owned() });
    }
    let here = std::env::current_dir().map_err(DeskError::file(Path::new(".")))?;
    let own = rustix::process::geteuid().as_raw();
    let is_own = |path: &Path| fs::metadata(path).is_ok_and(|meta| meta.uid() == own);
    for folder in here.ancestors() {
        let file = folder.join(CAMPAIGN);
        let (is_here, is_own_folder) = (file.is_file(), is_own(folder));
        if is_here && is_own_folder && is_own(&file) {
            return Ok(folder.to_owned());
        }
        if is_here {
            return Err(DeskError::Foreign { folder: folder.to_owned() });
        }
        if !is_own_folder {
            break;
        }
    }
    Err(DeskError::NoCampaign { from: here })
}

/// Says whether a folder may become a campaign: it is not there, or nothing is in it.
pub fn is_free(folder: &Path) -> Result<bool, DeskError> {
    if !folder.exists() {
        return Ok(true);
    }
    let mut inside = fs::read_dir(folder).map_err(DeskError::file(folder))?;
    // What a run left that was stopped while it made a campaign is nothing.
    let is_something = |entry: std::io::Result<fs::DirEntry>| {
        entry.is_ok_and(|entry| !is_left_over(&entry.file_name().to_string_lossy()))
    };
    Ok(!inside.any(is_something))
}

/// Lays the texts that are wanted of a campaign's own pages on a shelf, under a prefix; no folder is
/// no text.
///
/// The folder may come from somebody else: a link that leads out of it, a pipe or a device is
/// refused, and there is a bound on all of it.
pub fn lay(
    shelf: &mut Shelf,
    campaign: &Path,
    name: &str,
    prefix: &str,
    wanted: &dyn Fn(&str) -> bool,
) -> Result<(), DeskError> {
    let folder = campaign.join(name);
    if !folder.is_dir() {
        return Ok(());
    }
    let whole = folder.canonicalize().map_err(DeskError::file(&folder))?;
    let around = campaign.canonicalize().map_err(DeskError::file(campaign))?;
    if !whole.starts_with(&around) {
        return Err(leads_out(&folder, &around));
    }
    let mut laying = Laying { shelf, whole, wanted, pages: 0, bytes: 0 };
    laying.folder(&folder, prefix, DEEPEST)
}

fn leads_out(path: &Path, folder: &Path) -> DeskError {
    let (path, folder) = (path.display(), folder.display());
    DeskError::refused(format!("{path} points outside {folder}")).hint("put a copy there instead")
}

/// Pages on their way to a shelf.
struct Laying<'a> {
    shelf: &'a mut Shelf,
    /// The folder they are in, without links in its path.
    whole: PathBuf,
    wanted: &'a dyn Fn(&str) -> bool,
    pages: usize,
    bytes: usize,
}

impl Laying<'_> {
    fn folder(&mut self, folder: &Path, prefix: &str, deep: u32) -> Result<(), DeskError> {
        if deep == 0 {
            let folder = folder.display();
            return Err(DeskError::refused(format!(
                "{folder} is nested too deep for pages of a book"
            )));
        }
        for entry in fs::read_dir(folder).map_err(DeskError::file(folder))? {
            let path = entry.map_err(DeskError::file(folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') || !(path.is_dir() || (self.wanted)(&name)) {
                continue;
            }
            let place = format!("{prefix}/{name}");
            let place = place.trim_start_matches('/');
            let whole = path.canonicalize().map_err(DeskError::file(&path))?;
            if !whole.starts_with(&self.whole) {
                return Err(leads_out(&path, &self.whole));
            }
            if whole.is_dir() {
                self.folder(&path, place, deep - 1)?;
            } else {
                self.page(&whole, place)?;
            }
        }
        Ok(())
    }

    fn page(&mut self, path: &Path, place: &str) -> Result<(), DeskError> {
        // Whatever it has become since it was looked at, it is not waited for and no link.
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        let flags = i32::try_from(flags.bits()).unwrap_or_default();
        let mut options = OpenOptions::new();
        let file = options.read(true).custom_flags(flags).open(path);
        let file = file.map_err(DeskError::file(path))?;
        let meta = file.metadata().map_err(DeskError::file(path))?;
        let shown = path.display();
        if !meta.is_file() {
            return Err(DeskError::refused(format!("{shown} is not a file")).hint("remove it"));
        }
        if meta.nlink() > 1 {
            return Err(DeskError::refused(format!("{shown}: {HARD_LINK}")).hint(COPY_IT));
        }
        let mut text = String::new();
        file.take(LONGEST_PAGE + 1).read_to_string(&mut text).map_err(DeskError::file(path))?;
        if text.len() as u64 > LONGEST_PAGE {
            return Err(DeskError::refused(format!("{shown} is too large for a page")));
        }
        if let Some(fault) = hidden_signs(&shown.to_string(), &text).first() {
            let line = fault.line;
            return Err(DeskError::refused(format!("{shown}, line {line}: {HIDDEN_SIGN}")));
        }
        self.pages += 1;
        self.bytes += text.len();
        if self.pages > MOST_PAGES || self.bytes > MOST_BYTES {
            let folder = self.whole.display();
            return Err(DeskError::refused(format!(
                "{folder} holds more than {MOST_PAGES} pages or {} MiB",
                MOST_BYTES >> 20
            ))
            .hint("keep only what is yours"));
        }
        self.shelf.lay(place, text);
        Ok(())
    }
}

/// Writes a file whole, readable by its owner alone: under a temporary name, synced, renamed.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), DeskError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(DeskError::file(folder))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    // A report and a token are for one pair of eyes.
    let written = passing_file(&temporary, 0o600).and_then(|mut file| {
        file.write_all(contents)?;
        file.sync_all()
    });
    let placed = written.and_then(|()| fs::rename(&temporary, path));
    if placed.is_err() {
        // The first fault is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    step("a file is in its place");
    placed.map_err(DeskError::file(path))
}

/// Removes what stopped runs left half written in a campaign's folder, among its reports and in
/// its folder of mails.
pub fn sweep(folder: &Path, outbox: &Path) -> Result<(), DeskError> {
    let reports = folder.join("reports");
    let mut folders = vec![folder.to_owned()];
    folders.extend(Some(folder.join(outbox)).filter(|outbox| outbox.is_dir()));
    if reports.is_dir() {
        let inside = fs::read_dir(&reports).map_err(DeskError::file(&reports))?;
        folders.extend(inside.filter_map(|entry| Some(entry.ok()?.path())).filter(|p| p.is_dir()));
    }
    for folder in folders {
        for entry in fs::read_dir(&folder).map_err(DeskError::file(&folder))? {
            let path = entry.map_err(DeskError::file(&folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if !is_left_over(&name) {
                continue;
            }
            if name.starts_with(BACKING_UP) {
                sweep_backup(&path);
            }
            // Another command may have removed it already.
            let _ = fs::remove_file(&path);
        }
    }
    Ok(())
}

/// Removes what a backup that was stopped left where it was to be, by the note of it.
fn sweep_backup(note: &Path) {
    let Ok(text) = fs::read(note) else { return };
    let unfinished = PathBuf::from(OsString::from_vec(text));
    let name = unfinished.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if is_left_over(&name) {
        for end in ["", "-journal"] {
            // It may never have been there.
            let _ = fs::remove_file(unfinished.with_file_name(format!("{name}{end}")));
        }
    }
}

/// Notes beside the campaign where a backup is being made, so that what a stopped one leaves is
/// found; gives the note. Where nothing may be written there is none.
pub fn note_backup(folder: &Path, unfinished: &Path) -> Option<PathBuf> {
    let whole = std::path::absolute(unfinished).ok()?;
    let note = folder.join(format!("{BACKING_UP}{}.new", std::process::id()));
    let mut file = passing_file(&note, 0o600).ok()?;
    file.write_all(whole.as_os_str().as_bytes()).ok()?;
    Some(note)
}

/// Whether a file's name is a temporary one, `.NAME.PID.new`, of a process that is no more.
fn is_left_over(name: &str) -> bool {
    let name = name.strip_suffix("-journal").unwrap_or(name);
    let whole = name.strip_prefix('.').and_then(|name| name.strip_suffix(".new"));
    let process = whole.and_then(|name| name.rsplit_once('.'));
    let process = process.and_then(|(_, process)| process.parse::<u32>().ok());
    // Where the system lists no processes, nobody can say that one is no more.
    let listed = Path::new("/proc/self").exists();
    process.is_some_and(|process| listed && !Path::new(&format!("/proc/{process}")).exists())
}

/// The right to judge mail, held by one process at a time; ends when it is dropped.
#[derive(Debug)]
pub struct IntakeLock {
    file: File,
}

impl Drop for IntakeLock {
    /// Unlocks by name: a process that is being started at this moment still has the file open.
    fn drop(&mut self) {
        // A lock that cannot be given back ends with the process.
        let _ = self.file.unlock();
    }
}

/// Takes the right to judge mail, and waits a while for another process that has it.
pub fn lock_intake(folder: &Path) -> Result<IntakeLock, DeskError> {
    let path = folder.join(".intake.lock");
    let file = lock_file(&path).map_err(DeskError::file(&path))?;
    let until = Instant::now() + PATIENCE;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(IntakeLock { file }),
            Err(TryLockError::Error(source)) => return Err(DeskError::File { path, source }),
            Err(TryLockError::WouldBlock) if Instant::now() > until => {
                return Err(DeskError::IntakeBusy);
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// Finds the campaign's file, for what reads it and nothing else.
pub fn campaign_file(given: Option<&Path>) -> Result<PathBuf, DeskError> {
    Ok(find(given)?.join(CAMPAIGN))
}
