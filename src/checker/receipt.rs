//! Receipts: what a power is told about its sheet.

use crate::verdicts::Judged;
use crate::{CheckError, MAIL_COLUMNS};
use kit::verdict::Verdict;
use play::UnderstoodEntry;
use report::{Templates, wrapped};
use serde::Serialize;

/// What a receipt is printed from besides the judgement.
#[derive(Debug, Clone, Default)]
pub struct ReceiptHead {
    pub campaign: String,
    pub season: String,
    pub power: String,
    /// None while the sheet is only checked.
    pub revision: Option<u32>,
    /// The revision that was played before and what changed since.
    pub before: Option<(u32, Vec<String>)>,
    /// Since when the standing orders hold that there were before, if there were any.
    pub standing_since: Option<String>,
    pub leaf: String,
    /// What the digest of the private note in the sheet is salted with; empty, if it has none.
    pub salt: String,
}

/// What the template of a receipt is given.
#[derive(Serialize)]
struct View<'a> {
    campaign: &'a str,
    season: &'a str,
    power: &'a str,
    revision: u32,
    verdict: &'a str,
    reason: &'a str,
    sentence: String,
    promise: &'a str,
    understood: &'a [UnderstoodEntry],
    /// The heading of `faults`: without a fault or remark they only say how the sheet was read.
    said_heading: &'a str,
    faults: &'a [String],
    before: u32,
    changes: &'a [String],
    standing: String,
    leaf: &'a str,
    salt: &'a str,
}

/// Prints a receipt.
pub fn print(
    templates: &Templates,
    head: &ReceiptHead,
    judged: &Judged,
) -> Result<String, CheckError> {
    let colon = if judged.reason.is_empty() { "" } else { ": " };
    let sentence = format!("{}{colon}{}", judged.verdict.word().to_uppercase(), judged.reason);
    let before = head.before.as_ref();
    let view = View {
        campaign: &head.campaign,
        season: &head.season,
        power: &head.power,
        revision: head.revision.unwrap_or(0),
        verdict: judged.verdict.word(),
        reason: &judged.reason,
        sentence,
        promise: judged.promise,
        understood: &judged.understood,
        said_heading: match judged.verdict {
            Verdict::Accepted => "NOTE",
            _ => "REMARKS AND FAULTS",
        },
        faults: &judged.said,
        before: before.map_or(0, |(revision, _)| *revision),
        changes: before.map_or(&[], |(_, changes)| changes),
        standing: standing_in_words(judged, head),
        leaf: &head.leaf,
        salt: &head.salt,
    };
    Ok(templates.print("mail/receipt.txt", &view)?)
}

/// The receipt in one sentence when no sheet of a known power could be read.
pub fn refusal(campaign: &str, verdict: &str, reason: &str) -> String {
    wrapped(&format!("{campaign}: {}: {reason}", verdict.to_uppercase()), MAIL_COLUMNS, 2) + "\n"
}

/// Says in words which standing orders a power has once a sheet is taken in: those the sheet sets,
/// or those held since a season.
fn standing_in_words(judged: &Judged, head: &ReceiptHead) -> String {
    let since = head.standing_since.as_deref();
    let before = match since {
        Some(since) if since == head.season => {
            "Those of an earlier revision still hold; they are played when no sheet comes.".into()
        }
        Some(since) => format!("Those of {since} still hold; they are played when no sheet comes."),
        None => String::new(),
    };
    match (judged.standing.as_deref(), since) {
        (None, _) if judged.standing_refused => {
            let refused = "The standing orders in this sheet are not set, since they have a fault.";
            format!("{refused} {before}").trim_end().to_owned()
        }
        (Some(""), _) => "Those you had are cancelled.".into(),
        (Some(_), _) => {
            "This sheet sets them; they are played whenever no sheet comes from you.".into()
        }
        (None, _) => before,
    }
}
