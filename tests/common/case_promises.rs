//! The receipts of cases: what each says of a step is held against what the case plays.
//!
//! Cases are of every chapter, so steps come up here that no automatic player thinks of.

use play::case::{Case, Receipt, Verdict};
use play::{Grade, Outcome};
use std::collections::{BTreeMap, BTreeSet};

/// How often steps of each kind were told with each grade.
type Counts = BTreeMap<(String, Grade), usize>;

/// Panics if a receipt says something else than its case plays, or if fewer steps were told as sure, on a
/// condition and refused than `least` says.
pub fn hold(played: &[(Case, Verdict)], general: &[&str], least: [usize; 3]) {
    let (broken, counts) = broken(played, general);
    assert!(broken.is_empty(), "{} broken\n{}", broken.len(), broken.join("\n"));
    let steps = |grade| counts.iter().filter(|((_, one), _)| *one == grade).map(|(_, n)| n).sum();
    let told: [usize; 3] = [Grade::Sure, Grade::If, Grade::Refused].map(steps);
    assert!(told.iter().zip(least).all(|(told, least)| *told >= least), "{told:?}: {counts:?}");
}

/// What is not as a receipt says, in sentences, and how often each kind of step was told.
///
/// What `general` names may come between a receipt and its season without a word in the line.
fn broken(played: &[(Case, Verdict)], general: &[&str]) -> (Vec<String>, Counts) {
    let (mut broken, mut counts) = (vec![], Counts::new());
    // What the umpire rules within the case, no receipt can know.
    let is_tried = |case: &Case| !case.orders.is_empty() && case.setup.get("rulings").is_none();
    for (case, verdict) in played.iter().filter(|(case, _)| is_tried(case)) {
        for (power, receipt) in &verdict.outcome.receipts {
            let told = of_sheet(receipt, general, &mut counts);
            broken.extend(told.into_iter().map(|what| format!("{case}, {power}: {what}")));
        }
    }
    (broken, counts)
}

/// What a receipt says and its season did not do. A step counts where its entry was taken up and the
/// steps before it were done.
fn of_sheet(receipt: &Receipt, general: &[&str], counts: &mut Counts) -> Vec<String> {
    let (mut taken, mut not_done, mut not_reached) =
        (BTreeSet::new(), BTreeMap::new(), BTreeSet::new());
    for one in &receipt.became {
        match (one.step, one.became) {
            (None, Outcome::Done) => {
                taken.insert(one.entry);
            }
            (Some(step), Outcome::NotDone) => {
                not_done.insert((one.entry, step), one.cause.unwrap_or("none"));
            }
            (Some(step), Outcome::NotReached) => {
                not_reached.insert((one.entry, step));
            }
            (None, _) | (Some(_), Outcome::Done) => {}
        }
    }
    let mut told = vec![];
    for line in receipt.entries.iter().flat_map(|entry| &entry.lines) {
        let (Some(entry), Some(step)) = (line.entry, line.step) else { continue };
        let failed_before = (1..step).any(|one| not_done.contains_key(&(entry, one)));
        if !taken.contains(&entry) || not_reached.contains(&(entry, step)) {
            continue;
        }
        let kind = line.words.split([':', ' ', ';', ',']).next().unwrap_or_default();
        *counts.entry((kind.to_owned(), line.grade)).or_default() += 1;
        let cause = not_done.get(&(entry, step)).copied();
        let is_named = |cause| general.contains(&cause) || line.causes.contains(&cause);
        let is_kept = match (line.grade, cause) {
            (Grade::Refused, cause) => cause.is_some() || failed_before,
            (Grade::Sure, Some(cause)) => failed_before || general.contains(&cause),
            (Grade::If, Some(cause)) => {
                failed_before || is_named(cause) || line.causes.contains(&"rules")
            }
            (Grade::Sure | Grade::If, None) | (Grade::NotKnown, _) => true,
        };
        if !is_kept {
            let became = cause.map_or("was done".to_owned(), |cause| format!("failed for {cause}"));
            let (words, grade, causes) = (&line.words, line.grade, &line.causes);
            told.push(format!(
                "entry {entry}, step {step}, `{words}` ({grade:?} {causes:?}) {became}"
            ));
        }
    }
    told
}
