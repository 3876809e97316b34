//! Envelopment, rout, and the end of a battle (§11.2, §13.11 to §13.14).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.2.

use super::news::News;
use super::{Board, Exit, Gone};
use crate::answers::{Answers, Who};
use crate::book::tables::{Chart, Withdrawal};
use crate::record::force::{Force, ForceId, Side, outweighed, strength};
use kit::rule::Rule;
use serde::{Deserialize, Serialize};

const WITHDRAWAL: Rule = Rule("FCN §13.14");

/// Why a battle is over.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Only this side has forces on the board, or nobody has (§13.13).
    Alone(Option<Side>),
    /// The turn counter is in the box of the withdrawal (§13.12).
    Withdrawal,
}

/// Which side is enveloped before a battle, so that it is destroyed without one (§11.2).
pub fn enveloped(french: &[Force], enemy: &[Force], times: u32) -> Option<Side> {
    outweighed(strength(french), strength(enemy), times)
}

impl Board {
    /// Looks whether a side is routed: its static forces are destroyed, its mobile ones retreat
    /// from now on (§13.11).
    pub fn rout_check(&mut self, answers: &mut dyn Answers) {
        if self.routed.is_some() || self.end().is_some() {
            return;
        }
        let (french, enemy) = (self.strength(Side::French), self.strength(Side::Enemy));
        self.routed = outweighed(french, enemy, self.figures.outweighed);
        if let Some(side) = self.routed {
            answers.told(News::Routed(side));
            let walls = self.of(side).filter(|piece| !piece.kind().is_mobile());
            let walls: Vec<ForceId> = walls.map(|piece| piece.force.id).collect();
            walls.into_iter().for_each(|id| self.destroy(id, answers));
        }
    }

    /// Moves the turn counter on; after a rout the track is ignored (§13.11, §13.12).
    pub fn advance_turn(&mut self) {
        if self.routed.is_none() {
            self.turns_left = self.turns_left.saturating_sub(1);
        }
    }

    /// Whether and why the battle is over (§13.13).
    pub fn end(&self) -> Option<End> {
        let stands = |side| self.of(side).next().is_some();
        match (stands(Side::French), stands(Side::Enemy)) {
            (true, true) if self.turns_left == 0 && self.routed.is_none() => Some(End::Withdrawal),
            (true, true) => None,
            (true, false) => Some(End::Alone(Some(Side::French))),
            (false, true) => Some(End::Alone(Some(Side::Enemy))),
            (false, false) => Some(End::Alone(None)),
        }
    }

    /// Whether Napoleon is on the board without French forces (§3.2).
    pub fn napoleon_is_alone(&self) -> bool {
        let went = self.routed == Some(Side::French)
            && self.gone(Exit::Left).any(|gone| gone.force.side() == Side::French);
        self.napoleon && !went && self.of(Side::French).next().is_none()
    }

    /// Rolls for what happens when the time is over (§13.14).
    pub fn withdrawal(&self, chart: &Chart<Withdrawal>, answers: &mut dyn Answers) -> Withdrawal {
        *chart.read(answers.die(WITHDRAWAL, Who::Side(Side::Enemy)))
    }

    /// Lists those who came off the board in one way, in that order.
    pub fn gone(&self, how: Exit) -> impl Iterator<Item = &Gone> {
        self.gone.iter().filter(move |gone| gone.how == how)
    }
}
