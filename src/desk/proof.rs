//! What a player is given to check a season by: the leaves of all sheets, the root, the digest and
//! the one before it, the sheet that was played for him, and the dice he was shown.
//!
//! Not here: checking it (`proven.rs`).

use super::post::Attachment;
use super::{Desk, DeskError, slug};
use crate::kit::ledger::Shown;
use crate::kit::proof;
use crate::rules::Game;
use crate::store::SeasonRow;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The word that marks such a file.
pub(super) const MARK: &str = "umpire season proof";

/// A season as a player can prove it when the secret is out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonProof {
    /// Says what this file is.
    pub proof: String,
    pub campaign: String,
    pub season: String,
    pub power: String,
    /// The version of the rules.
    pub edition: String,
    /// The digest of the season before; empty for the first.
    pub previous: String,
    pub digest: String,
    pub root: String,
    /// Each power with the leaf of its sheet, in the order of the root.
    pub leaves: Vec<(String, String)>,
    /// The sheet that went into the season for this power; none, if none had come.
    pub sheet: Option<String>,
    pub dice: Vec<Shown>,
}

/// The promise that goes with the welcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promise {
    pub campaign: String,
    pub secret_hash: String,
}

/// The name of a power's file.
pub(super) fn name(power: &str) -> String {
    format!("{}.proof.json", slug(power))
}

impl Desk {
    /// The leaves of all powers, in the scenario's order.
    pub(super) fn leaves(
        &self,
        season: &str,
        sheets: &BTreeMap<String, String>,
    ) -> Result<Vec<(String, [u8; 32])>, DeskError> {
        let secret = self.store.campaign()?.secret;
        let leaf = |power: crate::store::PowerRow| {
            let sheet = sheets.get(&power.name).map(|text| text.as_bytes());
            let leaf = proof::leaf(&secret, season, &power.name, sheet);
            (power.name, leaf)
        };
        Ok(self.store.powers()?.into_iter().map(leaf).collect())
    }

    /// The root over the leaves of all powers.
    pub(super) fn root(
        &self,
        season: &str,
        sheets: &BTreeMap<String, String>,
    ) -> Result<[u8; 32], DeskError> {
        let leaves: Vec<[u8; 32]> =
            self.leaves(season, sheets)?.into_iter().map(|(_, leaf)| leaf).collect();
        Ok(proof::root(&leaves))
    }

    /// The same, to go with a mail.
    pub(super) fn proof_of(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
        (power, known): (&str, &str),
    ) -> Result<Attachment, DeskError> {
        Ok(Attachment {
            name: name(power),
            kind: "application/json",
            bytes: self.proof_file(season, game, (power, known))?.into_bytes(),
            inline: None,
        })
    }

    /// What a power can prove of a season, as a file.
    pub(super) fn proof_file(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
        (power, known): (&str, &str),
    ) -> Result<String, DeskError> {
        let campaign = self.store.campaign()?;
        let nothing = || DeskError::refused(format!("nothing is drafted for {}", season.name));
        let draft = self.store.draft(season.id)?.ok_or_else(nothing)?;
        let sent = self.sheets_sent(season)?;
        let leaves = self.leaves(&season.name, &sent)?.into_iter();
        let edition = match &season.edition {
            Some(edition) => edition.clone(),
            None => super::referee(&campaign.rules)?.edition().to_owned(),
        };
        let file = SeasonProof {
            proof: MARK.to_owned(),
            campaign: campaign.name,
            season: season.name.clone(),
            power: power.to_owned(),
            edition,
            previous: season.previous.clone().unwrap_or_default(),
            digest: draft.digest,
            root: draft.root,
            leaves: leaves.map(|(power, leaf)| (power, proof::hex(&leaf))).collect(),
            sheet: sent.get(power).cloned(),
            dice: game.shown(known)?,
        };
        let text = serde_json::to_string_pretty(&file);
        Ok(text.expect("a proof has string keys and finite numbers") + "\n")
    }
}
