//! What became of each entry of a sheet and of its steps, as data: what the receipt graded beforehand.
//!
//! The numbers are those of [`crate::orders::steps`]. A step that was played several times, as those of the
//! doctrine are, was done if it was done once; else its cause is that of the first time.

use crate::orders::causes::Cause;
use crate::record::event::Event;
use play::{Became, Outcome};
use std::collections::BTreeMap;

/// Each entry that was played, and each of its steps that was decided.
pub fn became(power: &str, season: &[Event]) -> Vec<Became> {
    let mut steps: BTreeMap<(u16, u16), Option<Cause>> = BTreeMap::new();
    for (number, cause) in season.iter().filter_map(|event| own(power, event)) {
        let so_far = steps.entry(number).or_insert(cause);
        *so_far = so_far.and(cause).and(*so_far);
    }
    let mut all = vec![];
    let mut last = None;
    for ((entry, step), cause) in steps {
        if last != Some(entry) {
            all.push(Became { entry, step: None, became: Outcome::Done, cause: None });
            last = Some(entry);
        }
        let became = if cause.is_none() { Outcome::Done } else { Outcome::NotDone };
        all.push(Became { entry, step: Some(step), became, cause: cause.map(Cause::word) });
    }
    all
}

/// A step of somebody's sheet, and why it was not done.
fn own(power: &str, event: &Event) -> Option<((u16, u16), Option<Cause>)> {
    match event.itself() {
        Event::Step { power: whose, entry, step, cause } if whose == power => {
            Some(((*entry, *step), *cause))
        }
        Event::Step { .. }
        | Event::SeasonBegan { .. }
        | Event::Ordered { .. }
        | Event::Letter { .. }
        | Event::Ruled { .. }
        | Event::Decreed { .. }
        | Event::Map { .. }
        | Event::Board { .. }
        | Event::Passed { .. }
        | Event::AtTable { .. }
        | Event::Seen { .. }
        | Event::Stood { .. }
        | Event::Said { .. }
        | Event::Asked { .. }
        | Event::Scores { .. }
        | Event::SeasonEnded { .. } => None,
    }
}
