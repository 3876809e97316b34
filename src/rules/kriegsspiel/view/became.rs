//! What became of each entry of a power's sheet and of what stands in it, as data: what the receipt
//! graded beforehand. How orders are numbered stands in `orders/causes.rs`.

use crate::orders::causes::{BUDGET, Cause, DEALS, POLITICS};
use crate::record::event::{CouncilEvent, Event, Halt, OrderEvent, Reason};
use play::{Became, Outcome};
use std::collections::BTreeSet;

/// Each entry, and those of its steps that were not done; the others of an entry that was taken up
/// were. The order of battle, entry 0, is always taken up, and so is the budget.
pub fn became(power: &str, season: &[Event]) -> Vec<Became> {
    let mut all = vec![];
    let mut so_far = SoFar::default();
    for event in season {
        if let Event::Order(event) = event {
            so_far.note(power, event, &mut all);
        }
        if let Event::Council(CouncilEvent::DealNotMade { power: of, line, .. }) = event
            && of == power
        {
            all.push(one(DEALS, Some(*line), Outcome::NotDone, Some(Cause::Deal)));
        }
    }
    keep_first(&mut all);
    all
}

/// What was told before, on which a cause depends.
#[derive(Default)]
struct SoFar<'e> {
    /// Entries whose force was told to march with half its pace.
    slow: BTreeSet<u16>,
    /// Those who did not do all that they were told.
    stuck: BTreeSet<&'e str>,
}

impl<'e> SoFar<'e> {
    fn note(&mut self, power: &str, event: &'e OrderEvent, all: &mut Vec<Became>) {
        match event {
            OrderEvent::Ordered { power: of, by, .. } if of == power && by != "nothing" => {
                let lists = [0, BUDGET, DEALS, POLITICS];
                all.extend(lists.map(|entry| one(entry, None, Outcome::Done, None)));
            }
            OrderEvent::Spent { power: of, entries, .. } if of == power => {
                all.extend(entries.iter().map(|entry| one(*entry, None, Outcome::Done, None)));
            }
            OrderEvent::Misread { power: of, entry, .. } if of == power => {
                self.slow.insert(*entry);
            }
            OrderEvent::CutShort { power: of, entry, step, who, halt } if of == power => {
                let late = matches!(halt, Halt::Points { .. }) && self.slow.contains(entry);
                let cause = if late { Cause::Die } else { Cause::of_halt(halt) };
                self.stuck.insert(who);
                all.push(one(*entry, Some(*step), Outcome::NotDone, Some(cause)));
            }
            OrderEvent::NotDone { power: of, entry, step, who, reason, .. } if of == power => {
                let over = matches!(reason, Reason::Stopped);
                let became = if over { Outcome::NotReached } else { Outcome::NotDone };
                let cause = self.why(power, reason);
                self.stuck.insert(who);
                all.push(one(entry.unwrap_or(0), *step, became, Some(cause)));
            }
            OrderEvent::NotAsked { power: of, entry, steps, .. } if of == power => {
                let not = |step: &u16| one(*entry, Some(*step), Outcome::NotReached, None);
                all.extend(steps.iter().map(not));
            }
            OrderEvent::Ordered { .. }
            | OrderEvent::Spent { .. }
            | OrderEvent::Misread { .. }
            | OrderEvent::CutShort { .. }
            | OrderEvent::NotDone { .. }
            | OrderEvent::NotAsked { .. }
            | OrderEvent::Letter { .. }
            | OrderEvent::Worded { .. }
            | OrderEvent::Ruled { .. }
            | OrderEvent::Decreed { .. }
            | OrderEvent::Understood { .. } => {}
        }
    }

    /// Why an order was not carried out. A general who is not where he was sent commands where he
    /// stands.
    fn why(&self, power: &str, reason: &Reason) -> Cause {
        match (Cause::of(reason, power), reason) {
            (Cause::Command, Reason::Overruled { by, .. }) if self.stuck.contains(by.as_str()) => {
                Cause::Friends
            }
            (cause, _) => cause,
        }
    }
}

fn one(entry: u16, step: Option<u16>, became: Outcome, cause: Option<Cause>) -> Became {
    Became { entry, step, became, cause: cause.map(Cause::word) }
}

/// What is told of a step first counts: where its condition fails, it may march elsewhere and stop.
fn keep_first(all: &mut Vec<Became>) {
    let mut seen = BTreeSet::new();
    all.retain(|one| seen.insert((one.entry, one.step)));
}
