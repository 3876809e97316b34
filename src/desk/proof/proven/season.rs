//! One season as one power was told of it: its root, its own sheet, its dice.

use super::Checked;
use super::mails::{Found, ReadReceipt, Told};
use crate::proof::basis::{Part, SeasonProof, VERSION};
use crate::proof::leaves::{self, Came};
use crate::referee;
use kit::ledger::{Shown, gaps, shown_follows};
use kit::proof::{self, Sent, Whose};
use rules::Proofs;
use sheet::public;
use std::collections::{BTreeMap, BTreeSet};
use store::SCHEME;

impl Found {
    /// Checks what one report says of its season.
    pub fn season(&self, told: &Told, secret: Option<&[u8; 32]>) -> Checked {
        let SeasonProof { season: name, power, leaves, .. } = &told.proof;
        let mut checked =
            Checked { season: name.clone(), power: power.clone(), ..Checked::default() };
        self.sort_of_file(&told.proof, &mut checked);
        let read: Vec<[u8; 32]> =
            leaves.iter().filter_map(|(_, leaf)| proof::from_hex(leaf)).collect();
        let root = proof::root(&read);
        if read.len() != leaves.len() || proof::hex(&root) != told.proof.root {
            checked.faults.push("the root is not that of the leaves".to_owned());
        }
        let own = leaves.iter().find(|(other, _)| other == power).map(|(_, leaf)| leaf.as_str());
        let Some(own) = own else {
            checked.faults.push(format!("no leaf of {power} is in the season"));
            return checked;
        };
        // What another wrote for a ward is in their proof.
        if told.proof.part != Some(Part::Dice) {
            self.own_leaf(told, own, secret, &mut checked);
            self.acknowledged(told, own, &mut checked);
            self.own_words(told, &mut checked);
        }
        dice(&told.proof, &root, secret, &mut checked);
        for line in &told.proof.forced {
            checked.notes.push(format!("told with the report: {line}"));
        }
        checked
    }

    /// Whether the file is of the sort that the edition of the rules has, with all that belongs to it.
    fn sort_of_file(&self, proof: &SeasonProof, checked: &mut Checked) {
        let SeasonProof { version, scheme, edition, rules, .. } = proof;
        let known = referee(rules).map(|referee| referee.proofs(edition));
        if known.unwrap_or(Proofs::Unknown) == Proofs::Unknown {
            checked.not_shown.push(format!(
                "this program does not know the rules {edition} of `{rules}`, so the order in which \
                 they draw is not checked"
            ));
        }
        if *version > VERSION || *scheme > SCHEME {
            let text = "its proof is of a later version of the program; use that to check it";
            checked.not_shown.push(text.to_owned());
        }
        if *version >= VERSION {
            let powers = || proof.leaves.iter().map(|(power, _)| power);
            let told = |power: &String| proof.sheets.iter().any(|came| came.power == *power);
            if !powers().all(told) {
                let fault = "it does not tell how the sheets of all powers came";
                checked.faults.push(fault.to_owned());
            }
        } else if proof.may_be_first() {
            checked.not_shown.push(format!(
                "it was played under {edition}, whose reports did not tell how sheets came; these and \
                 the order of draws are not checked"
            ));
        } else {
            checked.faults.push(format!(
                "it says that its proof is of version {version}, and reports under {edition} are of \
                 version {VERSION}"
            ));
        }
        if *scheme < SCHEME && !self.may_have_first_scheme(proof) {
            checked.faults.push(format!(
                "it says that its leaves are made as scheme {scheme}, and those under {edition} are \
                 made as scheme {SCHEME}"
            ));
        }
    }

    /// Whether the leaves of a season may be of the first scheme: it was opened under an edition that
    /// had it, and keeps it when it is published under a later one or played again.
    fn may_have_first_scheme(&self, proof: &SeasonProof) -> bool {
        let before = |other: &SeasonProof| {
            other.digest == proof.previous || proof.replaces.contains(&other.digest)
        };
        let others = self.told.iter().map(|told| &told.proof);
        proof.may_be_first() || others.filter(|other| before(other)).any(SeasonProof::may_be_first)
    }

    /// Whether the leaf is that of what was played for the power.
    fn own_leaf(&self, told: &Told, own: &str, secret: Option<&[u8; 32]>, checked: &mut Checked) {
        let Some(secret) = secret else { return };
        let SeasonProof { season, power, sheet, salt, standing, scheme, .. } = &told.proof;
        let text = sheet.as_ref().map(|sheet| leaves::in_leaf(*scheme, sheet, salt));
        let sent = match (&text, standing) {
            (Some(text), _) => Sent::Sheet(text),
            (None, Some(standing)) => Sent::Standing(standing),
            (None, None) => Sent::Nothing,
        };
        let came = told.proof.sheets.iter().find(|came| came.power == *power);
        let keeper = came.and_then(|came| came.keeper.as_deref());
        let whose = Whose { season, power, keeper };
        if proof::hex(&proof::leaf(*scheme, secret, whose, sent)) != own {
            let fault = "the leaf is not that of the sheet that was played";
            checked.faults.push(fault.to_owned());
        }
    }

    /// Whether the sheet that was played is the one that was acknowledged last before the report.
    ///
    /// Which revision was played is what the report says, and not a receipt with that leaf: equal
    /// sheets have equal leaves, and the receipt of the one that was played may be lost.
    fn acknowledged(&self, told: &Told, own: &str, checked: &mut Checked) {
        let SeasonProof { power, sheet, .. } = &told.proof;
        let came = told.proof.sheets.iter().find(|came| came.power == *power);
        let counts = |receipt: &&ReadReceipt| match came {
            Some(came) => came.revisions.iter().any(|one| one.revision == receipt.revision),
            // Earlier reports did not count revisions.
            None => receipt.date <= told.date,
        };
        let receipts: Vec<&ReadReceipt> = self.receipts_of(&told.proof).filter(counts).collect();
        let accepted = receipts.iter().filter(|receipt| receipt.accepted);
        let last = accepted.max_by_key(|receipt| receipt.revision);
        let with_leaf = receipts.iter().filter(|receipt| receipt.leaf == own && sheet.is_some());
        let played = match came {
            Some(came) => came.played_revision(),
            None => with_leaf.map(|receipt| receipt.revision).max(),
        };
        let admitted = came.is_some_and(|came| came.admitted.is_some());
        let has_receipt =
            played.is_some_and(|played| receipts.iter().any(|receipt| receipt.revision == played));
        match (played, last) {
            (Some(played), Some(last)) if played < last.revision && !admitted => {
                checked.faults.push(format!(
                    "revision {played} was played, and revision {} had been acknowledged; ask the \
                     umpire",
                    last.revision
                ));
            }
            (None, Some(last)) if last.leaf != own => checked.faults.push(format!(
                "revision {} had been acknowledged, and another sheet or none was played",
                last.revision
            )),
            _ if sheet.is_some() && !has_receipt => {
                let text = "the receipt of the sheet that was played is not in the folder";
                checked.not_shown.push(text.to_owned());
            }
            _ => {}
        }
        if let Some(came) = came {
            named_revision(came, own, &receipts, checked);
            self.all_receipts(told, came, checked);
        }
    }

    /// Whether each revision that the report counts was acknowledged, and no other was.
    fn all_receipts(&self, told: &Told, came: &Came, checked: &mut Checked) {
        let receipts: BTreeMap<u32, &ReadReceipt> =
            self.receipts_of(&told.proof).map(|receipt| (receipt.revision, receipt)).collect();
        let counted: BTreeSet<u32> = came.revisions.iter().map(|one| one.revision).collect();
        let played = came.played_revision();
        for revision in counted.iter().filter(|one| !receipts.contains_key(one)) {
            if Some(*revision) != played {
                checked
                    .not_shown
                    .push(format!("the receipt of revision {revision} is not in the folder"));
            }
        }
        for (revision, receipt) in receipts.iter().filter(|(one, _)| !counted.contains(one)) {
            // What came after a report that was taken back is in the one that replaces it.
            if receipt.date < told.date || self.stands(&told.proof.digest) {
                checked.faults.push(format!(
                    "revision {revision} had been acknowledged, and the report does not count it"
                ));
            } else if !self.is_taken_back(&told.proof.digest) {
                checked.not_shown.push(format!(
                    "revision {revision} was acknowledged after the report; whether the season was \
                     taken back is not shown"
                ));
            }
        }
    }

    /// Whether the season with that digest was never taken back: another one follows from it.
    fn stands(&self, digest: &str) -> bool {
        let revealed =
            |reveal: &super::revealed::Reveal| reveal.has(digest) && !reveal.withdrew(digest);
        let follows = |other: &Told| other.proof.previous == digest;
        !self.is_taken_back(digest)
            && (self.told.iter().any(follows) || self.reveals.iter().any(revealed))
    }

    /// Whether the season with that digest was taken back, for itself or with one before it.
    fn is_taken_back(&self, digest: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut at = Some(digest);
        while let Some(digest) = at.filter(|digest| seen.insert(*digest)) {
            if self.is_replaced(digest) {
                return true;
            }
            let it = self.told.iter().find(|told| told.proof.digest == digest);
            at = it.map(|told| told.proof.previous.as_str());
        }
        false
    }

    /// Whether a report says that it replaces the one with that digest.
    fn is_replaced(&self, digest: &str) -> bool {
        let replaces = |other: &Told| other.proof.replaces.iter().any(|one| one == digest);
        self.told.iter().any(replaces) || self.reveals.iter().any(|one| one.withdrew(digest))
    }

    /// Whether what was played for the power stands in a mail that its player wrote.
    fn own_words(&self, told: &Told, checked: &mut Checked) {
        let SeasonProof { power, sheet, standing, .. } = &told.proof;
        let came = told.proof.sheets.iter().find(|came| came.power == *power);
        let played = came.and_then(Came::played_revision);
        let played =
            came.and_then(|came| came.revisions.iter().find(|one| Some(one.revision) == played));
        let way = played.map(|one| one.way.as_str());
        let reader = came.and_then(|came| came.reader);
        let is_anothers = played.is_some_and(|one| one.writer.is_some() && one.writer != reader);
        if let Some(sheet) = sheet {
            let is_written = self.written.iter().any(|written| written.text == *sheet);
            match (is_written, way) {
                (true, _) => {
                    let note = "the sheet that was played is in a mail of the player's";
                    checked.notes.push(note.to_owned());
                }
                (false, Some("hand")) => {
                    let note = "the umpire took the sheet in by hand, as the report says";
                    checked.notes.push(note.to_owned());
                }
                (false, _) if is_anothers => {
                    let text = "the sheet that was played was written by who played the power \
                                before, as the report says, and only their mails can show it";
                    checked.not_shown.push(text.to_owned());
                }
                (false, _) if self.written.is_empty() => {
                    let text = "no mail in the folder was written by the player, so that the sheet \
                                is theirs is not shown; add the mails that you sent";
                    checked.not_shown.push(text.to_owned());
                }
                (false, Some("mail" | "saved mail")) => {
                    let fault = "the sheet that was played is in none of the player's mails";
                    checked.faults.push(fault.to_owned());
                }
                (false, _) => {
                    let text = "the sheet that was played is in none of the player's mails, and an \
                                earlier version of the program did not keep how it came";
                    checked.not_shown.push(text.to_owned());
                }
            }
        }
        if let Some(standing) = standing.as_ref().filter(|text| !text.is_empty())
            && !self.is_own_standing(standing)
        {
            let text = "the standing orders that were played are in no mail of the player's that \
                        is in the folder";
            checked.not_shown.push(text.to_owned());
        }
    }

    fn is_own_standing(&self, standing: &str) -> bool {
        let salts: BTreeSet<&str> =
            self.receipts.iter().map(|receipt| receipt.salt.as_str()).chain([""]).collect();
        let is_it =
            |text: &str| salts.iter().any(|salt| public::public_text(text, salt) == *standing);
        self.written.iter().any(|written| is_it(&written.text))
    }
}

/// Whether the revision that the report names as played is the one that its receipt promised.
fn named_revision(came: &Came, own: &str, receipts: &[&ReadReceipt], checked: &mut Checked) {
    let named = came.played_revision();
    for receipt in receipts.iter().filter(|one| Some(one.revision) == named && one.leaf != own) {
        checked.faults.push(format!(
            "the report says that revision {} was played, and its receipt has another leaf",
            receipt.revision
        ));
    }
}

/// Whether the dice follow from the seed, none is used twice, and none is left out between others.
fn dice(proof: &SeasonProof, root: &[u8; 32], secret: Option<&[u8; 32]>, checked: &mut Checked) {
    if let Some(secret) = secret {
        let seed = proof::season_seed(secret, &proof.season, root);
        checked.forced += proof.shuffles.iter().filter(|shuffle| shuffle.forced).count();
        // A card is checked with its shuffle, which may be of an earlier season.
        for shown in proof.dice.iter().filter(|shown| shown.from_pool().is_none()) {
            match shown_follows(&seed, shown) {
                Some(true) => checked.dice += 1,
                None if shown.forced => checked.forced += 1,
                Some(false) | None => checked.faults.push(format!(
                    "{} fell {}, which does not follow from the seed",
                    shown.key, shown.fell
                )),
            }
        }
    }
    // Under the first editions these things were not kept to.
    if proof.is_first() {
        return;
    }
    let powers: Vec<&str> = proof.leaves.iter().map(|(power, _)| power.as_str()).collect();
    if let Ok(referee) = referee(&proof.rules)
        && referee.proofs(&proof.edition) != Proofs::Unknown
    {
        let is_other = |shown: &&Shown| !referee.draws_in_order(&proof.edition, shown, &powers);
        for Shown { key, .. } in proof.dice.iter().filter(is_other) {
            checked.faults.push(format!("the options of {key} are not in the program's order"));
        }
    }
    checked.faults.extend(gaps(&proof.dice));
}
