//! The seasons of a campaign together: one promise, one secret, one chain of digests.

use super::Game;
use super::mails::{Found, Told};
use super::revealed::Reveal;
use crate::proof::basis::SeasonProof;
use kit::names::plain;
use kit::proof;
use std::collections::{BTreeMap, BTreeSet};

impl Found {
    /// Checks one campaign.
    pub fn game(&self, name: &str, given: Option<[u8; 32]>) -> Game {
        let mut game = Game { campaign: name.to_owned(), ..Game::default() };
        let reveals: Vec<&Reveal> =
            self.reveals.iter().filter(|reveal| reveal.campaign == name).collect();
        let secret = secret(&reveals, given, &mut game);
        self.promised(secret.as_ref(), &mut game);
        let told: Vec<&Told> =
            self.told.iter().filter(|told| told.proof.campaign == name).collect();
        for one in &told {
            game.seasons.push(self.season(one, secret.as_ref()));
        }
        let broken = self.broken.iter().filter(|(campaign, _)| campaign == name);
        game.faults.extend(broken.map(|(_, text)| text.clone()));
        same_powers(&told, &mut game);
        one_version(&told, &mut game);
        one_digest_a_season(&told, &reveals, &mut game);
        chained(&told, &reveals, &mut game);
        super::shuffles::agreed(&told, !reveals.is_empty(), &mut game);
        self.unanswered(&told, &mut game);
        for reveal in &reveals {
            reveal.check(self, &told, &mut game);
        }
        game
    }

    fn promised(&self, secret: Option<&[u8; 32]>, game: &mut Game) {
        let none = BTreeSet::new();
        let promises = self.promises.get(&game.campaign).unwrap_or(&none);
        if promises.len() > 1 {
            game.faults.push("two different secrets were promised".to_owned());
        }
        if promises.is_empty() {
            let text = "the welcome with promise.json is not in the folder, so that the secret is \
                        the promised one is not shown";
            game.not_shown.push(text.to_owned());
        }
        if let Some(secret) = secret
            && !promises.is_empty()
        {
            let is_it = promises.contains(&proof::hex(&proof::sha256(secret)));
            game.promised = Some(is_it);
            if !is_it {
                game.faults.push("the secret is not the one that was promised".to_owned());
            }
        }
    }

    /// Sheets that the player wrote and that nothing acknowledges.
    fn unanswered(&self, told: &[&Told], game: &mut Game) {
        let of: BTreeMap<(&str, &str), &SeasonProof> = told
            .iter()
            .map(|told| (told.proof.season.as_str(), told.proof.power.as_str()))
            .zip(told.iter().map(|told| &told.proof))
            .collect();
        for ((season, power), proof) in of {
            let is_for = |written: &&super::mails::Written| {
                let same = |one: &Option<String>, other: &str| {
                    one.as_ref().is_none_or(|one| plain(one) == plain(other))
                };
                written.season.is_some()
                    && same(&written.season, season)
                    && same(&written.power, power)
            };
            let wrote = self.written.iter().filter(is_for).count();
            if wrote > 0 && self.receipts_of(proof).next().is_none() {
                game.not_shown.push(format!(
                    "{season}, {power}: the folder has no receipt for any sheet that its \
                     player wrote"
                ));
            }
        }
    }
}

/// The one secret that was told.
fn secret(reveals: &[&Reveal], given: Option<[u8; 32]>, game: &mut Game) -> Option<[u8; 32]> {
    let mut secrets: BTreeSet<[u8; 32]> = given.into_iter().collect();
    for reveal in reveals {
        match proof::from_hex(&reveal.secret) {
            Some(secret) => drop(secrets.insert(secret)),
            None => game.faults.push("what was told as the secret is not one".to_owned()),
        }
    }
    if secrets.len() > 1 {
        game.faults.push("two different secrets were told".to_owned());
    }
    let secret = given.or_else(|| secrets.first().copied());
    if secret.is_none() {
        let text = "the secret is not told yet, so the dice cannot be checked; what the reports \
                    promise of each other is";
        game.not_shown.push(text.to_owned());
    }
    secret
}

/// The powers of a season and their order are those of the scenario, the same in every season.
fn same_powers(told: &[&Told], game: &mut Game) {
    let powers = |told: &Told| -> Vec<String> {
        told.proof.leaves.iter().map(|(power, _)| power.clone()).collect()
    };
    let all: BTreeSet<Vec<String>> = told.iter().map(|told| powers(told)).collect();
    if all.len() > 1 {
        game.faults.push("the seasons have leaves of different powers".to_owned());
    }
}

/// What was told once as a later version of the program tells it is followed by nothing that is told
/// as an earlier one did.
fn one_version(told: &[&Told], game: &mut Game) {
    let proofs = told.iter().map(|told| &told.proof);
    let mut kinds: Vec<(u32, u32, u8)> =
        proofs.map(|proof| (proof.number, proof.version, proof.scheme)).collect();
    kinds.sort_unstable();
    if kinds.windows(2).any(|two| two[0].1 > two[1].1 || two[0].2 > two[1].2) {
        let fault = "a later season is told as an earlier version of the program told it";
        game.faults.push(fault.to_owned());
    }
}

/// A season has one digest for all, unless its report says that it replaces another.
fn one_digest_a_season(told: &[&Told], reveals: &[&Reveal], game: &mut Game) {
    let mut seasons: BTreeMap<&str, BTreeMap<&str, &Told>> = BTreeMap::new();
    for one in told {
        let season = seasons.entry(&one.proof.season).or_default();
        season.entry(&one.proof.digest).or_insert(one);
    }
    for (season, digests) in seasons.into_iter().filter(|(_, digests)| digests.len() > 1) {
        let replaced: BTreeSet<&str> = digests
            .values()
            .flat_map(|told| told.proof.replaces.iter().map(String::as_str))
            .collect();
        let standing: Vec<&&str> =
            digests.keys().filter(|digest| !replaced.contains(**digest)).collect();
        // Earlier files named no digest; their mails said that they are corrected.
        let corrected = digests.values().filter(|told| told.corrected).count();
        let is_old = digests.values().all(|told| told.proof.is_first());
        let withdrawn = |digest: &str| reveals.iter().any(|reveal| reveal.withdrew(digest));
        let unexplained = standing.iter().filter(|digest| !withdrawn(digest)).count();
        if unexplained > 1 && !(is_old && corrected + 1 >= digests.len()) {
            game.faults.push(format!(
                "{season} has {} digests, and no report says that it replaces another",
                digests.len()
            ));
        }
    }
}

/// Each report names the digest of the season before.
fn chained(told: &[&Told], reveals: &[&Reveal], game: &mut Game) {
    let digests: BTreeSet<&str> = told.iter().map(|told| told.proof.digest.as_str()).collect();
    let numbers: BTreeSet<u32> = told.iter().map(|told| told.proof.number).collect();
    // Who joined later has the report that took its place.
    let replaced: BTreeSet<&String> = told.iter().flat_map(|told| &told.proof.replaces).collect();
    let revealed = |digest: &str| reveals.iter().any(|reveal| reveal.has(digest));
    for one in told {
        let SeasonProof { season, power, previous, number, .. } = &one.proof;
        if previous.is_empty() {
            if !one.proof.is_first() && *number != 1 {
                game.faults.push(format!("{season}, {power}: it names no season before it"));
            }
            continue;
        }
        if digests.contains(previous.as_str()) {
            continue;
        }
        let before = numbers.iter().any(|other| *other > 0 && other < number);
        let told = format!("{season}, {power}: the report of the season before");
        if revealed(previous) || replaced.contains(previous) {
            game.not_shown.push(format!("{told} is not in the folder"));
        } else if !one.proof.is_first() && before {
            game.faults.push(format!(
                "{told} is not in the folder, or says another digest; ask the umpire for it with \
                 the subject `report SEASON`"
            ));
        } else {
            game.not_shown.push(format!("{told} is not in the folder"));
        }
    }
}
