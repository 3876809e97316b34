//! The players of a new campaign from a file: a list in YAML with name, address, powers and zone.

use crate::DeskError;
use mail::source::files::bounded;
use serde::Deserialize;
use std::path::Path;

/// The largest file that is read.
const LONGEST: usize = 64 * 1024;
/// The most players of a file.
const MOST: usize = 100;

/// A player as the file has them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joining {
    pub name: String,
    pub address: String,
    #[serde(default)]
    powers: Powers,
    pub zone: Option<String>,
}

/// One power or several.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "a power, or a list of powers")]
enum Powers {
    One(String),
    Several(Vec<String>),
}

impl Default for Powers {
    fn default() -> Self {
        Powers::Several(vec![])
    }
}

impl Joining {
    /// The powers they play.
    pub fn powers(&self) -> &[String] {
        match &self.powers {
            Powers::One(power) => std::slice::from_ref(power),
            Powers::Several(powers) => powers,
        }
    }
}

/// Reads a file of players; a fault is told with its line.
pub fn read(path: &Path) -> Result<Vec<Joining>, DeskError> {
    let name = path.display().to_string();
    let bytes = bounded(path, &name, LONGEST)?;
    let text = String::from_utf8_lossy(&bytes);
    let players: Vec<Joining> = serde_yaml::from_str(&text).map_err(|error| {
        DeskError::refused(format!("{name}: {error}")).hint(
            "write each player like `- {name: Ada, address: ada@post.example, powers: [france], \
             zone: Europe/Rome}`",
        )
    })?;
    if players.len() > MOST {
        return Err(
            DeskError::refused(format!("{name} has more than {MOST} players")).hint("shorten it")
        );
    }
    Ok(players)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("players.yaml");
        std::fs::write(&path, text).unwrap();
        (folder, path)
    }

    #[test]
    fn powers_are_one_or_several() {
        let (_folder, path) = file(
            "- {name: Ada, address: ada@post.example, powers: france}\n\
             - name: Ben\n  address: ben@post.example\n  powers: [austria, russia]\n  zone: UTC\n\
             - {name: Cleo, address: cleo@post.example}\n",
        );
        let players = read(&path).unwrap();
        assert_eq!(players[0].powers(), ["france"]);
        assert_eq!(players[1].powers(), ["austria", "russia"]);
        assert!(players[2].powers().is_empty() && players[2].zone.is_none());
    }

    #[test]
    fn a_fault_has_its_line() {
        for text in ["- {name: Ada}\n", "- {name: Ada, address: a@b.example, power: x}\n", "Ada\n"]
        {
            let (_folder, path) = file(text);
            let told = read(&path).unwrap_err().to_string();
            assert!(told.contains("line 1") || told.contains("sequence"), "{text}: {told}");
            assert!(told.contains("write each player like"), "{told}");
        }
        assert!(read(Path::new("/nowhere/players.yaml")).is_err());
    }
}
