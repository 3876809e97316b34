//! Secret shuffles and the cards taken from them, compared with what was revealed at the end.
//!
//! Each report seals the shuffles of its season. At the end the umpire tells the cards of each and
//! every card that was taken. So anybody can check that each order follows from the seed or was
//! forced openly, that it is the one that was sealed, that the top card was taken each time, and that
//! a player's own cards are those.

use super::Game;
use super::mails::Told;
use super::revealed::{Reveal, Season};
use crate::proof::shuffles::{SealedShuffle, ToldShuffle};
use kit::ledger::{Shown, order_of};
use kit::proof;
use std::collections::{BTreeMap, BTreeSet};

/// The orders of the shuffles, by their keys.
type Orders<'r> = BTreeMap<&'r str, Vec<String>>;

/// Whether all players were told of the same shuffles, and each card comes from one that was told.
pub(super) fn agreed(told: &[&Told], revealed: bool, game: &mut Game) {
    let mut seasons: BTreeMap<&str, &Told> = BTreeMap::new();
    for one in told {
        let first = seasons.entry(&one.proof.digest).or_insert(one);
        if first.proof.shuffles != one.proof.shuffles {
            let season = &one.proof.season;
            game.faults.push(format!("{season}: the reports do not name the same shuffles"));
        }
    }
    let any = told.iter().any(|one| {
        let cards = one.proof.dice.iter().any(|shown| shown.from_pool().is_some());
        cards || !one.proof.shuffles.is_empty()
    });
    if any && !revealed {
        let text = "the cards of the secret shuffles are not told yet, so what was taken from them \
                    cannot be checked";
        game.not_shown.push(text.to_owned());
    }
}

impl Reveal {
    /// Checks all shuffles and all cards that were taken from them.
    pub(super) fn shuffles(&self, told: &[&Told], secret: &[u8; 32], game: &mut Game) {
        let mut standing: Orders<'_> = BTreeMap::new();
        let mut next: BTreeMap<&str, u32> = BTreeMap::new();
        for season in &self.seasons {
            let reports: Vec<&&Told> = told
                .iter()
                .filter(|one| season.digest.as_deref() == Some(&one.proof.digest))
                .collect();
            let own = orders(season, secret, game);
            for report in &reports {
                sealed(season, &own, (report, secret), game);
                same_cards(season, report, game);
            }
            // What was taken back was played again from the same position.
            if season.withdrawn {
                continue;
            }
            let fresh: Vec<&str> = season.shuffles.iter().map(|one| one.key.as_str()).collect();
            for (key, order) in own {
                next.insert(key, 1);
                standing.insert(key, order);
            }
            for card in &season.taken {
                top_card(&season.season, card, (&standing, &mut next), game);
                // After a new shuffle, no card may come from an older one.
                let shuffle = card.from_pool().map(|(shuffle, _)| shuffle);
                if let Some(newer) = shuffle.filter(|shuffle| fresh.contains(shuffle)) {
                    replaced(&mut standing, newer, &fresh);
                }
            }
            for newer in &fresh {
                replaced(&mut standing, newer, &fresh);
            }
        }
    }
}

/// The pool that a shuffle is of: its key without the season and the number.
fn pool(key: &str) -> Option<&str> {
    let (_, asked) = key.split_once('/')?;
    Some(asked.rsplit_once('/')?.0)
}

/// Forgets the shuffles of the same pool that were made before one of this season's.
fn replaced(standing: &mut Orders<'_>, newer: &str, fresh: &[&str]) {
    // Those of earlier seasons are not among this season's, and so come first.
    let made = |key: &str| fresh.iter().position(|one| *one == key);
    standing.retain(|key, _| pool(key) != pool(newer) || made(key) >= made(newer));
}

/// The seed of a season, made again from its leaves.
fn seed(season: &Season, secret: &[u8; 32]) -> Option<[u8; 32]> {
    let root = proof::from_hex(season.root.as_deref()?)?;
    Some(proof::season_seed(secret, &season.season, &root))
}

/// Makes the orders of a season's shuffles again.
fn orders<'r>(season: &'r Season, secret: &[u8; 32], game: &mut Game) -> Orders<'r> {
    let mut all = BTreeMap::new();
    let Some(seed) = seed(season, secret) else { return all };
    for ToldShuffle { key, cards, forced } in &season.shuffles {
        let name = &season.season;
        if cards.windows(2).any(|two| two[0] >= two[1]) {
            game.faults.push(format!(
                "{name}: the cards of {key} are not listed in the order of the alphabet"
            ));
        }
        let order = match forced {
            None => order_of(&seed, key, cards),
            Some(order) => {
                let listed: BTreeSet<&String> = cards.iter().collect();
                if order.len() != cards.len() || order.iter().collect::<BTreeSet<_>>() != listed {
                    let fault = format!("{name}: the forced order of {key} has other cards");
                    game.faults.push(fault);
                }
                order.clone()
            }
        };
        if all.insert(key.as_str(), order).is_some() {
            game.faults.push(format!("{name}: {key} was told twice"));
        }
    }
    all
}

/// Whether the shuffles of a season are those that a report sealed.
fn sealed(
    season: &Season,
    orders: &Orders<'_>,
    (report, secret): (&Told, &[u8; 32]),
    game: &mut Game,
) {
    let name = &season.season;
    let Some(seed) = seed(season, secret) else { return };
    let seal = |shuffle: &ToldShuffle| {
        let order = orders.get(shuffle.key.as_str())?;
        Some(SealedShuffle {
            key: shuffle.key.clone(),
            cards: u32::try_from(shuffle.cards.len()).ok()?,
            seal: proof::shuffle_seal(&seed, &shuffle.key, order),
            forced: shuffle.forced.is_some(),
        })
    };
    let again: Vec<Option<SealedShuffle>> = season.shuffles.iter().map(seal).collect();
    let kept: Vec<Option<SealedShuffle>> =
        report.proof.shuffles.iter().cloned().map(Some).collect();
    if again != kept {
        game.faults.push(format!(
            "{name}, {}: its shuffles are not those that the report sealed",
            report.proof.power
        ));
    }
}

/// Whether the cards that a power was shown are among those that were taken.
fn same_cards(season: &Season, report: &Told, game: &mut Game) {
    for shown in report.proof.dice.iter().filter(|shown| shown.from_pool().is_some()) {
        if !season.taken.contains(shown) {
            game.faults.push(format!(
                "{}, {}: the card {} is not the one that was taken ({})",
                season.season, report.proof.power, shown.fell, shown.key
            ));
        }
    }
}

/// Whether a card was the top one of its shuffle when it was taken.
fn top_card<'r>(
    season: &str,
    card: &'r Shown,
    (standing, next): (&Orders<'r>, &mut BTreeMap<&'r str, u32>),
    game: &mut Game,
) {
    let Some((shuffle, place)) = card.from_pool() else {
        game.faults.push(format!("{season}: {} is not a card of a shuffle", card.key));
        return;
    };
    let Some(order) = standing.get(shuffle) else {
        game.faults.push(format!(
            "{season}: {} is of a shuffle that was not told or was replaced",
            card.key
        ));
        return;
    };
    let expected = next.entry(shuffle).or_insert(1);
    let at = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
    let lies_there = at.and_then(|at| order.get(at)) == Some(&card.fell);
    if place != *expected || !lies_there {
        game.faults.push(format!(
            "{season}: the card {} was not on top of its pool ({})",
            card.fell, card.key
        ));
    }
    *expected = place.saturating_add(1);
}
