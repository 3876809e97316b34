//! The umpire's rulings on facts: what they set, remove or tell, each at its place in the sequence.
//!
//! A ruling on a fact is an input of the season like a sheet: it waits in the ledger until the
//! sequence comes to its place, and a rule system plays it there as events. One whose place never
//! comes, or which does not fit the position when it does, is a fault that is told; it is never
//! played elsewhere.
//!
//! Not here: what a fact can be. Each rule system reads its own.

use std::fmt;
use std::str::FromStr;

use super::{Entry, Ledger, Origin, Source, What};
use crate::proof;

/// The part of a key that says it is a ruling on a fact.
const RULING: &str = "ruling";

/// A place in the sequence of a season.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// Before anything is played.
    Start,
    /// Before the so-many-th part of the sequence: a marker, a step, a round.
    Before(u32),
    /// As soon as nothing is under way after this event: by its digest, and the how many-th it is
    /// of those that are the same.
    After { event: String, nth: u32 },
    /// When all has been played, before the season is counted up.
    End,
}

impl At {
    /// The place after an event of a season, by the season's events up to it.
    pub fn after(events: &[String]) -> Option<At> {
        let event = fingerprint(events.last()?);
        let same = events.iter().filter(|other| fingerprint(other) == event).count();
        let nth = u32::try_from(same).expect("a season has few events");
        Some(At::After { event, nth })
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Start => f.write_str("start"),
            At::Before(part) => write!(f, "before {part}"),
            At::After { event, nth } => write!(f, "after {event}/{nth}"),
            At::End => f.write_str("end"),
        }
    }
}

impl FromStr for At {
    type Err = String;

    fn from_str(written: &str) -> Result<Self, String> {
        let wrong = || format!("`{written}` is not a place in the sequence");
        match written.split_once(' ') {
            None if written == "start" => Ok(At::Start),
            None if written == "end" => Ok(At::End),
            // `before marker 5`: what a part is called is the rule system's word.
            Some(("before", part)) => {
                let number = part.rsplit(' ').next().unwrap_or(part);
                number.parse().map(At::Before).map_err(|_| wrong())
            }
            Some(("after", event)) => {
                let (event, nth) = event.split_once('/').ok_or_else(wrong)?;
                let nth = nth.parse().map_err(|_| wrong())?;
                Ok(At::After { event: event.to_owned(), nth })
            }
            _ => Err(wrong()),
        }
    }
}

/// The umpire's word on a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub at: At,
    /// What is to be, as the umpire wrote it in the words of the rule system.
    pub text: String,
    pub reason: String,
}

/// A fact that waits for its place.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    pub number: u32,
    pub fact: Fact,
    /// How many events of its kind it still waits for.
    waits: u32,
}

/// Where the sequence is, when it asks for the umpire's facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Now {
    Start,
    Before(u32),
    /// Nothing is under way: what waits for an event that has happened is played.
    Pause,
    End,
}

/// A prefix of an event's digest: enough to identify it in its season.
fn fingerprint(event: &str) -> String {
    proof::hex(&proof::sha256(event.as_bytes())[..8])
}

impl Ledger {
    /// Takes down the umpire's word on a fact; the first is number 1.
    pub fn rule(&mut self, fact: Fact) {
        let number = u32::try_from(self.facts.len()).expect("there are few rulings") + 1;
        let waits = match &fact.at {
            At::After { nth, .. } => *nth,
            At::Start | At::Before(_) | At::End => 0,
        };
        self.facts.push(Some(Pending { number, fact, waits }));
    }

    /// Gives the facts whose place has come, with their numbers, in the order of the rulings.
    pub fn due(&mut self, now: Now) -> Vec<(u32, Fact)> {
        let is_due = |pending: &Pending| match (&pending.fact.at, now) {
            (At::Start, Now::Start) | (At::End, Now::End) => true,
            (At::Before(part), Now::Before(here)) => *part == here,
            (At::After { .. }, Now::Pause) => pending.waits == 0,
            _ => false,
        };
        let waiting = self.facts.iter_mut().filter(|slot| slot.as_ref().is_some_and(is_due));
        waiting.filter_map(Option::take).map(|due| (due.number, due.fact)).collect()
    }

    /// Keeps what became of a fact: in words what it was, or why it could not be.
    pub fn answer_fact(&mut self, number: u32, fact: &Fact, outcome: Result<String, String>) {
        match outcome {
            Ok(words) => {
                let what = What::Fact {
                    at: fact.at.to_string(),
                    text: fact.text.clone(),
                    reason: fact.reason.clone(),
                    words,
                };
                let key = format!("{}/{RULING}/-/-/{number}", self.season);
                self.entries.push(Entry {
                    key,
                    what,
                    source: Source::Ruling,
                    reason: String::new(),
                });
            }
            Err(why) => self
                .faults
                .push(format!("ruling on a fact ({}) was not played: {why}", one_line(&fact.text))),
        }
    }

    /// Closes an event: the answers since the last one are what it rests on.
    pub fn cite(&mut self, event: impl FnOnce() -> String) {
        let so_far = u32::try_from(self.entries.len()).expect("a season has few answers");
        self.cited.push(so_far);
        let waits = |pending: &Pending| pending.waits > 0;
        if !self.facts.iter().flatten().any(waits) {
            return;
        }
        let event = fingerprint(&event());
        for pending in self.facts.iter_mut().flatten() {
            if let At::After { event: wanted, .. } = &pending.fact.at
                && *wanted == event
            {
                pending.waits = pending.waits.saturating_sub(1);
            }
        }
    }

    /// For each event in order, how many answers had been given when it was recorded.
    pub fn cited(&self) -> &[u32] {
        &self.cited
    }

    /// Tells of the facts whose place never came.
    pub(super) fn facts_left(&mut self) -> Vec<String> {
        let never = |pending: Pending| {
            let why = match &pending.fact.at {
                At::After { .. } => "the event after which it comes does not happen any more",
                At::Before(_) => "the season does not come to that part of the sequence",
                At::Start | At::End => "the season does not come to its place",
            };
            format!("ruling on a fact ({}) was not played: {why}", one_line(&pending.fact.text))
        };
        self.facts.iter_mut().filter_map(Option::take).map(never).collect()
    }

    /// Takes the facts out of a record, so that they are played again at their places.
    pub(super) fn recall_facts(&mut self) {
        let Origin::Record(rest) = &mut self.origin else { return };
        let mut facts = vec![];
        rest.retain(|entry| match &entry.what {
            What::Fact { at, text, reason, .. } => {
                let at = at.parse().unwrap_or(At::End);
                let number = entry.key.rsplit('/').next().and_then(|part| part.parse().ok());
                let fact = Fact { at, text: text.clone(), reason: reason.clone() };
                facts.push((number.unwrap_or(u32::MAX), fact));
                false
            }
            What::Dice { .. }
            | What::Draw { .. }
            | What::Shuffle { .. }
            | What::Card { .. }
            | What::Decision { .. } => true,
        });
        facts.sort_by_key(|(number, _)| *number);
        for (number, fact) in facts {
            self.rule(fact);
            // One that was not played has left a gap in the numbers.
            if let Some(Some(pending)) = self.facts.last_mut() {
                pending.number = number;
            }
        }
    }
}

/// A fact on one line, for a sentence about it.
fn one_line(text: &str) -> String {
    const MOST: usize = 100;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MOST {
        return line;
    }
    line.chars().take(MOST).chain(['…']).collect()
}
