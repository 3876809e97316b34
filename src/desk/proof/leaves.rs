//! What of each power went into a season: the parts of its root, and how each sheet came.
//!
//! The leaf of a sheet is made of its public text: the sheet as it was read, but for its private note
//! to the umpire and its token, which stand there as a digest and as a mark. So everything that the
//! dice depend on can be told to everybody when the game is over, and the note stays private.
//!
//! Not here: the arithmetic (`kit::proof`); what a player is given to check (`basis.rs`).

use crate::campaign::asks::asks;
use crate::campaign::wards;
use crate::{Desk, DeskError};
use kit::proof::{self, Sent, Whose};
use rules::Game;
use serde::{Deserialize, Serialize};
use sheet::public::{has_note, public_text};
use std::collections::BTreeMap;
use store::{CampaignRow, Kind, PlayerId, PowerRow, SeasonRow, SheetRow, Verdict, Way};

/// What of a power goes into a season's root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Sheet {
        text: String,
        salt: String,
    },
    /// Standing orders that held, since no sheet came.
    Standing(String),
}

/// How the sheets of one power came, as every player is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Came {
    pub power: String,
    /// Whether somebody plays it.
    pub player: bool,
    /// The number of the player who reads for it: its own, or that of its keeper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reader: Option<i64>,
    /// The power whose player wrote for it, if it was a ward.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keeper: Option<String>,
    /// Whether the rules play it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_rules: bool,
    pub revisions: Vec<Revision>,
    /// `revision 2`, `standing orders` or `nothing`.
    pub played: String,
    /// Why the umpire admitted the sheet that is played, if it counts by a ruling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub admitted: Option<String>,
}

/// How one revision of a sheet came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    pub revision: u32,
    /// `mail`, `saved mail` or `hand`.
    pub way: String,
    /// The number of the player whose mail it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writer: Option<i64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// Why the umpire took it in by hand, if they said so.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// Makes the salt of a sheet's private note; empty, if it has none.
pub(crate) fn salt(campaign: &CampaignRow, season: &str, power: &str, sheet: &str) -> String {
    if !has_note(sheet) {
        return String::new();
    }
    proof::note_salt(&campaign.note_key, season, power, sheet)
}

/// The leaf of a sheet as its receipt promises it.
pub(crate) fn leaf_of_sheet(
    secret: &[u8],
    season: &SeasonRow,
    power: &str,
    (text, salt): (&str, &str),
) -> [u8; 32] {
    let public = in_leaf(season.scheme, text, salt);
    let keeper = wards::keeper(season, power);
    let whose = Whose { season: &season.name, power, keeper: keeper.as_deref() };
    proof::leaf(season.scheme, secret, whose, Sent::Sheet(&public))
}

/// What of a sheet goes into its leaf.
pub(crate) fn in_leaf(scheme: u8, text: &str, salt: &str) -> String {
    if scheme >= 2 { public_text(text, salt) } else { text.to_owned() }
}

impl Desk {
    /// The leaves of all powers, in the scenario's order.
    pub(crate) fn leaves(
        &self,
        season: &SeasonRow,
        parts: &BTreeMap<String, Part>,
    ) -> Result<Vec<(String, [u8; 32])>, DeskError> {
        let secret = self.store.campaign()?.secret;
        let leaf = |power: store::PowerRow| {
            let (scheme, name) = (season.scheme, &power.name);
            let keeper = wards::keeper(season, name);
            let whose = Whose { season: &season.name, power: name, keeper: keeper.as_deref() };
            let made = |sent: Sent<'_>| proof::leaf(scheme, &secret, whose, sent);
            let leaf = match parts.get(name) {
                Some(Part::Sheet { text, salt }) => {
                    leaf_of_sheet(&secret, season, name, (text, salt))
                }
                Some(Part::Standing(text)) => made(Sent::Standing(text)),
                None => made(Sent::Nothing),
            };
            (power.name, leaf)
        };
        Ok(self.store.powers()?.into_iter().map(leaf).collect())
    }

    /// The root over the leaves of all powers.
    pub(crate) fn root(
        &self,
        season: &SeasonRow,
        parts: &BTreeMap<String, Part>,
    ) -> Result<[u8; 32], DeskError> {
        let leaves: Vec<[u8; 32]> =
            self.leaves(season, parts)?.into_iter().map(|(_, leaf)| leaf).collect();
        Ok(proof::root(&leaves))
    }

    /// How the sheets of each power came, in the scenario's order.
    pub(crate) fn came(&self, season: &SeasonRow) -> Result<Vec<Came>, DeskError> {
        let rulings = self.store.rulings(season.id)?;
        let mut newest = self.store.newest_sheets(season.id)?;
        let (standings, asks) = (self.standings(season.id)?, asks(season)?);
        let powers = self.powers_in(season)?;
        let seat = |power: &PowerRow| Some((power.name.clone(), power.player?.0));
        let seats: BTreeMap<String, i64> = powers.iter().filter_map(seat).collect();
        let mut all = vec![];
        for power in powers {
            let revisions = self.came_revisions(season, &power.name)?;
            let played = newest.remove(&power.name);
            let key = played.as_ref().map(|sheet| format!("{}/{}", sheet.power, sheet.revision));
            let ruled = |ruling: &&store::RulingRow| {
                ruling.kind == Kind::Sheet && Some(&ruling.key) == key.as_ref()
            };
            let admitted = rulings.iter().find(ruled).map(|ruling| ruling.reason.clone());
            all.push(Came {
                player: power.player.is_some(),
                keeper: asks.keeper(&power.name).map(str::to_owned),
                by_rules: asks.by_rules.contains(&power.name),
                reader: seats.get(asks.keeper(&power.name).unwrap_or(&power.name)).copied(),
                revisions: revisions.into_iter().map(|(_, came)| came).collect(),
                played: match played {
                    Some(sheet) => format!("revision {}", sheet.revision),
                    None if standings.contains_key(&power.name) => "standing orders".to_owned(),
                    None => "nothing".to_owned(),
                },
                admitted,
                power: power.name,
            });
        }
        Ok(all)
    }

    /// The revisions of a power's sheet, each with its leaf and how it came.
    pub(crate) fn came_revisions(
        &self,
        season: &SeasonRow,
        power: &str,
    ) -> Result<Vec<(String, Revision)>, DeskError> {
        let rulings = self.store.rulings(season.id)?;
        let mut all = vec![];
        for sheet in self.store.revisions(season.id, power)? {
            let envelope = sheet.raw.map(|raw| self.store.envelope(raw)).transpose()?;
            let writer = envelope.flatten().and_then(|envelope| envelope.player);
            let came = revision(&sheet, writer, &rulings);
            all.push((sheet.leaf, came));
        }
        Ok(all)
    }

    /// The same in sentences; powers whose sheets came alike share one.
    pub(crate) fn came_in_words(&self, season: &SeasonRow) -> Result<Vec<String>, DeskError> {
        let mut told: Vec<(String, String)> = vec![];
        for came in self.came(season)? {
            let how = came.how();
            match told.iter_mut().find(|(_, one)| *one == how) {
                Some((powers, _)) => powers.push_str(&format!(", {}", came.power)),
                None => told.push((came.power, how)),
            }
        }
        Ok(told.into_iter().map(|(powers, how)| format!("{powers}: {how}")).collect())
    }
}

/// The pages of the book that are the campaign's own.
pub(crate) fn own_pages(game: &dyn Game) -> Vec<String> {
    game.pages().laid_over().map(str::to_owned).collect()
}

/// How a revision came, as every player is told.
fn revision(sheet: &SheetRow, writer: Option<PlayerId>, rulings: &[store::RulingRow]) -> Revision {
    let key = format!("{}/{}", sheet.power, sheet.revision);
    let is_admitted = |ruling: &store::RulingRow| {
        ruling.kind == Kind::Sheet
            && ruling.key == key
            && ruling.place != Verdict::NeedsUmpire.word()
    };
    Revision {
        revision: sheet.revision,
        way: sheet.way.word().to_owned(),
        writer: writer.map(|player| player.0),
        late: sheet.verdict == Verdict::Late || rulings.iter().any(is_admitted),
        why: sheet.why.clone(),
    }
}

impl Came {
    /// The revision that was played, if a sheet was.
    pub fn played_revision(&self) -> Option<u32> {
        self.played.strip_prefix("revision ")?.parse().ok()
    }

    /// How its sheets came and what was played, for a report.
    fn how(&self) -> String {
        let mut parts = vec![];
        let ways = [Way::Mail, Way::SavedMail, Way::Hand, Way::Unknown];
        for way in ways {
            let count = self.revisions.iter().filter(|revision| revision.way == way.word()).count();
            let how = match way {
                Way::Mail => " by mail",
                Way::SavedMail => " as a saved mail",
                Way::Hand => " taken in by hand",
                Way::Unknown => "",
            };
            match count {
                0 => {}
                1 => parts.push(format!("1 sheet{how}")),
                _ => parts.push(format!("{count} sheets{how}")),
            }
        }
        let came = if parts.is_empty() { "no sheet came".to_owned() } else { parts.join(", ") };
        let mut line = format!("{came}; {} played", self.played_in_words());
        let played = self.played_revision();
        let played = self.revisions.iter().find(|one| Some(one.revision) == played);
        if let Some(why) = played.map(|one| one.why.as_str()).filter(|why| !why.is_empty()) {
            line.push_str(&format!("; taken in by hand because: {why}"));
        }
        if let Some(reason) = &self.admitted {
            line.push_str(&format!("; admitted by the umpire: {reason}"));
        }
        let late = self.revisions.iter().filter(|one| one.late).count();
        if late > 0 {
            line.push_str(&format!("; {late} came late"));
        }
        if let Some(keeper) = &self.keeper {
            line.push_str(&format!("; kept by {keeper}"));
        }
        if self.by_rules {
            return line + "; the rules play it.";
        }
        if !self.player {
            line.push_str("; nobody plays it");
        }
        line + "."
    }

    fn played_in_words(&self) -> String {
        match self.played.as_str() {
            "nothing" => "nothing was".to_owned(),
            "standing orders" => "standing orders were".to_owned(),
            revision => format!("{revision} was"),
        }
    }
}
