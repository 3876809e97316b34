//! A folder of `.eml` files: nothing is sent, and every mail program can open them.

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
    // One of this name was left by a process that was killed, or is another's link.
    let _ = fs::remove_file(path);
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_in_the_place_of_a_mail_is_not_followed() {
        let place = tempfile::TempDir::new().unwrap();
        let folder = Folder { path: place.path().join("outbox") };
        fs::create_dir(&folder.path).unwrap();
        let other = place.path().join("other");
        let temporary = format!(".0001-report-ada.{}.new", std::process::id());
        for name in [temporary.as_str(), "0001-report-ada.eml"] {
            std::os::unix::fs::symlink(&other, folder.path.join(name)).unwrap();
        }
        let parcel =
            Parcel { name: "0001-report-ada", sender: "", recipient: "", body: b"x", tokens: &[] };
        folder.send(&parcel, &|_| {}).unwrap();
        assert!(!other.exists());
        assert_eq!(fs::read(folder.path.join("0001-report-ada.eml")).unwrap(), b"x");
    }
}
