//! What is said of a sheet that was judged: its verdict at a glance, its note to the umpire.

use sheet::Diagnostics;
use sheet::shape;
use store::{SheetRow, Verdict};

/// How many faults and how many remarks a sheet was answered with.
fn weights(diagnostics: &str) -> (usize, usize) {
    let all: Vec<serde_json::Value> = serde_json::from_str(diagnostics).unwrap_or_default();
    let faults = all.iter().filter(|one| one["weight"] == "fault").count();
    (faults, all.len() - faults)
}

/// Whether a sheet that is played has a fault, so that not all of it counts.
pub(crate) fn counts_in_part(sheet: &SheetRow) -> bool {
    sheet.verdict.is_played() && weights(&sheet.diagnostics).0 > 0
}

/// The verdict on a sheet at a glance, for a subject: how much of it counts.
pub(crate) fn at_a_glance(verdict: Verdict, reason: &str, diagnostics: &str) -> String {
    match (verdict, weights(diagnostics)) {
        (Verdict::AcceptedWithRemarks, (0, 0)) => verdict.to_string(),
        (Verdict::AcceptedWithRemarks, (0, 1)) => "accepted with 1 remark".to_owned(),
        (Verdict::AcceptedWithRemarks, (0, many)) => format!("accepted with {many} remarks"),
        (Verdict::AcceptedWithRemarks, _) => {
            let part = reason.split("; ").next().unwrap_or_default();
            format!("accepted in part, {part}")
        }
        (verdict, _) => verdict.to_string(),
    }
}

/// What a sheet says to the umpire.
pub fn note(sheet: &str) -> Option<String> {
    let root = shape::shape(sheet, &mut Diagnostics::default())?;
    let note = root.get("note to umpire")?;
    note.text().map(|text| text.trim().to_owned()).filter(|_| !note.is_nothing())
}
