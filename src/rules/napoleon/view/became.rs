//! What became of each entry of a sheet and of its steps, as data: what the receipt graded beforehand.
//!
//! The numbers are those of [`crate::orders::steps`]. A step that was played several times, as those of the
//! doctrine are, was done if it was done once; else its cause is that of the first time.

use crate::record::event::{Event, StepEnd};
use play::{Became, Outcome};
use std::collections::BTreeMap;

/// Each entry that was played, and each of its steps that was decided.
pub fn became(power: &str, season: &[Event]) -> Vec<Became> {
    let mut steps: BTreeMap<(u16, u16), StepEnd> = BTreeMap::new();
    for (number, end) in season.iter().filter_map(|event| own(power, event)) {
        let so_far = steps.entry(number).or_insert(end);
        if end == StepEnd::Done || *so_far == StepEnd::NotReached {
            *so_far = end;
        }
    }
    let mut all = vec![];
    let mut last = None;
    for ((entry, step), end) in steps {
        if last != Some(entry) {
            all.push(Became { entry, step: None, became: Outcome::Done, cause: None });
            last = Some(entry);
        }
        let (became, cause) = match end {
            StepEnd::Done => (Outcome::Done, None),
            StepEnd::NotDone(why) => (Outcome::NotDone, Some(why.word())),
            StepEnd::NotReached => (Outcome::NotReached, None),
        };
        all.push(Became { entry, step: Some(step), became, cause });
    }
    all
}

/// A step of somebody's sheet, and what became of it.
fn own(power: &str, event: &Event) -> Option<((u16, u16), StepEnd)> {
    let Event::Step { power: whose, entry, step, became } = event.itself() else { return None };
    (whose == power).then_some(((*entry, *step), *became))
}
