//! Cases, played for anybody: no campaign is needed.

use super::{DeskError, referee, workbench::system};
use crate::mail::source::files::bounded;
use crate::rules::{self, case};
use std::path::Path;

/// The largest file of cases we read.
const LONGEST: usize = 4 * 1024 * 1024;

/// A case that was played, to be printed.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PlayedCase {
    /// File, line and heading.
    pub name: String,
    pub met: bool,
    /// What did not come true, and what happened instead, laid out as text.
    pub difference: String,
}

/// Plays every case of a file.
pub fn play(path: &Path) -> Result<Vec<PlayedCase>, DeskError> {
    let name = path.display().to_string();
    let bytes = bounded(path, &name, LONGEST)?;
    let text = String::from_utf8_lossy(&bytes);
    let cases = case::read(&name, &text).map_err(|fault| DeskError::refused(fault.to_string()))?;
    if cases.is_empty() {
        return Err(DeskError::refused(format!(
            "{name} has no case in it; a case is a `##` heading with a `yaml setup` block"
        )));
    }
    let shelf = rules::shelf();
    let mut played = vec![];
    for case in &cases {
        let verdict = case::play(&shelf, case)?;
        let name = case.to_string();
        // The first line is the heading once more.
        let difference = verdict.to_string().lines().skip(1).collect::<Vec<_>>().join("\n");
        played.push(PlayedCase { name, met: verdict.is_met(), difference });
    }
    Ok(played)
}

/// Lists every event, probe and field that a case may name, with its meaning.
pub fn words(rules: Option<&str>) -> Result<Vec<(String, String)>, DeskError> {
    Ok(referee(&system(rules)?)?.case_words())
}
