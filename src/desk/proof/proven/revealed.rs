//! What the umpire tells of all seasons when the game is over, and what a player holds against it.

use super::Game;
use super::mails::Told;
use crate::proof::shuffles::ToldShuffle;
use kit::ledger::Shown;
use kit::proof::{self, Sent, Whose};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The secret and the seasons: `reveal.json`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Reveal {
    pub campaign: String,
    pub secret: String,
    /// The version of such files; the first had neither leaves nor withdrawn seasons.
    #[serde(default)]
    pub version: u32,
    pub seasons: Vec<Season>,
}

/// One season that was published, whatever became of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Season {
    pub season: String,
    #[serde(default)]
    pub number: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
    #[serde(default)]
    pub edition: Option<String>,
    #[serde(default)]
    pub root: Option<String>,
    #[serde(default)]
    pub seed: Option<String>,
    #[serde(default)]
    pub digest: Option<String>,
    #[serde(default)]
    pub previous: Option<String>,
    /// How the leaves are made.
    #[serde(default)]
    pub scheme: u8,
    #[serde(default)]
    pub leaves: Vec<RevealedLeaf>,
    /// The secret shuffles, and every card that was taken from a shuffled pool, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shuffles: Vec<ToldShuffle>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<Shown>,
}

/// One leaf, with what it is made of.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RevealedLeaf {
    pub power: String,
    pub leaf: String,
    pub sent: Kind,
    /// The power whose player wrote for it, if it was a ward.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keeper: Option<String>,
    /// The public text of the sheet or the standing orders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Why the leaf cannot be made again, if it cannot: of an earlier version, with what is private.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
}

/// What went into a season for a power.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Sheet,
    Standing,
    Nothing,
}

impl Reveal {
    /// Whether it tells of a season with that digest.
    pub(super) fn has(&self, digest: &str) -> bool {
        self.seasons.iter().any(|season| season.digest.as_deref() == Some(digest))
    }

    /// Whether the season with that digest was withdrawn.
    pub(super) fn withdrew(&self, digest: &str) -> bool {
        self.seasons
            .iter()
            .any(|season| season.withdrawn && season.digest.as_deref() == Some(digest))
    }

    /// Holds the reports and the history against each other.
    pub(super) fn check(&self, told: &[&Told], game: &mut Game) {
        let Some(secret) = proof::from_hex(&self.secret) else { return };
        for season in &self.seasons {
            self.leaves_of(season, &secret, game);
        }
        self.shuffles(told, &secret, game);
        for one in told {
            let SeasonOf { name, fault } = self.season_of(one);
            if let Some(fault) = fault {
                game.faults.push(format!("{name}, {}: {fault}", one.proof.power));
            }
        }
        let digests: BTreeSet<&str> = told.iter().map(|told| told.proof.digest.as_str()).collect();
        for season in self.seasons.iter().filter(|season| !season.withdrawn) {
            if let Some(digest) = &season.digest
                && !digests.contains(digest.as_str())
            {
                let text = format!("the report of {} is not in the folder", season.season);
                game.not_shown.push(text);
            }
        }
    }

    /// The season that a report tells of, as the history has it.
    fn season_of<'t>(&self, told: &'t Told) -> SeasonOf<'t> {
        let name = told.proof.season.as_str();
        let with = |fault: &str| SeasonOf { name, fault: Some(fault.to_owned()) };
        let is_it = |season: &&Season| season.digest.as_ref() == Some(&told.proof.digest);
        let Some(season) = self.seasons.iter().find(is_it) else {
            // Earlier files did not tell of withdrawn seasons.
            if self.version < 2 {
                return SeasonOf { name, fault: None };
            }
            return with("its digest is not one that the umpire told at the end");
        };
        if season.season != told.proof.season {
            return with("its digest is that of another season");
        }
        if season.root.as_ref() != Some(&told.proof.root) {
            return with("its root is not the one that the umpire told at the end");
        }
        let previous = season.previous.as_deref().unwrap_or_default();
        if previous != told.proof.previous {
            return with("the digest before it is not the one that the umpire told at the end");
        }
        let same = season.leaves.is_empty()
            || season.leaves.len() == told.proof.leaves.len()
                && season
                    .leaves
                    .iter()
                    .zip(&told.proof.leaves)
                    .all(|(made, (power, leaf))| made.power == *power && made.leaf == *leaf);
        if !same {
            return with("its leaves are not those that the umpire told at the end");
        }
        SeasonOf { name, fault: None }
    }

    /// Makes the leaves of a season again, and its root and seed from them.
    fn leaves_of(&self, season: &Season, secret: &[u8; 32], game: &mut Game) {
        let name = &season.season;
        let mut read = vec![];
        for leaf in &season.leaves {
            let RevealedLeaf { power, leaf: kept, sent, keeper, text, withheld } = leaf;
            read.extend(proof::from_hex(kept));
            if let Some(why) = withheld.as_ref().filter(|_| season.scheme < 2) {
                game.not_shown
                    .push(format!("{name}: the leaf of {power} cannot be made again: it {why}"));
                continue;
            }
            let text = text.as_deref().unwrap_or_default();
            let sent = match sent {
                Kind::Sheet => Sent::Sheet(text),
                Kind::Standing => Sent::Standing(text),
                Kind::Nothing => Sent::Nothing,
            };
            let whose = Whose { season: name, power, keeper: keeper.as_deref() };
            let made = proof::leaf(season.scheme, secret, whose, sent);
            if proof::hex(&made) != *kept {
                game.faults.push(format!(
                    "{name}: the leaf of {power} is not that of the orders the umpire told"
                ));
            }
        }
        if season.leaves.is_empty() {
            if self.version >= 2 {
                game.faults.push(format!("{name}: its leaves were not told"));
            }
            return;
        }
        let root = proof::root(&read);
        if season.root.as_ref() != Some(&proof::hex(&root)) {
            game.faults.push(format!("{name}: its root is not that of its leaves"));
        }
        let seed = proof::hex(&proof::season_seed(secret, name, &root));
        if season.seed.as_ref() != Some(&seed) {
            game.faults.push(format!("{name}: its seed does not follow from its root"));
        }
    }
}

/// A season by its name, and what is wrong with what a report says of it.
struct SeasonOf<'t> {
    name: &'t str,
    fault: Option<String>,
}
