//! Which programs and secrets of a campaign's folder this user has agreed to.
//!
//! A folder may come from anybody: an archive, a stick, a shared disk. Its settings can name
//! programs to run and passwords to read, so these are used only after the user of this machine
//! has seen them. What they agreed to is kept in their own state folder, never in the campaign:
//! one file a campaign, named by the digest of the folder's path, with the digest of those settings.
//!
//! Where a password goes is part of what is agreed to: the same command for another server needs a
//! new look.

use crate::campaign::files;
use crate::campaign::settings::{SETTINGS, Secret, Settings, Way};
use crate::{Desk, DeskError};
use kit::proof::{hex, sha256};
use serde::Serialize;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The longest file of this kind: a path and a digest.
const LONGEST: u64 = 16 * 1024;

/// That the user has agreed to what the settings run and read. Only this module makes it, so that
/// nothing is run or read without.
#[derive(Debug)]
pub(crate) struct Trusted(());

#[cfg(test)]
impl Trusted {
    pub const FOR_TESTS: Trusted = Trusted(());
}

/// One thing that the settings make the program do outside of the campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Use {
    /// The key in the settings.
    pub key: &'static str,
    /// What is done, to follow "would".
    pub does: String,
    /// For whom: each part of the settings that it depends on.
    whom: Vec<String>,
}

/// What the settings of a folder run and read, to be agreed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    folder: PathBuf,
    uses: Vec<Use>,
}

impl Reach {
    /// Reads the settings of a campaign, given or found from the current folder upward.
    pub fn find(given: Option<&Path>) -> Result<Reach, DeskError> {
        let folder = files::find(given)?;
        Reach::of(&folder, &Settings::read(&folder)?)
    }

    fn of(folder: &Path, settings: &Settings) -> Result<Reach, DeskError> {
        let folder = folder.canonicalize().map_err(DeskError::file(folder))?;
        let uses = uses(&folder, settings);
        Ok(Reach { folder, uses })
    }

    /// The campaign's folder, without links in its path.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is run and read, each once.
    pub fn uses(&self) -> &[Use] {
        &self.uses
    }

    /// Whether nothing needs to be agreed to, or this user has agreed to just this.
    pub fn is_trusted(&self) -> bool {
        self.uses.is_empty() || self.page().is_ok_and(|page| is_there(&page, &self.words()))
    }

    /// Notes that this user agrees.
    pub fn trust(&self) -> Result<(), DeskError> {
        let page = self.page()?;
        let folder = page.parent().unwrap_or(Path::new("/"));
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true).mode(0o700).create(folder).map_err(DeskError::file(folder))?;
        for folder in folder.ancestors().take(2) {
            let private = std::fs::Permissions::from_mode(0o700);
            std::fs::set_permissions(folder, private).map_err(DeskError::file(folder))?;
        }
        files::write(&page, &self.words())
    }

    /// The file that says so, outside of the campaign.
    fn page(&self) -> Result<PathBuf, DeskError> {
        let state = state()?;
        let whole = state.canonicalize().unwrap_or_else(|_| state.clone());
        if whole.starts_with(&self.folder) {
            return Err(DeskError::refused(format!(
                "your state folder {} lies in the campaign, where others may have written",
                state.display()
            ))
            .hint("set XDG_STATE_HOME to another"));
        }
        let name = hex(&sha256(self.folder.as_os_str().as_bytes()));
        Ok(state.join("umpire/trust").join(name))
    }

    /// What stands in that file: the digest of what is run and read, and the folder.
    fn words(&self) -> Vec<u8> {
        let uses = serde_json::to_vec(&self.uses).expect("it has string keys and plain values");
        let mut words = hex(&sha256(&uses)).into_bytes();
        words.push(b'\n');
        words.extend(self.folder.as_os_str().as_bytes());
        words.push(b'\n');
        words
    }

    fn check(&self) -> Result<Trusted, DeskError> {
        if self.is_trusted() {
            return Ok(Trusted(()));
        }
        // A state folder that cannot be used is the reason to tell.
        self.page()?;
        let does: Vec<&str> = self.uses.iter().map(|one| one.does.as_str()).collect();
        Err(DeskError::refused(format!(
            "{SETTINGS} would {}, and you have not agreed to that",
            does.join(", and ")
        ))
        .hint(format!("look at it with `umpire trust {}`", self.folder.display())))
    }
}

/// Whether a file of this user's says these words, and only they could have written it.
fn is_there(page: &Path, words: &[u8]) -> bool {
    let own = rustix::process::geteuid().as_raw();
    let is_own = std::fs::symlink_metadata(page).is_ok_and(|meta| {
        meta.is_file() && meta.uid() == own && meta.len() <= LONGEST && meta.mode() & 0o022 == 0
    });
    is_own && std::fs::read(page).is_ok_and(|there| there == words)
}

/// The folder for what programs keep of this user.
fn state() -> Result<PathBuf, DeskError> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let home = || named("HOME").map(|home| home.join(".local/state"));
    named("XDG_STATE_HOME").or_else(home).ok_or_else(|| {
        DeskError::refused("neither XDG_STATE_HOME nor HOME names a folder")
            .hint("set one of them: what you agreed to is stored there")
    })
}

fn uses(folder: &Path, settings: &Settings) -> Vec<Use> {
    let (mail, mut uses) = (&settings.mail, vec![]);
    if mail.send == Way::Sendmail {
        let written = mail.sendmail.to_string_lossy();
        let mut whom = vec![written.clone().into_owned()];
        let inside = inside(folder, &written);
        let where_ = if inside.is_empty() { "" } else { IN_THE_FOLDER };
        whom.extend(inside);
        let does = format!("run the program `{}`{where_}", shown(&written));
        uses.push(Use { key: "mail.sendmail", does, whom });
    }
    let outbox = Some(&mail.folder).filter(|_| mail.send == Way::Folder);
    for (key, place, what) in [
        ("mail.folder", outbox.map(PathBuf::as_path), "mails"),
        ("reports", Some(Path::new(REPORTS)), "reports"),
    ] {
        let Some(out) = place.and_then(|place| leads_out(folder, place)) else { continue };
        let whom = vec![out.to_string_lossy().into_owned()];
        let does = format!("write {what} outside of the folder, into `{}`", shown(&whom[0]));
        uses.push(Use { key, does, whom });
    }
    if let Some(secret) = mail.smtp.password.as_ref().filter(|_| mail.send == Way::Smtp) {
        let smtp = &mail.smtp;
        let user = smtp.user.as_deref().unwrap_or_default();
        let more = [format!("{:?}", smtp.port), format!("{:?}", smtp.tls)];
        let mut more = more.to_vec();
        more.extend(inside_command(folder, secret));
        let whom = whom(secret, &smtp.server, user, smtp.certificate.as_deref(), more);
        let does = read(folder, secret, &smtp.server, user);
        uses.push(Use { key: "mail.smtp.password", does, whom });
    }
    if let Some(imap) = &settings.intake.imap {
        let (server, secret) = (&imap.server, &imap.password);
        let mut more = vec![imap.port.to_string()];
        more.extend(inside_command(folder, secret));
        let whom = whom(secret, server, &imap.user, imap.certificate.as_deref(), more);
        let does = read(folder, secret, server, &imap.user);
        uses.push(Use { key: "intake.imap.password", does, whom });
    }
    uses
}

/// All that decides which secret is read and who gets it.
fn whom(
    secret: &Secret,
    server: &str,
    user: &str,
    certificate: Option<&Path>,
    more: Vec<String>,
) -> Vec<String> {
    let (kind, place) = match secret {
        Secret::Env(name) => ("env", name.clone()),
        Secret::File(path) => ("file", path.to_string_lossy().into_owned()),
        Secret::Command(command) => ("command", command.clone()),
    };
    let certificate = certificate.map(|path| path.to_string_lossy().into_owned());
    let mut whom = vec![kind.to_owned(), place, server.to_owned(), user.to_owned()];
    whom.push(format!("{certificate:?}"));
    whom.extend(more);
    whom
}

/// Where the reports of a campaign lie.
pub(crate) const REPORTS: &str = "reports";
/// What is said of a program that somebody could change with the folder.
const IN_THE_FOLDER: &str = " that lies in this folder, as it is now";

/// The digest of each file of the campaign's own folder that a command names: a program, or what a
/// program is given to run. Agreed to is what stands in them.
fn inside(folder: &Path, command: &str) -> Vec<String> {
    let words = command.split(|sign: char| sign.is_whitespace() || "'\";|&()<>`=".contains(sign));
    let mut digests = vec![];
    for word in words.filter(|word| !word.is_empty()) {
        let Ok(path) = folder.join(word).canonicalize() else { continue };
        if !path.starts_with(folder) || !path.is_file() {
            continue;
        }
        // What cannot be read is not what it was, whatever it was.
        let digest =
            std::fs::read(&path).map_or_else(|_| "?".to_owned(), |text| hex(&sha256(&text)));
        digests.push(format!("{}: {digest}", path.display()));
    }
    digests
}

fn inside_command(folder: &Path, secret: &Secret) -> Vec<String> {
    match secret {
        Secret::Command(command) => inside(folder, command),
        Secret::Env(_) | Secret::File(_) => vec![],
    }
}

/// Where a place of the campaign lies, if that is outside of its folder: by its path or by a link.
pub(crate) fn leads_out(folder: &Path, place: &Path) -> Option<PathBuf> {
    let whole = folder.join(place);
    // What is not there yet lies where the folder above it does.
    let there = whole.ancestors().find_map(|above| Some((above, above.canonicalize().ok()?)));
    let (above, real) = there?;
    let rest = whole.strip_prefix(above).unwrap_or(Path::new(""));
    let climbs = rest.components().any(|part| part == std::path::Component::ParentDir);
    (climbs || !real.starts_with(folder)).then(|| real.join(rest))
}

fn read(folder: &Path, secret: &Secret, server: &str, user: &str) -> String {
    let where_ = if inside_command(folder, secret).is_empty() { "" } else { IN_THE_FOLDER };
    let what = match secret {
        Secret::Env(name) => format!("read the environment's variable `{}`", shown(name)),
        Secret::File(path) => format!("read the file `{}`", shown(&path.to_string_lossy())),
        Secret::Command(command) => format!("run the command `{}`{where_}", shown(command)),
    };
    format!("{what} for the password of {} at {}", shown(user), shown(server))
}

/// A text from settings as it may stand on a terminal: nothing in it moves the cursor or hides.
fn shown(text: &str) -> String {
    let one = |letter: char| match letter {
        '"' | '\'' | '\\' => letter.to_string(),
        _ => letter.escape_debug().to_string(),
    };
    text.chars().map(one).collect()
}

impl Desk {
    /// Refuses to write into a place of the campaign that leads out of its folder, unless this user
    /// has agreed to that.
    pub(crate) fn refuse_to_write_outside(&self, place: &Path) -> Result<(), DeskError> {
        let folder = self.folder.canonicalize().map_err(DeskError::file(&self.folder))?;
        match leads_out(&folder, place) {
            Some(_) => self.trusted(&*self.settings()?).map(drop),
            None => Ok(()),
        }
    }

    /// Refuses to run a program or to read a secret that this user has not agreed to.
    pub(crate) fn trusted(&self, settings: &Settings) -> Result<Trusted, DeskError> {
        Reach::of(&self.folder, settings)?.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let folder = tempfile::TempDir::new().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        uses(&folder, &Settings::of(text).unwrap()).into_iter().map(|one| one.does).collect()
    }

    #[test]
    fn what_is_run_and_read_is_named() {
        let address = "address: u@games.example";
        assert_eq!(told("zone: UTC"), [""; 0]);
        assert_eq!(told(&format!("mail: {{{address}, sendmail: /bin/x}}")), [""; 0]);
        let sendmail = format!("mail: {{{address}, send: sendmail, sendmail: /bin/x}}");
        assert_eq!(told(&sendmail), ["run the program `/bin/x`"]);
        let smtp = |secret: &str| {
            let smtp = format!("smtp: {{server: s.example, user: u, password: {secret}}}");
            told(&format!("mail: {{{address}, send: smtp, {smtp}}}"))
        };
        for (secret, what) in [
            ("{env: WORD}", "read the environment's variable `WORD`"),
            ("{file: ../key}", "read the file `../key`"),
            ("{command: 'rm -rf \"x\"'}", "run the command `rm -rf \"x\"`"),
            ("{command: \"a\\e[2Kb\\nc\"}", "run the command `a\\u{1b}[2Kb\\nc`"),
        ] {
            let does = format!("{what} for the password of u at s.example");
            assert_eq!(smtp(secret), [does]);
        }
        let imap = "intake: {imap: {server: i.example, user: v, password: {command: y}}}";
        assert_eq!(told(imap), ["run the command `y` for the password of v at i.example"]);
    }

    #[test]
    fn a_program_of_the_folder_is_agreed_to_as_it_is() {
        let folder = tempfile::TempDir::new().unwrap();
        let program = folder.path().join("post.sh");
        let reach = |text: &str| Reach::of(folder.path(), &Settings::of(text).unwrap()).unwrap();
        let smtp = "{server: s.example, user: u, password: {command: sh post.sh}}";
        for text in [
            "mail: {address: u@games.example, send: sendmail, sendmail: ./post.sh}".to_owned(),
            format!("mail: {{address: u@games.example, send: smtp, smtp: {smtp}}}"),
        ] {
            std::fs::write(&program, "exec true").unwrap();
            let first = reach(&text);
            assert!(first.uses()[0].does.contains("lies in this folder, as it is now"));
            std::fs::write(&program, "rm -rf /").unwrap();
            assert_ne!(first.words(), reach(&text).words(), "{text}");
            std::fs::write(&program, "exec true").unwrap();
            assert_eq!(first.words(), reach(&text).words());
        }
    }

    #[test]
    fn places_that_lead_out_are_named() {
        let home = tempfile::TempDir::new().unwrap();
        let (folder, other) = (home.path().join("game"), home.path().join("other"));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::create_dir_all(&other).unwrap();
        let folder = folder.canonicalize().unwrap();
        let keys = |text: &str| -> Vec<&str> {
            uses(&folder, &Settings::of(text).unwrap()).into_iter().map(|one| one.key).collect()
        };
        let mail = |place: &str| {
            format!("mail: {{address: u@games.example, send: folder, folder: {place}}}")
        };
        assert_eq!(keys(&mail("outbox")), [""; 0], "it need not be there yet");
        assert_eq!(keys(&mail("post/out")), [""; 0]);
        for out in ["../other", "../else/where", "/tmp", "post/../../other"] {
            assert_eq!(keys(&mail(out)), ["mail.folder"], "{out}");
        }
        std::os::unix::fs::symlink(&other, folder.join("outbox")).unwrap();
        std::os::unix::fs::symlink(&other, folder.join("reports")).unwrap();
        assert_eq!(keys(&mail("outbox")), ["mail.folder", "reports"]);
    }

    #[test]
    fn each_change_of_what_is_used_is_another_agreement() {
        let folder = tempfile::TempDir::new().unwrap();
        let words = |server: &str, rest: &str| {
            let smtp = format!("{{server: {server}, user: u, password: {{command: y}}{rest}}}");
            let text = format!("mail: {{address: u@games.example, send: smtp, smtp: {smtp}}}");
            Reach::of(folder.path(), &Settings::of(&text).unwrap()).unwrap().words()
        };
        let first = words("s.example", "");
        assert_eq!(first, words("s.example", ", patience: 7"), "who gets it is the same");
        for (server, rest) in [
            ("t.example", ""),
            ("s.example", ", port: 26"),
            ("s.example", ", tls: tls"),
            ("s.example", ", certificate: other.pem"),
        ] {
            assert_ne!(first, words(server, rest), "{server}{rest}");
        }
    }
}
