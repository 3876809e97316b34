//! What powers are to each other when a scenario begins (§6).
//!
//! Each line of the page is about two powers. A power that no line mentions is neutral to all others.

use super::Scenario;
use kit::page::Declared;
use kit::relations::{Relations, Status};
use serde::Deserialize;
use std::collections::BTreeSet;

/// A line of the page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Declared)]
#[serde(untagged, deny_unknown_fields)]
pub enum Line {
    War {
        /// these two are at war
        #[declared("nation")]
        war: [String; 2],
    },
    Alliance {
        /// these two are allies
        #[declared("nation")]
        alliance: [String; 2],
    },
    Neutral {
        /// these two are neutral, as without a line
        #[declared("nation")]
        neutral: [String; 2],
    },
    Passage {
        /// whose troops may cross the land of the neutral power of `through`
        #[declared("nation")]
        passage: String,
        #[declared("nation")]
        through: String,
    },
}

/// What is wrong with a line, and what helps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Its place in the list.
    pub line: usize,
    pub text: String,
    pub help: &'static str,
}

impl Line {
    /// The two powers that it is about.
    pub fn powers(&self) -> [&str; 2] {
        match self {
            Line::War { war: [one, other] }
            | Line::Alliance { alliance: [one, other] }
            | Line::Neutral { neutral: [one, other] }
            | Line::Passage { passage: one, through: other } => [one, other],
        }
    }

    /// What it settles between them; a passage goes with what else is between them.
    fn status(&self) -> Option<Status> {
        match self {
            Line::War { .. } => Some(Status::War),
            Line::Alliance { .. } => Some(Status::Allied),
            Line::Neutral { .. } => Some(Status::Neutral),
            Line::Passage { .. } => None,
        }
    }
}

/// The relations of powers without sides, as the lines set them.
pub fn relations<'p>(powers: impl Iterator<Item = &'p str>, lines: &[Line]) -> Relations<String> {
    let mut all: Relations<String> =
        powers.map(|power| (power.to_owned(), String::new())).collect();
    for line in lines {
        let [one, other] = line.powers();
        match line.status() {
            // Without a line it is the same.
            Some(Status::Neutral) => {}
            Some(status) => all.settle(one, other, status),
            None => all.open(one, other),
        }
    }
    all
}

/// What is wrong with the lines of a page, among these powers.
pub fn faults(powers: &BTreeSet<&str>, lines: &[Line]) -> Vec<Fault> {
    let mut faults = vec![];
    for (at, line) in lines.iter().enumerate() {
        let mut fault = |text: String, help| faults.push(Fault { line: at, text, help });
        let [one, other] = line.powers();
        let strangers = line.powers().into_iter().filter(|power| !powers.contains(power));
        for power in strangers {
            fault(
                format!("{power} is not one of `powers:`"),
                "add it there, or leave the line out",
            );
        }
        if one == other {
            fault(format!("{one} stands here twice"), "a line is about two powers");
            continue;
        }
        let same = |before: &&Line| {
            let pair = before.powers();
            let passage = matches!((before, line), (Line::Passage { .. }, Line::Passage { .. }));
            match passage {
                // Each of two may let the other through.
                true => pair == [one, other],
                false => {
                    before.status().is_some() == line.status().is_some()
                        && (pair == [one, other] || pair == [other, one])
                }
            }
        };
        if lines[..at].iter().any(|before| same(&before)) {
            fault(format!("{one} and {other} stand in a line before"), "leave one of them out");
        }
        let pair = |line: &&Line| line.powers() == [one, other] || line.powers() == [other, one];
        let settled = lines.iter().filter(pair).find_map(Line::status);
        if line.status().is_none() && matches!(settled, Some(Status::War | Status::Allied)) {
            let text = format!("{one} may enter the land of {other} without a passage");
            fault(text, "a passage is for powers that are neutral to each other");
        }
    }
    faults
}

impl Scenario {
    /// What all powers are to each other at the start: sides are at war with each other, and allied within.
    pub fn relations(&self) -> Relations<String> {
        match self.sides.is_empty() {
            true => relations(self.powers.iter().map(String::as_str), &self.lines),
            false => self.powers().into_iter().collect(),
        }
    }
}
