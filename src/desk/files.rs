//! Files of a campaign's folder: found, laid over ours, written whole, locked.

use super::DeskError;
use super::step::step;
use crate::kit::shelf::Shelf;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The file that makes a folder a campaign.
pub const CAMPAIGN: &str = "campaign.db";
/// The largest file of a campaign's own book or templates.
const LONGEST_PAGE: u64 = 4 * 1024 * 1024;
/// How long intake waits for another intake.
const PATIENCE: Duration = Duration::from_secs(20);

/// Finds the campaign's folder: the one given, else from the current folder upward.
///
/// Whoever may write above the current folder could lay a campaign there for somebody else to open;
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
    Ok(fs::read_dir(folder).map_err(DeskError::file(folder))?.next().is_none())
}

/// Lays all texts below a folder on a shelf, under a prefix; no folder is no text.
pub fn lay(shelf: &mut Shelf, folder: &Path, prefix: &str) -> Result<(), DeskError> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(DeskError::file(folder))? {
        let path = entry.map_err(DeskError::file(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let place = format!("{prefix}/{name}");
        let place = place.trim_start_matches('/');
        if path.is_dir() {
            lay(shelf, &path, place)?;
            continue;
        }
        let length = fs::metadata(&path).map_err(DeskError::file(&path))?.len();
        if length > LONGEST_PAGE {
            let path = path.display();
            return Err(DeskError::refused(format!("{path} is larger than a page may be")));
        }
        shelf.lay(place, fs::read_to_string(&path).map_err(DeskError::file(&path))?);
    }
    Ok(())
}

/// Writes a file whole, readable by its owner alone: under a temporary name, synced, renamed.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), DeskError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(DeskError::file(folder))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    // A report and a token are for one pair of eyes.
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    let written = options.open(&temporary).and_then(|mut file| {
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
            if is_left_over(&name) {
                // Another command may have removed it already.
                let _ = fs::remove_file(&path);
            }
        }
    }
    Ok(())
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
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(DeskError::file(&path))?;
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
