//! Proving a campaign: every season that was published is played again and held against what the
//! file says, and the seal over its record is made anew.
//!
//! What it finds: any value of a season's record that was changed, in whichever table and column,
//! with the season and the table; an event or a die that does not follow; a mail whose bytes are
//! others. What it cannot find: that somebody wrote the whole file anew, seals and all. Against that
//! stand the digests in the players' mails (`proven.rs`).
//!
//! A season that was played under another version of the rules, or with another book, is not played
//! again: its sheets, its seed, its dice and its seal are checked, and a note says so.

#[cfg(test)]
mod tests;

use crate::assertions::caught;
use crate::proof::leaves;
use crate::proof::proven::Verdict;
use crate::season::play::{Inputs, kept_answers};
use crate::{Desk, DeskError, referee};
use kit::ledger::{Entry, follows};
use kit::proof;
use serde::Serialize;
use store::{DraftRow, Seal, SeasonRow, Status};

/// What was found of a campaign.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Verified {
    pub seasons: Vec<Proof>,
    /// What is wrong with the file as a whole, a sentence each.
    pub file: Vec<String>,
    /// What of the file as a whole could not be checked.
    pub notes: Vec<String>,
}

/// What was found of one season.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Proof {
    pub season: String,
    pub number: u32,
    pub status: String,
    pub digest: String,
    /// How many events and answers were made again.
    pub events: usize,
    pub answers: usize,
    /// Whether it was played again; else only its record was checked.
    pub played_again: bool,
    /// What does not hold, a sentence each.
    pub faults: Vec<String>,
    /// Why it was not played again or not checked whole.
    pub notes: Vec<String>,
}

impl Verified {
    /// The overall verdict.
    pub fn verdict(&self) -> Verdict {
        let faults =
            !self.file.is_empty() || self.seasons.iter().any(|season| !season.faults.is_empty());
        let notes =
            !self.notes.is_empty() || self.seasons.iter().any(|season| !season.notes.is_empty());
        Verdict::of(faults, notes)
    }
}

impl Proof {
    /// Nothing found yet.
    fn of(season: &SeasonRow) -> Self {
        Self {
            season: season.name.clone(),
            number: season.number,
            status: season.status.word().to_owned(),
            digest: season.digest.clone().unwrap_or_default(),
            ..Self::default()
        }
    }
}

impl Desk {
    /// Checks one season, or all of them; `told` hears of each that is done.
    pub fn verify(
        &self,
        season: Option<&str>,
        told: &mut dyn FnMut(usize, usize),
    ) -> Result<Verified, DeskError> {
        let mut verified = Verified::default();
        let wanted = match season {
            Some(written) => {
                let found = self.store.season(written)?;
                if !is_settled(&found) {
                    return Err(DeskError::refused(format!("{} is {}", found.name, found.status))
                        .hint("what is published can be proved"));
                }
                vec![found]
            }
            None => {
                // What cannot even be read is a fault of the file, and the seasons are still told.
                verified.file = self
                    .whole()
                    .unwrap_or_else(|error| vec![format!("the campaign cannot be read: {error}")]);
                let seasons = match self.store.seasons() {
                    Ok(seasons) => seasons,
                    Err(error) => {
                        verified.file.push(format!("the seasons cannot be read: {error}"));
                        return Ok(verified);
                    }
                };
                verified.file.extend(lineage(&seasons));
                if let Some(open) = seasons.iter().rfind(|season| !is_settled(season)) {
                    match self.beginning(open) {
                        Ok(found) => {
                            verified.file.extend(found.faults);
                            verified.notes.extend(found.notes);
                        }
                        Err(error) => verified
                            .file
                            .push(format!("the start of {} cannot be read: {error}", open.name)),
                    }
                }
                seasons.into_iter().filter(is_settled).collect()
            }
        };
        for (done, season) in wanted.iter().enumerate() {
            told(done, wanted.len());
            let proof = self.prove(season).unwrap_or_else(|error| Proof {
                faults: vec![format!("it cannot be checked: {error}")],
                ..Proof::of(season)
            });
            verified.seasons.push(proof);
        }
        told(wanted.len(), wanted.len());
        Ok(verified)
    }

    /// What is wrong with the file and with the season that is open.
    fn whole(&self) -> Result<Vec<String>, DeskError> {
        let mut faults = self.store.integrity()?;
        for page in self.store.changed_pages()? {
            faults.push(format!(
                "the page of the book {page} has another text than it was kept with"
            ));
        }
        for raw in self.store.changed_new_raws()? {
            faults.push(format!("mail {} has other bytes than it came with", raw.0));
        }
        let open = self.store.newest_season()?;
        if is_settled(&open) {
            return Ok(faults);
        }
        let secret = self.store.campaign()?.secret;
        for power in self.store.powers()? {
            for sheet in self.store.revisions(open.id, &power.name)? {
                let text = (sheet.text.as_str(), sheet.salt.as_str());
                let leaf = leaves::leaf_of_sheet(&secret, &open, &power.name, text);
                let leaf = proof::hex(&leaf);
                if sheet.leaf != leaf && !sheet.leaf.is_empty() {
                    let (season, number) = (&open.name, sheet.revision);
                    faults.push(format!(
                        "{season}: revision {number} of {}'s sheet is not what its receipt \
                         promised",
                        power.name
                    ));
                }
            }
        }
        Ok(faults)
    }

    fn prove(&self, season: &SeasonRow) -> Result<Proof, DeskError> {
        let mut proof = Proof::of(season);
        self.unseal(season, &mut proof)?;
        // A season that was withdrawn while it was open has no record beyond its sheets.
        let Some(draft) = self.store.draft(season.id)?.filter(|_| season.digest.is_some()) else {
            if season.status == Status::Published {
                proof.faults.push("its record is gone".to_owned());
            }
            return Ok(proof);
        };
        if season.status == Status::Published {
            match self.beginning(season) {
                Ok(found) => {
                    proof.faults.extend(found.faults);
                    proof.notes.extend(found.notes);
                }
                Err(error) => proof.faults.push(format!("its start cannot be read: {error}")),
            }
        }
        // What cannot even be read any more was changed.
        match self.inputs(season) {
            Ok(inputs) => self.hold(season, &draft, &inputs, &mut proof)?,
            Err(error) => proof.faults.push(format!("it cannot be played again: {error}")),
        }
        Ok(proof)
    }

    /// Makes the seal of a season anew and names the tables that differ.
    fn unseal(&self, season: &SeasonRow, proof: &mut Proof) -> Result<(), DeskError> {
        for raw in self.store.changed_raws(season.id)? {
            proof.faults.push(format!("mail {} has other bytes than it came with", raw.0));
        }
        let Some(seal) = self.store.seal(season.id)? else {
            if season.edition.is_some() {
                proof.faults.push("its seal is gone".to_owned());
            } else if season.digest.is_some() {
                proof.notes.push("it was published before seals were kept".to_owned());
            }
            return Ok(());
        };
        let again = self.store.seal_again(season.id, &seal)?;
        proof.faults.extend(broken(&seal, &again));
        Ok(())
    }

    /// Holds the record against what follows from its inputs.
    fn hold(
        &self,
        season: &SeasonRow,
        draft: &DraftRow,
        inputs: &Inputs,
        proof: &mut Proof,
    ) -> Result<(), DeskError> {
        let (events, ledger) = (self.store.events(season.id)?, self.store.ledger(season.id)?);
        proof.answers = ledger.len();
        let entries: Vec<Option<Entry>> =
            ledger.iter().map(|json| serde_json::from_str(json).ok()).collect();
        for (at, entry) in entries.iter().enumerate() {
            match entry {
                None => proof.faults.push(format!("answer {} cannot be read", at + 1)),
                Some(entry) if follows(&inputs.seed, entry) == Some(false) => proof
                    .faults
                    .push(format!("{} does not follow from the season's seed", entry.key)),
                Some(_) => {}
            }
        }
        let said = |kept: &Option<String>, is: &str| kept.as_deref() == Some(is);
        let (root, seed) = (kit::proof::hex(&inputs.root), kit::proof::hex(&inputs.seed));
        if !said(&season.root, &root) || draft.root != root {
            proof.faults.push("its root is not that of its sheets".to_owned());
        }
        if !said(&season.seed, &seed) || draft.seed != seed {
            proof.faults.push("its seed does not follow from the secret and its root".to_owned());
        }
        let edition = referee(&self.store.campaign()?.rules)?.edition();
        let (rules, book) = (season.edition.as_deref(), season.book.as_deref());
        if rules.is_some_and(|rules| rules != edition) || rules.is_none() {
            proof.notes.push(format!(
                "it was played under {}, and this program plays {edition}: not played again",
                rules.unwrap_or("an earlier version of the rules")
            ));
            return Ok(());
        }
        let is_it = |book: &str| {
            let now = inputs.game.book_digest();
            book == now || rules::books::was_called(book, now)
        };
        if book.is_some_and(|book| !is_it(book)) {
            let note = "the book has changed since, and its pages were not kept: not played again";
            proof.notes.push(note.to_owned());
            return Ok(());
        }
        if draft.inputs != inputs.digest {
            proof.faults.push("it was played from other sheets, rulings or options".to_owned());
        }
        self.play_again(season, draft, inputs, (&events, &ledger), proof)
    }

    fn play_again(
        &self,
        season: &SeasonRow,
        draft: &DraftRow,
        inputs: &Inputs,
        (events, ledger): (&[String], &[String]),
        proof: &mut Proof,
    ) -> Result<(), DeskError> {
        let mut again = inputs.ledger(&season.name);
        // A position that was changed may be one that no game can have: that is found, too.
        let resolve = || inputs.game.resolve(&inputs.position, &inputs.sheets, &mut again);
        let played = match caught(resolve) {
            Ok(Ok(played)) => played,
            Ok(Err(error)) => {
                proof.faults.push(format!("it cannot be played again: {error}"));
                return Ok(());
            }
            Err(why) => {
                proof.faults.push(format!(
                    "it cannot be played again: its starting position is not valid: {why}"
                ));
                return Ok(());
            }
        };
        (proof.played_again, proof.events) = (true, played.events.len());
        let answers = kept_answers(&again);
        let first = |kept: &[String], made: &[String]| {
            let differs = kept.iter().zip(made).position(|(kept, made)| kept != made);
            differs.or((kept.len() != made.len()).then_some(kept.len().min(made.len())))
        };
        if let Some(at) = first(events, &played.events) {
            proof.faults.push(format!("event {} is not what happens when it is played", at + 1));
        }
        if let Some(at) = first(ledger, &answers) {
            proof.faults.push(format!("answer {} of the ledger is another", at + 1));
        }
        if draft.state != played.after.state {
            proof.faults.push("the position after it is another".to_owned());
        }
        let known = self.store.known_after(season.id)?;
        for (power, made) in &played.after.known {
            if known.get(power) != Some(made) {
                proof.faults.push(format!("what {power} knows after it is another"));
            }
        }
        let outcome = (events, ledger);
        let digest = self.record_digest(season, inputs, outcome, &draft.state)?;
        if draft.digest != digest || season.digest.as_ref() != Some(&digest) {
            proof.faults.push("its digest is not that of its record".to_owned());
        }
        Ok(())
    }
}

pub(crate) fn is_settled(season: &SeasonRow) -> bool {
    matches!(season.status, Status::Published | Status::Withdrawn)
}

/// Names what differs between the seal that was kept and the one made anew.
pub(crate) fn broken(kept: &Seal, again: &Seal) -> Vec<String> {
    let mut faults = vec![];
    if kept.before != again.before {
        faults.push("its seal does not match the digest of the seal before it".to_owned());
    }
    for (table, digest) in &again.tables {
        if kept.tables.get(table) != Some(digest) {
            faults.push(format!("the table `{table}` is not as it was sealed"));
        }
    }
    if kept.tables.len() != again.tables.len() {
        faults.push("its seal is not whole".to_owned());
    }
    faults
}

/// Says whether each season follows from the one before it.
fn lineage(seasons: &[SeasonRow]) -> Vec<String> {
    let mut faults = vec![];
    for season in seasons {
        let parent = season.parent.and_then(|id| seasons.iter().find(|other| other.id == id));
        let stands = |other: &SeasonRow| other.status == Status::Published;
        match (season.status, parent) {
            (Status::Withdrawn, _) => {}
            (_, Some(parent)) if !stands(parent) => faults.push(format!(
                "{} stands, and {} before it is {}",
                season.name, parent.name, parent.status
            )),
            (_, None) if season.parent.is_some() => {
                faults.push(format!("{} follows from a season that is not there", season.name));
            }
            _ => {}
        }
        if let Some(parent) = parent
            && season.previous != parent.digest
        {
            faults.push(format!("{} is not chained to {}", season.name, parent.name));
        }
        let open = !is_settled(season);
        if open && (season.digest.is_some() || season.edition.is_some()) {
            faults.push(format!("{} has a digest and is {}", season.name, season.status));
        }
        let twice = seasons
            .iter()
            .filter(|other| other.number == season.number && other.status != Status::Withdrawn);
        if season.status != Status::Withdrawn && twice.count() > 1 {
            faults.push(format!("{} stands twice", season.name));
        }
        let last = seasons.iter().rfind(|other| other.status != Status::Withdrawn);
        if open && last.is_some_and(|last| last.id != season.id) {
            faults.push(format!("{} is {}, and others come after it", season.name, season.status));
        }
    }
    faults
}
