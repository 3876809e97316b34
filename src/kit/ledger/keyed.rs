//! Answers found by their keys, in whatever order they are asked for: part of a season, played again.
//!
//! Not here: the whole of it, which is a record and has one order.

use super::{Entry, Ledger, Origin, Shown, Source, What};
use std::collections::{BTreeMap, BTreeSet};

/// The answers that were given, by key.
#[derive(Debug, Clone)]
pub(super) struct Keyed {
    answers: BTreeMap<String, What>,
    /// The keys of the chits that are still to be drawn.
    chits: BTreeSet<String>,
}

impl Keyed {
    pub fn chits(&self) -> usize {
        self.chits.len()
    }
}

impl Ledger {
    /// Opens a ledger that answers dice and draws by their keys, and reports keys without an answer.
    /// After the last of the chits the season goes no further.
    pub fn keyed(season: &str, entries: &[Entry], chits: BTreeSet<String>) -> Ledger {
        let answers = entries.iter().map(|entry| (entry.key.clone(), entry.what.clone()));
        let answers = answers.collect();
        let mut ledger = Ledger::open(season, Origin::Keyed(Keyed { answers, chits }));
        for entry in entries {
            if let (What::Decision { choice, .. }, Source::Ruling) = (&entry.what, entry.source) {
                ledger.force(&entry.key, choice);
            }
        }
        ledger
    }

    /// Takes the answer to a key, if there is one.
    pub(super) fn keyed_answer(&mut self, key: &str) -> Option<What> {
        let Origin::Keyed(keyed) = &mut self.origin else { return None };
        keyed.chits.remove(key);
        keyed.answers.remove(key)
    }

    /// Notes that there was no answer.
    pub(super) fn miss(&mut self, asked: &str) {
        self.faults.push(format!("there is no answer to {asked}"));
    }
}

impl Entry {
    /// An answer again from what was shown of it; none, if that cannot be read.
    pub fn of_shown(shown: &Shown) -> Option<Entry> {
        if let Some((shuffle, place)) = shown.from_pool() {
            let (shuffle, card) = (shuffle.to_owned(), shown.fell.clone());
            let what = What::Card { shuffle, place, card };
            return Some(Entry {
                key: shown.key.clone(),
                what,
                source: Source::Seed,
                reason: String::new(),
            });
        }
        let what = match shown.what.strip_prefix("one of ") {
            Some(options) => {
                let options: Vec<String> = options.split(", ").map(str::to_owned).collect();
                let chosen = options.iter().position(|option| *option == shown.fell)?;
                What::Draw { options, chosen: u32::try_from(chosen).ok()? }
            }
            None => {
                let (count, sides) = shown.what.split_once('d')?;
                let faces: Result<Vec<u8>, _> = shown.fell.split('+').map(str::parse).collect();
                let (count, sides) = (count.parse().ok()?, sides.parse().ok()?);
                What::Dice { count, sides, faces: faces.ok()? }
            }
        };
        Some(Entry { key: shown.key.clone(), what, source: Source::Seed, reason: String::new() })
    }
}

impl What {
    /// The faces, if these are so many dice.
    pub(super) fn faces(&self, number: u8, of: u8) -> Option<(Vec<u8>, Source)> {
        match self {
            What::Dice { count, sides, faces } if (*count, *sides) == (number, of) => {
                Some((faces.clone(), Source::Script))
            }
            What::Dice { .. }
            | What::Draw { .. }
            | What::Shuffle { .. }
            | What::Card { .. }
            | What::Decision { .. }
            | What::Fact { .. } => None,
        }
    }
}
