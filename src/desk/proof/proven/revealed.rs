//! What the umpire reveals of all seasons at the end, and what a player compares it with.

use super::Game;
use super::mails::{Found, Told};
use crate::proof::basis::SeasonProof;
use crate::proof::leaves::{Came, Revision};
use crate::proof::shuffles::ToldShuffle;
use crate::referee;
use kit::ledger::Shown;
use kit::proof::{self, Sent, Whose};
use rules::Proofs;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The secret and the seasons: `reveal.json`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Reveal {
    pub campaign: String,
    pub secret: String,
    /// The version of such files; the first had neither leaves nor withdrawn seasons, the second no
    /// revisions.
    #[serde(default)]
    pub version: u32,
    pub seasons: Vec<Season>,
}

/// The version of these files.
pub(crate) const VERSION: u32 = 3;

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
    /// Every revision that came, with its leaf; none in files of the second version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revisions: Option<Vec<RevealedRevision>>,
}

/// One revision of a sheet: how it came, and the leaf that its receipt promised.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RevealedRevision {
    pub leaf: String,
    #[serde(flatten)]
    pub came: Revision,
}

/// What went into a season for a power.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Sheet,
    Standing,
    Nothing,
}

impl Kind {
    /// What a report says was played.
    fn played(came: &Came) -> Kind {
        match came.played.as_str() {
            "standing orders" => Kind::Standing,
            "nothing" => Kind::Nothing,
            _ => Kind::Sheet,
        }
    }
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
    pub(super) fn check(&self, found: &Found, told: &[&Told], game: &mut Game) {
        let Some(secret) = proof::from_hex(&self.secret) else { return };
        let is_first = !told.is_empty() && told.iter().all(|told| told.proof.may_be_first());
        if self.version < 2 && !is_first {
            game.faults.push(format!(
                "what was told at the end is of version {}, and such files are of version 2 or later",
                self.version
            ));
        }
        for season in &self.seasons {
            self.leaves_of(season, (&secret, self.may_be_first(season, told)), game);
        }
        for one in told {
            self.revisions(found, one, game);
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
        let edition = season.edition.as_ref();
        if edition.is_some_and(|edition| *edition != told.proof.edition) {
            return with("its edition is not the one that the umpire told at the end");
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

    /// Whether a season was opened under an edition whose leaves may be of the first scheme.
    fn may_be_first(&self, season: &Season, told: &[&Told]) -> bool {
        let Some(rules) = told.first().map(|told| told.proof.rules.as_str()) else { return false };
        let Ok(referee) = referee(rules) else { return false };
        let is_first = |other: &Season| {
            let edition = other.edition.as_deref();
            edition.is_none_or(|edition| referee.proofs(edition) == Proofs::First)
        };
        // It keeps its scheme when it is published under a later edition or played again.
        let before = |other: &&Season| {
            other.digest.is_some() && other.digest == season.previous
                || other.number == season.number && other.withdrawn
        };
        is_first(season) || self.seasons.iter().filter(before).any(is_first)
    }

    /// Holds the revisions that a report counts, and the receipts of its player, against those that
    /// the umpire told at the end.
    fn revisions(&self, found: &Found, one: &Told, game: &mut Game) {
        let SeasonProof { season: name, power, digest, sheets, .. } = &one.proof;
        let is_it = |season: &&Season| season.digest.as_ref() == Some(digest);
        let Some(season) = self.seasons.iter().find(is_it) else { return };
        let mut told_of_all = true;
        for leaf in &season.leaves {
            let came = sheets.iter().find(|came| came.power == leaf.power);
            let (Some(revisions), Some(came)) = (&leaf.revisions, came) else {
                told_of_all = false;
                continue;
            };
            if let Some(fault) = counted_otherwise(leaf, revisions, came) {
                game.faults.push(format!("{name}, {power}: {fault}"));
            }
        }
        if !told_of_all && !one.proof.is_first() {
            game.not_shown.push(format!(
                "{name}, {power}: how many sheets of others came was not told at the end, so that \
                 the report counts them all is not shown"
            ));
        }
        let own = season.leaves.iter().find(|leaf| leaf.power == *power);
        let Some(own) = own.and_then(|leaf| leaf.revisions.as_ref()) else { return };
        for receipt in found.receipts_of(&one.proof) {
            let mut same = own.iter().filter(|told| told.came.revision == receipt.revision);
            // Sheets that arrived after a season's report do not belong to that season.
            if same.next().is_some_and(|told| told.leaf != receipt.leaf) {
                game.faults.push(format!(
                    "{name}, {power}: revision {} has another leaf than its receipt promised",
                    receipt.revision
                ));
            }
        }
    }

    /// Makes the leaves of a season again, and its root and seed from them.
    fn leaves_of(&self, season: &Season, (secret, first): (&[u8; 32], bool), game: &mut Game) {
        let name = &season.season;
        let mut read = vec![];
        for leaf in &season.leaves {
            let RevealedLeaf { power, leaf: kept, sent, keeper, text, withheld, .. } = leaf;
            read.extend(proof::from_hex(kept));
            if let Some(why) = withheld.as_ref().filter(|_| season.scheme < 2 && first) {
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

/// What a report says otherwise of a power's sheets than what was told at the end: who kept it, which
/// revisions came, and what of them was played.
fn counted_otherwise(
    leaf: &RevealedLeaf,
    revisions: &[RevealedRevision],
    came: &Came,
) -> Option<String> {
    let power = &leaf.power;
    if !revisions.iter().map(|told| &told.came).eq(&came.revisions) {
        return Some(format!(
            "the sheets of {power} that it counts are not those that the umpire told at the end"
        ));
    }
    if leaf.keeper != came.keeper {
        return Some(format!("the umpire told at the end of another keeper of {power}"));
    }
    if leaf.sent != Kind::played(came) {
        return Some(format!(
            "`{}` was played for {power}, and that is not what the umpire told at the end",
            came.played
        ));
    }
    let played = came.played_revision()?;
    let promised = revisions.iter().find(|told| told.came.revision == played)?;
    (promised.leaf != leaf.leaf).then(|| {
        format!("revision {played} of {power} was played, and its leaf is not that of the season")
    })
}

/// A season by its name, and what is wrong with what a report says of it.
struct SeasonOf<'t> {
    name: &'t str,
    fault: Option<String>,
}
