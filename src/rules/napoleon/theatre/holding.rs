//! Who holds what; victory and defeat (§2, §3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §2.

use super::{Place, Theatre};
use crate::book::Book;
use crate::book::scenario::{Score, TrackBox, Word};
use crate::record::force::Side;
use kit::ground::Space;
use serde::{Deserialize, Serialize};

/// How a campaign ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Won { points: u32, word: Word },
    Lost(Loss),
}

/// Why a campaign is lost (§3.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    TooFewObjectives,
    /// Napoleon is on the board or in an area without French forces, or was destroyed.
    NapoleonAlone,
    /// The French had to retreat, and there was no area for them (§13.14).
    NoWayBack,
    /// The turn counter left the track.
    OutOfTime,
    /// The victory came before the first box of a track that begins with an inferior one.
    TooEarly,
}

/// What victories score that come before the first box with a word (§3.3).
const EARLY: u32 = 30;

/// The points and the word of a victory in a turn: those of its box, or of the last one before it
/// that has some. Before the first of them it is superior, or a defeat if that one is inferior
/// (§3.3).
pub fn victory(track: &[TrackBox], turn: usize) -> Outcome {
    let last = track.iter().take(turn).rev().find_map(|found| found.score);
    let first = track.iter().find_map(|found| found.score);
    match (last, first) {
        (Some(Score { points, word }), _) => Outcome::Won { points, word },
        (None, Some(Score { word: Word::Inferior, .. })) => Outcome::Lost(Loss::TooEarly),
        (None, _) => Outcome::Won { points: EARLY, word: Word::Superior },
    }
}

impl Theatre {
    /// Who holds an area: the side that alone has forces there, mobile or static (§2.1).
    pub fn holder(&self, at: Space) -> Option<Side> {
        let stands = |side| {
            let mut forces = self.forces.iter().filter(|force| force.side() == side);
            forces.any(|force| self.place(force.id) == Place::Area(at))
        };
        match (stands(Side::French), stands(Side::Enemy)) {
            (true, false) => Some(Side::French),
            (false, true) => Some(Side::Enemy),
            (true, true) | (false, false) => None,
        }
    }

    /// Whether a side has forces in an area.
    pub fn stands(&self, side: Side, at: Space) -> bool {
        let mut forces = self.forces.iter().filter(|force| force.side() == side);
        forces.any(|force| self.place(force.id) == Place::Area(at))
    }

    /// Lists the objectives that a side holds (§2.2).
    pub fn objectives(&self, book: &Book, side: Side) -> Vec<Space> {
        let objectives = book.campaign.objectives.iter().copied();
        objectives.filter(|at| self.holder(*at) == Some(side)).collect()
    }

    /// From now on too few objectives are a defeat, if the campaign says so for this turn (§3.2).
    pub fn end_french_half(&mut self, book: &Book) {
        self.objectives_count |= self.turn >= book.campaign.fewest_from_turn;
    }

    /// Whether Napoleon is without French forces, or was destroyed (§3.2).
    pub fn napoleon_alone(&self) -> bool {
        self.napoleon.is_none_or(|at| !self.stands(Side::French, at))
    }

    /// Looks at victory and defeat after a step (§3.1, §3.2).
    pub fn outcome(&self, book: &Book) -> Option<Outcome> {
        let held = self.objectives(book, Side::French).len();
        let campaign = &book.campaign;
        if self.napoleon_alone() {
            Some(Outcome::Lost(Loss::NapoleonAlone))
        } else if self.turn > campaign.track.len() {
            Some(Outcome::Lost(Loss::OutOfTime))
        } else if held == campaign.objectives.len() {
            Some(victory(&campaign.track, self.turn))
        } else if self.objectives_count && held < campaign.fewest_objectives {
            Some(Outcome::Lost(Loss::TooFewObjectives))
        } else {
            None
        }
    }
}
