//! What became of each entry of a seat's sheet and of what stands in it, as data: what the receipt graded
//! beforehand.
//!
//! In a season of operations the numbers are those of the sheet; of an entry that is played several times
//! the first time counts, as in the receipt. At court an entry is a key, by its number among all keys of
//! the court, and its steps are the lines under it.

#![deny(clippy::wildcard_enum_match_arm)]

use crate::court::keys::number_of;
use crate::orders::causes::Cause;
use crate::record::event::{Event, OrderEvent};
use crate::sight::Known;
use play::{Became, Outcome};
use std::collections::BTreeMap;

/// Each entry, and what of it was not done; all else of an entry that was taken up was.
pub fn became(known: &Known) -> Vec<Became> {
    let own = known.events.iter().filter_map(|event| match event {
        Event::Order(event) => Some(event),
        Event::Year(_)
        | Event::Court(_)
        | Event::Marker(_)
        | Event::Force(_)
        | Event::War(_)
        | Event::Sea(_) => None,
    });
    let mut account = Account::default();
    let is_court = known.began().is_some_and(|season| season.is_court());
    for event in own {
        if is_court {
            account.court(event, &known.power);
        } else {
            account.operations(event);
        }
    }
    account.all
}

/// What was told so far.
#[derive(Default)]
struct Account {
    all: Vec<Became>,
    /// Entry to how often it was taken up.
    times: BTreeMap<u16, u16>,
}

impl Account {
    fn operations(&mut self, event: &OrderEvent) {
        match event {
            OrderEvent::TakenUp { entry, .. } => {
                *self.times.entry(*entry).or_default() += 1;
                self.set(*entry, None, Outcome::Done, None);
            }
            OrderEvent::NotDone { entry, step, number: 0, why, .. } => {
                if step.is_empty() && !self.times.contains_key(entry) {
                    self.set(*entry, None, Outcome::NotDone, Some(Cause::of(*why)));
                }
            }
            OrderEvent::NotDone { entry, number, why, .. } if self.is_first(*entry) => {
                self.set(*entry, Some(*number), Outcome::NotDone, Some(Cause::of(*why)));
            }
            OrderEvent::NotReached { entry, parts, .. } if self.is_first(*entry) => {
                for part in parts {
                    self.set(*entry, Some(*part), Outcome::NotReached, Some(Cause::Earlier));
                }
            }
            OrderEvent::NotDone { .. }
            | OrderEvent::NotReached { .. }
            | OrderEvent::Reacted { .. }
            | OrderEvent::Ordered { .. }
            | OrderEvent::Letter { .. }
            | OrderEvent::Ruled { .. }
            | OrderEvent::Decreed { .. } => {}
        }
    }

    fn court(&mut self, event: &OrderEvent, seat: &str) {
        match event {
            OrderEvent::Ordered { power, entries, .. } if power == seat => {
                for number in entries.iter().filter_map(|key| number_of(key)) {
                    self.set(number, None, Outcome::Done, None);
                }
            }
            OrderEvent::NotDone { entry: line, step: key, why, .. } => {
                if let Some(number) = number_of(key) {
                    self.set(
                        number,
                        Some(*line),
                        Outcome::NotDone,
                        Some(Cause::of_line(key, *why)),
                    );
                }
            }
            OrderEvent::Ordered { .. }
            | OrderEvent::TakenUp { .. }
            | OrderEvent::NotReached { .. }
            | OrderEvent::Reacted { .. }
            | OrderEvent::Letter { .. }
            | OrderEvent::Ruled { .. }
            | OrderEvent::Decreed { .. } => {}
        }
    }

    fn is_first(&self, entry: u16) -> bool {
        self.times.get(&entry) == Some(&1)
    }

    /// Says of an entry what is known last, and of a part of it what is known first.
    fn set(&mut self, entry: u16, step: Option<u16>, became: Outcome, cause: Option<Cause>) {
        let one = Became { entry, step, became, cause: cause.map(Cause::word) };
        match self.all.iter_mut().find(|one| (one.entry, one.step) == (entry, step)) {
            Some(before) if step.is_none() => *before = one,
            Some(_) => {}
            None => self.all.push(one),
        }
    }
}
