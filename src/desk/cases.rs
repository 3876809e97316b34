//! Cases, played for anybody: no campaign is needed.

use super::{DeskError, referee, workbench::system};
use crate::kit::shelf::Shelf;
use crate::mail::source::files::bounded;
use crate::rules::case::{Case, CaseFault, Difference};
use crate::rules::{self, case};
use std::path::Path;

/// The largest file of cases we read.
const LONGEST: usize = 4 * 1024 * 1024;

/// A case that was played, to be printed.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PlayedCase {
    /// The heading.
    pub name: String,
    /// Where it begins, as `file:line`.
    pub place: String,
    pub holds: bool,
    /// What is not as expected, or why it could not be played.
    pub differences: Vec<Difference>,
    /// The differences, and what happened instead, laid out as text.
    #[serde(skip)]
    pub told: String,
}

impl PlayedCase {
    fn of(shelf: &Shelf, read: Result<Case, CaseFault>) -> Self {
        match read {
            Ok(case) => {
                let verdict = case::play(shelf, &case);
                // The first line is the heading once more.
                let told = verdict.to_string().lines().skip(1).collect::<Vec<_>>().join("\n");
                let place = format!("{}:{}", case.file, case.line);
                let (name, holds) = (case.heading, verdict.is_met());
                Self { name, place, holds, differences: verdict.unmet, told }
            }
            Err(fault) => {
                let told = format!("  {fault}");
                let CaseFault { file, line, heading, starts, why } = fault;
                let differences =
                    vec![Difference { place: Some(format!("{file}:{line}")), text: why }];
                let place = format!("{file}:{starts}");
                Self { name: heading, place, holds: false, differences, told }
            }
        }
    }
}

/// Plays every case of a file.
pub fn play(path: &Path) -> Result<Vec<PlayedCase>, DeskError> {
    let name = path.display().to_string();
    let bytes = bounded(path, &name, LONGEST)?;
    let text = String::from_utf8_lossy(&bytes);
    let cases = case::read(&name, &text);
    if cases.is_empty() {
        return Err(DeskError::refused(format!(
            "{name} has no case in it; a case is a `##` heading with a `yaml setup` block"
        )));
    }
    let shelf = rules::shelf();
    Ok(cases.into_iter().map(|case| PlayedCase::of(&shelf, case)).collect())
}

/// Lists how a case is written, and every setup key, event, probe and field that it may name, each
/// with its meaning.
pub fn words(rules: Option<&str>) -> Result<Vec<(String, String)>, DeskError> {
    Ok([case::grammar(), referee(&system(rules)?)?.case_words()].concat())
}
