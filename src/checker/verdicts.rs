//! Judges a sheet: it is checked against what its author knows, and nothing else.

use crate::CheckError;
use crate::read_sheet::ReadSheet;
use kit::ledger::Ledger;
use kit::verdict::Verdict;
use play::{Game, PlayerGame, Route, STANDING_ORDERS, UnderstoodEntry, WITHOUT_ORDERS};
use serde_json::json;
use sheet::diagnostic::Weight;
use sheet::shape::{Kind, Node, Shaped};
use sheet::{Diagnostics, frame};
use std::collections::BTreeMap;

/// A sheet as it was judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    pub verdict: Verdict,
    pub reason: String,
    /// What is wrong or worth a remark, laid out as text.
    pub said: Vec<String>,
    /// The same as JSON.
    pub diagnostics: String,
    pub faulty: bool,
    /// What of all lines of the receipt is so.
    pub promise: &'static str,
    /// All that will be played; nothing if it was rejected.
    pub understood: Vec<UnderstoodEntry>,
    /// The ways that its entries take on paper.
    pub ways: Vec<Route>,
    /// Standing orders that it sets; empty text lifts those there are.
    pub standing: Option<String>,
    /// Whether it has standing orders that are not set, since something is wrong in them.
    pub standing_refused: bool,
}

/// Judges a sheet that is read as it is.
pub fn judge(game: &dyn PlayerGame, known: &str, sheet: &str) -> Result<Judged, CheckError> {
    judge_read(game, known, &ReadSheet::bare(sheet))
}

/// Judges a sheet against what a power knows; faults are told where they were written.
pub fn judge_read(
    game: &dyn PlayerGame,
    known: &str,
    read_sheet: &ReadSheet,
) -> Result<Judged, CheckError> {
    let (root, faults) = read_sheet.tree();
    let mut checked =
        game.check_shaped(known, &Shaped { text: read_sheet.text(), root, faults })?;
    let standing_node = root.and_then(|root| root.get("standing"));
    let sets_standing = frame::sets_standing(standing_node.map(|node| &node.at), &checked.faults);
    if let Some(node) = standing_node.filter(|node| sets_standing && !node.is_nothing()) {
        let lines = sheet::standing::told(node);
        checked.understood.push(UnderstoodEntry::plain(STANDING_ORDERS, lines));
    }
    let faulty = checked.faults.has_faults();
    let mut said = read_sheet.remarks();
    let idle = checked.understood.iter().all(|entry| entry.heading == WITHOUT_ORDERS);
    let part;
    let (verdict, reason) = if faulty && read_sheet.header().strict {
        (Verdict::Rejected, "the sheet is strict and has a fault; correct it and send it again")
    } else if faulty && !checked.counts {
        (Verdict::Rejected, "nothing in it can be played; correct it and send it again")
    } else if checked.faults.is_empty() && said.is_empty() {
        (Verdict::Accepted, if idle { "there is nothing in it to play" } else { "" })
    } else if faulty {
        part = in_part(cut(root, &checked.faults));
        (Verdict::AcceptedWithRemarks, part.as_str())
    } else {
        (Verdict::AcceptedWithRemarks, "")
    };
    let played = verdict.is_played();
    let mut lines = checked.understood.iter().flat_map(|entry| &entry.lines);
    let has_grades = lines.any(|line| line.step.is_some());
    said.extend(checked.faults.iter().map(|fault| read_sheet.fault_text(fault)));
    said.extend(faulty.then(|| read_sheet.hint(&checked.faults)).flatten());
    said.extend(read_sheet.found.clone());
    Ok(Judged {
        verdict,
        reason: reason.to_owned(),
        said,
        diagnostics: as_json(&checked.faults, read_sheet),
        faulty,
        promise: if played && has_grades { game.promise(known)? } else { "" },
        understood: if played { checked.understood } else { vec![] },
        ways: checked.ways,
        standing: if played && sets_standing { standing(read_sheet) } else { None },
        standing_refused: standing_node.is_some() && !(played && sets_standing),
    })
}

/// How many entries of a sheet have a fault: items of lists, values under a key.
fn cut(root: Option<&Node>, faults: &Diagnostics) -> usize {
    let Some(Node { kind: Kind::Map(pairs), .. }) = root else { return 1 };
    let has = |from: &Node, to: &Node| faults.fault_within(&(from.at.start..to.at.end));
    let of = |(key, value): &(Node, Node)| match &value.kind {
        Kind::Seq(items) if !items.is_empty() => {
            items.iter().filter(|item| has(item, item)).count()
        }
        Kind::Map(inner) => inner.iter().filter(|(key, value)| has(key, value)).count(),
        _ => usize::from(has(key, value)),
    };
    pairs.iter().map(of).sum::<usize>().max(1)
}

/// Why a sheet with faults is accepted with remarks.
fn in_part(cut: usize) -> String {
    match cut {
        1 => "1 entry does not count in full".to_owned(),
        _ => format!("{cut} entries do not count in full"),
    }
}

/// What a power knows of the opening position if its own sheet is played and no other.
///
/// The dice of the true set-up are drawn at the start; this foretells none of them.
pub fn foretold(game: &dyn Game, power: &str, sheet: Option<&str>) -> Result<String, CheckError> {
    let sheets: BTreeMap<String, String> =
        sheet.map(|sheet| (power.to_owned(), sheet.to_owned())).into_iter().collect();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let mut known = game.opening(&sheets, &mut ledger)?.after.known;
    let known = known.remove(power).ok_or_else(|| {
        CheckError::refused(format!("{power} is not a power of this scenario")).hint("see its card")
    })?;
    Ok(game.before_start(&known)?)
}

/// Finds the standing orders in a sheet, whatever they are worth: the whole of it, since places in it must hold.
pub fn standing(read_sheet: &ReadSheet) -> Option<String> {
    let standing = read_sheet.tree().0?.get("standing")?;
    Some(if standing.is_nothing() { String::new() } else { read_sheet.text().to_owned() })
}

fn as_json(faults: &Diagnostics, read_sheet: &ReadSheet) -> String {
    let one = |fault: &sheet::Diagnostic| {
        let (line, column) = read_sheet.placed(fault).line_column(read_sheet.sheet.origin());
        let weight = match fault.weight {
            Weight::Remark => "remark",
            Weight::Fault => "fault",
        };
        json!({"code": fault.code, "weight": weight, "line": line, "column": column,
               "text": fault.text, "rule": fault.rule, "help": fault.help})
    };
    let liberty =
        |liberty: &String| json!({"code": "read-as", "weight": "remark", "text": liberty});
    let not_read = |text| json!({"code": "not-read", "weight": "remark", "text": text});
    let read = read_sheet.liberties.iter().map(liberty).chain(read_sheet.not_read().map(not_read));
    let all = read.chain(faults.iter().map(one));
    serde_json::Value::from(all.collect::<Vec<_>>()).to_string()
}
