//! Passwords: where one is found, and reading it when it is needed. It is kept nowhere.

use super::DeskError;
use crate::campaign::trust::Trusted;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The longest password; a longer file is not a password.
const LONGEST: usize = 4096;

/// Where a password is found.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Written")]
pub enum Secret {
    /// The name of a variable of the environment.
    Env(String),
    /// The first line of a file.
    File(PathBuf),
    /// The first line that a command prints.
    Command(String),
}

/// The same, as it is written: one key of the three.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    env: Option<String>,
    file: Option<PathBuf>,
    command: Option<String>,
}

impl TryFrom<Written> for Secret {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Secret, &'static str> {
        match (written.env, written.file, written.command) {
            (Some(name), None, None) => Ok(Secret::Env(name)),
            (None, Some(path), None) => Ok(Secret::File(path)),
            (None, None, Some(command)) => Ok(Secret::Command(command)),
            _ => Err("a password is found in one place: `env`, `file` or `command`"),
        }
    }
}

impl Secret {
    /// Reads the password, if the user has agreed to it; a path is taken from the campaign's folder.
    pub fn read(&self, folder: &Path, _: &Trusted) -> Result<String, DeskError> {
        let text = match self {
            Secret::Env(name) => std::env::var(name).map_err(|_| {
                DeskError::refused("the password is not in the environment")
                    .hint(format!("set {name}"))
            })?,
            Secret::File(path) => {
                let path = folder.join(path);
                std::fs::read_to_string(&path).map_err(DeskError::file(&path))?
            }
            Secret::Command(command) => printed(command, folder)?,
        };
        let first = text.lines().next().unwrap_or_default();
        if first.is_empty() || first.len() > LONGEST {
            return Err(DeskError::refused(
                "the file or command has no password in its first line",
            )
            .hint("put it there"));
        }
        Ok(first.to_owned())
    }
}

fn printed(command: &str, folder: &Path) -> Result<String, DeskError> {
    let failed = |why: String| {
        DeskError::refused(format!("`{command}` gives no password ({why})"))
            .hint("try it in a shell")
    };
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = shell.output().map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(output.status.to_string()));
    }
    String::from_utf8(output.stdout).map_err(|_| failed("it is not UTF-8 text".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_found_in_one_place() {
        let folder = tempfile::TempDir::new().unwrap();
        std::fs::write(folder.path().join("word"), "open sesame\n").unwrap();
        let read = |written: &str| {
            let secret: Secret = serde_yaml::from_str(written).map_err(|e| e.to_string())?;
            secret.read(folder.path(), &Trusted::FOR_TESTS).map_err(|error| error.to_string())
        };
        assert_eq!(read("{file: word}").unwrap(), "open sesame");
        assert_eq!(read("{command: cat word}").unwrap(), "open sesame");
        assert!(read("{command: exit 3}").unwrap_err().contains("gives no password"));
        assert!(read("{command: 'true'}").unwrap_err().contains("no password in its first line"));
        assert!(read("{env: UMPIRE_NO_SUCH}").unwrap_err().contains("set UMPIRE_NO_SUCH"));
        assert!(read("{env: A, file: b}").unwrap_err().contains("one place"));
    }
}
