//! What players are told of secret shuffles: after the season a seal, which reveals no card, and at
//! the end of the game the list of cards, from which they can compute the order and the seal.
//!
//! Not here: comparing the two (`proven/shuffles.rs`).

use kit::ledger::{Entry, Shown, Source, What};
use kit::proof;
use serde::{Deserialize, Serialize};

/// A shuffle as it stands in every report. The number of cards is public.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SealedShuffle {
    pub key: String,
    pub cards: u32,
    pub seal: String,
    /// Whether the umpire forced its order.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
}

/// A shuffle as it is told at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToldShuffle {
    pub key: String,
    /// The cards in the order of the alphabet.
    pub cards: Vec<String>,
    /// The order that the umpire forced, the top first; else it follows from the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forced: Option<Vec<String>>,
}

/// The answers of a season's ledger, as far as they can be read.
fn entries(ledger: &[String]) -> impl Iterator<Item = Entry> + '_ {
    ledger.iter().filter_map(|json| serde_json::from_str(json).ok())
}

/// Seals the shuffles of a season.
pub(crate) fn sealed(ledger: &[String], seed: &[u8; 32]) -> Vec<SealedShuffle> {
    let seal = |entry: Entry| {
        let What::Shuffle { cards, .. } = &entry.what else { return None };
        Some(SealedShuffle {
            cards: u32::try_from(cards.len()).expect("no pool is that large"),
            seal: proof::shuffle_seal(seed, &entry.key, &in_order(&entry.what)),
            forced: entry.source == Source::Forced,
            key: entry.key,
        })
    };
    entries(ledger).filter_map(seal).collect()
}

/// The shuffles of a season, and the cards that were taken from pools in it.
pub(crate) fn told(ledger: &[String]) -> (Vec<ToldShuffle>, Vec<Shown>) {
    let (mut shuffles, mut taken) = (vec![], vec![]);
    for entry in entries(ledger) {
        match &entry.what {
            What::Shuffle { cards, .. } => shuffles.push(ToldShuffle {
                key: entry.key.clone(),
                cards: cards.clone(),
                forced: (entry.source == Source::Forced).then(|| in_order(&entry.what)),
            }),
            What::Card { .. } => taken.extend(Shown::of(&entry)),
            What::Dice { .. } | What::Draw { .. } | What::Decision { .. } | What::Fact { .. } => {}
        }
    }
    (shuffles, taken)
}

/// The cards of a shuffle, the top first.
fn in_order(what: &What) -> Vec<String> {
    let What::Shuffle { cards, order } = what else { return vec![] };
    order.iter().filter_map(|at| cards.get(*at as usize)).cloned().collect()
}
