//! What a player is given to check a season by: the leaves of all powers and how their sheets came,
//! the root, the digest and the one before it, the sheet that was played for this power, the dice,
//! chits and cards it was shown, and the seals of secret shuffles.
//!
//! Not here: checking it (`proven.rs`).

use crate::post::outgoing::Attachment;
use crate::proof::leaves::{Came, Part as Ordered};
use crate::proof::shuffles::{self, SealedShuffle};
use crate::season::force::forced_lines;
use crate::{Desk, DeskError, referee, slug};
use kit::ledger::Shown;
use kit::proof;
use rules::{Game, Proofs};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::SeasonRow;

/// The word that marks such a file.
pub(crate) const MARK: &str = "umpire season proof";
/// The version of these files. The first had neither numbers nor how sheets came.
pub(crate) const VERSION: u32 = 2;

/// A season as a player can prove it when the secret is out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonProof {
    /// Says what this file is.
    pub proof: String,
    /// The version of such files.
    #[serde(default)]
    pub version: u32,
    pub campaign: String,
    pub season: String,
    /// The season's number; a season that is played again keeps it.
    #[serde(default)]
    pub number: u32,
    pub power: String,
    /// What of the power's it has, if not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// The rule system, and the version of its rules.
    #[serde(default)]
    pub rules: String,
    pub edition: String,
    /// The digest of the season before; empty for the first.
    pub previous: String,
    pub digest: String,
    /// The digests of the reports of this season that were withdrawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<String>,
    pub root: String,
    /// How the leaves are made.
    #[serde(default = "first_scheme")]
    pub scheme: u8,
    /// Each power with the leaf of its sheet, in the order of the root.
    pub leaves: Vec<(String, String)>,
    /// The sheet that went into the season for this power; none, if none had come.
    pub sheet: Option<String>,
    /// What the digest of the private note in that sheet is salted with.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub salt: String,
    /// The standing orders that were played, if no sheet had come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
    /// How the sheets of all powers came.
    #[serde(default)]
    pub sheets: Vec<Came>,
    /// What the umpire overrode to publish the season.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forced: Vec<String>,
    pub dice: Vec<Shown>,
    /// The secret shuffles of the season, the same for every power.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shuffles: Vec<SealedShuffle>,
}

/// The parts into which the proof of a ward falls when another takes over from who wrote for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The sheet alone, for who wrote it.
    Sheet,
    /// The dice, chits and cards alone, for who reads for the power now.
    Dice,
}

fn first_scheme() -> u8 {
    1
}

impl SeasonProof {
    /// Whether it may be a file of the first version, which tells less. That follows from the edition
    /// that the season was played under, and never from what the file says of itself.
    pub(crate) fn may_be_first(&self) -> bool {
        referee(&self.rules).is_ok_and(|referee| referee.proofs(&self.edition) == Proofs::First)
    }

    /// Whether it is such a file.
    pub(crate) fn is_first(&self) -> bool {
        self.version < VERSION && self.may_be_first()
    }
}

/// The promise that goes with the welcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promise {
    pub campaign: String,
    pub secret_hash: String,
}

/// The name of a power's file.
pub(crate) fn name(power: &str) -> String {
    format!("{}.proof.json", slug(power))
}

/// What all powers are given alike of a season, made once.
pub(crate) struct Basis {
    file: SeasonProof,
    parts: BTreeMap<String, Ordered>,
}

impl Desk {
    /// Gathers what all powers are given alike; `season.forced` says what was overridden.
    pub(crate) fn proof_basis(&self, season: &SeasonRow) -> Result<Basis, DeskError> {
        let campaign = self.store.campaign()?;
        let nothing = || DeskError::refused(format!("no draft found for {}", season.name));
        let draft = self.store.draft(season.id)?.ok_or_else(nothing)?;
        let parts = self.parts(season)?;
        let leaves = self.leaves(season, &parts)?.into_iter();
        let withdrawn = self.store.withdrawn(season)?.into_iter();
        let withdrawn = withdrawn.filter(|id| *id < season.id);
        let withdrawn: Vec<SeasonRow> =
            withdrawn.map(|id| self.store.season_by_id(id)).collect::<Result<_, _>>()?;
        let edition = match &season.edition {
            Some(edition) => edition.clone(),
            None => crate::referee(&campaign.rules)?.edition().to_owned(),
        };
        let ledger = self.store.ledger(season.id)?;
        let seed = proof::from_hex(&draft.seed).unwrap_or_default();
        let file = SeasonProof {
            proof: MARK.to_owned(),
            version: VERSION,
            campaign: campaign.name,
            season: season.name.clone(),
            number: season.number,
            power: String::new(),
            part: None,
            rules: campaign.rules,
            edition,
            previous: season.previous.clone().unwrap_or_default(),
            digest: draft.digest,
            replaces: withdrawn.into_iter().filter_map(|season| season.digest).collect(),
            scheme: season.scheme,
            root: draft.root,
            leaves: leaves.map(|(power, leaf)| (power, proof::hex(&leaf))).collect(),
            sheet: None,
            salt: String::new(),
            standing: None,
            sheets: self.came(season)?,
            forced: forced_lines(season.forced.as_deref()),
            dice: vec![],
            shuffles: shuffles::sealed(&ledger, &seed),
        };
        Ok(Basis { file, parts })
    }
}

impl Basis {
    /// What a power can prove of the season, as a file.
    pub fn file(&self, game: &dyn Game, power: &str, known: &str) -> Result<String, DeskError> {
        Ok(self.written(power, game.shown(known)?, None))
    }

    /// A power's file with what is given of it.
    fn written(&self, power: &str, dice: Vec<Shown>, part: Option<Part>) -> String {
        let own = self.parts.get(power).filter(|_| part != Some(Part::Dice));
        let (sheet, salt, standing) = match own {
            Some(Ordered::Sheet { text, salt }) => (Some(text.clone()), salt.clone(), None),
            Some(Ordered::Standing(text)) => (None, String::new(), Some(text.clone())),
            None => (None, String::new(), None),
        };
        let file = SeasonProof {
            power: power.to_owned(),
            part,
            sheet,
            salt,
            standing,
            dice,
            ..self.file.clone()
        };
        let text = serde_json::to_string_pretty(&file);
        text.expect("a proof has string keys and finite numbers") + "\n"
    }

    /// The proof of a sheet for who wrote it, and no longer reads what the power knows.
    pub fn of_writer(&self, power: &str) -> Attachment {
        attached(power, self.written(power, vec![], Some(Part::Sheet)))
    }

    /// The proof of the dice for who reads for a power now, and did not write its sheet.
    pub fn of_reader(
        &self,
        game: &dyn Game,
        power: &str,
        known: &str,
    ) -> Result<Attachment, DeskError> {
        Ok(attached(power, self.written(power, game.shown(known)?, Some(Part::Dice))))
    }

    /// The same, to go with a mail.
    pub fn attachment(
        &self,
        game: &dyn Game,
        power: &str,
        known: &str,
    ) -> Result<Attachment, DeskError> {
        Ok(attached(power, self.file(game, power, known)?))
    }
}

fn attached(power: &str, file: String) -> Attachment {
    Attachment {
        name: name(power),
        kind: "application/json",
        bytes: file.into_bytes(),
        inline: None,
    }
}
