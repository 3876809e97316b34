//! What was asked of the reactions of a sheet: gathered while a season is played, and told to their power.

use kit::declared::Words;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// How many hearings of a reaction are told one by one; the others are only counted.
const MOST_HEARINGS: usize = 4;

/// One time that a reaction was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hearing {
    /// For whom; nobody, if it is for all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub who: String,
    /// Where; nowhere, if it is not about a place.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub at: String,
    /// Whether it applied; none if its condition was unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<bool>,
    /// The numbers that it asked for, as far as its power could tell them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// Why it was not possible although its condition held; empty if it was.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub but: String,
}

/// A reaction that was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub power: String,
    /// Its number in the sheet, from 1.
    pub reaction: u16,
    /// For whom it speaks, as the sheet has it: a leader, an army, `any`.
    pub whose: String,
    /// Its key, with the one below it.
    pub what: String,
    pub hearing: Hearing,
}

/// How often a reaction was asked, by what came of it: it applied, it did not apply, or its condition was
/// unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
pub struct Times {
    pub held: u16,
    pub failed: u16,
    pub unknown: u16,
}

/// All that was asked of one key of one reaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reacted {
    pub power: String,
    pub reaction: u16,
    pub whose: String,
    pub what: String,
    pub times: Times,
    pub heard: Vec<Hearing>,
}

/// The reactions that were asked so far, each with the number of events recorded before.
#[derive(Debug, Default)]
pub struct Heard(RefCell<Vec<(usize, Asked)>>);

impl Heard {
    /// Notes that a reaction was asked, unless the same was asked since the last event.
    pub fn note(&self, events: usize, asked: Asked) {
        let mut heard = self.0.borrow_mut();
        let since = heard.iter().rev().take_while(|(when, _)| *when == events);
        if !since.map(|(_, before)| before).any(|before| *before == asked) {
            heard.push((events, asked));
        }
    }

    /// Takes out what was noted, by power, reaction and key.
    pub fn take(&self) -> Vec<Reacted> {
        let mut all: BTreeMap<(String, u16, String, String), Vec<Hearing>> = BTreeMap::new();
        for (_, Asked { power, reaction, whose, what, hearing }) in self.0.take() {
            all.entry((power, reaction, whose, what)).or_default().push(hearing);
        }
        let told = |((power, reaction, whose, what), mut heard): (_, Vec<Hearing>)| {
            // One that was not possible did not apply.
            let came = |hearing: &Hearing| hearing.held.map(|held| held && hearing.but.is_empty());
            let count = |said: Option<bool>| {
                let times = heard.iter().filter(|hearing| came(hearing) == said).count();
                u16::try_from(times).unwrap_or(u16::MAX)
            };
            let times =
                Times { held: count(Some(true)), failed: count(Some(false)), unknown: count(None) };
            heard.truncate(MOST_HEARINGS);
            Reacted { power, reaction, whose, what, times, heard }
        };
        all.into_iter().map(told).collect()
    }
}

impl Times {
    /// `asked 3 times: applied once, did not apply twice`.
    pub fn told(self) -> String {
        let Self { held, failed, unknown } = self;
        let said = [(held, "applied"), (failed, "did not apply"), (unknown, "unknown")];
        let said = said.iter().filter(|(times, _)| *times > 0);
        let said: Vec<String> =
            said.map(|(times, word)| format!("{word} {}", often(*times))).collect();
        format!("asked {}: {}", often(self.sum()), said.join(", "))
    }

    /// How it went, and each time of several; the sum only if that does not tell all.
    pub fn with(self, heard: &[Hearing]) -> (String, Vec<String>) {
        let mut counted: Vec<(String, u16)> = vec![];
        for told in heard.iter().map(Hearing::told) {
            match counted.iter_mut().find(|(other, _)| *other == told) {
                Some((_, times)) => *times += 1,
                None => counted.push((told, 1)),
            }
        }
        let mut each: Vec<String> = counted
            .into_iter()
            .map(|(told, times)| match times {
                1 => told,
                times => format!("{told}, {}", often(times)),
            })
            .collect();
        // Where each of them is told, their sum need not be.
        match heard.len() == usize::from(self.sum()) && !each.is_empty() {
            true => (each.remove(0), each),
            false => (self.told(), each),
        }
    }

    fn sum(self) -> u16 {
        self.held.saturating_add(self.failed).saturating_add(self.unknown)
    }
}

fn often(times: u16) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => format!("{times} times"),
    }
}

impl Hearing {
    /// `did not apply for Kray at Ulm (odds 6 to 9)`.
    pub fn told(&self) -> String {
        let Self { who, at, held, values, but } = self;
        let word = match held {
            Some(true) if !but.is_empty() => "not possible",
            Some(true) => "applied",
            Some(false) => "did not apply",
            None => "unknown",
        };
        let part = |before: &str, what: &str| match what {
            "" => String::new(),
            what => format!(" {before} {what}"),
        };
        let values = match values.is_empty() {
            true => String::new(),
            false => format!(" ({})", values.join(", ")),
        };
        let but = if but.is_empty() { String::new() } else { format!(": {but}") };
        format!("{word}{}{}{values}{but}", part("for", who), part("at", at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hearing(at: &str, held: Option<bool>) -> Hearing {
        Hearing { who: String::new(), at: at.to_owned(), held, values: vec![], but: String::new() }
    }

    fn told(hearings: &[Hearing]) -> String {
        let heard = Heard::default();
        for (nth, hearing) in hearings.iter().enumerate() {
            let (power, whose) = ("france".to_owned(), "any".to_owned());
            let what = "retreat".to_owned();
            let asked = Asked { power, reaction: 1, whose, what, hearing: hearing.clone() };
            heard.note(nth, asked.clone());
            heard.note(nth, asked); // Asked again before anything happened.
        }
        let all = heard.take();
        let [reacted] = all.as_slice() else { panic!("{all:?}") };
        let (how, each) = reacted.times.with(&reacted.heard);
        [how].into_iter().chain(each).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn the_sum_is_told_where_the_single_times_do_not_tell_all() {
        let (ulm, genoa) = (hearing("Ulm", Some(true)), hearing("Genoa", Some(false)));
        assert_eq!(told(std::slice::from_ref(&ulm)), "applied at Ulm");
        assert_eq!(told(&[genoa.clone(), genoa.clone()]), "did not apply at Genoa, twice");
        assert_eq!(told(&[ulm.clone(), genoa.clone()]), "applied at Ulm; did not apply at Genoa");
        let vain = Hearing { but: "the town has no walls".to_owned(), ..ulm.clone() };
        assert_eq!(told(&[vain]), "not possible at Ulm: the town has no walls");
        let many = [ulm.clone(), ulm.clone(), genoa, ulm.clone(), ulm, hearing("", None)];
        assert_eq!(
            told(&many),
            "asked 6 times: applied 4 times, did not apply once, unknown once; applied at Ulm, 3 \
             times; did not apply at Genoa"
        );
    }
}
