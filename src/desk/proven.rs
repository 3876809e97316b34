//! What a player can prove with nothing but his mails and the secret that was told at the end: that
//! his sheets were in, and that every die he was shown is the promised one.
//!
//! What it does not prove: that the umpire had no friends among the players and did not try sheets
//! until the dice pleased him; when a sheet came in; that the rules were played as they are written,
//! which `umpire verify` shows with the campaign's file.

use super::DeskError;
use super::proof::{MARK, Promise, SeasonProof};
use super::reading::Reading;
use super::script::Keys;
use crate::kit::ledger::shown_follows;
use crate::kit::proof;
use crate::mail::saved::Saved;
use serde::Serialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The longest mail that is read: a report has its maps with it.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// The most mails that are read.
const MOST_MAILS: usize = 20_000;

/// What was found.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Proven {
    /// How many mails were read.
    pub mails: usize,
    pub campaigns: Vec<Game>,
    /// What is missing or cannot be read, a sentence each.
    pub notes: Vec<String>,
}

/// One campaign as its mails show it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Game {
    pub campaign: String,
    /// Whether the secret is the one that was promised; none without a welcome or a secret.
    pub promised: Option<bool>,
    pub seasons: Vec<Checked>,
    pub faults: Vec<String>,
}

/// One season of one power.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Checked {
    pub season: String,
    pub power: String,
    /// How many dice and chits follow from the seed, and how many the umpire had forced.
    pub dice: usize,
    pub forced: usize,
    pub notes: Vec<String>,
    pub faults: Vec<String>,
}

impl Proven {
    /// Whether there was something to check and all of it holds.
    pub fn holds(&self) -> bool {
        !self.campaigns.is_empty()
            && self.campaigns.iter().all(|game| {
                game.faults.is_empty()
                    && game.promised != Some(false)
                    && game.seasons.iter().all(|season| season.faults.is_empty())
            })
    }
}

/// A receipt as its subject and its text tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Slip {
    revision: u32,
    accepted: bool,
    season: String,
    power: String,
    leaf: String,
}

/// What the mails of a folder hold.
#[derive(Default)]
struct Found {
    promises: BTreeMap<String, String>,
    secrets: BTreeMap<String, String>,
    /// In the order of their season's digests; a corrected report is one of its own.
    proofs: Vec<SeasonProof>,
    slips: Vec<Slip>,
    /// Sheets in mails that the player wrote himself.
    written: Vec<String>,
}

/// Checks the mails of a folder; `secret` is the one to check with, if no mail tells it.
pub fn check(folder: &Path, secret: Option<&str>) -> Result<Proven, DeskError> {
    let mut proven = Proven::default();
    let mut found = Found::default();
    for path in mails(folder)? {
        let bytes = fs::read(&path).map_err(DeskError::file(&path))?;
        let Some(saved) = Saved::read(&bytes) else {
            proven.notes.push(format!("{} is no mail", path.display()));
            continue;
        };
        found.take(&saved, Reading::guarded(&bytes, None, &Keys::default()).as_ref());
        proven.mails += 1;
    }
    found.proofs.dedup();
    let mut names: Vec<String> = found.proofs.iter().map(|proof| proof.campaign.clone()).collect();
    names.sort();
    names.dedup();
    if names.is_empty() {
        let told = "there is no report with its proof in the folder; save the mails of the game \
                    there with their attachments, as .eml files or as a Maildir";
        return Err(DeskError::refused(told));
    }
    for name in names {
        let game = found.game(&name, secret, &mut proven.notes)?;
        proven.campaigns.push(game);
    }
    Ok(proven)
}

/// The files of a folder and of the folders in it, in the order of their names.
fn mails(folder: &Path) -> Result<Vec<PathBuf>, DeskError> {
    let mut files = vec![];
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(DeskError::file(&folder))? {
            let path = entry.map_err(DeskError::file(&folder))?.path();
            if path.is_dir() && depth < 2 {
                folders.push((path, depth + 1));
            } else if path.metadata().is_ok_and(|data| data.is_file() && data.len() <= MOST_BYTES) {
                files.push(path);
            }
        }
    }
    if files.len() > MOST_MAILS {
        let text = format!("there are more than {MOST_MAILS} files; keep the mails of one game");
        return Err(DeskError::refused(text));
    }
    files.sort();
    Ok(files)
}

impl Found {
    fn take(&mut self, saved: &Saved, reading: Option<&Reading>) {
        for file in &saved.files {
            let Ok(json) = serde_json::from_slice::<Json>(file) else { continue };
            if json["proof"] == MARK {
                self.proofs.extend(serde_json::from_value::<SeasonProof>(json).ok());
            } else if let (Some(campaign), Some(secret)) =
                (json["campaign"].as_str(), json["secret"].as_str())
            {
                self.secrets.insert(campaign.to_owned(), secret.to_owned());
            } else if let Ok(promise) = serde_json::from_value::<Promise>(json) {
                self.promises.insert(promise.campaign, promise.secret_hash);
            }
        }
        self.slips.extend(slip(&saved.subject, &saved.text));
        let scripts = reading.into_iter().flat_map(|reading| &reading.scripts);
        self.written.extend(scripts.map(|script| script.text().to_owned()));
    }

    fn game(
        &self,
        name: &str,
        given: Option<&str>,
        notes: &mut Vec<String>,
    ) -> Result<Game, DeskError> {
        let mut game = Game { campaign: name.to_owned(), ..Game::default() };
        let secret = given.or(self.secrets.get(name).map(String::as_str));
        let secret = match secret {
            None => {
                notes.push(format!(
                    "{name}: the secret is not told yet, so the dice cannot be checked; what the \
                     reports promise of each other is"
                ));
                None
            }
            Some(digits) => Some(proof::from_hex(digits.trim()).ok_or_else(|| {
                DeskError::refused("the secret is 64 hexadecimal digits; this is something else")
            })?),
        };
        match (secret, self.promises.get(name)) {
            (Some(secret), Some(promised)) => {
                game.promised = Some(proof::hex(&proof::sha256(&secret)) == *promised);
            }
            (Some(_), None) => notes.push(format!(
                "{name}: the welcome is not in the folder, so that the secret is the promised one \
                 is not shown"
            )),
            (None, _) => {}
        }
        let own: Vec<&SeasonProof> =
            self.proofs.iter().filter(|proof| proof.campaign == name).collect();
        for season in &own {
            game.seasons.push(self.season(season, secret.as_ref()));
            let earlier: Vec<&&SeasonProof> = own
                .iter()
                .filter(|other| other.power == season.power && other.digest == season.previous)
                .collect();
            let first = season.previous.is_empty();
            if !first && earlier.is_empty() {
                notes.push(format!(
                    "{}: the report that came before that of {} is not in the folder",
                    season.power, season.season
                ));
            }
        }
        Ok(game)
    }

    fn season(&self, season: &SeasonProof, secret: Option<&[u8; 32]>) -> Checked {
        let SeasonProof { season: name, power, leaves, .. } = season;
        let mut checked =
            Checked { season: name.clone(), power: power.clone(), ..Checked::default() };
        let read: Vec<[u8; 32]> =
            leaves.iter().filter_map(|(_, leaf)| proof::from_hex(leaf)).collect();
        let root = proof::root(&read);
        if read.len() != leaves.len() || proof::hex(&root) != season.root {
            checked.faults.push("the root is not that of the leaves".to_owned());
        }
        let own = leaves.iter().find(|(other, _)| other == power).map(|(_, leaf)| leaf.as_str());
        let Some(own) = own else {
            checked.faults.push(format!("no leaf of {power} is in the season"));
            return checked;
        };
        self.sheet_was_in(season, own, secret, &mut checked);
        let Some(secret) = secret else { return checked };
        let seed = proof::season_seed(secret, name, &root);
        for shown in &season.dice {
            match shown_follows(&seed, shown) {
                Some(true) => checked.dice += 1,
                None if shown.forced => checked.forced += 1,
                Some(false) | None => checked.faults.push(format!(
                    "{} fell {}, which does not follow from the seed",
                    shown.key, shown.fell
                )),
            }
        }
        checked
    }

    /// Whether the sheet that was played is the one that was acknowledged last, and his own.
    fn sheet_was_in(
        &self,
        season: &SeasonProof,
        own: &str,
        secret: Option<&[u8; 32]>,
        checked: &mut Checked,
    ) {
        let SeasonProof { season: name, power, sheet, .. } = season;
        let leaf = |text: Option<&str>| {
            let bytes = text.map(str::as_bytes);
            secret.map(|secret| proof::hex(&proof::leaf(secret, name, power, bytes)))
        };
        if leaf(sheet.as_deref()).is_some_and(|made| made != own) {
            checked.faults.push("the leaf is not that of the sheet that was played".to_owned());
        }
        let same = |slip: &&Slip| slip.season == *name && slip.power.eq_ignore_ascii_case(power);
        let slips: Vec<&Slip> =
            self.slips.iter().filter(same).filter(|slip| slip.accepted).collect();
        let last = slips.iter().max_by_key(|slip| slip.revision);
        match last {
            None if sheet.is_some() => {
                checked.notes.push("no receipt for its sheet is in the folder".to_owned());
            }
            None => {}
            Some(last) if last.leaf == own => {}
            Some(last) => match slips.iter().find(|slip| slip.leaf == own) {
                Some(earlier) => checked.faults.push(format!(
                    "revision {} was played, and revision {} had been acknowledged; ask the umpire",
                    earlier.revision, last.revision
                )),
                None => checked.faults.push(format!(
                    "revision {} had been acknowledged, and another sheet or none was played",
                    last.revision
                )),
            },
        }
        let his = |text: &String| leaf(Some(text)).is_some_and(|made| made == own);
        if sheet.is_some() && self.written.iter().any(his) {
            checked.notes.push("it is a sheet that a mail in the folder holds".to_owned());
        }
    }
}

/// Reads a receipt: `revision 2: accepted, spring 1800, France`, and the leaf in its text.
fn slip(subject: &str, text: &str) -> Option<Slip> {
    let (_, rest) = subject.split_once("revision ")?;
    let (revision, rest) = rest.split_once(": ")?;
    let mut parts = rest.rsplitn(3, ", ");
    let (power, season, verdict) = (parts.next()?, parts.next()?, parts.next()?);
    let (_, after) = text.split_once("leaf in the season's seed:")?;
    let leaf = after.split_whitespace().next()?;
    proof::from_hex(leaf)?;
    Some(Slip {
        revision: revision.parse().ok()?,
        accepted: verdict.starts_with("accepted"),
        season: season.to_owned(),
        power: power.to_owned(),
        leaf: leaf.to_owned(),
    })
}
