//! What the mails in a folder hold: promises, proofs, receipts, the history, and the player's own
//! sheets.

use super::revealed::Reveal;
use crate::DeskError;
use crate::intake::keys::Keys;
use crate::intake::reading::Reading;
use crate::proof::basis::{MARK, Promise, SeasonProof};
use kit::names::plain;
use kit::proof;
use mail::saved::Saved;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The longest mail that is read: a report has its maps with it.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// The most mails that are read.
const MOST_MAILS: usize = 20_000;

/// A receipt as its subject and its text tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReadReceipt {
    /// The subject of its mail, which names the campaign.
    pub subject: String,
    pub revision: u32,
    pub accepted: bool,
    pub season: String,
    pub power: String,
    pub leaf: String,
    pub salt: String,
    /// The date of its mail, in seconds.
    pub date: i64,
}

/// The proof that came with a report, and the date of that mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Told {
    pub proof: SeasonProof,
    pub date: i64,
    /// Whether its mail said that it replaces an earlier one.
    pub corrected: bool,
}

/// A sheet in a mail that the player wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub text: String,
    pub season: Option<String>,
    pub power: Option<String>,
}

/// What the mails of a folder hold.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The hashes that were promised, by campaign.
    pub promises: BTreeMap<String, BTreeSet<String>>,
    /// The secrets and histories that were told.
    pub reveals: Vec<Reveal>,
    pub told: Vec<Told>,
    pub receipts: Vec<ReadReceipt>,
    pub written: Vec<Written>,
    /// What of a campaign's mails cannot be read, a sentence each.
    pub broken: Vec<(String, String)>,
    /// Addresses from which the umpire's mails come.
    pub umpires: BTreeSet<String>,
}

impl Found {
    /// Reads the mails of a folder: what they hold, how many there were, and which files are not mails.
    pub fn read(folder: &Path) -> Result<(Found, usize, Vec<String>), DeskError> {
        let (mut found, mut notes, mut saved) = (Found::default(), vec![], vec![]);
        for path in mails(folder)? {
            let bytes = fs::read(&path).map_err(DeskError::file(&path))?;
            match Saved::read(&bytes) {
                Some(mail) => {
                    found.take(&path, &mail);
                    // Only what the umpire did not write can hold a sheet of the player's.
                    let is_ours = mail.list_id.is_some();
                    saved.push((mail, (!is_ours).then_some(bytes)));
                }
                None => notes.push(format!("{} is not a mail", path.display())),
            }
        }
        // The player's sheets are read as the umpire's program read them.
        let rules = found.told.iter().map(|told| told.proof.rules.as_str());
        let referee = rules.filter_map(rules::referee).next();
        let keys = referee.map_or_else(Keys::default, Keys::of);
        for (mail, bytes) in &saved {
            let Some(bytes) = bytes.as_ref().filter(|_| !found.umpires.contains(&mail.from)) else {
                continue;
            };
            let Some(reading) = Reading::guarded(bytes, None, &keys) else { continue };
            for read_sheet in &reading.read_sheets {
                let head = read_sheet.header();
                let text = read_sheet.text().to_owned();
                found.written.push(Written { text, season: head.season, power: head.power });
            }
        }
        found.told.sort_by(|one, other| {
            (one.proof.number, one.date, &one.proof.digest).cmp(&(
                other.proof.number,
                other.date,
                &other.proof.digest,
            ))
        });
        found.told.dedup_by(|one, other| one.proof == other.proof);
        Ok((found, saved.len(), notes))
    }

    /// Names the campaigns of which there is a report.
    pub fn campaigns(&self) -> Vec<String> {
        let told = self.told.iter().map(|told| &told.proof.campaign);
        let names: BTreeSet<&String> =
            told.chain(self.broken.iter().map(|(name, _)| name)).collect();
        names.into_iter().cloned().collect()
    }

    fn take(&mut self, path: &Path, mail: &Saved) {
        let mut is_ours = false;
        for file in &mail.files {
            let Ok(json) = serde_json::from_slice::<Json>(file) else { continue };
            is_ours |= self.take_file(path, mail, json);
        }
        if let Some(receipt) = receipt(mail) {
            self.receipts.push(receipt);
            is_ours = true;
        }
        if is_ours {
            self.umpires.insert(mail.from.clone());
        }
    }

    /// Takes what a file holds that came with a mail; says whether it is one of the umpire's.
    fn take_file(&mut self, path: &Path, mail: &Saved, json: Json) -> bool {
        let campaign = json["campaign"].as_str().unwrap_or_default().to_owned();
        let read = if json["proof"] == MARK {
            let corrected = mail.subject.contains("corrected report");
            serde_json::from_value(json).map(|proof| {
                self.told.push(Told { proof, date: mail.date, corrected });
            })
        } else if json["secret"].is_string() && !campaign.is_empty() {
            serde_json::from_value(json).map(|reveal| self.reveals.push(reveal))
        } else if let Ok(promise) = serde_json::from_value::<Promise>(json) {
            self.promises.entry(promise.campaign).or_default().insert(promise.secret_hash);
            Ok(())
        } else {
            return false;
        };
        // The program writes only proofs that it can read, so this one was changed. The other mails
        // are still checked.
        if let Err(why) = read {
            let text = format!("the proof in {} cannot be read: {why}", path.display());
            self.broken.push((campaign, text));
        }
        true
    }

    /// The receipts for the sheets that a proof is about.
    pub fn receipts_of<'f>(
        &'f self,
        proof: &'f SeasonProof,
    ) -> impl Iterator<Item = &'f ReadReceipt> {
        let campaign = format!("[{}] ", proof.campaign);
        self.receipts.iter().filter(move |receipt| {
            receipt.season == proof.season
                && plain(&receipt.power) == plain(&proof.power)
                && receipt.subject.contains(&campaign)
        })
    }
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
        return Err(DeskError::refused(format!("there are more than {MOST_MAILS} files"))
            .hint("keep the mails of one game"));
    }
    files.sort();
    Ok(files)
}

/// Reads a receipt: `revision 2: accepted, spring 1800, France`, and the leaf in its text.
fn receipt(mail: &Saved) -> Option<ReadReceipt> {
    let (_, rest) = mail.subject.split_once("revision ")?;
    let (revision, rest) = rest.split_once(": ")?;
    let mut parts = rest.rsplitn(3, ", ");
    let (power, season, verdict) = (parts.next()?, parts.next()?, parts.next()?);
    let after = |words: &str| {
        let (_, after) = mail.text.split_once(words)?;
        after.split_whitespace().next()
    };
    let leaf = after("leaf in the season's seed:")?;
    proof::from_hex(leaf)?;
    Some(ReadReceipt {
        subject: mail.subject.clone(),
        revision: revision.parse().ok()?,
        accepted: verdict.starts_with("accepted"),
        season: season.to_owned(),
        power: power.to_owned(),
        leaf: leaf.to_owned(),
        salt: after("which the leaf covers by a digest alone:").unwrap_or_default().to_owned(),
        date: mail.date,
    })
}
