//! A folder of `.eml` files: nothing leaves the house, and every mail program can open them.

use super::{Parcel, SendError, Trouble};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// The folder that mails are written to.
#[derive(Debug)]
pub struct Folder {
    pub path: PathBuf,
}

impl Folder {
    /// Writes a mail under its name: under a temporary one first, synced, renamed.
    pub fn send(&self, parcel: &Parcel<'_>, step: &dyn Fn(&str)) -> Result<String, SendError> {
        let path = self.path.join(format!("{}.eml", parcel.name));
        let temporary = self.path.join(format!(".{}.{}.new", parcel.name, std::process::id()));
        let placed = write(&temporary, parcel.body).and_then(|()| {
            step("a file is written");
            fs::rename(&temporary, &path)?;
            step("a file is in its place");
            // The name is as safe as the contents only when the folder is on the disk too.
            fs::File::open(&self.path)?.sync_all()
        });
        match placed {
            Ok(()) => Ok(path.display().to_string()),
            Err(error) => {
                // The first fault is the one to tell.
                let _ = fs::remove_file(&temporary);
                let why = format!("{} cannot be written: {error}", path.display());
                Err(SendError { kind: Trouble::Closed, why })
            }
        }
    }
}

/// Writes a file that its owner alone may read: a mail holds a token.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
